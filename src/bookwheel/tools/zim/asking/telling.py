"""The answers that `zim_query` puts together from what other tools say of one entry."""

from __future__ import annotations

from dataclasses import replace

from bookwheel.archive.entry import Resolved, is_html
from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive
from bookwheel.document.model import Document
from bookwheel.render.text import section_title
from bookwheel.tools.tool import Result
from bookwheel.tools.zim import get, get_section, quoting
from bookwheel.tools.zim.asking.places import Place
from bookwheel.tools.zim.asking.question import Question
from bookwheel.tools.zim.asking.shown import Page, fit, fit_text, in_our_words, page_of

WHOLE = 1 << 30
_ROOM_FOR_A_LEAD = 900
_SECTIONS_SHARE = 5  # of the room, one part in so many may name sections


def lead(library: Library, place: Place, question: Question) -> Result:
    """Tell what an article is about: its lead and the names of its sections.

    A disambiguation page gives its choices; where there is little room, the summary stands for the lead.
    """
    archive = library.open(place.archive)
    resolved = archive.resolve(place.entry_path)
    if not is_html(resolved.entry.mimetype) or resolved.fragment:
        return _whole(library, place, question)
    document = archive.document(resolved)
    if is_short(question) or document.is_disambiguation or not document.sections[0].blocks:
        result = get.read(
            library, get.Arguments(zim_file_path=place.archive, entry_path=place.entry_path, view="summary")
        )
        if (result.data or {})["summary"]:
            page = in_our_words(page_of(result.text))
            page = replace(page, head=quoting.paragraphs(place.note, page.head))
            return replace(result, text=fit(page, question.room, question.content_offset))
    return _lead_text(library, place, question, archive, resolved)


def is_short(question: Question) -> bool:
    """Whether there is room for prose only: an infobox would leave none."""
    return question.room is not None and question.room < _ROOM_FOR_A_LEAD


def _whole(library: Library, place: Place, question: Question) -> Result:
    def fetch(chars: int) -> Result:
        arguments = get.Arguments(
            zim_file_path=place.archive,
            entry_path=place.entry_path,
            max_content_length=chars,
            compact=question.is_compact,
        )
        result = get.read(library, arguments)
        return replace(result, text=quoting.paragraphs(place.note, result.text))

    return fit_text(fetch, question.max_content_length, question.room)


def _lead_text(
    library: Library, place: Place, question: Question, archive: OpenArchive, resolved: Resolved
) -> Result:
    document = archive.document(resolved)
    names = _section_names(document, question.room)
    arguments = get_section.Arguments(
        zim_file_path=place.archive,
        entry_path=place.entry_path,
        section_id=_lead_id(document),
        compact=True,
        # The lead is its own section: what stands below it are sections of the page.
        include_subsections=False,
    )

    def fetch(chars: int) -> Result:
        result = get_section.read(library, replace(arguments, max_chars=chars))
        page = page_of(result.text)
        body = quoting.paragraphs(page.body, names)
        rest = page.tail.replace(get_section.GO_ON_COMPACT, "content_offset")
        if not rest and len(document.sections) + len(document.sections[0].subsections) > 1:
            rest = "[the lead; for the rest ask for a section of it, or get article]"
        text = quoting.paragraphs(
            place.note,
            quoting.source_line(document.citation, resolved.path),
            quoting.quoted(archive, resolved.path, body),
            rest,
        )
        return replace(result, text=text)

    return fit_text(fetch, question.max_content_length, question.room)


def _lead_id(document: Document) -> str:
    """Return a name of the lead that is no heading of this page."""
    for name in get_section.LEAD_NAMES:
        found = get_section.find_section(document, name)
        if found is not None and found.index == 0:
            return name
    return get_section.LEAD_NAMES[0]


def _section_names(document: Document, room: int | None) -> str:
    top = [section for section in (*document.sections[0].subsections, *document.sections) if section.index]
    names: list[str] = []
    left = WHOLE if room is None else room // _SECTIONS_SHARE
    for section in top:
        name = section_title(section)
        if left < len(name):
            names.append("…")
            break
        names.append(name)
        left -= len(name) + 2
    return f"Sections: {'; '.join(names)}" if names else ""


def section_name(library: Library, place: Place, wanted: str) -> str:
    """Return the section id that a number means: the n-th heading, unless a heading is called so."""
    if not wanted.isdecimal() or wanted == "0":
        return wanted
    result = get.read(
        library, get.Arguments(zim_file_path=place.archive, entry_path=place.entry_path, view="structure")
    )
    headings = (result.data or {})["headings"]
    if any(heading["text"].strip() == wanted for heading in headings) or int(wanted) > len(headings):
        return wanted
    return str(headings[int(wanted) - 1]["id"])


def structure_text(result: Result) -> str:
    """Return the structure of a page without the previews."""
    data = result.data or {}
    page = page_of(result.text)
    lines = [
        f"{'#' * heading['level']} {heading['text']} (section_id: {heading['id']})"
        for heading in data["headings"]
    ]
    if not lines or page.labels is None:
        return result.text
    return Page(page.head, "\n".join(lines), page.tail, page.labels).compose("\n".join(lines))


def binary_text(result: Result, room: int | None) -> str:
    """Return what the file is, with its bytes in base64 where they fit; a picture is sent beside the text."""
    data = result.data or {}
    line, _, rest = result.text.partition("\n\n")
    encoded = data.get("data")
    if result.images:
        return fit(Page(line, "The picture is sent beside this text."), room)
    if encoded is None:
        return fit(Page(line, rest), room)
    whole = f"{line}\n\nbase64:\n{encoded}"
    if room is None or len(whole) <= room:
        return whole
    text = f"{len(encoded)} characters of base64 do not fit here: get the bytes with zim_get(binary=true), or pass compact=false."
    return fit(Page(line, text), room)
