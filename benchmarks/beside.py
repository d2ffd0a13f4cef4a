"""The archive tools beside another server that has them, in one run: wall time and CPU of each call over stdio.

    python benchmarks/beside.py FOLDER --reference "openzim-mcp --mode advanced" [--calls 40] [--in-process PYTHON]

FOLDER holds archives; from each, pages are drawn by chance (the same every time) and every call reads another page, so
no cache helps. The two servers take turns, a few calls each, as one that has idled is slow to wake. CPU counts the whole process tree. With the Python of the
reference's environment, the same calls are then made without servers, each in a process of its own, and their CPU time
is compared.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bookwheel.archive.files import LibrarySettings
from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive
from bookwheel.tools import dispatch
from stdio_client import Client

IN_TURN = 8

VIEWS: dict[str, tuple[str, dict[str, Any]]] = {
    "full": ("zim_get", {}),
    "summary": ("zim_get", {"view": "summary"}),
    "toc": ("zim_get", {"view": "toc"}),
    "section": ("zim_get_section", {}),
}


def pages(archive: OpenArchive, count: int) -> Iterator[tuple[str, str]]:
    """Yield (path, id of a section) of pages drawn by chance."""
    dice = random.Random(17)
    seen: set[str] = set()
    for _ in range(count * 50):
        entry = archive.directory.entry(dice.randrange(archive.directory.count))
        if entry.is_redirect or not entry.mimetype.startswith("text/html") or entry.path in seen:
            continue
        seen.add(entry.path)
        sections = archive.document(archive.resolve(entry.path)).sections
        if len(sections) > 1 and sections[-1].anchor:
            yield entry.path, sections[len(sections) // 2].anchor


def compare(
    name: str, calls: list[tuple[str, dict[str, Any]]], reference: Client, ours: Client, path: Path
) -> None:
    """Time the calls, the servers taking turns, and print one line."""
    wall: dict[str, list[float]] = {"reference": [], "ours": []}
    cpu = {"reference": -reference.cpu_seconds(), "ours": -ours.cpu_seconds()}
    failed = {"reference": 0, "ours": 0}
    for block in (calls[start : start + IN_TURN] for start in range(0, len(calls), IN_TURN)):
        for who, client in (("reference", reference), ("ours", ours)):
            for tool, arguments in block:
                begun = time.perf_counter()
                try:
                    client.call(tool, {"zim_file_path": str(path), **arguments})
                except RuntimeError:
                    failed[who] += 1
                wall[who].append(time.perf_counter() - begun)
    cpu["reference"] += reference.cpu_seconds()
    cpu["ours"] += ours.cpu_seconds()
    a, b = (statistics.median(wall[who]) * 1000 for who in ("reference", "ours"))
    c, d = (cpu[who] / len(calls) * 1000 for who in ("reference", "ours"))
    note = f"  failed {failed['reference']}/{failed['ours']}" if any(failed.values()) else ""
    print(f"  {name:22}{a:10.2f}{b:8.2f}{a / b:8.1f}x{c:12.2f}{d:8.2f}{c / max(d, 0.01):8.1f}x{note}")


def compare_inside(calls: list[tuple[str, dict[str, Any]]], path: Path, python: str) -> None:
    """Time the calls without a transport, and print one line."""
    named = [(tool, {"zim_file_path": str(path), **arguments}) for tool, arguments in calls]
    done = subprocess.run(
        [python, str(Path(__file__).with_name("tools_peer.py"))],
        input=json.dumps([str(path.parent), named]),
        capture_output=True,
        text=True,
        check=True,
    )
    reference = [taken for taken, _ in json.loads(done.stdout)]
    library = Library(LibrarySettings((str(path.parent),)))
    ours: list[float] = []
    for tool, arguments in named:
        place = dispatch.find(tool).place
        begun = time.process_time()
        dispatch.run(library, (place, arguments))
        ours.append((time.process_time() - begun) * 1000)
    # The first call opens the archive.
    a, b = statistics.median(reference[1:]), statistics.median(ours[1:])
    print(f"  {'  in process':22}{'':28}{a:12.2f}{b:8.2f}{a / b:8.1f}x")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--reference", required=True, help="command of the other server; the folder is appended"
    )
    parser.add_argument("--calls", type=int, default=40)
    parser.add_argument("--in-process", metavar="PYTHON", help="the Python of the reference's environment")
    options = parser.parse_args()
    library = Library(LibrarySettings((str(options.folder),)))
    command = str(Path(sys.executable).with_name("bookwheel"))
    reference = Client([*shlex.split(options.reference), str(options.folder)])
    ours = Client([command, "serve", "--readers", "1", "--source", "archive", str(options.folder)])
    reference.initialize()
    ours.initialize()
    for file in library.archives():
        archive = library.open(file.name)
        drawn = list(pages(archive, 5 * options.calls))
        sizes = [archive.size_of(archive.resolve(path)) for path, _ in drawn[: options.calls]]
        print(
            f"\n{file.name}: {archive.entry_count} entries, pages of {statistics.median(sizes) / 1000:.0f} KB (median)"
        )
        print(
            f"  {'median of ' + str(min(options.calls, len(drawn))):22}{'reference':>10}{'ours':>8}{'ms':>9}{'reference':>12}{'ours':>8}{'CPU ms':>9}"
        )
        for number, (view, (tool, fixed)) in enumerate(VIEWS.items()):
            batch = drawn[number * options.calls : (number + 1) * options.calls] or drawn[: options.calls]
            calls = [
                (
                    tool,
                    {"entry_path": path, **fixed, **({"section_id": section} if view == "section" else {})},
                )
                for path, section in batch
            ]
            compare(view, calls, reference, ours, archive.path)
            if options.in_process:
                compare_inside(calls, archive.path, options.in_process)
        for offset in (0, archive.entry_count * 9 // 10):
            rows = [("zim_browse", {"namespace": "C", "limit": 50, "offset": offset + n}) for n in range(12)]
            compare(f"browse 50 at {offset}", rows, reference, ours, archive.path)
    print(f"\nresident: reference {reference.rss_bytes() / 1e6:.0f} MB, ours {ours.rss_bytes() / 1e6:.0f} MB")
    reference.close()
    ours.close()


if __name__ == "__main__":
    main()
