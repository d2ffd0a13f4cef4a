"""Which wiki a language code means: the editions of Wikipedia, their other names, and their script variants."""

from __future__ import annotations

import difflib
import functools
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib import resources
from typing import Final, NamedTuple

import anyio

from bookwheel.errors import BookwheelError
from bookwheel.live import outcomes
from bookwheel.live.settings import LiveSettings

LIST_SECONDS: Final = 86_400.0
RETRY_SECONDS: Final = 600.0

_WELL_FORMED = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")


class Edition(NamedTuple):
    """One wiki: `code` is its subdomain; `variant` the script its text is converted to, or "".

    capitalises: whether titles start with a capital letter there. converts: whether it is written in several scripts.
    """

    code: str
    variant: str = ""
    capitalises: bool = True
    converts: bool = False


@dataclass(frozen=True, slots=True)
class Shipped:
    """The list that comes with the package.

    codes: every edition, closed ones too (they can be read). aliases: other code → edition.
    variants: variant code → edition. case_sensitive: editions whose titles may start with a small letter.
    names: what people and models write in place of a code → edition.
    """

    codes: frozenset[str]
    aliases: dict[str, str]
    variants: dict[str, str]
    case_sensitive: frozenset[str]
    names: dict[str, str]


@functools.cache
def shipped() -> Shipped:
    """Return the list that comes with the package."""
    data = json.loads(resources.files("bookwheel.live").joinpath("editions.json").read_text("utf-8"))
    variants, names = (
        {word: code for code, words in data[kind].items() for word in words.split()}
        for kind in ("variants", "names")
    )
    return Shipped(
        codes=frozenset(" ".join(data["editions"]).split()),
        aliases=data["aliases"],
        variants=variants,
        case_sensitive=frozenset(data["case_sensitive"].split()),
        names=names,
    )


def known(code: str) -> str:
    """Return the edition that a code or an alias of the shipped list means, or ""."""
    code = code.strip().lower()
    code = shipped().aliases.get(code, code)
    return code if code in shipped().codes else ""


class Editions:
    """Resolves language codes. A code the package does not know is looked up in Wikimedia's list of wikis."""

    def __init__(
        self,
        settings: LiveSettings,
        fetch: Callable[[], Awaitable[frozenset[str]]],
        clock: Callable[[], float],
    ) -> None:
        self._settings = settings
        self._fetch = fetch
        self._clock = clock
        self._listed: frozenset[str] = frozenset()
        self._ask_again_at = float("-inf")
        self._asking = anyio.Lock()

    async def resolve(self, language: str) -> Edition:
        """Return the wiki for a language code.

        Raises InvalidValue (invalid_language) when it is malformed or no edition has it. With a base URL that names one
        wiki, every language means that wiki.
        """
        if not self._settings.has_editions:
            return Edition(language.strip().lower() or "en", capitalises=False)
        if not _WELL_FORMED.fullmatch(language.strip()):
            raise outcomes.invalid_language(language, "is not a language code", _nearest(language))
        code = language.strip().lower()
        table = shipped()
        if code in table.variants:
            return self._edition(table.variants[code], code)
        edition = known(code)
        if edition:
            return self._edition(edition)
        if code in await self._live_list():
            return self._edition(code)
        raise outcomes.invalid_language(language, "names no edition of Wikipedia", _nearest(code))

    def _edition(self, code: str, variant: str = "") -> Edition:
        table = shipped()
        converts = code in table.variants.values()
        return Edition(code, variant, capitalises=code not in table.case_sensitive, converts=converts)

    async def _live_list(self) -> frozenset[str]:
        """Return the codes Wikimedia lists, at most a day old; the last good list, or none, when it cannot be had."""
        async with self._asking:
            if self._clock() >= self._ask_again_at:
                try:
                    self._listed = await self._fetch()
                    self._ask_again_at = self._clock() + LIST_SECONDS
                except BookwheelError:
                    self._ask_again_at = self._clock() + RETRY_SECONDS
            return self._listed


def _nearest(language: str) -> list[str]:
    """Return the editions that may be meant, likeliest first: en for en_US, pt for Portuguese, de for ger."""
    table = shipped()
    code = "-".join(re.split(r"[\W_]+", language[:50].strip().lower()))
    named = [code] if code in table.variants else []
    named += [table.names.get(word) or known(word) for word in (code, code.partition("-")[0])]
    close = difflib.get_close_matches(code, sorted(table.codes), n=3, cutoff=0.6)
    return list(dict.fromkeys([edition for edition in named if edition] + close))[:3]
