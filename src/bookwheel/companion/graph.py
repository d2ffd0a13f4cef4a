"""The link graph as sections of the companion file: who links to whom, and what matters most.

Pages are numbered by importance, so that a row of linkers in ascending order *is* their ranking, and any page of it is
a slice. A page's number is its rank; 0 is the most important page of the archive.

links.ranks (I): by entry number, the rank of the page an entry is or leads to, or NOWHERE.
links.pages (Q): by rank, where its linkers begin (the upper half) and its entry number (the lower); one more at the end.
links.linkers (I): the ranks of the pages that link to a page, row after row; fewer than 2^32. links.outbound (I): by
rank, to how many pages it links.
"""

from __future__ import annotations

from bookwheel.companion.store import NOWHERE, IndexFile

_ENTRY = 0xFFFFFFFF


class LinkGraph:
    """Who links to whom. Ranks go in and come out; every read raises IndexDefectError (corrupt) on damage."""

    def __init__(self, file: IndexFile) -> None:
        self._ranks = file.numbers("links.ranks")
        # A page of rows looks at twenty places far apart, each in a block of its own.
        self._pages = file.checked("links.pages")
        self._linkers = file.numbers("links.linkers")
        self._outbound = file.numbers("links.outbound")

    @property
    def page_count(self) -> int:
        """How many pages there are."""
        return len(self._pages) - 1

    @property
    def link_count(self) -> int:
        """How many links: each pair of pages counts once."""
        return len(self._linkers)

    def rank(self, entry_number: int) -> int | None:
        """Return the rank of the page that an entry is or leads to; None for an entry that is no page."""
        rank = self._ranks[entry_number]
        return None if rank == NOWHERE else rank

    def entry_number(self, rank: int) -> int:
        """Return the entry number of a page."""
        return self._pages[rank] & _ENTRY

    def inbound_count(self, rank: int) -> int:
        """Return how many pages link to a page."""
        pages = self._pages
        return (pages[rank + 1] >> 32) - (pages[rank] >> 32)

    def outbound_count(self, rank: int) -> int:
        """Return to how many pages a page links."""
        return self._outbound[rank]

    def inbound(self, rank: int, offset: int = 0, limit: int | None = None) -> list[int]:
        """Return the ranks of the pages that link to a page, the most important first."""
        start, stop = self._pages[rank] >> 32, self._pages[rank + 1] >> 32
        start = min(start + offset, stop)
        return self._linkers.slice(start, stop if limit is None else min(start + limit, stop))
