"""An arena in the terminal: its progress, then its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from silverhook.lab.ratings import Interval
from silverhook.lab.report import Report
from silverhook.lab.results import Results

__all__ = ["progress_bar", "tables"]


@contextmanager
def progress_bar(results: Results) -> Iterator[Callable[[Results], None]]:
    """A progress bar on stderr while games are played; nothing if stderr is not a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda results: None
        return
    columns = (TextColumn("games"), BarColumn(None), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=results.all_games, completed=results.games)
        yield lambda results: bar.update(task, completed=results.games)


def tables(report: Report) -> RenderableType:
    """The whole report."""
    players = round(1 / report.fair)
    return Group(
        _title(f"wins (fair: {_percent(report.fair)})"),
        _shares(report, players),
        Text(
            f"95 % intervals by Student's t over deals: the {players} seatings of a deal are one observation.",
            style="dim",
        ),
        "",
        _title(f"ratings ({report.anchor})"),
        _ratings(report),
        Text("Bradley-Terry, 95 % intervals by a bootstrap over deals.", style="dim"),
        "",
        _title("milliseconds a decision, where there is a choice"),
        _thinking(report),
        "",
        Text(_rest(report)),
    )


def _shares(report: Report, players: int) -> Table:
    others = "" if players == 2 else f"{players - 1} × "
    table = _table("bot", "against")
    for name in ("games", "share", "95 % interval"):
        table.add_column(name, justify="right", no_wrap=True)
    for match in report.matches:
        table.add_row(match.bot, others + match.against, str(match.games), *_cells(match.share))
    return table


def _ratings(report: Report) -> Table:
    table = _table("bot")
    for name in ("Elo", "95 % interval"):
        table.add_column(name, justify="right", no_wrap=True)
    for rating in report.ratings:
        interval = f"{rating.low:.0f} to {rating.high:.0f}" if rating.low < rating.high else "set"
        table.add_row(rating.bot, f"{rating.value:.0f}", interval)
    return table


def _thinking(report: Report) -> Table:
    table = _table("bot")
    for name in ("mean", "95 % within", "decisions"):
        table.add_column(name, justify="right", no_wrap=True)
    for bot in report.thinking:
        table.add_row(bot.bot, f"{bot.mean_ms:.3g}", f"{bot.p95_ms:.3g}", str(bot.decisions))
    return table


def _title(words: str) -> Text:
    return Text(words, style="bold")


def _table(*names: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    for name in names:
        table.add_column(name)
    return table


def _rest(report: Report) -> str:
    played = f"{report.games} games" if report.games == report.of else f"{report.games} of {report.of} games"
    share, interval = _cells(report.first_seat)
    return (
        f"{played}, {report.games_per_second:.3g} a second, {report.length:.1f} decisions each on average; "
        f"the first player wins {share} ({interval})"
    )


def _cells(share: Interval) -> tuple[str, str]:
    return _percent(share.value), f"{100 * share.low:.1f} to {100 * share.high:.1f} %"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
