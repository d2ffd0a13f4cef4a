"""Blocks and cells that a style strikes out."""

from __future__ import annotations

import time

import pytest
from html_reading import blocks, page

from bookwheel.document.model import Citation, Page
from bookwheel.html import parse
from bookwheel.render.markdown import render_markdown

STYLE = 'style="text-decoration: line-through"'


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        (f"<p {STYLE}>It is <b>over</b></p><p>Not</p>", "~~It is **over**~~\n\nNot"),
        (f"<ul><li {STYLE}>gone</li><li>here</li></ul>", "- ~~gone~~\n- here"),
        (
            f"<table class=wikitable><tr><th>a</th><th>b</th></tr><tr {STYLE}><td>x</td><td>y</td></tr></table>",
            "| a | b |\n| --- | --- |\n| ~~x~~ | ~~y~~ |",
        ),
        (f"<div {STYLE}>loose</div>", "~~loose~~"),
        ('<p style="text-decoration:line-through;text-decoration:none">here</p>', "here"),
        ('<p title="line-through">here</p>', "here"),
    ],
)
def test_a_block_or_row_that_a_style_strikes_out_reads_as_struck(html: str, markdown: str):
    assert render_markdown(parse(Page(html.encode(), "X", Citation("", "live")))) == markdown


def test_struck_boxes_around_blocks_are_read_as_they_are():
    assert len(blocks(f"<div {STYLE}><p>a</p><p>b</p></div>")) == 2


def test_deep_nests_of_struck_boxes_cost_little():
    html = f"<div {STYLE}>" * 5_000 + "x"
    start = time.process_time()
    parse(page(html))
    assert time.process_time() - start < 3
