"""Where each operation goes: the arguments of another tool, that tool's own answer, and the room it has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bookwheel import paging
from bookwheel.errors import BookwheelError, NotFound
from bookwheel.query import Intent, Operation
from bookwheel.tools.tool import Result
from bookwheel.tools.zim import browse, get, get_section, health, links, metadata, search
from bookwheel.tools.zim.asking import finding, telling
from bookwheel.tools.zim.asking.notes import quoted, shortened
from bookwheel.tools.zim.asking.places import Place, Places
from bookwheel.tools.zim.asking.question import Question
from bookwheel.tools.zim.asking.shown import Page, fit, fit_rows, fit_text, in_our_words, page_of
from bookwheel.tools.zim.quoting import paragraphs

LINKS = 25
SEARCH_ROWS = 10
_QUESTION_WORDS = 3  # what is said in fewer is a topic
WITH_CURSOR = {Operation.BROWSE, Operation.WALK, Operation.LINKS, Operation.INBOUND}
Route = Callable[[Places, Intent, Question], Result]


def answer(places: Places, intent: Intent, question: Question) -> Result:
    """Return what the tool behind an operation answers, within the question's room.

    Raises what that tool raises, and InvalidValue (cursor_mismatch) for a cursor where nothing is listed.
    """
    if question.cursor is not None and intent.operation not in WITH_CURSOR:
        paging.decode(question.cursor, f"{intent.operation.name.lower()} (zim_query)", "", "")
    return _ROUTES[intent.operation](places, intent, question)


def _fitted(result: Result, question: Question, note: str = "", most: int | None = None) -> Result:
    """Fit an answer that its tool does not page: its body goes on at content_offset."""
    page = in_our_words(page_of(result.text))
    page = replace(page, head=paragraphs(note, page.head))
    return replace(result, text=fit(page, question.room, question.content_offset, most))


def _noted(fetch: Callable[[int], Result], note: str, advice: str = "") -> Callable[[int], Result]:
    """Return the same with a note above its text; `advice` is added where there are rows."""

    def noted(size: int) -> Result:
        result = fetch(size)
        page = in_our_words(page_of(result.text))
        said = f"{note} {advice}" if advice and (result.data or {})["results"] else note
        return replace(result, text=paragraphs(said, page.compose(page.body)))

    return noted


# ---- the archives ------------------------------------------------------------------------------------------


def _list_files(places: Places, _: Intent, question: Question) -> Result:
    return _listing(places, question)


def _listing(places: Places, question: Question, note: str = "") -> Result:
    return _fitted(health.read(places.library, health.Arguments()), question, note)


def _validate(places: Places, _: Intent, question: Question) -> Result:
    # Its bytes are checked by the tool's `finish`, which reads the result's data.
    result = health.read(places.library, health.Arguments(zim_file_path=places.one("validate this archive")))
    return replace(result, data={**(result.data or {}), "note": places.note})


def _metadata(places: Places, _: Intent, question: Question) -> Result:
    result = metadata.read(places.library, metadata.Arguments(zim_file_path=places.one("metadata")))
    page = page_of(result.text)
    head, _mark, facts = page.head.partition("\n\n")
    # All that may be long goes into the part that can be paged.
    whole = replace(page, head=head, body=paragraphs(facts, page.body))
    return replace(result, text=fit(whole, question.room, question.content_offset))


def _namespaces(places: Places, intent: Intent, question: Question) -> Result:
    if intent.is_overview and len(places.names) > 1:
        return _overview(places, "list namespaces", question)
    result = metadata.read(places.library, metadata.Arguments(zim_file_path=places.one("list namespaces")))
    head, _mark, body = page_of(result.text).head.rpartition(
        "\n\n"
    )  # what the archive says of itself is left out
    return replace(result, text=fit(Page(head, body), question.room, question.content_offset))


def _main_page(places: Places, intent: Intent, question: Question) -> Result:
    if intent.is_overview and len(places.names) > 1:
        return _overview(places, "show main page", question)
    return _read_text(places, Place(places.one("show main page"), ""), question)


def _overview(places: Places, query: str, question: Question) -> Result:
    """List the archives where one was to be looked into, and say how."""
    count = len(places.names) + places.left_out
    call = f"zim_query(query={quoted(query)}, zim_file_path={quoted(places.example)})"
    return _listing(places, question, f"{count} archives are loaded. To look into one: {call}.")


def _browse(places: Places, intent: Intent, question: Question) -> Result:
    is_walk = intent.operation is Operation.WALK
    arguments = browse.Arguments(
        zim_file_path=places.one(f"{'walk' if is_walk else 'browse'} namespace {intent.namespace or 'C'}"),
        namespace=intent.namespace or "C",
        mode="walk" if is_walk else "page",
        cursor=question.cursor,
        offset=question.offset or None,
    )
    limit = question.limit or browse.LIMITS["walk" if is_walk else "page"][0]
    return fit_rows(
        _noted(lambda rows: browse.read(places.library, replace(arguments, limit=rows)), ""),
        limit,
        question.room,
        question.content_offset,
    )


# ---- one entry ---------------------------------------------------------------------------------------------


def _with_rows(ask: Callable[[Place], Result], name: str, place: Place) -> Result | None:
    """Return an entry's answer where it has something in the field `name`; None also where the entry cannot answer."""
    try:
        result = ask(place)
    except BookwheelError:
        return None
    return result if (result.data or {}).get(name) else None


def _has_rows(ask: Callable[[Place], Result], name: str) -> Callable[[Place], bool]:
    """Return whether an entry answers with something in the field `name`."""
    return lambda place: _with_rows(ask, name, place) is not None


def _article(places: Places, intent: Intent, question: Question) -> Result:
    return _read_text(places, places.need(intent.topic), question)


def _read_text(places: Places, place: Place, question: Question) -> Result:
    def fetch(chars: int) -> Result:
        return get.read(
            places.library,
            get.Arguments(
                zim_file_path=place.archive,
                entry_path=place.entry_path or None,
                main_page=None if place.entry_path else True,
                max_content_length=chars,
                content_offset=question.content_offset,
                compact=question.is_compact,
            ),
        )

    return fit_text(_noted(fetch, place.note), question.max_content_length, question.room)


def _section_of(places: Places, name: str, intent: Intent, question: Question) -> Callable[[Place], Result]:
    """Return what reads a section of an entry."""

    def ask(place: Place) -> Result:
        return get_section.read(
            places.library,
            get_section.Arguments(
                zim_file_path=place.archive,
                entry_path=place.entry_path,
                section_id=telling.section_name(places.library, place, name),
                max_chars=telling.WHOLE,
                include_subsections=intent.include_subsections,
                compact=question.is_compact,
            ),
        )

    return ask


def _section(places: Places, intent: Intent, question: Question) -> Result:
    ask = _section_of(places, intent.section, intent, question)
    has_section = _has_rows(ask, "content_markdown")
    place = places.need(intent.topic, has_section)
    if len(places.names) > 1 and not has_section(place):
        # Where none has the section, the one with headings says which there are.
        place = places.need(intent.topic, _has_rows(lambda place: _viewed(places, place, "toc"), "toc"))
    try:
        result = ask(place)
    except NotFound as error:
        where = f"In {place.archive}: " if len(places.names) > 1 else ""
        raise NotFound(
            where + error.message, reason=error.reason, hint=error.hint, data=error.data
        ) from error
    return _fitted(result, question, place.note, question.max_section_chars)


def _viewed(places: Places, place: Place, view: str) -> Result:
    return get.read(
        places.library,
        get.Arguments(zim_file_path=place.archive, entry_path=place.entry_path, view=view),  # pyright: ignore[reportArgumentType]
    )


def _view(places: Places, intent: Intent, question: Question) -> Result:
    view = {Operation.CONTENTS: "toc", Operation.SUMMARY: "summary"}.get(intent.operation, "structure")

    def ask(place: Place) -> Result:
        return _viewed(places, place, view)

    place = places.need(intent.topic, _has_rows(ask, "headings" if view == "structure" else view))
    result = ask(place)
    if view == "structure" and question.is_compact:
        result = replace(result, text=telling.structure_text(result))
    return _fitted(result, question, place.note)


def _links(places: Places, intent: Intent, question: Question) -> Result:
    is_inbound = intent.operation is Operation.INBOUND

    def arguments_for(place: Place) -> links.Arguments:
        return links.Arguments(
            zim_file_path=place.archive,
            entry_path=place.entry_path,
            direction="inbound" if is_inbound else "outbound",
            kind=None if is_inbound else intent.kind,
            cursor=question.cursor,
            offset=question.offset or None,
        )

    def ask(place: Place) -> Result:
        return links.read(places.library, replace(arguments_for(place), limit=1))

    place = places.need(intent.topic, _has_rows(ask, "results"))
    if intent.kind == "media" and places.is_file(place):
        return _binary(places, intent, question)
    arguments = arguments_for(place)
    limit = question.limit or (links.LIMITS["inbound"][0] if is_inbound else LINKS)
    return fit_rows(
        _noted(lambda rows: links.read(places.library, replace(arguments, limit=rows)), place.note),
        limit,
        question.room,
        question.content_offset,
    )


def _related(places: Places, intent: Intent, question: Question) -> Result:
    def ask(place: Place) -> Result:
        arguments = links.Arguments(
            zim_file_path=place.archive,
            entry_path=place.entry_path,
            direction="related",
            limit=question.limit,
        )
        return links.read(places.library, arguments)

    place = places.need(intent.topic, _has_rows(ask, "results"))
    return _fitted(ask(place), question, place.note)


def _binary(places: Places, intent: Intent, question: Question) -> Result:
    place = places.need(intent.topic)
    result = get.read(
        places.library,
        get.Arguments(zim_file_path=place.archive, entry_path=place.entry_path, binary=True),
    )
    return replace(result, text=telling.binary_text(result, question.room))


# ---- finding -----------------------------------------------------------------------------------------------


def _search(places: Places, intent: Intent, question: Question) -> Result:
    return search_for(places, intent.topic, question, intent)


def search_for(
    places: Places,
    words: str,
    question: Question,
    intent: Intent | None = None,
    *,
    note: str = "",
    advice: str = "",
) -> Result:
    """Search the text of the archives; hits of several are merged, the best first.

    note: what is said above the hits. advice: what is added where there are any.
    """
    arguments = search.Arguments(query=words, offset=question.offset or None)
    if intent is not None and (intent.namespace or intent.content_type):
        arguments = replace(
            arguments, namespace=intent.namespace or None, content_type=intent.content_type or None
        )
        where = f"namespace {intent.namespace}" if intent.namespace else f"type {intent.content_type}"
        places.one(f"search for {words} in {where}")  # raises: filters mean one archive
    if len(places.names) > 1:
        if question.offset:
            places.refuse_paging(words)
        result = search.read(places.library, replace(arguments, cross_file=True, limit=question.limit))
        note = f"{note} {advice}".strip() if (result.data or {})["_meta"]["ranking"] else note
        return _fitted(replace(result, text=finding.merged_text(result, question.limit)), question, note)
    arguments = replace(arguments, zim_file_path=places.named())
    return fit_rows(
        _noted(lambda rows: search.read(places.library, replace(arguments, limit=rows)), note, advice),
        question.limit or SEARCH_ROWS,
        question.room,
        question.content_offset,
    )


def _categories(places: Places, intent: Intent, question: Question) -> Result:
    """Say that there is no list of categories, and find what has the words."""
    note = "An archive has no list of categories, nor of the articles in one."
    if intent.topic:
        note = f"{note} The words “{shortened(intent.topic)}” were searched for; there is also: articles related to X."
        return search_for(places, intent.topic, question, note=note)
    return Result(None, f"{note} There is: search for WORDS, articles related to X, browse namespace C.")


def _find_title(places: Places, intent: Intent, question: Question) -> Result:
    arguments = search.Arguments(query=intent.topic, mode="title", limit=question.limit)
    if len(places.names) == 1:
        result = search.read(places.library, replace(arguments, zim_file_path=places.named()))
        return _fitted(result, question)
    result = search.read(places.library, replace(arguments, cross_file=True))
    return _fitted(replace(result, text=finding.merged_text(result, question.limit)), question)


def _suggest(places: Places, intent: Intent, question: Question) -> Result:
    arguments = search.Arguments(query=intent.topic, mode="suggest", limit=question.limit)
    if len(places.names) <= 1:
        result = search.read(places.library, replace(arguments, zim_file_path=places.named()))
        return _fitted(result, question)
    # Completions come from one archive at a time.
    found = [
        (name, search.read(places.library, replace(arguments, zim_file_path=name))) for name in places.names
    ]
    return _fitted(finding.merged_completions(found, question.limit), question)


def _tell(places: Places, intent: Intent, question: Question) -> Result:
    if question.offset:  # only a search has rows to begin at
        return search_for(places, intent.topic, question)
    place = places.find(intent.topic, is_whole=False)
    if place is None:
        note = f"No article is called “{shortened(intent.topic)}”; its words were searched for."
        is_long = len(intent.topic.split()) >= _QUESTION_WORDS
        advice = "For passages on it: the same query with synthesize=true." if is_long else ""
        return search_for(places, intent.topic, question, note=note, advice=advice)
    if place.part:
        ask = _section_of(places, place.part, intent, question)
        holder = places.need(intent.topic, _has_rows(ask, "content_markdown"))
        if (section := _with_rows(ask, "content_markdown", holder)) is not None:
            return _fitted(section, question, holder.note, question.max_section_chars)
        advice = f"For passages on “{shortened(place.part, 40)}”: the same query with synthesize=true."
        place = place._replace(note=f"{place.note} {advice}")
    if not question.is_compact or (question.content_offset and not telling.is_short(question)):
        return _read_text(places, place, question)
    return telling.lead(places.library, place, question)


_ROUTES: dict[Operation, Route] = {
    Operation.LIST_FILES: _list_files,
    Operation.VALIDATE: _validate,
    Operation.METADATA: _metadata,
    Operation.NAMESPACES: _namespaces,
    Operation.MAIN_PAGE: _main_page,
    Operation.BROWSE: _browse,
    Operation.CATEGORIES: _categories,
    Operation.WALK: _browse,
    Operation.SECTION: _section,
    Operation.CONTENTS: _view,
    Operation.STRUCTURE: _view,
    Operation.SUMMARY: _view,
    Operation.INBOUND: _links,
    Operation.RELATED: _related,
    Operation.LINKS: _links,
    Operation.BINARY: _binary,
    Operation.SUGGEST: _suggest,
    Operation.FIND_TITLE: _find_title,
    Operation.SEARCH: _search,
    Operation.SEARCH_ALL: _search,
    Operation.GET_ARTICLE: _article,
    Operation.TELL: _tell,
}
