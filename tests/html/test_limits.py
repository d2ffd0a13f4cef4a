"""Hostile pages: nothing raises, nothing takes long, nothing recurses."""

from __future__ import annotations

import sys
import threading
import time

import pytest
from html_reading import SHARED, all_text, page, texts
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.document.model import Inline, Paragraph, Table
from bookwheel.document.outline import walk
from bookwheel.html import limits, parse, parse_lead, places, redirect_target, stylesheets

DEPTH = 12_000


def nest(opening: str, closing: str = "", depth: int = DEPTH, middle: str = "x") -> str:
    return opening * depth + middle + closing * depth


HOSTILE = {
    "gap between wide characters": "<p>漢" + " \n" * 50_000 + "a",
    "ratings": "<p>" + "<span title='4/5'>" * 6_000 + "<img src=x alt='a b'>",
    "notes in cells": "<table class=wikitable>" + "<tr><td><ol class=references><li id=a>x</ol>" * 4_000,
    "boxes of pairs": "<table class=infobox>"
    + "<tr><td colspan=2><table><tr><td>a<td>b<tr><td>c<td>" * 3_000,
    "div": nest("<div>"),
    "closed div": nest("<div>", "</div>"),
    "span": nest("<span>", "</span>"),
    "bold": nest("<b>", "</b>", 20_000),
    "list": nest("<ul><li>", "</li></ul>", 6_000),
    "list with phrases": nest("<ul><li><span>a</span>", depth=6_000),
    "definition list": nest("<dl><dd>", depth=6_000),
    "terms": nest("<dl><dt>", depth=6_000),
    "table": nest("<table><tr><td>", depth=15_000),
    "headed table": nest("<table class='wikitable'><tr><th>h<td>", depth=10_000),
    "infobox": nest("<table class='infobox'><tr><th>h</th><td>", depth=10_000),
    "quote": nest("<blockquote>", depth=10_000),
    "superscript": nest("<sup>", depth=20_000),
    "bracketed superscript": nest("<sup>[", depth=15_000),
    "many superscripts": "<p>" + "a<sup>2</sup>" * 20_000,
    "option": nest("<option>"),
    "section": nest("<section data-mw-section-id='1'>", depth=10_000),
    "thumb": nest("<div class='thumb'>", depth=15_000),
    "gallery": nest("<ul class='gallery'><li class='gallerybox'>", depth=10_000),
    "heading": nest("<h2><div>", depth=6_000),
    "math": nest("<math><mrow>", depth=15_000),
    "mrow": "<math>" + nest("<mrow>", depth=30_000),
    "poem": nest("<div class='poem'><p>", depth=10_000),
    "hlist": nest("<div class='hlist'><ul><li>", depth=4_000),
    "attributes": "<p " + " ".join(f"a{number}=1" for number in range(10_000)) + ">x",
    "long attribute": "<p class='" + "a " * 200_000 + "'>x",
    "rows": "<table class='wikitable'><tr><th>a</th></tr>"
    + "<tr><td>1</td><td>2</td></tr>" * 8_000
    + "</table>",
    "spans": "<table class='wikitable'>"
    + "<tr><td rowspan=65000 colspan=1000>1</td></tr>" * 500
    + "</table>",
    "comments": "<!--" * 100_000,
    "open tags": "<" * 80_000,
    "entities": "&amp;" * 100_000,
    "spaces": "<p>" + " \n" * 200_000 + "x",
    "breaks": "<p>" + "<br> " * 50_000,
    "links": "<p>" + "<a href='/wiki/X'>x</a> " * 10_000,
    "same anchors": "<h2 id=a>a</h2>" * 8_000,
    "style": "<p style='" + "color:red;" * 50_000 + "'>x",
}


def limit_seconds(html: str) -> float:
    # The parse has its own limit; reading what came of it takes as much again at most, and far more on a busy machine.
    return 10 * max(limits.LEAST_SECONDS, len(html) / 1_000_000 * limits.SECONDS_PER_MEGABYTE)


@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_page_is_read_in_time(html: str):
    begin = time.thread_time()
    document = parse(page(html))
    assert time.thread_time() - begin < limit_seconds(html)
    assert document.sections


def test_a_page_that_cannot_be_parsed_in_time_is_read_plainly(monkeypatch: pytest.MonkeyPatch):
    html = (
        "<h1>T</h1><p>lead &amp; more</p><div style='display:none'><p>secret</p></div><script>secret('<p>')</script>"
        "<!-- secret --><h2>One</h2><ul><li>item</li></ul><h2>One</h2><p hidden>secret</p><p>a < b<br>c</p>"
        "<div class='navbox'><div>secret</div>secret</div><p>end"
    )
    monkeypatch.setattr(sys.modules["bookwheel.html.parse"], "parse_utf_8", lambda _: None)
    document = parse(page(html))
    assert [s.title.text for s in document.sections] == ["", "T", "One", "One"]
    assert len({section.anchor for section in document.sections}) == 4
    found = "\n".join(texts(document))
    assert "secret" not in found
    assert "lead & more" in found
    assert "a < b\nc" in found
    assert found.endswith("end")


@pytest.mark.parametrize("title", ["Boiling water", "Boiling water – Site"])
def test_a_page_read_plainly_does_not_repeat_its_title(title: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys.modules["bookwheel.html.parse"], "parse_utf_8", lambda _: None)
    html = "<title>x</title><h1>Boiling  water</h1><p>lead</p><h1>At 373 K</h1><p>text</p>"
    document = parse(page(html, title=title))
    assert [section.title.text for section in document.sections] == ["", "At 373 K"]
    assert document.sections[0].blocks == (Paragraph(Inline("lead")),)
    document = parse(page(html, title="Other"))
    assert [section.title.text for section in document.sections] == ["", "Boiling water", "At 373 K"]


def test_parses_given_up_are_bounded(monkeypatch: pytest.MonkeyPatch):
    release = threading.Event()

    class Slow:
        def __init__(self, _: bytes) -> None:
            release.wait(20)

    monkeypatch.setattr(limits, "LexborHTMLParser", Slow)
    monkeypatch.setattr(limits, "LEAST_SECONDS", 0.01)
    raw = b"<p>x</p>" * 10_000
    monkeypatch.setattr(limits, "_slots", threading.BoundedSemaphore(limits.MOST_RUNAWAYS))
    earlier = set(threading.enumerate())

    def running() -> int:
        return sum(thread not in earlier for thread in threading.enumerate())

    try:
        assert [limits.parse_utf_8(raw) for _ in range(limits.MOST_RUNAWAYS + 3)] == [None] * (
            limits.MOST_RUNAWAYS + 3
        )
        assert running() == limits.MOST_RUNAWAYS
    finally:
        release.set()
    deadline = time.monotonic() + 10
    while running() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert running() == 0


class Idle:
    """An engine that waits for the machine."""

    def __init__(self, _: bytes) -> None:
        time.sleep(0.15)


class Busy:
    """An engine that works without an end."""

    def __init__(self, _: bytes) -> None:
        while not finished.is_set() and time.thread_time() < 5:
            pass


finished = threading.Event()


@pytest.mark.skipif(
    not hasattr(time, "pthread_getcpuclockid"), reason="the system does not tell a thread's time"
)
def test_what_counts_is_the_work_of_a_parse_not_the_time_it_waits(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "LEAST_SECONDS", 0.05)
    raw = b"<p>x</p>" * 7_000
    monkeypatch.setattr(limits, "PATIENCE", 1_000)
    monkeypatch.setattr(limits, "LexborHTMLParser", Idle)
    assert isinstance(limits.parse_utf_8(raw), Idle)
    monkeypatch.setattr(limits, "LexborHTMLParser", Busy)
    try:
        assert limits.parse_utf_8(raw) is None
    finally:
        finished.set()


def test_many_large_pages_at_once_are_all_parsed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "LexborHTMLParser", Idle)
    raw = b"<p>x</p>" * 7_000
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(limits.parse_utf_8(raw))) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 10
    assert None not in found


PIECES = st.sampled_from(
    [
        "<p>",
        "</p>",
        "<div>",
        "</div>",
        "<span",
        "class='reference'>",
        "</span>",
        "<table",
        "class='wikitable'>",
        "<table>",
        "</table>",
        "<tr>",
        "<td",
        "rowspan=2>",
        "<td",
        "colspan=3>",
        "<th>",
        "<ul>",
        "<ol",
        "start=3>",
        "<li>",
        "</li>",
        "<dl>",
        "<dt>",
        "<dd>",
        "<h2>",
        "</h2>",
        "<h1>",
        "<h4",
        "id=x>",
        "<sup>",
        "</sup>",
        "<sub>",
        "<b>",
        "<i>",
        "</b>",
        "<a",
        "href='/wiki/X'>",
        "<a>",
        "</a>",
        "<br>",
        "<img>",
        "<math>",
        "<mi>",
        "</math>",
        "<pre>",
        "</pre>",
        "<code>",
        "<blockquote>",
        "<section>",
        "</section>",
        "<figure>",
        "<figcaption>",
        "<ol",
        "class='references'>",
        "<!--",
        "-->",
        "<script>",
        "</script>",
        "<div",
        "class='infobox'>",
        "<table",
        "class='infobox'>",
        "<div",
        "class='poem'>",
        "<ul",
        "class='gallery'>",
        "<div",
        "class='thumb'>",
        "<svg>",
        "<template>",
        "<noscript>",
        "&amp;",
        "&#0;",
        "&#x200b;",
        "\x00",
        "\ufeff",
        "<span",
        "style='display:none'>",
        "<div",
        "id='coordinates'>",
        "<span",
        "class='geo'>",
        "1;2",
        "text",
        "[1]",
        "\u202e",
        "<frameset>",
        "<body>",
        "<html>",
    ]
)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.lists(PIECES | st.text(max_size=5), max_size=40).map("".join))
def test_no_soup_of_tags_raises_or_leaks_markup(html: str):
    document = parse(page(html))
    for text in texts(document):
        assert "<td" not in text
        assert not set(text) & set("\0\1\2\3\u200b\u202e\ufeff")
    for section in walk(document.sections):
        assert section.title.text == section.title.text.strip()
    parse_lead(page(html))


@settings(derandomize=True, deadline=None, max_examples=100)
@given(st.binary(max_size=300))
def test_no_bytes_raise(raw: bytes):
    parse(page(raw))
    parse_lead(page(raw))
    redirect_target(raw)


@pytest.mark.real("data/html")
@settings(derandomize=True, deadline=None, max_examples=30)
@given(st.data())
def test_mutated_real_pages_never_raise(data: st.DataObject):
    files = sorted((SHARED / "html").glob("*.html"), key=lambda file: file.stat().st_size)[:24]
    raw = bytearray(data.draw(st.sampled_from(files)).read_bytes())
    start = data.draw(st.integers(0, max(len(raw) - 20_000, 0)))
    raw = raw[start : start + 20_000]
    for _ in range(data.draw(st.integers(0, 12))):
        position = data.draw(st.integers(0, len(raw)))
        raw[position : position + data.draw(st.integers(0, 60))] = data.draw(
            st.sampled_from([b"", b"<", b">", b"</td>", b"<table>", b'"', b"\xff", b"<ul>", b"</div>"])
        )
    parse(page(bytes(raw)))
    parse_lead(page(bytes(raw)))


MULTIPLYING = {
    "horizontal lists": "<div class='hlist'>" + "<ul><li>abcdefgh" * 1500,
    "lists of lists": "<ul class='hlist'>" + "<li>abcdefgh<ul class='hlist'>" * 1200,
    "galleries": "<ul class='gallery'>" + "<li class='gallerybox'>abcdefgh<ul>" * 1000,
    "answers": "<title>x</title><div id='question'><div class='post-text'>q</div></div>"
    + "<div class='answer'>" * 1000
    + "<div class='post-text'>"
    + "word " * 3000,
    "comments": "<title>x</title><div id='question'><div class='post-text'>q</div>"
    + "<div class='comment-copy'>abcdef" * 1000,
    "infoboxes": "<table class='infobox'><tr><th>h</th><td>" * 700 + "word " * 3000,
    "tables": "<table class='wikitable'><tr><th>h</th><td rowspan=9 colspan=9>abcdefgh" * 700,
    "thumbs": "<div class='thumb'><div class='thumbcaption'>abcdefgh" * 700,
    "quotes": "<blockquote>abcdefgh" * 1500,
    "notes": "<ol class='references'><li id='a'>abcdefgh" * 1000,
    "headings": "<h2><div>abcdefgh" * 1500,
}


@pytest.mark.parametrize("html", MULTIPLYING.values(), ids=MULTIPLYING.keys())
def test_nested_elements_are_not_read_once_per_level(html: str):
    assert len(all_text(html)) < 2 * len(html)


@pytest.mark.parametrize(
    "css",
    [
        "".join(f".b{n} p{{display:none}}" for n in range(2000)),
        "".join(f".b{n}>*{{opacity:0}}" for n in range(2000)),
    ],
)
def test_the_effort_for_style_sheets_is_bounded_and_hides_rather_than_shows(
    css: str, monkeypatch: pytest.MonkeyPatch
):
    looks: list[int] = []
    matches = stylesheets.Compound.matches

    def counted(self: stylesheets.Compound, element: stylesheets.Element) -> bool:
        looks.append(1)
        return matches(self, element)

    monkeypatch.setattr(stylesheets.Compound, "matches", counted)
    html = (
        f"<style>{css}</style><p>seen</p>"
        + "<div><p>x</p></div>" * 3000
        + "<div class='b5'><p>secret</p></div>"
    )
    found = all_text(html)
    assert "secret" not in found
    assert "seen" in found
    assert len(looks) < 3_000_000


def test_what_calls_itself_a_place_is_looked_at_a_bounded_number_of_times(monkeypatch: pytest.MonkeyPatch):
    looks: list[int] = []
    monkeypatch.setattr(places, "read_place", lambda *_: looks.append(1))
    parse(page("<p>" + "<span class='geo'>x</span>" * 5000))
    assert len(looks) < 500
    looks.clear()
    parse(page("<p>" + "<span class='geo'>x" * 1500))
    assert len(looks) < 500


def test_marks_lie_inside_their_text_in_order():
    html = (
        "<p> a <b> b <a href='/wiki/X'> c </a></b>\n<sup>Q<a href='/wiki/Y'>R</a></sup>  <i>d</i>&nbsp; </p>"
    )
    document = parse(page(html))
    for section in document.sections:
        for block in section.blocks:
            assert isinstance(block, Paragraph)
            content = block.content
            previous = (0, 0)
            for mark in content.marks:
                assert 0 <= mark.start <= mark.end <= len(content.text)
                assert (mark.start, -mark.end) >= previous
                previous = (mark.start, -mark.end)


def test_hidden_text_stays_hidden_however_deep():
    assert "secret" not in all_text("<div>" * 3000 + "<p style='display:none'>secret</p>" + "</div>" * 3000)


@pytest.mark.parametrize(
    "html",
    [
        "<p><i><a href='/wiki/X'>a</a> b </i>\n</p>",
        "<p> <i> <a href='/wiki/X'>a</a> <b>b</b> </i> </p>",
        "<p><i>a<sup class='reference'><a href='#n'>[1]</a></sup> </i></p>",
        "<p>x\n\n<b><i>a  b</i> c </b></p>",
        "<table class='wikitable'><tr><td><i>a <a href='/wiki/X'>b</a><br></i></td></tr></table>",
    ],
)
def test_nested_marks_end_where_their_text_ends(html: str):
    block = parse(page(html)).sections[0].blocks[0]
    content = (
        block.header[0]
        if isinstance(block, Table)
        else block.content
        if isinstance(block, Paragraph)
        else None
    )
    assert content is not None
    assert content.marks
    assert all(0 <= mark.start <= mark.end <= len(content.text) for mark in content.marks)
