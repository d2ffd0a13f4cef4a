"""Our rules for titles against MediaWiki's own, on many made titles."""

from __future__ import annotations

import json
import random
from urllib.parse import urlencode

import pytest

from bookwheel.errors import BookwheelError, NotFound
from bookwheel.live import titles
from live.upstream import Seen
from mediawiki.conftest import Wikis

pytestmark = pytest.mark.anyio

PARTS = [
    "a", "B", "moon", "é", "ß", "ж", "東", "e\u0301", "\u212b", " ", "  ", "_", "\u00a0", "\u2003", "\u3000", "\u200e", "\u202a",
    "/", ".", "..", "./", "/.", "%", "%4", "%41", "%zz", "&", "&amp;", "&lt;", "&foo;", "&#65;", "&#x41;", "?", "+", "=", "'", '"', "~",
    "~~", "~~~", "(", ")", "!", "*", ",", ";", "@", "$", "^", "`", "\\", "-", "–", "<", ">", "[", "]", "{", "}", "|", "\ufffd",
    "\x01", "\x7f", "x" * 90, "é" * 60, "#", "#x", "0", "100",
]  # fmt: skip


def made_titles(count: int) -> list[str]:
    chance = random.Random(20_261_130)
    made = ["".join(chance.choices(PARTS, k=chance.randint(1, 5))) for _ in range(count)]
    # Pipes separate titles in a request; a colon may name one of the wiki's own namespaces; ends we trim ourselves.
    return sorted(
        {title for title in made if "|" not in title and ":" not in title and title == title.strip("\t\r\n")}
    )


async def judged(wikis: Wikis, batch: list[str]) -> dict[str, str]:
    """What the wiki calls each title: its name, "invalid", or "blank"."""
    verdicts: dict[str, str] = {}
    for title in batch:
        target = "/en/w/api.php?" + urlencode(
            {"action": "query", "format": "json", "formatversion": "2", "titles": title, "prop": ""}
        )
        query = json.loads((await wikis.forward(Seen("GET", target, target, {}, {}, 0.0))).body).get(
            "query", {}
        )
        page = next(iter(query.get("pages", [])), None)
        verdicts[title] = "blank" if page is None else "invalid" if page.get("invalid") else page["title"]
    return verdicts


def ours(title: str) -> str:
    try:
        return titles.normalise(title)
    except NotFound:
        return "blank"
    except BookwheelError:
        return "invalid"


async def test_our_titles_are_the_wikis(wikis: Wikis) -> None:
    differences: list[tuple[str, str, str]] = []
    verdicts = await judged(wikis, made_titles(400))
    kinds = {"blank": 0, "invalid": 0, "name": 0}
    for title, theirs in verdicts.items():
        mine = ours(title)
        kinds[theirs if theirs in kinds else "name"] += 1
        # A title without a name is invalid to the wiki and nothing to look for to us; a small first letter may stay,
        # where not every wiki agrees on its capital.
        is_same = mine == theirs or (mine == "blank" and theirs in ("invalid", "blank"))
        if not is_same and mine not in kinds and not titles._CAPITALISED.match(mine):
            is_same = mine.casefold() == theirs.casefold()
        if not is_same:
            differences.append((title, mine, theirs))
    assert differences == []
    assert min(kinds["invalid"], kinds["name"]) > 80
