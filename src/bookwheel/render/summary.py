"""The start of a page that answers what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from bookwheel.document.model import (
    Block,
    DisambiguationEntry,
    Document,
    Inline,
    Link,
    ListBlock,
    MathBlock,
    Paragraph,
    Quote,
    Section,
)
from bookwheel.document.outline import walk
from bookwheel.render.budget import piece
from bookwheel.render.escape import code_span, escape_inline, guard_lines
from bookwheel.render.markdown import render_blocks
from bookwheel.render.nesting import flat_lines
from bookwheel.render.options import COMPACT
from bookwheel.render.text import section_title
from bookwheel.render.words import count_words, end_of_words

MAX_SUMMARY_WORDS: Final = 200

_LEAST_LETTERS: Final = 20  # a line with fewer is a label, unless it is a sentence
_LEAST_LETTERS_OF_SENTENCE: Final = 6
_SENTENCE_ENDS: Final = tuple(".!?…:。！？：।؟۔")


class Summary(NamedTuple):
    """A summary in compact Markdown, without links and note marks.

    section_id, section_title: where the text comes from when not from the lead, else "".
    is_truncated: more text of the same section, or more choices of a disambiguation page, were left out.
    """

    text: str
    word_count: int
    is_truncated: bool
    section_id: str = ""
    section_title: str = ""
    is_disambiguation: bool = False


def summary(document: Document, max_words: int = MAX_SUMMARY_WORDS) -> Summary:
    """Return the first paragraphs of the lead, or of the next section that has prose; about `max_words` words.

    A disambiguation page gives its choices, a page without any prose its first lists and labels. The text is empty
    only when the page has neither.
    """
    if document.is_disambiguation and (choices := document.disambiguation or _without_links(document)):
        return _choices(document, choices, max_words)
    for choose in (_prose, _lines):
        for section in walk(document.sections):
            chunks = [
                chunk for block in choose(section.blocks) if (chunk := render_blocks((block,), COMPACT))
            ]
            if chunks:
                text, is_truncated = _first_words(chunks, max_words)
                origin = (section.anchor, section_title(section)) if section.index else ("", "")
                return Summary(text, count_words(text), is_truncated, *origin)
    return Summary("", 0, is_truncated=False)


def _without_links(document: Document) -> tuple[DisambiguationEntry, ...]:
    """Return the choices of a page whose links were left out when it was archived."""
    lists = (block for section in walk(document.sections) for block in section.blocks)
    lines = flat_lines(block for block in lists if isinstance(block, ListBlock))
    return tuple(DisambiguationEntry("", line.text) for line in lines if line.text.strip())


def _choices(document: Document, entries: Sequence[DisambiguationEntry], max_words: int) -> Summary:
    chunks = [render_blocks((block,), COMPACT) for block in _introduction(document.sections)]
    choices: list[str] = []
    for target, text in entries:
        parts = [guard_lines(escape_inline(" ".join(text.split()))), code_span(target) if target else ""]
        choices.append(f"- {': '.join(filter(None, parts))}")
    chunks.append("\n".join(choices))
    text, is_truncated = _first_words(["\n\n".join(chunks)], max_words)
    return Summary(text, count_words(text), is_truncated, is_disambiguation=True)


def _introduction(sections: Sequence[Section]) -> Sequence[Block]:
    """Return the paragraph in front of the choices, if there is one."""
    lead = sections[0].blocks if sections else ()
    return [block for block in lead if isinstance(block, Paragraph) and block.content.text.strip()][:1]


def _prose(blocks: Iterable[Block]) -> list[Block]:
    """Return the running text of a section from its first real paragraph on."""
    found: list[Block] = []
    for block in blocks:
        if isinstance(block, Paragraph):
            if found or is_prose(block.content):
                found.append(block)
        elif found and isinstance(block, (ListBlock, Quote, MathBlock)):
            found.append(block)
    return found


def _lines(blocks: Iterable[Block]) -> list[Block]:
    """Return whatever text a section has: the pages of lists and links."""
    return [block for block in blocks if isinstance(block, (Paragraph, ListBlock, Quote))]


def is_prose(content: Inline) -> bool:
    """Tell a real paragraph from coordinates, labels and rows of links."""
    text, marks = content
    letters = sum(map(str.isalpha, text))
    ends_sentence = text.rstrip("\"'”’»)」』 ").endswith(_SENTENCE_ENDS)
    if letters < (_LEAST_LETTERS_OF_SENTENCE if ends_sentence else _LEAST_LETTERS):
        return False
    linked = sum(mark.end - mark.start for mark in marks if isinstance(mark, Link))
    return ends_sentence or linked * 10 < len(text) * 8


def _first_words(chunks: Sequence[str], max_words: int) -> tuple[str, bool]:
    """Return the chunks up to `max_words` words, and whether something was left out."""
    taken: list[str] = []
    left = max_words
    for chunk in chunks:
        words = count_words(chunk)
        if words <= left:
            taken.append(chunk)
            left -= words
            continue
        # A paragraph that would be cut is left out when the ones before it already say enough.
        if not taken or left * 2 > max_words:
            cut = piece(chunk, 0, max(end_of_words(chunk, left), 1)).text.rstrip()
            taken.append(cut if cut.endswith(_SENTENCE_ENDS) or "\n" in cut else f"{cut} …")
        return "\n\n".join(taken), True
    return "\n\n".join(taken), False
