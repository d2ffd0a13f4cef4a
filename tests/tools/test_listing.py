"""What the server lists: the wire contract, its size, and the forms that clients need."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from bookwheel.server.adapter import listing
from bookwheel.tools.catalogue import catalogue
from bookwheel.tools.registry import TOOLS
from bookwheel.tools.tool import LiveTool
from calls import SHARED, real

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "tools"
LISTED = [json.loads(tool.model_dump_json(by_alias=True, exclude_none=True)) for tool in listing().tools]
BY_NAME = {tool["name"]: tool for tool in LISTED}
BUDGET_BYTES = 18_000  # names, descriptions and input schemas of all fourteen tools
TOOLS_IN_ALL = 14


@pytest.mark.parametrize("name", BY_NAME)
def test_a_tool_is_listed_as_its_golden_file_says(name: str) -> None:
    served = json.dumps(BY_NAME[name], ensure_ascii=False, indent=1) + "\n"
    golden = GOLDEN / f"{name}.json"
    if "BOOKWHEEL_WRITE_GOLDENS" in os.environ:
        golden.write_text(served, encoding="utf-8")
    assert golden.read_text(encoding="utf-8") == served


def test_the_catalogue_is_what_the_tools_define() -> None:
    for name, listed in catalogue().items():
        tool = TOOLS[name]
        assert listed.tool() is tool
        for field in (
            "title",
            "description",
            "input_schema",
            "output_schema",
            "deadline_seconds",
            "returns_page_text",
        ):
            assert getattr(listed, field) == getattr(tool, field), f"{name}.{field}: run make docs"
        assert listed.is_live is isinstance(tool, LiveTool)
        assert listed.has_finish is (getattr(tool, "finish", None) is not None)
        assert listed.is_cacheable is getattr(tool, "is_cacheable", False)
    assert list(catalogue()) == list(TOOLS)


def test_every_golden_file_belongs_to_a_tool() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(TOOLS)


def test_the_listing_stays_within_its_budget() -> None:
    parts = [{key: tool[key] for key in ("name", "description", "inputSchema")} for tool in LISTED]
    size = len(json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode())
    assert size <= BUDGET_BYTES
    assert size / len(LISTED) <= BUDGET_BYTES / TOOLS_IN_ALL * 1.4


@pytest.mark.parametrize("name", BY_NAME)
def test_schemas_have_the_forms_that_every_client_reads(name: str) -> None:
    tool = BY_NAME[name]
    inputs = tool["inputSchema"]
    assert inputs["type"] == "object"
    assert inputs["additionalProperties"] is False
    assert not {"anyOf", "oneOf", "allOf", "$ref", "$defs"} & set(_keys(inputs))
    for field in inputs["properties"].values():
        assert field["description"]
    if "outputSchema" in tool:
        assert tool["outputSchema"]["type"] == "object"
        assert "$ref" not in _keys(tool["outputSchema"])
        assert not [value for value in _values(tool["outputSchema"]) if value is True]


@pytest.mark.parametrize("name", BY_NAME)
def test_every_tool_says_that_it_only_reads(name: str) -> None:
    hints = BY_NAME[name]["annotations"]
    assert hints["readOnlyHint"] is True
    assert hints["destructiveHint"] is False
    assert hints["idempotentHint"] is True
    assert hints["openWorldHint"] is name.startswith("wikipedia_")


@pytest.mark.parametrize("name", [name for name in BY_NAME if name.startswith("zim_")])
def test_archive_tools_take_the_parameters_of_the_contract(name: str) -> None:
    path = real(SHARED / "contract" / "zim_tools.json")
    contract = json.loads(path.read_text(encoding="utf-8"))[name]
    inputs = BY_NAME[name]["inputSchema"]
    assert list(inputs["properties"]) == list(contract["parameters"])
    assert inputs["required"] == contract["required"]
    for field, asked in contract["parameters"].items():
        served = inputs["properties"][field]
        for key in ("enum", "default", "minimum", "maxLength"):
            if key in asked and not isinstance(asked[key], dict):
                assert served.get(key) == asked[key], f"{name}.{field}.{key}"
        if "type" in asked:
            assert served["type"] == asked["type"], f"{name}.{field}"


def _keys(schema: Any) -> list[str]:
    return [key for key, _ in _items(schema)]


def _values(schema: Any) -> list[Any]:
    return [value for key, value in _items(schema) if key != "default"]


def _items(schema: Any) -> list[tuple[str, Any]]:
    if isinstance(schema, list):
        return [item for part in schema for item in _items(part)]
    if not isinstance(schema, dict):
        return []
    return [pair for key, value in schema.items() for pair in [(key, value), *_items(value)]]
