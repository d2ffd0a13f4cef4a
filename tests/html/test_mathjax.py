"""Formulas that MathJax sets, or would set, in the reader's window."""

from __future__ import annotations

import pytest
from html_reading import all_text, blocks, inline, only, rows

from bookwheel.document.model import Block, Inline, ListBlock, Math, MathBlock, Paragraph

SHOWN = {
    "script": '<script type="math/tex">a_1*b</script>',
    "script in data": '<script type="math/tex">% <![CDATA[\na_1*b %]]></script>',
    "script of another notation": '<script type="math/asciimath">a_1*b</script>',
    "preview and script": (
        '<span class="MathJax_Preview">a1b</span><span class="MathJax" id="e"><nobr>a1b</nobr></span>'
        '<script type="math/tex" id="e-s">a_1*b</script>'
    ),
    "preview alone before the script": '<span class="MathJax_Preview">a1b</span>\n<script type="math/tex">a_1*b</script>',
    "container of a question site": '<span class="math-container">$a_1*b$</span>',
    "container with parentheses": '<span class="math-container">\\(a_1*b\\)</span>',
    "container with the script inside": (
        '<span class="math-container"><span class="MathJax_Preview">a1b</span><span class="MathJax">a1b</span>'
        '<script type="math/tex">a_1*b</script></span>'
    ),
    "documentation": '<span class="math notranslate nohighlight">\\(a_1*b\\)</span>',
    "named by its element": (
        '<mjx-container class="MathJax"><mjx-math data-latex="a_1*b"><mjx-mi></mjx-mi></mjx-math></mjx-container>'
    ),
}
CONTAINER = (
    '<mjx-container class="MathJax" jax="CHTML"{}><mjx-math><mjx-mi>x</mjx-mi></mjx-math><mjx-assistive-mml><math>'
    "<mi>x</mi><mo>=</mo><mn>1</mn></math></mjx-assistive-mml></mjx-container>"
)


def page(body: str) -> str:
    return f"<!doctype html><html><head><title>T</title></head><body><main>{body}</main></body></html>"


def found(body: str) -> list[Block]:
    return blocks(page(body))


@pytest.mark.parametrize("shown", SHOWN.values(), ids=SHOWN.keys())
def test_a_formula_set_by_a_script_is_its_tex_once(shown: str):
    content = only(page(f"<p>so {shown}.</p>"), Paragraph).content
    assert content.text == "so a_1*b."
    assert content.marks == (Math(3, 8),)


@pytest.mark.parametrize(
    "shown",
    [
        '<script type="math/tex; mode=display">a_1</script>',
        '<div class="MathJax_Display"><span class="MathJax">a1</span></div><script type="math/tex; mode=display">a_1</script>',
        '<p><span class="math-container">$$\na_1\n$$</span></p>',
        '<p> <span class="math-container">\\[a_1\\]</span> </p>',
        '<div class="math notranslate">\\[a_1\\]</div>',
    ],
)
def test_a_displayed_formula_set_by_a_script_is_a_block(shown: str):
    assert found(f"<p>A</p>{shown}<p>B</p>")[1] == MathBlock("a_1")


def test_a_formula_is_read_from_what_is_there_for_those_who_listen():
    assert only(page(f"<p>A {CONTAINER.format('')}.</p>"), Paragraph).content.text == "A x=1."
    assert found(f"<p>A</p>{CONTAINER.format(' display=true')}")[1] == MathBlock("x=1")
    script = '<script type="math/mml"><math><mi>x</mi></math></script>'
    assert only(page(f"<p>A {script}.</p>"), Paragraph).content.marks == (Math(2, 3),)
    old = '<span class="MathJax" data-mathml="&lt;math&gt;&lt;mi&gt;x&lt;/mi&gt;&lt;/math&gt;"><nobr>x</nobr></span>'
    assert only(page(f"<p>A {old}{old}</p>"), Paragraph).content.text == "A xx"


def test_formulas_set_by_scripts_are_read_wherever_they_stand():
    script = '<script type="math/tex">E</script>'
    html = page(f'<table class="wikitable"><tr><th>h</th></tr><tr><td>{script}</td></tr></table>')
    assert rows(html) == [["h"], ["E"]]
    assert only(page(f"<ul><li>{script}</li></ul>"), ListBlock).items[0].content.marks == (Math(0, 1),)


def test_a_formula_of_a_question_site_is_read_in_a_piece_of_a_page_too():
    assert inline('so <span class="math-container">$a_1$</span>.').marks == (Math(3, 6),)
    content = inline('so <span class="math-container">$$a_1$$</span>')
    assert (content.text, content.marks) == ("so\na_1", (Math(3, 6),))


def test_what_only_looks_like_a_container_of_a_formula_is_text():
    html = '<p><span class="math">$5 and more</span> <span class="math">x is n</span></p>'
    assert only(page(html), Paragraph).content == Inline("$5 and more x is n")


@pytest.mark.parametrize(
    "html",
    [
        '<p>A <span class="math-container">$a<span style="display:none">SECRET</span>$</span></p>',
        '<p style="display:none"><span class="math-container">$$SECRET$$</span></p>',
        '<p hidden><script type="math/tex">SECRET</script></p>',
        f'<div style="display:none">{CONTAINER.format("").replace("x", "SECRET")}</div>',
        CONTAINER.format(" hidden").replace("<mi>x", "<mi>SECRET"),
        '<span class="math-container" style="display:none">$SECRET$</span>',
        "<p>A<script>SECRET</script><script type='text/x-mathjax-config'>SECRET</script></p>",
    ],
)
def test_a_hidden_formula_stays_hidden(html: str):
    assert "SECRET" not in all_text(page(f"{html}<p>MathJax</p>"))
