"""Estimates from what a seat sees: the unseen cards, the chance that a number is beaten, the showdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from silverhook.core.seat import Seat
from silverhook.hanataz.composition import Kind, N
from silverhook.hanataz.judgement.card_values import NUMBER_USED, SPOILERS

__all__ = ["Estimate"]

TAXES = {N.CROWN: 0.7, N.TROLL: 0.9}  # they drive out players without a silv


class Estimate:
    """A position as a seat sees it, prepared for judging."""

    def __init__(self, seat: Seat) -> None:
        view = seat.view
        prepared: Any = seat.narrator.prepared  # type: ignore[attr-defined]
        self.me, self.players, self.called = seat.seat, seat.players, seat.called
        self.options: dict[str, Any] = prepared.options
        self.kinds: Sequence[Kind] = prepared.kinds
        self.by_name = {kind.name: kind for kind in self.kinds}
        self.decision: dict[str, Any] = view["decision"]
        self.pot: int = view["pot"]
        self.control: int | None = view["control"]
        self.turn: int = view["turn"]["seat"]
        self.hand_number: int = view["turn"]["hand"]
        self.silvs: list[int] = [one["silvs"] for one in view["seats"]]
        self.held: list[int] = [one["fool_tokens"] for one in view["seats"]]
        self.alive = [one["state"] != "out of the game" for one in view["seats"]]
        self.is_in = [one["state"] == "in" for one in view["seats"]]
        self.bards: list[int] = [bard["seat"] for bard in view["bards"]]
        zones = view["zones"]
        self.hand = [self.by_name[name] for name in zones[f"hand.{self.me}"]]
        self.hands: list[list[str | None]] = [zones[f"hand.{p}"] for p in range(self.players)]
        self.house: list[str | None] = zones["house"]
        self.winning = self.by_name[zones["row"][-1]] if zones["row"] else None
        self._read_hidden(view["hidden"])
        rivals = [p for p in range(self.players) if p != self.me and self.alive[p]]
        self.rivals = rivals
        self.others = [p for k in range(1, self.players) if self.is_in[p := (self.me + k) % self.players]]  # in turn
        self.weight = 1 / max(1, len(rivals))  # the cost of a silv that a rival gains
        self.richest = max((self.silvs[p] for p in rivals), default=0)
        self.lead = self.silvs[self.me] - self.richest
        limit = self.options["hand_limit"]
        self.last_hand = limit is not None and self.hand_number >= limit

    def _read_hidden(self, hidden: list[dict[str, Any]]) -> None:
        """The unseen cards that can be in each place: those hidden no later than it was filled."""
        self._unseen: list[tuple[Kind, int]] = []
        self._batch: dict[tuple[str, int], int] = {}
        for part in hidden:
            self._unseen += [(self.by_name[n], s) for n, s in zip(part["cards"], part["since"], strict=True)]
            for (zone, i), batch in zip(part["places"], part["batches"], strict=True):
                self._batch[zone, i] = batch
        self._pools: dict[int, list[Kind]] = {}
        self._overtakes: dict[tuple[int, int, Kind], float] = {}
        self._dangers: dict[tuple[int, Kind, bool, bool], float] = {}
        self._hands: dict[int, tuple[list[Kind], Counter[int]]] = {}

    def pool(self, batch: int) -> list[Kind]:
        """The unseen cards that can lie in a place filled from a batch."""
        if batch not in self._pools:
            self._pools[batch] = [kind for kind, since in self._unseen if since <= batch]
        return self._pools[batch]

    @property
    def unseen(self) -> list[Kind]:
        """All cards that the seat does not see."""
        return [kind for kind, _ in self._unseen]

    def hand_of(self, p: int) -> tuple[list[Kind], Counter[int]]:
        """The known cards of a rival's hand, and the batches of the other cards."""
        if p not in self._hands:
            known = [self.by_name[name] for name in self.hands[p] if name]
            places = [self._batch[f"hand.{p}", i] for i, name in enumerate(self.hands[p]) if name is None]
            self._hands[p] = known, Counter(places)
        return self._hands[p]

    # --- control -----------------------------------------------------------------------------------

    def beats(self, kind: Kind, other: Kind) -> bool:
        """Whether a number takes control from another."""
        if kind.face != N.NUMBER:
            return False
        return kind.value == other.value or (kind.suit == other.suit and kind.value > other.value)

    def threat(self, holder: int, p: int, number: Kind, kind: Kind) -> float:
        """The probability that a card of p ends the control that a holder has with a number."""
        if kind.face == N.NUMBER:
            if not self.beats(kind, number) or (kind.value == number.value and not self.silvs[p]):
                return 0.0
            return NUMBER_USED
        if kind.face in TAXES and not self.silvs[holder]:
            return TAXES[kind.face]
        return SPOILERS.get(kind.face, 0.0)

    def overtakes(self, holder: int, p: int, number: Kind) -> float:
        """The chance that p ends the holder's control in one turn."""
        key = holder, p, number
        if key not in self._overtakes:
            self._overtakes[key] = self._overtaking(holder, p, number)
        return self._overtakes[key]

    def _overtaking(self, holder: int, p: int, number: Kind) -> float:
        known, batches = self.hand_of(p)
        safe = 1.0
        for kind in known:
            safe *= 1 - self.threat(holder, p, number, kind)
        for batch, places in batches.items():
            pool = self.pool(batch)
            key = batch, number, bool(self.silvs[holder]), bool(self.silvs[p])
            if key not in self._dangers:
                self._dangers[key] = sum(self.threat(holder, p, number, kind) for kind in pool) / len(pool)
            danger = self._dangers[key]
            safe *= (1 - danger) ** places
        return 1 - safe

    def holds(self, number: Kind, without: int | None = None) -> float:
        """The chance that a number played now is still in control when the seat's next turn begins."""
        chance = 1.0
        for p in self.others:
            if p != without:
                chance *= 1 - self.overtakes(self.me, p, number)
        return chance

    def between(self) -> list[int]:
        """The players with a turn after the seat and before the player in control."""
        if self.control is None or self.control not in self.others:
            return self.others
        return self.others[: self.others.index(self.control)]

    def chance_of_face(self, p: int, face: int) -> float:
        """The chance that a rival holds a certain face."""
        known, batches = self.hand_of(p)
        if any(kind.face == face for kind in known):
            return 1.0
        none = 1.0
        for batch, places in batches.items():
            pool = self.pool(batch)
            none *= (1 - sum(kind.face == face for kind in pool) / len(pool)) ** places
        return 1 - none

    # --- the showdown ------------------------------------------------------------------------------

    def showdown(self, winner: int, number: Kind, pot: float) -> float:
        """The worth for the seat of turning up a house card, if the winner chooses as well as possible."""
        values = [value for _, value, _ in self.positions(winner, number, pot)]
        if not values:
            return pot if winner == self.me else -pot * self.weight
        if winner == self.me and self.options["flip_choice"] == "winner":
            return max(values)
        return sum(values) / len(values)

    def positions(self, winner: int, number: Kind, pot: float) -> list[tuple[int, float, float]]:
        """Each house position with a card: its worth to the seat, and the chance that it wins the whole pot."""
        planted = min(sum(self.held), sum(name is None for name in self.house))
        hidden = sum(name is None for name in self.house)
        if any(name and self.by_name[name].face == N.FOOL for name in self.house):
            planted = 0  # the seat knows where it lies
        result = []
        guessed: dict[int, tuple[float, float]] = {}
        for i, name in enumerate(self.house):
            if name == "":
                continue
            if name is not None:
                outcome = self._outcome(winner, number, self.by_name[name], pot)
                result.append((i, outcome, float(self._wins(number, self.by_name[name]))))
                continue
            batch = self._batch["house", i]
            if batch not in guessed:
                guessed[batch] = self._guess(winner, number, pot, self.pool(batch), planted / hidden)
            result.append((i, *guessed[batch]))
        return result

    def _guess(self, winner: int, number: Kind, pot: float, pool: list[Kind], fool: float) -> tuple[float, float]:
        """The worth of an unseen card, and the chance that it loses to the number."""
        plain = [kind for kind in pool if not fool or kind.face != N.FOOL]
        if not plain:
            return self._fooled(winner, pot), 0.0
        worth = sum(self._outcome(winner, number, kind, pot) for kind in plain) / len(plain)
        wins = sum(self._wins(number, kind) for kind in plain) / len(plain)
        return fool * self._fooled(winner, pot) + (1 - fool) * worth, (1 - fool) * wins

    def _wins(self, number: Kind, house: Kind) -> bool:
        if house.suit == N.NO_SUIT:
            return False
        return house.suit != number.suit or house.value <= number.value

    def _outcome(self, winner: int, number: Kind, house: Kind, pot: float) -> float:
        """What the pot brings the seat when a house card is compared with a number."""
        share = 1.0 if winner == self.me else -self.weight
        if house.face == N.FOOL:
            return self._fooled(winner, pot)
        return share * (pot if self._wins(number, house) else pot / 2)

    def _fooled(self, winner: int, pot: float) -> float:
        """What the seat gets if a Fool is turned up."""
        tokens = sum(self.held)
        if tokens:
            mine = self.held[self.me] / tokens
            return pot * (mine - (1 - mine) * self.weight)
        if self.options["fool_unclaimed"] == "winner":
            return pot if winner == self.me else -pot * self.weight
        return 0.0
