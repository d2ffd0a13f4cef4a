"""zim_get on the built-in archive: every branch, every conflict, and nothing lost by a cut."""

from __future__ import annotations

import base64
import re
import time
from pathlib import Path
from typing import Any

import pytest

from archives import make
from archives.make import Spec
from bookwheel import demo_archive
from bookwheel.archive import defects
from bookwheel.tools.zim import binary
from calls import DEMO, answer, call, error, library_of

LIBRARY = library_of(demo_archive.path())
LONG = "History_of_looking_things_up"


def get(**arguments: Any) -> dict[str, Any]:
    return answer(LIBRARY, "zim_get", zim_file_path=DEMO, **arguments)


def refused(**arguments: Any) -> dict[str, Any]:
    return error(LIBRARY, "zim_get", zim_file_path=DEMO, **arguments)


def text(**arguments: Any) -> str:
    return call(LIBRARY, "zim_get", zim_file_path=DEMO, **arguments).text


def test_a_full_view_has_the_whole_text_and_says_where_it_comes_from() -> None:
    page = get(entry_path="Bookwheel")
    assert page["content"].startswith("# Bookwheel\n\n")
    assert page["content_type"].startswith("text/html")
    assert page["_meta"]["truncated"] is False
    assert page["_meta"]["citation"] == {
        "archive": DEMO,
        "date": page["_meta"]["citation"]["date"],
        "licence": "CC0-1.0",
    }
    assert "requested_path" not in page


def test_the_text_part_stands_in_its_fence_with_the_source_above() -> None:
    shown = text(entry_path="Bookwheel")
    assert shown.startswith(f"Bookwheel · {DEMO} ")
    assert f'<article_text archive="{DEMO}" path="Bookwheel">' in shown
    assert shown.rstrip().endswith("</article_text>")


@pytest.mark.parametrize("size", [1, 7, 100, 777, 5000])
@pytest.mark.parametrize("compact", [False, True])
def test_the_pieces_of_a_cut_text_add_up_to_the_whole(size: int, compact: bool) -> None:
    whole = get(entry_path=LONG, compact=compact)["content"]
    pieces: list[str] = []
    offset = 0
    for _ in range(len(whole) + 1):
        page = get(entry_path=LONG, compact=compact, max_content_length=size, content_offset=offset)
        assert len(page["content"]) <= size
        pieces.append(page["content"])
        if "more_at_offset" not in page["_meta"]:
            break
        assert page["_meta"]["total_chars"] == len(whole)
        offset = page["_meta"]["more_at_offset"]
        if size == 1 and offset > 300:
            pieces.append(whole[offset:])
            break
    assert "".join(pieces) == whole


def test_a_cut_answer_tells_the_offset_that_goes_on() -> None:
    shown = text(entry_path=LONG, max_content_length=1000)
    page = get(entry_path=LONG, max_content_length=1000)
    assert f"go on with content_offset={page['_meta']['more_at_offset']}]" in shown


def test_an_offset_past_the_end_is_an_empty_answer_that_says_so() -> None:
    page = get(entry_path="Bookwheel", content_offset=10**9)
    assert (page["content"], page["content_offset_past_end"]) == ("", True)
    assert "nothing at content_offset=1000000000" in text(entry_path="Bookwheel", content_offset=10**9)


def test_a_redirect_serves_its_target_and_echoes_the_request() -> None:
    page = get(entry_path="Ramelli's wheel")
    assert (page["path"], page["requested_path"]) == ("Bookwheel", "Ramelli's wheel")


def test_a_fragment_selects_its_section_and_offsets_stay_those_of_the_page() -> None:
    whole = get(entry_path="Paper_size")["content"]
    page = get(entry_path="Paper_size#The_sizes")
    assert page["section_id"] == "The_sizes"
    assert page["content"].startswith("Width and height")
    assert page["content"] in whole
    cut = get(entry_path="Paper_size#The_sizes", max_content_length=60)
    rest = get(entry_path="Paper_size", content_offset=cut["_meta"]["more_at_offset"])
    assert cut["content"] + rest["content"] == whole[whole.index("Width and height") :]


def test_a_fragment_that_names_no_section_gives_the_page_and_says_so() -> None:
    page = get(entry_path="Paper_size#Nowhere")
    assert page["content"].startswith("# Paper size")
    assert "no section “Nowhere”" in page["_meta"]["hint"]


def test_a_guess_is_said_also_where_the_section_is_missing(tmp_path: Path) -> None:
    make.write(tmp_path / "band.zim", [make.page("Rock_'n'_Roll")])
    page = answer(library_of(tmp_path), "zim_get", zim_file_path="band", entry_path="Rock_’n’_Roll#Nowhere")
    assert page["_meta"]["hint"] == (
        "There is no entry “Rock_’n’_Roll#Nowhere”; this is the nearest one. "
        "The page has no section “Nowhere”; this is the whole page."
    )


@pytest.mark.parametrize(
    "mimetype", ["application/ld+json", "application/atom+xml", "application/x-javascript"]
)
def test_what_is_text_by_its_kind_is_read_as_text(tmp_path: Path, mimetype: str) -> None:
    make.write(
        tmp_path / "data.zim", [Spec("data", "Data", "{1}", mimetype, is_front=False), make.page("Page")]
    )
    page = answer(library_of(tmp_path), "zim_get", zim_file_path="data", entry_path="data")
    assert page["content"] == "{1}"


def test_compact_form_has_no_link_targets_and_the_same_words() -> None:
    assert "](" in get(entry_path="Bookwheel")["content"]
    assert "](" not in get(entry_path="Bookwheel", compact=True)["content"]


def test_a_summary_is_the_lead_without_the_facts_table() -> None:
    page = get(entry_path="Iron_gall_ink", view="summary")
    assert page["summary"].startswith("**Iron gall ink** was the common writing ink")
    assert page["word_count"] == len(page["summary"].split())
    assert page["is_truncated"] is False


def test_the_summary_of_a_disambiguation_page_lists_the_choices() -> None:
    assert "Epicyclic_gearing" in get(entry_path="Wheel_(disambiguation)", view="summary")["summary"]


def test_the_table_of_contents_is_a_tree_whose_ids_select_sections() -> None:
    page = get(entry_path=LONG, view="toc")
    assert page["max_depth"] == 2
    nodes = [node for root in page["toc"] for node in [root, *root["children"]]]
    assert page["heading_count"] == len(nodes)
    for node in nodes:
        section = answer(
            LIBRARY, "zim_get_section", zim_file_path=DEMO, entry_path=LONG, section_id=node["section_id"]
        )
        assert section["section_title"] == node["text"]


def test_the_structure_lists_every_section_with_its_first_words() -> None:
    page = get(entry_path="Paper_size", view="structure")
    assert [heading["position"] for heading in page["headings"]] == [1, 2, 3, 4]
    assert page["sections"][0]["title"] == "Introduction"
    assert all(len(section["content_preview"]) <= 300 for section in page["sections"])
    assert page["word_count"] > 50


def test_a_file_comes_as_bytes_and_a_picture_also_as_an_image() -> None:
    result = call(LIBRARY, "zim_get", zim_file_path=DEMO, entry_path="_assets_/Paper_sizes.png", binary=True)
    assert result.data is not None
    content = base64.b64decode(result.data["data"])
    assert content.startswith(b"\x89PNG")
    assert (result.data["size"], result.data["encoding"]) == (len(content), "base64")
    assert result.images[0].mimetype == "image/png"
    assert base64.b64decode(result.images[0].data) == content


def test_a_file_over_the_cap_is_described_and_not_sent() -> None:
    page = get(entry_path="_assets_/Paper_sizes.png", binary=True, max_content_length=10)
    assert (page["data"], page["truncated"], page["encoding"]) == (None, True, None)
    assert page["size"] > 10
    assert "raise it" in page["message"]


def test_a_file_that_no_cap_lets_through_is_said_to_be_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binary, "MOST_BYTES", 100)
    make.write(tmp_path / "large.zim", [Spec("video", "Video", b"\0" * 101, "video/webm")])
    library = library_of(tmp_path)
    arguments = {"zim_file_path": "large", "entry_path": "video", "binary": True}
    page = answer(library, "zim_get", **arguments, max_content_length=100)
    assert (
        page["message"] == "101 bytes are more than max_content_length=100: only entries up to 100 are sent."
    )


@pytest.mark.parametrize("target", ["missing", "https://example.org/x", "stub"])
def test_a_page_that_forwards_to_what_is_not_there_says_so(tmp_path: Path, target: str) -> None:
    make.write(tmp_path / "stubs.zim", [make.forward("stub", target), make.page("Page")])
    found = call(library_of(tmp_path), "zim_get", zim_file_path="stubs", entry_path="stub")
    assert found.data is not None
    assert (
        found.data["_meta"]["hint"]
        == f"This page only forwards to {target}, where the archive holds no other page."
    )
    assert found.data["_meta"]["hint"] in found.text


def test_the_text_view_of_a_picture_says_how_to_get_its_bytes() -> None:
    assert "binary=true" in get(entry_path="_assets_/Paper_sizes.png")["content"]
    for view in ("summary", "toc", "structure"):
        assert "binary=true" in get(entry_path="_assets_/Paper_sizes.png", view=view)["message"]


def test_the_main_page_needs_no_path_and_pages_like_any_other() -> None:
    page = get(main_page=True, max_content_length=100)
    rest = get(entry_path=page["path"], content_offset=page["_meta"]["more_at_offset"])
    assert page["content"] + rest["content"] == get(entry_path=page["path"])["content"]


def test_several_entries_come_in_one_answer_and_a_bad_one_harms_no_other() -> None:
    page = get(entry_paths=["Bookwheel", "No such page", "Paper"], max_content_length=200)
    assert (page["succeeded"], page["failed"]) == (2, 1)
    first, bad, last = page["results"]
    assert first["content"].startswith("# Bookwheel")
    assert bad["error"]["data"]["reason"] == "entry_not_found"
    rest = get(entry_path="Paper", content_offset=last["_meta"]["more_at_offset"])
    assert last["content"] + rest["content"] == get(entry_path="Paper")["content"]


@pytest.mark.parametrize("compact", [None, True])
def test_the_line_below_a_cut_entry_of_several_says_how_to_go_on_with_it_alone(compact: bool | None) -> None:
    shown = text(entry_paths=["Paper size"], max_content_length=200, compact=compact)
    given = dict(re.findall(r'(\w+)=("[^"]*"|\S+)', shown.rpartition("go on with zim_get ")[2].rstrip("]\n")))
    page = get(entry_path="Paper size", max_content_length=200, compact=compact)
    assert given.pop("entry_path") == '"Paper size"'
    assert given == {"content_offset": str(page["_meta"]["more_at_offset"])} | (
        {"compact": "true"} if compact else {}
    )


@pytest.mark.parametrize(
    "cited",
    [
        "[cite: demo/Bookwheel#Were_any_built?]",
        "[CITE: demo/Bookwheel#Were_any_built?]",
        "cite: demo/Bookwheel#Were_any_built?",
        "demo/Bookwheel#Were_any_built?",
        "[cite: Bookwheel#Were_any_built?]",
    ],
)
def test_a_citation_is_read_as_it_stands_in_an_answer(cited: str) -> None:
    page = get(entry_path=cited)
    assert (page["path"], page["section_id"]) == ("Bookwheel", "Were_any_built?")
    asked = call(LIBRARY, "zim_query", query=cited).text
    assert page["content"][:60] in asked


def test_a_citation_of_another_archive_is_not_found() -> None:
    found = error(LIBRARY, "zim_get", zim_file_path=DEMO, entry_path="[cite: elsewhere/Bookwheel]")
    assert found["reason"] == "entry_not_found"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({}, "Nothing"),
        ({"main_page": False}, "Nothing"),
        ({"view": "summary"}, "Nothing"),
        ({"entry_path": ""}, "entry_path is empty"),
        ({"entry_paths": []}, "entry_paths is empty"),
        ({"entry_path": "a", "entry_paths": ["b"]}, "entry_path and entry_paths"),
        ({"entry_path": "a", "main_page": True}, "entry_path and main_page"),
        ({"entry_paths": ["a"], "main_page": True}, "entry_paths and main_page"),
        ({"entry_paths": ["a"], "view": "toc"}, "view"),
        ({"entry_paths": ["a"], "binary": True}, "binary"),
        ({"entry_paths": ["a"], "content_offset": 5}, "content_offset"),
        ({"main_page": True, "view": "full"}, "view"),
        ({"main_page": True, "binary": False}, "binary"),
        ({"entry_path": "a", "binary": True, "view": "toc"}, "view=toc"),
        ({"entry_path": "a", "binary": True, "content_offset": 0}, "content_offset"),
        ({"entry_path": "a", "view": "summary", "content_offset": 5}, "content_offset"),
    ],
)
def test_arguments_that_exclude_each_other_are_refused_by_name(arguments: dict[str, Any], named: str) -> None:
    found = refused(**arguments)
    assert (found["reason"], found["code"]) == ("invalid_path_combination", -32602)
    assert named in found["message"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"entry_path": "Bookwheel", "main_page": False, "binary": False},
        {"entry_path": "Bookwheel", "view": None, "entry_paths": None},
        {"entry_paths": ["Bookwheel"], "view": "full", "content_offset": 0, "binary": False},
        {"main_page": True, "content_offset": 3},
        {"entry_path": "Bookwheel", "binary": True, "view": "full"},
        {"entry_path": "Bookwheel", "compact_budget": "tiny"},
    ],
)
def test_defaults_and_absent_arguments_never_conflict(arguments: dict[str, Any]) -> None:
    get(**arguments)


def test_too_large_a_cap_on_bytes_names_the_largest() -> None:
    found = refused(entry_path="Bookwheel", binary=True, max_content_length=25_000_001)
    assert (found["reason"], found["nearest_valid"]) == ("invalid_max_content_length", 25_000_000)


def test_a_title_that_is_nearly_right_is_answered_with_the_right_one() -> None:
    found = refused(entry_path="Bookweel")
    assert (found["reason"], found["code"], found["closest_match"]) == (
        "entry_not_found",
        -32001,
        "Bookwheel",
    )


@pytest.mark.parametrize(
    "path", ["../../etc/passwd", "Bookwheel/../../x", "\x00", "%2e%2e/x", "C:\\x", "x" * 4000]
)
def test_a_path_that_names_nothing_is_simply_not_found(path: str) -> None:
    found = refused(entry_path=path)
    assert found["reason"] == "entry_not_found"
    assert len(found["message"]) < 400


@pytest.mark.parametrize("kind", ["text/plain", "text/html"])
def test_the_declared_encoding_is_read(tmp_path: Path, kind: str) -> None:
    body = "<p>Un café à Zürich</p>" if kind == "text/html" else "Un café à Zürich"
    spec = Spec("page", "Page", body.encode("latin-1"), f"{kind}; charset=iso-8859-1")
    make.write(tmp_path / "latin.zim", [spec])
    page = answer(library_of(tmp_path), "zim_get", zim_file_path="latin", entry_path="page")
    assert "Un café à Zürich" in page["content"]


def test_the_pages_of_a_plain_text_add_up_to_the_whole_without_what_is_invisible(tmp_path: Path) -> None:
    line = "Zero\u200bwidth, a lone\rreturn, \u0645\u200c\u0646 joined, \U0001f469\u200d\U0001f4bb at work\u202e.\r\n"
    make.write(tmp_path / "texts.zim", [Spec("a.txt", "A", line * 40 + "\r\nThe end.", "text/plain")])
    library = library_of(tmp_path)
    pieces: list[str] = []
    offset: int | None = 0
    while offset is not None:
        page = answer(
            library,
            "zim_get",
            zim_file_path="texts",
            entry_path="a.txt",
            content_offset=offset,
            max_content_length=97,
        )
        assert len(page["content"]) <= 97
        pieces.append(page["content"])
        offset = page["_meta"].get("more_at_offset")
    shown = "Zerowidth, a lone\nreturn, \u0645\u200c\u0646 joined, \U0001f469\u200d\U0001f4bb at work.\n"
    assert "".join(pieces) == shown * 40 + "\nThe end."


def test_a_page_of_a_plain_text_of_megabytes_costs_what_the_page_holds(tmp_path: Path) -> None:
    line = "The quick brown fox, naïve and “quoted”, jumps over the lazy dog.\n"
    make.write(tmp_path / "texts.zim", [Spec("a.txt", "A", line * 60_000, "text/plain")])
    library = library_of(tmp_path)
    wanted = {"zim_file_path": "texts", "entry_path": "a.txt", "max_content_length": 500}
    answer(library, "zim_get", **wanted)
    begun = time.process_time()
    page = answer(library, "zim_get", **wanted, content_offset=2_000_000)
    assert time.process_time() - begun < 0.15
    assert page["total_chars"] == len(line) * 60_000


def test_a_page_too_large_to_be_parsed_is_refused_and_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = [
        make.page("Large", body="<p>A large one.</p>" * 200),
        make.page("Small", body="<p>A small one.</p>"),
    ]
    library = library_of(make.write(tmp_path / "sizes.zim", pages))
    monkeypatch.setattr(defects, "MAX_PAGE_BYTES", 2_000)
    for view in ("full", "summary", "toc", "structure"):
        refused = error(library, "zim_get", zim_file_path="sizes", entry_path="Large", view=view)
        assert (refused["reason"], refused["retryable"]) == ("entry_too_large", False)
    assert error(library, "zim_get_section", zim_file_path="sizes", entry_path="Large", section_id="0")
    assert "A small one." in call(library, "zim_get", zim_file_path="sizes", entry_path="Small").text
    rows = answer(library, "zim_search", zim_file_path="sizes", query="one")["results"]
    assert {row["path"] for row in rows} == {"Large", "Small"}
    batch = answer(library, "zim_get", zim_file_path="sizes", entry_paths=["Large", "Small"])
    assert (batch["succeeded"], batch["failed"]) == (1, 1)
