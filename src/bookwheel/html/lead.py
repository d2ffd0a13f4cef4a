"""The lead alone: the page is cut at its first section heading, and only what stands before is parsed."""

from __future__ import annotations

import re
from collections import Counter

from selectolax.lexbor import LexborHTMLParser

from bookwheel.document.model import Document, Page
from bookwheel.html.limits import parse_utf_8
from bookwheel.html.parse import in_utf_8, parse, read_with_places
from bookwheel.html.places import PlaceFinder

_HEADING = re.compile(rb"<h([1-6])[\s>]", re.IGNORECASE)
_ROOT = b'id="mw-content-text"'
_WIKI_SIGNS = (b"data-mw-section-id", b"mw-parser-output", b"mediawiki.org/rdf", b"mw-headline")
# A heading inside one of these is text of the lead, so the cut must lie outside them all.
_ENCLOSING = re.compile(rb"<(/?)(table|ul|ol|dl|blockquote|nav|aside)")
_CONTENTS = (b"toctitle", b'id="toc"', b"mw-toc-heading", b"vector-toc", b"toc__title")
# Boxes of disambiguation pages stand at their end; a page that may hold one is read whole.
_DISAMBIGUATION = (b"isambig", b"dmbox", b"Begriffskl", b"omonymie")
_HEAD_BYTES = 65536
_TAIL_BYTES = 16384
_OPENING_BYTES = 64
_WHOLE_PAGE = (b"<!doctype", b"<html", b"<head", b"<body", b"<?xml", b"\xef\xbb\xbf")
_PLACE_BYTES = 4096
_END_TAG_BYTES = 5
_PLACES = (b'id="coordinates"', b'class="geo"', b'class="geo-default"')
_MOST_PLACES = 16


def parse_lead(page: Page, *, is_prose_only: bool = False) -> Document:
    """Read title, lead and coordinates of a page; `sections` holds the lead only, references what it lists itself.

    The result equals that of the whole page. With `is_prose_only` it may lack what `parse` then leaves out, and
    coordinates. Where the cut cannot be trusted the whole page is read.
    """
    page = in_utf_8(page)
    raw = page.html
    end = find_cut(raw)
    if end is None:
        document = parse(page, is_prose_only=is_prose_only)
        # Choices are links: where they lead is what they say.
        return _lead_of(parse(page) if is_prose_only and document.is_disambiguation else document)
    # With the heading, to see whether it begins a section.
    cut = page._replace(html=raw[: raw.find(b"</h", end) + _END_TAG_BYTES])
    tree = parse_utf_8(cut.html)
    if tree is None:
        return _lead_of(parse(page))
    document, places = read_with_places(cut, tree, raw, is_prose_only=is_prose_only)
    if (
        len(document.sections) < 2  # the heading is empty, hidden, or part of a box
        or not document.sections[0].blocks
        or document.is_disambiguation
        or not document.title
    ):
        return _lead_of(parse(page))
    if is_prose_only:
        return _lead_of(document)
    _note_places(places, raw, end)
    return _lead_of(document)._replace(coordinates=places.best())


def _lead_of(document: Document) -> Document:
    return document._replace(sections=document.sections[:1])


def find_cut(raw: bytes) -> int | None:
    """Return the offset of the first section heading of a wiki's page, or None when no cut is safe."""
    start = 0
    if raw[:_OPENING_BYTES].lstrip().lower().startswith(_WHOLE_PAGE):
        start = raw.find(_ROOT, 0, _HEAD_BYTES)
        if start < 0:
            if not any(sign in raw[:_HEAD_BYTES] for sign in _WIKI_SIGNS):
                return None
            start = 0
    end = _first_heading(raw, start)
    if end is None:
        return None
    tail = max(end, len(raw) - _TAIL_BYTES)
    return None if any(raw.find(sign, tail) >= 0 for sign in _DISAMBIGUATION) else end


def _first_heading(raw: bytes, start: int) -> int | None:
    title_seen = False
    opened: Counter[bytes] = Counter()
    counted = start
    for found in _HEADING.finditer(raw, start):
        position = found.start()
        if found[1] == b"1" and not title_seen:
            title_seen = True
            continue
        around = raw[max(position - 300, start) : position + 200]
        if any(sign in around for sign in _CONTENTS):
            continue
        for closing, tag in _ENCLOSING.findall(raw, counted, position):
            opened[tag] += -1 if closing else 1
        counted = position
        if max(opened.values(), default=0) <= 0 and not _is_commented(raw, start, position):
            return position
    return None


def _is_commented(raw: bytes, start: int, end: int) -> bool:
    opened = raw.rfind(b"<!--", start, end)
    return opened >= 0 and raw.find(b"-->", opened, end) < 0


def _note_places(places: PlaceFinder, raw: bytes, start: int) -> None:
    """Look at the coordinates behind the cut: most templates put those of the title at the end of the page."""
    for sign in _PLACES:
        position = raw.find(sign, start)
        for _ in range(_MOST_PLACES):
            if position < 0:
                break
            begin = raw.rfind(b"<", 0, position)
            body = LexborHTMLParser(raw[begin : begin + _PLACE_BYTES]).body
            node = body.child if body is not None else None
            if node is not None:
                places.note(node, node.attributes)
            position = raw.find(sign, position + 1)
