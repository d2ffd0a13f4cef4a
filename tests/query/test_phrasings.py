"""Every phrasing of the tables is understood as what it stands for, whatever its optional words are."""

from __future__ import annotations

import random
import re

import pytest

from bookwheel.query import Operation as Op
from bookwheel.query import languages, parse, phrases
from bookwheel.query.row import Row
from bookwheel.query.template import fold

SAID = {
    "archive": "wiki_en",
    "namespace": "C",
    "section": "History",
    "content_type": "text/html",
    "other": "Paris",
}
ROWS = (*phrases.ENGLISH, *languages.GERMAN, *languages.FRENCH, *languages.SPANISH)
# What two operations answer alike may be said in the words of either.
ALIKE = {
    (Op.BROWSE, Op.WALK),  # list all articles
    (Op.STRUCTURE, Op.CONTENTS),  # list of sections of X
    (Op.TELL, Op.GET_ARTICLE),  # show X
}
SENTENCES = 6


class TwoTitles:
    """Two articles and an archive."""

    def is_title(self, text: str) -> bool:
        return fold(text).strip("?!. ") in {"tiger", "paris"}

    def is_title_as_written(self, text: str) -> bool:
        return fold(text) in {"tiger", "paris"}

    def is_near_title(self, text: str) -> bool:
        return False

    def is_archive(self, text: str) -> bool:
        return text in {"wiki_en", "wiki_en.zim"}


def _sentence(template: str, chance: random.Random) -> str:
    """Return one of the sentences that a template stands for."""
    macros = {**phrases.MACROS, **languages.MACROS}
    while macro := re.search(r"<(\w+)>", template):
        template = template.replace(macro[0], f"({macros[macro[1]]})")
    while group := re.search(r"[\[(]([^\[\]()]*)[\])]", template):
        said = chance.choice(group[1].split("|"))
        is_left_out = group[0].startswith("[") and chance.random() < 0.6
        template = template[: group.start()] + ("" if is_left_out else said) + template[group.end() :]
    for slot, kind in re.findall(r"\{(\w+)(?::(\w+))?\}", template):
        said = {"file": "I/tiger.png", "zim": "wiki_en.zim"}.get(kind, SAID.get(slot, "Tiger"))
        template = re.sub(rf"\{{{slot}(?::\w+)?\}}", said, template, count=1)
    return re.sub(r"' ", "'", " ".join(template.split()))


@pytest.mark.parametrize(
    "row", ROWS, ids=lambda row: f"{row.operation.name}-{row.language}-{ROWS.index(row)}"
)
def test_every_phrasing_means_its_operation(row: Row) -> None:
    chance = random.Random(7)
    for template in row.templates.strip().splitlines():
        for _ in range(SENTENCES):
            sentence = _sentence(template.strip(), chance)
            for said in (sentence, f"{sentence.capitalize()}?", f"please {sentence}, thanks"):
                first = parse(said, TwoTitles()).intents[0]
                assert first.operation is row.operation or (row.operation, first.operation) in ALIKE, said
                topics = {"tiger", "i/tiger.png"} if "{topic" in template else {""}
                assert first.topic.lower() in topics, said
