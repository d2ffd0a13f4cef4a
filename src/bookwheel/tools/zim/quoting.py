"""How page text is presented by every archive tool: where it comes from, the fence around it, how it goes on."""

from __future__ import annotations

from bookwheel.archive.entry import Resolved
from bookwheel.archive.opened import OpenArchive
from bookwheel.document.model import Citation
from bookwheel.render.budget import Piece
from bookwheel.render.fence import fence
from bookwheel.render.labels import label
from bookwheel.tools.fields import COUNT, FLAG, TEXT, Schema, record
from bookwheel.tools.tool import Json

CITATION: Schema = record({"archive": TEXT}, {"url": TEXT, "date": TEXT, "licence": TEXT})

META: Schema = record(
    {"truncated": FLAG},
    {
        "more_at_offset": COUNT,
        "total_chars": COUNT,
        "section_chars": COUNT,
        "citation": CITATION,
        "matched": TEXT,
        "hint": TEXT,
        "reason": TEXT,
    },
)


def citation_data(citation: Citation) -> Json:
    """Return what a reader needs to cite the page; unknown parts are left out."""
    parts = {
        "url": citation.url,
        "archive": citation.archive,
        "date": citation.date,
        "licence": citation.licence,
    }
    return {name: value for name, value in parts.items() if value}


def source_line(citation: Citation, path: str) -> str:
    """Return one line that says what follows and where it comes from."""
    facts = [
        citation.title or path,
        " ".join(part for part in (citation.archive, citation.date) if part),
        citation.url,
    ]
    return labelled(*facts)


def opening(citation: Citation, path: str, meta: Json) -> str:
    """Return what stands above an answer: where it comes from, and the hint that `meta` has, if any."""
    return paragraphs(source_line(citation, path), meta.get("hint", ""))


def labelled(*facts: str) -> str:
    """Return strings of an archive as one line of ours; empty ones are left out."""
    return " · ".join(label(fact) for fact in facts if fact)


def kind_of(resolved: Resolved) -> str:
    """Return in words which MIME type an entry has."""
    return f"{label(resolved.path)} is {label(resolved.entry.mimetype)}"


def quoted(archive: OpenArchive, path: str, text: str) -> str:
    """Return page text inside its fence."""
    return fence(text, {"archive": archive.name, "path": path})


def match_meta(resolved: Resolved) -> Json:
    """Return how the entry was found, when it is not simply the one asked for."""
    if resolved.matched == "exact":
        return {}
    note = {"matched": resolved.matched}
    if resolved.is_guess:
        note["hint"] = f"There is no entry “{label(resolved.requested)}”; this is the nearest one."
    return note


def add_hint(meta: Json, hint: str) -> None:
    """Add a sentence to the hint of an answer, behind what is there."""
    meta["hint"] = f"{meta.get('hint', '')} {hint}".strip()


def cut_meta(piece: Piece, offset: int, section_chars: int | None = None) -> Json:
    """Return what tells that a text was cut and where it goes on. section_chars: of the section the piece is a part of."""
    meta: Json = {"truncated": piece.next_offset is not None}
    if piece.next_offset is not None:
        meta["more_at_offset"] = piece.next_offset
        if section_chars is not None:
            meta["section_chars"] = section_chars
    if piece.next_offset is not None or offset:
        meta["total_chars"] = piece.total_chars
    return meta


def cut_line(
    piece: Piece, offset: int, argument: str = "content_offset", section_chars: int | None = None
) -> str:
    """Return the line that tells what is shown of how much, and how to go on, or ""."""
    if piece.past_end:
        return f"[nothing at {argument}={offset}: the text has {piece.total_chars} characters]"
    if piece.next_offset is None:
        return ""
    where = f"characters {offset} to {piece.next_offset} of {piece.total_chars}"
    if section_chars is not None:
        where = f"{len(piece.text)} of the section's {section_chars} characters; in the page {where}"
    return f"[{where}; go on with {argument}={piece.next_offset}]"


def paragraphs(*parts: str) -> str:
    """Join the parts that are not empty by blank lines."""
    return "\n\n".join(part for part in parts if part)
