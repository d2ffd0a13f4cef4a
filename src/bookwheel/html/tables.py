"""Data tables as full grids: spans resolved, header rows joined, nested tables folded into their cell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from bookwheel.document.model import EMPTY, Inline, Table
from bookwheel.html import tags
from bookwheel.html.css import declarations
from bookwheel.html.furniture import is_dropped
from bookwheel.html.inlines import InlineReader
from bookwheel.html.tags import Attributes
from bookwheel.html.visibility import VISIBLE, ink_of
from bookwheel.html.whitespace import CELL, LINE, join, settle

MAX_COLUMNS = 1000
MAX_ROW_SPAN = 65534
# What the tables of one page may hold beyond what they spell out: copies made by spans and by stacked headers, and
# cells that fill up short rows. A cell costs one, and more when its text is long.
MOST_COPIES = 200_000
_CHARACTERS_PER_COPY = 8

_ROW_GROUPS = tags.tag_ids("tbody thead")
_FOOT = tags.tag_id("tfoot")
_CELLS = frozenset((tags.TD, tags.TH))

# Cells that reach down from rows above: column -> (content, how many rows are still to be filled).
_Hanging = dict[int, tuple[Inline, int]]


class TableRow(NamedTuple):
    """A row of a table: whether it stands in a `<thead>`, and whether it is the first of its group of rows."""

    node: LexborNode
    in_head: bool
    begins_group: bool


def table_rows(table: LexborNode) -> Iterator[TableRow]:
    """Yield the table's own rows, never those of a nested table, in the order they are shown: the foot comes last."""
    feet: list[LexborNode] = []
    for part in table.iter():
        tag = part.tag_id
        if tag in _ROW_GROUPS:
            yield from _rows_of(part)
        elif tag == tags.TR:
            yield TableRow(part, in_head=False, begins_group=False)
        elif tag == _FOOT:
            feet.append(part)
    for foot in feet:
        yield from _rows_of(foot)


def _rows_of(group: LexborNode) -> Iterator[TableRow]:
    attributes = group.attributes
    if attributes and is_dropped(group, attributes):
        return
    in_head, is_first = group.tag_id == tags.THEAD, True
    for row in group.iter():
        if row.tag_id == tags.TR:
            yield TableRow(row, in_head, is_first)
            is_first = False


def row_cells(row: LexborNode) -> list[LexborNode]:
    """Return the cells of one row."""
    return [cell for cell in row.iter() if cell.tag_id in _CELLS]


class TableReader:
    """Reads data tables. Cells with the same plain text are cleaned once per page.

    Spans multiply what a page spells out, so that every copy is paid for from one store per page; when that is empty,
    cells are read where they stand.
    """

    __slots__ = ("_copies_left", "_inline", "_known", "_plain")

    def __init__(self, inline: InlineReader) -> None:
        self._inline = inline
        self._known: dict[str, Inline] = {}
        self._plain: set[tuple[str | None, str | None]] = set()
        self._copies_left = MOST_COPIES

    def read(self, table: LexborNode) -> Table | None:
        """Return the grid, or None when no cell holds text."""
        rows: list[list[Inline]] = []
        heads: list[bool] = []
        hanging: _Hanging = {}
        names_columns = False
        for row, in_head, begins_group in table_rows(table):
            if begins_group:
                hanging = {}  # no cell reaches out of its group
            attributes = row.attributes
            if attributes and is_dropped(row, attributes):
                continue
            cells, is_header, hanging = self._row(row, hanging)
            while cells and cells[-1] is EMPTY:
                cells.pop()  # a span may reach over more columns than there are
            if cells:  # else a row of nothing but pictures or notes
                # A heading over all columns below those of the columns is one of the rows that follow.
                is_title = len(cells) == 1
                rows.append(cells)
                heads.append(in_head or (is_header and not (is_title and names_columns)))
                names_columns = names_columns or (is_header and not is_title)
        return self._grid(self._caption(table), rows, heads)

    def _caption(self, table: LexborNode) -> Inline:
        for part in table.iter():
            if part.tag_id == tags.CAPTION and not is_dropped(part, part.attributes):
                return self._inline.children(part, LINE)
        return EMPTY

    def _pay(self, content: Inline) -> bool:
        """Pay for one copy of a cell; returns False when the page has used up its copies."""
        self._copies_left -= 1 + len(content.text) // _CHARACTERS_PER_COPY + len(content.marks)
        return self._copies_left >= 0

    def _row(self, row: LexborNode, hanging: _Hanging) -> tuple[list[Inline], bool, _Hanging]:
        """Read one row into grid cells; `hanging` holds the cells that reach down from rows above."""
        cells: list[Inline] = []
        beyond: list[Inline] = []
        still_hanging: _Hanging = {}
        is_header, has_own = True, False
        known, plain, read = self._known, self._plain, self._inline.cell
        for cell in row.iter():
            tag = cell.tag_id
            if tag not in _CELLS:
                continue
            attributes = cell.attributes
            columns = rows_down = 1
            is_blank = False
            if attributes:
                look = attributes.get("class"), attributes.get("style")
                if look not in plain or "hidden" in attributes:
                    if is_dropped(cell, attributes):
                        if _is_taken_out(attributes):
                            continue
                        is_blank = True
                    elif "hidden" not in attributes and ink_of(look[1] or "") == VISIBLE:
                        plain.add(look)
                rows_down, columns = spans(attributes)
            while hanging and len(cells) in hanging:  # cells from above fill the next free columns first
                self._hang(cells, len(cells), hanging, still_hanging)
            child = cell.child
            if child is None or is_blank:
                content = EMPTY
            elif child.tag_id == tags.TEXT and child.next is None:
                text = child.text_content or ""
                content = known.get(text)
                if content is None:
                    content = known[text] = settle(text, [], CELL)
            else:
                content = read(cell, CELL)
            if tag == tags.TD:
                is_header = False
            has_own = True
            if len(cells) >= MAX_COLUMNS:
                beyond.append(content)
            elif columns == 1 and rows_down == 1:
                cells.append(content)
            else:
                self._spread(cells, content, columns, rows_down, still_hanging)
        if has_own:
            for column in sorted(hanging):
                self._hang(cells, column, hanging, still_hanging)
        if beyond:
            cells[-1] = join([part for part in (cells[-1], *beyond) if part.text], " ")
        return cells, is_header and has_own, still_hanging if has_own else self._one_row_less(hanging)

    def _hang(self, cells: list[Inline], column: int, hanging: _Hanging, still_hanging: _Hanging) -> None:
        """Copy a cell from above into its column."""
        if column not in hanging:
            return
        value, left = hanging.pop(column)
        self._copies_left -= column - len(cells)
        if not self._pay(value):
            hanging.clear()
            still_hanging.clear()
            return
        cells.extend([EMPTY] * (column - len(cells)))
        cells.append(value)
        if left > 1:
            still_hanging[column] = (value, left - 1)

    def _one_row_less(self, hanging: _Hanging) -> _Hanging:
        """Count a row without cells, which shows nothing, against the cells that reach over it."""
        self._copies_left -= len(hanging)
        if self._copies_left < 0:
            return {}
        return {column: (value, left - 1) for column, (value, left) in hanging.items() if left > 1}

    def _spread(
        self, cells: list[Inline], content: Inline, columns: int, rows_down: int, still_hanging: _Hanging
    ) -> None:
        """Put a cell that spans columns or rows into the grid."""
        columns = max(1, min(columns, MAX_COLUMNS - len(cells), self._copies_left))
        self._copies_left -= columns - 1
        for offset in range(columns):
            value = content if offset == 0 else EMPTY
            if rows_down > 1 and self._copies_left > 0:
                still_hanging[len(cells)] = (value, rows_down - 1)
            cells.append(value)

    def _grid(self, caption: Inline, rows: list[list[Inline]], heads: list[bool]) -> Table | None:
        """Square the rows and join the leading header rows."""
        if not rows:
            return None
        self._square(rows)
        depth = 0
        while depth < len(heads) and heads[depth] and depth < len(rows) - 1:
            depth += 1
        while depth > 1 and _is_title(rows[depth - 1]):
            depth -= 1
        if depth == 0 and heads and heads[0]:
            depth = 1
        header = self._joined(rows[:depth]) if depth > 1 else tuple(rows[0])
        body = rows[max(depth, 1) :]
        return Table(caption, header, tuple(map(tuple, body)))

    def _square(self, rows: list[list[Inline]]) -> None:
        """Make all rows equally long; where that takes too many cells, long rows end in one that holds the rest."""
        width = max(map(len, rows))
        spelt = sum(map(len, rows))
        if width * len(rows) - spelt > max(self._copies_left, 0):
            width = max(1, (spelt + max(self._copies_left, 0)) // len(rows))
        for row in rows:
            if len(row) < width:
                self._copies_left -= width - len(row)
                row.extend([EMPTY] * (width - len(row)))
            elif len(row) > width:
                row[width - 1 :] = [join([cell for cell in row[width - 1 :] if cell.text], " ")]

    def _joined(self, rows: list[list[Inline]]) -> tuple[Inline, ...]:
        """Join stacked header rows per column; a heading over several columns counts for each of them."""
        columns: list[list[Inline]] = [[] for _ in rows[0]]
        for depth, row in enumerate(rows):
            reach = EMPTY
            for index, cell in enumerate(row):
                if cell is not EMPTY:
                    reach = cell
                elif reach is EMPTY or depth == len(rows) - 1:
                    continue
                column = columns[index]
                if column and column[-1].text == reach.text:
                    continue
                if cell is EMPTY and not self._pay(reach):
                    continue
                column.append(reach)
        return tuple(join(column, " ") for column in columns)


def _is_title(cells: list[Inline]) -> bool:
    """Tell whether the first cell of a row of several is the only one with text."""
    return len(cells) > 1 and not any(cell.text for cell in cells[1:])


def _is_taken_out(attributes: Attributes) -> bool:
    """Tell whether a cell that is not shown leaves no gap; any other still takes its place."""
    if "hidden" in attributes:
        return True
    display = declarations(attributes.get("style") or "").get("display", ())
    return bool(display) and display[-1] == "none"


def spans(attributes: Attributes) -> tuple[int, int]:
    """Return how many rows and columns a cell takes."""
    rows = columns = 1
    if "rowspan" in attributes:
        rows = _span(attributes["rowspan"], MAX_ROW_SPAN) or MAX_ROW_SPAN
    if "colspan" in attributes:
        columns = _span(attributes["colspan"], MAX_COLUMNS)
    return rows, columns


def _span(value: str | None, most: int) -> int:
    digits = (value or "").strip()
    end = 0
    while end < len(digits) and end < 6 and digits[end].isascii() and digits[end].isdigit():
        end += 1
    return min(int(digits[:end]), most) if end else 1
