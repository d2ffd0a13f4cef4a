import importlib.util
import posixpath
import sys
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import pytest
from libzim.reader import Archive
from libzim.search import Query, Searcher
from libzim.suggestion import SuggestionSearcher
from selectolax.lexbor import LexborHTMLParser

from bookwheel import demo_archive

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
MAX_BYTES = 400_000

PROMISED = {
    "Bookwheel": 'class="infobox',
    "Paper_size": 'colspan="2"',
    "Movable_type": 'rowspan="3"',
    "Epicyclic_gearing": "mwe-math-fallback-image-display",
    "Zipf's_law": "mwe-math-fallback-image-inline",
    "Iron_gall_ink": "FeSO<sub>4</sub>",
    "Radiocarbon_dating": "<sup>14</sup>C",
    "Binary_search": "mw-highlight-lang-python",
    "C++": "mw-highlight-lang-cpp",
    "Timbuktu": 'id="coordinates"',
    "Index_(publishing)": "cite_ref-rouse",
    "Wheel_(disambiguation)": 'id="disambigbox"',
    "Words_for_book": "كتاب",
    "Furigana": "<rt>とうきょう</rt>",
    "There_is_no_frigate_like_a_book": 'class="poem"',
    "Palimpsest": "display:none",
    "Library_classification": "<li>523.4",
    "History_of_looking_things_up": "Hollerith",
    "Input/output": "polling",
    "What_If?": "Fermi",
    "100%_rag_paper": "cotton",
    "📖": 'class="gallery',
    "Bücherrad": 'lang="de"',
    "Roue_à_livres": "XVI<sup>e</sup>",
    "Книжное_колесо": 'lang="ru"',
    "عجلة_الكتب": 'dir="rtl"',
    "גלגל_ספרים": 'dir="rtl"',
    "書物車": 'lang="ja"',
    "Τροχός_βιβλίων": 'lang="el"',
    "पुस्तक_चक्र": 'lang="hi"',
}


@pytest.fixture(scope="module")
def archive() -> Archive:
    return Archive(demo_archive.path())


def _html_entries(archive: Archive) -> Iterator[tuple[str, str]]:
    for number in range(archive.all_entry_count):
        entry = archive._get_entry_by_id(number)
        if not entry.is_redirect and entry.get_item().mimetype == "text/html":
            yield entry.path, bytes(entry.get_item().content).decode("utf-8")


def test_the_archive_is_small_and_sound(archive: Archive):
    assert demo_archive.path().stat().st_size < MAX_BYTES
    assert archive.check()
    assert archive.has_new_namespace_scheme
    assert archive.has_fulltext_index
    assert archive.has_title_index


def test_it_says_what_it_is_and_that_it_is_free(archive: Archive):
    told = {key: bytes(archive.get_metadata(key)) for key in archive.metadata_keys}
    assert told["Name"] == b"bookwheel_demo_en_all"
    assert told["License"] == b"CC0-1.0"
    assert told["Language"] == b"eng"
    assert told["Creator"] == told["Publisher"] == b"Bookwheel"
    assert {"Title", "Description", "Date", "Source", "Tags", "Counter"} <= told.keys()
    assert archive.has_illustration(48)


@pytest.mark.parametrize(("path", "feature"), PROMISED.items())
def test_every_promised_article_shows_its_feature(archive: Archive, path: str, feature: str):
    html = bytes(archive.get_entry_by_path(path).get_item().content).decode("utf-8")
    assert feature.casefold() in html.casefold()


def test_the_main_page_leads_to_every_article(archive: Archive):
    reached, waiting = set[str](), [archive.main_entry.get_item().path]
    while waiting:
        path = waiting.pop()
        if path not in reached and archive.has_entry_by_path(path):
            reached.add(path)
            item = archive.get_entry_by_path(path).get_item()
            reached.add(item.path)
            if item.mimetype == "text/html":
                html = bytes(item.content).decode("utf-8")
                waiting += [target for _, target in _local_links(html, item.path)]
    everything = {path for path, _ in _html_entries(archive)}
    assert everything - reached == set()


def _local_links(html: str, origin: str) -> Iterator[tuple[str, str]]:
    for node in LexborHTMLParser(html).css("[href], [src]"):
        address = node.attributes.get("href") or node.attributes.get("src") or ""
        if not address.startswith(("#", "https://")):
            path = urllib.parse.unquote(address.partition("#")[0])
            yield address, posixpath.normpath(posixpath.join(posixpath.dirname(origin), path))


def test_every_link_and_picture_leads_to_an_entry(archive: Archive):
    broken = [
        (origin, address)
        for origin, html in _html_entries(archive)
        for address, target in _local_links(html, origin)
        if not archive.has_entry_by_path(target)
    ]
    assert broken == []


def test_every_fragment_exists_on_its_page(archive: Archive):
    for origin, html in _html_entries(archive):
        tree = LexborHTMLParser(html)
        anchors = {node.attributes["id"] for node in tree.css("[id]")}
        wanted = {node.attributes["href"] for node in tree.css('a[href^="#"]')}
        assert {address.removeprefix("#") for address in wanted if address} <= anchors, origin


def test_redirects_lead_to_articles(archive: Archive):
    for path, target in {
        "Book_wheel": "Bookwheel",
        "Planetary_gear": "Epicyclic_gearing",
        "I/O": "Input/output",
        "A4": "Paper_size",
        "S._R._Ranganathan": "Five_laws_of_library_science",
    }.items():
        entry = archive.get_entry_by_path(path)
        assert entry.is_redirect
        assert entry.get_redirect_entry().path == target


def test_words_and_titles_find_articles_but_no_category_pages(archive: Archive):
    search = Searcher(archive).search(Query().set_query("gears"))
    hits = list(search.getResults(0, 50))
    assert "Epicyclic_gearing" in hits
    assert not any(hit.startswith("Category:") for hit in hits)
    assert "Bookwheel" in list(SuggestionSearcher(archive).suggest("bookwh").getResults(0, 5))


def test_one_article_is_long_enough_to_be_read_in_pages(archive: Archive):
    html = bytes(archive.get_entry_by_path("History_of_looking_things_up").get_item().content).decode("utf-8")
    paragraphs = LexborHTMLParser(html).css("#mw-content-text p, #mw-content-text li")
    assert sum(len(node.text()) for node in paragraphs) > 12_000


def test_a_maintenance_category_is_hidden(archive: Archive):
    html = bytes(archive.get_entry_by_path("Palimpsest").get_item().content).decode("utf-8")
    hidden = LexborHTMLParser(html).css(".mw-hidden-catlinks")
    assert ["Articles with maintenance notices" in node.text() for node in hidden] == [True]


@pytest.mark.skipif(not (SCRIPTS / "build_demo.py").is_file(), reason="the build scripts are not here")
def test_the_committed_archive_was_built_from_the_committed_sources(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.syspath_prepend(str(SCRIPTS))
    spec = importlib.util.spec_from_file_location("build_demo", SCRIPTS / "build_demo.py")
    assert spec is not None
    assert spec.loader is not None
    build_demo = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build_demo)
    try:
        expected = build_demo.digest(build_demo.input_files())
        stale = build_demo.stale_renderings()
    finally:
        for name in [name for name in sys.modules if name.startswith("build_demo")]:
            del sys.modules[name]
    assert stale == [], "run scripts/make_golden_pages.py articles"
    assert bytes(archive.get_metadata("X-SourceDigest")).decode() == expected, "run scripts/build_demo.py"


def test_a_missing_archive_is_a_plain_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(demo_archive, "files", lambda _name: tmp_path)
    with pytest.raises(FileNotFoundError, match="not part of this installation"):
        demo_archive.path()
