"""The command line as a person uses it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from archives import make
from bookwheel import __version__
from bookwheel.cli.main import run
from calls import DEMO


def said(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        status = run(words)
    except SystemExit as end:
        status = int(str(end.code))
    captured = capfd.readouterr()
    return status, captured.out, captured.err


def test_the_version_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    assert said(capfd, "--version") == (0, f"bookwheel {__version__}\n", "")


def test_a_call_prints_text_for_people(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(
        capfd, "call", "zim_get", f"zim_file_path={DEMO}", "entry_path=Bookwheel", "view=summary", "--demo"
    )
    assert status == 0
    assert out.startswith("Bookwheel · demo")


def test_a_call_prints_one_line_of_json_for_pipes(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(
        capfd, "call", "zim_get", f"zim_file_path={DEMO}", "entry_path=Bookwheel", "--demo", "--json"
    )
    assert status == 0
    assert json.loads(out)["title"] == "Bookwheel"
    assert out.count("\n") == 1


def test_arguments_may_follow_options_and_may_be_one_object(capfd: pytest.CaptureFixture[str]) -> None:
    words = ("call", "zim_browse", "--demo", f"zim_file_path={DEMO}", "--json", "namespace=C", "limit=2")
    whole = (
        "call",
        "zim_browse",
        json.dumps({"zim_file_path": DEMO, "namespace": "C", "limit": 2}),
        "--demo",
        "--json",
    )
    first, second = said(capfd, *words), said(capfd, *whole)
    assert first == second
    assert len(json.loads(first[1])["results"]) == 2


def test_what_is_printed_is_utf8_whatever_the_pipe_says(tmp_path: Path) -> None:
    make.write(tmp_path / "a.zim", [make.page("P")], metadata={"Title": "百科全書 ✓"})
    for words in (("doctor", str(tmp_path)), ("tools", "--json")):
        done = subprocess.run(
            [sys.executable, "-m", "bookwheel", *words],
            env={**os.environ, "PYTHONIOENCODING": "ascii"},
            capture_output=True,
            check=True,
        )
        assert not done.stderr
        assert set("✓…") & set(done.stdout.decode())


def test_the_only_archive_need_not_be_named(capfd: pytest.CaptureFixture[str]) -> None:
    named = said(capfd, "call", "zim_get", f"zim_file_path={DEMO}", "entry_path=Bookwheel", "--demo")
    assert said(capfd, "call", "zim_get", "entry_path=Bookwheel", "--demo") == named


def test_a_picture_that_was_asked_for_in_words_is_written_too(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("call", "zim_query", "query=get image _assets_/Bookwheel.png", "--demo")
    status, _, _ = said(capfd, *words, "--output", str(tmp_path / "wheel.png"))
    assert status == 0
    assert (tmp_path / "wheel.png").read_bytes().startswith(b"\x89PNG")


def test_lists_are_written_as_json(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(
        capfd, "call", "zim_get", f"zim_file_path={DEMO}", 'entry_paths=["Paper","Wheel"]', "--demo", "--json"
    )
    assert json.loads(out)["succeeded"] == 2


def test_an_error_goes_to_standard_error_with_status_1(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = said(
        capfd, "call", "zim_get", f"zim_file_path={DEMO}", "entry_path=Bookweel", "--demo"
    )
    assert (status, out) == (1, "")
    assert "Bookwheel" in err


@pytest.mark.parametrize(
    "words",
    [
        ("call", "zim_gett", "--demo"),
        ("call", "zim_get", "no equals sign", "--demo"),
        ("call", "zim_get", "{not json", "--demo"),
        ("call", "zim_get", "main_page=true"),
        ("call", "zim_get", "--nonsense"),
        ("serve", "/no/such/place"),
        ("serve", ""),
        ("serve", "~nobody-of-that-name/zims"),
        ("serve", "x" * 5000),
        ("nonsense",),
        (),
    ],
)
def test_wrong_use_ends_with_status_2_and_says_why(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.delenv("BOOKWHEEL_ARCHIVES", raising=False)
    status, out, err = said(capfd, *words)
    assert (status, out) == (2, "")
    assert err
    assert "Traceback" not in err


def test_bytes_are_written_to_a_file(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "sizes.png"
    words = (f"zim_file_path={DEMO}", "entry_path=_assets_/Paper_sizes.png", "binary=true", "--demo")
    status, _, err = said(capfd, "call", "zim_get", *words, "--output", str(target))
    assert status == 0
    assert target.read_bytes().startswith(b"\x89PNG")
    assert "bytes written" in err


def test_bytes_that_are_not_there_are_not_written(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = (f"zim_file_path={DEMO}", "entry_path=Bookwheel", "--demo", "--output", str(tmp_path / "x"))
    assert said(capfd, "call", "zim_get", *words)[0] == 1
    assert not (tmp_path / "x").exists()


def test_tools_are_listed_and_explained(capfd: pytest.CaptureFixture[str]) -> None:
    assert "zim_get " in said(capfd, "tools")[1]
    explained = said(capfd, "tools", "zim_get")[1]
    assert "entry_path (string; optional)" in explained
    assert json.loads(said(capfd, "tools", "zim_get", "--json")[1])[0]["name"] == "zim_get"
    assert said(capfd, "tools", "zim_gett")[0] == 2


def test_a_tool_that_answers_in_markdown_only_has_its_text_in_the_json(
    capfd: pytest.CaptureFixture[str],
) -> None:
    words = ("call", "zim_query", "query=tell me about Bookwheel", "--demo")
    plain = said(capfd, *words)[1]
    status, out, _ = said(capfd, *words, "--json")
    assert (status, json.loads(out)) == (0, {"text": plain.removesuffix("\n")})


def test_a_tool_that_is_not_offered_is_told_from_one_that_does_not_exist(
    capfd: pytest.CaptureFixture[str],
) -> None:
    words = ("call", "wikipedia_search_articles", "query=x", "--demo", "--source", "archive")
    status, _, err = said(capfd, *words)
    assert status == 2
    assert "is not offered with --source archive" in err
    assert "Did you mean" not in err


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("servee",), "serve"),
        (("index", "rebuild"), "build"),
        (("serve", "--source", "archiv"), "archive"),
    ],
)
def test_a_slip_in_a_command_is_answered_with_the_nearest_one(
    capfd: pytest.CaptureFixture[str], words: tuple[str, ...], meant: str
) -> None:
    status, _, err = said(capfd, *words)
    assert status == 2
    assert err.endswith(f". Did you mean {meant}?\n")


def test_a_word_like_no_command_is_answered_with_all_of_them(capfd: pytest.CaptureFixture[str]) -> None:
    _, _, err = said(capfd, "xyzzy")
    assert "choose from" in err
    assert "Did you mean" not in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "words",
    [
        ["tools"],
        ["call", "zim_metadata", f"zim_file_path={DEMO}", "--demo"],
        ["--version"],
        ["call", "--help"],
    ],
)
def test_an_output_that_is_full_is_told_in_one_line(words: list[str], unbuffered: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bookwheel", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"bookwheel: the output cannot be written: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="closing a stream is written for a POSIX shell here")
@pytest.mark.parametrize("words", [("tools",), ("call", "zim_metadata", f"zim_file_path={DEMO}", "--demo")])
def test_an_output_that_nobody_wants_is_no_failure(words: tuple[str, ...]) -> None:
    shell = ["sh", "-c", '"$@" >&-', "sh"]
    done = subprocess.run(
        [*shell, sys.executable, "-m", "bookwheel", *words], stderr=subprocess.PIPE, check=True
    )
    assert done.stderr == b""


def test_an_argument_given_twice_is_refused_and_a_list_is_shown(capfd: pytest.CaptureFixture[str]) -> None:
    status, _, err = said(capfd, "call", "wikipedia_get_languages", "title=X", "editions=fr", "editions=de")
    assert status == 2
    assert 'editions is given twice; a list is written editions=["A", "B"]' in err
    assert (
        'Use editions=["fr"].' in said(capfd, "call", "wikipedia_get_languages", "title=X", "editions=fr")[2]
    )


@pytest.mark.parametrize(
    ("word", "status", "told"),
    [
        ('{"title": ' + "[" * 5000 + "]" * 5000 + "}", 2, "not a JSON object"),
        ("editions=" + "[" * 2000 + "]" * 2000, 1, "editions must be a list"),
    ],
)
def test_brackets_without_end_are_refused_in_a_sentence(
    capfd: pytest.CaptureFixture[str], word: str, status: int, told: str
) -> None:
    found, _, problem = said(capfd, "call", "wikipedia_get_languages", word, *(["title=x"] * (status == 1)))
    assert found == status
    assert told in problem
    assert "Traceback" not in problem


def test_brackets_are_a_list_only_where_a_list_is_due(capfd: pytest.CaptureFixture[str]) -> None:
    words = ("call", "zim_search", f"zim_file_path={DEMO}", "query=[1588]", "--demo", "--json")
    status, out, _ = said(capfd, *words)
    assert (status, json.loads(out)["query"]) == (0, "[1588]")
