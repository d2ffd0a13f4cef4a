"""The answers of `zim_search` over all archives: each archive's own, and one ranking of all hits."""

from __future__ import annotations

import time
from typing import Final, Literal, NamedTuple

from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive
from bookwheel.errors import BookwheelError
from bookwheel.finding import fuse, ladder, results
from bookwheel.finding.correction_known import KnownWords
from bookwheel.finding.plan import Plan
from bookwheel.finding.resolve import CONFIDENT
from bookwheel.finding.terms import share_of
from bookwheel.finding.words import is_in_language
from bookwheel.titles.folding import fold
from bookwheel.tools.counting import counted
from bookwheel.tools.fields import COUNT, FLAG, NULLABLE_COUNT, NULLABLE_TEXT, OBJECT, TEXT, record, rows
from bookwheel.tools.tool import Json, Result
from bookwheel.tools.zim import quoting, search_answers, search_fields, search_titles

NOTHING_FOUND: Final = "No archive has anything like that. Try fewer or other words, check the spelling, or look for a title: mode=title."
_TITLE_SHARE: Final = 0.5
_NAMED: Final = 5
"""Archives named in one line."""
_TOLD: Final = 3
"""Archives of which it is said why they were not searched, in a line each."""
BUDGET_SECONDS: Final = 20.0
"""After this long no further archive is begun."""

# What an archive answers by itself; spelling it out again would double the listing of this tool.
_RESULT = {"anyOf": [OBJECT, {"type": "null"}]}
_FILE = record(
    {"zim_file_path": TEXT, "name": TEXT, "result": _RESULT, "has_hits": FLAG, "error": FLAG},
    {"error_operation": TEXT, "error_message": TEXT},
)
EVERYWHERE = record(
    {
        "query": TEXT,
        "files_searched": COUNT,
        "files_available": COUNT,
        "files_with_hits": COUNT,
        "files_searched_successfully": COUNT,
        "files_failed": COUNT,
        "budget_exceeded": FLAG,
        "results": rows(_FILE),
        "next_cursor": NULLABLE_TEXT,
        "total": NULLABLE_COUNT,
        "done": FLAG,
        "page_info": search_fields.PAGE_INFO,
        "_meta": record(
            {"truncated": FLAG, "ranking": rows(record({"archive": TEXT, "path": TEXT}))},
            {"reason": TEXT, "hint": TEXT},
        ),
    }
)


class _Asked(NamedTuple):
    """What every archive is asked, and the words that none of them corrects."""

    query: str
    mode: str
    limit: int
    known: KnownWords


class _Searched(NamedTuple):
    """One archive's answer: its row, lines to read, hits in order, and how much its ranking counts.

    named: the path of the page whose title the query is or holds, "" for none. shares: of the query's words that
    carry a topic, how many each hit has. date: of the archive. is_spoken: whether its language may be the query's.
    """

    row: Json
    lines: str
    paths: tuple[str, ...]
    weight: float
    order: tuple[float, ...]
    named: str = ""
    shares: tuple[float, ...] = ()
    date: str = ""
    is_spoken: bool = True


def answer(library: Library, query: str, mode: Literal["fulltext", "title", "suggest"], limit: int) -> Result:
    """Answer a search in every archive that can be read."""
    files = library.archives()
    deadline = time.monotonic() + BUDGET_SECONDS
    found: list[_Searched] = []
    asked = _Asked(query, mode, limit, KnownWords(_readable(library)))
    for file in files:
        if time.monotonic() > deadline:
            break
        found.append(_search(library, file.name, asked))
    # Archives by their best hit; equals stay in the order of their names.
    found.sort(key=lambda one: one.order)
    ranking = _ranking(found)
    data = _data(query, found, ranking, [file.name for file in files], limit)
    return Result(data, _text(found, data))


def _readable(library: Library) -> list[OpenArchive]:
    found: list[OpenArchive] = []
    for file in library.largest():
        try:
            found.append(library.open(file.name))
        except BookwheelError:
            continue  # it changed a moment ago; the search itself says what is wrong
    return found


def _ranking(found: list[_Searched]) -> list[tuple[str, str]]:
    """Return all hits, the best first.

    Pages that the query names come first, those in its language before others and those of newer archives before those
    of older ones; then pages with more of its words; then all by their ranks. Within an archive its own order stands: what comes before a hit is as good.
    """
    fused = fuse.fuse([([(one.row["name"], path) for path in one.paths], one.weight) for one in found])
    place = {key: number for number, key in enumerate(fused)}
    newest = sorted({one.date for one in found}, reverse=True)
    order: dict[tuple[str, str], tuple[float, ...]] = {}
    for one in found:
        shares = one.shares or (1.0,) * len(one.paths)
        best = 0.0
        for path, share in reversed(list(zip(one.paths, shares, strict=True))):
            key = (one.row["name"], path)
            is_named = bool(one.named) and path == one.named
            age = newest.index(one.date) if is_named else 0
            best = max(best, share)
            order[key] = (
                not is_named,
                is_named and not one.is_spoken,
                age,
                -best,
                not one.is_spoken,
                place[key],
            )
    return sorted(order, key=lambda key: order[key])


def _search(library: Library, name: str, asked: _Asked) -> _Searched:
    try:
        archive = library.open(name)
        return _titles(archive, asked) if asked.mode == "title" else _fulltext(archive, asked)
    except BookwheelError as error:
        row: Json = {"zim_file_path": name, "name": name, "result": None, "has_hits": False, "error": True}
        row |= {"error_operation": error.reason, "error_message": error.message}
        return _Searched(row, "", (), 0.0, (2.0,))


def _fulltext(archive: OpenArchive, asked: _Asked) -> _Searched:
    query, limit = asked.query, asked.limit
    plan = ladder.plan(archive, query, asked.known)
    found = results.page(archive, plan, 0, limit, results.Filters())
    data = search_answers.hits(archive, query, plan, found, search_answers.Wanted(limit))
    has_hits = bool(found.entries)
    weight = fuse.weight_of(plan.step, plan.title_score)
    lines = quoting.paragraphs(
        search_answers.head(archive.name, data),
        search_answers.how_line(data),
        quoting.quoted(archive, "", search_answers.hit_lines(data["results"])) if has_hits else "",
    )
    paths = tuple(entry.path for entry in found.entries)
    is_named = plan.title is not None and plan.title.score >= CONFIDENT
    return _Searched(
        _row(archive, data, has_hits=has_hits),
        lines,
        paths,
        weight,
        (not has_hits, -weight),
        named=plan.title.path if plan.title is not None and is_named else "",
        shares=_shares(archive, query, plan, data["results"]),
        date=archive.date,
        is_spoken=is_in_language(query, archive.languages),
    )


def _shares(archive: OpenArchive, query: str, plan: Plan, found: list[Json]) -> tuple[float, ...]:
    """Return how much of the query each hit has: all of it, unless the query was relaxed; then as its snippet shows.

    A title that stands in the query, or that has all its words, adds to it.
    """
    is_whole = plan.step in {"title", "all_words", "content_words"}
    languages = archive.languages
    shares: list[float] = []
    for row in found:
        title: str = row["title"]
        told = share_of(query, languages, title)
        share = 1.0 if is_whole else share_of(query, languages, f"{title} {row['snippet']}")
        shares.append(share + _TITLE_SHARE * told * (told == 1 or _stands_in(query, title)))
    return tuple(shares)


def _stands_in(query: str, title: str) -> bool:
    """Whether a whole title stands in a query, word by word."""
    wanted = fold(title)
    return bool(wanted) and f" {wanted} " in f" {fold(query)} "


def _titles(archive: OpenArchive, asked: _Asked) -> _Searched:
    query, limit = asked.query, asked.limit
    matches = search_titles.find_titles(archive, query, limit)
    data = search_titles.titles(archive, query, matches, limit)
    best = matches.matches[0].score if matches.matches else 0.0
    lines = ""
    if matches.matches:
        lines = quoting.paragraphs(
            f"{archive.name}:", quoting.quoted(archive, "", search_titles.title_lines(data["results"]))
        )
    paths = tuple(match.path for match in matches.matches)
    return _Searched(
        _row(archive, data, has_hits=bool(paths)),
        lines,
        paths,
        best,
        (not paths, -best),
        shares=tuple(match.score for match in matches.matches),
    )


def _row(archive: OpenArchive, result: Json, *, has_hits: bool) -> Json:
    name = archive.name
    return {"zim_file_path": name, "name": name, "result": result, "has_hits": has_hits, "error": False}


def _data(
    query: str, found: list[_Searched], ranking: list[tuple[str, str]], files: list[str], limit: int
) -> Json:
    available = len(files)
    with_hits = sum(bool(one.paths) for one in found)
    failed = sum(one.row["error"] for one in found)
    is_cut = len(found) < available
    meta: Json = {
        "truncated": is_cut,
        "ranking": [{"archive": name, "path": path} for name, path in ranking],
    }
    if not available:
        meta |= {"reason": "0_hits", "hint": "No archive is loaded."}
    elif is_cut:
        meta |= {
            "reason": "search_all_budget_exceeded",
            "hint": f"Time was up before these were searched: {first_of(files[len(found) :])}.",
        }
    elif not with_hits:
        meta |= {"reason": "0_hits", "hint": NOTHING_FOUND}
    return {
        "query": query,
        "files_searched": len(found),
        "files_available": available,
        "files_with_hits": with_hits,
        "files_searched_successfully": len(found) - failed,
        "files_failed": failed,
        "budget_exceeded": is_cut,
        "results": [one.row for one in found],
        "next_cursor": None,
        "total": len(found),
        "done": not is_cut,
        "page_info": {"offset": 0, "limit": limit, "returned_count": len(found)},
        "_meta": meta,
    }


def without_index(data: Json) -> str:
    """Return one line that names the archives without a full-text index, or ""."""
    names: list[str] = []
    for row in data["results"]:
        answer: Json = row["result"] or {}
        if answer.get("_meta", {}).get("reason") == "no_xapian_index":
            names.append(row["name"])
    return f"Only titles could be searched in: {first_of(names)}." if names else ""


def first_of(names: list[str], most: int = _NAMED) -> str:
    """Return the first few names in a line, and how many more there are."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def searched(data: Json) -> str:
    """Return how many archives were searched, and of how many where that is not all."""
    done, there = data["files_searched_successfully"], data["files_available"]
    return counted(there, "archive") if done == there else f"{done} of {there} archives"


def _text(found: list[_Searched], data: Json) -> str:
    head = (
        f"{searched(data)} searched, {data['files_with_hits']} with hits."
        if data["files_with_hits"]
        else f"Nothing was found in {searched(data)}."
    )
    failed = [one.row for one in found if one.row["error"]]
    failures = "\n".join(f"{row['name']}: {row['error_message']}" for row in failed[:_TOLD])
    if len(failed) > _TOLD:
        failures = f"Not searched: {first_of([row['name'] for row in failed])}; zim_health tells why."
    best = data["_meta"]["ranking"][:5]
    first = (
        "Merged, the best first: " + "; ".join(f"{row['path']} ({row['archive']})" for row in best)
        if best
        else ""
    )
    return quoting.paragraphs(
        head,
        quoting.fence(first) if first else "",
        *(one.lines for one in found if one.paths),
        failures,
        without_index(data),
        data["_meta"].get("hint", ""),
    )
