"""MCP over standard input and output."""

from __future__ import annotations

import gc
from typing import Any

from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from bookwheel.server.malformed import AnsweringStream


async def serve(server: Server[Any]) -> None:
    """Serve until standard input closes; standard output carries JSON-RPC only."""
    # The interpreter's last collection over the SDK's classes takes a quarter of a second of exit.
    gc.freeze()
    gc.enable()
    async with stdio_server() as (incoming, outgoing):
        answering = AnsweringStream(incoming, outgoing)
        await server.run(answering, outgoing, server.create_initialization_options())
