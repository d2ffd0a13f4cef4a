"""The settings, and the only reader of the environment.

A command-line option wins over its variable; docs/configuration.md lists them all.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias, get_args
from urllib.parse import urlsplit

from bookwheel.live.settings import DEFAULT_BASE_URL, LiveSettings

DEFAULT_READERS = 2
MAXIMUM_READERS = 64

Source: TypeAlias = Literal["auto", "live", "archive"]
SOURCES: tuple[Source, ...] = get_args(Source)


_ON = ("1", "true", "yes", "on")
_OFF = ("", "0", "false", "no", "off")


class SettingsError(Exception):
    """A setting that cannot be used; the message names it and says what would do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a server or a command runs with.

    archives: files and folders to look for archives in (BOOKWHEEL_ARCHIVES, separated like PATH).
    readers: how many reader processes there may be at most (BOOKWHEEL_READERS).
    is_debugging: check every answer against its declared schema (BOOKWHEEL_DEBUG).
    cache_folder: where companion indexes of archives in read-only folders are kept (BOOKWHEEL_CACHE); "" for nowhere.
    source: whether Wikipedia is asked ("auto", "live") or only archives are read ("archive") (BOOKWHEEL_SOURCE).
    live: how Wikipedia is asked (BOOKWHEEL_CONTACT, BOOKWHEEL_WIKIPEDIA_TOKEN, BOOKWHEEL_WIKIPEDIA_BASE_URL).
    """

    archives: tuple[str, ...] = ()
    readers: int = DEFAULT_READERS
    is_debugging: bool = False
    cache_folder: str = ""
    source: Source = "auto"
    live: LiveSettings = field(default_factory=LiveSettings)


VARIABLES = {
    "archives": "BOOKWHEEL_ARCHIVES",
    "readers": "BOOKWHEEL_READERS",
    "is_debugging": "BOOKWHEEL_DEBUG",
    "cache_folder": "BOOKWHEEL_CACHE",
    "source": "BOOKWHEEL_SOURCE",
    "contact": "BOOKWHEEL_CONTACT",
    "token": "BOOKWHEEL_WIKIPEDIA_TOKEN",
    "base_url": "BOOKWHEEL_WIKIPEDIA_BASE_URL",
}


def give_readers_one_heap() -> None:
    """Tell the C library of reader processes to keep one heap instead of one for each thread.

    A page is parsed in a thread of its own; a heap of its own would be given back and asked for again at every page.
    """
    os.environ.setdefault("MALLOC_ARENA_MAX", "1")


def wants_colour(environment: Mapping[str, str] | None = None) -> bool:
    """Return whether a terminal may be written to in colour: not where NO_COLOR is set, nor where it has none."""
    variables = os.environ if environment is None else environment
    return not variables.get("NO_COLOR") and variables.get("TERM") != "dumb"


def load(
    archives: tuple[str, ...] = (),
    readers: int | None = None,
    source: str | None = None,
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """Return the settings: what was passed, else the environment's, else the defaults.

    Raises SettingsError for a location that does not exist, a number out of bounds, or a value that cannot be used.
    """
    variables = os.environ if environment is None else environment
    if not archives:
        archives = tuple(part for part in variables.get(VARIABLES["archives"], "").split(os.pathsep) if part)
    return Settings(
        archives=tuple(_location(text) for text in archives),
        readers=_readers(readers, variables.get(VARIABLES["readers"], "")),
        is_debugging=_is_on(VARIABLES["is_debugging"], variables),
        cache_folder=_cache_folder(variables),
        source=_source(source or variables.get(VARIABLES["source"], "") or "auto"),
        live=_live(variables),
    )


def _is_on(name: str, variables: Mapping[str, str]) -> bool:
    word = variables.get(name, "").strip().lower()
    if word not in (*_ON, *_OFF):
        raise SettingsError(f"{name} must be one of {', '.join((*_ON, *_OFF[1:]))}; it is {word[:50]!r}.")
    return word in _ON


def _cache_folder(variables: Mapping[str, str]) -> str:
    """Return the folder named, else the one this system has for caches, else ""."""
    named = variables.get(VARIABLES["cache_folder"], "")
    if named:
        return os.path.abspath(os.path.expanduser(named))  # noqa: PTH100, PTH111
    if sys.platform == "win32":
        base = variables.get("LOCALAPPDATA", "")
    elif sys.platform == "darwin":
        base = os.path.join(variables["HOME"], "Library", "Caches") if variables.get("HOME") else ""  # noqa: PTH118
    else:
        base = variables.get("XDG_CACHE_HOME", "")
        if not base and variables.get("HOME"):
            base = os.path.join(variables["HOME"], ".cache")  # noqa: PTH118
    return os.path.join(base, "bookwheel") if os.path.isabs(base) else ""  # noqa: PTH117, PTH118  # may be ""


def _source(word: str) -> Source:
    if word in SOURCES:
        return word
    raise SettingsError(f"{word}: no such source. Use one of {', '.join(SOURCES)}.")


def _live(variables: Mapping[str, str]) -> LiveSettings:
    contact, token, base_url = (
        variables.get(VARIABLES[name], "").strip() for name in ("contact", "token", "base_url")
    )
    # All three travel in HTTP headers or request lines. A token is never quoted in a message.
    for name, value in (("contact", contact), ("token", token)):
        if not (value.isascii() and value.isprintable()):
            raise SettingsError(f"{VARIABLES[name]} holds characters that cannot be sent; use plain ASCII.")
    base_url = base_url or DEFAULT_BASE_URL
    rest = base_url.replace("{edition}", "en")
    if not rest.startswith(("http://", "https://")) or set("{}?# ") & set(rest) or not _has_host(rest):
        raise SettingsError(
            f"{VARIABLES['base_url']} must be an http(s) address, with {{edition}} where the language goes, if anywhere; "
            "no query and no fragment."
        )
    return LiveSettings(contact=contact, token=token, base_url=base_url)


def _has_host(address: str) -> bool:
    """Whether an address names a host, and a port that there can be if any."""
    try:
        parts = urlsplit(address)
        return bool(parts.hostname) and parts.port != 0
    except ValueError:  # a bracket without its pair, a port above 65535
        return False


def _location(text: str) -> str:
    path = os.path.expanduser(text)  # noqa: PTH111  # Path raises for an unknown home, below for too long a name
    # A split set is named by its whole, which is no file: only name.zimaa, name.zimab, … are.
    # Nothing at all would mean this folder, but comes of a shell's variable that is not set.
    if text and (os.path.exists(path) or os.path.exists(f"{path}aa")):  # noqa: PTH110
        return str(Path(path).absolute())
    raise SettingsError(
        f"{text or repr(text)}: no such file or folder. Name a .zim archive or a folder that holds some."
    )


def _readers(passed: int | None, variable: str) -> int:
    if passed is None and not variable:
        return DEFAULT_READERS
    try:
        number = int(variable) if passed is None else passed
    except ValueError:
        number = 0
    if 1 <= number <= MAXIMUM_READERS:
        return number
    raise SettingsError(
        f"The number of readers ({'--readers' if passed is not None else VARIABLES['readers']}) must lie between "
        f"1 and {MAXIMUM_READERS}; 2 suits most machines."
    )
