"""The demo: what a person sees who has just cloned the project."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from bookwheel.cli import demo, main

SCREEN_AND_A_HALF = 90


@pytest.fixture(scope="module")
def played() -> str:
    with pytest.MonkeyPatch.context() as patch:
        printed: list[str] = []
        patch.setattr("builtins.print", lambda *words, end="\n", **_: printed.append("".join(words) + end))
        assert main.run(["demo"]) == 0
    return "".join(printed)


def test_the_demo_shows_every_scene_on_a_screen_and_a_half(played: str) -> None:
    assert played.count("── ") == len(demo.SCENES)
    assert len(played.splitlines()) <= SCREEN_AND_A_HALF
    assert "unexpected fault" not in played


@pytest.mark.parametrize("tool", ["zim_query", "zim_search", "zim_links", "zim_get", "zim_get_section"])
def test_the_demo_shows_the_tools_that_tell_most(played: str, tool: str) -> None:
    assert f"\n→ {tool} " in played


@pytest.mark.parametrize(
    "fact",
    [
        "early 3rd century BC",
        "[cite: demo/Library_of_Alexandria]",
        "spelling corrected",
        "Agostino Ramelli → Agostino_Ramelli as “Bookwheel”",
        "C₇H₆O₅",
        "Both kinds of index are still with us.",
        "go on with content_offset=",
        "Nearest: Bookwheel",
    ],
)
def test_each_scene_shows_what_it_is_about(played: str, fact: str) -> None:
    assert fact in played


def test_the_command_it_says_is_the_one_that_runs(played: str) -> None:
    said = next(line for line in played.splitlines() if line.startswith("$ "))
    assert shlex.split(said[2:]) == [sys.executable, "-m", "bookwheel", *demo.SERVE]


def test_what_to_do_next_works_from_anywhere(played: str) -> None:
    advised = next(line for line in played.splitlines() if "claude mcp add" in line)
    program = shlex.split(advised.partition(" -- ")[2])[0]
    assert Path(program).is_absolute()
    assert Path(program).exists()


def test_without_a_console_script_the_module_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert demo.own_command() == f"{tmp_path / 'python'} -m bookwheel"


def test_a_scene_that_goes_wrong_fails_the_demo(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    scene = demo.Scene("A page that is not there", "zim_get", {"entry_path": "Nowhere at all"})
    monkeypatch.setattr(demo, "SCENES", (scene,))
    assert main.run(["demo"]) == 1
    assert "did not go as they should: A page that is not there" in capfd.readouterr().err
