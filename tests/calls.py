"""Calling tools in tests as a shell would, every answer checked against the schema its tool declares."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bookwheel import demo_archive
from bookwheel.archive.files import LibrarySettings
from bookwheel.archive.library import Library
from bookwheel.tools import dispatch, schema
from bookwheel.tools.tool import Result

SHARED_DATA = Path(__file__).resolve().parents[1] / "../shared/data"
NO_SHARED_DATA = "the shared data is not beside the project"

DEMO = demo_archive.path().stem


def library_of(*paths: Path) -> Library:
    """Return a library over some archives."""
    return Library(LibrarySettings(tuple(str(path) for path in paths)))


def call(library: Library, tool: str, **arguments: Any) -> Result:
    """Call a tool; the structured answer must match the declared schema, error or not."""
    found = dispatch.find(tool)
    result = dispatch.call_here(found, arguments, library)
    schema.check_answer(tool, found.output_schema, result.data)
    return result


def answer(library: Library, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return the structured content of a call that must succeed."""
    result = call(library, tool, **arguments)
    assert not result.is_error, result.text
    assert result.data is not None
    return result.data


def error(library: Library, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return `reason`, `code`, `message`, `hint` and the rest of a call that must fail."""
    result = call(library, tool, **arguments)
    assert result.is_error, result.text
    assert result.data is not None
    found = result.data["error"]
    assert found["message"] in result.text
    return {
        "code": found["code"],
        "message": found["message"],
        "hint": found["data"]["recovery"]["hint"],
        **found["data"],
    }
