"""Bad input raises a typed error that says what would be right."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy
import pytest

import silverhook as sh
from silverhook.core.batch import Batch

REFERENCE = Path(sh.__file__).parent / "deckhand" / "sets" / "reference.toml"


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 2.0, "2", None, True])
def test_a_wrong_number_of_players_is_refused(players: Any) -> None:
    with pytest.raises(sh.RulesetError, match="2 to 4 players"):
        sh.new("deckhand", players)


@pytest.mark.parametrize("seed", [-1, 2**256, 1.5, "7", "x" * 64, b"short", True, []])
def test_a_wrong_seed_is_refused(seed: Any) -> None:
    with pytest.raises(sh.SeedError, match=r"hexadecimal"):
        sh.new("deckhand", seed=seed)


def test_seeds_have_several_forms() -> None:
    by_number = sh.new("deckhand", seed=7)
    assert sh.new("deckhand", seed=(7).to_bytes(32, "little")) == by_number
    assert sh.new("deckhand", seed=(7).to_bytes(32, "little").hex()) == by_number
    assert sh.new("deckhand") != sh.new("deckhand")


def test_an_unknown_game_or_edition_is_refused() -> None:
    with pytest.raises(sh.RulesetError, match='did you mean "deckhand"'):
        sh.new("deckhnd")
    with pytest.raises(sh.RulesetError, match="indicator, tokens, treasure"):
        sh.new("deckhand", edition="tresure")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reshufle": "lazy"}, 'did you mean "reshuffle"'),
        ({"reshuffle": "sometimes"}, "eager or lazy"),
        ({"action_cap": 0}, "null or a number from 1"),
        ({"action_cap": "five"}, "null or a number from 1"),
        ({"start_money": -1}, "a number from 0 to 100"),
        ({"start_money": True}, "a number from 0 to 100"),
        ({"offturn_reload": 1}, "true or false"),
        ({"bank_limit": 17}, "no option"),
        ({"money_cap": 1, "start_money": 5}, "below start_money"),
        (["reshuffle"], "by name"),
    ],
)
def test_an_unknown_or_impossible_option_is_refused(options: Any, message: str) -> None:
    with pytest.raises(sh.RulesetError, match=message):
        sh.new("deckhand", edition="indicator", options=options)


def test_a_bank_that_cannot_pay_the_first_coins_is_refused() -> None:
    with pytest.raises(sh.RulesetError, match="bank_limit = 4 is not possible"):
        sh.new("deckhand", 4, edition="tokens", options={"bank_limit": 4, "start_money": 2})


def test_options_given_by_name_change_the_ruleset_and_defaults_do_not() -> None:
    assert sh.new("deckhand", options={"reshuffle": "lazy"}).ruleset.options == (("reshuffle", "lazy"),)
    assert sh.new("deckhand", options={"reshuffle": "eager", "action_cap": 5}).ruleset.options == ()


def test_rules_need_a_ruleset() -> None:
    for wrong in ("deckhand", None, sh.new("deckhand")):
        with pytest.raises(sh.RulesetError, match=r"rules\(game.ruleset\)"):
            sh.rules(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("record", [None, 3, b"silverhook record 1", ["silverhook record 1"], Path("game.txt")])
def test_a_record_must_be_text(record: Any) -> None:
    with pytest.raises(sh.RecordError, match=r"a record is a text, as Game.record\(\) gives it"):
        sh.replay(record)


# --- actions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [-1, 10**6, 2**70, None, 1.5, [], "fly to the moon", "", True])
def test_a_malformed_action_changes_nothing(action: Any) -> None:
    game = sh.new("deckhand", seed=1)
    before = game.to_bytes()
    with pytest.raises(sh.MalformedAction):
        game.apply(action)
    assert game.to_bytes() == before


def test_an_illegal_action_says_what_is_legal() -> None:
    game = sh.new("deckhand", seed=1)
    before = game.to_bytes()
    with pytest.raises(sh.IllegalAction, match="allowed: end turn; play"):
        game.apply(1)
    assert game.to_bytes() == before


def test_an_action_out_of_turn_is_refused() -> None:
    game = sh.new("deckhand", seed=1)
    assert game.to_act is not None
    other = 1 - game.to_act
    with pytest.raises(sh.OutOfTurn, match=f"seat {game.to_act} decides"):
        game.apply(game.legal_actions()[0], seat=other)
    with pytest.raises(sh.MalformedAction, match="no seat 7"):
        game.apply(game.legal_actions()[0], seat=7)
    game.apply(game.legal_actions()[0], seat=game.to_act)
    assert game.ply == 1


def test_numpy_numbers_are_actions_too() -> None:
    game = sh.new("deckhand", seed=1)
    game.apply(numpy.int32(game.legal_actions()[0]))
    assert game.ply == 1


def test_a_finished_game_takes_no_action() -> None:
    game = sh.new("deckhand", seed=1, options={"max_rounds": 1})
    while not game.over:
        game.apply(game.legal_actions()[0])
    assert game.legal_actions() == []
    with pytest.raises(sh.IllegalAction, match="the game is over"):
        game.apply(0)


def test_a_seat_that_does_not_exist_is_refused() -> None:
    game = sh.new("deckhand", seed=1)
    for ask in (game.view, game.resample):
        with pytest.raises(sh.RulesetError, match="seats are 0 to 1"):
            ask(2)


# --- batches -----------------------------------------------------------------------------------


def test_a_batch_refuses_an_illegal_action_and_steps_no_game() -> None:
    batch = Batch(sh.new("deckhand", seed=0).rules, 3, seed=1)
    masks = batch.masks.copy()
    actions = masks.argmax(axis=1)
    actions[1] = int((masks[1] == 0).argmax())
    with pytest.raises(sh.IllegalAction, match="in game 1; no game was stepped"):
        batch.step(actions)
    assert (batch.masks == masks).all()
    for wrong in ([0, 0], "abc", [[0, 0, 0]], [-1, 0, 0], [10**6, 0, 0]):
        with pytest.raises(sh.ActionError):
            batch.step(wrong)
    with pytest.raises(sh.RulesetError, match="at least one game"):
        Batch(batch.rules, 0)


def test_a_batch_plays_the_games_that_single_games_play() -> None:
    batch = Batch(sh.new("deckhand", seed=0).rules, 8, seed=1)
    again = Batch(sh.new("deckhand", seed=0).rules, 8, seed=1)
    pick = numpy.random.default_rng(1)
    ended = 0
    for _ in range(400):
        actions = (pick.random(batch.masks.shape) * batch.masks).argmax(axis=1)
        batch.step(actions)
        again.step(actions)
        assert (batch.masks == again.masks).all()
        assert (batch.masks.sum(axis=1) > 1).all()
        assert ((batch.to_act == 0) | (batch.to_act == 1)).all()
        ended += int(batch.over.sum())
        for i in batch.over.nonzero()[0]:
            assert batch.winners[i].sum() >= 1
    assert ended > 8  # the batch has restarted the games that ended


# --- bytes -------------------------------------------------------------------------------------


def some_game() -> sh.Game:
    game = sh.new("deckhand", 3, seed=5)
    pick = random.Random(5)
    for _ in range(120):
        if game.over:
            break
        game.apply(pick.choice(game.legal_actions()))
    return game


def test_any_altered_byte_is_noticed() -> None:
    data = some_game().to_bytes()
    for at in range(0, len(data), 7):
        damaged = data[:at] + bytes([data[at] ^ 0x41]) + data[at + 1 :]
        with pytest.raises(sh.DamagedGame):
            sh.from_bytes(damaged)


@pytest.mark.parametrize("data", [b"", b"hello", "text", None, b"silverhook game 2\n" + bytes(100)])
def test_bytes_that_are_no_game_are_refused(data: Any) -> None:
    with pytest.raises(sh.DamagedGame):
        sh.from_bytes(data)


def test_cut_and_extended_bytes_are_refused() -> None:
    data = some_game().to_bytes()
    for damaged in (data[:-1], data + b"\0", data[: len(data) // 2]):
        with pytest.raises(sh.DamagedGame):
            sh.from_bytes(damaged)


def with_new_checksum(data: bytes) -> bytes:
    """The altered bytes as a forger would write them, with a checksum that fits again."""
    import hashlib

    from silverhook.core.game import MAGIC

    body = data[len(MAGIC) + 32 :]
    return MAGIC + hashlib.sha256(body).digest() + body


def test_forged_positions_are_refused_or_can_be_played() -> None:
    """A valid checksum does not make a position possible: the engine refuses it, or plays on without harm."""
    data = some_game().to_bytes()
    pick = random.Random(1)
    refused = 0
    for _ in range(1500):
        at = pick.randrange(50, len(data))
        forged = with_new_checksum(data[:at] + bytes([pick.randrange(256)]) + data[at + 1 :])
        try:
            game = sh.from_bytes(forged)
        except sh.SilverhookError:
            refused += 1
            continue
        for _ in range(50):
            if game.over:
                break
            game.apply(pick.choice(game.legal_actions()))
    assert refused > 700


# --- fuzzing card files and records --------------------------------------------------------------


def mutated(text: str, pick: random.Random) -> str:
    """A text with a few letters or lines changed, doubled, moved or removed."""
    for _ in range(pick.randrange(1, 4)):
        kind = pick.randrange(5)
        at = pick.randrange(len(text))
        if kind == 0:
            text = text[:at] + pick.choice('.;:"=[]{}+-0199 \n\0éαx') + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + pick.randrange(1, 30) :]
        elif kind == 2:
            text = text[:at] + text[at : at + 40] + text[at:]
        elif kind == 3:
            words = text.split(" ")
            i, j = pick.randrange(len(words)), pick.randrange(len(words))
            words[i], words[j] = words[j], words[i]
            text = " ".join(words)
        else:
            lines = text.split("\n")
            lines.insert(pick.randrange(len(lines)), pick.choice(lines))
            text = "\n".join(lines)
    return text


def test_mutated_card_files_give_only_typed_errors() -> None:
    reference = REFERENCE.read_text(encoding="utf-8")
    pick = random.Random(1)
    refused = 0
    for _ in range(600):
        try:
            game = sh.new("deckhand", 2, cards=mutated(reference, pick), seed=1)
        except sh.CardSetError as problem:
            refused += 1
            assert str(problem).startswith("cards") or "need" in str(problem)
        else:
            game.playout(1)
    assert 100 < refused < 600


def test_mutated_records_give_only_typed_errors() -> None:
    game = some_game()
    while not game.over:
        game.apply(game.legal_actions()[-1])
    text = game.record()
    pick = random.Random(2)
    refused = 0
    for _ in range(600):
        try:
            sh.replay(mutated(text, pick))
        except sh.RecordError:
            refused += 1
    assert refused > 300
