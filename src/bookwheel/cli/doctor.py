"""`bookwheel doctor`: is everything here that is needed, what can each archive do, and does a call work.

Without an archive Wikipedia is asked instead.
"""

from __future__ import annotations

import platform
import shlex
import time
from importlib.metadata import PackageNotFoundError, version

from bookwheel import __version__
from bookwheel.archive.check import validate
from bookwheel.archive.defects import remedy
from bookwheel.archive.files import LibrarySettings
from bookwheel.archive.library import ArchiveFile, Library
from bookwheel.archive.opened import OpenArchive
from bookwheel.cli.index import state_of
from bookwheel.cli.own_command import own_command
from bookwheel.config import VARIABLES, Settings
from bookwheel.errors import BookwheelError
from bookwheel.live.settings import LiveSettings
from bookwheel.tools import dispatch
from bookwheel.tools.counting import counted
from bookwheel.tools.tool import Result
from bookwheel.tools.zim.binary import human_size
from bookwheel.tools.zim.metadata import indexes_of

CHECKED_BYTES = 256 << 20
"""Archives of at most this size are compared with their checksum, which takes half a second at most."""

LIBRARIES = ("mcp", "libzim", "selectolax", "jsonschema", "anyio")


def run(settings: Settings) -> int:
    """Print the report; 1 when something needs attention."""
    print(
        f"bookwheel {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    )
    print(", ".join(f"{name} {_version(name)}" for name in LIBRARIES))
    library = Library(LibrarySettings(settings.archives, cache_folder=settings.cache_folder))
    if not settings.archives:
        print(f"\nNo archive named. Pass .zim files or folders, set {VARIABLES['archives']}, or try --demo.")
        return 1 if settings.source == "archive" else _ask_wikipedia(library, settings.live)
    files = library.archives()
    bad_places = [place for place in library.locations() if place.defect is not None]
    for place in bad_places:
        print(f"\n! {place.path}: {place.defect}")
    if not files:
        print("\nNo .zim archive found there. Get one from library.kiwix.org.")
        return 1
    healthy = [_report(library, file) for file in files]
    count = sum(healthy)
    print(f"\n{count} of {counted(len(files), 'archive')} in order.")
    return 0 if count == len(files) and not bad_places else 1


def _ask_wikipedia(library: Library, live: LiveSettings) -> int:
    """Ask Wikipedia one question and print how that went; 1 when there is no answer."""
    begun = time.perf_counter()
    search = dispatch.find("wikipedia_search_articles")
    result = dispatch.call_here(search, {"query": "bookwheel", "limit": 1}, library, live)
    took = (time.perf_counter() - begun) * 1000
    how = result.text if result.is_error else f"a search is answered in {took:.0f} ms"
    print(f"\n{'!' if result.is_error else '+'} Wikipedia at {live.public_base('en')}: {how}")
    if live.is_wikimedia and not live.is_named:
        print(f"    {VARIABLES['contact']} is not set: 10 requests a minute are allowed instead of 200.")
    return 1 if result.is_error else 0


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def _report(library: Library, file: ArchiveFile) -> bool:
    size = human_size(file.size)
    if not file.readable:
        print(
            f"\n! {file.name} ({size}): {file.defect}\n    {remedy(is_refused=file.is_refused).capitalize()}."
        )
        return False
    try:
        archive = library.open(file.name)
        lines = _abilities(archive)
        _, index = state_of(archive, library.settings.cache_folder)
        whole, damage = _wholeness(archive)
        sample, failure = _sample(library, archive)
    except BookwheelError as error:
        print(f"\n! {file.name} ({size}): {error.message}\n    {error.hint}")
        return False
    facts = (archive.title, ", ".join(archive.languages), archive.date, archive.licence)
    mark = "!" if failure or damage else "+"
    print(f"\n{mark} {archive.name} ({size}): {', '.join(fact for fact in facts if fact)}")
    for line in (*lines, f"companion index: {index}", whole, damage, sample, failure):
        if line:
            print(f"    {line}")
    return not failure and not damage


def _abilities(archive: OpenArchive) -> list[str]:
    counts = {count.letter: count for count in archive.namespaces()}
    content = counts.get(archive.content_namespace)
    pages = "" if content is None or content.articles is None else f", {content.articles:,} of them pages"
    # Titles are found without an index as well.
    only = "" if archive.has_fulltext_index else ", so that titles alone are searched"
    return [
        f"{counted(archive.entry_count, 'entry')}{pages}",
        f"search indexes: {indexes_of(archive)}{only}",
    ]


def _wholeness(archive: OpenArchive) -> tuple[str, str]:
    """Compare an archive that is not large with its checksum; return how that went, and the damage if there is some."""
    if not archive.has_checksum:
        return "checksum: none, so that damage cannot be told", ""
    if archive.size > CHECKED_BYTES:
        words = ("call", "zim_health", f"zim_file_path={archive.name}", "--archive", str(archive.path))
        check = f"{own_command()} {shlex.join(words)}"
        return f"checksum: not compared, which takes a while for a large archive: {check}", ""
    checked = validate(archive.path, lambda _done, _total: None, lambda: False)
    if checked is None or checked.is_valid:
        return "checksum: matches", ""
    return "", f"damaged: {checked.defect}. What is whole is served; get the archive again."


def _sample(library: Library, archive: OpenArchive) -> tuple[str, str]:
    """Read the main page, or the first page there is; return how that went, and why it failed if it did."""
    arguments: dict[str, object] = {"zim_file_path": archive.name, "main_page": True}
    begun = time.perf_counter()
    result = dispatch.call_here(dispatch.find("zim_get"), arguments, library)
    if result.is_error and _has_no_main_page(result):
        rows = archive.browse(archive.content_namespace, 0, 1, include_assets=False).rows
        if not rows:
            return "it holds no pages", ""
        arguments = {"zim_file_path": archive.name, "entry_path": rows[0].path}
        result = dispatch.call_here(dispatch.find("zim_get"), arguments, library)
    took = (time.perf_counter() - begun) * 1000
    shown = " ".join(f"{name}={value}" for name, value in arguments.items())
    if result.is_error:
        return f"zim_get {shown} failed", result.text
    return f"zim_get {shown}: {len(result.text):,} characters in {took:.1f} ms", ""


def _has_no_main_page(result: Result) -> bool:
    reason = (result.data or {})["error"]["data"]["reason"]
    return reason in {"entry_not_found", "redirect_loop"}
