"""Reading JSON from elsewhere: each access says what it expects, and what it gets is of that type."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

Json = Mapping[str, Any]

# Halves of characters cannot be encoded; control characters, tabs and line breaks apart, move a terminal's cursor.
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


class ShapeError(Exception):
    """The payload is valid JSON, but not an answer to what was asked."""


def member(parent: Json, name: str, *, optional: bool = False) -> Json:
    """Return the object called `name`; an empty one when it is optional and missing. Raises ShapeError."""
    value = parent.get(name)
    if isinstance(value, dict):
        return cast("Json", value)
    if optional:
        return {}
    raise ShapeError


def rows(parent: Json, name: str, *, optional: bool = False) -> Iterator[Json]:
    """Return the objects of a list, or of an object that maps keys to them. Raises ShapeError."""
    value = parent.get(name)
    if isinstance(value, dict):
        value = list(cast("dict[str, Any]", value).values())
    if isinstance(value, list):
        return (cast("Json", row) for row in cast("list[Any]", value) if isinstance(row, dict))
    if optional:
        return iter(())
    raise ShapeError


def text(parent: Json, name: str) -> str:
    """Return the string called `name`, "" when there is none. It can be encoded, and written to a terminal."""
    value = parent.get(name)
    return _NO_TEXT.sub("\ufffd", value) if isinstance(value, str) else ""


def flag(parent: Json, name: str) -> bool:
    """Tell whether a flag is set: true, or present in the older format, where it is an empty string."""
    return parent.get(name, False) not in (False, None)


def number(value: object) -> float | None:
    """Return the value when it is a finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        return value if math.isfinite(value) else None
    except OverflowError:  # a whole number of hundreds of digits
        return None


def whole(value: object) -> int | None:
    """Return the value as a whole number when it is a number."""
    found = number(value)
    return None if found is None else int(found)


def digits(value: object) -> str:
    """Return a number, or a string that stands for one, as text; "" for anything else and for nought."""
    return value if isinstance(value, str) and value.isdecimal() else str(whole(value) or "")


def first(parent: Json, name: str) -> Json:
    """Return the first object of an optional list, or an empty one."""
    nothing: Json = {}
    return next(rows(parent, name, optional=True), nothing)


def point_of(row: Json) -> tuple[float, float] | None:
    """Return latitude and longitude of a place, if it has both."""
    latitude, longitude = number(row.get("lat")), number(row.get("lon"))
    return None if latitude is None or longitude is None else (latitude, longitude)
