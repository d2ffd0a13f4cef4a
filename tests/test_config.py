"""The settings: what the environment may say, and what is said when it cannot be used."""

from __future__ import annotations

import pytest

from bookwheel.config import SettingsError, load, wants_colour


@pytest.mark.parametrize(
    ("word", "is_on"),
    [("1", True), ("TRUE", True), ("yes", True), ("on", True), ("", False), ("0", False), ("off", False)],
)
def test_a_switch_takes_the_usual_words(word: str, is_on: bool) -> None:
    assert load(environment={"BOOKWHEEL_DEBUG": word}).is_debugging is is_on


def test_another_word_for_a_switch_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"BOOKWHEEL_DEBUG must be one of 1, true, .* it is 'ja'"):
        load(environment={"BOOKWHEEL_DEBUG": "ja"})


@pytest.mark.parametrize(
    ("environment", "is_wanted"),
    [({}, True), ({"NO_COLOR": ""}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_colour_is_left_out_where_it_is_unwelcome(environment: dict[str, str], is_wanted: bool) -> None:
    assert wants_colour(environment) is is_wanted


def test_a_number_of_readers_that_cannot_be_is_refused_where_it_was_given() -> None:
    for word in ("0", "65", "many"):
        with pytest.raises(SettingsError, match="BOOKWHEEL_READERS"):
            load(environment={"BOOKWHEEL_READERS": word})
    with pytest.raises(SettingsError, match="--readers"):
        load(readers=0, environment={"BOOKWHEEL_READERS": "2"})
