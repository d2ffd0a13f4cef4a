from __future__ import annotations

import pytest

from bookwheel.document.model import Inline, Paragraph
from bookwheel.render.escape import code_fence, code_span, escape_inline, formula, guard_lines
from bookwheel.render.markdown import render_blocks


def paragraph(text: str) -> str:
    return render_blocks([Paragraph(Inline(text))])


@pytest.mark.parametrize(
    "text",
    [
        "2 * 3 = 6",
        "snake_case, a _ alone",
        "$5 to $6, US$7",
        "a < b and b > a, x <3",
        "#1 hit, C#",
        "AT&T & co; R&D",
        "see [citation] (1990)",
        "about ~5 km, ~6 km",
        "back\\slash",
        "−5 °C – 3",
        "1984 was",
        "Yahoo! [sic]",
        "3.14. Pi",
        "(1) one",
        "a|b",
    ],
)
def test_ordinary_prose_passes_unchanged(text: str):
    assert paragraph(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*bold*", r"\*bold\*"),
        ("_slanted_", r"\_slanted_"),
        ("f(x)_(n)", "f(x)\\_(n)"),
        ("`code`", r"\`code\`"),
        ("<b>", r"\<b>"),
        ("</b>", r"\</b>"),
        ("<!-- x -->", r"\<!-- x -->"),
        ("<?php", r"\<?php"),
        ("[x](http://e.org)", r"[x\](http://e.org)"),
        ("![x](http://e.org)", r"![x\](http://e.org)"),
        ("&lt;b&gt;", r"\&lt;b\&gt;"),
        ("~~gone~~", r"\~\~gone\~\~"),
        (r"\*", r"\\\*"),
        ("end\\", "end\\\\"),
        ("end\\ \nnext", "end\\\\\nnext"),
        ("from $5 to 10 US$ each", r"from $5 to 10 US\$ each"),
    ],
)
def test_text_that_would_be_inline_markup_is_escaped(text: str, expected: str):
    assert paragraph(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Title", r"\# Title"),
        ("###### Title", r"\###### Title"),
        ("#", r"\#"),
        ("> quote", r"\> quote"),
        ("- item", r"\- item"),
        ("+ item", r"\+ item"),
        (" * item", r"\* item"),
        ("1. item", r"1\. item"),
        ("12) item", r"12\) item"),
        ("---", r"\---"),
        ("- - -", r"\- - -"),
        ("_ _ _", r"\_ _ \_"),
        ("~~~", r"\~\~\~"),
        ("| a | b |", r"\| a | b |"),
        ("a | b\n--- | ---", "a | b\n\\--- | ---"),
        ("Title\n===", "Title\n\\==="),
        ("[1]: http://e.org", r"\[1]: http://e.org"),
        ("one\n# two\n- three", "one\n\\# two\n\\- three"),
        ("one\n \n\n  # two", "one\n\n\\# two"),
    ],
)
def test_a_line_cannot_start_a_block_of_its_own(text: str, expected: str):
    assert paragraph(text) == expected


def test_guarded_lines_of_blanks_are_nothing():
    assert guard_lines(" \n ") == ""
    assert guard_lines("   ") == ""


def test_brackets_in_a_links_text_are_escaped():
    assert escape_inline("a [b] *c*", in_link=True) == r"a \[b\] \*c\*"


def test_every_dollar_sign_beside_a_formula_is_escaped():
    assert escape_inline("$5", near_formula=True) == r"\$5"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x", "`x`"),
        ("a`b", "``a`b``"),
        ("a``b", "`a``b`"),
        ("a`b``c", "```a`b``c```"),
        ("`", "`` ` ``"),
        (" x ", "`  x  `"),
        ("a\nb", "`a b`"),
    ],
)
def test_a_code_span_is_delimited_by_backticks_it_does_not_hold(code: str, expected: str):
    assert code_span(code) == expected


def test_a_code_fence_is_longer_than_the_runs_inside():
    assert code_fence("x", "python") == "```python\nx\n```"
    assert code_fence("````\ny", "") == "`````\n````\ny\n`````"


def test_a_language_holds_nothing_that_could_end_the_fences_line():
    assert code_fence("x", "c++ `\n<b>").startswith("```c++b\n")


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        ("x^2", "x^2"),
        ("a\n  b", "a b"),
        ("a<b", "a< b"),
        ("a<1", "a<1"),
        (r"\text{if $x$ or $y$}", r"\text{if \(x\) or \(y\)}"),
        ("5$", r"5\$"),
        (r"5\$", r"5\$"),
        (r"\left[x\right](t)", r"\left[x\right] (t)"),
        ("![x", "! [x"),
        ("a~~~b~c", "a~ ~ ~b~c"),
        ("``x''", "\u2018\u2018x''"),
        ("x\\", "x\\ "),
        ("x\\\\", "x\\\\"),
    ],
)
def test_a_formula_keeps_its_meaning_without_acting_as_markup(tex: str, expected: str):
    assert formula(tex) == expected


def test_a_double_bar_in_a_cells_formula_is_written_without_a_pipe():
    assert formula(r"\|x\|", in_cell=True) == r"\Vert x\Vert "
    assert formula(r"a \\| b", in_cell=True) == r"a \\| b"
