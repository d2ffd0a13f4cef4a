"""`bookwheel serve`: what a person reads on standard error before a client speaks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from archives import make

NO_CONTACT = "BOOKWHEEL_CONTACT is not set"


def warned(*words: str) -> str:
    """Return what a server says on standard error that is started and left at once."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BOOKWHEEL_")}
    done = subprocess.run(
        [sys.executable, "-m", "bookwheel", "serve", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment,
        timeout=60,
        check=True,
    )
    return done.stderr


def test_who_does_not_say_who_asks_is_told_what_that_costs() -> None:
    assert NO_CONTACT in warned()


@pytest.mark.parametrize("words", [("--demo",), ("--demo", "--source", "archive")])
def test_whoever_tries_the_demo_need_not_say_who_asks(words: tuple[str, ...]) -> None:
    assert warned(*words) == ""


def test_places_without_a_readable_archive_are_named(tmp_path: Path) -> None:
    told = warned(str(tmp_path), "--source", "archive")
    assert told == f"bookwheel: no archive there can be read: {tmp_path}. See: bookwheel doctor {tmp_path}\n"
    (tmp_path / "broken.zim").write_bytes(b"nothing")
    assert "no archive there can be read" in warned(str(tmp_path), "--source", "archive")
    make.write(tmp_path / "good.zim", [make.page("Only")], has_index=False)
    assert warned(str(tmp_path), "--source", "archive") == ""


@pytest.mark.skipif(sys.platform == "win32", reason="closing a stream is written for a POSIX shell here")
def test_without_standard_error_nothing_but_the_protocol_is_on_standard_output() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BOOKWHEEL_")}
    done = subprocess.run(
        ["sh", "-c", '"$@" 2>&-', "sh", sys.executable, "-m", "bookwheel", "serve"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env=environment,
        timeout=60,
        check=True,
    )
    assert done.stdout == b""
