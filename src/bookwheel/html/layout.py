"""Tell what a table or box is from what stands in it: data or things placed on the page, code or prose."""

from __future__ import annotations

from itertools import islice

from selectolax.lexbor import LexborNode

from bookwheel.html import furniture, tags
from bookwheel.html.tables import row_cells, table_rows
from bookwheel.html.tags import Attributes

_BLOCKS_IN_CELLS = tags.tag_ids("ul ol dl table h1 h2 h3 h4 h5 h6 blockquote pre figure section")
_ROWS_LOOKED_AT = 12
_PROSE = "p, ul, ol, dl, blockquote, h1, h2, h3, h4, h5, h6"


def is_layout(table: LexborNode, attributes: Attributes, traits: int) -> bool:
    """Tell whether a table only places content, so that its cells read as ordinary blocks."""
    if attributes.get("role") in ("presentation", "none") or traits & furniture.LAYOUT:
        return True
    if traits & furniture.DATA or (attributes.get("border") or "0") not in ("0", ""):
        return False
    rows = blocks = cells_seen = widest = 0
    for child in table.iter():
        if child.tag_id == tags.CAPTION:
            return False
    for row, in_head, _ in islice(table_rows(table), _ROWS_LOOKED_AT):
        cells = row_cells(row)
        if in_head or any(cell.tag_id == tags.TH for cell in cells):
            return False
        rows += 1
        widest = max(widest, len(cells))
        cells_seen += len(cells)
        blocks += sum(_holds_blocks(cell) for cell in cells)
    if rows == 0 or widest <= 1 or (rows == 1 and table.css_first("audio, video") is not None):
        return True
    return blocks * 2 >= cells_seen if rows > 1 else blocks > 0


def _holds_blocks(cell: LexborNode) -> bool:
    paragraphs = 0
    for child in islice(cell.iter(), 40):
        tag = child.tag_id
        if tag in _BLOCKS_IN_CELLS:
            return True
        if tag == tags.P:
            paragraphs += 1
        elif tag in (tags.DIV, tags.BLOCKQUOTE):
            inner = child.child
            if (
                any(grandchild.tag_id in _BLOCKS_IN_CELLS for grandchild in islice(child.iter(), 20))
                or inner is None
            ):
                return inner is not None
    return paragraphs > 1


def is_code(box: LexborNode, names: str) -> bool:
    """Tell whether a box with a class of code blocks is one, and not an emphasised piece of prose."""
    if "mw-" in names:
        return True
    blocks = box.css("pre") or box.css("code")
    return (
        bool(blocks)
        and box.css_first(_PROSE) is None
        and (len(blocks) == 1 or box.css_first("table") is not None)
    )
