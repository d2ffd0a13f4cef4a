"""A title that stands inside a question is what the question is about, unless it only tells of what."""

from __future__ import annotations

from pathlib import Path

import pytest

from archives import encyclopaedias
from archives.make import write
from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.archive.opened import OpenArchive
from bookwheel.finding import ladder, results
from bookwheel.finding.frames_subject import asked_of, is_question, subject_of
from bookwheel.finding.terms import cut_apart, share_of, terms_of
from bookwheel.finding.words import tables

PAGES = {
    "Ray Charles": "Ray Charles was a singer.",
    "Ray Charles Live": "Ray Charles Live is an album of Ray Charles. It did win a Grammy. Grammy, Grammy. Win, win.",
    "Charles Darwin": "Charles Darwin was a naturalist.",
    "United States": "The United States is a country with a president.",
    "Light": "Light is what is seen. It has a speed.",
    "Mozart": "Mozart was a composer.",
    "Rag paper": "Half of it is rags.",
    "Half measures": "Half, half, half and half of more than half.",
    "Day 14": "It was on day 14 of the siege.",
    "Carbon dating": "Carbon has a half-life. The bookshelf was dated by carbon.",
    "Carbon": "Carbon is an element.",
}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> OpenArchive:
    path: Path = tmp_path_factory.mktemp("subjects") / "subjects.zim"
    encyclopaedias.write(path, [encyclopaedias.article(title, text) for title, text in PAGES.items()])
    return Library(LibrarySettings((str(path),))).choose(None)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("How did Ray Charles die?", "Ray Charles"),
        ("where did ray charles grow up", "Ray Charles"),
        ("what instruments did Ray Charles play", "Ray Charles"),
        ("How did Mozart die", "Mozart"),
        ("why not Ray Charles", "Ray Charles"),  # nothing else carries a topic
    ],
)
def test_the_title_inside_a_question_is_its_subject(archive: OpenArchive, question: str, title: str) -> None:
    found = subject_of(archive, question)
    assert found is not None
    assert (found.entry.title, is_question(archive, question)) == (title, True)


@pytest.mark.parametrize(
    "question",
    [
        "first president of the United States",
        "what is the speed of light",
        "songs by Ray Charles",
        "Ray Charles",
        "",
    ],
)
def test_a_title_that_tells_of_what_is_no_subject(archive: OpenArchive, question: str) -> None:
    assert subject_of(archive, question) is None


def test_the_page_named_in_a_query_comes_before_those_with_its_words(archive: OpenArchive) -> None:
    plan = ladder.plan(archive, "did Ray Charles win a Grammy")
    rows = results.page(archive, plan, 0, 5, results.Filters()).entries
    assert [row.title for row in rows][:2] == ["Ray Charles", "Ray Charles Live"]
    assert plan.looked_up == "Ray Charles"


def test_the_parts_of_hyphenated_words_count_each_for_itself(archive: OpenArchive) -> None:
    words = terms_of("half-life of carbon-14", tables(("en",))).content
    assert [part.folded for part in cut_apart(words)] == ["half", "life", "carbon", "14"]
    plan = ladder.plan(archive, "decay half-life of carbon-14")
    assert results.page(archive, plan, 0, 5, results.Filters()).entries[0].title == "Carbon dating"


def test_a_bare_number_counts_less_than_a_word_and_a_hyphenated_word_also_as_one(
    archive: OpenArchive,
) -> None:
    for query, title in (("carbon-14", "Carbon"), ("dating book-shelf", "Carbon dating")):
        plan = ladder.plan(archive, query)
        assert results.page(archive, plan, 0, 5, results.Filters()).entries[0].title == title


def test_a_word_inside_another_one_is_not_covered() -> None:
    assert share_of("Charles win", ("en",), "Charles Darwin, by the window") == 0.5
    assert share_of("Charles win", ("en",), "Charles wins") == 1.0


def test_a_title_inside_a_question_may_lack_its_article(tmp_path: Path) -> None:
    pages = [
        encyclopaedias.article("The Lord of the Rings", "It is a novel."),
        encyclopaedias.article("Trilogy", "x"),
    ]
    path = tmp_path / "novels.zim"
    encyclopaedias.write(path, pages)
    found = subject_of(Library(LibrarySettings((str(path),))).choose(None), "lord of the rings trilogy")
    assert found is not None
    assert (found.entry.title, found.rest) == ("The Lord of the Rings", ("trilogy",))


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("birthplace of Mozart", "Mozart"),
        ("the president of the United States", "United States"),
        ("speed of light", None),  # no fact of those that every page tells
        ("measures of light", None),
        ("age of Nopeton", None),
    ],
)
def test_a_common_fact_is_asked_of_the_page_that_tells_it(
    archive: OpenArchive, query: str, title: str | None
) -> None:
    subject = asked_of(archive, query)
    assert (subject.entry.title if subject else None) == title


def test_an_article_that_clings_to_a_fact_is_none_of_its_letters(tmp_path: Path) -> None:
    path = tmp_path / "livres.zim"
    books = [encyclopaedias.article("Don Quichotte", "Don Quichotte est un roman.")]
    write(path, books, metadata={"Language": "fra"})
    subject = asked_of(Library(LibrarySettings((str(path),))).choose(None), "l'auteur de Don Quichotte")
    assert subject is not None
    assert (subject.entry.title, subject.rest) == ("Don Quichotte", ("auteur",))
