"""Fitting an answer into its room: nothing is dropped without saying where it goes on."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from bookwheel.render.budget import Piece, piece
from bookwheel.render.fence import TAG, fence
from bookwheel.tools.tool import Result
from bookwheel.tools.zim.quoting import paragraphs

_FENCED = re.compile(rf"^<{TAG}(?P<labels>[^\n]*)>\n(?P<body>.*?)\n</{TAG}>$", re.DOTALL | re.MULTILINE)
_LABEL = re.compile(r' (\w+)="([^"]*)"')
_LEAST_BODY = 80
_LONGEST_LINE = 90
_TRIES = 12


@dataclass(frozen=True, slots=True)
class Page:
    """A text in parts: lines before it, the fenced body (labels None: not fenced, the server's own words), lines after."""

    head: str
    body: str
    tail: str = ""
    labels: Mapping[str, str] | None = None

    def compose(self, body: str, line: str = "") -> str:
        """Return the whole text with this much of the body, and a line that tells how it goes on."""
        shown = fence(body, self.labels) if self.labels is not None and body else body
        return paragraphs(self.head, shown, line, self.tail)

    def slim(self, head_chars: int) -> Page:
        """Return it without labels, with no more than the beginning of its head, and of its tail what goes on."""
        head = self.head if len(self.head) <= head_chars else f"{self.head[: head_chars - 1].rstrip()}…"
        tail = self.tail
        if len(tail) > head_chars:
            tail = "\n\n".join(line for line in tail.splitlines() if line.startswith("["))
        return replace(self, head=head, tail=tail, labels=None if self.labels is None else {})


def page_of(text: str) -> Page:
    """Take a tool's text apart; what is not fenced by the tool is its own words."""
    match = _FENCED.search(text)
    if match is None:
        head, _, body = text.partition("\n\n")
        return Page(head, body)
    labels = {name: _plain(value) for name, value in _LABEL.findall(match["labels"])}
    return Page(text[: match.start()].strip(), match["body"], text[match.end() :].strip(), labels)


def _plain(value: str) -> str:
    return value.replace("&quot;", '"').replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


_WORDS_OF_OTHER_TOOLS = (
    ("include_assets=true shows them", "zim_browse(include_assets=true) shows them"),
    ("[there is more: view=full]", "[there is more: get article]"),
    ("Try fewer or other words, or mode=title.", "Try fewer or other words, or: find article titled X."),
    ("try mode=title or mode=fulltext.", "try: find article titled X, or: search for WORDS."),
    ("Search the text with mode=fulltext.", "Search the text: search for WORDS."),
    ("no headings: read it with view=full.", "no headings: get article, or summary of it."),
    ("what it has is in view=full.", "what it has: get article."),
    (
        "Search for the title with zim_search, or list entries with zim_browse.",
        "Search for its words: search for WORDS.",
    ),
    (
        "List its pages with zim_browse, or search for a title.",
        "List its pages: browse namespace C; or search for WORDS.",
    ),
)


def words_of_ours(text: str) -> str:
    """Name in a tool's own words what its parameters are called as `zim_query` knows it."""
    for theirs, ours in _WORDS_OF_OTHER_TOOLS:
        text = text.replace(theirs, ours)
    return text


def in_our_words(page: Page) -> Page:
    """Do the same for a page; retrieved text stays as it is."""
    body = words_of_ours(page.body) if page.labels is None else page.body
    return replace(page, head=words_of_ours(page.head), body=body, tail=words_of_ours(page.tail))


def fit(page: Page, room: int | None, offset: int = 0, most: int | None = None) -> str:
    """Return the page from a character of its body on, cut to the room; the cut says where the body goes on.

    most: the most characters of the body.
    """
    most = most or max(len(page.body), 1)
    first = piece(page.body, offset, most)
    text = page.compose(first.text, _line(first, offset))
    if room is None or len(text) <= room:
        return text
    for form in _forms(page, room):
        size = (
            room
            - len(form.compose("", _longest_line(page.body)))
            - (len(fence("", form.labels)) + 2 if form.labels is not None else 2)
        )
        size = min(size, most)
        while size >= (_LEAST_BODY if form is page else 1):
            part = piece(page.body, offset, size)
            text = form.compose(part.text, _line(part, offset))
            if len(text) <= room:
                return text
            size -= len(text) - room
    return text[:room]


def _forms(page: Page, room: int) -> tuple[Page, ...]:
    """Return the page as it is, then with ever less around its body."""
    return page, page.slim(200), page.slim(min(_LONGEST_LINE, room // 4)), page.slim(24)


def _longest_line(body: str) -> str:
    return _line(Piece("", len(body), len(body)), len(body))


def _line(part: Piece, offset: int) -> str:
    if part.past_end:
        return f"[nothing at content_offset={offset}: there are {part.total_chars} characters]"
    if part.next_offset is None:
        return ""
    return f"[characters {offset} to {part.next_offset} of {part.total_chars}; go on with content_offset={part.next_offset}]"


def fit_rows(fetch: Callable[[int], Result], limit: int, room: int | None, offset: int = 0) -> Result:
    """Return as many rows as the room holds, at most `limit`: the tool itself then tells where the list goes on.

    One row that is longer than the room is cut like a text; `offset` is the character of it to start at.
    """
    result = fetch(limit)
    if room is None:
        return result
    for _ in range(_TRIES):
        count = _rows(result)
        if len(result.text) <= room or count <= 1:
            break
        body = len(page_of(result.text).body)
        rest = max(room - (len(result.text) - body), 1)
        limit = max(1, min(count - 1, count * rest // max(body, 1)))
        result = fetch(limit)
    if len(result.text) <= room and not offset:
        return result
    return replace(result, text=fit(page_of(result.text), room, offset))


def _rows(result: Result) -> int:
    return len((result.data or {}).get("results", ()))


def fit_text(fetch: Callable[[int], Result], most: int, room: int | None) -> Result:
    """Return as much of a text as the room holds, at most `most` characters: the tool tells where it goes on."""
    if room is None:
        return fetch(most)
    size = min(most, room)
    result = fetch(size)
    for _ in range(_TRIES):
        excess = len(result.text) - room
        if excess <= 0:
            return result
        size = min(size, len(page_of(result.text).body)) - excess
        if size < _LEAST_BODY:
            break
        result = fetch(size)
    return _fit_slim(fetch, room)


def _fit_slim(fetch: Callable[[int], Result], room: int) -> Result:
    """Give what surrounds the text up, little by little, rather than the text."""
    result = fetch(_LEAST_BODY)
    for head_chars in (200, _LONGEST_LINE, 24):
        size = _LEAST_BODY
        while size > 0:
            result = fetch(size)
            page = page_of(result.text).slim(head_chars)
            text = page.compose(page.body)
            if len(text) <= room:
                return replace(result, text=text)
            size = min(size - 1, size - (len(text) - room)) if head_chars == 24 else 0
    return replace(result, text=result.text[:room])
