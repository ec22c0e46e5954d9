"""Positions of Hanataz set up by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from silverhook.core.errors import RulesetError, nearest
from silverhook.core.game import Game
from silverhook.hanataz import GAME
from silverhook.hanataz.composition import Composition, N, default_composition, read_composition
from silverhook.hanataz.notation import HanatazNotation
from silverhook.hanataz.prepared import prepare
from silverhook.hanataz.rules import Hanataz
from silverhook.testing.layout import MOST, Layout, Position, amount, letter

__all__ = ["HanatazScenario", "HanatazTable"]

_PILES = {"deck": N.DECK, "discard": N.DISCARD, "row": N.ROW, "H": N.HOUSE, "house": N.HOUSE, "bards": N.BARDS}
_WHERE = {"set-up": N.AT_SET_UP, "turn": N.AT_TURN, "showdown": N.AT_FLIP, "hand end": N.AT_HAND_END}
# What is wrong with a position that breaks an invariant of hanataz/rules.py.
IMPOSSIBLE = {
    1: "only the Hanataz hand can have empty places",
    2: "a card lies in two places",
    6: f"a card is missing, the Hanataz hand has more than {N.HOUSE_SIZE} cards, or there are too many Bards",
    7: "a Bard belongs to nobody, or fewer than no silvs lie on it",
    8: "a seat has fewer than no silvs or Fool tokens",
    10: "a seat that does not play has cards",
    11: "there are fewer than no silvs in the pot, or more Fool tokens than Fools",
    12: "control is with a seat that does not play",
    13: "a seat has control without a number card in the row, or after it has nubbed out (R-H21)",
    14: "a number card lies in the row, but nobody has control (R-H19)",
    24: "there is a showdown, but no number card in the row",
}
_REST = ("…", "...")  # and then the rest of the deck


@dataclass
class HanatazScenario(Layout):
    """Describes a position; `begin` sets it up and runs to the first decision.

    By default each seat has 10 silvs and an empty hand, and the house hand and the deck hold the rest of the
    composition. A lower-case name stands for an arbitrary card; the table calls the card by that name.
    """

    players: int = 3
    options: Mapping[str, Any] = field(default_factory=dict)
    cards: str | None = None  # the text of a composition
    seed: int = 1

    def __post_init__(self) -> None:
        self._composition = read_composition(self.cards) if self.cards else default_composition()
        if not self.cards:
            self._composition = self._composition.with_fools(int(self.options.get("fools", 1)))
        self._zones: dict[int, list[str]] = {}
        self._silvs: dict[int, int] = {}
        self._states: dict[int, int] = {}
        self._tokens: dict[int, int] = {}
        self._bards: list[tuple[str, int, int]] = []
        self._known: list[tuple[int, int]] = []
        self._counts: dict[int, int] = {}

    def seat(self, seat: str, text: str = "", *, out: bool = False, tokens: int = 0) -> HanatazScenario:
        """What a seat has: "hand {7Fl,KSt,Jester}, 6 silvs"; whether it is nubbed out; its Fool tokens."""
        p = self.number(seat)
        if p in self._states:
            raise RulesetError(f"seat {seat} is laid out already; say all that it has in one text")
        for what, content in self.groups(text, {"hand": "hand"}, {"silv": "silvs"}):
            if what == "silv":
                self._silvs[p] = content
            else:
                self._zones[N.HANDS + p] = content
        self._states[p] = N.NUBBED if out else N.IN
        self._tokens[p] = amount("tokens", tokens)
        return self

    def table(self, text: str = "", *, control: str | None = None, house: int | None = None) -> HanatazScenario:
        """What lies on the table: "H [3Wa,DFl,8Wi,WSt,2St], row (5Fl,9Fl), deck [KSt,3Wi,…], discard (2Wa), 7 pot".

        `control` is the seat with the Hanataz token, `house` the house's purse.
        """
        for what, content in self.groups(text, _PILES, {"pot": "pot"}):
            if what == "pot":
                self._counts[N.POT] = content
            elif _PILES[what] in self._zones:
                raise RulesetError(f"{what!r} is laid out already; name it once")
            else:
                self._zones[_PILES[what]] = content[::-1] if what == "deck" else content
        amount("the number of house positions", len(self._zones.get(N.HOUSE, ())), most=N.HOUSE_SIZE)
        if control is not None:
            self._counts[N.CONTROL] = self.number(control)
        if house is not None:
            self._counts[N.PURSE] = amount("house", house, -MOST)  # the house may owe
        return self

    def bard(self, seat: str, silvs: int = 0, name: str = "Bard") -> HanatazScenario:
        """A Bard in play, its owner, and the silvs on it."""
        self._bards.append((name, self.number(seat), amount("silvs", silvs)))
        return self

    def knows(self, seat: str, position: int) -> HanatazScenario:
        """A seat has looked at a house position, 1 to 5."""
        self._known.append((self.number(seat), amount("position", position, 1, N.HOUSE_SIZE) - 1))
        return self

    def begin(
        self,
        seat: str = "A",
        at: str = "turn",
        *,
        first: str | None = None,
        hand: int = 1,
        turns: int = 0,
        outcome: int = N.ALL_OUT,
    ) -> HanatazTable:
        """Set it up: at the set-up of this hand, in a seat's turn, at its showdown, or when the hand has ended."""
        if at not in _WHERE:
            raise RulesetError(f"no place {at!r} in a hand; {nearest(at, _WHERE)}")
        zones, kinds = self._laid_out()
        order = [name for cards in zones.values() for name in cards if name != "-"]
        by_kind = sorted(range(len(order)), key=lambda i: kinds[i])
        number = {i: card for card, i in enumerate(by_kind)}
        count = iter(range(len(order)))
        placed = {z: [N.NO_CARD if name == "-" else number[next(count)] for name in zones[z]] for z in zones}
        used = Counter(kinds)
        copies = tuple(used.get(kind, 0) for kind in range(len(self._composition.kinds)))
        deck = Composition("scenario", self._composition.suits, self._composition.kinds, copies)
        silvs = {p: self._silvs.get(p, 10) for p in range(self.players)}
        pot, purse = self._counts.get(N.POT, 0), self._counts.get(N.PURSE, 0)
        total = sum(silvs.values()) + pot + purse + sum(n for _, _, n in self._bards)
        held = {p: self._tokens.get(p, 0) for p in range(self.players)}
        counts = {
            N.CURRENT: self.number(seat),
            N.FIRST: self.number(first or seat),
            N.HAND_NUMBER: amount("hand", hand, 1),
            N.TURNS: amount("turns", turns),
            N.CONTROL: self._counts.get(N.CONTROL, N.NOBODY),
            N.POT: pot,
            N.PURSE: purse,
            N.TOKENS: deck.fools - sum(held.values()),
            N.TOKEN_CLOCK: sum(held.values()),
            N.OUTCOME: amount("outcome", outcome, most=N.ALONE),
        }
        for p in range(self.players):
            counts |= {N.SILVS + p: silvs[p], N.STATE + p: self._states.get(p, N.IN), N.HELD + p: held[p]}
        for i, (_, owner, on_it) in enumerate(self._bards):
            counts |= {N.BARD_OF + i: owner, N.ON_BARD + i: on_it}
        rules = Hanataz(prepare(GAME.ruleset(self.players, None, self.options), deck, total))
        known = {placed[N.HOUSE][position]: 0 for _, position in self._known}
        for knower, position in self._known:
            known[placed[N.HOUSE][position]] |= 1 << knower
        game = Game.arranged(rules, self.seed, placed, counts, _WHERE[at], known)
        aliases = {number[i]: name for i, name in enumerate(order) if name[0].islower()}
        return HanatazTable(self.possible(game, IMPOSSIBLE), aliases)

    def _laid_out(self) -> tuple[dict[int, list[str]], list[int]]:
        """Every zone with the names of its cards, and the kind of each card in that order."""
        zones: dict[int, list[str]] = {N.HANDS + p: self._zones.get(N.HANDS + p, []) for p in range(self.players)}
        for zone in (N.DISCARD, N.ROW):
            zones[zone] = self._zones.get(zone, [])
        zones[N.BARDS] = [name for name, _, _ in self._bards]
        house = self._zones.get(N.HOUSE, [f"h{i}" for i in range(1, N.HOUSE_SIZE + 1)])
        zones[N.HOUSE] = (["-" if name == "–" else name for name in house] + ["-"] * N.HOUSE_SIZE)[: N.HOUSE_SIZE]
        deck = self._zones.get(N.DECK, ["…"])
        zones[N.DECK] = deck
        left = [kind for kind, copies in enumerate(self._composition.copies) for _ in range(copies)]
        named = [name for cards in zones.values() for name in cards if name != "-" and name not in _REST]
        kind_of: dict[int, int] = {}
        for i, name in enumerate(named):
            if not name[0].islower():
                kind_of[i] = self._kind(name)
                if kind_of[i] not in left:
                    raise RulesetError(f"there is no further {name} in this composition")
                left.remove(kind_of[i])
        for i in range(len(named)):
            if i not in kind_of:
                kind_of[i] = left.pop(0)
        if any(name in _REST for name in deck):
            rest = [self._composition.kinds[kind].short for kind in left]
            zones[N.DECK] = rest + [name for name in deck if name not in _REST]
            listed = [kind_of[i] for i in range(len(named))]
            before = sum(1 for zone in zones if zone != N.DECK for name in zones[zone] if name != "-")
            return zones, listed[:before] + left + listed[before:]
        return zones, [kind_of[i] for i in range(len(named))]

    def _kind(self, name: str) -> int:
        for number, kind in enumerate(self._composition.kinds):
            if name in (kind.short, kind.name):
                return number
        known = [kind.short for kind in self._composition.kinds]
        raise RulesetError(f"no card {name!r}; {nearest(name, known)}")


class HanatazTable(Position):
    """A Hanataz game with every card visible, for tests."""

    def __init__(self, game: Game, aliases: Mapping[int, str] | None = None) -> None:
        super().__init__(game)
        self._aliases = aliases or {}  # the scenario's names for cards that do not matter

    def hand(self, seat: str) -> list[str]:
        """A hand, in the order it was drawn."""
        return self._names(N.HANDS + self.number(seat))

    @property
    def house(self) -> list[str]:
        """The five house positions; "-" for an empty one."""
        return self._names(N.HOUSE)

    @property
    def row(self) -> list[str]:
        """The number cards on the table; the last one is the current winning card."""
        return self._names(N.ROW)

    @property
    def deck(self) -> list[str]:
        """The deck, top first."""
        return self._names(N.DECK)[::-1]

    @property
    def discard(self) -> list[str]:
        """The discard pile, oldest first."""
        return self._names(N.DISCARD)

    def silvs(self, seat: str) -> int:
        """A seat's silvs."""
        return self.game.count(N.SILVS + self.number(seat))

    def is_in(self, seat: str) -> bool:
        """Whether a seat has not nubbed out."""
        return bool(self.game.count(N.STATE + self.number(seat)) == N.IN)

    def tokens(self, seat: str) -> int:
        """The Fool tokens a seat holds."""
        return self.game.count(N.HELD + self.number(seat))

    @property
    def tokens_in_centre(self) -> int:
        """The Fool tokens that nobody holds."""
        return self.game.count(N.TOKENS)

    @property
    def pot(self) -> int:
        """The silvs in the pot."""
        return self.game.count(N.POT)

    @property
    def purse(self) -> int:
        """The house's purse."""
        return self.game.count(N.PURSE)

    @property
    def control(self) -> str | None:
        """The letter of the seat with the Hanataz token."""
        number = self.game.count(N.CONTROL)
        return None if number < 0 else letter(number)

    @property
    def bards(self) -> list[tuple[str, int]]:
        """The Bards in play, by owner, with the silvs on each."""
        return [
            (letter(self.game.count(N.BARD_OF + i)), self.game.count(N.ON_BARD + i))
            for i in range(len(self.game.zone(N.BARDS)))
        ]

    @property
    def hand_number(self) -> int:
        """The number of this hand."""
        return self.game.count(N.HAND_NUMBER)

    @property
    def first(self) -> str:
        """The letter of the seat that opens this hand."""
        return letter(self.game.count(N.FIRST))

    @property
    def turn(self) -> str:
        """The letter of the seat whose turn it is."""
        return letter(self.game.count(N.CURRENT))

    @property
    def outcome(self) -> int:
        """How the last hand ended."""
        return self.game.count(N.OUTCOME)

    def known(self, seat: str, position: int) -> bool:
        """Whether a seat knows the card at a house position, 1 to 5."""
        card = self.game.zone(N.HOUSE)[amount("position", position, 1, N.HOUSE_SIZE) - 1]
        return bool(card != N.NO_CARD and self.game.knowers(card) >> self.number(seat) & 1)

    def no_knights(self) -> HanatazTable:
        """Let it happen, for every seat that is asked."""
        while not self.game.over and "let it happen" in self.legal:
            self.do("let it happen")
        return self

    def keep_all(self) -> HanatazTable:
        """Keep every hand: nobody swaps."""
        while not self.game.over and "keep the hand" in self.legal:
            self.do("keep the hand")
        return self

    def _names(self, zone: int) -> list[str]:
        notation = cast(HanatazNotation, self.game.rules.notation)
        kinds = notation.prepared.kinds
        return [
            "-" if card == N.NO_CARD else self._aliases.get(card, kinds[notation.prepared.cards[card]].short)
            for card in self.game.zone(zone)
        ]
