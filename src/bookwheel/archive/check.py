"""Whether an archive's bytes are what its maker wrote: a streaming comparison with its own checksum.

Plain file reads, no memory map and no libzim: this runs beside a server's event loop in a thread, for as long as a
large file takes (some 500 MB/s), and must neither hold the interpreter nor die with a truncated file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from bookwheel.archive.defects import DefectError, one_line
from bookwheel.archive.files import archive_parts, fingerprint
from bookwheel.archive.header import CHECKSUM_BYTES, Header, check_size, parse_header

CHUNK_BYTES = 8 << 20
_HEAD_BYTES = 4096


class Checked(NamedTuple):
    """The outcome.

    is_valid: whether every byte is as written. has_checksum: whether the archive carries a checksum.
    checksum: the stored one, 32 hexadecimal digits, or "". defect: one line why it is not valid, else None.
    """

    is_valid: bool
    has_checksum: bool
    checksum: str
    defect: str | None


def validate(
    path: str | Path, progress: Callable[[int, int], None], cancelled: Callable[[], bool]
) -> Checked | None:
    """Compare an archive ("x.zim", also for a split set) with its checksum; None when cancelled.

    `progress(bytes read, bytes in all)` and `cancelled()` are called after each 8 MiB.
    """
    parts = archive_parts(Path(path))
    try:
        before = fingerprint(parts)
        size = sum(part.size for part in before)
        header = parse_header(b"".join(_bytes(parts, 0, min(_HEAD_BYTES, size))))
        check_size(header, size)
        stored = b"".join(_bytes(parts, header.checksum, CHECKSUM_BYTES)).hex()
        computed = _digest(parts, header, progress, cancelled)
        if computed is None:
            return None
        if fingerprint(parts) != before:
            return _wrong(stored, "it changed while it was being checked")
    except DefectError as defect:
        return _wrong("", str(defect))
    except OSError as error:
        return _wrong("", one_line(error.strerror or error))
    if computed != stored:
        return _wrong(stored, f"the checksum does not match: its bytes give {computed}")
    return Checked(is_valid=True, has_checksum=True, checksum=stored, defect=None)


def _wrong(checksum: str, defect: str) -> Checked:
    return Checked(is_valid=False, has_checksum=bool(checksum), checksum=checksum, defect=defect)


def _digest(
    parts: tuple[Path, ...],
    header: Header,
    progress: Callable[[int, int], None],
    cancelled: Callable[[], bool],
) -> str | None:
    digest = hashlib.md5(usedforsecurity=False)
    done = 0
    for chunk in _bytes(parts, 0, header.checksum):
        if cancelled():
            return None
        digest.update(chunk)
        done += len(chunk)
        progress(done, header.checksum)
    return digest.hexdigest()


def _bytes(parts: tuple[Path, ...], start: int, length: int) -> Iterator[bytes]:
    """Yield `length` bytes of the joined parts from `start`, 8 MiB at a time. Raises DefectError when they end early."""
    for path in parts:
        with path.open("rb") as file:
            size = path.stat().st_size
            if start >= size:
                start -= size
                continue
            file.seek(start)
            start = 0
            while length > 0:
                chunk = file.read(min(CHUNK_BYTES, length))
                if not chunk:
                    break
                length -= len(chunk)
                yield chunk
        if length == 0:
            return
    if length:
        raise DefectError(f"it ends {length} bytes too early")
