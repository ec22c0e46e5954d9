"""Positions of Deck Hand set up by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from silverhook.core.errors import RulesetError, nearest
from silverhook.core.game import Game
from silverhook.core.ruleset import Ruleset
from silverhook.deckhand import GAME
from silverhook.deckhand.cards import Card, CardSet, read_set
from silverhook.deckhand.operations import N
from silverhook.deckhand.prepared import prepare
from silverhook.deckhand.rules import DeckHand
from silverhook.testing.layout import Layout, Position, amount, letter

__all__ = ["DeckHandScenario", "DeckHandTable", "generic_cards", "with_card"]

_ZONES = {"deck": N.DECK, "hand": N.HAND, "stash": N.STASH, "discard": N.STASH, "aside": N.ASIDE}
_PILES = {
    "supply": N.SUPPLY,
    "supply deck": N.SUPPLY_DECK,
    "reload deck": N.RELOAD_DECK,
    "refresh deck": N.RELOAD_DECK,
    "out": N.OUT,
}
_TOP_FIRST = (N.SUPPLY_DECK, N.RELOAD_DECK)
_WHERE = {"start": N.AT_START, "step 2": N.AT_STEP_2, "actions": N.AT_ACTIONS, "scoring": N.AT_SCORING}
_AMOUNTS = {"coin": "coins", "Treasure": "coins"}
# What is wrong with a position that breaks an invariant of deckhand/checks.py.
IMPOSSIBLE = {
    1: "the supply has a gap while its deck holds cards",
    2: "a card lies in two places",
    3: f"a card is missing, or the supply has not {N.SLOTS} places",
    4: "a seat has fewer than no coins, or more than money_cap allows",
    5: f"a seat owns fewer than {N.FLOOR} cards (R-D43)",
    6: "a deck is empty beside a stash, which should have become the deck (R-D23); or play with reshuffle = lazy",
    7: "a seat that does not play owns cards",
    8: "the bank holds fewer than no coins",
    9: "the supply deck is empty exactly when a seat has ended the game (R-D57): give an ender, or cards to that deck",
    10: "there are fewer than no Actions, Buys or Reloads",
    11: "more Actions have been used than action_cap or action_guard allows",
    12: "the seat whose turn it is does not play",
}


@cache
def generic_cards() -> str:
    """The text of the card file that scenarios use: cards with one plain effect each."""
    return Path(__file__).with_name("generic.toml").read_text(encoding="utf-8")


def with_card(name: str, *, cards: str | None = None, cost: int = 0, hooks: int = 0, **texts: str) -> str:
    """The text of a card file with one more card: with_card("Tax", play="Each enemy: they pay 1.").

    The others are the generic cards, or those of the card file `cards`.
    """
    fields = {"name": name, "cost": cost, "hooks": hooks, **texts}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items()]
    return "\n".join((cards or generic_cards(), "[[card]]", *lines, ""))


@dataclass
class DeckHandScenario(Layout):
    """Describes a position; `begin` sets it up and runs to the first decision."""

    edition: str = "indicator"
    players: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)
    cards: str | None = None  # the text of a card file instead of the generic cards
    costs: Mapping[str, int] = field(default_factory=dict)  # prices of blank cards
    seed: int = 1

    def __post_init__(self) -> None:
        self._read(self.cards or generic_cards())
        self._zones: dict[int, list[str]] = {}
        self._coins: dict[int, int] = {}
        self._bank: int | None = None

    def _read(self, text: str) -> None:
        self._text = text
        self._set = {card.name: card for card in read_set(text, "scenario cards").cards}

    def with_card(self, name: str, *, cost: int = 0, hooks: int = 0, **texts: str) -> DeckHandScenario:
        """One more card that the position may hold: with_card("Tax", play="Each enemy: they pay 1.")."""
        self._read(with_card(name, cards=self._text, cost=cost, hooks=hooks, **texts))
        return self

    def seat(self, seat: str, text: str = "") -> DeckHandScenario:
        """What a seat has: "deck [a,b], hand {x}, stash (c,d), aside ⟨e⟩, 2 coins"; its other zones are empty."""
        p = self.number(seat)
        if p * N.OWN_ZONES in self._zones:
            raise RulesetError(f"seat {seat} is laid out already; say all that it has in one text")
        for zone in range(N.OWN_ZONES):
            self._zones[p * N.OWN_ZONES + zone] = []
        for what, content in self.groups(text, _ZONES, _AMOUNTS):
            if what in _AMOUNTS:
                self._coins[p] = content
            else:
                zone = _ZONES[what]
                self._zones[p * N.OWN_ZONES + zone] = content[::-1] if zone == N.DECK else content
        return self

    def table(self, text: str = "", bank: int | None = None) -> DeckHandScenario:
        """What lies on the table: "supply [s1,s2,-,s4,s5,s6], supply deck [t1,t2], reload deck [r1]"."""
        for what, content in self.groups(text, _PILES, {}):
            zone = _PILES[what]
            if zone in self._zones:
                raise RulesetError(f"the {what} is laid out already; name it once")
            self._zones[zone] = content[::-1] if zone in _TOP_FIRST else content
        amount("the number of supply places", len(self._zones.get(N.SUPPLY, ())), most=N.SLOTS)
        self._bank = self._bank if bank is None else amount("bank", bank)
        return self

    def begin(
        self,
        seat: str = "A",
        at: str = "actions",
        *,
        actions: int | None = None,
        used: int = 0,
        buys: int = 0,
        reloads: int = 0,
        ender: str | None = None,
        final_turns: int | None = None,
        turns: int = 1,
    ) -> DeckHandTable:
        """Set it up in this seat's turn: at its start, before step 2, when it may act, or at the scoring.

        If another seat has ended the game, this is a final turn with one Action. The final turns after it, up to the
        ender's seat, follow.
        """
        if at not in _WHERE:
            raise RulesetError(f"no place {at!r} in a turn; {nearest(at, _WHERE)}")
        zones = self._filled()
        names = [name for cards in zones.values() for name in cards if name != "-"]
        for name in self.costs:
            if name not in names:
                raise RulesetError(f"no card {name!r} lies in this position; {nearest(name, names)}")
        card_set = self._card_set(names)
        kinds = card_set.kinds
        numbers = iter(range(len(names)))
        placed = {
            zone: [N.NO_CARD if name == "-" else next(numbers) for name in cards] for zone, cards in zones.items()
        }
        coins = {p: self._coins.get(p, 0) for p in range(self.players)}
        bank = self._bank if self._bank is not None else 50
        prepared = prepare(self._ruleset(), card_set, [kinds[name] for name in names], bank + sum(coins.values()))
        last = self.number(ender) if ender else (self.number(seat) if not zones[N.SUPPLY_DECK] else N.NOBODY)
        left = (last - self.number(seat)) % self.players if last != N.NOBODY else 0  # final turns, with this one
        if final_turns is None:
            final_turns = left or -1
        counts = {
            N.CURRENT: self.number(seat),
            N.FIRST: 0,
            N.TURN: amount("turns", turns, 1),
            N.ACTIONS: amount("actions", (1 if left else 2) if actions is None else actions),
            N.USED: amount("used", used),
            N.BUYS: amount("buys", buys),
            N.RELOADS: amount("reloads", reloads),
            N.ENDER: last,
            N.FINAL_TURNS: amount("final_turns", final_turns, -1, self.players),
            N.BANK: bank,
            **{N.COINS + p: n for p, n in coins.items()},
        }
        game = Game.arranged(DeckHand(prepared), self.seed, placed, counts, _WHERE[at])
        return DeckHandTable(self.possible(game, IMPOSSIBLE))

    def _filled(self) -> dict[int, list[str]]:
        """Every zone, with blank cards where nothing is given."""
        zones = dict(self._zones)
        for p in range(self.players):
            for zone in range(N.OWN_ZONES):
                blanks = [f"o{p}{i}" for i in range(N.FLOOR)] if zone == N.DECK else []
                zones.setdefault(p * N.OWN_ZONES + zone, blanks)
        zones.setdefault(N.SUPPLY, [f"s{i}" for i in range(1, N.SLOTS + 1)])
        zones.setdefault(N.SUPPLY_DECK, [f"t{i}" for i in range(15, 0, -1)])
        zones.setdefault(N.RELOAD_DECK, [f"r{i}" for i in range(5, 0, -1)])
        zones.setdefault(N.OUT, [])
        zones[N.SUPPLY] = (zones[N.SUPPLY] + [self._spare(zones)] * N.SLOTS)[: N.SLOTS]
        return zones

    def _spare(self, zones: Mapping[int, list[str]]) -> str:
        """Refuse gaps in the supply unless its deck is empty."""
        return "spare" if zones[N.SUPPLY_DECK] else "-"

    def _card_set(self, names: list[str]) -> CardSet:
        kinds: dict[str, Card] = {}
        for name in names:
            kinds.setdefault(name, self._card(name))
        for named in self._set.values():  # a text may name cards that nobody owns
            if len(kinds) < N.MAX_KINDS:
                kinds.setdefault(named.name, named)
        return CardSet("scenario", tuple(kinds.values()), 0)

    def _card(self, name: str) -> Card:
        known = self._set.get(name) or self._set.get(re.sub(r"\d+$", "", name))
        hooks = re.fullmatch(r"h([+-]?\d+)", name)
        if known:
            card = replace(known, name=name)
        elif hooks:
            card = Card(name, 1, 0, amount("hooks", int(hooks[1]), -99, 99), {})
        elif name[0].islower():
            card = Card(name, 1, 0, 0, {})
        else:
            raise RulesetError(f"no card {name!r} for this scenario; {nearest(name, self._set)}")
        return replace(card, cost=amount("cost", self.costs.get(name, card.cost), most=98))

    def _ruleset(self) -> Ruleset:
        if self.players == 1:  # the engine also supports one player, for challenges; the game itself is for two to four
            options = GAME.ruleset(2, self.edition, self.options).options
            return Ruleset(GAME.name, GAME.version, 1, self.edition, options)
        return GAME.ruleset(self.players, self.edition, self.options)


class DeckHandTable(Position):
    """A game with every card visible, for tests: zones by name, actions in words, several at a time."""

    def draw(self) -> DeckHandTable:
        """Draw while an optional draw is offered; if drawing is not a choice, do nothing."""
        while self.game.to_act is not None and self.may("draw a card"):
            self.do("draw a card")
        return self

    def deck(self, seat: str) -> list[str]:
        """A deck, top first."""
        return self._zone(seat, N.DECK)[::-1]

    def hand(self, seat: str) -> list[str]:
        """A hand, in the order it was drawn."""
        return self._zone(seat, N.HAND)

    def stash(self, seat: str) -> list[str]:
        """A stash, oldest first."""
        return self._zone(seat, N.STASH)

    def aside(self, seat: str) -> list[str]:
        """What a seat has set aside."""
        return self._zone(seat, N.ASIDE)

    @property
    def supply(self) -> list[str]:
        """The six supply places; "-" for an empty one."""
        return self._names(N.SUPPLY)

    @property
    def supply_deck(self) -> list[str]:
        """The supply deck, top first."""
        return self._names(N.SUPPLY_DECK)[::-1]

    @property
    def reload_deck(self) -> list[str]:
        """The reload deck, top first."""
        return self._names(N.RELOAD_DECK)[::-1]

    @property
    def out(self) -> list[str]:
        """The cards out of the game."""
        return self._names(N.OUT)

    def coins(self, seat: str) -> int:
        """A seat's coins."""
        return self.game.count(N.COINS + self.number(seat))

    def owned(self, seat: str) -> int:
        """How many cards a seat owns."""
        return sum(len(self._zone(seat, zone)) for zone in range(N.OWN_ZONES))

    @property
    def bank(self) -> int:
        """The coins in the bank."""
        return self.game.count(N.BANK)

    @property
    def actions(self) -> int:
        """Actions left this turn."""
        return self.game.count(N.ACTIONS)

    @property
    def used(self) -> int:
        """Actions used this turn."""
        return self.game.count(N.USED)

    @property
    def buys(self) -> int:
        """Buys left this turn."""
        return self.game.count(N.BUYS)

    @property
    def reloads(self) -> int:
        """Banked Reloads left this turn."""
        return self.game.count(N.RELOADS)

    @property
    def turn(self) -> str:
        """The letter of the seat whose turn it is."""
        return letter(self.game.count(N.CURRENT))

    @property
    def ender(self) -> str | None:
        """The letter of the seat that ended the game."""
        number = self.game.count(N.ENDER)
        return None if number < 0 else letter(number)

    def _zone(self, seat: str, zone: int) -> list[str]:
        return self._names(self.number(seat) * N.OWN_ZONES + zone)

    def _names(self, zone: int) -> list[str]:
        cards = self.game.zone(zone)
        return ["-" if card == N.NO_CARD else self.game.rules.notation.card_name(card) for card in cards]
