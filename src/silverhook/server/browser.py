"""A table opened in the person's own browser, and the Silverhook that has it open already."""

from __future__ import annotations

import json
import os
import sys
import threading
import webbrowser
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from silverhook.table.store import database_file, in_use

__all__ = ["forget_address", "note_address", "open_already", "show"]

_PATIENCE = 3.0  # seconds that another Silverhook has to answer


def show(address: str) -> threading.Thread | None:
    """Have the browser open an address, if there is one that does not take over the terminal; who sees to it."""
    if not _has_windows():
        return None
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return None
    if type(browser) is webbrowser.GenericBrowser and not os.environ.get("BROWSER"):
        return None  # one for terminals, which nobody has asked for
    opener = threading.Thread(target=browser.open, args=(address,), daemon=True)  # some wait until they are closed
    opener.start()
    return opener


def _has_windows() -> bool:
    """Whether a browser would have somewhere to appear, or the person has named one."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))


# --- the Silverhook that serves a file of tables -------------------------------------------------


def note_address(database: str | None, address: str) -> None:
    """Write beside a file of tables where they are served, so that a second Silverhook can point there."""
    if file := _noted(database):
        with suppress(OSError):  # then a second one cannot point there, and says only that they are in use
            file.write_text(address, encoding="utf-8")


def forget_address(database: str | None) -> None:
    """They are served no longer."""
    if file := _noted(database):
        with suppress(OSError):
            file.unlink()


def open_already(database: str | None) -> str | None:
    """Where a Silverhook of this version serves these tables; None if none does, or it does not answer."""
    file = _noted(database)
    if file is None or not in_use(database):
        return None
    try:
        address = file.read_text(encoding="utf-8").strip()
        with build_opener(ProxyHandler({})).open(f"{address}/health", timeout=_PATIENCE) as answer:
            same = json.load(answer)["version"] == version("silverhook")
    except (URLError, OSError, ValueError, KeyError, TypeError):
        return None
    return address if same else None


def _noted(database: str | None) -> Path | None:
    file = database_file(database)
    return file and file.with_name(f"{file.name}.address")
