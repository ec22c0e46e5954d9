"""bench/attack.py attacks with everything that a client can send."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.routing import WebSocketRoute

from silverhook.server.app import create_app
from silverhook.server.messages import schema

BENCH = Path(__file__).parents[2] / "bench"
NOT_DESCRIBED = {"GET page", "GET /api/openapi.json"}


def covered(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What the attacks cover."""
    monkeypatch.syspath_prepend(BENCH)
    spec = importlib.util.spec_from_file_location("attack", BENCH / "attack.py")
    assert spec and spec.loader
    module: Any = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "attack", module)  # its dataclasses look for it there
    spec.loader.exec_module(module)
    return {one for attack in module.ATTACKS.values() for one in attack.covers}


def requests(app: FastAPI) -> set[str]:
    """Everything that a client can send: each method of each route, and each message."""
    routes = {f"{method.upper()} {path}" for path, methods in app.openapi()["paths"].items() for method in methods}
    sockets = {f"WEBSOCKET {route.path}" for route in app.routes if isinstance(route, WebSocketRoute)}
    kinds = schema()["$defs"]
    said = [kinds[one["$ref"].rsplit("/", 1)[1]] for one in kinds["FromClient"]["oneOf"]]
    return routes | sockets | {message["properties"]["type"]["const"] for message in said}


def test_whatever_a_client_can_send_is_part_of_an_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    attacks, sent = covered(monkeypatch), requests(create_app())
    assert sent - attacks == set(), "add an attack with it to bench/attack.py"
    assert attacks - sent == NOT_DESCRIBED, "these no longer exist"
