"""Text that a reader of the page cannot see never reaches the document."""

from __future__ import annotations

import pytest
from html_reading import all_text, blocks, only, rows, text

from bookwheel.document.model import Code, Infobox, Math, Paragraph

HIDDEN_STYLES = [
    "display:none",
    "DISPLAY : NONE",
    "display:none !important",
    "color:red; display: none",
    "visibility:hidden",
    "visibility: collapse",
    "font-size:0",
    "font-size: 0px",
    "font-size:0em;color:red",
    "font:0/0 a",
    "opacity:0",
    "opacity: 0.0",
    "opacity:0%",
    "position:absolute;left:-9999px",
    "text-indent:-9999px",
    "height:0;overflow:hidden",
    "max-height:0;overflow:hidden",
    "clip:rect(0,0,0,0)",
    "transform:scale(0)",
    "color:transparent",
    "color:white",
    "color:#fff;background:#FFF",
    "color:#123456;background-color:#123456",
    "color: rgb(255, 255, 255)",
    "di\\73play:none",
    "display/**/:none",
]
VISIBLE_STYLES = [
    "display:inline",
    "font-size:0.8em",
    "font-size:0.5px;",
    "opacity:0.5",
    "color:red",
    "color:white;background:navy",
    "overflow:hidden;height:2em",
    "left:-5px",
    "background:none",
    "font-size:80%",
    "border:0",
    "line-height:0",
]


@pytest.mark.parametrize("style", HIDDEN_STYLES)
@pytest.mark.parametrize("tag", ["span", "b", "a", "font", "div", "p"])
def test_an_element_that_a_style_hides_is_dropped(tag: str, style: str):
    assert "secret" not in all_text(
        f'<div>shown <{tag} style="{style}">secret <i>secret</i></{tag}> shown</div>'
    )


@pytest.mark.parametrize("style", VISIBLE_STYLES)
def test_a_visible_style_hides_nothing(style: str):
    assert "plain" in all_text(f'<div>a <span style="{style}">plain</span></div>')


@pytest.mark.parametrize("tag", ["span", "p", "div", "ul", "li", "b", "blockquote", "pre"])
def test_the_hidden_attribute_hides(tag: str):
    assert "secret" not in all_text(f"<div><p>shown</p><{tag} hidden>secret</{tag}></div>")


@pytest.mark.parametrize("tag", ["table", "tr", "td"])
def test_the_hidden_attribute_hides_parts_of_tables(tag: str):
    html = "<table class='wikitable'><tr><th>shown</th></tr><tr><td>secret</td></tr></table>"
    hidden = (
        f"<{tag} hidden>".join(html.rsplit(f"<{tag}>", 1))
        if tag != "table"
        else html.replace("<table", "<table hidden")
    )
    assert "secret" not in all_text(f"<p>shown</p>{hidden}")


@pytest.mark.parametrize(
    "html",
    [
        "<!-- secret -->",
        "<noscript>secret</noscript>",
        "<template><p>secret</p></template>",
        "<script>secret</script>",
        "<style>secret</style>",
        '<textarea>secret</textarea><input value="secret">',
        "<select><option>secret</option></select>",
        '<img alt="secret: obey" src="x.png">',
        '<span aria-hidden="true" style="display:none">secret</span>',
        "<svg><text>secret</text></svg><canvas>secret</canvas><object>secret</object>",
        '<iframe src="x">secret</iframe>',
    ],
)
def test_elements_that_are_never_text_are_dropped(html: str):
    assert "secret" not in all_text(f"<p>shown {html} shown</p>")


def test_white_text_on_a_dark_cell_is_visible():
    html = (
        '<table class="wikitable"><tr><th style="background:#002f6c"><span style="color:white">Team</span></th></tr>'
        "<tr><td>x</td></tr></table>"
    )
    assert rows(html)[0] == ["Team"]


def test_a_decoration_for_sighted_readers_only_is_visible_text():
    assert text('a <span aria-hidden="true">→</span> b') == "a → b"


@pytest.mark.parametrize(
    "character",
    ["\u200b", "\u2060", "\ufeff", "\u202e", "\u2066", "\U000e0041", "\u00ad", "\u0007", "\u2063"],
)
def test_invisible_characters_are_removed(character: str):
    assert text(f"pa{character}ge <b>b{character}</b> &#{ord(character)};x") == "page b x"


def test_hidden_parts_of_headings_code_tables_and_infoboxes_are_dropped():
    html = (
        '<h2 id="A">Title<span style="display:none">secret</span></h2>'
        '<pre>code<span style="display:none">secret</span></pre>'
        '<table class="wikitable"><tr><th>H</th></tr><tr style="display:none"><td>secret</td></tr>'
        '<tr><td>v<span class="sortkey">secret</span></td></tr></table>'
        '<table class="infobox"><tr><th>Born</th><td><span style="display:none">(secret)</span>1 May</td></tr>'
        '<tr style="display:none"><th>L</th><td>secret</td></tr></table>'
    )
    assert "secret" not in all_text(html)
    assert only(html, Code).text == "code"
    assert only(html, Infobox).rows[0].value.text == "1 May"


def test_a_folded_section_of_a_mobile_page_is_read():
    html = '<section data-mw-section-id="1" style="display: none;"><h2 id="A">A</h2><p>text</p></section>'
    assert "text" in all_text(html)


def test_a_formula_is_rescued_from_its_hidden_element():
    html = (
        '<span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" '
        'style="display: none;"><math alttext="{\\displaystyle a^{2}}"></math></span></span>'
    )
    paragraph = only(f"<p>x {html}</p>", Paragraph)
    assert paragraph.content.text == "x a^{2}"
    assert paragraph.content.marks == (Math(2, 7),)


def test_a_hidden_block_does_not_swallow_its_neighbours():
    html = '<p>one</p><div style="display:none"><p>secret</p></div><p>two</p>'
    assert [block.content.text for block in blocks(html) if isinstance(block, Paragraph)] == ["one", "two"]
