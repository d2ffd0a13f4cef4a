"""`zim_metadata`: what an archive says about itself, and what it holds."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.archive.browse import NamespaceCount
from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive
from bookwheel.render.labels import label
from bookwheel.tools.counting import counted
from bookwheel.tools.fields import ARCHIVE, COUNT, FLAG, TEXT, answers, parameters, record, rows, string
from bookwheel.tools.tool import ArchiveTool, Json, Result
from bookwheel.tools.zim import quoting

VALUE_CHARS = 800
SAMPLES = 5

DESCRIPTIONS = {
    "C": "content: articles and their files",
    "A": "articles",
    "I": "images and media",
    "J": "scripts",
    "-": "layout: styles and scripts",
    "M": "metadata",
    "W": "well-known entries: main page, icon",
    "X": "search indexes",
    "U": "categories, text",
    "V": "categories, lists of articles",
    "B": "article metadata",
}

METADATA = record(
    {
        "metadata": {"type": "object", "additionalProperties": TEXT},
        "namespaces": rows(
            record(
                {
                    "letter": TEXT,
                    "total": COUNT,
                    "description": TEXT,
                    "sample_entries": rows(record({"path": TEXT, "title": TEXT})),
                },
                {"articles": COUNT, "redirects": COUNT, "assets": COUNT},
            )
        ),
        "archive_identity": record({"uuid": TEXT, "is_multipart": FLAG}),
        "index_capabilities": record({"has_fulltext_index": FLAG, "has_title_index": FLAG}),
        "_meta": record(
            {"truncated": FLAG, "detected_type": TEXT, "detection_confidence": TEXT}, {"hint": TEXT}
        ),
    },
    {"counter_breakdown": {"type": "object", "additionalProperties": COUNT}},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The arguments of zim_metadata."""

    zim_file_path: str


def read(library: Library, arguments: Arguments) -> Result:
    """Answer one call. Runs in a reader."""
    archive = library.open(arguments.zim_file_path)
    whole = archive.metadata()
    values = {key: _shortened(key, value) for key, value in whole.items()}
    counts = archive.namespaces()
    kind, confidence = archive.kind
    meta: Json = {"truncated": values != whole, "detected_type": kind, "detection_confidence": confidence}
    hints = _hints(archive, is_cut=values != whole)
    if hints:
        meta["hint"] = hints
    data: Json = {
        "metadata": values,
        "namespaces": [_namespace(archive, count) for count in counts],
        "archive_identity": {"uuid": archive.uuid, "is_multipart": archive.is_multipart},
        "index_capabilities": {
            "has_fulltext_index": archive.has_fulltext_index,
            "has_title_index": archive.has_title_index,
        },
        "_meta": meta,
    }
    counter = archive.counter()
    if counter is not None:
        data["counter_breakdown"] = counter
    return Result(data, _text(archive, values, counts, hints))


def indexes_of(archive: OpenArchive) -> str:
    """Return what an archive has search indexes of, in words: "full text and titles"; or "none"."""
    there = (("full text", archive.has_fulltext_index), ("titles", archive.has_title_index))
    return " and ".join(name for name, is_there in there if is_there) or "none"


def _hints(archive: OpenArchive, *, is_cut: bool) -> str:
    hints: list[str] = []
    if is_cut:
        hints.append("A value that is cut is read whole with zim_get(entry_path='M/<key>').")
    if lost := archive.lost_metadata():
        keys = ", ".join(label(key) or "?" for key in lost)
        hints.append(f"The file is damaged where it keeps these values: {keys}.")
    return " ".join(hints)


def _shortened(key: str, value: str) -> str:
    if len(value) <= VALUE_CHARS:
        return value
    return f"{value[:VALUE_CHARS]}… [{len(value)} characters in all: zim_get(entry_path='M/{key}')]"


def _namespace(archive: OpenArchive, count: NamespaceCount) -> Json:
    sample = archive.browse(count.letter, 0, SAMPLES, include_assets=count.letter not in "AC")
    info: Json = {
        "letter": count.letter,
        "total": count.total,
        "description": DESCRIPTIONS.get(count.letter, "other entries"),
        "sample_entries": [{"path": row.path, "title": row.title} for row in sample.rows],
    }
    split = {"articles": count.articles, "redirects": count.redirects, "assets": count.assets}
    return {**info, **{name: number for name, number in split.items() if number is not None}}


def _text(
    archive: OpenArchive, values: dict[str, str], counts: tuple[NamespaceCount, ...], hints: str
) -> str:
    facts = [archive.title, ", ".join(archive.languages), archive.date, archive.licence, archive.description]
    spaces = [f"- {count.letter}: {counted(count.total, 'entry')} ({_split(count)})" for count in counts]
    lines = "\n".join(f"- {key}: {' '.join(value.split())}" for key, value in values.items())
    return quoting.paragraphs(
        f"{archive.name}: {quoting.labelled(*facts)}",
        f"{counted(archive.entry_count, 'entry')}; search indexes: {indexes_of(archive)}; uuid {archive.uuid}",
        "\n".join(spaces),
        quoting.quoted(archive, "M", lines) if lines else "",
        hints,
    )


def _split(count: NamespaceCount) -> str:
    described = DESCRIPTIONS.get(count.letter, "other entries")
    if count.articles is None or count.letter not in "AC":
        return described
    kinds = ((count.articles, "page"), (count.redirects, "redirect"), (count.assets, "asset"))
    return f"{described}: {', '.join(counted(number, noun) for number, noun in kinds if number is not None)}"


TOOL = ArchiveTool(
    name="zim_metadata",
    title="Describe an archive",
    description=(
        "Describe one archive: title, language, date, licence, exact numbers of entries per namespace, which searches work. "
        'Example: {"zim_file_path": "wikipedia_en_all"}. Also asked for as: metadata for, what is in this zim, describe the archive.'
    ),
    input_schema=parameters({"zim_file_path": string(ARCHIVE, minLength=1)}, required=("zim_file_path",)),
    output_schema=answers(METADATA),
    arguments=Arguments,
    read=read,
)
