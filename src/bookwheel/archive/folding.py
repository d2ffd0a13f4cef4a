"""Finding a key in a sorted list although its case or typography differs, without reading the list.

The sorted list is walked like a tree: for each character of the wanted text every spelling of it is tried, and a branch
lives only while some key still begins that way. Keys that differ only in case are few, so hardly a branch survives;
the cost is about two binary searches per character, inside an ever narrower range.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Protocol

MAX_PROBES = 3_000
_ENOUGH = 8
_SMALL_RANGE = 12

_ALIKE = (" _", "'’‘ʼ`´", "-‐‑–—−", '"“”„«»')
_TYPOGRAPHY = {character: group for group in _ALIKE for character in group}


class SortedKeys(Protocol):
    """A list sorted by byte keys that can be searched but not held."""

    @property
    def count(self) -> int:
        """Number of keys."""
        ...

    def first_at_or_after(self, key: bytes, low: int = 0, high: int | None = None) -> int:
        """Return the first place whose key is not less than `key`."""
        ...


def fold(text: str) -> str:
    """Return the form under which two spellings count as the same: case, quotes, dashes and spaces made equal."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(_TYPOGRAPHY.get(character, character)[0] for character in composed).casefold()


def spellings(character: str) -> tuple[str, ...]:
    """Return every way to write one character, the way it is written first."""
    ways = [character, character.lower(), character.upper(), character.title()]
    ways.extend(_TYPOGRAPHY.get(character, ""))
    if character == "ß":
        ways.append("ẞ")
    return tuple(dict.fromkeys(ways))


def find_folded(keys: SortedKeys, key_at: Callable[[int], bytes], prefix: str, text: str) -> list[int]:
    """Return up to eight places whose key is `prefix` (exactly) and then `text` in another spelling.

    The nearest spelling comes first. `key_at` returns the key of a place.
    """
    text = unicodedata.normalize("NFC", text)
    wanted = fold(text)
    head = prefix.encode()
    low = keys.first_at_or_after(head)
    high = keys.first_at_or_after(head[:-1] + bytes([head[-1] + 1]), low) if head else keys.count
    found: list[int] = []
    probes = 0
    stack: list[tuple[int, bytes, int, int]] = [(0, head, low, high)]
    while stack and len(found) < _ENOUGH and probes < MAX_PROBES:
        depth, begun, low, high = stack.pop()
        if high - low <= _SMALL_RANGE or depth == len(text):
            for place in range(low, min(high, low + _SMALL_RANGE)):
                probes += 1
                key = key_at(place)
                if key.startswith(head) and fold(key[len(head) :].decode("utf-8", "replace")) == wanted:
                    found.append(place)
            continue
        for way in reversed(spellings(text[depth])):
            branch = begun + way.encode()
            start = keys.first_at_or_after(branch, low, high)
            stop = keys.first_at_or_after(_after(branch), start, high)
            probes += 2
            if start < stop:
                stack.append((depth + 1, branch, start, stop))
    unique = list(dict.fromkeys(found))
    unique.sort(key=lambda place: _differences(text, key_at(place)[len(head) :].decode("utf-8", "replace")))
    return unique


def _after(prefix: bytes) -> bytes:
    """Return the smallest key greater than every key with this prefix. UTF-8 never uses the byte 0xFF."""
    return prefix + b"\xff"


def _differences(text: str, other: str) -> int:
    if len(text) != len(other):
        return len(text) + len(other)
    return sum(a != b for a, b in zip(text, other, strict=True))
