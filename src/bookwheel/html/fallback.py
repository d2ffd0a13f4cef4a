"""A plain linear reader for pages the engine cannot parse in time.

It keeps headings, paragraphs and list items as text and drops scripts, styles, comments and hidden elements. It
builds no tree and searches with `find` only, so its time grows with the page's size and nothing else.
"""

from __future__ import annotations

import re
from html import unescape

from bookwheel.document.model import Block, Document, Inline, Page, Paragraph, Section
from bookwheel.html.furniture import BOX, DROP, DROPPED_IDS, traits_of
from bookwheel.html.headings import folded, is_part_of
from bookwheel.html.selectors import element_of
from bookwheel.html.stylesheets import Rule, hiding_alone
from bookwheel.html.tags import Attributes
from bookwheel.html.visibility import hides_alone
from bookwheel.html.whitespace import PROSE, settle

_SILENT, _VOID, _BREAKING = (
    frozenset(names.split())
    for names in (
        "script style template noscript svg math textarea select title iframe object noembed noframes nav canvas",
        "area base br col embed hr img input link meta param source track wbr",
        """p div li ul ol dl dt dd table tr caption section article blockquote pre figure figcaption main header footer
        center h1 h2 h3 h4 h5 h6 hr body td th""",
    )
)
_LONGEST_TAG = 20_000
_ATTRIBUTE = re.compile(
    r"(?<![\w:-])([\w:-]+)\s*(?:=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?", re.IGNORECASE
)


def read_plainly(page: Page) -> Document:
    """Return the page's text in paragraphs and sections, without marks."""
    reader = _PlainReader(page.citation.title, hiding_alone(page.html))
    reader.read(page.html.decode("utf-8", "replace"))
    return Document(
        page.citation.title,
        reader.finish(),
        (),
        (),
        None,
        is_disambiguation=False,
        disambiguation=(),
        citation=page.citation,
    )


class _PlainReader:
    def __init__(self, title: str, hiding: list[Rule]) -> None:
        self._title = title
        self._hiding = hiding
        self._text: list[str] = []
        self._blocks: list[Block] = []
        self._sections: list[Section] = []
        self._heading: tuple[int, str] | None = None
        self._open_heading = 0
        self._anchors: dict[str, int] = {}

    def read(self, source: str) -> None:
        position, end, hidden_tag, hidden_depth = 0, -1, "", 0
        size = len(source)
        while position < size:
            start = source.find("<", position)
            if start < 0:
                start = size
            if start > position and not hidden_tag:
                self._text.append(source[position:start])
            if start == size:
                break
            if source.startswith("<!--", start):
                closing = source.find("-->", start + 4)
                position = size if closing < 0 else closing + 3
                continue
            if end < start:  # else the last `>` found still lies ahead
                end = source.find(">", start)
                end = size if end < 0 else end
            is_end = source.startswith("</", start)
            body = source[start + (2 if is_end else 1) : min(end, start + _LONGEST_TAG)]
            name = _name(body)
            position = end + 1
            if not name:
                if not hidden_tag and not body.startswith(("!", "?")):
                    self._text.append("<")
                    position = start + 1
                continue
            if hidden_tag:
                if name == hidden_tag:
                    hidden_depth += -1 if is_end else 1
                    if hidden_depth == 0:
                        hidden_tag = ""
            elif (
                not is_end
                and name not in _VOID
                and (name in _SILENT or self._is_dropped(name, body[len(name) :]))
            ):
                hidden_tag, hidden_depth = name, 1
                if name in ("script", "style", "textarea", "title", "iframe", "noembed", "noframes"):
                    closing = (
                        source.lower().find(f"</{name}", position)
                        if size < 4096
                        else _find_end(source, name, position)
                    )
                    position = size if closing < 0 else closing
            else:
                self._tag(name, is_end=is_end)
        self._end_block()

    def _is_dropped(self, tag: str, source: str) -> bool:
        if tag == "section" and ("data-mw-section-id" in source or "mf-section-" in source):
            return False  # folded, not hidden
        attributes: Attributes = {}
        for found in _ATTRIBUTE.finditer(source):
            name = found[1].lower()
            value = attributes.setdefault(name, unescape(found[2] or found[3] or found[4] or "")) or ""
            if (
                name == "hidden"
                or (name == "style" and hides_alone(value))
                or (name == "color" and tag == "font" and hides_alone(f"color:{value}"))
                or (name == "class" and traits_of(value) & (DROP | BOX))
                or (name == "role" and value == "navigation")
                or (name == "id" and value in DROPPED_IDS)
            ):
                return True
        if not self._hiding:
            return False
        element = element_of(tag, attributes)
        return any(rule.subject.matches(element) for rule in self._hiding)

    def _tag(self, name: str, *, is_end: bool) -> None:
        if name == "br":
            self._text.append("\3")
        elif name in _BREAKING:
            self._end_block()
            if len(name) == 2 and name[0] == "h" and name[1].isdigit():
                self._open_heading = 0 if is_end else int(name[1])

    def _end_block(self) -> None:
        if not self._text:
            return
        content = settle(unescape("".join(self._text)), [], PROSE)
        self._text.clear()
        if not content.text:
            return
        if self._open_heading:
            if self._repeats_title(content.text):
                return
            self._end_section()
            self._heading = (self._open_heading, content.text.replace("\n", " "))
        else:
            self._blocks.append(Paragraph(content))

    def _repeats_title(self, heading: str) -> bool:
        if self._open_heading != 1 or self._heading is not None:
            return False
        return folded(heading) == folded(self._title) or (
            not self._blocks and is_part_of(heading, self._title)
        )

    def _end_section(self) -> None:
        level, title = self._heading or (1, "")
        index = len(self._sections)
        wanted = anchor = title.replace(" ", "_")
        while anchor in self._anchors:
            number = self._anchors[wanted] = self._anchors[wanted] + 1
            anchor = f"{wanted}_{number}"
        self._anchors[anchor] = 1
        self._sections.append(
            Section(index, str(index) if index else "", anchor, level, Inline(title), tuple(self._blocks))
        )
        self._blocks.clear()

    def finish(self) -> tuple[Section, ...]:
        self._end_section()
        return tuple(self._sections)


def _name(body: str) -> str:
    end = 0
    while end < len(body) and end < 40 and (body[end].isalnum() or body[end] in "-:"):
        end += 1
    return body[:end].lower() if body[:1].isalpha() else ""


def _find_end(source: str, name: str, start: int) -> int:
    lower, upper = source.find(f"</{name}", start), source.find(f"</{name.upper()}", start)
    return min(lower, upper) if lower >= 0 and upper >= 0 else max(lower, upper)
