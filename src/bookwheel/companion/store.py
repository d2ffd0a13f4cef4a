"""The companion file: named sections of plain numbers behind a header, read where they lie.

Layout: magic, format version, length and CRC-32 of the header (24 bytes); the header, JSON; the sections, each at a
multiple of 8; one CRC-32 for every 4 KiB of the sections. Numbers are little-endian. A block is checked when it is
first read, or its section when that is opened, so that no damaged byte is ever believed.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import sys
import zlib
from array import array
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, NamedTuple, TypeAlias, cast

MAGIC: Final = b"bookwhl\n"
VERSION: Final = 2
BLOCK_SHIFT: Final = 12
BLOCK_BYTES: Final = 1 << BLOCK_SHIFT
SUFFIX: Final = ".bookwheel"
CHECKED_WHOLE_BYTES: Final = 64 << 20
"""Sections read at many places at once are checked whole when they are opened, up to this size: some 15 ms."""

_PREFIX = struct.Struct("<8sIII4x")
_MAX_HEADER_BYTES = 1 << 20
NOWHERE: Final = 0xFFFFFFFF
"""Stands for "no page" among numbers of entries and pages."""

_ITEM_BYTES = {"B": 1, "I": 4, "Q": 8}

Cause: TypeAlias = Literal[
    "absent", "unreadable", "foreign", "stale", "truncated", "newer", "older", "corrupt", "incomplete"
]
"""Why an index cannot be used.

absent: there is none. unreadable: the file cannot be opened. foreign: not a companion file, or one of another archive.
stale: the archive was replaced after it was built. truncated: the file is shorter than it says. newer, older: made by
another version of the program. corrupt: its bytes are not what was written. incomplete: built without this section.
"""


class IndexDefectError(Exception):
    """A companion file that cannot be used; the message completes "The companion index …"."""

    def __init__(self, cause: Cause, message: str) -> None:
        super().__init__(message)
        self.cause: Cause = cause


class ArchiveIdentity(NamedTuple):
    """What ties an index to its archive: the archive's UUID, its size in bytes, its file name."""

    uuid: str
    size: int
    name: str


class Section(NamedTuple):
    """Where one section lies: byte offset and length in the file, and the type of its numbers (array's letters)."""

    offset: int
    length: int
    items: str


class Numbers:
    """The numbers of one section. Each access makes sure that the bytes it reads are those that were written."""

    __slots__ = ("_file", "_items", "_offset", "_size")

    def __init__(self, file: IndexFile, section: Section) -> None:
        self._file = file
        self._offset = section.offset
        self._size = _ITEM_BYTES[section.items]
        self._items = file.items_of(section)

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, index: int) -> int:
        file, position = self._file, self._offset + index * self._size
        if not file.verified[position >> BLOCK_SHIFT]:
            file.verify(position, self._size)
        return self._items[index]

    def slice(self, start: int, stop: int) -> list[int]:
        """Return the numbers start … stop - 1."""
        if stop <= start:
            return []
        self._file.verify(self._offset + start * self._size, (stop - start) * self._size)
        return self._items[start:stop].tolist()


class IndexFile:
    """An open companion file, or the same bytes in memory. Offsets of sections count from the end of the header."""

    def __init__(self, data: memoryview, archive: ArchiveIdentity | None) -> None:
        self.header = _read_header(data)
        _check_archive(self.header["archive"], archive)
        if len(data) != self.header["size"]:
            raise _truncated(len(data), self.header["size"])
        self.size = len(data)
        self.sections = {name: Section(*place) for name, place in self.header["sections"].items()}
        start, end, checksum = self.header["body"]
        self.data = data[start:end]
        self._sums = data[end:].cast("I")
        if zlib.crc32(data[end:]) != checksum:
            raise IndexDefectError("corrupt", "has damaged checksums")
        # One flag a block; the one behind the last serves an empty section at the end.
        self.verified = bytearray(len(self._sums) + 1)

    def numbers(self, name: str) -> Numbers:
        """Return a section. Raises IndexDefectError (incomplete) when it was not built."""
        return Numbers(self, self._section(name))

    def checked(self, name: str) -> Numbers | memoryview[int]:
        """Return a section for many single accesses: up to some size it is checked at once, and those are faster."""
        section = self._section(name)
        if section.length > CHECKED_WHOLE_BYTES:
            return Numbers(self, section)
        self.verify(section.offset, section.length)
        return self.items_of(section)

    def items_of(self, section: Section) -> memoryview[int]:
        """Return the numbers of a section as they lie, not checked."""
        view = self.data[section.offset : section.offset + section.length]
        return cast("memoryview[int]", view.cast(cast(Any, section.items)))

    def size_of(self, name: str) -> int:
        """Return the length of a section in bytes. Raises IndexDefectError (incomplete) when it was not built."""
        return self._section(name).length

    def bytes_of(self, name: str, *, is_checked: bool) -> memoryview:
        """Return a section as it lies, checked whole or not at all. Raises IndexDefectError (incomplete, corrupt)."""
        place = self._section(name)
        if is_checked and place.length:
            self.verify(place.offset, place.length)
        return self.data[place.offset : place.offset + place.length]

    def _section(self, name: str) -> Section:
        if name not in self.sections:
            raise IndexDefectError("incomplete", f'was built without its section "{name.partition(".")[0]}"')
        return self.sections[name]

    def verify(self, position: int, length: int) -> None:
        """Make sure that a stretch of the body is what was written. Raises IndexDefectError (corrupt)."""
        for block in range(position >> BLOCK_SHIFT, (position + length - 1 >> BLOCK_SHIFT) + 1):
            if not self.verified[block]:
                start = block << BLOCK_SHIFT
                if zlib.crc32(self.data[start : start + BLOCK_BYTES]) != self._sums[block]:
                    raise IndexDefectError("corrupt", f"is damaged near byte {start} of {self.size}")
                self.verified[block] = 1

    def verify_all(self) -> None:
        """Make sure of every byte. Raises IndexDefectError (corrupt)."""
        if len(self.data):
            self.verify(0, len(self.data))


def open_index(path: Path, archive: ArchiveIdentity | None) -> IndexFile:
    """Open a companion file; with `archive`, it must be that archive's. Raises IndexDefectError."""
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size < _PREFIX.size:
                if file.read(len(MAGIC)) == MAGIC:
                    raise _truncated(os.fstat(file.fileno()).st_size, _PREFIX.size)
                raise IndexDefectError("foreign", "is not a companion file")
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except FileNotFoundError:
        raise IndexDefectError("absent", "does not exist") from None
    except OSError as error:
        raise IndexDefectError("unreadable", f"cannot be read: {(error.strerror or '').lower()}") from error
    return IndexFile(data, archive)


def _read_header(data: memoryview) -> dict[str, Any]:
    magic, version, length, checksum = _PREFIX.unpack_from(data)
    if magic != MAGIC:
        raise IndexDefectError("foreign", "is not a companion file")
    if version != VERSION:
        cause, what = ("newer", "a newer") if version > VERSION else ("older", "an older")
        raise IndexDefectError(cause, f"has {what} format ({version}; this version reads {VERSION})")  # type: ignore[arg-type]
    if length > _MAX_HEADER_BYTES:
        raise IndexDefectError("corrupt", "has a damaged header")
    raw = bytes(data[_PREFIX.size : _PREFIX.size + length])
    if len(raw) < length:
        raise _truncated(len(data), _PREFIX.size + length)
    if zlib.crc32(raw) != checksum:
        raise IndexDefectError("corrupt", "has a damaged header")
    header: dict[str, Any] = json.loads(raw)
    if header["byteorder"] != sys.byteorder:
        raise IndexDefectError("foreign", f"was built on a {header['byteorder']}-endian machine")
    return header


def _check_archive(told: dict[str, Any], archive: ArchiveIdentity | None) -> None:
    if archive is None or (told["uuid"], told["size"]) == archive[:2]:
        return
    if told["name"] == archive.name:
        raise IndexDefectError(
            "stale",
            "was built before the archive was replaced "
            f"(for {told['uuid']}, {told['size']:,} bytes; it is now {archive.uuid}, {archive.size:,} bytes)",
        )
    raise IndexDefectError("foreign", f"belongs to another archive, {told['name']} ({told['uuid']})")


def _truncated(size: int, expected: int) -> IndexDefectError:
    if size > expected:
        return IndexDefectError("corrupt", f"has {size - expected} bytes beyond its end")
    return IndexDefectError("truncated", f"is incomplete: {size} of {expected} bytes")


# ---- writing -----------------------------------------------------------------------------------------------


class SectionSource(NamedTuple):
    """A section to write: the type of its numbers, how many bytes, and the bytes in pieces."""

    items: str
    length: int
    pieces: Iterable[bytes | memoryview | array[Any]]


def write_index(
    out: BinaryIO,
    archive: ArchiveIdentity,
    sections: Mapping[str, SectionSource],
    facts: Mapping[str, object],
) -> None:
    """Write a whole companion file. `facts` (JSON values) go into its header."""
    places: dict[str, tuple[int, int, str]] = {}
    position = 0
    for name, source in sections.items():
        position += -position % 8
        places[name] = (position, source.length, source.items)
        position += source.length
    length = position + -position % 8
    # The header stands first and tells checksums that are known last: room is left for it.
    start = _PREFIX.size + 4096 + 256 * len(sections)
    out.write(bytes(start))
    sums = _Sums()
    written = 0
    for name, source in sections.items():
        written = _pad(out, sums, written, places[name][0])
        for piece in source.pieces:
            raw = memoryview(piece).cast("B")
            out.write(raw)
            sums.add(raw)
            written += len(raw)
        if written != sum(places[name][:2]):
            raise AssertionError(f"section {name} has {written - places[name][0]} bytes, not {source.length}")
    _pad(out, sums, written, length)
    raw_sums = sums.finish().tobytes()
    out.write(raw_sums)
    header: dict[str, Any] = {
        **facts,
        "archive": archive._asdict(),
        "byteorder": sys.byteorder,
        "sections": places,
        "body": (start, start + length, zlib.crc32(raw_sums)),
        "size": start + length + len(raw_sums),
    }
    raw_header = json.dumps(header, separators=(",", ":")).encode().ljust(start - _PREFIX.size)
    if len(raw_header) > start - _PREFIX.size:
        raise AssertionError(f"the header takes {len(raw_header)} bytes, more than there is room for")
    out.seek(0)
    out.write(_PREFIX.pack(MAGIC, VERSION, len(raw_header), zlib.crc32(raw_header)))
    out.write(raw_header)


def _pad(out: BinaryIO, sums: _Sums, written: int, to: int) -> int:
    out.write(bytes(to - written))
    sums.add(bytes(to - written))
    return to


class _Sums:
    """One CRC-32 for each block of a stream."""

    def __init__(self) -> None:
        self._found = array("I")
        self._sum = 0
        self._room = BLOCK_BYTES

    def add(self, piece: bytes | memoryview) -> None:
        view = memoryview(piece)
        while len(view) >= self._room:
            self._found.append(zlib.crc32(view[: self._room], self._sum))
            view = view[self._room :]
            self._sum, self._room = 0, BLOCK_BYTES
        self._sum = zlib.crc32(view, self._sum)
        self._room -= len(view)

    def finish(self) -> array[int]:
        if self._room < BLOCK_BYTES:
            self._found.append(self._sum)
        return self._found
