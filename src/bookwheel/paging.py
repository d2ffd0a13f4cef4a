"""Stateless cursors: where a list goes on, in a token that only its own list accepts.

A token is base64url of a checksum and the compact JSON `[version, tool, archive UUID, arguments hash, position]`.
The checksum reveals damage and casual edits; it is no signature, so a position is checked like any argument.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn, TypeAlias, cast

from bookwheel.errors import InvalidValue

MAX_CURSOR_CHARS: Final = 2048

_VERSION: Final = 1
_CHECKSUM_BYTES: Final = 6

Position: TypeAlias = "bool | int | float | str | Sequence[Position] | Mapping[str, Position] | None"
"""A small JSON value."""


def hash_arguments(arguments: Mapping[str, Any]) -> str:
    """Return 16 hex digits that stand for the arguments (JSON values), in whatever order they were given."""
    return hashlib.sha256(_json(arguments)).hexdigest()[:16]


def encode(tool: str, archive_uuid: str, arguments_hash: str, position: Position) -> str:
    """Return the cursor for this list at this position; ValueError when it would exceed 2,048 characters."""
    content = _json([_VERSION, tool, archive_uuid, arguments_hash, position])
    token = base64.urlsafe_b64encode(_checksum(content) + content).rstrip(b"=").decode("ascii")
    if len(token) > MAX_CURSOR_CHARS:
        raise ValueError(f"a cursor of {len(token)} characters is longer than {MAX_CURSOR_CHARS}")
    return token


def decode(token: str, tool: str, archive_uuid: str, arguments_hash: str) -> Position:
    """Return the position in a cursor made for this tool, archive and arguments.

    Raises InvalidValue: cursor_invalid (not a cursor, damaged, of another version), cursor_mismatch (of another
    tool), cursor_context_mismatch (of another archive or other arguments).
    """
    made_for, made_in, made_with, position = _open(token)
    if made_for != tool:
        raise InvalidValue(
            "This cursor belongs to another tool.",
            reason="cursor_mismatch",
            hint=f"Pass it to {made_for}, or call {tool} without a cursor.",
        )
    if made_in != archive_uuid or made_with != arguments_hash:
        differs = "another archive" if made_in != archive_uuid else "other arguments"
        raise InvalidValue(
            f"This cursor was issued for {differs}.",
            reason="cursor_context_mismatch",
            hint="Repeat the call that issued the cursor with all its arguments unchanged, or start without one.",
        )
    return position


def _open(token: str) -> tuple[str, str, str, Position]:
    if len(token) > MAX_CURSOR_CHARS:
        raise _invalid(f"A cursor has at most {MAX_CURSOR_CHARS:,} characters.")
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except ValueError:  # binascii.Error, and letters beyond ASCII
        raise _invalid("This is not a cursor.") from None
    if base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii") != token:
        raise _invalid("This is not a cursor.")
    checksum, content = raw[:_CHECKSUM_BYTES], raw[_CHECKSUM_BYTES:]
    if checksum != _checksum(content):
        raise _invalid("This cursor is damaged.")
    try:
        fields: Any = json.loads(content, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise _invalid("This cursor is damaged.") from None
    match fields:
        case [int(version), str(tool), str(archive_uuid), str(arguments_hash), position] if (
            version == _VERSION
        ):
            return tool, archive_uuid, arguments_hash, cast("Position", position)
        case _:
            raise _invalid("This cursor comes from another version of the server.")


def _invalid(message: str) -> InvalidValue:
    return InvalidValue(
        message,
        reason="cursor_invalid",
        hint="Copy next_cursor unchanged from the last answer, or start without one.",
    )


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and the infinities are no JSON


def _checksum(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()[:_CHECKSUM_BYTES]


def _json(value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)
    return text.encode("utf-8", "surrogatepass")
