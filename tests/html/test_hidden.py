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
    "display:block;display:none",
    "display:none;display:nonsense",
    "display:none!important;display:block",
    "display:var(--unset, none)",
    "font-size:0.01px",
    "font-size:1px",
    "font-size:calc(0px)",
    "font-size:calc(1px * 0.1 + 0px)",
    "line-height:0;font-size:0.1em",
    "font:1px/1 serif",
    "opacity:0.01",
    "opacity:.001",
    "zoom:0.01",
    "filter:opacity(0)",
    "filter:blur(2px) opacity(0%)",
    "position:absolute;left:-100vw",
    "position:absolute;right:-9999px",
    "position:fixed;left:9999px",
    "position:absolute;inset:-9999px auto auto auto",
    "margin-left:-100em",
    "margin:0 0 0 -9999px",
    "position:absolute;top:-500px",
    "text-indent:-100%",
    "transform:scale(0.001)",
    "transform: scaleX( 0 )",
    "transform:translateX(-9999px)",
    "transform:translate(-200vw, 0)",
    "transform:rotateY(90deg)",
    "scale:0",
    "translate:-9999px",
    "clip-path:circle(0)",
    "clip-path:circle(0 at 50% 50%)",
    "clip-path:inset(50%)",
    "clip-path:inset(0 100% 0 0)",
    "clip-path:polygon(0 0, 0 0, 0 0)",
    "clip:rect(1px, 1px, 1px, 1px);position:absolute",
    "clip:rect(0 0 0 0)",
    "height:1px;width:1px;overflow:hidden",
    "mask:linear-gradient(transparent,transparent)",
    "color:#fefefe",
    "color:#ffffff00",
    "color:#0000",
    "color:rgba(0,0,0,0)",
    "color:rgb(0 0 0 / 0%)",
    "color:hsla(0,0%,0%,0)",
    "color:hsl(0, 0%, 100%)",
    "color:ghostwhite",
    "color:black;-webkit-text-fill-color:transparent",
    "background:#000;color:#000",
    "background-color:black;color:#000000",
    "background:navy;color:rgb(0,0,128)",
    "color:white;background:transparent",
]
VISIBLE_STYLES = [
    "display:inline",
    "font-size:0.8em",
    "font-size:small",
    "font:bold 12px serif",
    "display:none;display:block",
    "left:-50%;position:relative",
    "margin-left:-100%",
    "text-indent:-3em",
    "transform:translate(-50%,-50%)",
    "transform:rotate(-90deg)",
    "transform:scale(0.5)",
    "clip:rect(0px,200px,200px,0px)",
    "clip-path:inset(10%)",
    "clip-path:circle(50%)",
    "width:1px;overflow:visible",
    "width:1%;overflow:hidden;white-space:nowrap",
    "color:#eee;background:#222",
    "color:#ddd",
    "color:white;background:url(dark.png)",
    "color:white;background:linear-gradient(navy,black)",
    "color:black;background:white",
    "color:inherit;background:inherit",
    "mask:url(x.svg)",
    "background:#000;color:#fff",
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


@pytest.mark.parametrize(
    "html",
    [
        "<table class='wikitable' style='background:#222'><tr><th><span style='color:#fff'>seen</span></th></tr></table>",
        "<table class='wikitable'><tr style='background:navy'><th><b style='color:#fff'>seen</b></th></tr></table>",
        "<table class='wikitable'><tr bgcolor='#000080'><th><b style='color:#fff'>seen</b></th></tr></table>",
        "<style>.dark{background:#111}</style><div class='dark'><p><b style='color:#fff'>seen</b></p></div>",
        "<div style='background:#111'><div><p><b style='color:white'>seen</b></p></div></div>",
        "<style>th.t{color:white;background:#036}</style><table class='wikitable'><tr><th class='t'>seen</th></tr></table>",
    ],
)
def test_white_text_on_a_declared_dark_background_is_visible(html: str):
    assert "seen" in all_text(html)


@pytest.mark.parametrize(
    "html",
    [
        "<div style='background:white'><span style='color:white'>secret</span></div>",
        "<div style='background:#123'><p>a <span style='color:#112233'>secret</span></p></div>",
        "<table bgcolor='black'><tr><td>a <b style='color:#000'>secret</b></td></tr></table>",
        "<div style='background:red'><div style='background:#fff'><b style='color:#fff'>secret</b></div></div>",
        "<div>" * 50 + "<span style='color:white'>secret</span>",
    ],
)
def test_text_in_the_colour_of_what_is_behind_it_is_dropped(html: str):
    assert "secret" not in all_text(html)


@pytest.mark.parametrize(
    "html",
    [
        "<table class='wikitable'><caption style='display:none'>secret</caption><tr><td>a</td></tr></table>",
        "<table class='wikitable'><tr><td>a</td></tr><tbody style='display:none'><tr><td>secret</td></tr></tbody></table>",
        (
            "<table class='infobox'><tr><th>L</th><td>v<div style='display:none'><table><tr><th>secret</th><td>secret</td></tr>"
            "</table></div></td></tr></table>"
        ),
        "<table class='infobox'><tbody style='display:none'><tr><th>secret</th><td>secret</td></tr></tbody></table>",
        "<div class='infobox'><dl><dt>L</dt><dd style='display:none'>secret</dd></dl></div>",
        "<div class='thumb'><img src='a.png'><div style='display:none'><div class='thumbcaption'>secret</div></div></div>",
        "<div class='thumb'><img src='a.png' alt='secret' style='display:none'><div class='thumbcaption'>c</div></div>",
        "<figure><img src='a.png'><figcaption style='display:none'>secret</figcaption></figure>",
        (
            "<ul class='gallery'><li class='gallerybox'><div class='gallerytext'>a</div></li><li class='gallerybox' "
            "style='display:none'><div class='gallerytext'>secret</div></li></ul>"
        ),
        "<div class='poem'><p>a</p><p style='display:none'>secret</p></div>",
        "<ol class='references'><li id='a'>a</li><li id='b' style='display:none'>secret</li></ol>",
        "<p>a<sup class='reference' style='display:none'><a href='#n'>[secret]</a></sup></p>",
        "<p>a<sup class='reference'><a href='#n'>[1<span style='display:none'>secret</span>]</a></sup></p>",
        "<p>SO<span class='template-chem2-su'>2−<br><span style='display:none'>secret</span></span></p>",
        "<div class='mw-highlight'><pre>a</pre><pre style='display:none'>secret</pre></div>",
        "<div>" * 70 + "<p></p><span style='display:none'><b>secret</b> <i>secret</i></span>",
        "<p>a <math><mtext style='display:none'>secret</mtext><mi>x</mi></math></p>",
        "<p>a <math><mtext>b<span style='display:none'>secret</span></mtext><mi>x</mi></math></p>",
        "<p>a <math style='display:none'><mi>secret</mi></math></p>",
        "<p>a <math hidden alttext='secret'></math></p>",
        (
            "<p>a <span class='mwe-math-element' style='display:none'><img class='mwe-math-fallback-image-inline' "
            "alt='secret'></span></p>"
        ),
        "<div class='mwe-math-element' style='display:none'><math alttext='secret'></math></div>",
        (
            "<p>a <span class='mwe-math-element'><img style='display:none' class='mwe-math-fallback-image-inline' "
            "alt='secret'></span></p>"
        ),
        "<p>a <img style='display:none' class='mwe-math-fallback-image-inline' alt='secret'></p>",
        "<p>a <span class='texhtml tex' style='opacity:0'>secret</span></p>",
    ],
)
def test_nothing_hidden_comes_in_through_a_reader_of_its_own(html: str):
    assert "secret" not in all_text(html)
    assert not any("secret" in str(block) for block in blocks(html))


def test_the_formula_that_listeners_get_beside_a_picture_is_read():
    html = (
        '<span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" '
        'style="display: none;"><math alttext="{\\displaystyle a^{2}}"></math></span><img '
        'class="mwe-math-fallback-image-inline" aria-hidden="true" alt="{\\displaystyle a^{2}}"></span>'
    )
    assert text(f"x {html}") == "x a^{2}"


def test_a_decoration_for_sighted_readers_only_is_visible_text():
    assert text('a <span aria-hidden="true">→</span> b') == "a → b"


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
