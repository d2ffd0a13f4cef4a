"""All six tools over a real MCP connection, against real wikis."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from bookwheel.tools import schema
from bookwheel.tools.registry import TOOLS
from live.upstream import Upstream, running
from mediawiki.conftest import Wikis

pytestmark = pytest.mark.anyio
SOURCES = str(Path(__file__).resolve().parents[2] / "src")


class Talk:
    """A client connected to a server process, and the wikis it asks."""

    def __init__(self, client: Client, upstream: Upstream) -> None:
        self.client = client
        self.upstream = upstream

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        result = await self.client.call_tool(tool, arguments)
        data = result.structured_content
        assert isinstance(data, dict)
        schema.check_answer(tool, TOOLS[tool].output_schema, data)
        assert result.is_error is ("error" in data), data
        assert result.content
        return data

    async def reason(self, tool: str, **arguments: Any) -> str:
        return (await self.call(tool, **arguments))["error"]["data"]["reason"]


@asynccontextmanager
async def talking(wikis: Wikis) -> AsyncGenerator[Talk]:
    environment = {
        **os.environ,
        "PYTHONPATH": SOURCES,
        "BOOKWHEEL_WIKIPEDIA_BASE_URL": wikis.template,
        "BOOKWHEEL_CONTACT": "tests@example.org",
        "BOOKWHEEL_DEBUG": "1",
        "NO_PROXY": "127.0.0.1",
    }
    server = StdioServerParameters(command=sys.executable, args=["-m", "bookwheel", "serve"], env=environment)
    async with running(wikis.forward, port=wikis.port) as upstream, Client(stdio_client(server)) as client:
        yield Talk(client, upstream)


async def test_a_session_of_reading_takes_five_requests(wikis: Wikis) -> None:
    async with talking(wikis) as talk:
        names = [tool.name for tool in (await talk.client.list_tools()).tools]
        assert names[:6] == [name for name in TOOLS if name.startswith("wikipedia_")]

        found = await talk.call("wikipedia_search_articles", query="feather")
        assert "Quill" in [row["title"] for row in found["results"]]
        assert all("searchmatch" not in row["snippet"] for row in found["results"])
        before = len(talk.upstream.seen)

        sections = await talk.call("wikipedia_get_sections", title="Feather pen")
        assert [
            (row["index"], row["number"], row["title"], row["level"]) for row in sections["sections"]
        ] == [
            (0, "0", "Introduction", 1),
            (1, "2", "History", 2),
            (2, "2.1", "Middle Ages", 3),
            (3, "2.1.1", "Before 10³", 4),
            (4, "3", "Use", 2),
            (5, "4", "Use", 2),
            (6, "5", "References", 2),
        ]
        for row in sections["sections"]:
            read = await talk.call("wikipedia_get_article", title="Quill", section_index=row["index"])
            assert read["section_title"] == row["title"]
        whole = await talk.call("wikipedia_get_article", title="Quill")
        start = "A quill is a pen made of a feather. It holds H₂O badly.\n\n== Given by a template ==\n\nGiven text."
        assert whole["content"].startswith(start)
        lead = await talk.call("wikipedia_get_article", title="Quill", section_index=0)
        assert lead["content"] == start
        assert "Goose" not in whole["content"]
        assert whole["url"] == f"http://127.0.0.1:{wikis.port}/en/wiki/Quill"
        assert whole["last_modified"] == "2099-01-01T00:00:00Z"
        use = await talk.call("wikipedia_get_article", title="Quill", section_index=4)
        assert "| Goose | 5 |" in use["content"]
        assert "```\ncode   here\n```" in use["content"]
        assert (await talk.call("wikipedia_get_article", title="Quill", section_index=6))["content"] == (
            "== References ==\n\n1. A note"
        )
        page_requests = [seen for seen in talk.upstream.seen[before:] if "/page/" in seen.path]
        assert len(page_requests) <= 2  # the redirect page itself, and its target

        summary = await talk.call("wikipedia_get_summary", title="Quill")
        assert summary["extract"] == "A quill is a pen made of a feather. It holds H₂O badly."
        assert summary["page_type"] == "standard"
        assert summary["revision_id"] == whole["revision_id"]
        assert talk.upstream.most_in_flight <= 3
        assert all("tests@example.org" in seen.headers["user-agent"] for seen in talk.upstream.seen)


async def test_editions_lead_to_each_other(wikis: Wikis) -> None:
    async with talking(wikis) as talk:
        found = await talk.call("wikipedia_get_languages", title="Feather pen")
        assert found["source_title"] == "Quill"
        assert [(row["language_code"], row["edition_code"], row["title"]) for row in found["languages"]] == [
            ("gsw", "als", "Fädere"),
            ("fr", "fr", "Plume"),
        ]
        for row in found["languages"]:
            read = await talk.call("wikipedia_get_article", title=row["title"], language=row["edition_code"])
            assert (read["title"], read["language"], read["url"]) == (
                row["title"],
                row["edition_code"],
                row["url"],
            )
            back = await talk.call(
                "wikipedia_get_languages", title=row["title"], language=row["edition_code"]
            )
            assert "Quill" in [other["title"] for other in back["languages"]]
        both = await talk.call("wikipedia_get_languages", title="Quill", editions=["GSW", "de"])
        assert ([row["edition_code"] for row in both["languages"]], both["missing"]) == (["als"], ["de"])
        assert await talk.reason("wikipedia_get_languages", title="Bare") == "no_other_languages"


@pytest.mark.parametrize("tool", ["wikipedia_get_summary", "wikipedia_get_article", "wikipedia_get_sections"])
async def test_titles_lead_to_their_pages_or_say_why_not(wikis: Wikis, tool: str) -> None:
    async with talking(wikis) as talk:
        for title in ("quill", "Feather pen", "Double feather", "Quill#Use", " quill ", "feather_pen"):
            assert (await talk.call(tool, title=title))["title"] == "Quill", title
        for title in ("Ring A", "Own tail", "Nowhere bound", "No such page at all", "fr:Plume", "Elsewhere",
                      "Special:Search", "", "_"):  # fmt: skip
            assert await talk.reason(tool, title=title) == "not_found", title
        for title in ("a[b]", "{{x}}", "Foo%20bar", "~~~", "../x", "x" * 256):
            assert await talk.reason(tool, title=title) == "invalid_title", title


async def test_odd_titles_are_read(wikis: Wikis) -> None:
    async with talking(wikis) as talk:
        for title in ("AC/DC (feather)", "100% feather", "What is a feather?", "C++ feather", "'Til feathers",
                      "Feather: the next page", "羽"):  # fmt: skip
            read = await talk.call("wikipedia_get_article", title=title)
            assert read["title"] == title
            assert read["content"]
            assert (await talk.call("wikipedia_get_summary", title=title))["title"] == title
        assert (await talk.call("wikipedia_get_article", title="Muñeca", language="fr"))[
            "content"
        ] == "Une poupée."


async def test_a_redirect_to_a_section_names_it(wikis: Wikis) -> None:
    async with talking(wikis) as talk:
        result = await talk.client.call_tool("wikipedia_get_article", {"title": "Middle feather"})
        assert result.meta is not None
        assert result.meta["redirected_from"] == "Middle feather"
        assert isinstance(result.structured_content, dict)
        assert result.structured_content["title"] == "Quill"


async def test_what_a_page_lacks_is_said(wikis: Wikis) -> None:
    async with talking(wikis) as talk:
        assert (await talk.call("wikipedia_get_article", title="Hollow"))["content"] == ""
        assert await talk.reason("wikipedia_get_sections", title="Bare") == "no_sections"
        assert await talk.reason("wikipedia_get_article", title="Quill", section_index=7) == "invalid_section"
        assert (await talk.call("wikipedia_get_summary", title="Nib"))["page_type"] == "disambiguation"
        assert await talk.reason("wikipedia_search_articles", query="  ") == "empty_query"
        assert await talk.reason("wikipedia_search_articles", query="x", offset=10_000) == "offset_too_large"
        assert await talk.reason("wikipedia_get_article", title="Quill", language="xx") == "invalid_language"
        nothing = await talk.call("wikipedia_search_articles", query="qqqzzzxxx")
        assert (nothing["totalCount"], nothing["results"]) == (0, [])
        assert nothing["notice"]


async def test_a_missing_title_names_one_that_exists(wikis: Wikis) -> None:
    async with talking(wikis) as talk:
        error = (await talk.call("wikipedia_get_article", title="Feather p"))["error"]
        assert "Feather pen" in error["data"]["nearest_titles"]


async def test_places_are_listed(wikis: Wikis) -> None:
    async with talking(wikis) as talk:
        found = await talk.call("wikipedia_search_nearby", latitude=48.8583, longitude=2.2945, limit=2)
        assert [row["title"] for row in found["results"]] == ["Eiffel Tower", "Louvre"]
        assert found["truncated"] is True
        assert await talk.reason("wikipedia_search_nearby", latitude=91, longitude=0) == "invalid_coordinates"


@pytest.mark.real("data/wikitext/rig-mini.xml.gz")
async def test_real_pages_are_read_whole_and_in_parts(wikis: Wikis) -> None:
    async with talking(wikis) as talk:
        long = await talk.call("wikipedia_get_article", title="United Kingdom")
        assert (long["truncated"], long["sections_suggested"]) == (True, True)
        assert len(long["content"]) < 6_000
        read = await talk.call("wikipedia_get_article", title="United Kingdom", section_index=3)
        assert read["content"].startswith("==")
        for title in (
            "iPhone",
            "AC/DC",
            "C++",
            "東京",
            "ירושלים",
            "Foo:80",
            ".NET Framework",
            "Q&A",
            "100%",
            "What?",
        ):
            assert (await talk.call("wikipedia_get_article", title=title))["title"] in (title, "IPhone")


async def test_results_are_paged(wikis: Wikis) -> None:
    async with talking(wikis) as talk:
        first = await talk.call("wikipedia_search_articles", query="page", limit=3)
        assert (first["shown"], first["nextOffset"]) == (3, 3)
        second = await talk.call("wikipedia_search_articles", query="page", limit=3, offset=3)
        assert not {row["pageid"] for row in first["results"]} & {row["pageid"] for row in second["results"]}
        end = await talk.call("wikipedia_search_articles", query="page", offset=5_000)
        assert (end["results"], "notice" in end) == ([], True)
