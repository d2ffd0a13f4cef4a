"""Pages that only send their reader elsewhere."""

from __future__ import annotations

import pytest
from html_reading import SHARED

from bookwheel.html import redirect_target


@pytest.mark.parametrize(
    ("html", "target"),
    [
        ('<html><head><meta http-equiv="refresh" content="0;url=Paris.html"></head></html>', "Paris.html"),
        ('<meta http-equiv="Refresh" content="0; URL=\'../A/Caf%C3%A9#Bar\'" />', "../A/Caf%C3%A9#Bar"),
        ("<META HTTP-EQUIV=REFRESH CONTENT='0;URL=x?a=1&amp;b=2'>", "x?a=1&b=2"),
        ('<meta http-equiv="refresh" content="0;url=Estrus#Эстральный_цикл">', "Estrus#Эстральный_цикл"),
        (
            (
                '<div class="redirectMsg"><p>Redirect to:</p><ul class="redirectText"><li><a href="/wiki/Target#Sec">Target</a>'
                "</li></ul></div>"
            ),
            "/wiki/Target#Sec",
        ),
        ('<link rel="mw:PageProp/redirect" href="./Target"/>', "./Target"),
    ],
)
def test_the_target_of_a_redirect_page_is_found(html: str, target: str):
    assert redirect_target(html.encode()) == target


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<p>text</p>",
        '<meta http-equiv="content-type" content="text/html; charset=utf-8"><p>x</p>',
        '<meta http-equiv="refresh" content="300">',
        '<meta http-equiv="refresh" content="300;url=self.html">',
        '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
        '<meta http-equiv="refresh" content="0;url=">',
        '<meta http-equiv="refresh">',
        '<noscript><meta http-equiv="refresh" content="0;url=x"></noscript>',
    ],
)
def test_an_ordinary_page_is_no_redirect(html: str):
    assert redirect_target(html.encode()) is None


@pytest.mark.real("data/html")
def test_no_real_page_is_a_redirect():
    assert [
        file.name for file in (SHARED / "html").glob("*.html") if redirect_target(file.read_bytes())
    ] == []
