"""The server beside the SDK's minimal server, in one run: cold start, overhead of a call, memory.

    python benchmarks/server.py [--runs 11] [--archive BIG.zim --reads 10000]

Cold starts alternate between the two, after one that does not count. The door's price is what a call over stdio costs
more than with the same server whose archive work runs inside its own process.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bookwheel import demo_archive
from bookwheel.archive.files import LibrarySettings
from bookwheel.archive.library import Library
from stdio_client import Client

HERE = Path(__file__).parent
MINIMAL = [sys.executable, str(HERE / "minimal_server.py")]
ARCHIVE = str(demo_archive.path())
INLINE = [sys.executable, str(HERE / "inline_server.py"), ARCHIVE]
OURS = [str(Path(sys.executable).with_name("bookwheel")), "serve", "--source", "archive", ARCHIVE]
NAME = demo_archive.path().stem
PAGE = "History_of_looking_things_up"


def median_ms(seconds: list[float]) -> float:
    return statistics.median(seconds) * 1000


def cold(command: list[str], first: Callable[[Client], object]) -> tuple[float, float, float, float, float]:
    """Return seconds to the initialize reply, to the first result, of exit, of CPU, and resident megabytes."""
    client = Client(command)
    client.initialize()
    initialized = time.perf_counter() - client.born
    first(client)
    done = time.perf_counter() - client.born
    cpu, memory = client.cpu_seconds(), client.rss_bytes() / 1e6
    return initialized, done, client.close(), cpu, memory


def compare_cold_starts(runs: int) -> None:
    first_ours = lambda client: client.call("zim_get", {"zim_file_path": NAME, "entry_path": PAGE})  # noqa: E731
    first_minimal = lambda client: client.call("text", {"size": 8000})  # noqa: E731
    minimal, ours = [], []
    for run in range(runs + 1):
        pair = cold(MINIMAL, first_minimal), cold(OURS, first_ours)
        if run:
            minimal.append(pair[0])
            ours.append(pair[1])
    print(f"{'cold start, median of ' + str(runs):34}{'minimal':>10}{'bookwheel':>11}{'ratio':>8}")
    for index, label in enumerate(
        ("initialize, ms", "first result, ms", "exit, ms", "CPU of the tree, ms", "RSS of the tree, MB")
    ):
        scale = 1 if index == 4 else 1000
        a = statistics.median(row[index] for row in minimal) * scale
        b = statistics.median(row[index] for row in ours) * scale
        print(f"  {label:32}{a:10.1f}{b:11.1f}{b / a:8.2f}")


def time_calls(calls: list[Callable[[], object]]) -> list[float]:
    times = []
    for call in calls:
        begun = time.perf_counter()
        call()
        times.append(time.perf_counter() - begun)
    return times


def compare_calls(count: int = 300) -> None:
    """Time distinct calls (the answer cache cannot help) whose answers have about 1, 4 and 9 KB.

    The same server answers through the door and inside its own process; the difference is the door's price.
    """
    clients = {"minimal": Client(MINIMAL), "inline": Client(INLINE), "ours": Client(OURS)}
    for client in clients.values():
        client.initialize()
    print(
        f"\n{'a call, median of ' + str(count) + ', ms':34}{'minimal':>10}{'bookwheel':>11}{'inline':>9}{'door':>8}"
    )
    for chars in (300, 1700, 4300):
        wanted = [
            {"zim_file_path": NAME, "entry_path": PAGE, "max_content_length": chars, "content_offset": offset}
            for offset in range(1, count + 1)
        ]
        times: dict[str, list[float]] = {name: [] for name in clients}
        size = 0
        for arguments in wanted:
            for name in ("inline", "ours"):
                times[name] += time_calls([lambda c=clients[name], a=arguments: c.call("zim_get", a)])
            size = len(clients["ours"].line)
            times["minimal"] += time_calls([lambda s=size: clients["minimal"].call("text", {"size": s})])
        a, b, c = (median_ms(times[name]) for name in ("minimal", "ours", "inline"))
        print(f"  answers of {size / 1000:5.1f} KB on the wire{a:13.2f}{b:11.2f}{c:9.2f}{b - c:8.2f}")
    again = {"zim_file_path": NAME, "entry_path": PAGE, "max_content_length": 4300}
    repeated = median_ms(time_calls([lambda: clients["ours"].call("zim_get", again)] * count))
    size = len(clients["ours"].line)
    floor = median_ms(time_calls([lambda: clients["minimal"].call("text", {"size": size})] * count))
    print(f"  the same call again (answer cache){floor:10.2f}{repeated:11.2f}")
    for client in clients.values():
        client.close()


def measure_memory(archive: Path, reads: int) -> None:
    client = Client([OURS[0], "serve", "--readers", "1", str(archive)])
    client.initialize()
    dice = random.Random(1)
    name = archive.stem
    opened = Library(LibrarySettings((str(archive),))).open(name)
    client.call("zim_get", {"zim_file_path": name, "main_page": True})
    print(
        f"\nmemory, {opened.entry_count} entries: {client.rss_bytes() / 1e6:.0f} MB with one reader at the start"
    )
    paths = [opened.directory.entry(dice.randrange(opened.entry_count)).path for _ in range(reads)]
    begun, cpu = time.perf_counter(), client.cpu_seconds()
    failed = 0
    for path in paths:
        try:
            client.call("zim_get", {"zim_file_path": name, "entry_path": path})
        except RuntimeError:
            failed += 1
    seconds, cpu = time.perf_counter() - begun, client.cpu_seconds() - cpu
    print(
        f"  after {reads} reads: {client.rss_bytes() / 1e6:.0f} MB; {seconds / reads * 1000:.2f} ms and {cpu / reads * 1000:.2f} ms CPU a read; {failed} refused"
    )
    client.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--archive", type=Path, help="a large archive, for the memory test")
    parser.add_argument("--reads", type=int, default=10_000)
    options = parser.parse_args()
    compare_cold_starts(options.runs)
    compare_calls()
    if options.archive:
        measure_memory(options.archive, options.reads)


if __name__ == "__main__":
    main()
