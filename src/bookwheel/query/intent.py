"""What a request in plain words asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Literal, NamedTuple, Protocol, TypeAlias


class Operation(Enum):
    """Everything that can be asked for."""

    LIST_FILES = auto()
    VALIDATE = auto()
    METADATA = auto()
    MAIN_PAGE = auto()
    NAMESPACES = auto()
    BROWSE = auto()
    WALK = auto()
    CATEGORIES = auto()
    SECTION = auto()
    CONTENTS = auto()
    STRUCTURE = auto()
    SUMMARY = auto()
    INBOUND = auto()
    RELATED = auto()
    LINKS = auto()
    BINARY = auto()
    SUGGEST = auto()
    FIND_TITLE = auto()
    SEARCH = auto()
    SEARCH_ALL = auto()
    GET_ARTICLE = auto()
    TELL = auto()


LinkKind: TypeAlias = Literal["internal", "external", "media"]


@dataclass(frozen=True, slots=True)
class Intent:
    """One operation with what it is about.

    topic: the article, terms, prefix, title or file path, in the caller's own case.
    section: a heading, or the number of one from 1. namespace, content_type: as written. archive: a name, or "".
    is_overview: it asks what there is at all; with several archives that is the list of them.
    """

    operation: Operation
    topic: str = ""
    section: str = ""
    namespace: str = ""
    content_type: str = ""
    archive: str = ""
    kind: LinkKind = "internal"
    include_subsections: bool = True
    is_overview: bool = False


class Parsed(NamedTuple):
    """A request understood.

    intents: one for each thing that was asked for, at least one unless it is incomplete.
    settings: arguments written inside the text (`limit=2`), by name, as text. text: the request without them.
    """

    intents: tuple[Intent, ...]
    settings: Mapping[str, str]
    text: str

    @property
    def is_incomplete(self) -> bool:
        """Whether it is a phrasing that lacks what it is about ("tell me about")."""
        return not self.intents


class Known(Protocol):
    """What the grammar has to know of the archives, so that an existing title always wins."""

    def is_title(self, text: str) -> bool:
        """Whether an article is called so, up to case, accents and punctuation; redirects count."""
        ...

    def is_title_as_written(self, text: str) -> bool:
        """Whether an article is called just so, but for case; cheap."""
        ...

    def is_near_title(self, text: str) -> bool:
        """Whether an article's title is this but for a slip of spelling."""
        ...

    def is_archive(self, text: str) -> bool:
        """Whether an archive is called so."""
        ...
