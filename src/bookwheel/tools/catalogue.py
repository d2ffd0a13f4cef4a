"""The tools as a server lists them, without their code.

A server process checks arguments and sends archive work away; what the tools do is loaded where it is done. So that it
starts without loading any of it, the definitions are written into `catalogue.json` (`make docs`; a test compares).
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bookwheel.tools.tool import Tool

PATH = Path(__file__).with_name("catalogue.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One tool: what is listed of it, what dispatch has to know, and `place`, the module that defines it as TOOL."""

    place: str
    is_live: bool
    name: str
    title: str
    description: str
    input_schema: dict[str, Any]
    output_schema: dict[str, Any] | None
    deadline_seconds: float
    returns_page_text: bool
    is_cacheable: bool
    has_finish: bool

    def tool(self) -> Tool:
        """Load and return the tool itself."""
        return import_module(self.place).TOOL


@functools.cache
def catalogue(*, is_live: bool = True) -> Mapping[str, Listed]:
    """Return the tools by name, in the order they are listed; `is_live`: with those that ask Wikipedia."""
    listed = [Listed(**entry) for entry in json.loads(PATH.read_bytes())]
    return {entry.name: entry for entry in listed if is_live or not entry.is_live}
