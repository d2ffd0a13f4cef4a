"""The failures of the live tools: one function each, so that a condition reads the same wherever it is found."""

from __future__ import annotations

from collections.abc import Sequence

from bookwheel.errors import (
    Forbidden,
    InvalidValue,
    Malformed,
    NotFound,
    RateLimited,
    Timeout,
    Unavailable,
)
from bookwheel.live.limits import SEARCH_WINDOW

MAX_SHOWN = 120


def shown(text: str) -> str:
    """Return a caller's text for a message: on one line and not endless."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_SHOWN else line[: MAX_SHOWN - 1] + "…"


def page_not_found(title: str, edition: str, nearest: Sequence[str] = ()) -> NotFound:
    """Say that the page does not exist; `nearest` are titles that do."""
    if nearest:
        hint = f"Nearest titles: {'; '.join(nearest)}. Read one of them, or search with wikipedia_search_articles."
    else:
        hint = "Find the exact title with wikipedia_search_articles."
    data = {"nearest_titles": list(nearest)} if nearest else {}
    return NotFound(
        f"There is no page “{shown(title)}” in the {edition} edition.",
        reason="not_found",
        hint=hint,
        data=data,
    )


def blank_title() -> NotFound:
    """Say that the title holds nothing but blanks, or only a fragment."""
    return NotFound(
        "The title is empty.",
        reason="not_found",
        hint="Pass a page title; find one with wikipedia_search_articles.",
    )


def page_in_other_wiki(title: str, prefix: str, rest: str, edition: str) -> NotFound:
    """Say that the title starts with the prefix of another wiki."""
    if edition:
        hint = f"Pass language={edition} and title={shown(rest)}."
    else:
        hint = "Leave the prefix out, or find the title with wikipedia_search_articles."
    return NotFound(
        f"“{shown(title)}” names a page of another wiki (prefix {prefix}:).",
        reason="not_found",
        hint=hint,
        data={"language": edition, "title": rest} if edition else {},
    )


def no_real_page(title: str) -> NotFound:
    """Say that special and media pages hold no article."""
    return NotFound(
        f"“{shown(title)}” is not a page with text of its own.",
        reason="not_found",
        hint="Special: and Media: pages cannot be read; find an article with wikipedia_search_articles.",
    )


def redirect_circle(titles: Sequence[str]) -> NotFound:
    """Say that redirects lead back to where they started."""
    chain = " → ".join(shown(title) for title in titles)
    return NotFound(
        f"The redirects of this title lead in a circle: {chain}.",
        reason="not_found",
        hint="No article stands behind this title; search with wikipedia_search_articles.",
        data={"redirects": list(titles)},
    )


def invalid_title(title: str, why: str, better: str = "") -> InvalidValue:
    """Say that MediaWiki cannot name a page like that; `better` is a title that may be meant."""
    hint = (
        f"Use title={better}." if better else "Correct the title, or find it with wikipedia_search_articles."
    )
    return InvalidValue(
        f"“{shown(title)}” cannot be a page title: {why}.",
        reason="invalid_title",
        hint=hint,
        data={"suggested_title": better} if better else {},
    )


def invalid_language(language: str, why: str, nearest: Sequence[str] = ()) -> InvalidValue:
    """Say that the language is malformed, or there is no such edition."""
    examples = f"Nearest: {', '.join(nearest)}." if nearest else "For example en, fr, de, ja."
    return InvalidValue(
        f"language {shown(language)!r} {why}.",
        reason="invalid_language",
        hint=f"Use the code of an existing Wikipedia edition. {examples}",
        data={"nearest_editions": list(nearest)} if nearest else {},
    )


def invalid_section(index: int, title: str, valid: Sequence[int]) -> InvalidValue:
    """Say that the page has no section of this index; `valid` are the ones it has, in page order."""
    known = f"{valid[0]} to {valid[-1]}" if len(valid) > 1 else "0 only"
    return InvalidValue(
        f"“{shown(title)}” has no section_index {index}; it has {known}.",
        reason="invalid_section",
        hint="Call wikipedia_get_sections for the valid indices.",
        data={"last_section_index": valid[-1]},
    )


def no_sections(title: str) -> NotFound:
    """Say that the page has no headings."""
    return NotFound(
        f"“{shown(title)}” has no sections.",
        reason="no_sections",
        hint="Read it whole: wikipedia_get_article without section_index.",
    )


def no_other_languages(title: str, edition: str) -> NotFound:
    """Say that the page is linked to no other edition."""
    return NotFound(
        f"“{shown(title)}” is linked to no edition besides {edition}.",
        reason="no_other_languages",
        hint="It may be new or of regional interest; search the edition you want with wikipedia_search_articles.",
    )


def empty_query() -> InvalidValue:
    """Say that the query holds nothing but blanks."""
    return InvalidValue("The query is empty.", reason="empty_query", hint="Pass the words to search for.")


def offset_too_large() -> InvalidValue:
    """Say that the offset lies outside the search window."""
    return InvalidValue(
        f"Wikipedia gives no search result past number {SEARCH_WINDOW:,}.",
        reason="offset_too_large",
        hint="Narrow the query so that fewer results match, and start again at offset 0.",
        data={"largest_offset": SEARCH_WINDOW - 1},
    )


def invalid_query(why: str) -> InvalidValue:
    """Say that Wikipedia's search cannot take the query."""
    return InvalidValue(
        f"Wikipedia's search refuses the query: {why}.",
        reason="invalid_query",
        hint="Shorten it to at most 300 characters and leave out search operators.",
    )


def query_too_long() -> InvalidValue:
    """Say that the query is longer than Wikipedia's search takes, or than an address can be."""
    return invalid_query("it is longer than 300 characters")


def invalid_coordinates() -> InvalidValue:
    """Say that latitude or longitude is out of range."""
    return InvalidValue(
        "The coordinates lie outside the globe.",
        reason="invalid_coordinates",
        hint="latitude must lie between -90 and 90, longitude between -180 and 180, in decimal degrees.",
    )


def rate_limited(host: str, wait_seconds: float | None, *, has_contact: bool = True) -> RateLimited:
    """Say that the wiki asks to wait, or our own pace does."""
    advice = (
        "" if has_contact else " The operator should set BOOKWHEEL_CONTACT: it raises the limit twentyfold."
    )
    if wait_seconds is None:
        return RateLimited(
            f"{host} is too busy for more requests now.",
            reason="rate_limited",
            hint=f"Try again in a minute.{advice}",
        )
    seconds = max(1, round(wait_seconds))
    return RateLimited(
        f"{host} asks to wait {seconds} seconds.",
        reason="rate_limited",
        hint=f"Try again in {seconds} seconds.{advice}",
        data={"retry_after_seconds": seconds},
    )


def unavailable(host: str, what: str, *, retryable: bool = True) -> Unavailable:
    """Say that the wiki cannot answer; `what` says in a few words of ours how it failed."""
    hint = (
        "Try again shortly."
        if retryable
        else "Asking again does not help; another tool may. If none does, the operator should check BOOKWHEEL_WIKIPEDIA_BASE_URL."
    )
    return Unavailable(f"{host} {what}.", reason="upstream_unavailable", hint=hint, retryable=retryable)


def unreachable(host: str, what: str) -> Unavailable:
    """Say that there is no connection to the wiki, and why."""
    return Unavailable(
        f"{host} cannot be reached: {what}.",
        reason="upstream_unavailable",
        hint="Check the network (and the proxy settings) of the machine Bookwheel runs on, then try again.",
        retryable=True,
    )


def unusable(what: str, variables: str) -> Unavailable:
    """Say that what the environment names for connections (proxy, certificates) cannot be used."""
    return Unavailable(
        f"No wiki can be asked: the {what} named in the environment cannot be used.",
        reason="upstream_unavailable",
        hint=f"The operator should correct {variables}.",
    )


def out_of_time(host: str, seconds: float) -> Timeout:
    """Say that the wiki did not answer in time."""
    return Timeout(
        f"{host} gave no answer within {seconds:g} seconds.",
        reason="upstream_timeout",
        hint="Try again shortly.",
    )


def parsing_out_of_time(title: str, seconds: float) -> Timeout:
    """Say that the page takes too long to read."""
    return Timeout(
        f"Reading the markup of “{shown(title)}” took longer than {seconds:g} seconds.",
        reason="deadline_exceeded",
        hint="Try again; if it fails again, use wikipedia_get_summary.",
    )


def forbidden(host: str, *, has_contact: bool) -> Forbidden:
    """Say that the wiki refuses this client."""
    hint = (
        "The operator should check BOOKWHEEL_CONTACT and BOOKWHEEL_WIKIPEDIA_TOKEN."
        if has_contact
        else "The operator should set BOOKWHEEL_CONTACT: Wikimedia refuses clients that name no operator."
    )
    return Forbidden(f"{host} refuses this client.", reason="upstream_forbidden", hint=hint)


def malformed(host: str, what: str) -> Malformed:
    """Say that the response cannot be read."""
    return Malformed(f"{host} sent {what}.", reason="upstream_malformed", hint="Try again.")


FAILURES = (Unavailable, RateLimited, Timeout, Forbidden, Malformed)
"""What the wiki or the way to it is to blame for; everything else is about the question."""
