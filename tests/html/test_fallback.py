"""Pages that cannot be parsed in time are read plainly; what counts is the work of a parse."""

from __future__ import annotations

import sys
import threading
import time

import pytest
from html_reading import page, texts

from bookwheel.document.model import Inline, Paragraph
from bookwheel.html import limits, parse


def test_a_page_that_cannot_be_parsed_in_time_is_read_plainly(monkeypatch: pytest.MonkeyPatch):
    html = (
        "<h1>T</h1><p>lead &amp; more</p><div style='display:none'><p>secret</p></div><script>secret('<p>')</script>"
        "<!-- secret --><h2>One</h2><ul><li>item</li></ul><h2>One</h2><p hidden>secret</p><p>a < b<br>c</p>"
        "<div class='navbox'><div>secret</div>secret</div><p>end"
    )
    monkeypatch.setattr(sys.modules["bookwheel.html.parse"], "parse_utf_8", lambda _: None)
    document = parse(page(html))
    assert [s.title.text for s in document.sections] == ["", "T", "One", "One"]
    assert len({section.anchor for section in document.sections}) == 4
    found = "\n".join(texts(document))
    assert "secret" not in found
    assert "lead & more" in found
    assert "a < b\nc" in found
    assert found.endswith("end")


@pytest.mark.parametrize("title", ["Boiling water", "Boiling water – Site"])
def test_a_page_read_plainly_does_not_repeat_its_title(title: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys.modules["bookwheel.html.parse"], "parse_utf_8", lambda _: None)
    html = "<title>x</title><h1>Boiling  water</h1><p>lead</p><h1>At 373 K</h1><p>text</p>"
    document = parse(page(html, title=title))
    assert [section.title.text for section in document.sections] == ["", "At 373 K"]
    assert document.sections[0].blocks == (Paragraph(Inline("lead")),)
    document = parse(page(html, title="Other"))
    assert [section.title.text for section in document.sections] == ["", "Boiling water", "At 373 K"]


def test_parses_given_up_are_bounded(monkeypatch: pytest.MonkeyPatch):
    release = threading.Event()

    class Slow:
        def __init__(self, _: bytes) -> None:
            release.wait(20)

    monkeypatch.setattr(limits, "LexborHTMLParser", Slow)
    monkeypatch.setattr(limits, "LEAST_SECONDS", 0.01)
    raw = b"<p>x</p>" * 10_000
    monkeypatch.setattr(limits, "_slots", threading.BoundedSemaphore(limits.MOST_RUNAWAYS))
    earlier = set(threading.enumerate())

    def running() -> int:
        return sum(thread not in earlier for thread in threading.enumerate())

    try:
        assert [limits.parse_utf_8(raw) for _ in range(limits.MOST_RUNAWAYS + 3)] == [None] * (
            limits.MOST_RUNAWAYS + 3
        )
        assert running() == limits.MOST_RUNAWAYS
    finally:
        release.set()
    deadline = time.monotonic() + 10
    while running() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert running() == 0


class Idle:
    """An engine that waits for the machine."""

    def __init__(self, _: bytes) -> None:
        time.sleep(0.15)


class Busy:
    """An engine that works without an end."""

    def __init__(self, _: bytes) -> None:
        while not finished.is_set() and time.thread_time() < 5:
            pass


finished = threading.Event()


@pytest.mark.skipif(
    not hasattr(time, "pthread_getcpuclockid"), reason="the system does not tell a thread's time"
)
def test_what_counts_is_the_work_of_a_parse_not_the_time_it_waits(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "LEAST_SECONDS", 0.05)
    raw = b"<p>x</p>" * 7_000
    monkeypatch.setattr(limits, "PATIENCE", 1_000)
    monkeypatch.setattr(limits, "LexborHTMLParser", Idle)
    assert isinstance(limits.parse_utf_8(raw), Idle)
    monkeypatch.setattr(limits, "LexborHTMLParser", Busy)
    try:
        assert limits.parse_utf_8(raw) is None
    finally:
        finished.set()


def test_many_large_pages_at_once_are_all_parsed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "LexborHTMLParser", Idle)
    raw = b"<p>x</p>" * 7_000
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(limits.parse_utf_8(raw))) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 10
    assert None not in found
