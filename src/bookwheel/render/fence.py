"""The fence around retrieved prose: its delimiters cannot occur in what stands between them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

TAG: Final = "article_text"

_NAME: Final = "articletext"  # the tag without its joint, which may be written in many ways
_ANGLE: Final = re.compile("[<\uff1c\ufe64\u2039\u27e8\u3008\u276e\u00ab]")
_SLASHES: Final = frozenset("/\uff0f\u2044\u2215\u29f8\\")
_JOINTS: Final = frozenset(
    "_-\uff3f\ufe4d\ufe4e\ufe4f\u203f\u2040\u2010\u2011\u2012\u2013\u2014\ufe58\ufe63\uff0d"
)
# Letters of other scripts that look like those of the name and that normalisation keeps apart.
_LOOK_ALIKES: Final = {
    "\u0430": "a", "\u03b1": "a", "\u0251": "a", "\u0433": "r", "\u0442": "t", "\u03c4": "t", "\u0456": "i",
    "\u03b9": "i", "\u0131": "i", "\u0441": "c", "\u03f2": "c", "\u04cf": "l", "\u0406": "i", "\u0435": "e",
    "\u03b5": "e", "\u0445": "x", "\u03c7": "x",
}  # fmt: skip
_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")  # letters by category that show nothing


def fence(text: str, attributes: Mapping[str, str] | None = None) -> str:
    """Return the text between `<article_text ...>` and `</article_text>`, each on its own line.

    Whatever inside could pass for either delimiter, whatever its case, spacing, invisible characters or
    compatibility forms, has its angle bracket written `&lt;`. The same text always gives the same result.
    """
    labels = "".join(
        [f' {name}="{_attribute(value)}"' for name, value in (attributes or {}).items() if value]
    )
    return f"<{TAG}{labels}>\n{neutralise(text)}\n</{TAG}>"


def neutralise(text: str) -> str:
    """Return the text with the angle bracket of every look-alike of the fence's delimiters escaped."""
    pieces: list[str] = []
    position = 0
    for angle in _ANGLE.finditer(text):
        if _is_delimiter(text, angle.end()):
            pieces += (text[position : angle.start()], "&lt;")
            position = angle.end()
    return "".join((*pieces, text[position:])) if pieces else text


def _is_delimiter(text: str, position: int) -> bool:
    """Tell whether the text after an angle bracket reads as the tag's name, an optional slash before it."""
    matched = 0
    for index in range(position, len(text)):
        folded = _fold(text[index])
        for letter in folded:
            if letter != _NAME[matched]:
                return False
            matched += 1
            if matched == len(_NAME):
                return True
    return False


@lru_cache(maxsize=4096)
def _fold(character: str) -> str:
    """Return the plain letters the character stands for; "" when it shows nothing or only joins."""
    if character in _SLASHES or character in _JOINTS or character in _BLANK_LETTERS or character.isspace():
        return ""
    if unicodedata.category(character) in ("Cf", "Cc", "Mn", "Me", "Mc", "Zs", "Zl", "Zp"):
        return ""
    plain = [
        _LOOK_ALIKES.get(letter, letter)
        for letter in unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", character).casefold())
        if unicodedata.category(letter)[0] not in "MZC"
    ]
    return "".join(plain)


def _attribute(value: str) -> str:
    visible = "".join(
        [
            " " if character.isspace() else character
            for character in value
            if character.isprintable() or character.isspace()
        ]
    )
    return visible.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
