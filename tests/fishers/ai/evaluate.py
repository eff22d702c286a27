"""What a position is worth to a seat; the greedy computer player takes what leads to the best."""

from typing import Any

from games.core.state.position import Position
from games.core.text.messages import Seat
from tests.fishers.model.state import Fishers


def worth(pos: Position[Fishers, Any], seat: Seat) -> float:
    """Coins ahead of the others' mean, and a little for dice that may catch something."""
    s, others = pos.state, pos.n - 1
    ahead = s.coins[seat] - (sum(s.coins) - s.coins[seat]) / others
    return ahead + sum(s.dice[seat]) / 20
