"""The served schemas are the contract's, key by key and in its order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bookwheel.tools.wikipedia.registry import LIVE_TOOLS

CONTRACT = Path(__file__).resolve().parents[3] / "../shared/contract/wikipedia_tools.json"
BUDGET_BYTES = 6_500


def bare(schema: Any) -> Any:
    """Return the schema without descriptions and examples, its order kept."""
    if isinstance(schema, dict):
        return {
            key: bare(value)
            for key, value in schema.items()
            if not (key in ("description", "examples") and not isinstance(value, dict))
        }
    return [bare(value) for value in schema] if isinstance(schema, list) else schema


@pytest.mark.real("contract/wikipedia_tools.json")
@pytest.mark.parametrize("tool", LIVE_TOOLS, ids=lambda tool: tool.name)
def test_the_schemas_are_those_of_the_contract(tool: Any) -> None:
    wanted = json.loads(CONTRACT.read_text("utf-8"))[tool.name]
    # Compared as text: the order of the keys is part of it.
    assert json.dumps(bare(tool.input_schema)) == json.dumps(wanted["inputSchema"])
    assert json.dumps(bare(tool.output_schema)) == json.dumps(wanted["outputSchema"])


@pytest.mark.real("contract/wikipedia_tools.json")
def test_every_tool_of_the_contract_is_there_in_its_order() -> None:
    assert [tool.name for tool in LIVE_TOOLS] == list(json.loads(CONTRACT.read_text("utf-8")))


def test_the_descriptions_are_short() -> None:
    parts = [
        {"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema}
        for tool in LIVE_TOOLS
    ]
    assert len(json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode()) <= BUDGET_BYTES


@pytest.mark.parametrize("tool", LIVE_TOOLS, ids=lambda tool: tool.name)
def test_every_description_has_an_example_and_other_names(tool: Any) -> None:
    assert 'Example: {"' in tool.description
    assert "Also called:" in tool.description
    example = tool.description.partition("Example: ")[2].partition("}. ")[0] + "}"
    given = json.loads(example)
    assert set(tool.input_schema["required"]) <= set(given) <= set(tool.input_schema["properties"])
