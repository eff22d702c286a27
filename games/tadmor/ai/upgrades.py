"""Value of an upgrade tile over the turns left: one estimate for each kind of effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.text.messages import Seat
from games.tadmor.ai.weights import WEIGHTS, Weights
from games.tadmor.model.catalog import RESOURCES, RULES, Rate
from games.tadmor.model.effects import (
    UPGRADES,
    ChooseRare,
    Credit,
    FinalBonus,
    FreeMultiple,
    GatherBonus,
    GiftsMultiplier,
    Immunity,
    Metric,
    OnMission,
    OnRareGood,
    OnReveal,
    Prestige,
    PrivateAction,
    Reduction,
    StorageLimit,
    TaxImmunity,
    Trade,
    TradePoints,
    Waive,
)
from games.tadmor.model.state import Player, TadmorState
from games.tadmor.rules.flow.scoring import metric

_REDUCED = {"mission": 0, "rare_good": 1, "temple": 2}  # index in `Weights.reduced`, by action
# index in `Weights.private`, by the tile's first action
_PRIVATE = {"market": 0, "temple": 1, "tower_single": 2, "tax_collector": 3}


def _trade_value(op: Trade, me: Player, w: Weights) -> float:
    """Return the value per turn of the exchanges in `op` to the player `me`.

    The value is lower the more exchanges the player has. It is higher if one of them reverses a new
    exchange at another ratio, since going both ways then gains goods.
    """
    more = sum(
        w.to_marble * ("marble" in rate.get) + w.from_stone * ("stone" in rate.give)
        for rate in op.rates
    )
    return (w.trade + more) / (1 + len(me.powers.trades)) + w.reverse_exchange_bonus * sum(
        _reversing_exchanges(rate, me) for rate in op.rates
    )


def _reversing_exchanges(rate: Rate, me: Player) -> int:
    """Return how many of the player's exchanges reverse `rate` at another ratio."""
    others = [one for _, one in me.powers.trades if one.n != rate.n]
    return sum(
        bool(set(one.get).intersection(rate.give) and set(one.give).intersection(rate.get))
        for one in others
    )


def _marble_factor(me: Player, more: float) -> float:
    """Return the factor by which marble trades raise the value of tower effects.

    The factor is 1 + `more` if the player can trade for marble, else 1.
    """
    return 1.0 + more * any("marble" in rate.get for _, rate in me.powers.trades)


def _boat_factor(me: Player, w: Weights) -> float:
    return 1.0 + w.boat_bonus * (me.own["boat"] - RULES.pieces["boat"].start)


def _temple_factor(me: Player, w: Weights) -> float:
    return 1.0 + w.begun_temple_bonus * max((me.temples[at] for at in me.unfinished), default=0)


def _reduction_value(op: Reduction, me: Player, w: Weights) -> float:
    more = {
        "mission": 1.0 + w.hand_mission_bonus * len(me.hand),
        "rare_good": _boat_factor(me, w),
        "temple": _temple_factor(me, w),
    }[op.action]
    return w.reduced[_REDUCED[op.action]] * op.n * more


def _private_action_value(op: PrivateAction, me: Player, w: Weights) -> float:
    first = op.choices[0].action
    return w.private[_PRIVATE[first]] * (_temple_factor(me, w) if first == "temple" else 1.0)


# points per turn, by the kind of effect
_POINTS_PER_TURN: dict[type, Callable[[Any, Player, Weights], float]] = {
    Trade: _trade_value,
    TradePoints: lambda _op, _me, w: w.goods_for_points,
    GatherBonus: lambda op, me, w: (
        w.gather[RESOURCES.index(op.resource)] * op.n * _boat_factor(me, w)
    ),
    FreeMultiple: lambda _op, me, w: (
        0.0 if me.powers.free_level_multiple else w.free_levels * _marble_factor(me, w.builder[0])
    ),
    Waive: lambda _op, me, w: w.waived_resource * _marble_factor(me, w.builder[1]),
    OnMission: lambda op, me, w: w.on_mission * op.pp * (1.0 + w.hand_mission_bonus * len(me.hand)),
    Reduction: _reduction_value,
    OnRareGood: lambda op, me, w: w.on_rare * op.pp_board * _boat_factor(me, w),
    Credit: lambda _op, me, w: w.points_for_rare * _boat_factor(me, w),
    ChooseRare: lambda _op, _me, w: w.choose_rare,
    Immunity: lambda op, _me, w: w.immune[op.revealer_only],
    OnReveal: lambda _op, _me, w: w.reveal,
    PrivateAction: _private_action_value,
    StorageLimit: lambda _op, _me, w: w.storage_limit,
    GiftsMultiplier: lambda _op, _me, w: w.gifts_factor,
}


def tile_worth(
    s: TadmorState, seat: Seat, tile: str, turns_left: int, w: Weights = WEIGHTS
) -> float:
    """Return the points that a tile is expected to bring its owner in `turns_left` turns."""
    me, found = s.players[seat], 0.0
    for op in UPGRADES[tile].effects:
        if isinstance(op, FinalBonus):
            found += op.pp * _chance_to_lead(s, seat, op.metric, w)
        elif isinstance(op, Prestige):
            ahead = me.tower >= max(one.tower for one in s.players)
            found += op.pp * turns_left * w.prestige[not ahead]
        elif isinstance(op, TaxImmunity):
            found += w.no_tax_share * RULES.eras[s.era].loss * turns_left
        else:
            found += _POINTS_PER_TURN[type(op)](op, me, w) * turns_left
    return found


def _chance_to_lead(s: TadmorState, seat: Seat, what: Metric, w: Weights) -> float:
    """Return the probability that a seat ends strictly first in the metric `what`.

    The probability depends on the distance between the seat and its best opponent now.
    """
    own = metric(s.players[seat], what)
    best = max(metric(one, what) for other, one in enumerate(s.players) if other != seat)
    far, ahead, level, behind = w.final
    if own > best:
        return far if own > best + 2 else ahead
    return level if own == best else behind
