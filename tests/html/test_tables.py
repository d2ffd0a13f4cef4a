"""Data tables and layout tables."""

from __future__ import annotations

import pytest
from html_reading import all_text, blocks, only, read, rows

from bookwheel.document.model import Link, ListBlock, Paragraph, Table
from bookwheel.html.tables import MOST_COPIES


def table(*lines: str, attributes: str = 'class="wikitable"') -> str:
    return f"<table {attributes}>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def test_a_row_spanned_cell_is_repeated_in_every_row():
    html = table(
        "<th>Year</th><th>Name</th>",
        '<td rowspan="3">1986</td><td>Gutowsky</td>',
        "<td>McConnell</td>",
        "<td>Waugh</td>",
    )
    assert rows(html) == [["Year", "Name"], ["1986", "Gutowsky"], ["1986", "McConnell"], ["1986", "Waugh"]]


def test_a_column_spanned_cell_is_followed_by_empty_ones():
    html = table("<th>a</th><th>b</th><th>c</th>", '<td colspan="2">x</td><td>y</td>')
    assert rows(html)[1] == ["x", "", "y"]


def test_stacked_header_rows_are_joined_per_column():
    html = table(
        '<th rowspan="2">Model</th><th colspan="2">Core</th>',
        "<th>Base</th><th>Boost</th>",
        "<td>A</td><td>1</td><td>2</td>",
    )
    assert rows(html) == [["Model", "Core Base", "Core Boost"], ["A", "1", "2"]]


def test_titles_above_the_names_of_the_columns_are_part_of_the_header():
    html = table(
        '<th colspan="2">Ratings</th>',
        '<th colspan="2">Review scores</th>',
        "<th>Source</th><th>Rating</th>",
        "<td>A</td><td>4</td>",
    )
    assert rows(html) == [["Ratings Review scores Source", "Ratings Review scores Rating"], ["A", "4"]]


def test_titles_below_the_names_of_the_columns_are_rows():
    names, group, data = (
        "<th>Source</th><th>Rating</th>",
        '<th colspan="2">Print</th>',
        "<td>A</td><td>4</td>",
    )
    assert rows(table(names, group, data)) == [["Source", "Rating"], ["Print", ""], ["A", "4"]]
    assert rows(table(group, group, data)) == [["Print", ""], ["Print", ""], ["A", "4"]]


def test_rows_of_pictures_and_columns_that_nothing_fills_are_left_out():
    chart = "<tr><td colspan=9><img src=c.svg></td></tr>"
    head = "<tr><th colspan=2>Party</th><th rowspan=2>Votes</th></tr><tr><th>Name</th><th>Seats</th></tr>"
    assert rows(
        f"<table class=wikitable>{chart}{head}<tr><td>A<td>1<td>2</tr>{chart}<tr><td colspan=9>Source</tr></table>"
    ) == [
        ["Party Name", "Party Seats", "Votes"],
        ["A", "1", "2"],
        ["Source", "", ""],
    ]


def test_spans_in_both_directions_fill_a_block():
    html = table(
        "<th>a</th><th>b</th><th>c</th>", '<td rowspan="2" colspan="2">x</td><td>1</td>', "<td>2</td>"
    )
    assert rows(html)[1:] == [["x", "", "1"], ["x", "", "2"]]


def test_a_row_span_of_zero_reaches_to_the_end():
    html = table("<th>a</th><th>b</th>", '<td rowspan="0">x</td><td>1</td>', "<td>2</td>", "<td>3</td>")
    assert [row[0] for row in rows(html)[1:]] == ["x", "x", "x"]


def test_absurd_spans_are_bounded():
    html = table("<th>a</th>", *(['<td colspan="999999999" rowspan="999999999">x</td>'] * 50))
    found = only(html, Table)
    assert sum(len(row) for row in found.rows) < 300_000


def cells_of(html: str) -> int:
    tables = [block for block in blocks(html) if isinstance(block, Table)]
    return sum(len(found.header) + sum(map(len, found.rows)) for found in tables)


def test_cells_copied_from_above_are_bounded_however_many_rows_follow():
    html = table('<td rowspan="65000" colspan="999">S</td><td>x</td>', *(["<td>y</td>"] * 20_000))
    assert cells_of(html) < MOST_COPIES + 30_000
    assert [row[-1].text for row in only(html, Table).rows[:3]] == ["y"] * 3


def test_the_bound_on_copies_holds_for_all_tables_of_a_page_together():
    one = table('<td rowspan="600" colspan="1000">S</td>', *(["<td>y</td>"] * 30))
    assert cells_of(one * 100) < MOST_COPIES + 10_000


def test_copies_of_long_texts_count_for_more():
    html = table(f"<td rowspan='5000'>{'word ' * 2000}</td><td>x</td>", *(["<td>y</td>"] * 5000))
    assert len(all_text(html)) < 20 * len(html) + 10 * MOST_COPIES
    heading = table(f"<th colspan='1000'>{'word ' * 5000}</th>", "<th>a</th>", "<td>y</td>")
    assert len(all_text(heading)) < 10 * MOST_COPIES


def test_a_wide_row_among_many_short_ones_keeps_all_its_words_in_fewer_columns():
    wide = "".join(f"<td>w{number}</td>" for number in range(900))
    html = table("<th>h</th>", wide, *(["<td>y</td>"] * 2000))
    assert cells_of(html) < MOST_COPIES + 5000
    first = only(html, Table).rows[0]
    assert " ".join(cell.text for cell in first).split() == [f"w{number}" for number in range(900)]


def test_cells_beyond_the_last_column_are_read_into_it():
    wide = "".join(f"<td>w{number}</td>" for number in range(1500))
    row = only(table("<th>h</th>", wide), Table).rows[0]
    assert len(row) == 1000
    assert row[-1].text.split() == [f"w{number}" for number in range(999, 1500)]


def test_rows_without_cells_count_against_what_reaches_over_them():
    html = table('<td rowspan="3">a</td><td>b</td>', "", "<td>c</td>", "<td>d</td>")
    assert rows(html) == [["a", "b"], ["a", "c"], ["d", ""]]


def test_rows_of_unequal_length_are_filled():
    html = table("<th>a</th><th>b</th>", "<td>1</td>", "<td>1</td><td>2</td><td>3</td>")
    assert {len(row) for row in rows(html)} == {3}


def test_a_list_in_a_cell_is_joined():
    html = table("<th>a</th>", "<td><ul><li>B1</li><li>B2</li></ul></td>")
    assert rows(html)[1] == ["B1; B2"]


def test_line_breaks_and_paragraphs_in_a_cell_are_spaces():
    html = table("<th>a</th>", "<td>x<br>y<p>z</p></td>")
    assert rows(html)[1] == ["x y z"]


def test_a_nested_table_is_folded_into_its_cell():
    html = table(
        "<th>a</th><th>b</th>",
        "<td><table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table></td><td>z</td>",
    )
    assert rows(html)[1] == ["1 2; 3", "z"]


def test_the_caption_is_kept_and_may_hold_links():
    html = '<table class="wikitable"><caption>Of <a href="/wiki/X">x</a></caption><tr><td>1</td></tr></table>'
    caption = only(html, Table).caption
    assert caption.text == "Of x"
    assert caption.marks == (Link(3, 4, "internal", "/wiki/X", "X"),)


def test_the_first_row_is_the_header_where_none_is_marked():
    assert rows(table("<td>1</td><td>2</td>", "<td>3</td><td>4</td>")) == [["1", "2"], ["3", "4"]]


def test_a_row_header_is_an_ordinary_cell():
    html = table("<th>a</th><th>b</th>", "<th>x</th><td>1</td>")
    assert rows(html)[1] == ["x", "1"]


def test_pictures_sort_keys_and_notes_leave_the_cell():
    html = table(
        "<th>a</th>",
        '<td data-sort-value="9"><span style="display:none">9</span><img alt="flag"> Fr<sup class="reference"><a href="#cite_note-1">[1]</a></sup></td>',
    )
    assert rows(html)[1] == ["Fr"]


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("<a href=F><img alt='Canada' width=23></a>", "Canada"),
        ("<img alt='Yes' width=20> <img alt='No' width=20>", "Yes No"),
        ("<span class='pcs-lazy-load-placeholder' data-alt='Canada' data-width='23'></span>", "Canada"),
        ("<img alt='Canada' width=23> Toronto", "Toronto"),
        ("<img alt='A view of the town' width=220>", ""),
        ("<img alt='Flag_of_Canada.svg' width=23>", ""),
        ("<img alt='Do this' width=1><img alt='Yes' width=20>", ""),
        ("<span style='display:none'><img alt='Do this' width=20></span>", ""),
        (f"<img alt='{'word ' * 20}' width=20>", ""),
    ],
)
def test_small_pictures_in_a_cell_without_words_read_as_what_they_stand_for(cell: str, shown: str):
    assert (
        rows(f"<table class=wikitable><tr><th>A<th>B</tr><tr><td>{cell}</td><td>x</td></tr></table>")[1][0]
        == shown
    )


def test_links_in_cells_are_marked():
    html = table("<th>a</th>", '<td>&nbsp;<a href="/wiki/France">France</a> (2)</td>')
    cell = only(html, Table).rows[0][0]
    assert cell.text == "France (2)"
    assert cell.marks == (Link(0, 6, "internal", "/wiki/France", "France"),)


def test_an_empty_table_is_nothing():
    assert blocks(table("<td></td>", "<td> </td>")) == []


def test_hidden_rows_and_cells_are_left_out():
    html = table(
        "<th>a</th><th style='display:none'>h</th>", "<td>1</td><td style='display:none'>h</td>", "<td>2</td>"
    )
    assert rows(html) == [["a"], ["1"], ["2"]]


def test_a_cell_that_shows_nothing_keeps_its_place():
    for look in (
        'style="visibility:hidden"',
        'style="color:transparent"',
        'style="color:#fff"',
        'class="sortkey"',
    ):
        html = table(
            "<th>a</th><th>b</th>",
            f"<td {look}>x</td><td>1</td>",
            f"<td {look} rowspan=2>x</td><td>2</td>",
            "<td>3</td>",
        )
        assert rows(html) == [["a", "b"], ["", "1"], ["", "2"], ["", "3"]], look


def test_a_row_span_ends_with_its_group_of_rows():
    html = "<table class=wikitable><tr><th>a<th>b<tbody><tr><td rowspan=5>1<td>2<tbody><tr><td>3<td>4</table>"
    assert rows(html) == [["a", "b"], ["1", "2"], ["3", "4"]]


def test_the_foot_of_a_table_comes_last_wherever_it_is_written():
    html = "<table class=wikitable><thead><tr><th>a<tfoot><tr><td>sum<tbody><tr><td>1</table>"
    assert rows(html) == [["a"], ["1"], ["sum"]]


def test_a_heading_over_all_columns_is_a_row_of_its_own():
    html = table(
        "<th>Year</th><th>Title</th>",
        "<th colspan=2>1990s</th>",
        "<td>1991</td><td>x</td>",
        "<th colspan=2>2000s</th>",
        "<td>2001</td><td>y</td>",
    )
    assert rows(html) == [["Year", "Title"], ["1990s", ""], ["1991", "x"], ["2000s", ""], ["2001", "y"]]


def test_a_layout_table_reads_as_blocks():
    for attributes in ('role="presentation"', 'class="multicol"', ""):
        html = f"<table {attributes}><tr><td><p>left</p><ul><li>a</li></ul></td><td><p>right</p><p>more</p></td></tr></table>"
        assert [type(block) for block in blocks(html)] == [Paragraph, ListBlock, Paragraph, Paragraph], (
            attributes
        )


def test_a_succession_box_is_kept_as_text():
    html = '<table class="wikitable succession-box" role="presentation"><tr><td>Before</td><td>King</td></tr></table>'
    assert [block.content.text for block in blocks(html) if isinstance(block, Paragraph)] == [
        "Before",
        "King",
    ]


def test_headings_in_a_layout_table_are_sections_and_in_a_data_table_text():
    layout = read("<table><tr><td><h2>News</h2><p>x</p></td><td><h2>Facts</h2><p>y</p></td></tr></table>")
    assert [section.title.text for section in layout.sections] == ["", "News", "Facts"]
    data = read(table("<th>a</th>", "<td><h2>News</h2>x</td>"))
    assert len(data.sections) == 1


def test_a_thead_of_two_rows_is_one_header():
    html = "<table><thead><tr><td>a</td></tr><tr><td>b</td></tr></thead><tbody><tr><td>1</td></tr></tbody></table>"
    assert rows(html) == [["a b"], ["1"]]
