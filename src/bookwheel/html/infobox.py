"""Infoboxes: label/value facts from tables and boxes of many wikis."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from bookwheel.document.model import EMPTY, Infobox, InfoboxRow, Inline
from bookwheel.html import furniture, tags
from bookwheel.html.furniture import is_dropped
from bookwheel.html.inlines import InlineReader
from bookwheel.html.tables import row_cells, spans, table_rows
from bookwheel.html.tags import Attributes
from bookwheel.html.whitespace import FACT, LINE, join

_PICTURE_PARTS = frozenset(
    ["infobox-image", "infobox-caption", "pi-image", "pi-image-collection", "pi-media", "images", "legend"]
)
_DROPPED_PARTS = _PICTURE_PARTS | {
    "infobox-navbar",
    "taxobox-edit-taxonomy",
    "infobox-below-nav",
    "img-toggle",
    "navigation-only",
}
_TITLE_PARTS = frozenset(["infobox-above", "infobox-title", "fn", "entete", "sinottico_titolo", "summary"])
_HEADING_PARTS = frozenset(["infobox-header", "sinottico_divisione", "pi-header"])
_LABELLED_PARTS = frozenset(["pi-data"])  # boxes of a label and its value
_NESTING_LIMIT = 24
# How often the cells of one table that reach down may be read again in the rows below.
_MOST_REPEATS = 500


class _Row(NamedTuple):
    """The cells of a row, those that reach down from rows above in their places."""

    cells: list[LexborNode]


# What is still to be read: a box to open, a row, a leaf block, or a run of text; with its depth.
_Task = tuple[LexborNode | _Row | list[LexborNode], int]


class InfoboxReader:
    """Reads infoboxes; nested ones are read into the outer one."""

    __slots__ = ("_inline", "pictures")

    def __init__(self, inline: InlineReader) -> None:
        self._inline = inline
        self.pictures: list[LexborNode] = []
        """The parts of the box read last that hold its pictures and their captions, in order."""

    def read(self, box: LexborNode) -> Infobox | None:
        """Return the facts of a table or box, or None when there are none."""
        state = _Rows()
        self.pictures = []
        stack: list[_Task] = [(box, 0)]
        while stack:
            task, depth = stack.pop()
            if isinstance(task, list):
                state.line(self._inline.run(task, FACT))
            elif isinstance(task, _Row):
                self._row(task.cells, depth, state, stack)
            elif task.tag_id == tags.TABLE:
                self._table(task, depth, state, stack)
            elif _has(task.attributes, _LABELLED_PARTS):
                self._labelled(task, state)
            elif depth == 0 or _is_container(task, depth):
                stack.extend(reversed(self._parts(task, depth)))
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
        stack.extend(reversed([(row, depth) for row in self._rows(table)]))

    def _labelled(self, node: LexborNode, state: _Rows) -> None:
        parts = [part for part in node.iter() if not is_dropped(part, part.attributes)]
        label = self._inline.children(parts.pop(0), LINE) if len(parts) > 1 else EMPTY
        state.pair(label, join([self._inline.children(part, FACT) for part in parts], "; "))

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
        content = self._inline.children(node, FACT)
        if _has(node.attributes, _HEADING_PARTS):
            state.heading(content)
        else:
            state.line(content, is_title=True)

    def _row(self, cells: list[LexborNode], depth: int, state: _Rows, stack: list[_Task]) -> None:
        if len(cells) < 2:
            if cells:
                self._single(cells[0], depth, state, stack)
            else:
                state.shows_nothing()
            return
        label, *values = cells
        if (
            depth < _NESTING_LIMIT
            and any(map(_holds_box, values))
            and not self._inline.children(label, LINE).text
        ):
            stack.extend(
                part for value in reversed(values) for part in reversed(self._parts(value, depth + 1))
            )
            return
        contents = [self._inline.cell(value, FACT) for value in values]
        filled = [content for content in contents if content.text]
        name = self._inline.cell(label, LINE)
        if _is_label(label, values) or (name.text and len(filled) == 1 < len(values)):
            state.pair(name, join(filled, "; "))
        else:
            state.line(join([part for part in (name, *filled) if part.text], " | "))

    def _single(self, cell: LexborNode, depth: int, state: _Rows, stack: list[_Task]) -> None:
        """Read a full-width row: the title, a group heading, a nested box, or a line."""
        attributes = cell.attributes
        if depth < _NESTING_LIMIT and _holds_box(cell):
            state.end_heading()
            stack.extend(reversed(self._parts(cell, depth + 1)))
            return
        content = self._inline.children(cell, FACT)
        if not content.text:
            state.shows_nothing()
        elif (
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

    def _rows(self, table: LexborNode) -> Iterator[_Row]:
        """Yield the cells with something to read, row by row; one that reaches down stands in each of the rows."""
        hanging: dict[int, tuple[LexborNode, int]] = {}  # by column, and how many rows more
        repeats_left = _MOST_REPEATS
        for row, _, begins_group in table_rows(table):
            if begins_group:
                hanging = {}
            attributes = row.attributes
            own = row_cells(row)
            if not own or (attributes and is_dropped(row, attributes)):
                continue
            placed = {column: cell for column, (cell, _) in hanging.items()}
            repeats_left -= len(placed)
            hanging = {
                column: (cell, left - 1)
                for column, (cell, left) in hanging.items()
                if left > 1 and repeats_left > 0
            }
            column = 0
            for cell in own:
                while column in placed:
                    column += 1
                placed[column] = cell
                rows_down, columns = spans(cell.attributes)
                if rows_down > 1:
                    hanging[column] = cell, rows_down - 1
                column += max(columns, 1)
            yield _Row([placed[column] for column in sorted(placed) if not self._sets_aside(placed[column])])

    def _parts(self, box: LexborNode, depth: int) -> list[_Task]:
        """Split a box made of `<div>`s, headings, tables and paragraphs into what is to be read, in order."""
        parts: list[_Task] = []
        run: list[LexborNode] = []
        for child in box.iter(include_text=True):
            tag = child.tag_id
            if tag == tags.COMMENT or tag in tags.SILENT:
                continue
            if tag != tags.TEXT and self._sets_aside(child):
                continue
            if tag in tags.BLOCK_TAGS or (tag != tags.TEXT and _holds_table(child)):
                if run:
                    parts.append((run, depth))
                    run = []
                parts.append((child, depth + 1))
            else:
                run.append(child)
        if run:
            parts.append((run, depth))
        return parts

    def _sets_aside(self, part: LexborNode) -> bool:
        """Set a part aside that holds no fact, what shows a picture among `pictures`; tells whether it was."""
        attributes = part.attributes
        if not attributes or is_dropped(part, attributes):
            return bool(attributes)
        if _has(attributes, _PICTURE_PARTS):
            self.pictures.append(part)
        return _has(attributes, _DROPPED_PARTS)


def _is_container(node: LexborNode, depth: int) -> bool:
    if depth >= _NESTING_LIMIT or node.tag_id in tags.LISTS:
        return False
    return (node.tag_id in (tags.DIV, tags.SECTION) and tags.holds_blocks(node)) or _holds_table(node)


def _holds_table(node: LexborNode) -> bool:
    return tags.TABLE in [inner.tag_id for inner in node.traverse()]


class _Rows:
    """Rows gathered so far; a heading waits until it is known whether it labels the next line."""

    __slots__ = ("_is_hollow", "pending", "rows", "title")

    def __init__(self) -> None:
        self.title = EMPTY
        self.rows: list[InfoboxRow] = []
        self.pending: Inline | None = None
        self._is_hollow = False

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
        if not self._is_hollow:
            self.end_heading()
        self._is_hollow = False
        if content.text and content.text != self.title.text:
            self.pending = content

    def shows_nothing(self) -> None:
        """Note a row without text: what a heading is about may be nothing but a picture."""
        self._is_hollow = True

    def full_width(self, content: Inline) -> None:
        if self.pending is not None:
            label, self.pending = self.pending, None
            self.rows.append(InfoboxRow(_trim_label(label), content))
        else:
            self.line(content)

    def pair(self, label: Inline, value: Inline) -> None:
        if not value.text:
            self.shows_nothing()
            return
        self.end_heading()
        self.rows.append(InfoboxRow(_trim_label(label), value))

    def end_heading(self) -> None:
        if self.pending is not None:
            self.rows.append(InfoboxRow(self.pending, EMPTY))
            self.pending = None

    def finish(self) -> Infobox | None:
        """Drop headings that nothing follows."""
        kept = self.rows
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
    for row, _, _ in table_rows(table):
        cells = row_cells(row)
        if len(cells) == 2 and cells[0].tag_id == tags.TH and cells[1].tag_id == tags.TD:
            pairs += 1
        elif cells:
            others += 1
    return pairs >= 2 and pairs * 2 >= others


def _has(attributes: Attributes, names: frozenset[str] | tuple[str, ...]) -> bool:
    tokens = attributes.get("class")
    return bool(tokens) and any(token in names for token in tokens.split())


def _is_label(first: LexborNode, others: list[LexborNode]) -> bool:
    """Tell whether the first cell of a row names the others: neither the head of a column nor one of two sides."""
    if first.tag_id == tags.TH:
        return any(cell.tag_id == tags.TD for cell in others)
    return len(others) == 1 and "width:50%" not in (first.attributes.get("style") or "").replace(" ", "")


def _holds_box(cell: LexborNode) -> bool:
    """Tell whether a cell holds a box of its own (a nested infobox, not a small table of values)."""
    table = _first_table(cell) if _holds_table(cell) else None
    if table is None:
        return False
    names = table.attributes.get("class") or ""
    if furniture.traits_of(names) & furniture.INFOBOX or "subbox" in names:
        return True
    rows = [row_cells(row) for row, _, _ in table_rows(table)]
    has_labels = any(
        cells and cells[0].tag_id == tags.TH and _is_label(cells[0], cells[1:]) for cells in rows
    )
    return has_labels or (len(rows) > 1 and all(map(_is_pair, rows)))


def _is_pair(cells: list[LexborNode]) -> bool:
    """Tell whether a row holds two filled cells."""
    return sum(bool(cell.text().strip()) for cell in cells) == 2


def _first_table(cell: LexborNode) -> LexborNode | None:
    """Return the first table of a cell that is shown, of those that stand least deep."""
    level = [cell]
    for _ in range(_NESTING_LIMIT):
        shown = [child for node in level for child in node.iter() if not is_dropped(child, child.attributes)]
        table = next((child for child in shown if child.tag_id == tags.TABLE), None)
        if table is not None or not shown:
            return table
        level = shown
    return None


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
