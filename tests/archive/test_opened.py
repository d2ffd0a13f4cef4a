"""Reading entries, metadata, citations and parsed pages of one archive."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from bookwheel import html
from bookwheel.archive.entry import is_html
from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.archive.opened import OpenArchive
from bookwheel.document.model import Document, Page
from bookwheel.errors import BookwheelError, NotFound, Unavailable


def outcome(archive: OpenArchive, path: str) -> str:
    """Return "read", or the reason why an entry cannot be."""
    try:
        entry = archive.read(archive.resolve(path))
    except BookwheelError as error:
        return error.reason
    return "read" if entry.size == len(entry.content) else "wrong size"


def test_every_entry_of_every_readable_archive_is_read_or_refused_in_a_typed_way(
    shared_library: Library, library: Library
):
    outcomes: Counter[str] = Counter()
    for one in (library, shared_library):
        for file in one.archives():
            if file.readable:
                archive = one.open(file.name)
                entries = archive.directory.entries(0, archive.directory.count)
                outcomes.update(outcome(archive, entry.path) for entry in entries)
    assert outcomes.keys() == {"read", "archive_unreadable", "redirect_loop"}
    assert outcomes["read"] > 7000
    assert outcomes["archive_unreadable"] + outcomes["redirect_loop"] < 80


def test_a_damaged_cluster_costs_its_own_entries_only(library: Library):
    archive = library.open("damaged_cluster")
    paths = [f"Page_{number}" for number in range(8)]
    lost = [path for path in paths if outcome(archive, path) != "read"]
    assert len(lost) == 1
    for path in set(paths) - set(lost):
        assert path.encode() in archive.read(archive.resolve(path)).content
    with pytest.raises(Unavailable) as caught:
        archive.read(archive.resolve(lost[0]))
    assert caught.value.reason == "archive_unreadable"
    assert caught.value.data["entry_path"] == lost[0]
    assert lost[0] in caught.value.message


def test_an_archive_whose_contents_are_all_damaged_still_lists_its_entries(shared_library: Library):
    archive = shared_library.open("invalid.outofbounds_first_clusterptr")
    assert archive.metadata() == {}
    assert archive.title == archive.name
    assert archive.counter() is None
    assert [row.path for row in archive.browse("C", 0, 10, include_assets=True).rows] == [
        "favicon.png",
        "main.html",
    ]
    with pytest.raises(Unavailable) as caught:
        archive.read(archive.resolve("main.html"))
    assert caught.value.data["entry_path"] == "main.html"


def test_an_entry_tells_its_kind_title_and_size(library: Library):
    archive = library.open("odd_titles")
    page = archive.read(archive.resolve("AC/DC"))
    assert (page.path, page.title, page.mimetype) == ("AC/DC", "AC/DC", "text/html")
    picture = archive.resolve("images/dot.png")
    assert archive.size_of(picture) == archive.read(picture).size == 69
    assert not is_html(archive.read(picture).mimetype)
    assert picture.entry.title == "images/dot.png"


# ---- main page ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("wikipedia_en_100_mini_2022-10", "A/index"),
        ("good", "main.html"),
        ("withns/small", "A/main.html"),
        ("testzim", "A/index.html"),
        ("rig_mini_mini_2026-11", "Main_Page"),
    ],
)
def test_the_main_page_is_found_in_every_kind_of_archive(shared_library: Library, name: str, path: str):
    archive = shared_library.open(name)
    assert archive.main_page().path == path
    assert is_html(archive.read(archive.main_page()).mimetype)


def test_an_archive_without_main_page_says_so(shared_library: Library, library: Library):
    for archive in (
        shared_library.open("poor"),
        shared_library.open("foo-zstd"),
        library.open("without_index"),
    ):
        with pytest.raises(NotFound) as caught:
            archive.main_page()
        assert caught.value.reason == "entry_not_found"
        assert "main page" in caught.value.message


# ---- what it is --------------------------------------------------------------------------------------------


def test_metadata_is_text_by_key(library: Library):
    archive = library.open("odd_titles")
    assert archive.metadata()["Source"] == "en.wikipedia.org"
    assert "Counter" in archive.metadata()
    assert archive.date == "2026-01-02"
    assert archive.description.startswith("Titles")
    assert (archive.language, archive.languages) == ("en", ("en",))
    assert archive.kind == ("wikipedia", "high")
    assert archive.counter() == {"text/html": 35, "text/css": 1, "text/plain": 1, "image/png": 1}


def test_pictures_are_no_metadata(shared_library: Library):
    assert not any(key.startswith("Illustration") for key in shared_library.open("good").metadata())


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("withns/small", "en"),
        ("good", "en"),
        ("rig_mini_mini_2026-11", "en"),
        ("spelling_correction_test", "de"),
        ("foo-zstd", ""),
    ],
)
def test_the_language_is_a_short_code_however_it_is_stored(shared_library: Library, name: str, language: str):
    assert shared_library.open(name).language == language


def test_several_languages_are_all_told(library: Library):
    assert library.open("crawled").languages == ("en", "fr")


def test_indexes_checksum_and_identity_are_told(library: Library, shared_library: Library):
    odd, bare = library.open("odd_titles"), library.open("without_index")
    assert (odd.has_fulltext_index, odd.has_title_index) == (True, True)
    assert bare.has_fulltext_index is False
    assert odd.has_checksum
    assert odd.size == odd.path.stat().st_size
    assert len(odd.uuid) == 36
    assert shared_library.open("small_4070").has_title_index is False


# ---- citation ----------------------------------------------------------------------------------------------


def test_a_citation_has_the_pages_address_where_the_archive_tells_its_source(library: Library):
    odd = library.open("odd_titles")
    cited = odd.citation(odd.resolve("C#"))
    assert cited.url == "https://en.wikipedia.org/wiki/C%23"
    assert (cited.archive, cited.date, cited.licence) == ("odd_titles", "2026-01-02", "CC BY-SA 4.0")
    assert (cited.source, cited.title, cited.language) == ("archive", "C#", "en")
    crawled = library.open("crawled")
    assert crawled.citation(crawled.resolve("Docs")).url == "https://www.site.org/docs/"
    assert crawled.citation(crawled.resolve("Docs")).licence == ""
    bare = library.open("without_index")
    assert bare.citation(bare.resolve("Alpha")).url == ""


@pytest.mark.parametrize(
    ("name", "path", "url", "revision"),
    [
        (
            "wikipedia_en_100_mini_2022-10",
            "African Americans",
            "https://en.wikipedia.org/wiki/African_Americans",
            "1118619416",
        ),
        (
            "wikipedia_en_ray_charles_mini_2020-03",
            "A Fool for You",
            "https://en.wikipedia.org/wiki/A_Fool_for_You",
            "919200725",
        ),
        (
            "wikipedia_en_ray_charles_2015-06",
            "A Fool for You",
            "http://en.wikipedia.org/wiki/A_Fool_for_You",
            "631819986",
        ),
        (
            "wikipedia_en_ray_charles_novid_2018-10",
            "A Fool for You",
            "https://en.wikipedia.org/wiki/A_Fool_for_You",
            "752807628",
        ),
    ],
)
def test_a_page_made_by_mediawiki_is_cited_with_its_revision(
    shared_library: Library, name: str, path: str, url: str, revision: str
):
    archive = shared_library.open(name)
    cited = archive.citation(archive.resolve(path))
    assert (cited.url, cited.revision_id) == (url, revision)
    assert f"oldid={revision}" in cited.permalink
    assert cited.licence == "CC BY-SA 3.0"


# ---- documents ---------------------------------------------------------------------------------------------


class Parser:
    """Stands in for the HTML parser, counting what it is given."""

    def __init__(self) -> None:
        self.pages: list[Page] = []
        self.prose_only: list[bool] = []

    def parse(self, page: Page, *, is_prose_only: bool = False) -> Document:
        self.pages.append(page)
        self.prose_only.append(is_prose_only)
        return Document("", (), (), (), None, False, (), page.citation)


@pytest.fixture
def parser(monkeypatch: pytest.MonkeyPatch) -> Parser:
    parser = Parser()
    monkeypatch.setattr(html, "parse", parser.parse)
    monkeypatch.setattr(html, "parse_lead", parser.parse)
    return parser


def test_a_page_is_parsed_once_and_then_kept(written: Path, parser: Parser):
    library = Library(LibrarySettings((str(written),)))
    archive = library.open("odd_titles")
    first = archive.document(archive.resolve("AC/DC"))
    assert archive.document(archive.resolve("ac/dc")) is first
    assert archive.lead(archive.resolve("AC/DC")) == first
    assert archive.citation(archive.resolve("AC/DC")) is first.citation
    assert len(parser.pages) == 1
    assert parser.pages[0].path == "AC/DC"
    assert b"This is AC/DC" in parser.pages[0].html
    assert library.document_statistics().entries == 1


def test_a_lead_is_read_without_keeping_the_whole_page(written: Path, parser: Parser):
    library = Library(LibrarySettings((str(written),)))
    archive = library.open("odd_titles")
    archive.lead(archive.resolve("AC/DC"))
    archive.lead(archive.resolve("AC/DC"), is_prose_only=True)
    archive.prose(archive.resolve("AC/DC"))
    assert parser.prose_only == [False, True, True]
    assert library.document_statistics().entries == 0
    whole = archive.document(archive.resolve("AC/DC"))
    assert archive.prose(archive.resolve("AC/DC")) is whole


def test_pages_of_older_archives_start_from_a_path_with_its_namespace(shared: Path, parser: Parser):
    archive = Library(LibrarySettings((str(shared),))).open("testzim")
    archive.document(archive.resolve("index.html"))
    assert parser.pages[0].path == "A/index.html"


def test_libzim_is_not_imported_before_an_archive_is_read():
    import subprocess

    code = "import sys, bookwheel.archive.library as l; l.Library(l.LibrarySettings(())).archives(); sys.exit('libzim' in sys.modules)"
    source = str(Path(__file__).resolve().parents[2] / "src")
    assert (
        subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": source}, check=False).returncode == 0
    )
