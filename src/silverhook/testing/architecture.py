"""The architecture, read from the code: the levels with their imports, and the path of a move through functions.

A test checks that the imports respect the levels; the documentation draws both. It is an error if a function of the
path is renamed or no longer called by the one before it, so neither picture can drift from the code.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["LEVELS", "PATH", "Step", "check_path", "imports", "source_of", "summary", "uses"]

SOURCE = Path(__file__).parents[1]
LEVELS = (  # a level may import itself and earlier levels
    "core",
    "deckhand",
    "hanataz",
    "games",
    "bots",
    "records",
    "analysis",
    "lab",
    "table",
    "server",
    "terminal",
    "testing",
    "cli",
    "__main__",
)


# --- levels --------------------------------------------------------------------------------------


def imports(path: Path) -> set[str]:
    """Our own modules that a file imports, anywhere in the file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("silverhook"):
            names = [f"{node.module}.{alias.name}" for alias in node.names] if node.module == "silverhook" else []
            found |= set(names) or {node.module}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("silverhook")}
    return found


def uses(level: str) -> set[str]:
    """The other levels that a level imports."""
    folder = SOURCE / level
    files = folder.rglob("*.py") if folder.is_dir() else [SOURCE / f"{level}.py"]
    modules = {module for file in files for module in imports(file)}
    return {module.split(".")[1] for module in modules if "." in module} - {level}


def summary(level: str) -> str:
    """The first sentence of a level's docstring."""
    folder = SOURCE / level
    file = folder / "__init__.py" if folder.is_dir() else SOURCE / f"{level}.py"
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return re.split(r"(?<=\.)\s", " ".join(text.split()))[0].rstrip(".")


# --- the path of a move ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One station of a move: functions that call each other in this order, and what they do together.

    `caller` calls the first function; by default it is the function before it. `signal` says how the move arrives if
    nothing calls it directly.
    """

    lane: str
    file: str
    functions: tuple[str, ...]
    says: str
    caller: str = ""
    signal: str = ""


PATH = (
    Step("page", "web/src/state/tableClient.svelte.ts", ("act",), "takes the action that you chose", signal="click"),
    Step("page", "web/src/net/connection.ts", ("send",), "sends it, again after a break"),
    Step(
        "server",
        "server/connection.py",
        ("Connection._handle_messages", "Connection._handle"),
        "reads the message, enforces limits, makes it a command",
        signal="WebSocket",
    ),
    Step(
        "table",
        "table/live_table.py",
        ("LiveTable.do", "LiveTable._do_in_time", "LiveTable._do"),
        "carries out one command at a time",
    ),
    Step(
        "table",
        "table/commands.py",
        ("PlayerCommand.decide", "Act.decide_for"),
        "decides what to write into the log; changes nothing",
    ),
    Step(
        "table",
        "table/store.py",
        ("Store.append",),
        "makes it durable, or finds that another process was first",
        caller="table/live_table.py:LiveTable._append",
    ),
    Step(
        "table",
        "table/live_table.py",
        ("LiveTable._follow",),
        "applies what is stored, then tells the listeners",
        caller="table/live_table.py:LiveTable._do",
    ),
    Step("table", "table/table.py", ("Table.apply",), "folds the entry into the table"),
    Step(
        "rules",
        "core/game.py",
        ("Game.apply", "Game.carry_out"),
        "checks the action",
        caller="table/history.py:History.act",
    ),
    Step("rules", "deckhand/rules.py", ("DeckHand.act",), "plays on to the next decision"),
    Step(
        "server",
        "server/audience.py",
        ("Audience._hear", "Audience._tell", "Audience._send_states"),
        "makes a state for each seat and language",
        signal="listener",
    ),
    Step("server", "server/serializers.py", ("state",), "writes what this seat may see"),
    Step(
        "rules",
        "core/game.py",
        ("Game.view",),
        "leaves out what the seat does not know",
        caller="table/position.py:TablePosition.view",
    ),
    Step(
        "server",
        "server/outbox.py",
        ("Outbox.state", "Outbox._put"),
        "queues it; a slow client gets the newest state",
        caller="server/audience.py:Audience._put",
    ),
    Step("page", "web/src/net/connection.ts", ("receive",), "hands the state to the board", signal="WebSocket"),
)


def check_path() -> None:
    """Raise LookupError unless every function of the path exists and is called as the path says."""
    before = ""
    for step in PATH:
        for place, name in enumerate(step.functions):
            caller = step.caller if step.caller and place == 0 else before
            called = re.search(rf"\b{name.rsplit('.', 1)[-1]}\b", source_of(*caller.split(":"))) if before else None
            if not called and not (step.signal and place == 0):
                raise LookupError(f"{step.file}: {name} is not called by {caller}; correct PATH in {__name__}")
            before = f"{step.file}:{name}"
            source_of(step.file, name)


@cache
def source_of(file: str, name: str) -> str:
    """The source of a function or class, in a file of ours; LookupError if there is none of that name."""
    path = SOURCE.parents[1] / file if file.startswith(("docs/", "web/")) else SOURCE / file
    text = path.read_text(encoding="utf-8")
    found = _method(text, name) if path.suffix == ".ts" else _function(text, name)
    if found is None:
        raise LookupError(f"{file} has no {name}")
    return found


def _function(text: str, name: str) -> str | None:
    nodes: list[ast.AST] = [ast.parse(text)]
    for part in name.split("."):
        nodes = [node for parent in nodes for node in _named(parent, part)]
    return ast.get_source_segment(text, nodes[0]) if nodes else None


def _named(parent: ast.AST, name: str) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name:
            yield node


def _method(text: str, name: str) -> str | None:
    """A method of a TypeScript class: from its head to the closing brace with the same indentation."""
    found = re.search(rf"^( +)(?:private |async )*{name}\(.*?^\1\}}", text, re.MULTILINE | re.DOTALL)
    return found[0] if found else None
