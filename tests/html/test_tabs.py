"""Contents under tabs: the names of the tabs say what each is."""

from __future__ import annotations

import time

import pytest
from html_reading import blocks, page

from bookwheel.document.model import Paragraph, Strong
from bookwheel.html import parse

ROW = (
    '<header class="tabber__header"><nav class="tabber__tabs">'
    '<a class="tabber__tab" href="#a">Cast</a><a class="tabber__tab" href="#b">Crew</a></nav></header>'
)


@pytest.mark.parametrize(
    "html",
    [
        '<div class=tabber><div class=tabbertab title="Cast"><p>A</p></div><div class=tabbertab data-title="Crew"><p>B</p></div></div>',
        f"<div class=tabber>{ROW}<section><article class=tabber__panel><p>A</p></article> <article class=tabber__panel><p>B</p></article></section></div>",
        '<div class=tabber><article class=tabber__panel data-mw-tabber-title=" Cast "><p>A</p></article><article class=tabber__panel data-mw-tabber-title=Crew><p>B</p></article></div>',
    ],
)
def test_each_tab_is_read_under_its_name(html: str):
    found = [block.content for block in blocks(html) if isinstance(block, Paragraph)]
    assert [content.text for content in found] == ["Cast", "A", "Crew", "B"]
    assert found[0].marks == (Strong(0, 4),)


def test_tabs_inside_a_tab_have_their_own_names():
    inner = f"<div class=tabber>{ROW}<section><article class=tabber__panel>A</article></section></div>"
    outer = ROW.replace("Cast", "Film")
    html = f"<div class=tabber>{outer}<section><article class=tabber__panel>{inner}</article></section></div>"
    assert [block.content.text for block in blocks(html) if isinstance(block, Paragraph)] == [
        "Film",
        "Cast",
        "A",
    ]


def test_a_tab_without_a_name_is_read_all_the_same():
    assert [block for block in blocks("<div class=tabbertab>A</div>") if isinstance(block, Paragraph)] == [
        Paragraph(blocks("<p>A</p>")[0].content)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType]
    ]


@pytest.mark.parametrize(
    "html",
    [
        f"<div class=tabber>{ROW}{'<div class=tabber__panel>A</div>' * 5_000}</div>",
        (
            f"<div class=tabber><div class=tabber__header>{'<i class=tabber__tab>t</i>' * 5_000}</div>"
            f"{'<section><div class=tabber__panel>A</div></section>' * 5_000}</div>"
        ),
    ],
)
def test_many_tabs_without_names_cost_little(html: str):
    start = time.process_time()
    parse(page(html))
    assert time.process_time() - start < 2
