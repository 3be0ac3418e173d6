"""The official Python SDK and LangChain's adapters as clients of a server."""

import asyncio
import sys

from langchain_mcp_adapters.client import MultiServerMCPClient
from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client


async def asked(context, params):
    assert "Pay somebody: amount = 5" in params.message, params.message
    return types.ElicitResult(action="accept", content={"approve": True})


async def speaks(session):
    """What every transport must do."""
    hello = await session.initialize()
    assert hello.serverInfo.name == "toolcrib", hello
    tools = {tool.name: tool for tool in (await session.list_tools()).tools}
    assert list(tools) == sorted(tools), list(tools)
    assert tools["add"].annotations.readOnlyHint is True
    # The SDK itself holds the answer against the output schema.
    added = await session.call_tool("add", {"a": 2, "b": "3"})
    assert added.structuredContent == {"sum": 5}, added
    wrong = await session.call_tool("add", {"a": "two"})
    assert wrong.isError and "VALIDATION" in wrong.content[0].text, wrong
    paid = await session.call_tool("pay", {"amount": 5})
    assert paid.structuredContent == {"paid": 5}, paid
    told = []

    async def tell(done, total, message):
        told.append((done, total))

    await session.call_tool("test_tool_with_progress", {}, progress_callback=tell)
    assert told == [(0, 100), (50, 100), (100, 100)], told
    guide = await session.get_prompt("add")
    assert "How to use" in guide.messages[0].content.text


async def main(url, command):
    async with streamable_http_client(url) as (read, write, _):
        async with ClientSession(read, write, elicitation_callback=asked) as session:
            await speaks(session)
    server = StdioServerParameters(command=command[0], args=command[1:])
    async with stdio_client(server) as (read, write):
        async with ClientSession(read, write, elicitation_callback=asked) as session:
            await speaks(session)
    client = MultiServerMCPClient({"crib": {"transport": "streamable_http", "url": url}})
    tools = {tool.name: tool for tool in await client.get_tools()}
    added = await tools["add"].ainvoke({"a": 20, "b": 22})
    assert "42" in str(added), added
    print("every client was served")


asyncio.run(main(sys.argv[1], sys.argv[2:]))
