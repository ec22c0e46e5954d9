"""The story of Hanataz tells what happened in sentences, as its reader may know it."""

from __future__ import annotations

import random

import pytest

import silverhook as sh
from silverhook.core.notation import Happening
from silverhook.hanataz.composition import N
from silverhook.testing import Scenario

NAMES = ["Sophie", "Anne", "Bart", "Mary", "Jack", "Grace"]
NARRATOR = sh.new("hanataz", 6, seed=1).rules.narrator()
OPTIONS = [
    {},
    {"ante": "every_hand", "refill": "may", "all_out": "house", "lone_player": "wins_pot"},
    {"priest_scope": "all_hands", "flip_choice": "random", "fool_unclaimed": "house", "fools": 2},
    {"game_end": "last_standing", "fool_token_on_replace": "keep", "split_rest": "pot", "jester_play": "may"},
]


def happened(code: int, seat: int = 1, other: int = -1, card: str | None = None, n: int = 1) -> Happening:
    return Happening(code, seat, other, card, n, "", "", False)


def told(*happenings: Happening, you: int | None = 0) -> list[str]:
    return NARRATOR.tell_all(list(happenings), NAMES, you)


PAY = happened(N.TOLD_PAY_POT)
DRAW = happened(N.TOLD_DRAW)


def test_a_number_takes_control_and_an_equal_one_costs_a_silv() -> None:
    number, control = happened(N.TOLD_NUMBER, card="6 of Stones"), happened(N.TOLD_CONTROL, n=0)
    assert told(number, control) == ["Anne plays 6 of Stones and takes control."]
    assert told(number, control, you=1) == ["You play 6 of Stones and take control."]
    assert told(number, PAY, control) == ["Anne plays 6 of Stones for 1 silv and takes control."]


def test_refilling_is_one_sentence_even_for_several_players() -> None:
    assert told(DRAW, PAY, DRAW, PAY) == ["Anne draws 2 cards and pays 2 silvs into the pot."]
    mine = [happened(N.TOLD_DRAW, 0, card="Fool"), happened(N.TOLD_PAY_POT, 0)]
    assert told(DRAW, PAY, DRAW, PAY, *mine) == ["Refill (1 silv per card): Anne draws 2; you draw Fool."]


def test_a_swap_tells_what_was_given_away_and_what_you_drew() -> None:
    swaps = [happened(N.TOLD_SWAP, card=card) for card in ("Fool", "Bard")]
    assert told(PAY, *swaps, DRAW, DRAW) == ["Anne swaps Fool and Bard for 1 silv."]
    mine = [
        happened(N.TOLD_PAY_POT, 0),
        happened(N.TOLD_SWAP, 0, card="Fool"),
        happened(N.TOLD_DRAW, 0, card="Troll"),
        happened(N.TOLD_DRAW, 0, card="Bard"),
        happened(N.TOLD_PAY_POT, 0),
    ]
    assert told(*mine) == ["You swap Fool for 1 silv and draw Troll.", "You draw Bard and pay 1 silv into the pot."]


def test_a_crown_names_those_who_paid_and_those_who_did_not() -> None:
    crown = happened(N.TOLD_FACE, card="Crown of Waves")
    answers = [
        PAY,
        happened(N.TOLD_NUB, 2),
        happened(N.TOLD_RETURN, -1),
        happened(N.TOLD_PAY_POT, 0),
        happened(N.TOLD_HOUSE_PAYS, -1),
    ]
    assert told(crown, *answers) == [
        "Anne plays Crown of Waves: Anne, you and the Hanataz pay 1 silv each into the pot, Bart nubs out, "
        "control goes back to the Hanataz."
    ]
    assert told(crown, *answers, happened(N.TOLD_NUB, 3))[1:] == ["Mary nubs out."]  # in her own turn


def test_a_troll_is_over_when_somebody_acts_again() -> None:
    troll = happened(N.TOLD_FACE, card="Troll")
    gives = [happened(N.TOLD_SILVS, seat, 1) for seat in (2, 0)]
    assert told(troll, *gives, happened(N.TOLD_NUB, 2)) == [
        "Anne plays Troll: Bart and you give Anne 1 silv each.",
        "Bart nubs out.",
    ]


def test_an_assassin_makes_its_target_nub_out() -> None:
    face, aim = happened(N.TOLD_FACE, card="Assassin"), happened(N.TOLD_AIM, 1, 0)
    assert told(face, aim, happened(N.TOLD_NUB, 0)) == ["Anne plays Assassin: you must nub out."]
    assert told(aim, happened(N.TOLD_NUB, 0), happened(N.TOLD_NUB, 2)) == ["You must nub out.", "Bart nubs out."]


@pytest.mark.parametrize(
    "silvs, card, sentence",
    [
        (2, None, "takes 2 silvs from you."),
        (0, None, "gets nothing from you."),
        (1, "Fool", "takes 1 silv and Fool from you."),
        (0, "Fool", "takes Fool from you."),
    ],
)
def test_a_rogue_takes_silvs_a_card_both_or_nothing(silvs: int, card: str | None, sentence: str) -> None:
    rogue = [happened(N.TOLD_FACE, card="Rogue of Winds"), happened(N.TOLD_AIM, 1, 0)]
    says = happened(N.TOLD_SAYS, 1, 0, n=N.SILV_AND_CARD if card else N.TWO_SILVS)
    steals = [happened(N.TOLD_STEAL, 1, 0, n=silvs), *([happened(N.TOLD_STEAL_CARD, 1, 0, card)] if card else [])]
    assert told(*rogue, says, *steals) == [f"Anne plays Rogue of Winds: {sentence}"]


def test_what_a_rogue_wants_is_told_while_a_knight_may_answer() -> None:
    rogue = [happened(N.TOLD_FACE, card="Rogue of Winds"), happened(N.TOLD_AIM, 1, 0)]
    says = happened(N.TOLD_SAYS, 1, 0, n=N.TWO_SILVS)
    assert told(*rogue, says) == ["Anne plays Rogue of Winds: wants 2 silvs from you."]
    assert told(*rogue, says, happened(N.TOLD_COUNTER, 2, 1, "Knight of Waves")) == [
        "Anne plays Rogue of Winds: wants 2 silvs from you, but Bart counters with Knight of Waves."
    ]


def test_a_showdown_is_one_sentence() -> None:
    flip = happened(N.TOLD_FLIP, card="4 of Waves", n=1)
    takes = happened(N.TOLD_TAKE_POT, n=8)
    assert told(flip, takes, happened(N.TOLD_OUTCOME, n=N.WON)) == [
        "Anne turns up house card 2, 4 of Waves: wins the pot of 8 silvs."
    ]
    house = happened(N.TOLD_HOUSE_TAKES, -1, n=1)
    assert told(flip, happened(N.TOLD_TAKE_POT, n=1), house, happened(N.TOLD_OUTCOME, n=N.SPLIT)) == [
        "Anne turns up house card 2, 4 of Waves: splits the pot and takes 1 silv, the Hanataz takes 1 silv."
    ]
    fool = happened(N.TOLD_FLIP, card="Fool", n=1)
    assert told(fool, happened(N.TOLD_TAKE_POT, 0, n=8), happened(N.TOLD_OUTCOME, n=N.FOOLED)) == [
        "Anne turns up house card 2, Fool: the pot goes to the holder of the Fool token, you take 8 silvs from the pot."
    ]


def test_a_dragon_before_the_last_one_in_wins_is_told_apart() -> None:
    dragon = [happened(N.TOLD_FACE, card="Dragon of Winds"), happened(N.TOLD_TAKE_POT, n=3)]
    assert told(*dragon, happened(N.TOLD_TAKE_POT, n=4), happened(N.TOLD_OUTCOME, n=N.ALONE)) == [
        "Anne plays Dragon of Winds: takes 3 silvs from the pot.",
        "Anne, the last one in, wins the pot of 4 silvs.",
    ]


def test_only_the_player_who_looked_is_told_the_card() -> None:
    table = Scenario("hanataz").seat("A", "hand {Jester,2Fl}").table("H [3Wa,DFl,8Wi,WSt,2St]").begin("A")
    table.do("play Jester", "position 3")
    news = table.game.news
    assert NARRATOR.tell_all(news(0), NAMES, 0) == ["You look at house card 3 (8 of Winds)."]
    assert NARRATOR.tell_all(news(1), NAMES, 1) == ["Sophie looks at house card 3."]


def test_sentences_name_the_event_that_they_begin_with() -> None:
    events = [
        happened(N.TOLD_FACE, card="Dragon of Winds"),
        happened(N.TOLD_TAKE_POT, n=3),
        happened(N.TOLD_TAKE_POT, n=4),
        happened(N.TOLD_OUTCOME, n=N.ALONE),  # told before what was paid for it
        happened(N.TOLD_HAND, n=2),
    ]
    assert [sentence.event for sentence in NARRATOR.story(events, NAMES, 0)] == [0, 3, 4]
    mine = [happened(N.TOLD_DRAW, 0, card="Fool"), happened(N.TOLD_PAY_POT, 0)]
    assert NARRATOR.story([*events[4:], DRAW, PAY, *mine], NAMES, 0) == [
        ("Hand 2: Anne opens.", 0),
        ("Refill (1 silv per card): Anne draws 1; you draw Fool.", 1),
    ]


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options) or "default")
def test_every_hand_begins_with_a_sentence_of_its_own(options: dict[str, object], language: str) -> None:
    hands = later = 0
    for seed in range(4):
        game, chance = sh.new("hanataz", 3, options=options, seed=seed), random.Random(seed)
        narrator = game.rules.narrator(language)
        game.listen()
        while not game.over:
            game.apply(chance.choice(game.legal_actions()))
            for reader in (0, 1, None):
                news = game.news(reader)
                story = narrator.story(news, NAMES, reader)
                begun = [sentence.event for sentence in story]
                assert len(begun) == len(set(begun))
                for event, happening in enumerate(news):
                    if happening.code == N.TOLD_HAND:
                        sentence = begun.index(event)
                        assert story[sentence].text == narrator.tell(happening, NAMES, reader)
                        hands += 1
                        later += sentence > 0
    assert hands >= later > 0


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options) or "default")
@pytest.mark.parametrize("players", [2, 3, 6])
def test_every_game_can_be_told_to_everybody(players: int, options: dict[str, object]) -> None:
    for seed in range(4):
        game, chance = sh.new("hanataz", players, options=options, seed=seed), random.Random(seed)
        game.listen()
        log: dict[int | None, list[Happening]] = {seat: [] for seat in (None, *range(players))}
        while not game.over:
            actions = game.legal_actions()
            labels = [game.rules.narrator().label(game, action, NAMES) for action in actions]
            assert len(set(labels)) == len(labels)
            game.apply(chance.choice(actions))
            for seat, heard in log.items():
                heard += game.news(seat)
                check(game.rules.narrator().tell_all(game.news(seat), NAMES, seat))
        for seat, heard in log.items():
            check(game.rules.narrator().tell_all(heard, NAMES, seat))


def check(sentences: list[str]) -> None:
    for sentence in sentences:
        assert sentence.endswith(".") and sentence[0].isupper()
        assert not set("{}[]|") & set(sentence) and "None" not in sentence and "  " not in sentence
        assert ", ." not in sentence and ": ," not in sentence
