"""Sentences of running text in any script, and which words in them answer to the words of a query."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import Final, NamedTuple

from bookwheel.titles.folding import flatten, fold, is_unspaced

# An end, closing quotes, then a blank and something that does not go on in lower case; or an end of East Asian scripts.
# One set of characters stands in front of the ways to go on, so that the engine skips to the next of them.
_END: Final = re.compile(
    r"[.!?…؟۔।。！？\n](?:(?<=[.!?…؟۔।])[.!?…؟۔।]*[\"'”’»)\]]*\s+(?=[^\sa-z])|(?<=[。！？])[。！？]*[」』”）]*|(?<=\n)\n*)"
)
_ABBREVIATED: Final = re.compile(
    r"(?:^|[\s(.])(?:[A-Z]|[A-Za-z]\.[A-Za-z]|St|Mr|Mrs|Ms|Dr|Prof|Jr|Sr|vs|ca|c|cf|e\.g|i\.e|approx|No|Vol|z\.B|bzw)\.\s*$"
)
_LETTER: Final = re.compile(r"\w")
_REST: Final = re.compile(r"(?:[\w'’]*\w)?")
_MOST_ENDING: Final = 3
_LEAST_BEGINNING: Final = 4
_LEAST_SHARED: Final = 0.75
_ALONE: Final = frozenset(("capita",))  # looks like a form of another word ("capital"), and is none


class Marked(NamedTuple):
    """A stretch of text that answers to a word of the query."""

    start: int
    end: int
    word: str


def sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph, without blanks around them."""
    return [text[start:end] for start, end in sentence_spans(text)]


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return where the sentences of a paragraph begin and end, blanks around them left out."""
    ends: list[int] = []
    for end in _END.finditer(text):
        start = ends[-1] if ends else 0
        if end[0][0] != "." or not _ABBREVIATED.search(text[max(start, end.start() - 12) : end.end()]):
            ends.append(end.end())
    found: list[tuple[int, int]] = []
    for start, end in pairwise((0, *ends, len(text))):
        sentence = text[start:end].rstrip()
        begun = start + len(sentence) - len(sentence.lstrip())
        if begun < start + len(sentence):
            found.append((begun, start + len(sentence)))
    return found


def find_words(text: str, words: Sequence[str]) -> list[Marked]:
    """Return where a text has the (folded) words of a query or other forms of them, in order."""
    asked, flat = tuple(words), flatten(text)
    found: list[Marked] = []
    for word in asked:
        is_run_on = is_unspaced(word)
        begun = word if is_run_on else beginning(word)
        start = flat.find(begun) if begun else -1
        while start >= 0:
            end = start + len(begun)
            if is_run_on:
                found.append(Marked(start, end, word))
            elif not start or not _LETTER.match(flat, start - 1):
                rest = _REST.match(flat, end)
                end = rest.end() if rest is not None else end
                if one := answered(text[start:end], asked):
                    found.append(Marked(start, end, one))
            start = flat.find(begun, end)
    return _apart(found) if len(asked) > 1 else found


def _apart(found: list[Marked]) -> list[Marked]:
    """Return stretches in the order of the text; of those that share letters the first, of these the longest."""
    found.sort(key=lambda mark: (mark.start, -mark.end))
    apart: list[Marked] = []
    end = 0
    for mark in found:
        if mark.start >= end:
            apart.append(mark)
            end = mark.end
    return apart


@lru_cache(maxsize=8192)
def answered(own: str, words: tuple[str, ...]) -> str:
    """Return the word of a query of which a word of a text is a form, or ""."""
    return answering(fold(own), words)


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
    for word in words if own not in _ALONE else ():
        shared, longest = _shared(own, word), max(len(own), len(word))
        least = max(_LEAST_SHARED * longest, longest - _MOST_ENDING)
        is_plural = min(len(own), len(word)) > 1 and (own == f"{word}s" or word == f"{own}s")
        if shared >= max(_LEAST_BEGINNING, least) or is_plural:
            return word
    return ""


def _shared(one: str, other: str) -> int:
    for place, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return place
    return min(len(one), len(other))
