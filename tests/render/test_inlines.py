from __future__ import annotations

import pytest

from bookwheel.document.model import CodeSpan, Emphasis, Inline, Link, Mark, Math, NoteMark, Strong, Struck
from bookwheel.render.destination import destination
from bookwheel.render.inlines import cell_markdown, inline_markdown, line_markdown
from bookwheel.render.options import COMPACT, FULL, RenderOptions


def link(start: int, end: int, target: str = "Paris", kind: str = "internal") -> Link:
    return Link(start, end, kind, target, target)  # pyright: ignore[reportArgumentType]


def render(text: str, *marks: Mark, options: RenderOptions = FULL) -> str:
    return inline_markdown(Inline(text, marks), options)


def test_a_link_leads_to_its_target():
    assert render("in Paris now", link(3, 8)) == "in [Paris](Paris) now"


@pytest.mark.parametrize(
    ("target", "kind", "expected"),
    [
        ("Mercury_(planet)", "internal", "Mercury_%28planet%29"),
        ("100%", "internal", "100%25"),
        ("New York", "internal", "New%20York"),
        ("Zürich", "internal", "Zürich"),
        ("東京", "internal", "東京"),
        ("a|b", "internal", "a%7Cb"),
        ("zero\u200bwidth", "internal", "zero%E2%80%8Bwidth"),
        ("https://e.org/a%20b?x=1&y=(2)", "external", "https://e.org/a%20b?x=1&y=%282%29"),
        ("https://e.org/?a=1&lt;b", "external", "https://e.org/?a=1&lt%3Bb"),
        ("History", "anchor", "#History"),
        ("I/a b.png", "media", "I/a%20b.png"),
        ("Category:Cities", "internal", "Category:Cities"),
        ("", "internal", ""),
        ("javascript:alert(1)", "external", ""),
        (" JavaScript:alert(1)", "internal", ""),
        ("data:text/html,x", "external", ""),
    ],
)
def test_a_destination_cannot_end_its_link(target: str, kind: str, expected: str):
    assert destination(kind, target) == expected  # pyright: ignore[reportArgumentType]


def test_a_link_that_leads_nowhere_is_its_text():
    assert render("a [b] c", link(2, 5, "")) == "a [b] c"


def test_a_link_without_text_is_dropped():
    assert render("a  b", link(2, 2), link(1, 3)) == "a  b"


def test_a_link_inside_a_link_is_text():
    assert render("a b c", link(0, 5, "Outer"), link(2, 3, "Inner")) == "[a b c](Outer)"


def test_struck_text_is_struck_through_and_tildes_of_the_text_are_not():
    assert render("a b c", Struck(2, 3)) == "a ~~b~~ c"
    assert render("~~a~~ bc", Struck(6, 8), Strong(6, 7)) == r"\~\~a\~\~ ~~**b**c~~"


def test_emphasis_may_stand_inside_a_link():
    assert render("abc d", link(0, 5), Emphasis(0, 5)) == "[*abc d*](Paris)"
    assert render("abc d", link(0, 5), Emphasis(0, 3)) == "[*abc* d](Paris)"
    assert render("abc d", link(0, 5, ""), Strong(0, 5)) == "**abc d**"


def test_brackets_inside_a_links_text_do_not_end_it():
    assert render("x](y", link(0, 4)) == r"[x\](y](Paris)"


def test_an_exclamation_mark_before_a_link_makes_no_image():
    assert render("Look!Paris", link(5, 10)) == r"Look\![Paris](Paris)"
    assert render("Look!", NoteMark(5, 5, "k", "1")) == r"Look\![1]"


def test_emphasis_and_strong_nest():
    assert render("abc", Strong(0, 3), Emphasis(1, 2)) == "**a*b*c**"
    assert render("abc", Strong(0, 3), Emphasis(0, 3)) == "***abc***"


def test_emphasis_within_emphasis_adds_nothing():
    assert render("abc", Emphasis(0, 3), Emphasis(1, 2)) == "*abc*"


def test_emphasis_of_punctuation_alone_adds_nothing():
    assert render("a · b", Strong(2, 3)) == "a · b"
    assert render("a * b", link(2, 3), Strong(2, 3)) == r"a [\*](Paris) b"


def test_blanks_at_the_edges_move_outside():
    assert render("a b c", Strong(1, 4)) == "a **b** c"
    assert render("a b c", link(1, 4)) == "a [b](Paris) c"


def test_an_empty_wrapper_is_dropped():
    assert render("a  b", Strong(1, 3), Emphasis(1, 2)) == "a  b"
    assert render("ab", Strong(1, 1)) == "ab"


def test_emphases_that_touch_are_one():
    assert render("abcd", Emphasis(0, 2), Emphasis(2, 4)) == "*abcd*"
    assert render("abcd", Strong(0, 2), Emphasis(2, 4)) == "**ab***cd*"


def test_emphasis_that_markdown_would_not_take_is_left_out():
    assert render("die „Zeit“schrift", Strong(4, 10)) == "die „Zeit“schrift"
    assert render("die „Zeit“ – ja", Strong(4, 10)) == "die **„Zeit“** – ja"
    assert render("un„x“ y", Strong(2, 5)) == "un„x“ y"
    assert render("un„x“", link(2, 5), Strong(2, 5)) == "un[**„x“**](Paris)"
    assert render("unxy", Strong(2, 4), link(2, 4)) == "un[xy](Paris)"
    assert render("xyun", Strong(0, 2), link(0, 2)) == "[xy](Paris)un"
    assert render("x yun", Strong(0, 3), link(0, 1), Emphasis(2, 3)) == "**[x](Paris) *y***un"
    assert render("e\u0301„x“", Strong(2, 5)) == "e\u0301„x“"


def test_code_is_verbatim_and_its_marks_are_dropped():
    assert render("a *b* c", CodeSpan(2, 5), Emphasis(3, 4)) == "a `*b*` c"


def test_code_that_touches_is_one_span():
    assert render("ab", CodeSpan(0, 1), CodeSpan(1, 2)) == "`ab`"
    assert render("a`", CodeSpan(0, 1), CodeSpan(1, 2)) == "`` a` ``"


def test_formulas_stand_between_dollar_signs():
    assert render("let x=1 cost $5", Math(4, 7)) == r"let $x=1$ cost \$5"
    assert render("ab", Math(0, 1), Math(1, 2)) == "$a$ $b$"


def test_a_note_mark_is_its_label_in_brackets():
    assert render("fact.", NoteMark(5, 5, "k", "1")) == "fact.[1]"
    assert render("fact.", NoteMark(5, 5, "k", "[note 2]")) == "fact.[note 2]"
    assert render("fact.", NoteMark(5, 5, "key", "")) == "fact.[key]"
    assert render("fact.", NoteMark(5, 5, "", "")) == "fact."


def test_a_note_mark_does_not_make_a_link_of_what_follows():
    assert render("fact(http://e.org)", NoteMark(4, 4, "k", "1")) == r"fact[1]\(http://e.org)"
    assert render(": x", NoteMark(0, 0, "k", "1")) == r"[1]\: x"


def test_a_note_mark_inside_verbatim_text_follows_it():
    assert render("abc d", CodeSpan(0, 3), NoteMark(1, 1, "k", "1")) == "`abc`[1] d"


def test_marks_that_overlap_are_cut_to_nest():
    assert render("abcd", link(0, 2), Strong(1, 4)) == "[a**b**](Paris)cd"


def test_compact_text_has_no_links_and_may_have_no_note_marks():
    marks = (Strong(0, 1), link(2, 3), NoteMark(3, 3, "k", "1"))
    assert render("a b", *marks, options=RenderOptions(compact=True)) == "**a** b[1]"
    assert render("a b", *marks, options=COMPACT) == "**a** b"
    assert render("a *", link(2, 3), options=COMPACT) == r"a \*"


def test_a_mark_over_an_empty_line_is_one_in_each_stanza():
    text = "ab\n \ncd"
    assert render(text, Emphasis(0, 7), link(5, 7)) == "*ab*\n \n*[cd](Paris)*"
    assert render(text, link(0, 7), NoteMark(7, 7, "k", "1")) == "[ab](Paris)\n \n[cd](Paris)[1]"
    assert render("ab\ncd", Emphasis(0, 5)) == "*ab\ncd*"


def test_a_line_has_no_line_breaks():
    assert line_markdown(Inline(" a\n b "), FULL) == "a b"


def test_a_cell_is_one_line_with_escaped_pipes():
    assert cell_markdown(Inline(" plain "), FULL) == "plain"
    assert cell_markdown(Inline("a|b\nc"), FULL) == r"a\|b c"
    assert cell_markdown(Inline("x|y", (CodeSpan(0, 3),)), FULL) == r"`x\|y`"
    assert cell_markdown(Inline(r"\|x\|", (Math(0, 5),)), FULL) == r"$\Vert x\Vert $"
    assert cell_markdown(Inline("ab", (link(0, 2, "a|b"),)), FULL) == "[ab](a%7Cb)"


def test_many_marks_take_linear_time():
    count = 100_000
    text = "x" * count
    assert render(text, *(Strong(n, n + 1) for n in range(count))) == f"**{text}**"
    assert render(text, *(CodeSpan(n, n + 1) for n in range(count))) == f"`{text}`"
    words = "ab " * count
    inner = [Emphasis(3 * n, 3 * n + 1) for n in range(count)]
    assert render(words, Strong(0, len(words)), *inner) == f"**{('*a*b ' * count).rstrip()}** "
    nested = [Strong(n, count) if n % 2 else Emphasis(n, count) for n in range(count)]
    assert render(text, *nested) == f"*x**{text[2:]}x***"
