"""Limits to nesting: no article needs deep nests of blocks, a hostile page may bring them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeGuard, assert_never

from bookwheel.document.model import (
    Block,
    Code,
    Figure,
    Hatnote,
    Infobox,
    Inline,
    ListBlock,
    MathBlock,
    Paragraph,
    Quote,
    ReferenceList,
    Table,
)

MAX_NESTING: Final = 24
"""Levels of lists and quotes that are indented; what lies deeper follows as plain lines."""

_LINE_BREAK = re.compile(r"\n(?=[^\n])")


def indent(text: str, pad: str) -> str:
    """Indent every line but the first; blank lines stay empty."""
    return _LINE_BREAK.sub(f"\n{pad}", text) if "\n" in text else text


def is_indented(block: Block) -> TypeGuard[ListBlock]:
    """Recognise a definition list without terms: text that is only indented, as replies are."""
    return (
        isinstance(block, ListBlock)
        and block.kind == "definition"
        and not any(item.role == "term" for item in block.items)
    )


def flat_lines(blocks: Iterable[Block]) -> Iterator[Inline]:
    """Yield the text of blocks of any depth, in order, without recursion."""
    stack: list[Block | Inline] = [*blocks]
    stack.reverse()
    while stack:
        block = stack.pop()
        match block:
            case Inline():
                yield block
            case Paragraph(content) | Hatnote(content):
                yield content
            case ListBlock():
                for item in reversed(block.items):
                    stack.extend(reversed(item.blocks))
                    stack.append(item.content)
            case Quote():
                stack.extend(reversed(block.blocks))
            case Table():
                yield block.caption
                yield Inline("; ".join(cell.text for cell in block.header))
                for row in block.rows:
                    yield Inline("; ".join(cell.text for cell in row))
            case Infobox():
                yield block.title
                for row in block.rows:
                    yield Inline(f"{row.label.text}: {row.value.text}")
            case Code():
                yield Inline(block.text)
            case MathBlock():
                yield Inline(block.tex)
            case Figure():
                yield block.caption
            case ReferenceList():
                pass  # its references are data of the page
            case _:
                assert_never(block)
