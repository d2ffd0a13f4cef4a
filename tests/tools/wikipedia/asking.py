"""Calling the live tools as the server does, every answer checked against the schema its tool declares."""

from __future__ import annotations

from typing import Any

from bookwheel.live.wiki import Live
from bookwheel.tools import dispatch, schema
from bookwheel.tools.tool import Result


async def call(live: Live, tool: str, **arguments: Any) -> Result:
    """Call a tool; the structured answer must match the declared schema, error or not."""
    found = dispatch.find(tool)
    assert found.is_live
    result = await dispatch.call_live(found, arguments, live)
    schema.check_answer(tool, found.output_schema, result.data)
    assert result.text
    return result


async def answer(live: Live, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return the structured content of a call that must succeed."""
    result = await call(live, tool, **arguments)
    assert not result.is_error, result.text
    assert result.data is not None
    return result.data


async def error(live: Live, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return the error of a call that must fail."""
    result = await call(live, tool, **arguments)
    assert result.is_error, result.text
    assert result.data is not None
    assert set(result.data) == {"error"}
    found: dict[str, Any] = result.data["error"]
    assert found["message"] in result.text
    assert found["data"]["recovery"]["hint"] in result.text
    return found
