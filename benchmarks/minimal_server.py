"""The least an MCP server can be on the official SDK: one tool that answers a text of the size asked for."""

from __future__ import annotations

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

SCHEMA = {"type": "object", "properties": {"size": {"type": "integer"}}, "required": ["size"]}


async def list_tools(_context: object, _parameters: object) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[types.Tool(name="text", input_schema=SCHEMA)])


async def call_tool(_context: object, parameters: types.CallToolRequestParams) -> types.CallToolResult:
    # Half as text, half as structured content: the same bytes go out as from a server that sends both.
    half = "x" * ((parameters.arguments or {})["size"] // 2)
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=half)], structured_content={"content": half}
    )


async def main() -> None:
    server = Server("minimal", version="1", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)
