"""Card files are checked over HTTP while they are written, by the checks that open tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import silverhook as sh
from silverhook.server import messages
from silverhook.testing.server import PATIENCE, checked, running

REFERENCE = (Path(sh.__file__).parent / "deckhand/sets/reference.toml").read_text(encoding="utf-8")
STARTERS = 'starters = ["A", "B"]\n[[card]]\nname = "A"\ncopies = 8\n[[card]]\nname = "B"\ncopies = 8\n'


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    limits = ["--limit", "card_checks_per_second=0.001", "--limit", "card_checks_at_once=14"]
    with (
        running(tmp_path_factory.mktemp("server"), *limits) as process,
        httpx.Client(base_url=process.url, timeout=PATIENCE) as client,
    ):
        yield client


def check(http: httpx.Client, cards: str, game: str = "deckhand", language: str = "en", **more: Any) -> Any:
    answer = http.post(f"/api/games/{game}/card-check", json={"cards": cards, **more}, params={"language": language})
    assert answer.status_code == 200, answer.text
    return checked(answer.json(), messages.CardCheck) or answer.json()


def test_a_good_file_gives_its_cards_as_they_are_printed(http: httpx.Client) -> None:
    found = check(http, REFERENCE, language="fr", edition="treasure")
    assert (found["problems"], found["shortage"], found["warnings"]) == ([], "", [])
    assert (
        found["cards"] == http.get("/api/games/deckhand/cards", params={"edition": "treasure", "language": "fr"}).json()
    )


def test_a_mistake_is_told_with_its_place(http: httpx.Client) -> None:
    found = check(http, STARTERS + '[[card]]\nname = "C"\nplay = "+1 Crad."\n')
    (problem,) = found["problems"]
    assert (problem["line"], problem["column"]) == (10, 9)
    assert 'unknown phrase "+1 Crad"' in problem["message"]
    assert found["cards"] == []
    (problem,) = check(http, "name = ")["problems"]
    assert problem["line"] == 1 and "this is not TOML" in problem["message"]


def test_too_few_cards_are_shown_but_cannot_be_played_yet(http: httpx.Client) -> None:
    found = check(http, STARTERS + '[[card]]\nname = "C"\ncost = 18\nplay = "+1 Card."\n', edition="tokens")
    assert [card["name"] for card in found["cards"]] == ["A", "B", "C"]
    assert found["cards"][2]["texts"] == {"play": "+1 Card."}
    assert "28" in found["shortage"]
    assert found["warnings"] == ["C costs 18, but nobody can have more than 17 coins: nobody can ever buy it."]


def test_an_empty_file_has_nothing_wrong(http: httpx.Client) -> None:
    assert check(http, " \n") == {"problems": [], "shortage": "", "warnings": [], "cards": []}


def test_help_with_writing_is_given(http: httpx.Client) -> None:
    answer = http.get("/api/games/deckhand/card-help").json()
    checked(answer, messages.CardHelp)
    assert answer["example"] == REFERENCE
    assert "+1 Card. " not in answer["phrases"] and "Choose an enemy" in " ".join(answer["phrases"])


def test_other_games_and_bad_requests_are_refused(http: httpx.Client) -> None:
    help = http.get("/api/games/hanataz/card-help").json()
    assert help["phrases"] == []
    found = check(http, help["example"], "hanataz")
    assert found["problems"] == [] and len(found["cards"]) > 20
    assert http.post("/api/games/chess/card-check", json={"cards": "x"}).status_code == 404
    assert http.post("/api/games/deckhand/card-check", json={"cards": "x", "edition": "gold"}).status_code == 400
    assert http.post("/api/games/deckhand/card-check", json={"cards": "x" * 64_001}).status_code == 422
    assert http.post("/api/games/deckhand/card-check", json={}).status_code == 422


def test_checks_are_limited(http: httpx.Client) -> None:
    codes = [http.post("/api/games/deckhand/card-check", json={"cards": ""}).status_code for _ in range(15)]
    assert codes[-1] == 429
