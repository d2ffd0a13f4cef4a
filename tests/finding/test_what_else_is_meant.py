"""Beside what a query finds stand the titles spelt like it, the page it asks a part of, and what its titles say."""

from __future__ import annotations

from pathlib import Path

import pytest

from archives import encyclopaedias
from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.archive.opened import OpenArchive
from bookwheel.finding import ladder, ranking, results
from bookwheel.finding.correction_known import KnownWords
from bookwheel.finding.frames_subject import owner_of, subject_of
from bookwheel.finding.resolve import spelt_alike, title_itself
from bookwheel.tools.zim import search_answers

FILLERS = {
    f"Chronicle {number}": f"Chronicle {number} tells of war and peace, of films and rivers. " * 3
    for number in range(60)
}
PAGES = {
    "Alfred Nobel": "Alfred Nobel was a chemist.",
    "Christmas": "Noel is another word. Alfred kept it.",
    "Carols": "Alfred sang of Noel, Noel and Noel.",
    "Third carol": "Noel, said Alfred.",
    "Planet": "A planet goes round a star.",
    "Plane (tool)": "A plane is a tool that makes wood flat. Plane on plane.",
    "Inclined plane": "An inclined plane is a plane that is not level.",
    "Earthquake": "An earthquake shakes the ground.",
    "Quake of 1755": "Earthquakes, earthquakes: that of 1755 was one of the greatest earthquakes.",
    "Women's rights": "Women had few rights.",
    "Belgium": "Belgium is a country.",
    "Flanders": "Flanders has a long history in Belgium.",
    "Wallonia": "The history of Wallonia is a part of that of Belgium: history, history.",
    "Antwerp": "Antwerp in Belgium has a history of trade.",
    "Italy": "Italy is a country.",
    "History of Italy": "It is long, and Italy has much of it.",
    "Fir": "A fir is a tree.",
    "Ghent": "Ghent is a town.",
    "Canals": "People live by canals: people live in Ghent, people live in Bruges, and people live well.",
    "Towers": "Some people live in towers, in Ghent too.",
    "History of film": "Films were first shown in Paris.",
    "The Birth of a Tribe (film)": "The Birth of a Tribe is a film. Who wrote it is known.",
    "Tribe": "A tribe is a group of people.",
    "Moss": "Moss is a plant.",
    "Moses": "Moses was a prophet.",
    "Pedal": "A pedal is pressed by a foot, a bicycle has two.",
    "Long page": "A bicycle bicycle bicycle pedal pedal pedal pedal bicycle pedal bicycle pedal. " * 5,
    **FILLERS,
}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> OpenArchive:
    path: Path = tmp_path_factory.mktemp("meant") / "meant.zim"
    encyclopaedias.write(path, [encyclopaedias.article(title, text) for title, text in PAGES.items()])
    return Library(LibrarySettings((str(path),))).choose(None)


def titles(archive: OpenArchive, query: str, limit: int = 5) -> list[str]:
    plan = ladder.plan(archive, query)
    return [entry.title for entry in results.page(archive, plan, 0, limit, results.Filters()).entries]


# ---- titles spelt alike ------------------------------------------------------------------------------------------


def test_a_title_spelt_like_a_query_follows_the_two_best_pages_that_have_its_words(
    archive: OpenArchive,
) -> None:
    plan = ladder.plan(archive, "Alfred Noel")
    assert (plan.step, plan.offered, plan.corrections) == ("all_words", "Alfred Nobel", ())
    found = titles(archive, "Alfred Noel")
    assert found[2] == "Alfred Nobel"
    assert {*found[:2], *found[3:]} == {"Christmas", "Carols", "Third carol"}


def test_a_likely_slip_comes_before_pages_whose_titles_do_not_have_the_words(archive: OpenArchive) -> None:
    assert titles(archive, "earthquakes")[:2] == ["Earthquake", "Quake of 1755"]


def test_pages_whose_titles_have_the_words_stay_before_a_slip(archive: OpenArchive) -> None:
    assert titles(archive, "plane") == ["Plane (tool)", "Inclined plane", "Planet"]


def test_no_title_stands_beside_one_that_is_exactly_asked_for(archive: OpenArchive) -> None:
    assert titles(archive, "Planet") == ["Planet"]
    assert ladder.plan(archive, "planet").offered == ""


def test_beside_a_title_that_is_only_nearly_the_query_stand_others(archive: OpenArchive) -> None:
    assert titles(archive, "Moess")[:2] == ["Moss", "Moses"]
    alike = spelt_alike(archive, "Moess", KnownWords((archive,)))
    assert {match.title for match in alike} == {"Moses", "Moss"}


def test_a_letter_that_punctuation_cut_off_does_not_hide_a_title(archive: OpenArchive) -> None:
    plan = ladder.plan(archive, "Women s rights")
    assert (plan.step, titles(archive, "Women s rights")[0]) == ("title", "Women's rights")


def test_a_rare_word_that_is_a_title_is_no_slip_of_a_common_one(archive: OpenArchive) -> None:
    known = KnownWords((archive,))
    assert known.pages("fir") * 50 < known.pages("film")
    assert not known.is_slip("fir", "film", is_alone=False)
    assert ladder.plan(archive, "the history of Fir").corrections == ()


# ---- parts and owners --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["Belgium's history", "Belgium’s history", "belgium's meaning"])
def test_a_possessor_is_what_a_query_is_about(archive: OpenArchive, query: str) -> None:
    assert titles(archive, query)[0] == "Belgium"


def test_a_possessor_and_its_part_may_be_a_title(archive: OpenArchive) -> None:
    found = subject_of(archive, "Italy's history")
    assert found is not None
    assert (found.entry.title, found.text, found.rest) == ("History of Italy", "history of Italy", ())
    assert titles(archive, "Italy's history")[0] == "History of Italy"


def test_what_a_query_asks_a_part_of_follows_the_two_best_pages(archive: OpenArchive) -> None:
    found = titles(archive, "the history of Belgium")
    assert found[2] == "Belgium"
    assert set(found[:4]) == {"Belgium", "Flanders", "Wallonia", "Antwerp"}


@pytest.mark.parametrize("query", ["who wrote The Birth of a Tribe", "of Belgium", "how do plants", ""])
def test_a_part_of_a_name_owns_nothing(archive: OpenArchive, query: str) -> None:
    assert owner_of(archive, query) is None


def test_a_title_is_itself_whatever_its_case_but_not_in_a_question(archive: OpenArchive) -> None:
    found = title_itself(archive, "alfred NOBEL")
    assert found is not None
    assert found.title == "Alfred Nobel"
    assert title_itself(archive, "who was Alfred Nobel?") is None
    assert title_itself(archive, " ") is None


# ---- order -------------------------------------------------------------------------------------------------------


def test_a_title_that_says_the_matter_comes_before_a_long_page_full_of_the_words(
    archive: OpenArchive,
) -> None:
    query = "bicycle pedal"
    assert archive.search.fulltext(query, 0, 1).entries[0].title == "Long page"
    assert titles(archive, query)[0] == "Pedal"


@pytest.mark.parametrize("size", [1, 7, 29, 30, 31])
def test_hits_in_their_order_are_all_there_once(archive: OpenArchive, size: int) -> None:
    whole = archive.search.fulltext_paths("war peace", 0, 100)[0]
    assert len(whole) == len(FILLERS)
    paths: list[str] = []
    for start in range(0, len(whole), size):
        paths += ranking.paths_of(archive, "war peace", start, size, is_by_title=True)
    assert sorted(paths) == sorted(whole)
    assert paths[ranking.HEAD :] == whole[ranking.HEAD :]


def test_an_answer_tells_which_of_its_rows_is_only_spelt_like_the_query(archive: OpenArchive) -> None:
    answer = search_answers.fulltext(archive, "Alfred Noel", search_answers.Wanted(10))
    assert answer.data is not None
    assert answer.data["_meta"]["suggestions"] == [{"type": "alt_spelling", "value": "Alfred Nobel"}]
    assert "(spelt like it: Alfred Nobel)" in answer.text


# ---- pages that a question names ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question", ["how many people live in ghent", "How many people live in Ghent?", "do people live in Ghent"]
)
def test_the_page_a_question_names_comes_before_pages_that_only_have_its_words(
    archive: OpenArchive, question: str
) -> None:
    found = titles(archive, question)
    assert found[0] == "Ghent"
    assert set(found[1:3]) == {"Canals", "Towers"}


def test_a_page_whose_title_says_as_much_of_a_question_stays_first(archive: OpenArchive) -> None:
    assert titles(archive, "who of the people by the canals lives in ghent")[:2] == ["Canals", "Ghent"]


def test_words_that_are_no_question_find_pages_that_have_them_before_the_page_one_of_them_names(
    archive: OpenArchive,
) -> None:
    assert titles(archive, "ghent people live")[2] == "Ghent"


def test_words_that_no_page_has_together_are_corrected_only_where_that_is_plain(archive: OpenArchive) -> None:
    assert ladder.plan(archive, "Zlatan Flandres").corrections == (("Flandres", "flanders"),)
    plan = ladder.plan(archive, "Zlatan Itlya")
    assert (plan.step, plan.corrections) == ("none", ())
    assert titles(archive, "Itlya")[0] == "Italy"
