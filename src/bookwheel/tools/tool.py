"""What a tool is, and what it answers."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from bookwheel.archive.library import Library

STARTED = time.monotonic()
"""When this process began; a server loads this module as it starts."""

Json: TypeAlias = dict[str, Any]

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the work done and the work in all, as it goes on."""

Cancelled: TypeAlias = Callable[[], bool]
"""Whether nobody waits for the result any more."""


class Image(NamedTuple):
    """A picture sent beside the text; `data` is base64."""

    mimetype: str
    data: str


@dataclass(frozen=True, slots=True)
class Result:
    """An answer as plain data: `data` becomes structured content, `text` what a reader sees.

    `meta` goes into the MCP result's own `_meta`, for tools whose schema is closed.
    """

    data: Json | None
    text: str
    images: tuple[Image, ...] = ()
    is_error: bool = False
    meta: Json = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveTool:
    """A tool that reads archives; `read` runs inside a reader process, blocking and free of async.

    `finish` completes its result with work that may take minutes: blocking, in a thread of the server process,
    told when nobody waits any more.
    `arguments` is the class that the checked arguments become (`None` stands for "not given").
    `is_cacheable` holds when the answer depends on nothing but the arguments and the archives' bytes.
    """

    name: str
    title: str
    description: str
    input_schema: Json
    output_schema: Json | None
    arguments: type[Any]
    read: Callable[[Library, Any], Result]
    finish: Callable[[Result, Progress, Cancelled], Result] | None = None
    deadline_seconds: float = 30.0
    returns_page_text: bool = False
    is_cacheable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveTool:
    """A tool that asks Wikipedia; `run(live, arguments)` waits on the event loop of the server process.

    `live` is a `bookwheel.live.wiki.Live`. It is not named here: readers import this module, and nothing a reader
    runs may know the event loop.
    `deadline_seconds` is a safety net above the live client's own limits.
    """

    name: str
    title: str
    description: str
    input_schema: Json
    output_schema: Json
    arguments: type[Any]
    run: Callable[[Any, Any], Awaitable[Result]]
    deadline_seconds: float = 35.0
    returns_page_text: bool = False


Tool: TypeAlias = ArchiveTool | LiveTool
