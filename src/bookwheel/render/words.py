"""Count words, also in scripts that write none."""

from __future__ import annotations

import re
from typing import Final

# Ideographs, kana, Thai, Lao, Khmer, Burmese: no spaces between words, about two characters each.
_UNSPACED: Final = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+"
)
_CHARS_PER_WORD: Final = 2


def count_words(text: str) -> int:
    """Return the number of words: stretches between blanks, or half the characters where no blanks are written."""
    words = len(text.split())
    if text.isascii():
        return words
    return words + sum((len(run) - 1) // _CHARS_PER_WORD for run in _UNSPACED.findall(text))


def end_of_words(text: str, limit: int) -> int:
    """Return the offset after at most `limit` words, the whole length when the text has no more."""
    left = limit
    for match in re.finditer(r"\S+", text):
        words = count_words(match[0])
        if words > left:
            # A long unspaced stretch is cut inside, an ordinary word is not.
            return match.start() + (left * _CHARS_PER_WORD if words > 1 else 0)
        left -= words
    return len(text)
