"""The check at the door: what is taken as meant, what is refused, and what the refusal says."""

from __future__ import annotations

from typing import Any

import pytest

from bookwheel.errors import InvalidArgument
from bookwheel.tools.fields import boolean, integer, parameters, string, strings
from bookwheel.tools.registry import TOOLS
from bookwheel.tools.schema import SAID_OTHERWISE, check

SCHEMA = parameters(
    {
        "name": string("A name.", minLength=1, maxLength=10),
        "limit": integer("How many.", minimum=1, maximum=50, default=10),
        "offset": integer("Where.", minimum=0),
        "deep": boolean("Whether.", default=False),
        "view": string("Which.", enum=["full", "summary"]),
        "paths": strings("Some.", maxItems=2),
        "budget": {"type": ["string", "integer"], "description": "A word or a number."},
    },
    required=("name",),
)


def accepted(**raw: Any) -> dict[str, Any]:
    return check("zim_test", SCHEMA, {"name": "x", **raw})


def refused(raw: object) -> dict[str, Any]:
    with pytest.raises(InvalidArgument) as caught:
        check("zim_test", SCHEMA, raw)
    error = caught.value.payload()["error"]
    assert error["code"] == -32602
    return {"message": error["message"], "hint": error["data"]["recovery"]["hint"], **error["data"]}


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ({"limit": "5"}, {"limit": 5}),
        ({"limit": " 5 "}, {"limit": 5}),
        ({"limit": 5.0}, {"limit": 5}),
        ({"limit": "5.0"}, {"limit": 5}),
        ({"limit": "2e1"}, {"limit": 20}),
        ({"deep": "true"}, {"deep": True}),
        ({"deep": "False"}, {"deep": False}),
        ({"limit": None, "view": None}, {}),
        ({"budget": "1200"}, {"budget": "1200"}),
        ({"budget": 1200}, {"budget": 1200}),
    ],
)
def test_what_small_models_send_is_taken_as_meant(given: dict[str, Any], meant: dict[str, Any]) -> None:
    values = accepted(**given)
    assert values == {"name": "x", **meant}
    assert [type(v) for v in values.values()] == [type(v) for v in {"name": "x", **meant}.values()]


def test_defaults_are_not_filled_in_so_that_they_never_conflict() -> None:
    assert accepted() == {"name": "x"}


@pytest.mark.parametrize(
    ("raw", "reason", "message", "nearest"),
    [
        ({"limit": 0}, "invalid_limit", "limit must be at least 1 (got 0).", 1),
        ({"limit": -1}, "invalid_limit", "limit must be at least 1 (got -1).", 1),
        ({"limit": 51}, "invalid_limit", "limit must be at most 50 (got 51).", 50),
        ({"limit": 2**70}, "invalid_limit", f"limit must be at most 50 (got {2**70}).", 50),
        ({"limit": 1.5}, "invalid_limit", "limit must be a whole number (got 1.5).", 2),
        ({"limit": "1.5"}, "invalid_limit", "limit must be a whole number (got 1.5).", 2),
        ({"limit": True}, "invalid_limit", "limit must be a whole number (got true).", None),
        ({"limit": "many"}, "invalid_limit", 'limit must be a whole number (got "many").', None),
        ({"limit": [5]}, "invalid_limit", "limit must be a whole number (got [5]).", None),
        ({"offset": -3}, "invalid_offset", "offset must be at least 0 (got -3).", 0),
        ({"deep": 1}, "invalid_argument", "deep must be true or false (got 1).", True),
        ({"deep": "yes"}, "invalid_argument", 'deep must be true or false (got "yes").', True),
        (
            {"view": "sumary"},
            "invalid_argument",
            'view must be one of full, summary (got "sumary").',
            "summary",
        ),
        ({"paths": ["a", "b", "c"]}, "invalid_argument", "paths must hold at most 2 items (got 3).", None),
        ({"paths": ["a", 1]}, "invalid_argument", "paths must be a list of strings (one item is 1).", None),
        ({"name": ""}, "invalid_argument", "name must not be empty.", None),
        ({"name": "x" * 11}, "invalid_argument", "name must be at most 10 characters long (got 11).", None),
        ({"name": 7}, "invalid_argument", "name must be a string (got 7).", None),
        ({"name": None}, "invalid_argument", "name must be a string (got null).", None),
        ({"budget": 1.5}, "invalid_argument", "budget must be a string or a whole number (got 1.5).", None),
    ],
)
def test_a_refusal_names_the_field_the_rule_and_the_nearest_valid_value(
    raw: dict[str, Any], reason: str, message: str, nearest: object
) -> None:
    error = refused({"name": "x", **raw})
    assert (error["reason"], error["message"]) == (reason, message)
    assert error.get("nearest_valid") == nearest
    assert error["field"] == next(iter(raw))
    assert error["hint"]


def test_an_unknown_name_is_refused_with_the_closest_one() -> None:
    error = refused({"name": "x", "limitt": 3})
    assert error["message"] == 'zim_test has no argument "limitt".'
    assert error["hint"] == "Did you mean limit?"
    assert error["closest_match"] == "limit"


def test_a_name_in_other_case_is_close() -> None:
    assert refused({"name": "x", "LIMIT": 5})["closest_match"] == "limit"


@pytest.mark.parametrize(
    ("field", "value", "nearest"),
    [
        ("limit", 1.6, 2),
        ("limit", "1.2", 1),
        ("limit", 0.2, 1),
        ("limit", 99.5, 50),
        ("deep", 1, True),
        ("deep", "no", False),
        ("paths", "Washington, D.C.", ["Washington, D.C."]),
        ("paths", '["A", "B"]', ["A", "B"]),
        ("paths", "[1]", ["[1]"]),
    ],
)
def test_a_value_of_the_wrong_kind_names_the_nearest_of_the_right_one(
    field: str, value: object, nearest: object
) -> None:
    found = refused({"name": "x", field: value})
    assert found["nearest_valid"] is nearest or found["nearest_valid"] == nearest
    assert type(found["nearest_valid"]) is type(nearest)


@pytest.mark.parametrize("value", ["NaN", "1e400", "many", [], None, float("inf"), float("nan")])
def test_what_is_near_no_number_names_none(value: object) -> None:
    assert "nearest_valid" not in refused({"name": "x", "limit": value if value is not None else {}})


def test_a_word_is_never_guessed_from_something_that_is_none() -> None:
    assert refused({"name": "x", "view": True})["nearest_valid"] == "full"


def test_an_unknown_name_like_no_other_lists_what_there_is() -> None:
    error = refused({"name": "x", "zzzzqq": 3})
    assert "closest_match" not in error
    assert "limit" in error["hint"]


def test_a_missing_required_argument_is_named() -> None:
    error = refused({})
    assert error["message"] == "zim_test needs name."
    assert error["hint"] == "name: A name."


@pytest.mark.parametrize("raw", [[], "text", 5, True])
def test_arguments_that_are_no_object_are_refused(raw: object) -> None:
    assert "must be an object" in refused(raw)["message"]


def test_no_arguments_at_all_mean_an_empty_object() -> None:
    assert check("zim_test", parameters({"a": string("A.")}), None) == {}


def test_a_giant_value_is_not_echoed_whole() -> None:
    assert len(refused({"name": "x", "limit": "9" * 5000 + "x"})["message"]) < 200


def test_a_number_too_long_to_be_one_is_refused() -> None:
    assert refused({"name": "x", "limit": "9" * 5000})["reason"] == "invalid_limit"
    assert refused({"name": "x", "limit": "1e999."})["reason"] == "invalid_limit"


@pytest.mark.parametrize(
    ("tool", "field", "value", "nearest"),
    [
        *(("zim_get", "view", word, "toc") for word in ("outline", "Sections", "contents", "headings")),
        *(("zim_get", "view", word, "summary") for word in ("lead", "intro", "abstract", "sumary")),
        *(("zim_get", "view", word, "full") for word in ("text", "body", "html", "raw", "Full text")),
        ("zim_get", "view", "table of contents", "toc"),
        ("zim_search", "mode", "content", "fulltext"),
        ("zim_search", "mode", "autocomplete", "suggest"),
        ("zim_search", "mode", "titles", "title"),
        ("zim_browse", "mode", "iterate", "walk"),
        ("zim_browse", "mode", "list", "page"),
        ("zim_links", "direction", "backlinks", "inbound"),
        ("zim_links", "direction", "what links here", "inbound"),
        ("zim_links", "direction", "outgoing", "outbound"),
        ("zim_links", "direction", "see-also", "related"),
        ("zim_links", "kind", "images", "media"),
        ("zim_links", "kind", "web", "external"),
    ],
)
def test_a_choice_called_by_another_name_is_offered_by_its_own(
    tool: str, field: str, value: str, nearest: str
) -> None:
    schema = TOOLS[tool].input_schema
    with pytest.raises(InvalidArgument) as caught:
        check(tool, schema, {**dict.fromkeys(schema.get("required", ()), "x"), field: value})
    assert (caught.value.data["field"], caught.value.data["nearest_valid"]) == (field, nearest)


def test_every_other_name_belongs_to_a_choice_there_is() -> None:
    choices = {
        choice
        for tool in TOOLS.values()
        for field in tool.input_schema["properties"].values()
        for choice in field.get("enum", ())
    }
    assert set(SAID_OTHERWISE) == choices
