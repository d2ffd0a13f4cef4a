import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.archive.weblinks import Identity, identify, origin_of, paths_of_url

WIKI = identify(
    "wikipedia_fr_all", {"Scraper": "mwoffliner 1.13", "Source": "https://fr.wikipedia.org/"}, "fr"
)
SITE = identify("site", {"Scraper": "warc2zim 2.0"}, "en")
PLAIN = identify("book", {"Title": "A book"}, "")

FOOTER = b'<footer><a class="external" href="https://fr.wikipedia.org/wiki/?title=Caf%C3%A9&amp;oldid=77">source</a></footer>'


def test_the_canonical_link_of_a_page_is_its_address():
    html = b'<head><link href="https://fr.wikipedia.org/wiki/Caf%C3%A9" rel="canonical"></head>' + FOOTER
    origin = origin_of(WIKI, "Café", "Café", html)
    assert origin.url == "https://fr.wikipedia.org/wiki/Caf%C3%A9"
    assert origin.revision_id == "77"
    assert origin.permalink == "https://fr.wikipedia.org/wiki/?title=Caf%C3%A9&oldid=77"


def test_a_revision_of_another_page_is_not_taken():
    assert origin_of(WIKI, "Thé", "Thé", FOOTER).revision_id == ""


def test_the_address_follows_from_source_and_path():
    assert origin_of(WIKI, "A_B?.html", "A B?", b"").url == "https://fr.wikipedia.org/wiki/A_B%3F"
    assert origin_of(SITE, "www.x.org/a b?c=d", "x", b"").url == "https://www.x.org/a%20b?c=d"
    assert origin_of(SITE, "no-host/a", "x", b"").url == ""
    assert origin_of(PLAIN, "A", "A", b"").url == ""


@pytest.mark.parametrize("href", [b"javascript:alert(1)", b"/wiki/X", b"", b"data:text/html,x"])
def test_only_web_addresses_are_cited(href: bytes):
    assert origin_of(PLAIN, "X", "X", b'<link rel="canonical" href="' + href + b'">').url == ""


def test_an_address_of_the_archives_own_wiki_is_a_title():
    assert list(paths_of_url("https://fr.wikipedia.org/wiki/Caf%C3%A9#Histoire", WIKI)) == [
        "Caf%C3%A9#Histoire"
    ]
    assert list(paths_of_url("https://fr.m.wikipedia.org/w/index.php?title=Caf%C3%A9", WIKI)) == ["Café"]
    assert list(paths_of_url("https://en.wikipedia.org/wiki/Caf%C3%A9", WIKI)) == []


def test_an_archive_that_tells_no_source_takes_addresses_of_its_language_only():
    unsure = Identity(("wikipedia_de_all",), "", "de", is_crawl=False, is_wiki=True)
    assert list(paths_of_url("https://de.wikipedia.org/wiki/Haus", unsure)) == ["Haus"]
    assert list(paths_of_url("https://fr.wikipedia.org/wiki/Haus", unsure)) == []


@pytest.mark.parametrize(
    ("names", "source", "has_moon"),
    [
        (("wikipedia_en_all",), "", True),
        (("wikipedia_en_all",), "127.0.0.1", True),
        (("ray_charles",), "", True),  # a wiki that tells nothing of which
        (("wiktionary_en_all",), "", False),
        (("archlinux_en_all",), "wiki.archlinux.org", False),
        (("archlinux_en_all",), "en.wikipedia.org", True),
    ],
)
def test_an_address_of_wikipedia_is_looked_for_in_its_archives_only(
    names: tuple[str, ...], source: str, has_moon: bool
):
    archive = Identity(names, source, "en", is_crawl=False, is_wiki=True)
    assert list(paths_of_url("https://en.wikipedia.org/wiki/Moon", archive)) == ["Moon"] * has_moon


@settings(derandomize=True, deadline=None)
@given(st.text(max_size=40))
def test_any_address_is_read_without_failure(text: str):
    for identity in (WIKI, SITE, PLAIN):
        list(paths_of_url("https://" + text, identity))
        origin_of(identity, text, text, text.encode("utf-8", "replace"))
