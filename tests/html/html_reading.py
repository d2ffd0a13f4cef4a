"""What the tests of the HTML reader share: read a snippet, look at what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from bookwheel.document.model import (
    Block,
    Citation,
    Document,
    Inline,
    ListBlock,
    Page,
    Paragraph,
    Quote,
    Table,
)
from bookwheel.document.outline import walk
from bookwheel.html import parse

SHARED = Path(__file__).resolve().parents[2] / "../shared/data"

BlockType = TypeVar("BlockType")


def page(
    html: str | bytes, path: str = "Page", source: str = "live", title: str = "Page", url: str = ""
) -> Page:
    raw = html.encode() if isinstance(html, str) else html
    return Page(raw, path, Citation(title, "archive" if source == "archive" else "live", url=url))


def read(html: str | bytes, **options: str) -> Document:
    return parse(page(html, **options))


def blocks(html: str, **options: str) -> list[Block]:
    """Return every block of every section, in order."""
    return [block for section in walk(read(html, **options).sections) for block in section.blocks]


def only(html: str, kind: type[BlockType], **options: str) -> BlockType:
    """Return the one block of this kind."""
    found = [block for block in blocks(html, **options) if isinstance(block, kind)]
    assert len(found) == 1, blocks(html, **options)
    return found[0]


def inline(html: str, **options: str) -> Inline:
    """Return the content of a paragraph."""
    return only(f"<p>{html}</p>", Paragraph, **options).content


def text(html: str, **options: str) -> str:
    return inline(html, **options).text


def rows(html: str) -> list[list[str]]:
    """Return a table as texts, header first."""
    table = only(html, Table)
    return [[cell.text for cell in row] for row in (table.header, *table.rows)]


def texts(document: Document) -> Iterator[str]:
    """Yield every text of a document."""
    for section in walk(document.sections):
        yield section.title.text
        yield from block_texts(section.blocks)
    for reference in document.references:
        yield reference.content.text


def block_texts(found: tuple[Block, ...] | list[Block]) -> Iterator[str]:
    """Yield every text in blocks, depth first."""
    pending: list[object] = list(reversed(found))
    while pending:
        block = pending.pop()
        match block:
            case ListBlock(items=items):
                for item in items:
                    yield item.content.text
                    pending.extend(item.blocks)
            case Quote(blocks=inner):
                pending.extend(inner)
            case tuple():
                values: list[object] = list(block)
                while values:
                    value = values.pop()
                    if isinstance(value, Inline):
                        yield value.text
                    elif isinstance(value, str):
                        yield value
                    elif isinstance(value, tuple):
                        values.extend(value)
            case _:
                pass


def all_text(html: str | bytes, **options: str) -> str:
    return "\n".join(texts(read(html, **options)))
