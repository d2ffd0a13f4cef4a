"""A real MediaWiki on loopback for a minute: SQLite, PHP's own server, everything below one temporary directory.

Needs PHP 8 with sqlite3, mbstring, xml, intl and gd, Pygments, and an unpacked MediaWiki (Debian's package will do:
`apt-get download mediawiki mediawiki-classes`, `dpkg -x`, then `ln -s extensions-core extensions` in its root).
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from xml.sax.saxutils import escape

SCRIPTS = Path(__file__).resolve().parent
START_SECONDS = 30
# Later than any clock: an import never replaces a newer page, and a fresh wiki has a main page already.
IMPORT_TIME = "2099-01-01T00:00:00Z"
EXPORT_SCHEMA = "http://www.mediawiki.org/xml/export-0.11/"
# Interlanguage links work only when their prefixes are known.
INTERWIKI_PREFIXES = ("ar", "de", "el", "es", "fr", "he", "hi", "it", "ja", "ru", "zh")


class LoopbackWiki:
    """A wiki filled with pages; use it as a context manager, it stops its server at the end."""

    def __init__(
        self, root: Path, directory: Path, pages: Mapping[str, str], images: Mapping[str, bytes]
    ) -> None:
        self.root = root
        self.directory = directory
        self.port = _free_port()
        self._server: subprocess.Popen[bytes] | None = None
        self._environment = {
            **{k: v for k, v in os.environ.items() if k in {"PATH", "HOME", "LANG"}},
            "BOOKWHEEL_MW_ROOT": str(root),
            "BOOKWHEEL_MW_WIKI": str(directory),
            "BOOKWHEEL_PYGMENTIZE": _pygmentize(),
            "PHP_CLI_SERVER_WORKERS": "2",
        }
        self._install()
        if images:
            self._upload(images)
        self._import(pages)

    def __enter__(self) -> Self:
        log = (self.directory / "server.log").open("wb")
        command = ["php", "-d", "memory_limit=512M", "-d", "display_errors=0", "-S", f"127.0.0.1:{self.port}"]
        command.append(str(SCRIPTS / "make_golden_pages_router.php"))
        # A process group of its own: the workers outlive their parent otherwise.
        self._server = subprocess.Popen(
            command, env=self._environment, stdout=log, stderr=log, start_new_session=True
        )
        self._wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            os.killpg(self._server.pid, signal.SIGTERM)
            self._server.wait(10)

    def parse(self, title: str) -> dict[str, Any]:
        """Answer of action=parse by the legacy parser: text, categories, displaytitle, properties."""
        parameters = {
            "action": "parse", "format": "json", "formatversion": "2", "page": title, "prop": "text|categories|displaytitle",
            "disablelimitreport": "1", "disableeditsection": "1", "disabletoc": "1",
        }  # fmt: skip
        answer = json.loads(self._get("api.php?" + urllib.parse.urlencode(parameters)))
        if "parse" not in answer:
            raise RuntimeError(f"{title}: {answer}")
        return answer["parse"]

    def parsoid(self, title: str) -> str:
        """Return the page as Parsoid makes it, a whole HTML document."""
        name = urllib.parse.quote(title.replace(" ", "_"), safe="")
        return self._get(f"rest.php/v1/page/{name}/html")

    def _get(self, address: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/w/{address}", timeout=60) as answer:
            return answer.read().decode("utf-8")

    def _wait(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            try:
                self._get("api.php?action=query&meta=siteinfo&format=json")
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise RuntimeError("the wiki's server did not start")

    def _install(self) -> None:
        for name in ("data", "images", "cache"):
            (self.directory / name).mkdir(parents=True)
        self._php(
            "install.php", "--dbtype", "sqlite", "--dbpath", self.directory / "data", "--dbname", "wiki",
            "--confpath", self.directory, "--server", f"http://127.0.0.1:{self.port}", "--scriptpath", "/w",
            "--lang", "en", "--pass", "loopback-pass-1", "Bookwheel Demo", "Admin",
        )  # fmt: skip
        settings = self.directory / "LocalSettings.php"
        lines = [line for line in settings.read_text("utf-8").splitlines() if not line.startswith("wfLoad")]
        lines.append(f"require '{SCRIPTS / 'make_golden_pages_settings.php'}';")
        settings.write_text("\n".join(lines) + "\n", "utf-8")
        self._environment["MW_CONFIG_FILE"] = str(settings)
        self._php("update.php", "--quick")

    def _upload(self, images: Mapping[str, bytes]) -> None:
        folder = self.directory / "upload"
        folder.mkdir()
        for name, data in images.items():
            (folder / name.replace(" ", "_")).write_bytes(data)
        self._php("importImages.php", "--extensions=png,svg", folder)

    def _import(self, pages: Mapping[str, str]) -> None:
        dump = self.directory / "pages.xml"
        dump.write_text(_export(pages), "utf-8")
        self._php("importDump.php", "--no-updates", "--quiet", dump)
        for prefix in INTERWIKI_PREFIXES:
            query = (
                "INSERT INTO interwiki(iw_prefix,iw_url,iw_api,iw_wikiid,iw_local,iw_trans) "
                f"VALUES('{prefix}','https://{prefix}.wikipedia.org/wiki/$1','','',1,0)"
            )
            self._php("sql.php", "--query", query)
        self._php("refreshLinks.php", "--quiet")

    def _php(self, script: str, *arguments: str | Path) -> None:
        command = [
            "php",
            "-d",
            "memory_limit=512M",
            str(self.root / "maintenance" / script),
            *map(str, arguments),
        ]
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{script} failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")


@contextmanager
def running_wiki(
    root: Path, directory: Path, pages: Mapping[str, str], images: Mapping[str, bytes]
) -> Iterator[LoopbackWiki]:
    """Bring a wiki up in an empty `directory`, hand it out, stop it and remove the directory."""
    try:
        with LoopbackWiki(root, directory, pages, images) as wiki:
            yield wiki
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def _pygmentize() -> str:
    # Debian's path first: a version manager's shim needs variables that MediaWiki's shell does not pass on.
    for candidate in ("/usr/bin/pygmentize", shutil.which("pygmentize")):
        if candidate and Path(candidate).exists():
            return candidate
    raise RuntimeError("pygmentize is not installed")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _export(pages: Mapping[str, str]) -> str:
    parts = [f'<mediawiki xmlns="{EXPORT_SCHEMA}" version="0.11" xml:lang="en">']
    for title, text in pages.items():
        parts.append(
            f"<page><title>{escape(title)}</title><revision><timestamp>{IMPORT_TIME}</timestamp>"
            "<contributor><username>Admin</username></contributor><model>wikitext</model>"
            f'<format>text/x-wiki</format><text xml:space="preserve">{escape(text)}</text></revision></page>'
        )
    parts.append("</mediawiki>")
    return "\n".join(parts)
