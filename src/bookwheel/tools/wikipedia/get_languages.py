"""`wikipedia_get_languages`: the same article in other editions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bookwheel.tools.counting import counted
from bookwheel.tools.tool import Json, LiveTool, Result
from bookwheel.tools.wikipedia import contract, wording

if TYPE_CHECKING:
    from bookwheel.live.counterparts import Counterpart, Counterparts
    from bookwheel.live.wiki import Live


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The arguments of wikipedia_get_languages; None is "not given"."""

    title: str
    language: str = "en"
    editions: list[str] | None = None


async def run(live: Live, arguments: Arguments) -> Result:
    """Answer one call."""
    from bookwheel.live import counterparts

    answer = await counterparts.counterparts(live, arguments.title, arguments.language)
    chosen, missing = _choose(answer.found, arguments.editions)
    rows: list[Json] = [
        {
            "language_code": row.language,
            **wording.given(edition_code=row.edition),
            "title": row.title,
            **wording.given(url=row.url),
        }
        for row in chosen
    ]
    data: Json = {
        "source_title": answer.title,
        "source_language": answer.edition.code,
        "languages": rows,
        "total_languages": len(answer.found),
    }
    if missing is not None:
        data["missing"] = missing
    return Result(data, _text(data, answer), meta=wording.meta(answer.provenance))


def _choose(
    found: tuple[Counterpart, ...], wanted: list[str] | None
) -> tuple[list[Counterpart], list[str] | None]:
    """Return the counterparts in the wanted editions, and what is wanted and not there, as it was passed."""
    if wanted is None:
        return list(found), None
    names = {code: _names(code) for code in wanted}
    asked = set[str]().union(*names.values())
    chosen = [row for row in found if _names(row.language, row.edition) & asked]
    there = set[str]().union(*(_names(row.language, row.edition) for row in chosen))
    return chosen, list(dict.fromkeys(code for code, own in names.items() if not own & there))


def _names(*codes: str) -> set[str]:
    """Return every spelling an edition may be asked for by: its codes and what they stand for."""
    from bookwheel.live.editions import known, shipped

    plain = {code.strip().lower() for code in codes if code.strip()}
    meant = (known(code) or shipped().variants.get(code, "") for code in plain)
    return plain.union(edition for edition in meant if edition)


def _text(data: Json, answer: Counterparts) -> str:
    rows = data["languages"]
    head = [
        (
            f"**{wording.plain(data['source_title'])}** ({data['source_language']}) exists in "
            f"{counted(data['total_languages'], 'other edition')}{'' if len(rows) == data['total_languages'] else f'; {len(rows)} of those asked for'}. "
            "Pass the code in front as language."
        ),
        *wording.circumstances(answer.provenance, answer.edition),
    ]
    lines = [
        f"- {row.get('edition_code', row['language_code'])}: {wording.plain(row['title'])}"
        + (f" <{row['url']}>" if "url" in row else "")
        for row in rows
    ]
    foot: list[str] = []
    if missing := data.get("missing"):
        foot.append(f"Not in: {', '.join(wording.plain(code) for code in missing)}.")
        if any(data["source_language"] in _names(code) for code in missing):
            foot.append(f"{data['source_language']} is the edition the list is for, so it is not in it.")
    if answer.is_partial:
        foot.append("The list is incomplete: the wiki did not send its end.")
    return wording.document(head, "\n".join(lines), foot)


TOOL = LiveTool(
    name="wikipedia_get_languages",
    title="Other languages of a Wikipedia article",
    description=(
        "List the same article in other language editions: titles, addresses, and edition_code to pass as language to "
        "the other tools. Give editions to ask only for some of the hundreds. "
        'Example: {"title": "Moon", "editions": ["fr", "de"]}. Also called: translate title, interlanguage links.'
    ),
    input_schema=contract.parameters(
        {
            "title": contract.text(contract.TITLE),
            "language": contract.language(),
            "editions": {
                "description": "Editions to keep; those without the article come back in missing.",
                "minItems": 1,
                "type": "array",
                "items": {"type": "string"},
            },
        },
        required=("title",),
    ),
    output_schema=contract.answer(
        {
            "source_title": contract.STRING,
            "source_language": contract.STRING,
            "languages": contract.rows(
                {
                    "language_code": contract.STRING,
                    "edition_code": contract.STRING,
                    "title": contract.STRING,
                    "url": contract.STRING,
                },
                required=("language_code", "title"),
            ),
            "total_languages": contract.NUMBER,
            "missing": {"type": "array", "items": contract.STRING},
        },
        required=("source_title", "source_language", "languages", "total_languages"),
    ),
    arguments=Arguments,
    run=run,
)
