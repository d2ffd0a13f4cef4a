"""The pages that may answer a question: what the ladder finds in each archive, and the pages the question names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.entry import Resolved, is_html
from bookwheel.archive.opened import OpenArchive
from bookwheel.finding import fuse, ladder, ranking
from bookwheel.finding.correction_known import KnownWords
from bookwheel.finding.named import content_of, named_in
from bookwheel.finding.passages_scoring import Asked, asked, other_word
from bookwheel.finding.plan import Plan
from bookwheel.finding.terms import Term, Terms, spelt_as_indexed

DEPTH: Final = 12
"""Pages looked at in each archive."""
_NAMED_WEIGHT: Final = 1.2
_OTHERWISE_WEIGHT: Final = 0.85
_MOST_OTHERWISE: Final = 2


class Article(NamedTuple):
    """A page that may answer. names: its title, and the title of a redirect that led to it.

    score: of its rank over all archives. is_named: the question, or a part of it, is its title.
    """

    archive: OpenArchive
    resolved: Resolved
    names: str
    score: float
    is_named: bool


class Searched(NamedTuple):
    """What one archive has to say: the reading of the question there, its words, and its pages in order.

    named: pages whose titles stand in the question. otherwise: pages that say it in other words.
    """

    archive: OpenArchive
    plan: Plan
    question: Asked
    entries: tuple[DirectoryEntry, ...]
    named: dict[int, str]
    otherwise: tuple[DirectoryEntry, ...]


def search(archive: OpenArchive, query: str, known: KnownWords) -> Searched:
    """Return what an archive finds. Raises nothing for what a query says. known: words that are right as they stand."""
    plan = ladder.plan(archive, query, known)
    named: dict[int, str] = {}
    if plan.title is not None and plan.title.number >= 0:
        named[plan.title.number] = f"{plan.title.title} / {plan.title.matched_title}"
    subjects: list[frozenset[str]] = []
    for one in named_in(archive, query):
        named.setdefault(one.number, f"{one.title} / {one.matched_title}")
        subjects.append(one.words)
    question = asked(archive, query, plan, subjects)
    entries = tuple(entry for entry in _first(archive, plan) if is_html(entry.mimetype))
    return Searched(archive, plan, question, entries, named, _said_otherwise(archive, query))


def _said_otherwise(archive: OpenArchive, query: str) -> tuple[DirectoryEntry, ...]:
    """Return the first pages that have for each word of a question the most common other one that says the same."""
    if archive.search.fulltext_state != "sound":
        return ()
    words = spelt_as_indexed(Terms((), content_of(archive, query)), archive.search.count).content
    others = " ".join(_otherwise(archive, term) for term in words)
    if others == " ".join(term.word for term in words):
        return ()
    found = ranking.entries_of(archive, others, _MOST_OTHERWISE, is_by_title=True)
    return tuple(entry for entry in found if is_html(entry.mimetype))


def _otherwise(archive: OpenArchive, term: Term) -> str:
    """Return the most common other word that says the same, or other form of the word; else the word itself."""
    forms = {term.folded, *term.elided} - {term.word} if term.elided else set[str]()
    form = max(sorted(forms), key=archive.search.count, default="")
    return other_word(archive, term.folded)[0] or (form if archive.search.count(form) else term.word)


def _first(archive: OpenArchive, plan: Plan) -> tuple[DirectoryEntry, ...]:
    """Return the first pages of a plan, each once."""
    found = ranking.entries_of(archive, plan.query, DEPTH, is_by_title=plan.is_by_title)
    return tuple({entry.number: entry for entry in (*plan.first, *found, *plan.last)}.values())[:DEPTH]


def ranked(searched: Sequence[Searched]) -> list[tuple[Searched, Article]]:
    """Return the pages of all archives in one order, the best first, without those that cannot be read."""
    rankings: list[tuple[list[tuple[int, int]], float]] = []
    for place, one in enumerate(searched):
        weight = fuse.weight_of(one.plan.step, one.plan.title_score)
        rankings.append(([(place, entry.number) for entry in one.entries], weight))
        rankings.append(([(place, number) for number in one.named], _NAMED_WEIGHT))
        rankings.append(([(place, entry.number) for entry in one.otherwise], _OTHERWISE_WEIGHT))
    order = fuse.fuse(rankings)
    return [
        (searched[place], article)
        for rank, (place, number) in enumerate(order)
        if (article := _article(searched[place], number, rank)) is not None
    ]


def _article(one: Searched, number: int, rank: int) -> Article | None:
    entry = one.archive.directory.entry(number)
    if entry.is_redirect or not is_html(entry.mimetype):
        return None
    resolved = Resolved(entry, entry.path, entry.path, "exact")
    names = f"{entry.title} / {one.named.get(number, '')}"
    return Article(one.archive, resolved, names, round(1 / (1 + rank), 4), number in one.named)
