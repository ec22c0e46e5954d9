"""Tests deal the same cards in each run, whatever ran before them and on however many servers."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import pytest

from silverhook.server.client import Lobby
from silverhook.testing.same_deals import FOLDER, Draws, settle
from silverhook.testing.server import run, running, seated


def test_draws_follow_from_the_name_and_are_never_repeated(tmp_path: Path) -> None:
    def drawn(name: str, folder: str) -> list[object]:
        place = tmp_path / folder
        place.mkdir(exist_ok=True)
        settle(name, place)
        servers = Draws(place), Draws(place)
        return [secrets.token_hex(8), *(servers[n % 2].bytes(8) for n in range(4)), servers[0].bits(62)]

    first, other, again = drawn("one", "a"), drawn("two", "a"), drawn("one", "b")
    assert first == again != other
    assert len(set(first)) == len(first)


def test_servers_deal_the_same_cards_under_the_same_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def dealt(url: str) -> list[Any]:
        found = []
        async with Lobby(url) as lobby:
            for _ in range(2):
                table, tokens = await seated(lobby)
                async with lobby.sit(table, tokens[0]) as seat:
                    assert seat.state
                    found.append((table, seat.state["table"]["commitment"], seat.state["view"]))
        return found

    deals = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        monkeypatch.setenv(FOLDER, str(folder))
        settle("a test", folder)
        with running(folder) as server:
            deals.append(run(dealt(server.url)))
    assert deals[0] == deals[1]
    assert len({commitment for _, commitment, _ in deals[0]}) == 2
