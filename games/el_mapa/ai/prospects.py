"""Prospects of a position: expected points of each seat, and its share of the win."""

from __future__ import annotations

from math import exp
from typing import Any

from games.core.state.position import Position
from games.core.text.messages import Seat
from games.el_mapa.ai.evaluate import Valuation
from games.el_mapa.model.holdings import income
from games.el_mapa.model.state import MapState, troop_count
from games.el_mapa.rules.ending.scoring import points

Pos = Position[MapState, Any]
POINTS_PER_E_ODDS = 12.0  # lead in points that multiplies the odds to win by e
WON = 0.5  # weight of the win in a finished game; the rest is the margin
GOODS = (
    0.8  # share of the value of goods in hand that becomes points, with rounds left to spend them
)
SPENT_IN = 3  # rounds
YIELDS = {
    "gold": 0.6,
    "wood": 0.5,
    "stone": 0.85,
    "cards1": 0.28,
    "cards2": 0.5,
    "cards3": 0.8,
}  # points per unit and round
VILLAGE = 1.7  # points per round, apart from its gold: it builds and sends out troops
RESERVE = 0.3  # points per troop that could be hired


def chances(pos: Pos) -> list[float]:
    """Return the points that each seat may expect at the end."""
    v = Valuation(pos, 0)
    return [_expected(v, seat) for seat in range(pos.n)]


def _expected(v: Valuation, seat: Seat) -> float:
    s, rounds = v.s, v.left - 1
    found = float(sum(points(v.pos, seat).values()))
    if v.pos.outcome is not None:
        return found
    villages, soon = s.villages(seat), min(1.0, rounds / SPENT_IN)
    found += soon * GOODS * v.expense(s.players[seat].goods)
    found += soon * RESERVE * sum(troop_count(s.castles[cell].reserve) for cell in villages)
    found += sum(v.price(troops) for troops in s.players[seat].stacks.values())
    return found + rounds * (
        VILLAGE * len(villages) + sum(YIELDS[what] * n for what, n in income(s, seat).items())
    )


def share(pos: Pos, seat: Seat) -> float:
    """Return a seat's share of the win (all sum to 1), by expected points.

    In a finished game half of it goes to the winners.
    """
    expected = chances(pos)
    top = max(expected)
    raw = [exp((one - top) / POINTS_PER_E_ODDS) for one in expected]
    by_points = raw[seat] / sum(raw)
    if pos.outcome is None:
        return by_points
    winners = pos.outcome.winners
    return (1 - WON) * by_points + WON * (seat in winners) / len(winners)
