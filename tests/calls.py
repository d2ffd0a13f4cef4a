"""Calling tools in tests as a shell would, every answer checked against the schema its tool declares."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bookwheel import demo_archive
from bookwheel.archive.files import LibrarySettings
from bookwheel.archive.library import Library
from bookwheel.tools import dispatch, schema
from bookwheel.tools.tool import Result

SHARED = Path(__file__).resolve().parents[1] / "../shared"
SHARED_DATA = SHARED / "data"
NO_SHARED_DATA = "needs real data in ../shared, which is no part of the project (see CONTRIBUTING.md)"

DEMO = demo_archive.path().stem


def real(path: Path) -> Path:
    """Return a file or folder of the shared data. Skips the test where it is absent, always with the same reason."""
    if not path.exists():
        pytest.skip(NO_SHARED_DATA)
    return path


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
