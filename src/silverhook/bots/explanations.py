"""Explanations of thoughts, made only when somebody reads them, so that searches do not pay for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import fmean

from silverhook.bots.heuristic import HeuristicBot
from silverhook.core.game import Game
from silverhook.core.notation import Happening
from silverhook.core.reason import Reason, mean
from silverhook.core.seat import Candidate, Seat, Thought
from silverhook.games import game_spec

__all__ = ["explain", "look_back"]

DEALS = 24  # other deals in which a move is judged
TRIES = 400  # deals to try until enough of them fit what was seen

Judged = dict[str, Candidate]  # what actions are called, and how they are judged


def explain(seat: Seat, thought: Thought) -> Thought:
    """The same thought with the reasons of the game's advice, if they tell the actions apart."""
    advise = game_spec(seat.ruleset.game).advise
    judged = {candidate.action: candidate for candidate in advise(seat)} if advise else {}
    if len({candidate.words for candidate in judged.values()}) < 2:
        return thought
    favourite = max(judged.values(), key=lambda candidate: candidate.value).action
    if favourite != thought.action:
        judged[favourite] = replace(judged[favourite], reason="")  # what pleads for it, the thought has found wrong
    told = (replace(one, reason=judged.get(one.action, one).reason) for one in thought.candidates)
    return replace(thought, candidates=tuple(told))


def look_back(before: Game, seen: Sequence[Happening], reader: int, names: Sequence[str]) -> Judged:
    """The reasons for another seat's move and for its alternatives, limited to what `reader` can know.

    A bot's own thought would name the cards it hides. So the game's advice judges the move again, in deals
    that the reader cannot tell from the true one. Whatever differs between them is left out. The move
    comes first; nothing is returned if not even that is sure.
    """
    deals = list(_fitting(before, seen, reader, names))
    moves = {move for move, _ in deals}
    if len(deals) < DEALS // 2 or len(moves) > 1:
        return {}
    sure = [name for name in deals[0][1] if all(name in judged for _, judged in deals)]
    common = {name: _common([judged[name] for _, judged in deals]) for name in sure}
    (move,) = moves
    if not common[move].words and len(sure) == 1:
        return {}
    return dict(sorted(common.items(), key=lambda item: (item[0] != move, -item[1].value)))


def _fitting(
    before: Game, seen: Sequence[Happening], reader: int, names: Sequence[str]
) -> Iterator[tuple[str, Judged]]:
    """Deals in which the seat could do what was seen, with the label of the move and the judgement of every action."""
    seat, found = before.to_act or 0, 0
    for seed in range(TRIES):
        deal = before.resample(reader, seed)
        moves = [action for action in deal.legal_actions() if _news(deal, action, reader) == list(seen[:1])]
        if moves:
            label = {action: deal.rules.narrator().label(deal, action, names) for action in deal.legal_actions()}
            named = {label[one.action]: one for one in _judged(Seat(deal, seat, names))}
            yield from ((label[move], named) for move in moves)
            found += 1
        if found == DEALS:
            return


def _judged(seat: Seat) -> Sequence[Candidate]:
    """Every action as the game's advice judges it; without a choice there are no reasons."""
    judged = HeuristicBot().think(seat).candidates
    return judged if len(judged) > 1 else [replace(only, reason="") for only in judged]


def _news(deal: Game, action: int, reader: int) -> list[Happening]:
    """The first event of an action, as the reader would see it."""
    after = deal.clone()
    after.listen()
    after.apply(action)
    return after.news(reader)[:1]


def _common(judged: Sequence[Candidate]) -> Candidate:
    """What several judgements of one action have in common: mean values, and the reason if they share it."""
    value, share = fmean(one.value for one in judged), fmean(one.share for one in judged)
    return Candidate(judged[0].action, value, share, _common_reason([one.reason for one in judged]))


def _common_reason(reasons: Sequence[Reason | str]) -> Reason | str:
    """The reason that all share, with the means of its numbers; empty if there is none."""
    found = [reason for reason in reasons if isinstance(reason, Reason)]
    if len(found) == len(reasons):
        return mean(found) or ""
    return reasons[0] if all(reason == reasons[0] for reason in reasons) else ""
