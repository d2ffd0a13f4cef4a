"""Blocks and cells that a style strikes out: their text is wrapped, so that it reads as struck phrases do."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from bookwheel.html import tags
from bookwheel.html.tables import row_cells
from bookwheel.html.visibility import STRUCK, reading_of

_SIGN = "line-through"
_BLOCKS = tags.tag_ids("p li dt dd td th caption div tr")
_LARGEST = 200  # elements


def wrap_struck(tree: LexborHTMLParser, raw: bytes) -> None:
    """Put `<s>` around the text of every block without blocks in it, and of every cell, that is struck as a whole."""
    if _SIGN.encode() not in raw:
        return
    for block in tree.css(f'[style*="{_SIGN}"]'):
        if block.tag_id in _BLOCKS and reading_of(block.attributes["style"] or "") & STRUCK:
            for node in row_cells(block) if block.tag_id == tags.TR else (block,):
                if tags.is_small(node, _LARGEST) and not tags.holds_blocks(node):
                    node.inner_html = f"<s>{node.inner_html}</s>"
