"""The end: final turns, END effects, scoring and ties, beyond the worked examples."""

from __future__ import annotations

import pytest

import silverhook.testing
from silverhook import IllegalAction, RulesetError
from silverhook.deckhand.edition import EDITIONS
from silverhook.testing import DeckHandTable, Scenario, cites, with_card


def scored(edition: str, seats: list[str], ender: str | None = "A", **rest: object) -> DeckHandTable:
    """A position at the scoring."""
    scenario = Scenario(edition, players=len(seats), **rest)  # type: ignore[arg-type]
    for seat, text in zip("ABCD", seats, strict=False):
        scenario.seat(seat, text)
    return scenario.table("supply deck []" if ender else "").begin("A", at="scoring", ender=ender)


# --- when it ends ------------------------------------------------------------------------------


@cites("DH1-E1", "DH2-E1", "DH3-E1", "R-D57")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_last_refill_sets_off_the_end_and_a_gap_does_not(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {x}, deck [a,b,c]").table("supply deck [t1,t2]").begin("A")

    assert table.do("buy s1").ender is None
    table.do("buy s1")

    assert table.supply == ["t2", "s2", "s3", "s4", "s5", "s6"]
    assert table.ender == "A"


@cites("DH3-E2", "DH3-E3", "DH3-E4", "DH2-E3", "R-D59", "R-D60")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_final_turn_each_in_turn_order(edition: str, players: int) -> None:
    """The second seat ends the game; what the others then take starts no further round of turns."""
    table = Scenario(edition, players=players).table("supply deck [t1]").begin("B").do("buy s1")
    turns = []
    while not table.game.over:
        if not turns or turns[-1] != table.turn:
            turns.append(table.turn)
            assert table.actions == 1
        table.do("buy s2" if table.may("buy s2") and table.turn != "B" else "end turn")

    order = "ABCD"[:players]
    assert "".join(turns) == "B" + order[2:] + order[0]
    assert table.ender == "B"


@cites("DH1-E3", "DH1-E4", "DH2-E3", "DH2-E4", "DH3-E3", "DH3-E4", "R-D60")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("seat", "ender", "rest"), [("B", "A", "BCD"), ("D", "A", "D"), ("A", "C", "AB"), ("D", "C", "DAB")]
)
def test_a_final_turn_in_a_scenario_counts_as_one_left(edition: str, seat: str, ender: str, rest: str) -> None:
    table = Scenario(edition, players=4).seat(seat, "hand {x,y}, deck [a,b]").table("supply deck []")
    game = table.begin(seat, ender=ender)

    turns = []
    while not game.game.over:
        turns.append(game.turn)
        assert game.actions == 1
        game.do("end turn")

    assert "".join(turns) == rest
    assert game.ender == ender


@cites("DH1-E3", "R-D59")
@pytest.mark.parametrize("edition", EDITIONS)
def test_end_set_off_in_step_2_leaves_both_actions(edition: str) -> None:
    scenario = Scenario(edition).seat("A", "hand {OdGain}, deck [a,b,c,d]").table("supply deck [t1]")
    table = scenario.begin("A", at="start").do("gain s1")

    assert (table.ender, table.turn, table.actions) == ("A", "A", 2)


@cites("R-D61", "R-D48")
@pytest.mark.parametrize("edition", EDITIONS)
def test_in_a_final_turn_actions_and_buys_can_be_earned(edition: str) -> None:
    scenario = Scenario(edition).seat("B", "stash (StAct), deck [Buy1,x,y,z]").table("supply deck []")
    table = scenario.begin("B", at="start", ender="A", final_turns=1)
    assert table.actions == 2, "one to begin with, one of step 1"

    table.do("play Buy1", "buy s1", "play x")

    assert table.game.over
    assert table.stash("B")[-2:] == ["s1", "x"]


@cites("R-D60")
@pytest.mark.parametrize("edition", EDITIONS)
def test_nobody_acts_once_the_game_is_over(edition: str) -> None:
    table = scored(edition, ["deck [a,b,c,d]", "deck [e,f,g,h]"])

    assert table.game.over
    assert table.to_act is None
    assert table.legal == []
    with pytest.raises(IllegalAction):
        table.game.apply(0)


@cites("R-D65")
@pytest.mark.parametrize("edition", EDITIONS)
def test_max_rounds_is_an_option(edition: str) -> None:
    game = silverhook.new("deckhand", players=2, edition=edition, options={"max_rounds": 3}, seed=1)
    turns = 0
    while not game.over:
        turns += 1
        game.apply("end turn")

    assert turns == 6
    assert game.view()["ender"] is None


@cites("R-D65")
def test_without_the_guard_a_game_can_go_on() -> None:
    game = silverhook.new("deckhand", players=2, options={"max_rounds": None}, seed=1)
    for _ in range(500):
        game.apply("end turn")

    assert not game.over


# --- counting ----------------------------------------------------------------------------------


@cites("DH1-E5", "DH2-E5", "DH3-E5", "R-D62", "R-D43")
@pytest.mark.parametrize("edition", EDITIONS)
def test_all_cards_owned_count_wherever_they_are(edition: str) -> None:
    table = scored(edition, ["deck [h1], hand {h2}, stash (h3), aside ⟨h4⟩", "deck [a,b,c,d]"])

    assert table.game.scores == [10, 0]


@cites("DH1-E6", "DH2-E6", "DH3-E6", "R-D76")
@pytest.mark.parametrize("edition", EDITIONS)
def test_most_hooks_win_even_if_all_are_negative(edition: str) -> None:
    table = scored(edition, ["deck [h-3,a,b,c], 9 coins", "deck [h-1,d,e,f]", "deck [h-2,g,i,j]"])

    assert table.game.scores == [-3, -1, -2]
    assert table.winners == ["B"]


@cites("DH1-E7", "DH2-E7", "DH3-E7")
@pytest.mark.parametrize("edition", EDITIONS)
def test_coins_decide_between_those_with_most_hooks_only(edition: str) -> None:
    table = scored(edition, ["deck [h5,a,b,c], 1 coin", "deck [h4,d,e,f], 9 coins", "deck [h5,g,i,j], 2 coins"])

    assert table.winners == ["C"]


@cites("DH1-E8", "DH2-E8", "DH3-E8", "R-D64")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("ender", "tie", "winners"),
    [("B", "shared", "B"), ("A", "shared", "BCD"), ("A", "after_ender", "B"), (None, "shared", "BCD"),
     (None, "after_ender", "BCD"), ("C", "after_ender", "C"), ("D", "after_ender", "D")],
)  # fmt: skip
def test_last_ties(edition: str, ender: str | None, tie: str, winners: str) -> None:
    """B, C and D are level on hooks and coins."""
    seats = ["deck [a,b,c,d]", "deck [h2,e,f,g]", "deck [h2,i,j,k]", "deck [h2,l,m,n]"]
    table = scored(edition, seats, ender=ender, options={"final_tie": tie})

    assert table.winners == list(winners)


@cites("R-D64")
@pytest.mark.parametrize("edition", EDITIONS)
def test_after_ender_goes_round_the_table(edition: str) -> None:
    seats = ["deck [h2,e,f,g]", "deck [h2,i,j,k]", "deck [a,b,c,d]", "deck [l,m,n,o]"]

    assert scored(edition, seats, ender="C", options={"final_tie": "after_ender"}).winners == ["A"]


# --- END effects -------------------------------------------------------------------------------


@cites("R-D63", "R-D84")
@pytest.mark.parametrize("edition", EDITIONS)
def test_effects_that_move_coins_come_before_any_counting(edition: str) -> None:
    """B's coin is stolen before B's EndRich counts."""
    table = scored(edition, ["deck [EndRob,a,b,c]", "deck [EndRich,d,e,f], 2 coins"], ender="B")

    assert (table.coins("A"), table.coins("B")) == (1, 1)
    assert table.game.scores == [0, 1]


@cites("R-D63", "R-D84")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("ender", "coins"), [("A", [0, 1]), ("B", [1, 0])])
def test_the_ender_moves_first_at_the_end(edition: str, ender: str, coins: list[int]) -> None:
    """One coin, two robbers: the second one keeps it."""
    seats = ["deck [EndRob,a,b,c]", "deck [EndRob2,d,e,f]"]
    start = 1 if ender == "A" else 0
    seats[start] += ", 1 coin"
    table = scored(edition, seats, ender=ender)

    assert [table.coins("A"), table.coins("B")] == coins


@cites("R-D84")
@pytest.mark.parametrize("edition", EDITIONS)
def test_without_an_ender_the_starting_player_comes_first(edition: str) -> None:
    """The first seat of a scenario starts: A takes B's coin, then B takes it back."""
    table = scored(edition, ["deck [EndRob,a,b,c]", "deck [EndRob2,d,e,f], 1 coin"], ender=None)

    assert [table.coins("A"), table.coins("B")] == [0, 1]


@cites("R-D63")
@pytest.mark.parametrize("edition", EDITIONS)
def test_owner_orders_own_end_effects_and_chooses_in_them(edition: str) -> None:
    seats = ["deck [EndRob,EndCoin,a,b]", "deck [c,d,e,f], 1 coin", "deck [g,i,j,k], 1 coin"]
    table = scored(edition, seats)

    assert not table.game.over
    assert (table.to_act, sorted(table.legal)) == ("A", ["EndCoin first", "EndRob first"])
    table.do("EndRob first")
    assert table.legal == ["target B", "target C"]
    table.do("target C")

    assert table.game.over
    assert [table.coins(seat) for seat in "ABC"] == [2, 1, 0]


@cites("R-D92")
@pytest.mark.parametrize("edition", ["treasure", "tokens"])  # indicator has no bank that could run short
@pytest.mark.parametrize(
    ("owner", "bank", "coins"),
    [
        ("A", 1, [0, 1, 0, 0]),
        ("B", 2, [0, 0, 1, 1]),
        ("C", 2, [1, 0, 0, 1]),
        ("D", 1, [1, 0, 0, 0]),
    ],
)
def test_each_enemy_at_the_end_goes_clockwise_from_the_owner(
    edition: str, owner: str, bank: int, coins: list[int]
) -> None:
    """The bank is short, so that the order shows; the ender is another seat each time."""
    cards = with_card("EndGift", end="Each enemy: they get +1 coin.")
    seats = [f"deck [{'EndGift' if seat == owner else seat.lower()},e,f,g]" for seat in "ABCD"]
    scenario = Scenario(edition, players=4, cards=cards, options={"bank_limit": 30})
    for seat, text in zip("ABCD", seats, strict=True):
        scenario.seat(seat, text)
    table = scenario.table("supply deck []", bank=bank).begin("C", at="scoring", ender="C")

    assert [table.coins(seat) for seat in "ABCD"] == coins
    assert table.bank == 0


@cites("R-D92")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("owner", [0, 1])
def test_each_enemy_at_the_end_is_every_enemy_once(edition: str, players: int, owner: int) -> None:
    cards = with_card("EndRaid", end="Each enemy: steal 1 coin from them.")
    seats = [f"deck [{'EndRaid' if seat == owner else 'a'},b,c,d], 3 coins" for seat in range(players)]

    table = scored(edition, seats, cards=cards)

    assert [table.coins("ABCD"[seat]) for seat in range(players)] == [
        3 + players - 1 if seat == owner else 2 for seat in range(players)
    ]
    assert table.bank == 50
    assert table.game.check() is None


@cites("R-D87", "R-D92")
@pytest.mark.parametrize("edition", EDITIONS)
def test_all_enemies_discard_together_at_the_end_clockwise_from_the_owner(edition: str) -> None:
    cards = with_card("EndPanic", end="All enemies discard 1 card together.")
    seats = [
        "deck [a,b,c], hand {x,y}",
        "deck [EndPanic,d,e], hand {z}",
        "deck [f,g,h], hand {u,v}",
        "deck [i,j,k], hand {p,q}",
    ]

    table = scored(edition, seats, cards=cards)
    asked = []
    while table.to_act:
        asked.append(table.to_act)
        table.do(table.legal[0])

    assert asked == ["C", "D", "A"]
    assert [len(table.hand(seat)) for seat in "ABCD"] == [1, 1, 1, 1]


@cites("R-D63", "R-D84")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("+2 hooks.", 2),
        ("-2 hooks.", -2),
        ("+1 hook for every 2 coins.", 2),
        ("+1 hook for every 1 coins (at most 3).", 3),
        ("If you have 5 or more coins, +4 hooks.", 4),
        ("If you have 6 or more coins, +4 hooks. Otherwise, +1 hook.", 1),
        ("Each enemy who has fewer coins than you: +3 hooks.", 3),
        ("Each enemy: if they have more coins than you, +3 hooks; otherwise, +1 hook.", 4),
        ("Each enemy: +1 hook. Each enemy: +1 hook.", 4),
    ],
)
def test_end_texts_that_only_count(edition: str, text: str, score: int) -> None:
    cards = with_card("Count", end=text)
    seats = ["deck [Count,a,b,c], 5 coins", "deck [d,e,f,g], 5 coins", "deck [h,i,j,k], 4 coins"]
    if "more coins than you" in text:
        seats[1] = "deck [d,e,f,g], 6 coins"

    table = scored(edition, seats, cards=cards)

    assert table.game.over, "nothing is asked"
    assert table.game.scores == [score, 0, 0]


@cites("R-D63", "R-D84")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("text", "answers", "score"),
    [
        ("Pay 2: +3 hooks.", [], 3),
        ("Pay 9: +3 hooks.", [], 0),
        ("You may +3 hooks.", ["yes"], 3),
        ("Choose one: +1 hook; or +4 hooks.", ["choose: +4 hooks."], 4),
        ("Choose an enemy: if you have more coins than they do, +3 hooks.", ["target B"], 3),
    ],
)
def test_end_texts_that_ask_or_have_a_price(edition: str, text: str, answers: list[str], score: int) -> None:
    cards = with_card("Count", end=text)
    seats = ["deck [Count,a,b,c], 5 coins", "deck [d,e,f,g], 4 coins"]
    table = scored(edition, seats, cards=cards)
    for answer in answers:
        if not table.game.over:
            table.do(answer)

    assert table.game.over
    assert table.game.scores == [score, 0]


@cites("R-D66")
@pytest.mark.parametrize("edition", EDITIONS)
def test_at_the_end_all_cards_are_shown(edition: str) -> None:
    table = scored(edition, ["deck [a,b], hand {c,d}", "deck [e,f,g,h]"])

    for seat in (0, 1, None):
        view = table.game.view(seat)
        assert view["zones"]["deck.0"] == ["b", "a"]
        assert view["zones"]["hand.0"] == ["c", "d"]
        assert view["winners"] == table.game.winners


@cites("R-D62", "R-D63", "R-D66")
@pytest.mark.parametrize("edition", EDITIONS)
def test_at_the_end_all_cards_are_shown_after_end_effects_too(edition: str) -> None:
    cards = with_card("EndDraw", end="Discard your hand. +2 Card.")
    scenario = Scenario(edition, cards=cards).seat("A", "deck [a], hand {c,d}, stash (EndDraw)")
    table = scenario.seat("B", "deck [e,f,g,h]").begin("A", at="scoring", ender="A").draw()

    assert table.game.over
    shuffled = table.deck("A")[::-1]
    assert len(shuffled) == 2, "the stash became the deck, face down"
    for seat in (0, 1, None):
        view = table.game.view(seat)
        assert view["zones"]["deck.0"] == shuffled
        assert view["zones"]["hand.0"] == table.hand("A")
        assert [pool for pool in view["hidden"] if any("." in zone for zone, _ in pool["places"])] == []


# --- alone -------------------------------------------------------------------------------------


@cites("R-D70", "R-D74")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_engine_plays_for_one(edition: str) -> None:
    """No game of the sheets, but challenges of our own can be built on it: without enemies nobody is hit."""
    scenario = Scenario(edition, players=1).seat("A", "hand {Raid,Steal1,RaidTogether}, deck [a,b,c,d]")
    table = scenario.table("supply deck [t1]").begin("A").do("play Raid", "play Steal1")
    assert (table.turn, table.actions) == ("A", 2), "the next turn is one's own again"
    assert sorted(table.stash("A")) == ["Raid", "RaidTogether", "Steal1"]

    table.do("buy s1", "end turn")

    assert table.game.over, "there is nobody to have a last turn"
    assert table.winners == ["A"]


@cites("R-D70")
def test_the_game_itself_is_not_for_one() -> None:
    with pytest.raises(RulesetError):
        silverhook.new("deckhand", players=1)
