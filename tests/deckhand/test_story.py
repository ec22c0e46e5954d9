"""The story tells what happened in sentences, as its reader may know it."""

from __future__ import annotations

import random
import re

import pytest

import silverhook as sh
from silverhook.core.notation import Happening
from silverhook.deckhand.operations import N
from silverhook.testing import DeckHandTable, Scenario

NAMES = ["Sophie", "Anne", "Bart"]
NARRATOR = sh.new("deckhand", 3, seed=1).rules.narrator()


def happened(code: int, seat: int = 1, other: int = -1, card: str | None = None, n: int = 1, **zones: str) -> Happening:
    return Happening(code, seat, other, card, n, zones.get("source", ""), zones.get("target", ""), False)


def told(*happenings: Happening, you: int | None = 0) -> list[str]:
    return NARRATOR.tell_all(list(happenings), NAMES, you)


def test_a_play_is_one_sentence_with_what_follows_from_it() -> None:
    play = happened(N.TOLD_PLAY, card="Fist Fight")
    coin = happened(N.TOLD_COINS)
    assert told(play, coin, coin) == ["Anne plays Fist Fight: gets 2 coins."]
    assert told(play, coin) == ["Anne plays Fist Fight: gets 1 coin."]
    assert told(play, coin, you=1) == ["You play Fist Fight: get 1 coin."]


def test_cards_that_were_not_seen_are_counted() -> None:
    draw = happened(N.TOLD_DRAW, source="deck.1", target="hand.1")
    assert told(draw) == ["Anne draws a card."]
    assert told(draw, draw, draw) == ["Anne draws 3 cards."]


def test_the_same_card_twice_is_told_once() -> None:
    cards = [happened(N.TOLD_DRAW, 0, card=card, source="deck.0") for card in ("Plunder", "Mutiny", "Plunder")]
    assert told(*cards) == ["You draw 2x Plunder and Mutiny."]


def test_automatic_effects_of_a_card_are_told_of_its_owner() -> None:
    trigger = happened(N.TOLD_TRIGGER, 0, card="Powder Keg")
    assert told(trigger, happened(N.TOLD_COINS, 0), happened(N.TOLD_COINS, 2, n=-1)) == [
        "Your Powder Keg: you get 1 coin.",
        "Bart pays 1 coin.",
    ]
    assert told(trigger) == ["Your Powder Keg takes effect."]


def test_moves_have_their_own_verbs() -> None:
    move = N.TOLD_MOVE
    assert told(happened(move, 1, 1, "Scurvy", source="hand.1", target="out")) == [
        "Anne trashes Scurvy from Anne's hand."
    ]
    assert told(happened(move, 1, 0, "Scurvy", source="stash.0", target="stash.1")) == [
        "Anne steals Scurvy from your stash into Anne's stash."
    ]
    assert told(happened(move, 0, 0, "Scurvy", source="stash.0", target="deck.0")) == [
        "You put Scurvy from your stash on top of your deck."
    ]


@pytest.mark.parametrize("edition", ["indicator", "tokens", "treasure"])
def test_every_game_can_be_told_to_everybody(edition: str) -> None:
    for seed in range(5):
        game, chance = sh.new("deckhand", 3, edition=edition, seed=seed), random.Random(seed)
        game.listen()
        while not game.over:
            actions = game.legal_actions()
            labels = [game.rules.narrator().label(game, action, NAMES) for action in actions]
            for action, label in zip(actions, labels, strict=True):  # two copies in the supply may be called the same
                assert labels.count(label) == 1 or re.search(r"\(s\d\)", game.describe(action)), label
            game.apply(chance.choice(actions))
            for seat in (0, 1, 2, None):
                for sentence in game.rules.narrator().tell_all(game.news(seat), NAMES, seat):
                    assert sentence.endswith(".") and sentence[0].isupper()
                    assert not set("{}[]|") & set(sentence) and "None" not in sentence


def test_sentences_name_the_event_that_they_begin_with() -> None:
    turn, trigger = happened(N.TOLD_TURN), happened(N.TOLD_TRIGGER, card="Powder Keg")
    events = [
        happened(N.TOLD_BUY, 0, card="Plunder", n=2),
        happened(N.TOLD_END, 0),
        turn,
        trigger,
        happened(N.TOLD_COINS),
        happened(N.TOLD_COINS, 2, n=-1),
        happened(N.TOLD_DRAW, source="deck.1", target="hand.1"),
    ]
    assert NARRATOR.story(events, NAMES, 0) == [
        ("You buy Plunder for 2 coins.", 0),
        ("Anne's turn.", 2),
        ("Anne's Powder Keg: Anne gets 1 coin.", 3),
        ("Bart pays 1 coin.", 5),
        ("Anne draws a card.", 6),
    ]


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
@pytest.mark.parametrize("edition", ["indicator", "tokens", "treasure"])
def test_every_turn_begins_with_a_sentence_of_its_own(edition: str, language: str) -> None:
    turns = later = 0
    for seed in range(4):
        game, chance = sh.new("deckhand", 3, edition=edition, seed=seed), random.Random(seed)
        narrator = game.rules.narrator(language)
        game.listen()
        while not game.over:
            game.apply(chance.choice(game.legal_actions()))
            for reader in (0, 1, None):
                news = game.news(reader)
                story = narrator.story(news, NAMES, reader)
                begun = [sentence.event for sentence in story]
                assert begun == sorted(set(begun))
                for event, happening in enumerate(news):
                    if happening.code == N.TOLD_TURN:
                        sentence = begun.index(event)
                        assert story[sentence].text.startswith(narrator.tell(happening, NAMES, reader)[:-1])
                        turns += 1
                        later += sentence > 0
    assert turns > later > 0


def test_a_played_card_is_told_with_where_it_comes_from_and_where_it_goes() -> None:
    def moves(table: DeckHandTable, action: str) -> list[tuple[str, str, str]]:
        table.game.listen()
        table.do(action)
        told = [(table.game.rules.notation.event_name(each.code), each) for each in table.game.news(1)]
        return [(name, each.source, each.target) for name, each in told if name in ("play", "finish")]

    own = Scenario("indicator").seat("A", "hand {Coin1,x}, deck [a,b,c]").begin("A")
    assert moves(own, "play Coin1") == [("play", "hand.0", "aside.0"), ("finish", "aside.0", "stash.0")]
    theirs = (
        Scenario("indicator")
        .seat("A", "hand {Borrow,x}, deck [a,b,c]")
        .seat("B", "deck [d,e,f], stash (Coin1)")
        .begin("A")
    )
    assert moves(theirs, "play Borrow") == [
        ("play", "hand.0", "aside.0"),
        ("play", "stash.1", "aside.1"),
        ("finish", "aside.1", "stash.1"),
        ("finish", "aside.0", "stash.0"),
    ]
    gone = Scenario("indicator").seat("A", "hand {Gone,x}, deck [a,b,c,d]").begin("A")
    assert moves(gone, "play Gone") == [("play", "hand.0", "aside.0")], "it was trashed"
