"""Records in files."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from silverhook.core.errors import RecordError
from silverhook.core.game import Game
from silverhook.records.replay import replay
from silverhook.records.verify import Proof, verify

__all__ = ["load", "load_fair", "of_file", "read_bytes", "read_text", "save"]

T = TypeVar("T")


def save(game: Game, path: str | Path, new: bool = False) -> None:
    """Write the record of a game to a file. The old contents are kept until the new text is complete.

    With `new` a file that is not empty is refused.
    """
    target = Path(path)
    try:
        if new and target.is_file() and target.stat().st_size:
            raise RecordError.of_file(str(target), "already exists; name another file")
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        part = target.with_name(target.name + ".part")
        part.write_text(game.record(), encoding="utf-8", newline="\n")
        part.replace(target)
    except (OSError, ValueError) as problem:  # ValueError: it is no name of a file at all
        raise RecordError.of_file(
            str(target), f"cannot be written: {getattr(problem, 'strerror', None) or problem}"
        ) from None


def load(path: str | Path) -> Game:
    """The game of a record file, replayed and checked."""
    return of_file(path, lambda: replay(read_text(path)))


def load_fair(path: str | Path, noted: Iterable[str] = ()) -> tuple[Game, Proof]:
    """The game of a table's record file with its proof, verified."""
    return of_file(path, lambda: verify(read_bytes(path), noted))


def of_file(path: str | Path, read: Callable[[], T]) -> T:
    """Read a record; an error names its file."""
    try:
        return read()
    except RecordError as problem:
        if problem.file is not None:
            raise
        raise RecordError(f"{path}: {problem}") from None


def read_text(path: str | Path) -> str:
    """The text of a file; a RecordError if it cannot be read."""
    try:
        return read_bytes(path).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise RecordError.of_file(str(path), "is not text in UTF-8, so it is no record") from None


def read_bytes(path: str | Path) -> bytes:
    """The bytes of a file; a RecordError if it cannot be read."""
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as problem:  # ValueError: it is no name of a file at all
        raise RecordError.of_file(
            str(path), f"cannot be read: {getattr(problem, 'strerror', None) or problem}"
        ) from None
