"""Tables over HTTP: valid requests, and how the server refuses the others."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import BaseModel
from typing_extensions import is_typeddict

from silverhook.server import messages
from silverhook.server.app import create_app
from silverhook.server.settings import ServerSettings
from silverhook.table import TableSettings
from silverhook.testing.server import PATIENCE, Process, checked, running

NONCE = "ab" * 16


@pytest.fixture
def http(server: Process) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url) as client:
        yield client


def opened(http: httpx.Client, **more: Any) -> dict[str, Any]:
    answer = http.post("/api/tables", json={"game": "deckhand", "seats": ["person", "person"], **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_the_catalogue_lists_every_choice(http: httpx.Client) -> None:
    found = http.get("/api/catalogue").json()
    checked(found, messages.Catalogue)
    games = {game["name"]: game for game in found["games"]}
    assert [edition["name"] for edition in games["deckhand"]["editions"]] == ["indicator", "tokens", "treasure"]
    assert games["hanataz"]["assumptions"] and games["hanataz"]["most"] == 6
    assert {"random", "heuristic"} <= {bot["name"] for bot in found["bots"]}
    for game in games.values():
        cards = http.get(f"/api/games/{game['name']}/cards").json()
        assert len(cards) > 10
        checked(cards, list[messages.CardInfo])
    treasure = http.get("/api/games/deckhand/cards", params={"edition": "treasure"}).json()
    assert "Treasure" in json.dumps(treasure)


def test_rules_and_lessons_can_be_read(http: httpx.Client) -> None:
    for game in ("deckhand", "hanataz"):
        guide = http.get(f"/api/games/{game}/guide").json()
        checked(guide, messages.GuideInfo)
        assert {"aim", "setup", "turn", "end"} <= {section["id"] for section in guide["sections"]}
        lesson = http.get(f"/api/games/{game}/lesson").json()
        checked(lesson, messages.LessonInfo)
        assert [lesson["steps"][0]["id"], lesson["steps"][-1]["id"]] == ["welcome", "end"]
        assert http.get(f"/api/games/{game}/guide", params={"language": "xx"}).json() == guide
    assert http.get("/api/games/deckhand/guide", params={"language": "English"}).status_code == 422
    assert http.get("/api/games/deckhand/lesson", params={"edition": "gold"}).status_code == 400
    assert http.get("/api/games/chess/guide").json()["code"] == "no_such_game"


def test_the_rules_of_a_table_reflect_its_options(http: httpx.Client) -> None:
    made = opened(http, edition="tokens", options={"bank_limit": 30})
    guide = http.get(f"/api/tables/{made['table']}/guide").json()
    checked(guide, messages.GuideInfo)
    assert "There are 30 in the whole game" in json.dumps(guide)


def test_a_table_from_its_opening_to_its_start(http: httpx.Client) -> None:
    made = opened(http, seats=["person", "person", "random"], clock={"kind": "bank", "seconds": 60, "increment": 2})
    url = f"/api/tables/{made['table']}"
    table = http.get(url).json()
    checked(table, messages.TableState)
    assert table["phase"] == "open" and table["commitment"] == made["commitment"] and table["secret"] is None
    assert [seat["kind"] for seat in table["seats"]] == ["open", "open", "bot"]
    taken = http.post(f"{url}/seats", json={"name": " Ann  Bonny ", "nonce": NONCE, "seat": 1}).json()
    assert taken["seat"] == 1
    assert http.get(url).json()["seats"][1]["name"] == "Ann Bonny"
    assert http.post(f"{url}/start").status_code == 403
    assert http.post(f"{url}/start", headers={"Silverhook-Token": taken["token"]}).status_code == 403
    host = {"Silverhook-Token": made["token"], "Authorization": "Basic Y2x1YjpzZXNhbWU="}  # a proxy's password
    assert http.post(f"{url}/start", headers=host).status_code == 204
    bearer = {"Authorization": f"Bearer {made['token']}"}
    assert http.post(f"{url}/start", headers=bearer).json()["code"] == "not_now"
    table = http.get(url).json()
    assert table["phase"] == "playing" and [seat["kind"] for seat in table["seats"]] == ["bot", "person", "bot"]
    assert http.get(f"{url}/record").json()["code"] == "not_now"
    mine = http.post("/api/mine", json={"tokens": [taken["token"], "x" * 43, made["token"]]}).json()["tables"]
    assert {(one["seat"], one["host"]) for one in mine} == {(1, False), (None, True)}
    again = http.post("/api/mine", json={"tokens": [taken["token"]] * 100}).json()["tables"]
    assert [one["seat"] for one in again] == [1]


@pytest.mark.parametrize(
    ("change", "code", "word"),
    [
        ({"game": "whist"}, "ruleset_error", "deckhand"),
        ({"edition": "gold"}, "ruleset_error", "indicator"),
        ({"seats": ["person"]}, "ruleset_error", "2 to 4"),
        ({"seats": ["person", "deep blue"]}, "settings_error", "heuristic"),
        ({"options": {"reshufle": "lazy"}}, "ruleset_error", "reshuffle"),
        ({"cards": "[["}, "card_set_error", "TOML"),
        ({"substitute": "nobody"}, "settings_error", "heuristic"),
        ({"clock": {"kind": "move", "seconds": 0}}, "settings_error", "1 to"),
        ({"clock": {"kind": "hourglass"}}, "malformed", "clock"),
        ({"seats": []}, "malformed", "seats"),
        ({"players": 2}, "malformed", "players"),
        ({"hints": "yes"}, "malformed", "hints"),
    ],
)
def test_impossible_table_settings_are_refused_with_the_remedy(
    http: httpx.Client, change: dict[str, Any], code: str, word: str
) -> None:
    answer = http.post("/api/tables", json={"game": "deckhand", "seats": ["person", "person"], **change})
    assert answer.status_code == (422 if code == "malformed" else 400)
    problem = answer.json()
    assert problem["code"] == code and word in problem["message"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "\u200b", "nonce": NONCE}, "bad_name"),
        ({"name": "x" * 30, "nonce": NONCE}, "bad_name"),
        ({"name": "Ann", "nonce": "zz" * 16}, "malformed"),
        ({"name": "Ann", "nonce": NONCE, "seat": 7}, "seat_taken"),
        ({"name": "Taken", "nonce": NONCE, "seat": 1}, "bad_name"),
        ({"name": "Ann", "nonce": NONCE, "seat": 0}, "seat_taken"),
    ],
)
def test_taking_an_unavailable_seat_is_refused(http: httpx.Client, body: dict[str, Any], code: str) -> None:
    url = f"/api/tables/{opened(http)['table']}/seats"
    assert http.post(url, json={"name": "taken", "nonce": NONCE, "seat": 0}).status_code == 201
    answer = http.post(url, json=body)
    assert answer.json()["code"] == code and answer.status_code in (400, 409, 422)


def test_a_table_plays_with_and_shows_custom_cards(http: httpx.Client) -> None:
    text = (Path(__file__).parents[2] / "src/silverhook/deckhand/sets/reference.toml").read_text(encoding="utf-8")
    own = text.replace('"Grave Robber"', '"Tomb Raider"')
    made = opened(http, cards=own)
    names = {card["name"] for card in http.get(f"/api/tables/{made['table']}/cards").json()}
    assert "Tomb Raider" in names and "Grave Robber" not in names


def test_compiling_the_cards_of_one_table_delays_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()

    made = TableSettings.of("deckhand", ["person", "person"])

    def slow(*given: Any, **more: Any) -> TableSettings:
        assert answered.wait(PATIENCE)
        return made

    async def main() -> None:
        monkeypatch.setattr("silverhook.server.app.TableSettings.of", slow)
        app = create_app(ServerSettings(database=f"sqlite:///{tmp_path / 'tables.db'}"))
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table") as client,
        ):
            wanted = {"game": "deckhand", "seats": ["person", "person"]}
            opening = asyncio.create_task(client.post("/api/tables", json=wanted))
            await asyncio.sleep(0.1)
            assert (await client.get("/health")).status_code == 200
            assert not opening.done()
            answered.set()
            assert (await opening).status_code == 201

    asyncio.run(main())


def test_unknown_paths_and_methods_are_problems_too(http: httpx.Client) -> None:
    assert http.get("/api/nothing").json()["code"] == "not_found"
    assert http.delete("/api/tables").json()["code"] == "not_allowed"
    assert http.get("/api/tables/nowhere23456").json()["code"] == "no_such_table"
    assert http.get("/api/tables/..%2f..%2fetc").status_code in (404, 422)
    assert http.get("/ready").json()["status"] == http.get("/health").json()["status"] == "ok"


def test_the_schema_is_the_same_by_command_and_over_http(http: httpx.Client) -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "silverhook", "serve", "--schema"], capture_output=True, text=True, check=True
    ).stdout
    schema = json.loads(printed)
    assert schema == http.get("/api/schema").json()
    assert {"FromClient", "FromServer", "State", "ActMessage"} <= set(schema["$defs"])
    state = schema["$defs"]["State"]
    assert set(state["required"]) == set(state["properties"])


def test_the_schema_has_every_message_under_its_own_name() -> None:
    defined = messages.schema()["$defs"]
    here = {name: one for name, one in vars(messages).items() if getattr(one, "__module__", "") == messages.__name__}
    incoming = {name for name, one in here.items() if isinstance(one, type) and issubclass(one, BaseModel)}
    outgoing = {name for name, one in here.items() if is_typeddict(one)}
    assert {"NewTable", "ActMessage"} <= incoming and {"State", "Created"} <= outgoing
    public = {name for name in incoming | outgoing if not name.startswith("_")}
    assert set(defined) == {*public, "FromClient", "FromServer"}
    assert "required" in defined["NewTable"] and set(defined["NewTable"]["required"]) == {"game", "seats"}


def test_the_environment_provides_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SILVERHOOK_ORIGIN", "https://a.example https://b.example")
    monkeypatch.setenv("SILVERHOOK_LIMIT", "tables_at_once=1 requests_at_once=500")
    with running(tmp_path, limits=()) as server:
        wanted = {"game": "deckhand", "seats": ["random", "random"]}
        first = httpx.post(f"{server.url}/api/tables", json=wanted, headers={"Origin": "https://b.example"})
        second = httpx.post(f"{server.url}/api/tables", json=wanted)
        assert (first.status_code, second.status_code) == (201, 429)
