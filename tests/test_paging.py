from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bookwheel.errors import InvalidValue
from bookwheel.paging import MAX_CURSOR_CHARS, decode, encode, hash_arguments

HASH = hash_arguments({"namespace": "C", "limit": 50})
CONTEXT = ("zim_browse", "uuid-1", HASH)


def token_of(fields: Any) -> str:
    content = fields if isinstance(fields, bytes) else json.dumps(fields).encode()
    checksum = hashlib.sha256(content).digest()[:6]
    return base64.urlsafe_b64encode(checksum + content).rstrip(b"=").decode()


def refusal(token: str, *context: str) -> str:
    with pytest.raises(InvalidValue) as caught:
        decode(token, *(context or CONTEXT))
    assert caught.value.hint
    return caught.value.reason


def test_a_cursor_gives_its_position_back():
    assert decode(encode(*CONTEXT, {"offset": 50}), *CONTEXT) == {"offset": 50}
    assert decode(encode(*CONTEXT, 50), *CONTEXT) == 50


def test_the_same_position_has_the_same_cursor():
    assert encode(*CONTEXT, {"a": 1, "b": 2}) == encode(*CONTEXT, {"b": 2, "a": 1})


def test_a_cursor_needs_no_escaping_in_a_url():
    assert set(encode(*CONTEXT, "é" * 100)) <= set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    )


def test_a_cursor_of_another_tool_is_refused():
    assert refusal(encode(*CONTEXT, 1), "zim_links", "uuid-1", HASH) == "cursor_mismatch"


def test_a_cursor_of_another_archive_or_call_is_refused():
    token = encode(*CONTEXT, 1)
    assert refusal(token, "zim_browse", "uuid-2", HASH) == "cursor_context_mismatch"
    assert refusal(token, "zim_browse", "uuid-1", hash_arguments({})) == "cursor_context_mismatch"


@pytest.mark.parametrize(
    "token", ["", "x", "not a cursor", "é", "\ud800", "A" * 5000, "====", "Zm9vYmFyYmF6"]
)
def test_what_is_no_cursor_is_refused(token: str):
    assert refusal(token) == "cursor_invalid"


def test_padding_and_unused_bits_are_refused():
    token = encode(*CONTEXT, 10)
    assert len(token) % 4
    assert refusal(token + "=") == "cursor_invalid"
    last = {"A": "B", "E": "F", "I": "J", "M": "N", "Q": "R", "U": "V", "Y": "Z", "g": "h"}
    assert refusal(token[:-1] + last.get(token[-1], chr(ord(token[-1]) + 1))) == "cursor_invalid"


@pytest.mark.parametrize(
    "fields",
    [
        [2, *CONTEXT, 1],
        [1, *CONTEXT],
        [1, 2, 3, 4, 5],
        {"v": 1},
        "text",
        b"not json",
        b"\xff\xfe",
        b'[1,"zim_browse","uuid-1","h",NaN]',
        b"[" * 1400,
    ],
)
def test_a_well_sealed_token_of_another_shape_is_refused(fields: Any):
    assert refusal(token_of(fields)) == "cursor_invalid"


def test_a_position_too_large_for_a_cursor_is_an_error_of_the_program():
    with pytest.raises(ValueError, match="longer than 2048"):
        encode(*CONTEXT, "x" * 2000)
    assert len(encode(*CONTEXT, "x" * 1400)) <= MAX_CURSOR_CHARS


def test_numbers_that_are_no_json_are_refused():
    with pytest.raises(ValueError, match="not JSON compliant"):
        encode(*CONTEXT, float("nan"))


def test_a_hash_stands_for_arguments_in_any_order():
    assert hash_arguments({"a": 1, "b": [2]}) == hash_arguments({"b": [2], "a": 1})
    assert hash_arguments({"a": 1}) != hash_arguments({"a": "1"})
    assert len(HASH) == 16


POSITIONS = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.text(max_size=20), st.text(max_size=40), st.text(max_size=16), POSITIONS)
def test_every_position_comes_back(tool: str, archive: str, arguments: str, position: Any):
    assert decode(encode(tool, archive, arguments, position), tool, archive, arguments) == position


@settings(derandomize=True, deadline=None, max_examples=200)
@given(POSITIONS, st.data())
def test_every_edit_of_a_cursor_is_refused(position: Any, data: st.DataObject):
    token = encode(*CONTEXT, position)
    place = data.draw(st.integers(0, len(token) - 1))
    edited = token[:place] + data.draw(st.characters()) + token[place + data.draw(st.integers(0, 2)) :]
    assume(edited != token)
    assert refusal(edited) == "cursor_invalid"


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.text(max_size=60))
def test_no_text_is_taken_for_a_cursor_or_breaks_the_reader(token: str):
    assert refusal(token) == "cursor_invalid"
