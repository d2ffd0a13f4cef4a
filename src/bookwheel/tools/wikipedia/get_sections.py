"""`wikipedia_get_sections`: the table of contents, as indices to read by."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bookwheel.document.outline import walk
from bookwheel.render.text import section_title
from bookwheel.tools.counting import counted
from bookwheel.tools.tool import Json, LiveTool, Result
from bookwheel.tools.wikipedia import contract, wording

if TYPE_CHECKING:
    from bookwheel.live.pages import LivePage
    from bookwheel.live.wiki import Live


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The arguments of wikipedia_get_sections."""

    title: str
    language: str = "en"


async def run(live: Live, arguments: Arguments) -> Result:
    """Answer one call."""
    from bookwheel.live import outcomes, pages

    page = await pages.read_page(live, arguments.title, arguments.language)
    found = list(walk(page.document.sections))
    if len(found) < 2:
        raise outcomes.no_sections(page.facts.title)
    rows: list[Json] = [
        {
            "index": section.index,
            "number": _ascii_digits(section.number) or "0",
            "title": section_title(section),
            "level": section.level,
        }
        for section in found
    ]
    data: Json = {
        "title": page.facts.title,
        **wording.given(pageid=page.facts.page_id),
        "sections": rows,
        "total_sections": len(rows),
        "language": page.edition.code,
    }
    return Result(data, _text(data, page), meta=wording.meta(page.provenance))


def _ascii_digits(number: str) -> str:
    """Return a section number in the digits 0 to 9, whatever digits the edition writes."""
    return "".join(str(unicodedata.digit(c, c)) for c in number)


def _text(data: Json, page: LivePage) -> str:
    head = [
        (
            f"**{wording.plain(data['title'])}**: {counted(data['total_sections'], 'section')}. Read one with wikipedia_get_article "
            "and its section_index."
        ),
        *wording.circumstances(page.provenance, page.edition),
    ]
    lines = [
        f"{'  ' * max(row['level'] - 2, 0)}- {row['index']}: {wording.plain(row['title'])} ({row['number']})"
        for row in data["sections"]
    ]
    return wording.document(head, "\n".join(lines), title=data["title"])


TOOL = LiveTool(
    name="wikipedia_get_sections",
    title="Sections of a Wikipedia article",
    description=(
        "List the sections of an article (index, number, title, level) to read only the part you need: pass index as "
        'section_index to wikipedia_get_article. Example: {"title": "Moon"}. '
        "Also called: table of contents, outline, structure."
    ),
    input_schema=contract.parameters(
        {"title": contract.text(contract.TITLE), "language": contract.language()}, required=("title",)
    ),
    output_schema=contract.answer(
        {
            "title": contract.STRING,
            "pageid": contract.NUMBER,
            "sections": contract.rows(
                {
                    "index": contract.NUMBER,
                    "number": contract.STRING,
                    "title": contract.STRING,
                    "level": contract.NUMBER,
                },
                required=("index", "number", "title", "level"),
            ),
            "total_sections": contract.NUMBER,
            "language": contract.STRING,
        },
        required=("title", "sections", "total_sections", "language"),
    ),
    arguments=Arguments,
    run=run,
)
