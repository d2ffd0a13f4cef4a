"""The directory of an archive read directly: entries in path order, without going through libzim.

An entry's number is its place in path order (namespace letter, then UTF-8 bytes of the path); libzim uses the same
numbers. Every offset is checked against the file before it is followed.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import NamedTuple

from bookwheel.archive.defects import DefectError
from bookwheel.archive.header import NOWHERE, Header
from bookwheel.archive.parts import Parts
from bookwheel.document.invisible import single_line
from bookwheel.titles.folding import plain_title

_POINTER = struct.Struct("<Q")
_INDEX = struct.Struct("<I")
# MIME type, length of extras, namespace, revision, cluster (of a redirect, where it leads), blob.
_ITEM = struct.Struct("<HBcIII")

_IS_REDIRECT = 0xFFFF
_IS_LINK_TARGET = 0xFFFE
_IS_DELETED = 0xFFFD
_FIXED_BYTES = {_IS_REDIRECT: 12, _IS_LINK_TARGET: 8, _IS_DELETED: 8}
_ITEM_BYTES = 16

_CHUNK = 256
_WINDOW = 256
_LONG_WINDOW = 2048
_MAX_STRETCH_BYTES = 4 << 20
_MAX_ENTRY_BYTES = 1 << 18
_MAX_MIME_LIST_BYTES = 1 << 16
_MEMO_DEPTH = 11
"""The upper steps of a binary search meet the same entries again and again: 2 to this power are remembered."""

MAX_TITLE_CHARS = 1000
"""Of a title, as answers repeat it; writers take 65,535 bytes, and a page of rows has hundreds."""

UNKNOWN_MIMETYPE = "application/octet-stream"
"""Stands in for a number that the archive's list of MIME types does not have."""


class DirectoryEntry(NamedTuple):
    """One entry as the directory has it.

    path: what `entry_path` accepts: without "C/" in archives that keep all content in one namespace, else with its
        namespace letter.
    title: on one line without invisible characters, cut at `MAX_TITLE_CHARS`; equals the path (without namespace) when
        the archive stores none.
    sort_title: the title as stored, by which listings are ordered.
    mimetype: "" for redirects and for kinds that have no content.
    target: the number of the entry a redirect leads to, else -1.
    cluster, blob: where the content lies; -1 when there is none.
    """

    number: int
    namespace: str
    name: str
    path: str
    title: str
    mimetype: str
    target: int
    cluster: int
    blob: int
    sort_title: str

    @property
    def is_redirect(self) -> bool:
        """Whether the entry only leads to another."""
        return self.target >= 0


class _Search:
    """Binary search over `count` sorted keys that are read one at a time.

    The upper steps of every search meet the same keys again: those are remembered.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._memo: dict[int, bytes] = {}
        self._memo_gap = max(1, count >> _MEMO_DEPTH)

    def first_at_or_after(
        self, key: bytes, key_of: Callable[[int], bytes], low: int, high: int | None
    ) -> int:
        """Return the first place from `low` on, below `high`, whose key is not less than `key`."""
        high = self._count if high is None else high
        while low < high:
            middle = (low + high) // 2
            known = self._memo.get(middle)
            if known is None:
                known = key_of(middle)
                if high - low > self._memo_gap:
                    self._memo[middle] = known
            if known < key:
                low = middle + 1
            else:
                high = middle
        return low


class Directory:
    """The entries of one archive. All methods raise DefectError when the file leads outside itself."""

    def __init__(self, parts: Parts, header: Header) -> None:
        self._parts = parts
        self._pointers = header.path_pointers
        self._new = header.has_new_namespaces
        self.count = header.entry_count
        self._check_table(header.path_pointers, 8 * self.count, "the table of paths")
        self._check_table(header.cluster_pointers, 8 * header.cluster_count, "the table of clusters")
        self._header = header
        self.mimetypes = self._read_mimetypes()
        self._search = _Search(self.count)

    def _check_table(self, start: int, length: int, what: str) -> None:
        if start == NOWHERE or start + length > self._parts.size:
            raise DefectError(f"{what} lies outside the file")

    def _read_mimetypes(self) -> tuple[str, ...]:
        data = self._parts.read_upto(self._header.mime_list, _MAX_MIME_LIST_BYTES)
        end = 0 if data.startswith(b"\0") else data.find(b"\0\0")
        if end < 0:
            raise DefectError("the list of MIME types has no end")
        return tuple(single_line(name.decode("utf-8", "replace")) for name in data[:end].split(b"\0"))

    def pointer(self, number: int) -> int:
        """Return the byte offset of one directory entry."""
        if not 0 <= number < self.count:
            raise DefectError(f"there is no entry {number}, only {self.count}")
        return _POINTER.unpack(self._parts.read(self._pointers + 8 * number, 8))[0]

    def _stretch(self, start: int, stop: int) -> tuple[tuple[int, ...], bytes]:
        """Return the offsets of the entries start … stop - 1, relative to a stretch of bytes, and that stretch.

        Neighbours lie together, as the writers of archives put them; where they do not, the stretch is empty.
        """
        if start >= stop:
            return (), b""
        raw = self._parts.read(self._pointers + 8 * start, 8 * (stop - start))
        offsets = struct.unpack(f"<{stop - start}Q", raw)
        first, last = min(offsets), max(offsets)
        if last - first > _MAX_STRETCH_BYTES:
            return offsets, b""
        return tuple([offset - first for offset in offsets]), self._parts.read_upto(
            first, last - first + _LONG_WINDOW
        )

    def entry(self, number: int) -> DirectoryEntry:
        """Read one entry."""
        offset = self.pointer(number)
        for window in (_WINDOW, _MAX_ENTRY_BYTES):
            entry = self._parse(number, self._parts.read_upto(offset, window), 0)
            if entry is not None:
                return entry
        raise DefectError(f"entry {number} has no end")

    def entries(self, start: int, stop: int) -> Iterator[DirectoryEntry]:
        """Read the entries start … stop - 1."""
        for chunk in range(start, stop, _CHUNK):
            offsets, stretch = self._stretch(chunk, min(chunk + _CHUNK, stop))
            for number, offset in enumerate(offsets, chunk):
                entry = self._parse(number, stretch, offset) if stretch else None
                yield entry or self.entry(number)

    def _parse(self, number: int, data: bytes, position: int) -> DirectoryEntry | None:
        """Read an entry from bytes; None when they end too early."""
        if len(data) - position < _ITEM_BYTES:
            return None
        kind: int
        letter: bytes
        place: int
        kind, _, letter, _, place, blob = _ITEM.unpack_from(data, position)
        start = position + _FIXED_BYTES.get(kind, _ITEM_BYTES)
        middle = data.find(b"\0", start)
        stop = data.find(b"\0", middle + 1) if middle >= 0 else -1
        if stop < 0:
            return None
        target = cluster = -1
        mimetype = ""
        if kind >= _IS_DELETED:
            target, blob = place if kind == _IS_REDIRECT else -1, -1
        else:
            cluster = place
            mimetype = self.mimetypes[kind] if kind < len(self.mimetypes) else UNKNOWN_MIMETYPE
        name = data[start:middle].decode("utf-8", "replace")
        title = data[middle + 1 : stop].decode("utf-8", "replace") or name
        namespace = letter.decode("latin-1")
        path = name if self._new and namespace == "C" else f"{namespace}/{name}"
        shown = plain_title(single_line(title)) or single_line(name)
        if len(shown) > MAX_TITLE_CHARS:
            shown = f"{shown[: MAX_TITLE_CHARS - 1]}…"
        return DirectoryEntry(number, namespace, name, path, shown, mimetype, target, cluster, blob, title)

    def path_key(self, number: int) -> bytes:
        """Return what the entries are sorted by: the namespace letter and the path, as bytes."""
        data, start, middle, _ = self._texts(number)
        return data[3:4] + data[start:middle]

    def title_key(self, number: int) -> bytes:
        """Return what listings by title are sorted by: the namespace letter and the title as stored, as bytes."""
        data, start, middle, stop = self._texts(number)
        return data[3:4] + (data[middle + 1 : stop] or data[start:middle])

    def _texts(self, number: int) -> tuple[bytes, int, int, int]:
        """Return an entry's bytes, and where its path begins and ends and its title ends."""
        offset = self.pointer(number)
        for window in (_WINDOW, _MAX_ENTRY_BYTES):
            data = self._parts.read_upto(offset, window)
            if len(data) > _ITEM_BYTES:
                start = _FIXED_BYTES.get(data[0] | data[1] << 8, _ITEM_BYTES)
                middle = data.find(b"\0", start)
                stop = data.find(b"\0", middle + 1)
                if start <= middle < stop:
                    return data, start, middle, stop
        raise DefectError(f"entry {number} has no end")

    def kinds(self, start: int, stop: int) -> list[int]:
        """Return the number of the MIME type of the entries start … stop - 1; -1 for one without content."""
        offsets, stretch = self._stretch(start, stop)
        if not stretch:
            return [self._kind(self._parts.read(offset, 2), 0) for offset in offsets]
        return [self._kind(stretch, offset) for offset in offsets]

    @staticmethod
    def _kind(data: bytes, offset: int) -> int:
        kind = data[offset] | data[offset + 1] << 8
        return kind if kind < _IS_DELETED else -1

    def first_at_or_after(self, key: bytes, low: int = 0, high: int | None = None) -> int:
        """Return the number of the first entry whose path key is not less than `key`."""
        return self._search.first_at_or_after(key, self.path_key, low, high)

    def find(self, namespace: str, name: str) -> DirectoryEntry | None:
        """Return the entry with exactly this namespace and path, or None."""
        key = (namespace + name).encode("utf-8", "surrogatepass")
        number = self.first_at_or_after(key)
        if number < self.count and self.path_key(number) == key:
            return self.entry(number)
        return None

    def namespace_range(self, letter: str) -> tuple[int, int]:
        """Return the numbers (start, stop) of the entries of one namespace."""
        code = ord(letter)
        start = self.first_at_or_after(bytes([code]))
        return start, self._end_of_namespace(code, start)

    def _end_of_namespace(self, code: int, low: int) -> int:
        return self.first_at_or_after(bytes([code + 1]), low) if code < 0xFF else self.count

    def letters(self) -> Iterator[str]:
        """Yield the namespace letters that have entries, in path order."""
        number = 0
        while number < self.count:
            letter = self.path_key(number)[:1]
            yield letter.decode("latin-1")
            number = self._end_of_namespace(letter[0], number)

    def title_pointers(self) -> tuple[int, int] | None:
        """Return (byte offset, count) of the table of all entries by title that older archives have."""
        start = self._header.title_pointers
        if start in {0, NOWHERE} or start + 4 * self.count > self._parts.size:
            return None
        return start, self.count


class TitleListing:
    """Entries ordered by title: numbers as little-endian 32-bit values somewhere in the file, or in `numbers`.

    Titles are compared as namespace letter and UTF-8 bytes.
    """

    def __init__(self, directory: Directory, parts: Parts, start: int, count: int) -> None:
        self._directory = directory
        self._parts = parts
        self._start = start
        self.count = count
        self._search = _Search(count)

    def number(self, place: int) -> int:
        """Return the number of the entry at a place in title order."""
        return _INDEX.unpack(self._parts.read(self._start + 4 * place, 4))[0]

    def entry(self, place: int) -> DirectoryEntry:
        """Read the entry at a place in title order."""
        return self._directory.entry(self.number(place))

    def title_key(self, place: int) -> bytes:
        """Return what the listing is sorted by."""
        return self._directory.title_key(self.number(place))

    def first_at_or_after(self, key: bytes, low: int = 0, high: int | None = None) -> int:
        """Return the first place whose title key is not less than `key`."""
        return self._search.first_at_or_after(key, self.title_key, low, high)
