"""`bookwheel index`: what a person sees while an index is built, and what it says of one."""

from __future__ import annotations

import io
import os
import shutil
from pathlib import Path

import pytest

from archives import make
from bookwheel.cli import index, main
from bookwheel.cli.index import ProgressLine
from bookwheel.companion import opened
from bookwheel.companion.build import SECTIONS
from bookwheel.companion.places import beside, cached


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    specs = [make.page(f"P{n}", body=f'<a href="P{n * 7 % 30}">a</a><a href="P0">b</a>') for n in range(30)]
    return make.write(tmp_path / "a.zim", specs, has_index=False)


def test_building_tells_what_was_made_and_checking_finds_it_whole(
    archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run(["index", "build", str(archive), "--jobs", "1"]) == 0
    out, err = capsys.readouterr()
    assert f"{beside(archive)}: 30 titles, 30 pages, " in out
    assert "reading pages: " in err
    assert main.run(["index", "check", str(archive)]) == 0
    assert "whole. 30 titles, 30 pages" in capsys.readouterr().out


def test_an_output_path_is_used_as_it_is_and_where_nobody_looks_it_says_so(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "deep" / "down.bookwheel"
    build = ["index", "build", str(archive), "--only", "links", "--output"]
    assert main.run([*build, str(target)]) == 0
    assert f"to be used, it must lie at {beside(archive)}." in capsys.readouterr().out
    assert target.exists()
    assert not beside(archive).exists()
    assert main.run(["index", "check", str(archive), "--output", str(target)]) == 0


def test_an_output_path_never_costs_a_file_that_is_no_index(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine", encoding="utf-8")
    before = archive.read_bytes()
    pipe = tmp_path / "pipe.bookwheel"
    if hasattr(os, "mkfifo"):
        os.mkfifo(pipe)
    else:
        pipe.mkdir()
    for target in (notes, archive, tmp_path, pipe):
        assert main.run(["index", "build", str(archive), "--output", str(target)]) == 1
        assert "is there already and is no index" in capsys.readouterr().err
    assert notes.read_text(encoding="utf-8") == "mine"
    assert archive.read_bytes() == before
    other = tmp_path / "other"
    for _ in range(2):
        assert main.run(["index", "build", str(archive), "--output", str(other)]) == 0


def test_a_damaged_index_is_reported_with_its_cause(
    archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run(["index", "check", str(archive)]) == 1
    assert ": absent: the index does not exist." in capsys.readouterr().out
    main.run(["index", "build", str(archive), "--jobs", "1"])
    data = bytearray(beside(archive).read_bytes())
    data[-300] ^= 1
    beside(archive).write_bytes(bytes(data))
    capsys.readouterr()
    assert main.run(["index", "check", str(archive)]) == 1
    out = capsys.readouterr().out
    assert ": corrupt: the index is damaged" in out
    assert f"bookwheel index build {archive}" in out


def test_the_list_tells_the_state_of_every_archive(
    archive: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def listed() -> tuple[int, str]:
        status = main.run(["index", "list", str(archive.parent)])
        return status, capsys.readouterr().out

    assert listed() == (0, "+ a: none; small enough to be indexed in memory on first use\n")
    monkeypatch.setattr(opened, "IN_MEMORY_BYTES", 0)
    monkeypatch.setattr(index, "IN_MEMORY_BYTES", 0)
    assert listed() == (0, f"- a: none. Build it: bookwheel index build {archive}\n")
    main.run(["index", "build", str(archive), "--jobs", "1"])
    capsys.readouterr()
    status, text = listed()
    assert status == 0
    assert text.startswith(f"+ a: {beside(archive)}: 30 titles, 30 pages, ")
    shutil.copy(archive.parent / "a.zim.bookwheel", archive.parent / "b.zim.bookwheel")
    specs = [make.page("Other")]
    make.write(archive.parent / "b.zim", specs, has_index=False)
    status, text = listed()
    assert status == 1
    assert f"! b: the index {archive.parent / 'b.zim.bookwheel'} belongs to another archive, a.zim" in text


def test_a_sound_index_in_the_cache_is_told_of_before_a_bad_one_beside(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("BOOKWHEEL_CACHE", str(cache))
    beside(archive).write_bytes(b"no index, and more than twenty-four bytes of it")
    good = cached(archive, str(cache))
    assert main.run(["index", "check", str(archive)]) == 1
    assert f"{beside(archive)}: foreign" in capsys.readouterr().out
    assert main.run(["index", "build", str(archive), "--jobs", "1", "--output", str(good)]) == 0
    capsys.readouterr()
    assert main.run(["index", "check", str(archive)]) == 0
    assert f"{good}: whole" in capsys.readouterr().out
    assert main.run(["index", "list", str(archive)]) == 0
    assert capsys.readouterr().out.startswith(f"+ a: {good}: 30 titles")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["index", "build", "A", "--only", "links,pictures"], "no section 'pictures'"),
        (["index", "build", "A", "--jobs", "0"], "--jobs must lie between"),
        (["index", "list"], "no archive named"),
    ],
)
def test_wrong_use_is_explained(
    archive: Path,
    words: list[str],
    says: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("BOOKWHEEL_ARCHIVES", raising=False)
    assert main.run([str(archive) if word == "A" else word for word in words]) == 2
    assert says in capsys.readouterr().err


def test_what_cannot_be_built_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.zim"
    bad.write_bytes(b"no archive")
    assert main.run(["index", "build", str(bad)]) == 1
    assert "not a ZIM archive" in capsys.readouterr().err


def test_a_folder_is_refused_in_the_words_of_the_shell(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make.write(tmp_path / "b.zim", [make.page("Other")], has_index=False)
    (tmp_path / "empty").mkdir()
    for action in ("build", "check"):
        capsys.readouterr()
        assert main.run(["index", action, str(tmp_path)]) == 1
        err = capsys.readouterr().err
        assert f"{tmp_path} holds 2 archives: a, b. Name one .zim file" in err
        assert "zim_file_path" not in err
        assert main.run(["index", action, str(tmp_path / "empty")]) == 1
        assert "holds no .zim archive" in capsys.readouterr().err


def test_the_help_names_the_sections(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main.run(["index", "build", "--help"])
    assert ", ".join(SECTIONS) in " ".join(capsys.readouterr().out.split())


class _Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr("bookwheel.cli.index.time.monotonic", lambda: self.now)


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_tells_how_much_how_fast_and_how_long_still(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, stream = _Clock(monkeypatch), _Terminal()
    progress = ProgressLine(stream)
    progress.show("reading pages", 0, 10_000)
    clock.now += 10
    progress.show("reading pages", 2_500, 10_000)
    assert stream.getvalue().endswith("reading pages: 2,500 of 10,000 (25 %), 250 a second, 30 s left")
    clock.now += 30
    progress.show("reading pages", 10_000, 10_000)
    assert stream.getvalue().endswith("reading pages: 10,000 in 40 s\n")


def test_the_rate_is_that_of_the_last_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, stream = _Clock(monkeypatch), _Terminal()
    progress = ProgressLine(stream)
    for second in range(101):
        clock.now += 1
        progress.show("reading pages", second * 100 if second < 50 else 5_000 + (second - 50) * 10, 6_000)
    assert ", 10 a second, 50 s left" in stream.getvalue().rpartition("\r")[2]


def test_without_a_terminal_lines_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, stream = _Clock(monkeypatch), io.StringIO()
    progress = ProgressLine(stream)
    for second in range(61):
        progress.show("reading pages", second * 100, 6_000)
        clock.now += 1
    progress.end()
    lines = stream.getvalue().splitlines()
    assert 4 <= len(lines) <= 8
    assert lines[-1] == "reading pages: 6,000 in 1.0 min" or lines[-1].startswith(
        "reading pages: 6,000 in 60"
    )
