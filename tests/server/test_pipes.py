"""The two descriptors the server talks over: nothing lost, nothing else on them, and no reader so slow that all wait."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import anyio
import pytest

from bookwheel.server import pipes

pytestmark = pytest.mark.skipif(not pipes.CAN_WAIT, reason="the SDK's own streams are used here")

SERVER = [sys.executable, "-m", "bookwheel", "serve", "--demo", "--source", "archive"]
HELLO = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
).encode()


async def _lines(descriptor: int) -> list[str]:
    return [line async for line in pipes.Lines(descriptor)]


def _written(data: bytes, size: int) -> list[str]:
    """Return the lines read of data that is written in pieces."""
    incoming, outgoing = os.pipe()

    def write() -> None:
        for start in range(0, len(data), size):
            os.write(outgoing, data[start : start + size])
        os.close(outgoing)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        return anyio.run(_lines, incoming)
    finally:
        writer.join()
        os.close(incoming)


@pytest.mark.parametrize("size", [1, 2, 7, 100_000])
def test_lines_are_whole_however_they_arrive(size: int) -> None:
    text = 'one\n\n{"two": "zwei — 二"}\r\n' + "x" * 300 + "\nlast without an end"
    assert _written(text.encode(), size) == text.split("\n")


def test_a_line_of_many_megabytes_is_one_line() -> None:
    long = "ü" * 5_000_000
    assert _written(f"{long}\nshort\n".encode(), 1 << 20) == [long, "short"]


def test_what_is_no_utf8_is_replaced() -> None:
    assert _written(b"a\xff\xfeb\n", 3) == ["a��b"]


@pytest.mark.parametrize("is_blocking", [True, False])
def test_a_reader_that_is_slow_gets_everything_and_holds_up_nobody(is_blocking: bool) -> None:
    incoming, outgoing = os.pipe()
    os.set_blocking(outgoing, is_blocking)  # as whoever started the server left it
    text = "0123456789é" * 200_000
    got: list[bytes] = []
    turns = 0

    def read() -> None:
        time.sleep(0.2)
        while chunk := os.read(incoming, 1 << 16):
            got.append(chunk)

    async def write() -> None:
        nonlocal turns
        async with anyio.create_task_group() as tasks:

            async def others() -> None:
                nonlocal turns
                while True:
                    turns += 1
                    await anyio.sleep(0.01)

            tasks.start_soon(others)
            await pipes.Writer(outgoing).write(text)
            tasks.cancel_scope.cancel()

    reader = threading.Thread(target=read)
    reader.start()
    anyio.run(write)
    os.close(outgoing)
    reader.join()
    os.close(incoming)
    assert b"".join(got).decode() == text
    assert turns > 3


def test_what_a_library_prints_or_reads_does_not_touch_the_wire() -> None:
    code = (
        "import anyio, os, sys\n"
        "from bookwheel.server import pipes\n"
        "async def main():\n"
        "    with pipes.wire() as (lines, writer):\n"
        "        os.write(1, b'stray')\n"
        "        assert os.read(0, 10) == b''\n"
        "        async for line in lines:\n"
        "            await writer.write(line.upper())\n"
        "    os.write(1, b' after')\n"
        "anyio.run(main)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], input=b"wire\n", capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"WIRE after", b"stray")


def test_a_file_is_read_to_its_end_without_waiting_for_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wait(_: int) -> None:
        raise AssertionError

    monkeypatch.setattr("anyio.wait_readable", wait)
    asked = tmp_path / "asked"
    asked.write_bytes(b"one\ntwo\n")
    with asked.open("rb") as file:
        assert anyio.run(_lines, file.fileno()) == ["one", "two"]


def test_requests_may_come_from_a_file(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    asked.write_bytes(HELLO + b"\n")
    with asked.open("rb") as file:
        done = subprocess.run(SERVER, stdin=file, capture_output=True, check=True, timeout=60)
    assert json.loads(done.stdout)["result"]["serverInfo"]["name"] == "bookwheel"


@pytest.mark.parametrize("closed", [0, 1])
def test_a_server_without_input_or_output_says_so_and_ends(closed: int) -> None:
    command = ["sh", "-c", f'exec "$@" {closed}<&-', "sh", *SERVER]
    done = subprocess.run(command, capture_output=True, check=False, timeout=60)
    assert done.returncode == 2
    assert b"standard input or output is closed" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_client_that_leaves_without_reading_leaves_no_trace_on_standard_error() -> None:
    with subprocess.Popen(
        SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdout.close()
        server.stdin.write(HELLO + b"\n")
        server.stdin.flush()
        assert server.wait(60) == 0
        assert server.stderr.read() == b""
