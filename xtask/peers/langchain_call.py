"""The benchmark's call through LangChain's StructuredTool: nanoseconds a call."""

import time
from typing import Literal

from langchain_core.tools import StructuredTool
from pydantic import BaseModel, Field


class Arguments(BaseModel):
    query: str = Field(max_length=200)
    limit: int = Field(default=10, ge=1, le=50)
    ratio: float
    exact: bool
    kind: Literal["post", "reply", "thread"]


def search(query: str, limit: int, ratio: float, exact: bool, kind: str) -> int:
    return limit


tool = StructuredTool.from_function(
    search, name="search", description="Searches.", args_schema=Arguments
)
arguments = {"query": "rust tools", "limit": 5, "ratio": 0.5, "exact": True, "kind": "post"}
assert tool.invoke(arguments) == 5

calls = 1_000
rounds = []
for _ in range(20):
    start = time.perf_counter_ns()
    for _ in range(calls):
        tool.invoke(arguments)
    rounds.append((time.perf_counter_ns() - start) / calls)
print(min(rounds))
