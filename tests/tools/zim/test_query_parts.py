"""What is asked of a page: one of its sections, a fact it tells, or something that no archive can list."""

from __future__ import annotations

import pytest

from archives.make import write
from bookwheel.archive.library import Library
from calls import library_of
from query.archives import article, body, told


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Library:
    sections = (
        '<h2 id="Early">Early life</h2><p>Born in a cabin.</p><h2 id="History">History</h2><p>A long one.</p>'
    )
    pages = [
        article("Abraham Lincoln", "Abraham Lincoln was a president.", sections),
        article("India", "India is a country. Its religion is of many kinds."),
    ]
    return library_of(write(tmp_path_factory.mktemp("parts") / "parts.zim", pages))


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
