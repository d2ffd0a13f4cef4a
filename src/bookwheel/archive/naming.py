"""Which archive a caller's text names, and what to say when it names none. Works from names alone."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from bookwheel.archive.files import Found, printable, stem
from bookwheel.errors import InvalidArgument, NotFound

ARCHIVE_FIELD = "zim_file_path"
MAX_NAMED = 50
LISTED_AT_MOST = 10
LEAST_PART = 3  # characters of a name that are enough to mean it
LEAST_LIKENESS = 0.5
NOTHING_GIVEN = "No archives were given: start with a path, bookwheel serve PATH."
_EMPTY_FOLDER = "Put .zim files into the folder the server was given; they are seen without a restart."


def matching(found: Sequence[Found], text: str) -> list[Found]:
    """Return the archives a text names by name, file name, or path; more than one when it is ambiguous."""
    if not text or "\0" in text:
        return []
    shown = printable(text)
    exact = [one for one in found if one.name == shown]
    if exact:
        return exact
    if text.startswith("~/"):
        text = os.path.expanduser(text)  # noqa: PTH111  # Path would raise for an unknown home
    if os.path.isabs(text):  # noqa: PTH117
        real = os.path.realpath(text)
        return [
            one
            for one in found
            if os.path.realpath(one.path) == real
            or printable(str(one.path)) == printable(os.path.normpath(text))
        ]
    wanted = tuple(part for part in printable(text).replace("\\", "/").split("/") if part not in {"", "."})
    return [one for one in found if any(_ends_with(path, one, wanted) for path in (one.path, *one.links))]


def _ends_with(path: Path, one: Found, wanted: tuple[str, ...]) -> bool:
    """Whether a relative path, with or without ".zim" (or ".zimaa"), is the end of a path of this archive."""
    if not wanted or tuple(map(printable, path.parts[-len(wanted) : -1])) != wanted[:-1]:
        return False
    return wanted[-1] in {printable(path.name), stem(path), printable(one.parts[0].name)}


def blank() -> InvalidArgument:
    """Return the error for a name of nothing but blanks."""
    return InvalidArgument(
        "zim_file_path must not be empty.",
        reason="invalid_argument",
        hint="Pass the name of an archive.",
        data={"field": ARCHIVE_FIELD},
    )


def lacks_archive(error: InvalidArgument) -> bool:
    """Whether arguments were refused because they name no archive."""
    return ARCHIVE_FIELD in error.data.get("missing", [error.data.get("field")])


def add_names(error: InvalidArgument, names: Sequence[str]) -> None:
    """Tell in a refusal which archives there are to be named."""
    if names:
        error.data["loaded_archives"] = list(names[:MAX_NAMED])
        error.hint += f" Loaded: {listed(names)}."
    if len(names) == 1:
        error.data["nearest_valid"] = names[0]


def missing(names: Sequence[str], *, has_places: bool = True) -> NotFound:
    """Return the error for no name at all where there are several archives, or none.

    has_places: whether files or folders were given to look for archives in.
    """
    if not names:
        return NotFound(
            "No archive is loaded.",
            reason="missing_archive",
            hint=_where_to_put(has_places=has_places),
            data={"loaded_archives": []},
        )
    return NotFound(
        f"Several archives are loaded and none was named: {listed(names)}.",
        reason="missing_archive",
        hint="Pass one of these names as zim_file_path.",
        data={"loaded_archives": list(names[:MAX_NAMED])},
    )


def ambiguous(text: str, several: Sequence[str]) -> NotFound:
    """Return the error for a text that names more than one archive."""
    return NotFound(
        f'"{_shown(text)}" names several archives: {listed(several)}.',
        reason="archive_not_found",
        hint="Pass one of these names as zim_file_path.",
        data={"closest_match": several[0], "loaded_archives": list(several[:MAX_NAMED])},
    )


def not_found(
    text: str, readable: Mapping[str, str], unreadable_count: int, *, has_places: bool = True
) -> NotFound:
    """Return the error for a text that names no archive; `readable` maps names to what those archives call themselves."""
    names = list(readable)
    data: dict[str, object] = {"loaded_archives": names[:MAX_NAMED]}
    hint = f"Loaded: {listed(names)}." if names else _where_to_put(has_places=has_places)
    if not names and unreadable_count:
        hint = (
            "The only archive cannot be read: zim_health says why."
            if unreadable_count == 1
            else f"Of {unreadable_count} archives none can be read: zim_health says why."
        )
    shown = _shown(text)
    near = closest(shown, readable)
    if near:
        data["closest_match"] = near
        hint = f'Did you mean "{near}"? {hint}'
    return NotFound(f'No archive "{shown}" is loaded.', reason="archive_not_found", hint=hint, data=data)


def closest(text: str, names: Mapping[str, str]) -> str | None:
    """Return the name most like a text: one that holds it or is held by it before one of like letters.

    `names` maps the names to what those archives call themselves ("" when they do not).
    """
    wanted = text.removesuffix(".zim").casefold()
    labels: dict[str, str] = {}
    for name, own in names.items():
        for label in (name, own):
            if label:
                labels.setdefault(label.casefold(), name)
    parts = [
        label
        for label in labels
        if min(len(wanted), len(label)) >= LEAST_PART and (wanted in label or label in wanted)
    ]
    if parts:
        return labels[min(parts, key=lambda label: abs(len(label) - len(wanted)))]
    from difflib import get_close_matches  # 5 ms of start that only a miss needs

    near = get_close_matches(wanted, list(labels), n=1, cutoff=LEAST_LIKENESS)
    return labels[near[0]] if near else None


def listed(names: Sequence[str]) -> str:
    """Return names in a line: ten at most, and how many more there are."""
    shown = ", ".join(names[:LISTED_AT_MOST])
    return shown if len(names) <= LISTED_AT_MOST else f"{shown} and {len(names) - LISTED_AT_MOST} more"


def _where_to_put(*, has_places: bool) -> str:
    return _EMPTY_FOLDER if has_places else NOTHING_GIVEN


def _shown(text: str) -> str:
    """Return what was asked for as an answer may repeat it: no folders above, no control characters, not too long."""
    plain = text.replace("\\", "/").rstrip("/")
    leads_out = plain.startswith(("/", "~")) or ":" in plain or ".." in plain.split("/")
    shown = (plain.rpartition("/")[2] if leads_out else plain) or text
    shown = "".join(character if character.isprintable() else "�" for character in shown)
    return shown if len(shown) <= 100 else shown[:100] + "…"
