"""Loads exported tools into LangChain, as an agent there would."""

import json
import sys

from langchain_core.utils.function_calling import convert_to_openai_tool

tools = json.load(sys.stdin)
assert tools, "nothing was exported"
for tool in tools:
    loaded = convert_to_openai_tool(tool)["function"]
    assert loaded["name"] and loaded["description"], loaded
    assert loaded["parameters"]["type"] == "object", loaded
    if "properties" in tool:
        assert set(loaded["parameters"]["properties"]) == set(tool["properties"]), loaded
print(f"LangChain loads {len(tools)} tools")
