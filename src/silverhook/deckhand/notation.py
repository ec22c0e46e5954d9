"""Deck Hand in words: decisions, actions and events, in the words of the edition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from silverhook.core.game import Game
from silverhook.core.notation import About, CardFace, Happening, Notation
from silverhook.core.review import Review
from silverhook.core.words import ENGLISH, spoken
from silverhook.deckhand.compiler import N
from silverhook.deckhand.edition import WORDS
from silverhook.deckhand.review import review
from silverhook.deckhand.story import EVENTS, tell_all

if TYPE_CHECKING:
    from silverhook.deckhand.cards import Card
    from silverhook.deckhand.prepared import PreparedRuleset

__all__ = ["DeckHandNotation"]

_OWN_ZONES = ("deck", "hand", "stash", "aside")
_TABLE_ZONES = ("supply", "supply_deck", "reload_deck", "out")
_ASKED = {
    N.DO_CARD: "draw",
    N.DO_DISCARD: "discard",
    N.DO_TOGETHER: "discard",
    N.DO_CHOOSE: "option",
    N.DO_ENEMY: "enemy",
    N.DO_PLAY: "play",
    N.DO_ACTIVATE: "activate",
    N.DO_GAIN: "gain",
    N.DO_RELOAD: "reload",
    N.DO_MAY: "may",
    N.DO_PAY_FOR: "pay",
    N.DO_SWAP: "swap",
}


class DeckHandNotation(Notation):
    """The words of one Deck Hand ruleset."""

    def __init__(self, prepared: PreparedRuleset, language: str = ENGLISH) -> None:
        self.prepared = prepared
        self.speaks = language
        self.language = prepared.edition.language(language)
        self.words = {**prepared.edition.words(language)}
        self._zones = [f"{zone}.{seat}" for seat in range(N.SEATS) for zone in _OWN_ZONES] + list(_TABLE_ZONES)

    def in_language(self, language: str) -> DeckHandNotation:
        known = spoken(WORDS, language)
        if known not in self.prepared.notations:
            self.prepared.notations[known] = DeckHandNotation(self.prepared, known)
        return self.prepared.notations[known]

    def zone_name(self, zone: int) -> str:
        return self._zones[zone]

    def card_name(self, card: int) -> str:
        return self.prepared.kinds[self.prepared.cards[card]].name

    def card(self, name: str) -> Card:
        """The face of a card."""
        return self.prepared.card_set.cards[self.prepared.card_set.kinds[name]]

    def card_text(self, name: str) -> dict[str, str]:
        """The texts on a card, in the words of the edition."""
        return {text: self.language.print(program) for text, program in self.card(name).programs.items()}

    def faces(self) -> list[CardFace]:
        return [
            CardFace(
                card.name,
                self.language.title(card.name),
                "",
                card.copies,
                {"cost": card.cost, "hooks": card.hooks},
                self.card_text(card.name),
                [*card.icons, *(["enemies"] if card.targets_enemies else [])],
            )
            for card in self.prepared.card_set.cards
        ]

    # --- what everybody sees ---------------------------------------------------------------------

    def values(self, game: Game, seat: int | None) -> dict[str, Any]:
        players = range(game.players)
        ender = game.count(N.ENDER)
        return {
            "seats": [{"coins": game.count(N.COINS + p)} for p in players],
            "turn": {
                "seat": game.count(N.CURRENT),
                "number": game.count(N.TURN),
                "round": (game.count(N.TURN) - 1) // game.players + 1,
                "actions": game.count(N.ACTIONS),
                "used": game.count(N.USED),
                "buys": game.count(N.BUYS),
                "reloads": game.count(N.RELOADS),
            },
            "first": game.count(N.FIRST),
            "ender": None if ender < 0 else ender,
            "bank": None if self.prepared.options.get("bank_limit") is None else game.count(N.BANK),  # R-D05: no limit
            **({"scores": game.scores, "winners": game.winners} if game.over else {}),
        }

    def decision(self, game: Game, seat: int | None) -> dict[str, Any]:
        kind, source = self.asked(game)
        return {
            "seat": game.to_act,
            "kind": kind,
            "prompt": self.language.say("prompt", kind, self._amount(game)),
            "card": source,
        }

    def asked(self, game: Game) -> tuple[str, str | None]:
        """The kind of the decision, and the card whose text asks for it."""
        op, pc, _, _, _, n = game.steps()[-1]
        if op == N.MAIN:
            return "main", None
        if op == N.ORDER:
            return "order", None
        instruction = self.prepared.code[pc]
        kind = "for" if instruction.op == N.DO_SWAP and n else _ASKED.get(instruction.op) or self.verb(instruction)
        return kind, self.prepared.kinds[self.prepared.owners[pc][0]].name

    def _amount(self, game: Game) -> int:
        op, pc, *_ = game.steps()[-1]
        return self.prepared.code[pc].n if op == N.RUN else 0

    def verb(self, instruction: Any) -> str:
        """What moving a card as an instruction does is called."""
        if instruction.target == N.TO_OUT:
            return "trash"
        theirs = instruction.place & (N.THEIR_HAND | N.THEIR_STASH | N.THEIR_DECK)
        gives = instruction.target >= N.TO_THEIR_DECK
        return "steal" if theirs and not gives else "give" if gives and not theirs else "put"

    # --- actions ---------------------------------------------------------------------------------

    def describe(self, game: Game, action: int) -> str:
        english = self.prepared.notation
        key, gaps = english.parts(game, action)
        return english.language.say("action", key, **gaps)

    def label(self, game: Game, action: int, names: Sequence[str]) -> str:
        key, gaps = self.parts(game, action)
        if N.SEAT <= action < N.SEAT + game.players:
            gaps["seat"] = names[action - N.SEAT]
        return self._say("label" if key in self.language.table["label"] else "action", key, gaps)

    def deed(self, game: Game, action: int, names: Sequence[str]) -> str:
        key, gaps = self.parts(game, action)
        if N.SEAT <= action < N.SEAT + game.players:
            gaps["seat"] = names[action - N.SEAT]
        return self._say("action", key, gaps)

    def _say(self, part: str, key: str, gaps: dict[str, Any]) -> str:
        """A phrase about an action, with its card by its title."""
        card = {"card": self.language.title(gaps["card"])} if "card" in gaps else {}
        return self.language.say(part, key, **{**gaps, **card})

    def parts(self, game: Game, action: int) -> tuple[str, dict[str, Any]]:
        """What a legal action does (buy, play, trash ...), and the card, slot, seat or text that it is about."""
        return self._action(game, self.asked(game)[0], action)

    def _action(self, game: Game, kind: str, action: int) -> tuple[str, dict[str, Any]]:
        """The phrase of an action and what fills its gaps."""
        if action == N.NO:
            return {"main": "end_turn", "draw": "no_draw", "reload": "no_reload", "pay": "no_pay"}.get(kind, "no"), {}
        if action == N.YES:
            return {"draw": "draw", "pay": "pay"}.get(kind, "yes"), self._yes(game)
        if action >= N.FROM_HAND:
            return self._card_action(game, kind, action)
        if action >= N.BUY:
            slot = (action - N.BUY) % N.SLOTS
            card = self.card_name(game.zone(N.SUPPLY)[slot])
            key = "buy" if action < N.SLOT else "gain" if kind == "gain" else "reload"
            return key, {"card": card, "slot": slot + 1}
        if action >= N.SEAT:
            return "first_seat" if kind == "order" else "enemy", {"seat": self.seat_name(action - N.SEAT)}
        option = self.prepared.nodes[game.steps()[-1][1]].options[action - N.OPTION]
        return "option", {"text": self.language.print(option)}

    def _yes(self, game: Game) -> dict[str, Any]:
        pc = game.steps()[-1][1]
        node = self.prepared.nodes.get(pc)
        return {"n": self._amount(game), "text": self.language.print(node.body) if node else ""}

    def _card_action(self, game: Game, kind: str, action: int) -> tuple[str, dict[str, Any]]:
        place, number = divmod(action - N.FROM_HAND, len(self.prepared.kinds))
        key = {"main": "play", "order": "first"}.get(kind, kind)
        gaps = {"card": self.prepared.kinds[number].name, "target": ""}
        if kind == "play" and self.prepared.code[game.steps()[-1][1]].place == N.YOUR_HAND | N.YOUR_STASH:
            key = "play_from"
        if key in ("trash", "give", "put", "play_from"):
            where = ("your_hand", "your_stash", "their_stash", "revealed")[place]
            gaps["place"] = self.language.table["place"][where]
            target = self.prepared.code[game.steps()[-1][1]].target
            gaps["target"] = self.language.table["target"].get(_TARGET_NAMES.get(target, ""), "")
        return key, gaps

    def about(self, game: Game, action: int) -> About:
        does, gaps = self.parts(game, action)
        if action >= N.FROM_HAND:
            return About(does, gaps["card"], self._zone_of(game, action))
        if action >= N.BUY:
            return About(does, gaps["card"], "supply", gaps["slot"] - 1)
        return About(does, seat=action - N.SEAT if action >= N.SEAT else None)

    def _zone_of(self, game: Game, action: int) -> str:
        """Where the card of an action lies; a revealed one is looked for where this text reveals."""
        place, kind = divmod(action - N.FROM_HAND, len(self.prepared.kinds))
        _, pc, you, enemy, _, _ = game.steps()[-1]
        if place < len(_SHOWN_IN) - 1:
            return f"{_SHOWN_IN[place]}.{enemy if place == 2 else game.to_act}"
        asked = self.prepared.code[pc].place
        reach = [(seat, zone) for bit, seat, zone in _reach(you, enemy) if asked & bit]
        for seat, zone in reach:
            if any(self.prepared.cards[card] == kind for card in game.zone(self._zones.index(f"{zone}.{seat}"))):
                return f"{zone}.{seat}"
        return f"aside.{you}"

    def short_forms(self, game: Game, action: int) -> list[str]:
        kind, _ = self.asked(game)
        _, gaps = self._action(game, kind, action)
        forms = [str(gaps["card"])] if "card" in gaps else [gaps["text"]] if gaps.get("text") else []
        if "slot" in gaps:
            forms += [f"s{gaps['slot']}", *(f"{verb} {forms[0]}" for verb in ("buy", "reload", "gain"))]
            forms += [f"{verb} s{gaps['slot']}" for verb in ("buy", "reload", "gain")]
            verb = "buy" if N.BUY <= action < N.SLOT else "gain" if kind == "gain" else "reload"
            forms = [form for form in forms if " " not in form or form == forms[0] or form.startswith(verb)]
        if "seat" in gaps:
            forms.append(str(gaps["seat"]))
        if action == N.YES:
            forms += ["yes", "y"]
        if action == N.NO:
            forms += ["no", "n", "end", "pass"] if kind == "main" else ["no", "n"]
        return forms

    # --- events ----------------------------------------------------------------------------------

    def event_name(self, code: int) -> str:
        name: str = EVENTS[code]
        return name

    def tell_all(
        self, happenings: Sequence[Happening], names: Sequence[str] | None = None, you: int | None = None
    ) -> list[str]:
        called = [self.seat_name(seat) for seat in range(N.SEATS)] if names is None else names
        return tell_all(self.language, happenings, called, you)

    def review(self, plays: Iterable[Game]) -> Review:
        return review(self.language, plays)


_SHOWN_IN = ("hand", "stash", "stash", "revealed")  # the places of FROM_HAND: yours, yours, theirs, any revealed


def _reach(you: int, enemy: int) -> list[tuple[int, int, str]]:
    """The places that a text can name, whose they are, and their zones."""
    return [
        (N.YOUR_HAND, you, "hand"),
        (N.YOUR_STASH, you, "stash"),
        (N.YOUR_DECK, you, "deck"),
        (N.THEIR_HAND, enemy, "hand"),
        (N.THEIR_STASH, enemy, "stash"),
        (N.THEIR_DECK, enemy, "deck"),
    ]


_TARGET_NAMES = {
    N.TO_YOUR_HAND: "to_your_hand",
    N.TO_YOUR_STASH: "to_your_stash",
    N.TO_YOUR_DECK: "to_your_deck",
    N.TO_THEIR_HAND: "to_their_hand",
    N.TO_THEIR_STASH: "to_their_stash",
    N.TO_THEIR_DECK: "to_their_deck",
}
