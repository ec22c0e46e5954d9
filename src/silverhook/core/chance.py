# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
"""Chance inside the record: ChaCha8 keyed by a 256-bit seed.

Nobody who sees part of the stream can tell the rest of it, and it is the same on every machine.
"""

import cython
from cython import address

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())

MASK32 = 0xFFFFFFFF
C0, C1, C2, C3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574  # "expand 32-byte k"



def seed_chance(c, key):
    """Start the stream of a key of eight 32-bit words."""
    for i in range(8):
        c.key[i] = key[i]
    c.counter = 0
    c.used = 16


def rotate(v, n):
    return ((v << n) | (v >> (32 - n))) & MASK32


def quarter(x, a, b, c, d):
    x[a] = (x[a] + x[b]) & MASK32
    x[d] = rotate(x[d] ^ x[a], 16)
    x[c] = (x[c] + x[d]) & MASK32
    x[b] = rotate(x[b] ^ x[c], 12)
    x[a] = (x[a] + x[b]) & MASK32
    x[d] = rotate(x[d] ^ x[a], 8)
    x[c] = (x[c] + x[d]) & MASK32
    x[b] = rotate(x[b] ^ x[c], 7)


def next_block(c, rounds):
    """Fill the block with the next sixteen numbers of the stream."""
    x = cython.declare(cython.uint[16])
    start = cython.declare(cython.uint[16])
    start[0], start[1], start[2], start[3] = C0, C1, C2, C3
    for i in range(8):
        start[4 + i] = c.key[i]
    start[12], start[13], start[14], start[15] = c.counter, 0, 0, 0
    for i in range(16):
        x[i] = start[i]
    for _ in range(rounds // 2):
        quarter(x, 0, 4, 8, 12)
        quarter(x, 1, 5, 9, 13)
        quarter(x, 2, 6, 10, 14)
        quarter(x, 3, 7, 11, 15)
        quarter(x, 0, 5, 10, 15)
        quarter(x, 1, 6, 11, 12)
        quarter(x, 2, 7, 8, 13)
        quarter(x, 3, 4, 9, 14)
    for i in range(16):
        c.block[i] = (x[i] + start[i]) & MASK32
    c.counter += 1
    c.used = 0


def next_number(c):
    """The next 32 bits of the stream."""
    if c.used == 16:
        next_block(c, ROUNDS)
    c.used += 1
    return c.block[c.used - 1]


def below(c, n):
    """A number from 0 to n - 1, each exactly as likely (Lemire's method with rejection)."""
    if n <= 1:
        return 0
    m: cython.ulonglong = cython.cast(cython.ulonglong, next_number(c)) * n
    if (m & MASK32) < n:
        reject: cython.ulonglong = (MASK32 - n + 1) % n
        while (m & MASK32) < reject:
            m = cython.cast(cython.ulonglong, next_number(c)) * n
    return m >> 32


def stream(key: bytes, blocks: int, rounds: int = 8) -> bytes:
    """The first blocks of the stream of a key, for comparison with other implementations."""
    if len(key) != 32 or rounds % 2:
        raise ValueError("a key has 32 bytes, and rounds come in pairs")
    words = cython.declare(cython.uint[8])
    for i in range(8):
        words[i] = int.from_bytes(key[4 * i : 4 * i + 4], "little")
    c: Chance
    if not cython.compiled:
        c = Chance()
    seed_chance(address(c), words)
    out = bytearray()
    for _ in range(blocks):
        next_block(address(c), rounds)
        for i in range(16):
            out += int(c.block[i]).to_bytes(4, "little")
    return bytes(out)
