import random
from pathlib import Path

import pytest

from bookwheel.titles import filing
from bookwheel.titles.distance import distance
from bookwheel.titles.filing import NearIndexBuilder, file_titles
from bookwheel.titles.keys import most_edits
from bookwheel.titles.near import MOST_CANDIDATES, NearIndex

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def made_up(count: int) -> list[str]:
    chance = random.Random(11)
    return ["".join(chance.choices(LETTERS, k=chance.randint(1, 30))) for _ in range(count)] + [
        "毛泽东",
        "오연서",
        "สุนัข",
    ]


def edited(text: str, chance: random.Random) -> str:
    place, letter = chance.randrange(len(text)), chance.choice(LETTERS)
    return chance.choice(
        (
            text[:place] + text[place + 1 :],
            text[:place] + letter + text[place:],
            text[:place] + letter + text[place + 1 :],
            text[:place] + text[place + 1 : place + 2] + text[place] + text[place + 2 :],
        )
    )


TEXTS = made_up(3000)


@pytest.fixture(scope="module")
def index() -> NearIndex:
    builder = NearIndexBuilder()
    for number, text in enumerate(TEXTS):
        builder.add(text, number)
    return NearIndex(builder.build())


@pytest.mark.parametrize("slips", [0, 1, 2])
def test_every_text_is_found_from_two_slips_away(index: NearIndex, slips: int):
    chance = random.Random(slips)
    for number in chance.sample(range(len(TEXTS)), 600):
        text = TEXTS[number]
        for _ in range(slips):
            text = edited(text, chance) or text
        allowed = most_edits(len(text))
        if len(TEXTS[number]) >= 3 and distance(text, TEXTS[number], 2) <= allowed:
            assert number in index.near(text, allowed), (text, TEXTS[number])


def test_an_equal_text_is_found(index: NearIndex):
    for number in range(0, len(TEXTS), 17):
        assert number in index.equal(TEXTS[number])
    assert index.equal("") == set()


def test_nothing_is_near_a_stranger(index: NearIndex):
    near = index.near("zzzzzzzzzzzzzzzzzzzzzzzz", 2)
    assert not [number for number in near if distance(TEXTS[number], "z" * 24, 2) <= 2]


def test_no_look_up_yields_more_than_its_bound():
    builder = NearIndexBuilder()
    for number in range(1500):
        builder.add("abcd" + LETTERS[number % 26] + LETTERS[number // 26 % 26], number)
    index = NearIndex(builder.build())
    assert len(index.near("abcdxy", 2)) == MOST_CANDIDATES
    assert any(number in index.near("abcdaa", 2) for number in (0, 676))


def test_an_index_filed_through_a_folder_has_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(filing, "MOST_HELD", 1000)
    there, here = NearIndexBuilder(tmp_path), NearIndexBuilder()
    for number, text in enumerate(TEXTS):
        there.add(text, number)
        here.add(text, number)
    written = there.finish()
    whole = b"".join(written.pieces)
    assert len(whole) == written.size
    assert whole == here.build()
    assert not list(tmp_path.iterdir())


def test_words_are_filed_under_a_title_that_has_them(tmp_path: Path):
    titles = ["Theory of relativity", "Special relativity", "1984", "毛泽东 思想"]
    for folder in (None, tmp_path):
        words = NearIndex(file_titles(enumerate(titles), folder).words.build())
        assert 0 in words.near("relatvity", 2)
        assert 1 in words.near("specail", 1)
        assert not words.near("1984", 0)


@pytest.mark.parametrize("damage", [b"", b"BWNEAR1\0", b"x" * 100, b"BWNEAR1\0" + b"\xff" * 40])
def test_bytes_that_are_no_index_are_refused(damage: bytes):
    with pytest.raises(ValueError, match="index of titles"):
        NearIndex(damage)


def test_an_empty_index_finds_nothing():
    index = NearIndex(NearIndexBuilder().build())
    assert index.near("anything", 2) == []
    assert index.count == 0
