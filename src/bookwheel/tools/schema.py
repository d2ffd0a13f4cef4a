"""The check at the door: raw arguments against a tool's input schema, then typed arguments.

Small models send `"5"` for 5, `"true"` for true and `null` for an absent option: those are taken as meant.
Everything else is strict, and each refusal names the field, the rule and the nearest value that would do.
"""

from __future__ import annotations

import contextlib
import difflib
import json
import math
import re
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from bookwheel.errors import InvalidArgument

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic_core import ErrorDetails

Json = dict[str, Any]

MAX_STRING_CHARS = 4096
MAX_ITEMS = 1000
MAX_ARGUMENTS = 50
NAMED_AT_MOST = 10

_OWN_REASON = {"content_offset", "offset", "limit", "max_content_length"}
_TYPE_NAMES = {
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}


def check(tool: str, schema: Json, raw: object) -> Json:
    """Return the arguments that were given, coerced to their types.

    Raises InvalidArgument naming the field, what was wrong with it, and the nearest valid value.
    """
    if raw is None:
        raw = {}
    if not isinstance(raw, dict):
        raise InvalidArgument(
            f"The arguments of {tool} must be an object.",
            reason="invalid_argument",
            hint=f"Send an object with: {', '.join(schema['properties'])}.",
        )
    given = _coerce(schema, cast("Json", raw))
    _refuse_floods(tool, given)
    errors = _errors(schema, given)
    if errors:
        raise _refusal(tool, schema, given, errors[0])
    return given


def _refuse_floods(tool: str, given: Json) -> None:
    """Refuse what is too long to be meant, whatever the schema allows, before anything echoes or searches it."""
    if len(given) > MAX_ARGUMENTS:
        raise InvalidArgument(
            f"{tool} was sent {len(given)} arguments.",
            reason="invalid_argument",
            hint="Send only those it has.",
        )
    for name, value in given.items():
        parts = cast("list[object]", value) if isinstance(value, list) else [value]
        longest = max((len(part) for part in parts if isinstance(part, str)), default=0)
        if longest > MAX_STRING_CHARS or len(parts) > MAX_ITEMS:
            what = (
                f"at most {MAX_STRING_CHARS} characters long (got {longest})"
                if longest > MAX_STRING_CHARS
                else f"a list of at most {MAX_ITEMS} items (got {len(parts)})"
            )
            raise InvalidArgument(
                f"{name[:100]} must be {what}.",
                reason=_reason(tool, name),
                hint="Shorten it.",
                data={"field": name[:100]},
            )


def check_answer(tool: str, schema: Json | None, data: Json | None) -> None:
    """Raise AssertionError when a structured answer is not what its tool declares."""
    if schema is None or data is None:
        return
    from jsonschema import Draft202012Validator

    validator: Any = Draft202012Validator(schema)
    for error in validator.iter_errors(data):
        raise AssertionError(
            f"{tool} answered against its schema at {error.json_path}: {error.message[:300]}"
        )


# pydantic does the checking: the SDK has loaded it already, while jsonschema would add a twentieth to the start.


def _errors(schema: Json, given: Json) -> list[ErrorDetails]:
    """Return what is wrong: unknown names first, then missing ones, then bad values in the schema's order."""
    from pydantic import ValidationError

    try:
        _model(schema).model_validate(given)
    except ValidationError as error:
        found = error.errors(include_url=False)
        return sorted(found, key=lambda detail: _PRECEDENCE.get(detail["type"], 2))
    return []


_NUMBER = re.compile(r"[+-]?[0-9]{1,400}(\.[0-9]*)?([eE][+-]?[0-9]+)?")
_YES_OR_NO = {"yes": True, "on": True, "1": True, "no": False, "off": False, "0": False}
# What people and models call a choice that is spelt quite differently; the first choice a parameter has counts.
SAID_OTHERWISE = {
    "toc": "outline sections section contents content_table table_of_contents headings heading headers index tree toc",
    "summary": "lead lede intro introduction abstract overview gist short brief extract preview excerpt description",
    "full": "text fulltext full_text body html raw content markdown md plain plaintext article page whole all complete everything default",
    "structure": "layout shape flat skeleton",
    "fulltext": "full full_text text content contents body keyword keywords words phrase semantic default bm25 all search",
    "title": "titles name names exact heading headings entry find path",
    "suggest": "suggestion suggestions autocomplete auto complete completion prefix typeahead begins starts fuzzy",
    "page": "list listing pages paged paginate default rows browse entries",
    "walk": "iterate all full everything cursor scan crawl dump stream export recursive",
    "outbound": "out outgoing from forward links to targets default",
    "inbound": "in incoming backlinks backlink back what_links_here whatlinkshere referrers sources linked_from reverse",
    "related": "similar see_also seealso like both neighbours neighbors nearby associated",
    "internal": "wiki article articles page pages local inside entries default all",
    "external": "web url urls outside http https www references",
    "media": "image images picture pictures file files photo photos video audio img figures",
}
_PRECEDENCE = {"extra_forbidden": 0, "missing": 1}


_models: dict[int, tuple[Json, type[BaseModel]]] = {}


def _model(schema: Json) -> type[BaseModel]:
    """Return the pydantic model that accepts what the schema accepts; kept with the schema, which must not change."""
    known = _models.get(id(schema))
    if known is None:
        known = _models[id(schema)] = (schema, _make_model(schema))
    return known[1]


def _make_model(schema: Json) -> type[BaseModel]:
    from pydantic import ConfigDict, Field, create_model

    required = schema.get("required", ())
    fields: dict[str, Any] = {}
    for name, field in schema["properties"].items():
        # A bound of a field of several types holds for one of them: its tool checks that itself.
        keywords = {} if isinstance(field.get("type"), list) else _KEYWORDS
        bounds = {keyword: field[key] for key, keyword in keywords.items() if key in field}
        fields[name] = (Annotated[_type(field), Field(**bounds)], ... if name in required else None)
    return create_model("Arguments", __config__=ConfigDict(extra="forbid", strict=True), **fields)


_KEYWORDS = {
    "minimum": "ge",
    "maximum": "le",
    "minLength": "min_length",
    "maxLength": "max_length",
    "minItems": "min_length",
    "maxItems": "max_length",
}
_TYPES: dict[str, Any] = {"string": str, "integer": int, "number": float, "boolean": bool, "array": list[str]}


def _type(field: Json) -> Any:
    if "enum" in field:
        return Literal[tuple(field["enum"])]
    kinds: str | list[str] = field["type"]
    return _TYPES[kinds] if isinstance(kinds, str) else str | int


def _coerce(schema: Json, raw: Json) -> Json:
    properties: dict[str, Json] = schema["properties"]
    required = schema.get("required", ())
    given: Json = {}
    for name, value in raw.items():
        if value is None and name in properties and name not in required:
            continue
        given[name] = _as_meant(properties.get(name, {}).get("type"), value)
    return given


def _as_meant(wanted: object, value: object) -> object:
    """Return a number or truth value that came as text, and 3.0 as the integer it is."""
    if wanted == "integer" and isinstance(value, float) and value.is_integer():
        return int(value)
    if not isinstance(value, str):
        return value
    word = value.strip()
    if wanted == "boolean" and word.lower() in ("true", "false"):
        return word.lower() == "true"
    if wanted in ("integer", "number") and _NUMBER.fullmatch(word):
        number = int(word) if wanted == "integer" and word.lstrip("+-").isdigit() else float(word)
        return _as_meant(wanted, number)
    return value


def _refusal(tool: str, schema: Json, given: Json, error: ErrorDetails) -> InvalidArgument:
    """Turn one violation into a sentence, a reason and the nearest valid value."""
    properties: dict[str, Json] = schema["properties"]
    if error["type"] == "extra_forbidden":
        return _unknown_name(tool, list(properties), [name for name in given if name not in properties])
    if error["type"] == "missing":
        missing = [name for name in schema["required"] if name not in given]
        return InvalidArgument(
            f"{tool} needs {' and '.join(missing)}.",
            reason="invalid_argument",
            hint=" ".join(f"{name}: {properties[name].get('description', '')}" for name in missing),
            data={"field": missing[0], "missing": missing},
        )
    name = str(error["loc"][0])
    field = properties[name]
    what, nearest = _rule(field, error)
    data: Json = {"field": name}
    if nearest is not None:
        data["nearest_valid"] = nearest
        hint = f"Use {name}={json.dumps(nearest, ensure_ascii=False)}."
    else:
        hint = str(field.get("description", "")) or f"Correct {name}."
    if "enum" in field:
        data["accepted"] = field["enum"]
    return InvalidArgument(f"{name} {what}.", reason=_reason(tool, name), hint=hint, data=data)


def _reason(tool: str, field: str) -> str:
    if field in _OWN_REASON and tool.startswith("zim_"):
        return f"invalid_{field}"
    return "invalid_mode" if (tool, field) == ("zim_browse", "mode") else "invalid_argument"


def _rule(field: Json, error: ErrorDetails) -> tuple[str, object]:
    """Return what the value should have been, and the nearest value that is."""
    value = error["input"]
    match error["type"]:
        case "literal_error":
            accepted: list[str] = field["enum"]
            text = "_".join(re.findall(r"\w+", value.lower())) if isinstance(value, str) else ""
            meant = [one for one in accepted if text in SAID_OTHERWISE.get(one, "").split()]
            close = meant or difflib.get_close_matches(text, accepted, n=1, cutoff=0.4)
            nearest = close[0] if close else accepted[0]
            return f"must be one of {', '.join(accepted)} (got {_shown(value)})", nearest
        case "greater_than_equal":
            return f"must be at least {field['minimum']} (got {_shown(value)})", field["minimum"]
        case "less_than_equal":
            return f"must be at most {field['maximum']} (got {_shown(value)})", field["maximum"]
        case "string_too_short" | "too_short":
            return "must not be empty", None
        case "string_too_long":
            return f"must be at most {field['maxLength']} characters long (got {len(value)})", None
        case "too_long":
            return f"must hold at most {field['maxItems']} items (got {len(value)})", None
        case _:
            kinds: list[str] = [field["type"]] if isinstance(field["type"], str) else field["type"]
            if kinds == ["array"] and len(error["loc"]) > 1:
                return f"must be a list of strings (one item is {_shown(value)})", None
            what = f"must be {' or '.join(_TYPE_NAMES[kind] for kind in kinds)} (got {_shown(value)})"
            return what, _nearest(field, value)


def _nearest(field: Json, value: object) -> object:
    """Return what a value of the wrong kind was meant to be: a whole number, a truth value, a list; or None."""
    if field["type"] == "boolean":
        return _YES_OR_NO.get(str(value).strip().lower())
    if field["type"] == "array" and isinstance(value, str):
        return _listed(value)
    if field["type"] != "integer" or not isinstance(value, float) or not math.isfinite(value):
        return None
    return max(field.get("minimum", round(value)), min(round(value), field.get("maximum", round(value))))


def _listed(text: str) -> list[str]:
    """Return the strings of a list that was sent as text, or the text as the only one."""
    with contextlib.suppress(ValueError, RecursionError):
        found: object = json.loads(text)
        if isinstance(found, list) and all(isinstance(item, str) for item in cast("list[object]", found)):
            return cast("list[str]", found)
    return [text]


def _unknown_name(tool: str, accepted: list[str], unknown: list[str]) -> InvalidArgument:
    close = difflib.get_close_matches(unknown[0].lower(), accepted, n=1, cutoff=0.5)
    data: Json = {
        "unknown_arguments": [name[:100] for name in unknown[:NAMED_AT_MOST]],
        "accepted_arguments": accepted,
    }
    if close:
        data["closest_match"] = close[0]
    return InvalidArgument(
        f"{tool} has no argument {', '.join(_shown(name) for name in unknown[:NAMED_AT_MOST])}.",
        reason="invalid_argument",
        hint=f"Did you mean {close[0]}?" if close else f"Accepted: {', '.join(accepted)}.",
        data=data,
    )


def _shown(value: object) -> str:
    if isinstance(value, int) and value.bit_length() > 256:
        return "a number of more than 70 digits"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
