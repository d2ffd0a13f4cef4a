"""`zim_search`: full text, titles, completions; in one archive or in all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive
from bookwheel.errors import InvalidArgument, InvalidValue, NotFound
from bookwheel.tools.fields import ARCHIVE, answers, boolean, integer, parameters, string
from bookwheel.tools.tool import ArchiveTool, Result
from bookwheel.tools.zim import quoting, search_answers, search_everywhere, search_titles

NAME = "zim_search"
MAX_QUERY_CHARS = 4096
MAX_LIMIT = 1000
DEFAULT_ROWS = 10
DEFAULT_ROWS_EACH = 5
"""Rows of each archive when the text of all is searched."""
_MOST_UNREAD = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The arguments of zim_search; None is "not given"."""

    query: str
    mode: Literal["fulltext", "title", "suggest"] | None = None
    zim_file_path: str | None = None
    cross_file: bool | None = None
    namespace: str | None = None
    content_type: str | None = None
    limit: int | None = None
    offset: int | None = None
    cursor: str | None = None


def read(library: Library, arguments: Arguments) -> Result:
    """Answer one call. Runs in a reader."""
    mode = arguments.mode or "fulltext"
    _check_query(arguments.query)
    _check_combination(mode, arguments)
    limit = _limit(mode, arguments)
    if arguments.cross_file:
        return search_everywhere.answer(library, arguments.query, mode, limit)
    archive = _chosen(library, mode, arguments)
    match mode:
        case "fulltext":
            wanted = search_answers.Wanted(
                limit, arguments.offset or 0, arguments.namespace, arguments.content_type
            )
            result = search_answers.fulltext(archive, arguments.query, wanted)
        case "title":
            result = search_titles.title(archive, arguments.query, limit)
        case "suggest":
            result = search_titles.suggest(archive, arguments.query, limit)
    return result if arguments.zim_file_path else _told_of_unread(library, result)


def _told_of_unread(library: Library, result: Result) -> Result:
    """Name the archives that could not be searched beside the only one that can, where that has nothing."""
    if result.data is None or result.data["results"]:
        return result
    unread = [file.name for file in library.archives() if not file.readable]
    if not unread:
        return result
    hint = f"Not searched, since they cannot be read: {search_everywhere.first_of(unread, _MOST_UNREAD)}; zim_health tells why."
    quoting.add_hint(result.data["_meta"], hint)
    return replace(result, text=quoting.paragraphs(result.text, hint))


def _chosen(library: Library, mode: str, arguments: Arguments) -> OpenArchive:
    """Return the archive to search. With several and none named, the refusal tells how all are searched."""
    try:
        return library.choose(arguments.zim_file_path)
    except NotFound as error:
        is_all_possible = mode != "suggest" and not (
            arguments.offset or arguments.namespace or arguments.content_type
        )
        if error.reason != "missing_archive" or not error.data.get("loaded_archives") or not is_all_possible:
            raise
        raise NotFound(
            error.message,
            reason=error.reason,
            hint=f"{error.hint} cross_file=true searches all of them.",
            data=error.data,
        ) from error


def _check_query(query: str) -> None:
    if not query.strip():
        raise InvalidValue(
            "The query is empty.",
            reason="empty_query",
            hint="Give the words or the title to look for.",
            data={"field": "query"},
        )


def _check_combination(mode: str, given: Arguments) -> None:
    """Refuse arguments that exclude each other, naming the pair and the way out."""
    if given.cursor is not None:
        raise _conflict(
            "zim_search takes no cursor", "Page with offset: page_info.next_offset of the last answer."
        )
    if given.cross_file:
        if mode == "suggest":
            raise _conflict(
                "mode=suggest does not go with cross_file",
                "Name one archive, or use mode=title in all of them.",
            )
        if given.zim_file_path is not None and given.zim_file_path.strip():
            raise _conflict(
                "zim_file_path does not go with cross_file", "Keep one: cross_file searches every archive."
            )
    for name, value in (("namespace", given.namespace), ("content_type", given.content_type)):
        if value is None:
            continue
        if mode != "fulltext":
            raise _conflict(
                f"{name} does not go with mode={mode}", f"Leave {name} out, or use mode=fulltext."
            )
        if given.cross_file:
            raise _conflict(f"{name} does not go with cross_file", f"Name one archive, or leave {name} out.")
    if given.offset:
        if mode != "fulltext":
            raise _conflict(f"offset does not go with mode={mode}", "Raise limit (at most 50) for more.")
        if given.cross_file:
            raise _conflict(
                "offset does not go with cross_file", "Name one archive to page through its hits."
            )


def _conflict(message: str, hint: str) -> InvalidArgument:
    return InvalidArgument(f"{message}.", reason="invalid_combination", hint=hint)


def _limit(mode: str, given: Arguments) -> int:
    """Return the rows wanted, within what the mode allows."""
    default, most, condition = DEFAULT_ROWS, MAX_LIMIT, "mode=fulltext"
    if given.cross_file:
        default = DEFAULT_ROWS_EACH if mode == "fulltext" else DEFAULT_ROWS
        most, condition = 50, "cross_file"
    elif mode != "fulltext":
        most, condition = 50, f"mode={mode}"
    elif given.namespace is not None or given.content_type is not None:
        most, condition = 100, "a filter"
    if given.limit is None:
        return default
    if given.limit > most:
        raise InvalidArgument(
            f"limit must be at most {most} with {condition} (got {given.limit}).",
            reason="invalid_limit",
            hint=f"Use limit={most}.",
            data={"field": "limit", "nearest_valid": most},
        )
    return given.limit


TOOL = ArchiveTool(
    name=NAME,
    title="Search an archive",
    description=(
        "Find articles in an archive. mode=fulltext: by words or a plain question, with snippets; misspelt and missing words are "
        "relaxed, and _meta.step says how. mode=title: does a title exist, also misspelt. mode=suggest: complete a beginning. "
        'Example: {"query": "why is the sky blue", "limit": 5}. Operators (AND, quotes, *) are plain words. '
        "Also asked for as: search, find, look up, autocomplete. Read a hit with zim_get(entry_path=path)."
    ),
    input_schema=parameters(
        {
            "query": string("Words, a question, a title or its beginning.", maxLength=MAX_QUERY_CHARS),
            "mode": string(
                "fulltext, title or suggest.", enum=["fulltext", "title", "suggest"], default="fulltext"
            ),
            "zim_file_path": string(f"{ARCHIVE} Optional when only one is loaded."),
            "cross_file": boolean("Search every archive; not with suggest.", default=False),
            "namespace": string("Only this namespace, e.g. C; fulltext only.", minLength=1),
            "content_type": string(
                "Only MIME types that begin so, e.g. text/html; fulltext only.", minLength=1
            ),
            "limit": integer(
                "Rows, 10 if absent (5 an archive with cross_file). At most 1000 fulltext, 100 filtered, else 50.",
                minimum=1,
                maximum=MAX_LIMIT,
            ),
            "offset": integer("First row; fulltext in one archive only.", minimum=0, default=0),
            "cursor": string("Not supported; use offset."),
        },
        required=("query",),
    ),
    output_schema=answers(
        search_answers.SEARCH,
        search_titles.FIND_ENTRY,
        search_titles.SUGGESTIONS,
        search_everywhere.EVERYWHERE,
    ),
    arguments=Arguments,
    read=read,
    returns_page_text=True,
)
