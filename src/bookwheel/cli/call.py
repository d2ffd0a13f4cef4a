"""`bookwheel call`: one tool, called from a shell, in this process."""

from __future__ import annotations

import base64
import contextlib
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from bookwheel.archive.files import LibrarySettings
from bookwheel.archive.library import Library
from bookwheel.config import VARIABLES, Settings
from bookwheel.errors import InvalidArgument
from bookwheel.tools import dispatch
from bookwheel.tools.catalogue import catalogue
from bookwheel.tools.tool import Result


def run(
    tool: str, words: Sequence[str], settings: Settings, *, as_json: bool, output: str | None = None
) -> int:
    """Call `tool` and print its answer: text for people, or the structured answer as one line of JSON."""
    try:
        offered = catalogue(is_live=settings.source != "archive")
        found = dispatch.find(tool, offered)
        arguments = _arguments(words, found.input_schema["properties"])
    except InvalidArgument as error:
        _print(dispatch.failure(error), as_json=as_json)
        return 2
    if not found.is_live and not settings.archives:
        print(
            f"bookwheel: no archive named. Pass --archive PATH, set {VARIABLES['archives']}, or try --demo.",
            file=sys.stderr,
        )
        return 2
    library = Library(LibrarySettings(settings.archives, cache_folder=settings.cache_folder))
    if "zim_file_path" in found.input_schema.get("required", ()) and len(library.archives()) == 1:
        arguments.setdefault("zim_file_path", library.archives()[0].name)
    result = dispatch.call_here(found, arguments, library, settings.live)
    _print(result, as_json=as_json)
    if output and not result.is_error:
        return _save(result, output)
    return 1 if result.is_error else 0


def _save(result: Result, output: str) -> int:
    encoded = (result.data or {}).get("data") or next((image.data for image in result.images), None)
    if not isinstance(encoded, str):
        print("bookwheel: this answer has no bytes; ask zim_get with binary=true.", file=sys.stderr)
        return 1
    content = base64.b64decode(encoded)
    try:
        Path(output).write_bytes(content)
    except OSError as error:
        print(f"bookwheel: {output}: {error.strerror}", file=sys.stderr)
        return 1
    print(f"{len(content)} bytes written to {output}", file=sys.stderr)
    return 0


def _arguments(words: Sequence[str], fields: Mapping[str, Any]) -> dict[str, Any]:
    if len(words) == 1 and words[0].lstrip().startswith("{"):
        try:
            whole = json.loads(words[0])
        except (ValueError, RecursionError) as error:
            raise _misused(f"That is not a JSON object: {error}.") from None
        return cast("dict[str, Any]", whole)
    arguments: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise _misused(f"{word!r} is not NAME=VALUE.")
        if name in arguments:
            raise _misused(f"{name} is given twice; a list is written {name}={json.dumps(['A', 'B'])}.")
        arguments[name] = value
        if fields.get(name, {}).get("type") == "array":
            with contextlib.suppress(
                ValueError, RecursionError
            ):  # refused below, with the list that is meant
                arguments[name] = json.loads(value)
    return arguments


def _misused(message: str) -> InvalidArgument:
    return InvalidArgument(
        message, reason="invalid_argument", hint="Write arguments as NAME=VALUE, or one JSON object."
    )


def _print(result: Result, *, as_json: bool) -> None:
    data = {"text": result.text} if result.data is None else result.data  # zim_query answers in Markdown only
    text = json.dumps(data, ensure_ascii=False) if as_json else result.text
    stream = sys.stderr if result.is_error and not as_json else sys.stdout
    stream.buffer.write(text.encode("utf-8", "replace") + b"\n")
    stream.buffer.flush()
