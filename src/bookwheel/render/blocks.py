"""The blocks of a page as chunks of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, assert_never

from bookwheel.document.model import (
    Block,
    Code,
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
from bookwheel.render.escape import CELL_SPECIAL, code_fence, code_span, escape_inline, formula, guard_lines
from bookwheel.render.inlines import cell_markdown, inline_markdown, line_markdown
from bookwheel.render.nesting import MAX_NESTING, flat_lines, indent, is_indented
from bookwheel.render.options import RenderOptions
from bookwheel.render.references import is_reference_section, locator, number_of
from bookwheel.render.tables import pipe_table

_JOINT: Final = "\n\n"
_FIGURE_NAMES: Final = {"image": "Image", "audio": "Audio", "video": "Video", "map": "Map"}
_MAX_ALT_CHARS: Final = 200
_MAX_SOURCE_CHARS: Final = 500
_MAX_COLUMNS_CHARS: Final = 200
_LIST_NUMBERS: Final = range(1_000_000_000)  # what Markdown takes as the number of an item


class BlockWriter:
    """Turns blocks into chunks of Markdown. Its tables are numbered in the order in which they are written."""

    __slots__ = ("_options", "_references", "_tables")

    def __init__(self, options: RenderOptions, references: Mapping[str, Reference]) -> None:
        self._options = options
        self._references = references
        self._tables = 0

    def heading(self, section: Section) -> str:
        """Return the section's heading line."""
        title = line_markdown(section.title, self._options)
        # Trailing number signs would be taken for the closing half of the heading's own.
        if title.endswith("#"):
            title = f"{title[:-1]}\\#"
        return f"{'#' * min(max(section.level, 1), 6)} {title}".rstrip()

    def section(self, section: Section) -> list[str]:
        """Return the chunks of the section's own body."""
        with_references = self._options.references or is_reference_section(section)
        return [
            chunk
            for block in section.blocks
            if (with_references or type(block) is not ReferenceList) and (chunk := self._block(block, 0))
        ]

    def blocks(self, blocks: Iterable[Block], depth: int = 0) -> list[str]:
        """Return one chunk for each block that has something to show."""
        return [chunk for block in blocks if (chunk := self._block(block, depth))]

    def _block(self, block: Block, depth: int) -> str:
        match block:
            case Paragraph() | Hatnote():
                return self._paragraph(block.content)
            case ListBlock():
                return self._list(block, depth + 1) if depth < MAX_NESTING else self._flat(block)
            case Table():
                return self._table(block)
            case Infobox():
                return self._facts(block) if self._options.compact else self._facts_table(block)
            case Quote():
                if depth >= MAX_NESTING:
                    return self._flat(block)
                inner = "\n\n".join(self.blocks(block.blocks, depth + 1))
                return (
                    "\n".join([f"> {line}" if line else ">" for line in inner.split("\n")]) if inner else ""
                )
            case Code():
                return code_fence(block.text, block.language)
            case Figure():
                return self._figure(block) if self._options.figures else ""
            case ReferenceList():
                return self._reference_list(block)
            case MathBlock():
                tex = formula(block.tex)
                return f"$${tex}$$" if tex else ""
            case _:
                assert_never(block)

    def _paragraph(self, content: Inline) -> str:
        return guard_lines(inline_markdown(content, self._options))

    def _flat(self, block: Block) -> str:
        lines = [self._paragraph(Inline(line.text)) for line in flat_lines((block,))]
        return "\n".join([line for line in lines if line])

    def _reference_list(self, block: ReferenceList) -> str:
        lines: list[str] = []
        for key in block.keys:
            if reference := self._references.get(key):
                content = guard_lines(line_markdown(reference.content, self._options))
                if self._options.compact and (source := locator(reference)):
                    content = f"{content} {code_span(source)}"
                lines.append(f"{number_of(reference)} {content}".rstrip())
        return "\n".join(lines)

    # Lists

    def _list(self, block: ListBlock, depth: int) -> str:
        if is_indented(block):
            return _JOINT.join(self._bodies(block, depth))
        if block.kind == "definition":
            return self._definitions(block.items, depth)
        items: list[str] = []
        for position, item in enumerate(block.items):
            body = self._item(item, depth)
            if not body:
                continue
            marker = "- "
            if block.kind == "ordered":
                number = block.numbers[position] if position < len(block.numbers) else position + 1
                if number in _LIST_NUMBERS:
                    marker = f"{number}. "
                else:
                    body = f"({number}){' ' if item.content.text.strip() else _JOINT}{body}"
            items.append(marker + indent(body, "  " if marker == "- " else " " * len(marker)))
        return "\n".join(items)

    def _definitions(self, items: tuple[ListItem, ...], depth: int) -> str:
        """Return terms as items with their definitions inside."""
        lines: list[str] = []
        for item in items:
            if body := self._item(item, depth):
                pad = "  " if item.role == "definition" and lines else ""
                lines.append(f"{pad}- {indent(body, f'{pad}  ')}")
        return "\n".join(lines)

    def _bodies(self, block: ListBlock, depth: int) -> list[str]:
        return [body for item in block.items if (body := self._item(item, depth))]

    def _item(self, item: ListItem, depth: int) -> str:
        body = self._paragraph(item.content)
        for block in item.blocks:
            # A nested list stays close to its item; other blocks stand apart, as they would outside.
            gap = "\n" if type(block) is ListBlock else _JOINT
            if not is_indented(block):
                chunk = self._block(block, depth)
            elif body and item.role == "definition" and depth < MAX_NESTING:
                # What is indented further than indented text answers it.
                chunk = "\n".join([f"- {indent(reply, '  ')}" for reply in self._bodies(block, depth + 1)])
            else:
                chunk, gap = self._block(block, depth), _JOINT
            if chunk:
                body = f"{body}{gap if body else ''}{chunk}"
        return body

    # Tables

    def _table(self, table: Table) -> str:
        self._tables += 1
        options = self._options
        if not table.rows and not any(cell.text for cell in table.header):
            return ""
        caption = self._paragraph(table.caption)
        if options.compact and len(table.rows) > options.max_table_rows:
            return self._placeholder(table)
        # One scan over all plain cells together costs a fraction of one for each.
        is_plain = not CELL_SPECIAL.search(
            "".join([text for row in table.rows for text, marks in row if not marks])
        )
        rendered = pipe_table(
            [cell_markdown(cell, options) for cell in table.header],
            [
                [cell[0] if is_plain and not cell[1] else cell_markdown(cell, options) for cell in row]
                for row in table.rows
            ],
        )
        if options.compact and len(rendered) > options.max_table_chars:
            return self._placeholder(table)
        return f"{caption}\n\n{rendered}" if caption else rendered

    def _placeholder(self, table: Table) -> str:
        caption = line_markdown(table.caption, self._options)
        columns = [cell for header in table.header if (cell := line_markdown(header, self._options))]
        names = ""
        for column in columns:
            longer = f"{names} / {column}" if names else column
            if len(longer) > _MAX_COLUMNS_CHARS:
                names = f"{names} / …" if names else ""
                break
            names = longer
        return (
            f"[Table {self._tables}{f' “{caption}”' if caption else ''}: {len(table.rows)} rows x"
            f" {len(table.header)} columns{f' ({names})' if names else ''}; read it whole with compact=false]"
        )

    def _facts_table(self, infobox: Infobox) -> str:
        rows: list[tuple[str, str]] = []
        for label, value in infobox.rows:
            name = cell_markdown(label, self._options).removesuffix(":").rstrip()
            fact = self._fact(value).replace("|", "\\|")
            if name and not fact:
                rows.append((f"**{_plain_line(label)}**".replace("|", "\\|"), ""))
            elif name:
                rows.append((name, fact))
            elif fact:
                sides = fact.split(" \\| ")  # of a conflict, or the heads of two columns
                rows.append((sides[0], sides[1]) if len(sides) == 2 else (fact, ""))
        title = cell_markdown(infobox.title, self._options)
        return pipe_table((title, ""), rows) if rows or title else ""

    def _facts(self, infobox: Infobox) -> str:
        title = _plain_line(infobox.title)
        lines = [f"**{title}**"] if title else []
        for label, value in infobox.rows:
            name = _plain_line(label).removesuffix(":").rstrip()
            fact = self._fact(value)
            if name:
                lines.append(f"**{name}:** {fact}" if fact else f"**{name}**")
            elif fact:
                lines.append(guard_lines(fact))
        return "\n".join(lines)

    def _fact(self, value: Inline) -> str:
        """Return a value on one line; what stood on lines of its own is joined by semicolons."""
        rendered = inline_markdown(value, self._options, in_cell=not self._options.compact)
        return "; ".join([part for line in rendered.split("\n") if (part := line.strip())])

    def _figure(self, figure: Figure) -> str:
        name = _FIGURE_NAMES[figure.kind]
        caption = line_markdown(figure.caption, self._options)
        if self._options.compact:
            return f"{name}: {caption}" if caption else ""
        source = figure.source
        path = f" {code_span(source)}" if source and len(source) <= _MAX_SOURCE_CHARS else ""
        if path and source[:5].lower() == "data:":
            path = ""
        if caption:
            return f"{name}{path}: {caption}"
        alt = escape_inline(" ".join(figure.alt.split())[:_MAX_ALT_CHARS])
        return f"{name}{path} (alternative text: {alt})" if alt else f"{name}{path}" if path else ""


def _plain_line(content: Inline) -> str:
    return escape_inline(" ".join(content.text.split()))
