"""`zim_query`: a request in plain words -> the tool that answers it. It has no answers of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bookwheel.archive.library import Library
from bookwheel.errors import BookwheelError, InvalidArgument, InvalidValue
from bookwheel.paging import MAX_CURSOR_CHARS
from bookwheel.query import Intent, Operation, Parsed, parse
from bookwheel.query.template import compact
from bookwheel.tools import schema
from bookwheel.tools.fields import boolean, integer, parameters, string
from bookwheel.tools.tool import ArchiveTool, Cancelled, Json, Progress, Result
from bookwheel.tools.zim import health, synthesis
from bookwheel.tools.zim.asking import routes
from bookwheel.tools.zim.asking.notes import shortened
from bookwheel.tools.zim.asking.places import Places, choose
from bookwheel.tools.zim.asking.question import BODY_CHARS, LEAST_BUDGET, Question, room_of
from bookwheel.tools.zim.asking.shown import Page, fit, words_of_ours
from bookwheel.tools.zim.quoting import paragraphs

NAME = "zim_query"
LEAST_PART = 400  # half of it is spent on headings and on how to go on
LEAST_OF_TWO = 230  # two things are compared, however little is said of each
LEAST_LIST = 480  # a list needs room for a cursor
ROOM_FOR_ADVICE = 900
GO_ON = "[each heading is a query: to go on with one, send it alone with its offset or cursor]"
_WITHOUT_ARCHIVE = {Operation.LIST_FILES}


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The arguments of zim_query; None is "not given"."""

    query: str
    zim_file_path: str | None = None
    limit: int | None = None
    offset: int | None = None
    cursor: str | None = None
    max_content_length: int | None = None
    content_offset: int | None = None
    compact: bool | None = None
    compact_budget: str | int | None = None
    synthesize: bool | None = None


def read(library: Library, arguments: Arguments) -> Result:
    """Answer one call. Runs in a reader."""
    if not compact(arguments.query):
        raise InvalidValue(
            "The query is empty.", reason="empty_query", hint='Say what you want, e.g. "tell me about Paris".'
        )
    room = room_of(arguments.compact_budget, is_compact=arguments.compact is not False)
    try:
        places = _places(library, arguments)
        request, arguments = _understood(places, arguments)
        if arguments.synthesize:
            return synthesis.answer(library, request.text, arguments)
        if arguments.zim_file_path:
            places = _places(library, arguments)
        question = _question(arguments)
        room = question.room
        return _answer(places, request.intents, question)
    except BookwheelError as error:
        raise _within(error, room) from error


def _places(library: Library, arguments: Arguments) -> Places:
    """Return the archives to ask; without any, what needs none can still be answered."""
    try:
        return choose(library, arguments.zim_file_path, arguments.query)
    except BookwheelError:
        intents = parse(arguments.query, Places(library, ())).intents
        if all(intent.operation in _WITHOUT_ARCHIVE for intent in intents):
            return Places(library, ())
        raise


def _understood(places: Places, arguments: Arguments) -> tuple[Parsed, Arguments]:
    """Return what is asked for, and the arguments with those that were written inside the query."""
    request = parse(arguments.query, places)
    if request.is_incomplete:
        shown = shortened(request.text)
        raise InvalidArgument(
            f"“{shown}” lacks what it is about.",
            reason="invalid_argument",
            hint="Name it, e.g. tell me about Paris: earlier requests are not remembered. "
            f"To look for these words: search for {shown}.",
            data={"field": "query"},
        )
    inside = {name: value for name, value in request.settings.items() if getattr(arguments, name) is None}
    if not inside:
        return request, arguments
    checked: Json = schema.check(NAME, TOOL.input_schema, {"query": arguments.query, **inside})
    return request, replace(arguments, **{name: checked[name] for name in inside})


def _question(arguments: Arguments) -> Question:
    is_compact = arguments.compact is not False
    return Question(
        limit=arguments.limit,
        offset=arguments.offset or 0,
        cursor=arguments.cursor,
        max_content_length=arguments.max_content_length or BODY_CHARS,
        max_section_chars=arguments.max_content_length,
        content_offset=arguments.content_offset or 0,
        is_compact=is_compact,
        room=room_of(arguments.compact_budget, is_compact=is_compact),
    )


# ---- one answer, or several --------------------------------------------------------------------------------


def _answer(places: Places, intents: tuple[Intent, ...], question: Question) -> Result:
    if len(intents) == 1:
        return _one(places, intents[0], question)
    if question.cursor is not None:
        raise InvalidValue(
            "A cursor goes on with one list, and the query asks for several things.",
            reason="cursor_mismatch",
            hint="Repeat the query that issued the cursor, alone.",
        )
    return _several(places, intents, question)


def _one(places: Places, intent: Intent, question: Question) -> Result:
    if intent.archive and intent.operation not in _WITHOUT_ARCHIVE:
        places = choose(places.library, intent.archive, is_loose=True)
    note = places.note
    room = question.room
    if note and room is not None:
        note = shortened(note, room // 3)
        question = replace(question, room=room - len(note) - 2)
    result = routes.answer(places, intent, question)
    data = result.data if intent.operation is Operation.VALIDATE else None
    return replace(result, data=data, text=paragraphs(note, result.text))


def _several(places: Places, intents: tuple[Intent, ...], question: Question) -> Result:
    """Answer one thing after another, each with its share of the room; say what found no room."""
    room = question.room
    shown = intents if room is None else intents[: _fitting(intents, room)]
    left_out = _left_out(intents[len(shown) :], room)
    note = "" if not places.note else shortened(places.note, (room or 1 << 30) // 6)
    advice = GO_ON if room is None or room >= ROOM_FOR_ADVICE else ""
    left = None if room is None else room - sum(len(text) + 2 for text in (left_out, note, advice) if text)
    places = replace(places, note="")
    parts: list[str] = []
    failures: list[BookwheelError] = []
    pictures: list[Any] = []
    for number, intent in enumerate(shown):
        share = None if left is None else left // (len(shown) - number) - 2
        heading = f"## {shortened(_said(intent), 60)}"
        inner = None if share is None else share - len(heading) - 2
        try:
            if intent.operation is Operation.VALIDATE:
                raise _alone(intent)
            result = _one(places, intent, replace(question, room=inner))
            text = result.text
            pictures += result.images
        except BookwheelError as error:
            failures.append(error)
            text = fit(Page("", f"{error.message} {words_of_ours(error.hint)}"), inner)
        part = paragraphs(heading, text)
        parts.append(part)
        if left is not None:
            left -= len(part) + 2
    if len(failures) == len(shown):
        raise failures[0]
    is_cut = any("go on with" in part for part in parts)
    return Result(None, paragraphs(note, *parts, left_out, advice if is_cut else ""), images=tuple(pictures))


def _alone(intent: Intent) -> InvalidArgument:
    return InvalidArgument(
        "Checking an archive takes a while, and is done alone.",
        reason="invalid_combination",
        hint=f"Ask only: {_said(intent)}.",
    )


def _fitting(intents: tuple[Intent, ...], room: int) -> int:
    """Return how many of the intents find room, at least one."""
    for count in range(len(intents), 1, -1):
        least = LEAST_PART if count > 2 else LEAST_OF_TWO
        share = room // count if count == len(intents) else (room - room // 4) // count
        if all(
            share >= (LEAST_LIST if one.operation in routes.WITH_CURSOR else least) for one in intents[:count]
        ):
            return count
    return 1


def _left_out(intents: tuple[Intent, ...], room: int | None) -> str:
    if not intents or room is None:
        return ""
    names = ", ".join(_said(intent) for intent in intents)
    return f"[no room for: {shortened(names, max(room // 5, 60))}; ask for it alone, or raise compact_budget]"


def _said(intent: Intent) -> str:
    """Return a query that asks for just this."""
    if intent.operation is Operation.SECTION:
        return f"section {intent.section} of {intent.topic}"
    return _SAID.get(intent.operation, "{}").format(intent.topic or intent.namespace).strip()


_SAID = {
    Operation.LIST_FILES: "list available ZIM files",
    Operation.VALIDATE: "validate this archive",
    Operation.METADATA: "metadata",
    Operation.MAIN_PAGE: "show main page",
    Operation.NAMESPACES: "list namespaces",
    Operation.BROWSE: "browse namespace {}",
    Operation.WALK: "walk namespace {}",
    Operation.CATEGORIES: "categories of {}",
    Operation.CONTENTS: "table of contents of {}",
    Operation.STRUCTURE: "show structure of {}",
    Operation.SUMMARY: "summary of {}",
    Operation.INBOUND: "what links to {}",
    Operation.RELATED: "articles related to {}",
    Operation.LINKS: "links in {}",
    Operation.BINARY: "get binary {}",
    Operation.SUGGEST: "suggestions for {}",
    Operation.FIND_TITLE: "find article titled {}",
    Operation.SEARCH: "search for {}",
    Operation.SEARCH_ALL: "search all files for {}",
    Operation.GET_ARTICLE: "get article {}",
    Operation.TELL: "tell me about {}",
}


def _within(error: BookwheelError, room: int | None) -> BookwheelError:
    """Return the error in words of ours, and with a text that keeps to the room."""
    message, hint = error.message, words_of_ours(error.hint)
    if room is not None:
        message = _at_most(message, room // 2)
        hint = _at_most(hint, room - len(message) - 1)
    if (message, hint) == (error.message, error.hint):
        return error
    return type(error)(
        message,
        reason=error.reason,
        hint=hint,
        retryable=error.retryable,
        data=error.data,
    )


def _at_most(text: str, max_chars: int) -> str:
    """Return a line with what could pass for a fence escaped, which makes it longer."""
    line = shortened(text, max_chars)
    return line if len(line) <= max_chars else shortened(text, max(2 * max_chars - len(line), 1))


def finish(result: Result, progress: Progress, is_cancelled: Cancelled) -> Result:
    """Check the bytes of an archive where that was asked for; an answer has text only."""
    if result.data is None or "is_valid" not in result.data:
        return result
    checked = health.finish(result, progress, is_cancelled)
    return Result(None, paragraphs(result.data["note"], checked.text))


TOOL = ArchiveTool(
    name=NAME,
    title="Ask the archives in plain words",
    description=(
        "Answers one request in plain words, in Markdown, by the zim_ tool that fits. Phrase it as one of these; do not forward the user's message. "
        "Reading: tell me about X; summary of X; section S of X; table of contents of X; show structure of X; get article X; get articles X, Y; get image PATH. "
        "Finding: search for WORDS [in namespace C | in type text/html]; search all files for WORDS; find article titled X; suggestions for PREFIX. "
        "Links: links in X; what links to X; articles related to X. "
        "Archives: list available ZIM files; metadata for ARCHIVE; show main page; list namespaces; browse namespace C; walk namespace C "
        '("test this tool" is the first of these, "what\'s in here" show main page, "explore" list namespaces). '
        "A question of fact (who, when, how many): send it whole with synthesize=true, and answer from the passages that come back. "
        "X is a title; slips of spelling are put right, and said. Several topics at once are fine (compare X and Y). "
        'Example: {"query": "section History of Paris"}. '
        "Also called: openzim, ZIM tool, ZIM archive query. With structured results the other zim_ tools serve better."
    ),
    input_schema=parameters(
        {
            "query": string("What is wanted.", maxLength=4096),
            "zim_file_path": string(
                "Archive name, only to choose one of several; never an article title. All are asked without it."
            ),
            "limit": integer("Most rows of a list; each list has its own default.", minimum=1, maximum=1000),
            "offset": integer(
                "First row of a search or list. Not for titles, suggestions, related.", minimum=0, default=0
            ),
            "cursor": string("Cursor of the last answer; same query.", maxLength=MAX_CURSOR_CHARS),
            "max_content_length": integer("Most characters of article text.", minimum=1, default=BODY_CHARS),
            "content_offset": integer(
                "Where to go on in a text that was cut; same query.", minimum=0, default=0
            ),
            "compact": boolean(
                "false: links and whole tables; lists unbounded, texts in pieces of max_content_length.",
                default=True,
            ),
            "compact_budget": {
                "type": ["string", "integer"],
                "description": "Most characters of the answer: tiny 2000, small 4000, medium 6000, large 12000, or a number from 500.",
                "default": "medium",
                "minimum": LEAST_BUDGET,
            },
            "synthesize": boolean(
                "Answer a question from the best passages of all archives, with sources.", default=False
            ),
        },
        required=("query",),
    ),
    output_schema=None,
    arguments=Arguments,
    read=read,
    finish=finish,
    returns_page_text=True,
    # Companion indexes come and go, and the health of files is never old news.
    is_cacheable=False,
)
