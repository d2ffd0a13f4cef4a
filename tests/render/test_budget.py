from __future__ import annotations

import pytest

from bookwheel.render.budget import Piece, piece


def pieces(text: str, max_chars: int, offset: int = 0) -> list[str]:
    found: list[str] = []
    place: int | None = offset
    while place is not None:
        part = piece(text, place, max_chars)
        found.append(part.text)
        assert part.next_offset is None or part.next_offset == place + len(part.text) > place
        place = part.next_offset
    assert "".join(found) == text[offset:]
    return found


def test_a_text_that_fits_is_one_piece():
    assert piece("abc", 0, 3) == Piece("abc", None, 3)
    assert piece("abc", 1, 10) == Piece("bc", None, 3)


def test_an_empty_text_is_one_empty_piece():
    assert piece("", 0, 5) == Piece("", None, 0, past_end=False)


@pytest.mark.parametrize("offset", [3, 4, 1000])
def test_an_offset_behind_the_end_says_so(offset: int):
    assert piece("abc", offset, 5) == Piece("", None, 3, past_end=True)


def test_numbers_below_their_least_are_taken_as_it():
    assert piece("abc", -5, 0) == Piece("a", 1, 3)


def test_the_cut_falls_between_blocks():
    assert pieces("one two\n\nthree\n\nfour", 16) == ["one two\n\nthree\n\n", "four"]


def test_a_heading_stays_with_its_block():
    text = "A paragraph of text.\n\n## Heading\n\nMore text here that is longer than what is left."
    assert pieces(text, 40)[0] == "A paragraph of text.\n\n"
    text = (
        "A paragraph of text.\n\n== One ==\n\n=== Two ===\n\nMore text here that is longer than what is left."
    )
    assert pieces(text, 45)[0] == "A paragraph of text.\n\n"


def test_a_heading_too_early_in_the_piece_does_not_hold_it_up():
    assert pieces("## Heading\n\n" + "x" * 30, 14)[0] == "## Heading\n\n"


def test_a_block_border_too_early_gives_way_to_a_line():
    assert pieces("a\n\nbbbbbbbb\ncccccccccccc\ndddd", 15)[0] == "a\n\nbbbbbbbb\n"


def test_a_line_gives_way_to_a_sentence_and_that_to_a_word():
    assert pieces("One two three four. Five six seven", 26)[0] == "One two three four. "
    assert pieces("One two three four five six seven", 26)[0] == "One two three four five "
    assert pieces("東京は首都です。大阪は違いますよ", 12)[0] == "東京は首都です。"


def test_a_word_gives_way_to_characters():
    assert pieces("abcdefghij", 4) == ["abcd", "efgh", "ij"]


@pytest.mark.parametrize("cluster", ["👨‍👩‍👧", "e\u0301", "🇩🇪", "👍🏽", "각", "क्ष"])
def test_no_cut_inside_what_a_reader_takes_for_one_character(cluster: str):
    text = "xx" + cluster * 5
    for size in range(len(cluster), len(text)):
        for part in pieces(text, size):
            assert part.strip("x") == cluster * (len(part.strip("x")) // len(cluster))


def test_a_character_longer_than_the_budget_is_cut_after_all():
    assert pieces("e\u0301\u0302\u0303", 2) == ["e\u0301", "\u0302\u0303"]


def test_a_backslash_stays_with_what_it_escapes():
    assert pieces(r"aaaa\*bbbb", 5)[0] == "aaaa"
    assert pieces(r"\*\*", 1) == ["\\", "*", "\\", "*"]


def test_a_link_is_not_cut_when_it_can_be_left_whole():
    text = "Some words before [a link of several words](Target_page) and more"
    assert pieces(text, 34)[0] == "Some words before "
    assert pieces("[a link of several words](Target_page)", 20)[0] == "[a link of several "


def test_a_table_is_cut_between_rows():
    rows = [f"| {number} | some text. And more |" for number in range(20)]
    text = "\n".join(["| a | b |", "| --- | --- |", *rows])
    for size in range(30, 200, 7):
        assert all(part.lstrip("\n").startswith("|") for part in pieces(text, size))
        assert all(
            line in text.split("\n") for part in pieces(text, size) for line in part.strip("\n").split("\n")
        )


def test_a_short_piece_is_better_than_a_cut_row():
    text = "| a |\n| " + "x" * 40 + " |\n"
    assert pieces(text, 45)[0] == "| a |\n"


def test_a_row_longer_than_the_budget_is_cut_between_words():
    assert pieces("| aaaa bbbb cccc dddd |", 12)[0] == "| aaaa bbbb "


def test_an_indented_or_quoted_row_is_a_row():
    assert pieces("x\n> | aaaa bbbb |\n> | cccc dddd |\ny", 24)[0] == "x\n> | aaaa bbbb |\n"


def test_a_line_that_just_fits_is_kept_whole():
    assert pieces("aaaaaaaaaa\nbbb", 10)[0] == "aaaaaaaaaa"


def test_code_is_left_whole_when_it_starts_late_enough():
    text = "Some text before the code.\n\n```\na\n\nb\n\nc\n```\n\nAfter it."
    assert pieces(text, 40)[0] == "Some text before the code.\n\n"
    text = "Text.\n\n```\nline one\n\nline two\n\nline three\n```\n\nAfter it."
    assert pieces(text, 40)[0] == "Text.\n\n```\nline one\n\nline two\n\n"


def test_a_border_inside_code_is_not_one_between_blocks():
    text = "x\n\n- ````\n  ```\n  a\n\n  b\n  ````\n\nMore and more text."
    assert pieces(text, 34)[0] == "x\n\n- ````\n  ```\n  a\n\n  b\n  ````\n\n"
    assert pieces(text, 20)[0] == "x\n\n- ````\n  ```\n  a\n"
    text = "Words and words here.\n\n```\na\n\nbbbbbbbbbbbbb\n```\nx"
    assert pieces(text, 36)[0] == "Words and words here.\n\n"


def test_the_last_border_may_be_where_code_starts():
    text = "Words and words are here.\n\n```\na\n\nb\n```\nx y z"
    assert pieces(text, 42)[0] == "Words and words are here.\n\n"


def test_backticks_inside_a_line_open_no_code():
    assert pieces("It is ```x``` here.\n\nMore text is here", 25)[0] == "It is ```x``` here.\n\n"


def test_any_offset_is_a_start():
    text = "# A\n\n| a | b |\n| --- | --- |\n| 👨‍👩‍👧 | x |\n\n```\ncode\n```\n\nText e\u0301 and more."
    for offset in range(len(text)):
        pieces(text, 7, offset)
