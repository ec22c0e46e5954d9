"""The same deals in each run of a test: what tables and bots draw at random follows from the name of the test.

The process of the tests calls `settle` with a name. The servers that it starts then run as
`python -m silverhook.testing.same_deals FOLDER serve ...` and read the name from that folder.
"""

from __future__ import annotations

import os
import random
import runpy
import secrets
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

__all__ = ["FOLDER", "Draws", "settle"]

FOLDER = "SILVERHOOK_TEST_DEALS"  # the variable that names the folder; without it, servers deal as usual


def settle(name: str, folder: Path) -> None:
    """From now on, secrets of this process and of its servers follow from a name."""
    chance = random.Random(name)
    _replace(chance.randbytes, chance.choice, chance.getrandbits)
    fresh = folder / f"name.{os.getpid()}"
    fresh.write_text(name, encoding="utf-8")
    fresh.replace(folder / "name")


class Draws:
    """The draws of a server: each takes the next number under the present name, also between several servers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def next(self, kind: str) -> random.Random:
        """The chance of one draw."""
        name = (self.folder / "name").read_text(encoding="utf-8")
        counter = self.folder / f"{sha256(name.encode()).hexdigest()}.{kind}"
        with counter.open("ab") as file:
            file.write(b".")
            file.flush()
            return random.Random(f"{name} {kind} {file.tell()}")

    def bytes(self, count: int | None = None) -> bytes:
        """Random bytes, for tokens and secrets."""
        return self.next("bytes").randbytes(count or 32)

    def choice(self, values: Sequence[Any]) -> Any:
        """A random element, for the names of tables."""
        return self.next("choice").choice(values)

    def bits(self, count: int) -> int:
        """A random number, for bots."""
        return self.next("bits").getrandbits(count)


def _replace(*functions: Callable[..., Any]) -> None:
    secrets.token_bytes, secrets.choice, secrets.randbits = functions


if __name__ == "__main__":
    draws = Draws(Path(sys.argv.pop(1)))
    _replace(draws.bytes, draws.choice, draws.bits)
    runpy.run_module("silverhook", run_name="__main__")
