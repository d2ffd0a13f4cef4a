"""Formulas from every source a page may carry."""

from __future__ import annotations

import pytest
from html_reading import blocks, inline, only, text

from bookwheel.document.model import Math, MathBlock

SOURCES = {
    "parsoid": (
        '<span class="mwe-math-element" typeof="mw:Extension/math" '
        'data-mw=\'{"name":"math","body":{"extsrc":"a^2 + b^2"}}\'><math><mi>a</mi></math></span>'
    ),
    "annotation": (
        '<math><semantics><mi>a</mi><annotation encoding="application/x-tex">{\\displaystyle a^2 + b^2}'
        "</annotation></semantics></math>"
    ),
    "alttext": '<math alttext="{\\displaystyle a^2 + b^2}"><mi>a</mi></math>',
    "image": '<img class="mwe-math-fallback-image-inline" alt="a^2 + b^2" src="x.svg">',
    "old image": '<img class="tex" alt="a^2 + b^2" src="x.png">',
    "png": '<img class="mwe-math-fallback-png-inline tex" alt="a^2 + b^2" src="x.png">',
    "source": '<span class="mwe-math-fallback-source-inline tex" dir="ltr">$ a^2 + b^2 $</span>',
    "error": (
        '<strong class="error texerror">Failed to parse (unknown function (x): y): '
        "{\\displaystyle a^2 + b^2}</strong>"
    ),
    "katex": (
        '<span class="katex"><span class="katex-mathml"><math><semantics><mi>a</mi><annotation '
        'encoding="application/x-tex">a^2 + b^2</annotation></semantics></math></span>'
        '<span class="katex-html" aria-hidden="true">a2+b2</span></span>'
    ),
    "hidden with picture": (
        '<span class="mwe-math-element"><span class="mwe-math-mathml-inline" style="display: none;"><math>'
        '<semantics><mi>a</mi><annotation encoding="application/x-tex">{\\displaystyle a^2 + b^2}</annotation>'
        '</semantics></math></span><img class="mwe-math-fallback-image-inline" alt="{\\displaystyle a^2 + b^2}">'
        "</span>"
    ),
}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES.keys())
def test_a_formula_is_its_tex_once(source: str):
    content = inline(f"so {source}.")
    assert content.text == "so a^2 + b^2."
    assert content.marks == (Math(3, 12),)


def test_chemistry_is_wrapped():
    html = '<span class="mwe-math-element" typeof="mw:Extension/chem" data-mw=\'{"body":{"extsrc":"H2O"}}\'></span>'
    assert text(f"x {html}") == "x \\ce{H2O}"


def test_only_a_whole_style_wrapper_is_stripped():
    assert text('<img class="tex" alt="{\\displaystyle a} + {b}">') == "{\\displaystyle a} + {b}"
    assert text('<img class="tex" alt="{\\textstyle \\frac{a}{b}}">') == "\\frac{a}{b}"


def test_a_displayed_formula_is_a_block():
    html = (
        '<div class="mwe-math-element mwe-math-element-block"><math display="block" alttext="{\\displaystyle x}">'
        "</math></div>"
    )
    assert only(f"<p>a</p>{html}", MathBlock).tex == "x"


def test_an_indented_formula_is_a_block():
    assert only('<dl><dd><math alttext="x+y"></math>.</dd></dl>', MathBlock).tex == "x+y."


def test_a_formula_in_a_subscript_is_marked_as_one():
    assert text('v<sub><math alttext="n\\pi"></math></sub>') == "v_(n\\pi)"


STACK = '<mfrac linethickness="0px"><mi>n</mi><mi>k</mi></mfrac>'


@pytest.mark.parametrize(
    ("mathml", "tex"),
    [
        ("<mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup>", "E=mc^{2}"),
        ("<mfrac><mn>1</mn><mn>2</mn></mfrac>", "\\frac {1}{2}"),
        ("<msqrt><mi>x</mi></msqrt>", "\\sqrt {x}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "\\sqrt[3]{x}"),
        ("<msub><mi>x</mi><mi>i</mi></msub>", "x_{i}"),
        ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_{i}^{2}"),
        (
            "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
            "\\sum_{i=1}^{n}i",
        ),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", "\\overline {x}"),
        ("<munder><mi>lim</mi><mi>n</mi></munder>", "\\lim_{n}"),
        ("<mi>α</mi><mo>≤</mo><mi>π</mi>", "\\alpha \\leq \\pi"),
        ("<mtext>if </mtext><mi>sin</mi><mi>x</mi>", "\\text{if }\\sin x"),
        (
            (
                "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi>"
                "</mtd></mtr></mtable>"
            ),
            "\\begin{matrix}a & b \\\\ c & d\\end{matrix}",
        ),
        ("<mi>a</mi><mphantom><mi>z</mi></mphantom><mpadded width='0'><mi>q</mi></mpadded>", "a"),
        ("<msup><mi>f</mi><mo>′</mo></msup>", "f'"),
        ("<mtext>a</mtext><mtext>&#160;and $b$ </mtext><mi>y</mi>", "\\text{a}\\text{ and \\$b\\$ }y"),
        (f"<mo>(</mo>{STACK}<mo>)</mo>", "\\binom{n}{k}"),
        (f"<mrow><mrow><mo>(</mo></mrow><mrow>{STACK}</mrow><mrow><mo>)</mo></mrow></mrow>", "\\binom{n}{k}"),
        (f"<mfenced>{STACK}</mfenced>", "\\binom{n}{k}"),
        (f"<msup>{STACK}<mn>2</mn></msup>{STACK}", "{n \\atop k}^{2}{n \\atop k}"),
        ("<mfrac linethickness='medium'><mi>n</mi><mi>k</mi></mfrac>", "\\frac {n}{k}"),
        ("<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>", "{}_{6}^{14}C"),
        (
            "<mmultiscripts><mi>T</mi><mi>a</mi><mi>b</mi><mi>c</mi><none/><mprescripts/><none/><mi>d</mi></mmultiscripts>",
            "{}^{d}T_{a}^{b}{}_{c}",
        ),
        ("<msubsup><mrow/><mn>6</mn><mn>14</mn></msubsup><mi>C</mi>", "{}_{6}^{14}C"),
        (
            "<mi>H</mi><msub><mrow><mpadded width='0'><mphantom><mi>A</mi></mphantom></mpadded></mrow><mn>2</mn></msub>",
            "H_{2}",
        ),
        ("<msubsup><mi>x</mi><mphantom><mi>i</mi></mphantom><mn>2</mn></msubsup>", "x_{}^{2}"),
        ("<menclose notation='box'><mi>x</mi></menclose>", "\\boxed {x}"),
        ("<menclose notation='updiagonalstrike downdiagonalstrike'><mi>x</mi></menclose>", "\\xcancel {x}"),
        ("<menclose notation='circle'><mi>x</mi></menclose>", "x"),
        ("<mfenced open='{' close=''><mi>x</mi></mfenced>", "\\left\\{x\\right."),
        (
            "<mfenced open='[' close=']' separators='; |'><mi>x</mi><mi>y</mi><mi>z</mi><mi>w</mi></mfenced>",
            "[x;y|z|w]",
        ),
        ("<mfenced open='' close='' separators=''><mi>x</mi><mi>y</mi></mfenced>", "xy"),
        ("<maction actiontype='toggle' selection='2'><mi>x</mi><mi>y</mi></maction>", "y"),
        ("<mi>a</mi><mo>∼\u0338</mo><mi>b</mi>", "a\\not \\sim b"),
    ],
)
def test_native_mathml_becomes_tex(mathml: str, tex: str):
    assert text(f'<math class="mwe-math-element mwe-math-element-inline">{mathml}</math>') == tex


def test_a_hidden_part_of_a_formula_is_no_part_of_its_tex():
    assert text('<math><mi>a</mi><mtext style="display:none">SECRET</mtext></math>') == "a"
    assert text('<span class="tex">$a<i style="display:none">SECRET</i>$</span>') == "a"


def test_two_formulas_are_two():
    html = "<p>a</p>" + "".join(f"<p>{SOURCES['annotation']}</p>" for _ in range(2))
    assert len(blocks(html)) == 3
