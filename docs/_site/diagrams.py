"""Draws the architecture from the code as SVG, in colours that the site's style sheet gives for light and dark."""

from __future__ import annotations

import textwrap
from html import escape

from silverhook.testing.architecture import LEVELS, PATH, Step, check_path, summary, uses

_ROW, _CELL, _MATRIX, _HEAD = 46, 28, 600, 92  # pixels
_LANES = {"page": "Page", "server": "server/", "table": "table/", "rules": "core/ and the game"}
_LANE, _BOX, _GAP = 262, 250, 26


def diagram(name: str) -> str:
    """A diagram as inline SVG; LookupError where the code is not as the diagram says."""
    return {"levels": levels, "path": path_of_a_move}[name]()


def levels() -> str:
    """The levels from the lowest to the highest, and which of the others each imports."""
    names = [name for name in LEVELS if name != "__main__"]
    parts = []
    for column, name in enumerate(names):
        x = _MATRIX + column * _CELL + _CELL // 2
        parts.append(f'<text class="name" transform="translate({x} {_HEAD - 10}) rotate(-50)">{name}</text>')
    for row, name in enumerate(names):
        y = _HEAD + row * _ROW
        used = uses(name)
        parts.append(f'<rect class="level" x="1" y="{y + 3}" width="{_MATRIX - 14}" height="{_ROW - 6}" rx="5"/>')
        parts.append(f'<text class="name" x="12" y="{y + _ROW // 2 + 5}">{name}</text>')
        lines = textwrap.wrap(summary(name).replace("`", ""), 66)[:2]
        for place, line in enumerate(lines):
            baseline = y + _ROW // 2 + 5 + 16 * place - 8 * (len(lines) - 1)
            parts.append(f'<text class="says" x="112" y="{baseline}">{escape(line)}</text>')
        parts += [_cell(x, row, x == row, other in used) for x, other in enumerate(names[: row + 1])]
    width, height = _MATRIX + len(names) * _CELL + 40, _HEAD + len(names) * _ROW + 4
    label = "The levels of the code: each imports only levels above it. A dot marks an import."
    return _svg(width, height, label, parts)


def _cell(column: int, row: int, own: bool, used: bool) -> str:
    x, y = _MATRIX + column * _CELL, _HEAD + row * _ROW
    frame = f'<rect class="{"own" if own else "cell"}" x="{x}" y="{y + 3}" width="{_CELL}" height="{_ROW - 6}"/>'
    return frame + (f'<circle class="dot" cx="{x + _CELL // 2}" cy="{y + _ROW // 2}" r="6"/>' if used else "")


def path_of_a_move() -> str:
    """The functions through which a move goes, from the click to what every seat is shown."""
    check_path()
    lanes, y = list(_LANES), 48
    parts: list[str] = []
    last: tuple[int, int] | None = None
    for number, step in enumerate(PATH, 1):
        x, height = lanes.index(step.lane) * _LANE + 6, _height(step)
        if last:
            parts.append(_arrow(*last, x + _BOX // 2, y, step.signal))
        parts += _box(step, number, x, y, height)
        last = (x + _BOX // 2, y + height)
        y += height + _GAP
    heads = [
        f'<rect class="lane" x="{place * _LANE}" y="1" width="{_LANE - 2}" height="{y - 12}" rx="6"/>'
        f'<text class="head" x="{place * _LANE + _LANE // 2}" y="26">{escape(title)}</text>'
        for place, title in enumerate(_LANES.values())
    ]
    label = "The path of a move: " + "; ".join(f"{step.functions[0]} {step.says}" for step in PATH)
    return _svg(_LANE * len(lanes), y, label, [*heads, *parts])


def _height(step: Step) -> int:
    return 32 + 17 * len(step.functions) + 16 * len(textwrap.wrap(step.says, 35))


def _box(step: Step, number: int, x: int, y: int, height: int) -> list[str]:
    file = step.file.removeprefix("web/src/") if step.lane == "page" else step.file
    lines = [("name", name) for name in step.functions] + [("says", line) for line in textwrap.wrap(step.says, 35)]
    texts = [f'<text class="file" x="{x + 10}" y="{y + 18}">{number}. {escape(file)}</text>']
    below = y + 36
    for kind, line in lines:
        texts.append(f'<text class="{kind}" x="{x + 10}" y="{below}">{escape(line)}</text>')
        below += 17 if kind == "name" else 16
    return [f'<rect class="level" x="{x}" y="{y}" width="{_BOX}" height="{height}" rx="5"/>', *texts]


def _arrow(x1: int, y1: int, x2: int, y2: int, signal: str) -> str:
    middle = (y1 + y2) // 2
    line = f'<path class="arrow{" signal" if signal else ""}" d="M{x1} {y1}V{middle}H{x2}V{y2 - 5}"/>'
    head = f'<path class="tip" d="M{x2 - 5} {y2 - 7}L{x2} {y2}L{x2 + 5} {y2 - 7}Z"/>'
    side = f'x="{x2 + 10}"' if x1 <= x2 else f'x="{x2 - 10}" text-anchor="end"'  # beside the line, not on it
    return line + head + (f'<text class="signal" {side} y="{y2 - 7}">{escape(signal)}</text>' if signal else "")


def _svg(width: int, height: int, label: str, parts: list[str]) -> str:
    return (
        f'<div class="diagram" tabindex="0"><svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}" aria-label="{escape(label)}">{"".join(parts)}</svg></div>'
    )
