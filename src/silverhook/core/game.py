# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
"""A game in progress. Every game uses this class; the rules make the difference."""

from __future__ import annotations

import hashlib
import json
import operator

import cython
from cython import address

from silverhook.core.errors import (
    AmbiguousAction,
    BrokenInvariant,
    DamagedGame,
    IllegalAction,
    MalformedAction,
    OutOfTurn,
    RulesetError,
)
from silverhook.core.notation import Happening, normal
from silverhook.core.ruleset import Ruleset
from silverhook.core.seeds import seed_bytes
from silverhook.core.view import View
from silverhook.core.visibility import Decision
from silverhook.core.words import ENGLISH

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())

MAGIC = b"silverhook game 3\n"


class Game:
    """One game: rules, a record, and the actions that led to it.

    `Game(rules, seed)` deals a new one; usually you call `silverhook.new`.
    """

    def __cinit__(self, *_):
        if cython.compiled:
            self.state = cython.cast(cython.pointer(Record), malloc(cython.sizeof(Record)))
            if not self.state:
                raise MemoryError
            self.state.events = cython.NULL
        else:
            self.state = Record()
            self.choices = [0] * MAX_LEGAL
            self.buffer = None
            self.listening = False
        self.n_choices = -1

    def __dealloc__(self):
        free(self.state)

    def __init__(self, rules: Rules, seed=None):
        self.rules = rules
        self.seed = seed_bytes(seed)
        self.log = []
        self.plies = 0
        if not cython.compiled:
            self.__cinit__()
        clear_record(self.state)
        seed_from_bytes(address(self.state.chance), self.seed)
        rules.deal(self.state)

    # --- the position ---------------------------------------------------------------

    @property
    def ruleset(self) -> Ruleset:
        """Game, edition, options, players and cards."""
        return self.rules.ruleset

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.rules.players

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over != 0

    @property
    def to_act(self) -> int | None:
        """The seat to act; None when the game is over."""
        return None if self.state.over else self.state.to_act

    @property
    def ply(self) -> int:
        """How many actions have been taken."""
        return self.plies

    @property
    def actions(self) -> list[int]:
        """The actions so far."""
        return self.log[: self.plies]

    @property
    def scores(self) -> list[int]:
        """Each seat's score if the game ended now."""
        return self.results()[0]

    @property
    def winners(self) -> list[int]:
        """The seats that have won; empty until the game is over."""
        return self.results()[1] if self.state.over else []

    def results(self) -> tuple[list[int], list[int]]:
        """Each seat's score, and the seats that would win by all tie-breaks, if the game ended now."""
        scores = cython.declare(cython.int[MAX_PLAYERS])
        winners = cython.declare(cython.int[MAX_PLAYERS])
        self.rules.score(self.state, scores, winners)
        n = self.rules.players
        return [scores[i] for i in range(n)], [i for i in range(n) if winners[i]]

    # --- actions -----------------------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        """The actions open to the seat to act; empty when the game is over."""
        self.ask()
        return [self.choices[i] for i in range(self.n_choices)]

    def apply(self, action, seat=None) -> None:
        """Carry out an action, given as a number or in words, for the seat to act (or for `seat`).

        A malformed, illegal or out-of-turn action raises and changes nothing.
        """
        if seat is None and type(action) is int and self.is_legal(small_number(action)):
            self.carry_out(small_number(action))
            return
        self.carry_out(self.allowed(action) if seat is None else self.checked(action, seat))

    def checked(self, action, seat) -> int:
        """The number of an action that this seat may take now; raises for any other."""
        try:
            self.seat_number(seat)
        except RulesetError as problem:
            raise MalformedAction(str(problem)) from None
        if not self.state.over and seat != self.state.to_act:
            raise OutOfTurn(f"seat {seat} may not act now: seat {self.state.to_act} decides")
        return self.allowed(action)

    def allowed(self, action):
        """The number of an action given in any form; raises if it has none or is not allowed."""
        if isinstance(action, str):
            action = self.parse(action)
        try:
            number = operator.index(action)
        except TypeError:
            raise MalformedAction(f"an action is a number or words, not {action!r}") from None
        if isinstance(action, bool) or not 0 <= number < self.rules.actions:
            raise MalformedAction(f"{action!r} is no action; they are numbered 0 to {self.rules.actions - 1}")
        if self.state.over:
            raise IllegalAction("the game is over")
        if not self.is_legal(number):
            raise IllegalAction(f"action {number} is not allowed now; allowed: {self.in_words()}")
        return number

    def in_words(self) -> str:
        """The legal actions in words, in one line."""
        return "; ".join(self.describe(action) for action in self.legal_actions())

    def ask(self):
        """Find the legal actions of this decision, unless that is done already."""
        if self.n_choices < 0:
            self.n_choices = 0 if self.state.over else self.rules.legal(self.state, self.choices)

    def is_legal(self, action):
        self.ask()
        for i in range(self.n_choices):
            if self.choices[i] == action:
                return True
        return False

    def carry_out(self, action):
        if len(self.log) != self.plies:  # a clone has continued from here on its own
            self.log = self.log[: self.plies]
        self.log.append(action)
        self.plies += 1
        if self.listening:
            self.buffer.events.size = 0
        self.n_choices = self.rules.act(self.state, action, self.choices)

    def describe(self, action) -> str:
        """A legal action in words."""
        return self.rules.notation.describe(self, self.allowed(action))

    def parse(self, text) -> int:
        """The legal action that a text describes, in the words of `describe` or in a short form."""
        if not isinstance(text, str):
            raise MalformedAction(f"words are a text, not {text!r}")
        wanted = normal(text)
        fits = {}
        for action in self.legal_actions():
            words = self.describe(action)
            if normal(words) == wanted:
                return action
            if wanted in [normal(short) for short in self.rules.notation.short_forms(self, action)]:
                fits[action] = words
        if len(fits) == 1:
            return next(iter(fits))
        if fits:
            raise AmbiguousAction(f'"{text}" may mean: {"; ".join(fits.values())}')
        raise MalformedAction(f'"{text}" is none of: {self.in_words() or "nothing, the game is over"}')

    # --- copies, what seats know ----------------------------------------------------------------

    def clone(self) -> "Game":
        """An independent game in the same position."""
        other: Game = Game.__new__(Game)
        other.rules = self.rules
        other.seed = self.seed
        other.log = self.log
        other.plies = self.plies
        if not cython.compiled:
            other.__cinit__()
        copy_record(other.state, self.state)
        return other

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def resample(self, seat, seed=None) -> "Game":
        """A full game that a seat (None: a spectator) cannot tell from this one.

        It depends only on what the seat knows and on the seed. Future draws differ as well.
        """
        bit: cython.int = SPECTATOR if seat is None else self.seat_number(seat)
        other: Game = self.clone()
        other.seed = None
        c: Chance
        if not cython.compiled:
            c = Chance()
        seed_from_bytes(address(c), seed_bytes(seed))
        self.rules.deal_hidden(other.state, bit, address(c), other.choices)
        return other

    def seat_number(self, seat):
        """The seat, checked."""
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.rules.players:
            raise RulesetError(f"there is no seat {seat!r}; seats are 0 to {self.rules.players - 1}")
        return seat

    def decision(self, seat=None) -> Decision | None:
        """What a seat (None: a spectator) may know of the decision; None when the game is over."""
        return None if self.state.over else self.rules.visibility.decision(self, seat)

    def view(self, seat=None, language=ENGLISH, *, asked=True, hidden=True) -> View:
        """What a seat (None: a spectator) may see, as plain data. People and bots get nothing else.

        Texts are in the given language. With `asked` false the decision is shown as spectators see it.

        `zones` holds the cards by name, None for one that the seat does not know, "" for an empty place.
        `hidden` holds what a player with a perfect memory would know: the unseen cards, `since` which batch of shuffled
        cards each of them can be there, the places where they can be, and the batch that filled each place. It takes
        longest to find out, and is left out if `hidden` is false.
        """
        bit: cython.int = SPECTATOR if seat is None else self.seat_number(seat)
        return self.seen(bit, seat, self.decision(seat if asked else None), language, hidden)

    def open_view(self, language=ENGLISH) -> View:
        """The view with every card known and nothing hidden: for finished games, never for people who still play."""
        return self.seen(OPEN, None, self.decision(self.to_act), language, True)

    def seen(self, bit, seat, decision, language, hidden):
        """The game as the holder of a knowledge bit sees it, with a decision as that reader may know it."""
        narrator = self.rules.narrator(language)
        view = View(game=self.rules.ruleset.game, edition=self.rules.ruleset.edition, seat=seat, over=self.over)
        view["zones"] = self.seen_zones(bit)
        if hidden:
            view["hidden"] = self.hidden_cards(bit)
        view.update(self.rules.visibility.counters(self, seat))
        view.update(narrator.captions(view))
        if decision is not None:
            view["decision"] = {**decision.to_json(), "prompt": narrator.prompt(decision)}
        return view

    def seen_zones(self, bit):
        """The cards that the holder of a knowledge bit knows, by zone."""
        cards: list = self.rules.card_names()
        names: list = self.rules.zone_names()
        zones: dict = {}
        for z in range(self.rules.zones):
            seen: list = []
            for i in range(self.state.size[z]):
                card = self.state.cards[z][i]
                if card == NO_CARD:
                    seen.append("")
                else:
                    seen.append(cards[card] if self.knows(bit, self.state.knows[card]) else None)
            zones[names[z]] = seen
        return zones

    def hidden_cards(self, bit):
        """The cards that the holder of a knowledge bit does not know, and the places where they can be."""
        cards: list = self.rules.card_names()
        names: list = self.rules.zone_names()
        pools: dict = {}
        for z in range(self.rules.zones):
            for i in range(self.state.size[z]):
                card = self.state.cards[z][i]
                if card != NO_CARD and not self.knows(bit, self.state.knows[card]):
                    batch = self.state.batch[card]
                    pool = pools.setdefault(0 if self.rules.nested else batch, ([], []))
                    pool[0].append((cards[card], self.state.since[card] if self.rules.nested else batch))
                    pool[1].append(([names[z], i], batch))
        return [
            {
                "cards": [name for name, _ in sorted(unseen)],
                "since": [first for _, first in sorted(unseen)],
                "places": [place for place, _ in places],
                "batches": [batch for _, batch in places],
            }
            for _, (unseen, places) in sorted(pools.items())
        ]

    def knows(self, bit, knowers):
        """Whether the holder of a knowledge bit is among those who know a card."""
        return (knowers | 1 << OPEN) >> bit & 1

    # --- events ------------------------------------------------------------------------------------

    def listen(self) -> None:
        """Record the events of each action from now on, for `news`."""
        self.buffer = EventBuffer()
        self.listening = True
        self.state.events = address(self.buffer.events)

    def news(self, seat=None) -> list[Happening]:
        """The events of the last action, as a seat (None: a spectator) may know them."""
        return self.heard(SPECTATOR if seat is None else self.seat_number(seat))

    def open_news(self) -> list[Happening]:
        """The events of the last action with every card known, as in `open_view`."""
        return self.heard(OPEN)

    def heard(self, bit):
        """The events of the last action, as the holder of a knowledge bit may know them."""
        if not self.listening:
            raise RulesetError("nobody has listened to this game: call listen() before the action")
        return [self.happening(i, bit) for i in range(self.buffer.events.size)]

    def happening(self, i, bit):
        """Event i as the holder of a knowledge bit may know it."""
        zones: list = self.rules.zone_names()
        event = address(self.buffer.events.event[i])
        seen = event.card != NO_CARD and self.knows(bit, event.sees)
        return Happening(
            event.code,
            event.seat,
            event.other,
            self.rules.card_names()[event.card] if seen else None,
            event.n,
            "" if event.source == NO_ZONE else zones[event.source],
            "" if event.target == NO_ZONE else zones[event.target],
            event.card != NO_CARD and not seen,
        )

    # --- bytes ---------------------------------------------------------------------------------------

    def position(self) -> bytes:
        """The position in canonical bytes. Two positions have equal bytes exactly if they have the same future."""
        return pack_record(self.state, self.rules.zones, self.rules.cards)

    def to_bytes(self) -> bytes:
        """The whole game in bytes, with its rules and a checksum. `silverhook.from_bytes` reads them."""
        head = json.dumps(
            {
                "ruleset": self.rules.ruleset.to_json(),
                "seed": None if self.seed is None else self.seed.hex(),
                "actions": self.actions,
            },
            separators=(",", ":"),
        ).encode()
        body = len(head).to_bytes(4, "little") + head + self.position()
        return MAGIC + hashlib.sha256(body).digest() + body

    @staticmethod
    def restore(rules: Rules, seed, actions, position: bytes) -> "Game":
        """A game from the parts of its bytes; refuses a position that the rules could not be in."""
        game: Game = Game.__new__(Game)
        game.rules = rules
        game.seed = seed
        game.log = list(actions)
        game.plies = len(game.log)
        if not cython.compiled:
            game.__cinit__()
        clear_record(game.state)
        try:
            unpack_record(game.state, position, rules.zones, rules.cards, rules.players)
        except ValueError as problem:
            raise DamagedGame(f"the position cannot be read: {problem}") from None
        broken = rules.check(game.state)
        if broken:
            raise DamagedGame(f"the position breaks invariant {broken} of the rules")
        return game

    @staticmethod
    def arranged(rules: Rules, seed, zones, counts, where: cython.int, known=None) -> "Game":
        """A game in a position set up by hand: cards by zone (top last), counters, and where play continues.

        `known` gives the knowledge bits of hidden cards that some seats have seen.

        Tests usually use `silverhook.testing.Scenario` instead.
        """
        game: Game = Game.__new__(Game)  # not dealt: there may be too few cards for a deal
        game.rules = rules
        game.seed = None
        game.log = []
        game.plies = 0
        if not cython.compiled:
            game.__cinit__()
        g = game.state
        clear_record(g)
        seed_from_bytes(address(g.chance), seed_bytes(seed))
        for zone, cards in zones.items():
            if not 0 <= zone < rules.zones or len(cards) > MAX_CARDS:
                raise RulesetError(f"zone {zone} with {len(cards)} cards cannot be laid out")
            for place, card in enumerate(cards):
                g.cards[zone][place] = card
                if card != NO_CARD:
                    g.batch[card] = zone + 1
            g.size[zone] = len(cards)
        g.batches = rules.zones
        for card, bits in (known or {}).items():
            g.knows[card] = bits
        for counter, value in counts.items():
            g.count[counter] = value
        game.listen()
        rules.resume(g, where)
        game.n_choices = -1
        return game

    def __reduce__(self):
        return _from_parts, (self.rules, self.seed, self.actions, self.position())

    def __eq__(self, other):
        if not isinstance(other, Game):
            return NotImplemented
        return self.ruleset == other.ruleset and self.position() == other.position()

    def __hash__(self):
        return hash(self.position())

    def __repr__(self):
        state = "over" if self.over else f"seat {self.to_act} to act"
        return f"<{self.ruleset.game} {self.ruleset.edition}, {self.players} players, ply {self.ply}, {state}>"

    # --- for building, checking and measuring positions --------------------------------------------------

    def check(self) -> None:
        """Test every invariant of the position; raises if one is broken."""
        broken = self.rules.check(self.state)
        if broken:
            raise BrokenInvariant(f"invariant {broken} of {self.ruleset} is broken at ply {self.plies}", broken)
        if not self.rules.fitting(self.state):
            raise BrokenInvariant(
                f"a card of {self.ruleset} lies where its rules say, at ply {self.plies}, that it cannot"
            )

    def playout(self, seed: cython.uint, checked: cython.bint = False) -> int:
        """Play random actions to the end and return their number. The actions are not kept.

        With `checked` every invariant is tested at every decision.
        """
        out = cython.declare(cython.int[MAX_LEGAL])
        self.seed = None
        self.n_choices = -1
        if not checked:
            return self.rules.playout(self.state, seed | 1, out)
        n = self.rules.checked_playout(self.state, seed | 1, out)
        if n < 0:
            raise BrokenInvariant(f"invariant {-1 - n} of {self.ruleset} is broken in a playout")
        return n

    def rollouts(self, n: cython.int, seed=None) -> tuple[int, list[int]]:
        """Play n random games from here, each with its own chance. Returns the decisions and the wins by seat."""
        return self.rules.rollouts_from(self.state, n, seed_bytes(seed))

    def count(self, i: cython.int) -> int:
        """One of the counters of the record."""
        if not 0 <= i < MAX_COUNTS:
            raise IndexError(f"there is no counter {i}")
        return self.state.count[i]

    def zone(self, z: cython.int) -> list[int]:
        """The cards of a zone, its top last, known or not."""
        if not 0 <= z < self.rules.zones:
            raise IndexError(f"there is no zone {z}")
        return [self.state.cards[z][i] for i in range(self.state.size[z])]

    def steps(self) -> list[tuple[int, int, int, int, int, int]]:
        """The pending steps, the next one last: operation, place in the program, you, enemy, card, counter."""
        return [self.step_at(i) for i in range(self.state.depth)]

    def next_step(self) -> tuple[int, int, int, int, int, int]:
        """The last of the pending steps, which goes on next: the one that asks."""
        if not self.state.depth:
            raise IndexError("the game is over")
        return self.step_at(self.state.depth - 1)

    def step_at(self, i):
        step = address(self.state.steps[i])
        return (step.op, step.pc, step.you, step.enemy, step.card, step.n)

    def knowers(self, card: cython.int) -> int:
        """The knowledge bits of a card."""
        if not 0 <= card < self.rules.cards:
            raise IndexError(f"there is no card {card}")
        return self.state.knows[card]

    def chance_used(self) -> tuple[int, int]:
        """How much of its random stream the game has used: blocks, and numbers of the last block."""
        return self.state.chance.counter, self.state.chance.used

    def record(self) -> str:
        """The whole game as text: ruleset, seed, each action in words, result."""
        from silverhook.core.record_text import write

        return write(self)


class EventBuffer:
    """The events of one action."""

    def __init__(self):
        if not cython.compiled:
            self.events = Events()
        self.events.size = 0


def _from_parts(rules, seed, actions, position):
    return Game.restore(rules, seed, actions, position)


def split_bytes(data: object) -> tuple[Ruleset, bytes | None, list[int], bytes]:
    """The parts of a game's bytes; refuses damaged ones."""
    if not isinstance(data, (bytes, bytearray)) or not bytes(data).startswith(MAGIC):
        raise DamagedGame(f"these bytes do not begin with {MAGIC!r}: no game, or one of another version")
    data = bytes(data)
    digest, body = data[len(MAGIC) : len(MAGIC) + 32], data[len(MAGIC) + 32 :]
    if hashlib.sha256(body).digest() != digest:
        raise DamagedGame("the checksum does not fit: bytes are missing or were changed")
    length = int.from_bytes(body[:4], "little")
    try:
        head = json.loads(body[4 : 4 + length])
        ruleset = Ruleset.from_json(head["ruleset"])
        seed = None if head["seed"] is None else seed_bytes(head["seed"])
        actions = [operator.index(action) for action in head["actions"]]
    except (ValueError, KeyError, TypeError) as problem:
        raise DamagedGame(f"the head cannot be read: {problem}") from None
    return ruleset, seed, actions, body[4 + length :]
