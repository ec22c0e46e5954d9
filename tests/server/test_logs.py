"""Log lines: every event has a name by which a log can be grouped."""

from __future__ import annotations

import ast
import json
import logging
import re
from pathlib import Path

import pytest

from silverhook.core.event_log import LOGGER, log_event
from silverhook.server.logs import log_to_stderr

SOURCES = Path(__file__).parents[2] / "src/silverhook"


def calls() -> list[tuple[str, ast.Call]]:
    """Every call that logs something, with its place."""
    found = []
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and "log_event" in ast.unparse(node.func):
                found.append((f"{path.name}:{node.lineno}", node))
    return found


def test_every_event_has_a_name() -> None:
    assert len(calls()) > 15
    for place, call in calls():
        name = call.args[0]
        assert isinstance(name, ast.Constant) and re.fullmatch("[a-z]+(_[a-z]+)*", str(name.value)), place


def test_nothing_is_logged_without_an_event() -> None:
    for path in sorted(SOURCES.rglob("*.py")):
        if path.name not in ("event_log.py", "logs.py"):
            assert not re.search(r"getLogger\((?!\)\.handlers)", path.read_text()), f"{path}: use log_event"


def test_prose_and_fields_have_places_of_their_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    before = root.level, LOGGER.level
    try:
        log_to_stderr("info")
        log_event("storing_failed", logging.WARNING, "no space left", table="abc")
        logging.getLogger("uvicorn.error").warning("Exceeded %d", 5)
    finally:
        root.setLevel(before[0]), LOGGER.setLevel(before[1])
    own, other = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    del own["at"], other["at"]
    assert own == {"level": "warning", "event": "storing_failed", "message": "no space left", "table": "abc"}
    assert other == {"level": "warning", "event": "uvicorn.error", "message": "Exceeded 5"}
