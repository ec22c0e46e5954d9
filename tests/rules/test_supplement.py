"""Worked examples on the remaining clauses, on what each seat sees, and on options."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

import silverhook
from silverhook import RulesetError
from silverhook.deckhand.cards import reference_set
from silverhook.testing import DeckHandTable, Scenario, cites

EDITIONS = ("treasure", "tokens", "indicator")


@cites("DH1-T1", "DH1-T2", "DH2-T1", "DH3-T1", "DH3-T2", "R-D10")
@pytest.mark.parametrize("edition", EDITIONS)
def test_we_145_chance_picks_the_first_player_and_turns_go_clockwise(edition: str) -> None:
    starters = Counter(
        silverhook.new("deckhand", players=3, edition=edition, seed=seed).view()["first"] for seed in range(900)
    )
    assert all(240 <= starters[seat] <= 360 for seat in range(3))

    game = silverhook.new("deckhand", players=3, edition=edition, seed=5)
    assert game.view()["first"] == silverhook.new("deckhand", players=3, edition=edition, seed=5).view()["first"]
    turns = [game.view()["turn"]["seat"]]
    assert turns == [game.view()["first"]]
    for step in range(2_000):
        actions = game.legal_actions()
        if game.over:
            break
        game.apply(actions[step * 7 % len(actions)])
        seat = game.view()["turn"]["seat"]
        if seat >= 0 and seat != turns[-1]:
            turns.append(seat)
    assert len(turns) > 50
    assert all(later == (earlier + 1) % 3 for earlier, later in pairwise(turns))


@cites("DH1-G9", "DH1-T9", "R-D52", "R-D53", "R-D83")
def test_we_146_a_buy_and_an_action_buy_two_cards_but_not_three() -> None:
    table = (
        Scenario("treasure", costs={"s1": 2, "s2": 1, "s3": 1})
        .seat("A", "hand {Buy1,x,y}, deck [a], 5 Treasures")
        .begin("A")
    )

    table.do("play Buy1", "buy s1")
    assert (table.actions, table.buys) == (1, 0), "the Buy is used before the action"
    table.do("buy s2")

    assert table.coins("A") == 2
    assert table.stash("A") == ["Buy1", "s1", "s2"]
    assert table.turn == "B", "a third purchase is impossible"


@cites("DH1-G5", "R-D74")
def test_we_148_cards_aimed_at_enemies_are_marked_and_never_hit_oneself() -> None:
    table = Scenario("treasure", players=4).seat("B", "hand {Steal1,x}, deck [a,b,c], stash (y)").begin("B")
    cards = {card.name: card for card in table.game.rules.prepared.card_set.cards}

    assert cards["Steal1"].targets_enemies
    assert cards["RaidTogether"].targets_enemies
    assert cards["OdSteal"].targets_enemies
    assert not cards["Draw1"].targets_enemies
    table.do("play Steal1")
    assert table.legal == ["target C", "target D", "target A"]


@cites("DH1-G5")
def test_we_148_reference_cards_are_marked() -> None:
    marked = {card.name for card in reference_set().cards if card.targets_enemies}

    assert {"Fist Fight", "Broadside", "Powder Keg", "Jolly Roger"} <= marked
    assert not {"Plunder", "Sea Shanty", "Celebrate"} & marked


@cites("DH1-G20", "R-D77")
def test_we_149_too_few_cards_means_all_there_are() -> None:
    table = Scenario("treasure").seat("A", "hand {Pick3,p,q}, deck [a,b]").begin("A")

    table.do("play Pick3")
    assert table.legal == ["discard p", "discard q"], "it is no choice of fewer"
    table.do("discard q")

    assert table.hand("A") == []
    assert Counter(table.stash("A")) == Counter(["p", "q", "Pick3"])


@cites("DH1-E6", "R-D76")
@pytest.mark.parametrize("edition", EDITIONS)
def test_we_151_hooks_may_be_negative(edition: str) -> None:
    table = (
        Scenario(edition)
        .seat("A", "deck [h-2,h1,a,b]")
        .seat("B", "deck [c,d,e,f]")
        .table("supply deck []")
        .begin("A", at="scoring", ender="A")
    )

    assert table.game.scores == [-1, 0]
    assert table.winners == ["B"]


@cites("DH2-S1", "DH2-S3", "DH2-S5", "DH2-S6", "DH2-S7", "DH2-S8", "DH2-S9", "DH2-S10", "R-D04")
@pytest.mark.parametrize(("players", "deck", "rest", "bank"), [(2, 22, 29, 15), (3, 33, 18, 14), (4, 40, 11, 13)])
def test_we_152_set_up_of_tokens(players: int, deck: int, rest: int, bank: int) -> None:
    view = silverhook.new("deckhand", players=players, edition="tokens", seed=152).view()

    assert len(view["zones"]["supply_deck"]) == deck
    assert len(view["zones"]["reload_deck"]) == rest
    assert len(view["zones"]["supply"]) == 6
    assert all(view["zones"]["supply"])
    assert view["bank"] == bank
    assert [seat["coins"] for seat in view["seats"]] == [1] * players
    assert Counter(view["zones"]["out"]) == Counter({"Fist Fight": 8 - 2 * players, "Celebrate": 8 - 2 * players})
    for seat in range(players):
        batch = next(batch for batch in view["hidden"] if [f"deck.{seat}", 0] in batch["places"])
        assert Counter(batch["cards"]) == {"Fist Fight": 2, "Celebrate": 2}


@cites("DH2-T8", "DH2-T13", "DH2-T14", "R-D25", "R-D26")
def test_we_154_draw_goes_on_after_the_reshuffle() -> None:
    table = Scenario("tokens").seat("A", "hand {Draw2,x}, deck [a], stash (b,c)").begin("A")

    table.do("play Draw2", "draw a card")
    assert sorted(table.deck("A")) == ["b", "c"]
    table.do("draw a card")

    assert table.hand("A")[:2] == ["x", "a"]
    assert sorted(table.hand("A")[2:] + table.deck("A")) == ["b", "c"]
    assert (len(table.hand("A")), len(table.deck("A"))) == (3, 1)
    assert table.stash("A") == ["Draw2"]


@cites("DH2-G4", "DH2-G11", "DH2-G12", "R-D79")
def test_we_155_declining_the_draw_does_not_spare_the_discard() -> None:
    table = Scenario("tokens").seat("A", "hand {DrawDisc,p}, deck [q,r,s]").begin("A")

    table.do("play DrawDisc", "draw no more")

    assert table.hand("A") == []
    assert table.stash("A") == ["p", "DrawDisc"]


@cites("DH2-T3", "DH2-T4", "DH2-T5", "DH2-G4", "R-D19")
def test_we_157_the_draw_of_step_1_may_be_declined() -> None:
    table = Scenario("tokens").seat("A", "deck [a,b,c,d], hand {x}, stash (StCard)").begin("A", at="start")

    table.do("draw no more")

    assert table.hand("A") == ["a", "b", "c"]
    assert table.deck("A") == ["d"]
    assert table.stash("A") == ["StCard", "x"]


@cites("DH2-T2", "DH2-T7", "DH3-T7", "R-D51", "R-D52")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "actions",
    [["play x", "play y"], ["buy s1", "buy s2"], ["buy s1", "play x"], ["play x", "buy s1"],
     ["play x", "end turn"], ["buy s1", "end turn"], ["end turn"]],
)  # fmt: skip
def test_we_158_two_actions_may_be_used_in_any_way(edition: str, actions: list[str]) -> None:
    table = Scenario(edition).seat("A", "hand {x,y,z}, deck [a,b]").begin("A")

    table.do(*actions)

    assert table.turn == "B"


@cites("DH2-S4", "DH2-T6", "DH2-G1", "DH2-G2", "DH1-G17", "R-D66")
@pytest.mark.parametrize(
    ("edition", "pile", "money"),
    [("treasure", "discard", "Treasure"), ("tokens", "stash", "coin"), ("indicator", "stash", "coin")],
)
def test_we_160_coins_and_stashes_are_open_and_called_by_their_names(edition: str, pile: str, money: str) -> None:
    table = (
        Scenario(edition, players=3)
        .seat("A", "hand {Coin1,MillTop,x}, deck [a,b], stash (y)")
        .seat("B", "deck [c,d,e], stash (p,q), 3 coins")
        .begin("A")
    )

    for seat in (0, 1, 2, None):
        view = table.game.view(seat)
        assert view["zones"]["stash.0"] == ["y"]
        assert view["zones"]["stash.1"] == ["p", "q"]
        assert [owner["coins"] for owner in view["seats"]] == [0, 3, 0]
    tell = table.game.rules.narrator().tell
    table.do("play Coin1")
    assert f"A gets 1 {money}." in [tell(news) for news in table.game.news()]
    table.do("play MillTop")
    assert any(f"A's {pile}" in tell(news) for news in table.game.news(2))
    assert (
        table.game.rules.narrator().card_text("MillTop")["play"] == f"Put the top card of your deck into your {pile}."
    )


@cites("DH3-S1", "DH3-S5", "DH3-T1", "DH3-T2")
@pytest.mark.parametrize(("players", "deck", "rest"), [(2, 22, 29), (3, 33, 18)])
def test_we_161_set_up_of_indicator(players: int, deck: int, rest: int) -> None:
    starters = set()
    for seed in range(30):
        view = silverhook.new("deckhand", players=players, edition="indicator", seed=seed).view()
        assert (len(view["zones"]["supply_deck"]), len(view["zones"]["reload_deck"])) == (deck, rest)
        starters.add(view["turn"]["seat"])
    assert starters == set(range(players))


@cites("DH3-T8", "DH3-T9", "DH3-T10", "DH3-T13", "DH3-T14", "R-D26")
def test_we_163_the_card_being_played_lies_aside_until_all_is_done() -> None:
    table = Scenario("indicator").seat("A", "hand {Draw1,x,y}, deck [a], stash (b)").begin("A")

    table.do("play Draw1")
    assert (table.aside("A"), table.stash("A")) == (["Draw1"], ["b"])
    table.do("draw a card")

    assert table.hand("A") == ["x", "y", "a"]
    assert table.deck("A") == ["b"]
    assert table.stash("A") == ["Draw1"]


@cites("DH3-G13", "R-D13")
def test_we_164_reload_does_not_touch_the_supply_deck() -> None:
    supply_deck = ",".join(f"t{n}" for n in range(9))
    table = (
        Scenario("indicator")
        .seat("A", "hand {Rel1,x}, deck [a,b]")
        .table(f"supply [s1,s2,s3,s4,s5,s6], reload deck [r1], supply deck [{supply_deck}]")
        .begin("A")
    )

    table.do("play Rel1", "reload s4")

    assert table.supply == ["s1", "s2", "s3", "r1", "s5", "s6"]
    assert table.reload_deck == ["s4"]
    assert len(table.supply_deck) == 9


@cites("DH3-G5", "DH2-G15", "DH1-G16", "R-D34")
@pytest.mark.parametrize("edition", EDITIONS)
def test_we_166_nothing_is_discarded_from_deck_or_stash(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {Disc1}, deck [a,b], stash (c)").begin("A")

    table.do("play Disc1")

    assert table.stash("A") == ["c", "Disc1"]
    assert table.deck("A") == ["a", "b"]


@cites("DH3-T6", "DH3-G1", "DH3-G2", "R-D66")
@pytest.mark.parametrize("edition", EDITIONS)
def test_we_167_hands_are_seen_by_their_owners_only(edition: str) -> None:
    table = (
        Scenario(edition)
        .seat("A", "hand {x,y}, deck [a,b,c], stash (p), 2 coins")
        .seat("B", "hand {z}, deck [d,e,f], stash (q,r)")
        .table("out (gone)")
        .begin("A")
    )

    for seat in (0, 1, None):
        view = table.game.view(seat)
        zones = view["zones"]
        assert zones["stash.0"] == ["p"]
        assert zones["stash.1"] == ["q", "r"]
        assert [owner["coins"] for owner in view["seats"]] == [2, 0]
        assert zones["supply"] == ["s1", "s2", "s3", "s4", "s5", "s6"]
        assert zones["out"] == ["gone"]
        assert zones["hand.0"] == (["x", "y"] if seat == 0 else [None, None])
        assert zones["hand.1"] == (["z"] if seat == 1 else [None])
        assert zones["deck.0"] == zones["deck.1"] == [None, None, None]
        assert set(zones["supply_deck"]) == set(zones["reload_deck"]) == {None}


def stolen_from_hand(seed: int) -> DeckHandTable:
    return (
        Scenario("tokens", players=3, seed=seed)
        .seat("A", "hand {HandThief,x}, deck [a,b,c]")
        .seat("B", "hand {p,q}, deck [d,e,f,g]")
        .begin("A")
        .do("play HandThief")
    )


@cites("R-D66", "R-D75")
def test_we_169_card_taken_from_a_hand_is_random_and_known_to_two() -> None:
    taken = Counter(stolen_from_hand(seed).hand("A")[-1] for seed in range(60))
    assert taken.keys() == {"p", "q"}
    assert min(taken.values()) >= 15

    table = stolen_from_hand(1)
    card = table.hand("A")[-1]
    for seat, known in [(0, card), (1, card), (2, None), (None, None)]:
        assert table.game.view(seat)["zones"]["hand.0"][-1] == known
        moved = [news for news in table.game.news(seat) if news.source == "hand.1"]
        assert [news.card for news in moved] == [known]


@cites("R-D35", "R-D38")
def test_we_170_one_enemy_is_done_before_the_next_discards() -> None:
    table = (
        Scenario("indicator", players=3)
        .seat("A", "hand {Raid,x}, deck [a,b,c]")
        .seat("B", "hand {OdCard}, deck [d,e,f]")
        .seat("C", "hand {m}, deck [g,h,i]")
        .begin("A")
    )

    table.do("play Raid")
    assert (table.to_act, table.legal) == ("B", ["draw a card", "draw no more"])
    assert table.hand("C") == ["m"]
    table.do("draw a card")

    assert table.hand("B") == ["d"]
    assert table.stash("C") == ["m"]


@cites("R-D70")
def test_we_172_features_that_the_sheets_only_name_are_refused_with_a_reason() -> None:
    with pytest.raises(RulesetError, match="solo challenges have no published rules"):
        silverhook.new("deckhand", players=1)
    for edition in ("solo challenge", "beginner rules"):
        with pytest.raises(RulesetError, match="no edition"):
            silverhook.new("deckhand", players=2, edition=edition)
    with pytest.raises(RulesetError, match='no option "mode"'):
        silverhook.new("deckhand", players=2, options={"mode": "beginner"})


@cites("R-D20", "R-D90")
@pytest.mark.parametrize("edition", EDITIONS)
def test_we_190_hand_may_be_discarded_at_the_end_of_the_turn(edition: str) -> None:
    table = (
        Scenario(edition, options={"hand_discard": "end_of_turn"})
        .seat("A", "hand {x,OdCoin}, deck [a,b,c,d]")
        .seat("B", "deck [Raid,e,f,g]")
        .begin("A")
    )

    table.do("end turn")
    assert table.stash("A") == ["x", "OdCoin"]
    assert table.coins("A") == 1
    assert table.turn == "B"
    table.do("play Raid")
    assert table.stash("A") == ["x", "OdCoin"], "Raid finds an empty hand"
    table.do("end turn")

    assert table.hand("A") == ["a", "b", "c"], "step 2 only draws three"
    assert table.stash("A") == ["x", "OdCoin"]
