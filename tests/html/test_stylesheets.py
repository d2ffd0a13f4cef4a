"""The page's own style sheets hide what they hide from a reader at a screen."""

from __future__ import annotations

import sys

import pytest
from html_reading import all_text, page

from bookwheel.document.model import Paragraph
from bookwheel.html import parse_lead, stylesheets

RULES = [
    (".x{display:none}", "<p class='x'>secret</p>"),
    ("P.y , #z { visibility : hidden }", "<p class='b y'>secret</p>"),
    ("p.y{opacity:0}.w{}", "<p class='y'>secret</p>"),
    ("#z{font-size:0}", "<p id='z'>secret</p>"),
    ("u{display:none}", "<p>a <u>secret</u></p>"),
    ("/* .a{ */ .x{/**/display:none}", "<p class=x>secret</p>"),
    (".a, .b .x{display:none}", "<div class='b'><p class='x'>secret</p></div>"),
    (".b > .x{position:absolute;left:-9999px}", "<div class='b'><p class='x'>secret</p></div>"),
    ("@media screen{.x{display:none}}", "<p class='x'>secret</p>"),
    ("@media (min-width:10px){.x{display:none}}", "<p class='x'>secret</p>"),
    ("@import url(x);.x{color:white}", "<p class='x'>secret</p>"),
    (".\\78 {display:none}", "<p class='x'>secret</p>"),
    (".xy{display:none}", "<p class='&#120;y'>secret</p>"),
    ("td.x{display:none}", "<table class='wikitable'><tr><td>a</td><td class='x'>secret</td></tr></table>"),
    (
        ".x{display:none}",
        "<table class='wikitable'><tbody class='x'><tr><td>secret</td></tr></tbody></table>",
    ),
    (".x{display:block!important;display:none!important}", "<p class='x' style='display:block'>secret</p>"),
]
SHOWING = [
    (".x{display:none}.x.open{display:block}", "<p class='x open'>seen</p>"),
    (".x{display:none}", "<p class='x' style='display:block'>seen</p>"),
    ("@media print{.x{display:none}}", "<p class='x'>seen</p>"),
    ("@media (max-width:600px){.x{display:none}}", "<p class='x'>seen</p>"),
    (".x::before,.x:hover{display:none}", "<p class='x'>seen</p>"),
    (".js .x{display:none}", "<p class='x'>seen</p>"),
    (".b > .x{display:none}", "<div class='b'><div><p class='x'>seen</p></div></div>"),
    ("@keyframes k{from{opacity:0}}.x{color:red}", "<p class='x'>seen</p>"),
    ("body{visibility:hidden}", "<p>seen</p>"),
    (".x{clip:rect(0,0,0,0);position:absolute}", "<p>2<span class='x'>+</span>1/2 seen</p>"),
]


@pytest.mark.parametrize(("css", "html"), RULES)
def test_a_rule_of_the_page_s_own_style_sheet_hides(css: str, html: str):
    assert "secret" not in all_text(f"<style>{css}</style><p>shown</p>{html}")
    assert "secret" not in all_text(
        f"<html><head><STYLE type='text/css'>{css}</STYLE></head><body>{html}</body></html>"
    )


@pytest.mark.parametrize(("css", "html"), SHOWING)
def test_a_rule_that_does_not_apply_hides_nothing(css: str, html: str):
    assert "seen" in all_text(f"<style>{css}</style>{html}")


def test_a_sign_that_only_listeners_get_stays():
    html = "<style>.sr-only{clip:rect(0,0,0,0);position:absolute}</style><p>6<span class='sr-only'>+</span>1/2</p>"
    assert "6+1/2" in all_text(html)


@pytest.mark.parametrize("wrapper", ["<!-- {} -->", "<noscript>{}</noscript>"])
def test_a_style_sheet_that_readers_do_not_get_hides_nothing(wrapper: str):
    assert "seen" in all_text(wrapper.format("<style>.x{display:none}</style>") + "<p class='x'>seen</p>")


def test_a_style_sheet_behind_the_lead_hides_parts_of_it():
    html = "<p>lead</p><p class='x'>secret</p><h2>A</h2><p>a</p><style>.x{display:none}</style>"
    lead = parse_lead(page(html))
    assert [block.content.text for block in lead.sections[0].blocks if isinstance(block, Paragraph)] == [
        "lead"
    ]


def test_style_sheets_hide_on_pages_that_are_read_plainly(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys.modules["bookwheel.html.parse"], "parse_utf_8", lambda _: None)
    html = "<style>.x,p.y,#z{display:none}</style><p class='a x'>secret</p><p class=y>secret</p><p id=z>secret</p><p>seen"
    assert all_text(html) == "\nseen"


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
