"""The commands `silverhook admin`: what an operator does to the tables of a database, while servers use it or not."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from silverhook.cli.command import app, env, guarded
from silverhook.core.errors import SilverhookError, nearest

if TYPE_CHECKING:
    from silverhook.table.administration import Administration, TableSummary

__all__ = ["admin"]

R = TypeVar("R")
_UNITS = ((86_400, "day"), (3600, "hour"), (60, "minute"))

admin = typer.Typer(no_args_is_help=True, help="Administer tables, even while servers use them.")
app.add_typer(admin, name="admin")

Database = Annotated[
    str | None, env("database", "sqlite:///FILE or postgresql+psycopg://..., as given to `silverhook serve`.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for scripts.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")]
Id = Annotated[str, typer.Argument(metavar="TABLE", help="The table's name, as in its link.")]
Ids = Annotated[list[str], typer.Argument(metavar="TABLE...", help="The tables' names, as in their links.")]
Tokens = Annotated[
    list[str] | None,
    typer.Argument(metavar="[TOKEN...]", help="The person's tokens; without any, they are read from standard input."),
]


# --- tables --------------------------------------------------------------------------------------


@admin.command("list")
@guarded
def list_tables(
    phase: Annotated[
        str | None, typer.Option(help="Only tables in this phase: open, playing, finished or closed.")
    ] = None,
    game: Annotated[str | None, typer.Option(help="Only tables of this game.")] = None,
    older: Annotated[str | None, typer.Option(metavar="AGE", help="Only tables opened at least this long ago.")] = None,
    idle: Annotated[
        str | None,
        typer.Option(metavar="AGE", help="Only tables with nothing new for this long, such as 90d."),
    ] = None,
    most: Annotated[int, typer.Option(min=1, help="List at most this many, the newest.")] = 100,
    as_json: Json = False,
    database: Database = None,
) -> None:
    """List tables, the newest first."""
    _check_phase(phase)
    found = _administer(
        database,
        lambda admin: admin.tables(phase=phase, game=game, older=_seconds(older), idle=_seconds(idle), most=most),
    )
    if as_json:
        _print_json([one._asdict() for one in found])
    else:
        _print_tables(found, most)


def _check_phase(phase: str | None) -> None:
    from silverhook.table.administration import PHASES

    if phase is not None and phase not in PHASES:
        raise SilverhookError(f'no phase "{phase}"; {nearest(phase, PHASES)}')


def _print_tables(found: list[TableSummary], most: int) -> None:
    from rich import box
    from rich.table import Table

    from silverhook.terminal.console import make_console

    if not found:
        typer.echo("no such tables")
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("table", "game", "phase", "opened", "last activity"):
        table.add_column(title, no_wrap=True)
    for one in found:
        table.add_row(one.id, one.game, one.phase, _ago(one.created_at), _ago(one.last_at))
    make_console().print(table)
    if len(found) == most:
        typer.echo(f"These are the newest {most}; --most lists more.")


def _ago(at: float) -> str:
    """A time in the past, in the largest unit that fits."""
    seconds = time.time() - at
    for unit, name in _UNITS:
        if seconds >= unit:
            n = int(seconds // unit)
            return f"{n} {name}{'s' if n > 1 else ''} ago"
    return "just now"


@admin.command()
@guarded
def show(table: Id, as_json: Json = False, database: Database = None) -> None:
    """Show a table: its seats, its phase, its size. Cards, secrets and tokens stay hidden."""
    found = _administer(database, lambda admin: admin.table(table))
    if as_json:
        _print_json(found)
        return
    edition = f", {found['edition']}" if found["edition"] else ""
    clock = found["clock"]["kind"]
    typer.echo(f"{found['id']}: {found['game']}{edition}, rules version {found['rules_version']}")
    typer.echo(f"{found['phase']}; opened {_ago(found['created_at'])}, last activity {_ago(found['last_at'])}")
    length = "1 log entry" if found["entries"] == 1 else f"{found['entries']} log entries"
    typer.echo(f"{length}; {'no clock' if clock == 'none' else f'a clock by {clock}'}")
    for seat, who in enumerate(found["seats"]):
        typer.echo(f"seat {seat}: {who['name'] or 'nobody yet'} ({who['kind']})")
    if found["rematch"]:
        typer.echo(f"rematch: {found['rematch']}")


@admin.command()
@guarded
def close(tables: Ids, database: Database = None) -> None:
    """End tables: nobody can play there any more. They stay in the database."""
    for id in tables:
        _administer(database, lambda admin, id=id: admin.close(id))  # type: ignore[misc]
        typer.echo(f"closed {id}")


@admin.command()
@guarded
def delete(tables: Ids, yes: Yes = False, database: Database = None) -> None:
    """Delete tables for good, with everything that happened there."""
    _confirm(f"Delete {_count(len(tables), 'table')} for good?", yes)
    for id in tables:
        _administer(database, lambda admin, id=id: admin.delete(id))  # type: ignore[misc]
        typer.echo(f"deleted {id}")


@admin.command()
@guarded
def prune(
    keep_finished: Annotated[
        str, typer.Option(metavar="AGE", help="Keep tables that ended more recently than this, such as 90d or 12h.")
    ],
    archive: Annotated[
        Path | None, typer.Option(help="First write each table to a file in this folder: the record of its game.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say how many tables would be deleted.")] = False,
    yes: Yes = False,
    database: Database = None,
) -> None:
    """Delete the tables that were finished or closed long ago."""
    age = _seconds(keep_finished)
    assert age is not None
    n = _administer(database, lambda admin: admin.over(age))
    if dry_run or not n:
        typer.echo(f"{_count(n, 'table')} ended more than {keep_finished} ago")
        return
    _confirm(f"Delete {_count(n, 'table')} for good?", yes)
    typer.echo(f"deleted {_count(_administer(database, lambda admin: admin.prune(age, archive)), 'table')}")


# --- people --------------------------------------------------------------------------------------


@admin.command()
@guarded
def export(tokens: Tokens = None, database: Database = None) -> None:
    """Print everything stored about a person, as JSON. Their tokens prove who they are.

    A token is the part after # in the link that moves a seat to another browser.
    """
    held = _tokens(tokens)
    _print_json(_administer(database, lambda admin: admin.export(held)))


@admin.command()
@guarded
def forget(tokens: Tokens = None, yes: Yes = False, database: Database = None) -> None:
    """Delete a person's data: tables that were theirs alone, and their name, tokens and chat at the others."""
    held = _tokens(tokens)
    _confirm("Delete this person's data for good?", yes)
    deleted, changed = _administer(database, lambda admin: admin.forget(held))
    if not deleted and not changed:
        raise SilverhookError("these tokens belong to no table of this database")
    typer.echo(f"deleted {_count(deleted, 'table')}; {_count(changed, 'table')} with other people went on without them")


def _tokens(given: list[str] | None) -> list[str]:
    """The tokens given, or typed unseen, or read from a pipe: arguments can be seen by other users of a machine."""
    if given:
        return given
    if sys.stdin.isatty():
        return [typer.prompt("Token", hide_input=True)]
    if held := sys.stdin.read().split():
        return held
    raise SilverhookError("name the person's tokens, or write them to the input, one on each line")


# --- notices ---------------------------------------------------------------------------------------


@admin.command()
@guarded
def announce(
    text: Annotated[str | None, typer.Argument(help="The message; without one, show the current message.")] = None,
    lasts: Annotated[
        str | None,
        typer.Option("--for", metavar="AGE", help="How long to show it, such as 30m; by default, until --clear."),
    ] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Withdraw the message.")] = False,
    database: Database = None,
) -> None:
    """Show a message to everybody who is connected or connects, on all servers."""
    if text is None and not clear:
        typer.echo(_administer(database, lambda admin: admin.notices()).announcement or "nothing is announced")
        return
    if text is not None and clear:
        raise SilverhookError("give a message or --clear, not both")
    _administer(database, lambda admin: admin.announce(text, _seconds(lasts)))
    typer.echo("withdrawn" if clear else "announced; all servers show it within two seconds")


@admin.command()
@guarded
def drain(
    state: Annotated[
        str | None,
        typer.Argument(metavar="[on|off]", help="Without it, show the state."),
    ] = None,
    database: Database = None,
) -> None:
    """Stop opening tables, on all servers, while games in progress continue; for example before an upgrade."""
    if state not in (None, "on", "off"):
        raise SilverhookError(f'write on or off, not "{state}"')
    if state is not None:
        _administer(database, lambda admin: admin.drain(state == "on"))
    draining, playing = _administer(database, _drained)
    if draining:
        typer.echo(f"drain mode is on: no new tables; {_count(playing, 'game')} in progress")
    else:
        typer.echo("drain mode is off: new tables are opened")


async def _drained(admin: Administration) -> tuple[bool, int]:
    return (await admin.notices()).draining, await admin.playing()


# --- access ----------------------------------------------------------------------------------------


@admin.command("access-code")
@guarded
def access_code() -> None:
    """Ask for an access code and print its hash, for `silverhook serve --access-code` or SILVERHOOK_ACCESS_CODE."""
    from silverhook.server.access import AccessCode

    typed = sys.stdin.isatty()
    code = typer.prompt("Access code", hide_input=True, confirmation_prompt=True) if typed else sys.stdin.read()
    typer.echo(AccessCode.new(code).stored)


# --- shared ----------------------------------------------------------------------------------------


def _administer(database: str | None, work: Callable[[Administration], Awaitable[R]]) -> R:
    """Do something with the tables of a database."""
    try:
        from silverhook.table.administration import Administration
    except ModuleNotFoundError as missing:
        raise SilverhookError(f"tables need {missing.name}: pip install 'silverhook[server]'") from None

    async def run() -> R:
        async with await Administration.open(database) as admin:
            return await work(admin)

    return asyncio.run(run())


def _seconds(age: str | None) -> float | None:
    from silverhook.table.administration import duration

    return None if age is None else duration(age)


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"


def _confirm(question: str, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise SilverhookError(f"{question} Add --yes to do it.")
    if not typer.confirm(question):
        raise SilverhookError("nothing was changed")


def _print_json(data: Any) -> None:
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
