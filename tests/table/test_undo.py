"""Undo: which seats may offer it, how far it goes, and how the others answer."""

from __future__ import annotations

import random
from typing import Any

import pytest

import silverhook as sh
from silverhook.table import Place, Table, commands, errors
from silverhook.table.undo import may_offer


def harmless(at: Any) -> int:
    """Play until a seat takes an action that reveals nothing; return the seat."""
    from silverhook.core.undo import reveals

    chance = random.Random(3)
    for _ in range(500):
        game = at.table.game.clone()
        seat = at.table.turn
        (entry,) = at.act(chance=chance)
        if not reveals(game, entry.data["action"]):
            return int(seat)
    raise AssertionError("every action taught somebody something")


def harmless_of(at: Any, seats: set[int]) -> int:
    """The same, by one of these seats; bots play for players who left."""
    from silverhook.core.undo import reveals

    chance = random.Random(4)
    for _ in range(500):
        game, seat = at.table.game.clone(), at.table.turn
        action = chance.choice(game.legal_actions())
        person = at.table.chairs[seat].person
        at.do((commands.Act if person else bot_acts)(Place(seat), action, at.table.ply))
        if seat in seats and not reveals(game, action):
            return int(seat)
    raise AssertionError("every action taught somebody something")


def bot_acts(place: Place, action: int, ply: int) -> commands.BotActs:
    assert place.seat is not None
    return commands.BotActs(place.seat, action, ply)


def test_an_action_is_taken_back_when_the_others_agree(seating: Any) -> None:
    at = seating(seats=["person"] * 3).full()
    seat = harmless(at)
    before, ply = at.table.history.at_action(len(at.table.game.actions) - 1), at.table.ply
    at.do(commands.OfferUndo(Place(seat)))
    others = [other for other in range(3) if other != seat]
    at.do(commands.AnswerUndo(Place(others[0]), True, 1))
    assert at.do(commands.AnswerUndo(Place(others[0]), True, 1)) == []
    assert at.table.ply == ply
    at.do(commands.AnswerUndo(Place(others[1]), True, 1))
    assert at.table.game == before
    assert at.table.ply == ply + 1  # the ply never decreases
    at.folds()
    (_, again), *_ = at.table.history.retell(ply)
    assert again == before
    assert again.news(None) == []
    at.play()
    assert at.table.phase == "finished"
    assert sh.replay(at.table.record()) == at.table.game


@pytest.mark.parametrize("who", ["other", "self"])
def test_an_offer_is_refused_or_withdrawn(seating: Any, who: str) -> None:
    at = seating().full()
    seat = harmless(at)
    at.do(commands.OfferUndo(Place(seat)))
    with pytest.raises(errors.NoUndo, match="answer it first"):
        at.do(commands.OfferUndo(Place(1 - seat)))
    at.do(commands.AnswerUndo(Place(seat if who == "self" else 1 - seat), False, 1))
    assert at.table.offer is None
    with pytest.raises(errors.NoOffer):
        at.do(commands.AnswerUndo(Place(1 - seat), True, 1))


def test_a_late_acceptance_does_not_count_for_another_offer(seating: Any) -> None:
    at = seating().full()
    seat = harmless(at)
    at.do(commands.OfferUndo(Place(seat)))
    at.do(commands.AnswerUndo(Place(seat), False, 1))  # withdrawn
    at.do(commands.OfferUndo(Place(seat)))
    assert at.table.offer.number == 2
    with pytest.raises(errors.NoOffer, match="no longer open"):
        at.do(commands.AnswerUndo(Place(1 - seat), True, 1))
    assert at.table.offer.agreed == {seat}
    at.do(commands.AnswerUndo(Place(1 - seat), True, 2))
    assert at.log[-1].kind == "undone"


def test_a_player_who_has_left_cannot_answer_an_offer(seating: Any) -> None:
    at = seating(seats=["person"] * 3).full()
    at.do(commands.Leave(Place(2)))
    seat = harmless_of(at, {0, 1})
    at.do(commands.OfferUndo(Place(seat)))
    for yes in (True, False):
        with pytest.raises(errors.NotAllowed, match="return first"):
            at.do(commands.AnswerUndo(Place(2), yes, at.table.offer.number))


def test_a_repeated_undo_is_answered_and_not_applied_again(seating: Any) -> None:
    at = seating().full()
    seat = harmless(at)
    offers, agrees = commands.OfferUndo(Place(seat), "o"), commands.AnswerUndo(Place(1 - seat), True, 1, "a")
    refuses = commands.AnswerUndo(Place(1 - seat), False, 2, "r")
    assert len(at.do(offers)) == 1 and at.do(offers) == []
    assert len(at.do(agrees)) == 2 and at.do(agrees) == [] and at.do(offers) == []
    ply = at.table.ply
    assert at.table.recorded(seat, "o") == ply - 1 and at.table.recorded(1 - seat, "a") == ply - 1
    harmless_of(at, {seat})
    assert at.do(offers) == []  # it asked for something else
    at.do(commands.OfferUndo(Place(seat), "o2"))
    assert at.do(agrees) == [] and at.table.offer.agreed == {seat}
    assert len(at.do(refuses)) == 1 and at.do(refuses) == []
    assert Table.fold("testing", at.log).message_ids.plies == at.table.message_ids.plies


def test_a_repeated_leave_or_return_is_answered_and_not_applied_again(seating: Any) -> None:
    at = seating().full()
    leaves, returns = commands.Leave(Place(0), "l"), commands.Return(Place(0), "r")
    assert at.do(leaves) and at.do(leaves) == []
    assert at.do(returns) and at.do(leaves) == [] and at.table.present == [0, 1]  # the first message again, late
    at.do(commands.Leave(Place(0), "l2"))
    assert at.do(returns) == [] and at.table.present == [1]
    resigns = commands.Resign(Place(0), "g")
    assert at.do(resigns) and at.do(resigns) == []
    at.do(commands.Resign(Place(1)))
    while at.table.phase == "playing":
        at.do(commands.BotActs(at.table.turn, at.table.game.legal_actions()[0], at.table.ply))
    assert at.do(resigns) == at.do(returns) == at.do(leaves) == []  # even when the game is over


def test_each_seat_has_its_own_message_ids(seating: Any) -> None:
    at = seating()
    at.do(commands.Say(at.sit("Anna"), "ahoy", "1"))
    at.do(commands.Leave(Place(0), "2"))
    ben = at.sit("Ben", seat=0)
    assert at.do(commands.Say(ben, "ahoy", "1")) and at.do(commands.Leave(ben, "2"))


def test_many_messages_of_one_seat_do_not_make_another_seats_message_apply_twice(seating: Any) -> None:
    at = seating().full()
    act = commands.Act(Place(at.table.turn), at.table.game.legal_actions()[0], 0, "m")
    at.do(act)
    for n in range(100):
        at.do(commands.Say(Place(1 - act.by.seat), "ahoy", f"{n}"))
    assert at.do(act) == []


def test_an_offer_ends_when_somebody_acts(seating: Any) -> None:
    at = seating().full()
    at.do(commands.OfferUndo(Place(harmless(at))))
    at.act()
    assert at.table.offer is None


def test_undo_among_bots_needs_no_agreement(seating: Any) -> None:
    from silverhook.core.undo import reveals

    at = seating(seats=["person", "random"]).full()
    chance = random.Random(1)
    for _ in range(500):
        game, seat = at.table.game.clone(), at.table.turn
        action = chance.choice(game.legal_actions())
        if seat == 1:
            at.do(commands.BotActs(1, action, at.table.ply))
            continue
        at.act(action)
        if not reveals(game, action):
            break
    at.do(commands.OfferUndo(Place(0)))
    assert at.table.game == game


def test_nothing_goes_back_past_a_revealed_card(seating: Any) -> None:
    """After any play: if an undo is granted, every seat knows what it knew before."""
    barred = granted = 0
    for seed in range(6):
        at = seating("hanataz" if seed % 2 else "deckhand").full()
        chance = random.Random(seed)
        for _ in range(60):
            if at.table.phase != "playing":
                break
            if at.table.in_secret:
                at.play(plies=at.table.ply + 1)
                continue
            before, seat = at.table.game.clone(), at.table.turn
            at.act(chance=chance)
            if at.table.phase != "playing":
                break
            after = at.table.game
            taught = [
                card
                for card in range(before.rules.cards)
                if after.knowers(card) & ~before.knowers(card) and not before.knowers(card) >> seat & 1
            ]
            try:
                commands.OfferUndo(Place(seat)).decide(at.table, at.now)
            except errors.NoUndo as problem:
                barred += 1
                assert "hidden card" in str(problem)
            else:
                granted += 1
                assert not taught
    assert barred > 20 and granted > 20


def test_repeated_offers_are_examined_once(seating: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []

    def look(before: Any, action: int, *deals: int) -> bool:
        looks.append(action)
        return True

    at = seating().full()
    seat = at.table.turn
    at.act()
    monkeypatch.setattr("silverhook.table.undo.reveals", look)
    for _ in range(5):
        with pytest.raises(errors.NoUndo, match="revealed"):
            at.do(commands.OfferUndo(Place(seat)))
    assert len(looks) == 1
    at.act()
    with pytest.raises(errors.NoUndo, match="revealed"):
        at.do(commands.OfferUndo(Place(seat)))
    assert len(looks) == 2


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_an_undo_is_offered_only_where_it_would_be_granted(seating: Any, game: str) -> None:
    """`may_offer` agrees with a real offer in nearly all positions, and a fold of the log gives the same answer."""
    agreed = differed = 0
    for seed in range(4):
        at = seating(game, ["person"] * 3).full()
        chance = random.Random(seed)
        while at.table.phase == "playing" and at.table.ply < 70:
            if at.table.in_secret:
                at.play(plies=at.table.ply + 1)
            else:
                at.act(chance=chance)
            folded = Table.fold("testing", at.log)
            for seat in range(3):
                may = may_offer(at.table, seat)
                assert may_offer(folded, seat) == may
                assert not may or at.table.phase == "playing"
                granted = refusal(commands.OfferUndo(Place(seat)), at) is None
                agreed += granted == may
                differed += granted != may
            if chance.random() < 0.2 and (able := [seat for seat in range(3) if may_offer(at.table, seat)]):
                undo(at, able[0])
        assert not may_offer(at.table, None)
    assert differed < agreed / 100


def refusal(command: Any, at: Any) -> Exception | None:
    try:
        command.decide(at.table, at.now)
    except errors.TableError as problem:
        return problem
    return None


def undo(at: Any, seat: int) -> None:
    """Take back the last action of a seat, if that is possible, with everybody's agreement."""
    if refusal(commands.OfferUndo(Place(seat)), at) is None:
        at.do(commands.OfferUndo(Place(seat)))
        assert not any(may_offer(at.table, other) for other in range(3))
        for other in {0, 1, 2} - {seat}:
            at.do(commands.AnswerUndo(Place(other), True, at.table.offer.number))


def test_no_answer_to_a_secret_question_cannot_be_undone(seating: Any) -> None:
    """The action that an offer would undo must not reveal whether somebody declined with a Knight in hand."""
    at = seating.in_secret(7, 1)
    asked = list(at.table.questions)
    (holder,) = (seat for seat in asked if at.table.asks(seat))
    before = {seat: at.table.history.last_action(seat) for seat in asked}
    at.do(commands.Act(Place(holder), at.table.questions[holder].legal_actions()[0], at.table.ply))
    silence = at.table.game.rules.visibility.silent_answer(at.table.questions[holder])
    assert at.table.answer(holder) == silence
    at.do(commands.EndPause(at.table.ply))
    assert {seat: at.table.history.last_action(seat) for seat in asked} == before


def test_a_table_may_allow_no_undo(seating: Any) -> None:
    at = seating(undo=False).full()
    with pytest.raises(errors.NoUndo, match="does not allow undo"):
        at.do(commands.OfferUndo(Place(harmless(at))))


def test_a_seat_that_has_not_acted_has_nothing_to_undo(seating: Any) -> None:
    at = seating().full()
    with pytest.raises(errors.NoUndo, match="no action to take back"):
        at.do(commands.OfferUndo(Place(0)))
