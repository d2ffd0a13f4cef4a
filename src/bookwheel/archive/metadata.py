"""What the metadata of an archive means: language codes, counter, kind of collection, licence."""

from __future__ import annotations

import re

from bookwheel.archive.languages import TWO_LETTERS
from bookwheel.archive.weblinks import PROJECTS
from bookwheel.document.invisible import single_line

_COUNTER_PART = re.compile(r"^(.+)=(\d{1,15})$", re.DOTALL)
_WIKIS_UNDER_CC_BY_SA = tuple(project for project in PROJECTS if project != "wikinews")
_LICENCE_CHANGED = "2023-06-07"
_MAX_FACT_CHARS = 300


def fact(metadata: dict[str, str], key: str) -> str:
    """Return a value as answers repeat it: one line, cut where it is no line but the whole text of a licence; or ""."""
    line = single_line(metadata.get(key, "")[: 4 * _MAX_FACT_CHARS])
    return line if len(line) <= _MAX_FACT_CHARS else f"{line[: _MAX_FACT_CHARS - 1]}…"


def parse_counter(text: str) -> dict[str, int]:
    """Return entries per MIME type from the text of M/Counter ("text/html=12;image/png=3;").

    A MIME type may have parameters of its own ("text/html;raw=true=4"): a part without a count belongs to the next.
    """
    counts: dict[str, int] = {}
    pending: list[str] = []
    for part in text.split(";"):
        match = _COUNTER_PART.match(part.strip())
        if match is None:
            if part.strip():
                pending.append(part.strip())
            continue
        mimetype = ";".join([*pending, match[1]])
        counts[mimetype] = counts.get(mimetype, 0) + int(match[2])
        pending = []
    return counts


def languages(value: str) -> tuple[str, ...]:
    """Return the languages of the Language metadata as short codes: "eng,fra" -> ("en", "fr").

    Accepts two- and three-letter codes, lists by comma, a stray "=" as an old writer left it, and script subtags.
    """
    codes: list[str] = []
    for part in re.split(r"[,;\s]+", value.strip().lstrip("=")):
        code = part.strip().lower().replace("_", "-")
        head, dash, tail = code.partition("-")
        code = TWO_LETTERS.get(head, head) + dash + tail
        if code and code not in codes:
            codes.append(code)
    return tuple(codes)


def kind(metadata: dict[str, str]) -> tuple[str, str]:
    """Return what sort of collection this is and how sure that is.

    The sort is "wikipedia", "wiktionary", "stackexchange", "ted" or "generic"; "high" when the name says so, "medium"
    when only the maker or the tags do, "none" for generic.
    """
    name = metadata.get("Name", "").lower()
    other = " ".join(
        metadata.get(key, "") for key in ("Creator", "Source", "Tags", "Title", "Publisher")
    ).lower()
    for sort, words in _SORTS.items():
        if any(re.search(rf"(?<![a-z]){word}", name) for word in words):
            return sort, "high"
    for sort, words in _SORTS.items():
        if any(re.search(rf"(?<![a-z]){word}", other) for word in words):
            return sort, "medium"
    return "generic", "none"


_SORTS = {
    "wiktionary": ("wiktionary",),
    "wikipedia": ("wikipedia",),
    "stackexchange": (
        "stack_?exchange",
        "stackoverflow",
        "superuser",
        "serverfault",
        "askubuntu",
        "mathoverflow",
    ),
    "ted": ("ted(?![a-z])",),
}


def licence(metadata: dict[str, str]) -> str:
    """Return the licence the archive states; else that of its Wikimedia project at its date; else ""."""
    stated = fact(metadata, "License") or fact(metadata, "Licence")
    if stated:
        return stated
    told = " ".join(metadata.get(key, "") for key in ("Name", "Creator", "Source", "Title")).lower()
    if not any(project in told for project in _WIKIS_UNDER_CC_BY_SA):
        return ""
    date = metadata.get("Date", "")
    if not date:
        return "CC BY-SA"
    return "CC BY-SA 4.0" if date >= _LICENCE_CHANGED else "CC BY-SA 3.0"
