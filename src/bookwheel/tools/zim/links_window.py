"""What every list of `zim_links` shares: its fields, and the window of rows that one answer shows."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel import paging
from bookwheel.errors import InvalidValue
from bookwheel.tools.fields import (
    COUNT,
    FLAG,
    NULLABLE_COUNT,
    NULLABLE_TEXT,
    TEXT,
    Schema,
    record,
    rows,
)
from bookwheel.tools.tool import Json
from bookwheel.tools.zim import quoting

NAME = "zim_links"

META: Schema = record(
    {"truncated": FLAG},
    {
        "citation": quoting.CITATION,
        "matched": TEXT,
        "hint": TEXT,
        "suggestions": rows(TEXT),
        "ranking": TEXT,
        "index": record({"held_in": TEXT}, {"built": TEXT}),
    },
)
LIST: dict[str, Schema] = {
    "next_cursor": NULLABLE_TEXT,
    "total": NULLABLE_COUNT,
    "done": FLAG,
    "page_info": record({"offset": COUNT, "limit": COUNT, "returned_count": COUNT}, {"next_offset": COUNT}),
    "_meta": META,
}


@dataclass(frozen=True, slots=True)
class Window:
    """The rows one answer shows: at most `limit` from `offset`, and what its cursor is made for."""

    offset: int
    limit: int
    archive_uuid: str
    signature: str

    def fields(self, returned: int, total: int) -> Json:
        """Return the fields every list has, `_meta` among them."""
        end = self.offset + returned
        is_last = end >= total or not returned
        info: Json = {"offset": self.offset, "limit": self.limit, "returned_count": returned}
        if not is_last:
            info["next_offset"] = end
        return {
            "next_cursor": None if is_last else paging.encode(NAME, self.archive_uuid, self.signature, end),
            "total": total,
            "done": is_last,
            "page_info": info,
            "_meta": {"truncated": not is_last},
        }


def open_window(
    uuid: str, context: dict[str, object], cursor: str | None, offset: int | None, limit: int
) -> Window:
    """Return the window a call asks for; `context` is what its cursors depend on. Raises InvalidValue (cursor_…)."""
    signature = paging.hash_arguments(context)
    start: object = offset or 0
    if cursor is not None:
        start = paging.decode(cursor, NAME, uuid, signature)
    if isinstance(start, int) and not isinstance(start, bool) and start >= 0:
        return Window(start, limit, uuid, signature)
    raise InvalidValue(
        "This cursor holds no position.",
        reason="cursor_invalid",
        hint="Copy next_cursor unchanged from the last answer, or start without one.",
    )


def rows_shown(listed: Json) -> str:
    """Return in words which rows of how many an answer shows."""
    offset, returned = listed["page_info"]["offset"], listed["page_info"]["returned_count"]
    if returned:
        return f"{offset + 1}-{offset + returned} of {listed['total']}"
    return f"none of {listed['total']} at offset {offset}" if listed["total"] else "none"


def go_on(cursor: str | None) -> str:
    """Return the line that tells how to go on, or ""."""
    return f"[go on with cursor={cursor}]" if cursor else ""
