"""Time the reference server's tools without a transport; run by `beside.py` in the reference's environment.

Reads calls `[[tool, arguments], …]` as JSON from standard input; prints the CPU milliseconds of each as JSON.
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
    taken: list[float] = []
    for tool, arguments in calls:
        begun = time.process_time()
        await server.mcp.call_tool(tool, arguments)
        taken.append((time.process_time() - begun) * 1000)
    json.dump(taken, sys.stdout)


if __name__ == "__main__":
    asyncio.run(main())
