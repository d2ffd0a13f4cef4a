"""What leaves this machine, and where it may go."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import anyio
import pytest

from bookwheel.errors import Unavailable
from bookwheel.live import pages, searching, summaries
from bookwheel.live.client import user_agent
from bookwheel.live.settings import LiveSettings
from live.loopback import CONTACT, loopback
from live.made_wiki import MadePage, MadeWiki, quill_wiki
from live.upstream import Answer, Seen, running

pytestmark = pytest.mark.anyio


async def test_every_request_names_the_operator() -> None:
    async with loopback(quill_wiki()) as at:
        await searching.search(at.live, "quill", 10, 0, "en")
        await pages.read_page(at.live, "Quill", "en")
        for seen in at.upstream.seen:
            assert f"({CONTACT})" in seen.headers["user-agent"]
            assert seen.headers["user-agent"].startswith("bookwheel/")
            assert seen.headers["accept"] == "application/json"
            assert seen.method == "GET"
            assert "authorization" not in seen.headers


def test_without_a_contact_the_user_agent_says_so() -> None:
    assert "operator contact not configured" in user_agent(LiveSettings(), "2")


async def test_the_token_is_sent_and_never_shown() -> None:
    async with loopback(quill_wiki(), token="very-secret") as at:  # noqa: S106
        await summaries.summarise(at.live, "Quill", "en")
        assert at.upstream.seen[0].headers["authorization"] == "Bearer very-secret"
        assert "very-secret" not in repr(at.live.settings)


async def test_one_connection_serves_many_requests() -> None:
    async with loopback(quill_wiki()) as at:
        for title in ("Quill", "Quill pen", "AC/DC", "Mercury"):
            await summaries.summarise(at.live, title, "en")
        assert at.upstream.connections == 1


@pytest.mark.parametrize(
    ("title", "path"),
    [
        ("AC/DC", "AC%2FDC"),
        ("/dev/null", "%2Fdev%2Fnull"),
        ("Muñeca", "Mu%C3%B1eca"),
        ("100% Chance of Rain", "100%25_Chance_of_Rain"),
        ("Rock 'n' Roll", "Rock_%27n%27_Roll"),
        ("What?", "What%3F"),
        ("C++", "C%2B%2B"),
    ],
)
async def test_a_title_travels_as_one_encoded_segment(title: str, path: str) -> None:
    wiki = MadeWiki(MadePage(title, 1))
    async with loopback(wiki) as at:
        await summaries.summarise(at.live, title, "en")
        await pages.read_page(at.live, title, "en")
        raw = [seen.raw_path for seen in at.upstream.seen]
        assert f"/api/rest_v1/page/summary/{path}" in raw
        assert f"/w/rest.php/v1/page/{path}/with_html" in raw


async def test_a_redirect_inside_the_wiki_is_followed_below_its_prefix() -> None:
    wiki = quill_wiki()
    wiki.prefix = "/[a-z-]+(?=/)"
    async with loopback(wiki, template="/{edition}") as at:
        read = await pages.read_page(at.live, "Feather pen", "fr")
        assert read.facts.title == "Quill"
        assert [seen.raw_path for seen in at.upstream.seen[:2]] == [
            "/fr/w/rest.php/v1/page/Feather_pen/with_html",
            "/fr/w/rest.php/v1/page/Quill/with_html",
        ]


async def test_endless_redirects_end() -> None:
    def handler(seen: Seen) -> Answer:
        number = int(seen.query.get("n", "0")) + 1
        return Answer(b"", 302, {"Location": f"/w/api.php?n={number}"})

    async with loopback(handler) as at:
        with pytest.raises(Unavailable, match="redirects in a circle"):
            await searching.search(at.live, "quill", 10, 0, "en")
        assert len(at.upstream.seen) <= 8


async def test_a_cancelled_call_aborts_its_request() -> None:
    async with loopback(lambda _: Answer(delay=30)) as at:
        with anyio.move_on_after(0.2):
            await searching.search(at.live, "quill", 10, 0, "en")
        with anyio.fail_after(2):
            while not at.upstream.aborted:
                await anyio.sleep(0.01)
        assert len(at.upstream.seen) == 1


async def test_a_wiki_on_ipv6_is_reached() -> None:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        pytest.skip("this machine has no IPv6 loopback")
    async with running(quill_wiki(), host="::1") as six, loopback(quill_wiki(), base_url=six.address) as at:
        assert (await summaries.summarise(at.live, "Quill", "en")).summary.page_id == 7
        assert six.seen


async def test_the_proxy_of_the_environment_is_used_unless_excepted(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "http_proxy",
        "HTTP_PROXY",
        "https_proxy",
        "HTTPS_PROXY",
        "no_proxy",
        "NO_PROXY",
        "all_proxy",
        "ALL_PROXY",
    ):
        monkeypatch.delenv(name, raising=False)
    wiki = quill_wiki()

    def proxy_handler(seen: Seen) -> Answer:
        # A plain request through a proxy carries the whole address.
        assert seen.raw_path.startswith("http://wiki.invalid/")
        return wiki(replace(seen, raw_path=seen.raw_path.removeprefix("http://wiki.invalid")))

    settings: dict[str, Any] = {"base_url": "http://wiki.invalid", "uses_environment_proxies": True}
    async with running(proxy_handler) as proxy:
        monkeypatch.setenv("http_proxy", proxy.address)
        async with loopback(wiki, **settings) as at:
            assert (await summaries.summarise(at.live, "Quill", "en")).summary.page_id == 7
        assert proxy.seen
        monkeypatch.setenv("no_proxy", "wiki.invalid")
        async with loopback(wiki, **settings) as at:
            with pytest.raises(Unavailable, match="cannot be reached"):
                await summaries.summarise(at.live, "Quill", "en")


class Limited:
    """A wiki that serves ten requests a second and tells the others to come back when the second is over."""

    def __init__(self, wiki: MadeWiki) -> None:
        self.wiki = wiki
        self.clock: Callable[[], float] = lambda: 0.0
        self.served: list[float] = []
        self.refused = 0

    def __call__(self, seen: Seen) -> Answer:
        now = self.clock()
        if sum(now - moment < 1 for moment in self.served) >= 10:
            self.refused += 1
            return Answer(b"too many", 429, {"Retry-After": "1", "Content-Type": "text/plain"})
        self.served.append(now)
        return self.wiki(seen)


async def test_fifty_callers_wait_out_an_upstream_that_limits_them() -> None:
    wiki = MadeWiki(*(MadePage(f"Page {n}", n, revision=5000 + n) for n in range(1, 51)))
    limited = Limited(wiki)
    found: list[str] = []
    async with loopback(limited) as at:
        limited.clock = at.time.clock

        async def call(number: int) -> None:
            answer = await summaries.summarise(at.live, f"Page {number}", "en")
            found.append(answer.summary.title)

        async with anyio.create_task_group() as tasks:
            for number in range(1, 51):
                tasks.start_soon(call, number)
        assert sorted(found) == sorted(wiki.pages)
        assert at.upstream.most_in_flight <= 3
        assert limited.refused
