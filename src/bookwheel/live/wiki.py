"""The live client: settings, connections, editions and caches that the operations share."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple, NoReturn, TypeVar

import anyio

from bookwheel.cache import ByteBoundedCache
from bookwheel.errors import RateLimited
from bookwheel.live import outcomes, requests, responses, titles
from bookwheel.live.client import Client, RedirectCircleError, host_of, open_client
from bookwheel.live.editions import Edition, Editions, known
from bookwheel.live.faults import UNREADABLE_RETRIES, PageMissingError, Reply, TitleRefusedError, read_action
from bookwheel.live.flights import Flights
from bookwheel.live.governor import Governor, UpstreamFaultError
from bookwheel.live.parsing import ParsingRoom
from bookwheel.live.requests import Request
from bookwheel.live.settings import LiveSettings
from bookwheel.live.shape import Json, ShapeError
from bookwheel.live.shelf import Fetch, Fetched, Kept, Shelf

T = TypeVar("T")

ANSWER_BYTES = 8 << 20
REDIRECT_BYTES = 1 << 20
ABSENCE_SECONDS = 3600.0
SILENCE_SECONDS = 300.0


class RouteMissingError(Exception):
    """The wiki has no such interface."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where an answer comes from, as far as it is not plain.

    stale_since: seconds since the epoch when an old answer was fetched that stands in for a failing wiki.
    variant: the script the text was converted to. redirected_from: the title that led here.
    redirect_section: the section a redirect points to; redirect_index: its index, where the page has such a section.
    """

    stale_since: float | None = None
    variant: str = ""
    redirected_from: str = ""
    redirect_section: str = ""
    redirect_index: int | None = None


class Absences:
    """Editions found to lack an interface. Believed for a while only: it may have been an odd page of some server between."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._until: dict[str, float] = {}

    def add(self, edition: str, seconds: float = ABSENCE_SECONDS) -> None:
        """Note that an edition lacks the interface."""
        self._until[edition] = self._clock() + seconds

    def __contains__(self, edition: str) -> bool:
        return self._until.get(edition, float("-inf")) > self._clock()


class Redirect(NamedTuple):
    """A title that leads to another, and to a section of it or ""; known until a time on the governor's clock."""

    title: str
    section: str
    until: float


@dataclass(slots=True)
class Live:
    """What every live operation needs. Make it with `open_live`."""

    settings: LiveSettings
    client: Client
    editions: Editions
    shelf: Shelf
    pages: Shelf
    redirects: ByteBoundedCache[tuple[Edition, str], Redirect]
    room: ParsingRoom
    without_rest_page: Absences
    without_rest_summary: Absences

    async def ask(self, request: Request, read: Callable[[Json], T]) -> T:
        """Return what `read` makes of an action API answer."""
        return await self.ask_reply(request, lambda reply: shaped(reply, read, read_action(reply)))

    async def ask_reply(self, request: Request, read: Callable[[Reply], T]) -> T:
        """Return what `read` makes of a response."""
        try:
            return await self.client.ask(request, read)
        except RedirectCircleError:
            host = host_of(request.url)
            raise outcomes.unavailable(host, "redirects in a circle", retryable=False) from None

    def within_time(self, fetch: Fetch[T], host: str) -> Fetch[T]:
        """Return `fetch` bounded by the time one answer may take in all."""

        async def bounded(kept: Kept[T] | None) -> Fetched[T]:
            try:
                with anyio.fail_after(self.settings.total_seconds):
                    return await fetch(kept)
            except TimeoutError:
                raise outcomes.out_of_time(host, self.settings.total_seconds) from None

        return bounded

    def host(self, edition: Edition) -> str:
        """Return the host that serves an edition."""
        return host_of(self.settings.base(edition.code))

    async def article_url(self, edition: Edition, title: str) -> str:
        """Return the address people read the page at."""
        pattern = await self._article_address(edition)
        return pattern.replace("$1", titles.article_path(title))

    async def _article_address(self, edition: Edition) -> str:
        guess = f"{self.settings.public_base(edition.code)}/wiki/$1"
        if self.settings.is_wikimedia:
            return guess

        async def fetch(kept: Kept[str] | None) -> Fetched[str]:
            if kept is not None and kept.value:  # it does not change
                return Fetched(None)
            asked = requests.article_address(self.settings, edition)
            try:
                return Fetched(await self.ask(asked, responses.article_address))
            except outcomes.FAILURES:
                return Fetched("")

        return (await self.shelf.get(("address", self.settings.base(edition.code)), fetch)).value or guess


def shaped(reply: Reply, read: Callable[[Json], T], payload: Json) -> T:
    """Return what `read` makes of a payload. Raises UpstreamFaultError when it has another shape."""
    try:
        return read(payload)
    except ShapeError:
        error = outcomes.malformed(reply.host, "data of an unknown shape")
        raise UpstreamFaultError(error, retries=UNREADABLE_RETRIES) from None


async def by_either(
    absences: Absences,
    edition: Edition,
    rest: Callable[[], Awaitable[T]],
    action: Callable[[], Awaitable[T]],
) -> T:
    """Return what the REST interface gives, or what the action API does where that interface is missing or fails.

    Raises what the REST interface failed with when both fail.
    """
    if edition.code in absences:
        return await action()
    try:
        return await rest()
    except RouteMissingError:
        absences.add(edition.code)
        return await action()
    except outcomes.FAILURES as failure:
        if isinstance(failure, RateLimited):  # it holds for the whole host
            raise
        try:
            answer = await action()
        except outcomes.FAILURES:
            raise failure from None
        # The next callers need not find out, too. For good: a server between refuses it, or it leads to a host only browsers know.
        absences.add(edition.code, SILENCE_SECONDS if failure.retryable else ABSENCE_SECONDS)
        return answer


async def redirect_section(live: Live, edition: Edition, title: str) -> str:
    """Return the section that a title's redirects point to, or "": a REST interface that follows them does not tell."""
    asked = requests.title_facts(live.settings, edition, title, nearest=0)
    with contextlib.suppress(*outcomes.FAILURES, PageMissingError, TitleRefusedError):
        return (await live.ask(asked, responses.title_facts)).section
    return ""


async def explain_missing(live: Live, edition: Edition, title: str) -> str:
    """Return the title under which the wiki does know the page, after the title itself was not found.

    Raises NotFound or InvalidValue that say what the title is: missing (with the nearest titles), refused, of
    another wiki, special, or a circle of redirects.
    """
    prefix, rest = titles.split_prefix(title)
    try:
        facts = await live.ask(requests.title_facts(live.settings, edition, title), responses.title_facts)
    except (PageMissingError, TitleRefusedError):
        raise outcomes.page_not_found(title, edition.code) from None
    except outcomes.FAILURES:
        other = known(prefix)
        if other and other != edition.code:
            raise outcomes.page_in_other_wiki(title, prefix, rest, other) from None
        raise outcomes.page_not_found(title, edition.code) from None
    if facts.status == "blank":  # the page is known to be missing, whatever this answer is
        raise outcomes.page_not_found(title, edition.code)
    if facts.status != "exists":
        refuse(live, facts, edition, title)
    return facts.title


def refuse(live: Live, facts: responses.TitleFacts, edition: Edition, title: str) -> NoReturn:
    """Raise what the facts about a title without a page mean."""
    match facts.status:
        case "interwiki":
            named, rest = titles.split_prefix(facts.title or title)
            prefix = facts.prefix or named
            # A prefix alone names no page there.
            raise outcomes.page_in_other_wiki(title, prefix, rest, known(prefix) if named else "")
        case "invalid":
            raise outcomes.invalid_title(title, "the wiki refuses it")
        case "special":
            raise outcomes.no_real_page(title)
        case "circle":
            raise outcomes.redirect_circle([title])
        case "blank":  # no title is sent that the wiki could take for none
            raise outcomes.malformed(live.host(edition), "an answer without the page that was asked for")
        case _:
            raise outcomes.page_not_found(
                title, edition.code, [near for near in facts.nearest if near != title]
            )


@contextlib.asynccontextmanager
async def open_live(settings: LiveSettings, governor: Governor | None = None) -> AsyncGenerator[Live]:
    """Yield a live client. Nothing is asked of any wiki until the first call."""
    from bookwheel.html import parse

    async with open_client(settings, governor) as client, anyio.create_task_group() as tasks:
        clock = client.governor.clock

        flights = Flights(tasks)

        def shelf(max_bytes: int) -> Shelf:
            return Shelf(
                flights,
                max_bytes=max_bytes,
                fresh_seconds=settings.fresh_seconds,
                stale_seconds=settings.stale_seconds,
                clock=clock,
            )

        async def listed() -> frozenset[str]:
            return await live.ask(requests.wikis(settings), responses.listed_editions)

        live = Live(
            settings=settings,
            client=client,
            editions=Editions(settings, listed, clock),
            shelf=shelf(ANSWER_BYTES),
            pages=shelf(settings.cache_bytes),
            redirects=ByteBoundedCache(REDIRECT_BYTES),
            room=ParsingRoom(parse),
            without_rest_page=Absences(clock),
            without_rest_summary=Absences(clock),
        )
        try:
            yield live
        finally:
            tasks.cancel_scope.cancel()
