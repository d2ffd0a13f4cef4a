"""Raised and lowered text."""

from __future__ import annotations

import pytest
from html_reading import inline, text

from bookwheel.document.model import Link, NoteMark


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("10<sup>23</sup>", "10²³"),
        ("CO<sub>2</sub>", "CO₂"),
        ("x<sup>n+1</sup>", "xⁿ⁺¹"),
        ("x<sup>a</sup>", "xᵃ"),
        ("q<sup>Q</sup>", "q^Q"),
        ("q<sup>Qx</sup>", "q^(Qx)"),
        ("v<sub>max</sub>", "vₘₐₓ"),
        ("v<sub>Q</sub>", "v_Q"),
        ("v<sub>big</sub>", "v_(big)"),
        ("2<sup>2<sup>2</sup></sup>", "2^(2²)"),
        ("<sup>14</sup>C", "¹⁴C"),
        ("7–6<sup>(7–5)</sup> k<sub>(Q)</sub> x<sup>(Q)(R)</sup>", "7–6^(7–5) k_(Q) x^((Q)(R))"),
        (
            "Cl<sup>–</sup> SO<sub>4</sub><sup>2–</sup> 10<sup>–3</sup> x<sup>2–3</sup>",
            "Cl⁻ SO₄²⁻ 10⁻³ x^(2–3)",
        ),
        ("SO<sub>4</sub><sup>2−</sup>", "SO₄²⁻"),
        ("brand<sup>TM</sup>", "brand™"),
        ("a<sup></sup>b<sub> </sub>", "ab"),
        (
            "1<sup>er</sup> XIX<sup>e</sup> M<sup>me</sup> 21<sup>st</sup> n<sup>o</sup>",
            "1er XIXe Mme 21st no",
        ),
        ("<abbr>D<sup>r</sup></abbr>", "Dr"),
        ("<sup>1</sup>&frasl;<sub>2</sub>", "¹⁄₂"),
        ("x<sup>&#160;2&#160;</sup>", "x²"),
    ],
)
def test_raised_and_lowered_text_is_unicode_where_every_character_has_a_form(html: str, expected: str):
    assert text(html) == expected


def test_a_stack_after_a_symbol_reads_lower_then_upper():
    style = "display:inline-block;margin-bottom:-0.3em;vertical-align:-0.4em;line-height:1.2em;font-size:80%"
    assert text(f'SO<span style="{style}">2−<br>4</span>') == "SO₄²⁻"
    assert text('SO<span class="template-chem2-su"><span>2−</span><span>4</span></span>') == "SO₄²⁻"


def test_a_stack_before_a_symbol_reads_upper_then_lower():
    assert text('<span class="template-chem2-su"><span>14</span><span>6</span></span>C') == "¹⁴₆C"


def test_the_mark_of_a_footnote_is_not_merged_into_the_number_before_it():
    content = inline(
        'born 1905<sup class="reference" id="cite_ref-1"><a href="#cite_note-1">[1]</a></sup> in'
    )
    assert content.text == "born 1905 in"
    assert content.marks == (NoteMark(9, 9, "cite_note-1", "1"),)


def test_a_bracketed_note_without_a_class_is_a_note_too():
    content = inline("fact<sup>[note 1]</sup>.")
    assert content.text == "fact."
    assert content.marks == (NoteMark(4, 4, "", "note 1"),)


def test_a_link_inside_a_raised_text_stays_on_it():
    content = inline('E=mc<sup><a href="/wiki/Two">2</a></sup> and more')
    assert content.text == "E=mc² and more"
    assert content.marks == (Link(4, 5, "internal", "/wiki/Two", "Two"),)


def test_marks_after_a_longer_script_stand_where_they_should():
    content = inline('a<sup>QX</sup> <a href="/wiki/B">b</a>')
    assert content.text == "a^(QX) b"
    assert content.marks == (Link(7, 8, "internal", "/wiki/B", "B"),)


def test_a_template_that_asks_for_a_source_is_dropped():
    assert text('fact<sup class="noprint Inline-Template">[<i>citation needed</i>]</sup>.') == "fact."
