"""Time finding in this process: titles, completions, search with snippets; and what memory it takes.

    python benchmarks/finding.py ARCHIVE.zim [ARCHIVE.zim ...] [--runs N]

Titles and words of the queries are drawn from the archive itself by a fixed seed. Figures are CPU milliseconds of this
process; "cold" marks the first call, which may read the archive's titles. The goals hold for archives of 10,000 pages.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from pathlib import Path

from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.archive.opened import OpenArchive
from bookwheel.finding.resolve import resolve_title
from bookwheel.tools.zim import search_answers, search_titles

GOAL_TITLE_MS = 5.0
GOAL_SEARCH_MS = 20.0
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def resident_megabytes() -> float:
    """Return what this process holds in memory now, or 0 where that cannot be told."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))


def sample_titles(archive: OpenArchive, count: int, chance: random.Random) -> list[str]:
    start, stop = archive.directory.namespace_range(archive.content_namespace)
    found: list[str] = []
    while len(found) < count:
        entry = archive.directory.entry(chance.randrange(start, stop))
        if entry.mimetype.startswith("text/html") and len(entry.title) > 3:
            found.append(entry.title)
    return found


def slipped(title: str, chance: random.Random) -> str:
    place = chance.randrange(len(title))
    return title[:place] + chance.choice(LETTERS) + title[place + 1 :]


def timed(job: Callable[[str], object], queries: list[str]) -> list[float]:
    taken: list[float] = []
    for query in queries:
        begun = time.process_time()
        job(query)
        taken.append((time.process_time() - begun) * 1000)
    return taken


def row(name: str, taken: list[float], goal: float | None) -> None:
    ordered = sorted(taken)
    p50, p95 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    verdict = "" if goal is None else f"  goal {goal:.0f}: {'met' if p95 <= goal else 'MISSED'}"
    print(
        f"  {name:32} cold {taken[0]:8.1f}   p50 {p50:6.2f}   p95 {p95:6.2f}   max {ordered[-1]:7.2f}{verdict}"
    )


def measure(path: Path, runs: int) -> None:
    archive = Library(LibrarySettings((str(path),))).choose(None)
    chance = random.Random(20)
    titles = sample_titles(archive, runs, chance)
    words = [word for title in titles for word in title.split() if word.isalpha() and len(word) > 4] or [
        "the"
    ]
    print(f"{path.name}: {archive.entry_count:,} entries, full text {archive.has_fulltext_index}")
    print(f"  {'resident when open':32} {resident_megabytes():8.0f} MB")

    def look_up(text: str) -> object:
        return resolve_title(archive, text)

    def search(text: str) -> object:
        return search_answers.fulltext(archive, text, search_answers.Wanted(10))

    def suggest(text: str) -> object:
        return search_titles.suggest(archive, text, 10)

    pairs = [f"{chance.choice(words)} {chance.choice(words)}" for _ in range(runs)]
    row("title, exact", timed(look_up, titles), GOAL_TITLE_MS)
    row("title, lower case", timed(look_up, [title.lower() for title in titles]), GOAL_TITLE_MS)
    row(
        "title, two slips",
        timed(look_up, [slipped(slipped(t, chance), chance) for t in titles]),
        GOAL_TITLE_MS,
    )
    row(
        "title, in a question",
        timed(look_up, [f"What is {title.lower()}?" for title in titles]),
        GOAL_TITLE_MS,
    )
    row("completion of four letters", timed(suggest, [title[:4] for title in titles]), None)
    row("search, a title, snippets", timed(search, titles), GOAL_SEARCH_MS)
    row("search, two words, snippets", timed(search, pairs), GOAL_SEARCH_MS)
    row(
        "search, a question, snippets",
        timed(search, [f"what is the {pair}?" for pair in pairs]),
        GOAL_SEARCH_MS,
    )
    row("the same questions again", timed(search, [f"what is the {pair}?" for pair in pairs]), GOAL_SEARCH_MS)
    print(f"  {'resident afterwards':32} {resident_megabytes():8.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("archives", nargs="+", type=Path)
    parser.add_argument("--runs", type=int, default=200)
    given = parser.parse_args()
    for path in given.archives:
        measure(path, given.runs)


if __name__ == "__main__":
    main()
