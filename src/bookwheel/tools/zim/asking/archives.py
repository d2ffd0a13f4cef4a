"""Which archive a caller's words mean: all of its name, or the parts of it that tell it from others."""

from __future__ import annotations

import re

from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive
from bookwheel.query.template import fold

_NOUNS = {"archive", "zim", "file", "one", "edition", "version"}
_DETERMINERS = {"the", "this", "that", "my"}


def is_mini(archive: OpenArchive) -> bool:
    """Whether an archive has the beginnings of articles only, as its name or its flavour says."""
    return "mini" in f"{archive.name}_{archive.metadata().get('Flavour', '')}".lower().split("_")


def _words_of_name(text: str) -> list[str]:
    return [word for word in re.split(r"[\W_]+", fold(text)) if word]


def ends_in_noun(text: str) -> bool:
    """Whether words end as those for an archive do."""
    return (_words_of_name(text) or [""])[-1] in _NOUNS


def named_by_parts(library: Library, text: str) -> tuple[str, ...]:
    """Return the readable archives whose names have all words of a text; none is meant by "the archive" alone."""
    wanted = set(_words_of_name(text)) - _NOUNS - _DETERMINERS
    names = [file.name for file in library.archives() if file.readable]
    return tuple(name for name in names if wanted and wanted <= set(_words_of_name(name)))


def newest_first(library: Library, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of archives by date, those of beginnings of articles last."""
    found = sorted(map(library.open, names), key=lambda archive: archive.date, reverse=True)
    return tuple(archive.name for archive in sorted(found, key=is_mini))
