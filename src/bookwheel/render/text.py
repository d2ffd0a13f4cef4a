"""A document as plain text: the live tools' form.

Headings are `== Title ==` with as many equals signs as their level, code is fenced, formulas are TeX, note marks
and figures are left out. A full read holds no data tables and no infoboxes, a section read holds both.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never

from bookwheel.document.model import (
    Block,
    Code,
    Document,
    Figure,
    Hatnote,
    Infobox,
    Inline,
    ListBlock,
    ListItem,
    MathBlock,
    Paragraph,
    Quote,
    Section,
    Table,
)
from bookwheel.document.outline import walk
from bookwheel.render.escape import code_fence
from bookwheel.render.nesting import MAX_NESTING, flat_lines, indent
from bookwheel.render.tables import pipe_table

MAX_FULL_BYTES: Final = 80_000
"""UTF-8 bytes above which a full read gives the outline instead."""
MAX_TABLE_BYTES: Final = 40_000
"""UTF-8 bytes above which a table is replaced by a line with its number of rows."""
LEAD_TITLE: Final = "Introduction"


def full_text(document: Document) -> str:
    """Return the whole page without data tables and infoboxes."""
    return "\n\n".join(_chunks(document.sections, _Writer(with_tables=False)))


def section_text(document: Document, section: Section) -> str:
    """Return one section with its heading and all subsections, tables and infoboxes included."""
    return "\n\n".join(_chunks((section,), _Writer(with_tables=True)))


def outline(document: Document) -> str:
    """Return one line for each section in page order: its title, size in UTF-8 bytes and index.

    The size is that of a read of this section: subsections and tables included.
    """
    writer = _Writer(with_tables=True)
    lines: list[str] = []
    stack = [(section, 0) for section in reversed(document.sections)]
    sizes = _section_sizes(document, writer)
    while stack:
        section, depth = stack.pop()
        title = section_title(section)
        lines.append(
            f"{'  ' * min(depth, 6)}{title} ({sizes[section.index]:,} bytes, section_index {section.index})"
        )
        stack.extend([(subsection, depth + 1) for subsection in reversed(section.subsections)])
    return "\n".join(lines)


def section_title(section: Section) -> str:
    """Return the section's title as plain text; the lead is the introduction, a section without title is numbered."""
    if section.index == 0:
        return LEAD_TITLE
    return " ".join(section.title.text.split()) or f"Section {section.index}"


def _section_sizes(document: Document, writer: _Writer) -> dict[int, int]:
    """Return the size in bytes of each section's read, by index."""
    sizes: dict[int, int] = {}
    # Children come after their parent in page order: backwards, each is complete before it is added.
    for section in reversed(list(walk(document.sections))):
        own = "\n\n".join(_own_chunks(section, writer))
        parts = [len(own.encode()), *[sizes[subsection.index] for subsection in section.subsections]]
        parts = [size for size in parts if size]
        sizes[section.index] = sum(parts) + 2 * max(len(parts) - 1, 0)
    return sizes


def _chunks(sections: tuple[Section, ...], writer: _Writer) -> list[str]:
    return [chunk for section in walk(sections) for chunk in _own_chunks(section, writer)]


def _own_chunks(section: Section, writer: _Writer) -> list[str]:
    chunks = writer.blocks(section.blocks)
    return [_heading(section), *chunks] if section.index else chunks


def _heading(section: Section) -> str:
    marker = "=" * min(max(section.level, 1), 6)
    return f"{marker} {section_title(section)} {marker}"


class _Writer:
    """Turns blocks into chunks of plain text."""

    __slots__ = ("_with_tables",)

    def __init__(self, *, with_tables: bool) -> None:
        self._with_tables = with_tables

    def blocks(self, blocks: Iterable[Block], depth: int = 0) -> list[str]:
        return [chunk for block in blocks if (chunk := self._block(block, depth))]

    def _block(self, block: Block, depth: int) -> str:
        match block:
            case Paragraph() | Hatnote():
                return plain_lines(block.content)
            case ListBlock():
                return self._list(block, depth + 1) if depth < MAX_NESTING else self._flat(block)
            case Table():
                return _table(block) if self._with_tables else ""
            case Infobox():
                return _facts(block) if self._with_tables else ""
            case Quote():
                if depth >= MAX_NESTING:
                    return self._flat(block)
                inner = "\n\n".join(self.blocks(block.blocks, depth + 1))
                return (
                    "\n".join([f"> {line}" if line else ">" for line in inner.split("\n")]) if inner else ""
                )
            case Code():
                return code_fence(block.text, block.language)
            case MathBlock():
                return " ".join(block.tex.split())
            case Figure():
                return ""
            case _:
                assert_never(block)

    def _flat(self, block: Block) -> str:
        return "\n".join([line for content in flat_lines((block,)) if (line := plain_lines(content))])

    def _list(self, block: ListBlock, depth: int) -> str:
        """Return one line for each item, nested content indented by two spaces."""
        has_terms = any(item.role == "term" for item in block.items)
        lines: list[str] = []
        for position, item in enumerate(block.items):
            marker, pad = "- ", "  "
            if block.kind == "ordered":
                number = block.numbers[position] if position < len(block.numbers) else position + 1
                marker = f"{number}. "
            elif block.kind == "definition":
                marker = pad = "  " if has_terms and item.role != "term" else ""
            if body := self._item(item, depth):
                lines.append(marker + indent(body, pad))
        return "\n".join(lines)

    def _item(self, item: ListItem, depth: int) -> str:
        own = plain_lines(item.content)
        return "\n".join([*([own] if own else []), *self.blocks(item.blocks, depth)])


def plain_lines(content: Inline) -> str:
    """Return the text with its line breaks; no line ends in a blank, none is empty."""
    text = content.text.strip()
    if "\n" not in text:
        return text
    return "\n".join([line.rstrip() for line in text.split("\n") if line.strip()])


def _one_line(content: Inline) -> str:
    text = content.text
    return " ".join(text.split()) if "\n" in text else text.strip()


def _cell(content: Inline) -> str:
    return _one_line(content).replace("|", "\\|")


def _table(table: Table) -> str:
    if not table.rows and not any(cell.text for cell in table.header):
        return ""
    caption = plain_lines(table.caption)
    rendered = pipe_table(
        [_cell(cell) for cell in table.header], [[_cell(cell) for cell in row] for row in table.rows]
    )
    # A code point takes one to four bytes: most tables are decided without encoding them.
    if len(rendered) * 4 > MAX_TABLE_BYTES and len(rendered.encode()) > MAX_TABLE_BYTES:
        rendered = f"[table omitted: {len(table.rows)} rows]"
    return f"{caption}\n{rendered}" if caption else rendered


def _facts(infobox: Infobox) -> str:
    lines = [_one_line(infobox.title)]
    for label, value in infobox.rows:
        name = _one_line(label).removesuffix(":").rstrip()
        fact = "; ".join([part.strip() for part in value.text.split("\n") if part.strip()])
        lines.append(f"{name}: {fact}" if name and fact else name or fact)
    return "\n".join([line for line in lines if line])


def plain_blocks(blocks: Iterable[Block]) -> str:
    """Return some blocks as plain text without tables and infoboxes."""
    return "\n\n".join(_Writer(with_tables=False).blocks(blocks))
