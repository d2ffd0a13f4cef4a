"""zim_links: what a page links to, who links to it, what is related; every path can be fetched."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from archives import make
from bookwheel.archive.files import LibrarySettings
from bookwheel.archive.library import Library
from bookwheel.companion import opened
from bookwheel.companion.build import build
from bookwheel.companion.places import beside
from bookwheel.companion.store import MAGIC
from calls import SHARED_DATA, answer, call, error, library_of, real

BODY = (
    '<p><a href="Beta" title="See B">the beta</a>, <a href="#History">below</a>, <a href="caf%C3%A9.html">coffee</a>,'
    ' <a href="Beta#part">again</a>, <a href="Missing_page?x=1#y">gone</a>, <a href="../evil">out</a>,'
    ' <a href="https://example.org:8080/a?b=c">site</a> <a href="//cdn.example.org/x">net</a>'
    ' <a href="mailto:a@example.org">mail</a> <a href="javascript:x()">run</a> <a href="Old_name">old</a>'
    ' <a href="loop_a">round</a></p>'
    '<a href="images/dot.png"><img src="images/dot.png" alt="A dot" title="dot"></a>'
    '<a href="images/other.jpg">photo</a> <a href="images/none.pdf">paper</a><img src="gone.png">'
    '<img src="data:image/png;base64,AAAA"><img src="https://example.org/far.png" alt="far">'
    "<video src='film.webm'></video>"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("links")
    specs = [
        make.page("Alpha", body=BODY),
        make.page("Beta", body='<a href="Alpha">the <i>first</i> page</a> <a href="Gamma">g</a>'),
        make.page("Gamma", body='<a href="Old_name">b</a><a href="Alpha">\u202eA</a><a href="Delta">d</a>'),
        make.page("Delta", title="Delta </article_text>", body='<a href="Beta">b</a>'),
        make.page("café.html", "Café"),
        make.Spec("images/dot.png", "", make.PNG, "image/png", is_front=False),
        make.Spec("images/other.jpg", "", make.PNG, "image/jpeg", is_front=False),
        make.Spec("film.webm", "", b"film", "video/webm", is_front=False),
    ]
    redirects = {"Old_name": "Beta", "loop_a": "Beta", "loop_b": "Beta"}
    path = make.write(place / "small.zim", specs, redirects=redirects, has_index=False, main="Alpha")
    make.patch_redirects(path, {"loop_a": "loop_b", "loop_b": "loop_a"})
    make.write(
        place / "site.zim",
        [
            make.page("www.site.org/a/one", body='<a href="https://www.site.org/a/two">t</a><a href="two">r</a>'
                      '<a href="https://www.site.org/a/none">n</a><a href="https://other.org/">o</a>'),
            make.page("www.site.org/a/two"),
        ],
        metadata={"Name": "site", "Scraper": "zimit 2.1.0", "Source": "https://www.site.org/"},
        has_index=False,
    )  # fmt: skip
    return place


@pytest.fixture(scope="module")
def library(folder: Path) -> Library:
    return library_of(folder)


def links(library: Library, path: str = "Alpha", **arguments: Any) -> dict[str, Any]:
    return answer(library, "zim_links", zim_file_path="small", entry_path=path, **arguments)


def refused(library: Library, path: str = "Alpha", **arguments: Any) -> dict[str, Any]:
    return error(library, "zim_links", zim_file_path="small", entry_path=path, **arguments)


# ---- outbound ----------------------------------------------------------------------------------------------


def test_internal_links_come_as_they_stand_in_the_page(library: Library) -> None:
    page = links(library)
    assert [(row["url"], row["path"], row.get("exists", True)) for row in page["results"]] == [
        ("Beta", "Beta", True),
        ("caf%C3%A9.html", "café.html", True),
        ("Beta#part", "Beta", True),
        ("Missing_page?x=1#y", "Missing_page", False),
        ("../evil", "evil", False),
        ("Old_name", "Old_name", True),
        ("loop_a", "loop_a", False),
    ]
    first = {"url": "Beta", "text": "the beta", "title": "See B", "type": "internal", "path": "Beta"}
    assert page["results"][0] == first
    assert page["category_totals"] == {"internal": 7, "external": 2, "media": 6, "anchor": 1}
    assert (page["total"], page["done"], page["next_cursor"]) == (7, True, None)


def test_every_path_that_is_not_marked_missing_can_be_fetched(library: Library) -> None:
    for kind in ("internal", "media"):
        for row in links(library, kind=kind)["results"]:
            if "path" in row:
                fetched = call(
                    library, "zim_get", zim_file_path="small", entry_path=row["path"], binary=kind == "media"
                )
                assert fetched.is_error is (row.get("exists") is False)


def test_external_links_carry_their_domain(library: Library) -> None:
    rows = links(library, kind="external")["results"]
    assert [(row["url"], row["domain"]) for row in rows] == [
        ("https://example.org:8080/a?b=c", "example.org"),
        ("//cdn.example.org/x", "cdn.example.org"),
    ]


def test_linked_files_are_media_and_fold_into_the_picture_that_shows_them(library: Library) -> None:
    rows = links(library, kind="media")["results"]
    assert [(row["type"], row["url"], row.get("path"), row.get("exists", True)) for row in rows] == [
        ("image", "images/dot.png", "images/dot.png", True),
        ("asset", "images/other.jpg", "images/other.jpg", True),
        ("asset", "images/none.pdf", "images/none.pdf", False),
        ("image", "gone.png", "gone.png", False),
        ("image", "https://example.org/far.png", None, True),
        ("video", "film.webm", "film.webm", True),
    ]
    assert (rows[0]["alt"], rows[0]["title"], rows[1]["text"]) == ("A dot", "dot", "photo")


def test_pages_of_links_add_up(library: Library) -> None:
    whole = links(library)["results"]
    for limit in (1, 2, 3, 7, 500):
        found: list[Any] = []
        cursor: dict[str, str] = {}
        while True:
            page = links(library, limit=limit, **cursor)
            assert page["_meta"]["truncated"] is not page["done"]
            found += page["results"]
            if page["next_cursor"] is None:
                break
            assert page["page_info"]["next_offset"] == len(found)
            assert (
                links(library, limit=limit, offset=len(found))["results"]
                == links(library, limit=limit, cursor=page["next_cursor"])["results"]
            )
            cursor = {"cursor": page["next_cursor"]}
        assert found == whole
    assert links(library, offset=99)["results"] == []


def test_a_picture_has_no_links_and_says_so(library: Library) -> None:
    for direction in ("outbound", "inbound", "related"):
        page = links(library, "images/dot.png", direction=direction)
        assert (page["results"], page["total"]) == ([], 0)
        assert page["message"].startswith("images/dot.png is image/png")


def test_a_crawled_site_keeps_its_own_addresses(library: Library) -> None:
    def rows(kind: str) -> list[Any]:
        return answer(library, "zim_links", zim_file_path="site", entry_path="www.site.org/a/one", kind=kind)[
            "results"
        ]

    assert [row["path"] for row in rows("internal")] == ["www.site.org/a/two"] * 2
    assert [row["domain"] for row in rows("external")] == ["www.site.org", "other.org"]


def test_the_page_served_is_named_when_it_is_not_the_one_asked_for(library: Library) -> None:
    page = links(library, "Old_name")
    assert (page["path"], page["requested_path"]) == ("Beta", "Old_name")
    assert links(library, "Old_name", direction="inbound")["resolved_path"] == "Beta"


# ---- inbound -----------------------------------------------------------------------------------------------


def test_linkers_are_ranked_and_carry_the_words_of_their_links(library: Library) -> None:
    page = links(library, "Beta", direction="inbound")
    rows = {row["path"]: row for row in page["results"]}
    assert set(rows) == {"Alpha", "Gamma", "Delta"}
    assert rows["Alpha"]["anchor_text"] == "the beta"
    assert rows["Gamma"]["anchor_text"] == "b"
    assert page["total"] == 3
    assert page["_meta"]["index"] == {"held_in": "memory"}
    reverse = {row["path"]: row["anchor_text"] for row in links(library, direction="inbound")["results"]}
    assert reverse == {"Beta": "the first page", "Gamma": "A"}
    degrees = [links(library, path, direction="inbound")["total"] for path in rows]
    assert degrees == [row["inbound_degree"] for row in rows.values()]


def test_pages_of_linkers_add_up(library: Library) -> None:
    whole = links(library, "Beta", direction="inbound")["results"]
    first = links(library, "Beta", direction="inbound", limit=2)
    rest = links(library, "Beta", direction="inbound", limit=2, cursor=first["next_cursor"])
    assert first["results"] + rest["results"] == whole
    assert links(library, "Beta", direction="inbound", offset=2)["results"] == whole[2:]
    assert (rest["done"], rest["next_cursor"]) == (True, None)


def test_a_page_nobody_links_to_has_an_empty_list(library: Library) -> None:
    page = links(library, "café.html", direction="inbound", offset=1)
    assert (page["results"], page["total"]) == ([], 1)


@pytest.fixture
def large(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same archive, alone in a folder, treated as too large for memory."""
    monkeypatch.setattr(opened, "IN_MEMORY_BYTES", 0)
    return Path(shutil.copy(folder / "small.zim", tmp_path))


def test_the_command_to_run_can_be_pasted(large: Path) -> None:
    renamed = large.rename(large.with_name("a copy (1).zim"))
    found = error(
        library_of(renamed),
        "zim_links",
        zim_file_path="a copy (1)",
        entry_path="café.html",
        direction="inbound",
    )
    assert found["command"] == "bookwheel index build 'a copy (1).zim'"


def test_a_missing_index_names_the_command_to_run(large: Path) -> None:
    refusal = refused(library_of(large), direction="inbound")
    assert (refusal["reason"], refusal["code"], refusal["cause"]) == (
        "inbound_sidecar_unavailable", -32000, "absent",
    )  # fmt: skip
    assert refusal["command"] == "bookwheel index build small.zim"
    assert refusal["command"] in refusal["hint"]
    assert str(large.parent) not in str(refusal)


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        (lambda data: data[: len(data) // 2], "truncated"),
        (lambda data: b"something else entirely, and not short", "foreign"),
        (lambda data: MAGIC + b"\x09\0\0\0" + data[12:], "newer"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "corrupt"),
        (lambda data: data[:-100] + bytes([data[-100] ^ 1]) + data[-99:], "corrupt"),
    ],
)
def test_an_index_that_cannot_be_used_says_why(large: Path, change: Any, cause: str) -> None:
    library = library_of(large)
    build(library_of(large).choose(None), beside(large))
    assert links(library, "Beta", direction="inbound")["_meta"]["index"]["held_in"] == "file"
    beside(large).write_bytes(change(beside(large).read_bytes()))
    assert refused(library, "Beta", direction="inbound")["cause"] == cause
    related = links(library, "Beta", direction="related")
    assert related["_meta"]["ranking"] == "own_links"
    assert "bookwheel index build small.zim" in related["_meta"]["hint"]


def test_an_archive_replaced_after_indexing_is_noticed_at_once(large: Path, folder: Path) -> None:
    library = library_of(large)
    build(library_of(large).choose(None), beside(large))
    assert links(library, "Beta", direction="inbound")["total"] == 3
    Path(shutil.copy(folder / "site.zim", large.with_name("new"))).replace(large)
    refusal = error(
        library, "zim_links", zim_file_path="small", entry_path="www.site.org/a/two", direction="inbound"
    )
    assert refusal["cause"] == "stale"


def test_the_cache_folder_is_looked_into(large: Path, tmp_path: Path) -> None:
    from bookwheel.companion.places import cached

    cache = str(tmp_path / "cache")
    build(library_of(large).choose(None), cached(large, cache))
    library = Library(LibrarySettings((str(large),), cache_folder=cache))
    assert links(library, "Beta", direction="inbound")["total"] == 3


# ---- related -----------------------------------------------------------------------------------------------


def test_related_pages_come_once_each_with_how_often_they_are_linked(library: Library) -> None:
    page = links(library, direction="related")
    rows = {row["path"]: row for row in page["results"]}
    assert (rows["Beta"]["mention_count"], rows["Beta"]["link_text"]) == (3, "the beta")
    assert rows["Gamma"]["mention_count"] == 0
    assert rows["Gamma"]["link_text"] == ""
    assert "Alpha" not in rows
    assert (page["_meta"]["ranking"], page["_meta"]["index"]["held_in"]) == ("graph", "memory")
    assert page["next_cursor"] is None


def test_the_main_page_is_related_to_what_links_to_it_only(library: Library) -> None:
    for path, is_related in (("café.html", False), ("Beta", True)):
        rows = links(library, path, direction="related")["results"]
        assert ("Alpha" in [row["path"] for row in rows]) is is_related


def test_without_an_index_related_pages_are_those_linked_most(large: Path) -> None:
    page = links(library_of(large), direction="related")
    assert [(row["path"], row["mention_count"]) for row in page["results"]] == [("Beta", 3), ("café.html", 1)]


def test_related_to_an_unknown_entry_is_a_soft_answer(library: Library) -> None:
    page = links(library, "Nothing like it", direction="related")
    assert (page["results"], page["total"], page["done"]) == ([], 0, True)
    assert "no entry" in page["outbound_error"]


def test_related_pages_offer_no_offset_that_would_be_refused(library: Library) -> None:
    page = links(library, direction="related", limit=1)
    assert (page["done"], page["next_cursor"]) == (False, None)
    assert "next_offset" not in page["page_info"]


@pytest.mark.parametrize("direction", ["outbound", "inbound"])
def test_an_offset_past_the_end_says_so(library: Library, direction: str) -> None:
    arguments = {"zim_file_path": "small", "entry_path": "Alpha", "direction": direction, "offset": 99}
    result = call(library, "zim_links", **arguments)
    assert result.data is not None
    assert (result.data["results"], result.data["done"]) == ([], True)
    assert f"none of {result.data['total']} at offset 99" in result.text


def test_a_larger_limit_shows_more_related_pages(library: Library) -> None:
    one = links(library, direction="related", limit=1)
    assert one["results"] == links(library, direction="related")["results"][:1]
    assert (one["done"], one["_meta"]["truncated"]) == (False, True)


# ---- arguments ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"direction": "sideways"}, "invalid_argument"),
        ({"kind": "anchors"}, "invalid_argument"),
        ({"direction": "inbound", "kind": "internal"}, "invalid_combination"),
        ({"direction": "related", "kind": "media"}, "invalid_combination"),
        ({"direction": "related", "offset": 3}, "invalid_combination"),
        ({"direction": "related", "cursor": "x"}, "invalid_combination"),
        ({"offset": -1}, "invalid_offset"),
        ({"limit": 0}, "invalid_limit"),
        ({"cursor": "x"}, "cursor_invalid"),
    ],
)
def test_wrong_arguments_are_refused(library: Library, arguments: dict[str, Any], reason: str) -> None:
    assert refused(library, **arguments)["reason"] == reason


@pytest.mark.parametrize(("direction", "most"), [("outbound", 500), ("inbound", 100), ("related", 100)])
def test_limits_depend_on_the_direction_and_name_the_nearest_value(
    library: Library, direction: str, most: int
) -> None:
    refusal = refused(library, direction=direction, limit=most + 1)
    assert (refusal["reason"], refusal["nearest_valid"]) == ("invalid_limit", most)
    links(library, direction=direction, limit=most)


@pytest.mark.parametrize("direction", ["outbound", "inbound"])
def test_an_unknown_entry_is_an_error(library: Library, direction: str) -> None:
    assert refused(library, "Nothing like it", direction=direction)["reason"] == "entry_not_found"


def test_a_redirect_loop_is_an_error_in_every_direction(library: Library) -> None:
    for direction in ("outbound", "inbound", "related"):
        assert refused(library, "loop_a", direction=direction)["reason"] == "redirect_loop"


def test_a_cursor_fits_its_own_list_only(library: Library) -> None:
    cursor = links(library, limit=1)["next_cursor"]
    for arguments in ({"kind": "media"}, {"direction": "inbound"}, {"path": "Beta"}):
        assert refused(library, cursor=cursor, **arguments)["reason"] == "cursor_context_mismatch"
    browsing = answer(library, "zim_browse", zim_file_path="small", namespace="C", limit=1)["next_cursor"]
    assert refused(library, cursor=browsing)["reason"] == "cursor_mismatch"
    assert refused(library, cursor=cursor, offset=2)["reason"] == "invalid_combination"


def test_titles_and_texts_cannot_break_out_of_the_fence(library: Library) -> None:
    for direction in ("outbound", "inbound", "related"):
        shown = call(library, "zim_links", zim_file_path="small", entry_path="Beta", direction=direction).text
        assert shown.count("</article_text>") == 1


# ---- real archives -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("wikipedia_en_ray_charles_2015-06.zim", "Ray Charles"),
        ("wikipedia_en_ray_charles_novid_2018-10.zim", "Ray Charles"),
        ("made/wikipedia_en_sample_nopic_2026-11.zim", "Agriculture"),
    ],
)
def test_links_of_real_pages_can_be_fetched(name: str, entry: str) -> None:
    path = real(SHARED_DATA / "zim" / name)
    library = library_of(path)
    archive = path.stem
    for kind in ("internal", "media"):
        page = answer(library, "zim_links", zim_file_path=archive, entry_path=entry, kind=kind, limit=500)
        assert page["total"] == page["category_totals"][kind]
        fetched = {row["path"] for row in page["results"] if "path" in row and "exists" not in row}
        assert fetched or kind == "media"
        for each in fetched:
            library.open(archive).resolve(each)
