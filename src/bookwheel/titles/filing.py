"""Building a `NearIndex`: texts are filed under their keys, sorted part by part, and written as one stream of bytes."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import accumulate, chain
from pathlib import Path
from typing import Final, NamedTuple

from bookwheel.titles.folding import fold, is_unspaced
from bookwheel.titles.keys import keys_of
from bookwheel.titles.near import HEAD, KEY_BITS, MAGIC, MAX_BITS

_KEYS_PER_BUCKET: Final = 4
_PART_BITS: Final = 6
_PARTS: Final = 1 << _PART_BITS
MOST_HELD: Final = 4 << 20
"""Records (eight bytes each) that are held before they go to the folder."""


LEAST_WORD_CHARS: Final = 4
"""Shorter words are not corrected: too much is near them."""
_SEEN_BITS: Final = 28


class Written(NamedTuple):
    """An index as a stream: its length in bytes, and pieces that add up to it."""

    size: int
    pieces: Iterator[bytes]


class NearIndexBuilder:
    """Files texts under numbers; the texts themselves are not kept.

    folder: where records go when there are many, 8 bytes each, six to twenty a text; None keeps them in memory, which
    suits a few hundred thousand texts. Filing costs about 15 µs a text, finishing 3 µs.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._parts = [array("Q") for _ in range(_PARTS)]
        self._held = 0
        self._added = 0

    def add(self, text: str, number: int) -> None:
        """File a folded text under a number below 2**32."""
        parts, shift = self._parts, KEY_BITS - _PART_BITS
        keys = keys_of(text)
        for key in keys:
            parts[key >> shift].append(key << 32 | number)
        self._held += len(keys)
        self._added += len(keys)
        if self._folder is not None and self._held >= MOST_HELD:
            self._spill()

    def build(self) -> bytes:
        """Return the whole index as bytes; the builder is empty afterwards."""
        return b"".join(self.finish().pieces)

    def finish(self) -> Written:
        """Return the index as a stream; the builder is empty afterwards, its files go as the stream is read."""
        bits = max(1, min(MAX_BITS, (self._added // _KEYS_PER_BUCKET).bit_length()))
        counts = array("I", bytes(4 << bits))
        numbers, checks = _Store(self._path("numbers")), _Store(self._path("checks"))
        filed = 0
        for part in range(_PARTS):
            records = sorted(set(self._take(part)))
            filed += len(records)
            for record in records:
                counts[record >> 64 - bits] += 1
            numbers.add(_little(array("I", [record & 0xFFFFFFFF for record in records])).tobytes())
            checks.add(bytes([record >> 32 & 0xFF for record in records]))
        offsets = _little(array("I", accumulate(counts, initial=0))).tobytes()
        self._added = 0
        size = HEAD.size + len(offsets) + 5 * filed
        return Written(
            size, chain((HEAD.pack(MAGIC, bits, filed), offsets), numbers.pieces(), checks.pieces())
        )

    def _spill(self) -> None:
        for part, records in enumerate(self._parts):
            path = self._path(f"{part:02}")
            if path is not None and records:
                with path.open("ab") as file:
                    records.tofile(file)
                self._parts[part] = array("Q")
        self._held = 0

    def _take(self, part: int) -> array[int]:
        """Return all records of one part, and forget them."""
        records, self._parts[part] = self._parts[part], array("Q")
        path = self._path(f"{part:02}")
        if path is not None and path.exists():
            records.frombytes(path.read_bytes())
            path.unlink()
        return records

    def _path(self, what: str) -> Path | None:
        return self._folder / f"near-{id(self):x}-{what}" if self._folder is not None else None


class Filed(NamedTuple):
    """The titles of an archive, filed whole and by their words, ready to be finished."""

    titles: NearIndexBuilder
    words: NearIndexBuilder


def file_titles(titles: Iterable[tuple[int, str]], folder: Path | None = None) -> Filed:
    """File (number, title) pairs: each title by its skeleton, each word under the first title that has it.

    A word's text is found again by looking into that title. With a folder, memory stays at about 150 MB whatever there
    is to file; a few words in a thousand may then be left out.
    """
    filed = Filed(NearIndexBuilder(folder), NearIndexBuilder(folder))
    seen: _Seen | set[str] = set() if folder is None else _Seen()
    for number, title in titles:
        text = fold(title)
        filed.titles.add(text.replace(" ", ""), number)
        for word in text.split():
            if len(word) >= LEAST_WORD_CHARS and word not in seen:
                seen.add(word)
                if not word.isdecimal() and not is_unspaced(word):
                    filed.words.add(word, number)
    return filed


class _Seen:
    """Remembers texts in a fixed 32 MB; one in a thousand new ones seems known when there are millions."""

    def __init__(self) -> None:
        self._bits = bytearray(1 << _SEEN_BITS - 3)

    def _places(self, text: str) -> tuple[int, int]:
        digest = int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())
        return digest & (1 << _SEEN_BITS) - 1, digest >> 64 - _SEEN_BITS

    def add(self, text: str) -> None:
        for place in self._places(text):
            self._bits[place >> 3] |= 1 << (place & 7)

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and all(
            self._bits[place >> 3] & 1 << (place & 7) for place in self._places(text)
        )


class _Store:
    """Bytes that are added, then read once: in a file when there is a path for one."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._held = bytearray()

    def add(self, piece: bytes) -> None:
        if self._path is None:
            self._held += piece
            return
        with self._path.open("ab") as file:
            file.write(piece)

    def pieces(self) -> Iterator[bytes]:
        if self._path is None:
            yield bytes(self._held)
            return
        with self._path.open("rb") as file:
            while piece := file.read(1 << 20):
                yield piece
        self._path.unlink()


def _little(words: array[int]) -> array[int]:
    if sys.byteorder != "little":
        words.byteswap()
    return words
