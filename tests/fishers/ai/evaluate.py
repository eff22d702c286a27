"""Value of a position for a seat, used by the greedy bot."""

from typing import Any

from games.core.state.position import Position
from games.core.text.messages import Seat
from tests.fishers.model.state import Fishers


def estimate(pos: Position[Fishers, Any], seat: Seat) -> float:
    """Return the lead in coins over the others' mean, plus a little for promising dice."""
    s, others = pos.state, pos.n - 1
    ahead = s.coins[seat] - (sum(s.coins) - s.coins[seat]) / others
    return ahead + sum(s.dice[seat]) / 20
