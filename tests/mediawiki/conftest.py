"""Three real wikis behind one router, brought up once for all tests of this folder."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncGenerator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from bookwheel.live.settings import LiveSettings
from bookwheel.live.wiki import open_live
from live.loopback import Loopback, SkippedTime
from live.upstream import Answer, Seen, data, running
from mediawiki import library
from mediawiki.bring_up import Wiki, dump_of, free_port, missing, unpacked

# Wikimedia's own extensions are not in the package; this stands in for its search by coordinates.
PLACES = {"Eiffel Tower": (48.8583, 2.2945), "Louvre": (48.8611, 2.3364), "Quill": (48.8584, 2.2946)}


class Wikis(NamedTuple):
    """The wikis by edition, and the port their router must listen on."""

    editions: dict[str, Wiki]
    port: int

    @property
    def template(self) -> str:
        return f"http://127.0.0.1:{self.port}/{{edition}}"

    async def forward(self, seen: Seen) -> Answer:
        """Answer a request by the wiki that its path names."""
        edition, _, rest = seen.target.removeprefix("/").partition("/")
        wiki = self.editions.get(edition)
        if wiki is None:
            return data({"error": {"code": "nowiki"}}, 404)
        if seen.query.get("generator") == "geosearch":
            return _nearby(seen)
        reader, writer = await asyncio.open_connection("127.0.0.1", wiki.port)
        kept = {
            name: seen.headers[name] for name in ("if-none-match", "accept-language") if name in seen.headers
        }
        headers = {"Host": f"127.0.0.1:{self.port}", "Connection": "close", **kept}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"GET /{rest} HTTP/1.1\r\n{lines}\r\n".encode("latin-1"))
        response = await reader.read()
        writer.close()
        head, _, body = response.partition(b"\r\n\r\n")
        status, *rows = head.decode("latin-1").split("\r\n")
        named = dict(row.split(": ", 1) for row in rows if ": " in row)
        wanted = ("content-type", "etag", "location", "mediawiki-api-error", "retry-after")
        return Answer(body, int(status.split()[1]), {n: v for n, v in named.items() if n.lower() in wanted})


def _nearby(seen: Seen) -> Answer:
    rows = [
        {
            "pageid": number,
            "title": title,
            "coordinates": [{"lat": point[0], "lon": point[1], "primary": True, "dist": 10.0 * number}],
            "description": f"About {title}",
        }
        for number, (title, point) in enumerate(PLACES.items(), 1)
    ]
    return data({"batchcomplete": True, "query": {"pages": rows[: int(seen.query["ggslimit"])]}})


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def wikis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wikis]:
    if reason := missing():
        pytest.skip(reason)
    directory = tmp_path_factory.mktemp("wikis")
    port = free_port()
    router = f"http://127.0.0.1:{port}"
    holdings = {"en": library.ENGLISH, "fr": library.FRENCH, "als": library.ALEMANNIC}

    started: list[Wiki] = []

    def bring_up(edition: str) -> Wiki:
        wiki = Wiki(edition, directory / edition, router)
        dumps = [dump_of(holdings[edition], directory / f"{edition}.xml")]
        if edition == "en":
            real = [library.SHARED_DUMP] if library.SHARED_DUMP.exists() else []
            dumps += unpacked(real, directory) or [dump_of(library.demo_pages(), directory / "demo.xml")]
        wiki.fill(*dumps)
        started.append(wiki)
        wiki.start()
        return wiki

    try:
        with ThreadPoolExecutor() as pool:
            found = dict(zip(holdings, pool.map(bring_up, holdings), strict=True))
        yield Wikis(found, port)
    finally:
        for wiki in started:
            wiki.stop()
        shutil.rmtree(directory, ignore_errors=True)


@pytest.fixture
async def at(wikis: Wikis) -> AsyncGenerator[Loopback]:
    """A live client on the wikis."""
    async with opened(wikis) as loopback:
        yield loopback


@asynccontextmanager
async def opened(wikis: Wikis, **changes: object) -> AsyncGenerator[Loopback]:
    """Route to the wikis and open a client on them; `changes` are fields of LiveSettings."""
    fields: dict[str, object] = {"contact": "tests@example.org", "uses_environment_proxies": False, **changes}
    time = SkippedTime()
    async with running(wikis.forward, port=wikis.port) as upstream:
        settings = LiveSettings(base_url=wikis.template, **fields)  # type: ignore[arg-type]
        async with open_live(settings, time.governor()) as live:
            yield Loopback(upstream, live, time)


def has_real_pages() -> bool:
    """Tell whether the real pages are in the English wiki."""
    return library.SHARED_DUMP.exists()


__all__ = ["Path", "Wikis", "at", "has_real_pages", "opened", "wikis"]
