"""How a query is answered, decided before any page is read: what the ladder says and results are read from."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.search import IndexState
from bookwheel.finding.resolve import TitleMatch

Step: TypeAlias = Literal[
    "title", "all_words", "content_words", "corrected", "any_words", "title_scan", "text_scan", "none"
]
"""Which reading of the query answered.

title: the query (or what the question is about) is a page's title; pages with all its words follow. all_words: every
word. content_words: every word that carries the topic. corrected: the same, misspelt words put right. any_words: the
most of the words first. title_scan: titles only. text_scan: pages whose text has the query as it stands.
"""

_NAMED_SCORE: Final = 0.5


class Plan(NamedTuple):
    """The reading that answers a query in an archive, before any page of it is read.

    first, last: entries before and after the pages that `query` finds ("" for none).
    words: what to mark in snippets, folded. dropped: words left out. corrections: what was put right, by what stood.
    title: the page the query names. looked_up: what the query asks about, when a frame was taken off.
    state: of the full-text index. offered: a title that the query may mean.
    is_cut: more was there than was looked at. is_uncorrected: words may be misspelt, and nothing could tell.
    is_named: the first page is one that the query, a question, names among other words.
    is_by_title: among the pages that `query` finds, those whose titles say more of it come first.
    """

    step: Step
    query: str = ""
    first: tuple[DirectoryEntry, ...] = ()
    last: tuple[DirectoryEntry, ...] = ()
    words: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    corrections: tuple[tuple[str, str], ...] = ()
    title: TitleMatch | None = None
    looked_up: str = ""
    state: IndexState = "sound"
    offered: str = ""
    is_cut: bool = False
    is_uncorrected: bool = False
    is_by_title: bool = False
    is_named: bool = False

    @property
    def title_score(self) -> float:
        """How sure it is that the query means its first page, 0 to 1."""
        return self.title.score if self.title is not None else _NAMED_SCORE * self.is_named
