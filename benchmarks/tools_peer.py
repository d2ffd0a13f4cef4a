"""Ask the reference server's tools without a transport; run by `quality.py` and `beside.py` in its environment.

Reads `[folder, [[tool, arguments], …]]` as JSON from standard input; prints `[[CPU milliseconds, text], …]` as JSON, the
text "" where a call failed.
"""

# pyright: basic
from __future__ import annotations

import asyncio
import json
import logging
import sys
import time


async def main() -> None:
    from openzim_mcp.config import OpenZimMcpConfig  # pyright: ignore[reportMissingImports]
    from openzim_mcp.server import OpenZimMcpServer  # pyright: ignore[reportMissingImports]

    logging.disable(logging.CRITICAL)
    folder, calls = json.load(sys.stdin)
    config = OpenZimMcpConfig(allowed_directories=[folder], tool_mode="advanced")
    config.rate_limit.enabled = False
    server = OpenZimMcpServer(config)
    answers: list[tuple[float, str]] = []
    for tool, arguments in calls:
        begun = time.process_time()
        answer = await server.mcp.call_tool(tool, arguments)
        taken = 1000 * (time.process_time() - begun)
        content = answer[0] if isinstance(answer, tuple) else getattr(answer, "content", answer)
        is_error = getattr(answer, "isError", False) or getattr(answer, "is_error", False)
        answers.append((taken, "" if is_error else content[0].text))
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    asyncio.run(main())
