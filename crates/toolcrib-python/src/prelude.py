# What every call finds: streams, errors as Python shows them, and handlers.
#
# Run once, in the worker, before there is any call. `emit`, `ask`, `load`,
# `modules` and `urandom` are the worker's own.

import builtins, sys

OWN = "<toolcrib>"

# Libraries ask for modules that need a machine around them. They get what can be
# had without one; a script never sees these unless they are let in.


def stand_in(module_name, /, **parts):
    module = type(sys)(module_name)
    module.__dict__.update(parts)
    sys.modules[module_name] = module
    return module


NOTHING = object()


def getattr_static(thing, name, default=NOTHING):
    own = thing if isinstance(thing, type) else type(thing)
    places = [vars(kind) for kind in own.__mro__]
    try:
        places.insert(0, object.__getattribute__(thing, "__dict__"))
    except AttributeError:
        pass
    for place in places:
        if name in place:
            return place[name]
    if default is NOTHING:
        raise AttributeError(name)
    return default


def unknown_signature(thing, **_):
    raise ValueError("no signature is known")


import _io

stand_in("os", urandom=urandom, environ={}, name="posix", sep="/", fspath=lambda path: path)
stand_in("io", StringIO=_io.StringIO, BytesIO=_io.BytesIO, IOBase=_io._IOBase)
stand_in(
    "inspect", getattr_static=getattr_static, signature=unknown_signature,
    unwrap=lambda function: getattr(function, "__wrapped__", function),
    isclass=lambda thing: isinstance(thing, type),
)

import json, re, typing


def expand(pattern, match, template):
    parts = re._parser.parse_template(template, pattern)
    empty = match.string[:0]
    return empty.join(
        part if index % 2 == 0 else match.group(part) or empty for index, part in enumerate(parts)
    )


re._expand = expand


class Stream:
    encoding = "utf-8"
    errors = "strict"
    closed = False

    def __init__(self, name):
        self.name = name

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        emit(text)
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        pass

    def isatty(self):
        return False

    def writable(self):
        return True


sys.stdout = sys.__stdout__ = Stream("<stdout>")
sys.stderr = sys.__stderr__ = Stream("<stderr>")
sys.stdin = sys.__stdin__ = None
sys.path[:] = []
sys.argv = ["-c"]
sys.dont_write_bytecode = True


class Quitter:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"Use {self.name}() or Ctrl-D (i.e. EOF) to exit"

    def __call__(self, code=None):
        raise SystemExit(code)


builtins.exit = Quitter("exit")
builtins.quit = Quitter("quit")

# Errors, as Python shows them.

REPEATS_MAX = 3
FRAMES_MAX = 24
TEXT_MAX = 1500
NOTES_MAX = 10


def name_of(kind):
    module = getattr(kind, "__module__", None)
    name = getattr(kind, "__qualname__", kind.__name__)
    return name if module in ("__main__", "builtins", "handler", None) else f"{module}.{name}"


def cut(text):
    more = len(text) - TEXT_MAX
    return text if more <= 0 else f"{text[:TEXT_MAX]}... ({more} characters more)"


def text_of(error):
    try:
        text = str(error)
        return cut(text.rstrip() if isinstance(error, RecursionError) else text)
    except BaseException:
        return "<exception str() failed>"


def notes_of(error):
    try:
        notes = list(error.__notes__)
    except BaseException:
        return []
    lines = []
    for note in notes[:NOTES_MAX]:
        try:
            lines.extend(cut(str(note)).split("\n"))
        except BaseException:
            lines.append("<note str() failed>")
    if len(notes) > NOTES_MAX:
        lines.append(f"[{len(notes) - NOTES_MAX} more notes]")
    return lines


def frames_of(trace, sources):
    entries = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename != OWN:
            entries.append((code.co_filename, trace.tb_lineno, code.co_name))
        trace = trace.tb_next
    lines, last, count = [], None, 0

    def close():
        if count > REPEATS_MAX:
            more = count - REPEATS_MAX
            times = "time" if more == 1 else "times"
            lines.append(f"  [Previous line repeated {more} more {times}]")

    for entry in entries:
        if entry == last:
            count += 1
        else:
            close()
            last, count = entry, 1
        if count > REPEATS_MAX:
            continue
        path, number, name = entry
        lines.append(f'  File "{path}", line {number}, in {name}')
        source = line_of(sources, path, number)
        if source:
            lines.append(f"    {source}")
    close()
    if len(lines) > FRAMES_MAX * 2:
        left_out = len(lines) - FRAMES_MAX * 2
        lines = lines[:FRAMES_MAX] + [f"  [{left_out} more lines]"] + lines[-FRAMES_MAX:]
    return [line if len(line) < 300 else line[:300] + "..." for line in lines]


def line_of(sources, path, number):
    lines = sources.get(path, "").split("\n")
    return lines[number - 1].strip() if number and 0 < number <= len(lines) else ""


def syntax_of(error, sources):
    path, number = getattr(error, "filename", None) or "<string>", error.lineno
    lines = []
    if number is not None:
        lines.append(f'  File "{path}", line {number}')
        source = (error.text or "").rstrip("\n") or sources.get(path, "").split("\n")[number - 1:number]
        if isinstance(source, list):
            source = source[0] if source else ""
        shown = source.lstrip(" \t\n\f")
        if shown:
            lines.append(f"    {shown}")
            if error.offset and error.offset > 0:
                at = max(error.offset - 1 - (len(source) - len(shown)), 0)
                end = getattr(error, "end_offset", None) or 0
                width = end - error.offset if getattr(error, "end_lineno", number) == number else 1
                blank = "".join(c if c.isspace() else " " for c in shown[:at])
                lines.append("    " + blank.ljust(min(at, len(shown))) + "^" * max(min(width, len(shown) - at), 1))
    lines.append(f"{name_of(type(error))}: {error.msg}")
    return lines


def own_lines(error, sources):
    if isinstance(error, SyntaxError):
        lines = syntax_of(error, sources)
    else:
        text = text_of(error)
        lines = [f"{name_of(type(error))}: {text}" if text else name_of(type(error))]
    return lines + notes_of(error)


class Page:
    """Lines, with the marks that groups of errors stand between."""

    def __init__(self, sources):
        self.sources, self.lines, self.depth, self.must_close = sources, [], 0, False
        self.seen = set()

    def put(self, lines, mark="|"):
        margin = "  " * self.depth + (mark + " " if self.depth else "")
        self.lines += [margin + line for line in lines]

    def put_chain(self, error):
        """An error, after what led to it."""
        chain = [(error, None)]
        self.seen.add(id(error))
        while len(chain) < CHAIN_MAX:
            last = chain[-1][0]
            cause, context = last.__cause__, last.__context__
            if cause is not None and id(cause) not in self.seen:
                chain.append((cause, "The above exception was the direct cause of the following exception:"))
            elif (
                cause is None and context is not None and not last.__suppress_context__
                and id(context) not in self.seen
            ):
                chain.append((context, "During handling of the above exception, another exception occurred:"))
            else:
                break
            self.seen.add(id(chain[-1][0]))
        for error, led_to in reversed(chain):
            self.put_one(error)
            if led_to:
                self.put(["", led_to, ""])

    def put_one(self, error):
        frames = frames_of(error.__traceback__, self.sources)
        if not isinstance(error, BaseExceptionGroup) or self.depth > GROUP_DEPTH_MAX:
            if frames:
                self.put(["Traceback (most recent call last):"])
                self.put(frames)
            self.put(own_lines(error, self.sources))
            return
        is_outermost = self.depth == 0
        self.depth += is_outermost
        if frames:
            head = "Exception Group Traceback (most recent call last):"
            self.put([head], "+" if is_outermost else "|")
            self.put(frames)
        self.put(own_lines(error, self.sources))
        inner = error.exceptions
        count = min(len(inner), GROUP_WIDTH_MAX + 1)
        for index in range(count):
            is_last = index == count - 1
            self.must_close = self.must_close or is_last
            title = str(index + 1) if index < GROUP_WIDTH_MAX else "..."
            start = "+-" if index == 0 else "  "
            self.lines.append("  " * self.depth + f"{start}+---------------- {title} ----------------")
            self.depth += 1
            if index < GROUP_WIDTH_MAX:
                self.put_chain(inner[index])
            else:
                more = len(inner) - GROUP_WIDTH_MAX
                self.put([f"and {more} more exception{'' if more == 1 else 's'}"])
            if is_last and self.must_close:
                self.lines.append("  " * self.depth + "+------------------------------------")
                self.must_close = False
            self.depth -= 1
        self.depth -= is_outermost


CHAIN_MAX = 20
GROUP_DEPTH_MAX = 10
GROUP_WIDTH_MAX = 15


def format_error(error, sources):
    page = Page(sources)
    page.put_chain(error)
    return page.lines


def place_of(error, sources):
    if isinstance(error, SyntaxError) and error.lineno:
        return [error.filename or "<string>", error.lineno, error.offset or None]
    trace, place = error.__traceback__, None
    while trace is not None:
        path = trace.tb_frame.f_code.co_filename
        if path in sources and trace.tb_lineno:
            place = [path, trace.tb_lineno, None]
        trace = trace.tb_next
    return place


def whole(text):
    """Text in whole characters: half of one cannot be told."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def shown(error, sources):
    try:
        return format_error(error, sources)
    except BaseException:
        return [f"{type.__getattribute__(type(error), '__name__')}: {text_of(error)}"]


def describe(error, sources):
    told = {
        "name": whole(type.__getattribute__(type(error), "__name__")),
        "message": whole(text_of(error)),
        "traceback": whole("\n".join(shown(error, sources))) + "\n",
    }
    try:
        told["place"] = place_of(error, sources)
        told["name"] = whole(name_of(type(error)))
    except BaseException:
        pass
    told["is_not_json"] = type(error) is NotJson
    if isinstance(error, SystemExit):
        told["is_exit"] = True
        code = error.code
        is_small = type(code) is int and abs(code) < 2**31
        told["exit"] = code if code is None or is_small else whole(cut(str(code)))
    if isinstance(error, ToolError):
        try:
            json.dumps(error.details)
        except (TypeError, ValueError, RecursionError):
            error.details = None
        try:
            more = {"error": error.told(), "intents": error.intents}
            return json.dumps(told | more)
        except (TypeError, ValueError, RecursionError):
            pass
    return json.dumps(told)


def begin():
    """What must be new in each call."""
    random = sys.modules.get("random")
    if random is not None:
        random.seed()


# What a handler imports as `toolcrib`.


class Names:
    def __init__(self, *names):
        self.__dict__.update((name, name) for name in names)

    def __iter__(self):
        return iter(self.__dict__)


ErrorType = Names(
    "SESSION_INACTIVE", "TRANSIENT", "PERMANENT", "RATE_LIMIT", "AUTH", "CONFLICT", "VALIDATION",
    "INTERNAL", "NOT_FOUND", "DISABLED", "TIMEOUT", "CANCELLED", "MODE_RESTRICTED",
    "BUDGET_EXCEEDED", "CONFIRMATION_REQUIRED", "LOOP_DETECTED", "PERMISSION_DENIED", "OVERLOADED",
)
IntentType = Names(
    "END_VOICE_SESSION", "SUPPRESS_AUDIO", "SUPPRESS_TRANSCRIPT", "SET_PENDING_MESSAGE",
    "SWITCH_AGENT",
)


class ToolError(Exception):
    """An unexpected failure: raised, where an expected one is returned."""

    def __init__(self, type, message, *, retryable=None, partial_side_effects=None,
                 details=None, retry_after_ms=None, intents=None):
        super().__init__(message)
        self.type, self.message = type, message
        self.retryable, self.partial_side_effects = retryable, partial_side_effects
        self.details, self.retry_after_ms, self.intents = details, retry_after_ms, intents

    def told(self):
        told = {
            "type": self.type, "message": self.message, "retryable": self.retryable,
            "partialSideEffects": self.partial_side_effects, "details": self.details,
            "retryAfterMs": self.retry_after_ms,
        }
        return {key: value for key, value in told.items() if value is not None}


ToolError.__module__ = "toolcrib"
kit = type(sys)("toolcrib")
kit.ToolError, kit.ErrorType, kit.IntentType = ToolError, ErrorType, IntentType
sys.modules["toolcrib"] = kit


class Bag(dict):
    """A dictionary whose keys are attributes too, also in Python's spelling."""

    def __getattr__(self, name):
        if name in self:
            return self[name]
        head, *rest = name.split("_")
        camel = head + "".join(part.capitalize() for part in rest)
        if rest and camel in self:
            return self[camel]
        raise AttributeError(f"the context has no {name!r}")


def asked(question):
    told = json.loads(ask(json.dumps(question)))
    if "refused" in told:
        raise RuntimeError(told["refused"])
    return told["value"]


class Client:
    def send(self, text):
        if not isinstance(text, str):
            text = json.dumps(text)
        asked({"send": text})


class Context(Bag):
    def call(self, tool_id, args=None):
        """Calls a tool that the manifest lists in `uses`; returns its outcome."""
        return asked({"call": {"tool": tool_id, "args": {} if args is None else args}})

    def progress(self, done, total=None, message=None):
        """Says how far the call is, to whoever wants to know."""
        asked({"progress": {"done": done, "total": total, "message": message}})


def context_of(text):
    told = json.loads(text)
    has_client = told.pop("hasClient")
    context = Context(told)
    for part in ("session", "capabilities", "meta"):
        context[part] = Bag(context[part])
    context["geminiSession"] = None
    context["ws"] = Client() if has_client else None
    return context


def finished(value):
    """What a coroutine comes to; there is nothing here that it could wait for."""
    if not hasattr(value, "send") or not hasattr(value, "cr_frame"):
        return value
    try:
        value.send(None)
    except StopIteration as end:
        return end.value
    value.close()
    raise RuntimeError("execute() waits for something that can never come")


def call_handler(entry, text):
    value = finished(entry.execute(context_of(text)))
    if value is None:
        return None
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise NotJson(str(error)) from None


class NotJson(Exception):
    pass


# Files of a handler's own folder, as modules.


def import_own(name):
    """The module of this name in the folder, or nothing."""
    if name in sys.modules and getattr(sys.modules[name], "__own__", False):
        return sys.modules[name]
    path = name.replace(".", "/")
    files = modules()
    is_package = f"{path}/__init__.py" in files or any(
        file.startswith(path + "/") and file.endswith(".py") for file in files)
    file = f"{path}/__init__.py" if f"{path}/__init__.py" in files else f"{path}.py"
    if file not in files and not is_package:
        return None
    parent, _, last = name.rpartition(".")
    if parent and import_own(parent) is None:
        return None
    module = type(sys)(name)
    module.__own__ = True
    module.__file__ = file
    module.__package__ = name if is_package else parent
    if is_package:
        module.__path__ = []
    sys.modules[name] = module
    if file in files:
        try:
            load(file, module.__dict__)
        except BaseException:
            del sys.modules[name]
            raise
    if parent:
        setattr(sys.modules[parent], last, module)
    return module


def import_from_folder(name, package, fromlist, level):
    """`import a.b`, `from a import b`, `from . import b`: nothing if it is not in the folder."""
    if level:
        parts = package.split(".") if package else []
        base = parts[: len(parts) - (level - 1)]
        name = ".".join(base + ([name] if name else []))
        if not name:
            for item in fromlist or ():
                if import_own(item) is None:
                    raise ImportError(f"the folder has no {item}.py")
            home = type(sys)("folder")
            for item in fromlist or ():
                setattr(home, item, sys.modules[item])
            return home
    module = import_own(name)
    if module is None:
        return None
    for item in fromlist or ():
        if item != "*" and not hasattr(module, item):
            import_own(f"{name}.{item}")
    return module if fromlist else sys.modules[name.partition(".")[0]]
