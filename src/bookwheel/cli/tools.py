"""`bookwheel tools`: what the server offers."""

from __future__ import annotations

import json
import sys
from typing import Any

from bookwheel.errors import InvalidArgument
from bookwheel.tools import dispatch
from bookwheel.tools.catalogue import Listed, catalogue


def run(name: str | None, *, as_json: bool) -> int:
    """Print every tool in a line, or one with its parameters."""
    try:
        chosen = [dispatch.find(name)] if name else list(catalogue().values())
    except InvalidArgument as error:
        print(f"bookwheel: {error.message} {error.hint}", file=sys.stderr)
        return 2
    if as_json:
        print(json.dumps([_definition(tool) for tool in chosen], ensure_ascii=False, indent=2))
    elif name:
        print(explain(chosen[0]))
    else:
        width = max(len(tool.name) for tool in chosen)
        print("\n".join(f"{tool.name:<{width}}  {tool.title}" for tool in chosen))
    return 0


def _definition(tool: Listed) -> dict[str, Any]:
    return {
        "name": tool.name,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
    }


def explain(tool: Listed) -> str:
    """Return one tool's description and parameters as text."""
    required = tool.input_schema.get("required", ())
    lines = [tool.name, "", tool.description, "", "Parameters:"]
    for name, field in tool.input_schema["properties"].items():
        kind = field["type"] if isinstance(field["type"], str) else " or ".join(field["type"])
        notes = [kind, "required" if name in required else "optional"]
        notes += [f"{word} {field[key]}" for key, word in _BOUNDS.items() if key in field]
        if "enum" in field:
            notes.append("one of " + ", ".join(field["enum"]))
        lines.append(f"  {name} ({'; '.join(notes)})")
        lines.append(f"      {field.get('description', '')}")
    return "\n".join(lines)


_BOUNDS = {
    "default": "default",
    "minimum": "at least",
    "maximum": "at most",
    "maxLength": "characters at most",
    "maxItems": "items at most",
}
