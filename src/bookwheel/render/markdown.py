"""A document as Markdown: the archive tools' form.

The output holds no HTML tag, no image and no construct that the document's text brings along by itself;
blocks are separated by one blank line, no line ends in a blank.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Final, NamedTuple

from bookwheel.document.model import Block, Document, Section
from bookwheel.document.outline import walk
from bookwheel.render.blocks import BlockWriter
from bookwheel.render.escape import escape_inline
from bookwheel.render.options import FULL, RenderOptions
from bookwheel.render.references import references_by_key

_JOINT: Final = "\n\n"


class Span(NamedTuple):
    """Where the body of a section stands in its page, in code points.

    text[start:end] is the section with its subsections, text[start:own_end] without; its heading lies before `start`.
    """

    start: int
    own_end: int
    end: int


class RenderedPage(NamedTuple):
    """A whole page, and where each section is in it, by section index."""

    text: str
    spans: dict[int, Span]


def render_markdown(document: Document, options: RenderOptions = FULL) -> str:
    """Return the whole page, its title as the first heading."""
    return render_page(document, options).text


def render_page(document: Document, options: RenderOptions = FULL) -> RenderedPage:
    """Return the whole page, its title as the first heading, with the place of every section."""
    writer = BlockWriter(options, references_by_key(document))
    title = escape_inline(" ".join(document.title.split()))
    chunks = [f"# {title}"] if title else []
    bodies: list[tuple[Section, int, int]] = []
    for section in walk(document.sections):
        if section.index:
            chunks.append(writer.heading(section))
        first = len(chunks)
        chunks += writer.section(section)
        bodies.append((section, first, len(chunks)))
    return RenderedPage(_JOINT.join(chunks), _spans(chunks, bodies))


def _spans(chunks: list[str], bodies: list[tuple[Section, int, int]]) -> dict[int, Span]:
    """Return the place of each section, given the chunks of its own body as a range."""
    ends = list(accumulate(chunks, lambda end, chunk: end + len(_JOINT) + len(chunk), initial=-len(_JOINT)))
    last: dict[int, int] = {}
    spans: dict[int, Span] = {}
    for section, first, stop in reversed(bodies):
        last[section.index] = last[section.subsections[-1].index] if section.subsections else stop
        is_empty = last[section.index] == first
        start = max(ends[first], 0) if is_empty else ends[first] + len(_JOINT)
        own_end = ends[stop] if stop > first else start
        spans[section.index] = Span(start, own_end, start if is_empty else ends[last[section.index]])
    return spans


def render_blocks(blocks: Iterable[Block], options: RenderOptions = FULL) -> str:
    """Return some blocks on their own: their tables count from 1, lists of references are left out."""
    return _JOINT.join(BlockWriter(options, {}).blocks(blocks))
