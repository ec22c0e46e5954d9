"""What the phrases of the card language mean: who decides, what is counted, and who knows what afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from silverhook.deckhand.edition import EDITIONS
from silverhook.deckhand.operations import N
from silverhook.testing import Scenario, cites

A_SEAT = "hand {Probe,a,b,c}, deck [d,e,f,g,h,i], stash (j,k), 5 coins"
B_SEAT = "hand {p,q,r,s}, deck [t,u,v,w], stash (x,y), 2 coins"


@pytest.fixture(params=EDITIONS)
def edition(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def played(edition: str, play: str, a: str = A_SEAT, b: str = B_SEAT, out: str = "", **more: Any) -> Any:
    """A table where A has played a card with this text."""
    scenario = Scenario(edition, **more).with_card("Probe", play=play)
    if out:
        scenario.table(out)
    table = scenario.seat("A", a).seat("B", b).begin("A")
    table.do("play Probe")
    return table


def knows(table: Any, seat: int, zone: int) -> list[bool]:
    """For each card of a zone, top first, whether a seat knows it."""
    return [bool(table.game.knowers(card) >> seat & 1) for card in table.game.zone(zone)][::-1]


# --- amounts ----------------------------------------------------------------------------------------


@cites("R-D93")
@pytest.mark.parametrize(
    ("text", "coins"),
    [
        ("+1 coin for each card in hand.", 3),
        ("+2 coins for every 2 cards in hand.", 2),
        ("+1 coin for each card in deck (at most 4).", 4),
        ("+1 coin for each enemy. +1 coin for each Action left.", 2),
        ("+1 coin for every 9 cards in hand.", 0),
        ("Discard any number of cards. +1 coin for each.", 0),
    ],
)
def test_an_amount_is_counted_when_it_happens(edition: str, text: str, coins: int) -> None:
    table = played(edition, text)
    if "Discard" in text:
        table.do("discard a", "discard b", "no more")
        coins = 2
    assert table.coins("A") == 5 + coins


@cites("R-D93")
def test_cards_for_each_card_in_hand_are_counted_once(edition: str) -> None:
    table = played(edition, "+1 Card for each card in hand.").draw()
    assert len(table.hand("A")) == 6


@cites("R-D93")
def test_drawing_until_a_number_is_reached(edition: str) -> None:
    table = played(edition, "Draw until you have 5 cards in hand.").draw()
    assert len(table.hand("A")) == 5
    assert len(played(edition, "Draw until you have 2 cards in hand.").draw().hand("A")) == 3


@cites("R-D93")
def test_discarding_down_to_a_number_ends_although_cards_come_back(edition: str) -> None:
    table = played(
        edition,
        "Each enemy: they discard down to 3 cards.",
        b="hand {OdCard,OdCard,OdCard,OdCard,OdCard}, deck [t,u,v,w], stash (x,y)",
    )
    while table.to_act == "B":
        table.do("draw a card" if table.may("draw a card") else "discard OdCard")
    assert len(table.hand("B")) == 5  # two discarded, two drawn


@cites("R-D41", "R-D96")
def test_up_to_some_cards_can_be_fewer(edition: str) -> None:
    table = played(edition, "Trash up to 2 cards from your hand. +1 coin for each of them.")
    table.do("trash a from your hand", "no more")
    assert (table.out, table.coins("A")) == (["a"], 6)
    assert played(edition, "Trash up to 2 cards from your hand.").do("no").out == []


@cites("R-D44", "R-D96")
def test_any_number_of_cards_stops_at_the_floor_of_four(edition: str) -> None:
    table = played(edition, "Trash any number of cards from your hand.", "hand {Probe,a,b,c}, deck [d]")
    table.do("trash a from your hand")
    assert table.owned("A") == 4
    assert table.may("end turn")


# --- it ---------------------------------------------------------------------------------------------


@cites("R-D96")
def test_an_upgrade_goes_by_the_card_that_was_trashed(edition: str) -> None:
    costs = {"a": 2, "b": 0, "s1": 4, "s2": 5, "s3": 1}
    text = "Trash 1 card from your hand. Gain 1 supply card costing exactly 2 more than it."
    table = played(edition, text, costs=costs)
    table.do("trash a from your hand")
    assert table.stash("A")[2:] == ["s1", "Probe"]

    table = played(edition, text.replace("exactly", "up to"), costs=costs)
    table.do("trash b from your hand")
    assert not table.may("gain s1")
    table.do("gain s3")
    assert "s3" in table.stash("A")


@cites("R-D96")
def test_without_it_nothing_fits(edition: str) -> None:
    table = played(edition, "Trash 1 card costing 3 from your hand. Gain 1 supply card costing up to 2 more than it.")
    assert table.may("end turn")
    assert table.stash("A") == ["j", "k", "Probe"]


@cites("R-D96")
def test_what_it_costs_can_be_a_condition(edition: str) -> None:
    table = played(edition, "Trash 1 card from your hand. If it costs 2 or more, +3 coins.", costs={"a": 2})
    assert table.do("trash a from your hand").coins("A") == 8


# --- they decide ------------------------------------------------------------------------------------


@cites("R-D95")
def test_the_enemy_chooses_and_pays(edition: str) -> None:
    table = played(edition, "Each enemy: they choose one: they discard 1 card; or they pay 1.")
    assert table.to_act == "B"
    table.do(next(action for action in table.legal if "discard 1 card" in action))
    table.do("discard q")
    assert (table.hand("B"), table.coins("B")) == (["p", "r", "s"], 2)


@cites("R-D41", "R-D95")
def test_the_enemy_may_pay_in_full_or_not_at_all(edition: str) -> None:
    table = played(edition, "Each enemy: they may pay 2: +3 coins.")
    assert table.to_act == "B"
    table.do("yes")
    assert (table.coins("A"), table.coins("B")) == (8, 0)
    assert played(edition, "Each enemy: they may pay 3: +3 coins.").to_act == "A"


@cites("R-D95")
def test_the_enemy_gives_up_cards_of_their_own_choice(edition: str) -> None:
    text = (
        "Each enemy: they trash 1 card from their hand; they give you 1 card from their hand; they may discard a card."
    )
    table = played(edition, text)
    table.do("trash p from your hand")
    table.do("give q from your hand")
    assert table.to_act == "B"
    table.do("no")
    assert (table.out, table.hand("A"), table.hand("B")) == (["p"], ["a", "b", "c", "q"], ["r", "s"])


@cites("R-D66", "R-D95")
def test_a_card_put_on_a_deck_is_known_to_its_owner_alone(edition: str) -> None:
    table = played(edition, "Each enemy: they put 1 card from their hand on top of their deck.")
    table.do(next(action for action in table.legal if action.startswith("put q")))
    assert table.deck("B")[0] == "q"
    assert knows(table, 1, N.OWN_ZONES + N.DECK)[0]
    assert not knows(table, 0, N.OWN_ZONES + N.DECK)[0]


@cites("R-D95")
def test_each_player_includes_you_and_begins_with_the_turn_player() -> None:
    scenario = Scenario("tokens", players=3).with_card("Feast", play="Each player: they discard 1 card.")
    for seat in "ABC":
        scenario.seat(seat, f"hand {{{'Feast,' if seat == 'B' else ''}a{seat.lower()},b{seat.lower()}}}, deck [d,e,f]")
    table = scenario.begin("B")
    table.do("play Feast")
    order = []
    while table.to_act and not table.may("end turn"):
        order.append(table.to_act)
        table.do(table.legal[0])
    assert order == ["B", "C", "A"]


@cites("R-D95")
def test_each_player_gets_coins(edition: str) -> None:
    table = played(edition, "Each player: they get +1 coin.")
    assert (table.coins("A"), table.coins("B")) == (6, 3)


@cites("R-D94")
def test_an_enemy_gains_a_curse(edition: str) -> None:
    scenario = Scenario(edition).with_card("Curse", hooks=-1, gained="Pay 1.")
    scenario.with_card("Probe", play="Each enemy: they gain 1 supply card named Curse.")
    table = scenario.seat("A", A_SEAT).seat("B", B_SEAT).table("supply [s1,Curse,s3,s4,s5,s6]").begin("A")
    table.do("play Probe")
    assert "Curse" in table.stash("B")
    assert table.coins("B") == 1


@cites("R-D104")
def test_what_is_on_offer_does_not_show_a_hidden_hand() -> None:
    text = "Choose one: choose an enemy: they discard 1 card costing 3; or +1 coin."
    table = played("indicator", text)
    table.do(next(action for action in table.legal if "enemy" in action))
    assert table.hand("B") == ["p", "q", "r", "s"]


# --- time -------------------------------------------------------------------------------------------


@cites("R-D97")
def test_a_later_effect_happens_once_in_the_next_turn(edition: str) -> None:
    table = played(edition, "At the start of your next turn, +3 coins.")
    assert table.coins("A") == 5
    table.do("end turn")
    while table.turn == "B":
        table.do("end turn" if table.may("end turn") else table.legal[0])
    assert table.coins("A") == 8
    while table.turn == "A":
        table.do("end turn" if table.may("end turn") else table.legal[0])
    while table.turn == "B":
        table.do("end turn" if table.may("end turn") else table.legal[0])
    assert table.coins("A") == 8


@cites("R-D97")
def test_later_effects_are_ordered_with_start_effects(edition: str) -> None:
    scenario = Scenario(edition).with_card("Probe", play="At the start of your next turn, +1 coin.", start="Pay 1.")
    scenario.with_card("Other", start="Pay 2.")
    table = scenario.seat("A", "hand {Probe,a}, deck [b,c,d,e], stash (Other), 2 coins").seat("B", B_SEAT).begin("A")
    table.do("play Probe", "end turn")
    while table.to_act == "B":
        table.do("end turn" if table.may("end turn") else table.legal[0])
    assert set(table.legal) == {"Probe first", "Other first"}
    table.do("Probe first")
    table.do("Probe first")  # its own START effect is still to come
    assert table.coins("A") == 0


@cites("R-D97")
def test_once_per_turn_counts_for_every_copy(edition: str) -> None:
    table = played(edition, "+1 Action. Once per turn, +2 coins.", "hand {Probe,Probe2,a}, deck [b,c,d,e]")
    table.do("play Probe2")
    assert table.coins("A") == 4  # other names have texts of their own
    table = played(
        edition, "+1 Action. Put this card into your hand. Once per turn, +2 coins.", "hand {Probe,a}, deck [b,c,d]"
    )
    table.do("play Probe")
    assert table.coins("A") == 2
    table.do("end turn")


@cites("R-D98")
def test_cards_cost_less_for_the_rest_of_the_turn(edition: str) -> None:
    costs = {f"s{n}": cost for n, cost in enumerate((6, 1, 9, 9, 9, 9), 1)}
    table = played(edition, "This turn, cards cost 2 less. Gain 1 supply card costing 1 or less.", costs=costs)
    assert "s2" in table.stash("A")  # by the printed cost
    table.do("end turn")
    while table.turn == "B":
        table.do("end turn" if table.may("end turn") else table.legal[0])
    assert not table.may("buy s1 (s1)")

    table = played(edition, "This turn, cards cost 2 less.", costs=costs)
    assert not table.may("buy s3 (s3)")
    assert table.do("buy s1 (s1)").coins("A") == 1


# --- names and places -------------------------------------------------------------------------------


@cites("R-D100")
def test_a_copy_shows_the_card_in_hand(edition: str) -> None:
    table = played(
        edition, "Gain a supply card of the same name as a card in your hand.", out="supply [s1,b,s3,s4,s5,s6]"
    )
    assert table.stash("A")[2:] == ["b", "Probe"]
    assert [name for name, known in zip(reversed(table.hand("A")), knows(table, 1, N.HAND), strict=True) if known] == [
        "b"
    ]


@cites("R-D100")
def test_a_named_card_is_found_or_not(edition: str) -> None:
    text = (
        "Name a card: reveal the top card of your deck. "
        "If the revealed card is one of that name, put 1 card from the revealed cards into your hand."
    )
    assert "d" in played(edition, text).do("name d").hand("A")
    assert "d" not in played(edition, text).do("name e").hand("A")


@cites("R-D101")
def test_cards_come_back_from_out_of_the_game_and_go_under_decks(edition: str) -> None:
    text = (
        "Put 1 card from out of the game into your hand. Put 1 card from your stash under your deck. "
        "Trash 1 supply card."
    )
    table = played(edition, text, out="out (o1,o2)")
    table.do("put o2 from out of the game into your hand")
    table.do("put j")
    table.do("trash s3 (s3)")
    assert "o2" in table.hand("A")
    assert table.deck("A")[-1] == "j"
    assert table.out == ["o1", "s3"]


@cites("R-D99")
def test_only_who_reorders_cards_knows_their_order(edition: str) -> None:
    table = played(edition, "Look at the top 3 cards of your deck. Put them back in any order.")
    table.do("f on top", "d on top")
    assert table.deck("A")[:4] == ["f", "d", "e", "g"]
    assert knows(table, 0, N.DECK)[:4] == [True, True, True, False]
    table = played(edition, "Reveal the top 2 cards of your deck. Put them back in any order.")
    table.do("e on top")
    assert knows(table, 1, N.DECK)[:2] == [False, False]
    assert knows(table, 0, N.DECK)[:2] == [True, True]


# --- triggers ---------------------------------------------------------------------------------------


@cites("R-D94")
def test_a_bought_card_is_not_gained(edition: str) -> None:
    scenario = Scenario(edition).with_card("Prize", cost=1, bought="+2 coins.", gained="Pay 3.")
    table = (
        scenario.seat("A", "deck [a,b,c,d], 5 coins")
        .seat("B", B_SEAT)
        .table("supply [Prize,s2,s3,s4,s5,s6]")
        .begin("A")
    )
    table.do("buy Prize (s1)")
    assert table.coins("A") == 6


@cites("R-D94")
def test_trashed_cards_take_effect_for_their_owner_after_the_instruction(edition: str) -> None:
    scenario = Scenario(edition).with_card("Ghost", trashed="+2 coins.")
    scenario.with_card("Probe", play="Choose an enemy: trash 2 cards from their stash.")
    b = "hand {p,q}, deck [t,u,v,w], stash (Ghost,Ghost,x), 2 coins"
    table = scenario.seat("A", A_SEAT).seat("B", b).begin("A")
    table.do("play Probe", "trash Ghost", "trash Ghost")
    assert (table.coins("A"), table.coins("B")) == (5, 6)


# --- choices, conditions, hooks ---------------------------------------------------------------------


@cites("R-D103")
def test_two_of_three_are_carried_out_in_their_order(edition: str) -> None:
    table = played(edition, "Choose two: +1 coin; or +1 Buy; or +1 Action.")
    assert len(table.legal) == 3
    table.do(next(action for action in table.legal if "Buy" in action and "Action" in action))
    assert (table.coins("A"), table.buys, table.actions) == (5, 1, 2)


@pytest.mark.parametrize(("hand", "coins"), [("Probe", 3), ("Probe,a", 0)])
def test_none_and_both(edition: str, hand: str, coins: int) -> None:
    text = "If you have no cards in hand and you have 2 or more cards in stash, +3 coins."
    assert played(edition, text, f"hand {{{hand}}}, deck [b,c,d], stash (e,f)").coins("A") == coins


@cites("R-D84", "R-D102")
def test_hooks_of_others_are_theirs(edition: str) -> None:
    scenario = Scenario(edition).with_card("Probe", end="Each enemy: they get -2 hooks.")
    table = scenario.seat("A", "deck [a,b,c,Probe]").seat("B", "deck [d,e,f,h3]").begin("A", at="scoring")
    assert table.game.scores == [0, 1]


@cites("R-D102")
@pytest.mark.parametrize("head", ["Each enemy", "Each player"])
def test_hooks_under_each_enemy_must_say_whose_they_are(head: str) -> None:
    with pytest.raises(Exception, match=r'it is not clear whose hooks these are; say "they get -1 hook"'):
        Scenario().with_card("Probe", end=f"{head}: -1 hook.")
