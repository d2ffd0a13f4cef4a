"""What a document holds, counted from the model alone."""

from __future__ import annotations

from collections.abc import Iterator

from bookwheel.document.model import (
    Block,
    Code,
    Document,
    Figure,
    Hatnote,
    Infobox,
    Inline,
    ListBlock,
    Math,
    MathBlock,
    Paragraph,
    Quote,
    Table,
)
from bookwheel.document.outline import walk


def blocks(document: Document) -> Iterator[Block]:
    """Yield every block of the page, those inside of others too."""
    for section in walk(document.sections):
        stack = list(section.blocks)[::-1]
        while stack:
            block = stack.pop()
            yield block
            if isinstance(block, ListBlock):
                for item in reversed(block.items):
                    stack.extend(reversed(item.blocks))
            elif isinstance(block, Quote):
                stack.extend(reversed(block.blocks))


def inlines(document: Document) -> Iterator[Inline]:
    """Yield every inline content of the page, references and headings included."""
    for section in walk(document.sections):
        yield section.title
    for reference in document.references:
        yield reference.content
    for block in blocks(document):
        match block:
            case Paragraph(content) | Hatnote(content):
                yield content
            case ListBlock():
                for item in block.items:
                    yield item.content
            case Table():
                yield block.caption
                yield from block.header
                for row in block.rows:
                    yield from row
            case Infobox():
                yield block.title
                for fact in block.rows:
                    yield from fact
            case Figure():
                yield block.caption
            case _:
                pass


def formulas(document: Document) -> int:
    """Count the formulas, inline and displayed."""
    displayed = sum(isinstance(block, MathBlock) for block in blocks(document))
    return displayed + sum(isinstance(mark, Math) for content in inlines(document) for mark in content.marks)


def code_blocks(document: Document) -> int:
    """Count the blocks of code."""
    return sum(isinstance(block, Code) for block in blocks(document))


def table_cells(document: Document) -> list[str]:
    """Return the text of every cell of the data tables."""
    return [
        cell.text
        for block in blocks(document)
        if isinstance(block, Table)
        for row in (block.header, *block.rows)
        for cell in row
    ]
