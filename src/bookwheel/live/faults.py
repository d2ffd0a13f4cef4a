"""From what went wrong upstream to the failure a caller sees, and to how often another attempt is worth it."""

from __future__ import annotations

import datetime as dt
import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Final, NoReturn, cast

from bookwheel.errors import BookwheelError, Forbidden
from bookwheel.live import outcomes
from bookwheel.live.governor import UpstreamFaultError

Json = dict[str, Any]

UNSTEADY_RETRIES: Final = 3
UNREADABLE_RETRIES: Final = 1
DEFAULT_LAG_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Reply:
    """One response: header names in small letters.

    trail: the addresses that redirected here, in order. fragment: the last one that a redirect pointed to, encoded.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str
    host: str
    trail: tuple[str, ...] = ()
    fragment: str = ""
    has_contact: bool = True


def retry_after(headers: Mapping[str, str], now: Callable[[], float] = time.time) -> float | None:
    """Return the seconds a response asks to wait (Retry-After in seconds or as a date), or None."""
    value = headers.get("retry-after", "").strip()
    if value.isdecimal():
        return float(value[:7])
    until = _moment(value)
    if until is None:
        return None
    # A date is meant by the clock of the server that wrote it; ours may be wrong.
    since = _moment(headers.get("date", ""))
    return max(0.0, until - (now() if since is None else since))


def _moment(date: str) -> float | None:
    """Return the seconds since the epoch that a header's date means, or None."""
    try:
        moment = parsedate_to_datetime(date)
    except (ValueError, OverflowError):
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)).timestamp()


def check_status(reply: Reply) -> None:
    """Raise what an HTTP status alone says; 404 and 304 are left to those who asked."""
    status, host = reply.status, reply.host
    if status < 400 or status == 404:
        return
    wait = retry_after(reply.headers)
    if status == 429:
        error = outcomes.rate_limited(host, wait, has_contact=reply.has_contact)
        raise UpstreamFaultError(error, retries=None, wait_seconds=wait)
    if status in (401, 403):
        raise outcomes.forbidden(host, has_contact=reply.has_contact)
    if status == 414:  # only a query can be so long
        raise outcomes.query_too_long()
    if status == 408 or status >= 500:
        error = outcomes.unavailable(host, f"fails now (HTTP {status})")
        raise UpstreamFaultError(error, retries=UNSTEADY_RETRIES, wait_seconds=wait)
    raise outcomes.unavailable(host, f"refuses the request (HTTP {status})", retryable=False)


def read_json(reply: Reply) -> Any:
    """Return the JSON of a response. Raises UpstreamFaultError when it is none."""
    body = reply.body.removeprefix(b"\xef\xbb\xbf")
    kind = reply.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        pass
    if kind == "text/html" and body.lstrip()[:1] == b"<":
        error: BookwheelError = outcomes.unavailable(reply.host, "sent a web page instead of data")
        raise UpstreamFaultError(error, retries=UNSTEADY_RETRIES, wait_seconds=retry_after(reply.headers))
    what = "an empty response" if not body.strip() else "a response that cannot be read"
    raise UpstreamFaultError(outcomes.malformed(reply.host, what), retries=UNREADABLE_RETRIES)


def read_object(reply: Reply) -> Json:
    """Return the JSON object of a response. Raises UpstreamFaultError when it is none."""
    payload = read_json(reply)
    if not isinstance(payload, dict):
        error = outcomes.malformed(reply.host, "data of an unknown shape")
        raise UpstreamFaultError(error, retries=UNREADABLE_RETRIES)
    return cast("Json", payload)


def read_action(reply: Reply) -> Json:
    """Return the payload of an action API response. Raises the failure it reports: those come with HTTP 200, too."""
    check_status(reply)
    if reply.status == 404:
        raise outcomes.unavailable(reply.host, "has no MediaWiki interface at this address", retryable=False)
    payload = read_object(reply)
    if problem := reported_error(payload):
        raise_reported(reply, *problem)
    return payload


def reported_error(payload: Json) -> tuple[str, str] | None:
    """Return code and text of the error a payload reports, in any error format, or None."""
    error: Any = payload.get("error")
    if isinstance(error, dict):
        error = cast("Json", error)
        return str(error.get("code", "unknown")), str(error.get("info", ""))
    errors: Any = payload.get("errors")
    if isinstance(errors, list) and errors and isinstance(errors[0], dict):
        first = cast("Json", errors[0])
        return str(first.get("code", "unknown")), str(first.get("text") or first.get("html") or "")
    return None


class PageMissingError(Exception):
    """The wiki has no page of the title that was asked for. Caught in `live`, where the title is known."""


class TitleRefusedError(Exception):
    """The wiki cannot name a page with the title that was asked for. Caught in `live`."""


_MISSING = frozenset(
    {"missingtitle", "nosuchpageid", "nosuchrevid", "pagecannotexist", "missingcontent-pageid"}
)
_BUSY = re.compile(r"ratelimited|actionthrottled|too-busy|concurrency-limit|toomanyrequests|poolcounter")
_DENIED = re.compile(r"permissiondenied|readapidenied|blocked|mwoauth|assert.*failed|badtoken|login|unauthor")
_UNSTEADY = frozenset({"maxlag", "readonly", "cirrussearch-backend-error"})
_QUERY_REFUSED = re.compile(
    r"cirrussearch.*(?:query|parse|regex|syntax|keyword)|^search-.*-disabled$|^search-error"
)
_NOT_OFFERED = re.compile(
    r"badvalue|badgenerator|unknown_action|search-disabled|moduledisabled|readapidenied"
)


def raise_reported(reply: Reply, code: str, info: str) -> NoReturn:
    """Raise what an error code of the action API means. Its text may hold internals and is never passed on."""
    host = reply.host
    if code in _MISSING:
        raise PageMissingError
    if code == "invalidtitle":
        raise TitleRefusedError
    if code == "cirrussearch-offset-too-large":
        raise outcomes.offset_too_large()
    if code == "invalid-coord":
        raise outcomes.invalid_coordinates()
    if code == "missingparam" and "srsearch" in info:
        raise outcomes.empty_query()
    if _BUSY.search(code):
        wait = retry_after(reply.headers)
        error = outcomes.rate_limited(host, wait, has_contact=reply.has_contact)
        raise UpstreamFaultError(error, retries=None, wait_seconds=wait)
    if code in _UNSTEADY:
        wait = retry_after(reply.headers)
        if wait is None and code == "maxlag":
            wait = DEFAULT_LAG_SECONDS
        what = {"maxlag": "is lagging behind", "readonly": "is under maintenance"}.get(
            code, "cannot search now"
        )
        raise UpstreamFaultError(
            outcomes.unavailable(host, what), retries=UNSTEADY_RETRIES, wait_seconds=wait
        )
    if code.startswith("internal_api_error"):
        error = outcomes.unavailable(host, "reports a fault of its own")
        raise UpstreamFaultError(error, retries=UNREADABLE_RETRIES, wait_seconds=retry_after(reply.headers))
    if _QUERY_REFUSED.search(code):
        raise outcomes.query_too_long() if "too-long" in code else outcomes.invalid_query(_why_refused(code))
    if _DENIED.search(code):
        raise Forbidden(
            f"{host} does not let this client read that.",
            reason="upstream_forbidden",
            hint="The page is private or the credentials are wrong; the operator should check BOOKWHEEL_WIKIPEDIA_TOKEN.",
        )
    if _NOT_OFFERED.search(code):
        raise outcomes.unavailable(host, "does not offer this", retryable=False)
    raise outcomes.unavailable(host, f"answers with the error “{_safe(code)}”", retryable=False)


def _why_refused(code: str) -> str:
    what = "regular expression" if "regex" in code else "syntax"
    return f"its {what} is not understood"


def _safe(code: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "", code)[:60] or "unknown"
