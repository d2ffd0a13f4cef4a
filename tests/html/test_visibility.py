"""What hides text besides a style of its own: folded sections, old colour attributes, selectors of style sheets."""

from __future__ import annotations

import time

import pytest
from html_reading import all_text, page, read

from bookwheel.html.colours import Colour, read_attribute
from bookwheel.html.fallback import read_plainly
from bookwheel.html.stylesheets import read_rules


def whole(body: str, sheet: str = "") -> str:
    return (
        f"<!doctype html><html><head><title>T</title><style>{sheet}</style></head><body><main>{body}</main>"
        "</body></html>"
    )


def plainly(html: str) -> str:
    """Return what the reader for pages that cannot be parsed in time makes of one."""
    return str(read_plainly(page(html)).sections)


@pytest.mark.parametrize(
    "section",
    [
        "<section hidden><p>SECRET</p></section>",
        '<section style="display:none">SECRET</section>',
        '<section role="navigation"><p>SECRET</p></section>',
        '<section id="footer">SECRET</section>',
    ],
)
def test_a_hidden_section_is_dropped(section: str):
    for html in (section, whole(f"<p>seen</p>{section}")):
        assert "SECRET" not in all_text(html)
        assert "SECRET" not in plainly(html)


@pytest.mark.parametrize(
    "section",
    [
        '<section data-mw-section-id="1" style="display: none;"><p>seen</p></section>',
        '<section data-mw-section-id="1" hidden><p>seen</p></section>',
        '<section class="mf-section-1 collapsible-block" id="mf-section-1" hidden="until-found"><p>seen</p></section>',
    ],
)
def test_a_folded_section_is_read(section: str):
    assert "seen" in all_text(section)
    assert "seen" in plainly(section)


@pytest.mark.parametrize(
    "html",
    [
        '<p>seen<font color="white">SECRET</font></p>',
        '<p>seen<font color="#fff">SECRET</font></p>',
        "<p>seen<font color=FFFFFF>SECRET</font></p>",
        '<p>seen<font color=" White " size="2">SECRET <b>SECRET</b></font></p>',
        '<p>seen<font color="white" style="font-weight:bold">SECRET</font></p>',
        '<p>seen</p><font color="white"><p>SECRET</p></font>',
        '<p>seen</p><pre>x<font color="white">SECRET</font></pre>',
        '<table class="wikitable"><tr><th>H</th></tr><tr><td>a<font color="white">SECRET</font></td></tr></table>',
        '<table><tr><td bgcolor="ffffff">a<font color="white">SECRET</font></td></tr></table>',
        '<table><tr bgcolor="red"><td>a<font color="red">SECRET</font></td><td>x</td></tr></table>',
        '<table class="infobox"><tr><th>K</th><td>V<font color="white">SECRET</font></td></tr></table>',
    ],
)
def test_ink_of_an_old_font_element_hides_as_that_of_a_style(html: str):
    assert "SECRET" not in all_text(html)
    assert "SECRET" not in all_text(whole(html))


@pytest.mark.parametrize(
    "html",
    [
        '<p><font color="red">seen</font></p>',
        '<p><font color="">seen</font></p>',
        '<p><font color="white" style="color:black">seen</font></p>',
        '<p style="background:navy">a <font color="white">seen</font></p>',
        '<table><tr><td bgcolor="navy"><font color="white">seen</font></td><td>x</td></tr></table>',
        '<table><tr><td class="dark"><font color="white">seen</font></td><td>x</td></tr></table>',
    ],
)
def test_ink_of_an_old_font_element_that_shows_is_read(html: str):
    assert "seen" in all_text(whole(html, ".dark{background:#123}"))


def test_white_ink_of_a_font_element_is_dropped_where_the_page_is_read_plainly():
    assert "SECRET" not in plainly('<p>seen<font color="#ffffff">SECRET</font></p>')
    assert "seen" in plainly('<p><font color="red">seen</font></p>')


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("White", Colour(255, 255, 255)),
        ("#fff", Colour(255, 255, 255)),
        ("ffffff", Colour(255, 255, 255)),
        ("fff", Colour(15, 15, 15)),
        ("#12345", Colour(18, 52, 80)),
        ("chucknorris", Colour(192, 0, 0)),
        ("#000000001000000002000000003", Colour(1, 2, 3)),
        ("zz", Colour(0, 0, 0)),
        ("", None),
        (" transparent ", None),
    ],
)
def test_a_colour_attribute_is_read_as_browsers_do(text: str, colour: Colour | None):
    assert read_attribute(text) == colour


SELECTORS = {
    "[data-x]": ('<b data-x="1">', "<b data-y>"),
    '[data-x="y"]': ('<b data-x="y">', '<b data-x="yz">'),
    "[ data-x = y ]": ('<b data-x="y">', "<b data-x>"),
    '[DATA-X="a b"]': ('<b data-x="a b">', '<b data-x="a  b">'),
    "[data-x='Y' i]": ('<b data-x="y">', '<b data-x="z">'),
    "[data-x~=b]": ('<b data-x="a b">', '<b data-x="ab">'),
    "[lang|=de]": ('<b lang="de-AT">', '<b lang="den">'),
    "[data-x^=ab]": ('<b data-x="abc">', '<b data-x="cab">'),
    "[data-x$=ab]": ('<b data-x="cab">', '<b data-x="abc">'),
    "[class*=hid]": ('<b class="unhidden">', '<b class="hi">'),
    '[data-x=","], .other': ('<b data-x=",">', '<b data-x=";">'),
    "b[data-x].c": ('<b class="c" data-x>', "<b data-x>"),
    ".sel:not(.q)": ('<b class="sel">', '<b class="sel q">'),
    ".sel:not(.q, [data-x])": ('<b class="sel">', '<b class="sel" data-x>'),
    ".sel:NOT( #i )": ('<b class="sel">', '<b class="sel" id="i">'),
    "b:not([data-x='y z'])": ("<b data-x>", '<b data-x="y z">'),
    ".sel:not(:hover):not(:focus)": ('<b class="sel">', "<b>"),
    ":is(.sel, #i)": ('<b class="sel">', "<b>"),
    "p > b:where([data-x], .sel):not(.q)": ("<b data-x>", '<b data-x class="q">'),
    ":root .sel": ('<b class="sel">', "<b>"),
    "main:not(.q) > p [data-x]": ("<b data-x>", "<i data-y>"),
}


@pytest.mark.parametrize("selector", SELECTORS)
def test_a_style_sheet_hides_what_its_attributes_and_exclusions_mean(selector: str):
    meant, other = SELECTORS[selector]
    name = other[1]
    html = whole(f"<p>{meant}SECRET</b> {other}seen</{name}></p>", f"{selector}{{display:none}}")
    assert "SECRET" not in all_text(html)
    assert "seen" in all_text(html)


@pytest.mark.parametrize("selector", ["[data-x]", '[data-x="y"]', ".sel:not(.q)"])
def test_attributes_and_exclusions_hide_where_the_page_is_read_plainly(selector: str):
    html = whole(
        '<p><b class="sel" data-x="y">SECRET</b> <b class="sel q">seen</b></p>', f"{selector}{{display:none}}"
    )
    assert "SECRET" not in plainly(html)
    assert "seen" in plainly(html)


@pytest.mark.parametrize(
    "selector",
    [
        "[data-x",
        "[data-x=y",
        "[data-x=]",
        ".sel:not(.q",
        ".sel:not(.q .r)",
        ".sel:not(:first-child)",
        ".sel:is(:hover)",
        ".sel:is(.q",
        ".sel:not()",
        ".sel:hover",
        "[data-x]:not(.q)::before",
        "details:not([open]) b",
        '[data-x="',
    ],
)
def test_a_selector_that_is_not_understood_hides_nothing(selector: str):
    html = whole(
        '<details><summary>s</summary><p><b class="sel" data-x="y">seen</b></p></details>',
        f"{selector}{{display:none}}",
    )
    assert "seen" in all_text(html)


def test_an_exclusion_weighs_what_is_in_it():
    sheet = "b:not(#i){display:none} b.c{display:inline} b.d:not(.e){display:none} b.d{display:inline}"
    assert "SECRET" not in all_text(whole('<p>x<b class="c">SECRET</b></p>', sheet))
    assert "seen" in all_text(
        whole('<p>x<b class="d" id="i">seen</b></p>', "b.d{display:none} b#i[class]{display:inline}")
    )


@pytest.mark.parametrize("unit", ["[", ":not(", "[a=", ":not([", "a:not(b)", '["', "(,", "[a],"])
def test_hostile_selectors_are_read_in_linear_time(unit: str):
    sheet = f"{unit * 40_000}{{display:none}}"
    begin = time.thread_time()
    read_rules(sheet)
    assert time.thread_time() - begin < 10  # quadratic, it would take minutes


@pytest.mark.parametrize(
    "style",
    [
        "color:hwb(0 100% 0%)",
        "color:lab(100% 0 0)",
        "color:lch(100 0 0)",
        "color:oklab(1 0 0)",
        "color:oklch(100% 0.01 120)",
        "color:color(srgb 1 1 1)",
        "color:rgb(none none none / 0)",
        "color:light-dark(rgb(255 255 255), black)",
        "color:Window",
        "text-indent:100%;white-space:nowrap;overflow:hidden",
        "letter-spacing:-100em",
        "block-size:0;overflow:hidden",
        "max-inline-size:0;overflow:clip",
        "position:absolute;inset-inline-start:-9999px",
        "margin-block-start:-9999px",
        "max-height:0;overflow:auto",
    ],
)
def test_newer_ways_to_hide_text_hide_it(style: str):
    assert "SECRET" not in all_text(f'<p>seen <span style="{style}">SECRET</span></p>')


@pytest.mark.parametrize(
    "style",
    [
        "color:hwb(0 0% 0%)",
        "color:hwb(120 20% 80%)",
        "color:lab(40% 0 0)",
        "color:lch(97 80 100)",
        "color:oklch(0.4 0.2 20)",
        "color:color(srgb 1 0 0)",
        "color:light-dark(black, white)",
        "color:white;color:oklch(0.5 0 0)",
        "text-indent:100%",
        "letter-spacing:-1px",
        "max-height:10em;overflow:auto",
    ],
)
def test_newer_styles_that_hide_nothing_leave_the_text(style: str):
    assert "seen" in all_text(f'<p>a <span style="{style}">seen</span></p>')


@pytest.mark.parametrize(
    "selectors",
    [
        [f".s:not(.q{n})[data-x{n}]" for n in range(4000)],
        [f"[data-x{n}]" for n in range(4000)],
        [f".s:is({','.join(f'.q{n}' for n in range(4000))})"],
        [f"main:not({','.join(f'.q{n}' for n in range(4000))}) .s:not(.s)"],
        [f".s{''.join(f'[data-x{n}]' for n in range(4000))}"],
    ],
)
def test_rules_that_ask_much_of_many_elements_are_bounded(selectors: list[str]):
    html = whole("<p class=s data-x1>x" * 10_000, "".join(f"{one}{{display:none}}" for one in selectors))
    begin = time.thread_time()
    read(html)
    assert time.thread_time() - begin < 10


def test_many_rules_for_attributes_cost_other_elements_nothing():
    rules = "".join(f"[data-x{n}]{{display:none}}" for n in range(4000))
    found = all_text(whole("<p>seen</p>" * 2000 + "<p data-x7>SECRET</p>", rules))
    assert found.count("seen") == 2000
    assert "SECRET" not in found
