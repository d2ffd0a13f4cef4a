"""Entries by title: the listing inside the archive, searched in place."""

from __future__ import annotations

from bookwheel.archive.directory import Directory, DirectoryEntry, TitleListing
from bookwheel.archive.folding import find_folded


class Titles:
    """Lookups by title. `listing` is None in an archive that has none; then nothing is found here."""

    def __init__(self, directory: Directory, listing: TitleListing | None, namespace: str) -> None:
        self._directory = directory
        self.listing = listing
        self.namespace = namespace

    def exact(self, title: str) -> DirectoryEntry | None:
        """Return the first entry with exactly this title."""
        found = self.all_exact(title, 1)
        return found[0] if found else None

    def all_exact(self, title: str, limit: int) -> list[DirectoryEntry]:
        """Return up to `limit` entries with exactly this title."""
        listing = self.listing
        if listing is None or not title:
            return []
        key = (self.namespace + title).encode("utf-8", "surrogatepass")
        place = listing.first_at_or_after(key)
        found: list[DirectoryEntry] = []
        while place < listing.count and len(found) < limit and listing.title_key(place) == key:
            found.append(listing.entry(place))
            place += 1
        return found

    def folded(self, title: str) -> DirectoryEntry | None:
        """Return the entry whose title differs from this only in case, quotes, dashes or spaces."""
        listing = self.listing
        if listing is None or not title:
            return None
        places = find_folded(listing, listing.title_key, self.namespace, title)
        return listing.entry(places[0]) if places else None

    def starting(self, prefix: str, limit: int) -> list[DirectoryEntry]:
        """Return up to `limit` entries whose title begins exactly so, in title order."""
        listing = self.listing
        if listing is None:
            return []
        key = (self.namespace + prefix).encode("utf-8", "surrogatepass")
        place = listing.first_at_or_after(key)
        found: list[DirectoryEntry] = []
        while place < listing.count and len(found) < limit and listing.title_key(place).startswith(key):
            found.append(listing.entry(place))
            place += 1
        return found

    def around(self, title: str, reach: int) -> list[DirectoryEntry]:
        """Return the entries up to `reach` places before and after where this title would stand."""
        listing = self.listing
        if listing is None:
            return []
        place = listing.first_at_or_after((self.namespace + title).encode("utf-8", "surrogatepass"))
        return [
            listing.entry(near) for near in range(max(0, place - reach), min(listing.count, place + reach))
        ]
