"""Information-set Monte Carlo tree search over plans, with progressive widening.

Source: Cowling, Powley, Whitehouse 2012. Every rollout works on a fresh determinization: a
world that the searching seat cannot tell from the real one. The rollout walks down the known
tree, adds one plan, plays the game out with quick plans and updates all nodes on the way. All
worlds share one tree: of a node's plans only those are considered that are candidates in the
current world. With `depth` 1 the tree has only the plans of the root (flat Monte Carlo); with
`horizon` 0 as well, a position is rated right after the root plan.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from msgspec import Struct

from ai import determinization
from games.core.engine import walk
from games.core.engine.answer_cache import cache_key
from games.core.engine.game import Game, HasTime, Plan
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Seat

Pos = Position[Any, Any]
GOLDEN = 0x9E3779B97F4A7C15
ROW = 0xD1B54A32D192ED03  # separates the random streams of the worlds from the one of the root


class SearchConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters of the search: numbers of rollouts and plans, lengths, constants.

    `rollouts` is the total and `each` the average for a plan at the root. `width` plans are
    considered at the root and `narrow` further down. `depth` limits the tree; `horizon` limits
    a whole rollout, the tree included. A node with v visits considers `first + v ** widen`
    plans. `curiosity` is UCB's exploration constant. The estimate that a plan has before it is
    tried counts like `trust` rollouts. `scale` points are worth a factor e.
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
    """Plan of `seat` in the search tree, with its statistics and child nodes.

    `seems` is the estimate before any rollout, `visits` the number of rollouts through the
    plan, `there` the number of rollouts in which it was available, `total` the sum of their
    values for `seat`, `after` the children.
    """

    __slots__ = ("after", "plan", "seat", "seems", "there", "total", "visits")

    def __init__(self, seat: Seat, plan: Plan, seems: float = 0.0) -> None:
        self.seat, self.plan, self.seems = seat, plan, seems
        self.visits, self.there, self.total = 0, 0, 0.0
        self.after: dict[Any, Node] = {}

    @property
    def mean(self) -> float:
        """Return the average value for the node's own seat, 0 before the first visit."""
        return self.total / self.visits if self.visits else 0.0


def search(
    pos: Pos, game: Game[Any, Any], seat: Seat, care: SearchConfig, rng: Rng, more: HasTime
) -> list[Node]:
    """Return the candidate plans of `seat` with their statistics, best first.

    Stops after `care.rollouts` rollouts or `care.each` per plan on average, whichever is less,
    or as soon as `more` returns False. A single plan is returned without a rollout.
    """
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
        hopes = _shrunk_means(root, care)
        known = log(at + 1)
        one = max(
            zip(root, hopes, strict=True),
            key=lambda both: both[1] + care.curiosity * sqrt(known / (both[0].visits + care.trust)),
        )[0]
        # Every plan meets the same worlds in the same order: this reduces the variance
        # between plans.
        luck = Rng.of((base ^ ROW) + GOLDEN * (one.visits + 1))
        world = determinization.determinize(pos, game, seat, luck)
        _learn(
            _try(world, game, one, care, luck), determinization.utilities(world, game, care.scale)
        )
    hopes = _shrunk_means(root, care)
    return [root[at] for at in sorted(range(len(root)), key=lambda at: -hopes[at])]


def _shrunk_means(root: list[Node], care: SearchConfig) -> list[float]:
    """Return the expected value of every plan: its mean, shrunk toward its prior estimate.

    The fewer rollouts a plan has, the closer its value is to the estimate. The estimates only
    say how much better one plan is than another; the common level comes from all rollouts.
    """
    visits = sum(one.visits for one in root)
    level = sum(one.total - one.visits * one.seems for one in root) / visits if visits else 0.0
    return [
        (one.total + care.trust * (level + one.seems)) / (one.visits + care.trust) for one in root
    ]


def _try(world: Pos, game: Game[Any, Any], one: Node, care: SearchConfig, luck: Rng) -> list[Node]:
    """Play one rollout in `world`, in place, and return the nodes it visited."""
    way = [one]
    determinization.apply_plan(world, one.seat, one.plan)
    while world.outcome is None and len(way) < care.depth and way[-1].visits:
        way.append(_further(world, game, way[-1], care, luck))
        determinization.apply_plan(world, way[-1].seat, way[-1].plan)
    determinization.rollout(world, game, max(0, care.horizon - len(way) + 1), luck)
    return way


def _further(world: Pos, game: Game[Any, Any], node: Node, care: SearchConfig, luck: Rng) -> Node:
    """Return the child of `node` to try: an untried one if there is any, else the best by UCB.

    Progressive widening limits how many children are considered.
    """
    seat = walk.actors(world)[0]
    some = min(care.narrow, care.first + int(node.visits**care.widen))
    open_now = []
    for _, plan in determinization.plans(world, game, seat, some, luck):
        name = (seat, tuple(cache_key(path) or repr(path) for path in plan))
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
