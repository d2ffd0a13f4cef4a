"""Asking for passages in this process, as the tests of answers do."""

from __future__ import annotations

from typing import Any

import pytest

from bookwheel.archive.library import Library
from bookwheel.errors import BookwheelError
from bookwheel.tools.tool import Result
from bookwheel.tools.zim import synthesis
from bookwheel.tools.zim.query import Arguments


def ask(library: Library, query: str, **arguments: Any) -> Result:
    return synthesis.answer(library, query, Arguments(query=query, **arguments))


def data(library: Library, query: str, **arguments: Any) -> dict[str, Any]:
    found = ask(library, query, **arguments).data
    assert found is not None
    return found


def refused(library: Library, query: str, **arguments: Any) -> str:
    with pytest.raises(BookwheelError) as caught:
        ask(library, query, **arguments)
    return caught.value.reason
