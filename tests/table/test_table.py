"""What a log means: seats, actions, repeats, taking back, coming and going, clocks, secret questions."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest

import silverhook as sh
from silverhook.table import Clock, Entry, Place, Settings, Table, commands, errors, new_nonce
from silverhook.table.undo import may_offer

HOST = Place(None, True)


def told(table: Table) -> list[Any]:
    """All that can be asked of a table."""
    seats = [None, *range(len(table.chairs))]
    begun = table.phase != "open"
    return [
        (table.n, table.ply, table.at, table.phase, table.names, table.commitment, table.secret, table.rematch),
        [dataclasses.astuple(chair) for chair in table.chairs],
        (list(table.chat), table.offer, table.deadline, table.awake, table.turn, table.since),
        [table.view(seat) for seat in seats] if begun else None,
        [table.remaining(seat, table.at + 1) for seat in range(len(table.chairs))],
        (table.game.position(), table.game.actions) if begun else None,
    ]


# --- the fold --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game, seats", [("deckhand", 2), ("deckhand", 4), ("hanataz", 2), ("hanataz", 5)])
def test_a_table_is_the_fold_of_its_log(seating: Any, game: str, seats: int) -> None:
    at = seating(game, ["person"] * seats, clock=Clock("bank", 600, 5)).full().play(seed=seats)
    assert at.table.phase == "finished"
    assert told(Table.fold("testing", at.log)) == told(at.table)


def test_every_beginning_of_a_log_is_a_table(seating: Any) -> None:
    at = seating("hanataz", ["person"] * 3).full().play(seed=2)
    table = Table("testing")
    for entry in at.log:
        table.apply(entry)
        assert table.n == entry.n
        assert (table.secret is not None) == (entry.kind == "finished")


def test_deciding_changes_nothing(seating: Any) -> None:
    at = seating(hints=True).full().play(plies=30)
    before = told(at.table)
    seat = at.table.turn
    for command in [
        commands.Act(Place(seat), at.table.game.legal_actions()[0], at.table.ply),
        commands.Say(Place(0), "hello"),
        commands.Leave(Place(1)),
        commands.Resign(Place(0)),
        commands.BotActs(0, 0, at.table.ply + 1),
    ]:
        command.decide(at.table, at.now)
        assert told(at.table) == before


@pytest.mark.parametrize(
    "change",
    [
        {"n": 99},
        {"ply": 99},
        {"ply": None},
        {"kind": "danced"},
        {"data": {}},
        {"data": {"seat": 0, "action": 99999}},
        {"data": {"seat": 7, "action": 0}},
        {"data": None},
        {"data": []},
        {"kind": "started", "ply": None, "data": {"bots": None}},
        {"kind": "created", "ply": None, "data": {"settings": "none"}},
        {"kind": "said", "ply": None, "data": {"seat": 99, "text": "ahoy", "id": "1"}},
        {"kind": "resumed", "ply": None, "data": 5},
    ],
)
def test_a_log_that_was_changed_is_refused(seating: Any, change: dict[str, Any]) -> None:
    at = seating().full().play(plies=10)
    last = max(n for n, entry in enumerate(at.log) if entry.kind == "acted")
    log = [*at.log[:last], dataclasses.replace(at.log[last], **change)]
    with pytest.raises(errors.DamagedLog, match="table testing: entry"):
        Table.fold("testing", log)


def test_a_log_with_a_gap_is_refused(seating: Any) -> None:
    at = seating().full().play(plies=10)
    with pytest.raises(errors.DamagedLog, match="does not follow"):
        Table.fold("testing", at.log[:5] + at.log[6:])


def test_a_table_of_other_rules_is_refused_with_the_remedy(seating: Any) -> None:
    at = seating().full().play(plies=3)
    data = {**at.log[0].data, "settings": Settings.from_json(at.log[0].data["settings"]).to_json()}
    data["settings"]["ruleset"]["version"] += 1
    with pytest.raises(
        errors.OtherRules, match=r"rules version .* open it with the Silverhook that it was played with"
    ):
        Table.fold("testing", [dataclasses.replace(at.log[0], data=data)])


# --- sitting down ------------------------------------------------------------------------------------


def test_people_sit_down_and_the_game_starts_when_the_last_seat_is_taken(seating: Any) -> None:
    at = seating(seats=["person", "heuristic", "person"])
    assert at.sit("Anna") == Place(0)
    assert at.table.phase == "open"
    assert at.sit("Ben") == Place(2)
    assert at.table.phase == "playing"
    assert at.table.names == ["Anna", "Mary", "Ben"]


def test_the_host_does_not_wait(seating: Any) -> None:
    at = seating(seats=["person"] * 3, substitute="random")
    anna = at.sit("Anna", seat=1)
    with pytest.raises(errors.NotAllowed, match="only the host"):
        at.do(commands.Start(anna))
    at.do(commands.Start(at.table.place("host")))
    assert at.table.names == ["Pip", "Anna", "Pip (2)"]
    with pytest.raises(errors.NotNow):
        at.do(commands.Start(HOST))
    with pytest.raises(errors.NotNow, match="has begun"):
        at.sit("Ben")


def test_bots_alone_start_at_once(seating: Any) -> None:
    assert seating(seats=["random", "random"]).table.phase == "playing"


def test_sitting_down_twice_is_sitting_down_once(seating: Any) -> None:
    at = seating()
    assert at.sit("Anna") == at.sit("Anna") == Place(0)
    assert [entry.kind for entry in at.log] == ["created", "seated"]


def test_who_never_got_the_answer_gets_the_seat_by_asking_again(seating: Any) -> None:
    at, nonce = seating(seats=["person", "random"]), new_nonce()
    at.do(commands.Sit("Anna", nonce, "lost"))
    assert at.table.phase == "playing"
    position = at.table.game.position()
    at.do(commands.Sit("Anna", nonce, "arrived"))
    assert at.table.place("arrived") == Place(0) and at.table.place("lost") == Place()
    assert at.table.game.position() == position
    for name, other in (("Anna", new_nonce()), ("Ben", nonce)):
        with pytest.raises(errors.NotNow):
            at.do(commands.Sit(name, other, "thief"))


def test_when_nonces_are_in_the_record_nobody_gets_a_seat_by_them(seating: Any) -> None:
    at, nonce = seating(), new_nonce()
    at.do(commands.Sit("Anna", nonce, "hers"))
    at.full().play()
    with pytest.raises(errors.NotNow):
        at.do(commands.Sit("Anna", nonce, "thief"))
    assert at.table.place("hers") == Place(0)


def test_seats_that_are_not_free(seating: Any) -> None:
    at = seating(seats=["person", "random", "person"])
    at.sit("Anna", seat=0)
    for seat in (0, 1, 3, -1):
        with pytest.raises(errors.SeatTaken, match=f"seat {seat} is not free; free: 2"):
            at.sit("Ben", seat=seat)


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "\u200b\u202e", "\x00\x07", "\u3164\u2800", "\ufe0f"])
def test_names_that_nobody_could_read(seating: Any, name: str) -> None:
    with pytest.raises(errors.BadName, match="1 to 24 letters"):
        seating().sit(name)


def test_names_are_made_tidy_and_differ(seating: Any) -> None:
    at = seating(seats=["person"] * 3)
    at.sit("  Anna \u202e\n Bonny ")
    assert at.table.names[0] == "Anna Bonny"
    for name in ("ANNA bonny", "Anna Bonny\u034f", "Anna\ufe0f Bonny", "\u3164Anna Bonny\U000e0100"):
        with pytest.raises(errors.BadName, match="called"):
            at.sit(name, token="another")


def test_no_two_seats_are_called_alike(seating: Any) -> None:
    at = seating(seats=["random", "person", "random", "person"])
    bot = at.table.names[0]
    assert at.table.names == [bot, "", f"{bot} (2)", ""]
    at.sit(f"{bot} (2)")
    at.sit(bot)
    assert at.table.names == [f"{bot} (3)", f"{bot} (2)", f"{bot} (4)", bot]


@pytest.mark.parametrize("nonce", ["", "12", "zz" * 16, "ab" * 65, None, 5])
def test_nonces_of_the_wrong_form(seating: Any, nonce: Any) -> None:
    with pytest.raises(errors.BadNonce, match="16 to 64 random bytes"):
        seating().do(commands.Sit("Anna", nonce, "token"))


def test_whoever_leaves_before_the_start_leaves_nothing_behind(seating: Any) -> None:
    at = seating()
    at.do(commands.Leave(at.sit("Anna")))
    assert at.table.place("token of Anna") == Place()
    assert at.sit("Ben") == Place(0)
    assert at.table.names == ["Ben", ""]


def test_the_deal_follows_from_everybodys_nonce(seating: Any) -> None:
    at = seating()
    create = at.log[0]
    deals = set()
    for nonce in ("aa" * 16, "bb" * 16):
        table = Table.fold("testing", [create])
        for seat, mine in enumerate((nonce, "cc" * 16)):
            command = commands.Sit(f"P{seat}", mine, f"t{seat}")
            for entry in table.number(command.decide(table, 0), 0):
                table.apply(entry)
        deals.add(table.game.seed)
    assert len(deals) == 2


@pytest.mark.parametrize(
    "settings, message",
    [
        ({"seats": ["person", "hearistic"]}, 'did you mean "heuristic"'),
        ({"seats": ["person", "search:1000000"]}, "thinks too long"),
        ({"substitute": "person"}, 'no bot "person"'),
        ({"pause": -1}, "the pause: a number from 0"),
        ({"pause": "long"}, "the pause"),
        ({"hints": 1}, "true or false"),
    ],
)
def test_settings_that_make_no_table(seating: Any, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(errors.SettingsError, match=message):
        seating(**settings)


@pytest.mark.parametrize(
    "clock, message",
    [
        (("sand", 5), "there is: bank, move, none"),
        (("move", 0), "from 1 to"),
        (("move", 5, 3), "no increment"),
        (("none", 5), "no seconds"),
        (("bank", float("nan")), "from 1 to"),
        (("bank", True), "from 1 to"),
    ],
)
def test_clocks_that_do_not_run(clock: tuple[Any, ...], message: str) -> None:
    with pytest.raises(errors.SettingsError, match=message):
        Clock(*clock)


def test_settings_come_back_from_their_data(seating: Any) -> None:
    settings = Settings.of("deckhand", ["person", "random"], edition="tokens", clock=Clock("bank", 60, 2), pause=3)
    assert Settings.from_json(settings.to_json()) == settings


# --- acting --------------------------------------------------------------------------------------------


def test_a_repeated_message_is_written_once(seating: Any) -> None:
    at = seating().full()
    seat, ply = at.table.turn, at.table.ply
    act = commands.Act(Place(seat), at.table.game.legal_actions()[0], ply, "m1")
    assert len(at.do(act)) == 1
    assert at.do(act) == []
    at.play(plies=5)
    assert at.do(act) == []
    assert at.table.recorded(seat, "m1") == ply + 1
    assert Table.fold("testing", at.log).recorded(seat, "m1") == ply + 1


def test_a_late_answer_is_told_where_the_table_stands(seating: Any) -> None:
    at = seating().full().play(plies=4)
    with pytest.raises(errors.Late, match="answers ply 3, but the table is at ply 4") as late:
        at.do(commands.Act(Place(at.table.turn), at.table.game.legal_actions()[0], 3))
    assert late.value.ply == 4


def test_who_is_not_asked_does_not_act(seating: Any) -> None:
    at = seating().full()
    action, other = at.table.game.legal_actions()[0], 1 - at.table.turn
    with pytest.raises(sh.OutOfTurn):
        at.do(commands.Act(Place(other), action, 0))
    with pytest.raises(errors.NotAllowed):
        at.do(commands.Act(HOST, action, 0))
    with pytest.raises(sh.MalformedAction):
        at.do(commands.Act(Place(at.table.turn), 10**30, 0))
    with pytest.raises(sh.MalformedAction):
        at.do(commands.Act(Place(at.table.turn), "dance", 0))
    assert at.table.ply == 0


def test_words_will_do(seating: Any) -> None:
    at = seating().full()
    words = at.table.game.describe(at.table.game.legal_actions()[0])
    assert at.act(words)[0].data["action"] == at.table.game.actions[0]


def test_a_finished_game_reveals_the_secret_and_takes_no_more(seating: Any) -> None:
    at = seating().full().play()
    assert at.log[-1].kind == "finished"
    assert at.log[-1].data["winners"] == at.table.game.winners
    assert at.table.secret == at.log[-1].data["secret"]
    for command in (commands.Act(Place(0), 0, at.table.ply), commands.Resign(Place(0)), commands.OfferUndo(Place(0))):
        with pytest.raises(errors.NotNow, match="over"):
            at.do(command)


def test_retelling_gives_the_news_again(seating: Any) -> None:
    at = seating().full()
    chance, heard = random.Random(1), []
    while at.table.ply < 40:
        at.act(chance=chance)
        heard.append([at.table.game.news(seat) for seat in (None, 0, 1)])
    again = [[game.news(seat) for seat in (None, 0, 1)] for _, game in at.table.retell(12)]
    assert again == heard[12:]


# --- taking back -----------------------------------------------------------------------------------------


def harmless(at: Any) -> int:
    """Play until somebody has done something that taught nobody anything; the seat."""
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
    """The same, by one of these seats; bots play for those who left."""
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
    before, ply = at.table.at_action(len(at.table.game.actions) - 1), at.table.ply
    at.do(commands.OfferUndo(Place(seat)))
    others = [other for other in range(3) if other != seat]
    at.do(commands.AnswerUndo(Place(others[0]), True, 1))
    assert at.do(commands.AnswerUndo(Place(others[0]), True, 1)) == []
    assert at.table.ply == ply
    at.do(commands.AnswerUndo(Place(others[1]), True, 1))
    assert at.table.game == before
    assert at.table.ply == ply + 1  # a ply never goes back
    assert told(Table.fold("testing", at.log)) == told(at.table)
    (_, again), *_ = at.table.retell(ply)
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
    with pytest.raises(errors.NoUndo, match="already"):
        at.do(commands.OfferUndo(Place(1 - seat)))
    at.do(commands.AnswerUndo(Place(seat if who == "self" else 1 - seat), False, 1))
    assert at.table.offer is None
    with pytest.raises(errors.NoOffer):
        at.do(commands.AnswerUndo(Place(1 - seat), True, 1))


def test_a_late_yes_does_not_count_for_another_offer(seating: Any) -> None:
    at = seating().full()
    seat = harmless(at)
    at.do(commands.OfferUndo(Place(seat)))
    at.do(commands.AnswerUndo(Place(seat), False, 1))  # withdrawn
    at.do(commands.OfferUndo(Place(seat)))
    assert at.table.offer.number == 2
    with pytest.raises(errors.NoOffer, match="does not stand any more"):
        at.do(commands.AnswerUndo(Place(1 - seat), True, 1))
    assert at.table.offer.agreed == {seat}
    at.do(commands.AnswerUndo(Place(1 - seat), True, 2))
    assert at.log[-1].kind == "undone"


def test_who_has_left_does_not_answer_an_offer(seating: Any) -> None:
    at = seating(seats=["person"] * 3).full()
    at.do(commands.Leave(Place(2)))
    seat = harmless_of(at, {0, 1})
    at.do(commands.OfferUndo(Place(seat)))
    for yes in (True, False):
        with pytest.raises(errors.NotAllowed, match="return to it first"):
            at.do(commands.AnswerUndo(Place(2), yes, at.table.offer.number))


def test_a_repeated_undo_is_answered_and_not_done_again(seating: Any) -> None:
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
    assert Table.fold("testing", at.log)._ids == at.table._ids


def test_a_repeated_coming_or_going_is_answered_and_not_done_again(seating: Any) -> None:
    at = seating().full()
    leaves, returns = commands.Leave(Place(0), "l"), commands.Return(Place(0), "r")
    assert at.do(leaves) and at.do(leaves) == []
    assert at.do(returns) and at.do(leaves) == [] and at.table.present == [0, 1]  # the first one comes again, late
    at.do(commands.Leave(Place(0), "l2"))
    assert at.do(returns) == [] and at.table.present == [1]
    resigns = commands.Resign(Place(0), "g")
    assert at.do(resigns) and at.do(resigns) == []
    at.do(commands.Resign(Place(1)))
    while at.table.phase == "playing":
        at.do(commands.BotActs(at.table.turn, at.table.game.legal_actions()[0], at.table.ply))
    assert at.do(resigns) == at.do(returns) == at.do(leaves) == []  # also when the game is over


def test_ids_are_their_holders_own(seating: Any) -> None:
    at = seating()
    at.do(commands.Say(at.sit("Anna"), "ahoy", "1"))
    at.do(commands.Leave(Place(0), "2"))
    ben = at.sit("Ben", seat=0)
    assert at.do(commands.Say(ben, "ahoy", "1")) and at.do(commands.Leave(ben, "2"))


def test_much_talk_of_one_seat_does_not_let_another_seats_message_be_done_twice(seating: Any) -> None:
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


def test_among_bots_nobody_needs_to_be_asked(seating: Any) -> None:
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
    """Whatever is played: if an undo is granted, the knowledge of every seat is what it was."""
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


def test_offers_that_come_again_and_again_are_looked_at_once(seating: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []

    def look(before: Any, action: int, *deals: int) -> bool:
        looks.append(action)
        return True

    at = seating().full()
    seat = at.table.turn
    at.act()
    monkeypatch.setattr("silverhook.table.table.reveals", look)
    for _ in range(5):
        with pytest.raises(errors.NoUndo, match="revealed"):
            at.do(commands.OfferUndo(Place(seat)))
    assert len(looks) == 1
    at.act()
    with pytest.raises(errors.NoUndo, match="revealed"):
        at.do(commands.OfferUndo(Place(seat)))
    assert len(looks) == 2


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_whether_an_undo_could_be_offered_is_known_before(seating: Any, game: str) -> None:
    """... and is what an offer says, but for what a glance misses; the same from the log, and never past an offer."""
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
    """A seat takes back its last action, if that is possible, and everybody agrees."""
    if refusal(commands.OfferUndo(Place(seat)), at) is None:
        at.do(commands.OfferUndo(Place(seat)))
        assert not any(may_offer(at.table, other) for other in range(3))
        for other in {0, 1, 2} - {seat}:
            at.do(commands.AnswerUndo(Place(other), True, at.table.offer.number))


def test_a_silence_in_secret_is_no_action_to_take_back(seating: Any) -> None:
    """What an offer would take back must not tell whether somebody had a Knight to decline with."""
    at = in_secret(seating, 7, 1)
    asked = list(at.table.questions)
    (holder,) = (seat for seat in asked if at.table.asks(seat))
    before = {seat: at.table.last_action(seat) for seat in asked}
    at.do(commands.Act(Place(holder), at.table.questions[holder].legal_actions()[0], at.table.ply))
    silence = at.table.game.rules.notation.silence(at.table.questions[holder])
    assert at.table.answer(holder) == silence
    at.do(commands.EndPause(at.table.ply))
    assert {seat: at.table.last_action(seat) for seat in asked} == before


def test_a_table_may_allow_no_undo(seating: Any) -> None:
    at = seating(undo=False).full()
    with pytest.raises(errors.NoUndo, match="nothing is taken back"):
        at.do(commands.OfferUndo(Place(harmless(at))))


def test_who_has_done_nothing_takes_nothing_back(seating: Any) -> None:
    at = seating().full()
    with pytest.raises(errors.NoUndo, match="not done anything"):
        at.do(commands.OfferUndo(Place(0)))


# --- coming and going ------------------------------------------------------------------------------------


def test_a_bot_takes_over_and_hands_back(seating: Any) -> None:
    at = seating(substitute="search:1000").full()
    seat = at.table.turn
    action = at.table.game.legal_actions()[0]
    assert not at.table.awake
    at.do(commands.Leave(Place(seat)))
    assert at.do(commands.Leave(Place(seat))) == []
    assert at.table.awake and at.table.level(seat) == "search:1000"
    with pytest.raises(errors.NotAllowed, match="return to it first"):
        at.do(commands.Act(Place(seat), action, 0))
    at.do(commands.Return(Place(seat)))
    assert at.do(commands.Return(Place(seat))) == []
    assert at.do(commands.BotActs(seat, action, 0)) == []  # it comes too late: the person is back
    assert at.act(action)


def test_where_everybody_left_the_bots_wait_for_them(seating: Any) -> None:
    at = seating().full()
    at.do(commands.Leave(Place(0)))
    assert at.table.awake == (at.table.turn == 0)
    at.do(commands.Leave(Place(1)))
    assert not at.table.awake
    at.do(commands.Return(Place(1)))
    assert at.table.awake == (at.table.turn == 0)


def test_who_resigns_does_not_return(seating: Any) -> None:
    at = seating().full()
    at.do(commands.Resign(Place(0)))
    with pytest.raises(errors.NotAllowed, match="resigned"):
        at.do(commands.Return(Place(0)))
    at.do(commands.Resign(Place(1)))
    assert at.table.awake  # nobody will come back, so the bots finish it


def test_what_is_said(seating: Any) -> None:
    at = seating().full()
    at.do(commands.Say(Place(1), "  <b>ahoy</b>\u202e\n there "))
    assert at.table.chat[-1].text == "<b>ahoy</b> there"
    for text in ("", " \n", "x" * 501):
        with pytest.raises(errors.BadText, match="1 to 500"):
            at.do(commands.Say(Place(1), text))
    with pytest.raises(errors.NotAllowed):
        at.do(commands.Say(HOST, "ahoy"))


# --- clocks --------------------------------------------------------------------------------------------------


def test_without_a_clock_a_table_waits(seating: Any) -> None:
    at = seating().full()
    assert at.table.deadline is None
    assert not at.table.awake
    at.now += 10**7
    assert at.do(commands.TimeIsUp(0)) == []


def test_a_clock_for_each_move(seating: Any) -> None:
    at = seating(clock=Clock("move", 30)).full()
    seat = at.table.turn
    assert at.table.deadline == at.now + 30
    assert at.do(commands.TimeIsUp(0), later=29) == []
    assert at.table.remaining(seat, at.now) == 1
    assert at.table.remaining(1 - seat, at.now) == 30
    at.act()
    assert at.table.deadline == at.now + 30
    seat = at.table.turn
    (entry,) = at.do(commands.TimeIsUp(1), later=30)
    assert entry.data == {"seat": seat, "why": "time"}
    assert at.table.chairs[seat].away
    at.do(commands.Return(Place(seat)), later=100)
    assert at.table.remaining(seat, at.now) == 30


def test_a_bank_with_increment(seating: Any) -> None:
    at = seating(clock=Clock("bank", 100, 10)).full()
    first = at.table.turn
    assert at.table.remaining(first, at.now) == 110
    at.now += 50
    at.act()
    assert at.table.chairs[first].bank == 60
    while at.table.turn == first:
        at.now += 10
        at.act()
    assert at.table.chairs[first].bank == 60
    other = at.table.turn
    assert at.table.deadline == at.now + 110
    (entry,) = at.do(commands.TimeIsUp(at.table.ply), later=110)
    assert entry.data["seat"] == other and at.table.chairs[other].bank == 0
    at.do(commands.Return(Place(other)))
    assert at.table.remaining(other, at.now) == 10  # the increment of this decision


def test_coming_and_going_gives_no_time(seating: Any) -> None:
    at = seating(clock=Clock("bank", 100, 10)).full()
    seat = at.table.turn
    for left in (109, 108, 107):
        at.do(commands.Leave(Place(seat)), later=1)
        at.do(commands.Return(Place(seat)), later=5)
        assert at.table.remaining(seat, at.now) == left


def test_time_that_ran_out_while_nobody_could_play_is_given_back(seating: Any) -> None:
    at = seating(clock=Clock("move", 30)).full()
    assert at.do(commands.Resume(), later=10) == []
    at.do(commands.Resume(), later=1000)
    assert at.table.deadline == at.now + 30


# --- questions in secret ------------------------------------------------------------------------------------


def in_secret(seating: Any, seed: int, choices: int, **settings: Any) -> Any:
    """A table of Hanataz at a question for Knights, with so many who hold one."""
    for n in range(400):
        at = seating("hanataz", ["person"] * 4, **settings).full()
        chance = random.Random(seed * 1000 + n)
        while at.table.phase == "playing" and at.table.ply < 300:
            if not at.table.in_secret:
                at.act(chance=chance)
                continue
            if sum(at.table.asks(seat) is not None for seat in range(4)) == choices:
                return at
            at.do(commands.EndPause(at.table.ply))
    raise AssertionError("no such position was found")


@pytest.mark.parametrize("choices", [0, 1, 2])
def test_everybody_sees_the_same_pause_whoever_holds_a_knight(seating: Any, choices: int) -> None:
    at = in_secret(seating, 1, choices)
    assert at.table.turn is None
    assert at.table.deadline == at.table.since + at.table.settings.pause
    assert at.table.awake
    for seat in (None, *range(4)):
        decision = at.table.view(seat)["decision"]
        if at.table.asks(seat) is None:
            assert (decision["seat"], decision["kind"]) == (None, "wait")
        else:
            assert (decision["seat"], decision["kind"]) == (seat, "knight")


def test_answers_are_held_back_and_the_first_asked_counts(seating: Any) -> None:
    at = in_secret(seating, 2, 2)
    first, second = [seat for seat in at.table.questions if at.table.asks(seat)]
    counter = {seat: at.table.asks(seat).legal_actions()[1] for seat in (first, second)}
    ply, views = at.table.ply, [at.table.view(seat) for seat in (None, *range(4))]
    for seat in (second, first):
        (entry,) = at.do(commands.Act(Place(seat), counter[seat], ply, "k"))
        assert entry.kind == "answered" and entry.ply is None
    assert at.table.ply == ply
    assert at.table.recorded(first, "k") == ply
    assert [at.table.view(seat) for seat in (None, *range(4))] == views
    entries = at.do(commands.EndPause(ply), later=6)
    assert (entries[-1].data["seat"], entries[-1].data["action"]) == (first, counter[first])
    assert not any(entry.data["action"] == counter[second] for entry in entries)
    assert at.do(commands.EndPause(ply)) == []
    assert told(Table.fold("testing", at.log)) == told(at.table)


def test_silence_declines(seating: Any) -> None:
    at = in_secret(seating, 3, 1)
    asked = list(at.table.questions)
    entries = at.do(commands.EndPause(at.table.ply), later=6)
    assert [entry.data["seat"] for entry in entries if entry.kind == "acted"] == asked
    assert len({entry.at for entry in entries}) == 1


def test_who_holds_no_knight_cannot_answer(seating: Any) -> None:
    at = in_secret(seating, 4, 1)
    for seat in range(4):
        if at.table.asks(seat) is None:
            with pytest.raises(sh.OutOfTurn, match="you are not asked now"):
                at.do(commands.Act(Place(seat), 0, at.table.ply))


def test_the_clock_stands_still_in_a_pause(seating: Any) -> None:
    at = in_secret(seating, 5, 1, clock=Clock("bank", 100))
    banks = [chair.bank for chair in at.table.chairs]
    assert [at.table.remaining(seat, at.now + 50) for seat in range(4)] == banks
    at.do(commands.EndPause(at.table.ply), later=50)
    assert [chair.bank for chair in at.table.chairs] == banks


def test_no_time_tells_of_an_answer_that_is_held_back(seating: Any) -> None:
    at = in_secret(seating, 8, 1)
    (holder,) = (seat for seat in range(4) if at.table.asks(seat))
    before = at.table.at, at.table.since, at.table.deadline, at.table.ply
    act = commands.Act(Place(holder), at.table.asks(holder).legal_actions()[1], at.table.ply, "k")
    (entry,) = at.do(act, later=2)
    assert (at.table.at, at.table.since, at.table.deadline, at.table.ply) == before
    assert entry.at > at.table.at
    (said,) = at.do(commands.Say(Place(holder), "hm"))
    assert said.at >= entry.at and at.table.at == said.at  # the log itself is in order of time


@pytest.mark.parametrize("goes", [commands.Leave, commands.Resign])
def test_an_answer_stands_when_its_giver_leaves(seating: Any, goes: Any) -> None:
    at = in_secret(seating, 9, 1)
    (holder,) = (seat for seat in range(4) if at.table.asks(seat))
    silence, counter = at.table.asks(holder).legal_actions()[:2]
    at.do(commands.Act(Place(holder), counter, at.table.ply))
    at.do(goes(Place(holder)))
    entries = at.do(commands.EndPause(at.table.ply, {holder: silence}), later=6)
    assert (entries[-1].data["seat"], entries[-1].data["action"]) == (holder, counter)
    assert entries[-1].data["bot"] == ""


@pytest.mark.parametrize(("spectators", "waits"), [(False, False), (True, True)])
def test_one_person_whom_nobody_can_watch_waits_only_to_answer(seating: Any, spectators: bool, waits: bool) -> None:
    def asked(choices: bool) -> Any:
        """A table of one person among bots at a question for Knights, which the person has or not."""
        for n in range(400):
            at = seating("hanataz", ["person", "random", "random"], spectators=spectators).full()
            chance = random.Random(n)
            while at.table.phase == "playing" and at.table.ply < 200:
                if 0 in at.table.questions and (at.table.asks(0) is not None) == choices:
                    return at
                if at.table.in_secret:
                    at.do(commands.EndPause(at.table.ply))
                elif at.table.turn == 0:
                    at.act(chance=chance)
                else:
                    action = chance.choice(at.table.game.legal_actions())
                    at.do(commands.BotActs(at.table.turn, action, at.table.ply))
        raise AssertionError("no such position was found")

    without, holds = asked(False).table, asked(True)
    assert without.alone != spectators
    assert without.deadline == without.since + (6 if waits else 0)
    assert holds.table.deadline == holds.table.since + 6
    holds.do(commands.Act(Place(0), holds.table.asks(0).legal_actions()[1], holds.table.ply))
    assert holds.table.deadline == holds.table.since + (6 if waits else 0)


def test_who_may_see_how_a_game_goes(seating: Any) -> None:
    """A host without a seat could learn from the time, so where nobody watches they do not either."""
    at = seating(spectators=False)
    assert at.table.may_watch(HOST) and not at.table.may_watch(Place())
    at.full()
    assert not at.table.may_watch(HOST) and at.table.may_watch(Place(0)) and at.table.may_watch(Place(1, True))
    at.play()
    assert at.table.may_watch(HOST) and not at.table.may_watch(Place())
    assert seating().full().table.may_watch(Place())


def test_where_only_bots_are_asked_nobody_waits(seating: Any) -> None:
    at = in_secret(seating, 6, 1)
    asked = list(at.table.questions)
    for seat in asked:
        at.do(commands.Leave(Place(seat)))
    assert at.table.deadline == at.table.since


# --- what nobody may see ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_a_table_shows_a_seat_nothing_that_hidden_cards_could_change(seating: Any, game: str) -> None:
    for seed in range(3):
        at = seating(game, ["person"] * 3).full()
        for plies in range(5, 200, 15):
            at.play(seed, plies)
            if at.table.phase != "playing":
                break
            for seat in (None, 0, 1, 2):
                shown = at.table.view(seat), at.table.turn, at.table.in_secret, at.table.deadline
                true, at.table._game = at.table._game, at.table.game.resample(seat, seed)
                at.table._questions = None
                asked = (at.table.view(seat), at.table.turn, at.table.in_secret, at.table.deadline)
                at.table._game, at.table._questions = true, None
                assert asked == shown


def test_a_rematch_keeps_seats_for_those_who_played(seating: Any) -> None:
    at = seating(seats=["person", "random", "person"]).full()
    kept = {0: ("P0", at.table.chairs[0].token), 2: ("P2", at.table.chairs[2].token)}
    table = Table("another")
    create = commands.Create(at.table.settings.renewed(), at.table._host, "ab" * 32, kept, at.table.id)
    for entry in table.number(create.decide(table, 0), 0):
        table.apply(entry)
    assert table.names == ["P0", "Pip", "P2"]
    with pytest.raises(errors.SeatTaken, match="no seat is free"):
        commands.Sit("Eve", new_nonce(), "eve").decide(table, 0)
    (draft,) = commands.Sit("Anna", new_nonce(), "token of P2").decide(table, 0)
    assert draft.data["seat"] == 2
    assert isinstance(at.log[0], Entry)
