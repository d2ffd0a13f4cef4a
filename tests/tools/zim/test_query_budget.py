"""The budget is a hard bound on the text that is sent, and following what it says loses nothing."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archives.make import page, write
from bookwheel import demo_archive
from bookwheel.archive.library import Library
from calls import DEMO, answer, library_of
from query.archives import ask, body, english, french, outside, pages, told

QUERIES = (
    "list available ZIM files", "show main page", "list namespaces", "metadata", "tell me about Berlin", "Tiger",
    "get article Long read", "section History of Paris", "toc of Berlin", "show structure of Berlin",
    "summary of Long read", "links in Berlin", "links in Rome and Paris", "what links to Berlin", "related to Berlin",
    "browse namespace C", "walk namespace C", "walk namespace Q", "search for capital", "suggestions for f",
    "find article titled Berln", "get image I/berlin.png", "get binary data.bin", "Berlin, Paris, Rome, Tiger and Alpha",
    "get articles Berlin, Nowhere, Paris", "how do plants make food", "tell me about nope nope", "section Nope of Paris",
    "get article Nope", "Photosynthsis", "Mercury", "external links in Berlin", "Berlin and walk namespace C",
)  # fmt: skip

LONG = "long " * 48


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return library_of(english(tmp_path_factory.mktemp("one")))


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("two")
    return library_of(english(folder), french(folder))


@pytest.fixture(scope="module")
def long_names(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Titles of 250 characters, and paths as long in another spelling."""
    specs = [
        page(f"{LONG}{number}".replace(" ", "_"), f"{LONG.upper()}{number}", "whale " * 80)
        for number in range(9)
    ]
    hub = "".join(f'<a href="{spec.path}">{spec.title}</a>' for spec in specs)
    specs.append(page("Hub", body=hub))
    path = tmp_path_factory.mktemp("long") / ("n" * 60 + ".zim")
    return library_of(write(path, specs, metadata={"Title": "T" * 300}, main="Hub"))


@settings(derandomize=True, deadline=None, max_examples=120)
@given(data=st.data())
def test_no_answer_is_longer_than_its_budget(one: Library, two: Library, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(QUERIES))
    budget = data.draw(st.integers(500, 1500) | st.integers(500, 20_000))
    library = data.draw(st.sampled_from([one, two]))
    shown = ask(
        library,
        text,
        compact_budget=budget,
        zim_file_path=data.draw(st.sampled_from([None, "elsewhere.zim"])),
    )
    assert len(shown.text) <= budget


@pytest.mark.parametrize("text", [
    "walk namespace C", "search for whale", "links in Hub", "metadata", "list files", "show main page", "toc of Hub",
    f"tell me about {LONG}3", f"get article {LONG}3", f"what links to {LONG}3", f"get article {LONG * 3}", "suggestions for long",
    f"{LONG}1 and {LONG}2 and Hub", f"section Nope of {LONG}3", f"related to {LONG}4",
])  # fmt: skip
@pytest.mark.parametrize("budget", [500, 777, 2000])
def test_no_long_name_breaks_the_bound(long_names: Library, text: str, budget: int) -> None:
    assert len(ask(long_names, text, compact_budget=budget).text) <= budget
    assert len(ask(long_names, text, compact_budget=budget, zim_file_path="x" * 300).text) <= budget


@pytest.mark.parametrize(
    ("name", "chars"), [("tiny", 2000), ("small", 4000), ("medium", 6000), ("large", 12_000)]
)
def test_a_budget_may_be_named(one: Library, name: str, chars: int) -> None:
    shown = told(one, "walk namespace C", compact_budget=name, limit=500)
    assert shown == told(one, "walk namespace C", compact_budget=chars, limit=500)
    assert len(shown) <= chars
    assert told(one, "walk namespace C") == told(one, "walk namespace C", compact_budget="medium")


def entries(library: Library, name: str) -> list[str]:
    rows = answer(library, "zim_browse", zim_file_path=name, namespace="C", mode="walk", limit=500)["results"]
    return [str(row["path"]) for row in rows]


@pytest.mark.parametrize("budget", [500, 613, 2000, 6000])
@pytest.mark.parametrize("text", ["walk namespace C", "browse namespace C"])
def test_following_a_listing_shows_every_row_exactly_once(one: Library, text: str, budget: int) -> None:
    shown = [line for listing in pages(one, text, compact_budget=budget) for line in listing.splitlines()]
    paths = [line[2:].partition(" · ")[0].partition(" (")[0].partition(" → ")[0] for line in shown]
    expected = [path.partition(" (")[0] for path in entries(one, "cities_en")]
    assert paths == expected


@pytest.mark.parametrize("budget", [500, 900])
def test_rows_longer_than_the_budget_are_read_in_pieces(long_names: Library, budget: int) -> None:
    shown = "\n".join(pages(long_names, "walk namespace C", compact_budget=budget))
    whole = body(told(long_names, "walk namespace C", compact=False))
    assert shown.splitlines() == whole.splitlines()


@pytest.mark.parametrize("budget", [500, 1000, 6000])
@pytest.mark.parametrize("text", ["links in Berlin", "what links to Berlin", "search for capital"])
def test_following_links_and_hits_shows_each_of_them_once(one: Library, text: str, budget: int) -> None:
    shown = "\n".join(pages(one, text, compact_budget=budget))
    assert shown == body(told(one, text, compact=False, limit=100))


@pytest.mark.parametrize("limit", [1, 3, 7])
def test_a_limit_smaller_than_the_budget_goes_on_as_well(one: Library, limit: int) -> None:
    shown = [line for listing in pages(one, "links in Berlin", limit=limit) for line in listing.splitlines()]
    assert len(shown) == 4


@pytest.mark.parametrize("budget", [500, 640, 1500, 4000, 20_000])
@pytest.mark.parametrize("title", ["Long read", "Berlin"])
def test_the_pieces_of_an_article_are_the_article(one: Library, title: str, budget: int) -> None:
    whole = answer(one, "zim_get", zim_file_path="cities_en", entry_path=title, compact=True)["content"]
    (shown,) = pages(one, f"get article {title}", compact_budget=budget)
    assert shown == whole


@pytest.mark.parametrize("budget", [500, 800])
@pytest.mark.parametrize(
    "text",
    [
        "section History of Paris",
        "toc of Berlin",
        "show structure of Berlin",
        "summary of Long read",
        "metadata",
        "show main page",
    ],
)
def test_what_has_no_pages_of_its_own_is_cut_and_goes_on_as_well(
    one: Library, text: str, budget: int
) -> None:
    (shown,) = pages(one, text, compact_budget=budget)
    assert shown == body(told(one, text, compact_budget=20_000))


@pytest.mark.parametrize("text", ["search for capital", "find article titled Paris", "suggestions for p"])
def test_merged_hits_of_several_archives_go_on_as_well(two: Library, text: str) -> None:
    (shown,) = pages(two, text, compact_budget=500)
    whole = told(two, text, compact_budget=20_000)
    assert shown == body(whole)
    assert "(cities_en)" in shown
    assert "(villes_fr)" in shown
    assert whole.count("<article_text") == 1


def test_a_topic_goes_on_from_its_lead_into_the_article(one: Library) -> None:
    lead = told(one, "tell me about Long read", max_content_length=100)
    offset = int(lead.partition("go on with content_offset=")[2].split("]")[0])
    whole = answer(one, "zim_get", zim_file_path="cities_en", entry_path="Long read", compact=True)["content"]
    onward = body(told(one, "tell me about Long read", content_offset=offset))
    assert whole[offset:].startswith(onward)
    shown = body(lead).partition("\n\nSections")[0]
    assert shown.strip() in whole[:offset]


@pytest.mark.parametrize("compact", [True, False])
def test_a_section_is_no_longer_than_asked_for_and_goes_on_as_well(one: Library, *, compact: bool) -> None:
    whole = body(told(one, "section History of Paris", compact=compact))
    (shown,) = pages(one, "section History of Paris", compact=compact, max_content_length=40)
    assert len(whole) > 40
    assert len(body(told(one, "section History of Paris", compact=compact, max_content_length=40))) <= 40
    assert shown == whole


def test_the_default_of_an_article_is_four_thousand_characters(one: Library) -> None:
    assert 3000 < len(body(told(one, "get article Long read"))) <= 4000
    assert len(body(told(one, "get article Long read", max_content_length=1000))) <= 1000
    assert 3000 < len(body(told(one, "get article Long read", compact=False))) <= 4000
    assert len(body(told(one, "get article Long read", compact=False, max_content_length=50_000))) > 8000


def test_several_topics_share_the_budget_and_what_finds_no_room_is_named(one: Library) -> None:
    shown = told(one, "Berlin and Paris", compact_budget=500)
    assert "capital of Germany" in shown
    assert "capital of France" in shown
    many = told(one, "Berlin, Paris, Rome, Tiger and Alpha", compact_budget=500)
    assert "[no room for: " in many
    assert "Alpha" in many
    assert "[no room" not in told(one, "Berlin, Paris, Rome, Tiger and Alpha")


def test_a_cut_answer_among_several_says_how_to_go_on_with_it_alone(one: Library) -> None:
    shown = told(one, "get articles Long read, Berlin", compact_budget=2000)
    assert "[each heading is a query" in outside(shown)
    offset = int(outside(shown).partition("content_offset=")[2].split("]")[0])
    whole = answer(one, "zim_get", zim_file_path="cities_en", entry_path="Long read", compact=True)["content"]
    assert whole[offset:].startswith(body(told(one, "get article Long read", content_offset=offset)))


def test_without_compact_nothing_is_cut(one: Library) -> None:
    assert (
        len(body(told(one, "walk namespace C", compact=False, limit=500, compact_budget=500)).splitlines())
        > 150
    )


def test_all_retrieved_text_stands_inside_a_fence(one: Library) -> None:
    for text in QUERIES:
        for is_compact in (True, False):
            shown = ask(one, text, compact=is_compact)
            for secret in (
                "largest of all living",
                "capital of France",
                "- Filler_",
                "Trade, mostly",
                "I/berlin.png →",
            ):
                assert secret not in outside(shown.text), text


def test_the_demo_archive_keeps_to_every_budget() -> None:
    library = library_of(demo_archive.path())
    whole = answer(library, "zim_get", zim_file_path=DEMO, entry_path="Paper size", compact=True)["content"]
    for budget in (500, 700, 3000):
        (shown,) = pages(library, "get article Paper size", compact_budget=budget)
        assert shown == whole


def test_of_many_topics_only_as_many_are_told_as_something_can_be_said_of(one: Library) -> None:
    titles = ("Berlin", "Paris", "Germany", "Photosynthesis", "Tiger", "Sky")
    text = told(one, "; ".join(f"tell me about {title}" for title in titles), compact_budget=1200)
    said = re.findall(r"<article_text[^>]*>\n(.*?)\n</article_text>", text, re.DOTALL)
    assert 1 < len(said) < len(titles)
    assert all(len(body) > 40 for body in said)
    assert "[no room for: tell me about" in text
