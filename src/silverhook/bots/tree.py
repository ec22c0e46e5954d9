# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
"""Information-set Monte-Carlo tree search: one tree of what the searching seat can tell apart.

Each simulation deals the hidden cards anew, goes down the tree by the actions that this deal allows,
adds one node and plays on to the end. Every player is taken to play for themselves (max^n). How often
an action could have been chosen counts beside how often it was, so that actions which few deals allow
are not explored more than they deserve (Cowling, Powley and Whitehouse 2012).
"""

import cython
from cython import address

from silverhook.core.seeds import seed_bytes

if not cython.compiled:
    from math import log, sqrt

    from silverhook.core.interpreted import stand_in

    stand_in(globals())

FULL_LEAD = 20.0  # points of lead that count as all the lead there is


class Tree:
    """The search of one decision; `think` may be called again and again to search on."""

    def __init__(self, game: Game, seat: cython.int, room: cython.int, seed, exploration=0.7, margin=0.1, smart=True):
        self.game = game
        self.rules = game.rules
        self.seat = seat
        self.room = room
        self.used = 1
        self.exploration = exploration
        self.margin = margin
        self.smart = smart
        if cython.compiled:
            self.nodes = cython.cast(cython.pointer(Node), malloc(room * cython.sizeof(Node)))
            if not self.nodes:
                raise MemoryError
        else:
            self.nodes, self.keys = [Node() for _ in range(room)], Chance()
        clear_node(address(self.nodes[0]), -1)
        seed_from_bytes(address(self.keys), seed_bytes(seed))
        self.seed = next_number(address(self.keys)) | 1

    def __dealloc__(self):
        free(self.nodes)

    def think(self, simulations: cython.int) -> None:
        """So many more simulations; the GIL is released meanwhile."""
        with cython.nogil:
            self.run(simulations)

    def children(self) -> list[tuple[int, int, float]]:
        """For each action at the root: how often it was tried, and what it was worth to the seat on average."""
        result = []
        child = self.nodes[0].first
        while child:
            node = address(self.nodes[child])
            result.append((node.action, node.visits, node.value[self.seat] / node.visits if node.visits else 0.0))
            child = node.next
        return result

    def run(self, simulations):
        x: Scratch
        g: Record
        if not cython.compiled:
            x, g = Scratch(), Record()
        for _ in range(simulations):
            copy_record(address(g), self.game.state)
            self.simulate(address(g), address(x))

    def simulate(self, g, x):
        self.rules.deal_hidden(g, self.seat, address(self.keys), x.out)
        node, depth = 0, 0
        n = self.rules.legal(g, x.out)
        x.path[0] = 0
        while n and depth < MAX_DEPTH - 1:
            fresh = self.used
            node = self.descend(g, x, node, n)
            depth += 1
            x.path[depth] = node
            n = self.rules.act(g, self.nodes[node].action, x.out)
            if node >= fresh:
                break
        self.seed = pick_next(self.seed)
        if self.smart:
            self.rules.smart_playout(g, self.seed, x.out)
        else:
            self.rules.playout(g, self.seed, x.out)
        self.judge(g, x)
        for i in range(depth + 1):
            visited = address(self.nodes[x.path[i]])
            visited.visits += 1
            for p in range(self.rules.players):
                visited.value[p] += x.reward[p]

    def descend(self, g, x, node, n):
        """The child to go to: a new one while there is an action never tried, else the most promising."""
        for i in range(n):
            x.child[x.out[i]] = 0
        child = self.nodes[node].first
        while child:
            x.child[self.nodes[child].action] = child
            child = self.nodes[child].next
        untried = 0
        for i in range(n):
            if not x.child[x.out[i]]:
                untried += 1
        for i in range(n):
            if x.child[x.out[i]]:
                self.nodes[x.child[x.out[i]]].offered += 1
        if untried and self.used < self.room:
            self.seed = pick_next(self.seed)
            k = pick_below(self.seed, untried)
            for i in range(n):
                if not x.child[x.out[i]]:
                    if k == 0:
                        return self.add_child(node, x.out[i])
                    k -= 1
        if untried == n:  # no room for a node: the rest of the game is played out from here
            self.seed = pick_next(self.seed)
            self.nodes[0].action = x.out[pick_below(self.seed, n)]
            return 0
        return self.best_child(x, n, g.to_act)

    def best_child(self, x, n, p):
        """UCB1 for the player to act, over the actions that this deal allows."""
        best, most = 0, -1.0
        for i in range(n):
            child = x.child[x.out[i]]
            if child:
                node = address(self.nodes[child])
                worth = node.value[p] / node.visits + self.exploration * sqrt(log(node.offered) / node.visits)
                if worth > most:
                    best, most = child, worth
        return best

    def add_child(self, node, action):
        child = self.used
        self.used += 1
        clear_node(address(self.nodes[child]), action)
        self.nodes[child].next = self.nodes[node].first
        self.nodes[child].offered = 1
        self.nodes[node].first = child
        return child

    def judge(self, g, x):
        """What the end is worth to each seat: its share of the win, and a little for how clear it was."""
        self.rules.score(g, x.scores, x.winners)
        n = 0
        for p in range(self.rules.players):
            n += x.winners[p]
        for p in range(self.rules.players):
            rival = -1000000
            for e in range(self.rules.players):
                if e != p and x.scores[e] > rival:
                    rival = x.scores[e]
            lead = (x.scores[p] - rival) / FULL_LEAD
            lead = 1.0 if lead > 1.0 else -1.0 if lead < -1.0 else lead
            won = 1.0 / n if x.winners[p] else 0.0
            x.reward[p] = (1.0 - self.margin) * won + self.margin * (lead + 1.0) / 2.0


def clear_node(node, action):
    node.action = action
    node.first = node.next = node.visits = node.offered = 0
    for p in range(MAX_PLAYERS):
        node.value[p] = 0.0
