"""A SQLite file after a power failure, a crash or bit rot: nothing that was acknowledged is silently different."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
import struct
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from silverhook.table import Entry, Store, Table, TableSettings, commands, errors, hashed
from silverhook.table.tokens import new_secret

pytestmark = pytest.mark.long
SETTINGS = TableSettings.of("hanataz", ["person", "person", "heuristic"])
TABLES = ("aaa", "bbb", "ccc")
TOKENS = [hashed(f"{who} of {table}") for table in TABLES for who in ("host", "Anna", "Ben")]
ENDINGS = ("", "-wal", "-shm")
PAGE = 512  # bytes: small pages make a small file that still has many of them


def appends() -> list[list[Entry]]:
    """What a server acknowledged, in order: three tables with their people and some chat."""
    chance, made = random.Random(5), []
    tables = {id: Table(id) for id in TABLES}

    def do(id: str, command: Any) -> None:
        entries = tables[id].number(command.decide(tables[id], 1000.0 + len(made)), 1000.0 + len(made))
        for entry in entries:
            tables[id].apply(entry)
        made.append(entries)

    for id in TABLES:
        do(id, commands.Create(SETTINGS, hashed(f"host of {id}"), new_secret()))
    for name in ("Anna", "Ben"):
        for id in TABLES:
            do(id, commands.Sit(name, chance.randbytes(16).hex(), f"{name} of {id}"))
    for _ in range(4):
        for id in TABLES:
            do(id, commands.Say(tables[id].place(f"{chance.choice(('Anna', 'Ben'))} of {id}"), "well"))
    return made


def small_pages(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA page_size={PAGE}")
        connection.execute("VACUUM")


async def write(path: Path, entries: list[list[Entry]], after: Callable[[int], None] = lambda n: None) -> None:
    """Append to a file as a server does; `after` is called after each acknowledged append."""
    small_pages(path)
    store = await Store.open(f"sqlite:///{path}")
    after(0)
    for n, append in enumerate(entries, 1):
        await store.append(append, live=len(append) > 1)
        after(n)
    await store.close()


async def contents(path: Path) -> dict[str, Any]:
    """Everything that a server would find in a file."""
    store = await Store.open(f"sqlite:///{path}")
    try:
        logs = {id: await store.read(id) for id in TABLES}
        for id, log in logs.items():
            Table.fold(id, log)
        held = {token: await store.held([token]) for token in TOKENS}
        return {"logs": logs, "held": held, "live": await store.live()}
    finally:
        await store.close()


def expected(entries: list[list[Entry]]) -> dict[str, Any]:
    """What must be found after these appends."""
    logs: dict[str, list[Entry]] = {id: [] for id in TABLES}
    for append in entries:
        logs[append[0].table] += append
    given = {
        token: [id for id, log in logs.items() if any(token in (e.data.get("host"), e.data.get("token")) for e in log)]
        for token in TOKENS
    }
    return {
        "logs": logs,
        "held": given,
        "live": [id for id in TABLES if any(len(append) > 1 for append in entries if append[0].table == id)],
    }


def keep(path: Path, to: Path) -> Path:
    """A copy of a database with the files beside it, as they are now."""
    for ending in ENDINGS:
        beside = Path(f"{path}{ending}")
        Path(f"{to}{ending}").unlink(missing_ok=True)
        if beside.exists():
            shutil.copyfile(beside, f"{to}{ending}")
    return to


@pytest.fixture(scope="module")
def crashed(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[list[Entry]], list[Path]]:
    """The acknowledged appends, and the files as they were after each."""
    folder = tmp_path_factory.mktemp("crashed")
    entries, moments = appends(), []
    path = folder / "tables.db"
    asyncio.run(write(path, entries, lambda n: moments.append(keep(path, folder / f"after{n}.db"))))
    assert asyncio.run(contents(keep(moments[-1], folder / "probe.db"))) == expected(entries)
    return entries, [*moments, path]


def found(path: Path) -> dict[str, Any] | str:
    """What is in a file, or the message that refuses it, if that says where the damage is."""
    try:
        return asyncio.run(contents(path))
    except errors.TableError as problem:
        message = str(problem)
        named = path.name in message or "database file is damaged" in message
        return message if named or any(f"table {id}" in message for id in TABLES) else {"vague": message}
    except Exception as problem:
        return {"crash": repr(problem)}


def altered(source: Path, ending: str, case: Path, offsets: Iterator[int] | list[int]) -> Iterator[tuple[int, Any]]:
    """What is found after one byte of a file was altered, for each of these offsets."""
    chance = random.Random(1)
    for offset in offsets:
        keep(source, case)
        with Path(f"{case}{ending}").open("r+b") as file:
            file.seek(offset)
            (byte,) = file.read(1)
            file.seek(offset)
            file.write(bytes([byte ^ chance.randrange(1, 256)]))
        yield offset, found(case)


def some(size: int, most: int) -> list[int]:
    """All offsets, or some from everywhere, and all of the first header."""
    return (
        sorted({*range(min(100, size)), *random.Random(2).sample(range(size), most)}) if most < size else [*range(size)]
    )


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_no_altered_byte_is_silently_different(
    crashed: Any, tmp_path: Path, amount: Callable[[int, int], int], ending: str
) -> None:
    entries, moments = crashed
    truth, source = expected(entries), moments[-1] if ending == "" else moments[-2]
    size = Path(f"{source}{ending}").stat().st_size
    refused, wrong = 0, []
    for offset, now in altered(source, ending, tmp_path / "tables.db", some(size, amount(40, size))):
        refused += isinstance(now, str)
        if not isinstance(now, str) and now != truth:
            wrong.append((offset, now.get("vague") or now.get("crash") or "silently different"))
    print(f"{ending or 'main file'}: {size} bytes, {refused} refused")
    assert refused and not wrong


def cuts(log: bytes) -> list[int]:
    """Where a write to the log ends: after its header, and after the header and the page of each frame."""
    size = struct.unpack(">I", log[8:12])[0]
    frames = range(32, len(log) + 1, 24 + size)
    return sorted({0, *frames, *(at + 24 for at in frames if at + 24 <= len(log))})


def test_a_power_failure_loses_nothing_that_was_synced(
    crashed: Any, tmp_path: Path, amount: Callable[[int, int], int]
) -> None:
    """The log is cut at each write. What ended before the cut was acknowledged, and nothing else is kept."""
    entries, moments = crashed
    case, log = tmp_path / "tables.db", Path(f"{moments[-2]}-wal").read_bytes()
    ends = [Path(f"{moment}-wal").stat().st_size for moment in moments[:-1]]
    assert ends == sorted(ends), "the log was not restarted, so a shorter log is an earlier one"
    places = [cut for cut in cuts(log) if cut >= ends[0]]
    chance = random.Random(3)
    for cut in places if len(places) < amount(20, 10**6) else chance.sample(places, amount(20, 10**6)):
        done = sum(end <= cut for end in ends) - 1
        for older in (None, moments[chance.randrange(done + 1)]):  # the index was never synced
            keep(moments[-2], case)
            Path(f"{case}-wal").write_bytes(log[:cut])
            Path(f"{case}-shm").unlink()
            if older:
                shutil.copyfile(f"{older}-shm", f"{case}-shm")
            assert found(case) == expected(entries[:done]), f"cut at {cut}"


def test_a_torn_transaction_is_dropped_as_a_whole(
    crashed: Any, tmp_path: Path, amount: Callable[[int, int], int]
) -> None:
    """Power fails in the middle of a commit: any of its sectors may be missing."""
    entries, moments = crashed
    case, chance = tmp_path / "tables.db", random.Random(4)
    for n in chance.sample(range(1, len(entries) + 1), min(len(entries), amount(5, 10**6))):
        before, after = (Path(f"{moment}-wal").read_bytes() for moment in moments[n - 1 : n + 1])
        for _ in range(3):
            torn = bytearray(after)
            for sector in range(len(before), len(after), 512):
                if chance.random() < 0.5:
                    torn[sector : sector + 512] = bytes(len(torn[sector : sector + 512]))
            keep(moments[n - 1], case)
            Path(f"{case}-wal").write_bytes(torn)
            assert found(case) in (expected(entries[: n - 1]), expected(entries[:n]))


def test_a_checkpoint_may_stop_anywhere(crashed: Any, tmp_path: Path, amount: Callable[[int, int], int]) -> None:
    """Any of the pages that a checkpoint writes to the file may be missing; the log still has them."""
    entries, moments = crashed
    case, chance = tmp_path / "tables.db", random.Random(5)
    whole = moments[-1].read_bytes()
    for _ in range(amount(5, 100)):
        keep(moments[-2], case)
        old = moments[-2].read_bytes().ljust(len(whole), b"\0")
        pages = [chance.choice((old, whole))[at : at + PAGE] for at in range(0, len(whole), PAGE)]
        case.write_bytes(b"".join(pages))
        assert found(case) == expected(entries)


def test_a_lost_log_is_refused(crashed: Any, tmp_path: Path) -> None:
    _, moments = crashed
    case = keep(moments[-2], tmp_path / "tables.db")
    Path(f"{case}-wal").unlink()
    assert "-wal file had" in str(found(case))
