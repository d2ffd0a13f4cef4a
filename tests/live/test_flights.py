"""Callers who want the same thing share one fetch."""

from __future__ import annotations

import anyio
import pytest

from bookwheel.live.flights import Flights

pytestmark = pytest.mark.anyio


class Work:
    """A fetch that waits to be let through, and counts."""

    def __init__(self) -> None:
        self.begun = 0
        self.cancelled = 0
        self.gate = anyio.Event()
        self.failure: Exception | None = None

    async def fetch(self) -> str:
        self.begun += 1
        try:
            await self.gate.wait()
        except BaseException:
            self.cancelled += 1
            raise
        if self.failure is not None:
            raise self.failure
        return "done"


async def test_equal_keys_share_one_fetch() -> None:
    work, results = Work(), list[str]()
    async with anyio.create_task_group() as tasks, anyio.create_task_group() as callers:
        flights = Flights(tasks)

        async def call() -> None:
            results.append(await flights.join("key", work.fetch))

        for _ in range(10):
            callers.start_soon(call)
        await anyio.wait_all_tasks_blocked()
        work.gate.set()
    assert results == ["done"] * 10
    assert work.begun == 1


async def test_a_failure_reaches_everybody_who_waits() -> None:
    work, caught = Work(), list[str]()
    work.failure = ValueError("no")
    async with anyio.create_task_group() as tasks, anyio.create_task_group() as callers:
        flights = Flights(tasks)

        async def call() -> None:
            try:
                await flights.join("key", work.fetch)
            except ValueError as error:
                caught.append(str(error))

        for _ in range(3):
            callers.start_soon(call)
        await anyio.wait_all_tasks_blocked()
        work.gate.set()
    assert caught == ["no"] * 3


async def test_one_caller_leaving_leaves_the_fetch_to_the_others() -> None:
    work, results = Work(), list[str]()
    async with anyio.create_task_group() as tasks, anyio.create_task_group() as callers:
        flights = Flights(tasks)

        async def call(scope: anyio.CancelScope) -> None:
            with scope:
                results.append(await flights.join("key", work.fetch))

        first, second = anyio.CancelScope(), anyio.CancelScope()
        callers.start_soon(call, first)
        callers.start_soon(call, second)
        await anyio.wait_all_tasks_blocked()
        first.cancel()
        await anyio.wait_all_tasks_blocked()
        work.gate.set()
    assert results == ["done"]
    assert (work.begun, work.cancelled) == (1, 0)


async def test_the_last_caller_leaving_cancels_the_fetch_and_the_next_begins_anew() -> None:
    work = Work()
    async with anyio.create_task_group() as tasks:
        flights = Flights(tasks)
        with anyio.move_on_after(0.01):
            await flights.join("key", work.fetch)
        work.gate.set()
        assert await flights.join("key", work.fetch) == "done"
    assert (work.begun, work.cancelled) == (2, 1)
