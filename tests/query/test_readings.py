"""Which of several ways to read a request wins, and what becomes of one that is misspelt or unfinished."""

from __future__ import annotations

import pytest

from bookwheel.query import Operation as Op
from bookwheel.query import parse
from query.known import KNOWN, FewTitles, one

LIKE_REQUESTS = FewTitles(
    (
        "Article 50",
        "Section 8",
        "Structure of the Earth",
        "Earth",
        "Outline of history",
        "History",
        "About a Boy",
        "Table of contents",
        "The The",
        "Section of a fiber bundle",
        "of Montreal",
        "Namespace",
        "Links",
        "C",
        "Paris",
        "!!!",
        "Summary",
        "Summary judgment",
    )
)


@pytest.mark.parametrize(
    ("text", "operation", "topic"),
    [
        ("summary of Article 50", Op.SUMMARY, "Article 50"),
        ("links in the article Paris", Op.LINKS, "Paris"),
        ('show me the article "Paris"', Op.GET_ARTICLE, "Paris"),
        ("tell me about Section 8", Op.TELL, "Section 8"),
        ("get article Structure of the Earth", Op.GET_ARTICLE, "Structure of the Earth"),
        ("show structure of the Earth", Op.GET_ARTICLE, "structure of the Earth"),
        ("show structure of Paris", Op.STRUCTURE, "Paris"),
        ("get article Outline of history", Op.GET_ARTICLE, "Outline of history"),
        ("get article About a Boy", Op.GET_ARTICLE, "About a Boy"),
        ("what links to Table of contents", Op.INBOUND, "Table of contents"),
        ("find article titled Section of a fiber bundle", Op.FIND_TITLE, "Section of a fiber bundle"),
        ("summary of The The", Op.SUMMARY, "The The"),
        ("get article of Montreal", Op.GET_ARTICLE, "of Montreal"),
        ("get article Namespace", Op.GET_ARTICLE, "Namespace"),
        ("tell me about Summary", Op.TELL, "Summary"),
        ("show summary judgment", Op.GET_ARTICLE, "summary judgment"),
        ("what is !!!?", Op.TELL, "!!!"),
    ],
)
def test_the_phrasing_with_the_longest_existing_title_wins(text: str, operation: Op, topic: str) -> None:
    (intent,) = parse(text, LIKE_REQUESTS).intents
    assert (intent.operation, intent.topic) == (operation, topic)


def test_what_names_nothing_is_no_article() -> None:
    assert parse("show metadata", FewTitles(("Metadata",))).intents[0].operation is Op.METADATA
    assert parse("list namespaces", FewTitles(("Namespaces",))).intents[0].operation is Op.NAMESPACES


def test_a_fragment_begins_with_a_letter() -> None:
    assert parse("tell me about Paris#History", LIKE_REQUESTS).intents[0].section == "History"
    assert parse("tell me about C#, thanks", LIKE_REQUESTS).intents[0].operation is Op.TELL


def test_politeness_is_no_archive() -> None:
    assert one("metadata for this archive please").archive == ""
    assert one("metadata for wiki_fr, please").archive == "wiki_fr"
    assert one("metadata for no_such_archive").archive == "no_such_archive"


@pytest.mark.parametrize(
    "text",
    [
        "tell me about",
        "search for",
        "links in",
        "find article titled",
        "what links to",
        "Summary of?",
        "tell me about the",
        "qui est",
        "Zusammenfassung von",
        "tell me more",
        "tell me more about it",
        "links in this article",
        "summary of that page, please",
        "what links to it?",
    ],
)
def test_a_request_that_lacks_what_it_is_about_is_incomplete(text: str) -> None:
    assert parse(text, KNOWN).is_incomplete


@pytest.mark.parametrize(
    "text", ["links", "search", "history of", "search engine", "the who", "list articles", "search for the"]
)
def test_a_topic_is_not_an_incomplete_request(text: str) -> None:
    assert not parse(text, KNOWN).is_incomplete


def test_a_title_that_reads_like_an_incomplete_request_is_a_title() -> None:
    assert parse("tell me about", FewTitles(("Tell Me About",))).intents[0].operation is Op.TELL
    assert parse("tell me about it", FewTitles(("It",))).intents[0].topic == "it"


@pytest.mark.parametrize(
    ("text", "operation", "topic"),
    [
        ("tell me abuot tiger", Op.TELL, "tiger"),
        ("pls tell me abuot tiger thx", Op.TELL, "tiger"),
        ("serach for whales", Op.SEARCH, "whales"),
        ("summry of Berlin", Op.SUMMARY, "Berlin"),
        ("tabel of contents Paris", Op.CONTENTS, "Paris"),
    ],
)
def test_a_slip_in_the_words_of_a_request_is_put_right(text: str, operation: Op, topic: str) -> None:
    intent = one(text)
    assert (intent.operation, intent.topic) == (operation, topic)


@pytest.mark.parametrize("text", ["lines of code", "kind of blue", "whales and abuot", "outlines of whales"])
def test_another_word_is_no_slip_and_a_topic_is_left_as_it_is_written(text: str) -> None:
    intent = one(text)
    assert (intent.operation, intent.topic) == (Op.TELL, text)


@pytest.mark.parametrize(
    ("text", "operation", "topic", "limit"),
    [
        ("search for whales, top 3", Op.SEARCH, "whales", "3"),
        ("first 3 results for whales", Op.SEARCH, "whales", "3"),
        ("show me the top 5 articles about whales", Op.SEARCH, "whales", "5"),
        ("search for whales in namespace C limit 4", Op.SEARCH, "whales", "4"),
        ("search for whales (max 2 results)", Op.SEARCH, "whales", "2"),
        ("list the first 4 external links in Berlin", Op.LINKS, "Berlin", "4"),
        ("10 articles related to Berlin", Op.RELATED, "Berlin", "10"),
        ("browse namespace C limit 5", Op.BROWSE, "", "5"),
    ],
)
def test_a_number_of_rows_may_be_said_in_words(text: str, operation: Op, topic: str, limit: str) -> None:
    request = parse(text, KNOWN)
    assert [(intent.operation, intent.topic) for intent in request.intents] == [(operation, topic)]
    assert request.settings == {"limit": limit}


@pytest.mark.parametrize(
    "text",
    ["tell me about the top 10", "search for the first 100 days", "who are the 12 apostles", "Apollo 11"],
)
def test_a_number_that_belongs_to_the_topic_is_no_limit(text: str) -> None:
    assert parse(text, KNOWN).settings == {}


def test_a_title_with_a_number_keeps_it() -> None:
    titles = FewTitles(("3 links in a chain", "Limit 3"))
    assert parse("tell me about Limit 3", titles) == parse("tell me about Limit 3", titles)._replace(
        settings={}
    )
    assert parse("3 links in a chain", titles).settings == {}


@pytest.mark.parametrize(
    "joint", ["; then ", ", then ", ". Then ", " and then ", "; ", ", and also ", "; and then "]
)
def test_one_request_after_another_is_two(joint: str) -> None:
    request = parse(f"search for whales{joint}summary of Paris", KNOWN)
    assert [(one.operation, one.topic) for one in request.intents] == [
        (Op.SEARCH, "whales"),
        (Op.SUMMARY, "Paris"),
    ]


def test_each_of_several_requests_may_be_polite_and_name_its_archive() -> None:
    intents = parse("please tell me about Berlin; then links in Paris in wiki_fr, thanks", KNOWN).intents
    assert [(one.operation, one.topic, one.archive) for one in intents] == [
        (Op.TELL, "Berlin", ""),
        (Op.LINKS, "Paris", "wiki_fr"),
    ]


def test_an_archive_is_described_by_its_name_alone() -> None:
    for text in ("describe wiki_en", "what's in wiki_en?", "information about wiki_en"):
        assert (one(text).operation, one(text).archive) == (Op.METADATA, "wiki_en")
    assert one("describe whales").operation is Op.TELL


@pytest.mark.parametrize("title", ["Thank You", "!!!", "The The"])
def test_a_title_that_looks_like_courtesy_stays_amid_courtesies(title: str) -> None:
    known = FewTitles(("Thank You", "!!!", "The The"))
    (intent,) = parse(f"please show me the article {title}, thanks", known).intents
    assert (intent.operation, intent.topic) == (Op.GET_ARTICLE, title)
