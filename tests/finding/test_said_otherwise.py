"""A question whose words differ from those of the page that answers it."""

from __future__ import annotations

from pathlib import Path

import pytest

from archives import encyclopaedias
from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.archive.opened import OpenArchive
from bookwheel.finding.correction_known import KnownWords
from bookwheel.finding.passages import gather
from bookwheel.finding.passages_articles import search

PAGES = {
    "Mount Borel": "Mount Borel is the highest mountain on the Earth of this tale.",
    "Orsa": "Orsa was a poet from Vell. Her poems tell of the sea and of ships.",
    "Vell": "Vell is a town by the sea.",
    "Birthplace": "A birthplace is a house with a plaque.",
    "Tarn": "Tarn is a land with a population of 123,456, most of them fishers.",
    **{
        f"Climber {number}": f"Climber {number} saw the tallest mountain of the world."
        for number in range(20)
    },
    "Keep": "Keep is a castle.",
    **{
        f"Head {n}": f"Head {n} was president of Tarn from 19{n}0. The president of Tarn of then."
        for n in range(9)
    },
    "Ada Kern": "Ada Kern is a lawyer from Vell who has served as president of Tarn since 2019.",
    "Swing lamp": "A swing lamp hangs on a bar. The first one was designed by Ines Tolle for the library of Keep.",
    "Ines Tolle": "Ines Tolle (3 May 1801 – 9 June 1866) was an engineer.",
    "Second peak": "Second Peak is the second highest hill of Tarn.",
    "Grey Peak": "Grey Peak is the highest hill of Tarn.",
    **{f"Village {number}": f"Village {number} has few inhabitants." for number in range(4)},
    **{f"Filler {number}": f"Someone was born in year {number} and became a smith." for number in range(60)},
}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> OpenArchive:
    path: Path = tmp_path_factory.mktemp("otherwise") / "otherwise.zim"
    encyclopaedias.write(path, [encyclopaedias.article(title, text) for title, text in PAGES.items()])
    return Library(LibrarySettings((str(path),))).choose(None)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what is the tallest mountain in the world?", "Mount Borel is the highest mountain"),
        ("birthplace of Orsa", "a poet from Vell"),
        ("how many people live in Tarn?", "population of 123,456"),
        ("who invented the swing lamp?", "designed by Ines Tolle"),
        ("who created the swing lamp?", "designed by Ines Tolle"),
        ("what year did Ines Tolle die?", "9 June 1866"),
        ("how old was Ines Tolle when she died?", "9 June 1866"),
    ],
)
def test_a_page_that_says_it_in_other_words_answers(archive: OpenArchive, question: str, answer: str) -> None:
    assert any(answer in passage.unit.text for passage in gather((archive,), question, 5).passages)


def test_a_word_that_is_much_rarer_than_another_for_the_same_tells_no_more(archive: OpenArchive) -> None:
    def weight(word: str) -> float:
        return search(archive, f"{word} of Orsa", KnownWords((archive,))).question.weights[word]

    assert weight("birthplace") < weight("castle")
    assert weight("population") == weight("castle")


def test_what_no_page_says_in_any_words_is_not_answered(archive: OpenArchive) -> None:
    assert gather((archive,), "the currency of Nopeton", 5).passages == ()


def test_the_highest_comes_before_the_second_highest(archive: OpenArchive) -> None:
    first = gather((archive,), "what is the tallest hill of Tarn?", 5).passages[0]
    assert first.unit.text == "Grey Peak is the highest hill of Tarn."
    first = gather((archive,), "what is the second highest hill of Tarn?", 5).passages[0]
    assert first.unit.text == "Second Peak is the second highest hill of Tarn."


def test_who_holds_an_office_now_comes_before_those_who_held_it(archive: OpenArchive) -> None:
    first = gather((archive,), "who is the president of Tarn?", 5).passages[0]
    assert first.unit.text.startswith("Ada Kern is")
