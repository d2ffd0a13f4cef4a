"""The ways to read what a caller wrote as a path, from the literal to the lenient. Pure text, no archive."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from bookwheel.archive.entry import Matched
from bookwheel.document.invisible import without_invisible

_MAX_FRAGMENTS = 4
_RELATIVE = re.compile(r"(?:\.{1,2}/)+")


class Spelling(NamedTuple):
    """One way to read a request."""

    text: str
    matched: Matched
    fragment: str


def plain(text: str) -> str:
    """Return a path as a reader would write it: decoded, single spaces for underscores, none at the ends."""
    return " ".join(word for word in re.split(r"[\s_]+", unquote(text)) if word)


def cuts(text: str) -> Iterator[tuple[str, str]]:
    """Yield (text, "") and then each split at "#", the last one first: "C# (lang)#History" is not "C"."""
    yield text, ""
    position = len(text)
    for _ in range(_MAX_FRAGMENTS):
        position = text.rfind("#", 0, position)
        if position <= 0:
            return
        yield text[:position], unquote(text[position + 1 :])


def spellings(requested: str) -> Iterator[Spelling]:
    """Yield the readings of a request from the literal to the lenient.

    The whole text comes before any reading that cuts a fragment off: "C# (lang)" is not a place in "C".
    """
    readings: list[Spelling] = []
    for text, fragment in cuts(requested):
        begun = len(readings)
        readings.append(Spelling(text, "exact", fragment))
        if "%" in text:
            readings.append(Spelling(unquote(text), "decoded", fragment))
        readings.extend([wide for reading in readings[begun:] for wide in _underscored(reading)])
        yield from readings[begun:]
    for text, fragment in cuts(requested):
        for position in dict.fromkeys((text.rfind("?"), text.find("?"))):
            if position > 0 and "#" not in text[position:]:
                head = Spelling(text[:position], "query", fragment)
                decoded = Spelling(unquote(head.text), "query", fragment)
                readings.extend([head, decoded, *_underscored(decoded)])
    for text, matched in _otherwise(requested):
        for cut, fragment in cuts(text):
            forms = dict.fromkeys((cut, cut if matched == "decoded" else unquote(cut)))
            for reading in [Spelling(form, matched, fragment) for form in forms]:
                readings.extend([reading, *_underscored(reading)])
    yield from readings
    for form in ("NFC", "NFD"):
        for reading in readings:
            yield Spelling(unicodedata.normalize(form, reading.text), "normalised", reading.fragment)
    for reading in readings:
        text = reading.text
        yield Spelling(text[:-1] if text.endswith("/") else text + "/", "slash", reading.fragment)
    for reading in readings:
        for text in _suffixed(reading.text):
            yield Spelling(text, "suffix", reading.fragment)


def _otherwise(requested: str) -> Iterator[tuple[str, Matched]]:
    """Yield what a request may have been before it was copied: from a link, by a program, out of running text."""
    if "%23" in requested:
        yield unquote(requested), "decoded"
    visible = without_invisible(requested)
    if visible != requested:
        yield visible, "normalised"
    relative = _RELATIVE.match(visible)
    if relative is not None:
        yield visible[relative.end() :], "namespace"


def _underscored(reading: Spelling) -> Iterator[Spelling]:
    yield Spelling(reading.text.replace(" ", "_"), "underscore", reading.fragment)
    words = [word for word in re.split(r"[\s_]+", reading.text) if word]
    if not words:
        return
    for joined in ("_".join(words), " ".join(words)):
        yield Spelling(joined, "underscore", reading.fragment)
    if words[0][:1].islower():
        # MediaWiki's own rule: the first letter of a title is a capital.
        words[0] = words[0][0].upper() + words[0][1:]
        yield Spelling("_".join(words), "case", reading.fragment)


def _suffixed(text: str) -> Iterator[str]:
    if not text.strip(" _/"):
        return
    if text.endswith(".html"):
        yield text.removesuffix(".html")
    else:
        yield text + ".html"
        yield text.rstrip("/") + "/index.html"
    if text.endswith("/index.html"):
        yield text.removesuffix("index.html")
