"""Politeness, on a clock of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio
import anyio.lowlevel
import pytest

from bookwheel.errors import BookwheelError, RateLimited, Timeout, Unavailable
from bookwheel.live import outcomes
from bookwheel.live.governor import BURST, MAX_IN_FLIGHT, Governor, Ladder, UpstreamFaultError
from live.loopback import SkippedTime

pytestmark = pytest.mark.anyio

HOST = "en.wikipedia.org"


def busy(wait: float | None) -> UpstreamFaultError:
    return UpstreamFaultError(outcomes.rate_limited(HOST, wait), retries=None, wait_seconds=wait)


def unsteady(retries: int = 3) -> UpstreamFaultError:
    return UpstreamFaultError(outcomes.unavailable(HOST, "fails"), retries=retries)


def ladder(
    governor: Governor,
    attempt: Callable[[float], Awaitable[str]],
    seconds: float = 30.0,
    max_retries: int | None = None,
) -> Ladder[str]:
    return Ladder(
        host=HOST,
        attempt=attempt,
        too_slow=lambda: outcomes.out_of_time(HOST, seconds),
        too_busy=lambda wait: outcomes.rate_limited(HOST, wait),
        deadline=governor.clock() + seconds,
        max_retries=max_retries,
    )


def failing(*faults: Exception) -> Callable[[float], Awaitable[str]]:
    left = list(faults)

    async def attempt(_: float) -> str:
        await anyio.lowlevel.checkpoint()
        if left:
            raise left.pop(0)
        return "done"

    return attempt


async def test_back_off_doubles_and_success_ends_it() -> None:
    time = SkippedTime()
    governor = time.governor()
    assert await governor.climb(ladder(governor, failing(unsteady(), unsteady(), unsteady()))) == "done"
    assert time.slept == [1.0, 2.0, 4.0]


async def test_back_off_varies_by_a_quarter() -> None:
    time = SkippedTime()
    asked: list[tuple[float, float]] = []

    def uniform(low: float, high: float) -> float:
        asked.append((low, high))
        return low

    governor = Governor(per_minute=0, clock=time.clock, sleep=time.sleep, uniform=uniform)
    await governor.climb(ladder(governor, failing(unsteady())))
    assert asked == [(0.75, 1.25)]
    assert time.slept == [0.75]


async def test_a_fault_is_given_up_after_its_retries() -> None:
    governor = SkippedTime().governor()
    with pytest.raises(Unavailable):
        await governor.climb(ladder(governor, failing(*[unsteady(2) for _ in range(3)])))


async def test_a_brief_look_up_is_not_repeated() -> None:
    time = SkippedTime()
    governor = time.governor()
    with pytest.raises(Unavailable):
        await governor.climb(ladder(governor, failing(unsteady()), max_retries=0))
    assert time.slept == []


async def test_a_wait_asked_of_the_last_attempt_holds_for_the_next_caller() -> None:
    time = SkippedTime()
    governor = time.governor()
    with pytest.raises(RateLimited):
        await governor.climb(ladder(governor, failing(busy(20)), max_retries=0))
    assert time.slept == []
    assert await governor.climb(ladder(governor, failing())) == "done"
    assert sum(time.slept) == pytest.approx(20, abs=0.5)


async def test_waiting_goes_on_as_long_as_the_deadline_allows() -> None:
    time = SkippedTime()
    governor = time.governor()
    assert await governor.climb(ladder(governor, failing(*[busy(2.0) for _ in range(12)]))) == "done"
    assert sum(time.slept) == pytest.approx(24, abs=0.5)


async def test_a_wait_beyond_the_deadline_is_not_begun() -> None:
    time = SkippedTime()
    governor = time.governor()
    with pytest.raises(RateLimited) as caught:
        await governor.climb(ladder(governor, failing(busy(3600))))
    assert caught.value.data == {"retry_after_seconds": 3600}
    assert time.slept == []


async def test_an_absurd_wait_closes_a_host_for_an_hour_at_most() -> None:
    time = SkippedTime()
    governor = time.governor()
    with pytest.raises(RateLimited) as caught:
        await governor.climb(ladder(governor, failing(busy(9_999_999))))
    assert caught.value.data == {"retry_after_seconds": 9_999_999}
    with pytest.raises(RateLimited):
        await governor.climb(ladder(governor, failing()))
    time.skipped += 3601
    assert await governor.climb(ladder(governor, failing())) == "done"


async def test_a_wait_of_nothing_backs_off_all_the_same() -> None:
    time = SkippedTime()
    governor = time.governor()
    assert await governor.climb(ladder(governor, failing(busy(0), busy(0), busy(0)))) == "done"
    assert time.slept == [1.0, 2.0, 4.0]


async def test_one_refusal_makes_every_caller_of_the_host_wait() -> None:
    time = SkippedTime()
    governor = time.governor()
    with pytest.raises(RateLimited):
        await governor.climb(ladder(governor, failing(busy(60)), seconds=10))
    calls: list[float] = []

    async def attempt(_: float) -> str:
        calls.append(time.clock())
        return "done"

    with pytest.raises(RateLimited) as caught:
        await governor.climb(ladder(governor, attempt, seconds=10))
    assert caught.value.data["retry_after_seconds"] == pytest.approx(60, abs=1)
    assert calls == []
    begun = time.clock()
    assert await governor.climb(ladder(governor, attempt, seconds=100)) == "done"
    assert calls[0] - begun == pytest.approx(60, abs=1)


async def test_other_hosts_go_on_while_one_is_closed() -> None:
    time = SkippedTime()
    governor = time.governor()
    with pytest.raises(RateLimited):
        await governor.climb(ladder(governor, failing(busy(60)), seconds=10))
    elsewhere = ladder(governor, failing())
    other = Ladder(
        "fr.wikipedia.org", elsewhere.attempt, elsewhere.too_slow, elsewhere.too_busy, elsewhere.deadline
    )
    assert await governor.climb(other) == "done"
    assert time.slept == []


async def test_never_more_than_three_are_in_flight() -> None:
    governor = SkippedTime().governor()
    flying, most = 0, 0

    async def attempt(_: float) -> str:
        nonlocal flying, most
        flying += 1
        most = max(most, flying)
        for _ in range(5):
            await anyio.lowlevel.checkpoint()
        flying -= 1
        return "done"

    async with anyio.create_task_group() as tasks:
        for _ in range(50):
            tasks.start_soon(governor.climb, ladder(governor, attempt))
    assert most == MAX_IN_FLIGHT


async def test_a_waiting_caller_holds_no_place() -> None:
    governor = SkippedTime().governor()
    gate = anyio.Event()

    async def sleep(_: float) -> None:
        await gate.wait()

    governor._sleep = sleep
    async with anyio.create_task_group() as tasks:
        for _ in range(3):
            tasks.start_soon(governor.climb, ladder(governor, failing(unsteady())))
        await anyio.wait_all_tasks_blocked()
        assert await governor.climb(ladder(governor, failing())) == "done"
        gate.set()


async def test_the_pace_is_kept_after_the_first_burst() -> None:
    time = SkippedTime()
    governor = time.governor(per_minute=60)
    begun = time.clock()
    for _ in range(BURST + 10):
        await governor.climb(ladder(governor, failing()))
    assert time.clock() - begun == pytest.approx(10, abs=0.5)


async def test_a_pace_that_would_outlast_the_deadline_is_an_error_with_the_wait() -> None:
    time = SkippedTime()
    governor = time.governor(per_minute=1)
    await governor.climb(ladder(governor, failing()))
    with pytest.raises(RateLimited) as caught:
        await governor.climb(ladder(governor, failing(), seconds=10))
    assert caught.value.data["retry_after_seconds"] == pytest.approx(60, abs=1)


async def test_time_that_ran_out_while_standing_in_line_is_a_timeout() -> None:
    time = SkippedTime()
    governor = time.governor()

    async def slow(_: float) -> str:
        time.skipped += 40
        return "done"

    late = ladder(governor, failing())
    await governor.climb(ladder(governor, slow))
    with pytest.raises(Timeout):
        await governor.climb(late)


async def test_nobody_stands_in_line_beyond_the_deadline() -> None:
    governor = SkippedTime().governor()

    async def hanging(_: float) -> str:
        await anyio.sleep_forever()
        raise AssertionError

    async with anyio.create_task_group() as tasks:
        for _ in range(MAX_IN_FLIGHT):
            tasks.start_soon(governor.climb, ladder(governor, hanging))
        await anyio.wait_all_tasks_blocked()
        with anyio.fail_after(5), pytest.raises(Timeout):
            await governor.climb(ladder(governor, failing(), seconds=0.05))
        tasks.cancel_scope.cancel()
    assert await governor.climb(ladder(governor, failing())) == "done"


async def test_a_failure_of_another_kind_is_passed_on_at_once() -> None:
    governor = SkippedTime().governor()
    with pytest.raises(BookwheelError) as caught:
        await governor.climb(ladder(governor, failing(outcomes.empty_query())))
    assert caught.value.reason == "empty_query"


def away() -> UpstreamFaultError:
    return UpstreamFaultError(outcomes.unreachable(HOST, "no network"), retries=2, has_reached=False)


async def test_a_host_that_cannot_be_reached_is_tried_once_until_it_answers() -> None:
    time = SkippedTime()
    governor = time.governor()
    with pytest.raises(Unavailable):
        await governor.climb(ladder(governor, failing(*[away() for _ in range(9)])))
    waited = time.skipped
    assert waited > 0
    with pytest.raises(Unavailable):
        await governor.climb(ladder(governor, failing(*[away() for _ in range(9)])))
    assert time.skipped == waited
    assert await governor.climb(ladder(governor, failing())) == "done"
    assert await governor.climb(ladder(governor, failing(away(), away()))) == "done"


async def test_what_does_not_reach_the_wiki_uses_up_no_allowance() -> None:
    time = SkippedTime()
    governor = time.governor(per_minute=1)
    for _ in range(5):
        with pytest.raises(Unavailable):
            await governor.climb(ladder(governor, failing(*[away() for _ in range(9)])))
    waited = time.skipped
    assert await governor.climb(ladder(governor, failing())) == "done"
    assert time.skipped == waited
