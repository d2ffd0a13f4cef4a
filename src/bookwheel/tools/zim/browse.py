"""`zim_browse`: what entries there are, a page at a time or from beginning to end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bookwheel.archive.browse import Page
from bookwheel.archive.entry import EntryRow
from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive
from bookwheel.document.invisible import single_line
from bookwheel.errors import InvalidArgument
from bookwheel.render.labels import label
from bookwheel.tools.counting import counted
from bookwheel.tools.fields import (
    ARCHIVE,
    COUNT,
    FLAG,
    NULLABLE_COUNT,
    NULLABLE_TEXT,
    TEXT,
    answers,
    boolean,
    integer,
    parameters,
    record,
    rows,
    string,
)
from bookwheel.tools.tool import ArchiveTool, Json, Result
from bookwheel.tools.zim import quoting
from bookwheel.tools.zim.window import conflict, go_on, limit_of, open_window, refuse_two_positions

NAME = "zim_browse"
LIMITS = {"page": (50, 200), "walk": (200, 500)}  # default and most rows by mode

_LIST = {
    "namespace": TEXT,
    "next_cursor": NULLABLE_TEXT,
    "total": NULLABLE_COUNT,
    "done": FLAG,
    "page_info": record(
        {"offset": COUNT, "limit": COUNT, "returned_count": COUNT},
        {"next_offset": COUNT, "assets_filtered": FLAG, "assets_skipped": COUNT},
    ),
    "_meta": quoting.META,
}
PAGE = record(
    {
        **_LIST,
        "results": rows(record({"path": TEXT, "title": TEXT, "content_type": TEXT}, {"redirects_to": TEXT})),
        "discovery_method": TEXT,
    }
)
WALK = record(
    {
        **_LIST,
        "results": rows(record({"path": TEXT, "title": TEXT}, {"redirects_to": TEXT})),
        "scanned_count": COUNT,
        "scanned_through_id": NULLABLE_COUNT,
        "archive_entry_count": COUNT,
        "namespace_entry_count": COUNT,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The arguments of zim_browse; None is "not given"."""

    zim_file_path: str
    namespace: str
    mode: Literal["page", "walk"] | None = None
    cursor: str | None = None
    limit: int | None = None
    offset: int | None = None
    include_assets: bool | None = None


def read(library: Library, arguments: Arguments) -> Result:
    """Answer one call. Runs in a reader."""
    mode = arguments.mode or "page"
    limit = limit_of(LIMITS, "mode", mode, arguments.limit, ", and next_cursor for more")
    _check_combination(mode, arguments)
    archive = library.open(arguments.zim_file_path)
    letter = archive.namespace_letter(arguments.namespace)
    if letter is None:
        return _unknown_namespace(archive, mode, arguments.namespace, limit)
    # Only among pages are assets in the way; a namespace of images is asked for because of them.
    include_assets = bool(arguments.include_assets) or letter != archive.content_namespace
    context = {"namespace": letter, "mode": mode, "include_assets": include_assets}
    window = open_window(NAME, archive.uuid, context, limit, offset=arguments.offset, cursor=arguments.cursor)
    page = archive.browse(letter, window.offset, limit, include_assets=include_assets)
    cursor = None if page.next_offset is None else window.cursor(page.next_offset)
    data = _listing(letter, page, limit, cursor, include_assets=include_assets)
    data |= _progress(archive, page, letter) if mode == "walk" else {"discovery_method": "entry_id_range"}
    return Result(data, _text(archive, letter, page, cursor, mode))


def _check_combination(mode: str, given: Arguments) -> None:
    if not given.namespace.strip():
        raise InvalidArgument(
            "namespace must not be empty.",
            reason="invalid_argument",
            hint="Use C for content; zim_metadata lists the namespaces of an archive.",
            data={"field": "namespace", "nearest_valid": "C"},
        )
    if mode == "walk" and given.offset:
        raise conflict("offset does not go with mode=walk", "Leave offset out and pass next_cursor to go on.")
    refuse_two_positions(given.cursor, given.offset)


def _listing(letter: str, page: Page, limit: int, cursor: str | None, *, include_assets: bool) -> Json:
    info: Json = {"offset": page.offset, "limit": limit, "returned_count": len(page.rows)}
    if page.next_offset is not None:
        info["next_offset"] = page.next_offset
    if not include_assets:
        info |= {"assets_filtered": True, "assets_skipped": page.skipped}
    return {
        "namespace": letter,
        "results": [{**_named(row), "content_type": row.mimetype} for row in page.rows],
        "next_cursor": cursor,
        "total": page.total,
        "done": cursor is None,
        "page_info": info,
        "_meta": {"truncated": cursor is not None},
    }


def _named(row: EntryRow) -> Json:
    return {"path": row.path, "title": row.title, **({"redirects_to": row.target} if row.target else {})}


def _progress(archive: OpenArchive, page: Page, letter: str) -> Json:
    end = page.total if page.next_offset is None else page.next_offset
    scanned = max(0, end - page.offset)
    through = archive.directory.namespace_range(letter)[0] + end - 1 if scanned else None
    return {
        "results": [_named(row) for row in page.rows],
        "scanned_count": scanned,
        "scanned_through_id": through,
        "archive_entry_count": archive.entry_count,
        "namespace_entry_count": page.total,
    }


def _unknown_namespace(archive: OpenArchive, mode: str, asked: str, limit: int) -> Result:
    known = ", ".join(count.letter for count in archive.namespaces())
    asked = label(asked, 40)
    hint = f"There is no namespace “{asked}”. This archive has: {known}."
    nothing = Page((), 0, None, 0, 0)
    data = _listing(asked, nothing, limit, None, include_assets=True)
    data["_meta"] |= {"reason": "bad_namespace", "hint": hint}
    method = {"discovery_method": "rejected_unknown_namespace"}
    return Result(data | (_progress(archive, nothing, asked) if mode == "walk" else method), hint)


def _text(archive: OpenArchive, letter: str, page: Page, cursor: str | None, mode: str) -> str:
    count = len(page.rows)
    head = (
        f"{archive.name}, namespace {letter}: {count:,} of {counted(page.total, 'entry')} from {page.offset}"
    )
    if page.skipped:
        head += f", {counted(page.skipped, 'asset')} left out (include_assets=true shows them)"
    lines: list[str] = []
    for row in page.rows:
        title = f" · {row.title}" if row.title != row.path else ""
        end = f" → {row.target}" if row.target else ""
        kind = f" ({row.mimetype})" if mode == "page" and row.mimetype else ""
        line = f"- {row.path}{title}{kind}{end}"
        lines.append(line if line.isprintable() else single_line(line))
    listing = quoting.quoted(archive, letter, "\n".join(lines)) if lines else ""
    return quoting.paragraphs(head, listing, go_on(cursor))


TOOL = ArchiveTool(
    name=NAME,
    title="List the entries of an archive",
    description=(
        "List entries of one namespace in path order. mode=page: a page at any offset. mode=walk: every entry, page after "
        'page by next_cursor. Example: {"zim_file_path": "wikipedia_en_all", "namespace": "C", "limit": 20}. '
        "Also asked for as: browse, list articles, walk namespace. To find something, search instead."
    ),
    input_schema=parameters(
        {
            "zim_file_path": string(ARCHIVE, minLength=1),
            "namespace": string(
                "C content (A in old archives), M metadata, W well-known, X indexes, I images, J or - layout.",
                minLength=1,
            ),
            "mode": string("page or walk.", enum=["page", "walk"], default="page"),
            "cursor": string("next_cursor of the last answer; the other arguments unchanged."),
            "limit": integer("Rows: page 50, at most 200; walk 200, at most 500.", minimum=1, maximum=500),
            "offset": integer("First row; page only.", minimum=0, default=0),
            "include_assets": boolean(
                "Also list styles, scripts, fonts, pictures and sounds.", default=False
            ),
        },
        required=("zim_file_path", "namespace"),
    ),
    output_schema=answers(PAGE, WALK),
    arguments=Arguments,
    read=read,
)
