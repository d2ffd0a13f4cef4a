"""The title that stands inside a question and that the question is about: "How did Ada Lovelace die?" -> Ada Lovelace."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.entry import is_html
from bookwheel.archive.opened import OpenArchive
from bookwheel.archive.paths import Match, follow
from bookwheel.errors import BookwheelError
from bookwheel.finding import lookup
from bookwheel.finding.frames import EDGES, MAX_CHARS
from bookwheel.finding.passages_kin import facts
from bookwheel.finding.resolve import existing_title
from bookwheel.finding.vocabulary import vocabulary_of
from bookwheel.finding.words import tables
from bookwheel.titles.folding import fold, is_unspaced, skeleton

_MOST_TOKENS: Final = 24
_LONGEST_NAME: Final = 6
_LEAST_NAME_CHARS: Final = 3
# What such a word leads to is a part of something else: "the capital of France" is not about France alone.
_LEADING_ELSEWHERE: Final = frozenset(
    (
        *("of", "in", "on", "at", "by", "for", "from", "with", "about", "to", "into", "and", "or"),
        *("von", "aus", "mit", "bei", "de", "du", "des", "del", "dans", "en", "sur", "por", "con"),
    )
)
_ELISION: Final = re.compile(r"(?<=\b[ldLD])['’]")
_POSSESSIVE: Final = re.compile(r"['’]s?$")
# What stands between a part and what it is a part of, by language: "do" is a verb elsewhere.
_LINKS: Final = {
    "en": ("of",),
    "fr": ("de", "du", "des"),
    "es": ("de", "del"),
    "pt": ("de", "da", "do", "dos", "das"),
    "it": ("di", "del", "della", "dello", "dei", "degli", "delle"),
    "de": ("von", "vom"),
    "nl": ("van",),
}
_PLACES: Final = "in en"
_POSSESSION: Final = re.compile(r"(.{2,}?)['’]s?\s+(\S.*)")
_MOST_OWNERS: Final = 3


class Subject(NamedTuple):
    """What a question is about. entry: where the title leads. text: the title as the question has it.

    rest: the other words of the question that carry a topic, as they stand.
    """

    entry: DirectoryEntry
    text: str
    rest: tuple[str, ...]


def subject_of(archive: OpenArchive, query: str) -> Subject | None:
    """Return the longest existing title inside a query, or None.

    A title of one word counts only where it is a possessor ("Belgium's history"), or written like a name among words
    that are not. A title behind a preposition, or behind a word that carries a topic, is not what a question is about.
    """
    if len(query) > MAX_CHARS or is_unspaced(query):
        return None
    tokens = [bare for token in query.split() if (bare := token.strip(EDGES))]
    if len(tokens) > _MOST_TOKENS or (len(tokens) < 3 and not any(map(_POSSESSIVE.search, tokens))):
        return None
    languages = tables(archive.languages, query)
    stop = frozenset[str]().union(*(words.stop for words in languages))
    articles = frozenset[str]().union(*(words.articles for words in languages))
    folded = [fold(token) for token in tokens]
    carries = [bool(word) and word not in stop for word in folded]
    for start, end in _runs(carries):
        before = start - 1
        while before >= 0 and folded[before] in articles:
            before -= 1
        if before >= 0 and (carries[before] or folded[before] in _LEADING_ELSEWHERE):
            continue
        text = without_possessive(" ".join(tokens[start:end]))
        if end - start == 1 and text == tokens[start] and not _is_name(tokens, start):
            continue
        rest = tuple(
            token for place, token in enumerate(tokens) if carries[place] and not start <= place < end
        )
        if text != " ".join(tokens[start:end]):
            whole = f"{' '.join(tokens[end:])} of {text}"
            entry = _titled(archive, whole)
            if entry is not None:
                return Subject(entry, whole, ())
        # "The Lord of the Rings" is a title with its article.
        with_article = [f"{article} {text}" for article in sorted(articles)] if end - start > 2 else []
        for name in (text, *with_article):
            entry = _titled(archive, name)
            if entry is not None:
                return Subject(entry, text, rest)
    return None


def owner_of(archive: OpenArchive, query: str) -> DirectoryEntry | None:
    """Return the page of what a query asks a part of ("the history of Belgium" -> Belgium), or None.

    What is written as a part of a name ("who wrote The Birth of a Nation") owns nothing.
    """
    return next((entry for entry, _, _ in _owners(archive, query)), None)


def asked_of(
    archive: OpenArchive, query: str, has_part: Callable[[DirectoryEntry, str], bool] = lambda _, __: False
) -> Subject | None:
    """Return the page that tells a common fact or part of what it is called after: "birthplace of Napoleon", or None.

    has_part: whether a page has a part of any other name.
    """
    articles = frozenset[str]().union(*(words.articles for words in tables(archive.languages)))
    for entry, text, part in (*_owners(archive, query, _PLACES), *_possessors(archive, query)):
        words = [word for word in part if fold(word) not in articles]
        if words and (all(fold(word) in facts() for word in words) or has_part(entry, " ".join(words))):
            return Subject(entry, text, tuple(words))
    return None


def _owners(
    archive: OpenArchive, query: str, besides: str = ""
) -> Iterator[tuple[DirectoryEntry, str, list[str]]]:
    """Yield pages that a query may ask a part of, as they are called there, and the words before.

    besides: words that may link the two beside those that say "of".
    """
    if len(query) > MAX_CHARS:
        return
    languages = tuple(words.language for words in tables(archive.languages))
    for link in islice(_links(languages, besides).finditer(query), _MOST_OWNERS):
        before = _ELISION.sub(" ", query[: link.start()]).split()
        if not before or (len(before) > 1 and before[-1][:1].isupper()):
            continue
        text = query[link.end() :].strip(EDGES)
        owner = existing_title(archive, text)
        if owner.best is not None:
            yield archive.directory.entry(owner.best.number), text, before


def _possessors(archive: OpenArchive, query: str) -> Iterator[tuple[DirectoryEntry, str, list[str]]]:
    """Yield the page of "Napoleon's death", as it is called there, and the words behind."""
    found = _POSSESSION.fullmatch(query.strip(EDGES)) if len(query) <= MAX_CHARS else None
    owner = existing_title(archive, found[1]).best if found is not None else None
    if found is not None and owner is not None:
        yield archive.directory.entry(owner.number), found[1], found[2].split()


@lru_cache(maxsize=16)
def _links(languages: tuple[str, ...], besides: str) -> re.Pattern[str]:
    words = "|".join(
        (*(word for language in languages for word in _LINKS.get(language, ())), *besides.split())
    )
    return re.compile(rf"\b(?:(?:{words})\s+|(?:d|dell)['’])(?=\S)", re.IGNORECASE)


def without_possessive(text: str) -> str:
    """Return a name without the ending that makes it a possessor; what is nothing else stays."""
    return _POSSESSIVE.sub("", text) or text


def is_question(archive: OpenArchive, query: str) -> bool:
    """Whether a text begins like a sentence or ends like a question, rather than being a name."""
    words = [word for token in query.split() if (word := fold(token.strip(EDGES)))]
    stop = frozenset[str]().union(*(table.stop - table.articles for table in tables(archive.languages)))
    return query.rstrip().endswith(("?", "؟", "？")) or (len(words) > 2 and words[0] in stop)


def _runs(carries: list[bool]) -> Iterator[tuple[int, int]]:
    """Yield stretches that begin and end with words that carry a topic, the longest first."""
    count = len(carries)
    for length in range(min(_LONGEST_NAME, count - 1), 0, -1):
        for start in range(count - length + 1):
            if carries[start] and carries[start + length - 1]:
                yield start, start + length


def _is_name(tokens: list[str], place: int) -> bool:
    token = tokens[place]
    others = [other for number, other in enumerate(tokens) if number not in (0, place)]
    return (
        place > 0
        and len(token) >= _LEAST_NAME_CHARS
        and token[0].isupper()
        and not token.isupper()
        and all(other[0].islower() for other in others)
    )


def _titled(archive: OpenArchive, text: str) -> DirectoryEntry | None:
    vocabulary = vocabulary_of(archive)
    if vocabulary is not None and not vocabulary.equal(skeleton(text)):
        return None  # it has every title, and tells that in a twentieth of the time
    for same in lookup.similar(archive, text, frozenset(), ()):
        if same.is_loose:
            continue
        entry = same.entry
        try:
            end = follow(archive, Match(entry, "exact", ""), entry.path).entry if entry.is_redirect else entry
        except BookwheelError:
            continue  # a redirect that leads nowhere names no page
        if is_html(end.mimetype):
            return end
    return None
