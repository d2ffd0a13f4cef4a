"""A live client on a loopback wiki, with waiting that takes no time."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator
from typing import Any

import anyio
import anyio.lowlevel

from bookwheel.live.governor import Governor
from bookwheel.live.settings import LiveSettings
from bookwheel.live.wiki import Live, open_live
from live.upstream import Handler, Upstream, running

CONTACT = "librarian@example.org"


class SkippedTime:
    """A clock that jumps over every wait; `slept` holds the seconds of each."""

    def __init__(self) -> None:
        self.skipped = 0.0
        self.slept: list[float] = []

    def clock(self) -> float:
        return anyio.current_time() + self.skipped

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await anyio.lowlevel.checkpoint()
        self.skipped += seconds

    def governor(self, per_minute: int = 0) -> Governor:
        return Governor(
            per_minute=per_minute,
            clock=self.clock,
            sleep=self.sleep,
            uniform=lambda low, high: (low + high) / 2,
        )


class Loopback:
    """What a test works with: the server, the client, and the time they live in."""

    def __init__(self, upstream: Upstream, live: Live, time: SkippedTime) -> None:
        self.upstream = upstream
        self.live = live
        self.time = time


@contextlib.asynccontextmanager
async def loopback(handler: Handler, *, per_minute: int = 0, **changes: Any) -> AsyncGenerator[Loopback]:
    """Serve `handler` and open a client on it; `changes` are fields of LiveSettings."""
    template = changes.pop("template", "")
    time = SkippedTime()
    async with running(handler) as upstream:
        fields: dict[str, Any] = {
            "contact": CONTACT,
            "base_url": upstream.address + template,
            "uses_environment_proxies": False,
            **changes,
        }
        settings = LiveSettings(**fields)
        async with open_live(settings, time.governor(per_minute)) as live:
            yield Loopback(upstream, live, time)
