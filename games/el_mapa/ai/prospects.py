"""What a position may come to: the points that each seat may expect, and its part of the win."""

from __future__ import annotations

from math import exp
from typing import Any

from games.core.state.position import Position
from games.core.text.messages import Seat
from games.el_mapa.ai.evaluate import Valuation
from games.el_mapa.model.holdings import income
from games.el_mapa.model.state import MapState, head
from games.el_mapa.rules.ending.scoring import points

Pos = Position[MapState, Any]
POINTS_PER_E_ODDS = 12.0  # so many points are worth a factor e in the chance to win
WON = 0.5  # of a finished game's worth is who has won, the rest is by how much
GOODS = (
    0.8  # of what goods in hand are worth becomes points, while there are rounds to spend them in
)
SPENT_IN = 3  # rounds
YIELDS = {
    "gold": 0.6,
    "wood": 0.5,
    "stone": 0.85,
    "cards1": 0.28,
    "cards2": 0.5,
    "cards3": 0.8,
}  # each, for each round
VILLAGE = 1.7  # for each round, beside its gold: it builds and sends troops out
RESERVE = 0.3  # a troop that could be hired


def chances(pos: Pos) -> list[float]:
    """The points that each seat may expect at the end."""
    v = Valuation(pos, 0)
    return [_expected(v, seat) for seat in range(pos.n)]


def _expected(v: Valuation, seat: Seat) -> float:
    s, rounds = v.s, v.left - 1
    found = float(sum(points(v.pos, seat).values()))
    if v.pos.outcome is not None:
        return found
    villages, soon = s.villages(seat), min(1.0, rounds / SPENT_IN)
    found += soon * GOODS * v.expense(s.players[seat].goods)
    found += soon * RESERVE * sum(head(s.castles[cell].reserve) for cell in villages)
    found += sum(v.price(troops) for troops in s.players[seat].stacks.values())
    return found + rounds * (
        VILLAGE * len(villages) + sum(YIELDS[what] * n for what, n in income(s, seat).items())
    )


def share(pos: Pos, seat: Seat) -> float:
    """A seat's part of the win, together 1: by expected points; of a finished game half goes to who has won."""
    expected = chances(pos)
    top = max(expected)
    raw = [exp((one - top) / POINTS_PER_E_ODDS) for one in expected]
    by_points = raw[seat] / sum(raw)
    if pos.outcome is None:
        return by_points
    winners = pos.outcome.winners
    return (1 - WON) * by_points + WON * (seat in winners) / len(winners)
