"""The record of a game played at a table, with the proof that the deal was fair and the record is unchanged."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from silverhook.core.errors import RecordError
from silverhook.core.game import Game
from silverhook.core.record_text import TextRecord, read, write
from silverhook.records import fairness
from silverhook.records.replay import begin, replay

__all__ = ["Proof", "verify", "write_fair"]


@dataclass(frozen=True)
class Proof:
    """Where a seed comes from: the table, its secret and what was promised of it, and each person's nonce.

    A table that was given its cards has an origin in their place, and nothing that would prove the deal.
    """

    table: str
    secret: str = ""
    commitment: str = ""
    nonces: Mapping[int, str] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    origin: str = ""  # "lesson", or "continued from TABLE after N actions"
    log: str = ""  # the digest of the table's log; records of old have none

    def fields(self) -> dict[str, str]:
        """The proof as fields of a record."""
        dealt = {"commitment": self.commitment, "secret": self.secret}
        return {
            "table": self.table,
            **({"origin": self.origin} if self.origin else dealt),
            **{f"nonce {seat}": self.nonces[seat] for seat in sorted(self.nonces)},
            **{f"seat {seat}": name for seat, name in enumerate(self.names)},
            **({"log": self.log} if self.log else {}),
        }

    def digest(self, game: Game) -> str:
        """The SHA-256 of the record above its last line. With it you can recognise the record."""
        return hashlib.sha256(write(game, self.fields()).encode()).hexdigest()


def write_fair(game: Game, proof: Proof) -> str:
    """The record of a game with its proof; the last line is the SHA-256 of all above it."""
    return f"{write(game, proof.fields())}sha256: {proof.digest(game)}\n"


def verify(data: bytes, noted: Iterable[str] = ()) -> tuple[Game, Proof]:
    """The game of a fair record. A RecordError says which check fails.

    `noted` are commitments and digests that a player wrote down at the table; the record must contain them.

    It proves that no byte was changed since the record was written, that the secret is the one that was
    promised, that the seed follows from it and from everybody's nonces, that each action was legal for the
    seat that took it, and that the result is what they lead to. Of a table that was given its cards (`origin`)
    it proves nothing about the deal.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise RecordError("this is not text in UTF-8, so it is no record") from None
    record = read(text)
    _check_bytes(record, text)
    proof = _proof(record)
    if not proof.origin:
        _check_deal(record, proof)
    game = replay(text)
    if not game.over:
        raise RecordError("the game is not over; the record of a table is written when it is")
    if write_fair(game, proof) != text:
        raise RecordError("the record is not written as Silverhook writes it, so it was changed")
    for number in noted:
        if not number.strip() or number.strip().lower() not in (proof.commitment, record.proof["sha256"]):
            raise RecordError(
                f"it proves itself, but it is not the record of {number.strip()[:80]}: that is neither its "
                "commitment nor its sha256, so it is another game or a forgery"
            )
    return game, proof


def _check_deal(record: TextRecord, proof: Proof) -> None:
    if fairness.commitment(proof.secret) != proof.commitment:
        raise _wrong(record, "secret", "it is not the secret that was promised: its SHA-256 is not the commitment")
    dealt = begin(record)
    if dealt.seed != fairness.seed(proof.secret, proof.table, dealt.ruleset, proof.nonces):
        raise _wrong(record, "seed", "it does not follow from secret, table, ruleset and nonces")


def _check_bytes(record: TextRecord, text: str) -> None:
    if "sha256" not in record.proof:
        if "table" in record.proof:
            raise RecordError('the record is cut off: its last line, "sha256: ...", is missing; fetch it once more')
        raise RecordError(
            'the record has no line "sha256: ...", so it was not written by a table: it can be replayed, not verified'
        )
    above = text[: text.rfind("sha256: ")]
    if hashlib.sha256(above.encode()).hexdigest() != record.proof["sha256"]:
        raise _wrong(record, "sha256", "it is not that of the lines above, so the record was changed")


def _proof(record: TextRecord) -> Proof:
    given = "origin" in record.proof
    for name in ("table",) if given else ("table", "commitment", "secret"):
        if name not in record.proof:
            raise RecordError(f'the record has no line "{name}: ..."; without it nothing can be proved')
    if given:
        _check_origin(record)
    if not re.fullmatch("[0-9a-f]{64}|", record.proof.get("log", "")):
        raise _wrong(record, "log", "it has 64 hexadecimal digits")
    for name in ("commitment", "secret"):
        if not given and not re.fullmatch("[0-9a-f]{64}", record.proof[name]):
            raise _wrong(record, name, "it has 64 hexadecimal digits")
    seats = sorted(name for name in record.proof if name.startswith("seat "))
    if seats != [f"seat {seat}" for seat in range(len(seats))] or str(len(seats)) != record.fields["players"]:
        raise RecordError(
            f'the record must name each of its {record.fields["players"]} players once, as "seat 0: Anna"'
        )
    return Proof(
        record.proof["table"],
        record.proof.get("secret", ""),
        record.proof.get("commitment", ""),
        {int(name[6:]): value for name, value in record.proof.items() if name.startswith("nonce ")},
        tuple(record.proof[seat] for seat in seats),
        record.proof.get("origin", ""),
        record.proof.get("log", ""),
    )


def _check_origin(record: TextRecord) -> None:
    """A table that was given its cards says from where, and promises nothing."""
    found = re.fullmatch(r"lesson|continued from \S+ after (\d{1,9}) actions", record.proof["origin"])
    if not found:
        raise _wrong(record, "origin", 'it is "lesson", or as "continued from TABLE after 12 actions"')
    if found[1] and int(found[1]) >= len(record.actions):
        raise _wrong(record, "origin", f"the game has {len(record.actions)} actions, so it cannot go on after those")
    for name in record.proof:
        if name in ("commitment", "secret") or name.startswith("nonce "):
            raise _wrong(record, name, "where the cards were given nothing was promised")


def _wrong(record: TextRecord, name: str, why: str) -> RecordError:
    return RecordError.at(record.lines[name], f"the {name} is wrong: {why}")
