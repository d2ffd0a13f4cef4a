"""Where text may be cut between two code points: at the border of what a reader takes for one character."""

from __future__ import annotations

import unicodedata
from typing import Final

_ZERO_WIDTH_JOINER: Final = "\u200d"
_SPACING_VOWELS: Final = frozenset(
    "\u0e33\u0eb3"
)  # Thai and Lao AM: letters by category, yet part of the cluster
_VIRAMA: Final = 9  # the combining class of the sign that joins two Indic consonants
_PREPENDED: Final = frozenset(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\U000110bd\U000110cd"
)


def is_boundary(text: str, position: int) -> bool:
    """Tell whether text may be cut before text[position]; its two ends always are borders."""
    if position <= 0 or position >= len(text):
        return True
    before, after = text[position - 1], text[position]
    if before < "\u0300" and after < "\u0300":
        return not (before == "\r" and after == "\n")
    if before in "\r\n" or after in "\r\n":
        return True
    return not (
        _extends(after)
        or before == _ZERO_WIDTH_JOINER
        or before in _PREPENDED
        or _joins_hangul(before, after)
        or _joins_consonants(text, position)
        or _joins_flag(text, position)
    )


def boundary_at_or_before(text: str, position: int, lowest: int) -> int:
    """Return the last border in (lowest, position]; `position` itself when there is none."""
    candidate = position
    while candidate > lowest and not is_boundary(text, candidate):
        candidate -= 1
    return candidate if candidate > lowest else position


def _extends(character: str) -> bool:
    return (
        character == _ZERO_WIDTH_JOINER
        or unicodedata.category(character)[0] == "M"
        or "\U0001f3fb" <= character <= "\U0001f3ff"  # skin tones
        or "\U000e0020" <= character <= "\U000e007f"  # tags: the flags of regions
        or character in _SPACING_VOWELS
        or character in "\u200c\uff9e\uff9f"
    )


def _joins_hangul(before: str, after: str) -> bool:
    left, right = _hangul_type(before), _hangul_type(after)
    return (
        (left == "L" and right in ("L", "V", "LV", "LVT"))
        or (left in ("V", "LV") and right in ("V", "T"))
        or (left in ("T", "LVT") and right == "T")
    )


def _hangul_type(character: str) -> str:
    if "\u1100" <= character <= "\u115f" or "\ua960" <= character <= "\ua97c":
        return "L"
    if "\u1160" <= character <= "\u11a7" or "\ud7b0" <= character <= "\ud7c6":
        return "V"
    if "\u11a8" <= character <= "\u11ff" or "\ud7cb" <= character <= "\ud7fb":
        return "T"
    if "\uac00" <= character <= "\ud7a3":
        return "LVT" if (ord(character) - 0xAC00) % 28 else "LV"
    return ""


def _joins_consonants(text: str, position: int) -> bool:
    """Tell whether a virama, other signs after it allowed, binds the letter at `position` to the one before."""
    if unicodedata.category(text[position]) != "Lo":
        return False
    index = position - 1
    while index > 0 and position - index < 8 and unicodedata.category(text[index])[0] in "MC":
        if unicodedata.combining(text[index]) == _VIRAMA:
            return True
        index -= 1
    return False


def _joins_flag(text: str, position: int) -> bool:
    """Tell whether `position` is between the two halves of a flag: regional letters pair from the left."""
    if not (_is_regional(text[position - 1]) and _is_regional(text[position])):
        return False
    start = position
    while start > 0 and _is_regional(text[start - 1]):
        start -= 1
    return (position - start) % 2 == 1


def _is_regional(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"
