"""Every client at a table reads in a language of its own."""

from __future__ import annotations

import asyncio
import random
import re
from typing import Any

import httpx
import pytest

from silverhook.server.client import Lobby
from silverhook.testing.server import Process, checked, play_on, raw, run, seated

SIGNS = {"en": r"coins?\b|cards?\b|worth", "fr": "pièce|carte|crochet|vaut", "pl": "monet|karta|hakach|warte"}
PROMPT = {
    "en": "Play a card, buy a card or end the turn",
    "fr": "Jouer une carte, en acheter une ou finir le tour",
    "pl": "Zagrać kartę, kupić kartę albo zakończyć turę",
}


def stories(heard: list[dict[str, Any]]) -> str:
    return "\n".join(
        line for state in heard if state["type"] == "state" for news in state["news"] for line in news["story"]
    )


def test_two_at_one_table_read_different_languages(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            said: dict[str, list[dict[str, Any]]] = {"fr": [], "pl": [], "en": []}
            async with (
                lobby.sit(table, tokens[0], language="fr", heard=said["fr"].append) as first,
                lobby.sit(table, tokens[1], language="pl", heard=said["pl"].append) as second,
                lobby.sit(table, None, heard=said["en"].append),
            ):
                await asyncio.gather(play_on(first, random.Random(1)), play_on(second, random.Random(2)))
            for language, heard in said.items():
                for message in heard:
                    checked(message)
                prompts = {
                    m["view"]["decision"]["prompt"] for m in heard if m["type"] == "state" and not m["view"]["over"]
                }
                assert PROMPT[language] in prompts and not prompts & (set(PROMPT.values()) - {PROMPT[language]})
            assert "Vous jouez " in stories(said["fr"]) and "P1 joue " in stories(said["fr"])
            assert "Zagrywasz kartę " in stories(said["pl"]) and "P0 zagrywa kartę " in stories(said["pl"])
            assert "P0 plays " in stories(said["en"]) and "P1 plays " in stories(said["en"])
            choices = [one for m in said["fr"] if m["type"] == "state" for one in m["actions"]]
            labels = {one["words"]: one["label"] for one in choices}
            assert labels["end turn"] == "finir le tour"  # actions keep the words of records
            assert {"Fist Fight", "Celebrate"} & {one["card"] for one in choices}

    run(body())


@pytest.mark.parametrize(("language", "free"), [("fr", "nombre"), ("pl", "liczba"), ("en", "number")])
def test_control_of_the_pot_is_told_in_the_readers_language(server: Process, language: str, free: str) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby, "hanataz")
            async with raw(server.url, table, {"token": tokens[0], "language": language}) as client:
                state = await client.hear("state")
            assert free in state["view"]["beaten_by"]

    run(body())


def test_a_returning_client_is_sent_what_it_missed_in_its_language(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            for token in tokens:
                async with lobby.sit(table, token) as seat:
                    assert seat.state
                    if seat.state["actions"]:
                        await seat.act(seat.state["actions"][0]["action"])
            for language, word in (("en", " draws "), ("fr", " pioche "), ("pl", " dobiera "), ("xx", " draws ")):
                async with raw(server.url, table, {"since": 0, "language": language}) as back:
                    assert word in str((await back.hear("state"))["news"])

    run(body())


def test_a_hint_is_in_the_language_of_the_client_that_asks(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby, people=1, seats=["person", "random"], hints=True)
            words: dict[str, str] = {}
            for language in ("en", "fr", "pl"):
                async with lobby.sit(table, tokens[0], language=language) as seat:
                    await seat.turn()
                    hint = await seat.command("hint")
                    checked(hint)
                    words[language] = " ".join(one["words"] for one in hint["choices"])
            for language, hint in words.items():
                assert [other for other, sign in SIGNS.items() if re.search(sign, hint)] == [language], hint

    run(body())


@pytest.mark.parametrize("language", ["EN", "eng", "", "../en", 5])
def test_an_invalid_language_is_malformed(server: Process, language: object) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            async with raw(server.url, table, {"token": tokens[0], "language": language}) as client:
                assert (await client.hear("refused"))["code"] == "malformed"

    run(body())
    assert httpx.get(f"{server.url}/api/catalogue", params={"language": str(language)}).json()["code"] == "malformed"


def test_lists_and_cards_in_a_language(server: Process) -> None:
    with httpx.Client(base_url=server.url) as http:
        made = http.post("/api/tables", json={"game": "deckhand", "seats": ["person", "person"]}).json()

        def title(path: str, card: str, language: str) -> str:
            found = http.get(path, params={"language": language}).json()
            return next(face["title"] for face in found if face["name"] == card)

        for language, titles in {
            "en": ("Plunder", "7 of Flames"),
            "fr": ("Pillage", "7 de Flammes"),
            "pl": ("Grabież", "7 Płomieni"),
            "xx": ("Plunder", "7 of Flames"),
        }.items():
            assert title("/api/games/deckhand/cards", "Plunder", language) == titles[0]
            assert title(f"/api/tables/{made['table']}/cards", "Plunder", language) == titles[0]
            assert title("/api/games/hanataz/cards", "7 of Flames", language) == titles[1]
        catalogues = {
            language: http.get("/api/catalogue", params={"language": language}).json()
            for language in ("en", "fr", "xx")
        }
        assert catalogues["en"] == catalogues["xx"] != catalogues["fr"]
        options = {option["name"]: option for option in catalogues["fr"]["games"][0]["editions"][0]["options"]}
        assert options["reshuffle"]["title"] == "Mélange" and options["reshuffle"]["labels"]["eager"] == "aussitôt"
        assert catalogues["fr"]["bots"][1] == {
            "name": "heuristic",
            "title": "Mary",
            "about": "sait ce que valent les cartes",
            "strength": "medium",
        }
