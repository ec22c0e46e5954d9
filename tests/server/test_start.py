"""A server that cannot start says why in one line, names the remedy, and never shows a password."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from silverhook.table import Store, default_database, errors
from silverhook.testing.server import PATIENCE, Process, running

SECRET = "swordfish"
TRY = """
import contextlib, io, json, sys
from silverhook.cli import main
for options in json.load(sys.stdin):
    said, sys.argv = io.StringIO(), ["silverhook", "serve", *options]
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
        try:
            main()
            code = None
        except SystemExit as left:
            code = left.code
    print(json.dumps([code, said.getvalue()]))
"""


def refusals(*options: list[str]) -> list[str]:
    """How `silverhook serve` refuses each of these options: in one line, with exit code 2, without a secret."""
    done = subprocess.run(
        [sys.executable, "-c", TRY], input=json.dumps(options), capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    lines = []
    for given, line in zip(options, done.stdout.splitlines(), strict=True):
        code, said = json.loads(line)
        assert code == 2 and said.startswith("silverhook: ") and said.count("\n") == 1, (given, code, said)
        assert SECRET not in said and "Traceback" not in said
        lines.append(said)
    return lines


def test_impossible_settings_give_one_line_and_exit_code_2(tmp_path: Path) -> None:
    cases = [
        (["--port", "70000"], "0 to 65535"),
        (["--port", "-1"], "0 to 65535"),
        (["--port", "many"], "--port"),
        (["--prot", "1"], "--port"),
        (["--host", ""], "as 127.0.0.1"),
        (["--host", "no..where"], "no such name or address"),
        (["--host", "nowhere.invalid"], "no such name or address"),
        (["--host", "192.0.2.1"], "--host 0.0.0.0"),
        (["--limit", "tables=3"], "tables_at_once"),
        (["--limit", "connections"], "connections=number"),
        (["--limit", "connections=many"], "connections=number"),
        (["--limit", "connections=0"], "connections must be a number above 0"),
        (
            ["--limit", f"messages_at_once={'9' * 400}"],
            "above 0 and at most 1000000000000",
        ),
        (["--limit", "silence_seconds=nan"], "silence_seconds must be a number above 0"),
        (["--limit", "silence_seconds=inf"], "silence_seconds must be a number above 0"),
        (["--origin", "cards.example"], "https://cards.example"),
        (["--origin", "https://cards.example/"], "https://cards.example"),
        (["--origin", "https://Cards.example"], "as browsers send them"),
        (["--origin", "https://cards.example:443"], "as browsers send them"),
        (["--origin", "https://cards.example:port"], "as browsers send them"),
        (["--origin", "https://anna@cards.example"], "as browsers send them"),
        (["--origin", "http://[::1"], "as browsers send them"),
        (["--origin", "*"], "as browsers send them"),
        (["--proxies", "nginx"], "10.0.0.0/8"),
        (["--proxies", "10.0.0.1,"], "10.0.0.0/8"),
        (["--proxies", "10.0.0.1/8"], "10.0.0.0/8"),
        (["--pace", "-1"], "from 0 to 60"),
        (["--pace", "nan"], "from 0 to 60"),
        (["--metrics", "short"], "at least 16 characters"),
        (["--metrics-address", "9100"], "127.0.0.1:9100"),
        (["--metrics-address", "127.0.0.1:http"], "127.0.0.1:9100"),
        (["--port", "9100", "--metrics-address", "127.0.0.1:9100"], "a port of their own"),
        (["--log-level", "loud"], "debug, info, warning, error"),
    ]
    database = ["--port", "0", "--database", f"sqlite:///{tmp_path / 'tables.db'}"]
    for (options, word), line in zip(cases, refusals(*([*database, *case[0]] for case in cases)), strict=True):
        assert word in line, (options, line)


def test_unusable_databases_give_one_line_without_the_password(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Anne, " * 200)
    (tmp_path / "folder").mkdir()
    make(tmp_path / "newer.db")
    with closing(sqlite3.connect(tmp_path / "newer.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with refusing_passwords() as port:
        cases = [
            ("mysql://x", "postgresql"),
            (f"postgresql//anne:{SECRET}@db/x", "postgresql+psycopg://USER:PASSWORD@HOST/NAME"),
            (f"postgresql://anne:{SECRET}@db:port/x", "postgresql+psycopg://USER:PASSWORD@HOST/NAME"),
            (f"postgresql://anne:{SECRET}@127.0.0.1:{port}/x", 'password authentication failed for user "anne"'),
            (f"postgresql://anne:{SECRET}@127.0.0.1:1/x?nonsense=1", "nonsense"),
            ("sqlite://", "sqlite:///FILE"),
            ("sqlite:////proc/nothing/x.db", "/proc/nothing"),
            (f"sqlite:///{tmp_path / 'letter'}", "file is not a database"),
            (f"sqlite:///{tmp_path / 'letter' / 'x.db'}", "cannot be used"),
            (f"sqlite:///{tmp_path / 'folder'}", "is a folder"),
            (f"sqlite:///{tmp_path / ('x' * 300)}", "name too long"),
            (f"sqlite:///{tmp_path / 'x.db'}?mode=ro", "sqlite:///FILE"),
            (f"sqlite:///{tmp_path / 'newer.db'}", "a newer Silverhook made this database"),
        ]
        lines = refusals(*(["--port", "0", "--database", address] for address, _ in cases))
    for (address, word), line in zip(cases, lines, strict=True):
        assert word in line, (address, line)


def make(file: Path) -> None:
    """Create a database of this version."""

    async def opened_and_closed() -> None:
        await (await Store.open(f"sqlite:///{file}")).close()

    asyncio.run(opened_and_closed())


@contextmanager
def answering(answer: Callable[[socket.socket], None]) -> Iterator[int]:
    """A local TCP server; its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    client, _ = listener.accept()
                except OSError:
                    return
                with client, suppress(OSError):
                    answer(client)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)
        thread.join(PATIENCE)


def refusing_passwords() -> AbstractContextManager[int]:
    """A PostgreSQL that asks for a password and always rejects it."""

    def answer(client: socket.socket) -> None:
        first = client.recv(1000)
        while first[4:8] in (b"\x04\xd2\x16\x2f", b"\x04\xd2\x16\x30"):  # encryption? no
            client.sendall(b"N")
            first = client.recv(1000)
        client.sendall(b"R\0\0\0\x08\0\0\0\x03")  # a password, please
        assert SECRET.encode() in client.recv(1000)
        fields = b'SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user "anne"\0\0'
        client.sendall(b"E" + (len(fields) + 4).to_bytes(4, "big") + fields)

    return answering(answer)


def test_an_unwritable_file_gives_a_plain_error() -> None:
    with tempfile.TemporaryDirectory() as folder:  # not pytest's folder, which other users cannot read
        file = Path(folder) / "tables.db"
        make(file)
        for path, mode in ((file, 0o444), (Path(folder), 0o777)):
            path.chmod(mode)
        for beside in Path(folder).glob("tables.db.*"):
            beside.unlink()
        with somebody_else(), pytest.raises(errors.StoreError, match="readonly database") as refused:
            asyncio.run(Store.open(f"sqlite:///{file}"))
        assert "\n" not in str(refused.value)


@contextmanager
def somebody_else() -> Iterator[None]:
    """Root may write everything, so run as nobody then."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


def test_without_a_home_folder_the_database_must_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    with pytest.raises(errors.StoreError, match=r"no home folder .* --database sqlite:///FILE"):
        default_database()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_database() == f"sqlite:///{tmp_path / 'silverhook' / 'tables.db'}"


def test_a_port_or_file_in_use_gives_a_plain_error(server: Process, tmp_path: Path) -> None:
    port = server.url.rsplit(":", 1)[1]
    with running(tmp_path) as other:
        assert other.url
        file = f"sqlite:///{tmp_path / 'tables.db'}"
        taken, shared = refusals(["--port", port], ["--port", "0", "--database", file])
    assert "--port 0 chooses a free one" in taken
    assert "in use by another Silverhook" in shared


def test_a_read_only_postgresql_gives_a_plain_error(postgres: Callable[[], str]) -> None:
    address = postgres()

    async def make_it_read_only() -> None:
        store = await Store.open(address)
        async with store.engine.begin() as connection:
            name = (await connection.exec_driver_sql("SELECT current_database()")).scalar()
            await connection.exec_driver_sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        await store.close()

    asyncio.run(make_it_read_only())
    with pytest.raises(errors.StoreError, match="read-only transaction"):
        asyncio.run(Store.open(address))


def test_a_password_is_never_logged(tmp_path: Path, postgres: Callable[[], str]) -> None:
    address = postgres().replace("postgres:@", f"postgres:{SECRET}@")
    assert SECRET in address
    with running(tmp_path, "--log-level", "debug", database=f"{address}&password={SECRET}") as server:
        assert server.url
    (opened,) = (line for line in server.logged() if line["event"] == "opened")
    assert opened["database"].startswith("postgresql+psycopg://postgres:***@")
    assert SECRET not in server.log.read_text()


def test_a_server_opens_as_many_files_as_the_system_allows(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 400), hard))  # what the server inherits
    try:
        with running(tmp_path, env=os.environ) as server:
            lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert float(next(line.split()[1] for line in lines if line.startswith("process_max_fds "))) == float(hard)
