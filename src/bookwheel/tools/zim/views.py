"""The ways to read one entry: full text, summary, tree of contents, structure; and several at once."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from bookwheel.archive.entry import Resolved, is_html
from bookwheel.archive.opened import OpenArchive
from bookwheel.document.invisible import without_invisible
from bookwheel.document.model import Citation, Document, Section
from bookwheel.document.outline import find_by_anchor
from bookwheel.errors import BookwheelError
from bookwheel.html import decode, redirect_target
from bookwheel.render import outline
from bookwheel.render.budget import Piece, piece
from bookwheel.render.labels import label
from bookwheel.render.markdown import render_page
from bookwheel.render.options import COMPACT, FULL
from bookwheel.render.summary import summary as summarise
from bookwheel.tools.counting import counted
from bookwheel.tools.fields import (
    COUNT,
    ERROR,
    FLAG,
    NULLABLE_COUNT,
    NULLABLE_TEXT,
    OBJECT,
    TEXT,
    record,
    rows,
)
from bookwheel.tools.tool import Json, Result
from bookwheel.tools.zim import quoting
from bookwheel.tools.zim.binary import human_size

SUMMARY_WORDS = 200
BATCH_CHARS = 500_000  # of all entries together: what clients take without diverting the answer
TEXT_ENDINGS = (
    "json",
    "xml",
    "javascript",
    "x-subrip",
)  # of MIME types: "image/svg+xml", "application/ld+json"

_ADDRESS = {"path": TEXT, "title": TEXT, "content_type": TEXT}

ENTRY = record(
    {**_ADDRESS, "content": TEXT, "_meta": quoting.META},
    {
        "requested_path": TEXT,
        "section_id": TEXT,
        "content_offset": COUNT,
        "total_chars": COUNT,
        "content_offset_past_end": FLAG,
    },
)
SUMMARY = record(
    {**_ADDRESS, "summary": TEXT, "word_count": COUNT, "is_truncated": FLAG, "_meta": quoting.META},
    {"requested_path": TEXT, "section_title": TEXT, "message": TEXT},
)
TABLE_OF_CONTENTS = record(
    {**_ADDRESS, "toc": rows(OBJECT), "heading_count": COUNT, "max_depth": COUNT, "_meta": quoting.META},
    {"requested_path": TEXT, "message": TEXT},
)
STRUCTURE = record(
    {
        **_ADDRESS,
        "headings": rows(record({"id": TEXT, "text": TEXT, "level": COUNT, "position": COUNT})),
        "sections": rows(record({"title": TEXT, "level": COUNT, "content_preview": TEXT})),
        "word_count": COUNT,
        "character_count": COUNT,
        "_meta": quoting.META,
    },
    {"requested_path": TEXT, "message": TEXT},
)
BATCH = record(
    {
        "results": rows(
            record(
                {"index": COUNT, "zim_file_path": TEXT, "entry_path": TEXT, "success": FLAG},
                {"content": TEXT, "error": ERROR["properties"]["error"], "_meta": quoting.META},
            )
        ),
        "next_cursor": NULLABLE_TEXT,
        "total": NULLABLE_COUNT,
        "done": FLAG,
        "page_info": record({"offset": COUNT, "limit": COUNT, "returned_count": COUNT}),
        "succeeded": COUNT,
        "failed": COUNT,
        "_meta": quoting.META,
    }
)


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read a text: the most characters at once, where to start, and whether in compact form."""

    max_chars: int
    offset: int
    is_compact: bool


@dataclass(frozen=True, slots=True)
class _Content:
    """A text, and the stretch of it that was asked for: one section of a page, or all.

    is_raw: whether it may hold invisible characters; they count in offsets and are taken out of what is shown.
    """

    text: str
    start: int = 0
    end: int | None = None
    section: Section | None = None
    hint: str = ""
    is_raw: bool = False


def full(
    archive: OpenArchive, resolved: Resolved, reading: Reading, goes_on: str = "content_offset"
) -> Result:
    """Return the entry's text, or the piece of it that was asked for. goes_on: what takes the offset of the next piece."""
    content = _content(archive, resolved, reading)
    if reading.offset and content.end is not None and not content.start <= reading.offset < content.end:
        content = _Content(content.text)  # the offset leads out of the section: it counts in the whole page
    offset = reading.offset or content.start
    part = within(content.text, offset, content.end, reading.max_chars)
    if content.is_raw:
        part = part._replace(text=without_invisible(part.text))
    citation = archive.citation(resolved)  # free once the page is parsed
    section_chars = None if content.end is None else content.end - content.start
    meta: Json = {
        **quoting.cut_meta(part, reading.offset, section_chars),
        "citation": quoting.citation_data(citation),
        **quoting.match_meta(resolved),
    }
    if content.hint:
        quoting.add_hint(meta, content.hint)
    data: Json = {**_address(resolved), "content": part.text, "_meta": meta}
    if content.section is not None:
        data["section_id"] = content.section.anchor
    if reading.offset:
        data["content_offset"] = reading.offset
        data["total_chars"] = part.total_chars
    if part.past_end:
        data["content_offset_past_end"] = True
    text = quoting.paragraphs(
        quoting.opening(citation, resolved.path, meta),
        quoting.quoted(archive, resolved.path, part.text) if part.text else "",
        quoting.cut_line(part, offset, goes_on, section_chars),
    )
    return Result(data, text)


def within(text: str, offset: int, end: int | None, max_chars: int) -> Piece:
    """Cut a piece of text[:end]; offsets and total are those of the whole text, so that they go on in zim_get."""
    if end is None:
        return piece(text, offset, max_chars)
    return piece(text[:end], offset, max_chars)._replace(total_chars=len(text))


def summary(archive: OpenArchive, resolved: Resolved) -> Result:
    """Return the gist: the lead, or the first section with prose when the lead has none."""
    if not is_html(resolved.entry.mimetype):
        return _without_text(archive, resolved, {"summary": "", "word_count": 0, "is_truncated": False})
    document = archive.lead(resolved, is_prose_only=True)
    gist = summarise(document, SUMMARY_WORDS)
    if not gist.text or document.is_disambiguation:
        document = archive.document(resolved)
        gist = summarise(document, SUMMARY_WORDS)
    citation = document.citation
    data: Json = {
        **_address(resolved),
        "summary": gist.text,
        "word_count": gist.word_count,
        "is_truncated": gist.is_truncated,
        "_meta": _meta(resolved, citation, is_cut=gist.is_truncated),
    }
    note = ""
    if gist.section_title:
        data["section_title"] = gist.section_title
        note = f"The page has no introduction; this is the start of “{gist.section_title}”."
    elif not gist.text:
        note = data["message"] = "The page has no running text; what it has is in view=full."
    text = quoting.paragraphs(
        quoting.opening(citation, resolved.path, data["_meta"]),
        note,
        quoting.quoted(archive, resolved.path, gist.text),
        "[there is more: view=full]" if gist.is_truncated else "",
    )
    return Result(data, text)


def toc(archive: OpenArchive, resolved: Resolved) -> Result:
    """Return the tree of headings."""
    if not is_html(resolved.entry.mimetype):
        return _without_text(archive, resolved, {"toc": [], "heading_count": 0, "max_depth": 0})
    document = archive.document(resolved)
    tree = outline.contents(document)
    lines: list[str] = []
    deepest = 0
    todo = [(node, 1) for node in reversed(tree)]
    while todo:
        node, depth = todo.pop()
        deepest = max(deepest, depth)
        lines.append(f"{'  ' * (depth - 1)}- {node['text']} (section_id: {node['section_id']})")
        todo += [(child, depth + 1) for child in reversed(node["children"])]
    data: Json = {
        **_address(resolved),
        "toc": tree,
        "heading_count": len(lines),
        "max_depth": deepest,
        "_meta": _meta(resolved, document.citation),
    }
    if not lines:
        data["message"] = "The page has no headings: read it with view=full."
    listing = quoting.quoted(archive, resolved.path, "\n".join(lines)) if lines else data["message"]
    return Result(
        data, quoting.paragraphs(quoting.opening(document.citation, resolved.path, data["_meta"]), listing)
    )


def structure(archive: OpenArchive, resolved: Resolved) -> Result:
    """Return the flat list of sections, each with the start of its text."""
    if not is_html(resolved.entry.mimetype):
        return _without_text(
            archive, resolved, {"headings": [], "sections": [], "word_count": 0, "character_count": 0}
        )
    document = archive.document(resolved)
    shape = outline.structure(document)
    data: Json = {**_address(resolved), **shape, "_meta": _meta(resolved, document.citation)}
    lines = [
        f"{'#' * section['level']} {section['title'] or 'Introduction'}\n{section['content_preview']}".rstrip()
        for section in shape["sections"]
    ]
    text = quoting.paragraphs(
        quoting.opening(document.citation, resolved.path, data["_meta"]),
        f"{len(shape['headings'])} headings, {shape['word_count']} words.",
        quoting.quoted(archive, resolved.path, "\n\n".join(lines)) if lines else "",
    )
    return Result(data, text)


def batch(archive: OpenArchive, paths: list[str], reading: Reading) -> Result:
    """Return several entries; one that fails carries its own error and does not fail the others."""
    found: list[Json] = []
    texts: list[str] = []
    reading = replace(reading, max_chars=min(reading.max_chars, max(1, BATCH_CHARS // len(paths))))
    goes_on = f"zim_get {'compact=true ' if reading.is_compact else ''}entry_path="  # one at a time
    for index, path in enumerate(paths):
        row: Json = {"index": index, "zim_file_path": archive.name, "entry_path": path}
        try:
            answer = full(
                archive,
                archive.resolve(path),
                reading,
                f"{goes_on}{json.dumps(label(path), ensure_ascii=False)} content_offset",
            )
        except BookwheelError as error:
            found.append({**row, "success": False, **error.payload()})
            texts.append(label(f"{path}: {error.message} {error.hint}", 800))
            continue
        data = answer.data or {}
        found.append({**row, "success": True, "content": data["content"], "_meta": data["_meta"]})
        texts.append(answer.text)
    succeeded = sum(row["success"] for row in found)
    is_cut = any(row["success"] and row["_meta"]["truncated"] for row in found)
    data = {
        "results": found,
        "next_cursor": None,
        "total": len(found),
        "done": True,
        "page_info": {"offset": 0, "limit": len(found), "returned_count": len(found)},
        "succeeded": succeeded,
        "failed": len(found) - succeeded,
        "_meta": {"truncated": is_cut},
    }
    return Result(data, "\n\n".join([f"{succeeded} of {counted(len(found), 'entry')} read.", *texts]))


def _content(archive: OpenArchive, resolved: Resolved, reading: Reading) -> _Content:
    if is_html(resolved.entry.mimetype):
        content = _page_content(archive.document(resolved), resolved.fragment, reading)
        if "\n" not in content.text and (target := redirect_target(archive.read(resolved).content)):
            hint = f"This page only forwards to {label(target, 200)}, where the archive holds no other page."
            return _Content(content.text, hint=hint)
        return content
    mimetype = resolved.entry.mimetype.partition(";")[0].strip().lower()
    if mimetype.startswith("text/") or mimetype.endswith(TEXT_ENDINGS):
        text = decode(archive.read(resolved).content, resolved.entry.mimetype)
        # Texts have many megabytes: a page of one costs what it holds, not what looking through the whole would.
        return _Content(text.replace("\r\n", "\n"), is_raw=True)
    return _Content(_not_a_page(archive, resolved))


def _page_content(document: Document, fragment: str, reading: Reading) -> _Content:
    options = COMPACT if reading.is_compact else FULL
    page = render_page(document, options)
    anchors = (fragment, fragment.replace(" ", "_")) if fragment else ()  # "Paris#Early history"
    section = next((found for anchor in anchors if (found := find_by_anchor(document, anchor))), None)
    if section is not None:
        span = page.spans[section.index]
        return _Content(page.text, span.start, span.end, section)
    hint = f"The page has no section “{label(fragment, 100)}”; this is the whole page." if fragment else ""
    return _Content(page.text, hint=hint)


def _address(resolved: Resolved) -> Json:
    entry = resolved.entry
    address = {"path": resolved.path, "title": entry.title, "content_type": entry.mimetype}
    return {**address, "requested_path": resolved.requested} if resolved.is_renamed else address


def _meta(resolved: Resolved, citation: Citation, *, is_cut: bool = False) -> Json:
    meta = {"truncated": is_cut, "citation": quoting.citation_data(citation), **quoting.match_meta(resolved)}
    if resolved.fragment and is_html(resolved.entry.mimetype):
        section = label(resolved.fragment, 100)
        quoting.add_hint(meta, f"This is of the whole page: view=full reads its section “{section}”.")
    return meta


def _without_text(archive: OpenArchive, resolved: Resolved, empty: Json) -> Result:
    """Answer a view of something that is no page: the fields of the view, empty, and why."""
    citation, message = archive.citation(resolved), _not_a_page(archive, resolved)
    meta = _meta(resolved, citation)
    data = {**_address(resolved), **empty, "message": message, "_meta": meta}
    return Result(data, quoting.paragraphs(quoting.opening(citation, resolved.path, meta), message))


def _not_a_page(archive: OpenArchive, resolved: Resolved) -> str:
    size = human_size(archive.size_of(resolved))
    return f"[{label(resolved.entry.mimetype)}, {size}: no text; get the bytes with binary=true]"
