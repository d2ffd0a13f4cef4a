"""One look at an archive's whole directory: which pages there are, where redirects end, and every path by hash."""

from __future__ import annotations

import hashlib
import mmap
from array import array
from collections.abc import Callable, Iterator
from heapq import merge
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from bookwheel.archive.directory import Directory, DirectoryEntry
from bookwheel.archive.entry import is_html
from bookwheel.archive.header import Header
from bookwheel.archive.opened import OpenArchive
from bookwheel.archive.parts import Parts
from bookwheel.archive.paths import MAX_REDIRECTS
from bookwheel.companion.store import NOWHERE

Progress: TypeAlias = Callable[[int, int], None]

_REPORT_EVERY = 50_000
_SORTED_AT_ONCE = 1_000_000
_FILES: Final[tuple[tuple[str, Literal["I", "Q"]], ...]] = (
    ("slots", "I"),
    ("marks", "Q"),
    ("page_of", "I"),
    ("pages", "I"),
)

Words: TypeAlias = "array[int] | memoryview[int]"


class Scan(NamedTuple):
    """What the directory tells.

    pages: entry numbers of the pages, in the order in which their contents lie in the file. A page's place in this
    order is its node. page_of: for each entry the node of the page it is or leads to, or NOWHERE.
    slots, marks: a hash table of all entries by path: entry number + 1 (0: free), and the hash itself. It has 64 bits
    of BLAKE2b: that two of ten million paths share one has a chance of one in a hundred thousand.
    """

    pages: Words
    page_of: Words
    slots: Words
    marks: Words

    def without_paths(self) -> Scan:
        """Return the same without the hash table, which is the largest part and of use to the pass only."""
        return self._replace(slots=array("I"), marks=array("Q"))

    def write(self, folder: Path) -> None:
        """Put everything into files that other processes map."""
        for (name, _), words in zip(_FILES, (self.slots, self.marks, self.page_of, self.pages), strict=True):
            with (folder / name).open("wb") as file:
                file.write(words)


def load(folder: Path) -> Scan:
    """Map what `Scan.write` wrote; its pages are shared by all processes that do."""
    slots, marks, page_of, pages = (_mapped(folder / name, items) for name, items in _FILES)
    return Scan(pages, page_of, slots, marks)


def _mapped(path: Path, items: Literal["I", "Q"]) -> memoryview[int]:
    if not path.stat().st_size:
        return memoryview(b"").cast(items)
    with path.open("rb") as file:
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)).cast(items)


def scan(archive: OpenArchive, progress: Progress) -> Scan:
    """Read the directory. Raises DefectError when it leads outside the file."""
    directory = archive.directory
    count = directory.count
    size = 1 << max(8, (count * 3 // 2).bit_length())
    slots, marks = _zeros(size), array("Q", bytes(8 * size))
    mask = size - 1
    targets = array("I", [NOWHERE]) * count
    order = array("Q")
    content = archive.content_namespace
    html = frozenset(kind for kind in directory.mimetypes if is_html(kind))
    for entry in directory.entries(0, count):
        number = entry.number
        mark = _mark((entry.namespace + entry.name).encode("utf-8", "surrogatepass"))
        slot = mark & mask
        while slots[slot]:
            slot = (slot + 1) & mask
        slots[slot], marks[slot] = number + 1, mark
        if entry.target >= 0:
            targets[number] = min(entry.target, NOWHERE)
        elif entry.mimetype in html and entry.namespace == content:
            order.append(entry.cluster << 32 | number)
        if number % _REPORT_EVERY == 0:
            progress(number, count)
    pages = array("I", (key & 0xFFFFFFFF for key in sorted_words(order)))
    page_of = array("I", [NOWHERE]) * count
    for node, number in enumerate(pages):
        page_of[number] = node
    _follow_redirects(targets, page_of)
    progress(count, count)
    return Scan(pages, page_of, slots, marks)


def _zeros(count: int) -> array[int]:
    return array("I", bytes(4 * count))


def _mark(key: bytes) -> int:
    """Return a hash that is the same in every process (the built-in one is not)."""
    return int.from_bytes(hashlib.blake2b(key, digest_size=8).digest(), "little")


def sorted_words(words: array[int]) -> Iterator[int]:
    """Yield the numbers in order, without ever holding more than a million of them as objects."""
    chunks = [
        array(words.typecode, sorted(words[start : start + _SORTED_AT_ONCE]))
        for start in range(0, len(words), _SORTED_AT_ONCE)
    ]
    return iter(chunks[0]) if len(chunks) == 1 else merge(*chunks)


def _follow_redirects(targets: array[int], page_of: array[int]) -> None:
    count = len(targets)
    for number, target in enumerate(targets):
        steps = 1
        while target < count and targets[target] != NOWHERE and steps < MAX_REDIRECTS:
            target = targets[target]  # noqa: PLW2901  # the walk along the chain
            steps += 1
        if target < count and targets[target] == NOWHERE:
            page_of[number] = page_of[target]


class HashedDirectory(Directory):
    """A directory that finds a path by hash: an eighth of a binary search's time, and misses cost least."""

    def __init__(self, parts: Parts, header: Header, table: Scan) -> None:
        super().__init__(parts, header)
        self._slots, self._marks = table.slots, table.marks
        self._mask = len(table.slots) - 1

    def find(self, namespace: str, name: str) -> DirectoryEntry | None:
        """Return the entry with exactly this namespace and path, or None."""
        number = self.number(namespace, name)
        return None if number is None else self.entry(number)

    def number(self, namespace: str, name: str) -> int | None:
        """Return the number of the entry with exactly this namespace and path, or None."""
        mark = _mark((namespace + name).encode("utf-8", "surrogatepass"))
        slot = mark & self._mask
        while number := self._slots[slot]:
            if self._marks[slot] == mark:
                return number - 1
            slot = (slot + 1) & self._mask
        return None
