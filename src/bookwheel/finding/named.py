"""The pages whose titles stand in a question: "where is Russia located?" -> Russia."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bookwheel.archive.opened import OpenArchive
from bookwheel.finding.frames_subject import without_possessive
from bookwheel.finding.resolve import TitleMatch, title_itself
from bookwheel.finding.terms import Term, terms_of
from bookwheel.finding.vocabulary import vocabulary_of
from bookwheel.finding.words import tables
from bookwheel.titles.folding import fold, is_unspaced, skeleton

_MOST_NAMED: Final = 3
_MOST_TRIED: Final = 24
_LONGEST_NAME: Final = 5
_LONGEST_TITLE: Final = 8
_LONGEST_RUN: Final = 24
_LEAST_PLURAL: Final = 4


class Named(NamedTuple):
    """A page, by its number and title, and the title of a redirect that led to it. words: of the question, folded."""

    number: int
    title: str
    matched_title: str
    words: frozenset[str]


def named_in(archive: OpenArchive, query: str) -> list[Named]:
    """Return the pages whose titles stand in a question, the longest titles first.

    Words without a topic name none.
    """
    if is_unspaced(query):
        return _named_in_run(archive, query)
    terms = terms_of(query, tables(archive.languages, query))
    content = {term.folded for term in content_of(archive, query)}
    taken: set[int] = set()
    found: list[Named] = []
    left = _MOST_TRIED
    for start, stop in _spans(terms.all, content):
        if taken.intersection(range(start, stop)):
            continue
        left -= 1
        first, *others = terms.all[start:stop]
        rest = [term.as_it_stands for term in others]
        # "L'Avare" is a title with its article, and "l'Égypte" one without.
        best = _exactly(archive, " ".join([first.as_it_stands, *rest]))
        if best is None and first.elided:
            best = _exactly(archive, " ".join([first.word, *rest]))
        if best is not None:
            taken.update(range(start, stop))
            words = frozenset(without_possessive(term.folded) for term in terms.all[start:stop])
            found.append(Named(best.number, best.title, best.matched_title, words))
        if len(found) == _MOST_NAMED or not left:
            break
    return found


def content_of(archive: OpenArchive, query: str) -> tuple[Term, ...]:
    """Return the words that carry a question; a common word written as a name is one ("John Donne" in French)."""
    terms = terms_of(query, tables(archive.languages, query))
    content = set(terms.content)
    if not any(term.word.islower() for term in terms.all if term not in content):
        return terms.content
    return tuple(term for term in terms.all if term in content or (is_name(term) and term != terms.all[0]))


def is_name(term: Term) -> bool:
    """Whether a word is written as a name."""
    return term.word[:1].isupper()


def _named_in_run(archive: OpenArchive, query: str) -> list[Named]:
    """Return the pages whose titles stand in a text without spaces, the longest titles first."""
    run = fold(query).replace(" ", "")[:_LONGEST_RUN]
    taken: set[int] = set()
    found: list[Named] = []
    for size in range(min(_LONGEST_TITLE, len(run)), 1, -1):
        for start in range(len(run) - size + 1):
            if taken.intersection(range(start, start + size)):
                continue
            best = _exactly(archive, run[start : start + size])
            if best is not None:
                taken.update(range(start, start + size))
                found.append(Named(best.number, best.title, best.matched_title, frozenset()))
            if len(found) == _MOST_NAMED:
                return found
    return found


def _exactly(archive: OpenArchive, text: str) -> TitleMatch | None:
    """Return the page that a text names, as it stands, as a possessor or as several of the kind ("earthquakes")."""
    one = text[:-1] if len(text) >= _LEAST_PLURAL and text.endswith("s") else text
    vocabulary = vocabulary_of(archive)
    for name in dict.fromkeys((text, without_possessive(text), one)):
        # A vocabulary has every title, and tells that in a twentieth of the time.
        found = (
            title_itself(archive, name) if vocabulary is None or vocabulary.equal(skeleton(name)) else None
        )
        if found is not None:
            return found
    return None


def _spans(words: Sequence[Term], content: set[str]) -> Iterator[tuple[int, int]]:
    """Yield stretches of words that begin and end with one that carries the topic, the longest first."""
    for size in range(min(_LONGEST_NAME, len(words)), 0, -1):
        for start in range(len(words) - size + 1):
            if words[start].folded in content and words[start + size - 1].folded in content:
                yield start, start + size
