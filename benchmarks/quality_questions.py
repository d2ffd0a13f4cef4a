"""Queries whose right answer is known: spellings of titles, questions about them, and questions out of facts in their leads."""

from __future__ import annotations

import random
import re
import string
import unicodedata
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Lead(NamedTuple):
    """One article as the summaries tell it."""

    title: str
    text: str


class Fact(NamedTuple):
    """A question about an article, and what an answer must contain (one of several)."""

    question: str
    answers: tuple[str, ...]
    title: str


# ---- titles ------------------------------------------------------------------------------------------------------


def plain(title: str, _: random.Random) -> str:
    return title


def lower(title: str, _: random.Random) -> str:
    return title.lower()


def accent_free(title: str, _: random.Random) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", title) if not unicodedata.combining(c))


def decomposed(title: str, _: random.Random) -> str:
    return unicodedata.normalize("NFD", title)


def punctuation_free(title: str, _: random.Random) -> str:
    return " ".join("".join(" " if unicodedata.category(c)[0] == "P" else c for c in title).split())


def reordered(title: str, _: random.Random) -> str:
    """Last word first: "Einstein Albert"; "" for a title of one word."""
    words = title.split()
    return " ".join((words[-1], *words[:-1])) if 2 <= len(words) <= 4 else ""


def one_edit(title: str, chance: random.Random) -> str:
    return _edited(title, chance, 1) if len(title) >= 5 else ""


def two_edits(title: str, chance: random.Random) -> str:
    return _edited(title, chance, 2) if len(title) >= 8 else ""


def _edited(title: str, chance: random.Random, count: int) -> str:
    """Return the title with slips at letters, never of the first one nor of a digit; "" when it has too few letters."""
    letters = list(title)
    for _ in range(count):
        places = [n for n in range(1, len(letters)) if letters[n].isalpha()]
        if len(places) < 3:
            return ""
        place = chance.choice(places)
        letter = chance.choice(string.ascii_lowercase)
        kind = chance.choice(("insert", "delete", "replace", "swap"))
        if kind == "insert":
            letters.insert(place, letter)
        elif kind == "delete":
            del letters[place]
        elif kind == "replace":
            letters[place] = letter
        elif place + 1 < len(letters):
            letters[place], letters[place + 1] = letters[place + 1], letters[place]
    return "".join(letters)


SPELLINGS: dict[str, Callable[[str, random.Random], str]] = {
    "exact": plain,
    "lower case": lower,
    "without accents": accent_free,
    "decomposed (NFD)": decomposed,
    "without punctuation": punctuation_free,
    "one edit": one_edit,
    "two edits": two_edits,
    "last word first": reordered,
}

FRAMES: dict[str, tuple[str, ...]] = {
    "en": ("What is {}?", "who was {}", "tell me about {}", "What does {} mean?", "explain {} please"),
    "fr": ("Qu'est-ce que {} ?", "qui est {}", "parle-moi de {}", "C'est quoi {} ?", "que signifie {}"),
    "es": ("¿Qué es {}?", "quién fue {}", "háblame de {}", "¿Qué significa {}?", "qué son {}"),
}
ABOUT: dict[str, tuple[str, ...]] = {
    "en": (
        "how many people live in {}",
        "where is {} located?",
        "who founded {}",
        "why is {} famous?",
        "what caused {}",
        "how did {} die",
        "what language is spoken in {}",
        "tell me something interesting about {}",
        "how was {} discovered?",
        "list the main features of {}",
        "{} population",
    ),
    "fr": (
        "combien d'habitants vivent en {}",
        "où se trouve {} ?",
        "qui a fondé {}",
        "pourquoi {} est-il célèbre ?",
        "comment fonctionne {}",
        "quelle langue parle-t-on en {} ?",
        "les œuvres les plus connues de {}",
        "{} population",
    ),
    "es": (
        "cuántas personas viven en {}",
        "¿dónde está {}?",
        "¿quién fundó {}?",
        "por qué es famoso {}",
        "cómo murió {}",
        "¿qué idioma se habla en {}?",
        "háblame de {}",
        "{} población",
    ),
}
"""Questions and requests that name what they are about in the middle of other words."""

POSSESSIVES: dict[str, tuple[str, ...]] = {
    "en": ("{}'s history", "the meaning of {}", "the history of {}", "{}'s theory"),
    "fr": ("l'histoire de {}", "la définition de {}", "l'origine de {}"),
    "es": ("la historia de {}", "el significado de {}", "el origen de {}"),
}

_ONSETS = [
    "bl", "br", "ch", "d", "dr", "f", "fl", "g", "gr", "j", "k", "kr", "l", "m", "n", "p", "pl", "qu", "r", "s", "sk", "sn", "t",
    "th", "tr", "v", "w", "vr", "z", "zw",
]  # fmt: skip
_VOWELS = ["a", "e", "i", "o", "u", "ai", "eo", "ou", "y"]  # fmt: skip
_ENDS = ["b", "d", "g", "k", "l", "m", "n", "nt", "p", "r", "rk", "rx", "s", "sk", "t", "th", "x", "zz"]  # fmt: skip


def made_up(chance: random.Random, count: int) -> list[str]:
    """Return titles that no encyclopaedia has: two words of three syllables each."""

    def word() -> str:
        return "".join(chance.choice(_ONSETS) + chance.choice(_VOWELS) for _ in range(3)) + chance.choice(
            _ENDS
        )

    return [f"{word().title()} {word().title()}" for _ in range(count)]


# ---- facts -------------------------------------------------------------------------------------------------------

_NAME = r"(?P<answer>[A-ZÀ-Þ][\w.'’-]+(?: (?:de|van|von|der|la|del)?\s?[A-ZÀ-Þ][\w.'’-]+){1,3})"
_YEAR = r"(?P<answer>1\d{3}|20[012]\d)"
_PLACE = r"(?P<place>[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)*)"
_KNOWN: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        (rf"directed by {_NAME}", "Who directed {}?"),
        (rf"\bby (?:the )?(?:[A-Z]\w+ )?(?:author|writer|novelist|playwright) {_NAME}", "Who wrote {}?"),
        (rf"(?:tragedy|play|novel|poem|comedy|book) (?:written )?by {_NAME}", "Who wrote {}?"),
        (rf"(?:opera|symphony|ballet)[^.]{{0,30}} by (?:the )?(?:\w+ )?(?:composer )?{_NAME}", "Who composed {}?"),
        (rf"painted by {_NAME}", "Who painted {}?"),
        (rf"(?:was|were) (?:first )?discovered[^.]{{0,40}} by {_NAME}", "Who discovered {}?"),
        (rf"(?:was|were) (?:first )?invented[^.]{{0,40}} by {_NAME}", "Who invented {}?"),
        (rf"\b(?:was|were) (?:founded|established)[^.]{{0,30}} in {_YEAR}", "When was {} founded?"),
        (rf"\bwas (?:built|constructed|completed)[^.]{{0,40}} in {_YEAR}", "When was {} built?"),
        (rf"\bpublished in {_YEAR}", "When was {} published?"),
        (rf"\breleased (?:in|on \d+ \w+|on \w+ \d+,) {_YEAR}", "When was {} released?"),
        (rf"\bdied (?:in|on \d+ \w+) {_YEAR}", "When did {} die?"),
        (r"population of (?:about |approximately |over |around |more than |nearly )?(?P<answer>\d[\d,.]*\d)", "What is the population of {}?"),
        (rf"^[^.]{{0,90}} is the capital[^.]{{0,60}} of {_PLACE}(?=[.,;]| and)", "What is the capital of {place}?"),
    ),
    "fr": (
        (rf"n[ée]e? le \d+(?:er)? \w+ {_YEAR}", "Quand est né {} ?"),
        (rf"mort[e]? le \d+(?:er)? \w+ {_YEAR}", "Quand est mort {} ?"),
        (rf"réalisé par {_NAME}", "Qui a réalisé {} ?"),
        (rf"écrit[e]? par {_NAME}", "Qui a écrit {} ?"),
        (rf"composé[e]? par {_NAME}", "Qui a composé {} ?"),
        (rf"(?:fondé|créé)e? en {_YEAR}", "Quand {} a-t-il été fondé ?"),
        (rf"publiée? en {_YEAR}", "En quelle année {} a-t-il été publié ?"),
        (rf"^[^.]{{0,90}} est la capitale[^.]{{0,40}} (?:du|de la|de l'|de l’|de|des) {_PLACE}(?=[.,;]| et)", "Quelle est la capitale de {place} ?"),
    ),
    "es": (
        (rf"escrit[oa] por {_NAME}", "¿Quién escribió {}?"),
        (rf"dirigid[oa] por {_NAME}", "¿Quién dirigió {}?"),
        (rf"fundad[oa] en {_YEAR}", "¿Cuándo fue fundado {}?"),
        (rf"publicad[oa] en {_YEAR}", "¿Cuándo fue publicado {}?"),
        (rf"^[^.]{{0,90}} es la capital[^.]{{0,40}} (?:de la|del|de) {_PLACE}(?=[.,;]| y)", "¿Cuál es la capital de {place}?"),
    ),
}  # fmt: skip


def facts(leads: list[Lead], language: str) -> list[Fact]:
    """Return the questions that the leads of a language answer, each once."""
    found: dict[str, Fact] = {}
    for lead in leads:
        for fact in _of_lead(lead, language):
            known = found.get(fact.question)
            answers = fact.answers if known is None else tuple(dict.fromkeys((*known.answers, *fact.answers)))
            found[fact.question] = Fact(fact.question, answers, fact.title)
    return list(found.values())


def _of_lead(lead: Lead, language: str) -> Iterator[Fact]:
    for pattern, question in _KNOWN.get(language, ()):
        match = re.search(pattern, lead.text)
        if match is None:
            continue
        groups = match.groupdict()
        name = re.split(r" \(|, ", lead.title)[0]
        if "place" in groups:
            yield Fact(question.format(place=groups["place"]), (name,), lead.title)
        elif groups["answer"] != name and groups["answer"] not in name:
            yield Fact(question.format(name), (groups["answer"],), lead.title)
