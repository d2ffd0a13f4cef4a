"""Running text: white space, entities, marks, languages."""

from __future__ import annotations

import pytest
from html_reading import all_text, blocks, inline, only, rows, text

from bookwheel.document.model import (
    CodeSpan,
    Emphasis,
    Infobox,
    Inline,
    Link,
    ListBlock,
    Mark,
    Math,
    NoteMark,
    Paragraph,
    Strong,
    Struck,
)


def test_white_space_collapses_and_no_break_spaces_become_spaces():
    assert text("  a \n b\t\tc&nbsp;d  ") == "a b c d"


def test_soft_hyphens_go_and_joiners_stay():
    assert text("Donau&shy;dampf می‌خواهم क्‍ष") == "Donaudampf می‌خواهم क्‍ष"


def test_a_line_break_is_kept_and_a_break_opportunity_is_nothing():
    assert text("one<br />\ntwo<wbr>three") == "one\ntwothree"


def test_entities_are_decoded_once():
    assert text("a &amp;amp; b &lt;i&gt; &#160;c") == "a &amp; b <i> c"


def test_wide_spaces_that_are_not_ascii_stay_where_they_stand_beside_something():
    assert text("名前　太郎") == "名前　太郎"
    html = "<p>&#8239;</p><p><b>a</b><br> \u3000 <br>b<br>\u3000</p><ul><li>\u2003</li></ul>"
    assert blocks(html) == [Paragraph(Inline("a\nb", (Strong(0, 1),)))]


def test_marks_stand_on_their_text():
    content = inline('a <b>bold</b> <i>it <a href="/wiki/X">x</a></i> <code>c</code>')
    assert content.text == "a bold it x c"
    assert content.marks == (
        Strong(2, 6),
        Emphasis(7, 11),
        Link(10, 11, "internal", "/wiki/X", "X"),
        CodeSpan(12, 13),
    )


def test_marks_keep_their_text_when_white_space_collapses():
    content = inline('  \n one \n\n <b>two</b>\n <i> three </i>  four <a href="/wiki/A">five</a> ')
    assert content.text == "one two three four five"
    assert [content.text[mark.start : mark.end].strip() for mark in content.marks] == ["two", "three", "five"]


def test_marks_nest_and_are_ordered():
    content = inline('<a href="/wiki/A"><b>x</b> y</a>')
    assert content.marks == (Link(0, 3, "internal", "/wiki/A", "A"), Strong(0, 1))


def test_an_empty_element_leaves_no_mark():
    assert inline('a<b></b><a href="/wiki/X"><img src="x.png"></a> b').marks == ()


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>", "漢(かん)"),
        ("<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>", "漢(かん)字(じ)"),
        ("<q>yes</q>", "“yes”"),
        ('<span class="nowrap">12 km</span> <abbr title="x">e.g.</abbr> <bdi>عربي</bdi>', "12 km e.g. عربي"),
        ('<span typeof="mw:Entity">–</span><span typeof="mw:DisplaySpace"> </span>x', "– x"),
        ("<time>1 May</time> <small>small</small> <u>u</u> <del>old</del>", "1 May small u old"),
        ("<kbd>Ctrl</kbd>+<samp>out</samp>+<tt>tt</tt>", "Ctrl+out+tt"),
    ],
)
def test_inline_elements_read_as_their_text(html: str, expected: str):
    assert text(html) == expected


def test_right_to_left_text_keeps_its_logical_order():
    assert text("<b>مكة</b> (1990) <i>شهر</i>") == "مكة (1990) شهر"
    assert text('<span dir="rtl">ספר</span> (book), 12%') == "ספר (book), 12%"


def test_text_that_looks_like_markup_is_text():
    assert text("&lt;script&gt;alert(1)&lt;/script&gt;") == "<script>alert(1)</script>"


def test_loose_text_between_blocks_is_a_paragraph():
    assert [b.content.text for b in blocks("lead <b>text</b><p>one</p>tail") if isinstance(b, Paragraph)] == [
        "lead text",
        "one",
        "tail",
    ]


def test_a_phrase_element_around_blocks_is_walked_through():
    html = "<span><p>one</p><ul><li>two</li></ul></span>"
    assert [type(block) for block in blocks(html)] == [Paragraph, ListBlock]


def test_a_horizontal_list_is_joined():
    html = '<div class="hlist"><ul><li><a href="/wiki/A">A</a></li><li>B</li></ul></div>'
    block = only(html, Paragraph)
    assert block.content.text == "A · B"
    assert block.content.marks == (Link(0, 1, "internal", "/wiki/A", "A"),)


def test_a_poem_keeps_lines_indentation_and_stanzas():
    html = '<div class="poem"><p>one<br />\n&#160;&#160;two<br />\n<br />\nthree</p></div>'
    assert [b.content.text for b in blocks(html) if isinstance(b, Paragraph)] == ["one\n  two", "three"]


def test_a_link_element_left_open_does_not_own_what_follows():
    content = all_text('<p>see <a name="x"/>this <b>text</b></p><p>and that</p>')
    assert content.split("\n")[1:] == ["see this text", "and that"]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("a <del>b</del> <ins>c</ins>", "a c"),
        ("a <ins>c</ins><del>b <i>x</i></del> d", "a c d"),
        ("a <del>b <i>x</i></del> c", "a b x c"),
        ("a <del></del>c", "a c"),
        ("a <s>b</s> c <strike>d</strike>", "a b c d"),
        ("H<sup><s>o</s></sup>", "Hᵒ"),
    ],
)
def test_deleted_text_is_left_out_when_it_is_replaced(html: str, expected: str):
    assert text(html) == expected


def test_struck_text_that_nothing_replaces_is_marked_unless_it_is_the_sign_of_a_standard_state():
    struck = inline("a <s>b</s> <del>c <i>x</i></del> <strike>d</strike> H<sup><s>o</s></sup>")
    assert struck.marks == (Struck(2, 3), Struck(4, 7), Emphasis(6, 7), Struck(8, 9))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("(<i>a</i> <span><sup class='noprint'>x</sup></span>) b", "(a) b"),
        ("a <span hidden>x</span>, b <span hidden>x</span> c", "a, b c"),
        ("<b>a </b><span hidden>x</span>. b", "a . b"),
        ("a <span hidden>x</span><span>, b</span>", "a , b"),
        ("a <i><b><span hidden>x</span>, b</b></i> c", "a , b c"),
        ("a <span hidden>x</span>.NET, <span hidden>x</span>.5 mm", "a .NET, .5 mm"),
    ],
)
def test_the_blank_before_what_is_dropped_goes_where_punctuation_follows(html: str, expected: str):
    assert text(html) == expected


def test_a_mark_that_begins_with_what_is_dropped_begins_with_the_punctuation():
    assert inline("a <b><span hidden>x</span>, b</b> c").marks == (Strong(2, 5),)


def test_a_comma_between_marks_of_notes_is_neither_text_nor_note():
    comma = '<sup class="reference cite_virgule">,</sup>'
    note = '<sup class="reference"><a href="#cite_note-{0}">[{0}]</a></sup>'
    content = inline(f"T{note.format(1)}{comma}{note.format(2)}<sup>,</sup>.")
    assert content.text == "T."
    assert [mark[2:] for mark in content.marks] == [("cite_note-1", "1"), ("cite_note-2", "2")]
    assert inline('T<sup class="reference">[3]</sup>').marks == (NoteMark(1, 1, "", "3"),)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('ten<span style="display:block">blk</span>el', "ten\nblk\nel"),
        ('ten<span style="color:red;display : Flex">blk</span>el', "ten\nblk\nel"),
        ('ten<span style="display:list-item"><i>b</i>lk</span>el', "ten\nblk\nel"),
        ('ten<span style="display:block;display:inline">blk</span>el', "tenblkel"),
        ('ten<span style="display:inline-block">blk</span>el', "tenblkel"),
        ('ten<span style="display:block"></span>el', "ten\nel"),
    ],
)
def test_a_phrase_shown_as_a_block_stands_apart(html: str, expected: str):
    assert text(html) == expected


def test_a_phrase_shown_as_a_block_keeps_its_marks():
    content = inline('a<a href="/wiki/B" style="display:block">b<b style="display:table">c</b>d</a>e')
    assert content.text == "a\nb\nc\nd\ne"
    assert [(type(mark), mark[0], mark[1]) for mark in content.marks] == [(Link, 2, 7), (Strong, 4, 5)]


def test_a_phrase_shown_as_a_block_is_a_part_of_a_fact():
    html = '<table class="infobox"><tr><th>Motto</th><td>Dieu<span style="display:block">God</span>x</td></tr></table>'
    assert only(html, Infobox).rows[0].value.text == "Dieu; God; x"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("10<sup>−3 </sup>m", "10⁻³ m"),
        ("H<sub>2 </sub>O", "H₂ O"),
        ("x<sup> 2</sup>y", "x ²y"),
        ("x<sup> <i>ab</i> </sup>y", "x ᵃᵇ y"),
        ("x<sup>\n</sup>y", "x y"),
        ("x<sup>2</sup> y", "x² y"),
    ],
)
def test_a_blank_inside_a_script_stays_on_the_line(html: str, expected: str):
    assert text(html) == expected


def test_marks_inside_a_script_with_blanks_stay_on_their_text():
    content = inline('x<sup> <a href="/wiki/A">ab</a> </sup>y')
    assert content.text == "x ᵃᵇ y"
    assert [mark[:2] for mark in content.marks] == [(2, 4)]


@pytest.mark.parametrize("inner", ["<code>x</code>", '<span class="tex">$x$</span>', "<b><code>x</code></b>"])
def test_code_and_formulas_stand_inside_the_marks_around_them(inner: str):
    kinds = [type(mark) for mark in inline(f'<i><a href="/wiki/A">{inner}</a></i>').marks]
    assert kinds[-1] in (CodeSpan, Math)
    assert {Link, Emphasis} < set(kinds)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("日本語\n中国語", "日本語中国語"),
        ("これは、 \n  <a href='/wiki/X'>漢字</a>\n<b>です</b>。", "これは、漢字です。"),
        ("漢字 仮名", "漢字 仮名"),
        ("漢字\nabc\n漢字", "漢字 abc 漢字"),
        ("한국어\n말", "한국어 말"),
        ("漢字<br>\n仮名", "漢字\n仮名"),
    ],
)
def test_a_line_of_the_source_that_ends_between_wide_characters_leaves_no_blank(html: str, expected: str):
    content = inline(html)
    assert content.text == expected
    for mark in content.marks:
        assert content.text[mark.start : mark.end] in ("漢字", "です")


STARS = '<span><img alt="" src="s.png"></span><span><img alt="" src="s.png"></span>'


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f'<span title="4/5 stars">{STARS}</span> (2009)', "4/5 stars (2009)"),
        (f'x <span role="img" aria-label="3.5/5 stars">{STARS}</span>', "x 3.5/5 stars"),
        (f'x <span title="Flag of France">{STARS}</span>', "x"),
        (f'x <span title="4 stars">{STARS}<i>four</i></span>', "x four"),
        (f'x <span role="img" aria-label="4 {"x" * 90}">{STARS}</span>', "x"),
        ('x <span title="4 of 5"><i></i><i></i></span>', "x"),
        (f'x <span title="4/5 stars" style="display:none">{STARS}</span>', "x"),
    ],
)
def test_a_rating_shown_in_pictures_is_read_as_its_label(html: str, expected: str):
    assert text(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("a <span style='text-decoration: line-through'>b</span> c", (Struck(2, 3),)),
        (
            "a <span style='TEXT-DECORATION-LINE:line-through red'>b <b>c</b></span>",
            (Struck(2, 5), Strong(4, 5)),
        ),
        ("a <b style='text-decoration:line-through'>b</b>", (Strong(2, 3), Struck(2, 3))),
        ("a <s style='text-decoration:line-through'>b</s>", (Struck(2, 3),)),
        ("a <span style='text-decoration:line-through;text-decoration:none'>b</span>", ()),
        ("a <span style='text-decoration:underline'>b</span>", ()),
    ],
)
def test_text_that_a_style_strikes_through_is_struck(html: str, expected: tuple[Mark, ...]):
    assert inline(html).marks == expected


def test_a_fraction_of_lines_set_one_over_the_other_stays_one_phrase():
    line = "<span style='display:block;{}'>{}</span>"
    fraction = f"<span class='sfrac nowrap' style='display:inline-block'>{line.format('', 1)}/{line.format('border-top:1px solid', 2)}</span>"
    assert text(f"over {fraction} of it") == "over 1/2 of it"


def test_hieroglyphs_are_told_by_the_names_of_their_signs():
    signs = "<td><table class=mw-hiero-table><tr><td><img alt=A1><img alt=' n '><img alt=''><img alt=x hidden></td></tr></table></td>"
    name = f"<table class='mw-hiero-table mw-hiero-outer'><tr>{signs}</tr></table>"
    assert [
        block.content.text
        for block in blocks(f"<div>The name {name} is old.</div>")
        if isinstance(block, Paragraph)
    ] == [
        "The name",
        "[hieroglyphs: A1-n] is old.",
    ]
    assert rows(f"<table class=wikitable><tr><th>N</th></tr><tr><td>so: {name}</td></tr></table>")[1] == [
        "so: [hieroglyphs: A1-n]"
    ]
    described = f"<img alt='{'no sign ' * 9}'>"
    assert text(f"a<span class=mw-hiero-outer>{described}</span>") == "a"


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("<img alt=Decrease src='//u/thumb/e/ed/Decrease2.svg/11px-Decrease2.svg.png' width=11>", "32 ▼ 1"),
        ("<span title=Zunahme><img src='../I/m/Increase2.svg.png' width=11></span>", "32 ▲ 1"),
        (
            "<span typeof='mw:File'><span><img src='_assets_/a/Increase_Negative.svg.webp' width=11></span></span>",
            "32 ▲ 1",
        ),
        (
            "<img src='//u/11px-Red_Arrow_Down.svg.png' width=11> <img src='/Steady2.svg' width=11>",
            "32 ▼ ▬ 1",
        ),
        ("<img src='/Increase2.svg' width=300>", "32 1"),
        ("<img src='/Increase2.svg' width=11 style='display:none'>", "32 1"),
        ("<img src='/Flag_of_Up.svg' width=11>", "32 1"),
        ("<span typeof='mw:File'></span>", "32 1"),
        (
            "<span typeof='mw:File'><a style='display:none'><img src='/Increase2.svg' width=11></a></span>",
            "32 1",
        ),
    ],
)
def test_an_arrow_beside_a_figure_tells_whether_it_rose_or_fell(picture: str, expected: str):
    assert text(f"32 {picture} 1") == expected
    assert rows(f"<table class=wikitable><tr><th>R</th></tr><tr><td>32 {picture} 1</td></tr></table>")[1] == [
        expected
    ]
