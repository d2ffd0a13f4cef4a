"""zim_get_section: the ways to name a section, and its place in the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from archives import make
from bookwheel import demo_archive
from calls import DEMO, answer, call, error, library_of

LIBRARY = library_of(demo_archive.path())
LONG = "History_of_looking_things_up"


def section(entry_path: str, section_id: str, **arguments: Any) -> dict[str, Any]:
    return answer(
        LIBRARY,
        "zim_get_section",
        zim_file_path=DEMO,
        entry_path=entry_path,
        section_id=section_id,
        **arguments,
    )


@pytest.mark.parametrize("name", ["The_sizes", "The sizes", "the sizes", "THE_SIZES", "sizes"])
def test_a_section_is_found_by_id_heading_or_part_of_it(name: str) -> None:
    found = section("Paper_size", name)
    assert (found["section_id"], found["section_title"], found["level"]) == ("The_sizes", "The sizes", 2)


@pytest.mark.parametrize("name", ["#The_sizes", "Paper_size#The_sizes", "The%5Fsizes", "#the%20sizes"])
def test_a_section_may_be_named_by_the_end_of_an_address(name: str) -> None:
    found = section("Paper_size", name)
    assert (found["section_id"], found["_meta"].get("hint")) == ("The_sizes", None)


def test_what_is_called_like_the_end_of_an_address_goes_first(tmp_path: Path) -> None:
    body = '<h2 id="sharp">C#</h2><p>x</p><h2 id="F">F</h2><p>y</p><h2 id="C#F">Z</h2><p>z</p>'
    arguments = {"zim_file_path": "arts", "entry_path": "Arts"}
    library = library_of(make.write(tmp_path / "arts.zim", [make.page("Arts", body=body)], has_index=False))
    assert answer(library, "zim_get_section", section_id="C#", **arguments)["section_id"] == "sharp"
    assert answer(library, "zim_get_section", section_id="C#F", **arguments)["section_id"] == "C#F"


def test_a_section_found_by_part_of_its_heading_says_so() -> None:
    hint = section("Paper_size", "sizes")["_meta"]["hint"]
    assert hint == "No section is called “sizes”; the heading of this one holds it."
    assert "hint" not in section("Paper_size", "the sizes")["_meta"]


def test_the_beginning_of_a_word_goes_before_its_middle(tmp_path: Path) -> None:
    body = '<h2 id="Cartography">Cartography</h2><p>x</p><h2 id="Modern_art">Modern art</h2><p>y</p>'
    path = make.write(tmp_path / "arts.zim", [make.page("Arts", body=body)], has_index=False)
    arguments = {"zim_file_path": "arts", "entry_path": "Arts"}
    library = library_of(path)
    assert answer(library, "zim_get_section", section_id="art", **arguments)["section_id"] == "Modern_art"
    assert answer(library, "zim_get_section", section_id="togra", **arguments)["section_id"] == "Cartography"


@pytest.mark.parametrize("name", ["Introduction", "lead"])
def test_the_lead_is_a_section_too(name: str) -> None:
    found = section("Paper_size", name)
    assert found["section_title"] == "Introduction"
    assert "agreed height and width" in found["content_markdown"]
    assert found["parent_id"] is None


def test_subsections_come_along_unless_told_otherwise() -> None:
    whole = section("Paper_size", "The_sizes")["content_markdown"]
    own = section("Paper_size", "The_sizes", include_subsections=False)["content_markdown"]
    assert "### What they are used for" in whole
    assert whole.startswith(own)
    assert "###" not in own


def test_a_subsection_names_its_parent() -> None:
    assert section("Paper_size", "What_they_are_used_for")["parent_id"] == "The_sizes"
    assert section("Paper_size", "The_sizes")["parent_id"] is None


@pytest.mark.parametrize("compact", [True, False])
def test_a_cut_section_goes_on_in_the_page(compact: bool) -> None:
    whole = section(LONG, "Cards", compact=compact)["content_markdown"]
    cut = section(LONG, "Cards", compact=compact, max_chars=300)
    assert cut["truncated"] is True
    rest = answer(
        LIBRARY,
        "zim_get",
        zim_file_path=DEMO,
        entry_path=LONG,
        compact=compact,
        content_offset=cut["_meta"]["more_at_offset"],
    )
    assert (cut["content_markdown"] + rest["content"]).startswith(whole)


@pytest.mark.parametrize("compact", [None, True, False])
def test_the_line_below_a_cut_section_is_all_that_has_to_be_said_to_go_on(compact: bool | None) -> None:
    where = {"zim_file_path": DEMO, "entry_path": "Index_(publishing)"}
    asked = {**where, "section_id": "References"} | ({} if compact is None else {"compact": compact})
    whole = section("Index_(publishing)", "References", compact=compact)["content_markdown"]
    cut = call(LIBRARY, "zim_get_section", **asked, max_chars=200)
    given = cut.text.rpartition("go on with zim_get ")[2].rstrip("]").split()
    rest = answer(LIBRARY, "zim_get", **where, **dict(word.split("=") for word in given))
    assert cut.data is not None
    assert (cut.data["content_markdown"] + rest["content"]).startswith(whole)


def test_counts_are_those_of_the_text_given() -> None:
    found = section("Paper_size", "History")
    assert found["char_count"] == len(found["content_markdown"])
    assert found["word_count"] == len(found["content_markdown"].split())
    assert found["truncated"] is False


def test_the_text_part_is_fenced_with_the_section_named() -> None:
    shown = call(
        LIBRARY, "zim_get_section", zim_file_path=DEMO, entry_path="Paper_size", section_id="History"
    ).text
    assert 'path="Paper_size#History"' in shown


def refused(**arguments: Any) -> dict[str, Any]:
    return error(LIBRARY, "zim_get_section", zim_file_path=DEMO, **arguments)


def test_an_unknown_section_lists_those_there_are_and_the_closest() -> None:
    found = refused(entry_path="Paper_size", section_id="Histery")
    assert (found["reason"], found["code"]) == ("section_not_found", -32001)
    assert found["closest_match"] == "History"
    assert found["available_section_ids"] == [
        "Why_the_square_root_of_two",
        "The_sizes",
        "What_they_are_used_for",
        "History",
    ]
    assert (found["available_section_ids_total"], found["available_section_ids_truncated"]) == (4, False)


def test_a_heading_is_named_where_its_id_says_nothing(tmp_path: Path) -> None:
    body = '<h2 id="mwAb">Early years</h2><p>x</p><h2 id="Death">Death</h2><p>y</p>'
    library = library_of(make.write(tmp_path / "lives.zim", [make.page("Ray", body=body)]))
    arguments = {"zim_file_path": "lives", "entry_path": "Ray"}
    near = error(library, "zim_get_section", section_id="Early year’s", **arguments)
    assert (near["closest_match"], near["hint"]) == ("mwAb", "Did you mean Early years (mwAb)?")
    far = error(library, "zim_get_section", section_id="Discography", **arguments)
    assert ("closest_match" in far, far["hint"]) == (False, "It has: Early years (mwAb), Death.")


@pytest.mark.parametrize(
    ("wanted", "closest"),
    [
        ("Earley life", "Early_life_and_education"),
        ("Earlly life and education", "Early_life_and_education"),
        ("Educaton", "Early_life_and_education"),
        ("Personel life", "Personal_life"),
    ],
)
def test_the_closest_heading_is_close_as_a_whole_or_in_a_part(
    tmp_path: Path, wanted: str, closest: str
) -> None:
    titles = ("Early life and education", "Personal life", "Later life")
    body = "".join(f'<h2 id="{title.replace(" ", "_")}">{title}</h2><p>x</p>' for title in titles)
    library = library_of(make.write(tmp_path / "lives.zim", [make.page("Ray", body=body)]))
    found = error(library, "zim_get_section", zim_file_path="lives", entry_path="Ray", section_id=wanted)
    assert found["closest_match"] == closest


def test_of_two_headings_as_close_both_are_named(tmp_path: Path) -> None:
    titles = ("Personal life", "Early years (1930–45)", "Awards")
    body = "".join(f"<h2>{title}</h2><p>x</p>" for title in titles)
    library = library_of(make.write(tmp_path / "lives.zim", [make.page("Ray", body=body)]))
    found = error(
        library, "zim_get_section", zim_file_path="lives", entry_path="Ray", section_id="Early life"
    )
    assert found["hint"] == "Did you mean Personal_life or Early_years_(1930–45)?"


def test_of_many_headings_ten_are_named_and_the_others_counted(tmp_path: Path) -> None:
    body = "".join(f"<h2 id='n{number}'>Part {number}</h2><p>x</p>" for number in range(50))
    library = library_of(make.write(tmp_path / "long.zim", [make.page("Long", body=body)]))
    found = error(
        library, "zim_get_section", zim_file_path="long", entry_path="Long", section_id="Zebra fish"
    )
    assert found["hint"].endswith("Part 9 (n9) and 40 more; zim_get(view='toc') lists them.")


def test_a_cut_section_tells_its_own_length() -> None:
    whole = section(LONG, "Cards")
    cut = call(
        LIBRARY, "zim_get_section", zim_file_path=DEMO, entry_path=LONG, section_id="Cards", max_chars=300
    )
    assert cut.data is not None
    assert cut.data["_meta"]["section_chars"] == whole["char_count"]
    assert (
        f"[{cut.data['char_count']} of the section's {whole['char_count']} characters; in the page"
        in cut.text
    )
    assert "section_chars" not in whole["_meta"]
    read = call(LIBRARY, "zim_get", zim_file_path=DEMO, entry_path=f"{LONG}#Cards", max_content_length=300)
    assert read.data is not None
    assert read.data["_meta"]["section_chars"] == len(
        answer(LIBRARY, "zim_get", zim_file_path=DEMO, entry_path=f"{LONG}#Cards")["content"]
    )


def test_a_page_without_headings_and_a_file_say_why_there_is_no_section() -> None:
    assert refused(entry_path="_assets_/Paper_sizes.png", section_id="x")["why"] == "non_html"


def test_an_unknown_entry_is_not_found() -> None:
    assert refused(entry_path="Nope_nope", section_id="x")["reason"] == "entry_not_found"


def test_an_empty_id_is_refused() -> None:
    assert refused(entry_path="Paper_size", section_id="")["field"] == "section_id"
