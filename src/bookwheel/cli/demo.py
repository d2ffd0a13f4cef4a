"""`bookwheel demo`: a client starts the server as a subprocess and reads the built-in archive."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
import time
from dataclasses import dataclass, field
from typing import Any

import anyio

from bookwheel import demo_archive
from bookwheel.server.conversation import Answer, Conversation, converse

ARCHIVE = demo_archive.path().stem


@dataclass(frozen=True, slots=True)
class Scene:
    """One exchange: why it is worth seeing, the call, and how much of the answer to show."""

    title: str
    tool: str
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    lines: int = 16
    start_at: str = ""


def run() -> int:
    """Play every scene; fail when one does not go as it should."""
    return anyio.run(_play)


async def _play() -> int:
    paint = _Paint(sys.stdout.isatty())
    begun = time.perf_counter()
    async with converse(["serve", "--demo", "--source", "archive"]) as conversation:
        started = (time.perf_counter() - begun) * 1000
        print(paint.strong("Bookwheel: an encyclopaedia on disk, read over the Model Context Protocol."))
        print(
            f"Started `bookwheel serve --demo` as a subprocess: {conversation.server}, in {started:.0f} ms.\n"
        )
        print(paint.faint(_wrapped(conversation.instructions)))
        failed = [scene.title for scene in SCENES if not await _show(conversation, scene, paint)]
    if failed:
        print(f"\nThese did not go as they should: {'; '.join(failed)}", file=sys.stderr)
        return 1
    print("\n" + paint.strong("Next: point it at your own archives."))
    print(_wrapped(CLOSING))
    return 0


async def _show(conversation: Conversation, scene: Scene, paint: _Paint) -> bool:
    print("\n" + paint.title(f"── {scene.title} "))
    shown = " ".join(f"{name}={_shown(value)}" for name, value in scene.arguments.items())
    print(paint.faint(f"→ {scene.tool} {shown}"))
    begun = time.perf_counter()
    answer = await conversation.call(scene.tool, scene.arguments)
    took = (time.perf_counter() - begun) * 1000
    print(_excerpt(answer, scene))
    print(paint.faint(f"← {len(answer.text):,} characters in {took:.1f} ms"))
    return answer.is_error == scene.title.startswith("A wrong")


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _excerpt(answer: Answer, scene: Scene) -> str:
    """Return the part of the answer a scene is about, cut to its number of lines and the terminal's width."""
    lines = answer.text.splitlines()
    if scene.start_at:
        first = next((n for n, line in enumerate(lines) if scene.start_at in line), 0)
        lines = lines[first:]
    width = max(60, min(shutil.get_terminal_size((110, 24)).columns, 140))
    cut = [line if len(line) <= width else line[: width - 1] + "…" for line in lines[: scene.lines]]
    if len(lines) > scene.lines:
        cut.append(f"   … {len(lines) - scene.lines} more lines")
    return "\n".join(cut)


def _wrapped(text: str) -> str:
    return "\n".join(textwrap.fill(line, 100) for line in text.splitlines())


class _Paint:
    """Terminal colours, or nothing when the output is not a terminal."""

    def __init__(self, is_terminal: bool) -> None:  # noqa: FBT001
        self._on = is_terminal

    def _wrap(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._on else text

    def strong(self, text: str) -> str:
        return self._wrap("1", text)

    def title(self, text: str) -> str:
        return self._wrap("1;36", text)

    def faint(self, text: str) -> str:
        return self._wrap("2", text)


CLOSING = """\
Get any .zim from library.kiwix.org, then add one line to your client, for example:
  claude mcp add bookwheel -- bookwheel serve ~/zim
At a shell every tool is a command: bookwheel tools; bookwheel call zim_get … (README.md has more)."""

SCENES: tuple[Scene, ...] = (
    Scene(
        "A summary: the gist of an article, with where it comes from",
        "zim_get",
        {"zim_file_path": ARCHIVE, "entry_path": "Bookwheel", "view": "summary"},
    ),
    Scene(
        "The outline of a long article, to read only what matters",
        "zim_get",
        {"zim_file_path": ARCHIVE, "entry_path": "History of looking things up", "view": "toc"},
        lines=12,
    ),
    Scene(
        "One section, by its heading: stacked headers and spanned cells stay in their columns",
        "zim_get_section",
        {"zim_file_path": ARCHIVE, "entry_path": "Paper size", "section_id": "the sizes"},
        lines=14,
    ),
    Scene(
        "Chemistry keeps its indices, formulas are TeX",
        "zim_get",
        {"zim_file_path": ARCHIVE, "entry_path": "Iron gall ink"},
        lines=10,
        start_at="## Chemistry",
    ),
    Scene(
        "Code keeps its language and every space",
        "zim_get",
        {"zim_file_path": ARCHIVE, "entry_path": "Binary search"},
        lines=14,
        start_at="```python",
    ),
    Scene(
        "Long texts come in pieces that add up to the whole",
        "zim_get",
        {
            "zim_file_path": ARCHIVE,
            "entry_path": "History of looking things up",
            "max_content_length": 500,
            "content_offset": 4000,
        },
        lines=14,
    ),
    Scene(
        "Any script: words for “book”",
        "zim_get_section",
        {"zim_file_path": ARCHIVE, "entry_path": "Words for book", "section_id": "In many scripts"},
        lines=8,
    ),
    Scene(
        "What is in the archive",
        "zim_browse",
        {"zim_file_path": ARCHIVE, "namespace": "C", "limit": 8},
        lines=14,
    ),
    Scene(
        "A wrong title is answered with the nearest right one",
        "zim_get",
        {"zim_file_path": ARCHIVE, "entry_path": "Bookweel"},
    ),
    Scene(
        "A wrong value is answered with the nearest valid one",
        "zim_get",
        {"zim_file_path": ARCHIVE, "entry_path": "Bookwheel", "view": "sumary"},
    ),
)
