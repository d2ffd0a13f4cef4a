"""Every way a wiki is known to fail, and the answer each gives. docs/live.md shows the same table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from live.upstream import Answer, api_error, data, page, zipped


@dataclass(frozen=True)
class Fault:
    """One fault, given again and again: what the caller gets, and after how many requests."""

    name: str
    answer: Callable[[], Answer]
    reason: str
    code: int
    is_retryable: bool
    requests: int


def _rows() -> list[Fault]:
    limited, broken, unreadable = "rate_limited", "upstream_unavailable", "upstream_malformed"
    return [
        Fault("429 with plain text, Retry-After 7", lambda: page("slow down", 429, "text/plain", Retry_After="7"), limited, -32003, True, 5),
        Fault("429 with a web page, no Retry-After", lambda: page("<html>slow down</html>", 429), limited, -32003, True, 6),
        Fault("429, Retry-After as a date in an hour", lambda: page("", 429, Retry_After=_in_an_hour()), limited, -32003, True, 1),
        Fault("429, Retry-After 3600", lambda: page("", 429, Retry_After="3600"), limited, -32003, True, 1),
        Fault("HTTP 401", lambda: page("<html>who?</html>", 401), "upstream_forbidden", -32005, False, 1),
        Fault("HTTP 403 with a web page", lambda: page("<html>no</html>", 403), "upstream_forbidden", -32005, False, 1),
        Fault("HTTP 400", lambda: page("bad", 400), broken, -32000, False, 1),
        Fault("HTTP 404 without an interface", lambda: page("nothing here", 404, "text/plain"), broken, -32000, False, 1),
        Fault("HTTP 500", lambda: page("<html>oops</html>", 500), broken, -32000, True, 4),
        Fault("HTTP 502 with a web page", lambda: page("<html>bad gateway</html>", 502), broken, -32000, True, 4),
        Fault("HTTP 503, Retry-After 2", lambda: page("", 503, Retry_After="2"), broken, -32000, True, 4),
        Fault("HTTP 504", lambda: page("", 504), broken, -32000, True, 4),
        Fault("HTTP 524", lambda: page("", 524), broken, -32000, True, 4),
        Fault("a web page with HTTP 200", lambda: page("<!DOCTYPE html><html>Welcome</html>"), broken, -32000, True, 4),
        Fault("truncated JSON", lambda: Answer(b'{"query": {"sea', 200, {"Content-Type": "application/json"}), unreadable, -32070, True, 2),
        Fault("an empty body with HTTP 200", lambda: Answer(b"", 200, {"Content-Type": "application/json"}), unreadable, -32070, True, 2),
        Fault("HTTP 204", lambda: Answer(b"", 204), unreadable, -32070, True, 2),
        Fault("JSON in a wrong character set", lambda: Answer('{"a": "é"}'.encode("latin-1"), 200, {"Content-Type": "application/json"}), unreadable, -32070, True, 2),
        Fault("broken compression", lambda: Answer(b"not gzip at all", 200, {"Content-Type": "application/json", "Content-Encoding": "gzip"}), unreadable, -32070, True, 2),
        Fault("JSON of another shape", lambda: data(["unexpected"]), unreadable, -32070, True, 2),
        Fault("an answer to another question", lambda: data({"batchcomplete": True}), unreadable, -32070, True, 2),
        Fault("a body of too many megabytes", lambda: zipped(Answer(b" " * (3 << 20), 200, {"Content-Type": "application/json"})), broken, -32000, False, 1),
        Fault("megabytes that are no JSON", lambda: zipped(page("." * (3 << 20), 200, "text/plain")), unreadable, -32070, True, 2),
        Fault("the connection closes", lambda: Answer(drops=True), broken, -32000, True, 4),
        Fault("redirect to a foreign host", lambda: Answer(b"", 302, {"Location": "https://evil.example/w/api.php"}), broken, -32000, False, 1),
        Fault("redirect to an address of another kind", lambda: Answer(b"", 302, {"Location": "file:///etc/passwd"}), broken, -32000, False, 1),
        Fault("redirect to an address that is none", lambda: Answer(b"", 302, {"Location": "http://[::1"}), broken, -32000, False, 1),
        Fault("redirect to a port that is none", lambda: Answer(b"", 302, {"Location": "//127.0.0.1:99999/"}), broken, -32000, False, 1),
        Fault("HTTP 304 to a first question", lambda: Answer(b"", 304), unreadable, -32070, True, 2),
        Fault("HTTP 414", lambda: page("<html>long</html>", 414), "invalid_query", -32007, False, 1),
        Fault("compressed twice", lambda: Answer(b"", 200, {"Content-Encoding": "gzip, gzip"}), broken, -32000, False, 1),
        Fault("API error ratelimited", lambda: api_error("ratelimited"), limited, -32003, True, 6),
        Fault("API error cirrussearch-too-busy-error", lambda: api_error("cirrussearch-too-busy-error"), limited, -32003, True, 6),
        Fault("API error cirrussearch-regex-too-busy-error", lambda: api_error("cirrussearch-regex-too-busy-error"), limited, -32003, True, 6),
        Fault("API error concurrency-limit", lambda: api_error("concurrency-limit"), limited, -32003, True, 6),
        Fault("API error maxlag, Retry-After 5", lambda: api_error("maxlag", Retry_After="5"), broken, -32000, True, 4),
        Fault("API error readonly", lambda: api_error("readonly"), broken, -32000, True, 4),
        Fault("API error cirrussearch-backend-error", lambda: api_error("cirrussearch-backend-error"), broken, -32000, True, 4),
        Fault("API error internal_api_error_DBQueryError", lambda: api_error("internal_api_error_DBQueryError", "[secret] SELECT * FROM x"), broken, -32000, True, 2),
        Fault("API errors in the newer format", lambda: data({"errors": [{"code": "readonly", "text": "x"}]}), broken, -32000, True, 4),
        Fault("API error cirrussearch-offset-too-large", lambda: api_error("cirrussearch-offset-too-large"), "offset_too_large", -32007, False, 1),
        Fault("API error cirrussearch-query-too-long", lambda: api_error("cirrussearch-query-too-long"), "invalid_query", -32007, False, 1),
        Fault("API error cirrussearch-parse-error", lambda: api_error("cirrussearch-parse-error"), "invalid_query", -32007, False, 1),
        Fault("API error missingparam (srsearch)", lambda: api_error("missingparam", 'The "srsearch" parameter must be set.'), "empty_query", -32007, False, 1),
        Fault("API error readapidenied", lambda: api_error("readapidenied"), "upstream_forbidden", -32005, False, 1),
        Fault("API error permissiondenied", lambda: api_error("permissiondenied"), "upstream_forbidden", -32005, False, 1),
        Fault("API error badvalue (no such module)", lambda: api_error("badvalue"), broken, -32000, False, 1),
        Fault("an unknown API error", lambda: api_error("something-new"), broken, -32000, False, 1),
    ]  # fmt: skip


def _in_an_hour() -> str:
    import email.utils
    import time

    return email.utils.formatdate(time.time() + 3600, usegmt=True)


FAULTS = _rows()
