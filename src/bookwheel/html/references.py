"""Footnotes as data."""

from __future__ import annotations

import re
from urllib.parse import unquote

from selectolax.lexbor import LexborNode

from bookwheel.document.model import EMPTY, Inline, Link, Reference, ReferenceList
from bookwheel.html import tags
from bookwheel.html.furniture import DROP, is_dropped, traits_of
from bookwheel.html.inlines import InlineReader
from bookwheel.html.visibility import is_within_hidden
from bookwheel.html.whitespace import PROSE

_LINKS = (tags.A, tags.SUP)
_BACKLINKS = (*_LINKS, tags.SPAN, tags.B)
_DOI = re.compile(r"(?:doi\.org/|\bdoi:\s*)(10\.\d{4,9}/[^\s\"'<>|]+)", re.IGNORECASE)
_ARROWS = frozenset("↑^⬆↩⇑ ")
_ARROW_SIGNS = "".join(_ARROWS)
_LARGEST_BACKLINK = 12  # elements; behind more stands the note itself


class ReferenceReader:
    """Reads the lists of references of a page, in page order."""

    __slots__ = ("_inline", "found")

    def __init__(self, inline: InlineReader) -> None:
        self._inline = inline
        self.found: list[Reference] = []

    def read(self, list_node: LexborNode) -> ReferenceList | None:
        """Read an `<ol class="references">`; returns its place in the text, or None when it is empty."""
        attributes = list_node.attributes
        group = attributes.get("data-mw-group") or ""
        keys: list[str] = []
        number = 0
        for item in list_node.iter():
            if item.tag_id != tags.LI:
                continue
            number += 1
            if is_dropped(item, item.attributes):
                continue
            reference = self._item(item, number, group)
            if reference is not None:
                self.found.append(reference)
                keys.append(reference.key)
        if not keys:
            return None
        return ReferenceList(group or self.found[-1].group, tuple(keys))

    def _item(self, item: LexborNode, number: int, group: str) -> Reference | None:
        content = self._inline.run(_without_backlink(item), PROSE)
        if not content.text:
            content = self._address(item)
        if not content.text:
            return None
        key = item.id or f"cite_note-{len(self.found) + 1}"
        label = self._inline.note_labels.get(key) or str(number)
        if not group and " " in label:
            group = label.rpartition(" ")[0]
        urls: list[str] = []
        for mark in content.marks:
            if isinstance(mark, Link) and mark.kind == "external" and mark.target not in urls:
                urls.append(mark.target)
        return Reference(key, label, group, content, tuple(urls), _doi(content, urls))

    def _address(self, item: LexborNode) -> Inline:
        """Read a note that is nothing but a link without words: its address stands for them."""
        for node in item.css("a[href]"):
            href = node.attributes.get("href") or ""
            if href.startswith(("http://", "https://", "//")) and not is_within_hidden(node, item):
                target = self._inline.source_of(href)
                return Inline(target, (Link(0, len(target), "external", href, target),))
        return EMPTY


def _without_backlink(item: LexborNode) -> list[LexborNode]:
    """Return the children of a note after the arrows and letters that lead back to the text."""
    children = list(item.iter(include_text=True))
    for index, child in enumerate(children):
        if child.tag_id == tags.TEXT:
            if (child.text_content or "").strip().strip(_ARROW_SIGNS):
                return children[index:]
        elif not _is_backlink(child):
            return children[index:]
    return []


def _is_backlink(node: LexborNode) -> bool:
    tag = node.tag_id
    if tag not in _BACKLINKS:
        return False
    names = node.attributes.get("class") or ""
    if traits_of(names) & DROP:
        return True
    if "reference-text" in names or not tags.is_small(node, _LARGEST_BACKLINK):
        return False
    link = (
        node if tag == tags.A else next((inner for inner in node.traverse() if inner.tag_id == tags.A), None)
    )
    leads_back = link is not None and "#cite_ref" in (link.attributes.get("href") or "")
    if tag in _LINKS:
        return leads_back or node.text().strip() in _ARROWS
    return leads_back and node.text().strip() in _ARROWS


def _doi(content: Inline, urls: list[str]) -> str:
    for source in (*urls, content.text):
        if "doi" in source or "DOI" in source:
            found = _DOI.search(unquote(source))
            if found:
                return found[1].rstrip(".,;)")
    return ""
