"""What is asked of a page: one of its sections, a fact it tells, or something that no archive can list."""

from __future__ import annotations

import pytest

from archives.make import Spec, write
from bookwheel.archive.library import Library
from calls import library_of
from query.archives import article, body, told


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Library:
    sections = '<h2 id="Early">Early life</h2><p>Born in a cabin.</p><h2 id="History">History</h2><p>A long one.</p><h2>Crew</h2><p>Two dogs.</p>'
    pages = [
        article("Abraham Lincoln", "Abraham Lincoln was a president.", sections),
        article("Volcano", "A volcano is a vent of the earth. India has few."),
        Spec(
            "Log",
            "Log",
            "<html><body><h1>Log</h1><h2>Games</h2><table><tr><td>1</td><td>2</td></tr></table></body></html>",
        ),
        article("India", "India is a country. Its religion is of many kinds."),
    ]
    return library_of(
        write(tmp_path_factory.mktemp("parts") / "parts.zim", pages, metadata={"Language": "eng"})
    )


@pytest.mark.parametrize(
    "text",
    ["early life of Abraham Lincoln", "Abraham Lincoln's early life", "the early life of Abraham Lincoln?"],
)
def test_a_part_of_a_page_is_its_section(parts: Library, text: str) -> None:
    shown = told(parts, text)
    assert "Born in a cabin." in body(shown)
    assert "was a president" not in body(shown)
    assert "this is “Abraham Lincoln”, which it is about" in shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [("religion in India", "India is a country"), ("symptoms of Abraham Lincoln", "was a president")],
)
def test_a_part_that_is_no_section_is_asked_of_the_page(parts: Library, text: str, expected: str) -> None:
    shown = told(parts, text)
    assert expected in body(shown)
    assert "For passages on “" in shown


def test_a_part_of_any_name_is_meant_where_the_page_has_it(parts: Library) -> None:
    assert "Two dogs." in body(told(parts, "the crew of Abraham Lincoln"))
    assert "its words were searched for" in told(parts, "the crews of Abraham Lincoln")


def test_several_of_a_kind_are_told_of_by_the_page_of_one(parts: Library) -> None:
    shown = told(parts, "tell me about volcanoes")
    assert shown.startswith("“volcanoes” was read as “Volcano”.")
    assert "a vent of the earth" in body(shown)


def test_a_page_without_running_text_says_so_and_names_its_sections(parts: Library) -> None:
    assert "Sections: Games" in body(told(parts, "tell me about Log"))
    assert "The page has no running text; what it has: get article." in told(parts, "summary of Log")


def test_a_nickname_is_no_part_of_what_it_names(parts: Library) -> None:
    assert "its words were searched for" in told(parts, "father of India")


def test_passages_are_promised_only_where_something_is_found(parts: Library) -> None:
    assert "synthesize" not in told(parts, "asdf qwer zxcv")
    assert "synthesize" in told(parts, "the many kinds of religion there")


def test_it_says_that_categories_are_not_listed(parts: Library) -> None:
    assert told(parts, "list categories").startswith("An archive has no list of categories")
    found = told(parts, "articles in category religion")
    assert found.startswith("An archive has no list of categories")
    assert "India" in body(found)
