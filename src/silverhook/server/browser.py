"""Opens the page in the user's browser, and finds a Silverhook that already serves it."""

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

from silverhook.table.database import database_file, in_use

__all__ = ["forget_address", "note_address", "open_already", "show"]

_PATIENCE = 3.0  # seconds to wait for another Silverhook


def show(address: str) -> threading.Thread | None:
    """Open an address in a graphical browser, in a thread; None if there is no such browser."""
    if not _has_windows():
        return None
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return None
    if type(browser) is webbrowser.GenericBrowser and not os.environ.get("BROWSER"):
        return None  # a terminal browser that nobody asked for
    opener = threading.Thread(
        target=browser.open, args=(address,), daemon=True
    )  # some browsers block until they are closed
    opener.start()
    return opener


def _has_windows() -> bool:
    """Whether a browser window can appear, or the user has named a browser."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))


# --- another Silverhook on the same database -------------------------------------------------


def note_address(database: str | None, address: str) -> None:
    """Write the server's address beside its database, so that a second Silverhook can point to it."""
    if file := _noted(database):
        with suppress(OSError):  # then a second one only says that the database is in use
            file.write_text(address, encoding="utf-8")


def forget_address(database: str | None) -> None:
    """Remove the note of the address."""
    if file := _noted(database):
        with suppress(OSError):
            file.unlink()


def open_already(database: str | None) -> str | None:
    """The address where a Silverhook of this version serves the database; None if there is none or no answer."""
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
