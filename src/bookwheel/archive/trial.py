"""Opening archives for the first time, in a child process: some damage makes libzim end the process that opens it.

libzim loads the search index while it opens an archive, and a flipped bit there can be a segmentation fault. A reader
that opened such a file itself would die, and so would the next one. A forked child opens all new archives in a row and
reports each; when it dies, the archive it was at is the culprit, and another child goes on with the rest.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

TRIAL_SECONDS = 20
"""How long opening one archive may take; a disk that is slower than this would hold up every answer."""


class Outcome(NamedTuple):
    """What came of opening an archive: one line why it failed, or None and what it tells of itself ("" for nothing).

    own_name: the Name metadata. title: its own. language: codes, by commas. date: as stored (ISO).
    """

    own_name: str
    defect: str | None
    title: str = ""
    language: str = ""
    date: str = ""


def try_each(openings: Sequence[Callable[[], Outcome]]) -> list[Outcome]:
    """Run each opening where its death does no harm, and return the outcomes in order.

    Where processes cannot be forked (Windows, or several threads run), they run here.
    """
    outcomes: list[Outcome] = []
    while len(outcomes) < len(openings):
        rest = openings[len(outcomes) :]
        try:
            reported, end = _run_in_child(rest)
        except _CannotForkError:
            return outcomes + [opening() for opening in rest]
        outcomes.extend(reported)
        if len(reported) < len(rest):
            outcomes.append(Outcome("", end))
    return outcomes


class _CannotForkError(Exception):
    pass


def _run_in_child(openings: Sequence[Callable[[], Outcome]]) -> tuple[list[Outcome], str]:
    """Return the outcomes of a child and how it ended; fewer outcomes than openings when it died."""
    if not hasattr(os, "fork") or threading.active_count() > 1:
        raise _CannotForkError
    receiving, sending = os.pipe()
    try:
        child = os.fork()
    except OSError as error:
        os.close(receiving)
        os.close(sending)
        raise _CannotForkError from error
    if child == 0:
        os.close(receiving)
        _report(openings, sending)
    os.close(sending)
    with os.fdopen(receiving, "rb") as pipe:
        lines = pipe.read().split(b"\n")[:-1]
    _, status = os.waitpid(child, 0)
    return [Outcome(*json.loads(line)) for line in lines], _end(status)


def _report(openings: Sequence[Callable[[], Outcome]], sending: int) -> None:
    """Run the openings in the child, write one line for each, and leave without a trace."""
    status = 1
    try:
        # What a dying libzim prints is of no use to the user of the server.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        faulthandler.disable()
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        for opening in openings:
            signal.alarm(TRIAL_SECONDS)
            os.write(sending, json.dumps(opening()).encode() + b"\n")
        status = 0
    finally:
        os._exit(status)  # nothing of the parent's may be flushed or run twice


def _end(status: int) -> str:
    if not os.WIFSIGNALED(status):
        return "opening it failed unexpectedly"
    number = os.WTERMSIG(status)
    if number == signal.SIGALRM:
        return f"it did not open within {TRIAL_SECONDS} seconds"
    name = signal.Signals(number).name if number in set(signal.Signals) else str(number)
    return f"damaged: opening it ends the process ({name})"
