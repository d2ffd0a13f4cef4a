"""Phrasings of one operation, as the tables have them."""

from __future__ import annotations

from typing import Any, NamedTuple

from bookwheel.query.intent import Operation


class Row(NamedTuple):
    """Phrasings of one operation, one a line, and what they settle besides their slots.

    language: whose determiners may be dropped from a topic. is_command: an article of the same name does not win.
    is_list: the topic names several things, whatever they are called. needs_title: it fits only an existing article
    (or one misspelt) or archive, because the words mean something else as often.
    """

    operation: Operation
    templates: str
    settles: dict[str, Any] = {}  # noqa: RUF012  # never written to
    language: str = "en"
    is_command: bool = False
    is_list: bool = False
    needs_title: bool = False


_NAMESPACES = "-|content|metadata|well ?known|search|index|articles"

SLOTS = {
    "letter": rf"[\"']?(?:[a-z]|{_NAMESPACES})[\"']?",
    # Behind a verb and the word "namespace", so that one which no archive has is told as such; "namespace XML" is a topic.
    "letters": rf"[\"']?(?:[a-z]{{1,3}}|{_NAMESPACES})[\"']?",
    "zim": r"\S+\.zim(?:aa)?",
    "type": r"[\w.+-]+(?:/[\w.+*-]+)?",
    "file": r".*?\.[a-z0-9]{2,5}\"?|.*?/.*?",
    "comparison": r"(?:more|less|better|worse|(?:much |far )?\w+er)(?: \w+)?[,:]?",
    "adjective": r"\w+[,:]?",
}
"""What the kinds of slots take."""
