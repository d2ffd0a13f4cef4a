"""`bookwheel demo`: a client starts the server as a subprocess and reads the built-in archive."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import anyio

from bookwheel import demo_archive
from bookwheel.cli.own_command import own_command
from bookwheel.config import wants_colour
from bookwheel.server.conversation import Answer, Conversation, command, converse
from bookwheel.tools.counting import counted

ARCHIVE = demo_archive.path().stem
SERVE = ("serve", "--demo", "--source", "archive")


@dataclass(frozen=True, slots=True)
class Scene:
    """One exchange: why it is worth seeing, the call, and which lines of the answer to show.

    What is shown begins at the first line that holds `start_at`, or where the quoted text does.
    """

    title: str
    tool: str
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    lines: int = 6
    start_at: str = "<article_text"
    is_refused: bool = False


def run() -> int:
    """Play every scene; fail when one does not go as it should."""
    return anyio.run(_play)


async def _play() -> int:
    paint = _Paint(sys.stdout.isatty() and wants_colour())
    print(paint.strong("Bookwheel: an encyclopaedia on disk, read over the Model Context Protocol."))
    print(paint.faint(f"$ {shlex.join(command(SERVE))}"), flush=True)
    begun = time.perf_counter()
    async with converse(SERVE) as conversation:
        started = (time.perf_counter() - begun) * 1000
        print(f"{conversation.server}, {len(await conversation.tools())} tools, ready in {started:.0f} ms.")
        failed = [scene.title for scene in SCENES if not await _show(conversation, scene, paint)]
    if failed:
        print(f"\nThese did not go as they should: {'; '.join(failed)}", file=sys.stderr)
        return 1
    print(
        "\n"
        + paint.strong("Next: get any .zim from library.kiwix.org and add the server to your client, e.g.")
    )
    print(closing())
    return 0


def closing() -> str:
    """Return what to do next, in commands that work from anywhere."""
    here = own_command()
    return "\n".join(
        (
            f"  claude mcp add bookwheel -- {here} serve ~/zim",
            "At a shell every tool is a command:",
            f"  {here} call zim_query query='what is a bookwheel?' --demo",
        )
    )


async def _show(conversation: Conversation, scene: Scene, paint: _Paint) -> bool:
    print("\n" + paint.title(f"── {scene.title}"))
    shown = " ".join(f"{name}={_shown(value)}" for name, value in scene.arguments.items())
    print(paint.faint(f"→ {scene.tool} {shown}"), end="", flush=True)
    begun = time.perf_counter()
    answer = await conversation.call(scene.tool, scene.arguments)
    took = (time.perf_counter() - begun) * 1000
    print(paint.faint(f"  ({took:.0f} ms)"))
    print(_excerpt(answer, scene))
    return answer.is_error == scene.is_refused


def _shown(value: object) -> str:
    return shlex.quote(value if isinstance(value, str) else json.dumps(value))


def _excerpt(answer: Answer, scene: Scene) -> str:
    """Return the part of the answer a scene is about, cut to its number of lines and the terminal's width."""
    lines = [line for line in answer.text.splitlines() if line]
    first = next((n for n, line in enumerate(lines) if scene.start_at in line), 0)
    lines = [line for line in lines[first:] if "article_text" not in line]
    width = max(60, min(shutil.get_terminal_size((110, 24)).columns, 140))
    cut = [line if len(line) <= width else line[: width - 1] + "…" for line in lines[: scene.lines]]
    if len(lines) > scene.lines:
        cut.append(f"   … {counted(len(lines) - scene.lines, 'more line')}")
    return "\n".join(cut)


class _Paint:
    """Terminal colours, or nothing when they cannot be shown or are unwelcome."""

    def __init__(self, is_on: bool) -> None:  # noqa: FBT001
        self._on = is_on

    def _wrap(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._on else text

    def strong(self, text: str) -> str:
        return self._wrap("1", text)

    def title(self, text: str) -> str:
        return self._wrap("1;36", text)

    def faint(self, text: str) -> str:
        return self._wrap("2", text)


SCENES: tuple[Scene, ...] = (
    Scene(
        "A question in plain words, answered from the best passages, with sources",
        "zim_query",
        {"query": "When was the Library of Alexandria founded?", "synthesize": True},
        lines=7,
    ),
    Scene(
        "A request in plain words goes to the right tool",
        "zim_query",
        {"query": "tell me about Agostino Ramelli", "zim_file_path": ARCHIVE},
    ),
    Scene(
        "Search mends slips and says so",
        "zim_search",
        {"query": "antikithera mecanism", "limit": 2},
        lines=5,
        start_at="spelling",
    ),
    Scene(
        "Who links to a page, the most important first",
        "zim_links",
        {"zim_file_path": ARCHIVE, "entry_path": "Bookwheel", "direction": "inbound", "limit": 4},
        lines=4,
    ),
    Scene(
        "What belongs to the same subject",
        "zim_links",
        {"zim_file_path": ARCHIVE, "entry_path": "Bookwheel", "direction": "related", "limit": 4},
        lines=4,
    ),
    Scene(
        "One section, by its heading: stacked headers and spanned cells stay in their columns",
        "zim_get_section",
        {"zim_file_path": ARCHIVE, "entry_path": "Paper size", "section_id": "the sizes"},
        lines=5,
    ),
    Scene(
        "Chemistry keeps its indices, formulas are TeX",
        "zim_get",
        {"zim_file_path": ARCHIVE, "entry_path": "Iron gall ink"},
        lines=4,
        start_at="## Chemistry",
    ),
    Scene(
        "Code keeps its language and every space",
        "zim_get",
        {"zim_file_path": ARCHIVE, "entry_path": "Binary search"},
        lines=6,
        start_at="```python",
    ),
    Scene(
        "Long texts come in pieces that add up to the whole",
        "zim_get",
        {
            "zim_file_path": ARCHIVE,
            "entry_path": "History of looking things up",
            "max_content_length": 300,
            "content_offset": 4017,
        },
    ),
    Scene(
        "A wrong title is answered with the nearest right one",
        "zim_get",
        {"zim_file_path": ARCHIVE, "entry_path": "Bookweel"},
        is_refused=True,
    ),
)
