"""Each card of the reference set follows its text."""

from __future__ import annotations

from pathlib import Path

import pytest

import silverhook.deckhand
from silverhook.deckhand.cards import reference_set
from silverhook.deckhand.edition import EDITIONS
from silverhook.testing import DeckHandTable, Scenario

REFERENCE = (Path(silverhook.deckhand.__file__).parent / "sets" / "reference.toml").read_text(encoding="utf-8")
DECK = "deck [a,b,c,d]"


def scenario(edition: str = "indicator", players: int = 2, **costs: int) -> Scenario:
    return Scenario(edition, players=players, cards=REFERENCE, costs=costs)


def play(card: str, mine: str = "", theirs: str = "deck [e,f,g,h]", **costs: int) -> DeckHandTable:
    """A plays a card with x and y in hand against B."""
    table = scenario(**costs).seat("A", f"hand {{{card},x,y}}, {mine or DECK}").seat("B", theirs).begin("A")
    return table.do(f"play {card}")


def kind(table: DeckHandTable) -> str:
    return str(table.game.view()["decision"]["kind"])


def test_the_set_is_the_one_that_the_rules_count_on() -> None:
    cards = {card.name: card for card in reference_set().cards}

    assert cards["Fist Fight"].copies == cards["Celebrate"].copies == 8
    assert reference_set().supply_cards == 57
    assert len(cards) == 30


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_has_a_text_in_every_edition(edition: str) -> None:
    narrator = scenario(edition).begin("A").game.rules.narrator()
    language = narrator.phrases

    for card in reference_set().cards:
        for text, words in narrator.card_text(card.name).items():
            assert language.read(words) == card.programs[text]


def test_fist_fight() -> None:
    table = play("Fist Fight", theirs="deck [e,f,g,h,i,j,k,l], 3 coins")
    assert table.coins("A") == 1
    assert len(table.legal) == 2
    table.do(table.legal[1])
    assert (table.coins("A"), table.coins("B")) == (2, 2)

    table = play("Fist Fight", theirs="deck [e,f,g,h], 3 coins")
    assert table.coins("A") == 2, "B has not more cards"
    assert kind(table) == "main"


def test_celebrate() -> None:
    table = play("Celebrate", mine=f"{DECK}, 1 coin").do("draw a card")
    assert table.hand("A") == ["x", "y", "a"]
    table.do(table.legal[1])
    assert (table.coins("A"), table.actions) == (0, 2)

    table = play("Celebrate").do("draw no more")
    assert (table.coins("A"), table.actions) == (1, 1), "without a coin the other choice is not there"


def test_cabin_boy() -> None:
    table = play("Cabin Boy").do("draw a card")
    assert (table.hand("A"), table.actions) == (["x", "y", "a"], 2)

    table = scenario().seat("A", f"hand {{Cabin Boy}}, {DECK}").begin("A", at="step 2")
    assert table.coins("A") == 1


def test_grog_ration() -> None:
    table = play("Grog Ration").do("draw a card", "draw a card")

    assert table.actions == 2
    assert table.legal == ["discard x", "discard y", "discard a", "discard b"]
    assert table.do("discard x").stash("A") == ["x", "Grog Ration"]


def test_scurvy() -> None:
    table = play("Scurvy").do("draw a card")
    assert (table.actions, table.stash("A"), table.stash("B")) == (2, [], ["Scurvy"])

    table = scenario().seat("B", "deck [a,b,c,d], stash (Scurvy), 3 coins").begin("B", at="start")
    assert table.coins("B") == 1

    table = scenario().seat("A", "deck [Scurvy,a,b,c]").begin("A", at="scoring")
    assert table.game.scores == [-2, 0]


def test_scurvy_stays_with_a_player_of_four_cards() -> None:
    table = scenario().seat("A", "hand {Scurvy,x}, deck [a,b]").begin("A").do("play Scurvy", "draw no more")

    assert (table.stash("A"), table.stash("B")) == (["Scurvy"], [])


def test_castaway() -> None:
    table = play("Castaway").do("draw no more")
    assert table.legal == ["give x from your hand", "give y from your hand", "no"]
    table.do("give x from your hand")
    assert (table.stash("B"), table.coins("A")) == (["x"], 2)

    table = play("Castaway").do("draw no more", "no")
    assert (table.stash("B"), table.coins("A")) == ([], 2), "the coins come in any case"

    table = scenario().seat("A", f"hand {{Castaway}}, {DECK}").begin("A", at="step 2").do("draw a card")
    assert table.hand("A") == ["a", "b", "c", "d"]


@pytest.mark.parametrize(("theirs", "mine", "left"), [(1, 2, 1), (2, 3, 0), (3, 3, 1), (0, 2, 0)])
def test_cutpurse(theirs: int, mine: int, left: int) -> None:
    table = play("Cutpurse", theirs=f"deck [e,f,g,h], {theirs} coins")

    assert (table.coins("A"), table.coins("B")) == (mine, left)


def test_lime_barrel() -> None:
    table = play("Lime Barrel", mine="deck [a,b,c], stash (p,q)", p=1, q=2, x=3).do("draw no more")
    assert table.actions == 2
    assert table.legal == ["trash y from your hand", "trash p from your stash", "no"]
    assert table.do("trash p from your stash").out == ["p"]

    table = scenario().seat("A", f"hand {{Lime Barrel}}, {DECK}").begin("A", at="step 2")
    assert table.coins("A") == 2


def test_lookout() -> None:
    table = play("Lookout")
    assert table.actions == 2
    assert table.game.view(1)["zones"]["deck.0"] == [None, None, "b", "a"]
    assert sorted(table.legal) == [f"put {card} from the revealed cards into your hand" for card in "ab"]
    table.do("put b from the revealed cards into your hand", "reload s3")
    assert (table.hand("A"), table.deck("A")) == (["x", "y", "b"], ["a", "c", "d"])
    assert table.supply[2] == "r1"


def test_barber_surgeon() -> None:
    table = play("Barber Surgeon", mine="deck [a,b,c], stash (p)")
    table.do("trash p from your stash")
    assert (table.out, table.coins("A")) == (["p"], 3)

    assert play("Barber Surgeon", mine="deck [a,b,c], stash (p)").do("no").coins("A") == 1


def test_barber_surgeon_pays_nothing_where_nothing_may_go() -> None:
    table = scenario().seat("A", "hand {Barber Surgeon,x}, deck [a,b]").begin("A").do("play Barber Surgeon")

    assert (table.coins("A"), table.out) == (1, [])


def test_bosun() -> None:
    table = scenario().seat("A", f"hand {{Bosun,Plunder,x}}, {DECK}").begin("A").do("play Bosun", "draw no more")
    assert table.legal == ["play Plunder", "play x", "no"]
    table.do("play Plunder")

    assert (table.coins("A"), table.actions, table.used) == (4, 2, 1)
    assert table.stash("A") == ["Plunder", "Bosun"]


@pytest.mark.parametrize(("cost", "out", "stash"), [(0, [], ["e"]), (1, ["e"], []), (3, ["e"], []), (4, [], ["e"])])
def test_broadside(cost: int, out: list[str], stash: list[str]) -> None:
    table = play("Broadside", theirs="deck [e,f,g,h,i]", e=cost)

    assert (table.coins("A"), table.out, table.stash("B")) == (2, out, stash)


def test_broadside_cannot_bring_an_enemy_below_four() -> None:
    table = play("Broadside", theirs="deck [e,f,g,h]", e=2)

    assert (table.out, table.deck("B")) == ([], ["e", "f", "g", "h"])


def test_parrot() -> None:
    table = play("Parrot", theirs="deck [e,f,g,h], stash (Plunder,Galleon,p)")

    assert (table.coins("A"), table.coins("B")) == (5, 0), "Galleon costs too much, p has no text"
    assert table.stash("B") == ["Plunder", "Galleon", "p"]


def test_powder_keg() -> None:
    table = play("Powder Keg", theirs="hand {p,q}, deck [e,f]")
    assert (table.coins("A"), table.to_act) == (2, "B")
    assert table.do("discard p").stash("B") == ["p"]

    keg = scenario(players=3).seat("A", f"hand {{Powder Keg}}, {DECK}, 1 coin")
    keg.seat("B", "deck [e,f,g,h], 2 coins").seat("C", "deck [i,j,k,l], 1 coin")
    table = keg.begin("A", at="step 2")
    assert [table.coins(seat) for seat in "ABC"] == [2, 1, 1]


def test_press_gang() -> None:
    table = play("Press Gang", mine=f"{DECK}, 2 coins", s1=4, s2=3)
    assert table.actions == 2
    table.do("pay 1")
    assert not table.may("gain s1")
    table.do("gain s2")
    assert (table.hand("A"), table.coins("A")) == (["x", "y", "s2"], 1)

    assert kind(play("Press Gang")) == "main", "without a coin nothing is offered"


def test_smuggler() -> None:
    table = play("Smuggler", mine="deck [a,b,c], stash (p)").do("draw a card", "discard x")
    assert table.coins("A") == 2
    table.do("put p from your stash on top of your deck")
    assert (table.deck("A"), table.stash("A")) == (["p", "b", "c"], ["x", "Smuggler"])


def test_smuggling_den() -> None:
    table = play("Smuggling Den").do("reload s1")

    assert (table.coins("A"), table.buys, table.supply[0]) == (2, 1, "r1")


def test_dead_mans_chest() -> None:
    table = play("Dead Man's Chest")
    assert (table.coins("A"), table.buys) == (2, 1)

    for coins, score in [(0, 1), (1, 1), (2, 2), (5, 3), (6, 4), (20, 4)]:
        table = scenario().seat("A", f"deck [Dead Man's Chest,a,b,c], {coins} coins").begin("A", at="scoring")
        assert table.game.scores[0] == score


def test_first_mate() -> None:
    table = scenario().seat("A", f"hand {{First Mate,Plunder,x}}, {DECK}").begin("A").do("play First Mate")
    table.do(table.legal[0], "play Plunder")
    assert (table.coins("A"), table.stash("A")) == (8, ["Plunder", "First Mate"])

    table = play("First Mate")
    table.do(table.legal[1], "draw a card")
    assert (table.hand("A"), table.actions) == (["x", "y", "a"], 2)


def test_grave_robber() -> None:
    table = play("Grave Robber", theirs="hand {p,q}, deck [e,f,g], stash (r)", p=2, q=0, r=4)
    assert (table.coins("A"), table.to_act) == (1, "B")
    table.do("discard p")

    assert (table.stash("A"), table.stash("B")) == (["p", "Grave Robber"], ["r"])
    assert table.coins("B") == 1


def test_motley_crew() -> None:
    table = play("Motley Crew", s1=3, s2=2)
    assert not table.may("gain s1")
    assert table.do("gain s2").stash("A") == ["s2", "Motley Crew"]
    assert table.coins("A") == 1

    for others, score in [(3, 1), (6, 1), (7, 2), (15, 4), (30, 4)]:
        deck = ",".join(["Motley Crew", *(f"d{n}" for n in range(others))])
        assert scenario().seat("A", f"deck [{deck}]").begin("A", at="scoring").game.scores[0] == score


def test_plunder() -> None:
    assert play("Plunder").coins("A") == 4


def test_sea_shanty() -> None:
    table = play("Sea Shanty", mine="deck [a,b,c], stash (Plunder,Sea Shanty2,Jolly Roger)")
    assert table.coins("A") == 4, "what activates cannot be activated, and 6 is too much"
    assert table.stash("A") == ["Plunder", "Sea Shanty2", "Jolly Roger", "Sea Shanty"]

    for stash, coins in [("Sea Shanty,p", 0), ("Sea Shanty,p,q", 1)]:
        table = scenario().seat("A", f"{DECK}, stash ({stash})").begin("A", at="start")
        assert table.coins("A") == coins


def test_ships_cat() -> None:
    table = play("Ship's Cat").do("draw no more")
    assert (table.coins("A"), table.actions) == (1, 2)

    table = scenario().seat("A", f"{DECK}, stash (Ship's Cat)").begin("A", at="start").do("yes")
    assert table.hand("A") == ["Ship's Cat", "a", "b"]
    table = scenario().seat("A", f"{DECK}, stash (Ship's Cat)").begin("A", at="start").do("no")
    assert table.hand("A") == ["a", "b", "c"]


def test_skeleton_crew() -> None:
    table = play("Skeleton Crew", p=3, x=4, mine="deck [a,b,c], stash (p)").do("draw no more")
    assert table.actions == 2
    assert table.legal == ["trash y from your hand", "trash p from your stash", "no"]

    for others, score in [("deck [a,b,c,d,e,f]", 5), ("deck [a,b,c,d,e]", 1)]:
        table = scenario(players=3).seat("A", "deck [Skeleton Crew,g,h,i,j]").seat("B", others)
        assert table.seat("C", "deck [k,l,m,n,o,q]").begin("A", at="scoring").game.scores[0] == score


def test_boarding_party() -> None:
    table = play("Boarding Party", mine="deck [a,b,c], stash (r)", theirs="deck [e,f,g,h], stash (p,q)", p=4, q=5)
    assert (table.stash("A"), table.coins("A"), table.coins("B")) == (["r", "p", "Boarding Party"], 1, 2)

    table = play("Boarding Party", mine="deck [a,b,c], stash (r)", theirs="deck [e,f,g], stash (p), 3 coins", p=4)
    assert (table.stash("B"), table.coins("A"), table.coins("B")) == (["p"], 3, 2)


def test_buried_chest() -> None:
    table = play("Buried Chest", mine=f"{DECK}, 1 coin")
    table.do(table.legal[1], "draw a card", "draw a card")
    assert (table.hand("A"), table.coins("A"), table.actions) == (["x", "y", "a", "b"], 0, 2)

    assert play("Buried Chest").coins("A") == 1


def test_mutiny() -> None:
    table = play("Mutiny", theirs="hand {p,q,r}, deck [e,f]", p=3, q=4)
    assert table.game.view(None)["zones"]["hand.1"] == ["q", "r"], "revealed"
    assert (table.hand("A"), table.coins("A")) == (["x", "y", "p"], 1), "q costs too much, r too little"

    table = play("Mutiny", theirs="hand {p,q}, deck [e,f]")
    table.do("put q from the revealed cards on top of their deck")
    assert (table.deck("B"), table.coins("A")) == (["q", "e", "f"], 2)


def test_jolly_roger() -> None:
    assert play("Jolly Roger").coins("A") == 2

    for theirs, actions in [("h2", 3), ("h3", 2)]:
        table = scenario().seat("A", f"{DECK}, stash (Jolly Roger)").seat("B", f"deck [e,f,g], stash ({theirs})")
        assert table.begin("A", at="start").actions == actions


def test_galleon() -> None:
    table = play("Galleon")
    assert table.do(table.legal[0]).coins("A") == 2
    table = play("Galleon")
    assert table.do(table.legal[1], "draw a card", "draw a card").hand("A") == ["x", "y", "a", "b"]

    for coins, score in [(2, 5), (1, 5), (0, 2)]:
        table = scenario().seat("A", f"deck [Galleon,a,b,c], {coins} coins").seat("B", "deck [e,f,g,h], 1 coin")
        assert table.begin("A", at="scoring").game.scores[0] == score
