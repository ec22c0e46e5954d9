"""The limit of the server's WebSocket library: an app that only passes each message on to four clients.

    python bench/echo.py FOLDER

It answers a message with a state as long as the server's, to all four clients of its table, and stores nothing.
"""

from __future__ import annotations

import os
import socket
from collections import defaultdict
from typing import Any

import uvicorn

LENGTH = 3_000  # characters of a state
clients: defaultdict[str, list[Any]] = defaultdict(list)
STATE = '{"type":"state","ply":1,"actions":[{"action":1}],"view":"' + "x" * LENGTH + '"}'


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Pass messages on between the clients of a path."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    clients[scope["path"]].append(send)
    while (await receive())["type"] == "websocket.receive":
        for other in clients[scope["path"]]:
            await other({"type": "websocket.send", "text": STATE})


def main() -> None:
    os.sched_setaffinity(0, {sorted(os.sched_getaffinity(0))[0]})
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    print(f"open at http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    config = uvicorn.Config(
        app, ws="websockets-sansio", ws_per_message_deflate=False, log_config=None, lifespan="off", access_log=False
    )
    uvicorn.Server(config).run([listener])


if __name__ == "__main__":
    main()
