"""A folder with more archives than one question can be put to: the largest are asked, and the answer says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from archives.make import write
from archives.towns import META, page
from bookwheel.archive.library import Library
from bookwheel.errors import BookwheelError
from bookwheel.tools.zim import query, search_everywhere
from calls import answer, call, library_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("many")
    for number in range(1, 6):
        filler = "".join(f"<p>Paragraph {line * number:x} of nothing.</p>" for line in range(900 * number))
        pages = [page("Velmark", f"<p>Velmark is town number {number} on the river Isk.</p>{filler}")]
        write(place / f"towns{number}.zim", pages, metadata={**META, "Name": f"towns{number}"})
    return place


@pytest.fixture
def library(folder: Path) -> Library:
    library = library_of(folder)
    library.most_asked = 2
    return library


def _said(library: Library, text: str) -> str:
    return query.read(library, query.Arguments(query=text)).text


def test_the_largest_archives_are_asked_and_it_is_said_of_how_many(library: Library) -> None:
    said = _said(library, "tell me about Velmark")
    assert said.startswith("2 of 5 archives (the largest) were asked; this is from towns4. Also in: towns5.")
    assert "town number 4" in said


def test_what_none_of_them_has_is_not_said_of_all(library: Library) -> None:
    with pytest.raises(BookwheelError, match=r"None of 2 of 5 archives \(the largest\) has an entry"):
        _said(library, "table of contents of Zebrafish")


def test_an_archive_that_was_not_asked_can_be_named(library: Library) -> None:
    found = query.read(library, query.Arguments(query="tell me about Velmark", zim_file_path="towns1"))
    assert "town number 1" in found.text


def test_passages_come_from_the_archives_asked(library: Library) -> None:
    result = call(library, "zim_query", query="which river is Velmark on?", synthesize=True)
    assert result.data is not None
    assert result.data["archives_searched"] == ["towns4", "towns5"]
    assert result.text.startswith("2 of 5 archives (the largest) were asked.")


def test_a_search_whose_time_is_up_names_the_archives_it_did_not_reach(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_everywhere, "BUDGET_SECONDS", -1.0)
    data = answer(library, "zim_search", query="river", cross_file=True)
    assert (data["files_searched"], data["budget_exceeded"]) == (0, True)
    assert data["_meta"]["hint"].endswith("towns1, towns2, towns3, towns4, towns5.")
    assert "towns3" in _said(library, "search for river")
    monkeypatch.undo()
    data = answer(library, "zim_search", query="river", cross_file=True)
    assert data["files_with_hits"] == 5


_FEW_FILES = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
from pathlib import Path
from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.tools.zim import query
library = Library(LibrarySettings((sys.argv[1],)))
print(query.read(library, query.Arguments(query="tell me about Velmark")).text)
print(query.read(library, query.Arguments(query="which river is Velmark on?", synthesize=True)).text)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of this kind")
def test_few_files_that_may_be_open_are_no_fault_of_the_question(folder: Path, tmp_path: Path) -> None:
    for number in range(30):
        (tmp_path / f"copy{number}.zim").hardlink_to(folder / "towns1.zim")
    run = [sys.executable, "-c", _FEW_FILES, str(tmp_path)]
    said = subprocess.run(run, capture_output=True, text=True, check=False)
    assert said.stdout.count("8 of 30 archives (the largest) were asked") == 2, said.stderr
