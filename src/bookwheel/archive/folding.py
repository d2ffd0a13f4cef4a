"""Finding a key in a sorted list although its case or typography differs, without reading the list.

The sorted list is walked like a tree: for each character of the wanted text every spelling of it is tried, and a branch
lives only while some key still begins that way. Keys that differ only in case are few, so hardly a branch survives;
the cost is about two binary searches per character, inside an ever narrower range.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import NamedTuple, Protocol

MAX_PROBES = 3_000
_ENOUGH = 8
_SMALL_RANGE = 12
_DOUBTFUL = 4
_LETTERS = "etaoinshrdlucmfwypvbgkjqxz_-'"

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


class _Branch(NamedTuple):
    """A beginning that some keys have: how much of the text it stands for, its bytes, and those keys' places."""

    depth: int
    begun: bytes
    low: int
    high: int


class _Walk:
    """One walk down the sorted keys; counts its searches and stops at `MAX_PROBES`."""

    def __init__(self, keys: SortedKeys, key_at: Callable[[int], bytes], prefix: str) -> None:
        self.keys = keys
        self.key_at = key_at
        self.head = prefix.encode()
        self.probes = 0

    def root(self) -> _Branch:
        """Return the branch of all keys with the prefix."""
        low = self.keys.first_at_or_after(self.head)
        return _Branch(0, self.head, low, self.keys.first_at_or_after(_after(self.head), low))

    def step(self, branch: _Branch, character: str, depth: int) -> _Branch | None:
        """Return the branch of keys that go on with this character, or None when there are none."""
        self.probes += 2
        begun = branch.begun + character.encode("utf-8", "surrogatepass")
        low = self.keys.first_at_or_after(begun, branch.low, branch.high)
        high = self.keys.first_at_or_after(_after(begun), low, branch.high)
        return _Branch(depth, begun, low, high) if low < high else None

    def ends(self, branch: _Branch, text: str) -> list[int]:
        """Return the places below a branch whose remaining key is `text` in some spelling, the nearest first."""
        wanted = fold(text)
        found: list[int] = []
        stack = [branch._replace(depth=0)]
        while stack and len(found) < _ENOUGH and self.probes < MAX_PROBES:
            at = stack.pop()
            if at.high - at.low <= _SMALL_RANGE or at.depth == len(text):
                self.probes += at.high - at.low
                places = range(at.low, min(at.high, at.low + _SMALL_RANGE))
                found.extend(place for place in places if fold(self.rest(place, branch)) == wanted)
                continue
            ways = (self.step(at, way, at.depth + 1) for way in reversed(spellings(text[at.depth])))
            stack.extend(way for way in ways if way is not None)
        return sorted(dict.fromkeys(found), key=lambda place: _differences(text, self.rest(place, branch)))

    def rest(self, place: int, branch: _Branch) -> str:
        """Return what follows a branch's beginning in the key at a place."""
        return self.key_at(place)[len(branch.begun) :].decode("utf-8", "replace")


def find_folded(keys: SortedKeys, key_at: Callable[[int], bytes], prefix: str, text: str) -> list[int]:
    """Return up to eight places whose key is `prefix` (exactly) and then `text` in another spelling.

    The nearest spelling comes first. `key_at` returns the key of a place.
    """
    walk = _Walk(keys, key_at, prefix)
    return walk.ends(walk.root(), unicodedata.normalize("NFC", text))


def find_one_typo(keys: SortedKeys, key_at: Callable[[int], bytes], prefix: str, text: str) -> list[int]:
    """Return a few places whose key is `prefix` and then `text` with one slip of the pen put right.

    Where no key goes on like the text, its last few characters before that are in doubt: each is dropped, swapped with
    its neighbour, replaced, or has a letter put before it. Case and typography may differ as well after the slip.
    """
    text = unicodedata.normalize("NFC", text)
    walk = _Walk(keys, key_at, prefix)
    trail = [walk.root()]
    for character in text:
        branch = walk.step(trail[-1], character, len(trail))
        if branch is None:
            break
        trail.append(branch)
    found: list[int] = []
    for depth in range(len(trail) - 1, max(-1, len(trail) - 1 - _DOUBTFUL), -1):
        branch, here, after = trail[depth], text[depth : depth + 1], text[depth + 1 :]
        found += walk.ends(branch, after) if here else []
        if after:
            found += walk.ends(branch, after[0] + here + after[1:])
        for letter in _LETTERS:
            inserted = walk.step(branch, letter, 0)
            if inserted is not None:
                found += walk.ends(inserted, here + after)
                found += walk.ends(inserted, after) if here else []
        if found or walk.probes >= MAX_PROBES:
            break
    return list(dict.fromkeys(found))


def _after(prefix: bytes) -> bytes:
    """Return the smallest key greater than every key with this prefix. UTF-8 never uses the byte 0xFF."""
    return prefix + b"\xff"


def _differences(text: str, other: str) -> int:
    if len(text) != len(other):
        return len(text) + len(other)
    return sum(a != b for a, b in zip(text, other, strict=True))
