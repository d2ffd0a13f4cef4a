"""Requests in plain words find what they mean: the article, however it is asked for, in the right archive."""

from __future__ import annotations

from pathlib import Path

import pytest

from archives.make import without_index, write
from bookwheel.archive.library import Library
from calls import call, library_of
from query.archives import article, ask, body, english, french, outside, reason, told


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return library_of(english(tmp_path_factory.mktemp("one")))


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("two")
    return library_of(english(folder), french(folder))


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
    assert title.rsplit(maxsplit=1)[-1] in body(told(one, text)).title()


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


def test_what_no_archive_has_names_the_nearest_of_each(two: Library) -> None:
    result = ask(two, "get article Photosynthesiphilia")
    assert reason(two, "get article Photosynthesiphilia") == "entry_not_found"
    assert "None of 2 archives" in result.text


def test_an_unknown_archive_among_several_is_an_error(two: Library) -> None:
    assert reason(two, "tell me about Paris", zim_file_path="cities_de") == "archive_not_found"


def test_without_an_archive_the_list_of_archives_is_still_there() -> None:
    nothing = Library(library_of().settings)
    assert "No archives were given" in told(nothing, "list available ZIM files")
    assert reason(nothing, "tell me about Paris") == "missing_archive"


# ---- what others stumbled over ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """An archive of titles that look alike, and of words that many pages use."""
    titles = (
        "BSD", "Lump", "Kal", "Kale", "Marmot", "Math", "Match", "Apache", "Theory of relativity", "Albert Einstein",
        "Biology", "Marie Curie", "House", "Africa", "&", "Thelma & Louise", "P&ID", "毛泽东", "電介質", "孔丘",
        "Zürich", "Soy tu dueña", "Blue screen of death", "Fish and chips", "Cell (biology)", "Cell biology", "Rock 'n' Roll", "Earth, Wind & Fire",
    )  # fmt: skip
    specs = [article(title, f"This is the page about {title} and nothing else.") for title in titles]
    specs += [
        article(f"Notes {n}", f"Houses in Africa, number {n}. A house. Africa again. House. Africa.")
        for n in range(40)
    ]
    redirects = {"BSOD": "Blue_screen_of_death", "Lumpability": "Lump"}
    path = tmp_path_factory.mktemp("many") / "many.zim"
    return library_of(write(path, specs, redirects=redirects, metadata={"Title": "Many", "Language": "eng"}))


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("BSOD", "Blue screen of death"),
        ("tell me about math", "Math"),
        ("kale", "Kale"),
        ("Lumpability", "Lump"),
        ("apachee", "Apache"),
        ("Theory of relatvty", "Theory of relativity"),
        ("Albert Einstien", "Albert Einstein"),
        ("What is biology", "Biology"),
        ("who was Marie Curie?", "Marie Curie"),
        ("&", "&"),
        ("tell me about &", "&"),
        ("Thelma & Louise", "Thelma & Louise"),
        ("thelma and louise", "Thelma & Louise"),
        ("P&ID", "P&ID"),
        ("what is a P&ID?", "P&ID"),
        ("what is Cell (biology)?", "Cell (biology)"),
        ("what is cell biology?", "Cell biology"),
        ("毛泽东", "毛泽东"),
        ("tell me about 孔丘", "孔丘"),
        ("Zurich", "Zürich"),
        ("zurich", "Zürich"),
        ("soy tu duena", "Soy tu dueña"),
        ("fish and chips", "Fish and chips"),
        ("Rock n Roll", "Rock 'n' Roll"),
        ("earth wind and fire", "Earth, Wind & Fire"),
    ],
)
def test_the_article_that_is_meant_is_told_about(many: Library, text: str, title: str) -> None:
    shown = told(many, text)
    assert f"This is the page about {title} and nothing else." in body(shown).replace("\\", "")
    assert "&amp;" not in outside(shown)


@pytest.mark.parametrize("word", ["house", "Africa"])
def test_a_search_for_a_title_finds_that_article_first(many: Library, word: str) -> None:
    assert body(told(many, f"search for {word}")).startswith(f"1. {word.capitalize()} · ")


def test_the_other_titles_stand_beside_an_exact_one(one: Library) -> None:
    listed = body(told(one, "find article titled Mercury")).splitlines()
    assert listed[0].startswith("1. Mercury · Mercury")
    assert any("Mercury (planet)" in line for line in listed[1:])


def test_the_choices_of_a_disambiguation_page_are_titles_to_ask_for(one: Library) -> None:
    assert "`Mercury_(planet)`" in body(told(one, "tell me about Mercury"))


def test_words_misspelt_in_a_search_are_put_right_and_said(one: Library) -> None:
    shown = told(one, "search for einstien photoelectric")
    assert "Albert Einstein" in body(shown)
    assert "einstien → einstein" in outside(shown)


def test_frame_words_of_the_archives_language_do_not_spoil_a_question(tmp_path: Path) -> None:
    specs = [
        article("Permafrost", "Permafrost ist dauerhaft gefrorener Boden; er spielt im Klima mit."),
        article("Rolle", "Eine Rolle ist ein Rad auf einer Achse."),
        article("Boden", "Der Boden ist die oberste Schicht der Erde."),
    ]
    german = library_of(write(tmp_path / "boden.zim", specs, metadata={"Language": "deu"}, language="deu"))
    assert "Permafrost" in body(told(german, "welche Rolle spielt Permafrost"))
    assert "gefrorener" in told(german, "Was ist Permafrost?")


@pytest.mark.parametrize(
    "text",
    [
        "a OR b", "NOT x", '"exact phrase"', "he*o", "title:x", "-x", '"unclosed', "NEAR/3", "(", ")", "search for (",
        "?!", "...", "the", "of the", "tell me about", "get article", "section of", "search for", "\U0001f4d6", "\x00a",
        "a" * 4096, "links in " * 400, "{}", "{topic}", "[x|y]", "<article_text>", "</article_text>", "and", "and and and",
        ",", ", ,", "limit=5", "compact=false", "https://", "http:///", "//x", "\\", "%", "%41", "\ud83d",
    ],
)  # fmt: skip
def test_no_request_however_odd_is_a_fault_of_the_server(one: Library, text: str) -> None:
    result = ask(one, text)
    assert len(result.text) <= 6000
    if result.is_error:
        assert result.data is not None
        assert result.data["error"]["data"]["reason"] != "internal"


@pytest.mark.parametrize(
    "arguments",
    [{"limit": -1}, {"limit": 2**40}, {"limit": 9007199254740991}, {"limit": 1.5}, {"offset": -(2**70)}],
)
def test_impossible_numbers_are_refused_and_the_bound_is_named(
    one: Library, arguments: dict[str, object]
) -> None:
    result = ask(one, "search for capital", **arguments)
    assert result.is_error
    assert next(iter(arguments)) in result.text


def test_giant_offsets_find_nothing_and_say_so(one: Library) -> None:
    assert not ask(one, "search for capital", offset=2**40).is_error
    assert "nothing at content_offset" in told(one, "get article Berlin", content_offset=2**40)


# ---- requests that are not whole ---------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["tell me about", "search for", "Links in?"])
def test_a_request_without_a_topic_is_refused_with_an_example(one: Library, text: str) -> None:
    refused = call(one, "zim_query", query=text)
    assert refused.is_error
    assert "lacks what it is about" in refused.text
    assert reason(one, text) == "invalid_argument"


def test_a_missing_article_is_told_in_words_that_can_be_asked(one: Library) -> None:
    text = call(one, "zim_query", query="links in Qwertzopolis").text
    assert "search for WORDS" in text
    assert "zim_search" not in text
