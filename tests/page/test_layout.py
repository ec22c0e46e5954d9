"""The table stays where it is: a move shifts almost nothing that is already there (Layout Instability API)."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from silverhook.testing.page import Person

MOST = 0.02  # of the window, for a move
WATCH = """
  window.shifts = [];
  new PerformanceObserver(list => {
    for (const shift of list.getEntries()) {
      const name = ({node}) => node?.className?.baseVal ?? node?.className ?? node?.nodeName;
      window.shifts.push([shift.value, shift.sources.map(name)]);
    }
  }).observe({type: 'layout-shift', buffered: true});
"""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_a_move_shifts_nothing(person: Callable[..., Person], game: str, width: int, height: int) -> None:
    anna = person(width=width, height=height)
    anna.context.add_init_script(WATCH)
    anna.begin_alone(game, 3)
    assert anna.has_choice()
    luck = random.Random(4)
    for _ in range(20):
        if not anna.has_choice():
            break
        before = anna.ply
        anna.page.evaluate("shifts.length = 0")
        anna.choose(luck.randrange)
        anna.page.wait_for_function("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")
        shifts = anna.page.evaluate("shifts")
        total = sum(value for value, _ in shifts)
        plies = max(1, anna.ply - before)
        assert total < MOST * plies, f"from {before} to {anna.ply}: {shifts}"
