"""Lists of every kind."""

from __future__ import annotations

import pytest
from html_reading import blocks, only, text

from bookwheel.document.model import ListBlock, Paragraph, Table


def _lines(block: ListBlock) -> list[str]:
    return [item.content.text for item in block.items]


def test_lists_nest():
    outer = only("<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d</li></ul>", ListBlock)
    assert _lines(outer) == ["a", "d"]
    inner = outer.items[0].blocks[0]
    assert isinstance(inner, ListBlock)
    assert _lines(inner) == ["b"]
    innermost = inner.items[0].blocks[0]
    assert isinstance(innermost, ListBlock)
    assert (innermost.kind, _lines(innermost)) == ("ordered", ["c"])


def test_ordered_lists_count_as_the_page_says():
    assert only("<ol><li>a<li>b</ol>", ListBlock).numbers == (1, 2)
    assert only('<ol start="5"><li>a<li>b</ol>', ListBlock).numbers == (5, 6)
    assert only("<ol reversed><li>a<li>b<li>c</ol>", ListBlock).numbers == (3, 2, 1)
    assert only('<ol><li>a<li value="10">b<li>c</ol>', ListBlock).numbers == (1, 10, 11)
    assert only('<ol start="99999999999999"><li value="x">a</ol>', ListBlock).numbers == (1,)


def test_terms_and_definitions_are_told_apart():
    block = only("<dl><dt>term</dt><dd>one</dd><dd>two</dd></dl>", ListBlock)
    assert block.kind == "definition"
    assert [(item.role, item.content.text) for item in block.items] == [
        ("term", "term"),
        ("definition", "one"),
        ("definition", "two"),
    ]


def test_an_empty_item_is_dropped():
    assert _lines(only('<ul><li class="mw-empty-elt"></li><li>a</li><li> </li></ul>', ListBlock)) == ["a"]


def test_an_item_keeps_its_paragraphs_and_tables():
    html = '<ul><li><p>one</p><p>two</p><table class="wikitable"><tr><th>h</th></tr><tr><td>x</td></tr></table></li></ul>'
    item = only(html, ListBlock).items[0]
    assert item.content.text == "one"
    assert [type(block) for block in item.blocks] == [Paragraph, Table]


def test_a_list_directly_inside_a_list_belongs_to_the_item_before():
    block = only("<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>", ListBlock)
    assert _lines(block) == ["a", "c"]
    inner = block.items[0].blocks[0]
    assert isinstance(inner, ListBlock)
    assert _lines(inner) == ["b"]


def test_text_after_a_nested_list_is_not_lost():
    item = only("<ul><li>a<ul><li>b</li></ul>tail</li></ul>", ListBlock).items[0]
    assert isinstance(item.blocks[1], Paragraph)
    assert item.blocks[1].content.text == "tail"


def test_a_heading_inside_an_item_is_text_of_it():
    found = blocks("<ul><li>a<h3>b</h3></li></ul>")
    assert len(found) == 1


@pytest.mark.parametrize(
    ("attributes", "labels"),
    [
        ('type="a"', ["a.", "b."]),
        ('type="A" start="26"', ["Z.", "AA."]),
        ('type="i" reversed', ["ii.", "i."]),
        ('type="I" start="4"', ["IV.", "V."]),
        ('style="list-style-type: lower-greek"', ["α.", "β."]),
        ('style="color:red; LIST-STYLE:inside Upper-Latin"', ["A.", "B."]),
        ('type="a" start="0"', ["0.", "a."]),
        ('type="i" start="3999"', ["mmmcmxcix.", "4000."]),
    ],
)
def test_items_counted_in_letters_begin_with_them(attributes: str, labels: list[str]):
    block = only(f"<ol {attributes}><li>x<b>y</b></li><li><pre>z</pre></li></ol>", ListBlock)
    assert (block.kind, block.numbers) == ("bullet", ())
    assert _lines(block) == [f"{labels[0]} xy", labels[1]]
    mark = block.items[0].content.marks[0]
    assert block.items[0].content.text[mark.start : mark.end] == "y"


@pytest.mark.parametrize("attributes", ['type="1"', 'type="x"', 'style="list-style-type: decimal"', ""])
def test_items_counted_in_digits_keep_their_numbers(attributes: str):
    block = only(f"<ol {attributes}><li>x</li></ol>", ListBlock)
    assert (block.kind, block.numbers, _lines(block)) == ("ordered", (1,), ["x"])


def test_an_empty_item_counts_and_one_that_is_not_shown_does_not():
    html = (
        '<ol><li>a</li><li></li><li class="mw-empty-elt"></li><li style="display:none">x</li><li>c</li></ol>'
    )
    assert only(html, ListBlock).numbers == (1, 3)


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("<input type=checkbox checked> wash", "[x] wash"),
        ("<label><input type='CheckBox'>dry</label>", "[ ] dry"),
        ("<p><input type=checkbox checked='' disabled>fold</p><p>well</p>", "[x] fold"),
        ("<input type=checkbox style='display:none'>iron", "iron"),
        ("<input type=text value=x>iron", "iron"),
    ],
)
def test_the_check_box_of_an_item_tells_its_state(item: str, expected: str):
    assert only(f"<ul><li>{item}</li></ul>", ListBlock).items[0].content.text == expected


def test_check_boxes_that_only_steer_the_page_are_no_text():
    assert text("a <input type=checkbox checked> b") == "a b"
    assert [type(block) for block in blocks("<div>a</div><input type=checkbox checked><div>b</div>")] == [
        Paragraph
    ] * 2
