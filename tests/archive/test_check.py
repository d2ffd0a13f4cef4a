from pathlib import Path

import pytest
from libzim.reader import Archive

from archives import make
from bookwheel.archive import check
from bookwheel.archive.check import Checked, validate
from bookwheel.archive.library import Library


def run(path: Path) -> Checked:
    checked = validate(path, lambda _done, _total: None, lambda: False)
    assert checked is not None
    return checked


def test_the_verdict_is_that_of_libzim(shared_library: Library):
    for file in shared_library.archives():
        checked = run(Path(file.path))
        if file.readable:
            archive = Archive(Path(file.path))
            assert checked.is_valid == archive.check()
            assert checked.checksum == archive.checksum
        else:
            assert not checked.is_valid
        assert checked.is_valid == (checked.defect is None)


def test_one_flipped_bit_is_found(written: Path, tmp_path: Path):
    data = bytearray((written / "odd_titles.zim").read_bytes())
    data[len(data) // 2] ^= 1
    path = tmp_path / "flipped.zim"
    path.write_bytes(bytes(data))
    checked = run(path)
    assert (checked.is_valid, checked.has_checksum) == (False, True)
    assert checked.defect is not None
    assert "checksum" in checked.defect


def test_a_split_set_is_checked_as_one(written: Path, tmp_path: Path):
    parts = make.split(written / "odd_titles.zim", (10, 70, 20_000), tmp_path / "cut.zim")
    assert run(tmp_path / "cut.zim").is_valid
    parts[-1].unlink()
    defect = run(tmp_path / "cut.zim").defect
    assert defect is not None
    assert defect.startswith("incomplete")


def test_every_unreadable_file_has_a_defect_and_no_exception(written: Path, tmp_path: Path):
    make.unreadable_files(tmp_path, written / "without_index.zim")
    for path in [*tmp_path.glob("*.zim"), tmp_path / "missing.zim"]:
        checked = run(path)
        assert not checked.is_valid
        assert checked.defect


def test_progress_grows_to_the_whole(written: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(check, "CHUNK_BYTES", 10_000)
    seen: list[tuple[int, int]] = []
    validate(written / "odd_titles.zim", lambda done, total: seen.append((done, total)), lambda: False)
    assert len(seen) > 3
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1]


def test_a_cancelled_check_stops_at_the_next_piece(written: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(check, "CHUNK_BYTES", 10_000)
    seen: list[int] = []
    outcome = validate(
        written / "odd_titles.zim", lambda done, _total: seen.append(done), lambda: len(seen) == 2
    )
    assert outcome is None
    assert len(seen) == 2


def test_a_file_that_changes_meanwhile_is_not_called_valid(written: Path, tmp_path: Path):
    path = tmp_path / "moving.zim"
    path.write_bytes((written / "odd_titles.zim").read_bytes())
    checked = validate(path, lambda _done, _total: path.touch(), lambda: False)
    assert checked is not None
    assert checked.defect == "it changed while it was being checked"
