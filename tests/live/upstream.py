"""A wiki's web server on loopback: real sockets, made answers, faults on demand, and a record of what was asked."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote


@dataclass(frozen=True)
class Seen:
    """One request: target and path as they came (still encoded), the query decoded, header names in small letters."""

    method: str
    target: str
    raw_path: str
    query: dict[str, str]
    headers: dict[str, str]
    at: float

    @property
    def path(self) -> str:
        return unquote(self.raw_path)


@dataclass
class Answer:
    """One response. `delay` waits before it, `drip` between its bytes; `drops` closes the connection instead."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    drip: float = 0.0
    drops: bool = False


def data(value: Any, status: int = 200, **headers: str) -> Answer:
    """A JSON answer; header names are written with underscores."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    body = json.dumps(value, ensure_ascii=False).encode()
    return Answer(body, status, {"Content-Type": "application/json; charset=utf-8", **named})


def page(text: str, status: int = 200, kind: str = "text/html; charset=utf-8", **headers: str) -> Answer:
    """A web page, as edge servers send instead of data."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Answer(text.encode(), status, {"Content-Type": kind, **named})


def api_error(code: str, info: str = "Some text of the wiki's.", **headers: str) -> Answer:
    """A failure of the action API: it comes with HTTP 200."""
    return data({"error": {"code": code, "info": info}}, 200, MediaWiki_API_Error=code, **headers)


def zipped(answer: Answer) -> Answer:
    """The same answer, compressed."""
    return Answer(gzip.compress(answer.body), answer.status, {**answer.headers, "Content-Encoding": "gzip"})


Handler = Callable[[Seen], Answer | Awaitable[Answer]]


class Upstream:
    """The server. `faults` are given first, one a request; then `handler` answers."""

    def __init__(self, handler: Handler) -> None:
        self.handler = handler
        self.faults: list[Answer] = []
        self.seen: list[Seen] = []
        self.connections = 0
        self.most_in_flight = 0
        self.aborted = 0
        self._in_flight = 0
        self._writers: set[asyncio.StreamWriter] = set()
        self.address = ""

    @property
    def paths(self) -> list[str]:
        return [seen.path for seen in self.seen]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._writers.add(writer)
        try:
            while await self._one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            self.aborted += 1
        finally:
            self._writers.discard(writer)
            writer.close()

    async def close(self) -> None:
        """End every connection and wait until nobody serves any more."""
        for writer in self._writers:
            writer.transport.abort()
        for _ in range(200):
            if not self._writers:
                return
            await asyncio.sleep(0.005)

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = await reader.readuntil(b"\r\n\r\n") if not reader.at_eof() else b""
        if not head:
            return False
        line, *rows = head.decode("latin-1").split("\r\n")
        method, target, _ = line.split(" ")
        headers = {n.lower(): v for n, _, v in (row.partition(": ") for row in rows if row)}
        raw_path, _, query = target.partition("?")
        seen = Seen(
            method,
            target,
            raw_path,
            dict(parse_qsl(query, keep_blank_values=True)),
            headers,
            asyncio.get_running_loop().time(),
        )
        self.seen.append(seen)
        self._in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self._in_flight)
        try:
            answer = self.faults.pop(0) if self.faults else self.handler(seen)
            if not isinstance(answer, Answer):
                answer = await answer
            gone = asyncio.ensure_future(reader.read(1))
            try:
                if answer.delay:
                    # A client that gives up closes the connection: then nobody waits for the answer.
                    done, _ = await asyncio.wait({gone}, timeout=answer.delay)
                    if done:
                        self.aborted += 1
                        return False
                if answer.drops:
                    return False
                await self._write(writer, answer)
            finally:
                gone.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await gone
        finally:
            self._in_flight -= 1
        return True

    async def _write(self, writer: asyncio.StreamWriter, answer: Answer) -> None:
        length = answer.headers.get("Content-Length", str(len(answer.body)))
        headers = {**answer.headers, "Content-Length": length}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"HTTP/1.1 {answer.status} Whatever\r\n{lines}\r\n".encode("latin-1"))
        if answer.drip:
            for position in range(len(answer.body)):
                writer.write(answer.body[position : position + 1])
                await writer.drain()
                await asyncio.sleep(answer.drip)
        else:
            writer.write(answer.body)
        await writer.drain()


@contextlib.asynccontextmanager
async def running(handler: Handler, host: str = "127.0.0.1", port: int = 0) -> AsyncGenerator[Upstream]:
    """Serve on a port of loopback, a free one unless it is given, until the block ends."""
    upstream = Upstream(handler)
    server = await asyncio.start_server(upstream.serve, host, port)
    port = server.sockets[0].getsockname()[1]
    upstream.address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    try:
        yield upstream
    finally:
        server.close()
        await upstream.close()
