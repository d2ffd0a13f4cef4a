"""`zim_get`: one entry, several, a file's bytes, or the main page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bookwheel.archive.library import Library
from bookwheel.errors import InvalidArgument
from bookwheel.tools.fields import ARCHIVE, ENTRY, answers, boolean, integer, parameters, string, strings
from bookwheel.tools.tool import ArchiveTool, Result
from bookwheel.tools.zim import binary, views

MAX_BATCH = 50
TEXT_CHARS = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The arguments of zim_get; None is "not given"."""

    zim_file_path: str
    entry_path: str | None = None
    entry_paths: list[str] | None = None
    view: Literal["full", "summary", "toc", "structure"] | None = None
    binary: bool | None = None
    main_page: bool | None = None
    max_content_length: int | None = None
    content_offset: int | None = None
    compact: bool | None = None
    compact_budget: str | int | None = None


def read(library: Library, arguments: Arguments) -> Result:
    """Answer one call. Runs in a reader."""
    _check_combination(arguments)
    archive = library.open(arguments.zim_file_path)
    reading = views.Reading(
        max_chars=arguments.max_content_length or TEXT_CHARS,
        offset=arguments.content_offset or 0,
        is_compact=bool(arguments.compact),
    )
    if arguments.entry_paths is not None:
        return views.batch(archive, arguments.entry_paths, reading)
    if arguments.entry_path is None:
        return views.full(archive, archive.main_page(), reading)
    if arguments.binary:
        return binary.answer(archive, archive.resolve(arguments.entry_path), arguments.max_content_length)
    resolved = archive.resolve(arguments.entry_path)
    match arguments.view or "full":
        case "full":
            return views.full(archive, resolved, reading)
        case "summary":
            return views.summary(archive, resolved)
        case "toc":
            return views.toc(archive, resolved)
        case "structure":
            return views.structure(archive, resolved)


def _check_combination(given: Arguments) -> None:
    """Refuse arguments that exclude each other, naming the pair and the way out."""
    ways = {
        "entry_path": given.entry_path is not None,
        "entry_paths": given.entry_paths is not None,
        "main_page": bool(given.main_page),
    }
    chosen = [name for name, is_chosen in ways.items() if is_chosen]
    if not chosen:
        raise _conflict("Nothing to read was named", "Give entry_path, entry_paths or main_page=true.")
    if len(chosen) > 1:
        raise _conflict(f"{' and '.join(chosen)} exclude each other", f"Keep one of them, e.g. {chosen[0]}.")
    if given.entry_path == "" or given.entry_paths == []:
        raise _conflict(f"{chosen[0]} is empty", "Name at least one entry, or use main_page=true.")
    if given.entry_path is None:
        extra = [name for name in ("view", "binary") if _is_given(given, name)]
        if chosen == ["entry_paths"] and given.content_offset:
            extra.append("content_offset")
        if extra:
            raise _conflict(
                f"{chosen[0]} does not go with {extra[0]}", f"Leave {extra[0]} out, or read one entry_path."
            )
    elif given.binary and given.view not in (None, "full"):
        raise _conflict(f"binary does not go with view={given.view}", "Leave view out to get the bytes.")
    elif given.binary and given.content_offset is not None:
        raise _conflict(
            "binary does not go with content_offset", "Bytes come whole: leave content_offset out."
        )
    elif given.view not in (None, "full") and given.content_offset:
        raise _conflict(f"content_offset does not go with view={given.view}", "Use view=full to read on.")


def _is_given(given: Arguments, name: str) -> bool:
    value = getattr(given, name)
    # A batch is a full, textual reading: saying so changes nothing.
    harmless = {"view": "full", "binary": False}[name] if given.entry_paths is not None else None
    return value is not None and value != harmless


def _conflict(message: str, hint: str) -> InvalidArgument:
    return InvalidArgument(f"{message}.", reason="invalid_path_combination", hint=hint)


TOOL = ArchiveTool(
    name="zim_get",
    title="Read entries of an archive",
    description=(
        "Read an article you can name: its Markdown text, summary or outline; several articles at once; a file's bytes; "
        "or the main page. Answers that are cut tell the content_offset that goes on. "
        'Example: {"zim_file_path": "wikipedia_en_all", "entry_path": "Paris", "view": "summary"}. '
        "Also asked for as: get article, fetch, show me, summary of, structure of, main page. "
        "For one section use zim_get_section."
    ),
    input_schema=parameters(
        {
            "zim_file_path": string(ARCHIVE, minLength=1),
            "entry_path": string(ENTRY),
            "entry_paths": strings("Several entries in full, instead of entry_path.", maxItems=MAX_BATCH),
            "view": string(
                "full: the text. summary: the lead. toc: tree of headings. structure: flat list of sections.",
                enum=["full", "summary", "toc", "structure"],
                default="full",
            ),
            "binary": boolean("Return the file's bytes (base64); images also as a picture.", default=False),
            "main_page": boolean("Read the archive's main page; needs no entry_path.", default=False),
            "max_content_length": integer(
                "Most characters of text (100000 if absent), or bytes with binary (10000000, at most 25000000).",
                minimum=1,
            ),
            "content_offset": integer("Character of the full text to start at.", minimum=0, default=0),
            "compact": boolean(
                "Plain text links, key/value infobox, large tables as one-line notes.", default=False
            ),
            "compact_budget": {
                "type": ["string", "integer"],
                "description": "No effect here; zim_query uses it.",
            },
        },
        required=("zim_file_path",),
    ),
    output_schema=answers(
        views.ENTRY, views.SUMMARY, views.TABLE_OF_CONTENTS, views.STRUCTURE, views.BATCH, binary.BINARY
    ),
    arguments=Arguments,
    read=read,
    returns_page_text=True,
)
