import pytest

from bookwheel.archive import browse
from bookwheel.archive.browse import Page
from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive


def pages(archive: OpenArchive, letter: str, limit: int, *, include_assets: bool) -> list[Page]:
    offset, found = 0, list[Page]()
    while True:
        page = archive.browse(letter, offset, limit, include_assets=include_assets)
        found.append(page)
        if page.next_offset is None:
            return found
        assert page.next_offset > offset
        offset = page.next_offset


def paths(found: list[Page]) -> list[str]:
    return [row.path for page in found for row in page.rows]


@pytest.mark.parametrize("limit", [1, 3, 50])
@pytest.mark.parametrize("name", ["odd_titles", "many_assets", "redirect_circles"])
def test_pages_put_together_are_the_whole_namespace(library: Library, name: str, limit: int):
    archive = library.open(name)
    everything = pages(archive, "C", limit, include_assets=True)
    assert len(paths(everything)) == everything[0].total
    assert all(len(page.rows) <= limit for page in everything)
    assert len(set(paths(everything))) == everything[0].total
    visible = pages(archive, "C", limit, include_assets=False)
    assert sum(page.skipped for page in visible) <= visible[0].total
    assert [path for path in paths(everything) if path in set(paths(visible))] == paths(visible)


def test_assets_are_left_out_and_counted(library: Library):
    page = library.open("many_assets").browse("C", 0, 50, include_assets=False)
    assert [row.path for row in page.rows] == ["Aardvark", "zebra"]
    assert (page.total, page.skipped, page.next_offset) == (1502, 1500, None)


def test_text_that_is_no_page_is_still_listed(library: Library):
    listed = paths(pages(library.open("odd_titles"), "C", 50, include_assets=False))
    assert "notes.txt" in listed
    assert "images/dot.png" not in listed


def test_a_run_of_assets_too_long_for_one_page_ends_it_early_and_nothing_is_lost(
    library: Library, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(browse, "SCAN_LIMIT", 600)
    monkeypatch.setattr(browse, "_CHUNK", 100)
    archive = library.open("many_assets")
    archive._listing._asset_runs.clear()
    found = pages(archive, "C", 50, include_assets=False)
    assert paths(found) == ["Aardvark", "zebra"]
    assert len(found) > 2
    assert sum(page.skipped for page in found) == 1500


def test_a_long_run_of_assets_is_walked_once(library: Library):
    archive = library.open("many_assets")
    archive.browse("C", 0, 50, include_assets=False)
    kinds, looked = archive.directory.kinds, list[int]()

    def counting(start: int, stop: int) -> list[int]:
        looked.append(stop - start)
        return kinds(start, stop)

    archive.directory.kinds = counting  # type: ignore[method-assign]
    try:
        again = archive.browse("C", 1, 50, include_assets=False)
    finally:
        del archive.directory.kinds
    assert [row.path for row in again.rows] == ["zebra"]
    assert sum(looked) < 300


def test_a_redirect_row_names_its_target(library: Library):
    rows = {
        row.path: row for row in library.open("odd_titles").browse("C", 0, 200, include_assets=False).rows
    }
    assert rows["USA"].target == "United_States"
    assert rows["USA"].mimetype == ""
    assert rows["United_States"].target == ""
    circles = {
        row.path: row
        for row in library.open("redirect_circles").browse("C", 0, 200, include_assets=False).rows
    }
    assert circles["nowhere"].target == ""


def test_an_offset_past_the_end_has_no_rows(library: Library):
    page = library.open("odd_titles").browse("C", 10_000, 50, include_assets=False)
    assert (page.rows, page.next_offset) == ((), None)
    assert page.total > 40


def test_metadata_and_empty_namespaces_can_be_listed(library: Library):
    archive = library.open("odd_titles")
    assert "M/Title" in [row.path for row in archive.browse("M", 0, 50, include_assets=False).rows]
    assert archive.browse("U", 0, 50, include_assets=False) == ((), 0, None, 0, 0)


@pytest.mark.parametrize(
    ("text", "new", "old"),
    [
        ("C", "C", "A"),
        ("a", "C", "A"),
        ("content", "C", "A"),
        ("M", "M", "M"),
        ("metadata", "M", "M"),
        ("wellknown", "W", "W"),
        ("search/index", "X", "X"),
        ("-", "-", "-"),
        ("i", "I", "I"),
        ("Z", None, None),
        ("", None, None),
        ("nonsense", None, None),
        ("MW", None, None),
    ],
)
def test_a_namespace_is_named_by_letter_or_word(
    shared_library: Library, text: str, new: str | None, old: str | None
):
    assert shared_library.open("good").namespace_letter(text) == new
    assert shared_library.open("testzim").namespace_letter(text) == old


def test_counts_are_exact(shared_library: Library, library: Library):
    for one in (library, shared_library):
        for file in one.archives():
            if not file.readable:
                continue
            archive = one.open(file.name)
            entries = list(archive.directory.entries(0, archive.directory.count))
            for count in archive.namespaces():
                own = [entry for entry in entries if entry.namespace == count.letter]
                redirects = [entry for entry in own if entry.is_redirect]
                assert (count.total, count.redirects) == (len(own), len(redirects))
                assert count.total == (count.articles or 0) + (count.redirects or 0) + (count.assets or 0)


def test_a_very_large_namespace_is_counted_without_telling_its_parts(
    library: Library, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(browse, "EXACT_SPLIT_LIMIT", 10)
    listing = browse.Listing(library.open("odd_titles").directory)
    count = listing.counts()[0]
    assert count.total > 40
    assert (count.articles, count.redirects, count.assets) == (None, None, None)
