"""The passages a page consists of: paragraphs, items of lists, rows of tables and infoboxes, each with its section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, Literal, NamedTuple, TypeAlias

from bookwheel.archive.entry import Resolved
from bookwheel.archive.opened import OpenArchive
from bookwheel.document.model import (
    Block,
    Code,
    Document,
    Infobox,
    Inline,
    ListBlock,
    ListItem,
    Paragraph,
    Quote,
    Section,
    Table,
)
from bookwheel.document.outline import walk
from bookwheel.render.text import section_title

MOST_UNITS: Final = 3000
MOST_CHARS: Final = 8000
_LEAST_CHARS: Final = 12
_BYTES_PER_UNIT: Final = 400

Kind: TypeAlias = Literal["prose", "item", "row", "table", "fact", "code"]
"""prose: a paragraph. item: of a list. row: of a table. table: all rows, judged by what they have in common.
fact: a row of an infobox. code: preformatted text."""


class Unit(NamedTuple):
    """One passage before it is judged.

    text: what a reader sees of it, on one line; for a table the names of the columns too. block: to render it from.
    section_id, section_title, headings: where it stands; "" for the lead; `headings` holds all titles above it.
    place: how many units come before it in its section.
    """

    text: str
    block: Block
    kind: Kind
    section_id: str
    section_title: str
    headings: str
    place: int

    @property
    def is_lead(self) -> bool:
        """Whether it stands before the first heading."""
        return not self.section_id


def units(archive: OpenArchive, resolved: Resolved, *, is_whole: bool) -> tuple[Unit, ...]:
    """Return the passages of a page in order, from memory when it was read lately; of its lead alone unless `is_whole`."""

    def read() -> tuple[tuple[Unit, ...], int]:
        document = archive.document(resolved) if is_whole else archive.lead(resolved)
        found = tuple(islice(of_document(document), MOST_UNITS))
        return found, sum(2 * len(unit.text) + _BYTES_PER_UNIT for unit in found) + _BYTES_PER_UNIT

    return archive.derived(f"{'passages' if is_whole else 'lead passages'} {resolved.entry.number}", read)


def of_document(document: Document) -> Iterator[Unit]:
    """Yield the passages of a document in page order."""
    above: list[tuple[int, str]] = []
    for section in walk(document.sections):
        title = section_title(section) if section.index else ""
        above = [(level, name) for level, name in above if level < section.level]
        if section.index:
            above.append((section.level, title))
        yield from _of_section(section, title, " / ".join(name for _, name in above))


def _of_section(section: Section, title: str, headings: str) -> Iterator[Unit]:
    anchor = section.anchor if section.index else ""
    for place, (text, block, kind) in enumerate(_of_blocks(section.blocks)):
        yield Unit(text, block, kind, anchor, title, headings, place)


def _of_blocks(blocks: Sequence[Block]) -> Iterator[tuple[str, Block, Kind]]:
    for block in blocks:
        for text, part, kind in _of_block(block):
            line = " ".join(text.split())
            if len(line) >= _LEAST_CHARS or (kind == "fact" and line):
                yield line[:MOST_CHARS], part, kind


def _of_block(block: Block) -> Iterator[tuple[str, Block, Kind]]:
    match block:
        case Paragraph():
            yield block.content.text, block, "prose"
        case Quote():
            for text, part, kind in _of_blocks(block.blocks):
                yield text, Quote((part,)), kind
        case Code():
            yield block.text, block, "code"
        case ListBlock():
            yield from _of_list(block)
        case Table():
            yield from _of_table(block)
        case Infobox():
            yield from _of_infobox(block)
        case _:
            return


def _of_list(block: ListBlock) -> Iterator[tuple[str, Block, Kind]]:
    """Yield items; a term stays with its definitions, what is nested in an item follows by itself."""
    position = 0
    while position < len(block.items):
        group = [block.items[position]]
        position += 1
        if group[0].role == "term":
            while position < len(block.items) and block.items[position].role != "term":
                group.append(block.items[position])
                position += 1
        text = " ".join(item.content.text for item in group)
        yield text, _alone(block, group), "item"
        for item in group:
            yield from _of_blocks(item.blocks)


def _alone(block: ListBlock, group: list[ListItem]) -> ListBlock:
    kind = "definition" if block.kind == "definition" else "bullet"
    return ListBlock(kind, tuple([ListItem(item.content, (), item.role) for item in group]))


def _of_table(block: Table) -> Iterator[tuple[str, Block, Kind]]:
    names = [cell.text.strip() for cell in block.header]
    yield f"{block.caption.text} {'; '.join(filter(None, names))}", block, "table"
    for row in block.rows:
        cells = [f"{name} {cell.text}" for name, cell in zip(names, row, strict=False) if cell.text.strip()]
        yield f"{block.caption.text} {'; '.join(cells)}", Table(block.caption, block.header, (row,)), "row"


def _of_infobox(block: Infobox) -> Iterator[tuple[str, Block, Kind]]:
    group = ""
    for row in block.rows:
        if row.label.text.strip() and not row.value.text.strip():
            group = row.label.text
            continue
        text = f"{group} {row.label.text}: {row.value.text}" if row.label.text.strip() else row.value.text
        yield text, Infobox(Inline(""), (row,)), "fact"
