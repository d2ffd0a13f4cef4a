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
from bookwheel.finding.passages_kin import SINCE, expected, family_of
from bookwheel.finding.passages_scoring import Asked, asked, other_word
from bookwheel.finding.plan import Plan
from bookwheel.finding.terms import Term, Terms, spelt_as_indexed
from bookwheel.finding.words import DEFAULT, is_in_language
from bookwheel.titles.folding import fold

DEPTH: Final = 12
"""Pages looked at in each archive."""
_NAMED_WEIGHT: Final = 1.2
_OTHERWISE_WEIGHT: Final = 0.85
_FOREIGN: Final = 0.95
"""What the pages of an archive in another language than the question's count: its own first three come before them."""
_MOST_OTHERWISE: Final = 2
_ROOT: Final = 4


class Article(NamedTuple):
    """A page that may answer. names: its title, and the title of a redirect that led to it.

    score: of its rank over all archives. is_named: the question, or a part of it, is its title. is_in_language: the
    question is put in its language.
    """

    archive: OpenArchive
    resolved: Resolved
    names: str
    score: float
    is_named: bool
    is_in_language: bool


class Searched(NamedTuple):
    """What one archive has to say: the reading of the question there, its words, and its pages in order.

    named: pages whose titles stand in the question. otherwise: pages that say it in other words.
    is_in_language: whether the question is put in the archive's language, as far as its words tell.
    """

    archive: OpenArchive
    plan: Plan
    question: Asked
    entries: tuple[DirectoryEntry, ...]
    named: dict[int, str]
    otherwise: tuple[DirectoryEntry, ...]
    is_in_language: bool


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
    otherwise, is_spoken = _said_otherwise(archive, query), is_in_language(query, archive.languages)
    return Searched(archive, plan, question, entries, named, otherwise, is_spoken)


def _said_otherwise(archive: OpenArchive, query: str) -> tuple[DirectoryEntry, ...]:
    """Return the first pages that say a question in other words.

    They have the most common other word that says the same: for each word that is rarer than it, or for every word; or
    the most common one of the same root ("invention" for "invented"). Of who holds an office now they tell since when.
    """
    if archive.search.fulltext_state != "sound":
        return ()
    count = archive.search.count
    terms = spelt_as_indexed(Terms((), content_of(archive, query)), count).content
    words = [term.word for term in terms]
    others = [_otherwise(archive, term) for term in terms]
    forms = (
        [other if count(other) > count(word) else word for word, other in zip(words, others, strict=True)],
        others,
        [_of_same_root(archive, term) for term in terms],
        [*words, SINCE.get(archive.language or DEFAULT, "")] if expected(fold(query)) == "now" else words,
    )
    found = [
        entry
        for form in dict.fromkeys(" ".join(form) for form in forms if form != words)
        for entry in ranking.entries_of(archive, form, _MOST_OTHERWISE, is_by_title=True)
        if is_html(entry.mimetype)
    ]
    return tuple({entry.number: entry for entry in found}.values())


def _of_same_root(archive: OpenArchive, term: Term) -> str:
    kin = [word for word in family_of(term.folded) if word.startswith(term.folded[:_ROOT])]
    return max(kin, key=archive.search.count, default=term.word)


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
        share = 1.0 if one.is_in_language else _FOREIGN
        weight = share * fuse.weight_of(one.plan.step, one.plan.title_score)
        rankings.append(([(place, entry.number) for entry in one.entries], weight))
        rankings.append(([(place, number) for number in one.named], share * _NAMED_WEIGHT))
        # What the question names lifts every page of its ranking: those that say it otherwise keep up with them.
        rankings.append(
            ([(place, entry.number) for entry in one.otherwise], max(share * _OTHERWISE_WEIGHT, weight))
        )
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
    return Article(
        one.archive, resolved, names, round(1 / (1 + rank), 4), number in one.named, one.is_in_language
    )
