"""How well a passage answers a question: by the words it holds, rare ones weighing more, and by where it stands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import log
from typing import Final, NamedTuple

from bookwheel.archive.opened import OpenArchive
from bookwheel.document.model import Table
from bookwheel.finding.frames_subject import without_possessive
from bookwheel.finding.named import content_of, is_name
from bookwheel.finding.passages_kin import (
    Expected,
    expected,
    family_of,
    has_expected,
    isotopes,
    kin_of,
    plain_words,
)
from bookwheel.finding.passages_units import Unit
from bookwheel.finding.plan import Plan
from bookwheel.finding.sentences import find_words, sentences
from bookwheel.finding.terms import terms_of
from bookwheel.titles.folding import fold, is_unspaced

SUPPORT: Final = 0.55
"""The share of a question's weight that a passage, its title and its headings must have."""
_SUPPORT_OF_RUNS: Final = 0.4
_TITLE: Final = 0.95
_HEADING: Final = 0.7
_KIN: Final = 0.85
_KINDS: Final = {"prose": 0.05, "item": 0.02, "row": 0.02, "table": 0.02, "fact": 0.01, "code": 0.0}
_PAIR: Final = 2
_PHRASE: Final = 0.14
"""What it is worth that words that follow each other in the question do so in the passage."""
_ORDINALS: Final = frozenset(
    (
        *(
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "zweit",
            "dritt",
            "viert",
        ),
        *(
            "deuxieme",
            "troisieme",
            "quatrieme",
            "segundo",
            "segunda",
            "tercer",
            "tercera",
            "cuarto",
            "cuarta",
        ),
    )
)
"""Before a phrase they make another one of it: the second highest mountain is not the highest."""
_WHOLE: Final = 1.5
"""What the parts of a score come to at most."""
_EXPECTED: Final = 0.12
_SUBJECT: Final = 0.3
"""What a word of the title is worth when the sentences of its own page are compared."""
_FRAME: Final = 0.25
"""What a word counts that only frames the topic of a question ("work" in "how does a vaccine work")."""
_NAMED: Final = 0.18
_WITHOUT_NAME: Final = 0.5
_MUCH_RARER: Final = 8
_BYTES_OF_ONE: Final = 200
_JOINING: Final = re.compile(r"['’](?<=\w.)(?=\w)")
_HANGUL: Final = re.compile(r"[\u1100-\u11ff\uac00-\ud7a3]")  # words that endings cling to
_LIFE: Final = re.compile(r"\([^()]{0,120}\d{3,4}[^()\d]{0,30}[–—-][^()]{0,60}\)")
_LIFE_TOLD: Final = 0.3
_LIFE_WORDS: Final = frozenset(
    (
        *(
            "born",
            "birth",
            "die",
            "died",
            "death",
            "ne",
            "naissance",
            "mort",
            "deces",
            "nacio",
            "nacido",
            "murio",
        ),
        *("muerte", "geboren", "geburt", "gestorben", "tod", "starb", "nascita", "nato", "morto"),
    )
)
"""Asked for by words like these, a date stands in the brackets after a name."""


class Asked(NamedTuple):
    """A question as passages are judged by it, in one archive.

    weights: its words (folded) and how much each tells. kin: other words for a word. wanted: a date, a number.
    names: those of its words that are written as names. runs: those that are parts of a text without spaces.
    subjects: those that together are a title, for each title in it.
    framing: those that only frame what it is about, so that no answer need have them.
    """

    weights: Mapping[str, float]
    kin: Mapping[str, str]
    wanted: Expected
    names: frozenset[str]
    runs: frozenset[str] = frozenset()
    subjects: tuple[frozenset[str], ...] = ()
    framing: frozenset[str] = frozenset()

    @property
    def least_support(self) -> float:
        """The share of its weight from which on a passage supports an answer; pairs of letters are never all there."""
        return _SUPPORT_OF_RUNS if self.runs else SUPPORT

    @property
    def total(self) -> float:
        """The weight of all words."""
        return sum(self.weights.values()) or 1.0


class Judged(NamedTuple):
    """score: between 0 and about 1. support: the share of the question's weight that is there. missing: words that are not."""

    score: float
    support: float
    missing: tuple[str, ...]


def asked(archive: OpenArchive, query: str, plan: Plan, titles: Sequence[frozenset[str]] = ()) -> Asked:
    """Return the question with its words weighed by how rare they are in an archive. titles: words that are titles."""
    words, runs = _words(archive, query, plan)
    is_counted = archive.search.fulltext_state == "sound"
    whole = max(archive.entry_count, 2)
    weights: dict[str, float] = {}
    for word in words:
        if not is_counted or word in runs:
            weights[word] = 1.0
            continue
        count, other = archive.search.count(word), other_word(archive, word)[1]
        # What hardly any page says in this word is as common as the other one that says the same.
        weights[word] = log(1 + whole / ((other if other > _MUCH_RARER * count else count) + 0.5))
    framing = (
        weights.keys() - fold(without_possessive(plan.looked_up)).split() if plan.looked_up else set[str]()
    )
    weights |= {word: weights[word] * _FRAME for word in framing}
    kin = {other: word for word in words for other in kin_of(word) if other not in weights}
    kin |= {sign: number for sign, number in isotopes(fold(query)).items() if number in weights}
    names = _names(archive, query) & weights.keys()
    subjects = tuple(words for title in titles if (words := title & weights.keys()))
    unmissed = plain_words() & weights.keys() - names | framing
    return Asked(weights, kin, expected(fold(query)), names, runs, subjects, frozenset(unmissed))


def other_word(archive: OpenArchive, word: str) -> tuple[str, int]:
    """Return the most common other word that says the same as a folded word, and on how many pages it is; "", 0 for none."""

    def look() -> tuple[tuple[str, int], int]:
        counts = [(archive.search.count(other), other) for other in family_of(word) if other != word]
        count, other = max(counts, default=(0, ""))
        return (other, count), _BYTES_OF_ONE

    return archive.derived(f"other word for {word}", look)


def _names(archive: OpenArchive, query: str) -> frozenset[str]:
    """Return the words that stand out by a capital letter; none where all do, or the first alone."""
    content = content_of(archive, query)
    if all(is_name(term) for term in terms_of(query, ()).all):
        return frozenset()
    begun = terms_of(query, ()).all[:1]
    large = [term for term in content if is_name(term) and term not in begun]
    return frozenset(word for term in large for word in fold(without_possessive(term.word)).split())


def _words(archive: OpenArchive, query: str, plan: Plan) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the words that carry the question, as corrected; runs of letters without spaces in pairs."""
    found: list[str] = []
    corrections = dict(plan.corrections)
    if plan.corrections and query.strip() in corrections:
        found.extend(plan.words)
    else:
        for term in content_of(archive, query):
            better = corrections.get(term.word) or without_possessive(term.word)
            found.extend(fold(better).split())
    parts: list[str] = []
    runs: set[str] = set()
    for word in found:
        if is_unspaced(word):
            topic = [run for run in plan.words if is_unspaced(run)] or [word]
            pairs = [pair for run in topic for pair in _pairs(run)]
        else:
            pairs = [word] if _HANGUL.search(word) else []
        runs.update(pairs)
        parts.extend(pairs or [word])
    return tuple(dict.fromkeys(parts)), frozenset(runs)


def _pairs(run: str) -> list[str]:
    if len(run) <= _PAIR:
        return [run]
    return [run[place : place + _PAIR] for place in range(len(run) - 1)]


class Judge:
    """Judges the passages of one page. title: its title, and other names under which it was found."""

    def __init__(self, question: Asked, title: str, rank: int, *, is_named: bool) -> None:
        self.question = question
        self.is_named = is_named
        self._own = tuple(word for word in question.weights if word not in question.runs)
        self._all = (*self._own, *(word for word in question.kin if word not in question.runs))
        self._title = dict.fromkeys(self._shares(title), _TITLE)
        self._bonus = 0.06 / (1 + rank) + (_NAMED if is_named else 0.0)
        self.is_topic_only = set(self._title) >= set(question.weights)
        self._lived = _LIFE_WORDS & question.weights.keys()
        self._pairs = frozenset(pairwise(self._own))
        self._ordinals = _ORDINALS - question.weights.keys()
        self._headings: dict[str, dict[str, float]] = {}

    def judge(self, unit: Unit) -> Judged:
        """Return how well a passage answers."""
        around = self._around(unit.headings)
        held = self._shares(unit.text)
        tells_life = bool(
            self._lived and unit.is_lead and unit.kind == "prose" and _LIFE.search(unit.text[:400])
        )
        if tells_life:
            held |= dict.fromkeys(self._lived, _KIN)
        together = _best(around, held)
        support = self._weigh(together)
        if not self.question.names <= together.keys():
            support *= _WITHOUT_NAME
        elif self.question.subjects and not any(words <= together.keys() for words in self.question.subjects):
            # However rare "invented" is, who invented something else is no answer.
            support = min(support, len(together) / len(self.question.weights))
        left = self.question.weights.keys() - self.question.framing - together.keys()
        missing = tuple(word for word in self.question.weights if word in left)
        if support < self.question.least_support:
            return Judged(0.0, support, missing)
        if isinstance(unit.block, Table) and unit.kind == "row" and not self._is_row_meant(unit.block):
            return Judged(0.0, 0.0, missing)
        focus = self._focus(unit, around, held)
        score = 0.5 * focus + 0.25 * support + _KINDS[unit.kind] + self._bonus + 0.03 / (1 + unit.place)
        score += _PHRASE * self._phrased(unit.text)
        if unit.is_lead and unit.kind == "prose":
            score += 0.15 if self.is_topic_only and not self.question.wanted else 0.05
        if tells_life and self.is_named and self.question.wanted == "date":
            score += _LIFE_TOLD
        if unit.kind == "fact" and self._is_label_asked(unit.text):
            score += 0.15
        return Judged(round(min(score / _WHOLE, 1.0), 4), support, missing)

    def _is_row_meant(self, block: Table) -> bool:
        """Whether a row has anything of the question in its own cells; else its table answers, not one row of it."""
        return bool(self._held("\n".join([cell.text for row in block.rows for cell in row])))

    def sentence_scores(self, parts: Sequence[str]) -> list[float]:
        """Return how much of the question each sentence of a passage holds, dates and numbers wanted included."""
        found: list[float] = []
        for part in parts:
            shares = self._shares(part)
            told = {
                word: share * _SUBJECT if word in self._title else share for word, share in shares.items()
            }
            found.append(self._weigh(told) + self._bonus_for(part))
        return found

    def _focus(self, unit: Unit, around: Mapping[str, float], held: Mapping[str, float]) -> float:
        """Return how much of the question stands together in one sentence, title and headings counted in."""
        whole = self._weigh(_best(around, held)) + self._bonus_for(unit.text)
        if unit.kind not in {"prose", "item"} or (len(held) < 2 and not self.question.wanted):
            return whole
        life = {word: share for word, share in held.items() if word in self._lived}
        best = 0.0
        for part in sentences(unit.text):
            own = _best(self._shares(part), life) if _LIFE.search(part) else self._shares(part)
            best = max(best, self._weigh(_best(around, own)) + (self._bonus_for(part) if own else 0.0))
        return best

    def _phrased(self, text: str) -> float:
        """Return the share of the question's neighbouring words that stand side by side in a text, or in it and its title."""
        if not self._pairs:
            return 0.0
        kin, words = self.question.kin, fold(text).split()
        own = [kin.get(word, word) for word in words]
        beside = {
            (first, second)
            for place, first in enumerate(own[:-1])
            for second in own[place + 1 : place + 3]
            if not (place and words[place - 1] in self._ordinals)
        }
        held = {*own, *self._title}
        found = [
            pair
            for pair in self._pairs
            if pair in beside or (held.issuperset(pair) and not self._title.keys().isdisjoint(pair))
        ]
        return len(found) / len(self._pairs)

    def _bonus_for(self, text: str) -> float:
        wanted = self.question.wanted
        return 2 * _EXPECTED if wanted and has_expected(text, wanted) else 0.0

    def _is_label_asked(self, text: str) -> bool:
        """Whether the label of a fact is what is asked about the page's subject."""
        label = self._shares(text.partition(":")[0])
        return bool(label) and set(self._title) | set(label) >= set(self.question.weights)

    def _around(self, headings: str) -> Mapping[str, float]:
        known = self._headings.get(headings)
        if known is None:
            named = dict.fromkeys(self._shares(headings), _HEADING) if headings else {}
            known = self._headings[headings] = _best(self._title, named)
        return known

    def _shares(self, text: str) -> dict[str, float]:
        shares: dict[str, float] = {}
        for word in self._held(text):
            own = self.question.kin.get(word)
            if own is None:
                shares[word] = 1.0
            else:
                shares[own] = max(shares.get(own, 0.0), _KIN)
        return shares

    def _held(self, text: str) -> set[str]:
        held = {mark.word for mark in find_words(text, self._all)} if self._all else set[str]()
        joined = _JOINING.sub("", text)
        if joined != text:  # "O'Toole" is one word of a query, and two of a text
            held |= {mark.word for mark in find_words(joined, self._own)}
        if self.question.runs:
            whole = fold(text).replace(" ", "")
            held |= {run for run in self.question.runs if run in whole}
        return held

    def _weigh(self, shares: Mapping[str, float]) -> float:
        weights = self.question.weights
        if not weights:
            return 0.0
        return (
            sum(weights[word] * share for word, share in shares.items() if word in weights)
            / self.question.total
        )


def _best(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    found = dict(one)
    for word, share in other.items():
        found[word] = max(found.get(word, 0.0), share)
    return found
