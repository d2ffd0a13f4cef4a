"""Hits of several archives as one list."""

from __future__ import annotations

from itertools import zip_longest

from bookwheel.tools.tool import Json, Result
from bookwheel.tools.zim.asking.shown import Page
from bookwheel.tools.zim.quoting import paragraphs


def merged_text(result: Result) -> str:
    """Return what a search over all archives found as one list, the best first, whichever archive it is from."""
    data = result.data or {}
    rows: dict[tuple[str, str], Json] = {}
    failures: list[str] = []
    for file in data["results"]:
        if file["error"]:
            failures.append(f"{file['name']}: {file['error_message']}")
        found: list[Json] = file["result"]["results"] if file["result"] else []
        for row in found:
            rows.setdefault((file["name"], row["path"]), row)
    ranked = [(one["archive"], one["path"]) for one in data["_meta"]["ranking"]]
    lines = [_line(number, key, rows[key]) for number, key in enumerate(ranked, 1) if key in rows]
    head = f"{data['files_searched']} archives searched, {data['files_with_hits']} with hits, merged, the best first."
    page = Page(head, "\n".join(lines), paragraphs("\n".join(failures), data["_meta"].get("hint", "")), {})
    return page.compose(page.body)


def merged_completions(found: list[tuple[str, Result]]) -> Result:
    """Return the completions of several archives as one list: the first of each, then the second of each, and so on."""
    rows = [[(name, row) for row in (result.data or {})["results"]] for name, result in found]
    merged = [one for rank in zip_longest(*rows) for one in rank if one is not None]
    lines = [f"- {row['text']} · {row['path']} ({name})" for name, row in merged]
    page = Page(f"{len(found)} archives: {len(lines)} titles", "\n".join(lines), "", {})
    return Result(None, page.compose(page.body))


def _line(number: int, key: tuple[str, str], row: Json) -> str:
    archive, path = key
    snippet = f"\n   {row['snippet']}" if row.get("snippet") else ""
    return f"{number}. {row['title']} · {path} ({archive}){snippet}"
