"""Information-set Monte Carlo tree search over plans, with progressive widening.

Source: Cowling, Powley, Whitehouse 2012. Every rollout works on a fresh determinization: a
world that the searching seat cannot tell from the real one. The rollout walks down the tree,
adds one plan, plays the game out with quick plans and updates all nodes that it has visited. All
worlds share one tree; at a node, only the plans that are candidates in the current world are
considered. With `depth` 1 the tree has only the plans of the root (flat Monte Carlo). With
`horizon` 0 as well, the position is evaluated right after the root plan.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from msgspec import Struct

from ai import determinization
from games.core.engine import walk
from games.core.engine.game import Game, HasTime, Plan
from games.core.engine.prompt_cache import cache_key
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Seat

Pos = Position[Any, Any]
# The seed of a world is (seed of the search ^ SALT) + STEP * k; the world is that of the k-th
# rollout of a root plan. The salt separates the worlds' seeds from the root's.
WORLD_SEED_STEP = 0x9E3779B97F4A7C15
WORLD_SEED_SALT = 0xD1B54A32D192ED03


class SearchConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters of the search.

    - `rollouts`: maximum number of rollouts of a search
    - `rollouts_per_plan`: maximum number of rollouts per plan of the root, on average
    - `width`, `narrow`: maximum number of plans considered at the root, and at deeper nodes
    - `depth`: maximum number of levels of the tree
    - `horizon`: maximum number of plans in a rollout after the root plan, including those in the
      tree
    - `first`, `widen`: a node with v visits considers `first + v ** widen` plans
    - `curiosity`: UCB's exploration constant
    - `trust`: how many rollouts a plan's prior estimate is worth
    - `scale`: number of extra points that multiply a seat's value by e (`determinization.utilities`)
    """

    rollouts: int
    rollouts_per_plan: int = 1000
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

    - `prior`: prior estimate, before any rollout
    - `visits`: number of rollouts that played the plan
    - `times_available`: number of rollouts in which the plan was available
    - `total`: sum of the values of the visits, for `seat`
    - `children`: child nodes, by seat and plan
    """

    __slots__ = ("children", "plan", "prior", "seat", "times_available", "total", "visits")

    def __init__(self, seat: Seat, plan: Plan, prior: float = 0.0) -> None:
        self.seat, self.plan, self.prior = seat, plan, prior
        self.visits, self.times_available, self.total = 0, 0, 0.0
        self.children: dict[Any, Node] = {}

    @property
    def mean(self) -> float:
        """Return the average value for the node's own seat, 0 before the first visit."""
        return self.total / self.visits if self.visits else 0.0


def search(
    pos: Pos, game: Game[Any, Any], seat: Seat, config: SearchConfig, rng: Rng, has_time: HasTime
) -> list[Node]:
    """Return the candidate plans of `seat` with their statistics, best first.

    Stops after `config.rollouts` rollouts in all or `config.rollouts_per_plan` per plan on average,
    or, after at least one rollout, as soon as `has_time` returns False. If there is only one plan,
    it is returned without a rollout.
    """
    base_seed = rng.next()
    # Both calls get a stream with the same numbers. That matters only in a game without
    # `candidates`: the numbers that redraw hidden information also choose among its plans.
    candidates = determinization.candidate_plans(
        determinization.determinize(pos, game, seat, Rng.of(base_seed)),
        game,
        seat,
        config.width,
        Rng.of(base_seed),
    )
    # Priors are added to values (0 to 1), so convert the estimated points. If two seats have equal
    # shares, one more point raises the softmax in `utilities` by about 1 / (4 * scale).
    root = [Node(seat, plan, points / (4.0 * config.scale)) for points, plan in candidates]
    for number in range(
        min(config.rollouts, config.rollouts_per_plan * len(root)) if len(root) > 1 else 0
    ):
        if number and not has_time():
            break
        node = _most_promising(root, config, number)
        # Every plan is tried in the same worlds in the same order, which reduces the variance
        # between plans.
        world_rng = Rng.of((base_seed ^ WORLD_SEED_SALT) + WORLD_SEED_STEP * (node.visits + 1))
        world = determinization.determinize(pos, game, seat, world_rng)
        visited = _play_rollout(world, game, node, config, world_rng)
        _update(visited, determinization.utilities(world, game, config.scale))
    means = _shrunk_means(root, config)
    return [root[number] for number in sorted(range(len(root)), key=lambda number: -means[number])]


def _most_promising(root: list[Node], config: SearchConfig, rollouts: int) -> Node:
    """Return the root's plan with the highest upper confidence bound (UCB), to try next.

    The bound is the plan's mean, shrunk toward its prior estimate, plus a bonus that falls with its
    visits. `rollouts` is the number of rollouts made so far.
    """
    log_rollouts = log(rollouts + 1)
    bounds = [
        mean + config.curiosity * sqrt(log_rollouts / (node.visits + config.trust))
        for node, mean in zip(root, _shrunk_means(root, config), strict=True)
    ]
    return root[max(range(len(root)), key=lambda index: bounds[index])]


def _shrunk_means(root: list[Node], config: SearchConfig) -> list[float]:
    """Return one number per plan of `root`: its mean, shrunk toward its prior estimate.

    The fewer rollouts a plan has, the closer the number is to the estimate. An estimate only says
    how much better one plan is than another; the common level of all plans comes from the rollouts.
    """
    visits = sum(node.visits for node in root)
    level = sum(node.total - node.visits * node.prior for node in root) / visits if visits else 0.0
    return [
        (node.total + config.trust * (level + node.prior)) / (node.visits + config.trust)
        for node in root
    ]


def _play_rollout(
    world: Pos, game: Game[Any, Any], first_node: Node, config: SearchConfig, world_rng: Rng
) -> list[Node]:
    """Play one rollout in `world`, in place, beginning with the plan of `first_node`.

    `world_rng` is the random stream of this rollout. Returns the nodes that the rollout has
    visited, in order.
    """
    visited = [first_node]
    determinization.apply_plan(world, first_node.seat, first_node.plan)
    while world.outcome is None and len(visited) < config.depth and visited[-1].visits:
        visited.append(_choose_child(world, game, visited[-1], config, world_rng))
        determinization.apply_plan(world, visited[-1].seat, visited[-1].plan)
    determinization.rollout(world, game, max(0, config.horizon - len(visited) + 1), world_rng)
    return visited


def _choose_child(
    world: Pos, game: Game[Any, Any], node: Node, config: SearchConfig, world_rng: Rng
) -> Node:
    """Return the child of `node` to try: an untried one if there is any, else the best by UCB.

    Progressive widening limits how many children are considered. `world` is the position at the
    node.
    """
    seat = walk.actors(world)[0]
    max_plans = min(config.narrow, config.first + int(node.visits**config.widen))
    available = []
    for _, plan in determinization.candidate_plans(world, game, seat, max_plans, world_rng):
        key = (seat, tuple(cache_key(path) or repr(path) for path in plan))
        if key not in node.children:
            node.children[key] = Node(seat, plan)
        available.append(node.children[key])
    for child in available:
        child.times_available += 1
    untried = next((child for child in available if not child.visits), None)
    if untried is not None:
        return untried
    return max(
        available,
        key=lambda child: (
            child.total / child.visits
            + config.curiosity * sqrt(log(child.times_available) / child.visits)
        ),
    )


def _update(visited: list[Node], values: list[float]) -> None:
    for node in visited:
        node.visits += 1
        node.total += values[node.seat]
