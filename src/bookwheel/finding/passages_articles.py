"""The pages that may answer a question: what the ladder finds in each archive, and the pages the question names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.entry import Resolved, is_html
from bookwheel.archive.opened import OpenArchive
from bookwheel.finding import fuse, ladder, ranking
from bookwheel.finding.correction_known import KnownWords
from bookwheel.finding.frames_subject import without_possessive
from bookwheel.finding.passages_scoring import Asked, asked, content_of, other_word
from bookwheel.finding.resolve import TitleMatch, title_itself
from bookwheel.finding.terms import Term, terms_of
from bookwheel.finding.words import tables
from bookwheel.titles.folding import fold, is_unspaced

DEPTH: Final = 12
"""Pages looked at in each archive."""
_MOST_NAMED: Final = 3
_MOST_TRIED: Final = 24
_LONGEST_NAME: Final = 5
_LONGEST_TITLE: Final = 8
_LONGEST_RUN: Final = 24
_LEAST_PLURAL: Final = 5
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
    plan: ladder.Plan
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
    for number, title, words in _named_in(archive, query):
        named.setdefault(number, title)
        subjects.append(words)
    question = asked(archive, query, plan, subjects)
    entries = tuple(entry for entry in _first(archive, plan) if is_html(entry.mimetype))
    return Searched(archive, plan, question, entries, named, _said_otherwise(archive, query))


def _said_otherwise(archive: OpenArchive, query: str) -> tuple[DirectoryEntry, ...]:
    """Return the first pages that have for each word of a question the most common other one that says the same."""
    if archive.search.fulltext_state != "sound":
        return ()
    words = [term.folded for term in content_of(archive, query)]
    others = " ".join(other_word(archive, word)[0] or word for word in words)
    if others == " ".join(words):
        return ()
    found = ranking.entries_of(archive, others, _MOST_OTHERWISE, is_by_title=True)
    return tuple(entry for entry in found if is_html(entry.mimetype))


def _first(archive: OpenArchive, plan: ladder.Plan) -> tuple[DirectoryEntry, ...]:
    """Return the first pages of a plan, each once."""
    found = ranking.entries_of(archive, plan.query, DEPTH, is_by_title=plan.is_by_title)
    return tuple({entry.number: entry for entry in (*plan.first, *found, *plan.last)}.values())[:DEPTH]


def ranked(searched: Sequence[Searched]) -> list[tuple[Searched, Article]]:
    """Return the pages of all archives in one order, the best first, without those that cannot be read."""
    rankings: list[tuple[list[tuple[int, int]], float]] = []
    for place, one in enumerate(searched):
        weight = fuse.weight_of(one.plan.step, one.plan.title.score if one.plan.title else 0.0)
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


def _named_in(archive: OpenArchive, query: str) -> list[tuple[int, str, frozenset[str]]]:
    """Return the pages whose titles stand in a question, and in which words (folded), the longest titles first.

    Words without a topic name none.
    """
    if is_unspaced(query):
        return _named_in_run(archive, query)
    languages = tables(archive.languages, query)
    terms = terms_of(query, languages)
    content = {term.folded for term in content_of(archive, query)}
    taken: set[int] = set()
    found: list[tuple[int, str, frozenset[str]]] = []
    left = _MOST_TRIED
    for start, stop in _spans(terms.all, content):
        if taken.intersection(range(start, stop)):
            continue
        left -= 1
        best = _exactly(archive, " ".join([term.word for term in terms.all[start:stop]]))
        if best is not None:
            taken.update(range(start, stop))
            words = frozenset(without_possessive(term.folded) for term in terms.all[start:stop])
            found.append((best.number, f"{best.title} / {best.matched_title}", words))
        if len(found) == _MOST_NAMED or not left:
            break
    return found


def _named_in_run(archive: OpenArchive, query: str) -> list[tuple[int, str, frozenset[str]]]:
    """Return the pages whose titles stand in a text without spaces, the longest titles first."""
    run = fold(query).replace(" ", "")[:_LONGEST_RUN]
    taken: set[int] = set()
    found: list[tuple[int, str, frozenset[str]]] = []
    for size in range(min(_LONGEST_TITLE, len(run)), 1, -1):
        for start in range(len(run) - size + 1):
            if taken.intersection(range(start, start + size)):
                continue
            best = _exactly(archive, run[start : start + size])
            if best is not None:
                taken.update(range(start, start + size))
                found.append((best.number, f"{best.title} / {best.matched_title}", frozenset()))
            if len(found) == _MOST_NAMED:
                return found
    return found


def _exactly(archive: OpenArchive, text: str) -> TitleMatch | None:
    """Return the page that a text names, as it stands, as a possessor or as several of the kind ("earthquakes")."""
    one = text[:-1] if len(text) >= _LEAST_PLURAL and text.endswith("s") else text
    for name in dict.fromkeys((text, without_possessive(text), one)):
        found = title_itself(archive, name)
        if found is not None:
            return found
    return None


def _spans(words: Sequence[Term], content: set[str]) -> Iterator[tuple[int, int]]:
    """Yield stretches of words that begin and end with one that carries the topic, the longest first."""
    for size in range(min(_LONGEST_NAME, len(words)), 0, -1):
        for start in range(len(words) - size + 1):
            if words[start].folded in content and words[start + size - 1].folded in content:
                yield start, start + size
