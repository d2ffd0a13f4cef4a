"""Characters that show nothing are removed; those that shape what is seen stay."""

from __future__ import annotations

import pytest
from html_reading import only, read, text

from bookwheel.document.model import Code

INVISIBLE = (
    "\u200b\u2060\ufeff\u202e\u2066\U000e0041\u00ad\u0007\u2063\u200c\u200d\u200e\u200f\u034f\u2800\u115f\u1160\u3164\uffa0\ufe0f"
    "\ufe00\U000e0100\u180b\u061c\ufdd0"
)


@pytest.mark.parametrize("character", INVISIBLE)
def test_invisible_characters_are_removed(character: str):
    assert text(f"pa{character}ge <b>b{character}</b> &#{ord(character)};x") == "page b x"
    assert text(f"pa{character}{character}ge") == "page"
    assert text(f"pä{character}ge") == "päge"
    assert only(f"<pre>pä{character}ge</pre>", Code).text == "päge"
    assert read(f"<title>pä{character}ge</title><p>x", title="").title == "päge"


@pytest.mark.parametrize(
    "shown",
    [
        "می\u200cخواهم",
        "नमस्\u200dते",
        "ක්\u200dෂ",
        "👨\u200d👩\u200d👧",
        "❤\ufe0f\u200d🔥",
        "1\ufe0f\u20e3",
        "葛\U000e0100",
        "ᠠ\u180b",
        "∩\ufe00",
    ],
)
def test_joiners_and_selectors_stay_where_they_shape_what_is_seen(shown: str):
    assert text(f"a {shown} b") == f"a {shown} b"
    assert text(f"a <b>{shown}</b> b") == f"a {shown} b"
    assert text(f"a <b>{shown[:-1]}</b>{shown[-1]} b") == f"a {shown} b"
    assert text(shown) == shown


@pytest.mark.parametrize("text_in", ["م\u200c\u200c\u200d\u200cخ", "म\u200c\u200d\u200d\u200cत"])
def test_a_run_of_joiners_carries_nothing(text_in: str):
    assert len(text(text_in)) == 3


def test_separators_of_lines_are_white_space():
    assert text("a\u2028b\u2029<i>c</i>") == "a b c"
