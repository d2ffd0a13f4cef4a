"""Every error crosses a process border and comes out as it went in."""

from __future__ import annotations

import pickle

import pytest

from bookwheel import errors
from bookwheel.errors import BookwheelError

CLASSES = [
    value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, BookwheelError)
]


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_every_error_survives_pickling(kind: type[BookwheelError]) -> None:
    error = kind("A message.", reason="a_reason", hint="Do this.", retryable=True, data={"nearest": ["x", 1]})
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert type(copy) is kind
    assert copy.payload() == error.payload()


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_the_payload_has_the_one_shape(kind: type[BookwheelError]) -> None:
    payload = kind("A message.", reason="a_reason", hint="Do this.", data={"extra": 1}).payload()
    assert payload == {
        "error": {
            "code": kind.code,
            "message": "A message.",
            "data": {
                "reason": "a_reason",
                "recovery": {"hint": "Do this."},
                "retryable": kind.retryable_by_default,
                "extra": 1,
            },
        }
    }


def test_an_unexpected_fault_names_the_kind_of_exception_and_nothing_else() -> None:
    assert (
        errors.unexpected("KeyError").payload()["error"]["message"]
        == "An unexpected fault inside Bookwheel (KeyError)."
    )
