"""Where links lead."""

from __future__ import annotations

import pytest
from html_reading import inline, read

from bookwheel.document.model import Figure, Link, ListBlock
from bookwheel.document.outline import walk


def target(
    href: str, path: str = "A/Paris", source: str = "archive", url: str = ""
) -> tuple[str, str] | None:
    marks = inline(f'<a href="{href}">x</a>', path=path, source=source, url=url).marks
    assert len(marks) <= 1
    mark = marks[0] if marks else None
    assert mark is None or (isinstance(mark, Link) and mark.href)
    return (mark.kind, mark.target) if isinstance(mark, Link) else None


@pytest.mark.parametrize(
    ("path", "href", "expected"),
    [
        ("A/Paris", "London", ("internal", "A/London")),
        ("A/Paris.html", "Foo.html", ("internal", "A/Foo.html")),
        ("A/Paris", "./London", ("internal", "A/London")),
        ("A/Paris", "../I/x.png", ("media", "I/x.png")),
        ("A/AC/DC", "../Rock", ("internal", "A/Rock")),
        ("A/100%25/Paris", "London", ("internal", "A/100%25/London")),
        ("A/100%25/Paris", "caf%C3%A9", ("internal", "A/100%25/café")),
        ("Paris", "London#History", ("internal", "London")),
        ("Paris", "caf%C3%A9.html", ("internal", "café.html")),
        ("Paris", "a%3Fb%23c", ("internal", "a?b#c")),
        ("Paris", "a?x=1#y", ("internal", "a")),
        ("x.org/a/b", "..", ("internal", "x.org/")),
        ("x.org/a/b", ".", ("internal", "x.org/a/")),
        ("x.org/a/b", "../?page=2", ("internal", "x.org/")),
        ("Paris", "../../../evil", ("internal", "evil")),
        ("site.org/docs/index.html", "page/", ("internal", "site.org/docs/page/")),
        ("site.org/docs/index.html", "/about", ("internal", "about")),
        ("Paris", "#Sights%20to_see", ("anchor", "Sights to_see")),
        ("Paris", "https://example.org/a%20b", ("external", "https://example.org/a%20b")),
        ("Paris", "//example.org/x", ("external", "https://example.org/x")),
        ("Paris", "ftp://example.org/x", ("external", "ftp://example.org/x")),
        ("Paris", "File:x.JPG", ("media", "File:x.JPG")),
        ("Paris", "Star_Trek:_Picard", ("internal", "Star_Trek:_Picard")),
    ],
)
def test_links_of_an_archive_are_paths_from_where_the_page_stands(
    path: str, href: str, expected: tuple[str, str]
):
    assert target(href, path) == expected


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("/wiki/Foo_bar", ("internal", "Foo bar")),
        ("./Foo_bar", ("internal", "Foo bar")),
        ("./AC/DC", ("internal", "AC/DC")),
        ("/wiki/Caf%C3%A9#x", ("internal", "Café")),
        ("/w/index.php?title=Foo_bar&amp;oldid=1", ("internal", "Foo bar")),
        ("/w/index.php?title=Foo&amp;action=edit&amp;redlink=1", ("internal", "")),
        ("//en.wikipedia.org/wiki/Foo", ("internal", "Foo")),
        ("https://en.m.wikipedia.org/wiki/Foo", ("internal", "Foo")),
        ("https://fr.wikipedia.org/wiki/Foo", ("external", "https://fr.wikipedia.org/wiki/Foo")),
        ("/wiki/File:X.png", ("media", "File:X.png")),
        ("/wiki/Dr._Strangelove", ("internal", "Dr. Strangelove")),
        ("/wiki/Star_Trek:_Picard", ("internal", "Star Trek: Picard")),
    ],
)
def test_links_of_a_live_page_are_titles(href: str, expected: tuple[str, str]):
    assert target(href, "AC/DC", "live", "https://en.wikipedia.org/wiki/AC/DC") == expected


@pytest.mark.parametrize(
    "href",
    [
        "javascript:alert(1)",
        "JavaScript:x",
        "data:text/html,x",
        "mailto:a@b",
        "tel:1",
        "",
        "#",
        " ",
        "vbscript:x",
    ],
)
def test_links_that_lead_nowhere_for_a_reader_are_dropped(href: str):
    assert target(href) is None


@pytest.mark.parametrize(
    "href", ["http://[", "//[x", "http://[::1]/a", "%", "%zz", "a:b:c", "\ud7ff", "?", "/?#"]
)
def test_broken_addresses_do_no_harm(href: str):
    target(href)
    target(href, "Paris", "live", "https://en.wikipedia.org/wiki/X")


def test_a_link_to_a_missing_page_has_no_target():
    content = inline('<a href="./Nowhere" class="new">Nowhere</a>')
    assert content.marks == (Link(0, 7, "internal", "./Nowhere", ""),)


def test_the_source_of_a_picture_is_resolved_and_never_its_bytes():
    def sources(html: str) -> list[str]:
        document = read(html, path="A/Paris", source="archive")
        return [b.source for s in walk(document.sections) for b in s.blocks if isinstance(b, Figure)]

    figure = "<figure><img src='{}' alt='a'><figcaption>c</figcaption></figure>"
    assert sources(figure.format("../I/m/x.png")) == ["I/m/x.png"]
    assert sources(figure.format("data:image/png;base64,AAAA")) == [""]


def test_the_choices_of_a_disambiguation_page_are_link_targets_in_order():
    html = (
        '<p><b>Mercury</b> may refer to:</p><ul><li><a href="/wiki/Mercury_(planet)">Mercury</a>, a planet<ul><li>'
        'on <a href="/wiki/Mercury_(song)">a song</a></li></ul></li><li>no link</li><li><a class="new" href="/w/x?redlink=1">'
        'red</a> and <a href="/wiki/B">B</a></li></ul><div id="disambigbox">This page lists</div>'
    )
    document = read(html)
    assert document.is_disambiguation
    assert [(entry.target, entry.text) for entry in document.disambiguation] == [
        ("Mercury (planet)", "Mercury, a planet"),
        ("Mercury (song)", "on a song"),
        ("B", "red and B"),
    ]
    assert "This page lists" not in str(document.sections)


@pytest.mark.parametrize(
    "marker",
    [
        '<meta property="mw:PageProp/disambiguation"/>',
        '<div class="dmbox-disambig">x</div>',
        '<table id="Vorlage_Begriffsklärung"><tr><td>x</td></tr></table>',
        '<div id="homonymie">x</div>',
    ],
)
def test_a_disambiguation_page_is_known_by_its_property_or_box(marker: str):
    assert read(f"<p>x</p><ul><li>a</li></ul>{marker}").is_disambiguation


@pytest.mark.parametrize(
    "html",
    [
        '<div class="hatnote">For other uses, see <a href="/wiki/X_(disambiguation)">X (disambiguation)</a>.</div><p>x</p>',
        "<p>The <b>Hans-Sachs-Straße</b> may refer to many things (disambiguation).</p>",
        '<div class="hatnote disambig-hint">x</div><p>Begriffsklärung</p>',
    ],
)
def test_words_and_hatnotes_do_not_make_a_disambiguation_page(html: str):
    document = read(html)
    assert not document.is_disambiguation
    assert document.disambiguation == ()


def test_lists_keep_their_links():
    document = read('<ul><li><a href="/wiki/A">a</a> and <a href="/wiki/B">b</a></li></ul>')
    block = document.sections[0].blocks[0]
    assert isinstance(block, ListBlock)
    assert [mark.start for mark in block.items[0].content.marks] == [0, 6]
