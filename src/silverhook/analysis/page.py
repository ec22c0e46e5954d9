"""A report as one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from math import sqrt
from pathlib import Path

from silverhook.analysis.report import OPEN, WATCH, Decided, Report
from silverhook.core.game import Game
from silverhook.core.words import ENGLISH, phrases

__all__ = ["PHRASES", "page"]

PHRASES = Path(__file__).parent / "phrases"
_COLOURS = ("#8a5a0b", "#1c5f63", "#8d2a1e", "#4b4a8c", "#3f6b2a", "#5d6b75")  # of the seats
_WIDTH, _HEIGHT, _LEFT, _FOOT = 720, 240, 44, 34
_STYLE = """
body { font: 1rem/1.5 Georgia, serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #22303a;
  background: #faf6ec }
h1, h2 { line-height: 1.2 } table { border-collapse: collapse; width: 100% }
td, th { padding: .35rem .6rem; border-bottom: 1px solid #d8cfb8; text-align: start; vertical-align: top }
.mistake { background: #f6d9d3 } .inaccuracy { background: #f8ecc9 } .why { color: #56646e; font-size: .92em }
svg { width: 100%; height: auto; font: 13px Georgia, serif } .key { display: inline-block; width: 1.6em; height: .3em;
  margin-right: .4em; vertical-align: middle } li { margin: .3rem 0 }
"""


def page(report: Report, game: Game, names: Sequence[str], language: str = ENGLISH) -> str:
    """The HTML of a report."""
    words: Mapping[str, str] = phrases(PHRASES, language)["page"]
    ruleset = game.ruleset
    heading = words["of"].format(game=ruleset.game, edition=ruleset.edition, names=", ".join(names))
    sure = round(200 * sqrt(0.25 / report.played_on))
    parts = [
        f"<h1>{escape(words['title'])}</h1>",
        _p(heading),
        _p(_reader(report, names, words)),
        _p(words["method"].format(simulations=report.simulations, played_on=report.played_on, sure=sure), "why"),
        _section(words["players"], _players(report, names, words)) if report.players else "",
        _section(words["chances"], _chart(report, names, words)),
        _section(words["turning"], _turning(report, names, words)),
        _section(words["decisions"], _decisions(report, names, words)) if report.decisions else "",
    ]
    return (
        f'<!doctype html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(words["title"])}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n" + "\n".join(filter(None, parts)) + "\n</body></html>\n"
    )


def _reader(report: Report, names: Sequence[str], words: Mapping[str, str]) -> str:
    if report.eyes in (OPEN, WATCH):
        return words[report.eyes]
    return words["closed"].format(name=names[int(report.eyes)])


def _players(report: Report, names: Sequence[str], words: Mapping[str, str]) -> str:
    heads = ("", *(words[key] for key in ("accuracy", "mistakes", "inaccuracies", "lost", "luck")))
    rows = (
        (
            names[one.seat],
            "" if one.accuracy is None else f"{one.accuracy:.0%}",
            one.mistakes,
            one.inaccuracies,
            f"{one.lost:.2f}",
            "" if one.luck is None else f"{100 * one.luck:+.1f}",
        )
        for one in report.players
    )
    return _table(heads, rows) + _p(words["luck_help"], "why")


def _turning(report: Report, names: Sequence[str], words: Mapping[str, str]) -> str:
    if not report.turning:
        return _p(words["no_turning"])
    items = (
        words["gains" if one.change > 0 else "loses"].format(name=names[one.seat], change=abs(round(100 * one.change)))
        + f" ({words['step']} {one.step}). {one.story}"
        for one in report.turning
    )
    return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>"


def _decisions(report: Report, names: Sequence[str], words: Mapping[str, str]) -> str:
    heads = [words[key] for key in ("step", "played", "loss", "better")]
    rows = "".join(
        f'<tr class="{one.verdict}"><td>{one.step}</td><td>{escape(names[one.seat])}: {escape(one.label)}'
        f"</td><td>{escape(_loss(one, words))}</td><td>{_better(one)}</td></tr>"
        for one in report.decisions
    )
    return f"<table>{_heads(heads)}{rows}</table>"


def _loss(one: Decided, words: Mapping[str, str]) -> str:
    if one.verdict == "good":
        return words["good"]
    return f"{words[one.verdict]}: {100 * one.loss:.0f} ± {100 * one.error:.0f}"


def _better(one: Decided) -> str:
    if one.verdict == "good":
        return ""
    why = "; ".join(filter(None, (one.why, one.against and f"{one.label}: {one.against}")))
    return escape(one.best) + (f'<div class="why">{escape(why)}</div>' if why else "")


# --- the chart -----------------------------------------------------------------------------------


def _chart(report: Report, names: Sequence[str], words: Mapping[str, str]) -> str:
    last = max(1, len(report.steps) - 1)
    room = _WIDTH - _LEFT - 10

    def x(i: int) -> float:
        return _LEFT + room * i / last

    def y(chance: float) -> float:
        return 10 + (_HEIGHT - _FOOT - 10) * (1 - chance)

    levels = "".join(
        f'<line x1="{_LEFT}" x2="{_WIDTH - 10}" y1="{y(level):.0f}" y2="{y(level):.0f}" stroke="#d8cfb8"/>'
        f'<text x="{_LEFT - 6}" y="{y(level) + 4:.0f}" text-anchor="end">{level:.0%}</text>'
        for level in (0, 0.5, 1)
    )
    marks = "".join(
        f'<text x="{x(i):.0f}" y="{_HEIGHT - 16}" text-anchor="middle">{i}</text>'
        for i in sorted({0, last // 4, last // 2, 3 * last // 4, last})
    )
    lines = _lines(report.known, x, y, "") + _lines(report.true, x, y, "4 4")
    keys = " &nbsp; ".join(
        f'<span class="key" style="background:{_COLOURS[seat]}"></span>{escape(name)}'
        for seat, name in enumerate(names)
    )
    kinds = f"— {words['known']}; - - {words['true']}" if report.true else ""
    axis = f'<text x="{_WIDTH / 2}" y="{_HEIGHT - 1}" text-anchor="middle">{escape(words["axis"])}</text>'
    label = escape(words["chances"], quote=True)
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}">{levels}{marks}{axis}{lines}</svg>'
        f"<p>{keys}</p>{_p(kinds, 'why')}"
    )


def _lines(rows: Sequence[Sequence[float]], x: Callable[[int], float], y: Callable[[float], float], dashes: str) -> str:
    seats = range(len(rows[0])) if rows else range(0)
    return "".join(
        f'<polyline fill="none" stroke="{_COLOURS[seat]}" stroke-width="2" stroke-dasharray="{dashes}" points="'
        + " ".join(f"{x(i):.1f},{y(row[seat]):.1f}" for i, row in enumerate(rows))
        + '"/>'
        for seat in seats
    )


# --- HTML ----------------------------------------------------------------------------------------


def _section(title: str, content: str) -> str:
    return f"<h2>{escape(title)}</h2>\n{content}"


def _p(text: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(text)}</p>' if text else ""


def _heads(heads: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<th>{escape(head)}</th>" for head in heads) + "</tr>"


def _table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    body = ("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table>{_heads(heads)}{''.join(body)}</table>"
