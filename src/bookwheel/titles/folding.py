"""The form under which titles are compared: case, width, accents, punctuation and spacing made equal, in any script."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from html import unescape
from typing import Final

# Marks that a reader may leave out. Those of other scripts (vowel signs, tones, voicing of kana) are letters in effect.
_OPTIONAL_MARKS: Final = (
    (0x0300, 0x036F), (0x0483, 0x0489), (0x0591, 0x05C7), (0x0610, 0x061A), (0x064B, 0x065F), (0x0670, 0x0670),
    (0x06D6, 0x06ED), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE00, 0xFE2F),
)  # fmt: skip

# Letters that do not decompose into a plain one and a mark.
_LETTERS: Final = {
    "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ħ": "h", "æ": "ae", "œ": "oe", "ŋ": "n", "ə": "e",
    "ŧ": "t", "ɓ": "b", "ɗ": "d", "ƙ": "k", "ȝ": "y", "ʻ": "", "ʼ": "", "ʿ": "", "ʾ": "", "ʹ": "", "ʺ": "",
    "ى": "ي", "ی": "ي", "ې": "ي", "ک": "ك", "ڪ": "ك", "ة": "ه", "ە": "ه", "ہ": "ه", "ھ": "ه", "ـ": "",
    "ς": "σ", "゠": "", "・": "",
}  # fmt: skip

# Signs that tell one title from another: C, C# and C++; 100 and 100%.
_TELLING: Final = frozenset("+#%@$<>=")
_JOINING: Final = frozenset("'’‘ʼ`´.‛′＇")
"""Stand inside words without parting them: "Newton's" folds to "newtons", "U.S." to "us"."""


class _Table(dict[int, str]):
    """What each character becomes; filled as characters are met."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold_character(chr(code))
        return folded


def _fold_character(character: str) -> str:
    if character in _JOINING:
        return ""
    if character in _TELLING:
        return character
    kept = [
        _LETTERS.get(letter, letter)
        for letter in unicodedata.normalize("NFKD", character.casefold())
        if not any(low <= ord(letter) <= high for low, high in _OPTIONAL_MARKS)
    ]
    folded = unicodedata.normalize("NFC", "".join(kept))
    category = unicodedata.category(character)
    if category[0] in "LNM":
        return folded
    if category in {"Cf", "Cn", "Co", "Cs", "Sk"}:
        return ""
    return folded if category[0] == "S" else " "


_TABLE: Final = _Table()

# Some scrapers leave the markup of a title in it.
_MARKUP: Final = re.compile(
    r"</?(?:i|b|em|strong|sup|sub|span|small|big|u|s|tt|code|font|bdi|cite)(?:\s[^<>]*)?>|<br\s*/?>",
    re.IGNORECASE,
)


def plain_title(title: str) -> str:
    """Return a title as a reader sees it: no markup, no references to characters, no control characters."""
    if "<" in title:
        title = _MARKUP.sub("", title)
    if "&" in title:
        title = unescape(title)
    if title.isprintable():
        return title
    return (
        " ".join("".join([c if c.isprintable() else " " if c.isspace() else "" for c in title]).split())
        or title
    )


def fold(text: str) -> str:
    """Return the words of a text in folded form, single spaces between them; "" when it has none.

    Two texts with equal folds differ in case, width, accents, punctuation or spacing only.
    """
    if "<" in text:
        text = _MARKUP.sub("", text)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return " ".join(text.translate(_TABLE).split())


class _FlatTable(dict[int, str]):
    """The same, one character for each."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _TABLE[code][:1].strip() or chr(code)
        return folded


_FLAT_TABLE: Final = _FlatTable()
# Table look-ups cost ten times what lowering bytes does: they are left to stretches that begin with more than ASCII.
_BEYOND_ASCII: Final = re.compile(r"[^\x00-\x7f][^a-z]*")


def flatten(text: str) -> str:
    """Return a text of the same length with each letter in its folded form (its first letter, where it has several)."""
    if text.isascii():
        return text.lower()
    lowered = text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")
    return _BEYOND_ASCII.sub(lambda found: found[0].translate(_FLAT_TABLE), lowered)


def skeleton(text: str) -> str:
    """Return the folded text without spaces: "Coca-Cola", "coca cola" and "Cocacola" share one.

    A text of nothing but punctuation is its own skeleton.
    """
    return fold(text).replace(" ", "") or "".join(text.split())


@lru_cache(maxsize=4096)
def _is_unspaced(character: str) -> bool:
    """Whether a script writes no spaces between words, so that a word is part of a longer run of letters."""
    code = ord(character)
    return (
        0x0E00 <= code <= 0x0EFF  # Thai, Lao
        or 0x1000 <= code <= 0x109F  # Burmese
        or 0x1780 <= code <= 0x17FF  # Khmer
        or 0x3040 <= code <= 0x30FF  # kana
        or 0x3400 <= code <= 0x9FFF
        or 0xF900 <= code <= 0xFAFF
        or 0x20000 <= code <= 0x3FFFF
    )


def is_unspaced(text: str) -> bool:
    """Whether a text has letters of a script without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese)."""
    return not text.isascii() and any(map(_is_unspaced, text))
