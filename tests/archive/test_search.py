import sys
from pathlib import Path

import pytest

from archives import make
from bookwheel.archive.library import Library, LibrarySettings


def test_full_text_finds_pages_by_their_words(library: Library):
    hits = library.open("odd_titles").search.fulltext("united states", 0, 10)
    assert hits.total >= 1
    assert hits.entries[0].path == "United_States"


def test_hits_are_paged(shared_library: Library):
    search = shared_library.open("wikipedia_en_sample_nopic_2026-11").search
    whole = search.fulltext("world", 0, 40)
    assert whole.total > 10
    paged = [
        entry
        for offset in range(0, 40, 7)
        for entry in search.fulltext("world", offset, min(7, 40 - offset)).entries
    ]
    assert [entry.path for entry in paged] == [entry.path for entry in whole.entries]
    assert search.fulltext("world", 100_000, 10).entries == ()


@pytest.mark.parametrize(
    "query", ["", " ", '"unclosed', "a AND", "(", "*", "NEAR/3", "title:x", "x" * 10_000, "\0"]
)
def test_no_query_fails(shared_library: Library, query: str):
    for name in ("wikipedia_en_100_mini_2022-10", "good", "wikipedia_en_ray_charles_2015-06"):
        search = shared_library.open(name).search
        assert search.fulltext(query, 0, 5).total >= 0
        assert len(search.suggested(query, 5)) <= 5


def test_blank_text_suggests_nothing_where_libzim_would_end_the_process(shared_library: Library):
    for name in (
        "wikipedia_en_ray_charles_2015-06",
        "wikipedia_en_ray_charles_novid_2018-10",
        "withns/wikibooks_be_all_nopic_2017-02",
    ):
        search = shared_library.open(name).search
        for text in ("", " ", "\t\n", "\u00a0", "\u200b", "!", "."):
            assert isinstance(search.suggestions(text, 5), list)


def test_an_archive_without_full_text_index_has_no_hits(library: Library):
    assert library.open("without_index").search.fulltext("alpha", 0, 10) == ((), 0)


def test_titles_are_suggested_in_every_kind_of_archive(shared_library: Library, library: Library):
    assert library.open("without_index").search.suggested("Alp", 5)[0].path == "Alpha"
    assert (
        shared_library.open("wikipedia_en_ray_charles_2015-06").search.suggested("A Fool", 5)[0].path
        == "A/A_Fool_for_You.html"
    )
    assert shared_library.open("wikipedia_en_100_mini_2022-10").search.suggested("African Am", 5)


def test_what_libzim_prints_of_an_odd_language_is_not_heard(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    make.write(tmp_path / "odd.zim", [make.page("Alpha")], language="=en", metadata={"Language": "=en"})
    capfd.readouterr()
    archive = Library(LibrarySettings((str(tmp_path),))).open("odd")
    assert archive.search.suggestions("Alp", 5) == ["Alpha"]
    assert archive.search.fulltext_paths("alpha", 0, 5) == (["Alpha"], 1)
    print("still heard", file=sys.stderr, flush=True)
    assert capfd.readouterr() == ("", "still heard\n")
