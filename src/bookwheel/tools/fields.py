"""Small builders of JSON schemas: parameters and answers of the tools.

The schemas stay flat and plain (no `$ref`, no combinators in inputs), so that every client and model reads them.
"""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

ARCHIVE = "Archive name as zim_health lists it, e.g. wikipedia_en_all."
ENTRY = "Entry path or title, as search and links give it, e.g. Paris. A #fragment selects a section."

ERROR: Schema = {
    "type": "object",
    "properties": {
        "error": {
            "type": "object",
            "properties": {
                "code": {"type": "integer"},
                "message": {"type": "string"},
                "data": {
                    "type": "object",
                    "properties": {
                        "reason": {"type": "string"},
                        "recovery": {
                            "type": "object",
                            "properties": {"hint": {"type": "string"}},
                            "required": ["hint"],
                        },
                        "retryable": {"type": "boolean"},
                    },
                    "required": ["reason", "recovery", "retryable"],
                },
            },
            "required": ["code", "message", "data"],
        }
    },
    "required": ["error"],
}


def parameters(properties: dict[str, Schema], *, required: tuple[str, ...] = ()) -> Schema:
    """Return the input schema of a tool."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def string(description: str, **bounds: object) -> Schema:
    """Return a string parameter; bounds are JSON Schema keywords (minLength, maxLength, enum, default)."""
    return {"type": "string", "description": description, **bounds}


def integer(description: str, **bounds: object) -> Schema:
    """Return an integer parameter; bounds are JSON Schema keywords (minimum, maximum, default)."""
    return {"type": "integer", "description": description, **bounds}


def boolean(description: str, *, default: bool) -> Schema:
    """Return a boolean parameter with its default."""
    return {"type": "boolean", "description": description, "default": default}


def strings(description: str, **bounds: object) -> Schema:
    """Return a parameter that takes a list of strings."""
    return {"type": "array", "items": {"type": "string"}, "description": description, **bounds}


TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}
FLAG: Schema = {"type": "boolean"}
OBJECT: Schema = {"type": "object"}
NULLABLE_TEXT: Schema = {"anyOf": [{"type": "string"}, {"type": "null"}]}
NULLABLE_COUNT: Schema = {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]}


def record(required: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    """Return the schema of an object that always has `required` and may have `optional`, and nothing else."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def rows(row: Schema) -> Schema:
    """Return the schema of a list of rows."""
    return {"type": "array", "items": row}


def answers(*successes: Schema) -> Schema:
    """Return a tool's output schema: one of its answers, or the error shape.

    The root stays an object: older clients refuse a listing whose output schema is anything else, and some
    check errors against it too.
    """
    return {"type": "object", "anyOf": [*successes, ERROR]}
