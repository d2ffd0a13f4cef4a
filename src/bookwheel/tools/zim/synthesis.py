"""`zim_query` with synthesize: a question answered by the best passages of all archives, each with its source."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive
from bookwheel.document.model import Citation
from bookwheel.errors import BookwheelError, InvalidArgument, InvalidValue
from bookwheel.finding import passages
from bookwheel.finding.passages import Evidence, Passage, Shown
from bookwheel.query import Intent, Operation, parse
from bookwheel.render.fence import fence
from bookwheel.render.labels import label
from bookwheel.render.words import count_words
from bookwheel.titles.folding import fold
from bookwheel.tools.counting import counted
from bookwheel.tools.tool import Json, Result
from bookwheel.tools.zim import quoting
from bookwheel.tools.zim.asking.notes import shortened
from bookwheel.tools.zim.asking.places import Places, choose
from bookwheel.tools.zim.asking.question import room_of

if TYPE_CHECKING:
    from bookwheel.tools.zim.query import Arguments

DEFAULT_PASSAGES: Final = 5
MAX_PASSAGES: Final = 50
PASSAGE_CHARS: Final = 4800
"""Characters of all passages together unless the caller says otherwise."""
_MOST_ARTICLES: Final = 3
_MOST_SECTIONS: Final = 10
_MOST_MISSING: Final = 8
_MOST_TOPICS: Final = 5
_TRIES: Final = 16
_CITE: Final = "[cite:"


class _Sources(NamedTuple):
    """The archives asked: those that can be read, what is wrong with the others, and a word on the choice."""

    archives: tuple[OpenArchive, ...]
    failed: tuple[Json, ...]
    places: Places


def answer(library: Library, query: str, arguments: Arguments) -> Result:
    """Answer a question with passages: of the archive named, or of all. Runs in a reader.

    The structured content is a SynthesizeResponse; the text has the passages and their sources, within the budget.
    Raises InvalidValue (empty_query), InvalidArgument (invalid_combination, invalid_limit, invalid_argument) and what
    opening the archive named raises.
    """
    limit = _limit(query, arguments)
    is_compact = arguments.compact is not False
    room = room_of(arguments.compact_budget, is_compact=is_compact)
    sources = _sources(library, choose(library, arguments.zim_file_path), arguments.zim_file_path)
    intents = parse(query, sources.places).intents
    if named := next((one.archive for one in intents if one.archive), ""):
        sources = _sources(library, choose(library, named, is_loose=True), named)
    found = [passages.gather(sources.archives, topic, limit) for topic in _topics(query, intents)]
    evidence = passages.merged(found, limit)
    chars = arguments.max_content_length or PASSAGE_CHARS
    size = chars if room is None else min(chars, room)
    for slim in (False, True):
        for _ in range(_TRIES):
            shown = passages.quote(
                evidence.passages, size, 0 if slim else _cost(evidence), is_compact=is_compact
            )
            data = _data(query, sources, evidence, shown)
            text = _text(sources, data, is_slim=slim, room=room)
            if room is None or len(text) <= room:
                return Result(data, text)
            if not shown:
                break
            size -= max(len(text) - room, 8)
        size = chars if room is None else min(chars, room)
    data = _data(query, sources, evidence, ())
    return Result(data, shortened(_head(data), room or 1 << 30))


def _limit(query: str, given: Arguments) -> int:
    if not query.strip():
        raise InvalidValue(
            "The query is empty.", reason="empty_query", hint="Ask a question, e.g. why is the sky blue?"
        )
    for name, value in (
        ("cursor", given.cursor),
        ("offset", given.offset),
        ("content_offset", given.content_offset),
    ):
        if value:
            raise InvalidArgument(
                f"{name} does not go with synthesize.",
                reason="invalid_combination",
                hint=f"Leave {name} out: an answer has one page; raise limit or compact_budget for more.",
                data={"field": name},
            )
    if given.limit is not None and given.limit > MAX_PASSAGES:
        raise InvalidArgument(
            f"limit must be at most {MAX_PASSAGES} with synthesize (got {given.limit}).",
            reason="invalid_limit",
            hint=f"Use limit={MAX_PASSAGES}.",
            data={"field": "limit", "nearest_valid": MAX_PASSAGES},
        )
    return given.limit or DEFAULT_PASSAGES


def _sources(library: Library, chosen: Places, zim_file_path: str | None) -> _Sources:
    is_named = bool((zim_file_path or "").strip())
    unreadable = () if is_named else tuple(file.name for file in library.archives() if not file.readable)
    opened: list[OpenArchive] = []
    failed: list[Json] = []
    for name in (*chosen.names, *unreadable):
        try:
            opened.append(library.open(name))
        except BookwheelError as error:
            if is_named:
                raise
            failed.append({"archive": name, "reason": error.reason, "message": error.message})
    note = f"{chosen.asked} were asked." if chosen.left_out else chosen.note
    return _Sources(tuple(opened), tuple(failed), replace(chosen, note=note))


def _topics(query: str, intents: Sequence[Intent]) -> list[str]:
    """Return what is to be answered: the question itself, or the topics of a request put as one of the operations."""
    topics = [" of ".join(filter(None, (one.section, one.topic))) for one in intents if one.topic]
    is_told = all(one.operation is Operation.TELL for one in intents)
    if not topics or (len(topics) == 1 and is_told and not intents[0].archive):
        return [query]
    # What is said of several things together may answer more than what is said of each.
    return [*dict.fromkeys(topics[:_MOST_TOPICS]), *([query] if is_told else [])]


# ---- the structured answer -------------------------------------------------------------------------------------


def _data(query: str, sources: _Sources, evidence: Evidence, shown: Sequence[Shown]) -> Json:
    rows = [_passage(rank, one) for rank, one in enumerate(shown, 1)]
    markdown = "\n\n".join(f"{row['text_markdown']}\n{_CITE} {row['cite_id']}]" for row in rows)
    data: Json = {
        "query": query,
        "answer_markdown": markdown,
        "passages": rows,
        "citations": _citations(shown),
        "archives_searched": [archive.name for archive in sources.archives],
        "fallback_used": _how(evidence),
        "total_chars": len(markdown),
        "total_words": count_words(markdown),
        "considered_articles": [
            {
                "archive": article.archive.name,
                "entry_path": article.resolved.path,
                "title": article.resolved.entry.title,
                "score": article.score,
            }
            for article in evidence.articles[:_MOST_ARTICLES]
        ],
        "considered_sections": _sections(evidence),
        "_meta": _meta(query, evidence, shown),
    }
    if sources.failed:
        data["archives_failed"] = list(sources.failed)
    return data


def _passage(rank: int, shown: Shown) -> Json:
    return {
        "cite_id": _cite_id(shown.passage),
        "text_markdown": _without_cites(shown.text),
        "rank": rank,
        "score": round(shown.passage.score, 3),
    }


def _without_cites(text: str) -> str:
    """Return text of a page in which nothing passes for one of our marks of a source."""
    return text.replace(_CITE, f"\\{_CITE}")


def _cite_id(passage: Passage) -> str:
    article, section = passage.article, passage.unit.section_id
    return f"{article.archive.name}/{article.resolved.path}{'#' if section else ''}{section}"


def _citations(shown: Sequence[Shown]) -> list[Json]:
    found: dict[str, Json] = {}
    for one in shown:
        cite_id = _cite_id(one.passage)
        if cite_id in found:
            continue
        article, unit = one.passage.article, one.passage.unit
        citation = _cited(one.passage)
        found[cite_id] = {
            "cite_id": cite_id,
            "archive": article.archive.name,
            "entry_path": article.resolved.path,
            "title": citation.title or article.resolved.path,
            "section_id": unit.section_id or None,
            "section_title": unit.section_title or None,
            **{name: value for name, value in _known(citation).items() if value},
        }
    return list(found.values())


def _cited(passage: Passage) -> Citation:
    return passage.article.archive.citation(passage.article.resolved)


def _known(citation: Citation) -> dict[str, str]:
    return {"url": citation.url, "date": citation.date, "licence": citation.licence}


def _how(evidence: Evidence) -> str:
    """Return which ranking the passages are due to: titles, one archive's own, or the archives' rankings fused."""
    if len({one.archive.name for one in evidence.searched}) > 1:
        return "rrf_fusion"
    plans = [one.plan for one in evidence.searched]
    return "title" if plans and plans[0].title is not None else "xapian_score"


def _sections(evidence: Evidence) -> list[Json]:
    """Return the sections of the best article that passages were taken from or could be, in their order."""
    if not evidence.passages:
        return []
    page = evidence.passages[0].article.resolved.path
    found: dict[str, str] = {}
    for passage in evidence.passages:
        if passage.article.resolved.path == page and passage.unit.section_id:
            found.setdefault(passage.unit.section_id, passage.unit.section_title)
    return [{"section_id": anchor, "title": title} for anchor, title in found.items()][:_MOST_SECTIONS]


def _meta(query: str, evidence: Evidence, shown: Sequence[Shown]) -> Json:
    meta: Json = {"truncated": len(shown) < len(evidence.passages)}
    meta["steps"] = {one.archive.name: one.plan.step for one in evidence.searched}
    cited = {one.passage.article.archive.name for one in shown}
    corrections = {
        wrong: right
        for one in evidence.searched
        if one.archive.name in cited
        for wrong, right in one.plan.corrections
    }
    if corrections:
        meta["corrections"] = corrections
    if not evidence.passages:
        meta["reason"] = "low_relevance" if evidence.is_found else "0_hits"
        meta["hint"] = (
            "No passage supports an answer; the nearest articles are named. Ask in other words, or read them."
            if evidence.is_found
            else "Nothing in these archives is about that. Try other words, or another archive."
        )
        if unindexed := [one.archive.name for one in evidence.searched if one.plan.state != "sound"]:
            names = ", ".join(unindexed[:_MOST_MISSING])
            quoting.add_hint(
                meta, f"Only titles were looked at, for want of a sound full-text index, in: {names}."
            )
    elif missing := _missing(query, evidence):
        meta["missing_words"] = missing
        meta["hint"] = f"No passage has: {', '.join(label(word, 40) for word in missing)}."
    if meta["truncated"]:
        found = counted(len(evidence.passages), "passage")
        quoting.add_hint(meta, f"{len(shown)} of {found} that were found fit: raise compact_budget.")
    return meta


def _missing(query: str, evidence: Evidence) -> list[str]:
    """Return the words of the question that none of the passages has, as they are written there."""
    written = {fold(word): word for word in re.findall(r"\w+", query)}
    left = set(evidence.passages[0].missing)
    for passage in evidence.passages[1:]:
        left &= set(passage.missing)
    missing = [word for word in evidence.passages[0].missing if word in left]
    return [written.get(word, word) for word in missing][:_MOST_MISSING]


# ---- the text --------------------------------------------------------------------------------------------------


def _cost(evidence: Evidence) -> int:
    """Return about how many characters a passage costs besides its text: its two mentions and the source's line."""
    if not evidence.passages:
        return 0
    return 2 * max(min(len(_cite_id(passage)), 200) for passage in evidence.passages) + 20


def _head(data: Json) -> str:
    searched = f"{counted(len(data['archives_searched']), 'archive')} searched"
    if not data["passages"]:
        return f"No answer found; {searched}."
    pages = {(row["archive"], row["entry_path"]) for row in data["citations"]}
    passages = counted(len(data["passages"]), "passage")
    return f"{passages} from {counted(len(pages), 'article')}; {searched}."


def _text(sources: _Sources, data: Json, *, is_slim: bool, room: int | None) -> str:
    """Return the answer to read: what was found, the passages fenced, their sources. Slim: without what can be spared."""
    head = _head(data)
    hint = str(data["_meta"].get("hint", ""))
    if is_slim:
        head = ""
        hint = hint if not data["passages"] else ""
    failed = "; ".join(f"{label(row['archive'], 60)}: {label(row['message'])}" for row in sources.failed)
    if room is not None:
        failed = shortened(failed, room // 5) if failed else ""
    note = sources.places.note if room is None else shortened(sources.places.note, room // 4)
    corrections: dict[str, str] = data["_meta"].get("corrections", {})
    read = "; ".join(
        f"{label(wrong, 40)} was read as {label(right, 40)}" for wrong, right in corrections.items()
    )
    body = fence(data["answer_markdown"]) if data["passages"] else ""
    lines = [] if is_slim else [_source(row) for row in data["citations"]]
    if not data["passages"] and data["considered_articles"]:
        titles = "; ".join(
            f"{label(row['title'], 60)} ({label(row['archive'], 40)})" for row in data["considered_articles"]
        )
        lines = [f"Nearest: {titles}"] if not is_slim else []
    elif lines:
        lines.insert(0, "Sources:")
    # What no passage has is known before they are read.
    before, after = (hint, "") if "missing_words" in data["_meta"] else ("", hint)
    parts = (note, head, read, before, body, "\n".join(lines), after, failed and f"Not searched: {failed}")
    return quoting.paragraphs(*(part for part in parts if part))


def _source(row: Json) -> str:
    facts = (
        row["title"],
        row["section_title"] or "",
        " ".join((row["archive"], row.get("date", ""))).strip(),
    )
    return f"- [{label(row['cite_id'])}] {quoting.labelled(*facts, row.get('url', ''))}"
