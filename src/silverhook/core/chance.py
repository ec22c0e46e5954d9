# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
"""The random stream inside the record: ChaCha8 with a 256-bit key.

Part of the stream does not reveal the rest. The stream is the same on every machine.
"""

import cython
from cython import address

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())

C0, C1, C2, C3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574  # "expand 32-byte k"


def seed_chance(c, key):
    """Start the stream of a key of eight 32-bit words."""
    for i in range(8):
        c.key[i] = key[i]
    c.counter = 0
    c.used = HALVES


def next_block(c, rounds):
    """Fill the block with the next sixteen numbers of the stream.

    The sixteen words are four rows. A round works on all four columns at once. Then the rows are rotated, so that
    the next round's columns are this round's diagonals, and rotated back. (Compilers vectorize this.)
    """
    a = cython.declare(cython.uint[4])
    b = cython.declare(cython.uint[4])
    e = cython.declare(cython.uint[4])
    d = cython.declare(cython.uint[4])
    a[0], a[1], a[2], a[3] = C0, C1, C2, C3
    d[0], d[1], d[2], d[3] = c.counter, 0, 0, 0
    for i in range(4):
        b[i] = c.key[i]
        e[i] = c.key[4 + i]
    turn = 1
    for _ in range(rounds):
        for i in range(4):
            a[i] = (a[i] + b[i]) & MASK32
            d[i] ^= a[i]
            d[i] = ((d[i] << 16) | (d[i] >> 16)) & MASK32
            e[i] = (e[i] + d[i]) & MASK32
            b[i] ^= e[i]
            b[i] = ((b[i] << 12) | (b[i] >> 20)) & MASK32
            a[i] = (a[i] + b[i]) & MASK32
            d[i] ^= a[i]
            d[i] = ((d[i] << 8) | (d[i] >> 24)) & MASK32
            e[i] = (e[i] + d[i]) & MASK32
            b[i] ^= e[i]
            b[i] = ((b[i] << 7) | (b[i] >> 25)) & MASK32
        turn_row(b, turn)
        turn_row(e, 2)
        turn_row(d, 4 - turn)
        turn = 4 - turn
    c.block[0] = (a[0] + C0) & MASK32
    c.block[1] = (a[1] + C1) & MASK32
    c.block[2] = (a[2] + C2) & MASK32
    c.block[3] = (a[3] + C3) & MASK32
    for i in range(4):
        c.block[4 + i] = (b[i] + c.key[i]) & MASK32
        c.block[8 + i] = (e[i] + c.key[4 + i]) & MASK32
        c.block[12 + i] = d[i]
    c.block[12] = (c.block[12] + c.counter) & MASK32
    c.counter += 1
    c.used = 0


def turn_row(x, n):
    """Rotate a row of four words by n places to the left."""
    y = cython.declare(cython.uint[4])
    for i in range(4):
        y[i] = x[(i + n) & 3]
    for i in range(4):
        x[i] = y[i]


def next_number(c):
    """The next 32 bits of the stream."""
    c.used += c.used & 1
    if c.used >= HALVES:
        next_block(c, ROUNDS)
    c.used += 2
    return c.block[(c.used >> 1) - 1]


def next_half(c):
    """The next 16 bits of the stream: enough for any pile of cards, at half the cost."""
    if c.used >= HALVES:
        next_block(c, ROUNDS)
    i = c.used
    c.used += 1
    return (c.block[i >> 1] >> ((i & 1) << 4)) & MASK16


def below(c, n):
    """A uniform number from 0 to n - 1, n at most 65,536 (Lemire's method with rejection)."""
    if n <= 1:
        return 0
    m = next_half(c) * n
    if (m & MASK16) < n:
        reject = (MASK16 + 1 - n) % n
        while (m & MASK16) < reject:
            m = next_half(c) * n
    return m >> 16


def stream(key: bytes, blocks: int, rounds: int = 8) -> bytes:
    """The first blocks of the stream of a key, for comparison with other implementations."""
    if len(key) != 32 or rounds % 2:
        raise ValueError("a key has 32 bytes, and rounds come in pairs")
    c: Chance
    if not cython.compiled:
        c = Chance()
    seed_from_bytes(address(c), key)
    out = bytearray()
    for _ in range(blocks):
        next_block(address(c), rounds)
        for i in range(16):
            out += int(c.block[i]).to_bytes(4, "little")
    return bytes(out)


def numbers(key: bytes, n: int, count: int) -> list[int]:
    """The first numbers from 0 to n - 1 that the stream of a key gives."""
    c: Chance
    if not cython.compiled:
        c = Chance()
    seed_from_bytes(address(c), key)
    return [below(address(c), n) for _ in range(count)]


def seed_from_bytes(c, key):
    """Start the stream of a key of 32 bytes."""
    for i in range(8):
        c.key[i] = int.from_bytes(key[4 * i : 4 * i + 4], "little")
    c.counter = 0
    c.used = HALVES
