"""Seeds: 256 bits, given as a number, as 32 bytes or as 64 hexadecimal digits."""

from __future__ import annotations

import os
import re

from silverhook.core.errors import SeedError

__all__ = ["Seed", "seed_bytes"]

Seed = int | bytes | str | None


def seed_bytes(seed: Seed) -> bytes:
    """The 32 bytes of a seed; for None, fresh random bytes from the operating system."""
    if seed is None:
        return os.urandom(32)
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    if isinstance(seed, str) and re.fullmatch(r"[0-9a-fA-F]{64}", seed):
        return bytes.fromhex(seed)
    if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 2**256:
        return seed.to_bytes(32, "little")
    raise SeedError(f"a seed is a number from 0 to 2**256 - 1, 32 bytes or 64 hexadecimal digits, not {_short(seed)}")


def _short(seed: object) -> str:
    text = repr(seed)
    return text if len(text) <= 40 else f"{text[:37]}... ({type(seed).__name__})"
