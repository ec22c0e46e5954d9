"""Replays of finished games, continued games and lessons, over HTTP."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import silverhook as sh
from silverhook.records import verify
from silverhook.server import messages
from silverhook.server.client import Lobby, Refusal
from silverhook.testing.server import PATIENCE, Process, checked, play_on, run, seated, take_turns

NONCE = "ab" * 16
GAMES = [("deckhand", 2), ("deckhand", 4), ("hanataz", 3)]


@pytest.fixture
def http(server: Process) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        yield client


def over(http: httpx.Client, game: str = "deckhand", players: int = 2) -> str:
    """A table where bots have played to the end."""
    answer = http.post("/api/tables", json={"game": game, "seats": ["random"] * players, "pause": 0})
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["table"]
    end = time.monotonic() + PATIENCE
    while http.get(f"/api/tables/{table}").json()["phase"] != "finished":
        assert time.monotonic() < end, "the bots did not finish the game"
        time.sleep(0.02)
    return table


def replayed(http: httpx.Client, table: str, **query: Any) -> dict[str, Any]:
    answer = http.get(f"/api/tables/{table}/replay", params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    checked(found, messages.Replay)
    return found


def whole(http: httpx.Client, table: str, eyes: str) -> list[dict[str, Any]]:
    """All frames, a hundred at a time."""
    frames: list[dict[str, Any]] = []
    while True:
        part = replayed(http, table, eyes=eyes, count=100, **{"from": len(frames)})
        frames += part["frames"]
        if len(frames) > part["steps"]:
            return frames


def problem(answer: httpx.Response, status: int, code: str) -> str:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    message: str = answer.json()["message"]
    return message


# --- replays -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_every_step_is_the_position_that_the_record_leads_to(http: httpx.Client, game: str, players: int) -> None:
    table = over(http, game, players)
    played = sh.replay(http.get(f"/api/tables/{table}/record").text)
    again = sh.new(game, players, seed=played.seed)
    for eyes in ("open", "watch", *map(str, range(players))):
        frames = whole(http, table, eyes)
        assert [frame["step"] for frame in frames] == list(range(played.ply + 1))
        again = sh.Game(played.rules, played.seed)
        for frame, action in zip(frames, [*played.actions, None], strict=True):
            view = again.open_view() if eyes == "open" else again.view(None if eyes == "watch" else int(eyes))
            del view["hidden"]
            assert frame["view"] == view
            if action is not None:
                again.apply(action)
        assert frames[0]["seat"] is None and frames[0]["label"] == "" and frames[0]["news"]["story"] == []
        assert frames[-1]["view"]["over"]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_open_view_shows_every_card_and_every_choice(http: httpx.Client, game: str, players: int) -> None:
    table = over(http, game, players)
    frames = whole(http, table, "open")
    for frame in frames:
        assert all(card is not None for cards in frame["view"]["zones"].values() for card in cards)
        assert not any(event["hidden"] for event in frame["news"]["events"])
        assert bool(frame["label"]) == (frame["seat"] is not None) == (frame["step"] > 0)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_view_of_a_seat_shows_what_that_seat_saw(http: httpx.Client, game: str, players: int) -> None:
    table = over(http, game, players)
    known = whole(http, table, "open")
    for seat in range(players):
        for frame, true in zip(whole(http, table, str(seat)), known, strict=True):
            assert bool(frame["label"]) == (true["seat"] == seat)  # of others' choices, only the effects show
            assert frame["seat"] in (true["seat"], None)
            if game == "deckhand":
                assert frame["seat"] == true["seat"]
    assert not any(frame["label"] for frame in whole(http, table, "watch"))


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_every_sentence_begins_with_one_event(http: httpx.Client, game: str, players: int) -> None:
    table = over(http, game, players)
    for eyes in ("open", "watch", "0"):
        for frame in whole(http, table, eyes):
            begun = [event["sentence"] for event in frame["news"]["events"] if event["sentence"] is not None]
            assert sorted(begun) == list(range(len(frame["news"]["story"])))


def test_a_replay_keeps_secret_questions_secret(http: httpx.Client) -> None:
    for _ in range(6):
        table = over(http, "hanataz", 4)
        asked = [
            (frame, shown)
            for frame, shown in zip(whole(http, table, "watch"), whole(http, table, "open"), strict=True)
            if frame["seat"] != shown["seat"]
        ]
        if asked:
            assert all(frame["seat"] is None and shown["seat"] is not None for frame, shown in asked)
            return
    pytest.fail("nobody played a Rogue or a Dragon")


def test_stories_call_the_reader_you(http: httpx.Client) -> None:
    table = over(http)
    told = " ".join(line for frame in whole(http, table, "1") for line in frame["news"]["story"])
    assert "You play" in told or "You buy" in told
    names = replayed(http, table)["names"]
    told = " ".join(line for frame in whole(http, table, "open") for line in frame["news"]["story"])
    assert "You " not in told and names[0] in told and names[1] in told


def test_a_replay_comes_in_parts(http: httpx.Client) -> None:
    table = over(http)
    part = replayed(http, table)
    steps = part["steps"]
    assert len(part["frames"]) == 40 and part["eyes"] == "watch" and part["table"] == table
    part = replayed(http, table, count=7, **{"from": 13})
    assert [frame["step"] for frame in part["frames"]] == list(range(13, 20))
    assert part["frames"] == whole(http, table, "watch")[13:20]
    assert [frame["step"] for frame in replayed(http, table, **{"from": steps})["frames"]] == [steps]


def test_bad_replays_are_refused(http: httpx.Client) -> None:
    table = over(http)
    url = f"/api/tables/{table}/replay"
    steps = replayed(http, table)["steps"]
    said = problem(http.get(url, params={"from": steps + 1}), 400, "no_such_step")
    assert f"no step {steps + 1}; steps are 0 to {steps}" == said
    assert "seats are 0 to 1" in problem(http.get(url, params={"eyes": "2"}), 400, "settings_error")
    for query in (
        {"eyes": "all"},
        {"eyes": "-1"},
        {"eyes": "10"},
        {"eyes": "٣"},
        {"eyes": ""},
        {"from": -1},
        {"from": 2**40},
        {"from": "x"},
        {"count": 0},
        {"count": 101},
        {"count": 10**9},
        {"language": "English"},
    ):
        problem(http.get(url, params=query), 422, "malformed")
    for path in ("replay", "review"):
        problem(http.get(f"/api/tables/nowhere23456/{path}"), 404, "no_such_table")


@pytest.mark.parametrize("eyes", ["open", "watch", "0", "1"])
def test_a_running_game_has_no_replay(server: Process, eyes: str) -> None:
    async def play() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            async with lobby.sit(table, tokens[0]) as first, lobby.sit(table, tokens[1]) as second:
                for moves in (0, 5):
                    await take_turns([first, second], random.Random(eyes), moves)
                    for refused in (lobby.replay(table, eyes), lobby.review(table), lobby.go_on(table, 0, 0, "Eve")):
                        with pytest.raises(Refusal) as problem:
                            await refused
                        assert problem.value.code == "not_now"
            waiting = await lobby.create(game="deckhand", seats=["person", "person"])
            with pytest.raises(Refusal, match="when the game is over"):
                await lobby.replay(waiting["table"], eyes)

    run(play())


# --- reviews -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_review_accounts_for_the_result(http: httpx.Client, game: str, players: int) -> None:
    table = over(http, game, players)
    review = http.get(f"/api/tables/{table}/review").json()
    checked(review, messages.ReviewInfo)
    scores = http.get(f"/api/tables/{table}").json()["result"]["scores"]
    assert [sum(source["n"] for source in sources) for sources in review["sources"]] == scores
    assert review["series"][0]["points"][-1] == scores
    assert review["series"][0]["key"] == ("silvs" if game == "hanataz" else "hooks")


# --- analyses ------------------------------------------------------------------------------------------


def test_a_finished_game_is_analysed_once_for_all_readers(http: httpx.Client) -> None:
    table = over(http, "hanataz", 3)
    seen, end = [], time.monotonic() + PATIENCE
    while True:
        answer = http.get(f"/api/tables/{table}/analysis", params={"eyes": "1", "language": "fr"})
        found = answer.json()
        checked(found, messages.AnalysisState)
        seen.append(found["progress"])
        if found["analysis"]:
            break
        assert time.monotonic() < end, "the analysis was not finished"
        time.sleep(0.02)
    assert seen == sorted(seen) and seen[-1] == 1
    assert {one["seat"] for one in found["analysis"]["decisions"]} == {1} and not found["analysis"]["true"]
    opened = http.get(f"/api/tables/{table}/analysis", params={"eyes": "open"}).json()["analysis"]
    assert opened["true"] and len(opened["players"]) == 3
    assert "no seat 7" in problem(http.get(f"/api/tables/{table}/analysis?eyes=7"), 400, "settings_error")


def test_a_running_game_is_not_analysed(http: httpx.Client) -> None:
    table = http.post("/api/tables", json={"game": "deckhand", "seats": ["person", "person"]}).json()["table"]
    problem(http.get(f"/api/tables/{table}/analysis"), 409, "not_now")


# --- languages -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_replays_and_reviews_are_in_the_readers_language(http: httpx.Client, game: str) -> None:
    table = over(http, game)
    seen = {
        language: replayed(http, table, eyes="open", language=language)["frames"] for language in ("en", "fr", "pl")
    }
    told = {
        language: http.get(f"/api/tables/{table}/review", params={"language": language}).json()
        for language in ("en", "fr", "pl")
    }
    for one, other in (("en", "fr"), ("fr", "pl"), ("pl", "en")):
        for frame, translated in zip(seen[one], seen[other], strict=True):
            assert frame["news"]["events"] == translated["news"]["events"]  # names are the same for all
            assert frame["view"]["zones"] == translated["view"]["zones"]
        for read in (
            lambda frame: frame["label"],
            lambda frame: frame["news"]["story"],
            lambda frame: frame["view"]["decision"]["prompt"],
        ):
            assert [read(frame) for frame in seen[one][:20]] != [read(frame) for frame in seen[other][:20]]
        assert told[one] != told[other]
        assert [[part["n"] for part in sources] for sources in told[one]["sources"]] == [
            [part["n"] for part in sources] for sources in told[other]["sources"]
        ]
    unknown = replayed(http, table, eyes="open", language="xx")["frames"]
    assert unknown == seen["en"]


# --- continuing ------------------------------------------------------------------------------------------


def go_on(http: httpx.Client, table: str, **changed: Any) -> httpx.Response:
    wanted = {"step": 10, "seat": 1, "name": "Anna", "nonce": NONCE, "level": "random", **changed}
    return http.post(f"/api/tables/{table}/continue", json=wanted)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_finished_game_goes_on_from_any_step(server: Process, http: httpx.Client, game: str, players: int) -> None:
    source = over(http, game, players)
    middle = replayed(http, source)["steps"] // 2
    answer = go_on(http, source, step=middle)
    assert answer.status_code == 201
    mine = answer.json()
    checked(mine, messages.Seated)
    assert mine["seat"] == 1 and mine["table"] != source

    async def play() -> dict[str, Any]:
        async with Lobby(server.url) as lobby, lobby.sit(mine["table"], mine["token"]) as seat:
            assert seat.welcome and seat.welcome["host"]
            return await play_on(seat, random.Random(1))

    state = run(play())
    assert state["table"]["origin"] == {"kind": "continued", "table": source, "step": middle, "lesson": None}
    assert state["table"]["commitment"] == "" and state["table"]["secret"] is None
    record = http.get(f"/api/tables/{mine['table']}/record").text
    played, proof = verify(record.encode())
    assert proof.origin == f"continued from {source} after {middle} actions"
    before = sh.replay(http.get(f"/api/tables/{source}/record").text)
    assert played.actions[:middle] == before.actions[:middle] and played.seed == before.seed
    assert whole(http, mine["table"], "open")[: middle + 1][-1]["view"] == whole(http, source, "open")[middle]["view"]


def test_an_impossible_continuation_is_refused(http: httpx.Client) -> None:
    table = over(http)
    steps = replayed(http, table)["steps"]
    assert f"choose one from 0 to {steps - 1}" in problem(go_on(http, table, step=steps), 400, "no_such_step")
    assert "seats are 0 to 1" in problem(go_on(http, table, seat=2), 400, "settings_error")
    assert "no bot" in problem(go_on(http, table, level="genius"), 400, "settings_error")
    problem(go_on(http, table, name="\u200b"), 400, "bad_name")
    for change in ({"step": -1}, {"step": "1"}, {"step": 2**40}, {"seat": -1}, {"nonce": "zz"}, {"name": ""}, {"x": 1}):
        problem(go_on(http, table, **change), 422, "malformed")
    problem(go_on(http, "nowhere23456"), 404, "no_such_table")


# --- lessons ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "edition"),
    [
        ("deckhand", None),
        ("deckhand", "treasure"),
        ("deckhand", "tokens"),
        ("deckhand", "indicator"),
        ("hanataz", None),
    ],
)
def test_a_lesson_is_the_same_for_everybody(http: httpx.Client, game: str, edition: str | None) -> None:
    wanted = {"game": game, "edition": edition, "name": "Anna", "nonce": NONCE}
    begun = [http.post("/api/lessons", json={**wanted, "nonce": nonce}).json() for nonce in (NONCE, "cd" * 16)]
    tables = [http.get(f"/api/tables/{one['table']}").json() for one in begun]
    for one, table in zip(begun, tables, strict=True):
        checked(one, messages.Seated)
        checked(table, messages.TableState)
        assert table["origin"] == {"kind": "lesson", "table": None, "step": None, "lesson": "first"}
        assert table["phase"] == "playing" and table["hints"] and table["commitment"] == ""
        assert edition in (None, table["edition"])
        people = [seat["kind"] for seat in table["seats"]]
        assert people.count("person") == 1 and people[one["seat"]] == "person"
        lesson = http.get(f"/api/games/{game}/lesson", params={"edition": edition} if edition else {}).json()
        assert (lesson["edition"], lesson["players"]) == (table["edition"], len(table["seats"]))


def test_a_lesson_shows_the_same_cards_and_its_record_proves_nothing(server: Process) -> None:
    async def play() -> None:
        async with Lobby(server.url) as lobby:
            views = []
            for name in ("Anna", "Ben"):
                mine = await lobby.learn("deckhand", name)
                async with lobby.sit(mine["table"], mine["token"]) as seat:
                    views.append((await seat.turn())["view"])
                    if name == "Ben":
                        await play_on(seat, random.Random(3))
            assert views[0] == views[1]
            named = {card for zone in views[0]["zones"].values() for card in zone if card}
            assert named <= {face["name"] for face in await lobby.cards(mine["table"])}
            assert (await lobby.guide(mine["table"]))["sections"]
            record = await lobby.record(mine["table"])
            assert "origin: lesson\n" in record and verify(record.encode())[1].origin == "lesson"

    run(play())


def test_unknown_lessons_are_refused(http: httpx.Client) -> None:
    wanted = {"game": "deckhand", "name": "Anna", "nonce": NONCE}
    problem(http.post("/api/lessons", json={**wanted, "game": "whist"}), 404, "no_such_game")
    assert "choose one of: " in problem(
        http.post("/api/lessons", json={**wanted, "edition": "gold"}), 400, "ruleset_error"
    )
    problem(http.post("/api/lessons", json={**wanted, "name": "\u200b"}), 400, "bad_name")
    problem(http.post("/api/lessons", json={**wanted, "seed": 1}), 422, "malformed")
