"""What a request is about: existing titles first, names whole, several topics apart."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.query import Operation as Op
from bookwheel.query import parse
from query.known import KNOWN, FewTitles, one, topics


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("tell me about alpha", "alpha"),
        ("tell me about a test", "a test"),
        ("a test", "a test"),
        ("tell me about stress", "stress"),
        ("tools", "tools"),
        ("tell me about the mercury (planet)", "mercury (planet)"),
        ("mercury (planet)", "mercury (planet)"),
        ("Search for extraterrestrial intelligence", "Search for extraterrestrial intelligence"),
        ("Outline of physics", "Outline of physics"),
        ("structure of the Royal Navy", "structure of the Royal Navy"),
        ("what is life?", "what is life?"),
        ("tell me about The Who", "The Who"),
        ("tell me about Thank You", "Thank You"),
        ("Please Please Me", "Please Please Me"),
        ("tell me about Please Please Me please", "Please Please Me"),
        ("Read-only memory please", "Read-only memory"),
        ("Romeo and Juliet", "Romeo and Juliet"),
        ("tell me about Earth, Wind & Fire", "Earth, Wind & Fire"),
        ("C#", "C#"),
        ("&", "&"),
        ("AC/DC", "AC/DC"),
        ("9/11", "9/11"),
    ],
)
def test_an_existing_title_wins_over_every_other_reading(text: str, title: str) -> None:
    assert one(text) == one(text).__class__(Op.TELL, title)


def test_an_article_called_explore_wins_over_the_command() -> None:
    assert parse("explore", KNOWN).intents[0].operation is Op.TELL
    assert parse("explore", FewTitles(())).intents[0].operation is Op.NAMESPACES


def test_the_main_page_is_the_archives_own_even_where_an_entry_is_called_so() -> None:
    assert parse("show main page", KNOWN).intents[0].operation is Op.MAIN_PAGE
    assert parse("main page", KNOWN).intents[0].operation is Op.MAIN_PAGE


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        ("pls tell me about tiger thx", Op.TELL),
        ("hey, could you please tell me about the tiger? thanks", Op.TELL),
        ("tell me about tiger thank you very much", Op.TELL),
        ("show me the tiger article", Op.GET_ARTICLE),
        ("Can you show me the article about the tiger, please?", Op.GET_ARTICLE),
        ("teh tiger", Op.TELL),
        ("use openzim to tell me about tiger", Op.TELL),
        ("zim_query: tell me about tiger", Op.TELL),
        ("I would like to know more about tiger", Op.TELL),
        ("Bitte erzähl mir was über tiger", Op.TELL),
        ('"tiger"', Op.TELL),
        ("“tiger”?", Op.TELL),
        ("tell me what tiger is", Op.TELL),
        ("please tell me of tiger, thanks", Op.TELL),
    ],
)
def test_politeness_and_filler_go_and_the_topic_stays(text: str, operation: Op) -> None:
    intent = one(text)
    assert (intent.operation, intent.topic) == (operation, "tiger")


@pytest.mark.parametrize(
    "topic", ["nope_nope", "World War III", "iPod nano", "McDONALD'S", "Ὀδύσσεια", "СССР"]
)
def test_a_topic_keeps_its_case_and_spelling(topic: str) -> None:
    assert topics(f"tell me about {topic}") == (topic,)
    assert topics(topic) == (topic,)
    assert topics(f"search for {topic}") == (topic,)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Berlin and Paris", ("Berlin", "Paris")),
        ("compare Berlin and Paris", ("Berlin", "Paris")),
        ("tell me about Berlin, Paris and Rome", ("Berlin", "Paris", "Rome")),
        ("Berlin, Paris, and Rome", ("Berlin", "Paris", "Rome")),
        ("Berlin vs Paris", ("Berlin", "Paris")),
        ("Berlin & Paris", ("Berlin", "Paris")),
        ("Berlin / Paris", ("Berlin", "Paris")),
        ("Berlin/Paris", ("Berlin", "Paris")),
        ("what is the difference between Berlin and Paris?", ("Berlin", "Paris")),
        ("how does Berlin compare to Paris?", ("Berlin", "Paris")),
        ("compare Berlin with Paris", ("Berlin", "Paris")),
        ("compare the history of Berlin and Paris", ("history of Berlin", "history of Paris")),
        (
            "compare the history of Berlin with the size of Paris",
            ("history of Berlin", "size of Paris"),
        ),
        ("compare the history of Nowhere and Paris", ("history of Nowhere", "Paris")),
        ("Berlin to Paris", ("Berlin to Paris",)),
        ("Tiger with Berlin", ("Tiger with Berlin",)),
        ("TCP/IP and HTTP", ("TCP/IP", "HTTP")),
        (
            "And Then There Were None and Murder on the Orient Express",
            ("And Then There Were None", "Murder on the Orient Express"),
        ),
        ("Earth, Wind & Fire and The Who", ("Earth, Wind & Fire", "The Who")),
        ("Romeo and Juliet and Berlin", ("Romeo and Juliet", "Berlin")),
        ("Berln and Parris", ("Berln", "Parris")),
        ("Berlin and Xyzzyville", ("Berlin", "Xyzzyville")),
        ("summary of Berlin and Paris", ("Berlin", "Paris")),
        ("links in Berlin and the tiger", ("Berlin", "tiger")),
        ("get articles Berlin, Tiger", ("Berlin", "Tiger")),
        ("get articles C/Berlin, C/Nowhere", ("C/Berlin", "C/Nowhere")),
        ("fetch entries Berlin; Tiger; Rome", ("Berlin", "Tiger", "Rome")),
        ("read both articles Berlin and Paris", ("Berlin", "Paris")),
        ("Berlin und Paris", ("Berlin", "Paris")),
        ("Lee Kuan Yew and Berlin", ("Lee Kuan Yew", "Berlin")),
        ("Google, Berlin and Rome", ("Google", "Berlin", "Rome")),
        ("Unterschied zwischen Berlin und Paris", ("Berlin", "Paris")),
        ("différence entre Berlin et Paris", ("Berlin", "Paris")),
        ("compara Berlin y Paris", ("Berlin", "Paris")),
        ("ベルリン、パリ", ("ベルリン", "パリ")),
    ],
)
def test_several_topics_get_an_intent_each(text: str, expected: tuple[str, ...]) -> None:
    assert topics(text) == expected


@pytest.mark.parametrize(
    "text",
    ["supply and demand", "Salt and vinegar crisps", "Romeo and Juliett", "history and culture of Berlin"],
)
def test_a_joining_word_alone_does_not_part_a_topic(text: str) -> None:
    assert topics(text) == (text,)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("structure of the atom", "structure of the atom"),
        ("summary execution", "summary execution"),
        ("references in popular culture", "references in popular culture"),
        ("cross section of a cylinder", "cross section of a cylinder"),
        ("article 5 of the constitution", "article 5 of the constitution"),
        ("protein structure", "protein structure"),
        ("conic sections", "conic sections"),
        ("browse the web", "web"),
        ("open source software", "source software"),
        ("what is the structure of an atom", "structure of an atom"),
    ],
)
def test_words_of_the_grammar_inside_a_topic_are_no_command(text: str, topic: str) -> None:
    assert (one(text).operation, one(text).topic) == (Op.TELL, topic)


def test_a_slash_in_a_title_makes_no_file_of_it() -> None:
    assert (one("show the video of AC/DC").operation, one("show the video of AC/DC").kind) == (
        Op.LINKS,
        "media",
    )
    assert one("video of AC/DC").operation is not Op.BINARY


def test_a_question_mark_is_no_part_of_what_is_looked_for() -> None:
    assert topics("is there an article called Rome?") == ("Rome",)
    assert topics("search for Rome!") == ("Rome",)
    assert topics("search for What Is Life?") == ("What Is Life?",)


def test_two_requests_in_one_are_both_answered() -> None:
    intents = parse("tell me about Berlin, then show links in Paris", KNOWN).intents
    assert [(intent.operation, intent.topic) for intent in intents] == [
        (Op.TELL, "Berlin"),
        (Op.LINKS, "Paris"),
    ]
    three = parse("summary of Rome; section History of Paris; search for whales", KNOWN).intents
    assert [intent.operation for intent in three] == [Op.SUMMARY, Op.SECTION, Op.SEARCH]


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("https://en.wikipedia.org/wiki/Berlin", "Berlin"),
        ("tell me about https://en.wikipedia.org/wiki/World_War_II", "World War II"),
        ("https://en.wikipedia.org/w/index.php?title=Berlin&oldid=7", "Berlin"),
        ("https://de.wikipedia.org/wiki/AC/DC", "AC/DC"),
        ("https://example.org/guides/Tiger/", "Tiger"),
    ],
)
def test_a_web_address_means_the_page_it_ends_in(text: str, topic: str) -> None:
    assert topics(text) == (topic,)


def test_the_fragment_of_a_web_address_means_a_section() -> None:
    intent = one("https://en.wikipedia.org/wiki/Paris#Early_history")
    assert (intent.operation, intent.topic, intent.section) == (Op.SECTION, "Paris", "Early_history")


@pytest.mark.parametrize(
    "text",
    ["how do plants make food", "why is the sky blue", "what did Einstein discover", "when did Rome fall?"],
)
def test_a_question_without_a_frame_stays_whole(text: str) -> None:
    intent = one(text)
    assert (intent.operation, intent.topic) == (Op.TELL, text.rstrip("?"))


def test_settings_inside_the_query_are_taken_as_settings() -> None:
    intents, inside, _ = parse("links in Berlin limit=2, offset=5 compact=false", KNOWN)
    assert (intents[0].operation, intents[0].topic) == (Op.LINKS, "Berlin")
    assert inside == {"limit": "2", "offset": "5", "compact": "false"}
    intents, inside, _ = parse('search for whales zim_file_path="wiki en.zim" compact_budget=tiny', KNOWN)
    assert intents[0].topic == "whales"
    assert inside == {"zim_file_path": "wiki en.zim", "compact_budget": "tiny"}


@pytest.mark.parametrize("text", ["search for x=5", "limit=abc", "tell me about f(limit = n)"])
def test_what_only_looks_like_a_setting_stays_text(text: str) -> None:
    assert parse(text, KNOWN).settings == {}


def test_a_request_too_long_to_be_a_phrase_is_searched_for() -> None:
    intent = one("tell me about " + "whales " * 400)
    assert intent.operation is Op.SEARCH


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.text(min_size=1, max_size=80).filter(lambda text: text.strip() != ""))
def test_no_text_raises_and_every_text_means_something(text: str) -> None:
    assert parse(text, KNOWN).intents


@settings(derandomize=True, deadline=None, max_examples=150)
@given(
    st.lists(
        st.sampled_from(
            [
                "the",
                "of",
                "in",
                "and",
                "section",
                "show",
                "me",
                "links",
                "to",
                "search",
                "for",
                "namespace",
                "C",
                "Berlin",
                "Paris",
                ",",
                "?",
                "#",
                "/",
                "a",
            ]
        ),
        min_size=1,
        max_size=12,
    )
)
def test_no_jumble_of_command_words_raises(words: list[str]) -> None:
    for intent in parse(" ".join(words), KNOWN).intents:
        assert intent.operation in Op
