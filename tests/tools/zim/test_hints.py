"""What is to be said of how an entry was found stands in the text too, for clients that show nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from archives import make
from bookwheel.archive.library import Library
from calls import call, library_of

CALLS: list[tuple[str, dict[str, Any]]] = [
    *(("zim_get", {"view": view}) for view in ("full", "summary", "toc", "structure")),
    ("zim_get", {"binary": True}),
    ("zim_get_section", {"section_id": "Style"}),
    *(("zim_links", {"direction": direction}) for direction in ("outbound", "inbound", "related")),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("hints")
    pages = [
        make.page("Curriculum–Vitae", body='<h2 id="Style">Style</h2><p>Short.</p>'),
        make.page("Letter", body='<a href="Curriculum%E2%80%93Vitae">vita</a>'),
        make.forward("CV", "Curriculum%E2%80%93Vitae#Style"),
    ]
    make.write(folder / "words.zim", pages, has_index=False)
    return library_of(folder)


@pytest.mark.parametrize(("tool", "arguments"), CALLS, ids=str)
def test_a_guess_is_told_in_the_text(library: Library, tool: str, arguments: dict[str, Any]) -> None:
    result = call(library, tool, zim_file_path="words", entry_path="Curriculum-vitae", **arguments)
    assert result.data is not None
    hint = result.data["_meta"]["hint"]
    assert hint == "There is no entry “Curriculum-vitae”; this is the nearest one."
    assert hint in result.text


@pytest.mark.parametrize("view", ["summary", "toc", "structure"])
@pytest.mark.parametrize("path", ["Curriculum–Vitae#Style", "CV"])
def test_a_view_of_the_whole_page_says_so_to_whom_a_section_was_meant(
    library: Library, path: str, view: str
) -> None:
    result = call(library, "zim_get", zim_file_path="words", entry_path=path, view=view)
    assert "This is of the whole page: view=full reads its section “Style”." in result.text


def test_nothing_is_said_of_what_was_found_as_written(library: Library) -> None:
    result = call(library, "zim_get", zim_file_path="words", entry_path="Curriculum–Vitae", view="summary")
    assert result.data is not None
    assert "hint" not in result.data["_meta"]
