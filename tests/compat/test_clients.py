"""The same pages of archives of every age, through the SDK's present and first major version."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest

from bookwheel.server.conversation import converse
from calls import SHARED_DATA

ROOT = Path(__file__).resolve().parents[2]
OLD_PYTHON = ROOT / ".venv-old-client" / "bin" / "python"

pytestmark = pytest.mark.real("data/zim")

PAGES = {
    "wikipedia_en_ray_charles_2015-06": ("A/Ray_Charles.html", "Ray Charles"),
    "wikipedia_en_ray_charles_novid_2018-10": ("A/Ray_Charles", "Ray Charles"),
    "wikipedia_en_ray_charles_mini_2020-03": ("A/Ray_Charles", "Ray Charles"),
    "wikipedia_en_100_mini_2022-10": ("A/United_States", "United States"),
    "wikipedia_en_sample_nopic_2026-11": ("Aardvark", "Aardvark"),
}


def serve_command() -> list[str]:
    return [sys.executable, "-m", "bookwheel", "serve", str(SHARED_DATA / "zim")]


def wanted() -> list[dict[str, Any]]:
    calls = [{"zim_file_path": name, "entry_path": path} for name, (path, _) in PAGES.items()]
    return [*calls, *({**call, "view": "summary"} for call in calls)]


def check(answers: list[dict[str, Any]]) -> None:
    for call, answer in zip(wanted(), answers, strict=True):
        title = PAGES[call["zim_file_path"]][1]
        assert answer["isError"] is False, f"{call}: {answer['data']}"
        data = answer["data"]
        assert data["title"] == title
        assert title.lower() in (data["summary"] if "view" in call else data["content"]).lower()
        assert data["_meta"]["citation"]["archive"] == call["zim_file_path"]


def test_archives_of_five_ages_are_read_by_the_present_client() -> None:
    answers: list[dict[str, Any]] = []

    async def read() -> None:
        async with converse(serve_command()[3:]) as conversation:
            for call in wanted():
                answer = await conversation.call("zim_get", call)
                answers.append({"isError": answer.is_error, "data": answer.data})

    anyio.run(read)
    check(answers)


def test_archives_of_five_ages_are_read_by_the_old_client() -> None:
    if not OLD_PYTHON.exists():
        pytest.skip("the old client is not set up (make old-client)")
    script = Path(__file__).with_name("old_client.py")
    ran = subprocess.run(
        [str(OLD_PYTHON), str(script), json.dumps(serve_command()), json.dumps(wanted())],
        capture_output=True,
        check=True,
        timeout=60,
        text=True,
    )
    said = json.loads(ran.stdout)
    assert said["protocol"] == "2025-11-25"
    assert "zim_get" in said["tools"]
    check(said["answers"])
