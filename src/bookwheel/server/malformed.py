"""Answers to frames that are no JSON-RPC request. The SDK drops them in silence, and their sender waits for ever."""

from __future__ import annotations

import json
from types import TracebackType
from typing import Any, Self, cast

import mcp_types as types
from anyio import EndOfStream
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.message import SessionMessage
from pydantic import ValidationError


class AnsweringStream:
    """What comes in, less the malformed frames: each of those is answered with -32700 or -32600 at once."""

    def __init__(
        self, incoming: ReadStream[SessionMessage | Exception], outgoing: WriteStream[SessionMessage]
    ) -> None:
        self._incoming = incoming
        self._outgoing = outgoing

    @property
    def last_context(self) -> Any:
        """The sender's context of the last frame, as the SDK's own streams tell it."""
        return getattr(self._incoming, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        """Return the next well-formed frame."""
        while True:
            item = await self._incoming.receive()
            if isinstance(item, Exception):
                error = refusal(item)
            elif isinstance(item.message, types.JSONRPCNotification) and not item.message.method.startswith(
                "notifications/"
            ):
                # The SDK takes a request whose id is 1.5, null or true for a notification, and drops the id.
                error = _reply(
                    None, types.INVALID_REQUEST, "Invalid request: its id must be a string or a whole number."
                )
            else:
                return item
            if error is not None:
                await self._outgoing.send(SessionMessage(error))

    async def aclose(self) -> None:
        """Close the incoming stream."""
        await self._incoming.aclose()

    def __aiter__(self) -> AnsweringStream:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        await self._incoming.__aenter__()
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> bool | None:
        return await self._incoming.__aexit__(exc_type, exc_val, exc_tb)


def refusal(fault: Exception) -> types.JSONRPCError | None:
    """Return the reply to a frame that failed to parse, or None for a blank line or a notification."""
    try:
        frame = _frame_of(fault)
    except (ValueError, RecursionError):
        return _reply(None, types.PARSE_ERROR, "Parse error: the line is not JSON.")
    if isinstance(frame, list):
        return _reply(None, types.INVALID_REQUEST, "Batches are not served: send one request a line.")
    members = cast(dict[str, Any], frame) if isinstance(frame, dict) else {}
    if frame == "" or ("method" in members and "id" not in members and members.get("jsonrpc") == "2.0"):
        return None
    number = members.get("id")
    # A lone surrogate, which is not printable, cannot be sent back.
    is_id = number.isprintable() if isinstance(number, str) else type(number) is int
    return _reply(
        number if is_id else None,
        types.INVALID_REQUEST,
        "Invalid request: the line is not a JSON-RPC 2.0 request in UTF-8.",
    )


def _frame_of(fault: Exception) -> object:
    """Return the refused frame as far as the fault tells it; "" for a blank line. Raises ValueError when it is no JSON."""
    if not isinstance(fault, ValidationError):
        return None
    for error in fault.errors(include_url=False, include_context=False):
        if error["type"] == "json_invalid":
            line = str(error["input"])
            # Python's parser takes the lone surrogates that the SDK's refuses: then the sender's id is known.
            return json.loads(line) if line.strip() else ""
        if error["type"] == "missing" or len(error["loc"]) == 1:
            return error["input"]
    return None


def _reply(number: str | int | None, code: int, message: str) -> types.JSONRPCError:
    return types.JSONRPCError(jsonrpc="2.0", id=number, error=types.ErrorData(code=code, message=message))
