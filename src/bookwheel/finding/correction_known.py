"""Which words are right as they stand, and which corrections of a word may be believed.

A word of the language, or one that pages have, is no slip of the pen, unless the other word is so much commoner that
even printed slips are to be expected. In a short word two slips are believed only where letters were mostly moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bookwheel.archive.opened import OpenArchive
from bookwheel.finding import lookup
from bookwheel.finding.passages_kin import family_of
from bookwheel.finding.words import stop_anywhere, tables
from bookwheel.titles.distance import distance
from bookwheel.titles.filing import LEAST_WORD_CHARS
from bookwheel.titles.folding import fold, is_unspaced

SHORT_WORD: Final = 4
"""Up to so many letters one slip is believed, not two."""
MIDDLING_WORD: Final = 6
"""Up to so many letters two slips must leave the first letter and bring at most one new one; none may be lost."""
PRINTED_SLIPS: Final = 50
"""A word this many times rarer than another may be a slip of it, though pages have it."""
_LEAST_INFLECTED: Final = 4


class KnownWords:
    """How many pages of some archives have a word, and the common words of their languages; one for each question."""

    def __init__(self, archives: Sequence[OpenArchive]) -> None:
        self._archives = archives
        languages = [words for archive in archives for words in tables(archive.languages)]
        self._common = frozenset[str]().union(*(words.stop for words in languages))
        self._pages: dict[str, int] = {}

    def is_common(self, word: str) -> bool:
        """Whether a folded word is one that any text of the language has, or a question in whatever language it is put.

        In other languages short words are too many: a slip of "Sea" is Se.
        """
        if word in self._common:
            return True
        return len(word) >= LEAST_WORD_CHARS and (word in stop_anywhere() or bool(family_of(word)))

    def pages(self, word: str) -> int:
        """Return how many pages have a folded word."""
        known = self._pages.get(word)
        if known is None:
            known = self._pages[word] = sum(archive.search.count(word) for archive in self._archives)
        return known

    def _is_title(self, word: str) -> bool:
        """Whether a word is itself a title, and therefore right."""
        return any(
            not same.is_loose
            for archive in self._archives
            for same in lookup.similar(archive, word, frozenset(), ())
        )

    def is_slip(self, word: str, other: str, *, is_alone: bool = True) -> bool:
        """Whether a folded word may be a misspelling of another one.

        is_alone: nothing but the letters speaks for it; otherwise words beside it do, and any slips are believed.
        """
        if word == other:
            return True
        if self.is_common(word) or (is_alone and not is_near(word, other)):
            return False
        count, others = self.pages(word), self.pages(other)
        # An index that drops endings takes the two for one word: what pages have is the other one.
        is_one_word = count == others and word[:1] == other[:1]
        if not count or is_one_word or _is_inflected(word, other):
            return True
        return count * PRINTED_SLIPS < others and not self._is_title(word)

    def is_slip_of_title(self, text: str, title: str) -> bool:
        """Whether a text may be a misspelling of a title: each of its words the same or a slip of the one there.

        Where words were joined or cut apart there is nothing to compare; then one of them must be unknown.
        """
        words, others = fold(text).split(), fold(title).split()
        if len(words) == len(others):
            is_alone = len(words) == 1
            return all(
                self.is_slip(word, other, is_alone=is_alone)
                for word, other in zip(words, others, strict=True)
            )
        if len(words) == 1 or is_unspaced(text):
            return True
        return any(not self.is_common(word) and not self.pages(word) for word in words)


def is_near(word: str, other: str) -> bool:
    """Whether what lies between two words is little enough for their length."""
    if is_unspaced(word):
        return True
    length = max(len(word), len(other))
    if length > MIDDLING_WORD or distance(word, other, 2) <= 1:
        return True
    return (
        length > SHORT_WORD
        and word[:1] == other[:1]
        and len(other) >= len(word)
        and len(set(other) - set(word)) <= 1
    )


def _is_inflected(word: str, other: str) -> bool:
    """Whether one of two words is the other with one more letter at its end."""
    shorter, longer = sorted((word, other), key=len)
    return len(shorter) >= _LEAST_INFLECTED and len(longer) == len(shorter) + 1 and longer.startswith(shorter)
