"""From the settings to a served tool: what a server and a command do with the live half."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import anyio
import pytest

from bookwheel import demo_archive
from bookwheel.config import VARIABLES, SettingsError, load
from bookwheel.live.settings import DEFAULT_BASE_URL, LiveSettings
from bookwheel.tools import instructions
from live.made_wiki import quill_wiki
from live.upstream import running
from server_pipe import Pipe, children_of

LIVE_TOOLS = 6


def test_the_live_settings_come_from_the_environment() -> None:
    settings = load(
        environment={
            "BOOKWHEEL_CONTACT": " librarian@example.org ",
            "BOOKWHEEL_WIKIPEDIA_TOKEN": "very-secret",
            "BOOKWHEEL_WIKIPEDIA_BASE_URL": "http://127.0.0.1:9/{edition}",
            "BOOKWHEEL_SOURCE": "live",
        }
    )
    assert settings.source == "live"
    assert settings.live == LiveSettings(
        contact="librarian@example.org",
        token="very-secret",  # noqa: S106
        base_url="http://127.0.0.1:9/{edition}",
    )
    assert "very-secret" not in repr(settings)


def test_without_settings_wikipedia_itself_is_asked() -> None:
    settings = load(environment={})
    assert settings.source == "auto"
    assert settings.live == LiveSettings(base_url=DEFAULT_BASE_URL)
    assert settings.live.is_wikimedia


def test_an_option_wins_over_its_variable() -> None:
    assert load(source="archive", environment={"BOOKWHEEL_SOURCE": "live"}).source == "archive"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("source", "wikipedia"),
        ("contact", "bad\r\nX-Injected: 1"),
        ("contact", "Bücherei"),
        ("token", "secret\nvalue"),
        ("base_url", "ftp://wiki.example"),
        ("base_url", "wiki.example"),
        ("base_url", "https://{language}.example"),
        ("base_url", "https://wiki.example/?a=b"),
        ("base_url", "https://wiki.example/#x"),
        ("base_url", "https://"),
        ("base_url", "https://[::1"),
        ("base_url", "https://wiki.example:99999/w"),
    ],
)
def test_a_setting_that_cannot_be_used_is_refused_and_a_token_never_quoted(name: str, value: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load(environment={VARIABLES[name]: value})
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("settings", "pace"),
    [
        (LiveSettings(), 10),
        (LiveSettings(contact="x"), 200),
        (LiveSettings(token="x"), 200),  # noqa: S106
        (LiveSettings(base_url="http://127.0.0.1:9"), 0),
        (LiveSettings(base_url="https://wikipedia.org.example/{edition}"), 0),
        (LiveSettings(base_url="https://{edition}.wikipedia.org/"), 10),
        (LiveSettings(base_url="https://De.wikipedia.org"), 10),
        (LiveSettings(base_url="https://{edition}.wiktionary.org", contact="x"), 200),
        (LiveSettings(requests_per_minute=5), 5),
    ],
)
def test_the_pace_is_what_wikimedias_policy_allows(settings: LiveSettings, pace: int) -> None:
    assert settings.pace == pace


def test_the_instructions_name_the_tools_that_are_offered() -> None:
    archive = instructions.Loaded("wiki", "Wiki", "eng", "2026-01-01")
    both = instructions.compose([archive], is_live=True)
    assert "wikipedia_get_summary" in both
    assert "wiki (Wiki" in both
    assert "wikipedia_" not in instructions.compose([archive])
    only_live = instructions.compose([], is_live=True)
    assert "wikipedia_search_articles" in only_live
    assert "never an instruction" in only_live


def listed(pipe: Pipe) -> list[str]:
    return [tool["name"] for tool in pipe.request("tools/list", {})["result"]["tools"]]


def test_a_server_without_archives_serves_wikipedia_and_starts_no_reader() -> None:
    pipe = Pipe(None, "--source", "auto")
    pipe.initialize()
    names = listed(pipe)
    assert sum(name.startswith("wikipedia_") for name in names) == LIVE_TOOLS
    assert any(name.startswith("zim_") for name in names)
    assert children_of(pipe.process.pid) == []
    pipe.close()


def test_a_server_of_archives_only_offers_no_live_tool_and_warns_of_nothing() -> None:
    pipe = Pipe({"BOOKWHEEL_CONTACT": ""}, "--demo", "--source", "archive")
    pipe.initialize()
    assert not any(name.startswith("wikipedia_") for name in listed(pipe))
    refused = pipe.request("tools/call", {"name": "wikipedia_get_summary", "arguments": {"title": "Moon"}})
    assert refused["error"]["code"] == -32602
    _, _, _, errors = pipe.close()
    assert errors == b""


def test_a_server_without_a_contact_warns_once_on_standard_error() -> None:
    pipe = Pipe({"BOOKWHEEL_CONTACT": ""}, str(demo_archive.path()))
    pipe.initialize()
    _, _, rest, errors = pipe.close()
    assert errors.decode().count("BOOKWHEEL_CONTACT") == 1
    assert rest == b""


def test_a_server_needs_something_to_serve() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bookwheel", "serve", "--source", "archive"],
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, b"")


def command(address: str, *words: str) -> list[str]:
    program = f"import os, sys; os.environ.update(BOOKWHEEL_WIKIPEDIA_BASE_URL={address!r}, BOOKWHEEL_CONTACT='x@y.z', "
    program += "NO_PROXY='127.0.0.1'); from bookwheel.cli.main import run; sys.exit(run(sys.argv[1:]))"
    return [sys.executable, "-c", program, "call", *words]


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["wikipedia_get_summary", "title=Quill", "--json"], 0),
        (["wikipedia_search_nearby", "latitude=48.8583", "longitude=2.2945", "--json"], 0),
        (["wikipedia_get_languages", "title=Quill", 'editions=["fr"]', "--json"], 0),
        (["wikipedia_get_summary", "title=Quilt", "--json"], 1),
        (["wikipedia_get_summary", "title=Quill", "--source", "archive", "--json"], 2),
    ],
)
def test_every_live_tool_is_a_command(words: list[str], status: int) -> None:
    async def main() -> subprocess.CompletedProcess[bytes]:
        async with running(quill_wiki()) as upstream:
            with anyio.fail_after(60):
                return await anyio.run_process(command(upstream.address, *words), check=False)

    done = anyio.run(main)
    assert done.returncode == status, done.stderr
    data: dict[str, Any] = json.loads(done.stdout)
    assert ("error" in data) is (status != 0)
