"""The indexes inside an archive: full text and titles, through libzim.

Searchers are made once for each archive: making one costs more than a query. They are not safe for several threads.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from bookwheel.archive.defects import LIBZIM_ERRORS, unheard
from bookwheel.archive.directory import Directory, DirectoryEntry

if TYPE_CHECKING:
    from libzim.reader import Archive
    from libzim.search import Searcher
    from libzim.suggestion import SuggestionSearcher

MAX_QUERY_CHARS = 4096
IndexState: TypeAlias = Literal["sound", "absent", "damaged"]


class Hits(NamedTuple):
    """Ranked entries of a query from an offset, and how many there are in all."""

    entries: tuple[DirectoryEntry, ...]
    total: int


class Search:
    """Queries on one archive's own indexes; an archive without one finds nothing."""

    def __init__(self, libzim: Archive, directory: Directory, *, has_new_namespaces: bool) -> None:
        self._libzim = libzim
        self._directory = directory
        self._new = has_new_namespaces
        self._is_damaged = False
        self._searcher: Searcher | None = None
        self._suggester: SuggestionSearcher | None = None
        self._whole: tuple[str, list[str], int] = "", [], 0  # the last query of which all was read

    @property
    def fulltext_state(self) -> IndexState:
        """Whether the text of pages can be searched; damage shows at the first query that meets it."""
        if not self._libzim.has_fulltext_index:
            return "absent"
        return "damaged" if self._is_damaged else "sound"

    def fulltext(self, query: str, offset: int, limit: int) -> Hits:
        """Return the entries that hold every word of `query` (stemmed), best first.

        No index, or a query the index cannot parse, yields no hits.
        """
        paths, total = self.fulltext_paths(query, offset, limit)
        return Hits(self.entries(paths), total)

    def count(self, query: str) -> int:
        """Return how many entries hold every word of `query`: exact for one word, an estimate for several."""
        return self.fulltext_paths(query, 0, 0)[1]

    def fulltext_paths(self, query: str, offset: int, limit: int) -> tuple[list[str], int]:
        """Return the paths of the same entries as the index has them, and how many there are in all."""
        if not query.strip() or not self._libzim.has_fulltext_index:
            return [], 0
        if query == self._whole[0]:
            return self._whole[1][offset : offset + limit], self._whole[2]
        try:
            paths, total = self._ask(query[:MAX_QUERY_CHARS], offset, limit)
        except LIBZIM_ERRORS:
            self._is_damaged = self._is_damaged or not self._answers()
            return [], 0
        if offset == 0 and len(paths) < limit:
            self._whole = query, paths, total
        return paths, total

    def _ask(self, query: str, offset: int, limit: int) -> tuple[list[str], int]:
        from libzim.search import Query, Searcher

        if self._searcher is None:
            self._searcher = Searcher(self._libzim)
        search = self._searcher.search(Query().set_query(query))
        total = int(search.getEstimatedMatches())
        return (list(search.getResults(offset, limit)) if total > offset and limit else []), total

    def _answers(self) -> bool:
        """Whether the index answers a harmless question: what failed before was the query then."""
        try:
            self._ask("a", 0, 1)
        except LIBZIM_ERRORS:
            return False
        return True

    def suggestions(self, text: str, limit: int) -> list[str]:
        """Return paths of entries whose title begins like `text` or holds its words, best first.

        Without a title index: libzim's own search by prefix. Blank text yields nothing (libzim would abort the process).
        """
        if not text.strip():
            return []
        from libzim.suggestion import SuggestionSearcher

        try:
            # The index is opened at the first question.
            with unheard() if self._suggester is None else nullcontext():
                self._suggester = self._suggester or SuggestionSearcher(self._libzim)
                found = self._suggester.suggest(text[:MAX_QUERY_CHARS])
                return list(found.getResults(0, limit))
        except LIBZIM_ERRORS:
            return []

    def suggested(self, text: str, limit: int) -> tuple[DirectoryEntry, ...]:
        """Return the same as entries."""
        return self.entries(self.suggestions(text, limit))

    def entries(self, paths: Iterable[str]) -> tuple[DirectoryEntry, ...]:
        """Return the entries of paths as the index has them."""
        found = (self._directory.find(*self._split(path)) for path in paths)
        return tuple(entry for entry in found if entry is not None)

    def _split(self, path: str) -> tuple[str, str]:
        return ("C", path) if self._new else (path[:1], path[2:])
