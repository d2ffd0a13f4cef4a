"""The bytes of one archive, whole or split, read with every offset checked.

Reading goes through `mmap`. Truncating a mapped file kills the process that touches the lost pages (SIGBUS), which is
why all of this runs inside a reader process; an offset that was never inside the file is refused before it is touched.
"""

from __future__ import annotations

import mmap
from bisect import bisect_right
from itertools import accumulate
from pathlib import Path
from typing import TypeAlias

from bookwheel.archive.defects import DefectError
from bookwheel.archive.header import Header, check_size, parse_header

Buffer: TypeAlias = mmap.mmap | bytes
"""What a window is cut from: both slice to `bytes` and have `find`."""


HEAD_BYTES = 4096


class Parts:
    """Random access to the joined bytes of all parts."""

    def __init__(self, paths: tuple[Path, ...]) -> None:
        self.paths = paths
        self._maps: list[mmap.mmap] = []
        for path in paths:
            with path.open("rb") as file:
                self._maps.append(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        ends = list(accumulate(len(part) for part in self._maps))
        self._starts = [0, *ends[:-1]]
        self.size: int = ends[-1]
        self._single = self._maps[0] if len(self._maps) == 1 else None

    def window(self, offset: int, length: int) -> tuple[Buffer, int, int]:
        """Return (buffer, position, end) holding up to `length` bytes from `offset`; fewer at the end of the archive.

        Raises DefectError when `offset` lies outside.
        """
        if not 0 <= offset < self.size:
            raise DefectError(f"it points to byte {offset} of {self.size}")
        if self._single is not None:
            return self._single, offset, min(offset + length, self.size)
        length = min(length, self.size - offset)
        number = bisect_right(self._starts, offset) - 1
        part, local = self._maps[number], offset - self._starts[number]
        if local + length <= len(part):
            return part, local, local + length
        joined = bytearray(part[local:])
        while len(joined) < length:
            number += 1
            joined += self._maps[number][: length - len(joined)]
        return bytes(joined), 0, length

    def read(self, offset: int, length: int) -> bytes:
        """Return exactly `length` bytes. Raises DefectError when they are not all there."""
        if length == 0:
            return b""
        buffer, position, end = self.window(offset, length)
        if end - position < length:
            raise DefectError(f"it points to byte {offset + length} of {self.size}")
        return buffer[position:end]

    def release_pages(self) -> None:
        """Give back the memory of pages touched by a long scan; they are read again from the file when needed."""
        if hasattr(mmap, "MADV_DONTNEED"):
            for part in self._maps:
                part.madvise(mmap.MADV_DONTNEED)

    def close(self) -> None:
        """Unmap the files."""
        for part in self._maps:
            part.close()


def map_parts(paths: tuple[Path, ...]) -> tuple[Parts, Header]:
    """Map an archive's files, having made sure from the header that they are all there.

    Raises DefectError, or OSError when a file cannot be read.
    """
    heads: list[bytes] = []
    for path in paths:
        with path.open("rb") as file:
            heads.append(file.read(HEAD_BYTES))
    header = parse_header(b"".join(heads)[:HEAD_BYTES])
    check_size(header, sum(path.stat().st_size for path in paths))
    return Parts(paths), header
