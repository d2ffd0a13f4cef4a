"""A document as plain text: the live tools' form.

Headings are `== Title ==` with as many equals signs as their level, code is fenced, formulas are TeX, note marks
and figures are left out. A full read holds no data tables, infoboxes and references, a section read holds the
former two, and the references of a section that is a list of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
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
    Reference,
    ReferenceList,
    Section,
    Table,
)
from bookwheel.document.outline import walk
from bookwheel.render.escape import code_fence
from bookwheel.render.extent import reads, sections_of_read
from bookwheel.render.nesting import MAX_NESTING, flat_lines, indent, is_indented
from bookwheel.render.references import is_reference_section, locator, number_of, references_by_key
from bookwheel.render.tables import pipe_table

MAX_FULL_BYTES: Final = 80_000
"""UTF-8 bytes above which a full read gives the outline instead."""
MAX_TABLE_BYTES: Final = 40_000
"""UTF-8 bytes above which a table is replaced by a line with its number of rows."""
_BLANK_LINES: Final = re.compile(r"\n{3,}")
_LINE_START: Final = re.compile(r"^((?:[ \t>]|(?:-|\d{1,9}\.)[ \t])*)(?=```|\|)", re.MULTILINE)
LEAD_TITLE: Final = "Introduction"


def full_text(document: Document) -> str:
    """Return the whole page without data tables, infoboxes and references."""
    writer = _Writer(with_tables=False)
    return "\n\n".join(
        [chunk for section in walk(document.sections) for chunk in _own_chunks(section, writer)]
    )


def section_text(document: Document, section: Section) -> str:
    """Return one section with its heading and all that is read with it, tables and infoboxes included."""
    writer = _Writer(with_tables=True, references=references_by_key(document))
    return "\n\n".join(
        [chunk for part in sections_of_read(document, section) for chunk in _own_chunks(part, writer)]
    )


def outline(document: Document) -> str:
    """Return one line for each section in page order: its title, size in UTF-8 bytes and index.

    The size is that of a read of this section: subsections and tables included.
    """
    writer = _Writer(with_tables=True, references=references_by_key(document))
    sizes = {
        section.index: len("\n\n".join(_own_chunks(section, writer)).encode())
        for section in walk(document.sections)
    }
    readable = reads(document)
    top = min([read[0].level for _, read in readable if read[0].index], default=2)
    lines: list[str] = []
    for index, read in readable:
        section = read[0]
        parts = [size for part in read if (size := sizes[part.index])]
        total = sum(parts) + 2 * max(len(parts) - 1, 0)  # a blank line between two parts
        depth = max(section.level - top, 0) if section.index else 0
        lines.append(f"{'  ' * depth}{section_title(section)} ({total:,} bytes, section_index {index})")
    return "\n".join(lines)


def section_title(section: Section) -> str:
    """Return the section's title as plain text; the lead is the introduction, a section without title is numbered."""
    if section.index == 0:
        return LEAD_TITLE
    return " ".join(section.title.text.split()) or f"Section {section.index}"


def _own_chunks(section: Section, writer: _Writer) -> list[str]:
    writer.lists_references = writer.with_tables and is_reference_section(section)
    chunks = writer.blocks(section.blocks)
    return [_heading(section), *chunks] if section.index else chunks


def _heading(section: Section) -> str:
    marker = "=" * min(max(section.level, 1), 6)
    return f"{marker} {section_title(section)} {marker}"


class _Writer:
    """Turns blocks into chunks of plain text."""

    __slots__ = ("_references", "lists_references", "with_tables")

    def __init__(self, *, with_tables: bool, references: Mapping[str, Reference] | None = None) -> None:
        self.with_tables = with_tables
        self._references = references or {}
        self.lists_references = False

    def blocks(self, blocks: Iterable[Block], depth: int = 0) -> list[str]:
        return [chunk for block in blocks if (chunk := self._block(block, depth))]

    def _block(self, block: Block, depth: int) -> str:
        match block:
            case Paragraph() | Hatnote():
                return plain_lines(block.content)
            case ListBlock():
                return self._list(block, depth + 1) if depth < MAX_NESTING else self._flat(block)
            case Table():
                return _table(block) if self.with_tables else ""
            case Infobox():
                return _facts(block) if self.with_tables else ""
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
                return _guard_lines(" ".join(block.tex.split()))
            case ReferenceList():
                return self._reference_list(block) if self.lists_references else ""
            case Figure():
                return ""
            case _:
                assert_never(block)

    def _reference_list(self, block: ReferenceList) -> str:
        """Return one line for each reference."""
        return "\n".join([_reference(self._references[key]) for key in block.keys if key in self._references])

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
        lines = [own] if (own := plain_lines(item.content)) else []
        for block in item.blocks:
            chunk = self._block(block, depth)
            # What is indented further than indented text answers it.
            is_reply = bool(own) and item.role == "definition" and is_indented(block)
            if chunk:
                lines.append(f"  {indent(chunk, '  ')}" if is_reply else chunk)
        return "\n".join(lines)


def plain_lines(content: Inline) -> str:
    """Return the text with its line breaks; no line ends in a blank, of several empty lines one stays."""
    text = content.text.strip()
    if "\n" in text:
        text = _BLANK_LINES.sub("\n\n", "\n".join([line.rstrip() for line in text.split("\n")]))
    return _guard_lines(text)


def _guard_lines(text: str) -> str:
    """Put a backslash where a line of text would pass for the fence of a code block or for a row of a table."""
    return _LINE_START.sub(r"\1\\", text) if "```" in text or "|" in text else text


def _one_line(content: Inline) -> str:
    text = content.text
    return " ".join(text.split()) if "\n" in text else text.strip()


def _reference(reference: Reference) -> str:
    return " ".join(
        [part for part in (number_of(reference), _one_line(reference.content), locator(reference)) if part]
    )


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
    return _guard_lines("\n".join([line for line in lines if line]))


def plain_blocks(blocks: Iterable[Block]) -> str:
    """Return some blocks as plain text without tables and infoboxes."""
    return "\n\n".join(_Writer(with_tables=False).blocks(blocks))
