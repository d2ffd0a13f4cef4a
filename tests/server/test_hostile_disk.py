"""Archives that change, break and vanish under a server that is being read: answers stay right or say why not."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from libzim.writer import Creator, Hint, Item, StringProvider

from server_pipe import Pipe, children_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and in-place truncation")

PAGES = 400
TOLD = {"archive_changed", "archive_failed", "archive_unreadable", "archive_not_found", "entry_not_found"}


class _Page(Item):
    def __init__(self, path: str, html: str) -> None:
        super().__init__()
        self.path, self.html = path, html

    def get_path(self) -> str:
        return self.path

    def get_title(self) -> str:
        return self.path

    def get_mimetype(self) -> str:
        return "text/html"

    def get_contentprovider(self) -> StringProvider:
        return StringProvider(self.html)

    def get_hints(self) -> dict[Hint, int]:
        # Uncompressed, so that pages are spread over the file and a truncation takes some of them away.
        return {Hint.FRONT_ARTICLE: True, Hint.COMPRESS: False}


def write_archive(path: Path, edition: str) -> None:
    """Write an archive in which page N says which edition it is from."""
    noise = random.Random(edition)
    with Creator(path) as creator:
        creator.set_mainpath("P0")
        for number in range(PAGES):
            filler = "".join(noise.choices("abcdefghij ", k=4000))
            creator.add_item(
                _Page(f"P{number}", f"<h1>P{number}</h1><p>page {number} of {edition}. {filler}</p>")
            )


@pytest.fixture(scope="module")
def editions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("editions")
    for name in ("first", "second"):
        write_archive(folder / f"{name}.zim", name)
    return folder / "first.zim", folder / "second.zim"


def get(pipe: Pipe, archive: str, number: int) -> dict[str, Any]:
    return pipe.call({"zim_file_path": archive, "entry_path": f"P{number}"})


def reason_of(result: dict[str, Any]) -> str:
    return result["structuredContent"]["error"]["data"]["reason"]


def test_reading_goes_on_while_archives_are_truncated_replaced_deleted_and_readers_killed(
    tmp_path: Path, editions: tuple[Path, Path]
) -> None:
    first, second = editions
    victim, bystander = tmp_path / "victim.zim", tmp_path / "bystander.zim"
    shutil.copy(first, victim)
    shutil.copy(first, bystander)
    pipe = Pipe(None, str(tmp_path))
    pipe.initialize()

    def truncate() -> None:
        os.truncate(victim, victim.stat().st_size // 3)

    def replace() -> None:
        shutil.copy(second, tmp_path / "incoming")
        (tmp_path / "incoming").replace(victim)

    def overwrite_slowly() -> None:
        content = first.read_bytes()
        with victim.open("wb") as file:
            for start in range(0, len(content), 300_000):
                file.write(content[start : start + 300_000])
                file.flush()
                time.sleep(0.01)

    def delete() -> None:
        victim.unlink(missing_ok=True)

    def kill() -> None:
        for reader in children_of(pipe.process.pid):
            os.kill(reader, signal.SIGKILL)

    seen: Counter[str] = Counter()
    stop = threading.Event()
    done: list[str] = []

    def vandalise() -> None:
        acts: list[Callable[[], None]] = [
            truncate,
            replace,
            kill,
            delete,
            replace,
            overwrite_slowly,
            truncate,
            kill,
            replace,
        ]
        for act in acts:
            time.sleep(0.4)
            if act is truncate and not victim.exists():
                continue
            act()
            done.append(act.__name__)
        stop.set()

    vandal = threading.Thread(target=vandalise)
    vandal.start()
    dice = random.Random(5)
    while not stop.is_set():
        number = dice.randrange(PAGES)
        result = get(pipe, "victim", number)
        if result["isError"]:
            assert reason_of(result) in TOLD
            assert str(tmp_path) not in str(result["content"])
            seen[reason_of(result)] += 1
        else:
            text = result["structuredContent"]["content"]
            assert f"page {number} of first" in text or f"page {number} of second" in text
            seen["read"] += 1
        other = get(pipe, "bystander", number)
        if other["isError"]:
            assert reason_of(other) in {"archive_failed", "archive_changed"}
            seen["bystander"] += 1
    vandal.join()
    assert len(done) == 9
    assert seen["read"] > 20
    assert seen["bystander"] <= 6, "the other archive may only be hit when its reader is killed"
    for number in range(0, PAGES, 40):
        assert f"page {number} of second" in get(pipe, "victim", number)["structuredContent"]["content"]
        assert f"page {number} of first" in get(pipe, "bystander", number)["structuredContent"]["content"]
    status, _, rest, _ = pipe.close()
    assert (status, rest) == (0, b"")


def test_a_replaced_archive_is_served_anew_by_the_next_call_also_within_the_same_second(
    tmp_path: Path, editions: tuple[Path, Path]
) -> None:
    first, second = editions
    place = tmp_path / "wiki.zim"
    shutil.copy(first, place)
    pipe = Pipe(None, str(tmp_path))
    pipe.initialize()
    assert "of first" in get(pipe, "wiki", 1)["structuredContent"]["content"]
    stamp = place.stat()
    shutil.copy(second, tmp_path / "incoming")
    os.utime(tmp_path / "incoming", ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    (tmp_path / "incoming").replace(place)
    assert "of second" in get(pipe, "wiki", 1)["structuredContent"]["content"]
    pipe.close()


def test_an_archive_added_later_is_found_without_a_restart(
    tmp_path: Path, editions: tuple[Path, Path]
) -> None:
    shutil.copy(editions[0], tmp_path / "one.zim")
    pipe = Pipe(None, str(tmp_path))
    pipe.initialize()
    assert reason_of(get(pipe, "two", 1)) == "archive_not_found"
    shutil.copy(editions[1], tmp_path / "two.zim")
    time.sleep(1.1)  # names are looked up at most once a second
    assert "of second" in get(pipe, "two", 1)["structuredContent"]["content"]
    (tmp_path / "two.zim").unlink()
    assert reason_of(get(pipe, "two", 1)) == "archive_not_found"
    pipe.close()
