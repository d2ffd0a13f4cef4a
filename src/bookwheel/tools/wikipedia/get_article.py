"""`wikipedia_get_article`: a whole article, or one of its sections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bookwheel.document.model import Infobox, Table
from bookwheel.document.outline import walk
from bookwheel.render.fence import fence
from bookwheel.render.text import MAX_FULL_BYTES, full_text, outline, section_text, section_title
from bookwheel.tools.tool import Json, LiveTool, Result
from bookwheel.tools.wikipedia import contract, wording

if TYPE_CHECKING:
    from bookwheel.live.pages import LivePage
    from bookwheel.live.wiki import Live

MAX_NAMED = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The arguments of wikipedia_get_article; None is "not given"."""

    title: str
    section_index: int | None = None
    language: str = "en"


async def run(live: Live, arguments: Arguments) -> Result:
    """Answer one call."""
    from bookwheel.live import pages

    page = await pages.read_page(live, arguments.title, arguments.language)
    data = _whole(page) if arguments.section_index is None else _section(page, arguments.section_index)
    return Result(data, _text(data, page), meta=wording.meta(page.provenance))


def _whole(page: LivePage) -> Json:
    text = full_text(page.document)
    size = len(text.encode("utf-8", "replace"))
    is_long = size > MAX_FULL_BYTES
    found: Json = {
        **_head(page),
        "content": _outline(page, size) if is_long else text,
        "content_type": "full_article",
        "truncated": is_long,
    }
    if is_long:
        found |= {"original_length": len(text), "sections_suggested": True}
    return {**found, **_citation(page), **wording.given(last_modified=page.facts.modified), **_tail(page)}


def _outline(page: LivePage, size: int) -> str:
    lines = outline(page.document)
    if len(lines.encode()) > MAX_FULL_BYTES:  # thousands of headings
        first = lines.encode()[:MAX_FULL_BYTES].decode(errors="ignore").rpartition("\n")[0]
        lines = f"{first}\n… and {lines.count(chr(10)) - first.count(chr(10)):,} sections more."
    return (
        f"The article is long ({size:,} bytes). Its sections, each with the size of its own read:\n\n"
        f"{lines}\n\n"
        "Read one with wikipedia_get_article and its section_index; wikipedia_get_sections lists them as data."
    )


def _section(page: LivePage, index: int) -> Json:
    from bookwheel.live import outcomes, sections

    section = sections.find(page.document, index)
    if section is None:
        valid = [known.index for known in walk(page.document.sections)]
        raise outcomes.invalid_section(index, page.facts.title, valid)
    return {
        **_head(page),
        "content": section_text(page.document, section),
        "section_title": section_title(section),
        "content_type": "section",
        "truncated": False,
        **_citation(page),
        **_tail(page),
    }


def _head(page: LivePage) -> Json:
    return {"title": page.facts.title, **wording.given(pageid=page.facts.page_id)}


def _citation(page: LivePage) -> Json:
    return wording.given(url=page.url, revision_id=page.facts.revision_id)


def _tail(page: LivePage) -> Json:
    return {"language": page.edition.code}


def _text(data: Json, page: LivePage) -> str:
    section = f", section “{wording.plain(data['section_title'])}”" if "section_title" in data else ""
    head = [
        f"**{wording.plain(data['title'])}**{section}",
        *wording.circumstances(page.provenance, page.edition),
    ]
    if not data["content"]:
        head.append("There is no text here.")
    changed = f" of {data['last_modified']}" if "last_modified" in data else ""
    is_full = data["content_type"] == "full_article"
    foot = [
        _choices(page) if is_full else "",
        _left_out(page) if is_full and not data["truncated"] else "",
        f"Source: {data['url']}" if "url" in data else "",
        f"Revision {data['revision_id']}{changed}." if "revision_id" in data else "",
    ]
    return wording.document(head, data["content"], foot, title=data["title"])


def _choices(page: LivePage) -> str:
    """Return the pages a disambiguation page leads to, by their titles: its text may call them by other words."""
    targets = list(dict.fromkeys(entry.target for entry in page.document.disambiguation if entry.target))
    if not page.document.is_disambiguation or not targets:
        return ""
    names = fence("\n".join(f"- {wording.plain(target.replace('_', ' '))}" for target in targets))
    return f"A disambiguation page. Titles of the pages it leads to:\n{names}\n"


def _left_out(page: LivePage) -> str:
    """Return where the tables and infoboxes are that a whole read goes without."""
    having = [
        str(section.index)
        for section in walk(page.document.sections)
        if any(isinstance(block, (Table, Infobox)) for block in section.blocks)
    ]
    more = f" and {len(having) - MAX_NAMED} more" if len(having) > MAX_NAMED else ""
    named = f"{', '.join(having[:MAX_NAMED])}{more}"
    return f"Tables and infoboxes are left out; read them by section_index: {named}." if having else ""


TOOL = LiveTool(
    name="wikipedia_get_article",
    title="Read a Wikipedia article",
    description=(
        "Read an article as plain text with == Heading == lines, formulas as TeX, code fenced. Without section_index: "
        "the whole text without tables and infoboxes, or an outline of sections when it is long. With section_index "
        "(from wikipedia_get_sections or the outline): that section and those inside it, tables and infobox included; "
        '0 is the introduction. Example: {"title": "Moon", "section_index": 3}. Also called: full text, read page.'
    ),
    input_schema=contract.parameters(
        {
            "title": contract.text(contract.TITLE),
            "section_index": contract.count("Section to read; absent: the whole.", default=None, minimum=0),
            "language": contract.language(),
        },
        required=("title",),
    ),
    output_schema=contract.answer(
        {
            "title": contract.STRING,
            "pageid": contract.NUMBER,
            "content": contract.STRING,
            "section_title": contract.STRING,
            "content_type": contract.STRING,
            "truncated": contract.BOOLEAN,
            "original_length": contract.NUMBER,
            "sections_suggested": contract.BOOLEAN,
            "url": contract.STRING,
            "revision_id": contract.STRING,
            "last_modified": contract.STRING,
            "language": contract.STRING,
        },
        required=("title", "content", "content_type", "truncated", "language"),
    ),
    arguments=Arguments,
    run=run,
    returns_page_text=True,
)
