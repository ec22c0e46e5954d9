"""A record of a table can be verified, and every alteration is detected."""

from __future__ import annotations

import hashlib
import random
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import silverhook as sh
from silverhook import records
from silverhook.bots import RandomBot, think
from silverhook.games import game_spec
from silverhook.records import Proof, fairness, verify, write_fair
from silverhook.testing.server import PATIENCE

SECRET = "5ec2e7" * 10 + "abcd"
NONCES = {0: "ab" * 16, 2: "cd" * 20}


@cache
def fair(game: str = "deckhand") -> str:
    options = {"reshuffle": "lazy"} if game == "deckhand" else {"hand_limit": 5}
    ruleset = game_spec(game).ruleset(3, None, options)
    seed = fairness.seed(SECRET, "table1", ruleset, NONCES)
    played = sh.Game(sh.rules(ruleset), seed)
    mover = RandomBot(3)
    while not played.over:
        played.apply(think(mover, played).action)
    proof = Proof("table1", SECRET, fairness.commitment(SECRET), NONCES, ("Anna: a b", "Mary", "Ben ü"))
    return write_fair(played, proof)


def refused(text: str | bytes) -> str:
    with pytest.raises(sh.RecordError) as problem:
        verify(text.encode() if isinstance(text, str) else text)
    return str(problem.value)


def rehashed(text: str) -> str:
    """The text with a last line that fits it again, as a forger would write it."""
    above = text[: text.rfind("sha256: ")]
    return f"{above}sha256: {hashlib.sha256(above.encode()).hexdigest()}\n"


def changed(text: str, beginning: str, new: str | None) -> str:
    lines = text.split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith(beginning))
    lines[at : at + 1] = [] if new is None else [new]
    return "\n".join(lines)


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_a_fair_record_is_verified(game: str) -> None:
    played, proof = verify(fair(game).encode())
    assert played.over
    assert proof.names == ("Anna: a b", "Mary", "Ben ü")
    assert proof.commitment == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    assert fair(game).endswith(f"sha256: {proof.digest(played)}\n")
    assert sh.replay(fair(game)) == played  # every other reader of records reads it too


def test_the_seed_follows_from_the_documented_formula() -> None:
    """docs/table.md describes how to compute it with other tools."""
    ruleset = game_spec("hanataz").ruleset(2)
    by_hand = hashlib.sha256(
        b"silverhook seed 1\n"
        b"secret " + SECRET.encode() + b"\n"
        b"table t\n"
        b'ruleset {"cards":"","edition":"%s","game":"hanataz","options":{},"players":2,"version":%d}\n'
        b"nonce 0 aa\nnonce 1 bb\n" % (ruleset.edition.encode(), ruleset.version)
    ).digest()
    assert fairness.seed(SECRET, "t", ruleset, {1: "bb", 0: "aa"}) == by_hand


def test_every_altered_byte_is_detected() -> None:
    whole, chance = fair("hanataz").encode(), random.Random(1)
    for at in range(len(whole)):
        other = chance.choice([byte for byte in (*b"0a \n\x00Z", whole[at] ^ 32, whole[at] ^ 1) if byte != whole[at]])
        refused(whole[:at] + bytes([other]) + whole[at + 1 :])


def test_removed_or_added_text_is_detected() -> None:
    whole, chance = fair("hanataz").encode(), random.Random(2)
    for at in [*range(0, len(whole), 41), len(whole) - 1]:
        refused(whole[:at])
        refused(whole[at + 1 :])
        refused(whole[:at] + whole[at + 1 :])
        refused(whole[:at] + bytes([chance.randrange(256)]) + whole[at:])
    for end in (b"\n", b" ", b"\r", b"\x00", whole):
        refused(whole + end)
    refused(whole.replace(b"\n", b"\r\n"))


def test_every_altered_or_removed_line_is_detected() -> None:
    lines = fair().split("\n")
    for at, line in enumerate(lines[:-1]):
        refused("\n".join([*lines[:at], *lines[at + 1 :]]))
        refused("\n".join([*lines[:at], line + "0", *lines[at + 1 :]]))
        refused("\n".join([*lines[:at], line, line, *lines[at + 1 :]]))


FORGERIES = [
    ("game:", "game: hanataz", "line"),
    ("version:", "version: 99", "rules version"),
    ("edition:", "edition: tokens", "the seed is wrong"),
    ("players:", "players: 2", "each of its 2 players"),
    ("seed:", "seed: " + "0" * 64, "the seed is wrong"),
    ("option reshuffle", None, "the seed is wrong"),
    ("table:", "table: table2", "the seed is wrong"),
    ("table:", None, 'no line "table'),
    ("commitment:", "commitment: " + "0" * 64, "not the secret that was promised"),
    ("commitment:", "commitment: lots", "64 hexadecimal digits"),
    ("commitment:", None, 'no line "commitment'),
    ("secret:", "secret: " + "0" * 64, "not the secret that was promised"),
    ("secret:", "secret: " + SECRET.upper(), "64 hexadecimal digits"),
    ("nonce 0:", "nonce 0: " + "ac" * 16, "the seed is wrong"),
    ("nonce 0:", "nonce 1: " + "ab" * 16, "the seed is wrong"),
    ("nonce 0:", None, "the seed is wrong"),
    ("seat 1:", None, "each of its 3 players"),
    ("seat 2:", "seat 3: Ben", "each of its 3 players"),
    ("0 ", "0 dance", "none of"),
    ("result:", "result: 1 2 3", "the actions lead to"),
    ("winners:", "winners: 0 1 2", "the actions lead to"),
    ("winners:", None, "winners"),
]


@pytest.mark.parametrize("beginning, new, message", FORGERIES)
def test_a_forger_who_recomputes_the_last_line_is_detected(beginning: str, new: str | None, message: str) -> None:
    assert re.search(message, refused(rehashed(changed(fair(), beginning, new))))


def test_a_commitment_made_afterwards_differs_from_the_published_one() -> None:
    """Another secret with its own commitment gives another seed, and players know the original commitment."""
    forged = changed(fair(), "secret:", "secret: " + "0" * 64)
    forged = changed(forged, "commitment:", "commitment: " + fairness.commitment("0" * 64))
    assert "the seed is wrong" in refused(rehashed(forged))


def test_a_consistent_forgery_has_another_digest() -> None:
    """Names are not proven, but a player who noted the digest at the end sees that the record is another one."""
    forged = rehashed(changed(fair(), "seat 1:", "seat 1: Mallory"))
    (played, mine), (again, other) = verify(fair().encode()), verify(forged.encode())
    assert mine.digest(played) != other.digest(again)
    verify(fair().encode(), [mine.digest(played), mine.commitment.upper()])
    with pytest.raises(sh.RecordError, match="it is not the record of"):
        verify(forged.encode(), [mine.commitment, mine.digest(played)])


def test_a_record_without_proof_is_refused_as_such() -> None:
    game = sh.new("deckhand", seed=1)
    assert "was not written by a table" in refused(game.record())


def test_a_record_that_is_cut_off_is_refused_as_such() -> None:
    assert "the record is cut off" in refused(fair()[: fair().rfind("sha256: ")])


def test_an_unfinished_game_is_not_verified() -> None:
    ruleset = game_spec("deckhand").ruleset(2)
    game = sh.Game(sh.rules(ruleset), fairness.seed(SECRET, "t", ruleset, {}))
    proof = Proof("t", SECRET, fairness.commitment(SECRET), {}, ("A", "B"))
    assert "not over" in refused(write_fair(game, proof))


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "silverhook", *args], capture_output=True, text=True, timeout=PATIENCE)


def test_the_command_says_what_the_record_proves(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(fair().encode())
    done = run("verify", str(file))
    assert done.returncode == 0, done.stderr
    assert fairness.commitment(SECRET) in done.stdout
    assert run("verify", str(file), "--noted", fairness.commitment(SECRET)).returncode == 0
    assert run("verify", str(file), "--noted", "00").returncode == 2
    assert re.search(r"all \d+ actions are legal and lead to the result: .+ won", done.stdout)
    told = run("replay", str(file)).stdout
    assert "Anna: a b" in told and "Ben ü" in told
    file.write_bytes(fair().encode().replace(b"Mary", b"Mara"))
    done = run("verify", str(file))
    assert done.returncode == 2
    assert re.fullmatch(r"silverhook: \S+game.txt: line \d+: the sha256 is wrong: .*\n", done.stderr)
    done = run("verify", str(tmp_path / "nothing"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be read" in done.stderr


def test_a_saved_record_reads_the_same_with_other_line_ends(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_bytes(fair().replace("\n", "\r\n").encode())
    assert records.load(tmp_path / "game.txt").over
