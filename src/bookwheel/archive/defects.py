"""What can be wrong with an archive, said in one line."""

from __future__ import annotations

import os
import re
from collections.abc import Generator
from contextlib import contextmanager

from bookwheel.errors import Unavailable

MAX_DEFECT_CHARS = 200
MAX_PAGE_BYTES = 32_000_000  # of HTML


class DefectError(Exception):
    """The file, or the part of it just read, cannot be what it claims. The message is one line for the user."""


def one_line(error: BaseException | str) -> str:
    """Return the first line of a message, without control characters, paths or excess length.

    libzim lists the offending entries on further lines and sometimes names the file by its full path.
    """
    text = str(error).strip().split("\n", 1)[0]
    text = "".join(c for c in text if c.isprintable())
    text = re.sub(r"(?:/[^\s/:\"']+)+/([^\s/:\"']+)", r"\1", text).rstrip(" :.")
    return text[:MAX_DEFECT_CHARS] or type(error).__name__


def unreadable(archive: str, defect: str, *, is_refused: bool = False) -> Unavailable:
    """Return the error for an archive that cannot be served at all; `is_refused`: for its place, whatever its bytes."""
    remedy = (
        "Correct that" if is_refused else "Wait if it is being copied, else replace it with an intact copy"
    )
    return Unavailable(
        f'The archive "{archive}" cannot be read: {defect}.',
        reason="archive_unreadable",
        hint=f"{remedy}, or choose another archive.",
        data={"archive": archive, "defect": defect},
    )


def remedy(*, is_refused: bool) -> str:
    """Return what the owner of an archive that cannot be read should do."""
    return "correct that or remove it" if is_refused else "download it again or remove it"


def damaged_entry(archive: str, entry_path: str, defect: str) -> Unavailable:
    """Return the error for one entry of an archive that is otherwise served."""
    return Unavailable(
        f'The entry "{entry_path}" of the archive "{archive}" is damaged: {defect}.',
        reason="archive_unreadable",
        hint="Other entries are still served; replace the file with an intact copy to read this one.",
        data={"archive": archive, "entry_path": entry_path, "defect": defect},
    )


def readable_page(archive: str, entry_path: str, content: bytes) -> bytes:
    """Return the source of a page. Raises Unavailable (entry_too_large): a parsed page takes 25 times its bytes."""
    if len(content) <= MAX_PAGE_BYTES:
        return content
    megabytes = len(content) // 1_000_000
    raise Unavailable(
        f'The entry "{entry_path}" of the archive "{archive}" has {megabytes} MB of HTML, too much to be read as a page.',
        reason="entry_too_large",
        hint=f"Pages of up to {MAX_PAGE_BYTES // 1_000_000} MB are read; choose another entry.",
        data={"archive": archive, "entry_path": entry_path, "size": len(content)},
    )


def damaged(archive: str, defect: str) -> Unavailable:
    """Return the error for an open archive that leads nowhere in some place."""
    return Unavailable(
        f'The archive "{archive}" is damaged: {defect}.',
        reason="archive_unreadable",
        hint="Replace the file with an intact copy, or choose another archive.",
        data={"archive": archive, "defect": defect},
    )


def changed(archives: list[str]) -> Unavailable:
    """Return the error for archives whose files changed under a call."""
    return Unavailable(
        f"The archive {archives[0]} changed on disk while it was being read.",
        reason="archive_changed",
        hint="Call again: the archive is opened anew. zim_health lists what can be read now.",
        retryable=True,
        data={"changed_archives": archives},
    )


LIBZIM_ERRORS = (RuntimeError, LookupError, ValueError, OSError, MemoryError, OverflowError)
"""Everything libzim's C++ exceptions become in Python."""


@contextmanager
def unheard() -> Generator[None]:
    """Keep what libzim prints (of an odd language, of damage) off standard error; what matters it raises as well."""
    try:
        heard, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:  # it is closed, or no more files may be open
        yield
        return
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(heard, 2)
        os.close(heard)
        os.close(nowhere)
