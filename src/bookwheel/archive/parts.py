"""The bytes of one archive, whole or split, read with every offset checked.

Reads are positioned reads, not a memory map: they leave no mapped pages behind, and a file that was truncated since
yields a short read where a map would kill the process.
"""

from __future__ import annotations

import os
import weakref
from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path

from bookwheel.archive.defects import DefectError
from bookwheel.archive.header import Header, check_size, parse_header

HEAD_BYTES = 4096


class Parts:
    """Random access to the joined bytes of all parts. Not safe for several threads where there is no `pread`."""

    def __init__(self, paths: tuple[Path, ...]) -> None:
        self.paths = paths
        self._files: list[int] = []
        self._close = weakref.finalize(self, _close_all, self._files)
        flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        for path in paths:
            self._files.append(os.open(path, flags))
        self._sizes = [os.fstat(file).st_size for file in self._files]
        ends = list(accumulate(self._sizes))
        self._starts = [0, *ends[:-1]]
        self.size: int = ends[-1]
        self._only = self._files[0] if len(self._files) == 1 else None

    def read_upto(self, offset: int, length: int) -> bytes:
        """Return `length` bytes from `offset`, fewer at the end of the archive.

        Raises DefectError when `offset` lies outside.
        """
        if not 0 <= offset < self.size:
            raise DefectError(f"it points to byte {offset} of {self.size}")
        if self._only is not None:
            return _read_at(self._only, length, offset)
        pieces: list[bytes] = []
        number = bisect_right(self._starts, offset) - 1
        while length > 0 and number < len(self._files):
            piece = _read_at(self._files[number], length, offset - self._starts[number])
            pieces.append(piece)
            offset += len(piece)
            length -= len(piece)
            number += 1
        return b"".join(pieces)

    def read(self, offset: int, length: int) -> bytes:
        """Return exactly `length` bytes. Raises DefectError when they are not all there."""
        if length == 0:
            return b""
        data = self.read_upto(offset, length)
        if len(data) < length:
            raise DefectError(f"it points to byte {offset + length} of {self.size}")
        return data

    def close(self) -> None:
        """Close the files."""
        self._close()


def _seek_and_read(file: int, length: int, offset: int) -> bytes:
    os.lseek(file, offset, os.SEEK_SET)
    return os.read(file, length)


# Windows has no positioned reads.
_read_at: Callable[[int, int, int], bytes] = os.pread if hasattr(os, "pread") else _seek_and_read


def _close_all(files: list[int]) -> None:
    while files:
        os.close(files.pop())


def open_parts(paths: tuple[Path, ...]) -> tuple[Parts, Header]:
    """Open an archive's files, having made sure from the header that they are all there.

    Raises DefectError, or OSError when a file cannot be read.
    """
    heads: list[bytes] = []
    for path in paths:
        with path.open("rb") as file:
            heads.append(file.read(HEAD_BYTES))
    header = parse_header(b"".join(heads)[:HEAD_BYTES])
    check_size(header, sum(path.stat().st_size for path in paths))
    return Parts(paths), header
