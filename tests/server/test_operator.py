"""`silverhook admin` at work while a server runs: its clients notice, and what it prints helps."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from silverhook.cli import app
from silverhook.server.client import Lobby, Refusal
from silverhook.testing.server import raw, run, running, seated, take_turns, until


def administer(*words: str, enter: str = "", code: int = 0) -> str:
    """Run `silverhook admin` and return what it prints; an error is one line on stderr."""
    done = CliRunner().invoke(app, ["admin", *words], input=enter, catch_exceptions=False, env={"COLUMNS": "100"})
    assert done.exit_code == code, done.output
    if code:
        assert done.stderr.startswith("silverhook: ") and len(done.stderr.splitlines()) == 1
        return done.stderr
    return done.stdout


async def admin(*words: str, enter: str = "", code: int = 0) -> str:
    """The same while clients are connected."""
    return await asyncio.to_thread(administer, *words, enter=enter, code=code)


async def as_json(*words: str) -> Any:
    return json.loads(await admin(*words, "--json"))


def test_an_operator_lists_shows_closes_and_deletes_tables(tmp_path: Path, database: str) -> None:
    at = ("--database", database)

    async def body() -> None:
        with running(tmp_path, database=database) as server:
            async with Lobby(server.url) as lobby:
                closed, tokens = await seated(lobby)
                deleted, _ = await seated(lobby, "hanataz", 3)
                listed = await as_json("list", *at)
                assert [(one["id"], one["phase"]) for one in listed] == [(deleted, "playing"), (closed, "playing")]
                assert closed in (drawn := await admin("list", "--game", "deckhand", *at)) and deleted not in drawn
                assert await admin("list", "--older", "1d", *at) == "no such tables\n"
                shown = await admin("show", closed, *at)
                assert "seat 0: P0 (person)" in shown and "deckhand" in shown and tokens[0] not in shown
                assert (await as_json("show", closed, *at))["seats"][1] == {"kind": "person", "name": "P1"}
                async with raw(server.url, closed, {"token": tokens[0]}) as client:
                    await client.hear("welcome")
                    assert await admin("close", closed, *at) == f"closed {closed}\n"
                    assert (await client.hear("goodbye"))["reason"] == "changed"
                    assert await client.closed() == 1012
                await refused(lobby, closed, "table_closed")
                async with raw(server.url, closed, {"token": tokens[0]}) as client:
                    assert (await client.hear("refused"))["code"] == "table_closed"
                    assert await client.closed() == 1008
                assert "--yes" in await admin("delete", deleted, *at, code=2)
                assert await admin("delete", deleted, "--yes", *at) == f"deleted {deleted}\n"
                await refused(lobby, deleted, "table_deleted")
                assert "1 table ended" in await admin("prune", "--keep-finished", "0s", "--dry-run", *at)
                assert await admin("prune", "--keep-finished", "0s", "--yes", *at) == "deleted 1 table\n"
                assert await as_json("list", *at) == []

    run(body())


async def refused(lobby: Lobby, table: str, code: str) -> None:
    """Wait until the server knows what the operator did to a table."""
    while True:
        try:
            await lobby.table(table)
        except Refusal as refusal:
            assert refusal.code == code
            return


def test_a_person_is_exported_and_forgotten_while_they_play(tmp_path: Path, database: str) -> None:
    at = ("--database", database)

    async def body() -> None:
        with running(tmp_path, database=database) as server:
            async with Lobby(server.url) as lobby:
                table, tokens = await seated(lobby)
                async with lobby.sit(table, tokens[0]) as a, lobby.sit(table, tokens[1]) as b:
                    await take_turns([a, b], random.Random(1), 6)
                    await b.command("chat", text="I live in Sea Street")
                    exported = json.loads(await admin("export", *at, enter=f"{tokens[1]}\n"))
                    assert "Sea Street" in json.dumps(exported) and tokens[1] not in json.dumps(exported)
                    done = await admin("forget", tokens[1], "--yes", *at)
                    assert done == "deleted 0 tables; 1 table with other people went on without them\n"
                    await until(lambda: bool(a.state) and a.state["table"]["seats"][1]["resigned"])  # type: ignore[index]
                    assert a.state and a.state["table"]["seats"][1]["name"] == "Player 2"
                    assert (await a.turn())["actions"]  # a bot plays on in the other seat
                assert "belong to no table" in await admin("forget", tokens[1], "--yes", *at, code=2)

    run(body())


def test_everybody_connected_is_told_what_the_operator_announces(tmp_path: Path, database: str) -> None:
    at = ("--database", database)

    async def body() -> None:
        with running(tmp_path, database=database) as server:
            async with Lobby(server.url) as lobby:
                table, tokens = await seated(lobby)
                async with raw(server.url, table, {"token": tokens[0]}) as client:
                    await client.hear("presence")
                    assert await admin("announce", *at) == "nothing is announced\n"
                    await admin("announce", "We close at ten.", "--for", "1d", *at)
                    assert (await client.hear("notice"))["announcement"] == "We close at ten."
                    assert await admin("announce", *at) == "We close at ten.\n"
                    async with raw(server.url, table, {}) as newcomer:
                        assert (await newcomer.hear("notice"))["announcement"] == "We close at ten."
                    assert (await lobby.notices())["announcement"] == "We close at ten."
                    await admin("announce", "--clear", *at)
                    assert (await client.hear("notice"))["announcement"] is None

    run(body())


def test_a_draining_server_opens_no_tables_while_games_go_on(tmp_path: Path, database: str) -> None:
    at = ("--database", database)

    async def body() -> None:
        with running(tmp_path, database=database) as server:
            async with Lobby(server.url) as lobby:
                table, tokens = await seated(lobby)
                async with raw(server.url, table, {}) as client:
                    await client.hear("presence")
                    assert await admin("drain", "on", *at) == "drain mode is on: no new tables; 1 game in progress\n"
                    assert (await client.hear("notice"))["draining"]
                with pytest.raises(Refusal, match="games in progress go on") as refusal:
                    await lobby.create(game="deckhand", seats=["person", "person"])
                assert refusal.value.code == "draining"
                async with lobby.sit(table, tokens[0]) as a, lobby.sit(table, tokens[1]) as b:
                    await take_turns([a, b], random.Random(1), 4)
                assert httpx.get(f"{server.url}/ready").status_code == 200
                assert "drain mode is off" in await admin("drain", "off", *at)
                while (await lobby.notices())["draining"]:
                    pass
                await lobby.create(game="deckhand", seats=["person", "person"])

    run(body())


def test_a_server_with_a_retention_policy_deletes_old_tables(tmp_path: Path, database: str) -> None:
    async def body() -> None:
        with running(tmp_path, "--keep-finished", "0s", database=database) as server:
            async with Lobby(server.url) as lobby:
                going_on, _ = await seated(lobby)
                made = await lobby.create(game="hanataz", seats=["random"] * 3)
                await refused(lobby, made["table"], "table_deleted")
                assert (await lobby.table(going_on))["phase"] == "playing"

    run(body())


def test_pruned_tables_are_archived_as_records_that_verify(tmp_path: Path, database: str) -> None:
    at, folder = ("--database", database), tmp_path / "archive"

    async def body() -> None:
        with running(tmp_path, database=database) as server:
            async with Lobby(server.url) as lobby:
                finished, tokens = await seated(lobby)
                closed, _ = await seated(lobby)
                async with lobby.sit(finished, tokens[0]) as a, lobby.sit(finished, tokens[1]) as b:
                    await a.command("resign")
                    await b.command("resign")
                    await a.when(lambda state: state["table"]["phase"] == "finished")
                record = await lobby.record(finished)
                await admin("close", closed, *at)
                done = await admin("prune", "--keep-finished", "0s", "--archive", str(folder), "--yes", *at)
                assert done == "deleted 2 tables\n"
                assert sorted(path.name for path in folder.iterdir()) == sorted([f"{finished}.txt", f"{closed}.log"])
                assert (folder / f"{finished}.txt").read_text() == record
                kinds = [json.loads(line)["kind"] for line in (folder / f"{closed}.log").read_text().splitlines()]
                assert kinds[0] == "created" and kinds[-1] == "closed"

    run(body())
    verified = CliRunner().invoke(app, ["verify", str(next(folder.glob("*.txt")))], catch_exceptions=False)
    assert verified.exit_code == 0 and "the seed follows" in verified.stdout


def test_a_table_that_cannot_be_archived_stays_stored(tmp_path: Path) -> None:
    at = ("--database", f"sqlite:///{tmp_path / 'tables.db'}")
    (tmp_path / "archive").write_text("in the way")

    async def body() -> None:
        with running(tmp_path) as server:
            async with Lobby(server.url) as lobby:
                table, _ = await seated(lobby)
                await admin("close", table, *at)
                words = ("prune", "--keep-finished", "0s", "--archive", str(tmp_path / "archive"), "--yes", *at)
                assert "it stays stored" in await admin(*words, code=2)
                assert len(await as_json("list", *at)) == 1

    run(body())


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (["list", "--phase", "plaing"], 'did you mean "playing"'),
        (["list", "--idle", "soon"], "such as 90d, 12h"),
        (["show", "nothere"], "silverhook admin list"),
        (["close", "nothere"], "silverhook admin list"),
        (["announce", "x" * 501], "1 to 500 characters"),
        (["announce", "Hello", "--clear"], "not both"),
        (["drain", "maybe"], 'write on or off, not "maybe"'),
        (["export"], "one on each line"),
    ],
)
def test_a_wrong_word_gets_one_line_with_a_remedy(tmp_path: Path, words: list[str], remedy: str) -> None:
    with running(tmp_path):
        pass
    assert remedy in administer(*words, "--database", f"sqlite:///{tmp_path / 'tables.db'}", code=2)


def test_a_database_that_does_not_exist_is_not_created(tmp_path: Path) -> None:
    missing = tmp_path / "no.db"
    assert "does not exist" in administer("list", "--database", f"sqlite:///{missing}", code=2)
    assert not missing.exists()
