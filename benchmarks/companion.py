"""Build the companion index of an archive, then read it: speed, size, memory, and the time of an inbound page.

python benchmarks/linked_archive.py /tmp/l100k.zim --pages 100000
python benchmarks/companion.py /tmp/l100k.zim [--jobs N] [--only links] [--peer openzim-mcp] [--peer-seconds 60]

With --peer, the reference server's builder walks the same archive for that many CPU seconds or a little more. Times are CPU seconds of
all processes, so that other work on the machine matters little.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bookwheel.archive.files import LibrarySettings
from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive
from bookwheel.companion.build import build
from bookwheel.companion.graph import LinkGraph
from bookwheel.companion.opened import identity_of
from bookwheel.companion.related import related
from bookwheel.companion.store import open_index

ROWS = 20
CALLS = 1000


def opened(path: Path) -> OpenArchive:
    return Library(LibrarySettings((str(path),))).choose(None)


def cpu_seconds() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def peak_megabytes() -> tuple[int, int]:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_maxrss // 1024, children.ru_maxrss // 1024


def measure_build(path: Path, target: Path, only: tuple[str, ...], jobs: int) -> float:
    steps: dict[str, float] = {}
    step, since = "opening", time.process_time()

    def note(what: str, _done: int, _total: int) -> None:
        nonlocal step, since
        now = time.process_time()
        steps[step] = steps.get(step, 0.0) + now - since
        step, since = what, now

    begun, wall = cpu_seconds(), time.monotonic()
    built = build(opened(path), target, only=only, jobs=jobs, progress=note)
    used, wall = cpu_seconds() - begun, time.monotonic() - wall
    for what, seconds in steps.items():
        print(f"  {what:24s}{seconds:8.2f} s CPU (this process)")
    pages, links = built.counts.get("pages", 0), built.counts.get("links", 0)
    own, workers = peak_megabytes()
    print(f"built: {built.counts}, {built.size / 1e6:.1f} MB")
    print(f"  {used:.1f} s CPU, {wall:.1f} s wall with {jobs} jobs; peak {own} MB, workers {workers} MB each")
    if links:
        linked = sum(
            place.length for name, place in open_index(target, None).sections.items() if name[:5] == "links"
        )
        print(f"  {pages / used:,.0f} pages a CPU second; {linked / links:.2f} bytes a link")
    return pages / used if used else 0.0


def measure_reading(path: Path, target: Path) -> None:
    archive = opened(path)
    begun = time.perf_counter()
    graph = LinkGraph(open_index(target, identity_of(archive)))
    print(f"opened in {(time.perf_counter() - begun) * 1000:.1f} ms")
    hottest = max(range(min(graph.page_count, 1000)), key=graph.inbound_count)
    count = graph.inbound_count(hottest)
    dice = random.Random(1)
    print(f"{ROWS} rows with titles; hottest page: {count:,} linkers")
    for name, pages in {
        "hottest page, any offset": [hottest] * CALLS,
        "any page, any offset": dice.choices(range(graph.page_count), k=CALLS),
        "any linked page, any offset": [_linked_page(graph, dice) for _ in range(CALLS)],
    }.items():
        calls = [
            (page, dice.randrange(max(1, graph.inbound_count(page) - ROWS + 1))) for page in [hottest, *pages]
        ]
        graph = LinkGraph(open_index(target, identity_of(archive)))
        for again in ("first", "again"):
            times = [_time(archive, graph, *call) for call in calls][1:]
            low, high = statistics.median(times), statistics.quantiles(times, n=20)[-1]
            print(f"  {name}, {again:5s}{low:6.0f} us, p95 {high:6.0f} us")
    times: list[float] = []
    for page in dice.choices(range(graph.page_count), k=30):
        targets = {*dice.sample(range(graph.page_count), 40), 0, 1, 2}
        begun = time.process_time()
        related(graph, page, targets)
        times.append((time.process_time() - begun) * 1000)
    print(f"  related, 43 links: median {statistics.median(times):.1f} ms, worst {max(times):.1f} ms")


def _linked_page(graph: LinkGraph, dice: random.Random) -> int:
    """Return a page with a whole page of linkers."""
    while graph.inbound_count(page := dice.randrange(graph.page_count)) < ROWS:
        pass
    return page


def _time(archive: OpenArchive, graph: LinkGraph, page: int, offset: int) -> float:
    begun = time.process_time()
    for rank in graph.inbound(page, offset, ROWS):
        entry = archive.directory.entry(graph.entry_number(rank))
        _ = entry.path, entry.title, graph.inbound_count(rank)
    return (time.process_time() - begun) * 1e6


def measure_peer(command: str, path: Path, seconds: int, pages: int, entries: int) -> float:
    """Let the reference's builder walk for a while and return pages a CPU second, from its own progress.

    Counted from its first report, so that its start costs nothing, to its last.
    """
    reports: list[tuple[int, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        line = [*shlex.split(command), "build", "link-graph", str(path), "--output", f"{folder}/peer.sqlite"]
        with subprocess.Popen(
            line,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        ) as run:
            for said in run.stdout or ():
                if walked := re.search(r"walked (\d+)/", said):
                    reports.append((int(walked[1]), cpu_seconds_of(run.pid)))
                if reports and reports[-1][1] > seconds:
                    run.kill()
    (first, begun), (last, ended) = reports[0], reports[-1]
    rate = (last - first) / (ended - begun) * pages / entries
    print(
        f"reference: walked {last - first:,} entries in {ended - begun:.0f} s CPU: {rate:.0f} pages a second"
    )
    return rate


def cpu_seconds_of(process: int) -> float:
    user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("archive", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="titles,links")
    parser.add_argument("--peer", metavar="COMMAND", help="the reference server's command")
    parser.add_argument("--peer-seconds", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "index.bookwheel"
        ours = measure_build(options.archive, target, tuple(options.only.split(",")), options.jobs)
        measure_reading(options.archive, target)
        counts = open_index(target, None).header["counts"]
    if options.peer:
        entries = opened(options.archive).entry_count
        theirs = measure_peer(options.peer, options.archive, options.peer_seconds, counts["pages"], entries)
        print(f"ratio per core: {ours / theirs:.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
