"""The answers of `zim_search` over all archives: each archive's own, and one ranking of all hits."""

from __future__ import annotations

import time
from typing import Final, Literal, NamedTuple

from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive
from bookwheel.errors import BookwheelError
from bookwheel.finding import fuse, ladder, results
from bookwheel.finding.resolve import resolve_title
from bookwheel.tools.fields import COUNT, FLAG, NULLABLE_COUNT, NULLABLE_TEXT, OBJECT, TEXT, record, rows
from bookwheel.tools.tool import Json, Result
from bookwheel.tools.zim import quoting, search_answers, search_fields, search_titles

BUDGET_SECONDS: Final = 20.0
"""After this long no further archive is begun."""

# What an archive answers by itself; spelling it out again would double the listing of this tool.
_RESULT = {"anyOf": [OBJECT, {"type": "null"}]}
_FILE = record(
    {"zim_file_path": TEXT, "name": TEXT, "result": _RESULT, "has_hits": FLAG, "error": FLAG},
    {"error_operation": TEXT, "error_message": TEXT},
)
EVERYWHERE = record(
    {
        "query": TEXT,
        "files_searched": COUNT,
        "files_available": COUNT,
        "files_with_hits": COUNT,
        "files_searched_successfully": COUNT,
        "files_failed": COUNT,
        "budget_exceeded": FLAG,
        "results": rows(_FILE),
        "next_cursor": NULLABLE_TEXT,
        "total": NULLABLE_COUNT,
        "done": FLAG,
        "page_info": search_fields.PAGE_INFO,
        "_meta": record(
            {"truncated": FLAG, "ranking": rows(record({"archive": TEXT, "path": TEXT}))},
            {"reason": TEXT, "hint": TEXT},
        ),
    }
)


class _Searched(NamedTuple):
    """One archive's answer: its row, lines to read, hits in order, and how much its ranking counts."""

    row: Json
    lines: str
    paths: tuple[str, ...]
    weight: float
    order: tuple[float, ...]


def answer(library: Library, query: str, mode: Literal["fulltext", "title", "suggest"], limit: int) -> Result:
    """Answer a search in every archive that can be read."""
    files = library.archives()
    deadline = time.monotonic() + BUDGET_SECONDS
    found: list[_Searched] = []
    for file in files:
        if time.monotonic() > deadline:
            break
        found.append(_search(library, file.name, query, mode, limit))
    # Archives by their best hit; equals stay in the order of their names.
    found.sort(key=lambda one: one.order)
    ranking = fuse.fuse([([(one.row["name"], path) for path in one.paths], one.weight) for one in found])
    data = _data(query, found, ranking, len(files), limit)
    return Result(data, _text(found, data))


def _search(library: Library, name: str, query: str, mode: str, limit: int) -> _Searched:
    try:
        archive = library.open(name)
        return _titles(archive, query, limit) if mode == "title" else _fulltext(archive, query, limit)
    except BookwheelError as error:
        row: Json = {"zim_file_path": name, "name": name, "result": None, "has_hits": False, "error": True}
        row |= {"error_operation": error.reason, "error_message": error.message}
        return _Searched(row, "", (), 0.0, (2.0,))


def _fulltext(archive: OpenArchive, query: str, limit: int) -> _Searched:
    plan = ladder.plan(archive, query)
    found = results.page(archive, plan, 0, limit, results.Filters())
    data = search_answers.hits(archive, query, plan, found, search_answers.Wanted(limit))
    has_hits = bool(found.entries)
    weight = fuse.STEP_WEIGHTS[plan.step]
    if plan.title is not None:
        weight += fuse.TITLE_BONUS * plan.title.score
    lines = quoting.paragraphs(
        search_answers.head(archive.name, data),
        search_answers.how_line(plan),
        quoting.quoted(archive, "", search_answers.hit_lines(data["results"])) if has_hits else "",
    )
    paths = tuple(entry.path for entry in found.entries)
    return _Searched(_row(archive, data, has_hits=has_hits), lines, paths, weight, (not has_hits, -weight))


def _titles(archive: OpenArchive, query: str, limit: int) -> _Searched:
    matches = resolve_title(archive, query, limit)
    data = search_titles.titles(archive, query, matches, limit)
    best = matches.matches[0].score if matches.matches else 0.0
    lines = ""
    if matches.matches:
        lines = quoting.paragraphs(
            f"{archive.name}:", quoting.quoted(archive, "", search_titles.title_lines(data["results"]))
        )
    paths = tuple(match.path for match in matches.matches)
    return _Searched(_row(archive, data, has_hits=bool(paths)), lines, paths, best, (not paths, -best))


def _row(archive: OpenArchive, result: Json, *, has_hits: bool) -> Json:
    name = archive.name
    return {"zim_file_path": name, "name": name, "result": result, "has_hits": has_hits, "error": False}


def _data(
    query: str, found: list[_Searched], ranking: list[tuple[str, str]], available: int, limit: int
) -> Json:
    with_hits = sum(bool(one.paths) for one in found)
    failed = sum(one.row["error"] for one in found)
    is_cut = len(found) < available
    meta: Json = {
        "truncated": is_cut,
        "ranking": [{"archive": name, "path": path} for name, path in ranking],
    }
    if not available:
        meta |= {"reason": "0_hits", "hint": "No archive is loaded."}
    elif not with_hits:
        meta |= {"reason": "0_hits", "hint": "No archive has anything like that."}
    elif is_cut:
        meta |= {
            "reason": "search_all_budget_exceeded",
            "hint": "Time was up before all archives were searched.",
        }
    return {
        "query": query,
        "files_searched": len(found),
        "files_available": available,
        "files_with_hits": with_hits,
        "files_searched_successfully": len(found) - failed,
        "files_failed": failed,
        "budget_exceeded": is_cut,
        "results": [one.row for one in found],
        "next_cursor": None,
        "total": len(found),
        "done": not is_cut,
        "page_info": {"offset": 0, "limit": limit, "returned_count": len(found)},
        "_meta": meta,
    }


def _text(found: list[_Searched], data: Json) -> str:
    head = f"{data['files_with_hits']} of {data['files_searched']} archives have hits."
    failures = "\n".join(
        f"{one.row['name']}: {one.row['error_message']}" for one in found if one.row["error"]
    )
    best = data["_meta"]["ranking"][:5]
    first = "Best: " + "; ".join(f"{row['path']} ({row['archive']})" for row in best) if best else ""
    return quoting.paragraphs(
        head,
        quoting.fence(first) if first else "",
        *(one.lines for one in found if one.paths),
        failures,
        data["_meta"].get("hint", ""),
    )
