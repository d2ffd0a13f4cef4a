"""`zim_search`: four ways to look for something, and what each answer tells."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Any

import pytest

from archives import encyclopaedias, make
from bookwheel.archive.library import Library
from calls import NO_SHARED_DATA, SHARED_DATA, answer, call, error, library_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("search")
    for build in (encyclopaedias.english, encyclopaedias.german, encyclopaedias.site):
        build(place)
    return place


@pytest.fixture(scope="module")
def library(folder: Path) -> Library:
    return library_of(folder / "english.zim")


@pytest.fixture(scope="module")
def several(folder: Path) -> Library:
    return library_of(folder)


def titles(data: dict[str, Any]) -> list[str]:
    return [row["title"] for row in data["results"]]


# ---- full text -------------------------------------------------------------------------------------------------


def test_full_text_answers_with_rows_and_how_they_were_found(library: Library) -> None:
    data = answer(library, "zim_search", query="house", limit=3)
    first, *others = titles(data)
    assert first == "House"
    assert all(
        title.startswith("Village ") for title in others
    )  # alike to the index, which orders them by chance
    assert set(data["results"][0]) == {"path", "title", "snippet"}
    assert data["results"][0]["snippet"] == "A **house** is a building in which people live."
    consumed = data["page_info"]["source_consumed"]
    assert consumed in (3, 4)  # 4 when the page of that title came up again, and was passed over
    assert data["page_info"] == {
        "offset": 0,
        "limit": 3,
        "returned_count": 3,
        "source_consumed": consumed,
        "next_offset": consumed,
    }
    assert (data["total"], data["done"], data["next_cursor"], data["zim_file_path"]) == (
        61,
        False,
        None,
        "english",
    )
    assert data["_meta"]["step"] == "title"
    assert data["_meta"]["promotion_applied"] is True
    assert data["_meta"]["citation"] == {
        "archive": "english",
        "date": "2026-02-03",
        "licence": "CC BY-SA 4.0",
    }


def test_following_next_offset_reaches_every_row_once(library: Library) -> None:
    paths: list[str] = []
    offset: int | None = 0
    while offset is not None:
        data = answer(library, "zim_search", query="house", limit=9, offset=offset)
        paths += [row["path"] for row in data["results"]]
        info = data["page_info"]
        offset = info.get("next_offset")
        assert offset is None or offset == info["offset"] + info.get(
            "source_consumed", info["returned_count"]
        )
    assert len(paths) == len(set(paths)) == 61


def test_paths_of_rows_are_read_by_zim_get_as_they_stand(library: Library) -> None:
    for query in ("AC/DC", "&", "P&ID", "Thelma & Louise", "101%", "what is Soy tu dueña"):
        row = answer(library, "zim_search", query=query)["results"][0]
        assert "&amp;" not in row["title"] + row["path"]
        assert (
            answer(library, "zim_get", zim_file_path="english", entry_path=row["path"])["title"]
            == row["title"]
        )


def test_relaxations_are_told_in_data_and_text(library: Library) -> None:
    result = call(library, "zim_search", query="why is the sky blue")
    assert result.data is not None
    assert result.data["_meta"]["step"] == "content_words"
    assert result.data["_meta"]["dropped_words"] == ["why", "is", "the"]
    assert "left out: why is the" in result.text
    corrected = call(library, "zim_search", query="relativty gravity")
    assert corrected.data is not None
    assert corrected.data["_meta"]["corrections"] == {"relativty": "relativity"}
    assert "relativty → relativity" in corrected.text
    asked = answer(library, "zim_search", query="who was Marie Curie?")
    assert asked["_meta"]["looked_up"] == "Marie Curie"
    assert asked["_meta"]["matched"] == "frame_stripped"


def test_snippets_stand_in_the_fence_and_stay_short(library: Library) -> None:
    result = call(library, "zim_search", query="programming language")
    assert result.data is not None
    inside = re.search(r"<article_text[^>]*>\n(.*)\n</article_text>", result.text, re.DOTALL)
    assert inside is not None
    for row in result.data["results"]:
        assert len(row["snippet"]) <= 250
        assert row["snippet"] in inside[1]


def test_filters_narrow_every_step_and_add_their_fields(library: Library) -> None:
    data = answer(library, "zim_search", query="house", namespace="C", content_type="text/html", limit=2)
    assert titles(data)[0] == "House"
    assert len(titles(data)) == 2
    assert (data["namespace_filter"], data["content_type_filter"]) == ("C", "text/html")
    assert (data["results"][0]["namespace"], data["results"][0]["content_type"]) == ("C", "text/html")
    none = answer(library, "zim_search", query="house", content_type="image/png")
    assert (none["results"], none["total"], none["done"]) == ([], 0, True)
    assert none["_meta"]["reason"] == "no_content_type_match"


def test_an_unknown_namespace_is_a_soft_answer_and_an_empty_one_an_error(library: Library) -> None:
    data = answer(library, "zim_search", query="house", namespace="Q")
    assert (data["results"], data["_meta"]["reason"]) == ([], "bad_namespace")
    assert error(library, "zim_search", query="house", namespace="")["reason"] == "invalid_argument"


def test_nothing_found_says_so(library: Library) -> None:
    result = call(library, "zim_search", query="zorblax nimfert")
    assert result.data is not None
    assert (result.data["results"], result.data["total"], result.data["done"]) == ([], 0, True)
    assert result.data["_meta"]["reason"] == "0_hits"
    assert "no hits" in result.text


@pytest.mark.parametrize(
    "query", ["a OR b", "NOT x", '"exact phrase"', "he*o", "title:x", "-x", "x NEAR/3 y"]
)
def test_operators_are_said_to_be_plain_words(library: Library, query: str) -> None:
    assert "plain words" in answer(library, "zim_search", query=query)["_meta"]["hint"]


def test_an_archive_of_several_languages_is_searched_and_says_so(folder: Path) -> None:
    data = answer(library_of(folder / "site.zim"), "zim_search", query="critiques")
    assert titles(data) == ["Kant (Encyclopedia)"]
    assert "en, fr, mul" in data["_meta"]["hint"]


# ---- titles ----------------------------------------------------------------------------------------------------


def test_title_mode_returns_the_exact_hit_and_the_others(library: Library) -> None:
    data = answer(library, "zim_search", query="Mercury", mode="title")
    assert data["results"][0] == {
        "path": "Mercury_(planet)",
        "title": "Mercury (planet)",
        "score": 1.0,
        "zim_file": "english",
        "match_type": "redirect",
        "pre_redirect_path": "Mercury",
    }
    assert "Mercury (element)" in titles(data)
    assert (data["fast_path_hit"], data["fuzzy_path_hit"], data["files_searched"]) == (True, False, 1)
    assert data["_meta"]["promotion_applied"] is True


def test_a_row_that_is_no_redirect_has_no_redirect_path(library: Library) -> None:
    for row in answer(library, "zim_search", query="Kale", mode="title")["results"]:
        assert "pre_redirect_path" not in row


def test_a_misspelt_title_is_marked_as_corrected(library: Library) -> None:
    data = answer(library, "zim_search", query="Albert Einstien", mode="title")
    assert (data["results"][0]["title"], data["results"][0]["match_type"]) == (
        "Albert Einstein",
        "typo_corrected",
    )
    assert data["fuzzy_path_hit"] is True
    assert "no title" in data["_meta"]["hint"]


def test_a_title_nobody_wrote_is_not_found(library: Library) -> None:
    data = answer(library, "zim_search", query="zorblax nimfert", mode="title")
    assert (data["results"], data["_meta"]["reason"]) == ([], "0_hits")


# ---- completions -----------------------------------------------------------------------------------------------


def test_completions_begin_with_the_exact_title(library: Library) -> None:
    data = answer(library, "zim_search", query="Lump", mode="suggest")
    assert [row["text"] for row in data["results"]][:2] == ["Lump", "Lumpability"]
    assert set(data["results"][0]) == {"text", "path", "type"}
    assert data["results"][0]["type"] == "title_start_match"
    assert data["partial_query"] == "Lump"


def test_completions_fold_case_and_accents_and_fall_back_on_text(library: Library) -> None:
    assert answer(library, "zim_search", query="zur", mode="suggest")["results"][0]["text"] == "Zürich"
    contained = answer(library, "zim_search", query="curie", mode="suggest")["results"][0]
    assert (contained["text"], contained["type"]) == ("Marie Curie", "title_contains_match")
    found = answer(library, "zim_search", query="polonium", mode="suggest")["results"]
    assert [(row["text"], row["type"]) for row in found] == [("Marie Curie", "search_contains_match")]


def test_a_title_equal_to_its_path_is_completed(library: Library) -> None:
    assert answer(library, "zim_search", query="Paris", mode="suggest")["results"][0]["path"] == "Paris"


@pytest.mark.parametrize("query", ["!", ".", "\u200b", "&", "x" * 4096])
def test_no_completion_ends_the_process(library: Library, query: str) -> None:
    assert len(answer(library, "zim_search", query=query, mode="suggest")["results"]) <= 10


# ---- all archives ----------------------------------------------------------------------------------------------


def test_all_archives_answer_nested_with_one_ranking(several: Library) -> None:
    data = answer(several, "zim_search", query="Permafrost", cross_file=True)
    assert (data["files_searched"], data["files_available"], data["files_failed"]) == (3, 3, 0)
    first = data["results"][0]
    assert (first["name"], first["has_hits"], first["error"]) == ("german", True, False)
    assert first["result"]["results"][0]["title"] == "Permafrost"
    assert data["_meta"]["ranking"][0] == {"archive": "german", "path": "Permafrost"}
    assert data["files_with_hits"] == 1


def test_the_page_of_that_title_comes_first_over_all_archives(several: Library) -> None:
    data = answer(several, "zim_search", query="München", cross_file=True)
    assert data["_meta"]["ranking"][0] == {"archive": "german", "path": "München"}
    both = answer(several, "zim_search", query="Kant", cross_file=True)
    assert {row["archive"] for row in both["_meta"]["ranking"]} == {"english", "site"}
    assert both["files_with_hits"] == 2


def test_titles_are_looked_up_in_all_archives(several: Library) -> None:
    data = answer(several, "zim_search", query="strasse", mode="title", cross_file=True)
    assert data["results"][0]["name"] == "german"
    assert data["results"][0]["result"]["results"][0]["title"] == "Straße"


def test_a_broken_archive_is_told_and_the_others_answer(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "german.zim").write_bytes((folder / "german.zim").read_bytes())
    (tmp_path / "broken.zim").write_bytes((folder / "german.zim").read_bytes()[:500])
    data = answer(library_of(tmp_path), "zim_search", query="Permafrost", cross_file=True)
    assert (data["files_failed"], data["files_searched_successfully"]) == (1, 1)
    assert data["results"][-1]["error"] is True
    assert data["results"][-1]["error_operation"] == "archive_unreadable"
    assert str(tmp_path) not in str(data)


def test_no_archive_at_all_is_no_failure_of_a_search_of_all(tmp_path: Path) -> None:
    data = answer(library_of(tmp_path), "zim_search", query="x", cross_file=True)
    assert (data["results"], data["files_available"], data["_meta"]["ranking"]) == ([], 0, [])


# ---- refusals --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["fulltext", "title", "suggest"])
@pytest.mark.parametrize("query", ["", "   ", "\t\n", "\u3000"])
def test_a_blank_query_is_refused_in_every_mode(library: Library, mode: str, query: str) -> None:
    assert error(library, "zim_search", query=query, mode=mode)["reason"] == "empty_query"


@pytest.mark.parametrize("mode", ["fulltext", "title", "suggest"])
@pytest.mark.parametrize("query", ["?!", "...", "the of", "()", "\0"])
def test_punctuation_and_stop_words_alone_are_a_search(library: Library, mode: str, query: str) -> None:
    assert not call(library, "zim_search", query=query, mode=mode).is_error


@pytest.mark.parametrize(
    "arguments",
    [
        {"mode": "suggest", "cross_file": True},
        {"mode": "title", "namespace": "C"},
        {"mode": "suggest", "content_type": "text/html"},
        {"cross_file": True, "namespace": "C"},
        {"cross_file": True, "content_type": "text/html"},
        {"mode": "title", "offset": 5},
        {"mode": "suggest", "offset": 5},
        {"cross_file": True, "offset": 5},
        {"cross_file": True, "zim_file_path": "english"},
        {"cursor": "abc"},
    ],
)
def test_arguments_that_exclude_each_other_are_refused(several: Library, arguments: dict[str, Any]) -> None:
    refused = error(several, "zim_search", query="house", **arguments)
    assert (refused["reason"], refused["code"]) == ("invalid_combination", -32602)


@pytest.mark.parametrize(
    ("arguments", "nearest"),
    [
        ({"limit": 0}, 1),
        ({"limit": -1}, 1),
        ({"limit": 1001}, 1000),
        ({"limit": 9007199254740991}, 1000),
        ({"limit": 101, "namespace": "C"}, 100),
        ({"limit": 51, "mode": "title"}, 50),
        ({"limit": 51, "mode": "suggest"}, 50),
        ({"limit": 51, "cross_file": True}, 50),
    ],
)
def test_a_limit_out_of_bounds_names_the_nearest_that_would_do(
    library: Library, arguments: dict[str, Any], nearest: int
) -> None:
    refused = error(library, "zim_search", query="house", **arguments)
    assert (refused["reason"], refused["nearest_valid"]) == ("invalid_limit", nearest)


@pytest.mark.parametrize(("value", "reason"), [(1.5, "invalid_limit"), ("x", "invalid_limit")])
def test_a_limit_of_another_kind_is_refused(library: Library, value: object, reason: str) -> None:
    assert error(library, "zim_search", query="house", limit=value)["reason"] == reason


def test_a_limit_that_came_as_text_is_taken_as_meant(library: Library) -> None:
    assert answer(library, "zim_search", query="house", limit="2")["page_info"]["returned_count"] == 2


def test_offsets_are_checked(library: Library) -> None:
    assert error(library, "zim_search", query="house", offset=-1)["reason"] == "invalid_offset"
    beyond = answer(library, "zim_search", query="house", offset=2**40)
    assert (beyond["results"], beyond["done"]) == ([], True)


def test_with_several_archives_one_must_be_named(several: Library) -> None:
    refused = error(several, "zim_search", query="house")
    assert refused["reason"] == "missing_archive"
    assert refused["loaded_archives"] == ["english", "german", "site"]
    assert error(several, "zim_search", query="x", zim_file_path="nope")["reason"] == "archive_not_found"
    assert error(library_of(), "zim_search", query="x")["reason"] == "missing_archive"
    assert answer(several, "zim_search", query="house", zim_file_path="english")["total"] == 61


# ---- archives of every kind ------------------------------------------------------------------------------------


def test_without_a_full_text_index_titles_answer_with_a_reason(tmp_path: Path) -> None:
    library = library_of(make.without_index(tmp_path))
    data = answer(library, "zim_search", query="alpha")
    assert (titles(data)[0], data["_meta"]["reason"]) == ("Alpha", "no_xapian_index")
    assert titles(answer(library, "zim_search", query="Bta"))[0] == "Beta"
    assert titles(answer(library, "zim_search", query="gama", mode="title"))[0] == "Gamma"
    assert answer(library, "zim_search", query="ga", mode="suggest")["results"][0]["text"] == "Gamma"


def test_a_damaged_full_text_index_is_named_and_titles_answer(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "english.zim"
    data = bytearray((folder / "english.zim").read_bytes())
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
    path = SHARED_DATA / "zim" / name
    if not path.exists():
        pytest.skip(NO_SHARED_DATA)
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
    path = SHARED_DATA / "zim" / name
    if not path.exists():
        pytest.skip(NO_SHARED_DATA)
    library = library_of(path)
    assert titles(answer(library, "zim_search", query=slip, mode="title"))[0] == title
    assert titles(answer(library, "zim_search", query=slip))[0] == title


def test_an_archive_without_title_index_says_so() -> None:
    path = SHARED_DATA / "zim" / "wikipedia_en_ray_charles_2015-06.zim"
    if not path.exists():
        pytest.skip(NO_SHARED_DATA)
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
