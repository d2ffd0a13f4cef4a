"""What a question is about: the frame around it taken off ("What is biology?" -> "biology")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bookwheel.finding.words import Words
from bookwheel.titles.folding import skeleton

MAX_CHARS: Final = 300
_MOST_TOKENS: Final = 12
_MOST_STEPS: Final = 6
# A short word before an apostrophe stands by itself: l'ADN, qu'un, dell'arte.
_TOKEN: Final = re.compile(r"\w{1,5}['’](?=\w)|\S+")
EDGES: Final = ' \t\r\n?!.,;:¿¡？！。、，；：؟،؛…"“”„«»‹›「」『』'


class Unframed(NamedTuple):
    """What is left of a question, and the language whose frame was taken off."""

    text: str
    language: str


def unframe(text: str, tables: Sequence[Words]) -> Iterator[Unframed]:
    """Yield what is left of a text as frames come off one after another, the longest rest first.

    Nothing is yielded for a text without a frame. The rest is never empty, and is spelt as in the text.
    """
    if len(text) > MAX_CHARS:
        return
    seen = {skeleton(text)}
    for words in tables:
        rest = text.strip(EDGES)
        is_begun = False
        for _ in range(_MOST_STEPS):
            shorter = _attached(rest, words) if words.is_attached else _spaced(rest, words, is_begun=is_begun)
            if shorter is None:
                break
            is_begun = is_begun or rest.endswith(shorter)
            rest = shorter
            key = skeleton(rest)
            if key not in seen:
                seen.add(key)
                yield Unframed(rest, words.language)


def _spaced(text: str, words: Words, *, is_begun: bool) -> str | None:
    """Return the text without its longest frame at the beginning, else at the end, else without its article.

    is_begun: a frame at the beginning is off already.
    """
    tokens = list(_TOKEN.finditer(text))
    if len(tokens) < 2:
        return None
    parts = [skeleton(token[0]) for token in tokens]
    for count in range(min(len(tokens) - 1, _MOST_TOKENS), 0, -1):
        if "".join(parts[:count]) in words.before:
            return _trim(text[tokens[count].start() :])
    for count in range(min(len(tokens) - 1, _MOST_TOKENS), 0, -1):
        ending = "".join(parts[-count:])
        if ending in words.after or (is_begun and ending in words.closing):
            return _trim(text[: tokens[-count].start()])
    if parts[0] in words.articles:
        return _trim(text[tokens[1].start() :])
    return None


def _attached(text: str, words: Words) -> str | None:
    for phrase in sorted((p for p in words.after if text.endswith(p)), key=len, reverse=True):
        return _trim(text[: -len(phrase)])
    for phrase in sorted((p for p in words.before if text.startswith(p)), key=len, reverse=True):
        return _trim(text[len(phrase) :])
    return None


def _trim(text: str) -> str | None:
    """Return what stands between the punctuation at the edges, or None when nothing does."""
    return text.strip(EDGES) or None
