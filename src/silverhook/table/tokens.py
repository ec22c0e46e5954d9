"""Secrets in links: who holds one holds a seat, or is the host. Only their hashes are stored."""

from __future__ import annotations

import hashlib
import re
import secrets

from silverhook.table.errors import BadNonce, NotAllowed

__all__ = ["checked_nonce", "checked_token", "hashed", "is_id", "new_id", "new_nonce", "new_secret", "new_token"]

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike


def new_token() -> str:
    """A token of 256 bits: nobody guesses it, so a plain hash keeps it safe."""
    return secrets.token_urlsafe(32)


def checked_token(token: str) -> str:
    """A token that was given out before: none that somebody could guess is taken for one."""
    if not isinstance(token, str) or not re.fullmatch(r"[\w-]{43}", token, re.ASCII):
        raise NotAllowed("this is no token; leave it out to be given one")
    return token


def hashed(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_id() -> str:
    """The name of a new table."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def is_id(text: str) -> bool:
    """Whether a text could be the name of a table."""
    return isinstance(text, str) and re.fullmatch(rf"[{_LETTERS}]{{12}}", text) is not None


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
