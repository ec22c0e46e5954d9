"""Whole games in Debian's Firefox."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from silverhook.testing.firefox import Firefox, firefox
from silverhook.testing.server import Process


@pytest.fixture(scope="module")
def window(
    program: Callable[..., str], built_page: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Firefox]:
    with firefox(program("firefox-esr", "firefox"), tmp_path_factory.mktemp("firefox")) as opened:
        yield opened


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_a_whole_game_in_firefox(window: Firefox, server: Process, game: str) -> None:
    window.visit(server.url)
    window.ask("""() => {
      localStorage['silverhook.prefs'] = '{"speed": "instant", "sound": false, "confirm": false, "language": "en"}';
      const quick = {players: 2, level: 'random'};
      localStorage['silverhook.quick'] = JSON.stringify({deckhand: quick, hanataz: quick});
    }""")
    window.visit(server.url)
    window.click(f'article[data-game="{game}"] .deeds button', done=lambda: window.ply >= 0)
    assert window.play_to_the_end(random.Random(11).randrange) > 10
    assert not window.complaints
