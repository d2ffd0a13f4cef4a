"""The settings, and the only reader of the environment.

A command-line option wins over its variable; docs/configuration.md lists them all.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

DEFAULT_READERS = 2
MAXIMUM_READERS = 64


class SettingsError(Exception):
    """A setting that cannot be used; the message names it and says what would do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a server or a command runs with.

    archives: files and folders to look for archives in (BOOKWHEEL_ARCHIVES, separated like PATH).
    readers: how many reader processes there may be at most (BOOKWHEEL_READERS).
    is_debugging: check every answer against its declared schema (BOOKWHEEL_DEBUG).
    """

    archives: tuple[str, ...] = ()
    readers: int = DEFAULT_READERS
    is_debugging: bool = False


VARIABLES = {
    "archives": "BOOKWHEEL_ARCHIVES",
    "readers": "BOOKWHEEL_READERS",
    "is_debugging": "BOOKWHEEL_DEBUG",
}


def load(
    archives: tuple[str, ...] = (), readers: int | None = None, environment: Mapping[str, str] | None = None
) -> Settings:
    """Return the settings: what was passed, else the environment's, else the defaults.

    Raises SettingsError for a location that does not exist, or a number out of bounds.
    """
    variables = os.environ if environment is None else environment
    if not archives:
        archives = tuple(part for part in variables.get(VARIABLES["archives"], "").split(os.pathsep) if part)
    return Settings(
        archives=tuple(_location(text) for text in archives),
        readers=_readers(readers, variables.get(VARIABLES["readers"], "")),
        is_debugging=variables.get(VARIABLES["is_debugging"], "").lower() in ("1", "true", "yes", "on"),
    )


def _location(text: str) -> str:
    path = Path(text).expanduser().absolute()
    # A split set is named by its whole, which is no file: only name.zimaa, name.zimab, … are.
    if path.exists() or path.with_name(path.name + "aa").exists():
        return str(path)
    raise SettingsError(f"{text}: no such file or folder. Name a .zim archive or a folder that holds some.")


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
        f"The number of readers must lie between 1 and {MAXIMUM_READERS}; 2 suits most machines."
    )
