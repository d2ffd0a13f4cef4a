"""Sentences of running text in any script, and which words in them answer to the words of a query."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple

from bookwheel.titles.folding import flatten, fold, is_unspaced

# An end, closing quotes, then a blank and something that does not go on in lower case; or an end of East Asian scripts.
_END: Final = re.compile(r"[.!?…؟۔।]+[\"'”’»)\]]*\s+(?=[^\sa-z])|[。！？]+[」』”）]*|\n+")
_ABBREVIATED: Final = re.compile(
    r"(?:^|[\s(.])(?:[A-Z]|[A-Za-z]\.[A-Za-z]|St|Mr|Mrs|Ms|Dr|Prof|Jr|Sr|vs|ca|c|cf|e\.g|i\.e|approx|No|Vol|z\.B|bzw)\.\s*$"
)
_MOST_ENDING: Final = 3
_LEAST_BEGINNING: Final = 4
_LEAST_SHARED: Final = 0.75


class Marked(NamedTuple):
    """A stretch of text that answers to a word of the query."""

    start: int
    end: int
    word: str


def sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph, without blanks around them."""
    found: list[str] = []
    start = 0
    for end in _END.finditer(text):
        if end[0][0] == "." and _ABBREVIATED.search(text[max(start, end.start() - 12) : end.end()]):
            continue
        found.append(text[start : end.end()].strip())
        start = end.end()
    found.append(text[start:].strip())
    return [sentence for sentence in found if sentence]


def find_words(text: str, words: Sequence[str]) -> list[Marked]:
    """Return where a text has the (folded) words of a query or other forms of them, in order."""
    pattern = _pattern(tuple(words))
    if pattern is None:
        return []
    found: list[Marked] = []
    for match in pattern.finditer(flatten(text)):
        own = text[match.start() : match.end()]
        run_on = match["run_on"]
        word = run_on or answering(fold(own), words)
        if word:
            found.append(Marked(match.start(), match.end(), word))
    return found


@lru_cache(maxsize=64)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return what finds every word that may be a form of one of these, and some others."""
    run_on = [re.escape(word) for word in words if is_unspaced(word)]
    begun = [re.escape(beginning(word)) for word in words if not is_unspaced(word)]
    if not run_on and not begun:
        return None
    nothing = r"(?!)"
    return re.compile(
        rf"(?P<run_on>{'|'.join(run_on) or nothing})|(?<!\w)(?:{'|'.join(begun) or nothing})(?:[\w'’]*\w)?"
    )


def beginning(word: str) -> str:
    """Return the part of a word that all its forms begin with."""
    return word[: max(3, ceil(_LEAST_SHARED * len(word)), len(word) - _MOST_ENDING)]


def answering(own: str, words: Sequence[str]) -> str:
    """Return the word of a query of which a folded word of a text is a form, or "".

    Forms differ in their ending: at most three letters, after a beginning that makes up three quarters of the longer.
    """
    parts = own.split()
    for word in words:
        if word == own or word in parts:
            return word
    for word in words:
        shared, longest = _shared(own, word), max(len(own), len(word))
        least = max(_LEAST_SHARED * longest, longest - _MOST_ENDING)
        if shared >= max(_LEAST_BEGINNING, least) or own == f"{word}s" or word == f"{own}s":
            return word
    return ""


def _shared(one: str, other: str) -> int:
    for place, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return place
    return min(len(one), len(other))
