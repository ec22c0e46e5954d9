"""Set-up, coins, supply and Reload, beyond the worked examples."""

from __future__ import annotations

from collections import Counter

import pytest

import silverhook
from silverhook import CardSetError, RulesetError
from silverhook.deckhand.edition import EDITIONS
from silverhook.deckhand.operations import N
from silverhook.testing import DeckHandTable, Scenario, cites

SUPPLY = ["s1", "s2", "s3", "s4", "s5", "s6"]
BANKS = ("treasure", "tokens")


def cards_text(supply_cards: int, starters: int = 8) -> str:
    """A card file with this number of cards beside the starters."""
    lines = ['starters = ["Fist Fight", "Celebrate"]']
    lines += [f'[[card]]\nname = "{name}"\ncopies = {starters}' for name in ("Fist Fight", "Celebrate")]
    lines += [f'[[card]]\nname = "Card {n}"' for n in range(supply_cards)]
    return "\n".join(lines)


# --- set-up ------------------------------------------------------------------------------------


@cites("DH1-S1", "DH2-S1", "DH3-S1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_two_to_four_can_play(edition: str) -> None:
    for players in (2, 3, 4):
        assert silverhook.new("deckhand", players=players, edition=edition).players == players
    for players in (0, 1, 5):
        with pytest.raises(RulesetError, match="2 to 4 players"):
            silverhook.new("deckhand", players=players, edition=edition)


@cites("DH2-S5", "DH3-S3", "R-D01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_starting_decks_are_shuffled(edition: str) -> None:
    """Of the six orders of two and two, the top three show all."""
    openings = Counter()
    for seed in range(240):
        game = silverhook.new("deckhand", edition=edition, seed=seed)
        seat = game.view()["turn"]["seat"]
        openings[tuple(game.view(seat)["zones"][f"hand.{seat}"])] += 1

    assert len(openings) == 6
    assert min(openings.values()) >= 20


@cites("DH1-S7", "DH2-S7", "DH3-S5", "R-D02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_all_other_cards_are_shuffled_together(edition: str) -> None:
    places: dict[str, set[str]] = {"supply": set(), "hidden": set()}
    for seed in range(60):
        view = silverhook.new("deckhand", edition=edition, seed=seed).view()
        places["supply"] |= set(view["zones"]["supply"])
        for batch in view["hidden"]:
            zones = {zone for zone, _ in batch["places"]}
            if "supply_deck" in zones:
                assert zones == {"supply_deck", "reload_deck"}, "nobody can tell which card went where"
                places["hidden"] |= set(batch["cards"])

    assert len(places["supply"]) == 28, "every kind turns up in the supply sooner or later"
    assert len(places["hidden"]) == 28


@cites("R-D03")
@pytest.mark.parametrize(
    ("edition", "players", "need"),
    [("treasure", 2, 28), ("treasure", 4, 46), ("tokens", 3, 39), ("tokens", 4, 46), ("indicator", 4, 50)],
)
def test_card_set_that_is_too_small_is_refused(edition: str, players: int, need: int) -> None:
    game = silverhook.new("deckhand", players=players, edition=edition, cards=cards_text(need), seed=1)
    assert game.view()["zones"]["reload_deck"] == [], "the reload deck may be empty"

    with pytest.raises(CardSetError, match=f"need {need} cards beside the starters, the set has {need - 1}"):
        silverhook.new("deckhand", players=players, edition=edition, cards=cards_text(need - 1))


@cites("R-D03")
def test_too_few_starters_are_refused() -> None:
    silverhook.new("deckhand", players=3, cards=cards_text(50, starters=6))
    with pytest.raises(CardSetError, match="4 players need 8 copies of Fist Fight"):
        silverhook.new("deckhand", players=4, cards=cards_text(50, starters=6))


@cites("DH1-S6", "DH2-S6", "DH3-S4", "R-D56")
@pytest.mark.parametrize("edition", EDITIONS)
def test_surplus_starters_are_out_of_the_game_for_good(edition: str) -> None:
    game = silverhook.new("deckhand", players=3, edition=edition, seed=4)
    out = game.view()["zones"]["out"]
    assert Counter(out) == {"Fist Fight": 2, "Celebrate": 2}

    game.playout(7)

    assert game.over
    assert game.view()["zones"]["out"][:4] == out


# --- coins -------------------------------------------------------------------------------------


@cites("DH1-S4", "DH2-S3", "R-D04", "R-D07")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("money", [0, 1, 3])
def test_start_money_is_an_option_and_comes_out_of_the_bank(edition: str, money: int) -> None:
    game = silverhook.new("deckhand", players=3, edition=edition, options={"start_money": money})
    view = game.view()

    assert [seat["coins"] for seat in view["seats"]] == [money] * 3
    assert view["bank"] == {"treasure": None, "tokens": 17 - 3 * money, "indicator": None}[edition]
    assert game.count(N.BANK) == {"treasure": 20, "tokens": 17, "indicator": 0}[edition] - 3 * money


@cites("DH1-G6", "DH2-G3", "R-D05")
@pytest.mark.parametrize("edition", BANKS)
def test_coins_come_from_the_bank(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {Coin3,x}, deck [a,b]").table(bank=10).begin("A").do("play Coin3")

    assert (table.coins("A"), table.bank) == (3, 7)


@cites("DH2-G18", "R-D05", "R-D85")
@pytest.mark.parametrize(("bank", "got"), [(0, 0), (2, 2), (3, 3), (4, 3)])
def test_limited_bank_gives_what_it_has(bank: int, got: int) -> None:
    table = Scenario("tokens").seat("A", "hand {Coin3,x}, deck [a,b]").table(bank=bank).begin("A").do("play Coin3")

    assert (table.coins("A"), table.bank) == (got, bank - got)


@cites("DH2-G19", "R-D05")
def test_taking_from_an_empty_bank_cannot_be_chosen() -> None:
    scenario = Scenario("tokens").seat("A", "hand {OneOf,x}, deck [a,b]").seat("B", "deck [c,d,e,f], stash (p,q)")
    table = scenario.table(bank=0).begin("A")

    table.do("play OneOf")

    assert table.legal == ["steal p", "steal q"], "the other effect is the only one left"


@cites("R-D05", "R-D78")
def test_treasures_never_run_out() -> None:
    table = Scenario("treasure").seat("A", "hand {Coin3,Coin3,x}, deck [a]").table(bank=2).begin("A")

    table.do("play Coin3", "play Coin3")

    assert table.coins("A") == 6


@cites("R-D04", "R-D05")
@pytest.mark.parametrize("edition", BANKS)
def test_a_bank_without_a_limit_is_not_shown_as_one_that_could_be_empty(edition: str) -> None:
    game = silverhook.new("deckhand", edition=edition, options={"bank_limit": None})
    assert game.view()["bank"] is None
    game.playout(3)
    assert game.view()["bank"] is None

    assert silverhook.new("deckhand", edition=edition, options={"bank_limit": 17}).view()["bank"] == 15


@cites("R-D05", "R-D06", "R-D85")
@pytest.mark.parametrize("edition", BANKS)
def test_bank_limit_is_an_option(edition: str) -> None:
    game = silverhook.new("deckhand", edition=edition, options={"bank_limit": 40})
    assert game.view()["bank"] == 38

    options = {"bank_limit": 40}
    table = Scenario(edition, options=options).seat("A", "hand {Coin3,x}, deck [a,b]").table(bank=1).begin("A")
    assert table.do("play Coin3").coins("A") == 1, "a limit means the same everywhere"


@cites("R-D05", "R-D06")
def test_bank_limits_that_make_no_sense_are_refused() -> None:
    with pytest.raises(RulesetError, match="no option"):
        silverhook.new("deckhand", edition="indicator", options={"bank_limit": 17})
    with pytest.raises(RulesetError, match="bank_limit = 5 is not possible"):
        silverhook.new("deckhand", players=3, edition="tokens", options={"bank_limit": 5, "start_money": 2})
    with pytest.raises(RulesetError, match="bank_limit = 2 is not possible"):
        silverhook.new("deckhand", players=3, edition="tokens", options={"bank_limit": 2})


@cites("R-D04", "R-D05")
@pytest.mark.parametrize("edition", ["treasure", "tokens"])
@pytest.mark.parametrize(("players", "limit", "bank"), [(2, 2, 0), (2, 3, 1), (3, 3, 0), (4, 4, 0)])
def test_a_bank_may_be_as_small_as_what_the_players_start_with(
    edition: str, players: int, limit: int, bank: int
) -> None:
    game = silverhook.new("deckhand", players=players, edition=edition, options={"bank_limit": limit}, seed=1)

    assert game.view()["bank"] == bank


@cites("DH2-S3", "R-D06")
def test_seventeen_single_coins() -> None:
    game = silverhook.new("deckhand", players=2, edition="tokens", seed=3)
    while not game.over:
        view = game.view()
        assert view["bank"] + sum(seat["coins"] for seat in view["seats"]) == 17
        actions = game.legal_actions()
        game.apply(actions[game.ply * 5 % len(actions)])


@cites("DH3-G11", "R-D08")
def test_the_indicator_has_no_highest_number() -> None:
    table = Scenario("indicator").seat("A", "hand {Coin3,x}, deck [a,b], 500 coins").begin("A")

    assert table.do("play Coin3").coins("A") == 503


@cites("DH3-G8", "R-D08", "R-D85")
@pytest.mark.parametrize("edition", EDITIONS)
def test_money_cap_is_reached_and_not_passed(edition: str) -> None:
    scenario = Scenario(edition, options={"money_cap": 5}).seat("A", "hand {Coin3,Rob2,x}, deck [a], 3 coins")
    table = scenario.seat("B", "deck [c,d,e,f], 4 coins").begin("A")

    assert table.do("play Coin3").coins("A") == 5
    table.do("play Rob2")

    assert (table.coins("A"), table.coins("B")) == (5, 4), "coins that one cannot hold are not taken"


@cites("R-D85")
def test_money_cap_takes_part_of_a_theft() -> None:
    scenario = Scenario("indicator", options={"money_cap": 5}).seat("A", "hand {Rob2,x}, deck [a,b], 4 coins")
    table = scenario.seat("B", "deck [c,d,e,f], 4 coins").begin("A").do("play Rob2")

    assert (table.coins("A"), table.coins("B")) == (5, 3)


@cites("DH3-G9", "R-D85")
def test_at_the_money_cap_more_coins_cannot_be_chosen() -> None:
    scenario = Scenario("indicator", options={"money_cap": 5}).seat("A", "hand {OneOf,x}, deck [a,b], 5 coins")
    table = scenario.seat("B", "deck [c,d,e,f], stash (p,q)").begin("A").do("play OneOf")

    assert table.legal == ["steal p", "steal q"]


@cites("DH1-G1", "DH2-T11", "DH2-T12", "DH3-T11", "DH3-T12", "R-D09", "R-D54", "R-D55")
@pytest.mark.parametrize("edition", EDITIONS)
def test_price_is_paid_in_full_and_the_card_joins_the_stash(edition: str) -> None:
    scenario = Scenario(edition, costs={"s1": 3, "s2": 4}).seat("A", "hand {x}, deck [a,b,c], 3 coins")
    table = scenario.table("supply [s1,s2,s3,s4,s5,s6]", bank=5).begin("A")
    assert not table.may("buy s2"), "one coin short"

    table.do("buy s1")

    assert table.coins("A") == 0
    assert table.bank == 8
    assert table.stash("A") == ["s1"]
    assert not table.may("play s1"), "a bought card is not in hand"
    assert table.may("buy s3"), "price 0 can always be paid"
    assert table.actions == 1


# --- the supply --------------------------------------------------------------------------------


@cites("DH1-S11", "DH2-S11", "DH3-S8", "R-D11")
@pytest.mark.parametrize("edition", EDITIONS)
def test_gap_is_filled_at_once_in_the_same_place_from_the_supply_deck(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {x}, deck [a,b,c]").table("supply deck [t1,t2,t3]").begin("A")

    table.do("buy s4")
    assert table.supply == ["s1", "s2", "s3", "t1", "s5", "s6"]
    table.do("buy s2")

    assert table.supply == ["s1", "t2", "s3", "t1", "s5", "s6"]
    assert table.supply_deck == ["t3"]
    assert len(table.reload_deck) == 5


@cites("R-D12", "R-D60")
@pytest.mark.parametrize("edition", EDITIONS)
def test_with_nothing_left_in_the_supply_buying_is_not_offered(edition: str) -> None:
    scenario = Scenario(edition).seat("A", "hand {Rel1,OdGain,Disc1,x}, deck [a,b]")
    table = scenario.table("supply [-,-,-,-,-,s6], supply deck []").begin("A", buys=1, final_turns=1)
    assert table.may("buy s6")

    table.do("buy s6")
    assert table.supply == ["-"] * 6
    assert not any(action.startswith("buy") for action in table.legal)
    table.do("play Rel1")
    assert table.supply == ["-"] * 6, "nothing to reload either"
    assert not any(action.startswith("reload") for action in table.legal)


# --- Reload ------------------------------------------------------------------------------------


def reload_first(table: DeckHandTable, *slots: str) -> DeckHandTable:
    """Use Reloads, whether they are taken at once or stored."""
    return table.do(*(f"reload {slot}" for slot in slots))


@cites("DH1-G10", "DH2-G5", "DH3-G13", "R-D15", "R-D32")
@pytest.mark.parametrize("edition", EDITIONS)
def test_second_reload_may_send_back_the_card_that_the_first_turned_up(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {Rel2,x}, deck [a,b]").table("reload deck [r1,r2,r3]").begin("A")

    reload_first(table.do("play Rel2"), "s3")
    assert table.supply == ["s1", "s2", "r1", "s4", "s5", "s6"]
    reload_first(table, "r1")

    assert table.supply == ["s1", "s2", "r2", "s4", "s5", "s6"]
    assert table.reload_deck == ["r3", "s3", "r1"]


@cites("R-D14", "R-D15")
@pytest.mark.parametrize("edition", EDITIONS)
def test_with_one_reload_card_two_reloads_pass_cards_through(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {Rel2,x}, deck [a,b]").table("reload deck [r1]").begin("A")

    reload_first(table.do("play Rel2"), "s3", "s1")

    assert table.supply == ["s3", "s2", "r1", "s4", "s5", "s6"]
    assert table.reload_deck == ["s1"]


@cites("R-D14")
def test_banked_reload_is_not_offered_with_an_empty_refresh_deck() -> None:
    table = Scenario("treasure").seat("A", "hand {Rel1,x}, deck [a,b]").table("refresh deck []").begin("A")

    table.do("play Rel1")

    assert not any(action.startswith("reload") for action in table.legal)


@cites("DH1-G13", "R-D16")
def test_banked_reload_cannot_be_used_within_an_effect() -> None:
    table = Scenario("treasure").seat("A", "hand {Rel1,DrawDisc,x}, deck [a,b]").begin("A", reloads=1)
    assert table.may("reload s1")

    table.do("play DrawDisc")
    assert table.legal == ["discard Rel1", "discard x", "discard a"]
    table.do("discard a")

    assert table.may("reload s1")


@cites("R-D13", "R-D57")
@pytest.mark.parametrize("edition", EDITIONS)
def test_reload_never_brings_the_end_nearer(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {Rel2,x}, deck [a,b]").table("supply deck [t1]").begin("A")

    reload_first(table.do("play Rel2"), "s1", "s2")

    assert table.supply_deck == ["t1"]
    assert table.ender is None


@cites("R-D66")
@pytest.mark.parametrize("edition", EDITIONS)
def test_card_sent_under_the_reload_deck_was_seen_by_all(edition: str) -> None:
    table = Scenario(edition, players=3).seat("A", "hand {Rel1,x}, deck [a,b]").begin("A")

    reload_first(table.do("play Rel1"), "s3")

    for seat in (0, 1, 2, None):
        assert table.game.view(seat)["zones"]["reload_deck"] == ["s3", None, None, None, None]
