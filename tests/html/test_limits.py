"""Hostile pages: nothing raises, nothing takes long, nothing recurses."""

from __future__ import annotations

import time

import pytest
from html_reading import all_text, page

from bookwheel.html import limits, parse, places

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
    "superscript on superscript": nest("x<sup>y<sub>z", depth=40_000),
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


def test_what_calls_itself_a_place_is_looked_at_a_bounded_number_of_times(monkeypatch: pytest.MonkeyPatch):
    looks: list[int] = []
    monkeypatch.setattr(places, "read_place", lambda *_: looks.append(1))
    parse(page("<p>" + "<span class='geo'>x</span>" * 5000))
    assert len(looks) < 500
    looks.clear()
    parse(page("<p>" + "<span class='geo'>x" * 1500))
    assert len(looks) < 500


def test_hidden_text_stays_hidden_however_deep():
    assert "secret" not in all_text("<div>" * 3000 + "<p style='display:none'>secret</p>" + "</div>" * 3000)
