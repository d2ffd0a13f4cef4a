"""Our tools as an MCP server: listing, calling, and nothing else."""

from __future__ import annotations

import functools
from typing import Any

import mcp_types as types
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from bookwheel import __version__
from bookwheel.errors import InvalidArgument
from bookwheel.server.results import to_wire
from bookwheel.tools import dispatch
from bookwheel.tools.catalogue import Listed, catalogue
from bookwheel.tools.dispatch import Report, Sources

NAME = "bookwheel"
LISTING_MILLISECONDS = 86_400_000
# Claude diverts longer answers to a file unless the tool says how long they may be.
PAGE_TEXT_CHARACTERS = 500_000


def build(sources: Sources, instructions: str) -> Server[Any]:
    """Return the server over `sources`, ready for any transport and both protocol eras."""
    tools = sources.tools

    async def list_tools(
        _context: ServerRequestContext[Any], _parameters: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return listing(is_live=sources.live is not None)

    async def call_tool(
        context: ServerRequestContext[Any], parameters: types.CallToolRequestParams
    ) -> types.CallToolResult:
        try:
            tool = dispatch.find(parameters.name, tools)
        except InvalidArgument as error:
            data = error.payload()["error"]["data"]
            raise MCPError(
                code=types.INVALID_PARAMS, message=f"{error.message} {error.hint}", data=data
            ) from None
        return to_wire(await dispatch.call(tool, parameters.arguments, sources, _reporter(context)))

    return Server[Any](
        NAME,
        version=__version__,
        title="Bookwheel",
        instructions=instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        get_tool_input_schema=lambda name: tools[name].input_schema if name in tools else None,
        cache_hints={"tools/list": CacheHint(LISTING_MILLISECONDS, "public")},
    )


def _reporter(context: ServerRequestContext[Any]) -> Report:
    """Return what tells the client how far its call has come; silent unless the client asked for it."""

    async def report(done: int, total: int) -> None:
        await context.session.report_progress(done, total)

    return report


@functools.cache
def listing(*, is_live: bool = True) -> types.ListToolsResult:
    """Return the tools as they are listed, always in the same order; `is_live`: with those that ask Wikipedia."""
    return types.ListToolsResult(tools=[_definition(tool) for tool in catalogue(is_live=is_live).values()])


def _definition(tool: Listed) -> types.Tool:
    definition = types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        annotations=types.ToolAnnotations(
            read_only_hint=True,
            destructive_hint=False,
            idempotent_hint=True,
            open_world_hint=tool.is_live,
        ),
    )
    if tool.returns_page_text:
        definition.meta = {"anthropic/maxResultSizeChars": PAGE_TEXT_CHARACTERS}
    return definition
