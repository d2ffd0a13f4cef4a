"""Every fault of the wiki gives a typed answer, waits as asked, and recovers when the wiki does."""

from __future__ import annotations

import asyncio
import gc
import json
import re
from pathlib import Path

import pytest

from bookwheel.errors import BookwheelError, Timeout, Unavailable
from bookwheel.live import pages, searching, summaries
from bookwheel.live.faults import retry_after
from live.fault_table import FAULTS, Fault
from live.loopback import loopback
from live.made_wiki import quill_wiki
from live.upstream import Answer, Seen, data, page, running, zipped

pytestmark = pytest.mark.anyio

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "live.md"


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
async def test_a_fault_that_lasts_gives_its_reason(fault: Fault) -> None:
    async with loopback(lambda _: fault.answer(), max_response_bytes=1 << 20) as at:
        with pytest.raises(BookwheelError) as caught:
            await searching.search(at.live, "quill", 10, 0, "en")
        error = caught.value
        assert (error.reason, error.code, error.retryable) == (fault.reason, fault.code, fault.is_retryable)
        assert len(at.upstream.seen) == fault.requests
        assert sum(at.time.slept) <= 30
        whole = json.dumps(error.payload())
        # Nothing of the wiki's text, no address, no body.
        assert not re.search(r"https?://|secret|SELECT|evil|passwd|<html|oops", whole)
        assert error.hint


@pytest.mark.parametrize(
    "fault",
    [fault for fault in FAULTS if fault.is_retryable and fault.requests > 1],
    ids=lambda fault: fault.name,
)
async def test_a_fault_that_passes_is_not_noticed(fault: Fault) -> None:
    async with loopback(quill_wiki()) as at:
        at.upstream.faults = [fault.answer()]
        answer = await searching.search(at.live, "quill", 10, 0, "en")
        assert [hit.title for hit in answer.page.hits] == ["Quill", "Quill pen"]
        assert at.time.slept


def test_the_document_shows_this_table() -> None:
    rows = re.findall(
        r"^\| (.+?) \| `(\w+)` \| (-\d+) \| (yes|no) \| (\d+) \|$", DOCUMENT.read_text("utf-8"), re.MULTILINE
    )
    assert rows == [
        (f.name, f.reason, str(f.code), "yes" if f.is_retryable else "no", str(f.requests)) for f in FAULTS
    ]


async def test_retry_after_is_kept_to_the_second() -> None:
    async with loopback(quill_wiki()) as at:
        at.upstream.faults = [page("", 429, Retry_After="7")]
        await searching.search(at.live, "quill", 10, 0, "en")
        assert at.time.slept == [7.0]


async def test_a_refusal_that_outlasts_the_deadline_tells_the_wait() -> None:
    async with loopback(lambda _: page("", 429, Retry_After="3600")) as at:
        with pytest.raises(BookwheelError) as caught:
            await searching.search(at.live, "quill", 10, 0, "en")
        assert caught.value.data == {"retry_after_seconds": 3600}
        assert "3600 seconds" in caught.value.hint


async def test_without_a_contact_the_hint_names_the_setting() -> None:
    async with loopback(lambda _: page("", 429, Retry_After="3600"), contact="") as at:
        with pytest.raises(BookwheelError, match="wait") as caught:
            await searching.search(at.live, "quill", 10, 0, "en")
        assert "BOOKWHEEL_CONTACT" in caught.value.hint
    async with loopback(lambda _: page("", 403), contact="") as at:
        with pytest.raises(BookwheelError) as caught:
            await summaries.summarise(at.live, "Quill", "en")
        assert "BOOKWHEEL_CONTACT" in caught.value.hint


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("7", 7.0),
        (" 0 ", 0.0),
        ("Wed, 21 Oct 2026 07:28:10 GMT", 10.0),
        ("Wed, 21 Oct 2026 07:27:00 GMT", 0.0),
        ("soon", None),
        ("-5", None),
        ("", None),
        ("99999999999999999999", 9999999.0),
        ("Fri, 01 Jan 99999999999999999999 00:00:00 GMT", None),
    ],
)
def test_retry_after_reads_seconds_and_dates(value: str, seconds: float | None) -> None:
    now = 1792567680.0  # 2026-10-21T07:28:00Z
    assert retry_after({"retry-after": value}, lambda: now) == seconds


def test_a_date_is_read_by_the_clock_that_wrote_it() -> None:
    headers = {"date": "Wed, 21 Oct 2026 07:28:00 GMT", "retry-after": "Wed, 21 Oct 2026 07:28:10 GMT"}
    assert retry_after(headers, lambda: 0.0) == 10.0
    assert retry_after({**headers, "date": "some day"}, lambda: 1792567685.0) == 5.0


async def test_a_byte_order_mark_and_compression_are_no_fault() -> None:
    wiki = quill_wiki()

    def handler(seen: Seen) -> Answer:
        answer = wiki(seen)
        return zipped(Answer(b"\xef\xbb\xbf" + answer.body, answer.status, answer.headers))

    async with loopback(handler) as at:
        assert (await searching.search(at.live, "quill", 10, 0, "en")).page.total == 2
        assert all("gzip" in seen.headers["accept-encoding"] for seen in at.upstream.seen)


async def test_a_hanging_wiki_is_left_after_the_attempt_and_in_all() -> None:
    async with loopback(lambda _: Answer(delay=30), attempt_seconds=0.1, total_seconds=0.35) as at:
        with pytest.raises(Timeout) as caught:
            await searching.search(at.live, "quill", 10, 0, "en")
        assert (caught.value.reason, caught.value.code) == ("upstream_timeout", -32004)
        assert caught.value.retryable


async def test_a_dripping_wiki_is_left_in_time() -> None:
    slow = data({"query": {"search": []}})
    slow.drip = 0.02
    async with loopback(lambda _: slow, attempt_seconds=0.15, total_seconds=0.2) as at:
        with pytest.raises(Timeout):
            await searching.search(at.live, "quill", 10, 0, "en")


async def test_a_refused_connection_names_the_host_only() -> None:
    async with running(quill_wiki()) as gone:
        address = gone.address
    async with loopback(quill_wiki(), base_url=address) as at:
        with pytest.raises(Unavailable) as caught:
            await searching.search(at.live, "quill", 10, 0, "en")
        assert "127.0.0.1 cannot be reached" in caught.value.message
        assert address.rpartition(":")[2] not in caught.value.message
        assert caught.value.retryable


async def test_an_unknown_host_is_unreachable() -> None:
    async with loopback(quill_wiki(), base_url="http://no-such-host.invalid") as at:
        with pytest.raises(Unavailable, match=r"no-such-host\.invalid cannot be reached"):
            await searching.search(at.live, "quill", 10, 0, "en")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
async def test_a_plain_server_where_a_secure_one_is_expected_is_unreachable() -> None:
    async def answer_plainly(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(answer_plainly, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with loopback(quill_wiki(), base_url=f"https://127.0.0.1:{port}") as at:
            with pytest.raises(Unavailable, match="secure connection"):
                await searching.search(at.live, "quill", 10, 0, "en")
    gc.collect()  # the HTTP library leaves the broken connection to the collector, which warns


async def test_the_page_comes_by_the_other_interface_when_the_first_fails() -> None:
    wiki = quill_wiki()

    def handler(seen: Seen) -> Answer:
        return page("", 503) if "rest" in seen.path else wiki(seen)

    async with loopback(handler) as at:
        read = await pages.read_page(at.live, "Quill", "en")
        assert read.facts.revision_id == "1000"
        assert read.facts.modified == "2026-05-01T10:00:00Z"
        summary = await summaries.summarise(at.live, "Quill", "en")
        assert summary.text == "Quill is a pen made of a feather."
        assert summary.summary.about.item == "Q207702"


async def test_a_failure_of_both_interfaces_reports_the_first() -> None:
    async with loopback(lambda _: page("", 503)) as at:
        for ask in (pages.read_page, summaries.summarise):
            with pytest.raises(Unavailable, match="HTTP 503"):
                await ask(at.live, "Quill", "en")


@pytest.mark.parametrize("ask", [pages.read_page, summaries.summarise])
async def test_a_refused_client_is_told_so_and_not_that_nothing_was_found(ask: object) -> None:
    def handler(seen: Seen) -> Answer:
        return data({}, 200) if "librarian" in seen.headers["user-agent"] else page("<html>no</html>", 403)

    async with loopback(handler, contact="") as at:
        with pytest.raises(BookwheelError) as caught:
            await ask(at.live, "Quill", "en")  # type: ignore[operator]
        assert caught.value.reason == "upstream_forbidden"
