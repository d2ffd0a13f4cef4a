"""zim_browse: pages and walks that lose nothing, cursors that fit one list only."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from archives import make
from bookwheel import demo_archive
from calls import DEMO, answer, call, error, library_of

LIBRARY = library_of(demo_archive.path())


def browse(**arguments: Any) -> dict[str, Any]:
    return answer(LIBRARY, "zim_browse", zim_file_path=DEMO, **arguments)


def refused(**arguments: Any) -> dict[str, Any]:
    return error(LIBRARY, "zim_browse", zim_file_path=DEMO, **arguments)


def every_path(**arguments: Any) -> list[str]:
    paths: list[str] = []
    cursor: str | None = None
    while True:
        page = browse(**arguments, **({"cursor": cursor} if cursor else {}))
        paths += [row["path"] for row in page["results"]]
        cursor = page["next_cursor"]
        assert page["done"] is (cursor is None)
        if cursor is None:
            return paths


@pytest.mark.parametrize("mode", ["page", "walk"])
@pytest.mark.parametrize("include_assets", [False, True])
@pytest.mark.parametrize("limit", [1, 7, 200])
def test_following_the_cursors_gives_every_entry_once(mode: str, include_assets: bool, limit: int) -> None:
    paths = every_path(namespace="C", mode=mode, include_assets=include_assets, limit=limit)
    assert len(paths) == len(set(paths))
    assert paths == sorted(paths, key=lambda path: path.encode())
    total = browse(namespace="C")["total"]
    assert (len(paths) == total) is include_assets
    assert "Bookwheel" in paths


def test_an_offset_reaches_the_same_rows_as_the_cursor() -> None:
    first = browse(namespace="C", limit=5, include_assets=True)
    assert first["page_info"]["next_offset"] == 5
    by_cursor = browse(namespace="C", limit=5, include_assets=True, cursor=first["next_cursor"])
    assert by_cursor["results"] == browse(namespace="C", limit=5, include_assets=True, offset=5)["results"]


def test_rows_tell_where_a_redirect_leads() -> None:
    rows = {row["path"]: row for row in browse(namespace="C", limit=200)["results"]}
    assert rows["Book_wheel"]["redirects_to"] == "Bookwheel"
    assert "redirects_to" not in rows["Bookwheel"]


def test_a_walk_reports_how_far_it_has_come() -> None:
    page = browse(namespace="C", mode="walk", limit=3)
    assert page["scanned_count"] >= 3
    assert page["archive_entry_count"] > page["namespace_entry_count"] == page["total"]


@pytest.mark.parametrize("namespace", ["C", "c", "A", "content", "Articles"])
def test_the_content_namespace_has_many_names(namespace: str) -> None:
    assert browse(namespace=namespace, limit=1)["namespace"] == "C"


@pytest.mark.parametrize("mode", ["page", "walk"])
def test_an_unknown_namespace_is_a_soft_answer(mode: str) -> None:
    page = browse(namespace="Q", mode=mode)
    assert (page["results"], page["total"], page["_meta"]["reason"]) == ([], 0, "bad_namespace")
    if mode == "page":
        assert page["discovery_method"] == "rejected_unknown_namespace"


@pytest.mark.parametrize("mode", ["page", "walk"])
@pytest.mark.parametrize("namespace", ["", "  "])
def test_an_empty_namespace_is_refused_in_both_modes(mode: str, namespace: str) -> None:
    assert refused(namespace=namespace, mode=mode)["reason"] == "invalid_argument"


def test_bounds_depend_on_the_mode_and_name_the_nearest_value() -> None:
    assert refused(namespace="C", limit=201)["nearest_valid"] == 200
    assert refused(namespace="C", mode="walk", limit=501)["nearest_valid"] == 500
    assert refused(namespace="C", limit=0)["reason"] == "invalid_limit"
    assert refused(namespace="C", offset=-1)["reason"] == "invalid_offset"
    assert refused(namespace="C", mode="pages")["reason"] == "invalid_mode"


def test_a_walk_takes_no_offset_and_a_cursor_none_either() -> None:
    assert refused(namespace="C", mode="walk", offset=3)["reason"] == "invalid_combination"
    cursor = browse(namespace="C", limit=1)["next_cursor"]
    assert refused(namespace="C", cursor=cursor, offset=3)["reason"] == "invalid_combination"


def test_a_cursor_fits_its_own_list_only() -> None:
    cursor = browse(namespace="C", limit=1)["next_cursor"]
    assert refused(namespace="M", cursor=cursor)["reason"] == "cursor_context_mismatch"
    assert refused(namespace="C", cursor=cursor, mode="walk")["reason"] == "cursor_context_mismatch"
    assert refused(namespace="C", cursor=cursor[:-2])["reason"] == "cursor_invalid"
    assert refused(namespace="C", cursor="")["reason"] == "cursor_invalid"


def test_an_offset_past_the_end_is_an_empty_last_page() -> None:
    page = browse(namespace="C", offset=10**15)
    assert (page["results"], page["done"], page["next_cursor"]) == ([], True, None)


def test_every_entry_is_one_line_whatever_its_path_holds(tmp_path: Path) -> None:
    specs = [make.page("new\nline", "New"), make.page("\u202eright", "Right"), make.page("plain")]
    path = make.write(tmp_path / "lines.zim", specs, has_index=False)
    result = call(library_of(path), "zim_browse", zim_file_path="lines", namespace="C")
    assert [row["path"] for row in (result.data or {})["results"]] == ["new\nline", "plain", "\u202eright"]
    lines = [line for line in result.text.splitlines() if line.startswith("- ")]
    assert lines == ["- new line · New (text/html)", "- plain (text/html)", "- right · Right (text/html)"]


def test_titles_cannot_break_out_of_the_fence() -> None:
    shown = call(LIBRARY, "zim_browse", zim_file_path=DEMO, namespace="C", limit=5).text
    assert shown.count("</article_text>") == 1


TWINS = (
    *(
        "Plain",
        "plain",
        "PLAIN",
        "a b",
        "a_b",
        "a%20b",
        "a+b",
        "%41",
        "A",
        "%",
        "%2F",
        "x",
        "C/x",
        "A/x",
        "M/Title",
    ),
    *(
        "W/mainPage",
        "/x",
        "x/",
        "//x",
        "..",
        "../x",
        "./x",
        "a/../x",
        "x?",
        "x?y=1",
        "?",
        "x#",
        "x#y",
        "#y",
        "x%23y",
    ),
    *(
        " lead",
        "lead",
        "trail ",
        "a\nb",
        "a\tb",
        "Z\u00fcrich",
        "Zu\u0308rich",
        "\u200bzero",
        "zero",
        "x.html",
        "x/index.html",
    ),
    *("https://x.org/a", "//x.org/a", "x.org/a", "e" * 4000),
)


def test_every_listed_path_opens_the_entry_of_its_row(tmp_path: Path) -> None:
    specs = [make.Spec(path, "", f"<p>{number}</p>", is_front=False) for number, path in enumerate(TWINS)]
    make.write(tmp_path / "twins.zim", [*specs, make.page("Front")], has_index=False)
    library = library_of(tmp_path)
    rows = answer(library, "zim_browse", zim_file_path="twins", namespace="C", limit=200)["results"]
    assert sorted(row["path"] for row in rows) == sorted([*TWINS, "Front"])
    for number, path in enumerate(TWINS):
        found = answer(library, "zim_get", zim_file_path="twins", entry_path=path, binary=True)
        assert (found["path"], b64decode(found["data"])) == (path, f"<p>{number}</p>".encode())
