from __future__ import annotations

import pytest

from bookwheel.render.graphemes import boundary_at_or_before, is_boundary


@pytest.mark.parametrize(
    "cluster",
    [
        "\r\n",
        "e\u0301",
        "a\u0308\u0323",
        "👨‍👩‍👧‍👦",
        "❤️‍🔥",
        "👍🏽",
        "1️⃣",
        "🏴\U000e0067\U000e0062\U000e007f",
        "🇫🇷",
        "각",
        "\u1100\u1161\u11a8",
        "가\u11a8",
        "\u1100가",
        "\u1161\u1161",
        "\u11a8\u11a8",
        "क्ष",
        "क्\u200dष",
        "क\u094d\u0951ष",
        "நி",
        "กำ",
        "\u0600\u0661",
        "が",
        "ﾊﾞ",
    ],
)
def test_a_cluster_has_no_border_inside(cluster: str):
    assert not any(is_boundary(cluster, place) for place in range(1, len(cluster)))


@pytest.mark.parametrize(
    ("left", "right"),
    [("a", "b"), ("é", "e"), ("🇫🇷", "🇩🇪"), ("가", "나"), ("각", "\u1161"), ("か", "き"), ("\n", "\u0301"),
     ("\u0301", "\n"), ("क", "ख"), ("😀", "😀"), ("م", "م"), ("\u11a8", "\u1100")],
)  # fmt: skip
def test_two_clusters_have_a_border_between(left: str, right: str):
    assert is_boundary(left + right, len(left))


def test_both_ends_are_borders():
    assert is_boundary("abc", 0)
    assert is_boundary("abc", 3)


def test_flags_pair_from_the_left():
    letters = "🇦🇧🇨🇩"
    assert [is_boundary(letters, place) for place in range(5)] == [True, False, True, False, True]
    assert is_boundary("x🇦🇧", 1)


def test_the_last_border_before_a_place_is_found():
    assert boundary_at_or_before("ab", 1, 0) == 1
    assert boundary_at_or_before("xe\u0301y", 2, 0) == 1


def test_without_a_border_the_place_itself_is_given():
    assert boundary_at_or_before("e\u0301\u0302", 2, 0) == 2
