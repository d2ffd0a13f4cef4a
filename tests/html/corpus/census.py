"""Count what a page holds straight from its HTML, by the documented rules of what is dropped and nothing else.

It shares no code with the reader: it selects with CSS on the raw page, so that both are wrong together only when
the rules are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

# Furniture, hidden text and what carries no text, as CSS.
DROPPED = (
    "style, script, link, meta, template, noscript, head, title, .mw-editsection, .toc, #toc, "
    ".mw-empty-elt, .mw-indicators, #siteSub, .mw-jump-link, .navbox, .navbox-styles, "
    "[role=navigation], .navbar, .catlinks, .printfooter, .ambox, .tmbox, .ombox, .cmbox, .fmbox, "
    ".mbox-small, table.metadata, div.metadata.side-box, .side-box, .sistersitebox, .sister-bar, "
    ".portalbox, .portal-bar, .noprint.portal, .spoken-wikipedia, .wikipedia-books, "
    ".mw-authority-control, .authority-control, .stub, .asbox, .topicon, .mw-collapsible-toggle, "
    "div.noprint, sup.noprint, #coordinates, [hidden], .mw-hidden, .sortkey, .shortdescription, "
    ".geo-inline-hidden, .geo-nondefault, .vertical-navbox, .sidebar, .mw-cite-backlink, .error, "
    ".cs1-maint, span.Z3988, .calculator-container, #mw-navigation, #footer, footer, nav, header, "
    "aside"
)
FIGURES = (
    ".mw-broken-media, [typeof~='mw:Error'], .thumbcaption, figcaption, .gallery, .locmap, audio, video, img, "
    ".mw-kartographer-container"
)
NOTE_MARKS = "sup.reference, .mw-ref, .Inline-Template, sup[id^=cite_ref]"
REFERENCE_LISTS = "ol.references, ol.mw-references"
FORMULAS = (
    ".mwe-math-element, [typeof~='mw:Extension/math'], [typeof~='mw:Extension/chem'], math, img.tex, "
    "img.mwe-math-fallback-image-inline, img.mwe-math-fallback-image-display"
)
BACKLINKS = " ↑^\n\t"
GAP = " \ue000 "
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_LAYOUT = re.compile(r"multicol|col-begin|succession-box")
_INFOBOX = re.compile(
    r"(?:^|\s)(?:infobox|ib-|sinottico|taxobox|infotaula|biota|vcard|toccolours)", re.IGNORECASE
)


class Census(NamedTuple):
    """What one page holds.

    Cells and paragraphs are given by their letters and digits alone, a zero character where a formula was.
    """

    formulas: int
    code_blocks: int
    cells: tuple[str, ...]
    references: int
    paragraphs: tuple[str, ...]
    hidden: tuple[str, ...]
    visible: str


@lru_cache(maxsize=65536)
def _folded(character: str) -> str:
    return "".join([c for c in unicodedata.normalize("NFKC", character).casefold() if c.isalnum()])


def skeleton(text: str) -> str:
    """Return the letters and digits of the text, in their plain forms."""
    return "".join(map(_folded, text))


def census(html: bytes) -> Census:
    """Count a page."""
    tree = LexborHTMLParser(html)
    root = tree.css_first("#mw-content-text") or tree.body
    if root is None:
        return Census(0, 0, (), 0, (), (), "")
    hidden = tuple(_hidden_texts(root))
    _drop(root, f"{DROPPED}, {NOTE_MARKS}")
    # A node that matches two selectors of a group is found twice.
    all_formulas = {node.mem_id: node for node in root.css(FORMULAS)}
    formulas = [node for node in all_formulas.values() if not _inside(node, frozenset(all_formulas))]
    for node in formulas:
        node.replace_with(GAP)
    for node in root.css("[style]"):
        if _HIDDEN_STYLE.search(node.attributes.get("style") or "") and node.tag != "section":
            node.decompose()
    references = {
        item.mem_id
        for item in root.css("ol.references > li, ol.mw-references > li")
        if item.text().strip(BACKLINKS)
    }
    _drop(root, f"{REFERENCE_LISTS}, .reflist, .mw-references-wrap")
    pres, tables = _addresses(root, "pre"), _addresses(root, "table")
    code = [node for node in root.css("pre") if node.text().strip() and not _inside(node, pres | tables)]
    _drop(root, FIGURES)
    cells = tuple(text for text in _cells(root) if text.strip("\0"))
    paragraphs = tuple(
        "\0".join(skeleton(part) for part in text.split(GAP.strip()))
        for node in root.css("p")
        if not _inside(node, tables) and len(skeleton(text := node.text())) > 30
    )
    return Census(len(formulas), len(code), cells, len(references), paragraphs, hidden, skeleton(root.text()))


def _drop(root: LexborNode, selector: str) -> None:
    for node in root.css(selector):
        node.decompose()


def _addresses(root: LexborNode, selector: str) -> frozenset[int]:
    return frozenset(node.mem_id for node in root.css(selector))


def _inside(node: LexborNode, outer: frozenset[int]) -> bool:
    """Tell whether an ancestor of the node is one of the others."""
    parent = node.parent
    while parent is not None:
        if parent.mem_id in outer:
            return True
        parent = parent.parent
    return False


def _hidden_texts(root: LexborNode) -> Iterator[str]:
    """Yield the texts long enough to be recognised that no reader of the page sees."""
    for node in root.css("[style], [hidden], script, style, template, noscript"):
        style = node.attributes.get("style") or ""
        is_hidden = node.tag in ("script", "style", "template", "noscript") or "hidden" in node.attributes
        if not is_hidden and not _HIDDEN_STYLE.search(style):
            continue
        if (
            node.tag == "section"
            or "mwe-math" in (node.attributes.get("class") or "")
            or node.css_first("math")
        ):
            continue
        text = skeleton(node.text())
        if len(text) >= 20:
            yield text


def _cells(root: LexborNode) -> Iterator[str]:
    """Yield the text of each cell of the data tables; a table inside one, or inside an infobox, is text there."""
    outer: set[int] = set()
    for table in root.css("table"):
        if _inside(table, frozenset(outer)) or _is_layout(table):
            continue
        outer.add(table.mem_id)
        if not _is_infobox(table):
            yield from [
                "\0".join(map(skeleton, cell.text().split(GAP.strip()))) for cell in _own_cells(table)
            ]


def _is_infobox(table: LexborNode) -> bool:
    return _INFOBOX.search(table.attributes.get("class") or "") is not None


def _is_layout(table: LexborNode) -> bool:
    classes = table.attributes.get("class") or ""
    if table.attributes.get("role") in ("presentation", "none") or _LAYOUT.search(classes):
        return True
    if "wikitable" in classes or "sortable" in classes:
        return False
    return not any(cell.tag == "th" for cell in _own_cells(table))


def _own_cells(table: LexborNode) -> list[LexborNode]:
    nested = frozenset(node.mem_id for node in table.css("table") if node.mem_id != table.mem_id)
    return [cell for cell in table.css("td, th") if not _inside(cell, nested)]
