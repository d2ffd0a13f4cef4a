"""What was fetched, kept for a while: fresh for a time, asked for again by its tag, and old only in need.

An answer younger than `fresh_seconds` is given without asking. An older one is asked for again with its ETag, and
the wiki's "not modified" makes it fresh. When the wiki fails and the answer is younger than `stale_seconds`, the old
one is given, marked with the time it was fetched.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeAlias, TypeVar, cast

from bookwheel.cache import ByteBoundedCache
from bookwheel.errors import BookwheelError
from bookwheel.live.flights import Flights
from bookwheel.live.outcomes import FAILURES

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Fetched(Generic[T]):
    """A fresh answer; value None means that the kept one is still right.

    size: its bytes in memory. is_whole: nothing is missing that the next attempt might bring; else it is not kept.
    """

    value: T | None
    etag: str = ""
    size: int = 1000
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class Kept(Generic[T]):
    """An answer from the shelf. `stale_since`: seconds since the epoch when it was fetched, if it is stale."""

    value: T
    etag: str
    size: int
    asked_at: float
    wall_time: float
    stale_since: float | None = None


Fetch: TypeAlias = Callable[["Kept[T] | None"], Awaitable[Fetched[T]]]


class Shelf:
    """Answers by key, byte-bounded, one fetch a key at a time."""

    def __init__(
        self,
        flights: Flights,
        *,
        max_bytes: int,
        fresh_seconds: float,
        stale_seconds: float,
        clock: Callable[[], float],
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        self._flights = flights
        self._kept: ByteBoundedCache[Hashable, Kept[Any]] = ByteBoundedCache(max_bytes)
        self._fresh_seconds = fresh_seconds
        self._stale_seconds = stale_seconds
        self._clock = clock
        self._wall_clock = wall_clock

    async def get(self, key: Hashable, fetch: Fetch[T]) -> Kept[T]:
        """Return the answer for `key`. `fetch` gets the older answer that is to be replaced, or None."""
        kept = cast("Kept[T] | None", self._kept.get(key))
        if kept is not None and self._clock() - kept.asked_at < self._fresh_seconds:
            return kept

        async def refresh() -> Kept[T]:
            return await self._refresh(key, kept, fetch)

        return await self._flights.join(key, refresh)

    async def _refresh(self, key: Hashable, kept: Kept[T] | None, fetch: Fetch[T]) -> Kept[T]:
        try:
            fetched = await fetch(kept)
        except FAILURES:
            old = self.old(key)
            if old is None:
                raise
            return old
        except BookwheelError:
            self._kept.discard(key)
            raise
        now, wall = self._clock(), self._wall_clock()
        if fetched.value is not None:
            fresh = Kept(fetched.value, fetched.etag, fetched.size, now, wall)
        elif kept is not None:
            fresh = replace(kept, asked_at=now, wall_time=wall)
        else:
            raise ValueError("not modified, yet nothing was kept")
        if fetched.is_whole:
            self._kept.put(key, fresh, fresh.size)
        return fresh

    def old(self, key: Hashable) -> Kept[Any] | None:
        """Return what was kept, marked as stale, for a wiki that fails now; None when it is too old."""
        kept = self._kept.get(key)
        if kept is None or self._clock() - kept.asked_at > self._stale_seconds:
            return None
        return replace(kept, stale_since=kept.wall_time)

    def move(self, key: Hashable, new_key: Hashable) -> None:
        """File an answer under another key, in place of what is there."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.discard(key)
            self._kept.put(new_key, kept, kept.size)
