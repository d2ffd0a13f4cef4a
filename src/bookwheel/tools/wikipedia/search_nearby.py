"""`wikipedia_search_nearby`: articles about places around a point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bookwheel.live.limits import MAX_NEARBY, MAX_RADIUS_METRES
from bookwheel.tools.counting import counted
from bookwheel.tools.tool import Json, LiveTool, Result
from bookwheel.tools.wikipedia import contract, wording

if TYPE_CHECKING:
    from bookwheel.live.searching import NearbyAnswer
    from bookwheel.live.wiki import Live


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The arguments of wikipedia_search_nearby."""

    latitude: float
    longitude: float
    radius_meters: int = 1000
    limit: int = 10
    language: str = "en"


async def run(live: Live, arguments: Arguments) -> Result:
    """Answer one call."""
    from bookwheel.live import searching

    point = (arguments.latitude, arguments.longitude)
    answer = await searching.nearby(live, point, arguments.radius_meters, arguments.limit, arguments.language)
    rows: list[Json] = [
        {
            "title": place.title,
            "pageid": place.page_id,
            "latitude": place.latitude,
            "longitude": place.longitude,
            "distance_meters": place.distance,
            **wording.given(description=place.about.description, wikibase_item=place.about.item),
        }
        for place in answer.places
    ]
    data: Json = {
        "results": rows,
        "language": answer.edition.code,
        "queryLatitude": arguments.latitude,
        "queryLongitude": arguments.longitude,
        "radiusMetersUsed": answer.radius_metres,
        "truncated": answer.is_truncated,
        "shown": len(rows),
        "cap": arguments.limit,
    }
    if notice := _notice(answer, arguments.limit):
        data["notice"] = notice
    return Result(data, _text(data, answer), meta=wording.meta(answer.provenance))


def _notice(answer: NearbyAnswer, limit: int) -> str:
    sentences: list[str] = []
    if answer.is_truncated:
        sentences.append(
            f"There may be more than the {MAX_NEARBY} that can be listed: use a smaller radius around several points."
            if limit >= MAX_NEARBY
            else "There are more places inside the radius: raise limit, or use a smaller radius."
        )
    if not answer.places:
        tip = (
            "use a larger radius_meters, or another point"
            if answer.radius_metres < MAX_RADIUS_METRES
            else "try another point"
        )
        sentences.append(f"No article with coordinates lies inside the radius: {tip}.")
    if answer.is_partial:
        sentences.append("Wikipedia's answer was cut short: places may be missing.")
    return " ".join(sentences)


def _text(data: Json, answer: NearbyAnswer) -> str:
    head = [
        (
            f"{counted(data['shown'], 'article')} within {data['radiusMetersUsed']:,} m of {data['queryLatitude']}, "
            f"{data['queryLongitude']} in {data['language']}, nearest first."
        ),
        *wording.circumstances(answer.provenance, answer.edition),
    ]
    lines = [
        f"{position}. **{wording.plain(row['title'])}**"
        f"{wording.about(row.get('description', ''), row.get('wikibase_item', ''))}, "
        f"{row['distance_meters']:,} m ({row['latitude']}, {row['longitude']})"
        for position, row in enumerate(data["results"], 1)
    ]
    return wording.document(head, "\n".join(lines), [data.get("notice", "")])


TOOL = LiveTool(
    name="wikipedia_search_nearby",
    title="Wikipedia articles near a place",
    description=(
        "Find articles about places around coordinates, nearest first, with distance and description. Get coordinates "
        "from wikipedia_get_summary. Only articles that carry coordinates are found. "
        'Example: {"latitude": 48.8583, "longitude": 2.2945}. Also called: what is near, sights around, geosearch.'
    ),
    input_schema=contract.parameters(
        {
            "latitude": contract.number("Decimal degrees, -90 to 90."),
            "longitude": contract.number("Decimal degrees, -180 to 180."),
            "radius_meters": contract.count("More than 10000 means 10000.", default=1000, minimum=10),
            "limit": contract.count("Most results.", default=10, minimum=1, maximum=MAX_NEARBY),
            "language": contract.language(),
        },
        required=("latitude", "longitude"),
    ),
    output_schema=contract.answer(
        {
            "results": contract.rows(
                {
                    "title": contract.STRING,
                    "pageid": contract.NUMBER,
                    "latitude": contract.NUMBER,
                    "longitude": contract.NUMBER,
                    "distance_meters": contract.NUMBER,
                    "description": contract.STRING,
                    "wikibase_item": contract.STRING,
                },
                required=("title", "pageid", "latitude", "longitude", "distance_meters"),
            ),
            "language": contract.STRING,
            "queryLatitude": contract.NUMBER,
            "queryLongitude": contract.NUMBER,
            "radiusMetersUsed": contract.NUMBER,
            "truncated": contract.BOOLEAN,
            "shown": contract.NUMBER,
            "cap": contract.NUMBER,
            "notice": contract.STRING,
        },
        required=(
            "results",
            "language",
            "queryLatitude",
            "queryLongitude",
            "radiusMetersUsed",
            "truncated",
            "shown",
            "cap",
        ),
    ),
    arguments=Arguments,
    run=run,
)
