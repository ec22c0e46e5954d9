"""Games over real sockets: coming back, repeats, late messages, spectators, chat, undo, hints, restarts."""

from __future__ import annotations

import asyncio
import random
import signal
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from silverhook import records
from silverhook.server.client import Lobby, Refusal
from silverhook.testing.server import Process, Raw, checked, play_on, raw, run, running, seated, take_turns, until


@pytest.mark.parametrize(("game", "people"), [("deckhand", 2), ("deckhand", 4), ("hanataz", 3)])
def test_a_whole_game_over_sockets_ends_in_a_verifiable_record(server: Process, game: str, people: int) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby, game, people, pause=0.03)
            heard: list[dict[str, Any]] = []
            seats = [lobby.sit(table, token, heard=heard.append) for token in tokens]
            async with asyncio.TaskGroup() as group:
                played = [group.create_task(sit_and_play(seat, number)) for number, seat in enumerate(seats)]
            ends = [task.result() for task in played]
            for message in heard:
                checked(message)
            assert {end["table"]["result"]["winners"][0] for end in ends} <= set(range(people))
            assert len({end["ply"] for end in ends}) == 1
            record = await lobby.record(table)
            proven, _ = records.verify(record.encode(), [ends[0]["table"]["commitment"]])
            assert proven.scores == ends[0]["table"]["result"]["scores"]

    async def sit_and_play(seat: Any, number: int) -> dict[str, Any]:
        async with seat:
            return await play_on(seat, random.Random(number))

    run(body())


def test_every_change_is_sent_once_and_in_order(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            heard: list[dict[str, Any]] = []
            async with (
                lobby.sit(table, tokens[0]) as first,
                lobby.sit(table, tokens[1]) as second,
                lobby.sit(table, None, heard=heard.append),
            ):
                await asyncio.gather(play_on(first, random.Random(1)), play_on(second, random.Random(2)))
                await until(lambda: heard[-1].get("table", {}).get("phase") == "finished")
            states = [message for message in heard if message["type"] == "state"]
            plies = [news["ply"] for state in states for news in state["news"]]
            assert plies == list(range(1, states[-1]["ply"] + 1))
            for before, state in pairwise(states):
                assert state["since"] == before["ply"]
            story = [line for state in states for news in state["news"] for line in news["story"]]
            assert any("P0" in line for line in story) and any("P1" in line for line in story)

    run(body())


def test_a_returning_client_is_sent_what_it_missed(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            async with lobby.sit(table, tokens[0]) as first, lobby.sit(table, tokens[1]) as second:
                await take_turns([first, second], random.Random(1), 64)  # a game of random moves is longer
                last = await first.when(lambda state: state["ply"] == 64)
                ply = 64
            async with raw(server.url, table, {"token": tokens[0], "since": ply - 3}) as back:
                state = await back.hear("state")
                assert state["since"] == ply - 3
                assert [news["ply"] for news in state["news"]] == [ply - 2, ply - 1, ply]
                assert state["view"] == last["view"] and state["actions"] == last["actions"]
            for since in (None, ply + 1, 0):  # nothing seen, an impossible ply, too long ago
                async with raw(server.url, table, {"token": tokens[0], "since": since}) as back:
                    state = await back.hear("state")
                    assert state["since"] is None and state["news"] == []
                    assert state["view"] == last["view"]

    run(body())


def test_a_returning_client_of_a_table_before_its_deal_is_sent_no_news(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            made = await lobby.create(game="deckhand", seats=["person", "person"])
            async with raw(server.url, made["table"], {"token": made["token"], "since": 0}) as back:
                state = await back.hear("state")
                assert state["table"]["phase"] == "open" and state["news"] == []

    run(body())


def test_a_late_client_can_read_the_whole_story_in_parts(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            heard: list[dict[str, Any]] = []
            async with lobby.sit(table, tokens[0], heard=heard.append) as first, lobby.sit(table, tokens[1]) as second:
                await take_turns([first, second], random.Random(1), 64)  # a game of random moves is longer
                await first.when(lambda state: state["ply"] == 64)
            told = [news for message in heard if message["type"] == "state" for news in message["news"]]
            async with raw(server.url, table, {"token": tokens[0]}) as late:
                parts = [await asked(late, before) for before in (65, 5, 1, 10_000)]
            assert [len(part) for part in parts] == [60, 4, 0, 60]
            assert parts[1] + parts[0] == told and parts[3] == parts[0]

    async def asked(client: Raw, before: int) -> list[dict[str, Any]]:
        await client.say(type="story", id=str(before), before=before)
        answer = await client.hear("story")
        assert answer["id"] == str(before)
        news: list[dict[str, Any]] = answer["news"]
        return news

    run(body())


def test_a_repeated_action_is_answered_again_but_applied_once(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            async with (
                raw(server.url, table, {"token": tokens[0]}) as a,
                raw(server.url, table, {"token": tokens[1]}) as b,
            ):
                states = [await a.hear("state"), await b.hear("state")]
                actor, state = (a, states[0]) if states[0]["actions"] else (b, states[1])
                act = {"type": "act", "id": "once", "ply": state["ply"], "action": state["actions"][0]["action"]}
                for _ in range(3):
                    await actor.say(**act)
                answers = [await actor.hear("done", "refused") for _ in range(3)]
                assert [answer["type"] for answer in answers] == ["done"] * 3
                assert len({answer["ply"] for answer in answers}) == 1
                assert (await lobby.table(table))["id"] == table
                token = tokens[0] if actor is a else tokens[1]
            async with raw(server.url, table, {"token": token}) as again:  # over another connection, too
                assert (await again.hear("state"))["ply"] == 1
                await again.say(**act)
                assert (await again.hear("done", "refused"))["type"] == "done"
                await again.say(type="look", id="look")
                assert (await again.hear("state"))["ply"] == 1

    run(body())


def test_late_foreign_and_illegal_actions_have_error_codes_of_their_own(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            async with (
                raw(server.url, table, {"token": tokens[0]}) as a,
                raw(server.url, table, {"token": tokens[1]}) as b,
                raw(server.url, table, {}) as watcher,
            ):
                first, second = await a.hear("state"), await b.hear("state")
                actor, other = (a, b) if first["actions"] else (b, a)
                state = first if first["actions"] else second
                legal = state["actions"][0]["action"]
                illegal = next(n for n in range(200) if n not in [one["action"] for one in state["actions"]])

                async def code(who: Any, **act: Any) -> str:
                    await who.say(type="act", **{"id": "x", "ply": 0, "action": legal, **act})
                    answer = await who.hear("done", "refused")
                    assert answer["type"] == "refused" and answer["id"] == "x" and answer["message"]
                    return str(answer["code"])

                assert await code(actor, action=illegal) == "illegal_action"
                assert await code(actor, action=2**31 - 1) == "malformed_action"
                assert await code(actor, ply=7) == "late"
                assert await code(other) == "out_of_turn"
                assert await code(watcher) == "not_allowed"
                assert (await lobby.table(table))["turn"] == (0 if actor is a else 1)
                await actor.say(type="act", id="good", ply=0, action=legal)
                assert (await actor.hear("done", "refused"))["type"] == "done"

    run(body())


def test_spectators_see_no_hand_and_a_table_may_exclude_them(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            async with raw(server.url, table, {}) as watcher, raw(server.url, table, {"token": tokens[0]}) as player:
                seen, own = await watcher.hear("state"), await player.hear("state")
                assert all(card is None for card in seen["view"]["zones"]["hand.0"])
                assert all(card for card in own["view"]["zones"]["hand.0"])
                assert all(card is None for card in own["view"]["zones"]["hand.1"])
                assert seen["actions"] == [] and "unseen" not in seen["view"]
                presence = await player.hear("presence")
                assert presence["connected"] == [True, False] and presence["watching"] == 1
            closed, _ = await seated(lobby, spectators=False)
            async with raw(server.url, closed, {}) as watcher:
                assert (await watcher.hear("refused"))["code"] == "not_allowed"
                assert await watcher.closed() == 1008
            async with raw(server.url, closed, {"token": "x" * 43}) as stranger:
                assert (await stranger.hear("refused"))["code"] == "not_allowed"

    run(body())


def test_chat_reaches_everyone_and_later_arrivals(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            async with (
                raw(server.url, table, {"token": tokens[0]}) as a,
                raw(server.url, table, {"token": tokens[1]}) as b,
            ):
                for client in (a, b):
                    assert (await client.hear("chat"))["said"] == []
                for _ in range(2):  # a repeated message appears once
                    await a.say(type="chat", id="hi", text=" <b>ahoy</b>\n\u202e  there ")
                    assert (await a.hear("done"))["id"] == "hi"
                said = await b.hear("chat")
                assert not said["whole"] and said["said"][0]["seat"] == 0
                assert said["said"][0]["text"] == "<b>ahoy</b> there"
                await a.say(type="chat", id="none", text="   ")
                assert (await a.hear("refused"))["code"] == "bad_text"
            async with raw(server.url, table, {"token": tokens[1]}) as back:
                said = await back.hear("chat")
                assert said["whole"] and [line["text"] for line in said["said"]] == ["<b>ahoy</b> there"]

    run(body())


def test_an_accepted_undo_takes_effect_for_everyone(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            for _ in range(20):  # until an action reveals nothing hidden
                table, tokens = await seated(lobby)
                async with lobby.sit(table, tokens[0]) as a, lobby.sit(table, tokens[1]) as b:
                    assert a.state and b.state
                    actor, other = (a, b) if a.state["actions"] else (b, a)
                    before = actor.state
                    plays = [one for one in before["actions"] if one["does"] == "play"]
                    await actor.act((plays or before["actions"])[0]["action"])
                    assert not before["may_undo"] and other.state and not other.state["may_undo"]
                    if not actor.state["may_undo"]:
                        with pytest.raises(Refusal) as refused:
                            await actor.command("offer_undo")
                        assert refused.value.code == "no_undo"
                        continue
                    await actor.command("offer_undo")
                    offered = await other.when(lambda state: state["table"]["offer"] is not None)
                    assert offered["table"]["offer"]["actions"] >= 1 and not offered["may_undo"]
                    with pytest.raises(Refusal) as refused:
                        await other.command("answer_undo", offer=7, accept=True)
                    assert refused.value.code == "no_offer"
                    await other.command("answer_undo", offer=offered["table"]["offer"]["number"], accept=True)
                    state = await actor.when(lambda state: state["ply"] == 2)
                    assert state["news"][-1]["undone"] and state["table"]["offer"] is None
                    assert state["view"] == before["view"] and state["actions"] == before["actions"]
                    return
            raise AssertionError("nothing could be taken back at twenty tables")

    run(body())


def test_a_bot_plays_for_a_player_who_leaves_until_the_player_returns(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby, substitute="random")
            async with lobby.sit(table, tokens[0]) as a, lobby.sit(table, tokens[1]) as b:
                await a.command("leave")
                state = await b.turn()
                assert state["table"]["seats"][0]["away"] and state["table"]["seats"][0]["bot"] == "random"
                with pytest.raises(Refusal) as refused:
                    await a.act(0)
                assert refused.value.code in ("not_allowed", "late")
                await a.command("return")
                await b.when(lambda state: not state["table"]["seats"][0]["away"])
                await a.command("resign")
                with pytest.raises(Refusal):
                    await a.command("return")
                await play_on(b, random.Random(3), 20)

    run(body())


def test_a_player_who_gives_up_a_seat_does_not_see_what_its_next_holder_sees(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table = (await lobby.create(game="deckhand", seats=["person", "person"]))["table"]
            old = await lobby.take_seat(table, "Old")
            heard: list[dict[str, Any]] = []
            async with lobby.sit(table, old["token"], heard=heard.append) as gone:
                await gone.command("leave")
                new = await lobby.take_seat(table, "New", seat=old["seat"])
                await lobby.take_seat(table, "Other")
                state = await gone.when(lambda state: state["view"] is not None)
                assert state["view"]["seat"] is None and state["actions"] == []
                async with lobby.sit(table, new["token"]) as holder:
                    assert holder.state and holder.state["view"]["seat"] == old["seat"]
                with pytest.raises(Refusal) as refused:
                    await gone.command("chat", text="I am still here")
                assert refused.value.code == "not_allowed"
            closed = (await lobby.create(game="deckhand", seats=["person", "person"], spectators=False))["table"]
            old = await lobby.take_seat(closed, "Old")
            async with raw(server.url, closed, {"token": old["token"]}) as seat:
                await seat.say(type="leave", id="x")
                assert "does not allow spectators" in (await seat.hear("goodbye"))["message"]
                assert await seat.closed() == 1000

    run(body())


def test_hints_depend_on_the_table_setting(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby, people=1, seats=["person", "random"], hints=True)
            async with lobby.sit(table, tokens[0]) as seat:
                state = await seat.turn()
                hint = await seat.command("hint")
                checked(hint)
                offered = {one["action"] for one in state["actions"]}
                assert hint["ply"] == state["ply"] and {one["action"] for one in hint["choices"]} <= offered
            table, tokens = await seated(lobby)
            async with lobby.sit(table, tokens[0]) as seat:
                with pytest.raises(Refusal) as refused:
                    await seat.command("hint")
                assert refused.value.code == "no_hints"

    run(body())


def test_the_client_reads_earlier_news(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby, people=1, seats=["person", "random"])
            async with lobby.sit(table, tokens[0]) as seat:
                await play_on(seat, random.Random(5), moves=3)
                state = await seat.turn()
                story = await seat.command("story", before=state["ply"])
                checked(story)
                assert story["news"][-1]["ply"] == state["ply"] - 1

    run(body())


def test_memory_lists_what_each_hidden_card_may_be(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            async with raw(server.url, table, {"token": tokens[0], "memory": True}) as seat:
                view = (await seat.hear("state"))["view"]
                assert len(view["unseen"]) == sum(cards.count(None) for cards in view["zones"].values()) > 20

    run(body())


def test_a_rematch_keeps_the_seats(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby, people=2)
            with pytest.raises(Refusal) as refused:
                await lobby.rematch(table, tokens[0])
            assert refused.value.code == "not_now"
            async with lobby.sit(table, tokens[0]) as a, lobby.sit(table, tokens[1]) as b:
                await asyncio.gather(play_on(a, random.Random(1)), play_on(b, random.Random(2)))
                other = (await lobby.rematch(table, tokens[1]))["table"]
                assert (await a.when(lambda state: state["table"]["rematch"] is not None))["table"]["rematch"] == other
                assert (await lobby.rematch(table, tokens[0]))["table"] == other
            for seat, token in enumerate(tokens):
                again = await lobby.take_seat(other, f"Again {seat}", token=token)
                assert again == {"table": other, "seat": seat, "token": token}
            mine = await lobby.mine(tokens[:1])
            assert [one["table"] for one in mine] == [other, table]
            assert mine[0]["phase"] == "playing" and mine[1]["phase"] == "finished"

    run(body())


def test_clients_of_a_stopped_server_continue_with_the_next_one(tmp_path: Path) -> None:
    async def body() -> None:
        with running(tmp_path) as server:
            port = server.url.rsplit(":", 1)[1]
            async with Lobby(server.url) as lobby:
                table, tokens = await seated(lobby)
                heard: list[dict[str, Any]] = []
                async with (
                    lobby.sit(table, tokens[0], heard=heard.append) as a,
                    lobby.sit(table, tokens[1]) as b,
                    raw(server.url, table, {}) as watcher,
                ):
                    await take_turns([a, b], random.Random(1), 12)
                    stopping = asyncio.create_task(asyncio.to_thread(server.stop, signal.SIGTERM))
                    goodbye = await watcher.hear("goodbye")
                    assert goodbye["reason"] == "restart" and goodbye["retry_after"]
                    assert await watcher.closed() == 1012
                    assert await stopping == 0
                    with running(tmp_path, "--port", port):
                        await asyncio.gather(play_on(a, random.Random(3)), play_on(b, random.Random(4)))
                        assert a.reconnects == b.reconnects == 1
                        assert any(message["type"] == "goodbye" for message in heard)
                        plies = [n["ply"] for m in heard if m["type"] == "state" for n in m["news"]]
                        assert a.state and plies == list(range(1, a.state["ply"] + 1))

    run(body())
