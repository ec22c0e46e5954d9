"""Evaluates a position of Deck Hand for one seat: who owns what, how long the game lasts, what cards are worth."""

from __future__ import annotations

from functools import lru_cache
from math import exp, sqrt

from silverhook.core.seat import Seat
from silverhook.deckhand.cards import Card
from silverhook.deckhand.comparisons import CONDITIONS
from silverhook.deckhand.judgement.card_worth import (
    USUAL_CARDS,
    Gain,
    blocks,
    hooks_of,
    moves_of,
    slot_worth,
    spending,
    tally,
)
from silverhook.deckhand.judgement.weights import (
    BUYS_A_TURN,
    CARD_PRICE,
    CARDS_A_TURN,
    COIN_FADES,
    FIRST_SEEN,
    FULL_COIN,
    LAST_COIN,
    LAST_TURN,
    LEADER,
    LEAST_MEAN,
    MOST_MEAN,
    RANDOM_STOLEN,
    SHOWN_CARDS,
    SHOWN_LOST,
    SHOWN_MOVED,
    SHOWN_STOLEN,
    SWAPPED,
)
from silverhook.deckhand.narrator import DeckHandNarrator
from silverhook.deckhand.notation import DeckHandNotation
from silverhook.deckhand.operations import OPERATIONS, TARGETS, N
from silverhook.deckhand.program import Block, Choice, Leaf, Program

__all__ = ["Book", "Evaluation", "book_of"]

SPREAD, SPREAD_A_TURN = 1.2, 1.5  # how much a lead in hooks can still change


class Book:
    """Facts that do not change while a ruleset is played."""

    def __init__(self, notation: DeckHandNotation) -> None:
        self.cards: dict[str, Card] = {card.name: card for card in notation.prepared.card_set.cards}
        self.kinds = [kind.name for kind in notation.prepared.kinds]
        self.slot = {name: slot_worth(card) for name, card in self.cards.items()}
        self.cap: int | None = notation.prepared.options.get("action_cap")
        self.texts: dict[str, Program] = {}  # the program behind an option or a "yes", by its words
        language = notation.prepared.edition.language()
        self.theirs: set[str] = set()  # those of them that the enemy of an effect chooses
        for node in notation.prepared.nodes.values():
            for key, program in _choices(node):
                text = language.say("action", key, text=language.print(program))
                self.texts[text] = program
                if node.key.startswith("they_"):
                    self.theirs.add(text)
        programs = {name: tuple(card.programs.values()) for name, card in self.cards.items()}
        self.blocks = {name: [block for text in texts for block in blocks(text)] for name, texts in programs.items()}
        self.moves = {name: [move for text in texts for move in moves_of(text)] for name, texts in programs.items()}

    def gives_itself(self, name: str) -> bool:
        """Whether a card has a text that gives it away."""
        return any(leaf.key == "give_this" for leaf, _ in self.moves[name])


def _choices(node: Block | Choice) -> list[tuple[str, Program]]:
    return [("option", option) for option in node.options] if isinstance(node, Choice) else [("yes", node.body)]


@lru_cache(maxsize=16)
def book_of(notation: DeckHandNotation) -> Book:
    """The facts of a ruleset."""
    return Book(notation)


class Evaluation:
    """The judge who knows what the seat knows."""

    def __init__(self, seat: Seat) -> None:
        assert isinstance(seat.narrator, DeckHandNarrator)
        self.book = book_of(seat.narrator.prepared.notation)
        self.me, self.players, self.view = seat.seat, seat.players, seat.view
        self.zones: dict[str, list[str | None]] = self.view["zones"]
        self.coins: list[int] = [each["coins"] for each in self.view["seats"]]
        self.turn = self.view["turn"]
        self.mine = self.turn["seat"] == self.me
        self.owned = [
            sum(len(self.zones[f"{zone}.{p}"]) for zone in ("deck", "hand", "stash", "aside"))
            for p in range(self.players)
        ]
        self.left = len(self.zones["supply_deck"])
        self.turns = self._turns()
        self.coin = LAST_COIN + (FULL_COIN - LAST_COIN) * self.turns / (self.turns + COIN_FADES)
        self.cards = self._cards()
        self.slot = [self._mean_slot(p) for p in range(self.players)]
        self.deep = 0  # how deep to follow cards that use cards
        self._worth: dict[tuple[str, int], float] = {}
        self.scores = [self._score(p) for p in range(self.players)]
        self._others = [p for p in range(self.players) if p != self.me]
        self.lead = self.scores[self.me] - max(self.scores[p] for p in self._others)  # over the strongest enemy
        self._harms = self._shares()

    # --- what there is ---------------------------------------------------------------------------

    def _turns(self) -> float:
        """How many turns the seat has after this one; a last turn, with its one Action, is about half of one."""
        if self.view["ender"] is not None:
            return 0.0 if self.mine or self.view["ender"] == self.me else LAST_TURN
        return max(LAST_TURN, self.left / (BUYS_A_TURN * self.players))

    def _cards(self) -> list[dict[str, float]]:
        """The cards that each player owns; a hidden card counts in fractions, by where it can be."""
        owned: list[dict[str, float]] = [{} for _ in range(self.players)]
        for p in range(self.players):
            for zone in ("deck", "hand", "stash", "aside"):
                for name in self.zones[f"{zone}.{p}"]:
                    if name:
                        owned[p][name] = owned[p].get(name, 0) + 1
        for pool in self.view["hidden"]:
            places: dict[str, int] = {}
            for zone, _ in pool["places"]:
                seat = zone.rpartition(".")[2]
                places[seat] = places.get(seat, 0) + 1
            for seat, number in places.items():
                if seat.isdigit():
                    part = number / len(pool["places"])
                    for name in pool["cards"]:
                        owned[int(seat)][name] = owned[int(seat)].get(name, 0) + part
        return owned

    def _mean_slot(self, p: int) -> float:
        """What a card drawn by a player is worth in coins on average."""
        total = sum(self.book.slot[name] * number for name, number in self.cards[p].items())
        return min(max(total / max(self.owned[p], 1), LEAST_MEAN), MOST_MEAN)

    def value(self, p: int, leaf: Leaf) -> float:
        """The number that a text counts by, for a player."""
        if leaf.value == "coins":
            return self.coins[p]
        if leaf.value == "owned":
            return self.owned[p]
        if leaf.value == "named":
            return self.cards[p].get(leaf.name, 0)
        if leaf.value == "hooks":
            return sum(self.book.cards[name].hooks for name in self.zones[f"stash.{p}"] if name)
        if leaf.value == "actions":
            return float(self.turn["actions"] if p == self.turn["seat"] else 0)
        if leaf.value == "enemies":
            return self.players - 1
        if leaf.value == "moved":
            return USUAL_CARDS
        return len(self.zones[f"{leaf.value}.{p}"])

    # --- worth of cards --------------------------------------------------------------------------

    def worth(self, name: str, p: int | None = None) -> float:
        """What owning a card is worth to a player, in hooks."""
        p = self.me if p is None else p
        known = self._worth.get((name, p))
        if known is None:
            card = self.book.cards[name]
            known = card.hooks + self._end(card, p) + self.coin * self.plays(p) * (self.book.slot[name] - self.slot[p])
            self._worth[name, p] = known
        return known

    def plays(self, p: int) -> float:
        """How often a player will still draw a card that goes to the stash now."""
        seen = min(1.0, CARDS_A_TURN / max(self.owned[p], 1))
        return seen * max(0.0, self.turns - FIRST_SEEN / seen)

    def _end(self, card: Card, p: int) -> float:
        program = card.programs.get("end")
        if not program:
            return 0.0
        return hooks_of(program, _Scoring(self, p), lambda leaf: self._at_end(p, leaf))

    def _at_end(self, p: int, leaf: Leaf) -> float:
        """The expected value of a number when hooks are counted."""
        now = self.value(p, leaf)
        if leaf.value == "coins":
            part = min(1.0, self.turns / 2)
            return (1 - part) * now + part * 3  # few coins are left over at the end
        return now + 0.7 * self.turns if leaf.value == "owned" else now

    def _score(self, p: int) -> float:
        total = 0.0
        for name, number in self.cards[p].items():
            card = self.book.cards[name]
            total += number * (card.hooks + self._end(card, p))
        return total + self.purse(self.coins[p])

    def purse(self, coins: float) -> float:
        """What a number of coins is worth in hooks: the more there are, the less one more is worth."""
        return self.coin * spending(coins)

    # --- standing --------------------------------------------------------------------------------

    def odds(self, more: float, turns: float | None = None) -> float:
        """The chance to win with this many more hooks than now."""
        spread = SPREAD + SPREAD_A_TURN * sqrt(self.turns if turns is None else turns)
        x = (self.lead + more) / spread
        return 1 / (1 + (self.players - 1) * exp(-max(-30.0, min(30.0, x))))

    def _shares(self) -> list[float]:
        """How much a loss of each enemy helps: of the leader, more."""
        best = max(self.scores[p] for p in self.enemies())
        near = [0.0 if p == self.me else exp((self.scores[p] - best) / LEADER) for p in range(self.players)]
        return [part / sum(near) for part in near]

    # --- as a judge ------------------------------------------------------------------------------

    def enemies(self) -> list[int]:
        """All other players."""
        return self._others

    def harm(self, enemy: int | None) -> float:
        """How much this enemy stands between the seat and the win, as a share."""
        return self._harms[enemy] if enemy is not None else 0.5

    def chance(self, condition: Leaf, enemy: int | None, coins: float = 0.0) -> float:
        """Conditions can be checked, except those about a revealed card."""
        return self._holds(condition, self.me, enemy, coins)

    def _holds(self, condition: Leaf, me: int, enemy: int | None, coins: float = 0.0) -> float:
        key = condition.key
        if key in ("revealed_is", "it_is"):
            return 0.5
        mine = self.value(me, condition) + (coins if condition.value == "coins" else 0)
        n = CONDITIONS[key].limit(condition)
        if key in ("you_least", "you_most", "you_none"):
            return float(mine >= n if key == "you_least" else mine <= n)
        others = [enemy] if enemy is not None else [p for p in range(self.players) if p != me]
        theirs = [self.value(p, condition) for p in others]
        return float(_compare(key, mine, theirs, n))

    def number(self, leaf: Leaf, enemy: int | None) -> float:
        """The number that an operation counts by, of the player it affects."""
        theirs = OPERATIONS[leaf.key].who == N.THEY and enemy is not None
        return self.value(enemy if theirs and enemy is not None else self.me, leaf)

    def moved(self, leaf: Leaf, theirs: bool, enemy: int | None) -> Gain:
        """The best card for the operation among those that the seat can see."""
        operation = OPERATIONS[leaf.key]
        if operation.effect in (N.DO_PLAY, N.DO_ACTIVATE):
            return self._used(leaf, enemy)
        if operation.effect == N.DO_GAIN and operation.target == N.TO_OUT:
            return Gain(hooks=SHOWN_MOVED)
        if operation.effect == N.DO_GAIN:
            found = [self.worth(name) for name in self.zones["supply"] if name and self._fits(name, leaf)]
            return Gain(hooks=max(found, default=0.0), cards=float(leaf.target == "to_your_hand"))
        if operation.effect == N.DO_SWAP:
            return Gain(hooks=SWAPPED)
        if operation.flags & N.RANDOM:
            return Gain(hooks=RANDOM_STOLEN * (1 + self.harm(enemy)))
        place = leaf.place
        if not place:  # the card itself, or a hidden one
            return Gain()
        if place == "revealed":
            return self._shown(leaf, theirs, enemy)
        if place == "out":
            return Gain(hooks=max((self.worth(name) for name in self.zones["out"] if name), default=0.0))
        whose = enemy if place == "their_stash" and enemy is not None else self.me
        names = [name for zone in _ZONES[place] for name in self.zones[f"{zone}.{whose}"] if name]
        found = [self.moving(name, leaf, whose, enemy) for name in names if self._fits(name, leaf)]
        if not found or (self.owned[whose] <= N.FLOOR and leaf.key != "put"):
            return Gain()
        return Gain(hooks=max(found))

    def _shown(self, leaf: Leaf, theirs: bool, enemy: int | None) -> Gain:
        if leaf.target == "to_your_hand" and not theirs:
            return Gain(cards=SHOWN_CARDS)
        if leaf.key == "steal":
            return Gain(hooks=SHOWN_STOLEN * (1 + self.harm(enemy)))
        if not theirs:
            return Gain(hooks=SHOWN_MOVED)
        return Gain(hooks=(SHOWN_MOVED if leaf.target else SHOWN_LOST) * self.harm(enemy))

    def _used(self, leaf: Leaf, enemy: int | None) -> Gain:
        """The best card to play or activate with this one."""
        if self.deep:
            return Gain()
        self.deep = 1
        zone = "hand" if leaf.place == "your_hand" else "stash"
        whose = enemy if leaf.place == "their_stash" and enemy is not None else self.me
        found = [
            tally(self.book.cards[name].programs.get("play", ()), self)
            for name in dict.fromkeys(self.zones[f"{zone}.{whose}"])
            if name and self._fits(name, leaf)
        ]
        self.deep = 0
        best = max(found, key=lambda gain: self.coin * gain.in_coins() + gain.hooks, default=Gain())
        if OPERATIONS[leaf.key].flags & N.TWICE:
            best.add(best)
        return best

    def moving(self, name: str, leaf: Leaf, whose: int, enemy: int | None) -> float:
        """The worth, in hooks, of an operation that moves this card of a player."""
        lost = -self.worth(name) if whose == self.me else self.harm(whose) * self.worth(name, whose)
        if not leaf.target:
            return lost
        if TARGETS[leaf.target] in (N.TO_THEIR_HAND, N.TO_THEIR_STASH, N.TO_THEIR_DECK):
            other = enemy if enemy is not None else self.enemies()[0]
            if whose != self.me:
                return -self.coin * self.book.slot[name] * self.harm(whose)
            return lost - self.harm(other) * self.worth(name, other)
        if whose == self.me:
            return self.coin * (self.book.slot[name] - self.slot[self.me])
        return lost + self.worth(name)

    def _fits(self, name: str, leaf: Leaf) -> bool:
        if leaf.which:  # what it must have in common with other cards is not known yet
            return leaf.which != "named" or name == leaf.name
        return leaf.low <= self.book.cards[name].cost <= leaf.high

    def hooks(self, gain: Gain) -> float:
        """A gain in hooks, apart from any plan for the turn."""
        return self.coin * gain.in_coins() + gain.hooks

    @property
    def virtual(self) -> Gain:
        """A card not yet drawn counts as an average one."""
        return Gain(coins=CARD_PRICE + self.slot[self.me])


_ZONES = {"your_hand": ("hand",), "your_stash": ("stash",), "your_hand_or_stash": ("hand", "stash"),
          "their_stash": ("stash",)}  # fmt: skip


def _compare(key: str, mine: float, theirs: list[float], n: int) -> bool:
    if key in ("they_least", "they_most", "they_none"):
        return any(value >= n if key == "they_least" else value <= n for value in theirs)
    if key in ("they_more", "some_more"):
        return any(value > mine for value in theirs)
    if key == "some_fewer":
        return any(value < mine for value in theirs)
    if key == "fewer_than_each":
        return all(value > mine for value in theirs)
    return all(value < mine for value in theirs)


class _Scoring:
    """The judge of END texts: guesses the conditions at the end of the game."""

    def __init__(self, evaluation: Evaluation, p: int) -> None:
        self.evaluation, self.p, self.coin = evaluation, p, evaluation.coin

    def chance(self, condition: Leaf, enemy: int | None, coins: float) -> float:
        """The longer the game, the less certain is what holds now."""
        now = self.evaluation._holds(condition, self.p, enemy, coins)
        doubt = 0.4 * min(1.0, self.evaluation.turns / 6)
        return now * (1 - doubt) + doubt * 0.5

    def enemies(self) -> list[int]:
        """All other players."""
        return [p for p in range(self.evaluation.players) if p != self.p]

    def harm(self, enemy: int | None) -> float:
        """END texts harm nobody."""
        return 0.0

    def number(self, leaf: Leaf, enemy: int | None) -> float:
        """The number as it is now."""
        return self.evaluation.value(self.p, leaf)

    def moved(self, leaf: Leaf, theirs: bool, enemy: int | None) -> Gain:
        """END texts that move cards count as nothing."""
        return Gain()
