"""Bid and choice of the first player for the harder computer player.

Each possible first player is simulated in the same worlds until the seat has moved twice.
"""

from __future__ import annotations

from typing import Any

from games.core.state.position import Position
from games.core.text.messages import Seat
from games.eight_minute_empire.ai.sketch import Sketch
from games.eight_minute_empire.ai.trial import chance, luck_of, simulate
from games.eight_minute_empire.model.state import Empire

Pos = Position[Empire, Any]
WORLDS = 80
MOST_BID = 3
MIN_WIN_GAIN_PER_COIN = 0.02  # required gain in win probability per coin


def bid(pos: Pos, seat: Seat) -> int:
    """Return half of the estimated value of starting (or of choosing), rounded up.

    Half, because the full value rarely needs to be paid.
    """
    start, seats = Sketch(pos), range(pos.n)
    others = [other for other in seats if other != seat]
    if pos.options["bid_winner"] == "chooses":
        each = [_worth(start, seat, first, 0) for first in seats]
        lost = (
            min(each) if pos.n == 2 else sum(each) / pos.n
        )  # a single rival chooses what is worst for this seat
        best = max(seats, key=each.__getitem__)
    else:
        lost = sum(_worth(start, seat, other, 0) for other in others) / len(others)
        best = seat
    most = 0
    while (
        most < min(MOST_BID, start.coins[seat])
        and _worth(start, seat, best, most + 1) > lost + MIN_WIN_GAIN_PER_COIN
    ):
        most += 1
    return (most + 1) // 2


def first(pos: Pos, seat: Seat) -> Seat:
    """Return the first player with whom `seat` is likeliest to win; prefer others on ties."""
    start = Sketch(pos)
    return max(range(pos.n), key=lambda who: (_worth(start, seat, who, 0), who != seat))


def _worth(start: Sketch, seat: Seat, begins: Seat, pays: int) -> float:
    """Return a seat's win probability after paying `pays` coins, if `begins` moves first."""
    ready = start.copy()
    ready.coins[seat] -= pays
    ready.order = [(begins + at) % start.n for at in range(start.n)]
    turns = start.n + ready.order.index(seat) + 1
    base, total = luck_of(start), 0.0
    for at in range(WORLDS):
        world = ready.copy()
        simulate(world, turns, base, at)
        total += chance(world, seat)
    return total / WORLDS
