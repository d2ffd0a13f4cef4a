"""The contents of entries, read straight from their clusters.

A cluster holds many contents compressed together. libzim decompresses the whole of it for one content; here a cluster
is decompressed only as far as the content wanted. The last few stay, and in the very last a neighbour further on
continues where the last read ended.
"""

from __future__ import annotations

import struct
import weakref
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Protocol, cast

from bookwheel.archive.defects import DefectError
from bookwheel.archive.header import Header
from bookwheel.archive.parts import Parts

if TYPE_CHECKING:
    from bookwheel.archive.directory import DirectoryEntry

KEPT_BYTES = 8 << 20  # of decompressed clusters, one more at most not counted
MAX_CONTENT_BYTES = 1 << 30  # more in a compressed cluster is taken for damage
_FED_BYTES = 32 << 10  # compressed bytes read at a time
_LEAST_ROOM = 1 << 20
_UNCOMPRESSED, _XZ, _ZSTD = (0, 1), 4, 5
_HAS_LONG_OFFSETS = 0x10
_LONG, _SHORT = struct.Struct("<Q"), struct.Struct("<I")


class _Stream(Protocol):
    def readinto(self, buffer: memoryview, /) -> int: ...


class _Source:
    """The compressed bytes from a place on, as a file that streams read from."""

    def __init__(self, parts: Parts, position: int) -> None:
        self._parts = parts
        self._position = position

    def read(self, size: int, /) -> bytes:
        """Return the next bytes, at most `size`; none at the end of the archive."""
        if self._position >= self._parts.size:
            return b""
        data = self._parts.read_upto(self._position, size)
        self._position += len(data)
        return data


class Clusters:
    """The clusters of one archive. Methods raise DefectError where the file is damaged."""

    def __init__(self, parts: Parts, header: Header) -> None:
        self._parts = parts
        self._header = header
        self._kept: dict[int, _OpenCluster] = {}  # by number, the one used last at the end
        self._most_kept = KEPT_BYTES
        self._running: _OpenCluster | None = None
        self._makers: dict[int, Callable[[_Source], _Stream]] = {}

    def keep(self, most_bytes: int) -> None:
        """Keep at most so many decompressed bytes from now on, never more than KEPT_BYTES."""
        self._most_kept = min(most_bytes, KEPT_BYTES)
        self._room()

    def content(self, entry: DirectoryEntry) -> bytes:
        """Return the content of an entry that is no redirect."""
        where = self._locate(entry)
        if not isinstance(where, _OpenCluster):
            return self._parts.read(*where)
        content = where.stretch(*where.bounds(entry.blob))
        if len(where.data) > KEPT_BYTES:
            del self._kept[entry.cluster]
        return content

    def size(self, entry: DirectoryEntry) -> int:
        """Return the length of an entry's content in bytes; only the head of its cluster is decompressed."""
        where = self._locate(entry)
        if not isinstance(where, _OpenCluster):
            return where[1]
        begin, end = where.bounds(entry.blob)
        return end - begin

    def position(self, entry: DirectoryEntry) -> tuple[int, int] | None:
        """Return (byte offset in the file, length) of an entry's content, or None when its cluster is compressed."""
        start, information = self._start(entry.cluster)
        return self._place(entry, start, information) if information & 0x0F in _UNCOMPRESSED else None

    def _locate(self, entry: DirectoryEntry) -> tuple[int, int] | _OpenCluster:
        """Return where a content lies: its place in the file, or the open cluster that holds it."""
        number = entry.cluster
        if (cluster := self._kept.pop(number, None)) is None:
            start, information = self._start(number)
            if information & 0x0F in _UNCOMPRESSED:
                return self._place(entry, start, information)
            cluster = self._open(number, start, information)
        self._kept[number] = cluster
        return cluster

    def _place(self, entry: DirectoryEntry, start: int, information: int) -> tuple[int, int]:
        offsets = _LONG if information & _HAS_LONG_OFFSETS else _SHORT
        pair = self._parts.read(start + 1 + offsets.size * entry.blob, 2 * offsets.size)
        begin, end = offsets.unpack_from(pair)[0], offsets.unpack_from(pair, offsets.size)[0]
        if not begin <= end <= self._parts.size - start:
            raise DefectError(f"blob {entry.blob} of cluster {entry.cluster} lies outside the file")
        return start + 1 + begin, end - begin

    def _start(self, cluster: int) -> tuple[int, int]:
        if not 0 <= cluster < self._header.cluster_count:
            raise DefectError(f"cluster {cluster} is not in the table")
        start: int = _LONG.unpack(self._parts.read(self._header.cluster_pointers + 8 * cluster, 8))[0]
        return start, self._parts.read(start, 1)[0]

    def _open(self, number: int, start: int, information: int) -> _OpenCluster:
        make = self._maker(information & 0x0F)
        owner = weakref.proxy(self)  # a cycle would keep the files of an archive that is let go
        offsets = _LONG if information & _HAS_LONG_OFFSETS else _SHORT
        return _OpenCluster(number, lambda own: owner.begin(own, make, start + 1), offsets, self._room())

    def begin(self, cluster: _OpenCluster, make: Callable[[_Source], _Stream], position: int) -> _Stream:
        """Return a stream from a place in the file for one cluster; the one that had it pauses.

        One zstd context serves one stream at a time.
        """
        if self._running is not None:
            self._running.pause()
        self._running = cluster
        return make(_Source(self._parts, position))

    def _room(self) -> bytearray:
        """Let go of the clusters used least lately, and return the memory of one.

        Memory that is written to for the first time costs half as much as decompressing does.
        """
        room = bytearray()
        while sum(len(cluster.data) for cluster in self._kept.values()) >= self._most_kept:
            room = self._kept.pop(next(iter(self._kept))).data
        return room

    def _maker(self, compression: int) -> Callable[[_Source], _Stream]:
        if compression not in self._makers:
            self._makers[compression] = _maker_of(compression)
        return self._makers[compression]


class _OpenCluster:
    """One compressed cluster, decompressed as far as anybody asked: `size` bytes of `data`, which has room for more."""

    def __init__(
        self, number: int, run: Callable[[_OpenCluster], _Stream], offsets: struct.Struct, data: bytearray
    ) -> None:
        self.number = number
        self.data = data
        self.size = 0
        self._run = run
        self._stream: _Stream | None = None
        self._offsets = offsets

    def pause(self) -> None:
        """Give up the stream: what is there stays, what comes behind it takes a new start."""
        self._stream = None

    def bounds(self, blob: int) -> tuple[int, int]:
        """Return where a blob begins and ends in the decompressed cluster."""
        width = self._offsets.size
        table_end: int = self._offsets.unpack(self.stretch(0, width))[0]
        if not 0 <= blob < table_end // width - 1:
            raise DefectError(f"blob {blob} is not in cluster {self.number}")
        pair = self.stretch(width * blob, width * (blob + 2))
        begin, end = self._offsets.unpack_from(pair)[0], self._offsets.unpack_from(pair, width)[0]
        if not table_end <= begin <= end or end - begin > MAX_CONTENT_BYTES:
            raise DefectError(f"blob {blob} of cluster {self.number} has impossible bounds")
        return begin, end

    def stretch(self, begin: int, end: int) -> bytes:
        """Return the decompressed bytes begin … end - 1."""
        while self.size < end:
            self._advance(end)
        return bytes(memoryview(self.data)[begin:end])

    def _advance(self, end: int) -> None:
        if self._stream is None:
            self._stream, self.size = self._run(self), 0
        if len(self.data) < end:  # what a damaged table asks for is not believed at once
            self.data += bytes(min(end, max(2 * len(self.data), _LEAST_ROOM)) - len(self.data))
        room = min(end, len(self.data))
        try:
            read = self._stream.readinto(memoryview(self.data)[self.size : room])
        except DefectError:
            raise
        except Exception as error:  # each library has its own classes for damaged data
            raise DefectError(f"cluster {self.number} cannot be decompressed") from error
        if not read:
            raise DefectError(f"cluster {self.number} ends too early")
        self.size += read


def _maker_of(compression: int) -> Callable[[_Source], _Stream]:
    if compression == _ZSTD:
        import zstandard

        context = zstandard.ZstdDecompressor()
        return lambda source: context.stream_reader(cast("IO[bytes]", source), read_size=_FED_BYTES)
    if compression == _XZ:
        import lzma

        return lambda source: lzma.LZMAFile(cast("IO[bytes]", source))
    raise DefectError(f"compression {compression} is not known")
