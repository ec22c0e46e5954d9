"""The command `silverhook`. Whatever a command needs is imported when it runs, so that all start fast."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import silverhook
from silverhook.cli.admin import admin
from silverhook.cli.command import app, command, ended_by, env, main
from silverhook.cli.given import begin_record, card_text, company_of, deal, options_of, seed_of, tidy_name
from silverhook.core.errors import RulesetError, SilverhookError, nearest

if TYPE_CHECKING:
    from silverhook.core.game import Game
    from silverhook.records import Proof

__all__ = ["admin", "app", "main"]

GameName = Annotated[str, typer.Argument(help="The game; `silverhook rules` lists them.")]
Edition = Annotated[str | None, typer.Option(help="The edition; `silverhook rules GAME` lists them.")]
Options = Annotated[
    list[str] | None,
    typer.Option(help="A house rule, as name=value; repeat for more. `silverhook rules GAME` lists them."),
]
CardFile = Annotated[Path | None, typer.Option("--cards", help="A card file (TOML) instead of the edition's set.")]


@command
def play(
    game: GameName = "deckhand",
    players: Annotated[int, typer.Option(help="The number of players, including you.")] = 2,
    edition: Edition = None,
    option: Options = None,
    cards: CardFile = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help="Your opponents: random, heuristic, search:1000 (simulations) or search:500ms (time). "
            "Name one for all seats, or one for each, separated by commas."
        ),
    ] = None,
    name: Annotated[str, typer.Option(help="Your name.")] = "You",
    seed: Annotated[str | None, typer.Option(help="The seed of the deal: a number, or 64 hexadecimal digits.")] = None,
    record: Annotated[Path | None, typer.Option(help="Save the game to this file after every move.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue the game saved in this record.")] = None,
) -> None:
    """Play a game against bots."""
    from silverhook import records
    from silverhook.bots import make
    from silverhook.terminal.console import Leave, make_console
    from silverhook.terminal.opponents import seat_names
    from silverhook.terminal.play import Play

    if resume:
        dealt, record = records.load(resume), record or resume
    else:
        options = options_of(game, edition, option or [])
        dealt = deal(game, players, edition, options, cards, seed_of(seed))
    if record:
        begin_record(dealt, record, new=record != resume)
    console = make_console()
    try:
        company = company_of(bots, dealt.players - 1, console)
    except Leave:
        return
    first = int.from_bytes((dealt.seed or b"")[:8], "little")
    seats = [None, *(make(bot, first + seat) for seat, bot in enumerate(company, 1))]
    table = Play(dealt, seats, seat_names(tidy_name(name), company), console, record)
    try:
        table.run()
    except Leave:
        table.farewell()
    except (EOFError, KeyboardInterrupt) as left:
        typer.echo()
        table.farewell()
        raise ended_by(left) from None


@command
def replay(
    file: Annotated[Path, typer.Argument(help="The record of a game.")],
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter before each action.")] = False,
) -> None:
    """Retell a recorded game, action by action, and check it."""
    from silverhook.records.files import of_file, read_text
    from silverhook.terminal.console import make_console
    from silverhook.terminal.replay import tell_game

    of_file(file, lambda: tell_game(read_text(file), make_console(), step))


@command
def verify(
    file: Annotated[Path, typer.Argument(help="The record of a table.")],
    noted: Annotated[
        list[str] | None,
        typer.Option(help="A commitment or sha256 that you noted at the table; the record must contain it."),
    ] = None,
    log: Annotated[
        str | None, typer.Option(metavar="DATABASE", help="Also check the table's log in this database.")
    ] = None,
) -> None:
    """Prove that a recorded game was dealt fairly: commitment, seed, every action, the result.

    The exit status is 0 if the deal is proved, 1 if it cannot be proved because the cards were given (a lesson,
    or a game continued from a position), and 2 if a check fails.
    """
    from silverhook import records

    game, proof = records.load_fair(file, noted or [])
    winners = " and ".join(proof.names[seat] for seat in game.winners)
    if proof.origin:
        typer.echo(f"the deal is NOT proven: the cards of table {proof.table} were given ({proof.origin})")
    else:
        typer.echo(f"the secret is the one that table {proof.table} promised: {proof.commitment}")
        nonces = "the nonce of 1 seat" if len(proof.nonces) == 1 else f"the nonces of {len(proof.nonces)} seats"
        typer.echo(f"the seed follows from it and {nonces}")
    typer.echo(f"all {game.ply} actions are legal and lead to the result: {winners} won")
    typer.echo(f"sha256 of the record: {proof.digest(game)}")
    if log:
        typer.echo(
            f"the table's log gives this record; its chain of {_checked_log(log, game, proof)} entries is unbroken"
        )
    if proof.origin:
        raise typer.Exit(1)


def _checked_log(database: str, game: Game, proof: Proof) -> int:
    import asyncio

    from silverhook import records
    from silverhook.table.log_check import check_log

    return asyncio.run(check_log(database, proof, records.write_fair(game, proof)))


@command
def review(
    file: Annotated[Path, typer.Argument(help="The record of a finished game.")],
    out: Annotated[
        Path | None,
        typer.Option(
            help="The file to write, by default beside the record; .json for data, any other name for a page."
        ),
    ] = None,
    eyes: Annotated[
        str, typer.Option(help="Whose view: a seat number, watch (a spectator) or open (all cards).")
    ] = "open",
    language: Annotated[str, typer.Option(help="The language of the texts: en, fr or pl.")] = "en",
    strength: Annotated[int, typer.Option(min=100, max=1_000_000, help="Simulations of each decision.")] = 1600,
) -> None:
    """Review a finished game with a strong bot: the chances over time, and every decision judged."""
    from silverhook.analysis import analyse, report
    from silverhook.analysis.files import read_finished, write_report
    from silverhook.terminal.console import progress_of

    game, names = read_finished(file, eyes)
    with progress_of("Reviewing") as told:
        analysis = analyse(game, strength, told)
    target = out or file.with_suffix(".html")
    write_report(report(analysis, game, names, eyes, language), game, names, target, language)
    typer.echo(f"the review is in {target}")


@command
def cards(
    game: GameName = "deckhand",
    edition: Edition = None,
    cards: CardFile = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=0, max=1000, help="Quick games that try the cards; 20 for a file, none for an edition's own set."
        ),
    ] = None,
) -> None:
    """List the cards of a game in an edition's words; for --cards, add warnings and how they do in quick games."""
    from silverhook import lab
    from silverhook.bots import title
    from silverhook.games import game_spec
    from silverhook.terminal.card_table import measured, warned
    from silverhook.terminal.console import make_console, room_of
    from silverhook.terminal.view import view_of

    spec = game_spec(game)
    dealt = deal(game, spec.players[0], edition, {}, cards, 0)
    console, view = make_console(), view_of(dealt, [], None)
    console.print(view.card_list(room_of(console)))
    trials = games if games is not None else 20 if cards else 0
    if cards and spec.card_warnings:
        console.print("", warned(spec.card_warnings(dealt.ruleset, "en", trials)))
    if trials:
        console.print("", measured(lab.play_cards(dealt.rules, trials), view.cards(), title("heuristic")))


@command
def rules(
    game: Annotated[str | None, typer.Argument(help="The game; without it, all games are listed.")] = None,
    edition: Edition = None,
) -> None:
    """List the games, or show the rules, editions and options of one."""
    from silverhook.games import game_spec, games
    from silverhook.terminal.console import make_console
    from silverhook.terminal.rules import game_list, rules_of

    if game is None and edition is not None:
        raise RulesetError(f"--edition needs a game: silverhook rules GAME --edition {edition}; {nearest('', games())}")
    make_console().print(game_list(list(games().values())) if game is None else rules_of(game_spec(game), edition))


@command
def arena(
    game: GameName = "deckhand",
    bots: Annotated[
        str, typer.Option(help="The bots to compare, separated by commas.")
    ] = "random,heuristic,search:1000,search:10000",
    games: Annotated[int, typer.Option(help="Games per pair of bots, rounded up to whole deals.")] = 2000,
    players: Annotated[
        int, typer.Option(help="The number of players; above two, one bot plays against copies of another.")
    ] = 2,
    edition: Edition = None,
    option: Options = None,
    cards: CardFile = None,
    seed: Annotated[str, typer.Option(help="The seed of all deals: a number, or 64 hexadecimal digits.")] = "0",
    jobs: Annotated[int | None, typer.Option(help="Processes to use; one per core if not given.")] = None,
    out: Annotated[Path | None, typer.Option(help="Save the results to this JSON file, and continue from it.")] = None,
) -> None:
    """Let bots play against each other and rate them."""
    from silverhook import lab
    from silverhook.games import game_spec
    from silverhook.lab.arena import cores
    from silverhook.terminal.arena import progress_bar, tables
    from silverhook.terminal.console import make_console

    text = card_text(game, cards) if cards else ""
    ruleset = game_spec(game).ruleset(players, edition, options_of(game, edition, option or []), text)
    settings = lab.ArenaSettings(ruleset, tuple(name.strip() for name in bots.split(",")), games, seed_of(seed))
    results = lab.Results.load(out, settings) if out else lab.Results(settings)
    try:
        with progress_bar(results) as progress:
            lab.run(results, cores() if jobs is None else jobs, out, progress)
    except KeyboardInterrupt as left:
        kept = (
            f"run the same command again to continue from {out}"
            if out
            else "nothing is saved; --out FILE saves results"
        )
        typer.echo(f"silverhook: stopped after {results.games} of {results.all_games} games; {kept}", err=True)
        if results.games:
            make_console().print(tables(lab.report(results)))
        raise ended_by(left) from None
    make_console().print(tables(lab.report(results)))


@command
def serve(
    host: Annotated[
        str, env("host", "The address to listen on; 0.0.0.0 accepts connections from other machines.")
    ] = "127.0.0.1",
    port: Annotated[int, env("port", "The port; 0 picks a free one.")] = 8765,
    database: Annotated[
        str | None,
        env(
            "database",
            "sqlite:///FILE, or postgresql+psycopg://... for several servers. By default, a file of your own.",
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        env(
            "origin", "An address by which browsers know this server, or another site that may use it; repeat for more."
        ),
    ] = None,
    proxies: Annotated[str, env("proxies", "Proxies trusted to report client addresses.")] = "127.0.0.1",
    pace: Annotated[float, env("pace", "The minimum seconds a bot takes for a move.")] = 0.7,
    limit: Annotated[
        list[str] | None,
        env("limit", "A limit, as name=number; repeat for more. In the environment, spaces separate them."),
    ] = None,
    metrics: Annotated[
        str, env("metrics", "Who may read /metrics: local (this machine), open (anybody), or a token to send.")
    ] = "local",
    metrics_address: Annotated[
        str | None, env("metrics_address", "Serve /metrics at this HOST:PORT, and not where players connect.")
    ] = None,
    house: Annotated[
        Path | None, env("house", "A TOML file that says what the lobby offers; see docs/hosting.md.")
    ] = None,
    access_code: Annotated[
        str | None,
        env(
            "access_code",
            "Let in only people who know this code; `silverhook admin access-code` prints a hash to store.",
        ),
    ] = None,
    keep_finished: Annotated[
        str | None,
        env("keep_finished", "Delete tables that ended longer ago than this, such as 90d. By default, none."),
    ] = None,
    log_level: Annotated[
        str | None, env("log_level", "debug, info, warning or error. By default info, or warning with --open.")
    ] = None,
    browser: Annotated[
        bool, typer.Option("--open", help="Open the page in your browser; if the port is taken, use another.")
    ] = False,
    limits: Annotated[bool, typer.Option("--limits", help="List the limits in force and exit.")] = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of every message and exit.")] = False,
) -> None:
    """Run a server where people and bots play at tables in the browser."""
    import gc
    import json

    gc.disable()  # nothing that is loaded now becomes garbage; the server sweeps again once it is open
    try:
        from silverhook.server.browser import open_already, show
        from silverhook.server.house import House
        from silverhook.server.logs import log_to_stderr
        from silverhook.server.messages import schema as message_schema
        from silverhook.server.run import serve
        from silverhook.server.settings import Address, ServerSettings, read_limits
        from silverhook.table.administration import duration
    except ModuleNotFoundError as missing:
        raise SilverhookError(f"a server needs {missing.name}: pip install 'silverhook[server]'") from None
    in_force = read_limits([*(House.load(house).limits if house else ()), *(limit or [])])
    if schema:
        typer.echo(json.dumps(message_schema(), indent=2))
        return
    if limits:
        typer.echo(in_force.listed())
        return
    settings = ServerSettings(
        host,
        port,
        database,
        tuple(origin or ()),
        proxies,
        pace,
        in_force,
        metrics,
        Address.read(metrics_address) if metrics_address else None,
        house,
        access_code,
        None if keep_finished is None else duration(keep_finished),
    )
    log_to_stderr(log_level or ("warning" if browser else "info"))
    if browser and (address := open_already(database)):
        typer.echo(f"Silverhook is already open at {address}")
        if opener := show(address):
            opener.join(10)
        return

    def opened(address: str) -> None:
        typer.echo(f"Silverhook is open at {address}")
        if browser:
            typer.echo("Ctrl-C closes it." if show(address) else "Open this address in a browser; Ctrl-C closes it.")

    serve(settings, opened, any_port=browser)


@command
def backup(
    file: Annotated[Path, typer.Argument(help="The file to copy to.")],
    database: Annotated[
        str | None, env("database", "sqlite:///FILE. By default, the file that `silverhook serve` uses.")
    ] = None,
) -> None:
    """Copy the tables of an SQLite database to a file, even while a server is using it."""
    try:
        from silverhook.table.backup import copy_tables
    except ModuleNotFoundError as missing:
        raise SilverhookError(f"tables need {missing.name}: pip install 'silverhook[server]'") from None
    tables = copy_tables(database, file)
    typer.echo(f"{tables} {'table' if tables == 1 else 'tables'} copied to {file}")


@command
def version() -> None:
    """Show the version."""
    typer.echo(_version())


def _version() -> str:
    engine = "compiled" if silverhook.compiled else "interpreted"
    return f"silverhook {silverhook.__version__} ({engine} engine)"


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(_version())
        raise typer.Exit


@app.callback()
def silverhook_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Silverhook: a card table for Deck Hand and Hanataz, in your browser (serve) or in this terminal (play)."""
