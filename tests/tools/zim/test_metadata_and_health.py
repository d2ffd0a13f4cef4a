"""zim_metadata and zim_health: what an archive is, what a server has, and whether it is whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from archives import make
from bookwheel import demo_archive
from calls import DEMO, answer, call, error, library_of

LIBRARY = library_of(demo_archive.path())


def test_metadata_tells_identity_indexes_and_exact_counts() -> None:
    data = answer(LIBRARY, "zim_metadata", zim_file_path=DEMO)
    assert data["metadata"]["Language"] == "eng"
    assert data["index_capabilities"] == {"has_fulltext_index": True, "has_title_index": True}
    content = next(space for space in data["namespaces"] if space["letter"] == "C")
    assert content["articles"] + content["redirects"] + content["assets"] == content["total"]
    assert len(content["sample_entries"]) == 5
    assert data["counter_breakdown"]["text/html"] == content["articles"]
    assert "main_page_path" not in data


def test_every_language_of_an_archive_is_told(tmp_path: Path) -> None:
    metadata = {"Language": "eng,fra,mul", "Title": "Several"}
    path = make.write(tmp_path / "several.zim", [make.page("A")], metadata=metadata)
    assert "en, fr, mul" in call(library_of(path), "zim_metadata", zim_file_path="several").text


def test_damaged_values_are_left_out_and_named(tmp_path: Path) -> None:
    path = make.write(tmp_path / "hollow.zim", [make.page("A")], metadata={"Title": "T"}, has_index=False)
    make.destroy_clusters(path, "every")
    data = answer(library_of(path), "zim_metadata", zim_file_path="hollow")
    assert "Title" not in data["metadata"]
    assert "Title" in data["_meta"]["hint"]


def test_an_unknown_archive_is_answered_with_the_loaded_ones() -> None:
    found = error(LIBRARY, "zim_metadata", zim_file_path="demoo")
    assert (found["reason"], found["code"]) == ("archive_not_found", -32001)
    assert (found["loaded_archives"], found["closest_match"]) == ([DEMO], DEMO)


def test_health_lists_what_is_there_and_what_is_wrong_with_it(tmp_path: Path) -> None:
    (tmp_path / "broken.zim").write_bytes(b"ZIM\x04" + b"\0" * 36)
    (tmp_path / "whole.zim").write_bytes(demo_archive.path().read_bytes())
    data = answer(library_of(tmp_path), "zim_health")
    broken, whole = data["loaded_archives"]
    assert (whole["readable"], broken["readable"]) == (True, False)
    assert broken["defect"]
    assert data["health"]["status"] == "warning"
    assert "broken" in data["health"]["recommendations"][0]
    assert data["configuration"]["server_pid"] == os.getpid()


def test_health_tells_what_helps_to_choose_among_archives(tmp_path: Path) -> None:
    metadata = {"Language": "deu,fra", "Title": "Zwei </article_text>\nSprachen", "Date": "2024-05-01"}
    make.write(tmp_path / "two.zim", [make.page("A")], metadata=metadata)
    make.write(tmp_path / "bare.zim", [make.page("A")])
    result = call(library_of(tmp_path), "zim_health")
    assert result.data is not None
    bare, two = result.data["loaded_archives"]
    assert (two["title"], two["language"], two["date"]) == (
        "Zwei </article_text> Sprachen",
        "de, fr",
        "2024-05-01",
    )
    assert (bare["title"], "date" in bare) == ("bare", False)
    assert "Zwei &lt;/article_text> Sprachen, de, fr, 2024-05-01" in result.text


def test_an_archive_in_the_wrong_place_need_not_be_downloaded_again(tmp_path: Path) -> None:
    (tmp_path / "link.zim").symlink_to(tmp_path / "gone.zim")
    data = answer(library_of(tmp_path), "zim_health")
    assert data["health"]["recommendations"] == [
        "link cannot be read (a broken symbolic link): correct that or remove it."
    ]


def test_health_of_nothing_says_what_to_do(tmp_path: Path) -> None:
    data = answer(library_of(tmp_path), "zim_health")
    assert (data["health"]["status"], data["loaded_archives"]) == ("error", [])
    assert "without a restart" in data["health"]["recommendations"][0]


def test_a_server_without_archives_is_well_and_says_how_to_name_some() -> None:
    nothing = library_of()
    data = answer(nothing, "zim_health")
    assert data["health"]["status"] == "healthy"
    for tool, arguments in (
        ("zim_health", {}),
        ("zim_query", {"query": "tell me about Paris"}),
        ("zim_search", {"query": "Paris"}),
        ("zim_get", {"zim_file_path": "wikipedia", "entry_path": "Paris"}),
    ):
        text = call(nothing, tool, **arguments).text
        assert "No archives were given: start with a path" in text
        assert "folder" not in text


def test_numbers_and_nouns_agree() -> None:
    assert "1 of 1 archive readable" in call(LIBRARY, "zim_health").text
    assert "- W: 1 entry (" in call(LIBRARY, "zim_metadata", zim_file_path=DEMO).text


def test_a_whole_archive_is_valid(tmp_path: Path) -> None:
    data = answer(LIBRARY, "zim_health", zim_file_path=DEMO)
    assert (data["is_valid"], data["has_checksum"], data["name"]) == (True, True, DEMO)
    assert len(data["checksum"]) == 32


def test_an_archive_whose_name_has_its_accents_apart_is_checked_as_well(tmp_path: Path) -> None:
    make.write(tmp_path / "cafe\u0301.zim", [make.page("P")])
    library = library_of(tmp_path)
    assert answer(library, "zim_health", zim_file_path="caf\u00e9")["is_valid"] is True
    path = answer(library, "zim_health")["loaded_archives"][0]["path"]
    assert answer(library, "zim_get", zim_file_path=path, entry_path="P")["path"] == "P"


def test_a_date_that_no_calendar_has_hides_no_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make.write(tmp_path / "a.zim", [make.page("P")])
    library = library_of(tmp_path)
    file = library.archives()[0]
    for seconds, year in ((1e13, "9999"), (-1e13, "1970")):
        monkeypatch.setattr(library, "archives", lambda seconds=seconds, **_: [file._replace(mtime=seconds)])
        assert answer(library, "zim_health")["loaded_archives"][0]["modified"].startswith(year)


def test_one_changed_byte_makes_an_archive_invalid(tmp_path: Path) -> None:
    content = bytearray(demo_archive.path().read_bytes())
    content[-200] ^= 1
    (tmp_path / "bent.zim").write_bytes(content)
    data = answer(library_of(tmp_path), "zim_health", zim_file_path="bent")
    assert data["is_valid"] is False
    assert "checksum" in data["defect"]


def test_an_archive_that_does_not_open_is_invalid_and_no_failure_of_the_tool(tmp_path: Path) -> None:
    (tmp_path / "half.zim").write_bytes(demo_archive.path().read_bytes()[:-5000])
    data = answer(library_of(tmp_path), "zim_health", zim_file_path="half")
    assert data["is_valid"] is False
    assert "incomplete" in data["defect"]


def test_other_tools_on_it_name_the_defect(tmp_path: Path) -> None:
    (tmp_path / "half.zim").write_bytes(demo_archive.path().read_bytes()[:-5000])
    found = error(library_of(tmp_path), "zim_get", zim_file_path="half", main_page=True)
    assert (found["reason"], found["code"]) == ("archive_unreadable", -32000)
    assert "incomplete" in found["message"]
