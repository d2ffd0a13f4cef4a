"""A server process and its pipes, driven frame by frame."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from typing import Any


class Pipe:
    """A server process and its pipes."""

    def __init__(self, environment: dict[str, str] | None = None, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bookwheel", "serve", *(arguments or ("--demo", "--source", "archive"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "BOOKWHEEL_CONTACT": "tests@example.org", **(environment or {})},
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input, self.output = self.process.stdin, self.process.stdout
        self.number = 0

    def write(self, line: bytes) -> None:
        self.input.write(line + b"\n")
        self.input.flush()

    def read(self, seconds: float = 20) -> dict[str, Any]:
        ready, _, _ = select.select([self.output], [], [], seconds)
        assert ready, "no answer"
        return json.loads(self.output.readline().decode("utf-8"))

    def request(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        self.number += 1
        frame = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters}
        self.write(json.dumps(frame).encode())
        reply = self.read()
        assert reply["id"] == self.number
        return reply

    def call(self, arguments: dict[str, Any]) -> dict[str, Any]:
        return self.request("tools/call", {"name": "zim_get", "arguments": arguments})["result"]

    def initialize(self, version: str = "2025-11-25") -> dict[str, Any]:
        client = {"name": "test", "version": "1"}
        reply = self.request(
            "initialize", {"protocolVersion": version, "capabilities": {}, "clientInfo": client}
        )
        self.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
        return reply["result"]

    def close(self) -> tuple[int, float, bytes, bytes]:
        """Close the input; return the exit status, the seconds it took, the rest of the output, standard error."""
        self.input.close()
        begun = time.perf_counter()
        status = self.process.wait(20)
        took = time.perf_counter() - begun
        assert self.process.stderr is not None
        rest, errors = self.output.read(), self.process.stderr.read()
        self.output.close()
        self.process.stderr.close()
        return status, took, rest, errors


def children_of(parent: int) -> list[int]:
    """Return the process ids of the living children of a process."""
    found: list[int] = []
    for name in os.listdir("/proc"):  # noqa: PTH208
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:  # noqa: PTH123
                    fields = file.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == parent:
                found.append(int(name))
    return found
