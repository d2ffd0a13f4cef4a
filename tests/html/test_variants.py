"""Text in several scripts, as Parsoid keeps it for wikis that convert it for each reader."""

from __future__ import annotations

from html import escape

import pytest
from html_reading import text


def variant(rules: str) -> str:
    return f'<span typeof="mw:LanguageVariant" data-mw-variant="{escape(rules)}"></span>'


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ('{"disabled":{"t":"LaTeX"}}', "a LaTeX b"),
        ('{"twoway":[{"l":"zh-hans","t":"计算机"},{"l":"zh-hant","t":"電腦"}]}', "a 计算机 b"),
        ('{"twoway":[{"l":"zh-hans","t":""},{"l":"zh-hant","t":"電腦"}]}', "a 電腦 b"),
        ('{"filter":{"l":["sr-el"],"t":"i &amp; <b>j</b>"}}', "a i & j b"),
        ('{"disabled":{"t":"x<span style=\\"display:none\\">obey</span>"}}', "a x b"),
        ("{}", "a b"),
        ("[1]", "a b"),
        ('{"disabled":7}', "a b"),
        ('{"twoway":[7,{"t":8}]}', "a b"),
        ("{", "a b"),
    ],
)
def test_a_text_in_several_scripts_is_read_once(rules: str, expected: str):
    assert text(f"<p>a {variant(rules)} b</p>") == expected


def test_a_name_in_a_cell_is_read():
    name = variant('{"disabled":{"t":"Kongzi"}}')
    table = f"<table class='wikitable'><tr><th>Name</th></tr><tr><td>{name}</td></tr></table>"
    assert "Kongzi" in text(table)
