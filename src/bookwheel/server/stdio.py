"""MCP over standard input and output."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Any, cast

from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from bookwheel.server import pipes
from bookwheel.server.malformed import AnsweringStream

if TYPE_CHECKING:
    import anyio


async def serve(server: Server[Any]) -> None:
    """Serve until standard input closes; standard output carries JSON-RPC only."""
    # The interpreter's last collection over the SDK's classes takes a quarter of a second of exit.
    gc.freeze()
    gc.enable()
    try:
        async with _transport() as (incoming, outgoing):
            answering = AnsweringStream(incoming, outgoing)
            await server.run(answering, outgoing, server.create_initialization_options())
    except* (BrokenPipeError, ConnectionResetError):
        pass  # the client left without waiting for its answer


@contextlib.asynccontextmanager
async def _transport() -> AsyncGenerator[tuple[Any, Any]]:
    if not pipes.CAN_WAIT:
        async with stdio_server() as streams:
            yield streams
        return
    with pipes.wire() as (lines, writer):
        text = cast("anyio.AsyncFile[str]", lines), cast("anyio.AsyncFile[str]", writer)
        async with stdio_server(*text) as streams:
            yield streams
