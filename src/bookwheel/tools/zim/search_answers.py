"""The answers of `zim_search` in the text of one archive."""

from __future__ import annotations

from typing import NamedTuple

from bookwheel.archive.opened import OpenArchive
from bookwheel.finding import ladder, results
from bookwheel.finding.plan import Plan
from bookwheel.finding.snippets import Snippets
from bookwheel.finding.terms import operators_in
from bookwheel.render.labels import label
from bookwheel.tools.fields import NULLABLE_TEXT, TEXT, record, rows
from bookwheel.tools.tool import Json, Result
from bookwheel.tools.zim import quoting, search_fields

_HIT = record({"path": TEXT, "title": TEXT, "snippet": TEXT}, {"namespace": TEXT, "content_type": TEXT})
HITS = {"query": TEXT, "results": rows(_HIT), **search_fields.LIST}
SEARCH = record(
    {**HITS, "zim_file_path": TEXT}, {"namespace_filter": NULLABLE_TEXT, "content_type_filter": NULLABLE_TEXT}
)


class Wanted(NamedTuple):
    """Which hits are asked for."""

    limit: int
    offset: int = 0
    namespace: str | None = None
    content_type: str | None = None


def fulltext(archive: OpenArchive, query: str, wanted: Wanted) -> Result:
    """Answer a search in the text of one archive."""
    filters = _filters(archive, wanted)
    plan = ladder.plan(archive, query)
    found = results.page(archive, plan, wanted.offset, wanted.limit, filters) if filters else _NOTHING
    is_filtered = wanted.namespace is not None or wanted.content_type is not None
    data = hits(archive, query, plan, found, wanted, is_filtered=is_filtered)
    if filters is None:
        data["_meta"] |= _bad_namespace(archive, wanted.namespace or "")
    data["zim_file_path"] = archive.name
    if is_filtered:
        data |= {"namespace_filter": wanted.namespace, "content_type_filter": wanted.content_type}
    return Result(data, _hits_text(archive, data, found.before))


_NOTHING = results.Found((), 0, 0, 0, is_estimate=False, is_lower_bound=False, is_done=True, unfiltered=0)


def _filters(archive: OpenArchive, wanted: Wanted) -> results.Filters | None:
    """Return the filters, or None for a namespace there is not."""
    letter = None
    if wanted.namespace is not None:
        letter = archive.namespace_letter(wanted.namespace)
        if letter is None:
            return None
    kind = wanted.content_type.strip().lower() if wanted.content_type is not None else None
    return results.Filters(letter, kind)


def _bad_namespace(archive: OpenArchive, asked: str) -> Json:
    known = ", ".join(count.letter for count in archive.namespaces())
    return {
        "reason": "bad_namespace",
        "hint": f"There is no namespace {asked[:40]!r}. This archive has: {known}; pages are in {archive.content_namespace}.",
    }


def hits(
    archive: OpenArchive,
    query: str,
    plan: Plan,
    found: results.Found,
    wanted: Wanted,
    *,
    is_filtered: bool = False,
) -> Json:
    """Return the hits of one page with all that tells how they were found."""
    rows_found: list[Json] = []
    snippets = Snippets(archive, plan.words).of_all(found.entries)
    for entry, snippet in zip(found.entries, snippets, strict=True):
        row: Json = {"path": entry.path, "title": entry.title, "snippet": snippet}
        if is_filtered:
            row |= {"namespace": entry.namespace, "content_type": entry.mimetype}
        rows_found.append(row)
    info: Json = {"offset": wanted.offset, "limit": wanted.limit, "returned_count": len(rows_found)}
    if found.consumed != len(rows_found):
        info["source_consumed"] = found.consumed
    if not found.is_done:
        info["next_offset"] = wanted.offset + found.consumed
    info |= {"total_is_estimate": True} if found.is_estimate else {}
    info |= {"total_is_lower_bound": True} if found.is_lower_bound else {}
    return {
        "query": query,
        "results": rows_found,
        "next_cursor": None,
        "total": found.total,
        "done": found.is_done,
        "page_info": info,
        "_meta": _fulltext_meta(archive, query, plan, found, is_filtered=is_filtered),
    }


def _fulltext_meta(
    archive: OpenArchive, query: str, plan: Plan, found: results.Found, *, is_filtered: bool
) -> Json:
    meta: Json = {"truncated": False, "step": plan.step}
    if plan.looked_up:
        meta["looked_up"] = plan.looked_up
    if plan.dropped:
        meta["dropped_words"] = list(plan.dropped)
    if plan.corrections:
        meta["corrections"] = dict(plan.corrections)
    if plan.title is not None:
        meta |= {"promotion_applied": True, "matched": plan.title.match_type}
    if plan.is_uncorrected:
        meta["spelling"] = "skipped"
    if plan.offered:
        meta["suggestions"] = [{"type": "alt_spelling", "value": plan.offered}]
    reason, hint = _why(plan, found, is_filtered=is_filtered)
    hints = [hint, _spelling_hint(plan), _operators_hint(query), _languages_hint(archive)]
    if reason:
        meta["reason"] = reason
    if any(hints):
        meta["hint"] = " ".join(filter(None, hints))
    return meta | ({"citation": archive_citation(archive)} if found.entries else {})


def _why(plan: Plan, found: results.Found, *, is_filtered: bool) -> tuple[str, str]:
    """Return the reason for an answer that is less than asked for, and what to do."""
    if plan.state == "absent":
        return "no_xapian_index", "This archive has no full-text index; titles were searched instead."
    if plan.state == "damaged":
        return (
            "fulltext_index_damaged",
            "The full-text index of this archive is damaged; titles were searched instead.",
        )
    if plan.is_cut:
        return "scan_truncated", "Only the first pages of the archive were read through."
    if is_filtered and not found.entries and found.unfiltered:
        return (
            "no_content_type_match",
            "Pages match the query, none of them the filter; drop namespace or content_type.",
        )
    if not found.entries and not found.offset:
        return "0_hits", "Nothing matches. Try fewer or other words, or mode=title."
    if not found.entries:
        return "", f"There are no rows at offset {found.offset}."
    return "", ""


def _spelling_hint(plan: Plan) -> str:
    if not plan.is_uncorrected:
        return ""
    return "Misspelt words are not corrected in an archive of this size without a companion index."


def _operators_hint(query: str) -> str:
    operators = operators_in(query)
    return f"Operators are not parsed; taken as plain words: {', '.join(operators)}." if operators else ""


def _languages_hint(archive: OpenArchive) -> str:
    if len(archive.languages) < 2:
        return ""
    return f"Languages here: {', '.join(archive.languages[:8])}; other forms of words are found for {archive.language} only."


def archive_citation(archive: OpenArchive) -> Json:
    """Return what all of an archive's pages have in common as sources."""
    facts = {"archive": archive.name, "date": archive.date, "licence": archive.licence}
    return {name: value for name, value in facts.items() if value}


def _hits_text(archive: OpenArchive, data: Json, before: int) -> str:
    info, meta = data["page_info"], data["_meta"]
    listing = quoting.quoted(archive, "", hit_lines(data["results"], before)) if data["results"] else ""
    next_offset = info.get("next_offset")
    go_on = f"[go on with offset={next_offset}]" if next_offset is not None else ""
    return quoting.paragraphs(
        head(archive.name, data, before), how_line(data), listing, go_on, meta.get("hint", "")
    )


def head(name: str, data: Json, before: int = 0) -> str:
    """Return one line: how many hits of how many, where; `before` were on the pages before."""
    info = data["page_info"]
    about = "~" if info.get("total_is_estimate") else "at least " if info.get("total_is_lower_bound") else ""
    first, count = before + 1, info["returned_count"]
    if not count:
        return f"{name}: no hits"
    return f"{name}: hits {first} to {first + count - 1} of {about}{data['total']}"


def how_line(data: Json) -> str:
    """Return one line that says which reading of the query answered, or "" for the plain one."""
    how = how_found(data["_meta"])
    return f"({how})" if how else ""


def how_found(meta: Json) -> str:
    """Return the same from what an answer says of itself, without brackets."""
    step = meta.get("step", "")
    said = {
        "title": "the page of that title first, then pages with all words",
        "content_words": "pages with the words that matter",
        "corrected": "spelling corrected",
        "any_words": "no page has all words; those with the most of them",
        "title_scan": "by title",
        "text_scan": "pages whose text has it",
    }.get(step, "")
    looked_up = meta.get("looked_up", "")
    parts = [f"the page “{label(looked_up)}” first"] if looked_up and step != "title" else []
    parts += [said] if said else []
    parts += [f"{label(before)} → {label(after)}" for before, after in meta.get("corrections", {}).items()]
    parts += [f"spelt like it: {label(one['value'])}" for one in meta.get("suggestions", [])]
    if meta.get("dropped_words"):
        parts.append(f"left out: {label(' '.join(meta['dropped_words']))}")
    return "; ".join(parts)


def hit_lines(found: list[Json], offset: int = 0) -> str:
    """Return hits as numbered lines, the snippet below each."""
    lines: list[str] = []
    for number, row in enumerate(found, offset + 1):
        lines.append(f"{number}. {row['title']} · {row['path']}")
        if row["snippet"]:
            lines.append(f"   {row['snippet']}")
    return "\n".join(lines)
