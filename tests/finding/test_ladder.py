"""Which reading of a query answers, and its pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archives import encyclopaedias, make
from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.archive.opened import OpenArchive
from bookwheel.finding import vocabulary
from bookwheel.finding.fuse import fuse
from bookwheel.finding.ladder import plan
from bookwheel.finding.results import Filters, Found, page
from bookwheel.finding.terms import operators_in

Open = Callable[[str], OpenArchive]
OPEN = Filters()


def found(
    archive: OpenArchive, query: str, limit: int = 10, offset: int = 0, filters: Filters = OPEN
) -> Found:
    return page(archive, plan(archive, query), offset, limit, filters)


def titles(archive: OpenArchive, query: str, limit: int = 10) -> list[str]:
    return [entry.title for entry in found(archive, query, limit).entries]


@pytest.mark.parametrize(
    ("query", "step", "first"),
    [
        ("Africa", "title", "Africa"),
        ("house", "title", "House"),
        ("Deutschland", "title", "Africa"),
        ("&", "title", "&"),
        ("P&ID", "title", "P&ID"),
        ("What is biology", "title", "Biology"),
        ("scattered air", "all_words", "Sky"),
        ("why is the sky blue", "content_words", "Sky"),
        ("how do plants make food", "content_words", "Photosynthesis"),
        ("what did Einstein discover", "content_words", "Albert Einstein"),
        ("Theory of relatvty", "corrected", "Theory of relativity"),
        ("apachee", "corrected", "Apache"),
        ("relativty gravity", "corrected", "Theory of relativity"),
        ("polonium zebra chemist", "any_words", "Marie Curie"),
    ],
)
def test_the_strictest_reading_that_finds_something_answers(
    english: OpenArchive, query: str, step: str, first: str
):
    assert plan(english, query).step == step
    assert titles(english, query)[0] == first


def test_the_page_of_a_common_word_comes_before_the_many_that_use_it(english: OpenArchive):
    assert titles(english, "house", 5)[0] == "House"
    assert titles(english, "Africa", 5)[0] == "Africa"
    assert found(english, "house").total == 61


def test_what_was_left_out_and_put_right_is_told(english: OpenArchive):
    assert plan(english, "why is the sky blue").dropped == ("why", "is", "the")
    assert plan(english, "relativty gravity").corrections == (("relativty", "relativity"),)
    assert plan(english, "Albert Einstien").corrections == (("Albert Einstien", "Albert Einstein"),)


def test_words_that_exist_are_never_corrected(english: OpenArchive):
    for query in ("math", "Nvidia", "kale cabbage", "lump mass"):
        assert plan(english, query).corrections == ()


def test_a_scant_hit_offers_the_title_that_may_be_meant(tmp_path: Path):
    specs = [
        encyclopaedias.article("Albert Einstein", "Albert Einstein was a physicist."),
        encyclopaedias.article("Errors", "Albert Einstien is how some people write it."),
    ]
    path = encyclopaedias.write(tmp_path / "slips.zim", specs)
    made = plan(Library(LibrarySettings((str(path),))).choose(None), "Albert Einstien")
    assert (made.step, made.offered) == ("all_words", "Albert Einstein")


def test_frames_and_stop_words_are_those_of_the_archive(opened: Open):
    german = opened("german")
    assert plan(german, "welche Rolle spielt Permafrost").step == "title"
    made = plan(german, "welche Rolle spielt Methan")
    assert (made.step, made.dropped) == ("content_words", ("welche", "Rolle", "spielt"))
    assert titles(german, "welche Rolle spielt Methan") == ["Permafrost"]


def test_pages_with_more_and_rarer_words_come_first(english: OpenArchive):
    order = titles(english, "polonium radium house zebra", 5)
    assert order[0] == "Marie Curie"
    assert "House" in order or "Village 0" in order


def test_a_question_with_few_pages_goes_on_with_pages_that_have_most_words(english: OpenArchive):
    order = titles(english, "why does air scatter blue light", 10)
    assert order[0] == "Sky"
    assert len(order) > 1


@pytest.mark.parametrize(
    "query", ["house", "Africa", "what is a house", "polonium zebra house", "why does air scatter blue light"]
)
@pytest.mark.parametrize("size", [1, 7, 50])
def test_pages_together_are_the_whole(english: OpenArchive, query: str, size: int):
    whole = found(english, query, 1000)
    assert whole.is_done
    paths: list[str] = []
    offset, is_done = 0, False
    while not is_done:
        part = found(english, query, size, offset)
        assert len(part.entries) <= size
        paths += [entry.path for entry in part.entries]
        offset, is_done = offset + part.consumed, part.is_done
    assert paths == [entry.path for entry in whole.entries]
    assert len(set(paths)) == len(paths) == whole.total


def test_beyond_the_end_there_is_nothing(english: OpenArchive):
    part = found(english, "house", 10, 5000)
    assert (part.entries, part.is_done, part.consumed) == ((), True, 0)


def test_filters_hold_on_every_step(english: OpenArchive):
    for query in ("house", "why is the sky blue", "Theory of relatvty", "polonium zebra chemist"):
        html = found(english, query, filters=Filters("C", "text/html"))
        assert [entry.path for entry in html.entries] == [
            entry.path for entry in found(english, query).entries
        ]
        none = found(english, query, filters=Filters(None, "image/"))
        assert (none.entries, none.total, none.is_done) == ((), 0, True)
        assert none.unfiltered > 0
        assert found(english, query, filters=Filters("M")).entries == ()


def test_filtered_pages_together_are_the_whole(english: OpenArchive):
    filters = Filters("C", "text/")
    paths = [
        entry.path
        for start in range(0, 70, 9)
        for entry in found(english, "house", 9, start, filters).entries
    ]
    assert paths == [entry.path for entry in found(english, "house", 100).entries]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("a OR b", ("OR",)),
        ("NOT x", ("NOT",)),
        ('"exact phrase', ("quotes",)),
        ("he*o", ("*",)),
        ("title:x", ("field:",)),
        ("-x", ("- and +",)),
        ("a NEAR/3 b", ("NEAR",)),
        ("war and peace", ()),
        ("Spider-Man", ()),
        ("C++", ()),
        ("AC/DC", ()),
    ],
)
def test_what_looks_like_an_operator_is_told(query: str, said: tuple[str, ...]):
    assert operators_in(query) == said


@pytest.mark.parametrize(
    "query",
    [
        "",
        "  ",
        "?!",
        "the of",
        "a OR b",
        "NOT x",
        '"unclosed',
        "he*o",
        "title:x",
        "-x",
        "NEAR/3 (",
        "(",
        "*",
        "\x00",
        "x" * 4096,
        "�",
        "%",
        "'",
        " \u200b",
        "AND OR NOT",
    ],
)
def test_no_query_raises(english: OpenArchive, opened: Open, query: str):
    for archive in (english, opened("eastern_without_index"), opened("site")):
        assert found(archive, query).total >= 0


@given(st.text(max_size=40))
@settings(derandomize=True, deadline=None, max_examples=40)
def test_the_same_query_is_always_answered_alike(demo: OpenArchive, query: str):
    assert plan(demo, query) == plan(demo, query)


@pytest.mark.parametrize("name", ["eastern", "eastern_without_index"])
@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("毛泽东", "毛泽东"),
        ("电介", "电介质"),
        ("孔丘", "孔子"),
        ("舊唐書", "舊唐書"),
        ("湖南", "毛泽东"),
        ("丘", "孔子"),
        ("首都", "東京"),
        ("오연서", "오연서"),
        ("สุนัข", "สุนัข"),
        ("พันธุ์", "แมว"),
        ("什么是光合作用？", "光合作用"),
    ],
)
def test_words_of_scripts_without_spaces_are_found_whatever_their_length(
    opened: Open, name: str, query: str, title: str
):
    assert titles(opened(name), query)[0] == title


@pytest.mark.parametrize("name", ["eastern", "eastern_without_index"])
def test_pages_that_mention_a_word_follow_the_page_of_that_name(opened: Open, name: str):
    assert titles(opened(name), "毛泽东") == ["毛泽东", "中国"]
    assert titles(opened(name), "สุนัข") == ["สุนัข", "แมว"]


def test_without_an_index_titles_are_searched_and_the_answer_says_so(opened: Open):
    made = plan(opened("eastern_without_index"), "电介")
    assert (made.state, made.step) == ("absent", "title_scan")
    assert plan(opened("eastern"), "电介").state == "sound"


def test_without_a_vocabulary_nothing_is_corrected(
    encyclopaedia_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(vocabulary, "MAX_TITLES_IN_MEMORY", 10)
    archive = Library(LibrarySettings((str(encyclopaedia_folder),))).open("english")
    made = plan(archive, "relativty gravity")
    assert made.corrections == ()
    assert made.is_uncorrected


def test_rankings_are_fused_by_reciprocal_ranks():
    assert fuse([(["a", "b", "c"], 1.0), (["x", "b"], 1.0)]) == ["b", "a", "x", "c"]
    assert fuse([(["a"], 0.5), (["x"], 1.0)]) == ["x", "a"]
    assert fuse([(["a"], 1.0), (["x"], 1.0)]) == ["a", "x"]
    assert fuse([]) == []


def test_of_two_words_as_near_the_one_with_the_same_ends_is_meant(tmp_path: Path):
    pages = [make.page("Astronaut", body="<p>An astronaut walked on the moon.</p>")]
    pages += [make.page(f"Astronomy {number}", body="<p>Astronomy of the moon.</p>") for number in range(3)]
    archive = Library(LibrarySettings((str(make.write(tmp_path / "sky.zim", pages)),))).choose(None)
    assert dict(plan(archive, "astronot moon").corrections) == {"astronot": "astronaut"}


def test_a_common_slip_of_an_article_carries_no_topic(tmp_path: Path):
    pages = [
        make.page("Berlin", body="<p>Berlin is the capital of Germany.</p>"),
        make.page("Capital city"),
        make.page("Germany"),
    ]
    archive = Library(LibrarySettings((str(make.write(tmp_path / "capitals.zim", pages)),))).choose(None)
    how = plan(archive, "whats teh captial of germany")
    assert (how.step, dict(how.corrections)) == ("corrected", {"captial": "capital"})


def test_words_without_a_topic_are_asked_for_but_not_marked(english: OpenArchive):
    how = plan(english, "the theory of relativity")
    assert {"theory", "relativity"} <= set(how.words)
    assert not {"the", "of"} & set(how.words)
    assert plan(english, "the").words == ("the",)
