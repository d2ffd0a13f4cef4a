"""Requests as people write them: slips in their words, emoji, numbers of rows, the archive they mean, two things compared."""

from __future__ import annotations

import pytest

from bookwheel.query import Operation as Op
from bookwheel.query import parse
from query.known import KNOWN, one, topics


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        ("waht is tiger", Op.TELL),
        ("summery of tiger", Op.SUMMARY),
        ("show the strucutre of tiger", Op.STRUCTURE),
        ("waht links to tiger", Op.INBOUND),
        ("lniks in tiger", Op.LINKS),
        ("get artcle tiger", Op.GET_ARTICLE),
    ],
)
def test_a_slip_in_the_words_of_a_request_is_put_right_where_a_title_is_left(
    text: str, operation: Op
) -> None:
    assert (one(text).operation, one(text).topic) == (operation, "tiger")


@pytest.mark.parametrize(
    "text",
    [
        "contests of tiger",
        "the readings of tiger",
        "particle of tiger",
        "inks in tiger",
        "photons in tiger",
        "charters of tiger",
    ],
)
def test_another_word_is_no_slip(text: str) -> None:
    assert (one(text).operation, one(text).topic) == (Op.TELL, text.removeprefix("the "))


def test_a_slip_that_leaves_no_title_is_what_was_asked_for() -> None:
    assert one("show the painting of nowhere").topic == "painting of nowhere"


@pytest.mark.parametrize(
    "text", ["summary of tiger 🙏", "Summary of tiger! 👍🏽", "please, summary of tiger ☺️🙏"]
)
def test_emoji_behind_a_request_are_no_part_of_it(text: str) -> None:
    assert (one(text).operation, one(text).topic) == (Op.SUMMARY, "tiger")


def test_emoji_that_a_request_is_about_stay() -> None:
    assert one("what is 😀?").topic == "😀"


@pytest.mark.parametrize("topic", ["C♯", "45 °", "20 ℃"])
def test_signs_that_words_end_in_are_no_emoji(topic: str) -> None:
    assert one(f"tell me about {topic}").topic == topic


@pytest.mark.parametrize(
    ("text", "topic", "settings"),
    [
        ("search for whales limit 2 offset 4", "whales", {"limit": "2", "offset": "4"}),
        ("search for whales offset 4 limit 2", "whales", {"limit": "2", "offset": "4"}),
        ("search for whales, limit 2 and offset 4", "whales", {"limit": "2", "offset": "4"}),
        ("search for whales, 3 results", "whales", {"limit": "3"}),
        ("give me 2 articles about whales", "whales", {"limit": "2"}),
    ],
)
def test_rows_wanted_are_read_in_either_order(text: str, topic: str, settings: dict[str, str]) -> None:
    parsed = parse(text, KNOWN)
    assert [(intent.operation, intent.topic) for intent in parsed.intents] == [(Op.SEARCH, topic)]
    assert parsed.settings == settings


@pytest.mark.parametrize(
    "text",
    [
        'zim_query(query="summary of tiger", zim_file_path="wiki_en")',
        'zim_query("summary of tiger", zim_file_path="wiki_en")',
        '{"query": "summary of tiger", "zim_file_path": "wiki_en"}',
        'zim_query({"query": "summary of tiger", "zim_file_path": "wiki_en"})',
    ],
)
def test_a_call_written_out_in_the_query_is_the_call(text: str) -> None:
    parsed = parse(text, KNOWN)
    assert [(intent.operation, intent.topic) for intent in parsed.intents] == [(Op.SUMMARY, "tiger")]
    assert parsed.settings == {"zim_file_path": "wiki_en"}


def test_what_is_written_like_a_call_but_asks_for_nothing_is_what_was_asked() -> None:
    assert one('{"name": "tiger"}').topic == '{"name": "tiger"}'


def test_two_quoted_titles_are_no_single_one_in_quotation_marks() -> None:
    assert topics('search for "red wine" or "blue cheese"') == ('"red wine" or "blue cheese"',)
    assert topics('"Paris" and "Rome"') == ("Paris", "Rome")


@pytest.mark.parametrize("letter", ["A", "C"])
def test_a_namespace_before_a_number_of_rows_is_kept(letter: str) -> None:
    parsed = parse(f"browse namespace {letter} limit 2", KNOWN)
    assert (parsed.intents[0].namespace, parsed.settings) == (letter, {"limit": "2"})


def test_rows_wanted_may_stand_before_the_archive() -> None:
    parsed = parse("browse namespace A limit 7 in wiki_en", KNOWN)
    assert [(intent.namespace, intent.archive) for intent in parsed.intents] == [("A", "wiki_en")]
    assert parsed.settings == {"limit": "7"}


@pytest.mark.parametrize("quoted", ['"C"', "'C'", "“C”"])
def test_a_namespace_may_stand_in_quotation_marks(quoted: str) -> None:
    assert (one(f"browse namespace {quoted}").operation, one(f"browse namespace {quoted}").namespace) == (
        Op.BROWSE,
        "C",
    )


@pytest.mark.parametrize(
    "text",
    [
        "summary of tiger in wiki_en",
        "in wiki_en, summary of tiger",
        "wiki_en: summary of tiger",
        "search wiki_en: summary of tiger",
        "summary of tiger using wiki_en",
    ],
)
def test_an_archive_is_named_before_or_behind_a_request(text: str) -> None:
    intent = one(text)
    assert (intent.operation, intent.topic, intent.archive) == (Op.SUMMARY, "tiger", "wiki_en")


@pytest.mark.parametrize(
    "text",
    [
        "is Paris older than Rome?",
        "was Paris more important than Rome",
        "which is bigger, Paris or Rome?",
        "how is Paris related to Rome?",
        "what is the relation between Paris and Rome",
        "Ist Paris älter als Rome?",
        "est-ce que Paris est plus grand que Rome ?",
        "¿Es Paris más grande que Rome?",
    ],
)
def test_two_things_that_are_compared_are_both_told_of(text: str) -> None:
    assert topics(text) == ("Paris", "Rome")


@pytest.mark.parametrize(
    "text",
    [
        "what is summer in Paris",
        "who was leader of Rome",
        "wer war Kaiser Paris",
        "what is butter made of",
        "what is the golden section in Paris",
        "what's a cross section of Paris",
        "path to Paris",
    ],
)
def test_what_a_title_stands_in_is_not_all_about_the_title(text: str) -> None:
    assert one(text).operation is Op.TELL
    assert one(text).topic != "Paris"


def test_what_is_compared_with_something_unknown_stays_a_question() -> None:
    assert topics("is Paris older than Nopeton?") == ("is Paris older than Nopeton",)


@pytest.mark.parametrize(
    ("text", "operation", "topic"),
    [
        ("what is Romeo and Juliet about?", Op.TELL, "Romeo and Juliet"),
        ("I was wondering what the tiger is", Op.TELL, "tiger"),
        ("get me the full tiger article", Op.GET_ARTICLE, "tiger"),
        ("define tiger in one sentence", Op.TELL, "tiger"),
        ("according to the archive, what is a tiger?", Op.TELL, "tiger"),
        ("in your own words, explain the tiger", Op.TELL, "tiger"),
        ("what does the tiger article say", Op.TELL, "tiger"),
        ("could I get a summary of tiger?", Op.SUMMARY, "tiger"),
        ("one-sentence summary of tiger", Op.SUMMARY, "tiger"),
        ("quick summary: tiger", Op.SUMMARY, "tiger"),
        ("tiger outline", Op.STRUCTURE, "tiger"),
        ("what's a tiger used for", Op.TELL, "tiger"),
        ("tell me about <tiger>", Op.TELL, "tiger"),
        ("tell me about the History section of tiger", Op.SECTION, "tiger"),
        ("what links does tiger have", Op.LINKS, "tiger"),
        ("is there an article about tiger?", Op.FIND_TITLE, "tiger"),
        ("is there anything about whales?", Op.SEARCH, "whales"),
        ("what is the path of the article tiger?", Op.FIND_TITLE, "tiger"),
        ("picture of tiger", Op.LINKS, "tiger"),
        ("validate wiki_en", Op.VALIDATE, ""),
        ("tell me about this archive", Op.METADATA, ""),
        ("how many articles are in this archive?", Op.METADATA, ""),
        ("tell me about the wiki_en archive", Op.METADATA, ""),
        ("what can you do?", Op.LIST_FILES, ""),
        ("what's on the main page", Op.MAIN_PAGE, ""),
        ("Zusammenfassung von tiger anzeigen", Op.SUMMARY, "tiger"),
        ("fais-moi un résumé de tiger", Op.SUMMARY, "tiger"),
    ],
)
def test_more_ways_to_ask_mean_what_they_say(text: str, operation: Op, topic: str) -> None:
    assert (one(text).operation, one(text).topic) == (operation, topic)


@pytest.mark.parametrize("text", ["next page", "More results", "continue"])
def test_a_wish_to_go_on_is_told_that_nothing_is_remembered(text: str) -> None:
    assert parse(text, KNOWN).is_incomplete
