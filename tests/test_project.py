"""Rules of the project that no linter knows."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from bookwheel.config import VARIABLES
from bookwheel.tools.catalogue import catalogue

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
PROSE = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
MAX_LINES = 400


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "src")))
def test_a_source_file_fits_its_size(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < MAX_LINES


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "src")))
def test_only_config_reads_the_environment(path: Path) -> None:
    if path == ROOT / "src" / "bookwheel" / "config.py":
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    names |= {
        alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert not names & {"environ", "getenv", "environb"}


@pytest.mark.parametrize("variable", VARIABLES.values())
def test_every_variable_is_documented(variable: str) -> None:
    assert f"`{variable}`" in (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")


def test_every_documented_variable_exists() -> None:
    documented = re.findall(
        r"`(BOOKWHEEL_[A-Z_]+)`", (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    )
    assert set(documented) == set(VARIABLES.values())


@pytest.mark.parametrize("path", PROSE, ids=lambda path: path.name)
def test_links_between_the_documents_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), f"{path.name} links to {target}"


@pytest.mark.parametrize("path", sorted((ROOT / "tests").rglob("test_*.py")), ids=lambda path: path.name)
def test_a_test_over_real_data_leaves_it_to_one_place_to_skip_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"(reason=|skip\()f?\"[^\"]*\b(shared|real (pages|archives))\b", text)


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < 150


def test_the_readme_counts_the_tools_that_ask_wikimedia() -> None:
    numbers = {6: "six", 14: "fourteen"}
    live, both = (
        numbers[count] for count in (len(catalogue()) - len(catalogue(is_live=False)), len(catalogue()))
    )
    assert f"{live} of the {both} tools ask Wikimedia" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "adr").glob("*.md")), ids=lambda path: path.name)
def test_a_decision_says_what_it_answers_and_what_follows(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.search(r"^Status: \w+", text, re.MULTILINE)
    if path.name != "0001-dependencies.md":  # a table: each row is a decision with its reason
        for part in ("Context", "Decision", "Consequences"):
            assert f"**{part}" in text, part


def test_every_page_of_the_documents_is_linked_from_the_readme_or_from_one_that_is() -> None:
    linked = {ROOT / "README.md"}
    waiting = list(linked)
    while waiting:
        page = waiting.pop()
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            found = (page.parent / target).resolve()
            if found.suffix == ".md" and found not in linked:
                linked.add(found)
                waiting.append(found)
            if found == ROOT / "docs" / "adr":
                linked |= set(found.glob("*.md"))
    assert set((ROOT / "docs").rglob("*.md")) <= linked


@pytest.mark.parametrize("path", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda path: path.name)
def test_every_pinned_requirement_has_hashes_and_no_address(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index" not in text
    for entry in re.split(r"\n(?=[a-zA-Z])", text):
        if re.match(r"[a-zA-Z0-9]", entry):
            assert "--hash=sha256:" in entry, entry.splitlines()[0]
