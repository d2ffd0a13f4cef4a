"""What is related to a page."""

from __future__ import annotations

from bookwheel.archive.entry import Resolved
from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive
from bookwheel.errors import NotFound
from bookwheel.tools.fields import COUNT, TEXT, record
from bookwheel.tools.tool import Json, Result
from bookwheel.tools.zim import quoting
from bookwheel.tools.zim.links_outbound import locate
from bookwheel.tools.zim.links_window import Window

ROW = record({"path": TEXT, "title": TEXT, "link_text": TEXT, "mention_count": COUNT})


def read(library: Library, archive: OpenArchive, entry_path: str, limit: int) -> Result:
    """Answer one call; an unknown entry is an empty list that says so."""
    window = Window(0, limit, archive.uuid, "")
    try:
        resolved = archive.resolve(entry_path)
    except NotFound as error:
        return _unknown(entry_path, window, error)
    rows = list(mentions(archive, resolved).values())
    rows.sort(key=lambda row: -row["mention_count"])
    return answer(archive, resolved, rows, window, {"ranking": "own_links"})


def mentions(archive: OpenArchive, resolved: Resolved) -> dict[int, Json]:
    """Return a row for each page that a page links to, by entry number, in order of appearance; itself left out."""
    found: dict[int, Json] = {}
    for occurrence, destination in locate(archive, resolved):
        end = destination.end
        if (
            occurrence.tag != "a"
            or end is None
            or not destination.is_page
            or end.number == resolved.entry.number
        ):
            continue
        if end.number not in found:
            text = occurrence.text or end.title
            found[end.number] = {
                "path": end.path,
                "title": end.title,
                "link_text": text,
                "mention_count": 0,
            }
        found[end.number]["mention_count"] += 1
    return found


def answer(archive: OpenArchive, resolved: Resolved, found: list[Json], window: Window, meta: Json) -> Result:
    """Return the ranked rows, cut to the limit."""
    shown = found[: window.limit]
    data: Json = {"entry_path": resolved.requested, "results": shown, **window.fields(len(shown), len(found))}
    data["next_cursor"] = None  # one ranked set: a larger limit shows more of it
    citation = archive.citation(resolved)
    data["_meta"] |= {"citation": quoting.citation_data(citation), **quoting.match_meta(resolved), **meta}
    if resolved.is_renamed:
        data["resolved_path"] = resolved.path
    lines = [f"- {row['title']} → {row['path']}{_times(row['mention_count'])}" for row in shown]
    head = f"{len(shown)} of {len(found)} related pages"
    text = quoting.paragraphs(
        quoting.source_line(citation, resolved.path),
        head if shown else "No related pages are known.",
        quoting.quoted(archive, resolved.path, "\n".join(lines)) if lines else "",
    )
    return Result(data, text)


def _times(count: int) -> str:
    return f" (linked {count}×)" if count > 1 else " (linked)" if count else ""


def _unknown(entry_path: str, window: Window, error: NotFound) -> Result:
    data: Json = {
        "entry_path": entry_path,
        "results": [],
        **window.fields(0, 0),
        "outbound_error": error.message,
    }
    data["_meta"]["hint"] = error.hint
    if "suggestions" in error.data:
        data["_meta"]["suggestions"] = error.data["suggestions"]
    return Result(data, f"{error.message} {error.hint}")
