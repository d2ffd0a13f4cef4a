"""Reads pages through the SDK's first major version; run by its own interpreter, prints one JSON line.

python old_client.py SERVER-COMMAND-AS-JSON CALLS-AS-JSON
"""

from __future__ import annotations

import asyncio
import json
import sys


async def main(command: list[str], calls: list[dict[str, object]]) -> None:
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    server = StdioServerParameters(command=command[0], args=command[1:])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        greeting = await session.initialize()
        tools = (await session.list_tools()).tools
        answers = []
        for arguments in calls:
            result = await session.call_tool("zim_get", arguments)
            answers.append({"isError": result.isError, "data": result.structuredContent})
        print(
            json.dumps(
                {"protocol": greeting.protocolVersion, "tools": [t.name for t in tools], "answers": answers}
            )
        )


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1]), json.loads(sys.argv[2])))
