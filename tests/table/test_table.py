"""How a table follows from its log: seats, actions, repeats, joining and leaving, clocks."""

from __future__ import annotations

import copy
import dataclasses
import random
from typing import Any

import pytest

import silverhook as sh
from silverhook.table import Entry, Place, Table, TableSettings, TimeControl, commands, errors, new_nonce
from silverhook.table.history import History
from silverhook.table.secret_questions import SecretQuestions

HOST = Place(None, True)


# --- the fold --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game, seats", [("deckhand", 2), ("deckhand", 4), ("hanataz", 2), ("hanataz", 5)])
def test_a_table_is_the_fold_of_its_log(seating: Any, game: str, seats: int) -> None:
    at = seating(game, ["person"] * seats, clock=TimeControl("bank", 600, 5)).full().play(seed=seats)
    assert at.table.phase == "finished"
    at.folds()


def test_every_prefix_of_a_log_is_a_table(seating: Any) -> None:
    at = seating("hanataz", ["person"] * 3).full().play(seed=2)
    table = Table("testing")
    for entry in at.log:
        table.apply(entry)
        assert table.n == entry.n
        assert (table.secret is not None) == (entry.kind == "finished")


def test_deciding_changes_nothing(seating: Any) -> None:
    at = seating(hints=True).full().play(plies=30)
    before = at.told()
    seat = at.table.turn
    for command in [
        commands.Act(Place(seat), at.table.game.legal_actions()[0], at.table.ply),
        commands.Say(Place(0), "hello"),
        commands.Leave(Place(1)),
        commands.Resign(Place(0)),
        commands.BotActs(0, 0, at.table.ply + 1),
    ]:
        command.decide(at.table, at.now)
        assert at.told() == before


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
def test_an_altered_log_is_refused(seating: Any, change: dict[str, Any]) -> None:
    at = seating().full().play(plies=10)
    last = max(n for n, entry in enumerate(at.log) if entry.kind == "acted")
    log = [*at.log[:last], dataclasses.replace(at.log[last], **change)]
    with pytest.raises(errors.DamagedLog, match="table testing: entry"):
        Table.fold("testing", log)


def test_a_log_with_a_gap_is_refused(seating: Any) -> None:
    at = seating().full().play(plies=10)
    with pytest.raises(errors.DamagedLog, match="does not follow"):
        Table.fold("testing", at.log[:5] + at.log[6:])


def test_a_table_of_another_rules_version_is_refused_with_the_remedy(seating: Any) -> None:
    at = seating().full().play(plies=3)
    data = {**at.log[0].data, "settings": TableSettings.from_json(at.log[0].data["settings"]).to_json()}
    data["settings"]["ruleset"]["version"] += 1
    with pytest.raises(errors.OtherRules, match=r"rules version .* only a server of that version can open it"):
        Table.fold("testing", [dataclasses.replace(at.log[0], data=data)])


# --- sitting down ------------------------------------------------------------------------------------


def test_people_sit_down_and_the_game_starts_when_the_last_seat_is_taken(seating: Any) -> None:
    at = seating(seats=["person", "heuristic", "person"])
    assert at.sit("Anna") == Place(0)
    assert at.table.phase == "open"
    assert at.sit("Ben") == Place(2)
    assert at.table.phase == "playing"
    assert at.table.names == ["Anna", "Mary", "Ben"]


def test_the_host_can_start_early(seating: Any) -> None:
    at = seating(seats=["person"] * 3, substitute="random")
    anna = at.sit("Anna", seat=1)
    with pytest.raises(errors.NotAllowed, match="only the host"):
        at.do(commands.Start(anna))
    at.do(commands.Start(at.table.place("host")))
    assert at.table.names == ["Pip", "Anna", "Tilly"]
    with pytest.raises(errors.NotNow):
        at.do(commands.Start(HOST))
    with pytest.raises(errors.NotNow, match="has begun"):
        at.sit("Ben")


def test_bots_alone_start_at_once(seating: Any) -> None:
    assert seating(seats=["random", "random"]).table.phase == "playing"


def test_a_repeated_request_for_a_seat_gives_the_same_seat(seating: Any) -> None:
    at = seating()
    assert at.sit("Anna") == at.sit("Anna") == Place(0)
    assert [entry.kind for entry in at.log] == ["created", "seated"]


def test_a_person_who_missed_the_answer_gets_the_seat_by_asking_again(seating: Any) -> None:
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


def test_published_nonces_give_nobody_a_seat(seating: Any) -> None:
    at, nonce = seating(), new_nonce()
    at.do(commands.Sit("Anna", nonce, "hers"))
    at.full().play()
    with pytest.raises(errors.NotNow):
        at.do(commands.Sit("Anna", nonce, "thief"))
    assert at.table.place("hers") == Place(0)


def test_taken_seats_are_refused(seating: Any) -> None:
    at = seating(seats=["person", "random", "person"])
    at.sit("Anna", seat=0)
    for seat in (0, 1, 3, -1):
        with pytest.raises(errors.SeatTaken, match=f"seat {seat} is not free; free: 2"):
            at.sit("Ben", seat=seat)


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "\u200b\u202e", "\x00\x07", "\u3164\u2800", "\ufe0f"])
def test_unreadable_names_are_refused(seating: Any, name: str) -> None:
    with pytest.raises(errors.BadName, match="1 to 24 characters"):
        seating().sit(name)


def test_names_are_tidied_and_made_unique(seating: Any) -> None:
    at = seating(seats=["person"] * 3)
    at.sit("  Anna \u202e\n Bonny ")
    assert at.table.names[0] == "Anna Bonny"
    for name in ("ANNA bonny", "Anna Bonny\u034f", "Anna\ufe0f Bonny", "\u3164Anna Bonny\U000e0100"):
        with pytest.raises(errors.BadName, match="is taken"):
            at.sit(name, token="another")


def test_no_two_seats_have_the_same_name(seating: Any) -> None:
    at = seating(seats=["random", "person", "random", "person"])
    assert at.table.names == ["Pip", "", "Tilly", ""]
    at.sit("Tilly")
    at.sit("Pip")
    assert at.table.names == ["Jem", "Tilly", "Nan", "Pip"]


@pytest.mark.parametrize("nonce", ["", "12", "zz" * 16, "ab" * 65, None, 5])
def test_malformed_nonces_are_refused(seating: Any, nonce: Any) -> None:
    with pytest.raises(errors.BadNonce, match="16 to 64 random bytes"):
        seating().do(commands.Sit("Anna", nonce, "token"))


def test_leaving_before_the_start_leaves_nothing_behind(seating: Any) -> None:
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
        ({"pause": -1}, "pause of a secret question must be a number from 0"),
        ({"pause": "long"}, "the pause"),
        ({"hints": 1}, "true or false"),
    ],
)
def test_impossible_settings_are_refused(seating: Any, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(errors.SettingsError, match=message):
        seating(**settings)


@pytest.mark.parametrize(
    "clock, message",
    [
        (("sand", 5), "choose one of: bank, move, none"),
        (("move", 0), "from 1 to"),
        (("move", 5, 3), "no increment"),
        (("none", 5), "seconds need a clock"),
        (("bank", float("nan")), "from 1 to"),
        (("bank", True), "from 1 to"),
    ],
)
def test_impossible_clocks_are_refused(clock: tuple[Any, ...], message: str) -> None:
    with pytest.raises(errors.SettingsError, match=message):
        TimeControl(*clock)


def test_settings_come_back_from_their_data(seating: Any) -> None:
    settings = TableSettings.of(
        "deckhand", ["person", "random"], edition="tokens", clock=TimeControl("bank", 60, 2), pause=3
    )
    assert TableSettings.from_json(settings.to_json()) == settings


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


def test_a_late_action_is_refused_with_the_current_ply(seating: Any) -> None:
    at = seating().full().play(plies=4)
    with pytest.raises(errors.Late, match="was for ply 3, but the table is at ply 4") as late:
        at.do(commands.Act(Place(at.table.turn), at.table.game.legal_actions()[0], 3))
    assert late.value.ply == 4


def test_only_the_seat_to_act_may_act(seating: Any) -> None:
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


def test_actions_can_be_given_in_words(seating: Any) -> None:
    at = seating().full()
    words = at.table.game.describe(at.table.game.legal_actions()[0])
    assert at.act(words)[0].data["action"] == at.table.game.actions[0]


def test_a_finished_game_reveals_the_secret_and_accepts_no_action(seating: Any) -> None:
    at = seating().full().play()
    assert at.log[-1].kind == "finished"
    assert at.log[-1].data["winners"] == at.table.game.winners
    assert at.table.secret == at.log[-1].data["secret"]
    for command in (commands.Act(Place(0), 0, at.table.ply), commands.Resign(Place(0)), commands.OfferUndo(Place(0))):
        with pytest.raises(errors.NotNow, match="over"):
            at.do(command)


def test_history_retells_the_same_news(seating: Any) -> None:
    at = seating().full()
    chance, heard = random.Random(1), []
    while at.table.ply < 40:
        at.act(chance=chance)
        heard.append([at.table.game.news(seat) for seat in (None, 0, 1)])
    again = [[game.news(seat) for seat in (None, 0, 1)] for _, game in at.table.history.retell(12)]
    assert again == heard[12:]


def test_news_after_many_undos_cost_no_more_than_a_replay(seating: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    at = seating().full()
    at.play(plies=20)
    start = len(at.table.game.actions)
    heard: list[list[list[Any]]] = []
    chance = random.Random(7)
    for storm in range(120):  # act twice and take back one or two actions, again and again
        for _ in range(2):
            seat = at.table.game.to_act
            at.table.history.act(chance.choice(at.table.game.legal_actions()), seat, silent=False)
            heard.append([at.table.game.news(seat) for seat in (None, 0, 1)])
        at.table.history.take_back(start + storm % 2)
        heard.append([at.table.game.news(seat) for seat in (None, 0, 1)])
    replayed: list[int] = []
    after = History._after

    def counted(history: History, ply: int) -> Any:
        game = after(history, ply)
        replayed.append(game.ply)
        return game

    monkeypatch.setattr(History, "_after", counted)
    last = len(at.table.history.changes)
    told = [[game.news(seat) for seat in (None, 0, 1)] for _, game in at.table.history.retell(last - 30)]
    assert told == heard[-30:]
    assert 0 < len(replayed) <= 3 and max(replayed) <= start + 2
    whole = [[game.news(seat) for seat in (None, 0, 1)] for _, game in at.table.history.retell(20)]
    assert whole == heard


def test_a_long_history_is_replayed_from_a_position_that_was_kept(
    seating: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("silverhook.table.history._STRIDE", 10)
    at = seating("hanataz").full().play(plies=64)
    news = [[game.news(seat) for seat in (None, 0, 1)] for _, game in at.table.history.retell(0)]
    played: list[int] = []
    monkeypatch.setattr("silverhook.table.history._played", _counting(played))
    for since in range(at.table.ply):
        again = [[game.news(seat) for seat in (None, 0, 1)] for _, game in at.table.history.retell(since)]
        assert again == news[since:]
    assert max(played) < 10
    for n in range(len(at.table.game.actions)):
        assert at.table.history.at_action(n).actions == at.table.game.actions[:n]


def _counting(played: list[int]) -> Any:
    from silverhook.table.history import _played

    def counted(game: Any, actions: Any) -> Any:
        taken = list(actions)
        played.append(len(taken))
        return _played(game, taken)

    return counted


# --- joining and leaving----------------------------------------------------------------------------------


def test_a_bot_takes_over_and_hands_back(seating: Any) -> None:
    at = seating(substitute="search:1000").full()
    seat = at.table.turn
    action = at.table.game.legal_actions()[0]
    assert not at.table.awake
    at.do(commands.Leave(Place(seat)))
    assert at.do(commands.Leave(Place(seat))) == []
    assert at.table.awake and at.table.level(seat) == "search:1000"
    with pytest.raises(errors.NotAllowed, match="return first"):
        at.do(commands.Act(Place(seat), action, 0))
    at.do(commands.Return(Place(seat)))
    assert at.do(commands.Return(Place(seat))) == []
    assert at.do(commands.BotActs(seat, action, 0)) == []  # the bot's action comes too late: the person is back
    assert at.act(action)


def test_when_everybody_has_left_the_bots_wait(seating: Any) -> None:
    at = seating().full()
    at.do(commands.Leave(Place(0)))
    assert at.table.awake == (at.table.turn == 0)
    at.do(commands.Leave(Place(1)))
    assert not at.table.awake
    at.do(commands.Return(Place(1)))
    assert at.table.awake == (at.table.turn == 0)


def test_a_player_who_resigns_cannot_return(seating: Any) -> None:
    at = seating().full()
    at.do(commands.Resign(Place(0)))
    with pytest.raises(errors.NotAllowed, match="resigned"):
        at.do(commands.Return(Place(0)))
    at.do(commands.Resign(Place(1)))
    assert at.table.awake  # nobody can come back, so the bots finish the game


def test_chat_is_tidied_and_limited(seating: Any) -> None:
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


def test_a_clock_limits_each_move(seating: Any) -> None:
    at = seating(clock=TimeControl("move", 30)).full()
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


def test_a_time_bank_gains_its_increment(seating: Any) -> None:
    at = seating(clock=TimeControl("bank", 100, 10)).full()
    first = at.table.turn
    assert at.table.remaining(first, at.now) == 110
    at.now += 50
    at.act()
    assert at.table.clocks.banks[first] == 60
    while at.table.turn == first:
        at.now += 10
        at.act()
    assert at.table.clocks.banks[first] == 60
    other = at.table.turn
    assert at.table.deadline == at.now + 110
    (entry,) = at.do(commands.TimeIsUp(at.table.ply), later=110)
    assert entry.data["seat"] == other and at.table.clocks.banks[other] == 0
    at.do(commands.Return(Place(other)))
    assert at.table.remaining(other, at.now) == 10  # the increment of this decision


def test_leaving_and_returning_gains_no_time(seating: Any) -> None:
    at = seating(clock=TimeControl("bank", 100, 10)).full()
    seat = at.table.turn
    for left in (109, 108, 107):
        at.do(commands.Leave(Place(seat)), later=1)
        at.do(commands.Return(Place(seat)), later=5)
        assert at.table.remaining(seat, at.now) == left


# --- secrecy --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_hidden_cards_do_not_change_what_a_seat_is_shown(seating: Any, game: str) -> None:
    for seed in range(3):
        at = seating(game, ["person"] * 3).full()
        for plies in range(5, 200, 15):
            at.play(seed, plies)
            if at.table.phase != "playing":
                break
            for seat in (None, 0, 1, 2):
                shown = at.table.view(seat), at.table.turn, at.table.in_secret, at.table.deadline
                twin = copy.copy(at.table)
                twin.history = copy.copy(at.table.history)
                twin.history.game = at.table.game.resample(seat, seed)
                twin.secret_questions = SecretQuestions(twin.game)
                assert (twin.view(seat), twin.turn, twin.in_secret, twin.deadline) == shown


def test_a_rematch_keeps_the_seats_of_its_players(seating: Any) -> None:
    at = seating(seats=["person", "random", "person"]).full()
    kept = {0: ("P0", at.table.chairs[0].token), 2: ("P2", at.table.chairs[2].token)}
    table = Table("another")
    create = commands.Create(at.table.settings.renewed(), at.table.sealed.host, "ab" * 32, kept, at.table.id)
    for entry in table.number(create.decide(table, 0), 0):
        table.apply(entry)
    assert table.names == ["P0", "Pip", "P2"]
    with pytest.raises(errors.SeatTaken, match="no seat is free"):
        commands.Sit("Eve", new_nonce(), "eve").decide(table, 0)
    (draft,) = commands.Sit("Anna", new_nonce(), "token of P2").decide(table, 0)
    assert draft.data["seat"] == 2
    assert isinstance(at.log[0], Entry)
