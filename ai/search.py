"""Information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012) over plans, with progressive widening.

Each rollout deals a world that the thinker cannot tell from the real one, walks down the tree of what it has seen so far, adds
one plan, plays the game out quickly from there and tells every plan on the way what came of it. One tree serves all worlds: of a
node's plans only those count that are candidates in the world at hand. Depth 1 is flat rollouts; with horizon 0, one ply.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from msgspec import Struct

from ai import determinization
from games.core.engine import walk
from games.core.engine.answer_cache import named
from games.core.engine.game import Game, More, Plan
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Seat

Pos = Position[Any, Any]
GOLDEN = 0x9E3779B97F4A7C15
ROW = 0xD1B54A32D192ED03  # keeps the worlds of one search apart from each other


class SearchConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """How hard is thought: numbers of rollouts (`each` for a plan at the root, on average) and of plans, lengths, points.

    `width` plans are looked at where the thinker stands and `narrow` further down; `depth` is how far down the tree goes,
    `horizon` how far games are played out, the tree included. A node with v visits considers `first + v ** widen` plans.
    `curiosity` is UCB's constant; what a plan seems worth before it is tried counts like `trust` rollouts; `scale` so many points
    are worth a factor e.
    """

    rollouts: int
    each: int = 1000
    width: int = 16
    narrow: int = 4
    depth: int = 2
    horizon: int = 60
    first: int = 1
    widen: float = 0.5
    curiosity: float = 0.3
    trust: float = 8.0
    scale: float = 3.0


class Node:
    """A plan in the tree, of `seat`: how often tried, how often it could have been, the sum of its values; what follows."""

    __slots__ = ("after", "plan", "seat", "seems", "there", "total", "visits")

    def __init__(self, seat: Seat, plan: Plan, seems: float = 0.0) -> None:
        self.seat, self.plan, self.seems = seat, plan, seems
        self.visits, self.there, self.total = 0, 0, 0.0
        self.after: dict[Any, Node] = {}

    @property
    def mean(self) -> float:
        """The value it had for its seat on average."""
        return self.total / self.visits if self.visits else 0.0


def search(
    pos: Pos, game: Game[Any, Any], seat: Seat, care: SearchConfig, rng: Rng, more: More
) -> list[Node]:
    """The plans of `seat` with what came of them, best first. Stops after `care.rollouts`, or when `more` says no."""
    base = rng.next()
    here = determinization.plans(
        determinization.determinize(pos, game, seat, Rng.of(base)),
        game,
        seat,
        care.width,
        Rng.of(base),
    )
    root = [Node(seat, plan, seems / (4.0 * care.scale)) for seems, plan in here]
    for at in range(min(care.rollouts, care.each * len(root)) if len(root) > 1 else 0):
        if at and not more():
            break
        hopes = _hopes(root, care)
        known = log(at + 1)
        one = max(
            zip(root, hopes, strict=True),
            key=lambda both: both[1] + care.curiosity * sqrt(known / (both[0].visits + care.trust)),
        )[0]
        # every plan meets the same worlds in the same order, so that none is praised for its luck
        luck = Rng.of((base ^ ROW) + GOLDEN * (one.visits + 1))
        world = determinization.determinize(pos, game, seat, luck)
        _learn(
            _try(world, game, one, care, luck), determinization.utilities(world, game, care.scale)
        )
    hopes = _hopes(root, care)
    return [root[at] for at in sorted(range(len(root)), key=lambda at: -hopes[at])]


def _hopes(root: list[Node], care: SearchConfig) -> list[float]:
    """What each plan may be worth: what came of it, drawn to what it seemed to be worth the more, the rarer it was tried. Seeming
    tells plans apart, not how good they are together: that is what came of all of them."""
    visits = sum(one.visits for one in root)
    level = sum(one.total - one.visits * one.seems for one in root) / visits if visits else 0.0
    return [
        (one.total + care.trust * (level + one.seems)) / (one.visits + care.trust) for one in root
    ]


def _try(world: Pos, game: Game[Any, Any], one: Node, care: SearchConfig, luck: Rng) -> list[Node]:
    """Play one rollout in `world`, which is left where it ended; returns the nodes on its way."""
    way = [one]
    determinization.apply_plan(world, one.seat, one.plan)
    while world.outcome is None and len(way) < care.depth and way[-1].visits:
        way.append(_further(world, game, way[-1], care, luck))
        determinization.apply_plan(world, way[-1].seat, way[-1].plan)
    determinization.rollout(world, game, max(0, care.horizon - len(way) + 1), luck)
    return way


def _further(world: Pos, game: Game[Any, Any], node: Node, care: SearchConfig, luck: Rng) -> Node:
    """The plan to be tried below `node`: a new one while few are known for its visits, else the most promising."""
    seat = walk.actors(world)[0]
    some = min(care.narrow, care.first + int(node.visits**care.widen))
    open_now = []
    for _, plan in determinization.plans(world, game, seat, some, luck):
        name = (seat, tuple(named(path) or repr(path) for path in plan))
        if name not in node.after:
            node.after[name] = Node(seat, plan)
        open_now.append(node.after[name])
    for one in open_now:
        one.there += 1
    fresh = next((one for one in open_now if not one.visits), None)
    if fresh is not None:
        return fresh
    return max(
        open_now,
        key=lambda one: one.total / one.visits + care.curiosity * sqrt(log(one.there) / one.visits),
    )


def _learn(way: list[Node], values: list[float]) -> None:
    for node in way:
        node.visits += 1
        node.total += values[node.seat]
