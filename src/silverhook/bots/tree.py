# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
"""Information-set Monte-Carlo tree search: one tree of what the searching seat can tell apart.

Each simulation deals the hidden cards again, goes down the tree by the actions that this deal allows
(Cowling, Powley and Whitehouse 2012), adds one node, and plays on from it by instinct: to the end, or so far
that the position can be judged at a glance. Every player is taken to play for themselves (max^n). Instinct
also says where to look first (PUCT); what has been tried often counts for itself.
"""

import cython
from cython import address

from silverhook.core.seeds import seed_bytes

if not cython.compiled:
    from math import exp, sqrt

    from silverhook.core.interpreted import stand_in

    stand_in(globals())

FULL_LEAD = 20.0  # the lead in points that counts as the largest possible
UNTRIED = 0.1  # how much worse than the average an untried action is assumed to be


class Tree:
    """The search of one decision. You can call `think` repeatedly to search on.

    search.py explains the settings.
    """

    def __init__(
        self,
        game: Game,
        seat: cython.int,
        room: cython.int,
        seed,
        exploration,
        margin,
        trust,
        playouts,
        horizon,
        redeal,
    ):
        self.game = game
        self.rules = game.rules
        self.seat = seat
        self.room = room
        self.used = 1
        self.exploration = exploration or self.rules.curiosity or 1.0
        self.margin = margin
        self.trust = trust
        self.playouts, self.redeal = bool(playouts), bool(redeal)
        self.horizon = int(horizon) or self.rules.horizon
        if cython.compiled:
            self.nodes = cython.cast(cython.pointer(Node), malloc(room * cython.sizeof(Node)))
            if not self.nodes:
                raise MemoryError
        else:
            self.nodes, self.keys = [Node() for _ in range(room)], Chance()
        clear_node(address(self.nodes[0]), -1)
        seed_from_bytes(address(self.keys), seed_bytes(seed))
        self.seed = next_number(address(self.keys)) | 1
        self.only = -1

    def __dealloc__(self):
        free(self.nodes)

    def think(self, simulations: cython.int, action: cython.int = -1) -> None:
        """Run more simulations, if an action is given all of that one. The GIL is released meanwhile."""
        self.only = action
        with cython.nogil:
            self.run(simulations)
        self.only = -1

    def play_on(self, simulations: cython.int) -> list[float]:
        """What the position is worth to each seat if everybody plays on by instinct. The tree does not grow."""
        with cython.nogil:
            self.play_out(simulations)
        node = address(self.nodes[0])
        return [node.value[p] / node.visits for p in range(self.rules.players)]

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

    def play_out(self, simulations):
        x: Scratch
        g: Record
        if not cython.compiled:
            x, g = Scratch(), Record()
        for _ in range(simulations):
            copy_record(address(g), self.game.state)
            self.deal(address(g), address(x))
            self.finish(address(g), address(x))
            self.reward(address(x), 0)

    def deal(self, g, x):
        """Deal again what is hidden: the cards that the seat does not know, or only what chance will bring."""
        if self.redeal:
            self.rules.deal_hidden(g, self.seat, address(self.keys), x.out)
        else:
            change_chance(g, address(self.keys))

    def simulate(self, g, x):
        self.deal(g, x)
        node, depth = 0, 0
        n = self.rules.legal(g, x.out)
        x.path[0] = 0
        while n and depth < MAX_DEPTH - 1:
            fresh = self.used
            node = self.descend(g, x, node, n)
            depth += 1
            x.path[depth] = node
            n = self.rules.act(g, self.nodes[node].action, x.out)
            if node == 0 or node >= fresh:
                break
        self.finish(g, x)
        for i in range(depth + 1):
            self.reward(x, x.path[i])

    def finish(self, g, x):
        """Play on to the end, or to the horizon, and judge what was reached."""
        self.seed = pick_next(self.seed)
        if self.playouts:
            self.rules.smart_playout(g, self.seed, x.out, self.horizon)
        else:
            self.rules.playout(g, self.seed, x.out)
        self.judge(g, x)

    def reward(self, x, node):
        visited = address(self.nodes[node])
        visited.visits += 1
        for p in range(self.rules.players):
            visited.value[p] += x.reward[p]

    def descend(self, g, x, node, n):
        """The child to go to, by what was found and what instinct says; a new one where there is none yet."""
        self.gather(x, node, n)
        best = self.place_of(x, n) if node == 0 and self.only >= 0 else self.most_promising(g, x, node, n)
        child = x.child[x.out[best]]
        if child or self.used == self.room:
            if not child:  # no room for a node: the rest of the game is played out from here
                self.nodes[0].action = x.out[best]
            return child
        child = self.used
        self.used += 1
        clear_node(address(self.nodes[child]), x.out[best])
        self.nodes[child].next = self.nodes[node].first
        self.nodes[node].first = child
        return child

    def place_of(self, x, n):
        """The place of the action to try among the legal ones."""
        for i in range(n):
            if x.out[i] == self.only:
                return i
        return 0

    def gather(self, x, node, n):
        """Note the child of each action that is legal in this deal, 0 for none."""
        for i in range(n):
            x.child[x.out[i]] = 0
        child = self.nodes[node].first
        while child:
            x.child[self.nodes[child].action] = child
            child = self.nodes[child].next

    def most_promising(self, g, x, node, n):
        """PUCT over the actions that this deal allows, for the player to act."""
        p = g.to_act
        self.rules.weigh(g, x.out, n, x.worth)
        top = x.worth[0]
        tried = 1
        for i in range(n):
            if x.worth[i] > top:
                top = x.worth[i]
            tried += self.nodes[x.child[x.out[i]]].visits if x.child[x.out[i]] else 0
        total = 0.0
        for i in range(n):
            x.worth[i] = exp(self.trust * (x.worth[i] - top))
            total += x.worth[i]
        parent = address(self.nodes[node])
        fresh = (parent.value[p] / parent.visits if parent.visits else 0.5) - UNTRIED
        scale = self.exploration * sqrt(tried) / total
        best, most = 0, -1000.0
        for i in range(n):
            child = x.child[x.out[i]]
            if child:
                visits = self.nodes[child].visits
                worth = self.nodes[child].value[p] / visits + scale * x.worth[i] / (1 + visits)
            else:
                worth = fresh + scale * x.worth[i]
            if worth > most:
                best, most = i, worth
        return best

    def judge(self, g, x):
        """What the end is worth to each seat: its share of the win, and a little for how clear it was."""
        if not g.over:
            self.rules.estimate(g, x.odds)
            for p in range(self.rules.players):
                x.reward[p] = x.odds[p]
            return
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
    node.first = node.next = node.visits = 0
    for p in range(MAX_PLAYERS):
        node.value[p] = 0.0
