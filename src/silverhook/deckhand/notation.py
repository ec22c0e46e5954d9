"""The names of Deck Hand: zones, cards, events, and actions as records write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from silverhook.core.game import Game
from silverhook.core.notation import About, Notation, seat_name
from silverhook.deckhand.language import Language
from silverhook.deckhand.operations import NAMES, OPERATIONS, TARGETS, N
from silverhook.deckhand.program import Program
from silverhook.deckhand.story import EVENTS

if TYPE_CHECKING:
    from silverhook.deckhand.prepared import PreparedRuleset

__all__ = ["ActionParts", "DeckHandNotation"]

_OWN_ZONES = ("deck", "hand", "stash", "aside")
_TABLE_ZONES = ("supply", "supply_deck", "reload_deck", "out")


class ActionParts(NamedTuple):
    """The parts of a legal action, independent of any language."""

    key: str  # buy, play, trash ...: the name of its phrase
    card: str | None = None
    slot: int | None = None  # of the supply, from 1
    seat: int | None = None
    program: Program | None = None  # the text that is chosen or agreed to
    place: str = ""  # where the card lies; the name of a phrase
    target: str = ""  # where it goes; the name of a phrase
    n: int = 0

    def phrase(self, language: Language, part: str, card: str | None, seat: str | None) -> str:
        """The action in a language, with its card and its seat as the caller names them."""
        table = language.table
        gaps = {
            "card": card,
            "seat": seat,
            "text": language.print(self.program) if self.program else "",
            "place": table["place"].get(self.place, ""),
            "target": table["target"].get(self.target, ""),
        }
        return language.say(part, self.key, self.n, **gaps)


class DeckHandNotation(Notation):
    """The names of one Deck Hand ruleset."""

    def __init__(self, prepared: PreparedRuleset) -> None:
        self.prepared = prepared
        self._language = prepared.edition.language()
        self._zones = [f"{zone}.{seat}" for seat in range(N.SEATS) for zone in _OWN_ZONES] + list(_TABLE_ZONES)

    def zone_name(self, zone: int) -> str:
        return self._zones[zone]

    def card_name(self, card: int) -> str:
        return self.prepared.kinds[self.prepared.cards[card]].name

    def event_name(self, code: int) -> str:
        return EVENTS[code]

    # --- actions ---------------------------------------------------------------------------------

    def describe(self, game: Game, action: int) -> str:
        parts = self.parts(game, action)
        seat = None if parts.seat is None else seat_name(parts.seat)
        words = parts.phrase(self._language, "action", parts.card, seat)
        return words if parts.slot is None else f"{words} (s{parts.slot})"  # the same card may be there twice

    def parts(self, game: Game, action: int) -> ActionParts:
        """What a legal action does (buy, play, trash ...), and the card, slot, seat or text that it is about."""
        kind, _ = self.prepared.visibility.asked(game)
        if action == N.NO:
            no = {"main": "end_turn", "draw": "no_draw", "reload": "no_reload", "pay": "no_pay"}
            if kind in no or not self._is_enough(game):
                return ActionParts(no.get(kind, "no"))
            return ActionParts("enough")
        if action == N.YES:
            return self._yes(game, {"draw": "draw", "pay": "pay"}.get(kind, "yes"))
        if action >= N.FROM_HAND:
            return self._card_action(game, kind, action)
        if action >= N.BUY:
            slot = (action - N.BUY) % N.SLOTS
            card = self.card_name(game.zone(N.SUPPLY)[slot])
            key = "buy" if action < N.SLOT else kind if kind in ("gain", "trash_supply") else "reload"
            return ActionParts(key, card, slot + 1)
        if action >= N.SEAT:
            return ActionParts("first_seat" if kind == "order" else "enemy", seat=action - N.SEAT)
        option = self.prepared.nodes[game.next_step()[1]].options[action - N.OPTION]
        return ActionParts("option", program=option)

    def _is_enough(self, game: Game) -> bool:
        """Whether a refusal ends a choice of up to some cards, of which there are some."""
        op, pc, _, _, _, n = game.next_step()
        return bool(op == N.RUN and n > 0 and self.prepared.code[pc].flags & N.UP_TO)

    def _yes(self, game: Game, key: str) -> ActionParts:
        node = self.prepared.nodes.get(game.next_step()[1])
        return ActionParts(key, program=node.body if node else None, n=self.prepared.visibility.amount(game))

    def _card_action(self, game: Game, kind: str, action: int) -> ActionParts:
        place, number = divmod(action - N.FROM_HAND, len(self.prepared.kinds))
        card = self.prepared.kinds[number].name
        key = {"main": "play", "order": "first"}.get(kind, kind)
        instruction = self.prepared.code[game.next_step()[1]]
        operation = OPERATIONS.get(NAMES[instruction.operation])
        if kind == "play" and instruction.place == N.YOUR_HAND | N.YOUR_STASH:
            key = "play_from"
        if key not in _PLACED:
            return ActionParts(key, card)
        where = ("your_hand", "your_stash", "their_stash", "revealed")[place]
        if instruction.place == N.FROM_OUT:
            where = "out"
        theirs = operation is not None and operation.who == N.THEY  # whoever chooses is "you" in these words
        target = (
            instruction.target ^ N.TO_THEIR_DECK if theirs and instruction.target != N.TO_OUT else instruction.target
        )
        return ActionParts(key, card, place=where, target=_target_name(target, bool(instruction.flags & N.UNDER)))

    def about(self, game: Game, action: int) -> About:
        parts = self.parts(game, action)
        if action >= N.FROM_HAND:
            return About(parts.key, parts.card, None if parts.key == "name" else self._zone_of(game, action))
        if parts.slot is not None:
            return About(parts.key, parts.card, "supply", parts.slot - 1)
        return About(parts.key, seat=action - N.SEAT if action >= N.SEAT else None)

    def _zone_of(self, game: Game, action: int) -> str:
        """The zone of an action's card; a revealed card is in the zone that this text reveals."""
        place, kind = divmod(action - N.FROM_HAND, len(self.prepared.kinds))
        _, pc, you, enemy, _, _ = game.next_step()
        asked = self.prepared.code[pc].place
        if asked == N.FROM_OUT:
            return "out"
        if place < len(_SHOWN_IN) - 1:
            return f"{_SHOWN_IN[place]}.{enemy if place == 2 else game.to_act}"
        reach = [(seat, zone) for bit, seat, zone in _reach(you, enemy) if asked & bit]
        for seat, zone in reach:
            if any(self.prepared.cards[card] == kind for card in game.zone(self._zones.index(f"{zone}.{seat}"))):
                return f"{zone}.{seat}"
        return f"aside.{you}"

    def short_forms(self, game: Game, action: int) -> list[str]:
        parts = self.parts(game, action)
        verb = parts.key.partition("_")[0]  # "play" of a card from the stash too
        forms = [parts.card, f"{verb} {parts.card}"] if parts.card else []
        if parts.program:
            forms.append(self._language.print(parts.program))
        if parts.slot:
            forms += [f"s{parts.slot}", f"{verb} s{parts.slot}"]
        if parts.seat is not None:
            forms.append(seat_name(parts.seat))
        if action == N.YES:
            forms += ["yes", "y"]
        if action == N.NO:
            forms += ["no", "n", "end", "pass"] if parts.key == "end_turn" else ["no", "n"]
        return forms


_PLACED = ("trash", "give", "put", "play_from")  # actions whose words name the card's zone
_SHOWN_IN = ("hand", "stash", "stash", "revealed")  # the places of FROM_HAND: yours, yours, theirs, any revealed


def _reach(you: int, enemy: int) -> list[tuple[int, int, str]]:
    """The places that a text can name, with their owners and zones."""
    return [
        (N.YOUR_HAND, you, "hand"),
        (N.YOUR_STASH, you, "stash"),
        (N.YOUR_DECK, you, "deck"),
        (N.THEIR_HAND, enemy, "hand"),
        (N.THEIR_STASH, enemy, "stash"),
        (N.THEIR_DECK, enemy, "deck"),
    ]


def _target_name(target: int, under: bool) -> str:
    """The name of the words for a target, as seen from whoever chooses the card."""
    found = (name for name, number in TARGETS.items() if number == target and name.startswith("under") == under)
    return next(found, "")
