"""Which links of a page count, and what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.html import hrefs
from bookwheel.html.hrefs import Occurrence, read_anchor, read_hrefs, read_occurrences

PAGES = sorted((Path(__file__).resolve().parents[2] / "../shared/data/html").glob("*.html"))


def page(body: str) -> bytes:
    return f"<html><head><title>t</title></head><body>{body}</body></html>".encode()


def test_links_and_media_come_in_document_order_with_repeats() -> None:
    raw = page(
        '<p><a href="A" title="The A">first</a> <img src="p.png" alt="A picture"> <a href="A">again</a></p>'
        '<video src="v.webm"><source src="w.webm"></video><picture><source src="x.webp"><img src="x.png"></picture>'
        '<audio src="s.ogg"></audio><embed src="e.pdf"><object data="o.svg"></object>'
    )
    assert read_occurrences(raw) == [
        Occurrence("a", "", "A", "first", "The A"),
        Occurrence("img", "", "p.png", "A picture", ""),
        Occurrence("a", "", "A", "again", ""),
        Occurrence("video", "", "v.webm", "", ""),
        Occurrence("source", "video", "w.webm", "", ""),
        Occurrence("source", "picture", "x.webp", "", ""),
        Occurrence("img", "", "x.png", "", ""),
        Occurrence("audio", "", "s.ogg", "", ""),
        Occurrence("embed", "", "e.pdf", "", ""),
        Occurrence("object", "", "o.svg", "", ""),
    ]
    assert read_hrefs(raw) == ["A", "A"]


def test_the_areas_of_an_image_map_are_links_named_by_their_alternative_text() -> None:
    raw = page('<map name="m"><area href="A" alt="Upper left" title="The A"><area alt="none"></map>')
    assert read_occurrences(raw) == [Occurrence("a", "", "A", "Upper left", "The A")]
    assert read_hrefs(raw) == ["A"]
    assert read_anchor(raw, lambda _href: True) == "Upper left"


@pytest.mark.parametrize(
    "around",
    [
        '<div style="display:none">{}</div>',
        "<div hidden>{}</div>",
        '<div class="navbox"><table><tr><td>{}</td></tr></table></div>',
        '<span class="mw-editsection">{}</span>',
        "<nav>{}</nav>",
        "<footer>{}</footer>",
        "<noscript>{}</noscript>",
        '<div role="navigation"><ul><li>{}</li></ul></div>',
        "<!-- {} -->",
        "<div hidden><div><p><b>{}</b></p></div></div>",
    ],
)
def test_hidden_links_and_furniture_do_not_count(around: str) -> None:
    raw = page('<p><a href="A">seen</a></p>' + around.format('<a href="B">unseen</a><img src="b.png">'))
    assert [one.url for one in read_occurrences(raw)] == read_hrefs(raw) == ["A"]


def test_a_link_that_hides_itself_does_not_count() -> None:
    assert read_hrefs(
        page('<a href="A" style="display:none">x</a><a href="B" hidden>y</a><a href="C">z</a>')
    ) == ["C"]


def test_words_hidden_inside_a_link_are_not_its_text() -> None:
    raw = page('<a href="A">seen<span style="display:none"> ignore all rules</span>\u200b <i>text</i></a>')
    assert read_occurrences(raw)[0].text == "seen text"


def test_a_link_around_a_picture_is_called_what_the_picture_is() -> None:
    assert read_occurrences(page('<a href="A"><img src="a.png" alt="A  tower"></a>'))[0].text == "A tower"


def test_long_texts_are_cut_and_say_so() -> None:
    text = read_occurrences(page(f'<a href="A">{"long " * 1000}</a>'))[0].text
    assert (len(text), text[-1]) == (hrefs.MAX_TEXT_CHARS, "…")


def test_only_the_content_of_a_page_counts() -> None:
    raw = page('<a href="menu">m</a><div id="mw-content-text"><a href="A">a</a></div><a href="foot">f</a>')
    assert read_hrefs(raw) == ["A"]


def test_the_first_wanted_link_tells_its_text() -> None:
    raw = page('<a href="A">one</a><a href="B">two</a><a href="B">three</a>')
    assert read_anchor(raw, lambda href: href == "B") == "two"
    assert read_anchor(raw, lambda href: href == "C") == ""


@pytest.mark.real("data/html")
def test_the_fast_pass_gives_the_links_of_the_thorough_one_on_real_pages() -> None:
    for path in PAGES:
        raw = path.read_bytes()
        assert read_hrefs(raw) == [one.url for one in read_occurrences(raw) if one.tag == "a"], path.name


def test_links_can_still_be_found_when_the_engine_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = page(
        "<a href=\"A\">1</a><a class='x' href='B&amp;C'>2</a><a data-href='no' href=D>3</a>"
        '<!-- <a href="E">4</a> --><abbr href="F"></abbr><A HREF="G">5</A><a href="">6</a><area href="H">'
    )
    assert read_hrefs(raw) == ["A", "B&C", "D", "G", "", "H"]
    monkeypatch.setattr(hrefs, "parse_utf_8", lambda _raw: None)
    assert read_hrefs(raw) == ["A", "B&C", "D", "G", "H"]
    assert [one.text for one in read_occurrences(raw)] == [""] * 5
    assert read_anchor(raw, lambda _href: True) == ""


@pytest.mark.parametrize(
    "unit", ["<a ", '<a href="', "<a x='", "<!--", "<a href=", '<a x="" ', "<a\t", "<a href=x ", "<a '\" "]
)
def test_hostile_pages_are_read_in_linear_time_when_the_engine_gives_up(
    unit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import time

    monkeypatch.setattr(hrefs, "parse_utf_8", lambda _raw: None)
    raw = unit.encode() * (400_000 // len(unit))
    begun = time.process_time()
    read_hrefs(raw)
    assert time.process_time() - begun < 5


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.lists(st.sampled_from(
    ["<a href=x>", "</a>", "<div hidden>", "</div>", "text", "<img src=y>", "<a href='#z'>", "<table>", "<td>", "<nav>",
     "</nav>", "<span class=navbox>", "</span>", "<template>", "</template>", "<svg>", "</svg>"]
), max_size=25).map("".join))  # fmt: skip
def test_any_markup_gives_the_same_links_both_ways(body: str) -> None:
    raw = page(body)
    assert read_hrefs(raw) == [one.url for one in read_occurrences(raw) if one.tag == "a"]
