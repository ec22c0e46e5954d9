"""The access code of a club: whoever knows it gets a pass, as a cookie, and may use the whole server.

The server keeps neither code nor pass. The pass is a slow hash of the code, and the server keeps a fast hash of the
pass, so that checking a request costs next to nothing and a stolen configuration opens nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

from starlette.types import Scope

from silverhook.core.errors import SilverhookError
from silverhook.server.errors import TooMany, WrongCode
from silverhook.server.limits import RateLimiter

__all__ = ["COOKIE", "AccessCode", "AccessDesk"]

COOKIE = "silverhook-access"
SHORTEST, LONGEST = 6, 200
_AGE = 400 * 86_400  # seconds that a browser keeps the pass; no browser keeps a cookie longer
_SALT = b"silverhook access"  # of a code that is not stored anywhere; the same in every process
_STORED = re.compile(r"scrypt:([0-9a-f]{32}):([0-9a-f]{64})")


@dataclass(frozen=True)
class AccessCode:
    """What is kept of an access code."""

    salt: bytes
    digest: bytes  # of the pass

    @classmethod
    def of(cls, text: str) -> AccessCode:
        """The code itself, or a hash of one that `silverhook admin access-code` has made."""
        if stored := _STORED.fullmatch(text.strip()):
            return cls(bytes.fromhex(stored[1]), bytes.fromhex(stored[2]))
        return cls.new(text, _SALT)

    @classmethod
    def new(cls, code: str, salt: bytes | None = None) -> AccessCode:
        """What to keep of a code."""
        if not SHORTEST <= len(_tidy(code)) <= LONGEST:
            raise SilverhookError(f"an access code has {SHORTEST} to {LONGEST} characters")
        salt = salt or secrets.token_bytes(16)
        return cls(salt, _digest(_pass(code, salt)))

    @property
    def stored(self) -> str:
        """The hash, to be given instead of the code."""
        return f"scrypt:{self.salt.hex()}:{self.digest.hex()}"

    def pass_for(self, code: str) -> str | None:
        """The pass for a code, None if the code is wrong; this takes a while on purpose."""
        found = _pass(code, self.salt)
        return found if self.opens(found) else None

    def opens(self, held: str) -> bool:
        """Whether a pass is the right one, in a time that tells nothing about it."""
        return hmac.compare_digest(_digest(held), self.digest)


class AccessDesk:
    """Gives passes to whoever knows the code, and looks at the passes of requests. Without a code, all may enter."""

    def __init__(self, code: str | None, attempts: RateLimiter) -> None:
        self._code = AccessCode.of(code) if code else None
        self._attempts = attempts
        self._one = asyncio.Semaphore()  # one slow hash at a time

    def admits(self, scope: Scope) -> bool:
        """Whether a request carries the pass, or needs none."""
        return self._code is None or any(self._code.opens(held) for held in _passes(scope))

    async def enter(self, code: str, address: str) -> str | None:
        """The cookie's value for a code; None if no pass is needed. WrongCode or TooMany if there is none."""
        if self._code is None:
            return None
        if not self._attempts.of(address).take():
            raise TooMany("too many attempts; wait a minute")
        async with self._one:
            held = await asyncio.to_thread(self._code.pass_for, code)
        if held is None:
            raise WrongCode
        return held

    @staticmethod
    def cookie(held: str, secure: bool) -> str:
        """The Set-Cookie header for a pass."""
        ends = "; Secure" if secure else ""
        return f"{COOKIE}={held}; Path=/; Max-Age={_AGE}; HttpOnly; SameSite=Strict{ends}"


def _tidy(code: str) -> str:
    return " ".join(code.split())


def _pass(code: str, salt: bytes) -> str:
    return hashlib.scrypt(_tidy(code).encode(), salt=salt, n=2**14, r=8, p=1, dklen=32).hex()


def _digest(held: str) -> bytes:
    return hashlib.sha256(held.encode()).digest()


def _passes(scope: Scope) -> list[str]:
    """The passes in a request's cookies."""
    found = []
    for name, value in scope["headers"]:
        if name == b"cookie":
            cookies: SimpleCookie = SimpleCookie()
            try:
                cookies.load(value.decode("latin-1"))
            except CookieError:
                continue
            found += [cookies[COOKIE].value] if COOKIE in cookies else []
    return found
