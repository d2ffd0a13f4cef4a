"""Requests in plain words, answered from archives: what is said, and how it is found."""

from __future__ import annotations

import pytest

from archives.make import odd_titles, without_index
from bookwheel import demo_archive
from bookwheel.archive.library import Library
from bookwheel.tools import dispatch
from bookwheel.tools.zim import query
from calls import library_of
from query.archives import ask, body, english, french, outside, reason, told


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return library_of(english(tmp_path_factory.mktemp("one")))


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("two")
    return library_of(english(folder), french(folder))


@pytest.fixture(scope="module")
def demo() -> Library:
    return library_of(demo_archive.path())


# ---- finding the article ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how do plants make food", "Photosynthesis"),
        ("why is the sky blue", "Sky"),
        ("what did Einstein discover", "Albert Einstein"),
    ],
)
def test_a_natural_question_finds_the_article_that_answers_it(
    one: Library, question: str, expected: str
) -> None:
    text = told(one, question)
    assert expected in body(text).splitlines()[0]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("tell me about Deutschland", "Germany"),
        ("tell me about Photosynthsis", "Photosynthesis"),
        ("tigger", "Tiger"),
        ("Who is Einstein?", "Albert Einstein"),
        ("Albert Einstien", "Albert Einstein"),
    ],
)
def test_redirects_and_misspelt_titles_lead_to_the_article(one: Library, text: str, title: str) -> None:
    assert title in outside(told(one, text))
    assert title.rsplit(maxsplit=1)[-1] in body(told(one, text))


def test_so_they_do_without_a_fulltext_index(tmp_path_factory: pytest.TempPathFactory) -> None:
    bare = library_of(without_index(tmp_path_factory.mktemp("bare")))
    assert "This is Gamma" in told(bare, "tell me about gama")
    assert "This is Alpha" in told(bare, "alpha")


@pytest.mark.parametrize("title", ["alpha", "beta", "stress", "tools", "a test"])
def test_an_ordinary_word_is_an_article_where_there_is_one(one: Library, title: str) -> None:
    text = told(one, f"tell me about {title}")
    assert title.rsplit(maxsplit=1)[-1] in body(text).lower()
    assert "No article" not in text


def test_a_parenthesis_belongs_to_the_title(one: Library) -> None:
    assert "nearest to the Sun" in told(one, "tell me about the mercury (planet)")
    assert "may refer to" in told(one, "tell me about mercury")


def test_several_topics_get_an_answer_each(one: Library) -> None:
    for text in ("Berlin and Paris", "compare Berlin and Paris", "Berlin vs Paris"):
        shown = told(one, text)
        assert "capital of Germany" in shown
        assert "capital of France" in shown
    three = told(one, "Berlin, Paris and Rome")
    assert [line for line in three.splitlines() if line.startswith("## ")] == [
        "## tell me about Berlin",
        "## tell me about Paris",
        "## tell me about Rome",
    ]
    assert "seven hills" in three


def test_of_several_topics_each_missing_one_says_so_and_the_others_are_answered(one: Library) -> None:
    shown = told(one, "get articles Berlin, Xyzzyville")
    assert "capital of Germany" in shown
    assert 'no entry "Xyzzyville"' in shown
    assert reason(one, "get articles Xyzzyville, Qwertyburg") == "entry_not_found"


@pytest.mark.parametrize(
    "text",
    [
        "backlinks for Berlin", "what links here Berlin", "which articles link to Berlin", "links to Berlin",
        "what links to Berlin",
    ],
)  # fmt: skip
def test_links_to_an_article_are_those_that_lead_there(one: Library, text: str) -> None:
    listed = body(told(one, text))
    assert "Germany" in listed
    assert "Rome" in listed
    assert "Tiger" not in listed


def test_articles_can_be_named_by_title_or_path_in_a_batch(one: Library) -> None:
    for text in (
        "get articles Berlin, Tiger",
        "get articles C/Berlin, C/Tiger",
        "fetch the articles Berlin and Tiger",
    ):
        shown = told(one, text)
        assert "capital of Germany" in shown
        assert "largest of all living cats" in shown


def test_words_that_look_like_namespaces_are_none(one: Library) -> None:
    assert "capital of Germany" in told(one, 'show article "C/Berlin"')
    assert "namespace C" in told(one, "explore articles")
    assert "Germany" in body(told(one, "list articles about Germany"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("look up Tiger", "largest of all living cats"),
        ("read Tiger", "largest of all living cats"),
        ("open Tiger", "largest of all living cats"),
        ("compare Tiger", "largest of all living cats"),
        ("translate Tiger", "largest of all living cats"),
        ("images in Berlin", "I/berlin.png"),
        ("pls tell me about tiger thx", "largest of all living cats"),
        ("show me the tiger article", "largest of all living cats"),
        ("Wer ist Einstein?", "photoelectric"),
        ("teh tiger", "largest of all living cats"),
    ],
)
def test_everyday_phrasings_are_understood(one: Library, text: str, expected: str) -> None:
    assert expected in body(told(one, text))


def test_a_limit_written_in_the_query_holds(one: Library) -> None:
    assert len(body(told(one, "links in Berlin limit=2")).splitlines()) == 2
    assert len(body(told(one, "links in Berlin limit=2", limit=3)).splitlines()) == 3
    assert body(told(one, "links in Berlin limit=2 offset=2")) == body(
        told(one, "links in Berlin", limit=2, offset=2)
    )
    assert reason(one, "links in Berlin limit=0") == "invalid_limit"
    assert len(told(one, "get article Long read compact_budget=500")) <= 500


def test_what_cannot_be_found_is_said_in_the_callers_own_spelling(one: Library) -> None:
    assert "nope_nope" in told(one, "tell me about nope_nope")
    assert "World War IX" in told(one, "World War IX zzz")


def test_an_existing_title_is_never_put_right(one: Library) -> None:
    assert "cabbage" in told(one, "Kale")
    assert "graphics" in told(one, "tell me about Nvidia")
    assert "doors" in told(one, "Portal (video game)")


def test_names_with_slashes_and_joining_words_stay_whole(one: Library) -> None:
    assert "Sydney" in told(one, "AC/DC")
    assert "September" in told(one, "tell me about 9/11")
    shown = told(one, "TCP/IP and HTTP")
    assert "Internet is built" in shown
    assert "browsers fetch" in shown
    shown = told(one, "And Then There Were None and Murder on the Orient Express")
    assert "ten people" in shown
    assert "train in the snow" in shown


def test_a_guess_says_how_it_matched_and_a_title_does_not(one: Library) -> None:
    guess = told(one, "tell me about Photosynthsis")
    assert guess.startswith(
        "No article is called “Photosynthsis”; this is “Photosynthesis” (spelling corrected)."
    )
    assert told(one, "tell me about photosynthesis").startswith("Photosynthesis · ")


def test_an_offset_given_to_a_topic_turns_the_page_of_its_search(one: Library) -> None:
    plain = told(one, "tell me about capital")
    assert "hits 1 to" in plain
    assert told(one, "tell me about capital", offset=2).splitlines()[0].startswith("cities_en: hits 3 to")


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


def test_lists_of_entries_and_titles(one: Library) -> None:
    assert "- AC/DC" in told(one, "browse namespace C")
    assert "- AC/DC" in told(one, "walk namespace C")
    assert "Title" in told(one, "browse namespace M")
    assert "There is no namespace 'Q'" in told(one, "walk namespace Q")
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


# ---- which archive ---------------------------------------------------------------------------------------------


def test_the_only_archive_answers_whatever_name_is_given_and_says_so(one: Library) -> None:
    text = told(one, "tell me about Tiger", zim_file_path="/no/such/secret/animals.zim")
    assert text.startswith("The only archive is cities_en; it was asked instead of “animals.zim”.")
    assert "secret" not in text
    assert told(one, "tell me about Tiger", zim_file_path="cities_en.zim").startswith("Tiger · ")


def test_several_archives_are_all_searched_and_merged(two: Library) -> None:
    text = told(two, "search for capital")
    assert "2 archives searched, 2 with hits" in text
    assert "(cities_en)" in body(text)
    assert "(villes_fr)" in body(text) or "villes_fr" in text
    assert text == told(two, "search all files for capital")


def test_a_topic_is_looked_for_in_all_archives(two: Library) -> None:
    lyon = told(two, "tell me about Lyon")
    assert lyon.startswith("2 archives were asked; this is from villes_fr.")
    both = told(two, "tell me about Paris")
    assert "this is from cities_en. Also in: villes_fr." in both
    assert "la Seine" in told(two, "tell me about Paris", zim_file_path="villes_fr")
    assert "la Seine" in told(two, "tell me about Paris in villes_fr")
    assert "la Seine" in told(two, "get article Paris zim_file_path=villes_fr")
    assert "nourrit" in told(two, "Photosynthèse")


def test_one_correct_title_in_any_archive_beats_a_guess_in_another(two: Library) -> None:
    assert "Photosynthèse" in told(two, "get article photosynthese")
    assert "spelling" not in told(two, "get article Photosynthesis")


@pytest.mark.parametrize(
    "text",
    [
        "show main page",
        "list namespaces",
        "metadata",
        "browse namespace C",
        "walk namespace C",
        "validate this zim",
    ],
)
def test_what_needs_one_archive_lists_those_there_are(two: Library, text: str) -> None:
    assert reason(two, text) == "missing_archive"
    assert "cities_en, villes_fr" in ask(two, text).text
    assert not ask(two, text, zim_file_path="villes_fr", limit=None).is_error or text == "show main page"


def test_an_unknown_archive_among_several_is_an_error(two: Library) -> None:
    assert reason(two, "tell me about Paris", zim_file_path="cities_de") == "archive_not_found"


def test_without_an_archive_the_list_of_archives_is_still_there() -> None:
    nothing = Library(library_of().settings)
    assert "archives readable" in told(nothing, "list available ZIM files")
    assert reason(nothing, "tell me about Paris") == "missing_archive"


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


def test_the_listing_is_short_and_declares_no_output() -> None:
    tool = query.TOOL
    import json

    parts = {"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema}
    assert len(json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode()) <= 2600
    assert tool.output_schema is None
    assert dispatch.call_here(tool, {"query": "x", "querry": "y"}, library_of()).is_error
