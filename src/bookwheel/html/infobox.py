"""Infoboxes: label/value facts from tables and boxes of many wikis."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from bookwheel.document.model import EMPTY, Infobox, InfoboxRow, Inline
from bookwheel.html import furniture, tags
from bookwheel.html.furniture import is_dropped
from bookwheel.html.inlines import InlineReader
from bookwheel.html.tables import row_cells, table_rows
from bookwheel.html.tags import Attributes
from bookwheel.html.whitespace import FACT, LINE, join

_DROPPED_PARTS = [
    "infobox-image",
    "infobox-caption",
    "infobox-navbar",
    "taxobox-edit-taxonomy",
    "infobox-below-nav",
    "images",
    "img-toggle",
    "navigation-only",
    "legend",
]
_TITLE_PARTS = frozenset(["infobox-above", "infobox-title", "fn", "entete", "sinottico_titolo", "summary"])
_HEADING_PARTS = frozenset(["infobox-header", "infobox-subheader", "sinottico_divisione"])
_NESTING_LIMIT = 24


# What is still to be read: a box or row to open, a leaf block, or a run of text; with its depth.
_Task = tuple[LexborNode | list[LexborNode], int]


class InfoboxReader:
    """Reads infoboxes; nested ones are read into the outer one."""

    __slots__ = ("_inline",)

    def __init__(self, inline: InlineReader) -> None:
        self._inline = inline

    def read(self, box: LexborNode) -> Infobox | None:
        """Return the facts of a table or box, or None when there are none."""
        state = _Rows()
        stack: list[_Task] = [(box, 0)]
        while stack:
            task, depth = stack.pop()
            if isinstance(task, list):
                state.line(self._inline.run(task, FACT))
            elif task.tag_id == tags.TR:
                self._row(task, depth, state, stack)
            elif task.tag_id == tags.TABLE:
                self._table(task, depth, state, stack)
            elif depth == 0 or _is_container(task, depth):
                stack.extend(reversed(_parts(task, depth)))
            else:
                self._leaf(task, state)
        return state.finish()

    def _table(self, table: LexborNode, depth: int, state: _Rows, stack: list[_Task]) -> None:
        for part in table.iter():
            if part.tag_id == tags.CAPTION:
                if not is_dropped(part, part.attributes):
                    content = self._inline.children(part, LINE)
                    state.name(content)
                break
        stack.extend(reversed([(row, depth) for row, _ in table_rows(table)]))

    def _leaf(self, node: LexborNode, state: _Rows) -> None:
        if node.tag_id == tags.DL:
            label = EMPTY
            for part in node.iter():
                if is_dropped(part, part.attributes):
                    continue
                content = self._inline.children(part, FACT)
                if part.tag_id == tags.DT:
                    label = content
                else:
                    state.pair(label, content)
                    label = EMPTY
            return
        state.line(self._inline.children(node, FACT), is_title=True)

    def _row(self, row: LexborNode, depth: int, state: _Rows, stack: list[_Task]) -> None:
        attributes = row.attributes
        if attributes and is_dropped(row, attributes):
            return
        cells = [cell for cell in row_cells(row) if not _is_decoration(cell)]
        if not cells:
            return
        if len(cells) == 1:
            self._single(cells[0], depth, state, stack)
            return
        label, *values = cells
        inner = [value for value in values if depth < _NESTING_LIMIT and _holds_box(value)]
        if inner and not self._inline.children(label, LINE).text:
            stack.extend(
                (part, depth + 1) for value in reversed(inner) for part in reversed(_tables_in(value))
            )
            return
        contents = [self._inline.children(value, FACT) for value in values]
        filled = [content for content in contents if content.text]
        if label.tag_id == tags.TH or len(cells) == 2:
            state.pair(self._inline.children(label, LINE), join(filled, "; "))
        else:
            first = self._inline.children(label, FACT)
            state.line(join([part for part in (first, *filled) if part.text], " | "))

    def _single(self, cell: LexborNode, depth: int, state: _Rows, stack: list[_Task]) -> None:
        """Read a full-width row: the title, a group heading, a nested box, or a line."""
        attributes = cell.attributes
        if depth < _NESTING_LIMIT and _holds_box(cell):
            tables = _tables_in(cell)
            state.end_heading()
            stack.extend((table, depth + 1) for table in reversed(tables))
            return
        content = self._inline.children(cell, FACT)
        if not content.text:
            return
        if (
            not state.rows
            and not state.title.text
            and (cell.tag_id == tags.TH or _has(attributes, _TITLE_PARTS))
        ):
            state.line(self._inline.children(cell, LINE), is_title=True)
        elif cell.tag_id == tags.TH or _has(attributes, _HEADING_PARTS):
            state.heading(content)
        elif _has(attributes, ("infobox-full-data",)):
            state.full_width(content)
        else:
            state.line(content)


def _is_container(node: LexborNode, depth: int) -> bool:
    return node.tag_id == tags.DIV and depth < _NESTING_LIMIT and tags.holds_blocks(node)


def _parts(box: LexborNode, depth: int) -> list[_Task]:
    """Split a box made of `<div>`s, headings, tables and paragraphs into what is to be read, in order."""
    parts: list[_Task] = []
    run: list[LexborNode] = []
    for child in box.iter(include_text=True):
        tag = child.tag_id
        if tag == tags.COMMENT or tag in tags.SILENT:
            continue
        if tag != tags.TEXT:
            attributes = child.attributes
            if attributes and (is_dropped(child, attributes) or _has(attributes, _DROPPED_PARTS)):
                continue
        if tag in tags.BLOCK_TAGS:
            if run:
                parts.append((run, depth))
                run = []
            parts.append((child, depth + 1))
        else:
            run.append(child)
    if run:
        parts.append((run, depth))
    return parts


class _Rows:
    """Rows gathered so far; a heading waits until it is known whether it labels the next line."""

    __slots__ = ("pending", "rows", "title")

    def __init__(self) -> None:
        self.title = EMPTY
        self.rows: list[InfoboxRow] = []
        self.pending: Inline | None = None

    def line(self, content: Inline, *, is_title: bool = False) -> None:
        if not content.text:
            return
        if is_title and not self.title.text and not self.rows:
            self.title = content
            return
        self.end_heading()
        if content.text != self.title.text:
            self.rows.append(InfoboxRow(EMPTY, content))

    def name(self, content: Inline) -> None:
        """Take a caption: the box's title where it has none yet, else a group heading."""
        if self.title.text or self.rows:
            self.heading(content)
        elif content.text:
            self.title = content

    def heading(self, content: Inline) -> None:
        self.end_heading()
        if content.text and content.text != self.title.text:
            self.pending = content

    def full_width(self, content: Inline) -> None:
        if self.pending is not None:
            label, self.pending = self.pending, None
            self.rows.append(InfoboxRow(_trim_label(label), content))
        else:
            self.line(content)

    def pair(self, label: Inline, value: Inline) -> None:
        self.end_heading()
        label = _trim_label(label)
        if value.text:
            self.rows.append(InfoboxRow(label, value))

    def end_heading(self) -> None:
        if self.pending is not None:
            self.rows.append(InfoboxRow(self.pending, EMPTY))
            self.pending = None

    def finish(self) -> Infobox | None:
        """Drop headings that nothing follows."""
        self.pending = None
        kept: list[InfoboxRow] = []
        for row in self.rows:
            if not row.value.text and kept and not kept[-1].value.text:
                kept.pop()
            kept.append(row)
        while kept and not kept[-1].value.text:
            kept.pop()
        if not kept and not self.title.text:
            return None
        return Infobox(self.title, tuple(kept))


def holds_pairs(table: LexborNode) -> bool:
    """Tell whether a side bar is made of label/value rows rather than of links."""
    inner = table if table.tag_id == tags.TABLE else table.css_first("table")
    if inner is None:
        return False
    table = inner
    pairs = others = 0
    for row, _ in table_rows(table):
        cells = row_cells(row)
        if len(cells) == 2 and cells[0].tag_id == tags.TH and cells[1].tag_id == tags.TD:
            pairs += 1
        elif cells:
            others += 1
    return pairs >= 2 and pairs * 2 >= others


def _has(attributes: Attributes, names: frozenset[str] | tuple[str, ...] | list[str]) -> bool:
    tokens = attributes.get("class")
    return bool(tokens) and any(token in names for token in tokens.split())


def _is_decoration(cell: LexborNode) -> bool:
    attributes = cell.attributes
    return bool(attributes) and (is_dropped(cell, attributes) or _has(attributes, _DROPPED_PARTS))


def _holds_box(cell: LexborNode) -> bool:
    """Tell whether a cell holds a box of its own (a nested infobox, not a small table of values)."""
    if all(inner.tag_id != tags.TABLE for inner in cell.traverse()):
        return False
    table = next(iter(_tables_in(cell)), None)
    if table is None:
        return False
    names = table.attributes.get("class") or ""
    if furniture.traits_of(names) & furniture.INFOBOX or "subbox" in names:
        return True
    return any(
        len(cells) == 2 and cells[0].tag_id == tags.TH
        for cells in (row_cells(row) for row, _ in table_rows(table))
    )


def _tables_in(cell: LexborNode) -> list[LexborNode]:
    """Return the outermost tables of a cell, in order."""
    found: list[LexborNode] = []
    level = [cell]
    for _ in range(_NESTING_LIMIT):
        deeper: list[LexborNode] = []
        for node in level:
            for child in node.iter():
                if is_dropped(child, child.attributes):
                    continue
                (found if child.tag_id == tags.TABLE else deeper).append(child)
        if not deeper:
            break
        level = deeper
    return found


def _trim_label(label: Inline) -> Inline:
    """Drop a leading bullet and a trailing colon."""
    text = label.text
    end = len(text.rstrip(" :："))
    start = len(text) - len(text.lstrip(" •·–-"))
    if (start, end) == (0, len(text)) or start >= end:
        return label
    marks = [
        mark._replace(start=max(mark[0] - start, 0), end=min(mark[1], end) - start)
        for mark in label.marks
        if mark[0] < end and mark[1] > start
    ]
    return Inline(text[start:end], tuple(marks))
