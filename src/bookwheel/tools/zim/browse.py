"""`zim_browse`: what entries there are, a page at a time or from beginning to end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bookwheel.archive.browse import Page
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
from bookwheel.tools.zim.window import conflict, limit_of, open_window, refuse_two_positions

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
    data = _listing(archive, letter, page, limit, cursor, include_assets=include_assets)
    if mode == "walk":
        data |= _progress(archive, letter, page)
    else:
        data["discovery_method"] = "entry_id_range"
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


def _listing(
    archive: OpenArchive, letter: str, page: Page, limit: int, cursor: str | None, *, include_assets: bool
) -> Json:
    found: list[Json] = []
    for row in page.rows:
        entry: Json = {"path": row.path, "title": row.title, "content_type": row.mimetype}
        found.append({**entry, "redirects_to": row.target} if row.target else entry)
    info: Json = {"offset": page.offset, "limit": limit, "returned_count": len(found)}
    if page.next_offset is not None:
        info["next_offset"] = page.next_offset
    if not include_assets:
        info |= {"assets_filtered": True, "assets_skipped": page.skipped}
    return {
        "namespace": letter,
        "results": found,
        "next_cursor": cursor,
        "total": page.total,
        "done": cursor is None,
        "page_info": info,
        "_meta": {"truncated": cursor is not None},
    }


def _progress(archive: OpenArchive, letter: str, page: Page) -> Json:
    end = page.total if page.next_offset is None else page.next_offset
    first, _ = archive.directory.namespace_range(letter)
    scanned = max(0, end - page.offset)
    return {
        "results": [_without_type(row.path, row.title, row.target) for row in page.rows],
        "scanned_count": scanned,
        "scanned_through_id": first + end - 1 if scanned else None,
        "archive_entry_count": archive.entry_count,
        "namespace_entry_count": page.total,
    }


def _without_type(path: str, title: str, target: str) -> Json:
    return {"path": path, "title": title, **({"redirects_to": target} if target else {})}


def _unknown_namespace(archive: OpenArchive, mode: str, asked: str, limit: int) -> Result:
    known = ", ".join(count.letter for count in archive.namespaces())
    asked = label(asked, 40)
    hint = f"There is no namespace “{asked}”. This archive has: {known}."
    data: Json = {
        "namespace": asked,
        "results": [],
        "next_cursor": None,
        "total": 0,
        "done": True,
        "page_info": {"offset": 0, "limit": limit, "returned_count": 0},
        "_meta": {"truncated": False, "reason": "bad_namespace", "hint": hint},
    }
    if mode == "walk":
        data |= {
            "scanned_count": 0,
            "scanned_through_id": None,
            "archive_entry_count": archive.entry_count,
            "namespace_entry_count": 0,
        }
    else:
        data["discovery_method"] = "rejected_unknown_namespace"
    return Result(data, hint)


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
    return quoting.paragraphs(head, listing, f"[go on with cursor={cursor}]" if cursor else "")


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
