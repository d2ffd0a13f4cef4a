"""The server as a process: what goes in and out of its pipes, byte for byte."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator

import pytest

from bookwheel import demo_archive
from server_pipe import Pipe, children_of

ARCHIVE = demo_archive.path().stem


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    opened = Pipe()
    yield opened
    if opened.process.returncode is None:
        opened.close()


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_every_handshake_revision_is_negotiated_as_asked(pipe: Pipe, version: str) -> None:
    result = pipe.initialize(version)
    assert result["protocolVersion"] == version
    assert result["serverInfo"]["name"] == "bookwheel"
    assert ARCHIVE in result["instructions"]
    assert (
        pipe.call({"zim_file_path": ARCHIVE, "entry_path": "Bookwheel", "view": "summary"})["isError"]
        is False
    )


def test_the_handshake_free_revision_is_served(pipe: Pipe) -> None:
    envelope = {
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        }
    }
    found = pipe.request("server/discover", envelope)["result"]
    assert "2026-07-28" in found["supportedVersions"]
    assert ARCHIVE in found["instructions"]
    listed = pipe.request("tools/list", envelope)["result"]
    assert (listed["ttlMs"], listed["cacheScope"]) == (86_400_000, "public")
    parameters = {"name": "zim_get", "arguments": {"zim_file_path": ARCHIVE, "main_page": True}, **envelope}
    assert pipe.request("tools/call", parameters)["result"]["isError"] is False


@pytest.mark.parametrize("name", [None, "", " "])
def test_a_call_that_names_no_archive_is_told_which_there_are(pipe: Pipe, name: str | None) -> None:
    pipe.initialize()
    found = pipe.call({"zim_file_path": name, "entry_path": "Bookwheel"})["structuredContent"]["error"]
    assert found["data"]["reason"] == "invalid_argument"
    assert found["data"]["nearest_valid"] == ARCHIVE


def test_an_unknown_tool_is_a_protocol_error_that_names_the_closest(pipe: Pipe) -> None:
    pipe.initialize()
    error = pipe.request("tools/call", {"name": "zim_gett", "arguments": {}})["error"]
    assert error["code"] == -32602
    assert error["data"]["reason"] == "unknown_tool"
    assert error["data"]["closest_match"] == "zim_get"


@pytest.mark.parametrize(
    ("line", "number", "code"),
    [
        (b"{not json", None, -32700),
        (b"\x00\x00", None, -32700),
        (b"\xff\xfe", None, -32700),
        (b"x" * 10_000_000, None, -32700),
        (b"[" * 100_000, None, -32700),
        (b"[]", None, -32600),
        (b'[{"jsonrpc":"2.0","id":9,"method":"ping"}]', None, -32600),
        (b'{"jsonrpc":"1.0","id":9,"method":"ping"}', 9, -32600),
        (b'{"id":9,"method":"ping"}', 9, -32600),
        (b'{"jsonrpc":"2.0","id":9}', 9, -32600),
        (b'"text"', None, -32600),
        (b'{"jsonrpc":"2.0","id":9,"method":"nope"}', 9, -32601),
        (
            b'{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"zim_get","arguments":"text"}}',
            9,
            -32602,
        ),
        (b'{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"\\ud800"}}', 9, -32600),
        (b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}', None, -32600),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', None, -32600),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', None, -32600),
        (b'{"jsonrpc":"2.0","id":true,"method":"tools/list"}', None, -32600),
    ],
)
def test_a_malformed_frame_is_answered_and_the_next_call_works(
    pipe: Pipe, line: bytes, number: int | None, code: int
) -> None:
    pipe.initialize()
    pipe.write(line)
    reply = pipe.read()
    assert (reply["id"], reply["error"]["code"]) == (number, code)
    assert pipe.call({"zim_file_path": ARCHIVE, "entry_path": "Bookwheel"})["isError"] is False


def test_malformed_notifications_and_blank_lines_are_not_answered(pipe: Pipe) -> None:
    pipe.initialize()
    for line in (
        b"",
        b"   ",
        b'{"jsonrpc":"2.0","method":"notifications/none"}',
        b'{"jsonrpc":"2.0","method":"x","params":3}',
    ):
        pipe.write(line)
    assert pipe.request("tools/list", {})["result"]["tools"]


def test_the_server_leaves_when_its_input_closes_and_has_written_nothing_else(pipe: Pipe) -> None:
    pipe.initialize()
    pipe.call({"zim_file_path": ARCHIVE, "entry_path": "Bookwheel"})
    status, took, rest, errors = pipe.close()
    assert (status, rest, errors) == (0, b"", b"")
    assert took < 10  # a guard; the benchmark states the time


def test_the_server_leaves_at_once_with_a_call_in_flight(pipe: Pipe) -> None:
    pipe.initialize()
    parameters = {"name": "zim_get", "arguments": {"zim_file_path": ARCHIVE, "entry_path": "Bookwheel"}}
    pipe.write(
        json.dumps({"jsonrpc": "2.0", "id": 99, "method": "tools/call", "params": parameters}).encode()
    )
    status, took, _, errors = pipe.close()
    assert (status, errors) == (0, b"")
    assert took < 10


def test_a_client_that_leaves_before_saying_anything_is_no_error(pipe: Pipe) -> None:
    status, _, rest, errors = pipe.close()
    assert (status, rest, errors) == (0, b"", b"")


@pytest.mark.parametrize("encoding", ["cp1252", "cp936", "ascii"])
def test_the_pipes_carry_utf8_whatever_the_platform_says(encoding: str) -> None:
    pipe = Pipe({"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "LC_ALL": "C"})
    pipe.initialize()
    result = pipe.call({"zim_file_path": ARCHIVE, "entry_path": "目録 ✓ \U0001f4da"})
    assert "目録 ✓ \U0001f4da" in result["structuredContent"]["error"]["message"]
    pipe.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_and_its_readers_without_a_word(pipe: Pipe, number: signal.Signals) -> None:
    pipe.initialize()
    pipe.call({"zim_file_path": ARCHIVE, "entry_path": "Bookwheel"})
    readers = children_of(pipe.process.pid)
    pipe.process.send_signal(number)
    assert pipe.process.wait(10) == 128 + number
    assert until_gone(readers)
    assert pipe.close()[2:] == (b"", b"")


def test_health_tells_of_the_server_and_not_of_the_reader_that_was_asked(pipe: Pipe) -> None:
    pipe.initialize()
    time.sleep(1.1)
    for reader in children_of(pipe.process.pid):
        os.kill(reader, signal.SIGKILL)
    pipe.call({"zim_file_path": ARCHIVE, "entry_path": "Bookwheel"})
    reply = pipe.request("tools/call", {"name": "zim_health", "arguments": {}})["result"]["structuredContent"]
    assert reply["configuration"]["server_pid"] == pipe.process.pid
    assert reply["health"]["uptime_seconds"] >= 1


def test_readers_do_not_outlive_a_server_that_is_killed(pipe: Pipe) -> None:
    pipe.initialize()
    pipe.call({"zim_file_path": ARCHIVE, "entry_path": "Bookwheel"})
    if not os.path.isdir("/proc"):  # noqa: PTH112
        pytest.skip("needs /proc to see the readers")
    readers = children_of(pipe.process.pid)
    assert readers
    pipe.process.kill()
    assert until_gone(readers), "a reader survived its server"


def until_gone(processes: list[int], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while any(os.path.exists(f"/proc/{process}/exe") for process in processes):  # noqa: PTH110
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
