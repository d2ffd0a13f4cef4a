"""Language codes and the wikis they mean."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bookwheel.errors import InvalidValue, Unavailable
from bookwheel.live import outcomes
from bookwheel.live.editions import LIST_SECONDS, RETRY_SECONDS, Edition, Editions, known, shipped
from bookwheel.live.settings import LiveSettings

pytestmark = pytest.mark.anyio


class Matrix:
    """A list of wikis that counts how often it is asked for."""

    def __init__(self, *codes: str) -> None:
        self.codes = frozenset(codes)
        self.asked = 0
        self.failure: Unavailable | None = None
        self.now = 0.0

    async def fetch(self) -> frozenset[str]:
        self.asked += 1
        if self.failure is not None:
            raise self.failure
        return self.codes

    def editions(self, **changes: str) -> Editions:
        clock: Callable[[], float] = lambda: self.now  # noqa: E731
        return Editions(LiveSettings(**changes), self.fetch, clock)  # type: ignore[arg-type]


def test_the_shipped_list_has_every_edition() -> None:
    table = shipped()
    assert len(table.codes) == 364
    assert {"en", "simple", "be-tarask", "zh-min-nan", "map-bms", "aa", "tok"} <= table.codes
    assert set(table.aliases.values()) | set(table.variants.values()) | table.case_sensitive <= table.codes
    assert set(table.names.values()) <= table.codes
    assert not (set(table.aliases) | set(table.variants) | set(table.names)) & table.codes


@pytest.mark.parametrize(
    ("code", "edition"),
    [
        ("gsw", "als"), ("nan", "zh-min-nan"), ("be-x-old", "be-tarask"), ("nb", "no"), ("yue", "zh-yue"),
        ("lzh", "zh-classical"), ("simple", "simple"), ("EN", "en"), (" de ", "de"), ("nothing", ""),
    ],
)  # fmt: skip
def test_both_spellings_of_an_edition_are_known(code: str, edition: str) -> None:
    assert known(code) == edition


async def test_a_shipped_code_asks_nobody() -> None:
    matrix = Matrix()
    assert await matrix.editions().resolve("EN") == Edition("en")
    assert matrix.asked == 0


@pytest.mark.parametrize(
    ("code", "edition"),
    [("zh-hans", "zh"), ("zh-tw", "zh"), ("ZH-Hant", "zh"), ("sr-latn", "sr"), ("kk-cyrl", "kk")],
)
async def test_a_variant_selects_an_edition_and_a_script(code: str, edition: str) -> None:
    assert await Matrix().editions().resolve(code) == Edition(edition, code.lower(), converts=True)
    assert await Matrix().editions().resolve(edition) == Edition(edition, converts=True)


async def test_titles_are_case_sensitive_in_a_few_editions() -> None:
    assert not (await Matrix().editions().resolve("jbo")).capitalises


@pytest.mark.parametrize(
    "malformed",
    ["", " ", "e", "en_US", "zh_TW", "en-", "-en", "ninelette", "en.evil.example", "../en", "e1", "en/.."],
)
async def test_a_malformed_code_is_refused_and_asks_nobody(malformed: str) -> None:
    matrix = Matrix("en_US", "e")
    with pytest.raises(InvalidValue, match="is not a language code") as caught:
        await matrix.editions().resolve(malformed)
    assert caught.value.reason == "invalid_language"
    assert "http" not in caught.value.message
    assert matrix.asked == 0


async def test_an_unknown_code_is_looked_up_once_a_day() -> None:
    matrix = Matrix("qqx")
    editions = matrix.editions()
    assert await editions.resolve("qqx") == Edition("qqx")
    with pytest.raises(InvalidValue, match="names no edition"):
        await editions.resolve("xx")
    assert matrix.asked == 1
    matrix.now = LIST_SECONDS + 1
    assert await editions.resolve("qqx") == Edition("qqx")
    assert matrix.asked == 2


async def test_the_last_good_list_serves_while_the_wiki_fails() -> None:
    matrix = Matrix("qqx")
    editions = matrix.editions()
    await editions.resolve("qqx")
    matrix.failure = outcomes.unavailable("en.wikipedia.org", "fails")
    matrix.now = LIST_SECONDS + 1
    assert await editions.resolve("qqx") == Edition("qqx")
    with pytest.raises(InvalidValue):
        await editions.resolve("xx")
    assert matrix.asked == 2  # a failed look-up is not repeated at once
    matrix.now += RETRY_SECONDS + 1
    await editions.resolve("qqx")
    assert matrix.asked == 3


@pytest.mark.parametrize(
    ("language", "nearest"),
    [
        ("en-US", "en"), ("en_US", "en"), ("zh_TW", "zh-tw"), ("English", "en"), ("Portuguese", "pt"), ("ger", "de"),
        ("français", "fr"), ("Chinese (simplified)", "zh"), ("Simple English", "simple"), ("cn", "zh"),
    ],
)  # fmt: skip
async def test_what_is_no_code_is_answered_with_the_nearest_one(language: str, nearest: str) -> None:
    matrix = Matrix()
    with pytest.raises(InvalidValue) as caught:
        await matrix.editions().resolve(language)
    assert caught.value.data["nearest_editions"][0] == nearest
    assert f"Nearest: {nearest}" in caught.value.hint
    await matrix.editions().resolve(nearest)


async def test_one_wiki_for_every_language_checks_none() -> None:
    matrix = Matrix()
    editions = matrix.editions(base_url="http://127.0.0.1:9")
    assert await editions.resolve("Whatever_1") == Edition("whatever_1", capitalises=False)
    assert matrix.asked == 0
