"""Plans of whole turns, for AI players that search.

A `TurnSketch` is a turn in short: the card, and the unit actions for which its action is used. A
`Plan` is a turn written as complete paths, the last of which ends the turn. `candidates` returns the
plans to search, `rollout_plan` is the rollout policy, and `expected_points` values the position at
the end of a rollout.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from games.core.engine import walk
from games.core.engine.game import Plan
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.eight_minute_empire.ai.evaluate import (
    SURVIVAL_PER_RIVAL_TURN,
    rival_turns,
    share_of_game_left,
)
from games.eight_minute_empire.ai.ground import BoardGains, best_estimated_turn, turns
from games.eight_minute_empire.ai.sketch import (
    Counts,
    Sketch,
    TurnSketch,
    side_indexes,
    unit_action_paths,
)
from games.eight_minute_empire.ai.weights import WEIGHTS
from games.eight_minute_empire.model.catalog import GOODS, RULES, Action
from games.eight_minute_empire.model.operations import Move
from games.eight_minute_empire.model.state import Empire
from games.eight_minute_empire.rules.bidding import Bid, ChooseFirstPlayer
from games.eight_minute_empire.rules.scoring import KINDS
from games.eight_minute_empire.rules.turns import Act, TakeCard, action_of

Pos = Position[Empire, Any]
SYMBOL_PROBABILITY = 0.55  # probability of getting each further symbol that a set needs
POINTS_PER_COIN = 0.7  # points per coin
COINS_SPENT_PER_TURN = 2.0  # coins that can usefully be spent per turn; others count little
SAFETY_PER_REGION = 0.15  # added to a continent's value for each further region of lead
MAX_BID = 3
POINTS_PER_COIN_BID = 0.4  # points per coin of a bid
# points that multiply the odds of winning by e; converts `TurnSketch.worth` (log odds) to points
POINTS_PER_LOG_ODDS = 3.0
ONE_PLAN_PER_CARD_UP_TO = 6  # for at most so many candidates, only one plan per card is searched
POINTS_PER_IDLE_ARMY = 0.3  # points of an army that holds nothing, while there are turns left
MAX_USES_PER_ACTION = 5  # at most so many ways of using one action
END: Path = ("end",)


def candidates(pos: Pos, seat: Seat, limit: int) -> list[tuple[float, Plan]]:
    """Return at most `limit` plans of `seat` with their estimated points, best first."""
    frame = (pos.lanes[seat] or pos.stack)[-1]
    match frame:
        case TakeCard():
            sketch = Sketch(pos)
            plans = [
                (turn.worth * POINTS_PER_LOG_ODDS, turn_paths(sketch, turn))
                for turn in turns(
                    sketch, seat, MAX_USES_PER_ACTION if limit > ONE_PLAN_PER_CARD_UP_TO else 1
                )
            ]
        case Act():
            sketch, action = Sketch(pos), action_of(pos.state.cards[seat][-1], pos.options)
            uses = BoardGains(sketch, seat).plans(
                action, frame.left, frame.side, MAX_USES_PER_ACTION
            )
            plans = [
                (use.worth * POINTS_PER_LOG_ODDS, (*action_paths(sketch, action, use), END))
                for use in uses
            ]
        case Bid():
            plans = [
                (-POINTS_PER_COIN_BID * n, (("bid", n),))
                for n in range(min(MAX_BID, pos.state.coins[seat]) + 1)
            ]
        case ChooseFirstPlayer():
            plans = [(0.0, (("first", f"p{(seat + i) % pos.n}"),)) for i in range(1, pos.n + 1)]
        case _:
            return [(0.0, (walk.default_path(pos, seat),))]
    plans.sort(key=lambda plan: -plan[0])
    return plans[:limit]


def rollout_plan(pos: Pos, seat: Seat, rng: Rng) -> Plan:
    """Return a plan for rollouts: the turn with the best estimate, or a random bid.

    At any other question, return the best of the `candidates`.
    """
    match (pos.lanes[seat] or pos.stack)[-1]:
        case TakeCard():
            sketch = Sketch(pos)
            return turn_paths(sketch, best_estimated_turn(sketch, seat))
        case Bid():
            return (("bid", min(pos.state.coins[seat], (0, 0, 0, 1, 1, 2)[rng.below(6)])),)
        case _:
            return candidates(pos, seat, 1)[0][1]


def turn_paths(s: Sketch, turn: TurnSketch) -> Plan:
    """Return a whole turn as complete paths: the card, the use of its action, the end."""
    return (
        ("take", f"card{turn.card + 1}"),
        *action_paths(s, s.action_of(s.row[turn.card]), turn),
        END,
    )


def action_paths(s: Sketch, action: Action, use: TurnSketch) -> Plan:
    """Return the use of an action as complete paths, without the end of the turn."""
    return tuple(
        unit_action_paths(
            s, use.unit_actions, sea=any(isinstance(op, Move) and op.sea for op in action.ops)
        )
    )


def _coin_points(coins: float, turns_left: int) -> float:
    """Return the value in points of `coins` with `turns_left` turns left.

    Coins that can't be spent any more are worth little: they only break ties.
    """
    spent = min(float(coins), COINS_SPENT_PER_TURN * turns_left)
    return POINTS_PER_COIN * spent + 0.02 * (coins - spent)


@lru_cache(20_000)
def symbol_points(counts: Counts, turns_left: int) -> float:
    """Return the expected points of the symbols `counts`, with `turns_left` own turns left.

    The last count is that of the wilds; each becomes the good that gains most.
    """
    *goods, wilds = counts
    values = [_good_points(at, n, turns_left) for at, n in enumerate(goods)]
    for _ in range(wilds):
        gains = [
            # A wild can't become a good that the seat never gets.
            _good_points(at, n + 1, turns_left) - values[at] if n or turns_left > 0 else -1.0
            for at, n in enumerate(goods)
        ]
        at = max(range(len(goods)), key=gains.__getitem__)
        if gains[at] <= 0:
            break
        goods[at] += 1
        values[at] += gains[at]
    return sum(values)


@lru_cache(1024)
def _good_points(good: int, n: int, turns_left: int) -> float:
    """Return the expected points of `n` symbols of a good with `turns_left` turns left.

    A turn brings one card. Each missing symbol is obtained with probability `SYMBOL_PROBABILITY`.
    """
    if not n:
        return 0.0
    return max(
        (
            points * SYMBOL_PROBABILITY ** max(0, need - n)
            for need, points in GOODS[KINDS[good]].steps
            if need - n <= max(turns_left, 0)
        ),
        default=0.0,
    )


def expected_points(pos: Pos) -> list[float]:
    """Return the expected points at the end, one number per seat.

    They are the sum of the points for regions, continents, goods, coins and earlier games of a
    campaign.
    """
    s, n = pos.state, pos.n
    if not s.order:
        return [0.0] * n
    points = [0.0] * n
    game_left = [share_of_game_left(s, seat) for seat in range(n)]
    held = _add_region_points(s, points, game_left)
    _add_continent_points(held, points, game_left)
    for seat, have in enumerate(Sketch(pos).symbols()):
        turns_left = RULES.by_players[n].cards - len(s.cards[seat])
        points[seat] += symbol_points(have, turns_left) + _coin_points(s.coins[seat], turns_left)
        points[seat] += sum(played.totals[seat] for played in s.past[: s.game - 1])
    return points


def _add_region_points(
    s: Empire, points: list[float], game_left: Sequence[float]
) -> list[list[int]]:
    """Add the expected points for regions and armies to `points`, the points by seat.

    `game_left` is the share of each seat's turns to come. Return the number of regions held, by
    continent and owner (the neutral color last).
    """
    side, n = side_indexes(s.side), len(points)
    threats = [
        WEIGHTS.risk * (1.0 - SURVIVAL_PER_RIVAL_TURN ** rival_turns(s, seat)) for seat in range(n)
    ]
    held = [[0] * (n + 1) for _ in range(side.n_continents)]
    for region, continent in zip(side.regions, side.continent, strict=True):
        strengths = [a + c for a, c in zip(s.armies[region], (*s.cities[region], 0), strict=True)]
        top = max(strengths)
        who = strengths.index(top)
        if not top or strengths.count(top) > 1:
            # Nobody holds the region: armies there count half.
            for seat in range(n):
                points[seat] += (
                    POINTS_PER_IDLE_ARMY * 0.5 * game_left[seat] * min(2, strengths[seat])
                )
            continue
        strengths[who] = 0
        margin = top - max(strengths)
        held[continent][who] += 1
        if who < n:
            # The risk of losing the region halves with each further army of margin, and the armies
            # of the margin are free for other things.
            loss_probability = threats[who] * 0.5 ** (margin - 1)
            free_armies = min(3, margin - 1)
            points[who] += (
                1.0 - loss_probability + POINTS_PER_IDLE_ARMY * game_left[who] * free_armies
            )
        # armies that hold nothing
        for seat in range(n):
            if strengths[seat]:
                points[seat] += POINTS_PER_IDLE_ARMY * game_left[seat] * min(3, strengths[seat])
    return held


def _add_continent_points(
    held: Sequence[Sequence[int]], points: list[float], game_left: Sequence[float]
) -> None:
    """Add the expected points for continents to `points`; `held` as in `_add_region_points`.

    A continent counts for its leader: half at first, more toward the end and with a larger lead.
    """
    for counts in held:
        top = max(counts)
        if top and counts.count(top) == 1 and (who := counts.index(top)) < len(points):
            lead = top - max(count for other, count in enumerate(counts) if other != who)
            certainty = 1.0 - 0.5 * game_left[who] + SAFETY_PER_REGION * (lead - 1)
            points[who] += min(1.0, certainty)
