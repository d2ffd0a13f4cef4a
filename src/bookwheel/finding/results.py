"""One page of what a plan finds: rows from an offset, filtered or not, so that all pages together are the whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.opened import OpenArchive
from bookwheel.finding import ranking
from bookwheel.finding.plan import Plan

MOST_SCANNED: Final = 10_000
"""Hits looked at for a filter."""
COUNTED: Final = 1000
"""Up to so many hits, as the index estimates them, are counted: estimates of several words are a third too high or low."""
_BATCH: Final = 500
_BYTES_OF_COUNT: Final = 100


class Filters(NamedTuple):
    """What rows must be: in this namespace (a letter), of a MIME type that begins so or has such a subtype; None for any."""

    namespace: str | None = None
    content_type: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether every page passes."""
        return self.namespace is None and self.content_type is None

    def passes(self, entry: DirectoryEntry) -> bool:
        """Whether an entry is one of those wanted."""
        if self.namespace is not None and entry.namespace != self.namespace:
            return False
        kind, wanted = entry.mimetype.lower(), self.content_type
        return wanted is None or kind.startswith(wanted) or kind.partition("/")[2].startswith(wanted)


class Found(NamedTuple):
    """Rows of a result.

    consumed: how far the source was read for them, which is where the next page begins after `offset`.
    before: rows of the pages before these; fewer than `offset` where some were passed over.
    total: rows in all; an estimate, or a lower bound, when so marked. is_done: whether these are the last.
    unfiltered: rows there would be without the filters, as far as known.
    """

    entries: tuple[DirectoryEntry, ...]
    offset: int
    consumed: int
    total: int
    is_estimate: bool
    is_lower_bound: bool
    is_done: bool
    unfiltered: int
    before: int = 0


def page(archive: OpenArchive, plan: Plan, offset: int, limit: int, filters: Filters) -> Found:
    """Return up to `limit` rows from a position in the plan's result."""
    source = _Source(archive, plan, offset + limit if filters.is_open else MOST_SCANNED)
    return _plain(source, offset, limit) if filters.is_open else _filtered(source, offset, limit, filters)


class _Source:
    """The rows of a plan by position: its first entries, those its query finds, its last ones.

    A page that stands among the first is passed over where the query finds it again. end: up to where rows are asked
    for. repeated: the places of those passed over among what the query finds, where all were counted, else None.
    """

    def __init__(self, archive: OpenArchive, plan: Plan, end: int) -> None:
        self.plan = plan
        self._archive = archive
        self._search = archive.search
        self._known = {entry.number for entry in plan.first}
        self.found = self._search.count(plan.query) if plan.query else 0
        self.repeated: tuple[int, ...] | None = None
        is_near_end = len(plan.first) + self.found <= end and self.found <= MOST_SCANNED
        self.is_estimate = self.found > COUNTED and not is_near_end
        if self.found and not self.is_estimate:
            key = f"hits of {plan.query}, by title {plan.is_by_title}, beside {sorted(self._known)}"
            self.found, self.repeated = archive.derived(key, self._count)
        self.size = len(plan.first) + self.found + len(plan.last)

    def _count(self) -> tuple[tuple[int, tuple[int, ...]], int]:
        paths = self._paths(self._archive.entry_count)
        return (len(paths), self._repeats_in(paths)), _BYTES_OF_COUNT

    def _paths(self, count: int) -> list[str]:
        return ranking.paths_of(self._archive, self.plan.query, 0, count, is_by_title=self.plan.is_by_title)

    def _repeats_in(self, paths: list[str]) -> tuple[int, ...]:
        known = {entry.path for entry in self.plan.first}
        return tuple(place for place, path in enumerate(paths) if path in known)

    def passed_over(self, position: int) -> int:
        """Return how many rows before a position are passed over."""
        before = min(position - len(self.plan.first), self.found)
        if before <= 0 or not self._known:
            return 0
        places = self._repeats_in(self._paths(before)) if self.repeated is None else self.repeated
        return sum(place < before for place in places)

    def rows(self, position: int, count: int) -> Iterator[tuple[int, DirectoryEntry | None]]:
        """Yield (position, entry) from a position on, None for one that is passed over."""
        end = position + count
        for place in range(position, min(end, len(self.plan.first))):
            yield place, self.plan.first[place]
        start = max(position - len(self.plan.first), 0)
        wanted = min(end - len(self.plan.first), self.found) - start
        if wanted > 0:
            paths = ranking.paths_of(
                self._archive, self.plan.query, start, wanted, is_by_title=self.plan.is_by_title
            )
            for number, path in enumerate(paths):
                entry = next(iter(self._search.entries([path])), None)
                is_repeated = entry is not None and entry.number in self._known
                yield len(self.plan.first) + start + number, None if is_repeated else entry
        before = len(self.plan.first) + self.found
        for place in range(max(position, before), min(end, self.size)):
            yield place, self.plan.last[place - before]


def _plain(source: _Source, offset: int, limit: int) -> Found:
    entries: list[DirectoryEntry] = []
    position, is_at_end, is_spent = offset, False, False
    while len(entries) < limit and not is_at_end and not is_spent:
        wanted, before = limit - len(entries), position
        is_at_end = position + wanted >= source.size
        for place, entry in source.rows(position, wanted):
            if entry is not None:
                entries.append(entry)
            position = place + 1
        # The index estimates how much it has, and may promise more than it gives.
        is_spent = position == before
        position = max(position, min(offset + limit, source.size)) if is_at_end else position
    is_done = is_spent or position >= source.size
    total = source.size - len(source.repeated or ())
    if is_done and offset == 0:
        total = len(entries)
    return Found(
        tuple(entries),
        offset,
        max(0, position - offset),
        max(total, 0),
        is_estimate=source.is_estimate and not is_done,
        is_lower_bound=source.plan.is_cut,
        is_done=is_done,
        unfiltered=total,
        before=offset - source.passed_over(offset),
    )


def _filtered(source: _Source, offset: int, limit: int, filters: Filters) -> Found:
    """Rows and offsets count what passes; the source is read from its beginning, as far as needed."""
    entries: list[DirectoryEntry] = []
    passed = position = 0
    size = min(source.size, MOST_SCANNED)
    while position < size and passed <= offset + limit:
        for _, entry in source.rows(position, min(_BATCH, size - position)):
            if entry is not None and filters.passes(entry):
                if offset <= passed < offset + limit:
                    entries.append(entry)
                passed += 1
        position += _BATCH
    is_whole = position >= source.size
    is_done = passed <= offset + limit and position >= size
    return Found(
        tuple(entries),
        offset,
        len(entries),
        passed,
        is_estimate=False,
        is_lower_bound=source.plan.is_cut or not is_whole,
        is_done=is_done,
        unfiltered=source.size,
        before=offset,
    )
