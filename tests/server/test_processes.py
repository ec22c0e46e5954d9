"""Two servers on one PostgreSQL: each seat uses another one, and one of them is killed during the game."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from silverhook.server.client import Lobby
from silverhook.testing.server import play_on, run, running, seated, take_turns


def test_two_servers_host_one_game_and_one_may_die(tmp_path: Path, postgres: Callable[[], str]) -> None:
    database = postgres()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()

    async def body() -> None:
        with running(tmp_path / "one", database=database) as one, running(tmp_path / "two", database=database) as two:
            async with Lobby(one.url) as first, Lobby(two.url) as second:
                table, tokens = await seated(first)
                heard: list[dict[str, Any]] = []
                async with first.sit(table, tokens[0]) as a, second.sit(table, tokens[1], heard=heard.append) as b:
                    await take_turns([a, b], random.Random(1), 40)
                    await b.when(lambda state: state["ply"] == 40)
                    told = [news["ply"] for message in heard if message["type"] == "state" for news in message["news"]]
                    assert told == list(range(1, 41))
                    assert a.state
                    seen = a.state["ply"]
                    one.stop(signal.SIGKILL)
                    async with second.sit(table, tokens[0]) as back:
                        assert back.state and back.state["ply"] >= seen
                        ends = await asyncio.gather(play_on(back, random.Random(2)), play_on(b, random.Random(3)))
                        assert ends[0]["table"]["result"] == ends[1]["table"]["result"]
                        assert (await second.record(table)).startswith("silverhook")

    run(body())
