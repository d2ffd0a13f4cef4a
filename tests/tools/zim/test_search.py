"""`zim_search`: four ways to look for something, and what each answer tells."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from archives import encyclopaedias
from bookwheel.archive.library import Library
from calls import answer, call, error, library_of


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
        text = call(library, "zim_search", query="house", limit=9, offset=offset).text
        count = len(data["results"])
        assert text.startswith(f"english: hits {len(paths) + 1} to {len(paths) + count} of 61\n")
        assert f"\n{len(paths) + 1}. {data['results'][0]['title']} · " in text
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


def test_many_archives_that_cannot_be_searched_take_one_line(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "german.zim").write_bytes((folder / "german.zim").read_bytes())
    for number in range(7):
        (tmp_path / f"broken{number}.zim").write_bytes(b"ZIM\x04" + b"\0" * 36)
    result = call(library_of(tmp_path), "zim_search", query="Permafrost", cross_file=True)
    assert result.data is not None
    assert sum(bool(row.get("error_message")) for row in result.data["results"]) == 7
    told = "Not searched: broken0, broken1, broken2, broken3, broken4 and 2 more; zim_health tells why."
    assert told in result.text
    assert result.text.count("broken") == 5


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
