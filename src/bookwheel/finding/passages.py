"""The passages of one or several archives that answer a question, the best first. The same always gives the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from bookwheel.archive.defects import DefectError
from bookwheel.archive.opened import OpenArchive
from bookwheel.document.model import Infobox
from bookwheel.errors import BookwheelError
from bookwheel.finding.correction_known import KnownWords
from bookwheel.finding.named import named_in
from bookwheel.finding.passages_articles import Article, Searched, ranked, search
from bookwheel.finding.passages_cut import LEAST, rendered
from bookwheel.finding.passages_kin import reworded
from bookwheel.finding.passages_scoring import Judge, Judged
from bookwheel.finding.passages_units import Unit, units
from bookwheel.titles.folding import fold

MOST_ARTICLES: Final = 8
"""Pages read for one answer."""
READ_BYTES: Final = 2_000_000
"""HTML read whole for one answer; of pages beyond it only the lead counts."""
PER_ARTICLE: Final = 2
PER_ONLY_ARTICLE: Final = 4
_TAIL: Final = 0.68
_MOST_KEPT: Final = 12
_ALIKE: Final = 0.7
_SHARE: Final = 0.6
_LEAST_SHARE: Final = 160
_POSSESSION: Final = re.compile(
    r"\b([A-Z][\w.-]*(?: (?:of |the |de |van |von )*[A-Z][\w.-]*)*)['’]s ([\w -]+?)[ ?.!]*$"
)
_WORD: Final = re.compile(r"\w+")


class Passage(NamedTuple):
    """A passage that supports an answer. score: 0 to 1. missing: words of the question that it has not."""

    article: Article
    unit: Unit
    score: float
    missing: tuple[str, ...]
    judge: Judge


class Evidence(NamedTuple):
    """What was found. passages: the best first. articles: the pages that were looked at, in the order of their ranks.

    is_found: whether any page has anything of the question at all.
    """

    passages: tuple[Passage, ...]
    articles: tuple[Article, ...]
    searched: tuple[Searched, ...]
    is_found: bool


class Shown(NamedTuple):
    """A passage as it is quoted."""

    passage: Passage
    text: str


def gather(archives: Sequence[OpenArchive], query: str, limit: int) -> Evidence:
    """Return up to `limit` passages that answer a question, out of all archives given.

    Nothing is returned for what the archives have not: a passage, its title and its headings must hold the better
    part of what the question is made of.
    """
    known = KnownWords(archives)
    query = _with_owner_last(archives, reworded(query))
    searched = tuple(search(archive, query, known) for archive in archives)
    articles = ranked(searched)[:MOST_ARTICLES]
    judged: list[tuple[Passage, Judged]] = []
    left = READ_BYTES
    for rank, (one, article) in enumerate(articles):
        try:
            size = article.archive.size_of(article.resolved)
            found = units(article.archive, article.resolved, is_whole=size <= left)
        except (BookwheelError, DefectError):
            continue
        left -= size if size <= left else 0
        judge = Judge(one.question, article.names, rank, is_named=article.is_named)
        judged.extend(_best_of(article, judge, found))
    # What is in the language of the question comes first.
    judged.sort(key=lambda pair: (not pair[0].article.is_in_language, -pair[1].score))
    supported = [
        passage for passage, verdict in judged if verdict.support >= passage.judge.question.least_support
    ]
    if supported and _is_about(supported[0]):
        # What something is, its own page tells; others merely mention it.
        supported = [passage for passage in supported if _is_about(passage)]
    chosen = _choose(supported, limit)
    return Evidence(tuple(chosen), tuple([article for _, article in articles]), searched, bool(articles))


def _with_owner_last(archives: Sequence[OpenArchive], query: str) -> str:
    """Return "what was Napoleon's salary" as "what was salary of Napoleon", unless a title is written so (Halley's Comet)."""
    found = _POSSESSION.search(query)
    if found is None or any("'" in one.title for archive in archives for one in named_in(archive, query)):
        return query
    return f"{query[: found.start()]}{found[2]} of {found[1]}"


def merged(found: Sequence[Evidence], limit: int) -> Evidence:
    """Return what was found on several topics as one: the best of each, then the second of each, and so on."""
    if len(found) == 1:
        return found[0]
    rows = [
        one
        for rank in zip_longest(*(evidence.passages for evidence in found))
        for one in rank
        if one is not None
    ]
    passages: dict[tuple[str, str, str], Passage] = {}
    for passage in rows:
        passages.setdefault((*_page(passage), passage.unit.text), passage)
    articles: dict[tuple[str, str], Article] = {}
    for rank in zip_longest(*(evidence.articles for evidence in found)):
        for article in rank:
            if article is not None:
                articles.setdefault((article.archive.name, article.resolved.path), article)
    return Evidence(
        tuple(passages.values())[:limit],
        tuple(articles.values()),
        tuple(one for evidence in found for one in evidence.searched),
        any(evidence.is_found for evidence in found),
    )


def _is_about(passage: Passage) -> bool:
    return passage.judge.is_named and passage.judge.is_topic_only


def _best_of(article: Article, judge: Judge, found: Sequence[Unit]) -> list[tuple[Passage, Judged]]:
    verdicts = [(unit, judge.judge(unit)) for unit in found]
    verdicts.sort(key=lambda pair: -pair[1].score)
    return [
        (Passage(article, unit, verdict.score, verdict.missing, judge), verdict)
        for unit, verdict in verdicts[:_MOST_KEPT]
    ]


def _choose(passages: Sequence[Passage], limit: int) -> list[Passage]:
    """Return the best ones: few of each page, none that says what another one says, none far below the best."""
    chosen: list[Passage] = []
    words: list[frozenset[str]] = []
    counts: dict[tuple[str, str], int] = {}
    most = PER_ONLY_ARTICLE if len({_page(passage) for passage in passages}) == 1 else PER_ARTICLE
    for passage in passages:
        if len(chosen) == limit:
            break
        if passage.score < passages[0].score * _TAIL:
            continue  # those in other languages follow, and may be better
        page = _page(passage)
        own = frozenset(_WORD.findall(fold(_shown_of(passage.unit))))
        if counts.get(page, 0) >= most or any(_is_alike(own, other) for other in words):
            continue
        counts[page] = counts.get(page, 0) + 1
        chosen.append(passage)
        words.append(own)
    return chosen


def _shown_of(unit: Unit) -> str:
    """Return what a reader will see of a passage: of a fact not the name of the group it stands in."""
    rows = unit.block.rows if isinstance(unit.block, Infobox) else ()
    return " ".join(f"{row.label.text} {row.value.text}" for row in rows) or unit.text


def _page(passage: Passage) -> tuple[str, str]:
    return passage.article.archive.name, passage.article.resolved.path


def _is_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    shared = len(one & other)
    return shared >= _ALIKE * len(one | other) or shared >= 0.9 * max(min(len(one), len(other)), 1)


def quote(passages: Sequence[Passage], room: int, extra: int, *, is_compact: bool) -> list[Shown]:
    """Return the passages as Markdown, all together in `room` characters, `extra` of which each costs besides its text.

    The first may take more than half of what is left, the next again, so that the best says most and others have a say.
    """
    shown: list[Shown] = []
    left = room
    for number, passage in enumerate(passages):
        is_last = number == len(passages) - 1
        share = (
            left - extra if is_last else max(int((left - extra) * _SHARE), min(left - extra, _LEAST_SHARE))
        )
        if share < LEAST:
            break
        text = rendered(passage.unit.block, share, passage.judge.sentence_scores, is_compact=is_compact)
        if text:
            shown.append(Shown(passage, text))
            left -= len(text) + extra
    return shown
