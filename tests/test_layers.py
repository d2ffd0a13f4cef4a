"""Each import contract, broken on purpose once, is caught."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

if find_spec("importlinter") is None:
    pytest.skip("import-linter is not installed (make check sets it up)", allow_module_level=True)

UPWARDS = "Imports only point down; siblings do not see each other"
BREACHES = [
    ("document/model.py", "import bookwheel.render", UPWARDS),
    ("render/options.py", "import bookwheel.html", UPWARDS),
    ("tools/fields.py", "import bookwheel.server", UPWARDS),
    ("config.py", "import bookwheel.app", UPWARDS),
    ("tools/dispatch.py", "import mcp", "Only server knows the MCP SDK"),
    ("query/parse.py", "import mcp", "Only server knows the MCP SDK"),
    ("companion/store.py", "import libzim", "Only archive knows libzim"),
    ("finding/ladder.py", "import selectolax", "Only html knows selectolax"),
    ("titles/keys.py", "import httpx2", "Only live speaks HTTP"),
    (
        "companion/build.py",
        "import asyncio",
        "What a reader process runs knows neither the SDK nor the event loop",
    ),
    ("tools/zim/get.py", "import libzim", "Only archive knows libzim"),
    ("archive/opened.py", "import selectolax", "Only html knows selectolax"),
    (
        "tools/zim/get.py",
        "import anyio",
        "What a reader process runs knows neither the SDK nor the event loop",
    ),
    (
        "archive/opened.py",
        "import bookwheel.archive.reader",
        "What a reader process runs knows neither the SDK nor the event loop",
    ),
]


def broken_contracts(folder: Path) -> set[str]:
    command = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command; lint_imports_command()",
        "--no-cache",
    ]
    ran = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "src"), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Contracts:" in ran.stdout, ran.stdout + ran.stderr
    return {line.removesuffix(" BROKEN") for line in ran.stdout.splitlines() if line.endswith(" BROKEN")}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("layers")
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.zim"))
    shutil.copy(ROOT / ".importlinter", folder)
    return folder


def test_the_contracts_hold_as_things_are(copy: Path) -> None:
    assert broken_contracts(copy) == set()


@pytest.mark.parametrize(
    ("place", "line", "contract"), BREACHES, ids=[f"{place}: {line}" for place, line, _ in BREACHES]
)
def test_a_forbidden_import_is_caught(copy: Path, place: str, line: str, contract: str) -> None:
    path = copy / "src" / "bookwheel" / place
    before = path.read_text(encoding="utf-8")
    path.write_text(f"{before}\n{line}\n", encoding="utf-8")
    try:
        assert contract in broken_contracts(copy)
    finally:
        path.write_text(before, encoding="utf-8")
