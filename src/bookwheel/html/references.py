"""Footnotes as data."""

from __future__ import annotations

import re
from urllib.parse import unquote

from selectolax.lexbor import LexborNode

from bookwheel.document.model import EMPTY, Inline, Link, Reference, ReferenceList
from bookwheel.html import tags
from bookwheel.html.counters import counter
from bookwheel.html.furniture import DROP, is_dropped, traits_of
from bookwheel.html.inlines import InlineReader
from bookwheel.html.tags import Attributes
from bookwheel.html.visibility import is_within_hidden
from bookwheel.html.whitespace import PROSE

_LINKS = (tags.A, tags.SUP)
_BACKLINKS = tags.tag_ids("a sup span b i strong em small")
_DOI = re.compile(r"(?:doi\.org/|\bdoi:\s*)(10\.\d{4,9}/[^\s\"'<>|]+)", re.IGNORECASE)
_ARROW_SIGNS = "↑^⬆↩⇑"
# What stands around and between the links back: arrows, and where the archive has cut the links, what they said.
_SIGNS = re.compile(rf"[{_ARROW_SIGNS}\s,;:·]*$")
_LABELS = re.compile(rf"(?:[{_ARROW_SIGNS}\s,;:·]|(?<![^\s,])(?:\d{{1,4}}\.\d{{1,4}}|[a-z])(?![^\s,]))*$")
_AND = re.compile(r"\s*[^\W\d_]{1,4}\s*")


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
        label = self._inline.note_labels.get(key) or counter(group, number)
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
    """Return the children of a note after the arrows, letters and numbers that lead back to the text."""
    children = list(item.iter(include_text=True))
    after_arrow = False
    for index, child in enumerate(children):
        if child.tag_id == tags.TEXT:
            words = child.text_content or ""
            if not (_LABELS if after_arrow else _SIGNS).match(words):
                return children[index:]
            after_arrow = after_arrow or bool(words.strip())
        elif child.tag_id != tags.COMMENT and not (child.child is None and child.tag_id in _BACKLINKS):
            if not _is_backlink(child, after_arrow=after_arrow):
                return children[index:]
            after_arrow = True
    return []


def _is_backlink(node: LexborNode, *, after_arrow: bool) -> bool:
    """Tell whether an element holds nothing but ways back to the text."""
    tag = node.tag_id
    if tag not in _BACKLINKS:
        return False
    attributes = node.attributes
    names = attributes.get("class") or ""
    if traits_of(names) & DROP or _leads_back(attributes):
        return True
    if "reference-text" in names:
        return False
    # Ends at the first word of the note itself, and at whatever is no word. A short word may stand between two links
    # back ("a, b et c").
    leads_back = shows_words = is_between = False
    stack = [iter(node.iter(include_text=True))]
    while stack:
        for part in stack[-1]:
            if part.tag_id == tags.TEXT:
                words = part.text_content or ""
                if not (_LABELS if after_arrow else _SIGNS).match(words):
                    is_between = leads_back and _AND.fullmatch(words) is not None
                    if not is_between:
                        return False
                shows_words = shows_words or bool(words.strip())
            elif part.tag_id in _BACKLINKS:
                attributes = part.attributes
                if _leads_back(attributes):
                    leads_back, is_between = True, False
                elif not traits_of(attributes.get("class") or "") & DROP:
                    stack.append(iter(part.iter(include_text=True)))
                    break
            elif part.tag_id != tags.COMMENT:
                return False
            after_arrow = after_arrow or shows_words or leads_back
        else:
            stack.pop()
    return (leads_back or shows_words) and not is_between


def _leads_back(attributes: Attributes) -> bool:
    return "#cite_ref" in (attributes.get("href") or "") or attributes.get("rel") == "mw:referencedBy"


def _doi(content: Inline, urls: list[str]) -> str:
    for source in (*urls, content.text):
        if "doi" in source or "DOI" in source:
            found = _DOI.search(unquote(source))
            if found:
                return found[1].rstrip(".,;)")
    return ""
