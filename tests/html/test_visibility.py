"""What hides text besides a style of its own: folded sections, old colour attributes, selectors of style sheets."""

from __future__ import annotations

import pytest
from html_reading import all_text, page

from bookwheel.html.colours import Colour, read_attribute
from bookwheel.html.fallback import read_plainly


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
