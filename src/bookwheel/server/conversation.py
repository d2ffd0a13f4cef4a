"""A client of our own server, over a real subprocess and the official SDK: for the demo and for self-checks."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Any

import mcp_types as types
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client


@dataclass(frozen=True, slots=True)
class Answer:
    """What a client got: the text, the structured content, and whether it is an error."""

    text: str
    data: dict[str, Any]
    is_error: bool


class Conversation:
    """An open connection to a server."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @property
    def server(self) -> str:
        """The server's name and version, and the protocol revision that was agreed on."""
        info = self._client.server_info
        name = f"{info.name} {info.version}" if info is not None else "server"
        return f"{name}, MCP {self._client.protocol_version}"

    @property
    def instructions(self) -> str:
        """What the server tells every model at the start."""
        return self._client.instructions or ""

    async def tools(self) -> list[str]:
        """Return the names of the tools, as listed."""
        return [tool.name for tool in (await self._client.list_tools()).tools]

    async def call(self, tool: str, arguments: dict[str, Any]) -> Answer:
        """Call one tool."""
        result = await self._client.call_tool(tool, arguments)
        text = "\n".join(block.text for block in result.content if isinstance(block, types.TextContent))
        return Answer(text, result.structured_content or {}, result.is_error)


def command(arguments: Sequence[str]) -> list[str]:
    """Return the words that start `bookwheel ARGUMENTS…` with this interpreter."""
    return [sys.executable, "-m", "bookwheel", *arguments]


@contextlib.asynccontextmanager
async def converse(arguments: Sequence[str]) -> AsyncGenerator[Conversation]:
    """Start `bookwheel ARGUMENTS…` as a subprocess and connect to it."""
    program, *words = command(arguments)
    server = StdioServerParameters(command=program, args=words)
    async with Client(stdio_client(server)) as client:
        yield Conversation(client)
