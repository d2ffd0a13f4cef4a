"""What somebody calls a page, and the page."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archives import encyclopaedias
from archives.make import page, patch_redirects, write
from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.archive.opened import OpenArchive
from bookwheel.finding import vocabulary
from bookwheel.finding.resolve import CONFIDENT, resolve_title

Open = Callable[[str], OpenArchive]


@pytest.mark.parametrize("title", encyclopaedias.ENGLISH)
def test_every_title_is_found_by_itself(english: OpenArchive, title: str):
    match = resolve_title(english, title).matches[0]
    assert (match.title, match.score, match.match_type, match.pre_redirect_path) == (title, 1.0, "direct", "")


@pytest.mark.parametrize(
    "title", ["Lumpability", "Kale", "Math", "Nvidia", "C", "Mercury (planet)", "Portal (video game)"]
)
def test_an_existing_title_wins_over_every_correction(english: OpenArchive, title: str):
    for spelt in (title, title.lower(), title.upper(), title.replace(" ", "_"), f"  {title} "):
        matches = resolve_title(english, spelt)
        assert matches.matches[0].title == title
        assert matches.is_exact
        assert matches.spelling == "not_needed"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("zurich", "Zürich"),
        ("ZÜRICH", "Zürich"),
        ("soy tu duena", "Soy tu dueña"),
        ("Test article", "Tèst articlé"),
        ("coca cola", "Coca-Cola"),
        ("cocacola", "Coca-Cola"),
        ("Coca–Cola", "Coca-Cola"),
        ("ＡＣ／ＤＣ", "AC/DC"),
        ("c++", "C++"),
        ("united_states", "United States"),
        ("UnitedStates", "United States"),
        ("  united   states ", "United States"),
        ("Newton’s laws of motion", "Newton's laws of motion"),
        ("newtons laws of motion", "Newton's laws of motion"),
        ("thelma and louise", "Thelma & Louise"),
        ("Immanuel Kant", "Kant, Immanuel"),
        ("kant immanuel", "Kant, Immanuel"),
        ("Einstein, Albert", "Albert Einstein"),
        ("lord of the rings", "The Lord of the Rings"),
        ("portal video game", "Portal (video game)"),
        ("What is life", "What Is Life?"),
    ],
)
def test_case_accents_width_punctuation_spacing_and_order_do_not_matter(
    english: OpenArchive, text: str, title: str
):
    best = resolve_title(english, text).best
    assert best is not None
    assert best.title == title
    assert best.match_type in {"normalised", "direct"}
    assert best.score < 1.0 or best.title == text


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKD"])
@pytest.mark.parametrize(
    ("name", "title"), [("english", "Zürich"), ("german", "München"), ("eastern", "오연서")]
)
def test_every_normalisation_of_unicode_finds_the_title(
    opened: Open, name: str, title: str, form: Literal["NFC", "NFD", "NFKD"]
):
    best = resolve_title(opened(name), unicodedata.normalize(form, title)).best
    assert best is not None
    assert best.title == title


def test_umlauts_may_be_written_out(opened: Open):
    for text in ("Muenchen", "munchen", "Strasse", "STRASSE"):
        best = resolve_title(opened("german"), text).best
        assert best is not None
        assert best.title in {"München", "Straße"}


def test_letters_that_happen_to_agree_across_words_are_no_match(english: OpenArchive):
    assert all(
        match.title != "AC/DC"
        for match in resolve_title(english, "c dca").matches
        if match.score >= CONFIDENT
    )


def test_redirects_are_followed_and_told(english: OpenArchive):
    match = resolve_title(english, "BSOD").matches[0]
    assert match[:5] == ("Blue_Screen_of_Death", "Blue Screen of Death", 1.0, "redirect", "BSOD")
    chained = resolve_title(english, "America").matches[0]
    assert (chained.title, chained.match_type, chained.pre_redirect_path) == (
        "United States",
        "redirect",
        "America",
    )
    spelt = resolve_title(english, "bsod").matches[0]
    assert (spelt.title, spelt.match_type, spelt.pre_redirect_path) == (
        "Blue Screen of Death",
        "normalised",
        "BSOD",
    )


def test_an_exact_title_comes_with_the_other_candidates(english: OpenArchive):
    matches = resolve_title(english, "Mercury").matches
    assert matches[0].match_type == "redirect"
    assert "Mercury (element)" in [match.title for match in matches]
    assert all(match.score < CONFIDENT for match in matches[1:])


@pytest.mark.parametrize(
    ("text", "title", "edits"),
    [
        ("apachee", "Apache", 1),
        ("Theory of relatvty", "Theory of relativity", 2),
        ("Albert Einstien", "Albert Einstein", 1),
        ("lbert Einsteim", "Albert Einstein", 2),
        ("Photosynthsis", "Photosynthesis", 1),
        ("nvida", "Nvidia", 1),
        ("Marie Crie", "Marie Curie", 1),
        ("Relatvity theory", "Theory of relativity", 1),
    ],
)
def test_up_to_two_slips_are_put_right_and_marked_so(english: OpenArchive, text: str, title: str, edits: int):
    matches = resolve_title(english, text)
    assert (matches.matches[0].title, matches.matches[0].edits) == (title, edits)
    assert matches.matches[0].match_type == "typo_corrected"
    assert matches.spelling == "searched"
    assert CONFIDENT <= matches.matches[0].score < 0.95


def test_a_correction_goes_through_titles_where_paths_are_addresses(opened: Open):
    match = resolve_title(opened("site"), "Kent (Encyclopedia)").matches[0]
    assert (match.path, match.match_type) == ("www.site.org/k/17/", "typo_corrected")


@pytest.mark.parametrize("name", ["eastern", "eastern_without_index"])
@pytest.mark.parametrize(
    ("text", "title"), [("毛泽动", "毛泽东"), ("광합송", "광합성"), ("舊唐书", "舊唐書"), ("สุนัค", "สุนัข")]
)
def test_slips_are_put_right_in_every_script(opened: Open, name: str, text: str, title: str):
    assert title in [match.title for match in resolve_title(opened(name), text).matches[:2]]


@pytest.mark.parametrize("name", ["eastern", "eastern_without_index"])
def test_part_of_a_title_is_found_in_scripts_without_spaces(opened: Open, name: str):
    assert resolve_title(opened(name), "电介").matches[0].title == "电介质"
    assert "光合作用" in [match.title for match in resolve_title(opened(name), "合作").matches]


@pytest.mark.parametrize(
    "text", ["zorblax nimfert", "Blorkish", "Quantum llama", "xyzzy plugh", "Zzyzx Road"]
)
def test_what_is_not_there_is_not_made_up(english: OpenArchive, text: str):
    assert resolve_title(english, text).best is None


def test_another_year_or_another_first_letter_is_hardly_a_slip(english: OpenArchive):
    assert resolve_title(english, "Village 77").matches[0].score < CONFIDENT
    assert resolve_title(english, "9/12").best is None


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("What is biology", "Biology"),
        ("who was Marie Curie?", "Marie Curie"),
        ("tell me about the Mercury (planet) please", "Mercury (planet)"),
        ("Can you tell me what photosynthesis is?", "Photosynthesis"),
        ("what is photosynthsis?", "Photosynthesis"),
    ],
)
def test_a_question_names_what_it_asks_about(opened: Open, text: str, title: str):
    matches = resolve_title(opened("english"), text)
    assert matches.matches[0].title == title
    assert matches.best is not None
    assert matches.stripped


@pytest.mark.parametrize("text", ["What Is Life?", "The Who", "the who", "And Then There Were None"])
def test_a_title_that_looks_like_a_question_is_a_title(english: OpenArchive, text: str):
    matches = resolve_title(english, text)
    assert matches.matches[0].title.casefold() == text.casefold()
    assert matches.stripped == ""


def test_questions_work_in_the_languages_of_the_archive(opened: Open):
    for name, text, title in (
        ("german", "welche Rolle spielt Permafrost", "Permafrost"),
        ("german", "Was ist der Klimawandel?", "Klimawandel"),
        ("eastern", "什么是光合作用？", "光合作用"),
        ("eastern", "光合作用是什么?", "光合作用"),
        ("eastern", "광합성이란 무엇인가요?", "광합성"),
        ("eastern", "สุนัขคืออะไร", "สุนัข"),
        ("eastern_without_index", "東京とは何ですか？", "東京"),
    ):
        assert resolve_title(opened(name), text).matches[0].title == title, text


@pytest.mark.parametrize(
    "text",
    ["", "   ", "\t\n", "?", "!!!", "()", "the", "of the", "\0", "a" * 5000, "%", "%zz", "#", "/", "\ud800"],
)
def test_no_text_raises(english: OpenArchive, opened: Open, text: str):
    for archive in (english, opened("eastern_without_index")):
        assert len(resolve_title(archive, text, 5).matches) <= 5


@given(st.text(max_size=60))
@settings(derandomize=True, deadline=None, max_examples=60)
def test_random_text_raises_nothing_and_is_answered_alike(demo: OpenArchive, text: str):
    assert resolve_title(demo, text) == resolve_title(demo, text)


def test_the_last_part_of_a_path_names_a_page_and_no_redirect(tmp_path: Path):
    specs = [page("wiki/Hong_Kong", "Hong Kong, a city"), page("wiki/Macau", "Macau, a city")]
    path = write(tmp_path / "a.zim", specs, redirects={"Hong_Kong/China": "wiki/Hong_Kong"})
    archive = Library(LibrarySettings((str(path),))).choose(None)
    assert [match.path for match in resolve_title(archive, "Macau").matches[:1]] == ["wiki/Macau"]
    assert resolve_title(archive, "China").best is None


def test_a_redirect_in_a_circle_is_no_page(tmp_path: Path):
    path = encyclopaedias.english(tmp_path)
    patch_redirects(path, {"BSOD": "USA", "USA": "BSOD"})
    archive = Library(LibrarySettings((str(path),))).choose(None)
    assert all(
        match.pre_redirect_path not in {"BSOD", "USA"} for match in resolve_title(archive, "BSOD").matches
    )


def test_an_archive_too_large_for_a_vocabulary_still_mends_one_slip_and_says_so(
    encyclopaedia_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(vocabulary, "MAX_TITLES_IN_MEMORY", 10)
    archive = Library(LibrarySettings((str(encyclopaedia_folder),))).open("english")
    one = resolve_title(archive, "Albert Einstien")
    assert (one.matches[0].title, one.spelling) == ("Albert Einstein", "one_slip")
    assert resolve_title(archive, "Albrt Einstien").best is None
    assert resolve_title(archive, "zurich").matches[0].title == "Zürich"


def test_the_limit_is_kept_and_order_is_stable(english: OpenArchive):
    ten = resolve_title(english, "Village", 10).matches
    three = resolve_title(english, "Village", 3).matches
    assert len(ten) == 10
    assert len(three) == 3
    assert [match.score for match in ten] == sorted((match.score for match in ten), reverse=True)
    assert len({match.path for match in ten}) == 10


@pytest.mark.parametrize("sign", ["?", "!?", "(", "…"])
def test_a_sign_of_punctuation_is_not_the_page_about_an_article(tmp_path: Path, sign: str):
    path = write(tmp_path / "letters.zim", [page("A"), page("The"), page("Tiger")])
    archive = Library(LibrarySettings((str(path),))).choose(None)
    assert resolve_title(archive, sign).best is None


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("world war 2", "World War II"),
        ("Henry 8", "Henry VIII"),
        ("Apollo XI", "Apollo 11"),
        ("Rocky 2", "Rocky 2"),
    ],
)
def test_a_number_may_be_written_in_other_figures(tmp_path: Path, text: str, title: str):
    pages = [page("World War II"), page("Henry VIII"), page("Apollo 11"), page("Rocky 2"), page("Rocky II")]
    archive = Library(LibrarySettings((str(write(tmp_path / "numbers.zim", pages)),))).choose(None)
    assert resolve_title(archive, text).matches[0].title == title
