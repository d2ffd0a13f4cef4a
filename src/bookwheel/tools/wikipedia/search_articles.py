"""`wikipedia_search_articles`: full-text search in one edition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bookwheel.document.model import Citation, Page
from bookwheel.live.limits import SEARCH_WINDOW
from bookwheel.render.text import full_text
from bookwheel.tools.counting import counted
from bookwheel.tools.tool import Json, LiveTool, Result
from bookwheel.tools.wikipedia import contract, wording

if TYPE_CHECKING:
    from bookwheel.live.responses import About, SearchHit
    from bookwheel.live.searching import SearchAnswer
    from bookwheel.live.wiki import Live


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The arguments of wikipedia_search_articles."""

    query: str
    limit: int = 10
    offset: int = 0
    language: str = "en"


async def run(live: Live, arguments: Arguments) -> Result:
    """Answer one call."""
    from bookwheel.live import searching
    from bookwheel.live.responses import About

    answer = await searching.search(
        live, arguments.query, arguments.limit, arguments.offset, arguments.language
    )
    page = answer.page
    abouts = answer.abouts or {}
    hits = [_row(hit, abouts.get(hit.page_id, About())) for hit in page.hits[: arguments.limit]]
    reaches_end = arguments.offset + arguments.limit >= SEARCH_WINDOW
    is_cut = reaches_end and page.total > SEARCH_WINDOW
    next_offset = page.next_offset or 0
    goes_on = arguments.offset < next_offset < SEARCH_WINDOW and not is_cut
    data: Json = {
        "results": hits,
        "language": answer.edition.code,
        "effectiveQuery": arguments.query,
        "totalCount": page.total,
        "offset": arguments.offset,
        "shown": len(hits),
    }
    if goes_on:
        data["nextOffset"] = next_offset
    if is_cut:
        data |= {"truncated": True, "cap": SEARCH_WINDOW}
    if page.suggestion:
        data["suggestion"] = page.suggestion
    if notice := _notice(answer, arguments, shown=len(hits), is_cut=is_cut):
        data["notice"] = notice
    return Result(data, _text(data, answer), meta=wording.meta(answer.provenance))


def _row(hit: SearchHit, about: About) -> Json:
    return {
        "title": hit.title,
        "pageid": hit.page_id,
        "snippet": _plain_snippet(hit.snippet),
        "wordcount": hit.word_count,
        **wording.given(description=about.description, wikibase_item=about.item),
    }


def _plain_snippet(html: str) -> str:
    from bookwheel.html import (
        parse,  # the parser takes a while to import, and a search comes later than the start
    )

    page = Page(html.encode("utf-8", "replace"), "", Citation(title="", source="live"))
    return " ".join(full_text(parse(page)).split())


def _notice(answer: SearchAnswer, arguments: Arguments, *, shown: int, is_cut: bool) -> str:
    page = answer.page
    sentences: list[str] = []
    if not shown and not arguments.offset:
        tip = f" Did you mean “{page.suggestion}”?" if page.suggestion else " Try fewer or other words."
        sentences.append(f"Nothing matches the query.{tip}")
    elif arguments.offset and page.next_offset is None and not is_cut:
        sentences.append(f"These are the last results: {page.total} in all.")
    if is_cut:
        beyond = page.total - SEARCH_WINDOW
        sentences.append(
            f"Wikipedia gives no result past number {SEARCH_WINDOW}; {beyond} more cannot be reached. Narrow the query."
        )
    if answer.abouts is None:
        sentences.append("Descriptions and Wikidata items could not be loaded for this page.")
    if page.is_partial:
        sentences.append("Wikipedia's search ran out of time: the results may be incomplete.")
    return " ".join(sentences)


def _text(data: Json, answer: SearchAnswer) -> str:
    head = [
        (
            f"{counted(data['totalCount'], 'result')} for “{wording.plain(data['effectiveQuery'])}” in {data['language']}; "
            f"{data['shown']} from offset {data['offset']}."
        )
    ]
    head += wording.circumstances(answer.provenance, answer.edition)
    lines: list[str] = []
    for position, row in enumerate(data["results"], data["offset"] + 1):
        what = wording.about(row.get("description", ""), row.get("wikibase_item", ""))
        lines.append(f"{position}. **{wording.plain(row['title'])}**{what}, {row['wordcount']:,} words")
        if row["snippet"]:
            lines.append(f"   {wording.plain(row['snippet'])}")
    foot = [
        f"Next page: offset={data['nextOffset']}." if "nextOffset" in data else "",
        f"Spelling suggestion: “{wording.plain(data['suggestion'])}”." if "suggestion" in data else "",
        wording.plain(data.get("notice", "")),
    ]
    return wording.document(head, "\n".join(lines), foot)


TOOL = LiveTool(
    name="wikipedia_search_articles",
    title="Search Wikipedia",
    description=(
        "Find Wikipedia articles by words when you do not know the exact title. Gives titles, one-line descriptions "
        "(often enough to choose), snippets and Wikidata items; pass a title on to the reading tools. "
        'Example: {"query": "python language", "limit": 5}. Also called: find, look up, web search for facts.'
    ),
    input_schema=contract.parameters(
        {
            "query": contract.text("Words to find; search operators such as intitle: work."),
            "limit": contract.count("Results per page.", default=10, minimum=1, maximum=50),
            "offset": contract.count("nextOffset of the page before; below 10000.", default=0, minimum=0),
            "language": contract.language(),
        },
        required=("query",),
    ),
    output_schema=contract.answer(
        {
            "results": contract.rows(
                {
                    "title": contract.STRING,
                    "pageid": contract.NUMBER,
                    "snippet": contract.STRING,
                    "wordcount": contract.NUMBER,
                    "description": contract.STRING,
                    "wikibase_item": contract.STRING,
                },
                required=("title", "pageid", "snippet", "wordcount"),
            ),
            "language": contract.STRING,
            "effectiveQuery": contract.STRING,
            "totalCount": contract.NUMBER,
            "offset": contract.INTEGER,
            "shown": contract.INTEGER,
            "nextOffset": contract.INTEGER,
            "truncated": contract.BOOLEAN,
            "cap": contract.INTEGER,
            "suggestion": contract.STRING,
            "notice": contract.STRING,
        },
        required=("results", "language", "effectiveQuery", "totalCount", "offset", "shown"),
    ),
    arguments=Arguments,
    run=run,
)
