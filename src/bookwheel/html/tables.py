"""Data tables as full grids: spans resolved, header rows joined, nested tables folded into their cell."""

from __future__ import annotations

from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from bookwheel.document.model import EMPTY, Inline, Table
from bookwheel.html import tags
from bookwheel.html.furniture import is_dropped
from bookwheel.html.inlines import InlineReader
from bookwheel.html.visibility import VISIBLE, ink_of
from bookwheel.html.whitespace import CELL, LINE, join, settle

MAX_COLUMNS = 1000
MAX_ROW_SPAN = 65534
# Grid cells a table may hold beyond those it spells out: absurd spans must not fill the memory.
MAX_SPANNED_CELLS = 200_000

_ROW_GROUPS = tags.tag_ids("tbody thead tfoot")
_CELLS = frozenset((tags.TD, tags.TH))

Row = tuple[list[Inline], bool]


def table_rows(table: LexborNode) -> Iterator[tuple[LexborNode, bool]]:
    """Yield the table's own rows, never those of a nested table, and whether each stands in a `<thead>`."""
    for part in table.iter():
        tag = part.tag_id
        if tag in _ROW_GROUPS:
            in_head = tag == tags.THEAD
            for row in part.iter():
                if row.tag_id == tags.TR:
                    yield row, in_head
        elif tag == tags.TR:
            yield part, False


def row_cells(row: LexborNode) -> list[LexborNode]:
    """Return the cells of one row."""
    return [cell for cell in row.iter() if cell.tag_id in _CELLS]


class TableReader:
    """Reads data tables. Cells with the same plain text are cleaned once per page."""

    __slots__ = ("_inline", "_known", "_plain")

    def __init__(self, inline: InlineReader) -> None:
        self._inline = inline
        self._known: dict[str, Inline] = {}
        self._plain: set[tuple[str | None, str | None]] = set()

    def read(self, table: LexborNode) -> Table | None:
        """Return the grid, or None when no cell holds text."""
        rows: list[list[Inline]] = []
        heads: list[bool] = []
        hanging: dict[int, tuple[Inline, int]] = {}
        budget = MAX_SPANNED_CELLS
        for row, in_head in table_rows(table):
            attributes = row.attributes
            if attributes and is_dropped(row, attributes):
                continue
            cells, is_header, hanging, spent = self._row(row, hanging, budget)
            budget -= spent
            if cells:
                rows.append(cells)
                heads.append(in_head or is_header)
        return _grid(self._caption(table), rows, heads)

    def _caption(self, table: LexborNode) -> Inline:
        for part in table.iter():
            if part.tag_id == tags.CAPTION:
                return self._inline.children(part, LINE)
        return EMPTY

    def _row(
        self, row: LexborNode, hanging: dict[int, tuple[Inline, int]], budget: int
    ) -> tuple[list[Inline], bool, dict[int, tuple[Inline, int]], int]:
        """Read one row into grid cells; `hanging` holds the cells that reach down from rows above."""
        cells: list[Inline] = []
        still_hanging: dict[int, tuple[Inline, int]] = {}
        is_header, has_own, spent = True, False, 0
        known, plain, read = self._known, self._plain, self._inline.children
        for cell in row.iter():
            tag = cell.tag_id
            if tag not in _CELLS:
                continue
            attributes = cell.attributes
            columns = rows_down = 1
            if attributes:
                look = attributes.get("class"), attributes.get("style")
                if look not in plain or "hidden" in attributes:
                    if is_dropped(cell, attributes):
                        continue
                    if "hidden" not in attributes and ink_of(look[1] or "") == VISIBLE:
                        plain.add(look)
                if "colspan" in attributes:
                    columns = _span(attributes["colspan"], MAX_COLUMNS)
                if "rowspan" in attributes:
                    rows_down = _span(attributes["rowspan"], MAX_ROW_SPAN) or MAX_ROW_SPAN
            while hanging:  # cells from above fill the next free columns first
                column = len(cells)
                above = hanging.get(column)
                if above is None:
                    break
                cells.append(above[0])
                spent += 1
                if above[1] > 1:
                    still_hanging[column] = (above[0], above[1] - 1)
                del hanging[column]
            child = cell.child
            if child is None:
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
            if columns == 1 and rows_down == 1:
                if len(cells) < MAX_COLUMNS:
                    cells.append(content)
                continue
            columns = max(1, min(columns, MAX_COLUMNS - len(cells), budget - spent))
            for offset in range(columns):
                value = content if offset == 0 else EMPTY
                if rows_down > 1:
                    still_hanging[len(cells)] = (value, rows_down - 1)
                cells.append(value)
            spent += columns - 1
        if not has_own and not hanging:
            return [], False, still_hanging, spent
        for column in sorted(hanging):
            if budget - spent <= 0:
                break
            value, left = hanging[column]
            cells.extend([EMPTY] * (column - len(cells)))
            cells.append(value)
            spent += 1
            if left > 1:
                still_hanging[column] = (value, left - 1)
        return (cells if has_own else []), is_header and has_own, still_hanging, spent


def _span(value: str | None, most: int) -> int:
    digits = (value or "").strip()
    end = 0
    while end < len(digits) and end < 6 and digits[end].isascii() and digits[end].isdigit():
        end += 1
    return min(int(digits[:end]), most) if end else 1


def _grid(caption: Inline, rows: list[list[Inline]], heads: list[bool]) -> Table | None:
    """Square the rows, join the leading header rows, drop columns and rows that hold nothing at all."""
    if not any(cell is not EMPTY for row in rows for cell in row):
        return None
    width = max(map(len, rows))
    for row in rows:
        if len(row) < width:
            row.extend([EMPTY] * (width - len(row)))
    depth = 0
    while depth < len(heads) and heads[depth] and depth < len(rows) - 1:
        depth += 1
    if depth == 0 and heads and heads[0]:
        depth = 1
    header = _joined(rows[:depth]) if depth > 1 else tuple(rows[0])
    body = rows[max(depth, 1) :]
    return Table(caption, header, tuple(map(tuple, body)))


def _joined(rows: list[list[Inline]]) -> tuple[Inline, ...]:
    """Join stacked header rows per column; a heading over several columns counts for each of them."""
    columns: list[list[Inline]] = [[] for _ in rows[0]]
    for depth, row in enumerate(rows):
        reach = EMPTY
        for index, cell in enumerate(row):
            if cell is not EMPTY:
                reach = cell
            spread = reach if cell is EMPTY and depth < len(rows) - 1 else cell
            column = columns[index]
            if spread is not EMPTY and (not column or column[-1].text != spread.text):
                column.append(spread)
    return tuple(join(column, " ") for column in columns)
