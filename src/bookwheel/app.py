"""The composition root: settings -> readers and live client -> sources -> server."""

from __future__ import annotations

import contextlib
import logging
import os
import shlex
import signal
import sys
from collections.abc import AsyncGenerator
from typing import Any

import anyio
import anyio.to_thread

from bookwheel.archive.files import LibrarySettings
from bookwheel.archive.reader import Readers, open_readers
from bookwheel.config import Settings, give_readers_one_heap
from bookwheel.live.door import LiveDoor, open_door
from bookwheel.tools import instructions
from bookwheel.tools.dispatch import Sources

INTRODUCTION_SECONDS = 3.0
LEAVE_SECONDS = 0.1  # for the readers to be killed


async def serve_stdio(settings: Settings) -> None:
    """Serve the archives of `settings` over standard input and output until input closes."""
    # A reader that is killed may be waited for twice, which asyncio finds worth a warning and nobody else does.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    give_readers_one_heap()
    async with open_readers(
        LibrarySettings(settings.archives, cache_folder=settings.cache_folder), settings.readers
    ) as readers:
        loaded: list[instructions.Loaded] = []
        imported: list[Any] = []
        async with anyio.create_task_group() as tasks:
            # The first reader starts and looks at the archives while a thread imports the SDK, the longer of the two.
            if settings.archives:
                tasks.start_soon(_look, readers, loaded)
            tasks.start_soon(_import_server, imported)
        if settings.archives and not loaded:
            places = shlex.join(settings.archives)
            sys.stderr.write(
                f"bookwheel: no archive there can be read: {places}. See: bookwheel doctor {places}\n"
            )
        adapter, stdio = imported
        async with _live(settings) as live, anyio.create_task_group() as tasks:
            tasks.start_soon(_leave_on_signal, readers)
            sources = Sources(readers, live, settings.is_debugging)
            await stdio.serve(adapter.build(sources, instructions.compose(loaded, is_live=live is not None)))
            tasks.cancel_scope.cancel()


async def _leave_on_signal(readers: Readers) -> None:
    """End the process at once on SIGINT or SIGTERM, its readers first."""
    if sys.platform == "win32":
        return
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for number in signals:
            readers.kill()
            # What still runs is not waited for, a job in a thread least of all.
            with anyio.CancelScope(shield=True):
                await anyio.sleep(LEAVE_SECONDS)
            os._exit(128 + number)


@contextlib.asynccontextmanager
async def _live(settings: Settings) -> AsyncGenerator[LiveDoor | None]:
    if settings.source == "archive":
        yield None
        return
    async with open_door(settings.live) as door:
        yield door


async def _import_server(imported: list[Any]) -> None:
    def work() -> None:
        from bookwheel.server import adapter, stdio

        imported.extend((adapter, stdio))

    await anyio.to_thread.run_sync(work)


async def _look(readers: Readers, loaded: list[instructions.Loaded]) -> None:
    loaded.extend(await instructions.ask(readers, INTRODUCTION_SECONDS))
