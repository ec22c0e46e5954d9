"""Bots: their answers are legal, they cannot cheat, and more thought plays better."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

import pytest

import silverhook as sh
from silverhook import bots
from silverhook.bots import RandomBot, SearchBot, Seat, Thought, think

TABLES = [("deckhand", "indicator", 2), ("deckhand", "treasure", 3), ("hanataz", "hz-default", 3)]


def somewhere(game: str, edition: str, players: int, seed: int) -> sh.Game:
    """A position in the middle of a random game."""
    pick = random.Random(seed)
    played = sh.new(game, players, edition=edition, seed=seed)
    for _ in range(20 + 13 * seed):
        if played.over:
            return somewhere(game, edition, players, seed + 100)
        played.apply(pick.choice(played.legal_actions()))
    return somewhere(game, edition, players, seed + 100) if played.over else played


def check(thought: Thought, game: sh.Game) -> None:
    assert thought.action == thought.candidates[0].action
    assert {candidate.action for candidate in thought.candidates} <= set(game.legal_actions())
    assert all(0 <= candidate.value <= 1 and candidate.words for candidate in thought.candidates)
    assert sum(candidate.share for candidate in thought.candidates) <= 1.000001


@pytest.mark.parametrize(("game", "edition", "players"), TABLES)
@pytest.mark.parametrize("name", ["random", "search:60"])
def test_a_bot_thinks_the_same_whatever_the_hidden_cards_are(game: str, edition: str, players: int, name: str) -> None:
    for seed in range(6):
        position = somewhere(game, edition, players, seed)
        seat = position.to_act
        thought = think(bots.make(name, 7), position)
        check(thought, position)
        for deal in range(3):
            assert think(bots.make(name, 7), position.resample(seat, deal)) == thought


def test_a_seat_reveals_only_what_it_may_see() -> None:
    game = somewhere("deckhand", "indicator", 2, 3)
    assert game.to_act is not None
    seat = Seat(game, game.to_act)
    assert seat.view == game.view(game.to_act)
    assert seat.actions == game.legal_actions()
    assert seat.resample(5) == game.resample(game.to_act, 5)
    assert seat.parse(seat.describe(seat.actions[0])) == seat.actions[0]


def play(game: sh.Game, seats: list[bots.Bot]) -> list[int]:
    while not game.over:
        assert game.to_act is not None
        game.apply(think(seats[game.to_act], game).action)
    return game.winners


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_searching_clearly_beats_random(game: str) -> None:
    won = 0.0
    for deal in range(20):
        seats: list[bots.Bot] = [SearchBot(deal, 150), RandomBot(deal)]
        if deal % 2:
            seats.reverse()
        winners = play(sh.new(game, 2, seed=deal), seats)
        won += (deal % 2 in winners) / len(winners)
    assert won >= 15


@pytest.mark.parametrize("game, simulations, deals, wins", [("deckhand", 200, 6, 8), ("hanataz", 500, 10, 11)])
def test_searching_beats_the_heuristic(game: str, simulations: int, deals: int, wins: float) -> None:
    won = 0.0
    for deal in range(deals):
        for seat in (0, 1):
            seats: list[bots.Bot] = [bots.HeuristicBot(deal), bots.HeuristicBot(deal)]
            seats[seat] = SearchBot(deal, simulations)
            winners = play(sh.new(game, 2, seed=500 + deal), seats)
            won += (seat in winners) / len(winners)
    assert won >= wins


def test_a_search_can_be_set_by_its_name() -> None:
    bot = bots.make("search:100+margin=0.3+playouts=0", 1)
    assert bot.name == "search:100+margin=0.3+playouts=0"
    game = somewhere("hanataz", None, 3, 2)
    for setting in ("exploration=3", "trust=0", "playouts=0", "horizon=5", "redeal=0", "by_value=1"):
        check(think(bots.make(f"search:100+{setting}", 1), game), game)


def test_simulations_are_reproducible_and_threads_add_up() -> None:
    game = somewhere("deckhand", "tokens", 2, 2)
    assert think(SearchBot(3, 300), game) == think(SearchBot(3, 300), game)
    check(think(SearchBot(3, 300, threads=2), game), game)


def test_a_search_by_the_clock_ends_and_can_be_stopped() -> None:
    game = somewhere("deckhand", "indicator", 2, 4)
    check(think(SearchBot(1, milliseconds=30), game), game)
    bot = SearchBot(1, milliseconds=3_600_000)  # without the stop this search would take an hour
    bot.stopped = True

    def stop() -> None:
        while bot.stopped:  # until the search has begun
            time.sleep(0.01)
        bot.stop()

    threading.Thread(target=stop).start()
    check(think(bot, game), game)


def test_a_bot_whose_answer_is_not_legal_is_refused() -> None:
    class Wild:
        name = "wild"

        def think(self, seat: Seat) -> Thought:
            return Thought(-5, ())

    with pytest.raises(sh.BotError, match="wild chose -5"):
        think(Wild(), sh.new("deckhand", seed=1))


def test_every_level_has_a_name_and_can_be_made() -> None:
    for level, called in bots.LEVELS.items():
        assert bots.make(level, 1).name == level
        assert called.bot == level and called.introduction == f"{called.name}, who {called.about}"
    assert bots.make("search", 1).name == bots.DEFAULT
    assert bots.make("search:250ms", 1).name == "search:250ms"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "serach:5",
        "search:",
        "search:0",
        "search:many",
        "random:3",
        "search:99999999",
        "search:" + "9" * 30,
        "search:5+mragin=1",
        "search:5+",
        "search:5+margin=much",
    ],
)
def test_an_unknown_bot_is_refused_with_a_remedy(name: str) -> None:
    remedy = "a budget is" if "99" in name else "choose one of: |a budget is|is a number|no setting"
    with pytest.raises(sh.BotError, match=remedy):
        bots.make(name, 1)


def test_the_bot_of_the_documents_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As installed from outside: a module and an entry point."""
    examples = Path(__file__).parents[2] / "examples" / "bots"
    (tmp_path / "miser-1.0.dist-info").mkdir()
    (tmp_path / "miser-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: miser\nVersion: 1.0\n")
    (tmp_path / "miser-1.0.dist-info" / "entry_points.txt").write_text("[silverhook.bots]\nmiser = miser:Miser\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend(str(examples))
    miser = bots.make("miser", 3)
    assert play(sh.new("deckhand", 2, seed=1), [miser, RandomBot(1)])
    shown = (examples / "miser.py").read_text(encoding="utf-8").split("class Miser")[1]
    assert shown.strip() in (examples.parents[1] / "docs" / "writing-a-bot.md").read_text(encoding="utf-8")


def test_a_bot_can_read_the_cards_it_sees() -> None:
    seat = Seat(sh.new("deckhand", 2, seed=1), 0, language="fr")
    for card in filter(None, seat.view["zones"]["supply"]):
        face = seat.face(card)
        assert face.name == card and face.numbers["cost"] >= 0 and face.texts
    with pytest.raises(sh.SilverhookError, match='no card "Celebrat" in this game; did you mean "Celebrate"'):
        seat.face("Celebrat")
