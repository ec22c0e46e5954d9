"""What every command shares: one-line errors, quiet ends, options from the environment."""

from __future__ import annotations

import errno
import io
import logging
import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import typer

import silverhook
from silverhook.core.errors import SilverhookError

__all__ = ["app", "command", "ended_by", "env", "guarded", "main"]

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
F = TypeVar("F", bound=Callable[..., Any])
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def env(name: str, help: str) -> Any:
    """An option that you can also set in the environment: --port, or SILVERHOOK_PORT."""
    return typer.Option(f"--{name.replace('_', '-')}", envvar=f"SILVERHOOK_{name.upper()}", help=help)


def main() -> None:
    """Run the command line; wrong usage gets one line on stderr and exit code 2."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 - who starts it may have closed it
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that is not UTF-8 gets ? for what it cannot show
    _show_warnings()
    try:
        sys.exit(app(standalone_mode=False))
    except Exception as problem:
        if not hasattr(problem, "format_message"):  # not the command line's fault
            raise
        if words := problem.format_message():  # none where the help has been shown
            typer.echo(f"silverhook: {words}{_remedy(problem)}", err=True)
        sys.exit(2)


class _Plain(logging.Formatter):
    """Logged warnings as a command prints its errors; a server has a log of its own."""

    def format(self, record: logging.LogRecord) -> str:
        return f"silverhook: {getattr(record, 'message_text', '') or record.getMessage()}"


def _show_warnings() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(_Plain())
    logging.getLogger().handlers[:] = [handler]


def _remedy(problem: Exception) -> str:
    """Where to read about the right usage."""
    asked = getattr(problem, "ctx", None)
    return f" (see {asked.command_path} --help)" if asked else ""


def command(run: F) -> F:
    """A command of `silverhook`, guarded."""
    app.command()(guarded(run))
    return run


def guarded(run: F) -> F:
    """A function whose errors are one line on stderr and exit code 2, and which Ctrl-C ends quietly."""

    @wraps(run)
    def safely(*args: Any, **kwargs: Any) -> Any:
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
            typer.echo(f"silverhook: cannot write: {problem.strerror}", err=True)
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open until the process ends
            raise typer.Exit(2) from None
        except (EOFError, KeyboardInterrupt) as left:
            typer.echo()
            raise ended_by(left) from None

    return cast(F, safely)


def ended_by(by: BaseException) -> typer.Exit:
    """The end of a program that its user left: by Ctrl-C, or because the input has ended."""
    return typer.Exit(130 if isinstance(by, KeyboardInterrupt) else 0)
