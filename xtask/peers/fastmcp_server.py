"""A FastMCP server with one trivial tool; says where it is once it listens."""

import asyncio
import socket

import uvicorn
from fastmcp import FastMCP

server = FastMCP("bench")


@server.tool
def calculator(a: float, b: float, operation: str = "add") -> dict:
    """Multiplies two numbers."""
    return {"result": a * b}


async def main():
    app = server.http_app(path="/mcp", stateless_http=True, json_response=True)
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_level="critical", access_log=False)
    running = uvicorn.Server(config)
    serving = asyncio.create_task(running.serve(sockets=[listener]))
    while not running.started:
        await asyncio.sleep(0.01)
    host, port = listener.getsockname()
    print(f"{host}:{port}", flush=True)
    await serving


asyncio.run(main())
