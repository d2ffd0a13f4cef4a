"""Misspelt words of a query, put right by words of the archive's own titles."""

from __future__ import annotations

from typing import Final, NamedTuple

from bookwheel.archive.opened import OpenArchive
from bookwheel.finding.correction_known import KnownWords
from bookwheel.finding.terms import Term
from bookwheel.finding.vocabulary import Vocabulary, vocabulary_of
from bookwheel.titles.filing import LEAST_WORD_CHARS
from bookwheel.titles.keys import most_edits

MAX_WORD_CHARS: Final = 64
_CANDIDATES: Final = 8
_MOST_CORRECTED: Final = 4


class Corrected(NamedTuple):
    """Words as they are now, and what was changed: (as it stood, as it is now).

    is_skipped: there are words that no page has, and no vocabulary to correct them by.
    """

    words: tuple[Term, ...]
    changes: tuple[tuple[str, str], ...] = ()
    is_skipped: bool = False


def correct(archive: OpenArchive, words: tuple[Term, ...], known: KnownWords) -> Corrected:
    """Put right the words that no page has: of the nearest words of titles the likest at its ends, then the one on most pages."""
    unknown = [
        term
        for term in words
        if LEAST_WORD_CHARS <= len(term.folded) <= MAX_WORD_CHARS
        and " " not in term.folded
        and not archive.search.count(term.word)
        and not known.is_common(term.folded)
    ]
    vocabulary = vocabulary_of(archive) if unknown else None
    if vocabulary is None:
        return Corrected(words, is_skipped=bool(unknown))
    right: dict[Term, str] = {}
    for term in unknown[:_MOST_CORRECTED]:
        better = _best(archive, vocabulary, term.folded, known)
        if better:
            right[term] = better
    changed = tuple(Term(right[term], right[term]) if term in right else term for term in words)
    return Corrected(changed, tuple((term.word, better) for term, better in right.items()))


def _best(archive: OpenArchive, vocabulary: Vocabulary, word: str, known: KnownWords) -> str:
    near = vocabulary.near_words(word, most_edits(len(word)))
    candidates = [(other, edits) for other, edits in near if known.is_slip(word, other)][:_CANDIDATES]
    if not candidates:
        return ""
    nearest = [other for other, edits in candidates if edits == candidates[0][1]]
    # Who slips seldom does so in the first letter, or the last: "astronot" is an astronaut rather than astronomy.
    return max(
        nearest,
        key=lambda other: (
            (other[:1] == word[:1]) + (other[-1:] == word[-1:]),
            archive.search.count(other),
            other,
        ),
    )
