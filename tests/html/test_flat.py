"""Pages whose tags alone tell their links: the links are those of the tree, and pages that need one are left to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.html import flat
from bookwheel.html.charset import to_utf_8
from bookwheel.html.hrefs import read_hrefs

PAGES = sorted((Path(__file__).resolve().parents[2] / "../shared/data/html").glob("*.html"))


class Reader:
    """Reads pages one after the other, with one memory for all."""

    def __init__(self) -> None:
        self.known: dict[bytes | str, int] = {}
        self.addresses: list[str] = []

    def learn(self, tag: bytes) -> int:
        meaning = flat.meaning_of(tag)
        if isinstance(meaning, str):
            self.addresses.append(meaning)
            return len(self.addresses) - 1
        return meaning

    def links(self, raw: bytes) -> set[str] | None:
        numbers = flat.numbers_of(raw, self.known, self.learn)
        return None if numbers is None else {self.addresses[number] for number in numbers}


READER = Reader()


def page(body: str, head: str = "<title>A page</title>") -> bytes:
    return f'<!DOCTYPE html><html lang="en"><head>{head}</head><body class="x">{body}</body></html>'.encode()


@pytest.mark.parametrize(
    "body",
    [
        "no link",
        '<p><a href="A">a</a> and <a href="B&amp;C?x=1&y=2" class="mw-redirect" title="a &lt; b">b</a></p>',
        '<p><a href="A">open <p><b>repeated by the engine</p></b> <a href="A">again</a><a name="n">no link</a>',
        '<table><a href="A">moved before it</a><tr><td><a href="B">b</a></table><a href="">none</a>',
        '<!-- a comment --><?php x ?><a href="Café">é</a><!--/end--><br/><img src="x.png" hidden>',
        '<p>seen <span style="display:none">1990-01-01</span><a href="A">a</a><a href="B" hidden>hidden</a></p>',
        '<style>a > b {}</style><script>if (1 > 0) f("x")</script><a href="A">a</a><noscript>no</noscript>',
        '<div id="mw-content-text" class="mw-parser-output"><p><a href="A">a</a></p></div>',
        '<div class="mw-body"><main id="content"><div><article><a href="A">a</a><li><a href="B">b</a></div></main>',
        '<div><div id="mw-content-text"><a href="A">a</a></div></div><p>end</p><script src="x.js"></script>',
        '<div id="content"><p><a href="A">a</a></p></div>',
    ],
)
def test_a_page_that_hides_no_link_is_read_without_its_tree(body: str) -> None:
    raw = page(body)
    assert READER.links(raw) == set(read_hrefs(raw))


@pytest.mark.parametrize(
    "body",
    [
        '<div style="display:none"><a href="A">a</a></div>',
        '<div class="navbox"><b>x</b></div><a href="A">a</a>',
        '<nav><a href="A">a</a></nav>',
        '<span style="color:white"><i>x</i></span><a href="A">a</a>',
        '<table><tr><td bgcolor="red"><font color="red"><a href="A">a</a></font></table>',
        '<div id="nav"><a href="A">a</a></div><div id="content"><p>x</p></div>',
        '<section id="toc"><h2>Contents</h2><a href="A">a</a></section>',
        '<div hidden="">x<a href="A">a</a></div>',
        "<a href='A'>a</a>",
        "<a href=A>a</a>",
        '<a title=">" href="A">a</a>',
        '<a title="<a href="A">a</a>',
        '<A href="A">a</A>',
        '<a href="A"class="x">a</a>',
        '<a href="A"',
        '1 < 2 <a href="A">a</a>',
        '<!-- <a href="A"> --> <a href="B">b</a>',
        '<!--> <a href="A"> --> <a href="B">b</a>',
        '<script>"<a href="A">"</script>',
        '<textarea><a href="A"></textarea>',
        '<svg><a href="A">a</a></svg>',
        '<math><mi><a href="A">a</a></mi></math>',
        '<select><option><a href="A">a</a></select>',
        '<template><a href="A">a</a></template>',
        '<plaintext><a href="A">a</a>',
        '<object><a href="A">a</a></object>',
        '<a href="menu">m</a><div id="mw-content-text"><a href="A">a</a></div>',
        '<div id="mw-content-text"><a href="A">a</a></div><a href="foot">f</a>',
        '<li><div id="mw-content-text"><a href="A">a</a><li><a href="B">b</a></div>',
        '<div role="Main"><a href="A">a</a></div><a href="B">b</a>',
        '<p class="mw-parser-output"><a href="A">a</a>',
        '<main hidden><a href="A">a</a></main>',
        '<map name="m"><area href="A" alt="a"></map>',
        '<area href="A">',
    ],
)
def test_any_other_page_is_left_to_its_tree(body: str) -> None:
    assert READER.links(page(body)) is None


def test_bytes_that_are_no_utf_8_are_left_to_the_tree() -> None:
    assert READER.links(b'<p><a href="\xff">a</a>') is None
    assert READER.links(b'<p title="\xff"><a href="A">a</a>') is None


def test_a_page_full_of_new_tags_is_not_learned() -> None:
    reader = Reader()
    assert (
        reader.links(page("".join(f'<p id="p{number}">' for number in range(500)) + '<a href="A">a</a>'))
        is None
    )
    assert not reader.known


def test_pages_of_links_are_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader()
    raw = page("".join(f'<a href="L{number}">l</a>' for number in range(500)))
    assert reader.links(raw) == {f"L{number}" for number in range(500)}
    monkeypatch.setattr(flat, "meaning_of", None)
    assert reader.links(raw) == {f"L{number}" for number in range(500)}


@pytest.mark.parametrize(
    "unit", ["<", "<a ", '<a href="', "<!--", "<p ", '<p a="" ', "</", "<a href=x ", "&", "\0"]
)
def test_hostile_pages_are_read_in_linear_time(unit: str) -> None:
    import time

    raw = unit.encode() * (1_000_000 // len(unit))
    begun = time.process_time()
    READER.links(raw)
    assert time.process_time() - begun < 5


@pytest.mark.real("data/html")
def test_real_pages_and_parts_of_them_have_the_links_of_their_tree() -> None:
    read = 0
    for path in PAGES:
        raw = to_utf_8(path.read_bytes())
        pieces = [raw, *(raw[start : start + 2000] for start in range(0, len(raw), 2000))]
        for piece in pieces:
            found = READER.links(piece)
            if found is not None:
                read += 1
                assert found == set(read_hrefs(piece)), (path.name, piece[:100])
    assert read > 20


_PLAIN = [
    '<a href="x">', '<a href="y" title="t">', '<a class="new" href="z&amp;1">', "</a>", "<p>", "</p>", "<b>", "</b>", "<table>",
    "</table>", "<tr>", "<td>", "</td>", "<caption>", "<li>", "</li>", "<ul>", "</ul>", "<h2>", "</h2>", "<div>", "</div>", "text",
    "<!-- c -->", "<br/>", '<span style="display:none">', "</span>", '<i class="noprint">', "</i>", "<nobr>", "<col>", "<dd>",
    '<div class="navbox">', "<nav>", "</nav>", "<body hidden>", "<html class='x'>", "<section hidden>", "</section>", "</body>",
]  # fmt: skip
_ROOTS = [
    '<div id="mw-content-text">', '<div class="mw-parser-output">', "<main>", "</main>", "<article>", "</article>",
    '<div role="main">', '<div id="bodyContent">', '<div id="mf-section-0">', '<section data-mw-section-id="0">',
]  # fmt: skip
_ODD = [
    "<svg>", "</svg>", "<math>", "<select>", "</select>", "<template>", "</template>", "<style>", "</style>", "<textarea>",
    "</textarea>", "<script>", "</script>", "<title>", "</title>", "<!--", "-->", "<", ">", '"', "<a href='q'>", "<a href=r>",
    '<p title="', "<button>", "</button>", "<form>", "<frameset>", "<head>", "</head>", "&lt;", "\0", "\r", "</br>", "<hr>",
    "<noscript>", "</noscript>", "<object>", "<marquee>", "<plaintext>", "<image>", "<option>", "<rt>", "<ruby>", '<A HREF="s">',
]  # fmt: skip


def _bodies(pieces: list[str]) -> st.SearchStrategy[str]:
    """Return a few tags of some kind with links among them."""
    piece = st.one_of(st.sampled_from(_PLAIN[:3]), st.sampled_from(pieces), st.sampled_from(pieces))
    return st.lists(piece, max_size=16).map("".join)


@settings(derandomize=True, deadline=None, max_examples=2000)
@given(
    st.sampled_from(
        ["", "<html><head><title>t</title></head><body>", "<!DOCTYPE html><meta charset='utf-8'>"]
    ),
    st.one_of(
        _bodies(_PLAIN),
        _bodies(_PLAIN + _ROOTS),
        _bodies(_PLAIN + _ROOTS + _ODD),
        st.tuples(_bodies(["<div>", "<main>", "<section>", *_ROOTS]), _bodies(_PLAIN)).map("".join),
    ),
)
def test_any_page_that_is_read_without_its_tree_has_the_links_of_its_tree(head: str, body: str) -> None:
    raw = (head + body).encode()
    found = READER.links(raw)
    assert found is None or found == set(read_hrefs(raw))
