"""An index of texts that answers which may be within two edits of another: hashed keys, one table, no text.

Layout, little-endian, every part aligned to four bytes; the same bytes serve from memory and from a mapped file:

    8 bytes    magic
    u32        bits: the table has 2 to the power of bits buckets
    u32        count of filed keys
    u32        offsets, one for each bucket and one more: where its keys begin
    u32        numbers, one for each key: what was filed
    u8         checks, one for each key: the key's low byte, which most strangers in the bucket lack

A look-up visits some 60 to 200 buckets and costs 0.1 to 0.4 ms at any size; nine bytes or so a key, six to nine keys a
text. What comes back is a superset of what is near: the caller holds the texts and measures.
"""

from __future__ import annotations

import heapq
import struct
import sys
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, cast

from bookwheel.titles.keys import keys_near, keys_of, swapped

MAGIC: Final = b"BWNEAR1\0"
HEAD: Final = struct.Struct("<8sII")
KEY_BITS: Final = 32
MAX_BITS: Final = 24
MOST_CANDIDATES: Final = 300
_MOST_PER_KEY: Final = 2048
"""A key shared by more texts than this is passed over: their other keys tell them apart."""


class NearIndex:
    """The numbers of texts by what is near them. Raises ValueError when the bytes are no such index."""

    def __init__(self, data: memoryview | bytes) -> None:
        view = memoryview(data).cast("B")
        if len(view) < HEAD.size:
            raise ValueError("too short for an index of titles")
        magic, bits, count = HEAD.unpack_from(view)
        offsets_end = HEAD.size + 4 * ((1 << min(bits, 32)) + 1)
        numbers_end = offsets_end + 4 * count
        if magic != MAGIC or bits > MAX_BITS or len(view) < numbers_end + count:
            raise ValueError("not an index of titles")
        self.count: int = count
        self.size: int = numbers_end + count
        self._shift: int = KEY_BITS - bits
        self._offsets: Sequence[int] = _words(view[HEAD.size : offsets_end])
        self._numbers: Sequence[int] = _words(view[offsets_end:numbers_end])
        self._checks = view[numbers_end : numbers_end + count]

    def near(self, text: str, max_edits: int) -> list[int]:
        """Return the numbers of texts within `max_edits` (at most 2) edits, and of a few others.

        All of them, unless there are more than `MOST_CANDIDATES`: then those that share the most keys with the text.
        """
        found = Counter(number for key in keys_near(text, max_edits) for number in self._filed(key))
        if max_edits > 1:
            for other in swapped(text):
                found.update(number for key in keys_near(other, max_edits - 1) for number in self._filed(key))
        if len(found) <= MOST_CANDIDATES:
            return list(found)
        return heapq.nsmallest(MOST_CANDIDATES, found, key=lambda number: (-found[number], number))

    def equal(self, text: str) -> set[int]:
        """Return the numbers of all texts equal to this one, and of a few others."""
        if not text:
            return set()
        return set(self._filed(min(keys_of(text), key=self._crowd)))

    def _crowd(self, key: int) -> int:
        bucket: int = key >> self._shift
        return self._offsets[bucket + 1] - self._offsets[bucket]

    def _filed(self, key: int) -> Iterator[int]:
        bucket: int = key >> self._shift
        low, high = self._offsets[bucket], self._offsets[bucket + 1]
        if low >= high or high - low > _MOST_PER_KEY or high > self.count:
            return
        checks, check = bytes(self._checks[low:high]), key & 0xFF
        place = checks.find(check)
        while place >= 0:
            yield self._numbers[low + place]
            place = checks.find(check, place + 1)


def _words(view: memoryview) -> Sequence[int]:
    if sys.byteorder == "little" and array("I").itemsize == 4:
        return cast("Sequence[int]", cast("object", view.cast("I")))
    words: array[int] = array("I" if array("I").itemsize == 4 else "L", view.tobytes())
    words.byteswap()
    return words
