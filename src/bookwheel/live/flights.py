"""Single flight: callers who want the same thing at the same time share one fetch.

A fetch is a task of its own. It goes on while anybody waits for it; when the last caller has gone it is cancelled,
which aborts its HTTP request.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import anyio
from anyio.abc import TaskGroup

T = TypeVar("T")


@dataclass(eq=False)
class _Flight:
    done: anyio.Event = field(default_factory=anyio.Event)
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    callers: int = 0
    result: Any = None
    failure: Exception | None = None


class Flights:
    """The fetches under way, by key. They run in `tasks`, which must outlive every caller."""

    def __init__(self, tasks: TaskGroup) -> None:
        self._tasks = tasks
        self._under_way: dict[Hashable, _Flight] = {}

    async def join(self, key: Hashable, fetch: Callable[[], Awaitable[T]]) -> T:
        """Return what `fetch()` returns; an equal key joins the fetch that is under way. Raises what it raised."""
        flight = self._under_way.get(key)
        if flight is None:
            flight = self._under_way[key] = _Flight()
            self._tasks.start_soon(self._fly, key, flight, fetch)
        flight.callers += 1
        try:
            await flight.done.wait()
        finally:
            flight.callers -= 1
            if not flight.callers and not flight.done.is_set():
                self._forget(key, flight)
                flight.scope.cancel()
        if flight.failure is not None:
            raise flight.failure
        return cast("T", flight.result)

    async def _fly(self, key: Hashable, flight: _Flight, fetch: Callable[[], Awaitable[Any]]) -> None:
        try:
            with flight.scope:
                flight.result = await fetch()
        except Exception as error:  # noqa: BLE001  # handed to those who wait for it
            flight.failure = error
        finally:
            self._forget(key, flight)
            flight.done.set()

    def _forget(self, key: Hashable, flight: _Flight) -> None:
        # After a cancellation another fetch of the same key may already be under way.
        if self._under_way.get(key) is flight:
            del self._under_way[key]
