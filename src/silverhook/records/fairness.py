"""The fair deal: a secret that the table commits to, a nonce from every person, and the seed derived from both.

Before anybody sits down, a table publishes the SHA-256 of its secret. Each person adds a nonce when taking a
seat. The seed is the SHA-256 of all of it, so that neither the table nor a player alone can choose the cards.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from silverhook.core.ruleset import Ruleset

__all__ = ["commitment", "seed"]


def commitment(secret: str) -> str:
    """The commitment to a secret of 64 hexadecimal digits: the SHA-256 of its 32 bytes."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seed(secret: str, table: str, ruleset: Ruleset, nonces: Mapping[int, str]) -> bytes:
    """The seed of a table: the SHA-256 of these lines, in this order, each with its name and a line end."""
    lines = [
        "silverhook seed 1",
        f"secret {secret}",
        f"table {table}",
        f"ruleset {json.dumps(ruleset.to_json(), sort_keys=True, separators=(',', ':'))}",
        *(f"nonce {seat} {nonces[seat]}" for seat in sorted(nonces)),
    ]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).digest()
