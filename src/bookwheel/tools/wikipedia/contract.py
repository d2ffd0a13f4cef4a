"""The schemas of the live tools, in the exact form that clients of this contract rely on, key order included."""

from __future__ import annotations

from typing import Any, Final

Schema = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
LARGEST_INTEGER: Final = 2**53 - 1

TITLE: Final = "Page title as search gives it, not URL-encoded; a #fragment is ignored."


def parameters(properties: dict[str, Schema], *, required: tuple[str, ...]) -> Schema:
    """Return an input schema."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "$schema": DIALECT,
        "additionalProperties": False,
    }


def text(description: str) -> Schema:
    """Return a required string parameter."""
    return {"type": "string", "description": description}


def language() -> Schema:
    """Return the parameter that selects the edition."""
    return {"default": "en", "description": "Edition code: en, fr, ja, simple, zh-hant …", "type": "string"}


def number(description: str) -> Schema:
    """Return a required number parameter."""
    return {"type": "number", "description": description}


def count(description: str, *, default: int | None, minimum: int, maximum: int = LARGEST_INTEGER) -> Schema:
    """Return an optional integer parameter."""
    schema: Schema = {} if default is None else {"default": default}
    return {**schema, "description": description, "type": "integer", "minimum": minimum, "maximum": maximum}


def answer(properties: dict[str, Schema], *, required: tuple[str, ...]) -> Schema:
    """Return an output schema: the success fields or the error, never both."""
    return {
        "type": "object",
        "properties": {**properties, "error": _ERROR},
        "$schema": DIALECT,
        "additionalProperties": False,
        "anyOf": [
            {"not": {"required": ["error"]}, "required": list(required)},
            {"required": ["error"]},
        ],
    }


def rows(properties: dict[str, Schema], *, required: tuple[str, ...]) -> Schema:
    """Return the schema of a list of closed objects."""
    return {
        "type": "array",
        "items": {
            "type": "object",
            "properties": properties,
            "required": list(required),
            "additionalProperties": False,
        },
    }


STRING: Final[Schema] = {"type": "string"}
NUMBER: Final[Schema] = {"type": "number"}
BOOLEAN: Final[Schema] = {"type": "boolean"}
INTEGER: Final[Schema] = {"type": "integer", "minimum": -LARGEST_INTEGER, "maximum": LARGEST_INTEGER}

_ERROR: Final[Schema] = {
    "type": "object",
    "properties": {
        "code": INTEGER,
        "message": STRING,
        "data": {
            "type": "object",
            "properties": {
                "reason": STRING,
                "recovery": {
                    "type": "object",
                    "properties": {"hint": STRING},
                    "required": ["hint"],
                    "additionalProperties": {},
                },
                "retryable": BOOLEAN,
            },
            "additionalProperties": {},
        },
    },
    "required": ["code", "message"],
    "additionalProperties": {},
}
