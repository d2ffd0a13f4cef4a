"""What each request in plain words shows, and what cannot be answered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from archives.make import Spec, odd_titles, write
from bookwheel import demo_archive
from bookwheel.archive.library import Library
from bookwheel.tools import dispatch
from bookwheel.tools.zim import query
from calls import library_of
from query.archives import article, ask, body, english, outside, reason, told


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return library_of(english(tmp_path_factory.mktemp("one")))


@pytest.fixture(scope="module")
def demo() -> Library:
    return library_of(demo_archive.path())


# ---- what each operation shows -------------------------------------------------------------------------------


def test_a_topic_gives_the_lead_and_names_the_sections(one: Library) -> None:
    text = told(one, "tell me about Paris")
    assert "capital of France" in text
    assert "Sections: History; Economy" in text
    assert "began long ago" not in text


def test_an_article_gives_its_body(one: Library) -> None:
    text = told(one, "get article Paris")
    assert "began long ago" in text
    assert "Trade, mostly" in text


def test_the_title_of_an_article_is_not_repeated_over_and_over(one: Library) -> None:
    text = told(one, "get article Tiger")
    assert "## Content" not in text
    assert outside(text).startswith("Tiger · cities_en 2026-01-02 · https://")
    assert body(text).splitlines()[0] == "# Tiger"


def test_a_section_is_given_by_name_by_number_and_by_fragment(one: Library) -> None:
    for text in ("section Economy of Paris", "Paris section Economy", "section 3 of Paris", "Paris#Economy"):
        assert "Trade, mostly" in body(told(one, text))
        assert "began" not in body(told(one, text))
    assert body(told(one, "Paris#Early history")) == body(told(one, "Paris#Early_history"))
    whole = body(told(one, "section History of Paris"))
    assert "nothing worth a note" in whole
    assert "nothing worth a note" not in body(told(one, "just the section History of Paris"))
    assert reason(one, "section Climate of Paris") == "section_not_found"
    assert reason(one, "section 9 of Paris") == "section_not_found"


def test_structure_shows_headings_and_no_previews(one: Library) -> None:
    compact = told(one, "show structure of Paris")
    assert "### Early history (section_id: Early_history)" in compact
    assert "began" not in compact
    assert "began" in told(one, "show structure of Paris", compact=False)


def test_contents_and_summary(one: Library) -> None:
    assert "  - Early history (section_id: Early_history)" in told(one, "table of contents Paris")
    assert "river Seine" in told(one, "summary of Paris")
    assert "began" not in told(one, "summary of Paris")


def test_links_of_every_kind(one: Library) -> None:
    assert "- Paris" in told(one, "links in Berlin")
    assert "https://example.org/berlin" in told(one, "external links in Berlin")
    assert "Germany" in body(told(one, "articles related to Berlin"))


def test_a_picture_comes_beside_the_text_and_other_bytes_inside_it(one: Library) -> None:
    picture = ask(one, "get image I/berlin.png")
    assert picture.images[0].mimetype == "image/png"
    assert "base64" not in picture.text
    assert "base64:\nAAECAwQ" in told(one, "get binary data.bin")


def test_the_archive_itself(one: Library) -> None:
    assert "cities_en" in told(one, "list available ZIM files")
    assert "cities_en" in told(one, "test this tool")
    assert "capital of Germany" in told(one, "show main page")
    assert "capital of Germany" in told(one, "what's in here")
    assert "- C: " in told(one, "list namespaces")
    assert "- C: " in told(one, "explore")
    assert "Date: 2026-01-02" in body(told(one, "metadata for cities_en"))
    assert "Title: Cities" in body(told(one, "metadata"))


def test_an_archive_is_checked_byte_by_byte(one: Library) -> None:
    assert "matches" in told(one, "validate this archive")
    assert "matches" in told(one, "is cities_en.zim corrupt?")


def test_an_archive_is_checked_alone(one: Library) -> None:
    shown = told(one, "list available ZIM files; validate this archive")
    assert "is done alone" in shown
    assert "1 of 1 archive readable" in shown


def test_the_lead_is_told_even_where_a_heading_is_called_like_it(tmp_path: Path) -> None:
    rest = "".join(
        f'<h2 id="{name}">{name}</h2><p>Below {name}.</p>' for name in ("Introduction", "Lead", "Intro")
    )
    made = write(tmp_path / "heads.zim", [article("Heads", "This is the true beginning of the page.", rest)])
    shown = told(library_of(made), "tell me about Heads")
    assert "true beginning" in shown
    assert "Below" not in shown


def test_an_entry_that_is_no_page_is_told_about_as_well(tmp_path: Path) -> None:
    note = Spec("notes.txt", "Notes", "Plain words in a plain file.", "text/plain")
    empty = Spec(
        "Empty",
        "Empty",
        "<html><body><h1>Empty</h1><h2>First</h2><p>Only a section has words here.</p></body></html>",
    )
    library = library_of(write(tmp_path / "plain.zim", [note, empty], redirects={"To_the_note": "notes.txt"}))
    assert "Plain words" in told(library, "tell me about notes.txt")
    assert "Plain words" in told(library, "to the note")
    assert "Only a section has words" in told(library, "tell me about Empty")


def test_bytes_that_do_not_fit_are_not_cut(one: Library) -> None:
    whole = told(one, "get binary data.bin", compact=False)
    cut = told(one, "get binary Long_read", compact_budget=1000)
    assert "do not fit here" in cut
    assert "base64:" in whole


def test_lists_of_entries_and_titles(one: Library) -> None:
    assert "- AC/DC" in told(one, "browse namespace C")
    assert "- AC/DC" in told(one, "walk namespace C")
    assert "Title" in told(one, "browse namespace M")
    assert "There is no namespace" in told(one, "walk namespace Q")
    assert "Berlin · Berlin" in told(one, "suggestions for ber")
    assert "Berlin · Berlin" in told(one, "find article titled Berln")
    assert "Rome" in told(one, "search for seven hills")
    assert "Rome" in told(one, "search hills in namespace C")
    assert "Rome" in told(one, "search hills in type text/html")


@pytest.mark.parametrize(
    "text", ["list available ZIM files", "metadata", "show structure of Paris", "walk namespace C"]
)
@pytest.mark.parametrize("is_compact", [True, False])
def test_every_operation_prints_markdown_and_no_json(one: Library, text: str, is_compact: bool) -> None:
    shown = told(one, text, compact=is_compact)
    assert '{"' not in shown
    assert '":' not in shown


def test_without_compact_links_and_whole_tables_stay(one: Library) -> None:
    compact = told(one, "get article Berlin")
    full = told(one, "get article Berlin", compact=False)
    assert "[Germany](Germany)" in full
    assert "| row 39 | 1521 |" in full
    assert "[Germany]" not in compact
    assert "| row 39 |" not in compact
    assert "began long ago" in told(one, "tell me about Berlin", compact=False)


def test_the_demo_archive_answers_too(demo: Library) -> None:
    assert "large rotating reading desk" in told(demo, "what is a book wheel?")
    assert "military engineer" in told(demo, "Qui est Ramelli ?")
    assert "Wheel, a round body" in told(demo, "Wheel (disambiguation)")
    assert "What If" in told(demo, "What If?")
    assert "C++" in told(demo, "cpp")


def test_odd_titles_can_be_asked_for(tmp_path_factory: pytest.TempPathFactory) -> None:
    odd = library_of(odd_titles(tmp_path_factory.mktemp("odd")))
    for title in (
        "AC/DC",
        "C#",
        "C# (lang)",
        "C++",
        "100%",
        "What?",
        "Q&A",
        "'",
        "M/M/1 queue",
        "+",
        "한국",
        "Straße",
    ):
        assert f"This is {title.replace(' ', '_')}." in told(odd, title, compact=False).replace("\\", ""), (
            title
        )


# ---- errors ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "arguments", "expected"),
    [
        ("", {}, "empty_query"),
        ("  \u200b ", {}, "empty_query"),
        ("get article Nowhere at all", {}, "entry_not_found"),
        ("what links to Nowhere at all", {}, "entry_not_found"),
        ("tell me about Berlin", {"limit": 0}, "invalid_limit"),
        ("tell me about Berlin", {"offset": -1}, "invalid_offset"),
        ("tell me about Berlin", {"content_offset": -5}, "invalid_content_offset"),
        ("tell me about Berlin", {"max_content_length": 0}, "invalid_max_content_length"),
        ("tell me about Berlin", {"compact_budget": "huge"}, "invalid_argument"),
        ("tell me about Berlin", {"compact_budget": 499}, "invalid_argument"),
        ("tell me about Berlin", {"compact_budget": True}, "invalid_argument"),
        ("suggestions for b", {"limit": 51}, "invalid_limit"),
        ("browse namespace C", {"limit": 201}, "invalid_limit"),
        ("related to Berlin", {"limit": 101}, "invalid_limit"),
        ("what is Berlin", {"synthesize": True, "offset": 1}, "invalid_combination"),
        ("what is Berlin", {"synthesize": True, "content_offset": 1}, "invalid_combination"),
        ("what is Berlin synthesize=true", {"cursor": "x"}, "invalid_combination"),
        ("browse namespace C", {"cursor": "nonsense"}, "cursor_invalid"),
        ("tell me about Berlin", {"cursor": "nonsense"}, "cursor_invalid"),
    ],
)
def test_what_cannot_be_answered_is_an_error_of_one_shape(
    one: Library, text: str, arguments: dict[str, object], expected: str
) -> None:
    assert reason(one, text, **arguments) == expected


def test_a_cursor_goes_on_only_with_the_list_that_gave_it(one: Library) -> None:
    cursor = told(one, "walk namespace C", limit=3).rpartition("cursor=")[2].rstrip("]")
    assert "from 3" in told(one, "walk namespace C", limit=3, cursor=cursor)
    assert reason(one, "browse namespace C", cursor=cursor) == "cursor_context_mismatch"
    assert reason(one, "walk namespace M", cursor=cursor) == "cursor_context_mismatch"
    assert reason(one, "links in Berlin", cursor=cursor) == "cursor_mismatch"
    assert reason(one, "tell me about Berlin", cursor=cursor) == "cursor_mismatch"
    assert reason(one, "Berlin and Paris", cursor=cursor) == "cursor_mismatch"


def test_numbers_and_truths_may_come_as_text(one: Library) -> None:
    assert len(told(one, "get article Long read", compact_budget="700")) <= 700
    assert told(one, "links in Berlin", limit="2") == told(one, "links in Berlin", limit=2)


@pytest.mark.parametrize(
    ("text", "arguments"),
    [("how do plants make food", {"synthesize": True}), ("how do plants make food synthesize=true", {})],
)
def test_passages_come_as_structured_content_and_within_the_budget(
    one: Library, text: str, arguments: dict[str, object]
) -> None:
    result = dispatch.call_here(
        dispatch.find("zim_query"), {"query": text, "compact_budget": 800, **arguments}, one
    )
    assert result.data is not None
    assert result.data["query"] == "how do plants make food"
    assert result.data["archives_searched"] == ["cities_en"]
    assert result.data["citations"][0]["entry_path"] == "Photosynthesis"
    assert "light, water and air" in body(result.text)
    assert len(result.text) <= 800


def test_words_that_are_searched_for_tell_how_to_get_passages_if_they_may_be_a_question(one: Library) -> None:
    hint = "the same query with synthesize=true."
    assert hint in told(one, "how do plants make their food")
    assert hint not in told(one, "light water")


def test_the_listing_is_short_and_declares_no_output() -> None:
    tool = query.TOOL
    parts = {"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema}
    assert len(json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode()) <= 2600
    assert tool.output_schema is None
    assert dispatch.call_here(
        dispatch.find("zim_query"), {"query": "x", "querry": "y"}, library_of()
    ).is_error
