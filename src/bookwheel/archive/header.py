"""The fixed header of a ZIM archive, and whether the file is all there."""

from __future__ import annotations

import struct
from typing import NamedTuple

from bookwheel.archive.defects import DefectError

HEADER_BYTES = 80
CHECKSUM_BYTES = 16
MAGIC = 0x044D495A
NOWHERE = 0xFFFFFFFFFFFFFFFF
NO_ENTRY = 0xFFFFFFFF

_LAYOUT = struct.Struct("<IHH16sIIQQQQIIQ")
_EMBEDDED_SEARCH_BYTES = 4096


class Header(NamedTuple):
    """The header's fields; positions are byte offsets from the start of the (joined) archive."""

    major: int
    minor: int
    uuid: str
    entry_count: int
    cluster_count: int
    path_pointers: int
    title_pointers: int
    cluster_pointers: int
    mime_list: int
    main_page: int
    checksum: int

    @property
    def has_new_namespaces(self) -> bool:
        """Whether all content is in one namespace, C."""
        return self.minor >= 1

    @property
    def expected_size(self) -> int:
        """The size of the whole archive in bytes: the checksum is its end."""
        return self.checksum + CHECKSUM_BYTES


def parse_header(start: bytes) -> Header:
    """Parse the first bytes of an archive (80 are enough; 4096 let an embedded archive be recognised).

    Raises DefectError with a one-line reason.
    """
    if not start:
        raise DefectError("an empty file")
    magic = MAGIC.to_bytes(4, "little")
    if not start.startswith(magic):
        at = start.find(magic, 1, _EMBEDDED_SEARCH_BYTES)
        if at > 0:
            raise DefectError(f"not a ZIM archive by itself: one is embedded in it at byte {at}")
        raise DefectError("not a ZIM archive")
    if len(start) < HEADER_BYTES:
        raise DefectError(f"incomplete: {len(start)} bytes, less than a header")
    _, major, minor, identity, *places, main, _, checksum = _LAYOUT.unpack_from(start)
    return Header._make((major, minor, _uuid(identity.hex()), *places, main, checksum))


def _uuid(digits: str) -> str:
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def check_size(header: Header, size: int) -> None:
    """Raise DefectError unless the archive is exactly as long as its header says.

    A file that is still being copied is too short, a damaged or overwritten one may be too long.
    """
    if header.checksum < HEADER_BYTES:
        raise DefectError("damaged header: the checksum lies inside it")
    if size < header.expected_size:
        raise DefectError(f"incomplete: {size} of {header.expected_size} bytes")
    if size > header.expected_size:
        raise DefectError(
            f"{size - header.expected_size} bytes beyond its end: {size} of {header.expected_size} bytes"
        )
