"""Time reading (parse and walk) and reading a lead beside the bare parse of the same bytes.

    python benchmarks/parse.py DIRECTORY_OF_HTML [ROUNDS]

Prints milliseconds of CPU, the best of several rounds, and their ratios per page and in total. Pages without a section
heading are read whole for their lead too.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from bookwheel.document.model import Citation, Page
from bookwheel.html import parse, parse_lead


def best_of(rounds: int, work: Callable[[], object]) -> float:
    """Return the least CPU time of one call in milliseconds."""
    best = float("inf")
    for _ in range(rounds):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best * 1000


def main() -> None:
    directory = Path(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    totals = [0.0, 0.0, 0.0]
    print(f"{'page':48} {'KB':>6} {'bare':>8} {'read':>8} {'lead':>8} {'read/bare':>10} {'lead/bare':>10}")
    for file in sorted(directory.glob("*.html")):
        html = file.read_bytes()
        page = Page(html, file.stem, Citation(file.stem, "live"))
        times = (
            best_of(rounds, lambda html=html: LexborHTMLParser(html)),
            best_of(rounds, lambda page=page: parse(page)),
            best_of(rounds, lambda page=page: parse_lead(page)),
        )
        totals = [total + spent for total, spent in zip(totals, times, strict=True)]
        _print(file.stem, len(html), *times)
    _print("total", 0, *totals)


def _print(name: str, size: int, bare: float, read: float, lead: float) -> None:
    print(
        f"{name[:48]:48} {size // 1024:6} {bare:8.3f} {read:8.3f} {lead:8.3f} {read / bare:10.2f} {lead / bare:10.2f}"
    )


if __name__ == "__main__":
    main()
