"""The generator: ChaCha with eight rounds, and numbers without bias."""

from __future__ import annotations

from collections import Counter

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

from silverhook.core.chance import numbers, stream

KEYS = [bytes(32), bytes(range(32)), b"\xff" * 32]

# The published figures for ChaCha8 with a 256-bit key of zeros (Strombergson's test vectors, TC1).
ZERO_KEY_BLOCK = bytes.fromhex(
    "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
)


@pytest.mark.parametrize("key", KEYS)
def test_with_twenty_rounds_it_is_the_chacha20_of_another_implementation(key: bytes) -> None:
    cipher = Cipher(algorithms.ChaCha20(key, bytes(16)), mode=None).encryptor()
    assert stream(key, 8, rounds=20) == cipher.update(bytes(8 * 64))


def test_with_eight_rounds_it_gives_the_published_figures() -> None:
    assert stream(bytes(32), 1, rounds=8) == ZERO_KEY_BLOCK


def test_bounded_numbers_are_the_stream_scaled_by_lemires_method() -> None:
    words = stream(KEYS[1], 4)
    halves = [int.from_bytes(words[i : i + 2], "little") for i in range(0, len(words), 2)]
    wanted = [half * 52 >> 16 for half in halves if (half * 52 & 0xFFFF) >= 2**16 % 52]
    assert numbers(KEYS[1], 52, 120) == wanted[:120]


@pytest.mark.parametrize("n", [2, 3, 6, 7, 57])
def test_bounded_numbers_are_even(n: int) -> None:
    count = 40_000
    seen = Counter(numbers(KEYS[2], n, count))
    assert set(seen) == set(range(n))
    chi2 = sum((seen[k] - count / n) ** 2 / (count / n) for k in range(n))
    assert chi2 < n + 6 * (2 * n) ** 0.5  # six standard deviations above its mean


def test_a_rejected_word_is_not_used() -> None:
    """With n just above half the range nearly every second word has to be thrown away."""
    n = 2**15 + 1
    words = stream(KEYS[0], 8)
    halves = [int.from_bytes(words[i : i + 2], "little") for i in range(0, len(words), 2)]
    kept = [half * n >> 16 for half in halves if (half * n & 0xFFFF) >= 2**16 % n]
    assert len(kept) < 0.6 * len(halves)
    assert numbers(KEYS[0], n, len(kept)) == kept


def test_one_possibility_takes_nothing_from_the_stream() -> None:
    assert numbers(KEYS[0], 1, 3) == [0, 0, 0]


def test_a_key_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        stream(b"short", 1)
