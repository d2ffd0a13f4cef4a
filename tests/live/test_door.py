"""The live client behind its door: made once, when it is wanted, and closed with the server."""

from __future__ import annotations

import subprocess
import sys

import anyio
import pytest

from bookwheel.errors import Unavailable
from bookwheel.live import client, summaries, wiki
from bookwheel.live.door import open_door
from bookwheel.live.settings import LiveSettings
from bookwheel.live.wiki import Live
from live.made_wiki import quill_wiki
from live.upstream import running

pytestmark = pytest.mark.anyio


async def test_every_caller_gets_the_same_client() -> None:
    found: list[Live] = []
    async with running(quill_wiki()) as upstream:
        settings = LiveSettings(contact="x", base_url=upstream.address, uses_environment_proxies=False)
        async with open_door(settings) as door:

            async def call() -> None:
                live = await door.client()
                found.append(live)
                await summaries.summarise(live, "Quill", "en")

            async with anyio.create_task_group() as tasks:
                for _ in range(5):
                    tasks.start_soon(call)
    assert len({id(live) for live in found}) == 1
    assert len(upstream.seen) == 1


async def test_a_door_nobody_went_through_closes() -> None:
    with anyio.fail_after(5):
        async with open_door(LiveSettings()):
            pass


async def test_a_client_that_cannot_be_made_is_an_error_and_no_endless_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(_: LiveSettings) -> None:
        raise OSError("no certificates")

    monkeypatch.setattr(wiki, "open_live", broken)
    with anyio.fail_after(5):
        async with open_door(LiveSettings()) as door:
            for _ in range(2):
                with pytest.raises(RuntimeError):
                    await door.client()


@pytest.mark.parametrize(
    ("variable", "value", "what"),
    [
        ("HTTPS_PROXY", "socks5://127.0.0.1:1", "proxy"),
        ("HTTPS_PROXY", "ftp://127.0.0.1:1", "proxy"),
        ("HTTPS_PROXY", "http://[::1", "proxy"),
        ("SSL_CERT_FILE", "/nowhere/at/all.pem", "certificates"),
        ("SSL_CERT_FILE", __file__, "certificates"),
    ],
)
async def test_an_environment_that_allows_for_no_connection_is_told(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, what: str
) -> None:
    client._trust.cache_clear()  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setenv(variable, value)
    try:
        async with open_door(LiveSettings()) as door:
            for _ in range(2):
                with pytest.raises(Unavailable, match=f"the {what} named in the environment") as caught:
                    await door.client()
                assert variable in caught.value.hint
                assert value not in str(caught.value.payload())
    finally:
        client._trust.cache_clear()  # pyright: ignore[reportPrivateUsage]


def test_listing_the_tools_loads_nothing_of_the_client() -> None:
    program = (
        "import sys, bookwheel.tools.dispatch; "
        "print([name for name in ('httpx2', 'bookwheel.live.wiki', 'bookwheel.live.client') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
