

class Fault(TypedDict):
    """One thing that is wrong, or was left out, and where."""

    pointer: str
    message: str
    expected: NotRequired[str]


T = TypeVar("T")


@dataclass
class Answer(Generic[T]):
    """What a tool answered, and what it had to leave out."""

    data: T
    warnings: list[Fault] = field(default_factory=list)
    intents: list[dict[str, Any]] = field(default_factory=list)
    call_id: str = ""


class ToolError(Exception):
    """A call that was made and failed."""

    def __init__(self, outcome: dict[str, Any]) -> None:
        error = outcome["error"]
        super().__init__(error["message"])
        self.type: str = error["type"]
        self.retryable: bool = error.get("retryable", False)
        self.details: list[Fault] = error.get("details", [])
        self.call_id: str = outcome.get("meta", {}).get("callId", "")


class RequestError(Exception):
    """A request that the server did not take."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class Toolcrib:
    """Calls tools over REST."""

    def __init__(
        self,
        url: str = "http://127.0.0.1:7420",
        workspace: str = "default",
        key: str | None = None,
        agent_id: str | None = None,
        timeout: float = 60.0,
    ) -> None:
        self._url = url.rstrip("/")
        self._workspace = workspace
        self._key = key
        self._agent_id = agent_id
        self._timeout = timeout

    def _call(
        self,
        tool: str,
        input: Any,
        agent_id: str | None = None,
        session_id: str | None = None,
        mode: str | None = None,
    ) -> Answer[Any]:
        body: dict[str, Any] = {"arguments": input}
        said = {"agent_id": agent_id or self._agent_id, "session_id": session_id, "mode": mode}
        body.update({name: value for name, value in said.items() if value is not None})
        headers = {"Content-Type": "application/json", "X-Workspace-Id": self._workspace}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        request = urllib.request.Request(
            f"{self._url}/api/tools/{tool}/call", json.dumps(body).encode(), headers
        )
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as response:
                outcome: dict[str, Any] = json.load(response)
        except urllib.error.HTTPError as refused:
            raise _request_error(refused) from None
        if not outcome["ok"]:
            raise ToolError(outcome)
        return Answer(
            data=outcome.get("data"),
            warnings=outcome.get("warnings", []),
            intents=outcome.get("intents", []),
            call_id=outcome.get("meta", {}).get("callId", ""),
        )

    # METHODS


def _request_error(refused: urllib.error.HTTPError) -> RequestError:
    try:
        error = json.load(refused)["error"]
        return RequestError(refused.code, error["code"], error["message"])
    except (ValueError, KeyError, TypeError):
        return RequestError(refused.code, "", str(refused.reason))
