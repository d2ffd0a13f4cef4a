"""Every failure a caller may see.

BookwheelError
├── NotFound             -32001  missing_archive, archive_not_found, entry_not_found, section_not_found, not_found,
│                                no_sections, no_other_languages
├── InvalidArgument      -32602  the arguments break the tool's schema or cannot be combined
├── InvalidValue         -32007  well-formed, yet refused: empty_query, cursor_invalid, redirect_loop, invalid_title,
│                                invalid_language, invalid_section, invalid_coordinates, offset_too_large, invalid_query
├── Unavailable          -32000  archive_unreadable, archive_changed, archive_failed, entry_too_large,
│                                inbound_sidecar_unavailable, upstream_unavailable
├── RateLimited          -32003  rate_limited
├── Timeout              -32004  deadline_exceeded, upstream_timeout
├── Forbidden            -32005  upstream_forbidden
├── Malformed            -32070  upstream_malformed
└── Internal             -32603  internal

The class carries the number, `reason` the precise cause. Both cross from a reader process by pickle.
"""

from __future__ import annotations

from typing import Any, ClassVar


class BookwheelError(Exception):
    """A failure with a reason, a hint that tells what to do, and whether trying again may help.

    `data` holds whatever else helps the caller (nearest names, valid ids); plain JSON values only.
    """

    code: ClassVar[int] = -32603
    retryable_by_default: ClassVar[bool] = False

    def __init__(
        self,
        message: str,
        *,
        reason: str,
        hint: str,
        retryable: bool | None = None,
        data: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.reason = reason
        self.hint = hint
        self.retryable = self.retryable_by_default if retryable is None else retryable
        self.data = data or {}

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.message, self.reason, self.hint, self.retryable, self.data)

    def payload(self) -> dict[str, Any]:
        """Return the one error shape of all tools: `{"error": {"code", "message", "data"}}`."""
        data = {
            "reason": self.reason,
            "recovery": {"hint": self.hint},
            "retryable": self.retryable,
            **self.data,
        }
        return {"error": {"code": self.code, "message": self.message, "data": data}}


def _rebuild(
    cls: type[BookwheelError], message: str, reason: str, hint: str, retryable: bool, data: dict[str, Any]
) -> BookwheelError:
    return cls(message, reason=reason, hint=hint, retryable=retryable, data=data)


class NotFound(BookwheelError):
    """What was asked for does not exist here."""

    code = -32001


class InvalidArgument(BookwheelError):
    """The arguments break the tool's schema, or exclude each other."""

    code = -32602


class InvalidValue(BookwheelError):
    """The arguments are well-formed and still cannot be served."""

    code = -32007


class Unavailable(BookwheelError):
    """A source cannot answer now."""

    code = -32000


class RateLimited(BookwheelError):
    """A source asks to wait."""

    code = -32003
    retryable_by_default = True


class Timeout(BookwheelError):
    """The deadline passed before the answer was there."""

    code = -32004
    retryable_by_default = True


class Forbidden(BookwheelError):
    """A source refuses this client."""

    code = -32005


class Malformed(BookwheelError):
    """A source sent something that cannot be read."""

    code = -32070
    retryable_by_default = True


class Internal(BookwheelError):
    """A fault of ours; the details are on standard error, never in the answer."""

    code = -32603


def unexpected(error: str) -> Internal:
    """Return what the caller sees of an untyped fault: the kind of exception, nothing of its message."""
    return Internal(
        f"An unexpected fault inside Bookwheel ({error}).",
        reason="internal",
        hint="Try again with other arguments; the server's standard error has the details.",
    )
