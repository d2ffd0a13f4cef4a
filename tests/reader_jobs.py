"""Jobs for the drills of the reader processes: each misbehaves in one way.

They live in a module of their own because a job travels to its process by the name of its module.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import signal
import time
from pathlib import Path

from bookwheel.archive.library import Library
from bookwheel.errors import NotFound


def echo(library: Library, value: object) -> object:
    return value


def process_id(library: Library, _: None) -> int:
    return os.getpid()


def sleep(library: Library, seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def note_and_sleep(library: Library, arguments: tuple[str, float]) -> None:
    """Write the process id into a file, then sleep."""
    path, seconds = arguments
    Path(path).write_text(str(os.getpid()))
    time.sleep(seconds)


def loop_forever(library: Library, path: str) -> None:
    Path(path).write_text(str(os.getpid()))
    while True:
        pass


def read_past_a_truncated_map(library: Library, path: str) -> int:
    """Read where a truncated file no longer has pages: SIGBUS."""
    with Path(path).open("r+b") as file:
        file.truncate(1 << 20)
        mapped = mmap.mmap(file.fileno(), 1 << 20, prot=mmap.PROT_READ)
        file.truncate(0)
        return mapped[1 << 19]


def touch_nothing(library: Library, _: None) -> None:
    """Read address 0: SIGSEGV."""
    ctypes.string_at(0)


def abort(library: Library, _: None) -> None:
    os.abort()


def kill_myself(library: Library, _: None) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class OneWayError(Exception):
    """Pickles, but cannot be rebuilt: its constructor wants more than its args."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first + second)


class OneWayValue:
    """Pickles, but cannot be rebuilt."""

    def __reduce__(self) -> tuple[object, ...]:
        return int, ("not a number",)


def raise_what_cannot_be_rebuilt(library: Library, _: None) -> None:
    raise OneWayError("secret /etc/", "passwd")


def return_what_cannot_be_rebuilt(library: Library, _: None) -> OneWayValue:
    return OneWayValue()


def return_what_cannot_be_pickled(library: Library, _: None) -> object:
    return lambda: None


def raise_typed(library: Library, _: None) -> None:
    raise NotFound(
        "No such thing.", reason="entry_not_found", hint="Look elsewhere.", data={"closest_match": "thing"}
    )


def print_to_standard_output(library: Library, text: str) -> str:
    """Chatter as a native library would: straight to descriptor 1, and through print."""
    print(text)
    return text
