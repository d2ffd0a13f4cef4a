"""`zim_get_section`: one section of a page."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from bookwheel.archive.entry import Resolved, is_html
from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive
from bookwheel.document.model import Document, Section
from bookwheel.document.outline import find_by_anchor, walk
from bookwheel.errors import NotFound
from bookwheel.render.labels import label
from bookwheel.render.markdown import render_page
from bookwheel.render.options import COMPACT, FULL
from bookwheel.render.words import count_words
from bookwheel.tools.fields import (
    ARCHIVE,
    COUNT,
    FLAG,
    NULLABLE_TEXT,
    TEXT,
    answers,
    boolean,
    integer,
    parameters,
    record,
    string,
)
from bookwheel.tools.tool import ArchiveTool, Json, Result
from bookwheel.tools.zim import quoting, views
from bookwheel.tools.zim.get import TEXT_CHARS

LISTED_AT_MOST = 50
NAMED_AT_MOST = 10
MOST_MEANT = 2
LEAD_NAMES = ("introduction", "lead", "lede", "intro", "0")
GO_ON_COMPACT = "zim_get compact=true content_offset"
MOST_PARTS = 20  # of one heading that are compared with what was asked for
LEAST_PART = 3  # characters of a heading that are enough to mean it

SECTION = record(
    {
        "entry_path": TEXT,
        "title": TEXT,
        "section_id": TEXT,
        "section_title": TEXT,
        "level": COUNT,
        "parent_id": NULLABLE_TEXT,
        "content_markdown": TEXT,
        "char_count": COUNT,
        "word_count": COUNT,
        "truncated": FLAG,
        "_meta": quoting.META,
    },
    {"requested_path": TEXT},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The arguments of zim_get_section; None is "not given"."""

    zim_file_path: str
    entry_path: str
    section_id: str
    max_chars: int | None = None
    include_subsections: bool | None = None
    compact: bool | None = None
    compact_budget: str | int | None = None


def read(library: Library, arguments: Arguments) -> Result:
    """Answer one call. Runs in a reader."""
    archive = library.open(arguments.zim_file_path)
    resolved = archive.resolve(arguments.entry_path)
    if not is_html(resolved.entry.mimetype):
        raise _no_sections(resolved, "non_html", f"{quoting.kind_of(resolved)}, not a page.")
    document = archive.document(resolved)
    called = section_called(document, arguments.section_id)
    section = called or _holding(document, arguments.section_id)
    if section is None:
        raise _not_found(resolved, document, arguments.section_id)
    page = render_page(document, FULL if arguments.compact is False else COMPACT)
    span = page.spans[section.index]
    end = span.own_end if arguments.include_subsections is False else span.end
    part = views.within(page.text, span.start, end, arguments.max_chars or TEXT_CHARS)
    is_cut = part.next_offset is not None
    # Offsets are those of the text with the same `compact`, which zim_get leaves out unless it is told.
    goes_on = "zim_get content_offset" if arguments.compact is False else GO_ON_COMPACT
    cut = quoting.cut_line(part, span.start, goes_on, end - span.start) if is_cut else ""
    data: Json = {
        "entry_path": resolved.path,
        "title": document.title,
        "section_id": section.anchor or LEAD_NAMES[0],
        "section_title": section.title.text if section.index else "Introduction",
        "level": section.level,
        "parent_id": _parent_of(document, section),
        "content_markdown": part.text,
        "char_count": len(part.text),
        "word_count": count_words(part.text),
        "truncated": is_cut,
        "_meta": {
            **quoting.cut_meta(part, 0, end - span.start),
            "citation": quoting.citation_data(document.citation),
            **quoting.match_meta(resolved),
        },
    }
    if called is None:
        asked = label(arguments.section_id, 100)
        quoting.add_hint(data["_meta"], f"No section is called “{asked}”; the heading of this one holds it.")
    if resolved.is_renamed:
        data["requested_path"] = resolved.requested
    return Result(data, _text(archive, resolved, document, data, cut))


def find_section(document: Document, wanted: str) -> Section | None:
    """Return the section an id, a heading or a part of a heading means; the earliest when several do."""
    return section_called(document, wanted) or _holding(document, wanted)


def section_called(document: Document, wanted: str) -> Section | None:
    """Return the section of this id or heading; it may be written as the end of an address (Paris#Caf%C3%A9s)."""
    end = unquote(wanted.rpartition("#")[2])
    return _named(document, wanted) or (_named(document, end) if end and end != wanted else None)


def _named(document: Document, wanted: str) -> Section | None:
    exact = find_by_anchor(document, wanted)
    if exact is not None:
        return exact
    name = _folded(wanted)
    for section in walk(document.sections):
        if section.index and name and name in (_folded(section.title.text), _folded(section.anchor)):
            return section
    return document.sections[0] if name in LEAD_NAMES else None


def _holding(document: Document, wanted: str) -> Section | None:
    """Return the section whose heading holds the words asked for, at the beginning of a word if there is one."""
    name = _folded(wanted)
    if len(name) < LEAST_PART:
        return None
    found = [one for one in walk(document.sections) if one.index and name in _folded(one.title.text)]
    return next(
        (one for one in found if f" {name}" in f" {_folded(one.title.text)}"), next(iter(found), None)
    )


def _folded(text: str) -> str:
    return " ".join(text.replace("_", " ").casefold().split())


def _parent_of(document: Document, section: Section) -> str | None:
    for other in walk(document.sections):
        if any(child.index == section.index for child in other.subsections):
            return other.anchor
    return None


def _not_found(resolved: Resolved, document: Document, wanted: str) -> NotFound:
    sections = [section for section in walk(document.sections) if section.index]
    if not sections:
        return _no_sections(resolved, "no_headings", f"{resolved.path} has no headings.")
    ids = [section.anchor for section in sections]
    names = _names(sections, len(_folded(wanted).split()))
    near = (names[name] for name in difflib.get_close_matches(_folded(wanted), names, n=MOST_MEANT + 1))
    close = list({section.index: section for section in near}.values())[:MOST_MEANT]
    data: Json = {
        "available_section_ids": ids[:LISTED_AT_MOST],
        "available_section_ids_total": len(ids),
        "available_section_ids_truncated": len(ids) > LISTED_AT_MOST,
    }
    more = (
        f" and {len(ids) - NAMED_AT_MOST} more; zim_get(view='toc') lists them"
        if len(ids) > NAMED_AT_MOST
        else ""
    )
    hint = f"It has: {', '.join(map(_named_so, sections[:NAMED_AT_MOST]))}{more}."
    if close:
        data["closest_match"] = close[0].anchor
        hint = f"Did you mean {' or '.join(map(_named_so, close))}?"
    return NotFound(
        f'{resolved.path} has no section "{wanted[:100]}".', reason="section_not_found", hint=hint, data=data
    )


def _names(sections: Sequence[Section], size: int) -> dict[str, Section]:
    """Return sections by their headings, and by the parts of headings that have `size` words: "early life" and education."""
    names: dict[str, Section] = {}
    for section in reversed(sections):
        words = _folded(section.title.text).split()
        parts = range(min(len(words) - size + 1, MOST_PARTS))
        names |= {" ".join(words[start : start + size]): section for start in parts}
    return names | {_folded(section.title.text): section for section in reversed(sections)}


def _named_so(section: Section) -> str:
    """Return a section's id, and its heading where the id ("mwAbc") says nothing to a reader."""
    anchor, title = section.anchor, section.title.text
    return anchor if _folded(anchor) == _folded(title) else f"{label(title, 60)} ({anchor})"


def _no_sections(resolved: Resolved, why: str, message: str) -> NotFound:
    data: Json = {
        "available_section_ids": [],
        "available_section_ids_total": 0,
        "available_section_ids_truncated": False,
        "why": why,
        "content_type": resolved.entry.mimetype,
    }
    hint = "Read it with zim_get."
    return NotFound(message, reason="section_not_found", hint=hint, data=data)


def _text(archive: OpenArchive, resolved: Resolved, document: Document, data: Json, cut: str) -> str:
    heading = (
        f"{label(data['section_title'])} (section_id: {label(data['section_id'])})"
        if data["section_id"]
        else "Introduction"
    )
    return quoting.paragraphs(
        f"{quoting.source_line(document.citation, resolved.path)}\n{heading}",
        data["_meta"].get("hint", ""),
        quoting.quoted(archive, f"{resolved.path}#{data['section_id']}", data["content_markdown"]),
        cut,
    )


TOOL = ArchiveTool(
    name="zim_get_section",
    title="Read one section of an article",
    description=(
        "Read one section of an article by its id or heading: cheaper than the whole when zim_get(view=toc) shows where the answer is. "
        'Example: {"zim_file_path": "wikipedia_en_all", "entry_path": "Paris", "section_id": "History"}. '
        "Also asked for as: section of, show me the section."
    ),
    input_schema=parameters(
        {
            "zim_file_path": string(ARCHIVE, minLength=1),
            "entry_path": string("Entry path or title, e.g. Paris.", minLength=1),
            "section_id": string("Section id from view=toc, or its heading.", minLength=1),
            "max_chars": integer("Most characters (100000 if absent).", minimum=1),
            "include_subsections": boolean("false: stop at the next heading.", default=True),
            "compact": boolean("false: links and whole tables.", default=True),
            "compact_budget": {
                "type": ["string", "integer"],
                "description": "No effect here; use max_chars.",
            },
        },
        required=("zim_file_path", "entry_path", "section_id"),
    ),
    output_schema=answers(SECTION),
    arguments=Arguments,
    read=read,
    returns_page_text=True,
)
