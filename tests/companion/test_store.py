"""Companion files that cannot be used are refused, each with its cause; damage is never believed."""

from __future__ import annotations

import io
import random
import struct
from array import array
from pathlib import Path

import pytest

from bookwheel.companion.store import (
    VERSION,
    ArchiveIdentity,
    IndexDefectError,
    IndexFile,
    SectionSource,
    open_index,
    write_index,
)

ARCHIVE = ArchiveIdentity("11112222-3333-4444-5555-666677778888", 123_456, "x.zim")
NUMBERS = array("I", range(50_000))
LARGE = array("Q", [2**40 + number for number in range(1000)])


def written(archive: ArchiveIdentity = ARCHIVE) -> bytes:
    out = io.BytesIO()
    sections = {
        "a.numbers": SectionSource("I", 4 * len(NUMBERS), [NUMBERS[:7], NUMBERS[7:]]),
        "a.large": SectionSource("Q", 8 * len(LARGE), [LARGE]),
        "b.bytes": SectionSource("B", 5, [b"hello"]),
        "b.empty": SectionSource("I", 0, []),
    }
    write_index(out, archive, sections, {"built": "2026-01-01T00:00:00+00:00"})
    return out.getvalue()


WHOLE = written()


def refused(path: Path, data: bytes, archive: ArchiveIdentity | None = ARCHIVE) -> IndexDefectError:
    path.write_bytes(data)
    with pytest.raises(IndexDefectError) as caught:
        open_index(path, archive).verify_all()
    return caught.value


def test_sections_come_back_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "x.bookwheel"
    path.write_bytes(WHOLE)
    file = open_index(path, ARCHIVE)
    file.verify_all()
    numbers, large, letters = (file.numbers(name) for name in ("a.numbers", "a.large", "b.bytes"))
    assert numbers.slice(0, len(numbers)) == list(NUMBERS)
    assert (numbers[0], numbers[49_999], large[999]) == (0, 49_999, 2**40 + 999)
    assert bytes(letters.slice(0, 5)) == b"hello"
    assert (len(file.numbers("b.empty")), file.numbers("b.empty").slice(0, 0)) == (0, [])
    assert file.header["built"] == "2026-01-01T00:00:00+00:00"


def test_an_index_without_any_section_is_whole(tmp_path: Path) -> None:
    out = io.BytesIO()
    write_index(out, ARCHIVE, {}, {})
    IndexFile(memoryview(out.getvalue()), ARCHIVE).verify_all()


def test_a_section_that_was_not_built_is_named() -> None:
    with pytest.raises(IndexDefectError, match='without its section "titles"') as caught:
        IndexFile(memoryview(WHOLE), ARCHIVE).numbers("titles.words")
    assert caught.value.cause == "incomplete"


@pytest.mark.parametrize(
    ("archive", "cause", "says"),
    [
        (ARCHIVE._replace(uuid="99"), "stale", "before the archive was replaced"),
        (ARCHIVE._replace(size=1), "stale", "before the archive was replaced"),
        (ARCHIVE._replace(uuid="99", name="y.zim"), "foreign", "belongs to another archive, x.zim"),
    ],
)
def test_an_index_of_another_archive_is_refused(
    tmp_path: Path, archive: ArchiveIdentity, cause: str, says: str
) -> None:
    defect = refused(tmp_path / "x", WHOLE, archive)
    assert defect.cause == cause
    assert says in str(defect)


def test_an_archive_may_be_renamed(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(WHOLE)
    open_index(tmp_path / "x", ARCHIVE._replace(name="renamed.zim")).verify_all()


@pytest.mark.parametrize(
    ("data", "cause"),
    [
        (b"", "foreign"),
        (b"SQLite format 3\0" * 100, "foreign"),
        (b"short", "foreign"),
        (WHOLE[:8], "truncated"),
        (WHOLE[:100], "truncated"),
        (WHOLE[: len(WHOLE) // 2], "truncated"),
        (WHOLE[:-1], "truncated"),
        (WHOLE + b"\0", "corrupt"),
        (WHOLE[:8] + struct.pack("<I", VERSION + 1) + WHOLE[12:], "newer"),
        (WHOLE[:8] + struct.pack("<I", VERSION - 1) + WHOLE[12:], "older"),
        (WHOLE[:12] + struct.pack("<I", 2**31) + WHOLE[16:], "corrupt"),
    ],
)
def test_every_defect_has_its_cause(tmp_path: Path, data: bytes, cause: str) -> None:
    assert refused(tmp_path / "x", data).cause == cause


def test_a_missing_file_and_a_folder_have_their_causes(tmp_path: Path) -> None:
    for path, cause in ((tmp_path / "nothing", "absent"), (tmp_path, "unreadable")):
        with pytest.raises(IndexDefectError) as caught:
            open_index(path, ARCHIVE)
        assert caught.value.cause == cause


def test_any_flipped_bit_is_noticed(tmp_path: Path) -> None:
    dice = random.Random(3)
    places = {0, 8, 12, 16, 30, len(WHOLE) - 1, *(dice.randrange(len(WHOLE)) for _ in range(60))}
    for place in places - {*range(20, 24)}:  # four bytes of the prefix are spare
        data = bytearray(WHOLE)
        data[place] ^= 1 << dice.randrange(8)
        assert refused(tmp_path / "x", bytes(data)).cause in {
            "corrupt",
            "foreign",
            "newer",
            "older",
            "truncated",
        }


def test_damage_elsewhere_does_not_hinder_reading(tmp_path: Path) -> None:
    place = WHOLE.index(NUMBERS[30_000:30_004].tobytes())
    data = bytearray(WHOLE)
    data[place] ^= 1
    file = IndexFile(memoryview(bytes(data)), ARCHIVE)
    numbers = file.numbers("a.numbers")
    assert numbers.slice(0, 10) == list(range(10))
    with pytest.raises(IndexDefectError, match="damaged near byte") as caught:
        numbers.slice(29_999, 30_010)
    assert caught.value.cause == "corrupt"
    with pytest.raises(IndexDefectError):
        _ = numbers[30_000]
