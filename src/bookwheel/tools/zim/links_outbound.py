"""The links of one page, occurrence by occurrence, in document order."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple
from urllib.parse import urlsplit

from bookwheel.archive.entry import Resolved, is_html
from bookwheel.archive.opened import OpenArchive
from bookwheel.companion.destinations import Destination, Destinations
from bookwheel.html.charset import charset_of
from bookwheel.html.hrefs import Occurrence, read_occurrences
from bookwheel.tools.fields import FLAG, TEXT, record
from bookwheel.tools.tool import Json

KINDS = ("internal", "external", "media", "anchor")

INTERNAL_ROW = record(
    {"url": TEXT, "text": TEXT, "title": TEXT, "type": TEXT, "path": TEXT}, {"exists": FLAG}
)
EXTERNAL_ROW = record({"url": TEXT, "text": TEXT, "title": TEXT, "domain": TEXT})
MEDIA_ROW = record(
    {"url": TEXT, "type": TEXT, "title": TEXT},
    {"alt": TEXT, "text": TEXT, "path": TEXT, "exists": FLAG},
)

_TYPE_OF_ELEMENT = {"img": "image", "video": "video", "audio": "audio", "embed": "embed", "object": "object"}
_TYPE_OF_SOURCE = {"picture": "image", "video": "video", "audio": "audio"}


class Located(NamedTuple):
    """One link or medium of a page, and where it leads."""

    occurrence: Occurrence
    destination: Destination


def locate(archive: OpenArchive, resolved: Resolved) -> list[Located]:
    """Return every link and embedded medium of a page; () for an entry that is no page."""
    if not is_html(resolved.entry.mimetype):
        return []
    destinations = Destinations(archive)
    known: dict[str, Destination | None] = {}
    found: list[Located] = []
    for occurrence in read_occurrences(archive.read(resolved).content, charset_of(resolved.entry.mimetype)):
        url = occurrence.url
        if url not in known:
            known[url] = destinations.of(resolved.path, url)
        destination = known[url]
        if destination is not None:
            found.append(Located(occurrence, destination))
    return found


def by_kind(located: list[Located]) -> tuple[dict[str, list[Json]], Json]:
    """Return the rows of each kind, in document order, and how many there are.

    A linked file is a medium; where the page also shows that file, the link is no row of its own.
    """
    shown = {d.end.number for o, d in located if o.tag != "a" and d.end is not None}
    rows: dict[str, list[Json]] = {kind: [] for kind in KINDS[:3]}
    totals = Counter[str]()
    for occurrence, destination in located:
        if occurrence.tag != "a":
            row, kind = _medium(occurrence, destination), "media"
        elif destination.kind == "media":
            if destination.end is not None and destination.end.number in shown:
                continue
            row, kind = _asset(occurrence, destination), "media"
        elif destination.kind == "anchor":
            totals["anchor"] += 1
            continue
        else:
            kind = destination.kind
            row = _internal(occurrence, destination) if kind == "internal" else _external(occurrence)
        rows[kind].append(row)
    return rows, {kind: len(rows[kind]) if kind in rows else totals[kind] for kind in KINDS}


def lines_of(kind: str, rows: list[Json]) -> list[str]:
    """Return the rows as lines for a reader."""
    return [_line(kind, row) for row in rows]


def _internal(occurrence: Occurrence, destination: Destination) -> Json:
    row = {"url": occurrence.url, "text": occurrence.text, "title": occurrence.title, "type": "internal"}
    return {**row, **_place(destination)}


def _external(occurrence: Occurrence) -> Json:
    return {
        "url": occurrence.url,
        "text": occurrence.text,
        "title": occurrence.title,
        "domain": _domain(occurrence.url),
    }


def _asset(occurrence: Occurrence, destination: Destination) -> Json:
    row = {"url": occurrence.url, "text": occurrence.text, "title": occurrence.title, "type": "asset"}
    return {**row, **_place(destination)}


def _medium(occurrence: Occurrence, destination: Destination) -> Json:
    if occurrence.tag == "source":
        kind = _TYPE_OF_SOURCE.get(occurrence.holder, "media")
    else:
        kind = _TYPE_OF_ELEMENT[occurrence.tag]
    row = {"url": occurrence.url, "type": kind, "alt": occurrence.text, "title": occurrence.title}
    return row if destination.kind in ("external", "anchor") else {**row, **_place(destination)}


def _place(destination: Destination) -> Json:
    """Return the path to fetch; where nothing can be fetched, the path the link names and that it is not there."""
    if destination.end is not None and destination.entry is not None:
        return {"path": destination.entry.path}
    entry = destination.entry
    return {"path": destination.target if entry is None else entry.path, "exists": False}


def _domain(url: str) -> str:
    try:
        return urlsplit(url.strip()).hostname or ""
    except ValueError:
        return ""


def _line(kind: str, row: Json) -> str:
    text = row.get("text") or row.get("alt") or ""
    place = " ".join(str(row.get("path") or row["url"]).split())
    missing = " (not in this archive)" if row.get("exists") is False else ""
    label = f"{row['type']}: " if kind == "media" else ""
    if text and text.replace(" ", "_") != place.replace(" ", "_"):
        return f"- {label}{text} → {place}{missing}"
    return f"- {label}{place}{missing}"
