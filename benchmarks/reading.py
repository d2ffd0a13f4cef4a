"""Time reading pages: parse, walk and render beside a bare lexbor parse, and beside the reference server.

    MALLOC_ARENA_MAX=1 python benchmarks/reading.py [--pages DIR] [--runs N] [--peer PYTHON]

The variable is what the server sets for its readers. Pages are read from ../shared/data/html, real ones from 4 KB to
1 MB, which are no part of the project; without them from tests/golden/pages, small ones, whose ratios are not those
of docs/performance.md.

Every figure is CPU time of this process, the least of several interleaved runs. `--peer` names the Python of an
environment in which the reference server (openzim-mcp) is installed; its own processing of a page, the bundle
behind its summaries, sections and links, then runs in that interpreter on the same bytes.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from bookwheel.document.model import Citation, Page
from bookwheel.html import parse, parse_lead
from bookwheel.render.markdown import render_markdown
from bookwheel.render.options import COMPACT
from bookwheel.render.summary import summary
from bookwheel.render.text import full_text

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "../shared/data/html"
GOLDEN = ROOT / "tests/golden/pages"
PEER = Path(__file__).with_name("reading_peer.py")
GOAL_OF_FLOOR = 2.8
GOAL_OF_SUMMARY = 0.35
GOAL_OF_PEER = 60.0


def pages(folder: Path | None) -> list[Path]:
    """Return the pages of a folder; without one the real pages, where they are, else the golden ones."""
    folder = folder or (PAGES if PAGES.is_dir() else GOLDEN)
    paths = sorted(folder.glob("*/*.html") if folder == GOLDEN else folder.glob("*.html"))
    if not paths:
        sys.exit(f"No pages in {folder}; name a folder with --pages.")
    if folder == GOLDEN:
        print("../shared/data/html is not there: the small pages of tests/golden/pages are read instead,")
        print("for which the goals do not hold.\n")
    return paths


def name_of(path: Path) -> str:
    """Return the name of a page in the table: golden pages are told apart by their folders."""
    return f"{path.parent.name}/{path.stem}" if path.is_relative_to(GOLDEN) else path.name


def page(html: bytes, path: Path) -> Page:
    return Page(html, path.stem, Citation(path.stem, "archive"))


def jobs(html: bytes, path: Path) -> dict[str, Callable[[], object]]:
    """Return what is timed for one page: each from bytes to its result."""
    source = page(html, path)
    return {
        "bare": lambda: LexborHTMLParser(html),
        "document": lambda: parse(source),
        "markdown": lambda: render_markdown(parse(source)),
        "compact": lambda: render_markdown(parse(source), COMPACT),
        "text": lambda: full_text(parse(source)),
        "lead": lambda: parse_lead(source),
        "summary": lambda: summary(parse_lead(source, is_prose_only=True)),
    }


def cpu_seconds(job: Callable[[], object]) -> float:
    start = time.process_time()
    result = job()
    elapsed = time.process_time() - start
    del result  # what freeing the tree costs is not part of the job
    return elapsed


def measure(paths: list[Path], runs: int) -> dict[str, dict[str, float]]:
    """Return the least CPU time in seconds of each job, by page."""
    found: dict[str, dict[str, float]] = {}
    gc.collect()
    gc.freeze()
    for path in paths:
        timed = jobs(path.read_bytes(), path)
        least = found[name_of(path)] = dict.fromkeys(timed, float("inf"))
        for _ in range(runs):
            for name, job in timed.items():
                least[name] = min(least[name], cpu_seconds(job))
    return found


def measure_peer(python: str, paths: list[Path], runs: int) -> dict[str, dict[str, float]]:
    """Return the same for the reference's bundle, without and with its compact tables."""
    done = subprocess.run(
        [python, str(PEER), str(runs), *map(str, paths)],
        capture_output=True,
        text=True,
        check=True,
        timeout=3600,
    )
    return json.loads(done.stdout)


def print_table(found: dict[str, dict[str, float]], sizes: dict[str, int]) -> None:
    names = list(next(iter(found.values())))
    print(f"{'page':44}{'KB':>6}" + "".join(f"{name:>12}" for name in names) + "   (ms CPU)")
    for name, times in found.items():
        cells = "".join(f"{times[job] * 1000:12.2f}" for job in names)
        print(f"{name[:43]:44}{sizes[name] / 1000:6.0f}{cells}")


def print_ratios(found: dict[str, dict[str, float]], sizes: dict[str, int]) -> None:
    """Print each job's total, speed, and ratio to the bare parse and to the reference."""
    names = list(next(iter(found.values())))
    totals = {job: sum(times[job] for times in found.values()) for job in names}
    peer = totals.get("peer full")
    print(
        f"\n{'job':14}{'total ms':>10}{'MB/s':>8}{'of bare':>9}{'median':>8}"
        + (f"{'x peer':>8}" if peer else "")
    )
    for job in names:
        median = statistics.median([times[job] / times["bare"] for times in found.values()])
        line = f"{job:14}{totals[job] * 1000:10.1f}{sum(sizes.values()) / totals[job] / 1e6:8.1f}"
        line += f"{totals[job] / totals['bare']:9.2f}{median:8.2f}"
        print(line + (f"{peer / totals[job]:8.1f}" if peer else ""))


def print_goals(found: dict[str, dict[str, float]]) -> None:
    """Print which goals are met."""
    totals = {job: sum(times[job] for times in found.values()) for job in next(iter(found.values()))}
    peer = totals.get("peer full")
    goals = [
        ("markdown of bare parse", totals["markdown"] / totals["bare"], GOAL_OF_FLOOR, "at most"),
        ("compact of bare parse", totals["compact"] / totals["bare"], GOAL_OF_FLOOR, "at most"),
        ("text of bare parse", totals["text"] / totals["bare"], GOAL_OF_FLOOR, "at most"),
        ("summary of bare parse", totals["summary"] / totals["bare"], GOAL_OF_SUMMARY, "at most"),
    ]
    if peer:
        goals.append(("reference over markdown", peer / totals["markdown"], GOAL_OF_PEER, "at least"))
    print()
    for name, value, goal, sense in goals:
        met = value <= goal if sense == "at most" else value >= goal
        print(f"{'met ' if met else 'MISS'} {name}: {value:.2f}, goal {sense} {goal}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Time reading pages beside the bare parser and the reference."
    )
    parser.add_argument("--pages", type=Path, help="a folder of .html files")
    parser.add_argument("--runs", type=int, default=7, help="interleaved runs, the least counts")
    parser.add_argument("--peer", help="the Python of an environment with openzim-mcp")
    parser.add_argument("--peer-runs", type=int, default=1, help="runs of the reference, which is slow")
    arguments = parser.parse_args()
    paths = pages(arguments.pages)
    sizes = {name_of(path): path.stat().st_size for path in paths}
    found = measure(paths, arguments.runs)
    if arguments.peer:
        for name, times in measure_peer(arguments.peer, paths, arguments.peer_runs).items():
            found[name_of(Path(name))].update(times)
    print_table(found, sizes)
    print_ratios(found, sizes)
    if not paths[0].is_relative_to(GOLDEN):
        print_goals(found)


if __name__ == "__main__":
    main()
