"""The bytes of one entry, and pictures as image blocks."""

from __future__ import annotations

import base64

from bookwheel.archive.entry import Resolved
from bookwheel.archive.opened import OpenArchive
from bookwheel.errors import InvalidArgument
from bookwheel.tools.fields import COUNT, FLAG, NULLABLE_TEXT, TEXT, record
from bookwheel.tools.tool import Image, Json, Result
from bookwheel.tools.zim import quoting

DEFAULT_BYTES = 10_000_000
MOST_BYTES = 25_000_000
PICTURE_BYTES = 1 << 20
SIGNATURES = {
    "image/png": b"\x89PNG\r\n\x1a\n",
    "image/jpeg": b"\xff\xd8\xff",
    "image/gif": b"GIF8",
    "image/webp": b"RIFF",
}

BINARY = record(
    {
        "path": TEXT,
        "title": TEXT,
        "mime_type": TEXT,
        "size": COUNT,
        "size_human": TEXT,
        "encoding": NULLABLE_TEXT,
        "data": NULLABLE_TEXT,
        "truncated": FLAG,
        "_meta": quoting.META,
    },
    {"requested_path": TEXT, "message": TEXT},
)


def answer(archive: OpenArchive, resolved: Resolved, max_bytes: int | None) -> Result:
    """Return the entry's bytes as base64, or only what it is when it is larger than allowed."""
    if max_bytes is not None and max_bytes > MOST_BYTES:
        raise InvalidArgument(
            f"max_content_length must be at most {MOST_BYTES} with binary (got {max_bytes}).",
            reason="invalid_max_content_length",
            hint=f"Use max_content_length={MOST_BYTES}.",
            data={"field": "max_content_length", "nearest_valid": MOST_BYTES},
        )
    limit = DEFAULT_BYTES if max_bytes is None else max_bytes
    size = archive.size_of(resolved)
    entry = archive.read(resolved) if size <= limit else None
    mimetype = resolved.entry.mimetype
    title = resolved.entry.title
    encoded = base64.b64encode(entry.content).decode("ascii") if entry else None
    data: Json = {
        "path": resolved.path,
        "title": title,
        "mime_type": mimetype,
        "size": size,
        "size_human": human_size(size),
        "encoding": "base64" if entry else None,
        "data": encoded,
        "truncated": entry is None,
        "_meta": {
            "truncated": entry is None,
            "citation": quoting.citation_data(archive.citation(resolved)),
            **quoting.match_meta(resolved),
        },
    }
    line = quoting.paragraphs(
        quoting.labelled(title, mimetype, human_size(size), archive.name), data["_meta"].get("hint", "")
    )
    if resolved.is_renamed:
        data["requested_path"] = resolved.requested
    if encoded is None:
        way_out = (
            f"only entries up to {MOST_BYTES} are sent" if size > MOST_BYTES else "raise it to get the bytes"
        )
        data["message"] = f"{size} bytes are more than max_content_length={limit}: {way_out}."
        return Result(data, f"{line}\n\n{data['message']}")
    kind = mimetype.partition(";")[0].strip().lower()
    # One picture that a client cannot decode would cost it the whole answer.
    if (
        entry is not None
        and size <= PICTURE_BYTES
        and entry.content.startswith(SIGNATURES.get(kind, b"\0none"))
    ):
        return Result(data, line, images=(Image(kind, encoded),))
    return Result(data, f"{line}\n\nThe bytes are in the structured content, field data (base64).")


def human_size(size: int) -> str:
    """Return a size as people write it: 113 B, 4.1 kB, 2.3 MB."""
    amount = float(size)
    for unit in ("B", "kB", "MB"):
        if amount < 1000:
            return f"{amount:.0f} B" if unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1000
    return f"{amount:.1f} GB"
