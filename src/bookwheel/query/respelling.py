"""Slips of the pen in the words that requests are made of: "tell me abuot tiger"."""

from __future__ import annotations

import re
from functools import lru_cache

from bookwheel.query import languages, phrases
from bookwheel.query.template import fold
from bookwheel.titles.distance import distance

_LEAST_CHARS = 4
_LEAST_LOST = 5
_LEAST_WRONG = 7
_WORD = re.compile(r"(?<![\w{<:])[^\W\d_]+(?![\w}>:])")


@lru_cache(maxsize=1)
def words_of_phrases() -> frozenset[str]:
    """Return the words that requests are made of, folded."""
    rows = (*phrases.ENGLISH, *languages.GERMAN, *languages.FRENCH, *languages.SPANISH)
    templates = (*(row.templates for row in rows), *phrases.MACROS.values(), *languages.MACROS.values())
    return frozenset(_WORD.findall(fold("\n".join(templates))))


@lru_cache(maxsize=1)
def _longer_words() -> tuple[str, ...]:
    return tuple(sorted(word for word in words_of_phrases() if len(word) >= _LEAST_CHARS))


def right_word(word: str) -> str:
    """Return the word of requests that a word is a slip of, or the word."""
    folded = fold(word)
    if len(folded) < _LEAST_CHARS or folded in words_of_phrases():
        return word
    near = [other for other in _longer_words() if _is_slip(folded, other)]
    return near[0] if len(near) == 1 else word


def _is_slip(word: str, other: str) -> bool:
    """Whether two letters were swapped, one was lost or doubled, or one of many is wrong; an ending makes another word."""
    if len(word) == len(other):
        is_swapped = sorted(word) == sorted(other)
        return (is_swapped or len(word) >= _LEAST_WRONG) and distance(word, other, 1) == 1
    is_ending = word.removesuffix("s") == other.removesuffix("s")
    is_long = len(other) >= _LEAST_LOST
    return is_long and abs(len(word) - len(other)) == 1 and not is_ending and distance(word, other, 1) == 1
