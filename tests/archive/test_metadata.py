import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.archive.metadata import fact, kind, languages, licence, parse_counter


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("text/html=12;image/png=3;", {"text/html": 12, "image/png": 3}),
        ("text/html=1", {"text/html": 1}),
        ("text/html;raw=true=4;text/css=2", {"text/html;raw=true": 4, "text/css": 2}),
        ('image/svg+xml;charset=utf-8;profile="x"=7', {'image/svg+xml;charset=utf-8;profile="x"': 7}),
        ("text/html=1;text/html=2", {"text/html": 3}),
        ("", {}),
        ("nonsense", {}),
        (";;=;=3", {}),
        (f"text/html={'9' * 5000};image/png=3", {f"text/html={'9' * 5000};image/png": 3}),
    ],
)
def test_the_counter_is_parsed_although_types_hold_its_separators(text: str, counts: dict[str, int]):
    assert parse_counter(text) == counts


@settings(derandomize=True, deadline=None)
@given(st.text())
def test_any_counter_is_parsed_without_failure(text: str):
    assert all(number >= 0 for number in parse_counter(text).values())


def test_a_fact_is_one_line_and_no_text():
    told = {"Date": " 2026-01\n-02\u200b", "License": "You may copy this.\n" * 5000}
    assert fact(told, "Date") == "2026-01 -02"
    assert fact(told, "Title") == ""
    assert licence(told) == fact(told, "License")
    assert len(licence(told)) == 300
    assert licence(told).endswith("…")


@pytest.mark.parametrize(
    ("value", "codes"),
    [
        ("=en", ("en",)),
        ("en", ("en",)),
        ("eng", ("en",)),
        ("eng,fra", ("en", "fr")),
        ("eng, eng;deu", ("en", "de")),
        ("ger", ("de",)),
        ("zh-Hant", ("zh-hant",)),
        ("zho_Hans", ("zh-hans",)),
        ("grc", ("grc",)),
        ("", ()),
        ("=", ()),
    ],
)
def test_languages_become_short_codes(value: str, codes: tuple[str, ...]):
    assert languages(value) == codes


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        ({"Name": "wikipedia_en_all"}, ("wikipedia", "high")),
        ({"Name": "wiktionary_fr_all"}, ("wiktionary", "high")),
        ({"Name": "askubuntu.com_en_all"}, ("stackexchange", "high")),
        ({"Name": "ted_mul_business"}, ("ted", "high")),
        ({"Name": "tedious"}, ("generic", "none")),
        ({"Creator": "Wikipedia"}, ("wikipedia", "medium")),
        ({"Tags": "_category:stack_exchange;stackexchange"}, ("stackexchange", "medium")),
        ({}, ("generic", "none")),
    ],
)
def test_the_kind_of_collection_is_told_with_its_certainty(
    metadata: dict[str, str], expected: tuple[str, str]
):
    assert kind(metadata) == expected


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        ({"License": "CC0", "Creator": "Wikipedia"}, "CC0"),
        ({"Creator": "Wikipedia", "Date": "2022-10-28"}, "CC BY-SA 3.0"),
        ({"Creator": "Wikipedia", "Date": "2026-11-01"}, "CC BY-SA 4.0"),
        ({"Source": "fr.wikibooks.org"}, "CC BY-SA"),
        ({"Creator": "Somebody", "Date": "2026-11-01"}, ""),
    ],
)
def test_the_licence_is_the_stated_one_or_that_of_the_project_at_its_date(
    metadata: dict[str, str], expected: str
):
    assert licence(metadata) == expected
