"""What every list of `zim_links` shares: its fields, and how they are said in words."""

from __future__ import annotations

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
from bookwheel.tools.zim.window import Window

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


def fields(window: Window, returned: int, total: int) -> Json:
    """Return the fields every list has, `_meta` among them."""
    end = window.offset + returned
    is_last = end >= total or not returned
    info: Json = {"offset": window.offset, "limit": window.limit, "returned_count": returned}
    if not is_last:
        info["next_offset"] = end
    return {
        "next_cursor": None if is_last else window.cursor(end),
        "total": total,
        "done": is_last,
        "page_info": info,
        "_meta": {"truncated": not is_last},
    }


def rows_shown(listed: Json) -> str:
    """Return in words which rows of how many an answer shows."""
    offset, returned = listed["page_info"]["offset"], listed["page_info"]["returned_count"]
    if returned:
        return f"{offset + 1}-{offset + returned} of {listed['total']}"
    return f"none of {listed['total']} at offset {offset}" if listed["total"] else "none"
