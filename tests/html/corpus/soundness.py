"""Faults that no rendering may have, whatever the page."""

from __future__ import annotations

import re
from collections.abc import Iterator

_FENCE = re.compile(r"^[ >]*(?:(?:-|\d{1,9}\.) +)*(`{3,})([^`]*)$")
_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
_TAG = re.compile(r"<(?:[A-Za-z][^<>\n]{0,200}>|/[A-Za-z]|!--|\?|![A-Za-z])")
_ROW = re.compile(r"^[ >]*(?:(?:-|\d{1,9}\.) +)*\|")


def outside_code(markdown: str) -> tuple[str, bool]:
    """Return the text with a short line for each code block, and whether every fence is closed."""
    lines: list[str] = []
    opened = 0
    for line in markdown.split("\n"):
        match = _FENCE.match(line)
        if opened:
            if match and len(match[1]) >= opened and not match[2].strip():
                opened = 0
        elif match:
            opened = len(match[1])
            lines.append("code")
        else:
            lines.append(line)
    return "\n".join(lines), not opened


def markdown_faults(markdown: str) -> Iterator[str]:
    """Yield what is wrong with a Markdown rendering."""
    prose, is_balanced = outside_code(markdown)
    if not is_balanced:
        yield "a code fence is not closed"
    unescaped = re.sub(r"\\.", "", _CODE_SPAN.sub("", re.sub(r"\\`", "", prose)))
    if tag := _TAG.search(unescaped):
        yield f"a tag: {tag[0][:60]}"
    if image := re.search(r"!\[[^\]]*\]\([^)]*\)", unescaped):
        yield f"an image: {image[0][:60]}"
    yield from table_faults(prose)
    if line := next((line for line in prose.split("\n") if line != line.rstrip()), None):
        yield f"a line ends in a blank: {line[-60:]!r}"
    if "\n\n\n" in prose:
        yield "two blank lines together"


def table_faults(prose: str) -> Iterator[str]:
    """Yield the rows that have not as many cells as the row before them."""
    width = 0
    for line in prose.split("\n"):
        if not _ROW.match(line):
            width = 0
            continue
        cells = len(re.findall(r"(?<!\\)\|", line)) - 1
        if width and cells != width:
            yield f"a row of {cells} cells below one of {width}: {line[:60]}"
        width = cells


def text_faults(text: str, page_text: str) -> Iterator[str]:
    """Yield what is wrong with a plain rendering; a tag may stand in it only as the page's own visible text."""
    prose, is_balanced = outside_code(text)
    if not is_balanced:
        yield "a code fence is not closed"
    for tag in _TAG.finditer(prose):
        if tag[0][:40] not in page_text:
            yield f"a tag: {tag[0][:60]}"
    yield from table_faults(prose)
