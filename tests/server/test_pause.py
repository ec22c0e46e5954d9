"""Secret questions over real sockets: only the seat that answers can notice that there was an answer."""

from __future__ import annotations

import random
from contextlib import AsyncExitStack
from typing import Any

import httpx

from silverhook.server.client import Lobby, RemoteSeat
from silverhook.testing.server import Process, run, seated

PEOPLE = 4


class Watched:
    """A table of people, with everything that each of them, a spectator and the host receive."""

    def __init__(self, lobby: Lobby, table: str, tokens: list[str | None]) -> None:
        self.heard: list[list[dict[str, Any]]] = [[] for _ in tokens]
        self.seats = [
            lobby.sit(table, token, heard=heard.append) for token, heard in zip(tokens, self.heard, strict=True)
        ]
        self.table, self.tokens = table, tokens

    async def to_a_question(self, chance: random.Random) -> RemoteSeat | None:
        """Play until a secret question comes; the seat that has something to answer, or None."""
        state: dict[str, Any] = await self.seats[0].when(lambda now: True)
        while state["table"]["turn"] is not None:
            seat, ply = self.seats[state["table"]["turn"]], state["ply"]
            asked = await seat.when(lambda now: now["ply"] >= ply)  # noqa: B023 - used at once
            await seat.act(chance.choice(asked["actions"])["action"])
            state = await self.seats[0].when(lambda now: now["ply"] > ply)  # noqa: B023
        for seat in self.seats[:PEOPLE]:
            await seat.when(lambda now: now["ply"] >= state["ply"])
        able = [seat for seat in self.seats[:PEOPLE] if seat.state and seat.state["actions"]]
        return able[0] if able and state["table"]["pause_until"] else None

    def frames(self) -> list[int]:
        """How many frames each has received, except those about connections, which follow a moment later."""
        return [sum(one["type"] != "presence" for one in heard) for heard in self.heard]

    async def looks(self) -> list[dict[str, Any]]:
        """The snapshot that each client gets if it asks now, without the time of sending."""
        for seat in self.seats:
            await seat.command("look")
        return [{**(seat.state or {}), "at": 0} for seat in self.seats]


OWN = ("request_seconds", 'operation="read"', "event_loop_lag", "process_")  # what the questions themselves change


async def asked(url: str, table: str, tokens: list[str | None]) -> list[Any]:
    """Everything that the server answers over HTTP."""
    async with httpx.AsyncClient(base_url=url) as http:
        mine = [(await http.post("/api/mine", json={"tokens": [token]})).json() for token in tokens if token]
        everybody = (await http.get(f"/api/tables/{table}")).json()
        counters = (await http.get("/metrics")).text.splitlines()
    return [mine, everybody, [line for line in counters if not any(word in line for word in OWN)]]


def test_nobody_else_can_notice_an_answer(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            for n in range(100):
                made = await lobby.create(game="hanataz", seats=["person"] * PEOPLE, pause=600)
                taken = [await lobby.take_seat(made["table"], f"P{seat}") for seat in range(PEOPLE)]
                tokens = [*(one["token"] for one in taken), None, made["token"]]
                async with AsyncExitStack() as stack:
                    watched = Watched(lobby, made["table"], tokens)
                    for seat in watched.seats:
                        await stack.enter_async_context(seat)
                    holder = await watched.to_a_question(random.Random(n))
                    if holder is not None:
                        await answer_unnoticed(server.url, watched, watched.seats.index(holder))
                        return
            raise AssertionError("nobody was asked who had something to answer")

    run(body())


async def answer_unnoticed(url: str, watched: Watched, holder: int) -> None:
    """Answer, change the answer, and repeat a message: everything that the others receive stays the same."""
    others = [*watched.tokens[:holder], *watched.tokens[holder + 1 :]]
    seat, seen = watched.seats[holder], await watched.looks()
    frames = watched.frames()
    mine = (await asked(url, watched.table, [watched.tokens[holder]]))[0][0]["tables"][0]
    assert mine["your_turn"] and seat.state and not seat.state["answered"]
    told = await asked(url, watched.table, others)
    for action in (seat.state["actions"][1], seat.state["actions"][0]):
        for _ in range(2):
            act = {"id": f"m{action['action']}", "ply": seat.state["ply"], "action": action["action"]}
            done = await seat.command("act", **act)
            assert done["ply"] == seat.state["ply"]
    assert await asked(url, watched.table, others) == told
    now = watched.frames()
    assert [*now[:holder], *now[holder + 1 :]] == [*frames[:holder], *frames[holder + 1 :]]
    assert now[holder] > frames[holder]
    after = await watched.looks()
    assert after.pop(holder)["answered"] and not seen.pop(holder)["answered"]
    assert after == seen
    mine = (await asked(url, watched.table, [watched.tokens[holder]]))[0][0]["tables"][0]
    assert not mine["your_turn"]


def test_without_spectators_only_the_seats_are_told_how_the_game_goes(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            made = await lobby.create(
                game="deckhand", seats=["person", "person"], spectators=False, clock={"kind": "move", "seconds": 600}
            )
            table, heard = made["table"], []
            async with lobby.sit(table, made["token"], heard=heard.append):  # the host sees the seats fill
                taken = [await lobby.take_seat(table, f"P{seat}") for seat in range(2)]
            assert heard
            tokens = [one["token"] for one in taken]
            async with httpx.AsyncClient(base_url=server.url) as http:
                for token in (None, made["token"], *tokens):
                    headers = {"Authorization": f"Bearer {token}"} if token else {}
                    found = (await http.get(f"/api/tables/{table}", headers=headers)).json()
                    assert (found["turn"] is not None) == (token in tokens)
                    assert (found["seats"][0]["clock"] is not None) == (token in tokens)
                    assert found["phase"] == "playing"
                before = (await http.post("/api/mine", json={"tokens": [made["token"]]})).json()
                async with lobby.sit(table, tokens[0]) as a, lobby.sit(table, tokens[1]) as b:
                    actor = a if a.state and a.state["actions"] else b
                    assert actor.state
                    await actor.act(actor.state["actions"][0]["action"])
                assert (await http.post("/api/mine", json={"tokens": [made["token"]]})).json() == before

    run(body())


def test_a_spectator_is_told_whose_turn_it_is(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, _ = await seated(lobby)
            assert (await lobby.table(table))["turn"] is not None

    run(body())
