"""Listing the entries of a namespace: any page of it costs the same, however deep it lies.

A position is a place in path order, counted from the start of the namespace over *all* its entries. Leaving out assets
therefore never needs a pass over what comes before: a page reads on from its position until it is full. A run of assets
longer than `SCAN_LIMIT` ends the page early, and the page says where to go on.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from bookwheel.archive.directory import Directory, DirectoryEntry
from bookwheel.archive.entry import EntryRow, is_asset

SCAN_LIMIT = 100_000
EXACT_SPLIT_LIMIT = 2_000_000
_CHUNK = 256
_COUNTED_AT_ONCE = 8192
_LONG_RUN = 512


_NAMESPACE_WORDS = {
    "content": "C",
    "article": "C",
    "articles": "C",
    "metadata": "M",
    "wellknown": "W",
    "well-known": "W",
    "search": "X",
    "index": "X",
    "search/index": "X",
}
_LETTERS = "MWXIJBUV-"


def namespace_letter(text: str, content: str) -> str | None:
    """Return the letter of the namespace that a caller means, or None for an unknown one.

    "C" and "A" both mean `content`, where this archive keeps its pages; the words "content", "metadata", "wellknown",
    "search" and "index" are accepted; case does not matter.
    """
    word = text.strip()
    letter = _NAMESPACE_WORDS.get(word.lower(), word.upper() if len(word) == 1 else "")
    if letter in {"A", "C"}:
        return content
    return letter if letter and letter in _LETTERS else None


class Page(NamedTuple):
    """Rows of one namespace.

    rows: the entries, in path order. offset: where the page began. next_offset: where the next one begins, or None.
    total: all entries of the namespace, assets and redirects included. skipped: assets passed over in this page.
    """

    rows: tuple[EntryRow, ...]
    offset: int
    next_offset: int | None
    total: int
    skipped: int


class NamespaceCount(NamedTuple):
    """Exact numbers of one namespace.

    `articles`, `redirects` and `assets` add up to `total`; they are None where telling them apart would mean reading
    a directory of more than `EXACT_SPLIT_LIMIT` entries.
    """

    letter: str
    total: int
    articles: int | None
    redirects: int | None
    assets: int | None


@dataclass
class Listing:
    """Pages over one archive's directory; remembers long runs of assets so that they are walked once."""

    directory: Directory
    _asset_runs: dict[int, int] = field(default_factory=dict[int, int])
    _counts: tuple[NamespaceCount, ...] | None = None

    def page(self, letter: str, offset: int, limit: int, *, include_assets: bool) -> Page:
        """Return up to `limit` rows of a namespace from `offset` (≥ 0; past the end: no rows)."""
        start, stop = self.directory.namespace_range(letter)
        total = stop - start
        if offset >= total:
            return Page((), offset, None, total, 0)
        if include_assets:
            end = min(start + offset + limit, stop)
            rows = tuple(self.row(entry) for entry in self.directory.entries(start + offset, end))
            return Page(rows, offset, end - start if end < stop else None, total, 0)
        entries, position, skipped = self._pages_only(start + offset, stop, limit)
        rows = tuple(self.row(entry) for entry in entries)
        return Page(rows, offset, position - start if position < stop else None, total, skipped)

    def _pages_only(self, position: int, stop: int, limit: int) -> tuple[list[DirectoryEntry], int, int]:
        """Return (entries that are no assets, the position after them, assets passed over)."""
        directory = self.directory
        assets = self._asset_kinds
        found: list[DirectoryEntry] = []
        skipped = scanned = 0
        run_start = position
        while position < stop and scanned < SCAN_LIMIT:
            known = self._asset_runs.get(position)
            if known is not None:
                skipped += known - position
                position = run_start = known
                continue
            for kind in directory.kinds(position, min(position + _CHUNK, stop)):
                if kind in assets:
                    skipped += 1
                else:
                    if len(found) == limit:
                        self._remember(run_start, position)
                        return found, position, skipped
                    self._remember(run_start, position)
                    found.append(directory.entry(position))
                    run_start = position + 1
                position += 1
                scanned += 1
        self._remember(run_start, position)
        return found, position, skipped

    def _remember(self, start: int, stop: int) -> None:
        if stop - start >= _LONG_RUN:
            self._asset_runs[start] = stop

    @property
    def _asset_kinds(self) -> frozenset[int]:
        return frozenset(i for i, mimetype in enumerate(self.directory.mimetypes) if is_asset(mimetype))

    def row(self, entry: DirectoryEntry) -> EntryRow:
        """Return an entry as a listing shows it."""
        target = ""
        if entry.is_redirect and entry.target < self.directory.count:
            target = self.directory.entry(entry.target).path
        return EntryRow(entry.number, entry.path, entry.title, entry.mimetype, target)

    def counts(self) -> tuple[NamespaceCount, ...]:
        """Return the exact numbers of every namespace, in path order. The first call reads the whole directory."""
        if self._counts is None:
            self._counts = tuple(self._count(letter) for letter in self.directory.letters())
        return self._counts

    def _count(self, letter: str) -> NamespaceCount:
        start, stop = self.directory.namespace_range(letter)
        total = stop - start
        if total > EXACT_SPLIT_LIMIT:
            return NamespaceCount(letter, total, None, None, None)
        assets = self._asset_kinds
        redirects = hidden = 0
        for chunk in range(start, stop, _COUNTED_AT_ONCE):
            for kind, number in Counter(
                self.directory.kinds(chunk, min(chunk + _COUNTED_AT_ONCE, stop))
            ).items():
                if kind < 0:
                    redirects += number
                elif kind in assets:
                    hidden += number
        return NamespaceCount(letter, total, total - redirects - hidden, redirects, hidden)
