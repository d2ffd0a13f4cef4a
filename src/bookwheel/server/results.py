"""From our results to the SDK's, and the one place that scrubs what goes out."""

from __future__ import annotations

from typing import Any, cast

import mcp_types as types

from bookwheel.tools.tool import Result


def to_wire(result: Result) -> types.CallToolResult:
    """Return the MCP result: text, pictures, structured content."""
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=_scrub(result.text))]
    content += [types.ImageContent(type="image", data=i.data, mime_type=i.mimetype) for i in result.images]
    wire = types.CallToolResult(
        content=content, structured_content=_scrubbed(result.data), is_error=result.is_error
    )
    if result.meta:
        wire.meta = _scrubbed(result.meta)
    return wire


def _scrub(text: str) -> str:
    # A lone surrogate cannot be written as UTF-8 and would end the transport.
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


def _scrubbed(value: Any) -> Any:
    match value:
        case str():
            return _scrub(value)
        case dict():
            items = cast("dict[str, Any]", value).items()
            return {_scrub(name): _scrubbed(item) for name, item in items}
        case list() | tuple():
            return [_scrubbed(item) for item in cast("list[Any]", value)]
        case _:
            return value
