"""The live client, made when the first call wants it: a server that is never asked for Wikipedia loads nothing of it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING

import anyio

from bookwheel.errors import BookwheelError
from bookwheel.live.settings import LiveSettings

if TYPE_CHECKING:
    from bookwheel.live.wiki import Live


class LiveDoor:
    """Hands out one live client to every caller. Make it with `open_door`."""

    def __init__(self, settings: LiveSettings) -> None:
        self._settings = settings
        self._wanted = anyio.Event()
        self._ready = anyio.Event()
        self._live: Live | None = None
        self._failure: Exception | None = None

    async def client(self) -> Live:
        """Return the client; the first call makes it. Raises Unavailable when the environment allows for none."""
        self._wanted.set()
        await self._ready.wait()
        if isinstance(self._failure, BookwheelError):
            raise self._failure
        if self._live is None:
            raise RuntimeError("the live client could not be made") from self._failure
        return self._live

    async def keep(self) -> None:
        """Make the client once it is wanted, and keep it until cancelled. Its connections belong to this task."""
        await self._wanted.wait()
        try:
            from bookwheel.live.wiki import open_live

            async with open_live(self._settings) as self._live:
                self._ready.set()
                await anyio.sleep_forever()
        except Exception as error:  # noqa: BLE001  # handed to whoever asks for the client
            self._failure = error
        finally:
            self._live = None
            self._ready.set()


@contextlib.asynccontextmanager
async def open_door(settings: LiveSettings) -> AsyncGenerator[LiveDoor]:
    """Yield a door; on exit the client behind it is closed."""
    door = LiveDoor(settings)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(door.keep)
        try:
            yield door
        finally:
            tasks.cancel_scope.cancel()
