"""The check at the door: raw arguments against a tool's input schema, then typed arguments.

Small models send `"5"` for 5, `"true"` for true and `null` for an absent option: those are taken as meant.
Everything else is strict, and each refusal names the field, the rule and the nearest value that would do.
"""

from __future__ import annotations

import difflib
import functools
import json
from typing import TYPE_CHECKING, Any, cast

from bookwheel.errors import InvalidArgument

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

Json = dict[str, Any]

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
    errors = sorted(
        _validator(tool, json.dumps(schema)).iter_errors(given), key=lambda e: (len(e.path), str(e.path))
    )
    if errors:
        raise _refusal(tool, schema, given, errors[0])
    return {name: _whole(value) for name, value in given.items()}


def check_answer(tool: str, schema: Json | None, data: Json | None) -> None:
    """Raise AssertionError when a structured answer is not what its tool declares."""
    if schema is None or data is None:
        return
    for error in _validator(tool, json.dumps(schema)).iter_errors(data):
        raise AssertionError(
            f"{tool} answered against its schema at {error.json_path}: {error.message[:300]}"
        )


@functools.cache
def _validator(tool: str, schema: str) -> Validator:
    # Imported at the first call: the library takes a tenth of the start otherwise.
    from jsonschema import Draft202012Validator

    del tool
    return Draft202012Validator(json.loads(schema))


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
    if not isinstance(value, str):
        return value
    word = value.strip()
    if wanted == "boolean" and word.lower() in ("true", "false"):
        return word.lower() == "true"
    if wanted in ("integer", "number"):
        try:
            number = float(word) if wanted == "number" or "." in word else int(word)
        except ValueError:
            return value
        return _whole(number)
    return value


def _whole(value: object) -> object:
    # 3.0 is a valid JSON Schema integer, yet range(3.0) is an error.
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _refusal(tool: str, schema: Json, given: Json, error: Any) -> InvalidArgument:
    """Turn one schema violation into a sentence, a reason and the nearest valid value."""
    properties: dict[str, Json] = schema["properties"]
    field = str(error.absolute_path[0]) if error.absolute_path else ""
    if error.validator == "additionalProperties":
        unknown = [name for name in given if name not in properties]
        return _unknown_name(tool, list(properties), unknown)
    if error.validator == "required":
        missing = [name for name in schema["required"] if name not in given]
        return InvalidArgument(
            f"{tool} needs {' and '.join(missing)}.",
            reason="invalid_argument",
            hint=" ".join(f"{name}: {properties[name].get('description', '')}" for name in missing),
            data={"field": missing[0], "missing": missing},
        )
    what, nearest = _rule(error)
    data: Json = {"field": field}
    if nearest is not None:
        data["nearest_valid"] = nearest
        hint = f"Use {field}={json.dumps(nearest, ensure_ascii=False)}."
    else:
        hint = str(properties.get(field, {}).get("description", "")) or f"Correct {field}."
    if error.validator == "enum":
        data["accepted"] = error.validator_value
    return InvalidArgument(f"{field} {what}.", reason=_reason(tool, field), hint=hint, data=data)


def _reason(tool: str, field: str) -> str:
    if field in _OWN_REASON and tool.startswith("zim_"):
        return f"invalid_{field}"
    return "invalid_mode" if (tool, field) == ("zim_browse", "mode") else "invalid_argument"


def _rule(error: Any) -> tuple[str, object]:
    """Return what the value should have been, and the nearest value that is."""
    bound, value = error.validator_value, error.instance
    match error.validator:
        case "enum":
            accepted = cast("list[str]", bound)
            close = difflib.get_close_matches(str(value).lower(), accepted, n=1, cutoff=0.4)
            return f"must be one of {', '.join(accepted)} (got {_shown(value)})", close[
                0
            ] if close else accepted[0]
        case "minimum":
            return f"must be at least {bound} (got {_shown(value)})", bound
        case "maximum":
            return f"must be at most {bound} (got {_shown(value)})", bound
        case "type":
            names = [bound] if isinstance(bound, str) else bound
            return f"must be {' or '.join(_TYPE_NAMES[n] for n in names)} (got {_shown(value)})", None
        case "minLength" | "minItems":
            return "must not be empty" if bound == 1 else f"must hold at least {bound}", None
        case "maxLength":
            return f"must be at most {bound} characters long (got {len(value)})", None
        case "maxItems":
            return f"must hold at most {bound} items (got {len(value)})", None
        case _:
            return f"breaks the rule {error.validator}={bound}", None


def _unknown_name(tool: str, accepted: list[str], unknown: list[str]) -> InvalidArgument:
    close = difflib.get_close_matches(unknown[0], accepted, n=1, cutoff=0.5)
    data: Json = {"unknown_arguments": [name[:100] for name in unknown], "accepted_arguments": accepted}
    if close:
        data["closest_match"] = close[0]
    return InvalidArgument(
        f"{tool} has no argument {', '.join(_shown(name) for name in unknown)}.",
        reason="invalid_argument",
        hint=f"Did you mean {close[0]}?" if close else f"Accepted: {', '.join(accepted)}.",
        data=data,
    )


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
