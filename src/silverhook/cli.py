"""The command `silverhook`. Whatever a command needs is imported when it runs, so that all start fast."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

import silverhook
from silverhook.core.errors import RulesetError, SeedError, SilverhookError, nearest

if TYPE_CHECKING:
    from rich.console import Console

    from silverhook.core.game import Game
    from silverhook.core.options import Option, Value

__all__ = ["app", "main"]

app = typer.Typer(
    help="Silverhook: a card table in your terminal.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
F = TypeVar("F", bound=Callable[..., Any])
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

GameName = Annotated[str, typer.Argument(help="The game.")]
Edition = Annotated[str | None, typer.Option(help="The edition; `silverhook rules` lists them.")]
Options = Annotated[list[str] | None, typer.Option(help="A house rule, as name=value; may be repeated.")]
CardFile = Annotated[Path | None, typer.Option("--cards", help="A card file (TOML) instead of the edition's set.")]


def _env(name: str, help: str) -> Any:
    """An option that may be given by the environment as well: --port, or SILVERHOOK_PORT."""
    return typer.Option(f"--{name.replace('_', '-')}", envvar=f"SILVERHOOK_{name.upper()}", help=help)


def main() -> None:
    """Run the command line; words that make no sense are answered in one line, with exit code 2."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 - who starts it may have closed it
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that is not UTF-8 gets ? for what it cannot show
    try:
        sys.exit(app(standalone_mode=False))
    except Exception as problem:
        if not hasattr(problem, "format_message"):  # not the command line's fault
            raise
        if words := problem.format_message():  # none where the help has been shown
            typer.echo(f"silverhook: {words}{_remedy(problem)}", err=True)
        sys.exit(2)


def _remedy(problem: Exception) -> str:
    """Where to read what would make sense."""
    asked = getattr(problem, "ctx", None)
    return f" ({asked.command_path} --help tells what there is)" if asked else ""


def command(run: F) -> F:
    """A command whose errors are one line on stderr and exit code 2, and which Ctrl-C leaves quietly."""

    @wraps(run)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        if not silverhook.compiled and not os.environ.get("SILVERHOOK_INTERPRETED"):
            typer.echo("silverhook: the engine is not compiled here and runs many times slower", err=True)
        try:
            return run(*args, **kwargs)
        except SilverhookError as problem:
            typer.echo(f"silverhook: {problem}", err=True)
            raise typer.Exit(2) from None
        except BrokenPipeError:  # the reader, such as `head`, has seen enough
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open until the process ends
            raise typer.Exit(0) from None
        except OSError as problem:
            if problem.errno not in _FULL:
                raise
            typer.echo(f"silverhook: nothing more can be written: {problem.strerror}", err=True)
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open until the process ends
            raise typer.Exit(2) from None
        except (EOFError, KeyboardInterrupt) as left:
            typer.echo()
            raise _left(left) from None

    app.command()(guarded)
    return run


def _left(by: BaseException) -> typer.Exit:
    """The end of a program that its user left: by Ctrl-C, or because the input has ended."""
    return typer.Exit(130 if isinstance(by, KeyboardInterrupt) else 0)


@command
def play(
    game: GameName = "deckhand",
    players: Annotated[int, typer.Option(help="How many play, you included.")] = 2,
    edition: Edition = None,
    option: Options = None,
    cards: CardFile = None,
    bots: Annotated[
        str | None, typer.Option(help="Who you play against: random, heuristic, search:1000, search:500ms; by commas.")
    ] = None,
    name: Annotated[str, typer.Option(help="Your name.")] = "You",
    seed: Annotated[str | None, typer.Option(help="The deal: a number, or 64 hexadecimal digits.")] = None,
    record: Annotated[Path | None, typer.Option(help="Keep the game in this file all the time.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with the game of this record.")] = None,
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
        options = _options(game, edition, option or [])
        dealt = _deal(game, players, edition, options, cards, _seed(seed))
    if record:
        _begin_record(dealt, record, new=record != resume)
    console = make_console()
    try:
        company = _company(bots, dealt.players - 1, console)
    except Leave:
        return
    first = int.from_bytes((dealt.seed or b"")[:8], "little")
    seats = [None, *(make(bot, first + seat) for seat, bot in enumerate(company, 1))]
    table = Play(dealt, seats, seat_names(_name(name), company), console, record)
    try:
        table.run()
    except Leave:
        table.farewell()
    except (EOFError, KeyboardInterrupt) as left:
        typer.echo()
        table.farewell()
        raise _left(left) from None


@command
def replay(
    file: Annotated[Path, typer.Argument(help="A record.")],
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter before each action.")] = False,
) -> None:
    """Tell a recorded game, action by action, and check it."""
    from silverhook.records.files import of_file, read_text
    from silverhook.terminal.console import make_console
    from silverhook.terminal.replay import tell_game

    of_file(file, lambda: tell_game(read_text(file), make_console(), step))


@command
def verify(
    file: Annotated[Path, typer.Argument(help="The record of a table.")],
    noted: Annotated[
        list[str] | None,
        typer.Option(help="A commitment or sha256 that you noted at the table; the record must have it."),
    ] = None,
) -> None:
    """Prove that a recorded game was dealt fairly: commitment, seed, every action, the result.

    The status is 0 if it is proved, 1 if the cards of the table were given (a lesson, or a game that was
    continued), so that there is nothing to prove them by, and 2 if something does not hold.
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
    if proof.origin:
        raise typer.Exit(1)


@command
def cards(game: GameName = "deckhand", edition: Edition = None, cards: CardFile = None) -> None:
    """List the cards of a game, in the words of an edition."""
    from silverhook.games import game_spec
    from silverhook.terminal.console import make_console, room_of
    from silverhook.terminal.view import view_of

    dealt = _deal(game, game_spec(game).players[0], edition, {}, cards, 0)
    console = make_console()
    console.print(view_of(dealt, [], None).card_list(room_of(console)))


@command
def rules(
    game: Annotated[str | None, typer.Argument(help="The game; all games without it.")] = None, edition: Edition = None
) -> None:
    """List the games, or tell how one is played and what its editions and options are."""
    from silverhook.games import game_spec, games
    from silverhook.terminal.console import make_console
    from silverhook.terminal.rules import game_list, rules_of

    if game is None and edition is not None:
        raise RulesetError(f"which game? silverhook rules GAME --edition {edition}; {nearest('', games())}")
    make_console().print(game_list(list(games().values())) if game is None else rules_of(game_spec(game), edition))


@command
def arena(
    game: GameName = "deckhand",
    bots: Annotated[str, typer.Option(help="Who plays, by commas.")] = "random,heuristic,search:1000,search:10000",
    games: Annotated[int, typer.Option(help="Games of each pair; rounded up to whole deals.")] = 2000,
    players: Annotated[int, typer.Option(help="How many play; with more than two, one bot against copies.")] = 2,
    edition: Edition = None,
    option: Options = None,
    cards: CardFile = None,
    seed: Annotated[str, typer.Option(help="What all deals come from: a number, or 64 hexadecimal digits.")] = "0",
    jobs: Annotated[int | None, typer.Option(help="Processes; as many as there are cores if not given.")] = None,
    out: Annotated[Path | None, typer.Option(help="Keep the results in this file (JSON), and go on from it.")] = None,
) -> None:
    """Let bots play all against all, and rate them."""
    from silverhook import lab
    from silverhook.games import game_spec
    from silverhook.lab.arena import cores
    from silverhook.terminal.arena import progress_bar, tables
    from silverhook.terminal.console import make_console

    text = _card_text(game, cards) if cards else ""
    ruleset = game_spec(game).ruleset(players, edition, _options(game, edition, option or []), text)
    settings = lab.ArenaSettings(ruleset, tuple(name.strip() for name in bots.split(",")), games, _seed(seed))
    results = lab.Results.load(out, settings) if out else lab.Results(settings)
    try:
        with progress_bar(results) as progress:
            lab.run(results, cores() if jobs is None else jobs, out, progress)
    except KeyboardInterrupt as left:
        kept = f"the same command goes on from {out}" if out else "nothing is kept; --out FILE would keep the games"
        typer.echo(f"silverhook: stopped after {results.games} of {results.all_games} games; {kept}", err=True)
        if results.games:
            make_console().print(tables(lab.report(results)))
        raise _left(left) from None
    make_console().print(tables(lab.report(results)))


@command
def serve(
    host: Annotated[str, _env("host", "Where to listen; 0.0.0.0 for all who can reach this machine.")] = "127.0.0.1",
    port: Annotated[int, _env("port", "The port; 0 takes any free one.")] = 8765,
    database: Annotated[
        str | None,
        _env(
            "database",
            "sqlite:///FILE, or postgresql+psycopg://... for several servers; else a file of your own.",
        ),
    ] = None,
    origin: Annotated[
        list[str] | None, _env("origin", "A further page that may use this server, as https://cards.example.")
    ] = None,
    proxies: Annotated[str, _env("proxies", "Proxies that are believed what a client's address is.")] = "127.0.0.1",
    pace: Annotated[float, _env("pace", "Seconds that a bot takes for a move at least.")] = 0.7,
    limit: Annotated[
        list[str] | None, _env("limit", "A limit, as name=number; may be repeated. --limits lists them.")
    ] = None,
    metrics: Annotated[
        str, _env("metrics", "Who may read /metrics: local (this machine), open, or who has this token.")
    ] = "local",
    log_level: Annotated[
        str | None, _env("log_level", "debug, info, warning or error; info, or warning with --open.")
    ] = None,
    browser: Annotated[
        bool, typer.Option("--open", help="Open the table in your browser; on another port if this one is taken.")
    ] = False,
    limits: Annotated[bool, typer.Option("--limits", help="List the limits and leave.")] = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of every message and leave.")] = False,
) -> None:
    """Open a server where people and bots sit at tables, and its page."""
    import gc
    import json

    gc.disable()  # nothing that is loaded now becomes garbage; the server sweeps again once it is open
    try:
        from silverhook.server.browser import open_already, show
        from silverhook.server.logs import log_to_stderr
        from silverhook.server.messages import schema as message_schema
        from silverhook.server.run import serve
        from silverhook.server.settings import Limits, ServerSettings, read_limits
    except ModuleNotFoundError as missing:
        raise SilverhookError(f"a server needs {missing.name}: pip install 'silverhook[server]'") from None
    if schema:
        typer.echo(json.dumps(message_schema(), indent=2))
        return
    if limits:
        for name, value in vars(Limits()).items():
            typer.echo(f"{name}={value}")
        return
    settings = ServerSettings(
        host, port, database, tuple(origin or ()), proxies, pace, read_limits(limit or []), metrics
    )
    log_to_stderr(log_level or ("warning" if browser else "info"))
    if browser and (address := open_already(database)):
        typer.echo(f"Silverhook is open already at {address}")
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
    file: Annotated[Path, typer.Argument(help="Where the copy goes.")],
    database: Annotated[str | None, _env("database", "sqlite:///FILE; else the file of your own.")] = None,
) -> None:
    """Copy the tables of SQLite to a file, also while a server uses them."""
    try:
        from silverhook.table.backup import copy_tables
    except ModuleNotFoundError as missing:
        raise SilverhookError(f"tables need {missing.name}: pip install 'silverhook[server]'") from None
    tables = copy_tables(database, file)
    typer.echo(f"{tables} {'table' if tables == 1 else 'tables'} copied to {file}")


@command
def version() -> None:
    """Say which Silverhook this is."""
    engine = "compiled" if silverhook.compiled else "interpreted"
    typer.echo(f"silverhook {silverhook.__version__} ({engine} engine)")


# --- what is given on the command line ---------------------------------------------------------


def _options(game: str, edition: str | None, given: list[str]) -> dict[str, Value]:
    """The options from name=value words; a wrong edition is left to be refused with the rest."""
    from silverhook.games import game_spec

    spec = game_spec(game)
    chosen = edition or spec.editions[0]
    known: dict[str, Option] = dict(spec.options(chosen)) if chosen in spec.editions else {}
    values: dict[str, Value] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals:
            remedy = f"{name} is {known[name].allowed}" if name in known else nearest(name, known)
            raise RulesetError(f'an option is given as name=value, not as "{word}"; {remedy}')
        values[name] = known[name].read(value) if name in known else value
    return values


def _company(given: str | None, seats: int, console: Console) -> list[str]:
    """The bots that were named; if none was, a person at a terminal is asked, and a script gets the usual ones."""
    from silverhook.terminal.opponents import USUAL, ask, seated

    if given is None and sys.stdin.isatty() and console.is_terminal:
        return ask(console, seats)
    return seated((USUAL if given is None else given).split(","), seats)


def _deal(
    game: str, players: int, edition: str | None, options: dict[str, Value], cards: Path | None, seed: int | str
) -> Game:
    """A new game; what is wrong with a card file is said of that file."""
    from silverhook.core.errors import CardSetError

    text = _card_text(game, cards) if cards else ""
    try:
        return silverhook.new(game, players, edition=edition, options=options, cards=text, seed=seed)
    except CardSetError as problem:
        raise CardSetError(f"{cards}: {problem}" if cards else str(problem)) from None


def _begin_record(game: Game, path: Path, new: bool) -> None:
    """Write the record before the first entry: whoever wants it kept learns at once that it cannot be."""
    from silverhook import records
    from silverhook.core.errors import RecordError

    try:
        records.save(game, path, new)
    except RecordError as problem:
        goes_on = f"; silverhook play --resume {path} goes on with its game" if new and path.is_file() else ""
        raise RecordError(f"{problem}{goes_on}") from None


def _card_text(game: str, path: Path) -> str:
    """The text of a card file, checked here so that its errors name the file."""
    from silverhook.core.errors import CardSetError
    from silverhook.games import game_spec

    spec = game_spec(game)
    if spec.read_cards is None:
        raise CardSetError(f"{spec.title} has no card files")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "it is not text in UTF-8"
        raise CardSetError(f"the card file {path} cannot be read: {reason}") from None
    spec.read_cards(text, str(path))
    return text


def _seed(word: str | None) -> int | str:
    """The seed that a word stands for; a short one of chance if there is none, easy to tell others."""
    if word is None:
        import secrets

        return secrets.randbelow(2**32)
    if len(word) == 64 or not (word.isascii() and word.isdigit()):
        if len(word) != 64:
            raise SeedError(f'a seed is a number from 0 or 64 hexadecimal digits, not "{word}"')
        return word
    return int(word)


def _name(name: str) -> str:
    """A name that fits the table."""
    tidy = " ".join(name.split())
    return tidy[:20] or "You"


if __name__ == "__main__":
    main()
