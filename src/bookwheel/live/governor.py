"""Politeness: how many requests are under way, how fast they follow each other, and how long to wait after a refusal.

One governor serves the whole process. A wait that the wiki asks for holds for every caller of that host.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

import anyio

from bookwheel.errors import BookwheelError, RateLimited

T = TypeVar("T")

MAX_IN_FLIGHT: Final = 3
FIRST_BACKOFF_SECONDS: Final = 1.0
LONGEST_BACKOFF_SECONDS: Final = 8.0
SHORTEST_WAIT_SECONDS: Final = 0.5
# After one odd answer a host must not stay closed until the process ends.
LONGEST_CLOSURE_SECONDS: Final = 3600.0
JITTER: Final = 0.25
BURST: Final = 20


class UpstreamFaultError(Exception):
    """A failed attempt.

    error: what the caller gets when no attempt succeeds.
    retries: how many more attempts it is worth; None for as many as the deadline allows.
    wait_seconds: how long the wiki asks to wait, or None.
    has_reached: whether the request came to the wiki at all; otherwise it counts against no allowance.
    """

    def __init__(
        self,
        error: BookwheelError,
        *,
        retries: int | None = 0,
        wait_seconds: float | None = None,
        has_reached: bool = True,
    ) -> None:
        super().__init__(error.message)
        self.error = error
        self.retries = retries
        self.wait_seconds = wait_seconds
        self.has_reached = has_reached


@dataclass(slots=True)
class _Host:
    """The state of one host: its token bucket, until when nobody may ask it, and whether the last attempt reached it."""

    tokens: float
    counted_at: float
    is_away: bool = False
    closed_until: float = field(default=-math.inf)


@dataclass(frozen=True, slots=True)
class Ladder(Generic[T]):
    """One request with all its attempts.

    attempt: makes one attempt within the seconds it is given; raises UpstreamFaultError.
    too_slow: makes the error for running out of time.
    too_busy: makes the error for a wait that would outlast the deadline, given its seconds.
    deadline: on the governor's clock.
    max_retries: fewer retries than the faults are worth; None for as many.
    """

    host: str
    attempt: Callable[[float], Awaitable[T]]
    too_slow: Callable[[], BookwheelError]
    too_busy: Callable[[float], BookwheelError]
    deadline: float
    max_retries: int | None = None


class Governor:
    """Lets requests through. `clock`, `sleep` and `uniform` can be replaced in tests."""

    def __init__(
        self,
        *,
        per_minute: int,
        clock: Callable[[], float] = anyio.current_time,
        sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
        uniform: Callable[[float, float], float],
    ) -> None:
        self._per_second = per_minute / 60
        self._burst = float(min(BURST, per_minute)) if per_minute else math.inf
        self.clock = clock
        self._sleep = sleep
        self._uniform = uniform
        self._places = anyio.CapacityLimiter(MAX_IN_FLIGHT)
        self._hosts: dict[str, _Host] = {}

    async def climb(self, ladder: Ladder[T]) -> T:
        """Make attempts until one succeeds, is refused for good, or the deadline passes.

        A host that could not be reached before is tried once: whoever asks without a network need not wait each time.
        """
        was_away = self._host(ladder.host).is_away
        failures = 0
        while True:
            outcome = await self._try_once(ladder)
            if not isinstance(outcome, UpstreamFaultError):
                return outcome[0]
            fault = outcome
            failures += 1
            retries = fault.retries
            if ladder.max_retries is not None:
                retries = min(retries, ladder.max_retries) if retries is not None else ladder.max_retries
            wait = fault.wait_seconds
            if (
                wait is None or wait < SHORTEST_WAIT_SECONDS
            ):  # "at once", said again and again, must not become a flood
                backoff = min(FIRST_BACKOFF_SECONDS * 2 ** (failures - 1), LONGEST_BACKOFF_SECONDS)
                wait = backoff * self._uniform(1 - JITTER, 1 + JITTER)
            if isinstance(fault.error, RateLimited) or fault.wait_seconds is not None:
                self._close(ladder.host, self.clock() + min(wait, LONGEST_CLOSURE_SECONDS))
            is_given_up = (retries is not None and failures > retries) or (was_away and not fault.has_reached)
            if is_given_up or self.clock() + wait >= ladder.deadline:
                raise fault.error from None
            await self._sleep(wait)

    async def _try_once(self, ladder: Ladder[T]) -> tuple[T] | UpstreamFaultError:
        """Wait for the host and a place, then make one attempt."""
        while True:
            await self._until_open(ladder)
            with anyio.move_on_after(ladder.deadline - self.clock()) as line:
                await self._places.acquire()
            if line.cancelled_caught:
                raise ladder.too_slow()
            try:
                # While this caller stood in line another may have been told to wait.
                if self._wait_for(ladder.host) > 0:
                    continue
                self._take_token(ladder.host)
                left = ladder.deadline - self.clock()
                if left <= 0:
                    raise ladder.too_slow()
                answer = await ladder.attempt(left)
            except UpstreamFaultError as fault:
                self._note(ladder.host, has_reached=fault.has_reached)
                return fault
            else:
                self._note(ladder.host, has_reached=True)
                return (answer,)
            finally:
                self._places.release()

    async def _until_open(self, ladder: Ladder[T]) -> None:
        while (wait := self._wait_for(ladder.host)) > 0:
            if self.clock() + wait >= ladder.deadline:
                raise ladder.too_busy(wait)
            await self._sleep(wait)

    def _host(self, name: str) -> _Host:
        host = self._hosts.get(name)
        if host is None:
            host = self._hosts[name] = _Host(self._burst, self.clock())
        return host

    def _wait_for(self, name: str) -> float:
        """Return the seconds until the host may be asked."""
        host, now = self._host(name), self.clock()
        if host.closed_until > now:
            return host.closed_until - now
        if not self._per_second:
            return 0.0
        host.tokens = min(self._burst, host.tokens + (now - host.counted_at) * self._per_second)
        host.counted_at = now
        # The sum of many small steps may fall short of one by a rounding error.
        return 0.0 if host.tokens >= 1 - 1e-9 else (1 - host.tokens) / self._per_second

    def _take_token(self, name: str) -> None:
        if self._per_second:
            self._host(name).tokens -= 1

    def _note(self, name: str, *, has_reached: bool) -> None:
        host = self._host(name)
        host.is_away = not has_reached
        if self._per_second and not has_reached:
            host.tokens += 1

    def _close(self, name: str, until: float) -> None:
        host = self._host(name)
        host.closed_until = max(host.closed_until, until)
