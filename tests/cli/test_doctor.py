"""`bookwheel doctor`: what it says of an installation and of each archive."""

from __future__ import annotations

import http.server
import threading
from pathlib import Path

import pytest

from archives import make
from bookwheel.cli import doctor
from bookwheel.cli.main import run
from bookwheel.companion.places import beside


def said(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = run(words)
    captured = capfd.readouterr()
    return status, captured.out, captured.err


@pytest.fixture
def plain(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Path:
    path = make.write(tmp_path / "plain.zim", [make.page("Only")], has_index=False)
    capfd.readouterr()
    return path


def test_the_doctor_reports_every_archive_and_fails_for_a_broken_one(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, out, _ = said(capfd, "doctor", "--demo")
    assert status == 0
    assert "search indexes: full text and titles\n" in out
    assert "characters in" in out
    (tmp_path / "broken.zim").write_bytes(b"nothing")
    status, out, _ = said(capfd, "doctor", "--demo", str(tmp_path))
    assert status == 1
    assert "! broken" in out


def test_an_archive_whose_pages_cannot_be_read_is_not_ready(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = make.write(tmp_path / "hollow.zim", [make.page("Home")], main="Home", has_index=False)
    make.destroy_clusters(path, "every")
    capfd.readouterr()
    status, out, _ = said(capfd, "doctor", str(path))
    assert status == 1
    assert "! hollow" in out
    assert "is damaged" in out
    assert "0 of 1 archive in order" in out


def test_an_archive_without_main_page_is_ready(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = make.write(tmp_path / "plain.zim", [make.page("Only")], has_index=False)
    capfd.readouterr()
    status, out, _ = said(capfd, "doctor", str(path))
    assert (status, "entry_path=Only" in out) == (0, True)


def test_the_doctor_of_nothing_says_what_to_do(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BOOKWHEEL_ARCHIVES", raising=False)
    monkeypatch.setenv("BOOKWHEEL_SOURCE", "archive")
    assert said(capfd, "doctor")[0] == 1
    assert "library.kiwix.org" in said(capfd, "doctor", str(tmp_path))[1]


def test_without_archives_the_doctor_asks_wikipedia(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BOOKWHEEL_ARCHIVES", raising=False)
    monkeypatch.delenv("BOOKWHEEL_SOURCE", raising=False)
    server = http.server.HTTPServer(("127.0.0.1", 0), _Wiki)
    address = f"127.0.0.1:{server.server_port}"
    monkeypatch.setenv("BOOKWHEEL_WIKIPEDIA_BASE_URL", f"http://operator:secret@{address}")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    status, out, _ = said(capfd, "doctor")
    assert status == 0
    assert f"+ Wikipedia at http://{address}: a search is answered in " in out
    monkeypatch.setattr(_Wiki, "status", 403)
    status, out, _ = said(capfd, "doctor")
    server.shutdown()
    server.server_close()
    assert status == 1
    assert f"! Wikipedia at http://{address}: 127.0.0.1 refuses this client" in out


class _Wiki(http.server.BaseHTTPRequestHandler):
    status = 200

    def do_GET(self) -> None:
        self.send_response(self.status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b'{"query": {"search": []}}')

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # its name in the library
        pass


def test_titles_are_searched_in_every_archive(capfd: pytest.CaptureFixture[str], plain: Path) -> None:
    out = said(capfd, "doctor", str(plain))[1]
    assert "search indexes: titles, so that titles alone are searched\n" in out
    asked = said(capfd, "call", "zim_metadata", "zim_file_path=plain", "--archive", str(plain))[1]
    assert "search indexes: titles;" in asked
    assert "1 of 1 archive in order" in out


def test_small_sizes_are_told_in_small_units(capfd: pytest.CaptureFixture[str], plain: Path) -> None:
    out = said(capfd, "doctor", str(plain))[1]
    assert f"+ plain ({plain.stat().st_size / 1000:.1f} kB)" in out


def test_the_state_of_the_companion_index_is_told(capfd: pytest.CaptureFixture[str], plain: Path) -> None:
    assert "companion index: none; small enough" in said(capfd, "doctor", str(plain))[1]
    run(["index", "build", str(plain), "--jobs", "1"])
    assert (
        f"companion index: {beside(plain)}: 1 title, 1 page, 0 links" in said(capfd, "doctor", str(plain))[1]
    )
    beside(plain).write_bytes(b"something else")
    assert "build it anew" in said(capfd, "doctor", str(plain))[1]


def test_a_changed_byte_is_found_and_told(capfd: pytest.CaptureFixture[str], plain: Path) -> None:
    assert "checksum: matches" in said(capfd, "doctor", str(plain))[1]
    content = bytearray(plain.read_bytes())
    content[-1] ^= 1
    plain.write_bytes(bytes(content))
    status, out, _ = said(capfd, "doctor", str(plain))
    assert status == 1
    assert "! plain" in out
    assert "damaged: the checksum does not match" in out
    assert "0 of 1 archive in order" in out


def test_the_checksum_of_a_large_archive_is_left_to_a_call_that_is_named(
    capfd: pytest.CaptureFixture[str], plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "CHECKED_BYTES", 0)
    status, out, _ = said(capfd, "doctor", str(plain))
    assert status == 0
    assert "checksum: not compared" in out
    assert f"call zim_health zim_file_path=plain --archive {plain}" in out
