"""Tell headings that say something from those that only repeat the page's title."""

from __future__ import annotations

import re

_WORD = re.compile(r"\w+")


def folded(title: str) -> str:
    """Return a title without what does not tell it from another: case, underscores, white space."""
    return " ".join(title.replace("_", " ").split()).casefold()


def is_part_of(heading: str, title: str) -> bool:
    """Tell whether a title holds all the words of a heading in a row ("Page" in "Page – Site")."""
    words, whole = (" ".join(_WORD.findall(folded(text))) for text in (heading, title))
    return bool(words) and f" {words} " in f" {whole} "
