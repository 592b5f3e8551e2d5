"""Tries an MCP client of Python: `client.py mcp|fastmcp MODE TARGET`. Reads one request a line, and answers with a line."""

import asyncio
import json
import sys


def mcp_client(mode, target):
    from mcp import Client, StdioServerParameters

    if "url" in target:
        return Client(target["url"], mode=mode)
    return Client(StdioServerParameters(command=target["command"], args=target["args"], env=target["env"]), mode=mode)


def fastmcp_client(mode, target):
    from fastmcp import Client
    from fastmcp.client.transports import StdioTransport

    if "url" in target:
        return Client(target["url"], mode=mode)
    transport = StdioTransport(command=target["command"], args=target["args"], env=target["env"], keep_alive=False)
    return Client(transport, mode=mode)


def text_of(contents):
    return "\n".join(getattr(one, "text", "") for one in contents)


async def answer(client, request):
    match request:
        case {"do": "list"}:
            # fastmcp gives the list itself, mcp a page of it.
            tools = await client.list_tools()
            return [tool.name for tool in getattr(tools, "tools", tools)]
        case {"do": "call", "name": name, "args": args}:
            result = await client.call_tool(name, args)
            if result.is_error:
                raise RuntimeError(text_of(result.content))
            return text_of(result.content)
        case {"do": "read", "uri": uri}:
            contents = await client.read_resource(uri)
            return text_of(getattr(contents, "contents", contents))
        case {"do": "prompt", "name": name, "args": args}:
            prompt = await client.get_prompt(name, args)
            return text_of(message.content for message in prompt.messages)
    raise ValueError(f"unknown request {request}")


async def main(kind, mode, target):
    make = {"mcp": mcp_client, "fastmcp": fastmcp_client}[kind]
    async with make(mode, json.loads(target)) as client:
        while line := await asyncio.to_thread(sys.stdin.readline):
            try:
                said = {"result": await answer(client, json.loads(line))}
            except Exception as error:  # The caller reports every error as a failed check.
                said = {"error": f"{type(error).__name__}: {error}"}
            print(json.dumps(said), flush=True)


asyncio.run(main(*sys.argv[1:]))
