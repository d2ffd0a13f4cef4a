"""Keys that two texts share when they are at most two edits apart.

A long text is cut into four parts of equal length. Two edits touch at most two of them, so that two parts stay as they
are, moved by no more than the edits' balance: each pair of parts, with the text's length, is a key. The text looked for
does not know the length of what it is compared with, nor how far parts have moved; it asks for every possibility, 54
keys in all. A short text has as keys itself with up to two characters left out, and so has what is compared with it.

A swap of neighbours across the border of two parts touches both. Whoever looks for a text undoes each swap in turn and
asks for one edit less (`swapped`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple
from zlib import crc32

PARTS: Final = 4
LONG: Final = 8
"""From this length (in characters) on, a text is cut into parts."""
MAX_EDITS: Final = 2
_TWO_LEFT_OUT: Final = 3
_ONE_LEFT_OUT: Final = 2
_PAIRS: Final = tuple(combinations(range(PARTS), 2))
_WIDTH: Final = 4
_LEFT_OUT_SEED: Final = 0x5EED


class _Probe(NamedTuple):
    """One key as places in the UTF-32 bytes of a text: a seed, then two stretches."""

    seed: int
    first_start: int
    first_end: int
    second_start: int
    second_end: int


def most_edits(length: int) -> int:
    """Return how many edits are looked for in a text of this length: what is left must still tell something."""
    return 0 if length < _ONE_LEFT_OUT else 1 if length < _TWO_LEFT_OUT else MAX_EDITS


def keys_of(text: str) -> list[int]:
    """Return the keys (32 bits) under which a text is filed."""
    length = len(text)
    data = text.encode("utf-32-le", "surrogatepass")
    if length < LONG:
        return [crc32(rest, _LEFT_OUT_SEED) for rest in _left_out(data, most_edits(length))]
    return [
        crc32(data[second:second_end], crc32(data[first:first_end], seed))
        for seed, first, first_end, second, second_end in _filing(length)
    ]


def keys_near(text: str, max_edits: int) -> Iterator[int]:
    """Yield the keys to look under for what is at most `max_edits` away, swaps across borders left aside."""
    length = len(text)
    data = text.encode("utf-32-le", "surrogatepass")
    if length - max_edits < LONG:
        for rest in _left_out(data, max_edits):
            yield crc32(rest, _LEFT_OUT_SEED)
    for seed, first, first_end, second, second_end in _asking(length, max_edits):
        yield crc32(data[second:second_end], crc32(data[first:first_end], seed))


def swapped(text: str) -> Iterator[str]:
    """Yield the text with each two unlike neighbours swapped, where a border of parts may lie."""
    length = len(text)
    places = {
        border + shift
        for other in range(max(LONG, length - MAX_EDITS), length + MAX_EDITS + 1)
        for border in _borders(other)[1:-1]
        for shift in range(-MAX_EDITS, MAX_EDITS + 1)
    }
    for place in sorted(places):
        if 0 < place < length and text[place - 1] != text[place]:
            yield text[: place - 1] + text[place] + text[place - 1] + text[place + 1 :]


def _left_out(data: bytes, most: int) -> set[bytes]:
    """Return the UTF-32 text with up to `most` characters left out, itself included."""
    found = {data}
    layer = {data}
    for _ in range(most):
        layer = {
            text[:place] + text[place + _WIDTH :] for text in layer for place in range(0, len(text), _WIDTH)
        }
        found |= layer
    return found


def _borders(length: int) -> tuple[int, ...]:
    return tuple(length * part // PARTS for part in range(PARTS + 1))


def _seed(length: int, pair: int) -> int:
    return length * len(_PAIRS) + pair + 1


@lru_cache(maxsize=1024)
def _filing(length: int) -> tuple[_Probe, ...]:
    borders = [border * _WIDTH for border in _borders(length)]
    return tuple(
        _Probe(_seed(length, number), borders[one], borders[one + 1], borders[other], borders[other + 1])
        for number, (one, other) in enumerate(_PAIRS)
    )


@lru_cache(maxsize=1024)
def _asking(length: int, max_edits: int) -> tuple[_Probe, ...]:
    """Return the probes of a text of this length for every length and every move of the parts."""
    probes: set[_Probe] = set()
    for filed in range(max(LONG, length - max_edits), length + max_edits + 1):
        borders = _borders(filed)
        grown = length - filed
        for number, (one, other) in enumerate(_PAIRS):
            for first, second in _moves(one, other, grown, max_edits):
                places = (borders[one] + first, borders[one + 1] + first)
                places += (borders[other] + second, borders[other + 1] + second)
                if places[0] >= 0 and places[3] <= length:
                    probes.add(_Probe(_seed(filed, number), *(place * _WIDTH for place in places)))
    return tuple(sorted(probes))


def _moves(one: int, other: int, grown: int, max_edits: int) -> Iterator[tuple[int, int]]:
    """Yield how far two untouched parts may have moved when the text grew by `grown` characters in all.

    Before the first part, between the two and after the second there must be parts for the edits to lie in.
    """
    for before in range(-max_edits, max_edits + 1) if one > 0 else (0,):
        for between in range(-max_edits, max_edits + 1) if other > one + 1 else (0,):
            after = grown - before - between
            if (other == PARTS - 1 and after) or abs(before) + abs(between) + abs(after) > max_edits:
                continue
            yield before, before + between
