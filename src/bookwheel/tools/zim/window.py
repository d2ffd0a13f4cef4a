"""The window of rows that one answer of a list shows: its limit, where it begins, and the cursors made for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bookwheel import paging
from bookwheel.errors import InvalidArgument, InvalidValue


@dataclass(frozen=True, slots=True)
class Window:
    """At most `limit` rows from `offset`, and what cursors into the same list are made for."""

    tool: str
    archive_uuid: str
    signature: str
    offset: int
    limit: int

    def cursor(self, offset: int) -> str:
        """Return the cursor that goes on at an offset."""
        return paging.encode(self.tool, self.archive_uuid, self.signature, offset)


def open_window(
    tool: str,
    archive_uuid: str,
    context: Mapping[str, object],
    limit: int,
    *,
    offset: int | None = None,
    cursor: str | None = None,
) -> Window:
    """Return the window a call asks for; `context` is what its cursors depend on. Raises InvalidValue (cursor_…)."""
    signature = paging.hash_arguments(context)
    start: object = offset or 0
    if cursor is not None:
        start = paging.decode(cursor, tool, archive_uuid, signature)
    if isinstance(start, int) and not isinstance(start, bool) and start >= 0:
        return Window(tool, archive_uuid, signature, start, limit)
    raise InvalidValue(
        "This cursor holds no position.",
        reason="cursor_invalid",
        hint="Copy next_cursor unchanged from the last answer, or start without one.",
    )


def go_on(cursor: str | None) -> str:
    """Return the line that tells how to go on, or ""."""
    return f"[go on with cursor={cursor}]" if cursor else ""


def limit_of(
    limits: Mapping[str, tuple[int, int]], field: str, mode: str, given: int | None, more: str = ""
) -> int:
    """Return how many rows to show: `limits` has the default and the most of each value of `field`.

    Raises InvalidArgument (invalid_limit), with `more` said of where further rows are.
    """
    default, most = limits[mode]
    if given is None:
        return default
    if given > most:
        raise InvalidArgument(
            f"limit must be at most {most} with {field}={mode} (got {given}).",
            reason="invalid_limit",
            hint=f"Use limit={most}{more}.",
            data={"field": "limit", "nearest_valid": most},
        )
    return given


def refuse_two_positions(cursor: str | None, offset: int | None) -> None:
    """Raise InvalidArgument (invalid_combination) when both a cursor and an offset say where to begin."""
    if cursor is not None and offset:
        raise conflict("offset does not go with cursor", "Keep the cursor: it holds the position.")


def conflict(message: str, hint: str) -> InvalidArgument:
    """Return the error for arguments that exclude each other."""
    return InvalidArgument(f"{message}.", reason="invalid_combination", hint=hint)
