"""What all answers of `zim_search` have in common, as JSON schemas."""

from __future__ import annotations

from bookwheel.tools.fields import COUNT, FLAG, NULLABLE_COUNT, NULLABLE_TEXT, TEXT, record, rows
from bookwheel.tools.zim import quoting

_SUGGESTION = record({"type": TEXT, "value": TEXT})
META = record(
    {"truncated": FLAG},
    {
        "step": TEXT,
        "looked_up": TEXT,
        "dropped_words": rows(TEXT),
        "corrections": {"type": "object", "additionalProperties": TEXT},
        "matched": TEXT,
        "promotion_applied": FLAG,
        "spelling": TEXT,
        "suggestions": rows(_SUGGESTION),
        "reason": TEXT,
        "hint": TEXT,
        "citation": quoting.CITATION,
    },
)
PAGE_INFO = record(
    {"offset": COUNT, "limit": COUNT, "returned_count": COUNT},
    {"next_offset": COUNT, "source_consumed": COUNT, "total_is_estimate": FLAG, "total_is_lower_bound": FLAG},
)
LIST = {
    "next_cursor": NULLABLE_TEXT,
    "total": NULLABLE_COUNT,
    "done": FLAG,
    "page_info": PAGE_INFO,
    "_meta": META,
}
