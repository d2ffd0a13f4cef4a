"""What is related to a page: by the link graph where there is one, else by what the page itself links to most."""

from __future__ import annotations

from bookwheel.archive.entry import Resolved, is_html
from bookwheel.archive.opened import OpenArchive
from bookwheel.companion.opened import companion_of
from bookwheel.companion.related import related
from bookwheel.companion.store import IndexDefectError
from bookwheel.errors import BookwheelError, NotFound
from bookwheel.tools.fields import COUNT, TEXT, record
from bookwheel.tools.tool import Json, Result
from bookwheel.tools.zim import quoting
from bookwheel.tools.zim.links_fields import fields
from bookwheel.tools.zim.links_inbound import index_meta, unavailable
from bookwheel.tools.zim.links_outbound import locate
from bookwheel.tools.zim.window import Window

ROW = record({"path": TEXT, "title": TEXT, "link_text": TEXT, "mention_count": COUNT})


def read(archive: OpenArchive, entry_path: str, window: Window) -> Result:
    """Answer one call; an unknown entry is an empty list that says so."""
    try:
        resolved = archive.resolve(entry_path)
    except NotFound as error:
        return _unknown(entry_path, window, error)
    own = mentions(archive, resolved)
    try:
        rows, meta = _by_graph(archive, resolved, own)
    except IndexDefectError as defect:
        rows = sorted(own.values(), key=lambda row: -row["mention_count"])
        meta = {"ranking": "own_links", "hint": _hint(archive, defect)}
    main = _main_path(archive)
    # The main page links to everything; where the page itself names it, it is an article.
    rows = [row for row in rows if row["mention_count"] or row["path"] != main]
    return answer(archive, resolved, rows, window, meta)


def _main_path(archive: OpenArchive) -> str:
    try:
        return archive.main_page().path
    except BookwheelError:
        return ""


def _by_graph(archive: OpenArchive, resolved: Resolved, own: dict[int, Json]) -> tuple[list[Json], Json]:
    """Return the rows that the graph ranks. Raises IndexDefectError when there is none to be used."""
    companion = companion_of(archive, archive.cache_folder)
    graph = companion.links
    page = graph.rank(resolved.entry.number)
    if page is None:
        return [], {"ranking": "graph", **index_meta(companion)}
    by_rank: dict[int, Json] = {}
    for number, row in own.items():
        rank = graph.rank(number)
        if rank is None or rank == page:
            continue
        if rank in by_rank:  # a page and one that only forwards to it
            by_rank[rank]["mention_count"] += row["mention_count"]
        else:
            by_rank[rank] = row
    rows: list[Json] = []
    for rank, _ in related(graph, page, by_rank):
        row = by_rank.get(rank)
        if row is None:
            entry = archive.entry_at(graph.entry_number(rank), "the companion index")
            row = {"path": entry.path, "title": entry.title, "link_text": "", "mention_count": 0}
        rows.append(row)
    return rows, {"ranking": "graph", **index_meta(companion)}


def _hint(archive: OpenArchive, defect: IndexDefectError) -> str:
    error = unavailable(archive, defect)
    return f"These are the page's own links only: the companion index {defect}. {error.hint}"


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
    data: Json = {
        "entry_path": resolved.requested,
        "results": shown,
        **fields(window, len(shown), len(found)),
    }
    data["next_cursor"] = None  # one ranked set: a larger limit shows more of it
    data["page_info"].pop("next_offset", None)
    citation = archive.citation(resolved)
    match = quoting.match_meta(resolved)
    hints = " ".join(part["hint"] for part in (match, meta) if "hint" in part)
    data["_meta"] |= {"citation": quoting.citation_data(citation), **match, **meta}
    if hints:
        data["_meta"]["hint"] = hints
    if resolved.is_renamed:
        data["resolved_path"] = resolved.path
    if not is_html(resolved.entry.mimetype):
        data["message"] = f"{quoting.kind_of(resolved)}, not a page: nothing is related to it."
    lines = [f"- {row['title']} → {row['path']}{_times(row['mention_count'])}" for row in shown]
    head = f"{len(shown)} of {len(found)} related pages"
    text = quoting.paragraphs(
        quoting.opening(citation, resolved.path, data["_meta"]),
        data.get("message", head if shown else "No related pages are known."),
        quoting.quoted(archive, resolved.path, "\n".join(lines)) if lines else "",
    )
    return Result(data, text)


def _times(count: int) -> str:
    return f" (linked {count}×)" if count > 1 else " (linked)" if count else ""


def _unknown(entry_path: str, window: Window, error: NotFound) -> Result:
    data: Json = {
        "entry_path": entry_path,
        "results": [],
        **fields(window, 0, 0),
        "outbound_error": error.message,
    }
    data["_meta"]["hint"] = error.hint
    if "suggestions" in error.data:
        data["_meta"]["suggestions"] = error.data["suggestions"]
    return Result(data, f"{error.message} {error.hint}")
