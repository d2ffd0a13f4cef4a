"""Real MediaWikis on loopback: one directory and one port for each edition, SQLite, PHP's own server."""

from __future__ import annotations

import bz2
import gzip
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
START_SECONDS = 60
PREFIXES = (
    "en",
    "fr",
    "als",
    "de",
    "simple",
    "ja",
    "nb",
    "be-x-old",
    "zh-min-nan",
    "ar",
    "es",
    "he",
    "it",
    "ru",
    "zh",
)


def find_mediawiki() -> Path | None:
    """Return the root of an unpacked MediaWiki, if this machine has one."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    places = [
        Path(os.environ.get("BOOKWHEEL_MEDIAWIKI", "/nowhere")) / "usr/share/mediawiki",
        cache / "bookwheel/mediawiki/usr/share/mediawiki",
        Path("/usr/share/mediawiki"),
    ]
    return next((place for place in places if (place / "includes/Setup.php").exists()), None)


def missing() -> str:
    """Return why no wiki can be brought up here, "" when one can."""
    if shutil.which("php") is None:
        return "PHP is not installed (tests/mediawiki/install.sh)"
    wanted = '["sqlite3", "mbstring", "xml", "intl"]'
    check = f"foreach ({wanted} as $e) if (!extension_loaded($e)) echo $e, ' ';"
    lacking = subprocess.run(["php", "-r", check], capture_output=True, text=True, check=False).stdout.split()
    if lacking:
        return f"PHP lacks {', '.join(lacking)} (tests/mediawiki/install.sh)"
    return "" if find_mediawiki() else "MediaWiki is not unpacked here (tests/mediawiki/install.sh)"


def free_port() -> int:
    """Return a port of loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Wiki:
    """One edition. `fill` it, `start` it, `stop` it."""

    def __init__(self, edition: str, directory: Path, router: str) -> None:
        root = find_mediawiki()
        assert root is not None
        self.edition = edition
        self.directory = directory
        self.port = free_port()
        self._root = root
        self._server: subprocess.Popen[bytes] | None = None
        self._log = directory / "log"
        directory.mkdir(parents=True)
        for name in ("data", "cache", "web"):
            (directory / name).mkdir()
        self._environment = {
            **{name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ},
            "TMPDIR": str(directory / "cache"),
            "BOOKWHEEL_EDITION": edition,
            "BOOKWHEEL_WIKI": str(directory),
            "BOOKWHEEL_ROUTER": router,
            "BOOKWHEEL_MEDIAWIKI_ROOT": str(root),
            "PHP_CLI_SERVER_WORKERS": "3",
        }
        self._install(router)

    def _install(self, router: str) -> None:
        language = {"als": "gsw"}.get(self.edition, self.edition)
        self._maintain(
            "install", "--dbtype", "sqlite", "--dbpath", str(self.directory / "data"), "--dbname", "wiki",
            "--confpath", str(self.directory), "--server", router, "--scriptpath", "/w", "--lang", language,
            "--pass", "a-long-password-1", "Wikipedia", "Librarian",
        )  # fmt: skip
        with (self.directory / "LocalSettings.php").open("a") as settings:
            settings.write(f"\nrequire '{HERE / 'settings.php'}';\n")
        self._environment["MW_CONFIG_FILE"] = str(self.directory / "LocalSettings.php")
        with sqlite3.connect(self.directory / "data/wiki.sqlite") as database:
            database.executemany(
                "INSERT OR REPLACE INTO interwiki (iw_prefix, iw_url, iw_api, iw_wikiid, iw_local, iw_trans) "
                "VALUES (?, ?, '', '', 1, 0)",
                [(prefix, f"{router}/{prefix}/wiki/$1") for prefix in PREFIXES if prefix != self.edition],
            )

    def fill(self, *dumps: Path) -> None:
        """Import dumps, and make what search and language links need of them."""
        for dump in dumps:
            self._maintain("importDump", "--no-updates", "--quiet", str(dump))
        self._maintain("rebuildtextindex")
        self._maintain("refreshLinks", "--quiet")
        self._maintain("initSiteStats", "--update")

    def _maintain(self, script: str, *arguments: str) -> None:
        command = [
            "php",
            "-d",
            "memory_limit=1G",
            str(self._root / "maintenance" / f"{script}.php"),
            *arguments,
        ]
        with self._log.open("ab") as log:
            done = subprocess.run(
                command, env=self._environment, stdout=log, stderr=log, check=False, timeout=300
            )
        if done.returncode:
            raise RuntimeError(f"{script} failed:\n{self._log.read_text(errors='replace')[-3000:]}")

    def start(self) -> None:
        """Start the server and wait until it answers."""
        command = ["php", "-d", "memory_limit=512M", "-d", "display_errors=0", "-S", f"127.0.0.1:{self.port}"]
        command += ["-t", str(self.directory / "web"), str(HERE / "router.php")]
        with self._log.open("ab") as log:
            # A process group of its own: the workers outlive their parent otherwise.
            self._server = subprocess.Popen(
                command, env=self._environment, stdout=log, stderr=log, start_new_session=True
            )
        address = f"http://127.0.0.1:{self.port}/w/api.php?action=query&meta=siteinfo&format=json"
        deadline = time.monotonic() + START_SECONDS
        is_up = False
        while not is_up:
            try:
                with urllib.request.urlopen(address, timeout=30) as response:
                    is_up = response.status == 200
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def stop(self) -> None:
        """Stop the server and its workers."""
        if self._server is not None:
            os.killpg(self._server.pid, signal.SIGTERM)
            self._server.wait(10)


def dump_of(pages: Mapping[str, str], path: Path) -> Path:
    """Write wikitext by title as a dump and return its path."""
    rows = [
        f"<page><title>{escape(title)}</title><ns>0</ns><revision><timestamp>2099-01-01T00:00:00Z</timestamp>"
        f'<contributor><username>Librarian</username></contributor><text xml:space="preserve">{escape(text)}</text>'
        "</revision></page>"
        for title, text in pages.items()
    ]
    schema = "http://www.mediawiki.org/xml/export-0.11/"
    path.write_text(
        f'<mediawiki xmlns="{schema}" version="0.11" xml:lang="en">{"".join(rows)}</mediawiki>', "utf-8"
    )
    return path


def unpacked(dumps: Sequence[Path], directory: Path) -> list[Path]:
    """Return the dumps as plain XML files."""
    found: list[Path] = []
    for dump in dumps:
        opened = {".gz": gzip.open, ".bz2": bz2.open}.get(dump.suffix)
        if opened is None:
            found.append(dump)
            continue
        found.append(directory / dump.stem)
        with opened(dump, "rb") as packed, found[-1].open("wb") as plain:
            shutil.copyfileobj(packed, plain)
    return found
