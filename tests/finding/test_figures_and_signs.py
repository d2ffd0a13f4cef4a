"""Formulas, units and isotopes: figures on the line, above it and below it are one; and tables are read by their cells."""

from __future__ import annotations

import pytest

from archives.make import write
from archives.towns import META, page
from bookwheel.archive.library import Library
from bookwheel.finding import ladder, results
from bookwheel.finding.passages import Passage, gather, quote
from bookwheel.finding.sentences import find_words
from bookwheel.finding.snippets import Snippets
from calls import library_of

_SIZES = "".join(
    f"<tr><td>A{n}</td><td>{841 >> n} wide</td><td>{1189 >> n} high</td></tr>" for n in range(12)
)
PAGES = [
    page(
        "Paper size",
        "<p>A paper size is an agreed measure of sheets.</p><h2>Sizes</h2><table class='wikitable'><caption>Paper sizes</caption>"
        f"<tr><th>Size</th><th>Width</th><th>Height</th></tr>{_SIZES}</table>",
    ),
    page("Water", "<p>Water is a compound with the formula H<sub>2</sub>O. It is wet.</p>"),
    page("Ice", "<p>Ice is frozen water, also H<sub>2</sub>O. It is cold.</p>"),
    page("Village", "<p>The village covers 40 km² of moor.</p>"),
    page(
        "Carbon",
        "<p>Carbon belongs to group 14 of the table of elements.</p>"
        "<p>Some isotopes are stable, while <sup>14</sup>C decays with a half-life of 5,700 years.</p>",
    ),
    page("Dating", "<p>The dating of old wood measures <sup>14</sup>C and nothing besides.</p>"),
    page("Uranium", "<p>Uranium occurs as <sup>238</sup>U, which is heavy and not fissile.</p>"),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("figures")
    write(folder / "figures.zim", PAGES, metadata=META)
    return library_of(folder)


def _hits(library: Library, query: str) -> dict[str, str]:
    archive = library.choose(None)
    plan = ladder.plan(archive, query)
    entries = results.page(archive, plan, 0, 10, results.Filters()).entries
    snippets = Snippets(archive, plan.words).of_all(entries)
    return {entry.title: snippet for entry, snippet in zip(entries, snippets, strict=True)}


def _passages(library: Library, question: str) -> tuple[Passage, ...]:
    return gather([library.choose(None)], question, 5).passages


def _texts(library: Library, question: str, room: int = 2000) -> list[str]:
    return [shown.text for shown in quote(_passages(library, question), room, 0, is_compact=True)]


@pytest.mark.parametrize("query", ["H2O", "H₂O", "h₂o", "H²O"])
def test_a_formula_is_found_however_its_figures_are_written(library: Library, query: str) -> None:
    assert _hits(library, query) == {
        "Water": "Water is a compound with the formula **H₂O**. It is wet.",
        "Ice": "Ice is frozen water, also **H₂O**. It is cold.",
    }


@pytest.mark.parametrize("query", ["km²", "km2", "KM2"])
def test_a_unit_is_found_however_its_power_is_written(library: Library, query: str) -> None:
    assert _hits(library, query) == {"Village": "The village covers 40 **km²** of moor."}


@pytest.mark.parametrize("query", ["¹⁴C", "14C"])
def test_an_isotope_is_found_by_its_sign(library: Library, query: str) -> None:
    assert set(_hits(library, query)) == {"Carbon", "Dating"}


def test_an_isotope_written_the_other_way_round_is_found(library: Library) -> None:
    assert {"Carbon", "Dating"} <= set(_hits(library, "C-14"))


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("half-life of carbon-14", "¹⁴C decays with a half-life of 5,700 years"),
        ("half-life of ¹⁴C", "¹⁴C decays with a half-life of 5,700 years"),
        ("is uranium-238 fissile?", "²³⁸U, which is heavy and not fissile"),
        ("the formula of H₂O", "formula H₂O"),
    ],
)
def test_a_passage_answers_in_other_signs_and_lacks_nothing(
    library: Library, question: str, words: str
) -> None:
    assert words in _texts(library, question)[0]
    assert _passages(library, question)[0].missing == ()


def test_letters_above_and_below_the_line_are_found_as_plain_ones() -> None:
    assert [mark.word for mark in find_words("CO₂ and ¹⁴C", ("co2", "14c"))] == ["co2", "14c"]
    assert find_words("a half is ½ of it", ("1",)) == []


# ---- tables ------------------------------------------------------------------------------------------------------


def test_the_row_that_is_asked_for_comes_first_and_alone(library: Library) -> None:
    assert _texts(library, "width of A4 paper") == [
        "Paper sizes\n\n| Size | Width | Height |\n| --- | --- | --- |\n| A4 | 52 wide | 74 high |"
    ]


def test_a_table_that_fits_only_by_its_headings_is_shown_as_one_and_not_as_its_first_rows(
    library: Library,
) -> None:
    tables = [text for text in _texts(library, "width and height of paper sizes") if "| Size |" in text]
    assert len(tables) == 1
    assert tables[0].count("\n| A") == 12


def test_a_table_without_room_is_cut_after_a_row_and_says_so(library: Library) -> None:
    tables = [text for text in _texts(library, "width and height of paper sizes", 360) if "| Size |" in text]
    lines = tables[0].splitlines()
    assert lines[-1] == "| … |  |  |"
    assert lines[4] == "| A0 | 841 wide | 1189 high |"
    assert 0 < tables[0].count("\n| A") < 12
