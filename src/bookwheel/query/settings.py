"""Arguments that a caller wrote into the request itself: `limit=2`, or in words, "the first 3 results for …"."""

from __future__ import annotations

import re

from bookwheel.query.intent import Known
from bookwheel.query.topics import without_quotes

SETTINGS = {
    "limit": r"-?\d+",
    "offset": r"-?\d+",
    "content_offset": r"-?\d+",
    "max_content_length": r"-?\d+",
    "compact": r"true|false",
    "compact_budget": r"tiny|small|medium|large|\d+",
    "cursor": r"[\w-]+",
    "zim_file_path": r"\"[^\"]+\"|'[^']+'|\S+",
    "synthesize": r"true|false",
}
_SETTING = re.compile(
    r"[\s,(]*\b(?:"
    + "|".join(f"(?P<{name}>{name}\\s*=\\s*(?:{value}))(?![\\w-])" for name, value in SETTINGS.items())
    + r")[,)]?",
    re.IGNORECASE,
)
_NOUNS = "articles|pages|entries|results|hits|matches|rows|links|backlinks|titles|suggestions"
_COUNTED = (
    re.compile(
        r"^(?P<before>(?:(?:please|show|list|find|get|give|print|return|me|us) )*)"
        r"(?:(?:the )?(?:top|first|best|up to|at most|only) )?(?P<limit>\d{1,4}) "
        rf"(?=(?:most )?(?:search |related |similar |external |internal |inbound |outbound )?(?:{_NOUNS})\b)",
        re.IGNORECASE,
    ),
    re.compile(
        r"[ ,;(]+(?:and )?(?:offset(?: of)?:?|start(?:ing)? (?:at|from) (?:offset|row)|skip(?:ping)?(?: the first)?)"
        rf" *(?P<offset>\d{{1,6}})(?: (?:{_NOUNS}))?[).!?]*$",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:[ ,;(]+(?:and )?(?:with (?:a )?)?(?:limit(?:ed)?(?: to| of)?:?|max(?:imum)?(?: of)?|at most|no more than)"
        rf" *(?P<limit>\d{{1,4}})(?: (?:{_NOUNS}))?"
        rf"|[,;(] *(?:(?:top|first|only) *(?P<top>\d{{1,4}})(?: (?:{_NOUNS}))?|(?P<rows>\d{{1,4}}) (?:{_NOUNS})))[).!?]*$",
        re.IGNORECASE,
    ),
)


_PLACED = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"(?P<rest>.+),? (?:in|from|on|of|within|using|via) (?:the )?(?:archive |zim file |file |zim )?(?P<archive>\S+)",
        r"(?P<rest>.+),? (?:in|from|within|using|via) (?P<archive>.{1,80} (?:archive|zim|file|one|edition|version))",
        r"(?:(?:in|from|within|using|via|search|ask) )?(?:the )?(?:archive |zim file )?(?P<archive>\S+?)[,:] (?P<rest>.+)",
        r"(?:in|from|within|using|via) (?P<archive>.{1,80}? (?:archive|zim|file|one|edition|version)),? (?P<rest>.+)",
    )
)


_QUERY_KEY = r"""["']?query["']?\s*[:=]\s*"""
_CALL = re.compile(
    rf"""(?:zim_query\s*[({{][({{\s]*(?:{_QUERY_KEY})?|\{{\s*{_QUERY_KEY})(["'])(?P<query>.+?)\1(?P<rest>.*?)[)}}]*""",
    re.IGNORECASE | re.DOTALL,
)
_KEY = re.compile(r"""["'](\w+)["']\s*:""")


def without_call(text: str) -> str:
    """Return what a call asks for that is written out as our own advice shows it: `zim_query(query="…", limit=2)`."""
    call = _CALL.fullmatch(text)
    if call is None:
        return text
    return " ".join((call["query"], _KEY.sub(r"\1=", call["rest"]))).strip()


def without_settings(text: str) -> tuple[str, dict[str, str]]:
    """Return a request without the arguments in it, and those by name."""
    settings: dict[str, str] = {}

    def keep(match: re.Match[str]) -> str:
        name = match.lastgroup or ""
        settings[name] = without_quotes(match[name].partition("=")[2].strip())
        return " "

    rest = " ".join(_SETTING.sub(keep, text).split())
    return (rest, settings) if rest else (text, {})


def without_count(text: str) -> tuple[str, dict[str, str]]:
    """Return a request without the numbers of rows in it ("…, top 3", "limit 2 offset 4"), and those by name."""
    found: dict[str, str] = {}
    for pattern in (*_COUNTED, *_COUNTED[1:]):  # they may stand in either order
        match = pattern.search(text)
        if match:
            group = match.lastgroup or ""
            found.setdefault("offset" if group == "offset" else "limit", match[group])
            text = f"{text[: match.start()]}{match.groupdict().get('before', '')}{text[match.end() :]}"
    return text, found


def without_archive(text: str, known: Known) -> tuple[str, str] | None:
    """Return a request without the archive it names ("… in the 2018 one"), and that archive; None when it names none."""
    for form in _PLACED:
        placed = form.fullmatch(text)
        if placed is None:
            continue
        archive = placed["archive"]
        if known.is_archive(archive) or archive.lower().endswith((".zim", ".zimaa")):
            return placed["rest"].rstrip(","), archive
    return None
