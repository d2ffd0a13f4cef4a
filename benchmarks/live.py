"""What the live client adds to the wiki's own time: one summary, one section read, fifty callers at once.

    python benchmarks/live.py [--rounds 300]

The wiki is a loopback server in a process of its own that answers at once with a summary of common size. Its time is
measured by the bare HTTP library over one kept connection, in turns with ours. Every summary is of another title, so
that no cache helps.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import statistics
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from urllib.parse import unquote

import anyio
import httpx2

from bookwheel.live.settings import LiveSettings
from bookwheel.live.wiki import Live, open_live
from bookwheel.tools import dispatch
from bookwheel.tools.catalogue import Listed

# This file's own folder must not stand before the tests': both hold something called live.
HERE = Path(__file__).resolve().parent
sys.path[:] = [str(HERE.parent / "tests"), *(entry for entry in sys.path if Path(entry).resolve() != HERE)]

from live.upstream import Answer, Seen, data, running  # noqa: E402

SENTENCE = "A <b>quill</b> is a pen made of the feather of a large bird, and holds H<sub>2</sub>O badly. "
SECTION = '<section data-mw-section-id="{0}"><h2 id="s{0}">Part {0}</h2><p>{1}</p></section>'
WANTED_OVERHEAD_MS = 5.0


def answer(seen: Seen) -> Answer:
    """Answer like Wikipedia's summaries and pages."""
    title = unquote(seen.raw_path.removesuffix("/with_html").rpartition("/")[2]).replace("_", " ")
    if seen.raw_path.endswith("/with_html"):
        lead = f'<section data-mw-section-id="0"><p>{SENTENCE * 10}</p></section>'
        html = lead + "".join(SECTION.format(n, SENTENCE * 60) for n in range(1, 21))
        return data(
            {"id": 7, "title": title, "latest": {"id": 9, "timestamp": "2026-05-01T10:00:00Z"}, "html": html}
        )
    if "summary" not in seen.raw_path:
        return data({"query": {"general": {"server": "https://en.wikipedia.org", "articlepath": "/wiki/$1"}}})
    html = f"<p>{SENTENCE * 4}</p>"
    desktop = {"page": f"https://en.wikipedia.org/wiki/{title}"}
    return data(
        {
            "type": "standard", "title": title, "titles": {"normalized": title}, "pageid": 7,
            "description": "Writing tool", "wikibase_item": "Q207702", "revision": "1000",
            "timestamp": "2026-05-01T10:00:00Z", "extract": html, "extract_html": html,
            "content_urls": {"desktop": desktop},
        }
    )  # fmt: skip


def serve(pipe: Connection) -> None:
    """Run the wiki until the process is ended."""

    async def main() -> None:
        async with running(answer) as upstream:
            pipe.send(upstream.address)
            await asyncio.sleep(3600)

    asyncio.run(main())


def tool(name: str) -> Listed:
    found = dispatch.find(name)
    assert found.is_live
    return found


async def summaries(live: Live, address: str, rounds: int) -> tuple[list[float], list[float], list[float]]:
    """Return the seconds of the bare library, of our answer, and of our answer from the cache, round by round."""
    bare: list[float] = []
    ours: list[float] = []
    kept: list[float] = []
    asked = tool("wikipedia_get_summary")
    async with httpx2.AsyncClient(trust_env=False) as http:

        async def alone(number: int) -> None:
            (await http.get(f"{address}/api/rest_v1/page/summary/Bare_{number}")).json()

        async def through_us(number: int) -> None:
            result = await dispatch.call_live(asked, {"title": f"Ours {number}"}, live)
            assert not result.is_error

        for number in range(rounds + 20):
            # Whoever goes first wakes the wiki's process: they take turns.
            turns = [(alone, bare), (through_us, ours)]
            for work, seconds in turns if number % 2 else reversed(turns):
                begun = time.perf_counter()
                await work(number)
                if number >= 20:  # the first ones import and connect
                    seconds.append(time.perf_counter() - begun)
            begun = time.perf_counter()
            await through_us(number)
            kept.append(time.perf_counter() - begun)
    return bare, ours, kept


async def section_reads(live: Live, rounds: int) -> tuple[float, list[float]]:
    """Return the seconds of the first read of a page, and of reads of its sections afterwards."""
    asked = tool("wikipedia_get_article")
    begun = time.perf_counter()
    await dispatch.call_live(asked, {"title": "Page", "section_index": 0}, live)
    first = time.perf_counter() - begun
    later: list[float] = []
    for number in range(rounds):
        begun = time.perf_counter()
        result = await dispatch.call_live(asked, {"title": "Page", "section_index": 1 + number % 20}, live)
        later.append(time.perf_counter() - begun)
        assert not result.is_error
    return first, later


async def many_callers(live: Live, callers: int) -> float:
    """Return the seconds until every one of many callers has its own summary."""
    asked = tool("wikipedia_get_summary")
    begun = time.perf_counter()
    async with anyio.create_task_group() as tasks:
        for number in range(callers):
            tasks.start_soon(dispatch.call_live, asked, {"title": f"Crowd {number}"}, live)
    return time.perf_counter() - begun


async def measure(address: str, rounds: int) -> int:
    settings = LiveSettings(contact="bench@example.org", base_url=address, uses_environment_proxies=False)
    async with open_live(settings) as live:
        bare, ours, kept = await summaries(live, address, rounds)
        first, later = await section_reads(live, rounds)
        crowd = await many_callers(live, 50)
    ms: Callable[[list[float]], float] = lambda seconds: statistics.median(seconds) * 1000  # noqa: E731
    overhead = ms(ours) - ms(bare)
    rows = {
        "summary: the wiki's own time": ms(bare),
        "summary: our answer": ms(ours),
        f"summary: overhead (at most {WANTED_OVERHEAD_MS:g})": overhead,
        "summary: from the cache": ms(kept),
        "page of 160 KB: first read": first * 1000,
        "page of 160 KB: one section afterwards": ms(later),
        "50 callers, 3 in flight: all answered": crowd * 1000,
    }
    for name, value in rows.items():
        print(
            f"{name:<45} {value:8.2f} ms (median)"
            if "first" not in name and "50" not in name
            else f"{name:<45} {value:8.2f} ms"
        )
    print(json.dumps({name: round(value, 3) for name, value in rows.items()}))
    return 0 if overhead <= WANTED_OVERHEAD_MS else 1


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--rounds", type=int, default=300)
    rounds = options.parse_args().rounds
    ours, theirs = multiprocessing.Pipe()
    wiki = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs,), daemon=True)
    wiki.start()
    try:
        return anyio.run(measure, ours.recv(), rounds)
    finally:
        wiki.terminate()
        wiki.join()


if __name__ == "__main__":
    sys.exit(main())
