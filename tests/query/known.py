"""A stand-in for the archives a request is put to: a few titles, a misspelling or two, two archives."""

from __future__ import annotations

from bookwheel.query import Intent, parse
from bookwheel.query.template import fold

TITLES = (
    "Berlin", "Paris", "Rome", "Tiger", "Mercury", "Mercury (planet)", "AC/DC", "TCP/IP", "HTTP", "9/11", "C#",
    "And Then There Were None", "Murder on the Orient Express", "Alpha", "A test", "Albert Einstein", "Einstein",
    "The Who", "Thank You", "Photosynthesis", "Earth, Wind & Fire", "University of Oxford", "Germany", "Explore",
    "Search for extraterrestrial intelligence", "Romeo and Juliet", "Romeo", "Salt", "Please Please Me", "Cats", "DNA",
    "Outline of physics", "Physics", "&", "What Is Life?", "Structure of the Royal Navy", "Royal Navy", "Stress",
    "ベルリン", "パリ", "Fahrrad", "Vélo", "Bicicleta", "Protein", "Main Page", "Tools", "World War II", "Lee Kuan Yew", "Google", "Read-only memory",
)  # fmt: skip
MISSPELT = ("Photosynthsis", "Parris", "Berln", "Romeo and Juliett")


class FewTitles:
    """Titles match but for case and accents; their own punctuation at the end may be left out."""

    def __init__(self, titles: tuple[str, ...] = TITLES) -> None:
        self.as_written = {fold(title) for title in titles}
        self.titles = {_key(title) for title in titles} | self.as_written
        self.misspelt = {_key(title) for title in MISSPELT}

    def is_title(self, text: str) -> bool:
        return fold(text) in self.titles

    def is_title_as_written(self, text: str) -> bool:
        return fold(text) in self.as_written

    def is_near_title(self, text: str) -> bool:
        return _key(text) in self.misspelt

    def is_archive(self, text: str) -> bool:
        return text in ("wiki_en", "wiki_fr")


def _key(text: str) -> str:
    return fold(text).strip("?!. ")


KNOWN = FewTitles()
WITHOUT_EXPLORE = FewTitles(tuple(title for title in TITLES if title != "Explore"))


def one(text: str) -> Intent:
    """Return the only intent of a request."""
    intents = parse(text, WITHOUT_EXPLORE).intents
    assert len(intents) == 1, intents
    return intents[0]


def topics(text: str) -> tuple[str, ...]:
    """Return what a request is about, one topic for each intent."""
    return tuple(intent.topic for intent in parse(text, WITHOUT_EXPLORE).intents)
