"""The pages that link to one page, the most important first. They are known from the companion index only."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable

from bookwheel.archive.entry import Resolved, is_html
from bookwheel.archive.opened import OpenArchive
from bookwheel.companion.destinations import Destinations
from bookwheel.companion.graph import LinkGraph
from bookwheel.companion.opened import Companion, companion_of
from bookwheel.companion.store import Cause, IndexDefectError
from bookwheel.errors import BookwheelError, Unavailable
from bookwheel.html.charset import charset_of
from bookwheel.html.hrefs import read_anchor
from bookwheel.tools.counting import counted
from bookwheel.tools.fields import COUNT, TEXT, record
from bookwheel.tools.tool import Json, Result
from bookwheel.tools.zim import quoting
from bookwheel.tools.zim.links_fields import fields, rows_shown
from bookwheel.tools.zim.window import Window, go_on

ROW = record({"path": TEXT, "title": TEXT, "inbound_degree": COUNT, "anchor_text": TEXT})

ANCHOR_SECONDS = 5.0
"""How long one answer may spend on re-reading pages for the words of their links."""

_ADVICE: dict[Cause, str] = {
    "newer": "Update Bookwheel, or rebuild it: ",
    "unreadable": "Let the server read it, or rebuild it: ",
}


def read(archive: OpenArchive, resolved: Resolved, window: Window) -> Result:
    """Answer one call. Raises Unavailable (inbound_sidecar_unavailable: `cause`)."""
    try:
        companion = companion_of(archive, archive.cache_folder)
        rank = companion.links.rank(resolved.entry.number)
        total = 0 if rank is None else companion.links.inbound_count(rank)
        found = [] if rank is None else rows_of(archive, companion.links, rank, window)
        late = _add_anchors(archive, companion.links, resolved, found)
    except IndexDefectError as error:
        raise unavailable(archive, error) from error
    meta: Json = {"ranking": "importance", **quoting.match_meta(resolved), **index_meta(companion)}
    if late:
        quoting.add_hint(meta, f"The anchor texts of the last {late} rows were left out: they took too long.")
    return _answer(archive, resolved, fields(window, len(found), total), found, meta)


def rows_of(archive: OpenArchive, graph: LinkGraph, rank: int, window: Window) -> list[Json]:
    """Return the rows of the pages that link to a page, without the words of their links."""
    found: list[Json] = []
    for linker in graph.inbound(rank, window.offset, window.limit):
        entry = archive.entry_at(graph.entry_number(linker), "the companion index")
        degree = graph.inbound_count(linker)
        found.append({"path": entry.path, "title": entry.title, "inbound_degree": degree, "anchor_text": ""})
    return found


def index_meta(companion: Companion) -> Json:
    """Return what an answer says of the index it comes from."""
    built = {"built": companion.built} if companion.held_in == "file" else {}
    return {"index": {"held_in": companion.held_in, **built}}


def unavailable(archive: OpenArchive, defect: IndexDefectError) -> Unavailable:
    """Return the error for an index that cannot be used: the precise cause and the command to run."""
    command = f"bookwheel index build {shlex.quote(archive.path.name)}"
    return Unavailable(
        f'Who links to a page of "{archive.name}" is not known: its companion index {defect}.',
        reason="inbound_sidecar_unavailable",
        hint=f"{_ADVICE.get(defect.cause, 'Build it: ')}{command}",
        data={"archive": archive.name, "cause": defect.cause, "command": command},
    )


def _add_anchors(archive: OpenArchive, graph: LinkGraph, resolved: Resolved, found: list[Json]) -> int:
    """Put the words of each page's first link into its row; return how many rows time did not suffice for."""
    destinations = Destinations(archive)
    target = graph.rank(resolved.entry.number)
    end = time.monotonic() + ANCHOR_SECONDS
    for place, row in enumerate(found):
        if time.monotonic() > end:
            return len(found) - place
        try:
            source = archive.resolve(row["path"])
            content = archive.read(source).content
        except BookwheelError:
            continue  # a damaged linker is still one; its words stay empty
        is_wanted = _leads_to(destinations, graph, source.path, target)
        row["anchor_text"] = read_anchor(content, is_wanted, charset_of(source.entry.mimetype))
    return 0


def _leads_to(
    destinations: Destinations, graph: LinkGraph, path: str, target: int | None
) -> Callable[[str], bool]:
    known: dict[str, bool] = {}

    def leads_there(href: str) -> bool:
        if href not in known:
            found = destinations.of(path, href)
            entry = found.entry if found is not None else None
            known[href] = entry is not None and graph.rank(entry.number) == target
        return known[href]

    return leads_there


def _answer(archive: OpenArchive, resolved: Resolved, listed: Json, found: list[Json], meta: Json) -> Result:
    citation = archive.citation(resolved)
    data: Json = {"entry_path": resolved.requested, "results": found, **listed}
    data["_meta"] |= {"citation": quoting.citation_data(citation), **meta}
    if resolved.is_renamed:
        data["resolved_path"] = resolved.path
    if not is_html(resolved.entry.mimetype):
        data["message"] = f"{quoting.kind_of(resolved)}: links are counted between pages only."
    head = f"{rows_shown(data)} pages that link here, the most important first"
    listing = "\n".join(_line(row) for row in found)
    text = quoting.paragraphs(
        quoting.opening(citation, resolved.path, data["_meta"]),
        data.get("message", head if data["total"] else "No page of the archive links here."),
        quoting.quoted(archive, resolved.path, listing) if listing else "",
        go_on(data["next_cursor"]),
    )
    return Result(data, text)


def _line(row: Json) -> str:
    words = f" as “{row['anchor_text']}”" if row["anchor_text"] not in ("", row["title"]) else ""
    return f"- {row['title']} → {row['path']}{words} (linked from {counted(row['inbound_degree'], 'page')})"
