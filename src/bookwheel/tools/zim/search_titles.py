"""The answers of `zim_search` by title in one archive: what a title may mean, how its beginning may go on."""

from __future__ import annotations

from typing import Final

from bookwheel.archive.opened import OpenArchive
from bookwheel.finding import completion
from bookwheel.finding.resolve import TitleMatch, TitleMatches, resolve_title
from bookwheel.titles.folding import fold
from bookwheel.tools.counting import counted
from bookwheel.tools.fields import COUNT, FLAG, TEXT, record, rows
from bookwheel.tools.tool import Json, Result
from bookwheel.tools.zim import quoting, search_fields

_TITLE = record(
    {
        "path": TEXT,
        "title": TEXT,
        "score": {"type": "number", "minimum": 0, "maximum": 1},
        "zim_file": TEXT,
        "match_type": TEXT,
    },
    {"pre_redirect_path": TEXT},
)
FIND_ENTRY = record(
    {
        "query": TEXT,
        "results": rows(_TITLE),
        **search_fields.LIST,
        "fast_path_hit": FLAG,
        "fuzzy_path_hit": FLAG,
        "files_searched": COUNT,
    }
)
SUGGESTIONS = record(
    {
        "partial_query": TEXT,
        "results": rows(record({"text": TEXT, "path": TEXT, "type": TEXT})),
        **search_fields.LIST,
    }
)


def title(archive: OpenArchive, query: str, limit: int) -> Result:
    """Answer which pages a title may mean."""
    matches = find_titles(archive, query, limit)
    data = titles(archive, query, matches, limit)
    listing = quoting.quoted(archive, "", title_lines(data["results"])) if data["results"] else ""
    count = len(data["results"])
    first = (
        f"{archive.name}: {counted(count, 'title')} for {query[:200]!r}"
        if count
        else f"{archive.name}: no title like that"
    )
    return Result(data, quoting.paragraphs(first, listing, data["_meta"].get("hint", "")))


def find_titles(archive: OpenArchive, query: str, limit: int) -> TitleMatches:
    """Return up to `limit` pages a title may mean; of titles that have the text as words, a few before mere slips of it."""
    found = resolve_title(archive, query, limit + _MORE_LOOKED_AT)
    if found.is_exact:
        return found._replace(matches=found.matches[:limit])
    words = f" {fold(query)} "
    held = [one for one in found.matches if words in f" {fold(one.title)} "][:_MOST_HELD]
    matches = (*held, *(one for one in found.matches if one not in held))
    return found._replace(matches=matches[:limit])


def titles(archive: OpenArchive, query: str, matches: TitleMatches, limit: int) -> Json:
    """Return the pages a title may mean as a list."""
    found = [_title_row(archive, match) for match in matches.matches]
    kinds = {match.match_type for match in matches.matches[:1]}
    is_cut = len(found) >= limit
    info: Json = {"offset": 0, "limit": limit, "returned_count": len(found)}
    return {
        "query": query,
        "results": found,
        "next_cursor": None,
        "total": len(found),
        "done": not is_cut,
        "page_info": info | ({"total_is_lower_bound": True} if is_cut else {}),
        "fast_path_hit": bool(kinds & {"direct", "redirect"}),
        "fuzzy_path_hit": "typo_corrected" in kinds,
        "files_searched": 1,
        "_meta": _title_meta(archive, matches),
    }


def _title_row(archive: OpenArchive, match: TitleMatch) -> Json:
    row: Json = {
        "path": match.path,
        "title": match.title,
        "score": match.score,
        "zim_file": archive.name,
        "match_type": match.match_type,
    }
    return row | ({"pre_redirect_path": match.pre_redirect_path} if match.pre_redirect_path else {})


def _title_meta(archive: OpenArchive, matches: TitleMatches) -> Json:
    meta: Json = {
        "truncated": False,
        "promotion_applied": matches.best is not None,
        "spelling": matches.spelling,
    }
    hints: list[str] = []
    if matches.spelling == "one_slip":
        hints.append(
            "Without a companion index, an archive of this size is searched for titles one slip away at most."
        )
    if not matches.matches:
        meta["reason"] = "0_hits"
        hints.append("Search the text with mode=fulltext.")
    elif matches.best is None:
        hints.append("No title matches well; these are the nearest.")
    elif matches.best.match_type == "typo_corrected":
        hints.append(f"There is no title {matches.query[:200]!r}; the nearest come first.")
    if matches.stripped:
        hints.append(f"Looked up: {matches.stripped[:200]!r}.")
    if not archive.has_title_index:
        meta.setdefault("reason", "no_title_index")
    return meta | ({"hint": " ".join(hints)} if hints else {})


_MOST_HELD: Final = 3
_MORE_LOOKED_AT: Final = 20
_HOW: Final = {
    "normalised": "written differently",
    "frame_stripped": "what the question is about",
    "typo_corrected": "spelt like it",
    "fuzzy_suggest": "similar words",
}


def how_matched(row: Json) -> str:
    """Return in words how a title is like what was looked for; "" for the very title."""
    return _HOW.get(row.get("match_type", ""), "")


def how_completed(row: Json) -> str:
    """Return what is to be said of a completion that is no title."""
    return " (not its title: its text has the words)" if row["type"] == "search_contains_match" else ""


def title_lines(found: list[Json]) -> str:
    """Return titles as numbered lines."""
    lines: list[str] = []
    for number, row in enumerate(found, 1):
        before = f" ← {row['pre_redirect_path']}" if "pre_redirect_path" in row else ""
        how = how_matched(row)
        lines.append(f"{number}. {row['title']} · {row['path']}{before}{f' ({how})' if how else ''}")
    return "\n".join(lines)


def suggest(archive: OpenArchive, query: str, limit: int) -> Result:
    """Answer how a beginning of a title may go on."""
    completions, has_more = completion.complete(archive, query, limit)
    found = [{"text": one.entry.title, "path": one.entry.path, "type": one.kind} for one in completions]
    meta: Json = {"truncated": False}
    if not found:
        meta |= {"reason": "0_hits", "hint": "No title begins like that; try mode=title or mode=fulltext."}
    elif not archive.has_title_index:
        meta |= {"reason": "no_title_index"}
    info: Json = {"offset": 0, "limit": limit, "returned_count": len(found)}
    data = {
        "partial_query": query,
        "results": found,
        "next_cursor": None,
        "total": len(found),
        "done": not has_more,
        "page_info": info | ({"total_is_lower_bound": True} if has_more else {}),
        "_meta": meta,
    }
    lines = "\n".join(f"- {row['text']} · {row['path']}{how_completed(row)}" for row in found)
    listing = quoting.quoted(archive, "", lines) if found else ""
    first = (
        f"{archive.name}: {counted(len(found), 'title')}" if found else f"{archive.name}: no title like that"
    )
    return Result(data, quoting.paragraphs(first, listing, meta.get("hint", "")))
