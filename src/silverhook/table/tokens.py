"""Tokens: the secrets in links that hold a seat or make somebody the host. Only their hashes are stored."""

from __future__ import annotations

import hashlib
import re
import secrets

from silverhook.table.errors import BadNonce, NotAllowed

__all__ = ["checked_nonce", "checked_token", "hashed", "is_id", "new_id", "new_nonce", "new_secret", "new_token"]

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # no look-alikes


def new_token() -> str:
    """A token of 256 bits. Nobody can guess it, so a plain hash protects it."""
    return secrets.token_urlsafe(32)


def checked_token(token: str) -> str:
    """A token in the form that this server gives out, which nobody can guess; NotAllowed for anything else."""
    if not isinstance(token, str) or not re.fullmatch(r"[\w-]{43}", token, re.ASCII):
        raise NotAllowed("this is not a token; leave it out to get one")
    return token


def hashed(token: str) -> str:
    """The hash of a token, as it is stored."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_id() -> str:
    """A name for a new table."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def is_id(text: str) -> bool:
    """Whether a text has the form of a table's name."""
    return isinstance(text, str) and re.fullmatch(rf"[{_LETTERS}]{{12}}", text) is not None


def new_secret() -> str:
    """The table's share of a deal, in hexadecimal digits."""
    return secrets.token_hex(32)


def new_nonce() -> str:
    """A player's share of a deal. The client makes it, so the server cannot foresee it."""
    return secrets.token_hex(16)


def checked_nonce(nonce: str) -> str:
    """A nonce as it goes into the seed: 32 to 128 hexadecimal digits, lower case."""
    if not isinstance(nonce, str) or not re.fullmatch(r"(?:[0-9a-fA-F]{2}){16,64}", nonce):
        raise BadNonce("a nonce must be 16 to 64 random bytes in hexadecimal digits")
    return nonce.lower()
