"""A plain JSON-RPC client over pipes that adds no noise, and what a process tree costs (Linux: /proc)."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


class Client:
    """One server process; `born` is when it was started (perf_counter seconds)."""

    def __init__(self, command: list[str]) -> None:
        self.born = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._number = 0

    def request(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        frame = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": parameters}
        self.process.stdin.write(json.dumps(frame).encode() + b"\n")
        self.process.stdin.flush()
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EOFError(f"the server ended with status {self.process.wait()}")
            self.line = line
            reply = json.loads(line)
            if reply.get("id") == self._number:
                return reply

    def initialize(self) -> None:
        self.request(
            "initialize",
            {
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "benchmark", "version": "1"},
            },
        )
        assert self.process.stdin is not None
        self.process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')

    def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        reply = self.request("tools/call", {"name": tool, "arguments": arguments})
        result = reply.get("result")
        if result is None or result.get("isError"):
            raise RuntimeError(f"{tool}({arguments}) failed: {str(reply)[:500]}")
        return result

    def close(self) -> float:
        """Close standard input and return the seconds until the process was gone."""
        begun = time.perf_counter()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()
        return time.perf_counter() - begun

    def tree(self) -> Iterator[int]:
        """Yield the process ids of the server and all its living descendants."""
        children: dict[int, list[int]] = {}
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit():
                try:
                    stat = (folder / "stat").read_text().rsplit(")", 1)[1].split()
                except (OSError, IndexError):
                    continue
                children.setdefault(int(stat[1]), []).append(int(folder.name))
        todo = [self.process.pid]
        while todo:
            process = todo.pop()
            yield process
            todo += children.get(process, [])

    def rss_bytes(self) -> int:
        """Return the resident memory of the whole tree; pages shared by two processes count twice."""
        return sum(int(Path(f"/proc/{p}/statm").read_text().split()[1]) * PAGE for p in self.tree())

    def cpu_seconds(self) -> float:
        """Return the processor time of the whole tree, dead children included."""
        total = 0.0
        for process in self.tree():
            stat = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            own = slice(11, 15) if process == self.process.pid else slice(11, 13)
            total += sum(map(int, stat[own])) / TICKS
        return total
