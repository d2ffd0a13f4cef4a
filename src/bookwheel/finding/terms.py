"""A query as words: which there are, which carry the topic, and what in it looks like an operator but is none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from bookwheel.finding.words import Words, tables
from bookwheel.titles.folding import fold, is_unspaced

MAX_WORDS: Final = 32
_LONGEST_ENDING: Final = 3
_EDGES: Final = "?!.,;:¿¡？！。、，；：؟،؛…\"“”„«»‹›「」『』()[]{}<>*~^'’‘`|\\/-–—_ "
_OPERATOR_WORDS: Final = frozenset(("AND", "OR", "NOT", "XOR"))
_OPERATOR_FORMS: Final = (
    (re.compile(r'["“”«»]'), "quotes"),
    (re.compile(r"(?<!\w)[-+](?=\w)"), "- and +"),
    (re.compile(r"\w\*|\*\w|(?<!\S)\*(?!\S)"), "*"),
    (re.compile(r"\bNEAR/?\d*\b|\bADJ\d*\b"), "NEAR"),
    (re.compile(r"(?<!\S)(?:title|intitle|incategory|insource|site|path):(?=\S)"), "field:"),
)
_ELIDING: Final = frozenset(("fr", "it"))
_ELISION: Final = re.compile(
    r"\b(?:[ldjmtscn]|qu|lorsqu|puisqu|jusqu|un|dell|all|dall|nell|sull|quell)['’](?=\w)", re.IGNORECASE
)
_ARTICLE: Final = re.compile(r"(?:[ld]|dell|all|dall|nell|sull|quell)['’]", re.IGNORECASE)
_NO_NOUNS: Final = frozenset(
    ("un", "une", "uno", "una", "on", "autre", "autres", "altro", "altra", "altri", "altre", "elle", "elles", "eux", "y", "en")
)  # fmt: skip
_OPEN: Final = frozenset("aeiouyh")
_LOW: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_HIGH: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Term(NamedTuple):
    """A word of a query: as the index is asked for it, folded (possibly to several words), and with what clings to it.

    elided: the word as it stands, "l'ADN" and "d'ADN" for ADN, which an index takes for other words; none for most.
    """

    word: str
    folded: str
    elided: tuple[str, ...] = ()

    @property
    def as_it_stands(self) -> str:
        """The word with what clings to it."""
        return self.elided[0] if self.elided else self.word


class Terms(NamedTuple):
    """The words of a query in order; `content` leaves out those that carry no topic.

    is_empty_talk: none of them carries one; then `content` has them all.
    """

    all: tuple[Term, ...]
    content: tuple[Term, ...]
    is_empty_talk: bool = False

    @property
    def dropped(self) -> tuple[str, ...]:
        """The words that `content` leaves out; a run of letters that it only shortens is none of them."""
        kept = {term.folded for term in self.content}
        return tuple(term.word for term in self.all if term.folded not in kept and not is_unspaced(term.word))


def terms_of(text: str, tables: Sequence[Words]) -> Terms:
    """Return the words of a query; the first `MAX_WORDS` count."""
    is_elided = any(table.language in _ELIDING for table in tables)
    found: list[Term] = []
    nouns: set[str] = set()
    for token in text.split():
        whole = token.strip(_EDGES)
        word = without_elisions(whole) if is_elided else whole
        folded = fold(word)
        if folded and all(term.word != word for term in found):
            is_open = is_elided and (folded[0] in _OPEN or whole != word)
            found.append(Term(word, folded, (whole, f"l'{word}", f"d'{word}") if is_open else ()))
            if whole != word and _ARTICLE.match(whole) and folded not in _NO_NOUNS:
                nouns.add(folded)  # "d'or" is of gold, "d'été" of the summer, whatever else these words are
    words = tuple(found[:MAX_WORDS])
    stop: frozenset[str] = frozenset[str]().union(*(table.stop for table in tables))
    content = tuple(term for term in words if term.folded in nouns or not set(term.folded.split()) <= stop)
    return Terms(words, content or words, is_empty_talk=not content)


def spelt_as_indexed(terms: Terms, count: Callable[[str], int]) -> Terms:
    """Return words with figures as most pages have them ("H₂O" or H2O, "km2" or km²), and others as they stand if any has.

    count: on how many pages a word is.
    """

    def spelt(term: Term) -> Term:
        figures = _spellings(term.word)
        best = max(figures, key=count) if len(figures) > 1 else term.word
        if term.elided:
            typed = next((form for form in (term.as_it_stands, best) if count(form)), "")
            best = typed or max(term.elided, key=count)
        return term._replace(word=best)

    every, content = (tuple([spelt(term) for term in some]) for some in (terms.all, terms.content))
    return terms._replace(all=every, content=content)


def _spellings(word: str) -> tuple[str, ...]:
    plain = unicodedata.normalize("NFKC", word)
    has_figures = any(letter.isdigit() for letter in plain) and any(letter.isalpha() for letter in plain)
    forms = (word, plain, *((plain.translate(_LOW), plain.translate(_HIGH)) if has_figures else ()))
    return tuple(dict.fromkeys(forms))


def cut_apart(terms: Sequence[Term]) -> tuple[Term, ...]:
    """Return words with those that hyphens and the like join ("half-life", "carbon-14") as their parts, each once."""
    apart = [
        part
        for term in terms
        for part in ([Term(word, word) for word in term.folded.split()] if " " in term.folded else [term])
    ]
    return tuple({part.folded: part for part in reversed(apart)}.values())[::-1]


def without_elisions(text: str) -> str:
    """Return a text without the French and Italian articles that cling to its words: "Histoire de Égypte"."""
    return _ELISION.sub("", text)


def words_in(text: str) -> set[str]:
    """Return the folded words of a text, those with an article that clings to them also without it."""
    return {*fold(text).split(), *fold(without_elisions(text)).split()}


def share_of(query: str, languages: Iterable[str], text: str) -> float:
    """Return how much of a query's words a text has, 0 to 1; a word counts also with another ending."""
    wanted = [term.folded for term in cut_apart(terms_of(query, tables(languages, query)).content)]
    folded = fold(text)
    words = words_in(text)
    has = [word in folded if is_unspaced(word) else _is_among(word, words) for word in wanted]
    return round(sum(has) / len(has), 3) if has else 0.0


def _is_among(word: str, words: set[str]) -> bool:
    ending = min(_LONGEST_ENDING, (len(word) + 1) // 2)
    return word in words or any(
        other.startswith(word) and len(other) - len(word) <= ending for other in words
    )


def operators_in(query: str) -> tuple[str, ...]:
    """Return what in a query other engines would take for operators; here they are plain words or nothing."""
    words = [word for word in query.split() if word in _OPERATOR_WORDS]
    forms = [name for pattern, name in _OPERATOR_FORMS if pattern.search(query)]
    return tuple(dict.fromkeys((*words, *forms)))


def is_unsegmented(text: str) -> bool:
    """Whether a query is in a script that the index does not even cut into pairs of letters (Thai, Lao, Khmer, Burmese)."""
    return any(
        "\u0e00" <= letter <= "\u0eff" or "\u1000" <= letter <= "\u109f" or "\u1780" <= letter <= "\u17ff"
        for letter in text
    )
