"""Poems and quotations: what they are made of, however they are marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from selectolax.lexbor import LexborNode

from bookwheel.document.model import Block, Paragraph, Quote
from bookwheel.html import tags
from bookwheel.html.furniture import is_dropped

_QUOTATION_MARKS = frozenset('"“”„«»❝❞')  # large ones stand beside some quotations


def quoted_blocks(blocks: Iterable[Block], *, is_box: bool) -> Iterator[Block]:
    """Yield what is quoted; a quotation inside a quote box is the box's own."""
    for block in blocks:
        if is_box and isinstance(block, Quote):
            yield from block.blocks
        elif not (isinstance(block, Paragraph) and block.content.text in _QUOTATION_MARKS):
            yield block


def stanzas(poem: LexborNode) -> Iterator[list[LexborNode]]:
    """Yield the nodes of each stanza. Lines may be divided by `<br>` or be blocks of their own."""
    lines: list[LexborNode] = []
    stack = [iter(poem.iter(include_text=True))]
    while stack:
        for part in stack[-1]:
            if part.tag_id not in tags.BLOCK_TAGS or is_dropped(part, part.attributes) or _is_line(part):
                lines.append(part)
                continue
            yield lines
            lines = []
            if _holds_stanzas(part):
                stack.append(iter(part.iter(include_text=True)))
                break
            yield [part]
        else:
            stack.pop()
            yield lines
            lines = []


def _is_line(block: LexborNode) -> bool:
    return block.tag_id == tags.DIV and not _blocks_in(block) and block.css_first("br") is None


def _holds_stanzas(block: LexborNode) -> bool:
    """Tell whether a block holds paragraphs, or blocks that hold others; no more than two levels are looked at."""
    return any(child.tag_id == tags.P or _blocks_in(child) for child in _blocks_in(block))


def _blocks_in(node: LexborNode) -> list[LexborNode]:
    return [child for child in node.iter() if child.tag_id in tags.BLOCK_TAGS]
