"""`zim_search` over archives of every kind: without indexes, damaged, old, merged; and what it counts in them."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest

from archives import encyclopaedias, make
from bookwheel.archive.library import Library
from calls import SHARED_DATA, answer, call, library_of, real


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("search")
    encyclopaedias.english(place)
    return place / "english.zim"


@pytest.fixture(scope="module")
def library(english: Path) -> Library:
    return library_of(english)


def titles(data: dict[str, Any]) -> list[str]:
    return [row["title"] for row in data["results"]]


def test_without_a_full_text_index_titles_answer_with_a_reason(tmp_path: Path) -> None:
    library = library_of(make.without_index(tmp_path))
    data = answer(library, "zim_search", query="alpha")
    assert (titles(data)[0], data["_meta"]["reason"]) == ("Alpha", "no_xapian_index")
    assert titles(answer(library, "zim_search", query="Bta"))[0] == "Beta"
    assert titles(answer(library, "zim_search", query="gama", mode="title"))[0] == "Gamma"
    assert answer(library, "zim_search", query="ga", mode="suggest")["results"][0]["text"] == "Gamma"


def test_a_damaged_full_text_index_is_named_and_titles_answer(english: Path, tmp_path: Path) -> None:
    copy = tmp_path / "english.zim"
    data = bytearray(english.read_bytes())
    _spoil_postings(data)
    copy.write_bytes(data)
    result = call(library_of(copy), "zim_search", query="building people")
    assert result.data is not None
    if result.is_error:
        assert result.data["error"]["data"]["reason"] == "archive_unreadable"
    else:
        assert result.data["_meta"]["reason"] in {"fulltext_index_damaged", "no_xapian_index", "0_hits"}
        assert titles(answer(library_of(copy), "zim_search", query="House"))[0] == "House"


def _spoil_postings(data: bytearray) -> None:
    """Overwrite the tables of the full-text index behind its head."""
    count, pointers = struct.unpack_from("<I", data, 24)[0], struct.unpack_from("<Q", data, 32)[0]
    for number in range(count):
        offset = struct.unpack_from("<Q", data, pointers + 8 * number)[0]
        name = data[offset + 16 : data.index(b"\0", offset + 16)]
        if bytes(name) == b"fulltext/xapian":
            cluster, blob = struct.unpack_from("<II", data, offset + 8)
            start = struct.unpack_from("<Q", data, struct.unpack_from("<Q", data, 48)[0] + 8 * cluster)[0]
            width, form = (8, "<Q") if data[start] & 0x10 else (4, "<I")
            begin = start + 1 + struct.unpack_from(form, data, start + 1 + width * blob)[0]
            end = start + 1 + struct.unpack_from(form, data, start + 1 + width * (blob + 1))[0]
            for place in range(begin + 8192, end, 512):
                data[place : place + 64] = b"\xff" * min(64, end - place)
            return
    raise AssertionError("no full-text index")


OLD_AND_NEW = [
    ("zts/withns/wikibooks_be_all_nopic_2017-02.zim", "Італьянская мова"),
    ("zts/nons/wikibooks_be_all_nopic_2017-02.zim", "італьянская мова"),
    ("wikipedia_en_ray_charles_2015-06.zim", "betty carter"),
    ("wikipedia_en_ray_charles_novid_2018-10.zim", "A Man and His Soul"),
    ("wikipedia_en_ray_charles_mini_2020-03.zim", "a portrait of ray"),
    ("wikipedia_en_100_mini_2022-10.zim", "amphibian"),
    ("spelling_correction_test.zim", "abenteuer"),
]


@pytest.mark.parametrize(("name", "query"), OLD_AND_NEW)
def test_archives_of_every_age_are_searched_in_every_mode(name: str, query: str) -> None:
    path = real(SHARED_DATA / "zim" / name)
    library = library_of(path)
    for mode in ("fulltext", "title", "suggest"):
        data = answer(library, "zim_search", query=query, mode=mode)
        row = data["results"][0]
        assert (row.get("title") or row["text"]).casefold() == query.casefold()
        read = answer(library, "zim_get", zim_file_path=path.stem, entry_path=row["path"], view="summary")
        assert read["path"]


@pytest.mark.parametrize(
    ("name", "slip", "title"),
    [
        ("spelling_correction_test.zim", "Abentuer", "Abenteuer"),
        ("wikipedia_en_ray_charles_2015-06.zim", "Beti Carter", "Betty Carter"),
        ("zts/withns/wikibooks_be_all_nopic_2017-02.zim", "Індыская кухня", "Індыйская кухня"),
    ],
)
def test_slips_are_put_right_in_archives_of_every_age(name: str, slip: str, title: str) -> None:
    path = real(SHARED_DATA / "zim" / name)
    library = library_of(path)
    assert titles(answer(library, "zim_search", query=slip, mode="title"))[0] == title
    assert titles(answer(library, "zim_search", query=slip))[0] == title


def test_an_archive_without_title_index_says_so() -> None:
    path = real(SHARED_DATA / "zim" / "wikipedia_en_ray_charles_2015-06.zim")
    for mode in ("title", "suggest"):
        assert (
            answer(library_of(path), "zim_search", query="Betty", mode=mode)["_meta"]["reason"]
            == "no_title_index"
        )


def test_markup_and_control_characters_of_titles_are_left_out(tmp_path: Path) -> None:
    specs = [
        make.page("k/1", "<i>Foo</i> bar"),
        make.page("k/2", "Line\nbreak \x01here"),
        make.page("k/3", "Q &amp; A"),
    ]
    library = library_of(make.write(tmp_path / "titles.zim", specs))
    for query, title in (("foo bar", "Foo bar"), ("line break here", "Line break here"), ("q & a", "Q & A")):
        assert titles(answer(library, "zim_search", query=query, mode="title"))[0] == title
        assert titles(answer(library, "zim_search", query=query))[0] == title


# ---- what is counted, and what is told of others -----------------------------------------------------------------


def _pages_of_two_words(folder: Path, count: int) -> Library:
    """Pages that mostly have one of two words; the index takes more of them to have both than have."""
    words = ["alder birch" if number % 7 == 0 else ("alder", "birch")[number % 2] for number in range(count)]
    pages = [
        make.page(f"Page {number}", body=f"<p>Some {text} grows.</p>") for number, text in enumerate(words)
    ]
    return library_of(make.write(folder / "trees.zim", pages, metadata={"Language": "eng"}))


@pytest.mark.parametrize("limit", [1, 5, 50])
def test_the_total_is_the_number_of_rows_there_are(tmp_path: Path, limit: int) -> None:
    library = _pages_of_two_words(tmp_path, 210)
    data = answer(library, "zim_search", query="alder birch", limit=limit)
    assert data["total"] == 30
    assert "total_is_estimate" not in data["page_info"]
    last = answer(
        library, "zim_search", query="alder birch", limit=limit, offset=30 - limit if limit < 30 else 0
    )
    assert last["done"]


def test_an_archive_that_is_merged_keeps_its_own_order(tmp_path: Path) -> None:
    one = [
        make.page("Paris", body="<p>Paris is the capital of France. Paris, capital of France.</p>"),
        make.page(
            "France", body="<p>France is a large country with many regions; its capital lies on a river.</p>"
        ),
    ]
    make.write(tmp_path / "one.zim", one, metadata={"Language": "eng"})
    make.write(tmp_path / "two.zim", [make.page("Capital city")], metadata={"Language": "eng"})
    library = library_of(tmp_path)
    alone = answer(library, "zim_search", query="capital of France", zim_file_path="one")
    merged = answer(library, "zim_search", query="capital of France", cross_file=True)["_meta"]["ranking"]
    paths = [row["path"] for row in merged if row["archive"] == "one"]
    assert paths == [row["path"] for row in alone["results"]] == ["Paris", "France"]


def test_a_search_of_all_tells_which_archives_it_could_not_search_or_by_title_only(tmp_path: Path) -> None:
    make.write(tmp_path / "trees.zim", [make.page("Alder", body="<p>An alder grows by the water.</p>")])
    make.write(tmp_path / "bare.zim", [make.page("Birch")], has_index=False)
    (tmp_path / "broken.zim").write_bytes(b"no archive at all")
    result = call(library_of(tmp_path), "zim_search", query="alder water", cross_file=True)
    assert result.text.startswith("2 of 3 archives searched, 1 with hits.")
    assert "Only titles could be searched in: bare." in result.text
    assert "broken: The archive" in result.text


def test_text_is_completed_from_pages_only_where_no_title_begins_so(tmp_path: Path) -> None:
    pages = [make.page("Alder"), make.page("Birch", body="<p>The alders and ald stand beside it.</p>")]
    library = library_of(make.write(tmp_path / "trees.zim", pages, metadata={"Language": "eng"}))
    titled = answer(library, "zim_search", query="ald", mode="suggest")["results"]
    assert [row["text"] for row in titled] == ["Alder"]
    result = call(library, "zim_search", query="beside", mode="suggest")
    assert "Birch (not its title: its text has the words)" in result.text


def test_a_short_sentence_of_chinese_makes_a_snippet(tmp_path: Path) -> None:
    page = make.page("孔丘", body="<p>孔丘，即孔子，中国古代思想家。</p>")
    library = library_of(
        make.write(tmp_path / "zh.zim", [page], language="zho", metadata={"Language": "zho"})
    )
    (row,) = answer(library, "zim_search", query="思想")["results"]
    assert "**思想**" in row["snippet"]


def test_a_content_type_may_be_named_by_its_subtype(library: Library) -> None:
    whole = answer(library, "zim_search", query="house", content_type="text/html")
    assert titles(answer(library, "zim_search", query="house", content_type="HTML")) == titles(whole)
    assert answer(library, "zim_search", query="house", content_type="png")["total"] == 0


def test_more_titles_than_are_listed_are_a_lower_bound(tmp_path: Path) -> None:
    pages = [make.page(f"Alder {number}") for number in range(210)]
    library = library_of(make.write(tmp_path / "bare.zim", pages, has_index=False))
    result = call(library, "zim_search", query="alder", limit=5)
    assert result.data is not None
    assert result.data["page_info"]["total_is_lower_bound"]
    assert "hits 1 to 5 of at least 200" in result.text
