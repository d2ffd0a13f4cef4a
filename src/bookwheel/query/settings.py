"""Arguments that a caller wrote into the request itself: `limit=2`, or in words, "the first 3 results for …"."""

from __future__ import annotations

import re

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
        r"(?P<before>)(?:[ ,;(]+(?:with )?(?:a )?(?:limit(?:ed)?(?: to| of)?:?|max(?:imum)?(?: of)?|at most|no more than)"
        rf"|[,;(] *(?:top|first|only)) *(?P<limit>\d{{1,4}})(?: (?:{_NOUNS}))?[).!?]*$",
        re.IGNORECASE,
    ),
)


def without_settings(text: str) -> tuple[str, dict[str, str]]:
    """Return a request without the arguments in it, and those by name."""
    settings: dict[str, str] = {}

    def keep(match: re.Match[str]) -> str:
        name = match.lastgroup or ""
        settings[name] = without_quotes(match[name].partition("=")[2].strip())
        return " "

    rest = " ".join(_SETTING.sub(keep, text).split())
    return (rest, settings) if rest else (text, {})


def without_count(text: str) -> tuple[str, str]:
    """Return a request without how many rows it asks for ("…, top 3", "first 3 results for …"), and that number or ""."""
    for pattern in _COUNTED:
        match = pattern.search(text)
        if match:
            return f"{text[: match.start()]}{match['before']}{text[match.end() :]}", match["limit"]
    return text, ""
