"""A question is answered by the passages that hold the answer, each with a source that can be opened."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from archives.make import write
from archives.towns import BRIDGE, FILL, OTHER, page
from bookwheel.archive.library import Library
from bookwheel.render.fence import TAG
from calls import answer, library_of
from synthesised import ask, data, refused


@pytest.fixture(scope="module")
def library(towns: Path) -> Library:
    return library_of(towns)


# ---- the answer is in it ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("When did the great fire of Velmark begin?", "In 1702"),
        ("Who is the mayor of Velmark?", "Ada Brunn"),
        ("what is the population of Velmark", "48,310"),
        ("Who designed the Velmark Bridge?", "Tomas Hale"),
        ("when was the lighthouse of Pellin built", "1871"),
        ("velmark", "salt market"),
        ("Velmrak", "river Isk"),
    ],
)
@pytest.mark.parametrize("budget", [1000, 6000])
def test_the_first_passage_holds_the_answer(library: Library, question: str, words: str, budget: int) -> None:
    found = ask(library, question, compact_budget=budget)
    assert found.data is not None
    assert words in found.data["passages"][0]["text_markdown"]
    assert words in found.text


def test_prose_of_the_lead_comes_before_the_infobox_when_the_topic_alone_is_asked_for(
    library: Library,
) -> None:
    assert data(library, "What is Velmark?")["passages"][0]["text_markdown"].startswith("Velmark is a town")


def test_a_row_of_a_table_keeps_the_names_of_its_columns(library: Library) -> None:
    text = data(library, "lighthouse Pellin")["passages"][0]["text_markdown"]
    assert "Lighthouse" in text
    assert "Pellin" in text
    assert "Ostra" not in text


def test_a_long_paragraph_is_cut_to_the_sentences_that_answer(library: Library) -> None:
    found = ask(library, "When did the great fire of Velmark begin?", compact_budget=700)
    assert found.data is not None
    text = found.data["passages"][0]["text_markdown"]
    assert "In 1702 the great fire" in text
    assert text.startswith("…")


def test_nothing_is_said_twice(library: Library) -> None:
    texts = [row["text_markdown"] for row in data(library, "Who designed the Velmark Bridge?")["passages"]]
    assert sum("Tomas Hale" in text for text in texts) == 1


def test_no_article_has_all_the_say(library: Library) -> None:
    found = data(library, "salt market Velmark bridge", limit=10)
    pages = [row["cite_id"].partition("#")[0] for row in found["passages"]]
    assert max(pages.count(page) for page in pages) <= 2


def test_a_request_put_as_an_operation_is_about_its_topic(library: Library) -> None:
    for request in ("summary of Velmark", "search for Velmark", "table of contents of Velmark"):
        assert data(library, request)["passages"][0]["text_markdown"].startswith("Velmark is a town")


def test_several_topics_are_answered_in_turn(library: Library) -> None:
    found = data(library, "compare Velmark and Quiet Valley")
    assert [row["entry_path"] for row in found["citations"]][:2] == ["Velmark", "Quiet_Valley"]


def test_a_possessor_names_its_page(library: Library) -> None:
    assert "Ada Brunn" in data(library, "who is Velmark's mayor")["passages"][0]["text_markdown"]


def test_a_name_that_no_passage_has_leaves_the_question_open(library: Library) -> None:
    assert not data(library, "Which engineer designed the bridge of Zorblatt?")["passages"]
    assert data(library, "Which engineer designed the bridge of Velmark?")["passages"]


def _machines(folder: Path) -> Library:
    invented = "<p>The lamp was invented by Ada Brunn.</p>"
    pages = [
        page("Turning desk", "<p>A turning desk holds books. It was drawn by Tomas Hale in 1588.</p>"),
        page("Animal", "<p>Animals eat other beings. A turning desk is none.</p>"),
        page("Lamp", f"{invented}<p>It stands on the turning desk.</p>"),
        page("Tall one", "<p>This one has the longest neck of all.</p>"),
        *(page(f"Room {n}", f"<p>Here stands a turning desk, and room {n} has it.</p>") for n in range(9)),
    ]
    return library_of(write(folder / "machines.zim", pages))


def test_what_is_told_of_something_else_is_no_answer_however_rare_the_word(tmp_path: Path) -> None:
    found = data(_machines(tmp_path), "who invented the turning desk?")
    assert not [row for row in found["passages"] if "Ada Brunn" in row["text_markdown"]]
    assert "Turning_desk" in [row["entry_path"] for row in found["considered_articles"]]


def test_a_kind_of_thing_need_not_be_named_where_the_rest_of_the_question_is_answered(tmp_path: Path) -> None:
    found = data(_machines(tmp_path), "Which animal has the longest neck?")
    assert "longest neck" in found["passages"][0]["text_markdown"]


@pytest.mark.parametrize(
    "question",
    [
        "Wo wurde Ada Brunn geboren?",
        "Où est née Ada Brunn ?",
        "¿Dónde nació Ada Brunn?",
        "Dove è nata Ada Brunn?",
    ],
)
def test_a_question_in_another_language_finds_the_page_it_names(tmp_path: Path, question: str) -> None:
    pages = [
        page("Ada Brunn", f"<p>Ada Brunn (4 May 1651 – 1702) was a mayor.</p><p>{FILL}</p>"),
        OTHER,
        page("Donde", "<p>Donde est wo wurde dove.</p>"),
    ]
    found = data(library_of(write(tmp_path / "people.zim", pages)), question)
    assert found["passages"][0]["text_markdown"].startswith("Ada Brunn (4 May 1651")


# ---- sources ---------------------------------------------------------------------------------------------------


def test_every_source_can_be_opened_where_it_says(library: Library) -> None:
    for question in (
        "When did the great fire of Velmark begin?",
        "lighthouse of Pellin",
        "founded by fishermen",
    ):
        found = data(library, question)
        assert found["passages"][0]["cite_id"] == found["citations"][0]["cite_id"]
        for row in found["citations"]:
            assert row["archive"] == "towns"
            assert row["date"] == "2025-05-01"
            if row["section_id"] is None:
                assert row["section_title"] is None
                continue
            section = answer(
                library,
                "zim_get_section",
                zim_file_path=row["archive"],
                entry_path=row["entry_path"],
                section_id=row["section_id"],
            )
            assert section["section_title"] == row["section_title"]
            quoted = next(one for one in found["passages"] if one["cite_id"] == row["cite_id"])
            assert quoted["text_markdown"].strip("… ").splitlines()[-1][:60] in section["content_markdown"]


def test_the_section_nearest_to_the_passage_is_named(library: Library) -> None:
    row = data(library, "When did the great fire of Velmark begin?")["citations"][0]
    assert (row["entry_path"], row["section_id"], row["section_title"]) == (
        "Velmark",
        "Great_fire",
        "Great fire",
    )
    assert row["cite_id"] == "towns/Velmark#Great_fire"


def test_each_passage_is_followed_by_its_source_and_counted(library: Library) -> None:
    found = data(library, "When did the great fire of Velmark begin?")
    expected = "\n\n".join(f"{row['text_markdown']}\n[cite: {row['cite_id']}]" for row in found["passages"])
    assert found["answer_markdown"] == expected
    assert found["total_chars"] == len(expected)
    assert found["total_words"] > 10
    assert [row["rank"] for row in found["passages"]] == list(range(1, len(found["passages"]) + 1))
    scores = [row["score"] for row in found["passages"]]
    assert scores == sorted(scores, reverse=True)
    assert 0 < scores[-1] <= scores[0] <= 1
    assert found["considered_articles"][0]["entry_path"] == "Velmark"
    assert {"section_id": "Great_fire", "title": "Great fire"} in found["considered_sections"]


def test_prose_is_fenced_in_the_text_and_plain_in_the_data(library: Library) -> None:
    found = ask(library, "Who is the mayor of Velmark?")
    assert found.data is not None
    before, _, rest = found.text.partition(f"<{TAG}>")
    inside, _, after = rest.partition(f"</{TAG}>")
    assert found.data["answer_markdown"] in inside
    assert "Ada Brunn" not in before + after
    assert TAG not in found.data["answer_markdown"]


def test_links_are_kept_only_when_everything_is_wanted(folder: Path) -> None:
    linked = write(
        folder / "linked.zim",
        [
            page("Orrin", '<p>Orrin is a moon of the planet <a href="Tull">Tull</a>.</p>'),
            page("Tull", "<p>A planet.</p>"),
        ],
    )
    library = library_of(linked)
    assert "planet Tull" in data(library, "Orrin moon")["passages"][0]["text_markdown"]
    assert "[Tull](" in data(library, "Orrin moon", compact=False)["passages"][0]["text_markdown"]


# ---- nothing supports it ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question", ["Who is the mayor of Zorblatt?", "the capital of Quindlemar", "zzqx vvkj"]
)
def test_what_is_not_there_is_said_to_be_missing(library: Library, question: str) -> None:
    found = ask(library, question)
    assert found.data is not None
    assert found.data["passages"] == found.data["citations"] == []
    assert found.data["answer_markdown"] == ""
    assert found.data["_meta"]["reason"] in {"0_hits", "low_relevance"}
    assert found.data["_meta"]["hint"] in found.text
    assert not found.is_error


def test_a_word_that_no_passage_has_is_named(library: Library) -> None:
    found = data(library, "great fire of Velmark bakery zorblätt harbour")
    assert found["passages"]
    assert found["_meta"]["missing_words"] == ["zorblätt"]


def test_what_no_passage_has_is_said_before_the_passages(library: Library) -> None:
    text = ask(library, "great fire of Velmark bakery zorblätt harbour").text
    assert 0 < text.index("No passage has: zorblätt.") < text.index(f"<{TAG}>")


@pytest.mark.parametrize(
    "question",
    ["What happened in the great fire of Velmark?", "When did the great fire of Velmark take place?"],
)
def test_a_word_that_only_frames_the_question_is_not_missed(library: Library, question: str) -> None:
    found = data(library, question)
    assert found["passages"]
    assert "missing_words" not in found["_meta"]


# ---- budgets ---------------------------------------------------------------------------------------------------

QUESTIONS = (
    "When did the great fire of Velmark begin?",
    "salt market Velmark bridge",
    "Velmark",
    "zzqx vvkj " * 60,
)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_text_keeps_to_its_budget_at_every_size(library: Library, question: str) -> None:
    for budget in (*range(500, 1500, 37), 2000, 2500, 4000, 6000, 12_000):
        text = ask(library, question, compact_budget=budget).text
        assert len(text) <= budget
        assert text.count(f"<{TAG}") == text.count(f"</{TAG}>")


def test_long_names_do_not_break_the_budget(tmp_path: Path) -> None:
    title = "Interminable " * 30 + "Zeppelin"
    long = write(
        tmp_path / "long.zim",
        [page(title, f"<p>The interminable zeppelin flew in 1911. {FILL}</p>"), OTHER, BRIDGE],
    )
    for budget in (500, 600, 900, 2000):
        assert len(ask(library_of(long), "interminable zeppelin", compact_budget=budget).text) <= budget


def test_names_and_numbers_of_budgets_are_the_same_as_elsewhere(library: Library) -> None:
    assert ask(library, "Velmark", compact_budget="tiny") == ask(library, "Velmark", compact_budget=2000)
    assert refused(library, "Velmark", compact_budget="huge") == "invalid_argument"
    assert refused(library, "Velmark", compact_budget=499) == "invalid_argument"


def test_a_passage_that_found_no_room_is_not_passed_over_in_silence(folder: Path) -> None:
    colours = ("amber", "cobalt", "crimson", "emerald", "indigo")
    pages = [
        page(
            f"The {colour} heron",
            f"<p>The heron called {colour} nests in {' '.join([colour, place] * 30)}.</p>",
        )
        for colour, place in zip(colours, ("reeds", "willows", "cliffs", "barns", "hedges"), strict=True)
    ]
    library = library_of(write(folder / "herons.zim", pages))
    found = data(library, "heron nests", compact_budget=500)
    whole = data(library, "heron nests", compact=False)
    assert 0 < len(found["passages"]) < len(whole["passages"]) == 5
    assert found["_meta"]["truncated"]
    assert "compact_budget" in found["_meta"]["hint"]
    assert not whole["_meta"]["truncated"]


# ---- arguments -------------------------------------------------------------------------------------------------


def test_there_are_no_pages_to_turn(library: Library) -> None:
    assert refused(library, "Velmark", cursor="abc") == "invalid_combination"
    assert refused(library, "Velmark", offset=3) == "invalid_combination"
    assert refused(library, "Velmark", content_offset=3) == "invalid_combination"
    assert refused(library, "Velmark", limit=51) == "invalid_limit"
    assert refused(library, " \n ") == "empty_query"


def test_a_limit_counts_passages(library: Library) -> None:
    assert len(data(library, "salt market Velmark bridge", limit=1)["passages"]) == 1


@pytest.mark.parametrize(
    "query", ["?", "the", "\x00\u202e", "* OR *", '"', "list available ZIM files", "何ですか", "a" * 4096]
)
def test_any_query_is_answered_without_an_error(library: Library, query: str) -> None:
    assert not ask(library, query).is_error


def test_the_same_question_always_gets_the_same_answer(towns: Path) -> None:
    for question in QUESTIONS:
        answers = [ask(library_of(towns), question) for _ in range(3)]
        assert [dataclasses.astuple(one) for one in answers] == [dataclasses.astuple(answers[0])] * 3
