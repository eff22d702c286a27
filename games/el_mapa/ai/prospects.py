"""Expected points of each seat at the end, and its share of the win (0 to 1).

The search evaluates the ends of its rollouts with `share`.
"""

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
WINNERS_SHARE = 0.5  # share of a finished game for the winners; the rest is divided by points
GOODS_SHARE = 0.8  # share of the value of goods that becomes points
ROUNDS_TO_SPEND = 3  # rounds that players need to spend their goods
# Points per unit of income and round.
POINTS_PER_YIELD = {
    "gold": 0.6,
    "wood": 0.5,
    "stone": 0.85,
    "cards1": 0.28,
    "cards2": 0.5,
    "cards3": 0.8,
}
POINTS_PER_VILLAGE = 1.7  # points of a village per round, without its gold
POINTS_PER_RESERVE_TROOP = 0.3  # points per troop that could be hired


def expected_points(pos: Pos) -> list[float]:
    """Return the expected points at the end, one number per seat."""
    v = Valuation(pos, 0)
    return [_expected(v, seat) for seat in range(pos.n)]


def _expected(v: Valuation, seat: Seat) -> float:
    s, rounds = v.s, v.rounds_left - 1
    expected = float(sum(points(v.pos, seat).values()))
    if v.pos.outcome is not None:
        return expected
    villages, spendable = s.villages(seat), min(1.0, rounds / ROUNDS_TO_SPEND)
    expected += spendable * GOODS_SHARE * v.expense(s.players[seat].goods)
    expected += (
        spendable
        * POINTS_PER_RESERVE_TROOP
        * sum(troop_count(s.castles[cell].reserve) for cell in villages)
    )
    expected += sum(v.price(troops) for troops in s.players[seat].stacks.values())
    return expected + rounds * (
        POINTS_PER_VILLAGE * len(villages)
        + sum(POINTS_PER_YIELD[what] * n for what, n in income(s, seat).items())
    )


def share(pos: Pos, seat: Seat) -> float:
    """Return a seat's share of the win, by expected points; all shares add up to 1.

    In a finished game the winners divide `WINNERS_SHARE` equally. The remaining share is divided
    among all seats by points.
    """
    expected = expected_points(pos)
    top = max(expected)
    raw = [exp((one - top) / POINTS_PER_E_ODDS) for one in expected]
    by_points = raw[seat] / sum(raw)
    if pos.outcome is None:
        return by_points
    winners = pos.outcome.winners
    return (1 - WINNERS_SHARE) * by_points + WINNERS_SHARE * (seat in winners) / len(winners)
