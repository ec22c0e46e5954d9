# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
# mypy: ignore-errors
"""A record in canonical bytes, the same from both engines, and back.

It contains only what matters: the cards in zones, the pending steps, the key of the random stream and the
stream's position.
"""

import cython
from cython import address

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())


def pack_record(g, zones, cards):
    """The bytes of a position. Two positions have equal bytes exactly if they have the same future."""
    out = bytearray()
    for i in range(8):
        out += int(g.chance.key[i]).to_bytes(4, "little")
    for number in (g.chance.counter, g.chance.used, g.batches, g.depth, g.to_act, g.over):
        out += int(number).to_bytes(4, "little", signed=True)
    for i in range(MAX_COUNTS):
        out += int(g.count[i]).to_bytes(4, "little", signed=True)
    for z in range(zones):
        out.append(g.size[z])
        for i in range(g.size[z]):
            out.append(g.cards[z][i])
    for card in range(cards):
        out += bytes((g.knows[card], g.mark[card], g.bound[card]))
        out += int(g.batch[card]).to_bytes(2, "little") + int(g.since[card]).to_bytes(2, "little")
    for i in range(g.depth):
        out += bytes((g.steps[i].op, g.steps[i].card, g.steps[i].you & 255, g.steps[i].enemy & 255, g.steps[i].shows))
        out += int(g.steps[i].pc).to_bytes(2, "little", signed=True)
        out += int(g.steps[i].n).to_bytes(2, "little", signed=True)
        out += bytes((g.steps[i].count, g.steps[i].moved, g.steps[i].last, g.steps[i].named))
    return bytes(out)


def unpack_record(g, data, zones, cards, players):
    """Read the bytes of a position into a cleared record; ValueError if they are not a position."""
    reader = Reader(data)
    for i in range(8):
        g.chance.key[i] = reader.number(4, False)
    counter = reader.between(0, 2**31 - 1)
    used = reader.between(0, HALVES)
    g.batches = reader.between(0, 65535)
    g.depth = reader.between(0, MAX_STEPS)
    g.to_act = reader.between(-1, players - 1)
    g.over = reader.between(0, 1)
    g.chance.counter = counter
    if counter:  # the block is the stream's, so it need not be written
        g.chance.counter = counter - 1
        next_block(address(g.chance), ROUNDS)
    g.chance.used = used
    for i in range(MAX_COUNTS):
        g.count[i] = reader.number(4, True)
    missing = set(range(cards))
    for z in range(zones):
        g.size[z] = reader.zone_size()
        for i in range(g.size[z]):
            g.cards[z][i] = reader.card(missing)
    if missing:
        raise ValueError(f"cards are missing: {sorted(missing)}")
    for card in range(cards):
        g.knows[card], g.mark[card], g.bound[card] = [reader.number(1, False) for _ in range(3)]
        g.batch[card], g.since[card] = reader.number(2, False), reader.number(2, False)
    for i in range(g.depth):
        g.steps[i].op, g.steps[i].card = reader.number(1, False), reader.number(1, False)
        g.steps[i].you, g.steps[i].enemy = reader.number(1, True), reader.number(1, True)
        g.steps[i].shows = reader.number(1, False)
        g.steps[i].pc, g.steps[i].n = reader.number(2, True), reader.number(2, True)
        g.steps[i].count, g.steps[i].moved = reader.number(1, False), reader.number(1, False)
        g.steps[i].last, g.steps[i].named = reader.number(1, False), reader.number(1, False)
    reader.finish()


class Reader:
    """Reads the numbers of a position one after the other; ValueError for an impossible number."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def number(self, size, signed):
        part = self.data[self.at : self.at + size]
        if len(part) < size:
            raise ValueError("it is too short")
        self.at += size
        return int.from_bytes(part, "little", signed=signed)

    def between(self, least, most):
        number = self.number(4, True)
        if not least <= number <= most:
            raise ValueError(f"{number} is not between {least} and {most}")
        return number

    def zone_size(self):
        size = self.number(1, False)
        if size > MAX_CARDS:
            raise ValueError("a zone is too large")
        return size

    def card(self, missing):
        card = self.number(1, False)
        if card != NO_CARD:
            if card not in missing:
                raise ValueError(f"card {card} lies in two places or does not exist")
            missing.discard(card)
        return card

    def finish(self):
        if self.at != len(self.data):
            raise ValueError("it is too long")
