"""Secrets in links: who holds one holds a seat, or is the host. Only their hashes are stored."""

from __future__ import annotations

import hashlib
import re
import secrets

from silverhook.table.errors import BadNonce

__all__ = ["checked_nonce", "hashed", "new_id", "new_nonce", "new_secret", "new_token"]

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike


def new_token() -> str:
    """A token of 256 bits: nobody guesses it, so a plain hash keeps it safe."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_id() -> str:
    """The name of a new table."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def new_secret() -> str:
    """The table's own share of a deal, in hexadecimal digits."""
    return secrets.token_hex(32)


def new_nonce() -> str:
    """A seat's share of a deal; made by the client, so that the server could not foresee it."""
    return secrets.token_hex(16)


def checked_nonce(nonce: str) -> str:
    """A nonce as it goes into the seed: 32 to 128 hexadecimal digits, lower case."""
    if not isinstance(nonce, str) or not re.fullmatch(r"(?:[0-9a-fA-F]{2}){16,64}", nonce):
        raise BadNonce("a nonce is 16 to 64 random bytes in hexadecimal digits")
    return nonce.lower()
