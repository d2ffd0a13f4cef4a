"""Characters that show nothing and can carry hidden text or confuse what a line says: one rule for all of it."""

from __future__ import annotations

import re
from typing import Final

# Controls, zero-width and bidirectional marks, embeddings, overrides and isolates, blank letters, tag characters.
_INVISIBLE: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e0fff]"
)


def without_invisible(text: str) -> str:
    """Return the text without invisible characters; tabs and line feeds stay."""
    if text.isprintable() and text.isascii():
        return text
    return _INVISIBLE.sub("", text)


def single_line(text: str) -> str:
    """Return the text on one line: invisible characters dropped, white space as single blanks."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip(" ")
    return " ".join(without_invisible(text).split())
