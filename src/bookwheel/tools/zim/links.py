"""`zim_links`: where a page leads, who leads to it, and what is related to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bookwheel.archive.entry import Resolved, is_html
from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive
from bookwheel.tools.fields import (
    ARCHIVE,
    COUNT,
    TEXT,
    answers,
    integer,
    parameters,
    record,
    rows,
    string,
)
from bookwheel.tools.tool import ArchiveTool, Json, Result
from bookwheel.tools.zim import links_inbound, links_outbound, links_related, quoting
from bookwheel.tools.zim.links_fields import LIST, fields, rows_shown
from bookwheel.tools.zim.window import Window, conflict, go_on, limit_of, open_window, refuse_two_positions

NAME = "zim_links"
LIMITS = {"outbound": (100, 500), "inbound": (10, 100), "related": (10, 100)}  # default and most rows

_ROW_OF_PAGE = {"anyOf": [links_outbound.INTERNAL_ROW, links_outbound.EXTERNAL_ROW, links_outbound.MEDIA_ROW]}
OUTBOUND = record(
    {
        "title": TEXT,
        "path": TEXT,
        "content_type": TEXT,
        "kind": TEXT,
        "category_totals": record(dict.fromkeys(links_outbound.KINDS, COUNT)),
        "results": rows(_ROW_OF_PAGE),
        **LIST,
    },
    {"requested_path": TEXT, "message": TEXT},
)
RELATED = record(
    {
        "entry_path": TEXT,
        "results": rows({"anyOf": [links_related.ROW, links_inbound.ROW]}),
        **LIST,
    },
    {"resolved_path": TEXT, "outbound_error": TEXT, "message": TEXT},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The arguments of zim_links; None is "not given"."""

    zim_file_path: str
    entry_path: str
    direction: Literal["outbound", "inbound", "related"] | None = None
    kind: Literal["internal", "external", "media"] | None = None
    cursor: str | None = None
    limit: int | None = None
    offset: int | None = None


def read(library: Library, arguments: Arguments) -> Result:
    """Answer one call. Runs in a reader."""
    direction = arguments.direction or "outbound"
    more = "" if direction == "related" else ", and next_cursor for more"
    limit = limit_of(LIMITS, "direction", direction, arguments.limit, more)
    _check_combination(direction, arguments)
    archive = library.open(arguments.zim_file_path)
    if direction == "related":
        window = open_window(NAME, archive.uuid, {}, limit)
        return links_related.read(archive, arguments.entry_path, window)
    resolved = archive.resolve(arguments.entry_path)
    kind = arguments.kind or "internal"
    context: dict[str, object] = {"entry": resolved.path, "direction": direction}
    if direction == "outbound":
        context["kind"] = kind
    window = open_window(NAME, archive.uuid, context, limit, offset=arguments.offset, cursor=arguments.cursor)
    if direction == "inbound":
        return links_inbound.read(archive, resolved, window)
    return _outbound(archive, resolved, kind, window)


def _outbound(archive: OpenArchive, resolved: Resolved, kind: str, window: Window) -> Result:
    by_kind, totals = links_outbound.by_kind(links_outbound.locate(archive, resolved))
    found = by_kind[kind][window.offset : window.offset + window.limit]
    citation = archive.citation(resolved)
    data: Json = {
        "title": resolved.entry.title,
        "path": resolved.path,
        "content_type": resolved.entry.mimetype,
        "kind": kind,
        "category_totals": totals,
        "results": found,
        **fields(window, len(found), len(by_kind[kind])),
    }
    data["_meta"] |= {"citation": quoting.citation_data(citation), **quoting.match_meta(resolved)}
    if resolved.is_renamed:
        data["requested_path"] = resolved.requested
    if not is_html(resolved.entry.mimetype):
        data["message"] = f"{quoting.kind_of(resolved)}, not a page: it holds no links."
    counts = ", ".join(f"{name} {count}" for name, count in totals.items())
    head = f"{kind} links {rows_shown(data)}; on the page: {counts}"
    listing = "\n".join(links_outbound.lines_of(kind, found))
    text = quoting.paragraphs(
        quoting.opening(citation, resolved.path, data["_meta"]),
        data.get("message", head),
        quoting.quoted(archive, resolved.path, listing) if listing else "",
        go_on(data["next_cursor"]),
    )
    return Result(data, text)


def _check_combination(direction: str, given: Arguments) -> None:
    if direction != "outbound" and given.kind is not None:
        raise conflict(f"kind does not go with direction={direction}", "Leave kind out.")
    if direction == "related" and (given.offset or given.cursor is not None):
        field = "cursor" if given.cursor is not None else "offset"
        raise conflict(
            f"{field} does not go with direction=related", f"Leave {field} out and raise limit, at most 100."
        )
    refuse_two_positions(given.cursor, given.offset)


TOOL = ArchiveTool(
    name=NAME,
    title="Links of a page, in both directions",
    description=(
        "direction=outbound: the links in a page, in its order, repeats kept; kind picks internal, external or media. "
        "inbound: the pages that link to it, the most important first. related: what belongs to the same subject. "
        'Example: {"zim_file_path": "wikipedia_en_all", "entry_path": "Paris", "direction": "related"}. '
        "Also asked for as: links in, what links here, backlinks, articles like. Rows carry path for zim_get."
    ),
    input_schema=parameters(
        {
            "zim_file_path": string(ARCHIVE, minLength=1),
            "entry_path": string("Entry path or title, e.g. Paris.", minLength=1),
            "direction": string(
                "outbound, inbound or related.", enum=["outbound", "inbound", "related"], default="outbound"
            ),
            "kind": string("outbound only.", enum=["internal", "external", "media"], default="internal"),
            "cursor": string("next_cursor of the last answer; the other arguments unchanged."),
            "limit": integer(
                "Rows: outbound 100, at most 500; else 10, at most 100.", minimum=1, maximum=500
            ),
            "offset": integer("First row; not with related.", minimum=0, default=0),
        },
        required=("zim_file_path", "entry_path"),
    ),
    output_schema=answers(OUTBOUND, RELATED),
    arguments=Arguments,
    read=read,
    # A companion index may appear, or be replaced, while the archive stays what it is.
    is_cacheable=False,
)
