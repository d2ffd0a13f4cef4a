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
_VOWELS = frozenset("aeiouy")
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
    """Whether two letters were swapped, one inside was lost or doubled, or a vowel of many letters is wrong.

    Another ending, beginning or consonant makes another word: "particles", "contests", "readings".
    """
    if sorted(word) == sorted(other):
        return distance(word, other, 1) == 1
    if word[0] != other[0] or distance(word, other, 1) != 1:
        return False
    if len(word) == len(other):
        wrong = {letter for pair in zip(word, other, strict=True) if pair[0] != pair[1] for letter in pair}
        return len(word) >= _LEAST_WRONG and wrong <= _VOWELS
    if word.removesuffix("s") == other.removesuffix("s") or len(other) < _LEAST_LOST:
        return False
    doubles = (place for place in range(1, len(word)) if word[place] == word[place - 1])
    return len(word) < len(other) or any(word[:place] + word[place + 1 :] == other for place in doubles)
