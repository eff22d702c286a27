"""What an upgrade is worth to a player for the turns that are left: one estimate for each kind of effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.messages import Seat
from games.tadmor.model.catalog import RULES
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
from games.tadmor.rules.course.scoring import metric

_REDUCED = {"mission": 0.6, "rare_good": 0.55, "temple": 0.35}              # how often a turn the action is taken
_PRIVATE = {"market": 0.9, "temple": 3.5, "tower_single": 6.0, "tax_collector": 4.5}   # points a turn, by the tile's first action



def _trade(op: Trade) -> float:
    """Marble is dearer than gold, pairs of tower levels need it; and stone is easier to spare than the wood that goes with it."""
    return sum(0.2 * ("marble" in rate.get) + 0.1 * ("stone" in rate.give) for rate in op.rates)


# points a turn, by the kind of effect, from the effect and its owner's things
_A_TURN: dict[type, Callable[[Any, Player], float]] = {
    Trade: lambda op, me: (0.9 + _trade(op)) / (1 + len(me.powers.trades)),
    TradePoints: lambda _op, _me: 0.3,
    GatherBonus: lambda op, _me: 0.9 * op.n,
    FreeMultiple: lambda _op, me: 0.0 if me.powers.multiple else 1.4,
    Waive: lambda _op, _me: 0.9,
    OnMission: lambda op, _me: 0.55 * op.pp,
    Reduction: lambda op, _me: _REDUCED[op.action] * op.n,
    OnRareGood: lambda op, _me: 0.4 * op.pp_board,
    Credit: lambda _op, _me: 1.3,
    ChooseRare: lambda _op, _me: 0.8,
    Immunity: lambda op, _me: 0.2 if op.revealer_only else 0.7,
    OnReveal: lambda _op, _me: 0.5,
    PrivateAction: lambda op, _me: _PRIVATE[op.choices[0].action],
    StorageLimit: lambda _op, _me: 0.7,
    GiftsMultiplier: lambda _op, _me: 3.0,
}


def tile_worth(s: TadmorState, seat: Seat, tile: str, turns: int) -> float:
    """Points that a tile promises its owner over so many turns."""
    me, found = s.players[seat], 0.0
    for op in UPGRADES[tile].effects:
        if isinstance(op, FinalBonus):
            found += op.pp * _chance(s, seat, op.metric)
        elif isinstance(op, Prestige):
            ahead = me.tower >= max(one.tower for one in s.players)
            found += op.pp * turns * (0.7 if ahead else 0.3)
        elif isinstance(op, TaxImmunity):
            found += 0.6 * RULES.eras[s.era].loss * turns
        else:
            found += _A_TURN[type(op)](op, me) * turns
    return found


def _chance(s: TadmorState, seat: Seat, what: Metric) -> float:
    """How likely a seat is to be strictly first in the end, by how it stands now."""
    own = metric(s.players[seat], what)
    best = max(metric(one, what) for other, one in enumerate(s.players) if other != seat)
    if own > best:
        return 0.85 if own > best + 2 else 0.6
    return 0.3 if own == best else 0.12
