"""Hits of several archives as one list."""

from __future__ import annotations

from itertools import zip_longest

from bookwheel.tools.counting import counted
from bookwheel.tools.tool import Json, Result
from bookwheel.tools.zim.asking.shown import Page
from bookwheel.tools.zim.search_answers import how_found
from bookwheel.tools.zim.search_everywhere import searched, without_index
from bookwheel.tools.zim.search_titles import how_completed, how_matched


def merged_text(result: Result, limit: int | None) -> str:
    """Return what a search over all archives found as one list of at most `limit`, the best first, whichever archive it is from."""
    data = result.data or {}
    rows: dict[tuple[str, str], Json] = {}
    remarks: list[str] = []
    failures: list[str] = []
    for file in data["results"]:
        if file["error"]:
            failures.append(f"{file['name']}: {file['error_message']}")
        answer: Json = file["result"] or {"results": []}
        for row in answer["results"]:
            rows.setdefault((file["name"], row["path"]), row)
        how = how_found(answer["_meta"]) if answer["results"] else ""
        if how:
            remarks.append(f"{file['name']}: {how}")
    remarks += failures[:_FAILURES_SHOWN]
    if len(failures) > _FAILURES_SHOWN:
        remarks.append(f"{len(failures)} archives in all could not be searched.")
    ranked = [(one["archive"], one["path"]) for one in data["_meta"]["ranking"]]
    lines = [_line(number, key, rows[key]) for number, key in enumerate(ranked, 1) if key in rows]
    remarks += [line] if (line := without_index(data)) else []
    if data["budget_exceeded"]:
        remarks.append(data["_meta"]["hint"])
    if not lines:
        head = f"Nothing was found in {searched(data)}. {_TRY}"
        return Page(head, "", "\n".join(remarks), {}).compose("")
    head = f"{searched(data)} searched, {data['files_with_hits']} with hits; merged, the best first."
    shown, more = _cut(lines, limit)
    page = Page(head, "\n".join(shown), "\n".join((*remarks, *more)), {})
    return page.compose(page.body)


def _cut(lines: list[str], limit: int | None) -> tuple[list[str], list[str]]:
    """Return the first lines, and what is to be said of the others: archives are merged anew for each call."""
    shown = lines[:limit]
    left = len(lines) - len(shown)
    return shown, [f"{left} more: raise limit, or name one archive."] if left else []


_FAILURES_SHOWN = 3
_TRY = (
    "Try fewer or other words, check the spelling, or: suggestions for a beginning of the title; "
    "list available ZIM files says what there is to be asked."
)


def merged_completions(found: list[tuple[str, Result]], limit: int | None) -> Result:
    """Return the completions of several archives as one list: the first of each, then the second of each, and so on."""
    rows = [[(name, row) for row in (result.data or {})["results"]] for name, result in found]
    merged = [one for rank in zip_longest(*rows) for one in rank if one is not None]
    lines = [f"- {row['text']} · {row['path']} ({name}){how_completed(row)}" for name, row in merged]
    if not lines:
        return Result(None, f"Nothing was found in {counted(len(found), 'archive')}. {_TRY}")
    shown, more = _cut(lines, limit)
    head = f"{counted(len(found), 'archive')}: {counted(len(lines), 'title')}"
    page = Page(head, "\n".join(shown), "\n".join(more), {})
    return Result(None, page.compose(page.body))


def _line(number: int, key: tuple[str, str], row: Json) -> str:
    archive, path = key
    snippet = f"\n   {row['snippet']}" if row.get("snippet") else ""
    how = how_matched(row)
    return f"{number}. {row['title']} · {path} ({archive}{f'; {how}' if how else ''}){snippet}"
