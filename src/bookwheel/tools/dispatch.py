"""From a tool's name and raw arguments to a result. The one place that catches.

`call` serves a server (archive tools run in reader processes, live tools wait on the event loop), `call_here` a shell
(in this process).
"""

from __future__ import annotations

import contextlib
import difflib
import functools
import json
import sys
import threading
import traceback
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

import anyio
import anyio.from_thread
import anyio.to_thread

from bookwheel.archive import naming
from bookwheel.archive.reader import Readers
from bookwheel.cache import ByteBoundedCache
from bookwheel.errors import BookwheelError, InvalidArgument, Timeout, unexpected
from bookwheel.live.door import LiveDoor
from bookwheel.live.settings import LiveSettings
from bookwheel.render.labels import label
from bookwheel.tools import schema
from bookwheel.tools.catalogue import Listed, catalogue
from bookwheel.tools.tool import Cancelled, Progress, Result

if TYPE_CHECKING:
    from bookwheel.archive.library import Library
    from bookwheel.live.wiki import Live

ANSWER_CACHE_BYTES = 8 << 20
MESSAGE_CHARS = 800
NAMES_SECONDS = 5.0

Report: TypeAlias = Callable[[int, int], Coroutine[Any, Any, None]]

AnswerKey: TypeAlias = tuple[str, str, object]
"""Tool, arguments as JSON, state of the archives' files."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where answers come from; `is_debugging` checks each of them against its declared schema.

    `live` is None when Wikipedia is not to be asked: then the tools that ask it are not offered.
    """

    readers: Readers
    live: LiveDoor | None = None
    is_debugging: bool = False
    answers: ByteBoundedCache[AnswerKey, Result] = field(
        default_factory=lambda: ByteBoundedCache[AnswerKey, Result](ANSWER_CACHE_BYTES)
    )

    @property
    def tools(self) -> Mapping[str, Listed]:
        """The tools that can be answered from here, in the order they are listed."""
        return catalogue(is_live=self.live is not None)


def find(name: str, tools: Mapping[str, Listed] | None = None) -> Listed:
    """Return the tool called `name`, out of those that are offered (all unless given).

    Raises InvalidArgument (unknown_tool) with the closest name.
    """
    tools = catalogue() if tools is None else tools
    tool = tools.get(name)
    if tool is not None:
        return tool
    if name in catalogue():
        raise InvalidArgument(
            f"{name} asks Wikipedia, and is not offered with --source archive.",
            reason="unknown_tool",
            hint="Only archives are read here; --source auto offers it.",
            data={"available_tools": list(tools)},
        )
    close = difflib.get_close_matches(name.lower(), tools, n=1, cutoff=0.3)
    raise InvalidArgument(
        f"There is no tool called {name[:100]!r}.",
        reason="unknown_tool",
        hint=f"Did you mean {close[0]}?" if close else f"Tools: {', '.join(tools)}.",
        data={"available_tools": list(tools), **({"closest_match": close[0]} if close else {})},
    )


async def call(tool: Listed, raw: object, sources: Sources, report: Report | None = None) -> Result:
    """Answer one call; every failure becomes a result that says what was wrong and what to do.

    `report` tells the caller how far long work has come: `await report(done, total)`.
    """
    if tool.is_live:
        if sources.live is None:
            raise ValueError(f"{tool.name} is not offered without a live client")
        try:
            live = await sources.live.client()
        except Exception as error:  # noqa: BLE001  # nothing internal may reach the caller
            return _failed(error)
        return await call_live(tool, raw, live, is_debugging=sources.is_debugging)
    try:
        arguments = schema.check(tool.name, tool.input_schema, raw)
        key = (
            tool.name,
            json.dumps(arguments, sort_keys=True),
            sources.readers.state(arguments.get(naming.ARCHIVE_FIELD)),
        )
        known = sources.answers.get(key) if tool.is_cacheable else None
        if known is not None:
            return known
        result = await sources.readers.call(run, (tool.place, arguments), tool.deadline_seconds)
        if tool.has_finish:
            result = await _in_a_thread(functools.partial(_finish, tool), result, report)
        if sources.is_debugging:
            schema.check_answer(tool.name, tool.output_schema, result.data)
    except InvalidArgument as error:
        if naming.lacks_archive(error):
            with contextlib.suppress(BookwheelError):
                naming.add_names(error, await sources.readers.call(readable_names, None, NAMES_SECONDS))
        return failure(error)
    except Exception as error:  # noqa: BLE001  # nothing internal may reach the caller
        return _failed(error)
    if tool.is_cacheable:
        sources.answers.put(key, result, size=3 * sys.getsizeof(result.text) + 2 * len(key[1]) + 3000)
    return result


async def call_live(tool: Listed, raw: object, live: Live, *, is_debugging: bool = False) -> Result:
    """Answer one call that asks Wikipedia."""
    try:
        arguments = schema.check(tool.name, tool.input_schema, raw)
        with anyio.fail_after(tool.deadline_seconds):
            code = import_module(tool.place).TOOL
            result: Result = await code.run(live, code.arguments(**arguments))
        if is_debugging:
            schema.check_answer(tool.name, tool.output_schema, result.data)
    except TimeoutError:
        return failure(
            Timeout(
                f"No answer within {tool.deadline_seconds:g} seconds.",
                reason="deadline_exceeded",
                hint="Try again, or ask for less at once.",
            )
        )
    except Exception as error:  # noqa: BLE001  # nothing internal may reach the caller
        return _failed(error)
    return result


def run(library: Library, call: tuple[str, dict[str, Any]]) -> Result:
    """Run the archive tool of a module with checked arguments. A reader's job."""
    place, arguments = call
    tool = import_module(place).TOOL
    try:
        return tool.read(library, tool.arguments(**arguments))
    except Exception as error:
        told = library.explain(error)
        if told is None or told is error:
            raise
        raise told from error


def readable_names(library: Library, _: None) -> list[str]:
    """Return the names of the archives that can be read. A reader's job."""
    return [file.name for file in library.archives() if file.readable]


def _finish(tool: Listed, result: Result, progress: Progress, is_cancelled: Cancelled) -> Result:
    finish = import_module(tool.place).TOOL.finish
    return finish(result, progress, is_cancelled)


async def _in_a_thread(
    finish: Callable[[Result, Progress, Cancelled], Result], result: Result, report: Report | None
) -> Result:
    """Run the long part of a tool beside the event loop; when the caller leaves, the thread is told to stop."""
    has_left = threading.Event()

    def progress(done: int, total: int) -> None:
        if report is not None and not has_left.is_set():
            anyio.from_thread.run(report, done, total)

    try:
        return await anyio.to_thread.run_sync(
            finish, result, progress, has_left.is_set, abandon_on_cancel=True
        )
    finally:
        has_left.set()


def call_here(tool: Listed, raw: object, library: Library, live: LiveSettings | None = None) -> Result:
    """Answer one call in this process; a live tool asks Wikipedia as `live` says."""
    if tool.is_live:
        return anyio.run(_call_live_here, tool, raw, live or LiveSettings())
    try:
        arguments = schema.check(tool.name, tool.input_schema, raw)
        result = run(library, (tool.place, arguments))
        if tool.has_finish:
            result = _finish(tool, result, lambda _done, _total: None, lambda: False)
    except InvalidArgument as error:
        if naming.lacks_archive(error):
            naming.add_names(error, readable_names(library, None))
        return failure(error)
    except Exception as error:  # noqa: BLE001  # a person at a shell gets the same errors as an agent
        return _failed(error)
    return result


async def _call_live_here(tool: Listed, raw: object, settings: LiveSettings) -> Result:
    from bookwheel.live.wiki import open_live  # a shell that asks archives only needs nothing of it

    try:
        async with open_live(settings) as live:
            return await call_live(tool, raw, live)
    except Exception as error:  # noqa: BLE001  # as in a server
        return _failed(error)


def _failed(error: Exception) -> Result:
    if isinstance(error, BookwheelError):
        return failure(error)
    traceback.print_exception(error, file=sys.stderr)
    return failure(unexpected(type(error).__name__))


def failure(error: BookwheelError) -> Result:
    """Return the one error shape: structured data, and one sentence with the hint as text.

    Messages and hints quote what the caller sent and what the archive holds: they stay on one line, bounded, and
    cannot forge a fence.
    """
    payload: dict[str, Any] = error.payload()
    found = payload["error"]
    found["message"] = label(error.message, MESSAGE_CHARS)
    found["data"]["recovery"]["hint"] = label(error.hint, MESSAGE_CHARS)
    return Result(payload, f"{found['message']} {found['data']['recovery']['hint']}", is_error=True)
