"""Slips of the pen in the words that requests are made of: "tell me abuot tiger"."""

from __future__ import annotations

import re
from functools import lru_cache

from bookwheel.query import phrases
from bookwheel.query.template import fold
from bookwheel.titles.distance import distance

_LEAST_CHARS = 5


@lru_cache(maxsize=1)
def _words_of_phrases() -> frozenset[str]:
    """Return the longer words that requests are made of."""
    templates = "\n".join((*(row.templates for row in phrases.ENGLISH), *phrases.MACROS.values()))
    words = re.findall(rf"(?<![\w{{<'])[a-z]{{{_LEAST_CHARS},}}(?![\w}}>'])", templates)
    return frozenset(words)


def right_word(word: str) -> str:
    """Return the word of requests that a word is a slip of, or the word."""
    folded = fold(word)
    known = _words_of_phrases()
    if len(folded) < _LEAST_CHARS - 1 or folded in known:
        return word
    near = [other for other in known if _is_slip(folded, other)]
    return near[0] if len(near) == 1 else word


def _is_slip(word: str, other: str) -> bool:
    """Whether two letters were swapped, or one was lost or doubled; another ending or letter makes another word."""
    if len(word) == len(other):
        return sorted(word) == sorted(other) and distance(word, other, 1) == 1
    is_ending = word.removesuffix("s") == other.removesuffix("s")
    return abs(len(word) - len(other)) == 1 and not is_ending and distance(word, other, 1) == 1
