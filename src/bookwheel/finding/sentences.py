"""Sentences of running text in any script, and which words in them answer to the words of a query."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from bookwheel.titles.folding import fold, is_unspaced

# An end, closing quotes, then a blank and something that does not go on in lower case; or an end of East Asian scripts.
_END: Final = re.compile(r"[.!?…؟۔।]+[\"'”’»)\]]*\s+(?=[^\sa-z])|[。！？]+[」』”）]*|\n+")
_ABBREVIATED: Final = re.compile(
    r"(?:^|[\s(.])(?:[A-Z]|[A-Za-z]\.[A-Za-z]|St|Mr|Mrs|Ms|Dr|Prof|Jr|Sr|vs|ca|c|cf|e\.g|i\.e|approx|No|Vol|z\.B|bzw)\.\s*$"
)
_WORD: Final = re.compile(r"\w[\w'’\-]*\w|\w")
_MOST_ENDING: Final = 3
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
        if end[0][0] == "." and _ABBREVIATED.search(text, max(start, end.start() - 12), end.end()):
            continue
        found.append(text[start : end.end()].strip())
        start = end.end()
    found.append(text[start:].strip())
    return [sentence for sentence in found if sentence]


def find_words(text: str, words: Sequence[str]) -> list[Marked]:
    """Return where a text has the (folded) words of a query or other forms of them, in order."""
    found: list[Marked] = []
    run_on = [word for word in words if is_unspaced(word)]
    spaced = [word for word in words if word not in run_on]
    for match in _WORD.finditer(text) if spaced else ():
        word = answering(fold(match[0]), spaced)
        if word:
            found.append(Marked(match.start(), match.end(), word))
    for word in run_on:
        position = text.find(word)
        while position >= 0:
            found.append(Marked(position, position + len(word), word))
            position = text.find(word, position + len(word))
    return _apart(sorted(found))


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
        if shared >= max(3, _LEAST_SHARED * longest, longest - _MOST_ENDING):
            return word
    return ""


def _shared(one: str, other: str) -> int:
    for place, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return place
    return min(len(one), len(other))


def _apart(found: list[Marked]) -> list[Marked]:
    """Return the stretches without those that begin inside another."""
    kept: list[Marked] = []
    for mark in found:
        if not kept or mark.start >= kept[-1].end:
            kept.append(mark)
    return kept
