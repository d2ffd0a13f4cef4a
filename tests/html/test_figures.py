"""Pictures with captions, and what else stands in the boxes that hold them."""

from __future__ import annotations

import time

import pytest
from html_reading import all_text, blocks, only, page

from bookwheel.document.model import (
    Code,
    Figure,
    Hatnote,
    Inline,
    ListBlock,
    Paragraph,
    Quote,
    Section,
    Table,
)
from bookwheel.html import parse

TABLE = "<table class='wikitable'><tr><th>Y</th></tr><tr><td>1</td></tr></table>"
PICTURE = '<a class="image" href="/wiki/File:A.jpg"><img src="a.jpg" alt="al"></a>'


def kinds(html: str) -> list[str]:
    return [type(block).__name__ for block in blocks(html)]


def whole(body: str) -> str:
    return f"<!doctype html><html><head><title>T</title></head><body><main>{body}</main></body></html>"


@pytest.mark.parametrize(
    "html",
    [
        f'<div class="thumb tright"><div class="thumbinner">{PICTURE}<div class="thumbcaption">cap</div></div></div>',
        f'<div class="thumb"><div class="thumbinner"><p>{PICTURE}</p><div class="thumbcaption">cap</div></div></div>',
        (
            f'<div class="thumb"><div class="thumbinner"><table><tr><td>{PICTURE}</td></tr></table><div '
            'class="thumbcaption">cap</div></div></div>'
        ),
        f'<figure typeof="mw:File/Thumb">{PICTURE}<figcaption>cap</figcaption></figure>',
        f'<div class="floatright">{PICTURE} cap</div>',
    ],
)
def test_a_picture_with_its_caption_is_one_figure(html: str):
    assert blocks(f"{html}<p>text</p>") == [
        Figure(Inline("cap"), "al", "a.jpg"),
        Paragraph(Inline("text")),
    ]


@pytest.mark.parametrize(
    "archived", ["", '<a class="image"></a>', '<span class="mw-broken-media">File:A</span>']
)
def test_a_caption_stays_one_where_the_archive_left_out_the_picture(archived: str):
    figure = Figure(Inline("cap"), "", "")
    assert blocks(f"<figure>{archived}<figcaption>cap</figcaption></figure>") == [figure]
    assert blocks(f'<div class="thumb">{archived}<div class="thumbcaption">cap</div></div>') == [figure]


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (TABLE, Table),
        ("<p>x</p>", Paragraph),
        ("<ul><li>x</li></ul>", ListBlock),
        ("<pre>x</pre>", Code),
        ("<blockquote>x</blockquote>", Quote),
        ('<p class="hatnote">x</p>', Hatnote),
    ],
)
@pytest.mark.parametrize(
    "box",
    [
        '<div class="thumb tright"><div class="thumbinner">{}</div></div>',
        '<div class="floatleft">{}</div>',
        "<figure>{}</figure>",
        '<span><div class="tmulti">{}</div></span>',
    ],
)
def test_other_content_of_a_box_is_read_where_it_stands(box: str, content: str, kind: type):
    assert [type(block) for block in blocks(box.format(content))] == [kind]
    found = blocks(box.format(f'{PICTURE}{content}<div class="thumbcaption">cap</div>'))
    assert found[0] == Figure(Inline("cap"), "al", "a.jpg")
    assert [type(block) for block in found[1:]] == [kind]


def test_a_caption_of_something_else_than_a_picture_is_text():
    html = "<figure><blockquote>To be.</blockquote><figcaption>Shakespeare</figcaption></figure>"
    assert blocks(whole(html)) == [Quote((Paragraph(Inline("To be.")),)), Paragraph(Inline("Shakespeare"))]
    html = (
        f'<div class="thumb"><div class="thumbinner">{TABLE}<div class="thumbcaption">cap</div></div></div>'
    )
    assert kinds(html) == ["Table", "Paragraph"]


def test_text_in_a_floating_box_without_a_picture_is_text():
    assert blocks('<div class="floatleft">Side <b>text</b>.</div>')[0].content.text == "Side text."  # type: ignore[union-attr]
    assert all_text(whole("<figure><div>a = <code>1</code></div></figure>")) == "\na = 1"


def test_figures_inside_a_figure_are_read_each_and_their_caption_once():
    html = (
        "<figure><figure><img src='a' alt='one'></figure><figure><img src='b' alt='two'></figure><figcaption>both"
        "</figcaption></figure>"
    )
    assert [(figure.caption.text, figure.alt) for figure in blocks(whole(html)) if isinstance(figure, Figure)] == [
        ("both", ""), ("", "one"), ("", "two"),
    ]  # fmt: skip


def test_a_recording_beside_text_is_told_once():
    html = '<figure><span class="mw-tmh-player"><video src="v.webm"></video></span><p>x</p><figcaption>cap</figcaption></figure>'
    assert blocks(whole(html)) == [Figure(Inline("cap"), "", "v.webm", "video"), Paragraph(Inline("x"))]
    bare = '<figure><video src="v.webm"></video><p>x</p></figure>'
    assert blocks(whole(bare)) == [Figure(Inline(""), "", "v.webm", "video"), Paragraph(Inline("x"))]


def test_a_box_that_is_never_closed_does_not_swallow_the_rest_of_the_page():
    html = (
        f'<p>lead</p><div class="thumb"><div class="thumbinner">{PICTURE}<div/><div class="thumbcaption">cap</div>'
        f'<p>on</p><h2>A</h2><p>text</p><div class="thumb"><div class="thumbinner"><img src="b.jpg" alt="b"></div></div>'
    )
    sections: tuple[Section, ...] = parse(page(html)).sections
    assert [section.title.text for section in sections] == ["", "A"]
    assert [type(block) for block in sections[0].blocks] == [Paragraph, Figure, Paragraph]
    assert sections[1].blocks == (Paragraph(Inline("text")), Figure(Inline(""), "b", "b.jpg"))


def test_a_gallery_tells_each_picture_with_its_caption():
    html = (
        '<ul class="gallery"><li class="gallerycaption">all</li><li class="gallerybox"><div class="thumb"><img src="a"></div>'
        '<div class="gallerytext"><p>one</p></div></li></ul>'
    )
    assert [figure.caption.text for figure in blocks(html) if isinstance(figure, Figure)] == ["all", "one"]
    assert len(blocks(html)) == 2


def test_nothing_hidden_in_a_box_makes_it_more_than_a_picture():
    html = f'<div class="thumb">{PICTURE}<p style="display:none">SECRET</p><div class="thumbcaption">cap</div></div>'
    assert only(html, Figure).caption.text == "cap"
    assert "SECRET" not in all_text(html)


@pytest.mark.parametrize(
    "opening",
    [
        '<div class="thumbinner">',
        '<div class="thumb"><p>x</p>',
        "<figure><p>x</p>",
        "<figure><table><tr><td>",
        '<div class="highlight"><p>x</p>',
    ],
)
def test_boxes_nested_by_the_thousand_are_looked_into_once(opening: str):
    begin = time.thread_time()
    assert "end" in all_text(whole(opening * 4000 + "<p>end"))
    assert time.thread_time() - begin < 10


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<p><a href="/wiki/X"><img src="x.png" alt="A diagram"></a></p>', ["A diagram"]),
        ('<div><img src="x.png" alt="A diagram" width="640" height="480"></div>', ["A diagram"]),
        ('<p><img src="x.png" alt="A diagram"> with words</p>', []),
        ('<p><img src="x.png" alt="An icon" width="20"><img src="y.png" alt="Next"></p>', []),
        ('<p><img src="x.png" alt="Circle frame.svg"><img src="y.png"></p>', []),
        ('<p><span style="display:none"><img src="x.png" alt="A diagram"></span></p>', []),
    ],
)
def test_a_picture_that_is_a_paragraph_is_kept_when_it_is_described(html: str, expected: list[str]):
    assert [block.alt for block in blocks(html) if isinstance(block, Figure)] == expected


def test_a_row_with_a_recording_is_no_data():
    html = (
        '<ul><li><table class="audiotable"><tr><td>Audio</td><td><span><video controls><source src="a.ogg"></video></span>'
        "</td><td>(file)</td></tr></table></li></ul>"
    )
    (item,) = only(html, ListBlock).items
    assert item.content.text == "Audio"
    assert [(type(block), getattr(block, "kind", "")) for block in item.blocks] == [
        (Figure, "audio"),
        (Paragraph, ""),
    ]


LISTEN = (
    '<div class="{}"><div class="haudio"><div>"Eleanor"</div><audio src="e.ogg"></audio>'
    '<div class="description">A part of the song.</div><i class="selfreference">See media help.</i></div></div>'
)


@pytest.mark.parametrize("names", ["mbox-small-left", "side-box metadata listen noprint"])
def test_a_recording_beside_the_text_is_told_with_its_title_and_description(names: str):
    figure = only(LISTEN.format(names), Figure)
    assert (figure.kind, figure.caption.text) == ("audio", '"Eleanor" A part of the song.')
    assert figure.source.endswith("e.ogg")


@pytest.mark.parametrize(
    "html",
    [
        LISTEN.format("side-box spoken-wikipedia"),
        f"<div class=side-box hidden>{LISTEN.format('x')}</div>",
        f"<div class=side-box><div style='display:none'>{LISTEN.format('x')}</div></div>",
        "<div class=side-box>Look for it elsewhere.</div>",
    ],
)
def test_small_boxes_without_a_recording_for_the_reader_stay_out(html: str):
    assert blocks(html) == []


@pytest.mark.parametrize(
    ("drawing", "alt"),
    [
        ("<svg><title>Growth of <b>Rome</b></title><text>1990</text></svg>", "Growth of Rome"),
        ("<svg aria-label='A  plan'><title>x</title></svg>", "A plan"),
        ("<svg><g><text>1990</text><text>Rome</text></g></svg>", "1990 Rome"),
    ],
)
def test_a_drawing_without_a_caption_is_told_by_its_labels(drawing: str, alt: str):
    assert only(f"<figure>{drawing}</figure>", Figure).alt == alt
    captioned = only(f"<figure>{drawing}<figcaption>Rome</figcaption></figure>", Figure)
    assert (captioned.caption.text, captioned.alt) == ("Rome", "")


def test_a_hidden_or_wordless_drawing_is_no_figure():
    assert blocks("<figure><svg style='display:none'><title>Rome</title></svg></figure>") == []
    assert blocks("<figure><svg><path d='M0 0'/></svg></figure>") == []
