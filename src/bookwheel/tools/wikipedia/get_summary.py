"""`wikipedia_get_summary`: the few sentences that say what something is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bookwheel.tools.tool import Json, LiveTool, Result
from bookwheel.tools.wikipedia import contract, wording

if TYPE_CHECKING:
    from bookwheel.live.summaries import SummaryAnswer
    from bookwheel.live.wiki import Live


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The arguments of wikipedia_get_summary."""

    title: str
    language: str = "en"


async def run(live: Live, arguments: Arguments) -> Result:
    """Answer one call."""
    from bookwheel.live import summaries

    answer = await summaries.summarise(live, arguments.title, arguments.language)
    summary = answer.summary
    latitude, longitude = summary.coordinates or (None, None)
    data: Json = {
        "title": summary.title,
        "page_type": summary.kind,
        **wording.given(
            pageid=summary.page_id, wikibase_item=summary.about.item, description=summary.about.description
        ),
        "extract": answer.text,
        **wording.given(
            thumbnail_url=summary.thumbnail,
            latitude=latitude,
            longitude=longitude,
            url=summary.url,
            revision_id=summary.revision_id,
            last_modified=summary.modified,
        ),
        "language": answer.edition.code,
    }
    return Result(data, _text(data, answer), meta=wording.meta(answer.provenance))


def _text(data: Json, answer: SummaryAnswer) -> str:
    item = f" ({data['wikibase_item']})" if "wikibase_item" in data else ""
    head = [f"**{wording.plain(data['title'])}**{item}"]
    if data["page_type"] == "disambiguation":
        head.append(
            "A disambiguation page: the title has several meanings. Find the one you mean with "
            "wikipedia_search_articles, or read the page with wikipedia_get_article."
        )
    elif not data["extract"]:
        head.append("The page has no summary; read it with wikipedia_get_article.")
    head += wording.circumstances(answer.provenance, answer.edition)
    place = f"Coordinates: {data['latitude']}, {data['longitude']}." if "latitude" in data else ""
    changed = f" of {data['last_modified']}" if "last_modified" in data else ""
    revision = f"Revision {data['revision_id']}{changed}." if "revision_id" in data else ""
    foot = [place, f"Source: {data['url']}" if "url" in data else "", revision]
    prose = "\n\n".join(part for part in (data.get("description", ""), data["extract"]) if part)
    return wording.document(head, prose, foot, title=data["title"])


TOOL = LiveTool(
    name="wikipedia_get_summary",
    title="Summary of a Wikipedia article",
    description=(
        "Answer “what is X?” in a few sentences: the start of the article's introduction, with description, Wikidata "
        "item, coordinates and citation. Cheapest read; use wikipedia_get_article for more (section_index 0 is the "
        'whole introduction). Example: {"title": "Eiffel Tower"}. Also called: define, who is, abstract.'
    ),
    input_schema=contract.parameters(
        {"title": contract.text(contract.TITLE), "language": contract.language()}, required=("title",)
    ),
    output_schema=contract.answer(
        {
            "title": contract.STRING,
            "page_type": contract.STRING,
            "pageid": contract.NUMBER,
            "wikibase_item": contract.STRING,
            "description": contract.STRING,
            "extract": contract.STRING,
            "thumbnail_url": contract.STRING,
            "latitude": contract.NUMBER,
            "longitude": contract.NUMBER,
            "url": contract.STRING,
            "revision_id": contract.STRING,
            "last_modified": contract.STRING,
            "language": contract.STRING,
        },
        required=("title", "page_type", "extract", "language"),
    ),
    arguments=Arguments,
    run=run,
)
