"""Entries by title: the listing inside the archive, searched in place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from bookwheel.archive.clusters import Clusters
from bookwheel.archive.defects import DefectError
from bookwheel.archive.directory import Directory, DirectoryEntry, TitleListing
from bookwheel.archive.entry import is_html
from bookwheel.archive.folding import find_folded
from bookwheel.archive.parts import Parts


def page_titles(directory: Directory, namespace: str) -> Iterator[tuple[int, str]]:
    """Yield (entry number, title) of every page and redirect of a namespace, in entry order; 5 µs each."""
    for entry in directory.entries(*directory.namespace_range(namespace)):
        if entry.is_redirect or is_html(entry.mimetype):
            yield entry.number, entry.title


def find_listing(
    directory: Directory, clusters: Clusters, parts: Parts, *, has_new_namespaces: bool
) -> TitleListing | None:
    """Return the listing by title that an archive holds: of its pages, else of all entries, or None."""
    for name in ("listing/titleOrdered/v1", "listing/titleOrdered/v0"):
        entry = directory.find("X", name) if has_new_namespaces else None
        if entry is None or entry.is_redirect:
            continue
        try:
            place = clusters.position(entry)
        except DefectError:
            continue
        if place is not None and place[1] >= 4:
            return TitleListing(directory, parts, place[0], place[1] // 4)
    table = directory.title_pointers()
    return TitleListing(directory, parts, *table) if table else None


class Titles:
    """Lookups by title.

    `listing` is None in an archive that has none, or whose listing turned out to be damaged; then nothing is found here.
    """

    def __init__(self, listing: TitleListing | None, namespace: str) -> None:
        self.listing = listing
        self.namespace = namespace

    def exact(self, title: str) -> DirectoryEntry | None:
        """Return the first entry with exactly this title."""
        found = self.all_exact(title, 1)
        return found[0] if found else None

    def all_exact(self, title: str, limit: int) -> list[DirectoryEntry]:
        """Return up to `limit` entries with exactly this title."""
        return self._take(lambda listing: self._from(listing, title, is_whole=True), limit) if title else []

    def starting(self, prefix: str, limit: int) -> list[DirectoryEntry]:
        """Return up to `limit` entries whose title begins exactly so, in title order."""
        return self._take(lambda listing: self._from(listing, prefix, is_whole=False), limit)

    def folded(self, title: str) -> DirectoryEntry | None:
        """Return the entry whose title differs from this only in case, quotes, dashes or spaces."""
        found = self._take(lambda listing: self._spelt_otherwise(listing, title), 1) if title else []
        return found[0] if found else None

    def around(self, title: str, reach: int) -> list[DirectoryEntry]:
        """Return the entries up to `reach` places before and after where this title would stand."""
        return self._take(lambda listing: self._neighbours(listing, title, reach), 2 * reach)

    def _take(
        self, entries: Callable[[TitleListing], Iterator[DirectoryEntry]], limit: int
    ) -> list[DirectoryEntry]:
        if self.listing is None:
            return []
        try:
            return list(islice(entries(self.listing), limit))
        except DefectError:
            # Titles are a second way to entries that can still be reached by path.
            self.listing = None
            return []

    def _key(self, title: str) -> bytes:
        return (self.namespace + title).encode("utf-8", "surrogatepass")

    def _from(self, listing: TitleListing, title: str, *, is_whole: bool) -> Iterator[DirectoryEntry]:
        key = self._key(title)
        for place in range(listing.first_at_or_after(key), listing.count):
            own = listing.title_key(place)
            if not own.startswith(key) or (is_whole and own != key):
                return
            yield listing.entry(place)

    def _spelt_otherwise(self, listing: TitleListing, title: str) -> Iterator[DirectoryEntry]:
        for place in find_folded(listing, listing.title_key, self.namespace, title):
            yield listing.entry(place)

    def _neighbours(self, listing: TitleListing, title: str, reach: int) -> Iterator[DirectoryEntry]:
        place = listing.first_at_or_after(self._key(title))
        for near in range(max(0, place - reach), min(listing.count, place + reach)):
            yield listing.entry(near)
