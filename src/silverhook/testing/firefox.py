"""Firefox, driven by its own remote protocol (WebDriver BiDi over a WebSocket), for tests of the page."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from silverhook.testing.page import FINISHED, OFFERS

__all__ = ["Firefox", "firefox"]

PATIENCE = 300.0  # seconds before a test that waits is taken to hang
LOOK_AGAIN = 1.5  # seconds after which a person who sees no change clicks again
PAUSE = 0.02  # seconds between two looks at the page
_QUIET = (
    "datareporting.policy.dataSubmissionEnabled",
    "app.normandy.enabled",
    "browser.safebrowsing.downloads.remote.enabled",
    "network.captive-portal-service.enabled",
    "network.connectivity-service.enabled",
)
# The middle of an element that a person could click; null if there is none, or if something covers it.
_SPOT = """(selector, number) => {
  const seen = one => one.checkVisibility({visibilityProperty: true}) && one.getBoundingClientRect().width > 1;
  const found = [...document.querySelectorAll(selector)].filter(one => !one.disabled && seen(one))[number];
  if (!found) return null;
  found.scrollIntoView({block: 'nearest', inline: 'nearest'});
  const box = found.getBoundingClientRect();
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  const top = document.elementFromPoint(x, y);
  return top && (found.contains(top) || top.contains(found)) ? [x, y] : null;
}"""
_COUNT = """selector => [...document.querySelectorAll(selector)]
  .filter(one => !one.disabled && one.checkVisibility({visibilityProperty: true})).length"""


class Firefox:
    """One window of Firefox; `complaints` holds the errors of its console."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self.complaints: list[str] = []
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        self._context = self._send("browsingContext.getTree")["contexts"][0]["context"]

    def _send(self, method: str, **params: Any) -> Any:
        """Carry out a command; events that arrive before its answer are noted."""
        id = next(self._ids)
        self._socket.send(json.dumps({"id": id, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(PATIENCE))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.complaints.append(str(message["params"]["text"]))
            if message.get("id") == id:
                if message["type"] == "error":
                    raise AssertionError(f"{method}: {message['error']}: {message['message']}")
                return message["result"]

    def visit(self, url: str) -> None:
        """Open an address and wait until it has loaded. The page that is left may break off what it was loading."""
        before = len(self.complaints)
        self._send("browsingContext.navigate", context=self._context, url=url, wait="complete")
        self.complaints[before:] = [one for one in self.complaints[before:] if "Unable to preload" not in one]

    def ask(self, function: str, *arguments: str | int) -> Any:
        """What a JavaScript function returns on the page."""
        given = [{"type": "string" if isinstance(one, str) else "number", "value": one} for one in arguments]
        target = {"context": self._context}
        call = f"(...all) => JSON.stringify(({function})(...all))"
        answer = self._send(
            "script.callFunction", functionDeclaration=call, arguments=given, target=target, awaitPromise=False
        )
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"].get("value", "null"))

    def wait(self, what: Callable[[], Any]) -> Any:
        """Look again until something is there; returns it."""
        end = time.monotonic() + PATIENCE
        while not (found := what()):
            assert time.monotonic() < end, "it did not happen"
            time.sleep(PAUSE)
        return found

    def click(self, selector: str, done: Callable[[], Any]) -> None:
        """Click the first such element until it is done: a click may miss what moves at that moment."""
        self.wait(lambda: self._press_once(selector, done))

    def _press_once(self, selector: str, done: Callable[[], Any]) -> bool:
        if spot := self.ask(_SPOT, selector, 0):
            self._press(*spot)
        return self._soon(done)

    def _soon(self, done: Callable[[], Any]) -> bool:
        """Whether something happens within the time after which a person would click again."""
        patient = time.monotonic() + LOOK_AGAIN
        while not (happened := done()) and time.monotonic() < patient:
            time.sleep(PAUSE)
        return bool(happened)

    def _press(self, x: int, y: int) -> None:
        steps = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "actions": [*steps, {"type": "pointerUp", "button": 0}]}
        self._send("input.performActions", context=self._context, actions=[mouse])

    @property
    def ply(self) -> int:
        """The ply that the page shows."""
        return int(self.ask("() => Number(document.querySelector('[data-ply]')?.dataset.ply ?? -1)"))

    def count(self, selector: str) -> int:
        """How many elements there are to see."""
        return int(self.ask(_COUNT, selector))

    def play_to_the_end(self, wish: Callable[[int], int], most: int = 600) -> int:
        """Choose until the game is over; returns the number of choices."""
        for times in range(most):
            self.wait(lambda: self.count(_CHOICES) or self.count(FINISHED))
            if self.count(FINISHED):
                return times
            before = self.ply
            self.wait(partial(self._choose, wish, before))
        raise AssertionError(f"the game was not over after {most} choices")

    def _choose(self, wish: Callable[[int], int], ply: int) -> bool:
        """Click an offer, and the first entry of the menu that it may open; whether the game has moved on.

        A click may miss what moves at that moment, so a person who sees no change looks again.
        """
        offers = self.count(_CHOICES)
        spot = self.ask(_SPOT, _CHOICES, wish(offers)) if offers else None
        if spot:
            self._press(*spot)
            if self.count(_MENU) and (spot := self.ask(_SPOT, _MENU, 0)):
                self._press(*spot)
        return self._soon(lambda: self.ply != ply)


_MENU = '[role="menuitem"]'
_CHOICES = re.sub(r":visible|:enabled", "", OFFERS)


@contextmanager
def firefox(program: str, folder: Path) -> Iterator[Firefox]:
    """A Firefox with a profile of its own, which is quiet and asks nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = "".join(f'user_pref("{name}", false);\n' for name in _QUIET)
    (folder / "user.js").write_text(settings + 'user_pref("ui.prefersReducedMotion", 1);\n', encoding="utf-8")
    words = [program, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    log = folder / "log"
    with log.open("wb") as file:
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=file)
    try:
        with connect(f"{_address(process, log)}/session", max_size=None) as socket:
            yield Firefox(socket)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    """Where it listens, which it writes when it has started."""
    while process.poll() is None:
        listens = re.search(
            r"WebDriver BiDi listening on (ws://\S+)", log.read_text(encoding="utf-8", errors="replace")
        )
        if listens:
            return listens[1]
        time.sleep(PAUSE)
    raise AssertionError(f"Firefox did not start: {log.read_text(encoding='utf-8', errors='replace')}")
