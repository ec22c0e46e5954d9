"""Plans the rest of a turn of Deck Hand: the best split of the remaining Actions into plays and buys."""

from __future__ import annotations

from silverhook.core.reason import Reason, advice
from silverhook.core.seat import Seat
from silverhook.deckhand.judgement.card_worth import Gain, tally
from silverhook.deckhand.judgement.evaluation import Evaluation
from silverhook.deckhand.judgement.weights import ACTION_PRICE, DENIED, HELD_BACK, LAST_COIN
from silverhook.deckhand.narrator import DeckHandNarrator

__all__ = ["TurnPlanner"]

ENOUGH = 8  # Actions worth planning for where there is no limit: small decks could go round for ever (R-D49)


class TurnPlanner:
    """The rest of a turn: what can still be played and bought, and what the best of it is worth."""

    def __init__(self, seat: Seat) -> None:
        assert isinstance(seat.narrator, DeckHandNarrator)
        self.seat = seat
        self.words = advice(seat.narrator.phrases)
        self.look = look = Evaluation(seat)
        self.book = look.book
        self.source: str = look.view["decision"]["card"] or ""
        self.coins = look.coins[look.me]
        self.actions: int = look.turn["actions"] if look.mine else 0
        self.buys: int = look.turn["buys"] if look.mine else 0
        self.uses: int = (self.book.cap or ENOUGH) - look.turn["used"]
        self.hand = [name for name in look.zones[f"hand.{look.me}"] if name]
        self.supply = [name or "" for name in look.zones["supply"]]
        self.gains = {name: self.playing(name) for name in dict.fromkeys(self.hand)}
        self.stock = [(self.buying(name), self.book.cards[name].cost) for name in self.supply if name]
        self.strike = self._strike()

    def reason(self, key: str, n: int = 1, **values: float | str | Reason) -> Reason:
        """A reason, in the language of the seat."""
        return Reason(key, self.words, n, values)

    def playing(self, name: str) -> Gain:
        """What playing a card brings, less what it would bring if it were held back."""
        card = self.book.cards[name]
        gain = tally(card.programs.get("play", ()), self.look)
        if "discarded" in card.programs:
            gain.hooks -= HELD_BACK * self.look.hooks(tally(card.programs["discarded"], self.look))
        if self.book.gives_itself(name):
            gain.hooks -= self.look.worth(name) + 0.5 * min(0.0, self.look.worth(name, self.look.enemies()[0]))
        return gain

    def buying(self, name: str) -> float:
        """The worth of having a card of the supply, and of no enemy having it."""
        look = self.look
        denied = max(0.0, max(look.harm(p) * look.worth(name, p) for p in look.enemies()))
        return look.worth(name) + (DENIED * denied if look.turns else 0.0)

    def _strike(self) -> float:
        """What an enemy can buy in a last turn."""
        look = self.look
        return max(
            (
                look.worth(name, p)
                for p in look.enemies()
                for name in self.supply
                if name and self.book.cards[name].cost <= look.coins[p]
            ),
            default=0.0,
        )

    # --- the best that is left of the turn ---------------------------------------------------------

    def after(
        self, gain: Gain, without: str = "", gone: int = -1, bought: int = 0, actions: int = 0, buys: int = 0
    ) -> float:
        """The chance to win after a gain, a card less in hand or in a place of the supply, and these costs."""
        hand = list(self.hand)
        if without:
            hand.remove(without)
        gains = [self.gains[name] for name in hand]
        gains += [self.look.virtual] * round(gain.cards)
        stock = self.stock
        if gone >= 0:
            slot = sum(1 for name in self.supply[:gone] if name)
            stock = stock[:slot] + stock[slot + 1 :]
        return self._rest(
            self.coins + gain.coins,
            self.actions + gain.actions - actions,
            self.buys + gain.buys - buys,
            self.uses - actions,
            gains,
            stock,
            gain.hooks,
            bought,
        )

    def _rest(
        self, coins: float, actions: float, buys: float, uses: int, hand: list[Gain],
        stock: list[tuple[float, int]], hooks: float, bought: int,
    ) -> float:  # fmt: skip
        """Plays first what keeps the turn going, then tries every split of the Actions into plays and buys."""
        look = self.look
        last: list[Gain] = []
        for gain in hand:
            if gain.actions < 1 or uses < 1 or actions < 1 or look.hooks(gain) - look.coin * ACTION_PRICE <= 0:
                last.append(gain)
                continue
            coins, actions, buys, uses = coins + gain.coins, actions + gain.actions - 1, buys + gain.buys, uses - 1
            hooks += gain.hooks
            last += [look.virtual] * round(gain.cards)
        last.sort(key=look.hooks, reverse=True)
        free = max(0, min(int(actions), uses))
        best = 0.0
        for plays in range(min(free, len(last)) + 1):
            best = max(best, self._purchases(coins, int(buys) + free - plays, stock, hooks, bought))
            if plays < len(last):
                coins, hooks = coins + last[plays].coins, hooks + last[plays].hooks
                buys += last[plays].buys
        return best

    def _purchases(self, coins: float, buys: int, stock: list[tuple[float, int]], hooks: float, bought: int) -> float:
        """The chance to win after none, one or two buys, whichever is best."""
        look = self.look
        found = [(0.0, 0, 0)]  # hooks, coins, cards
        if buys > 0:
            single = [(worth, cost, 1) for worth, cost in stock if cost <= coins]
            found += single
            if buys > 1:
                found += [
                    (one[0] + two[0], one[1] + two[1], 2)
                    for i, one in enumerate(single)
                    for two in single[:i]
                    if one[1] + two[1] <= coins
                ]
        ends = look.left - bought if look.view["ender"] is None and look.left else 100
        rest = hooks - look.purse(self.coins)
        best = max((worth + look.purse(coins - cost) for worth, cost, cards in found if cards < ends), default=None)
        odds = 0.0 if best is None else look.odds(rest + best)
        for worth, cost, cards in found if ends <= 2 else ():
            if cards >= ends:  # the last card: leftover coins are worth next to nothing, and each enemy has one turn
                kept = LAST_COIN * max(0.0, coins - cost)
                odds = max(odds, look.odds(rest + worth + kept - self.strike, 0.0))
        return odds

    def simply(self, hooks: float) -> float:
        """The chance to win with this many more hooks, after the rest of the turn."""
        return self.look.odds(hooks)
