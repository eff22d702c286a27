"""Bid and choice of the first player of the stronger AI player.

Each possible first player is tried in the same random games, until the seat has moved twice.
"""

from __future__ import annotations

from typing import Any

from games.core.state.position import Position
from games.core.text.messages import Seat
from games.eight_minute_empire.ai.sketch import Sketch
from games.eight_minute_empire.ai.trial import chance, seed_of, simulate
from games.eight_minute_empire.model.state import Empire

Pos = Position[Empire, Any]
WORLDS = 80  # simulated games for each first player
MOST_BID = 3
MIN_WIN_GAIN_PER_COIN = 0.02  # win probability that a higher bid must gain


def bid(pos: Pos, seat: Seat) -> int:
    """Return half of the coins that winning the bid is worth, rounded up.

    Half is enough, because other seats rarely bid as much as that.
    """
    start, seats = Sketch(pos), range(pos.n)
    others = [other for other in seats if other != seat]
    if pos.options["bid_winner"] == "chooses":
        by_first = [_worth(start, seat, first, 0) for first in seats]
        # A single rival chooses what is worst for this seat.
        if_lost = min(by_first) if pos.n == 2 else sum(by_first) / pos.n
        best = max(seats, key=by_first.__getitem__)
    else:
        if_lost = sum(_worth(start, seat, other, 0) for other in others) / len(others)
        best = seat
    most = 0
    while (
        most < min(MOST_BID, start.coins[seat])
        and _worth(start, seat, best, most + 1) > if_lost + MIN_WIN_GAIN_PER_COIN
    ):
        most += 1
    return (most + 1) // 2


def first(pos: Pos, seat: Seat) -> Seat:
    """Return the first player with whom `seat` wins most often; on ties another than itself."""
    start = Sketch(pos)
    return max(range(pos.n), key=lambda who: (_worth(start, seat, who, 0), who != seat))


def _worth(start: Sketch, seat: Seat, begins: Seat, pays: int) -> float:
    """Return a seat's win probability after paying `pays` coins, if `begins` moves first."""
    after_bid = start.copy()
    after_bid.coins[seat] -= pays
    after_bid.order = [(begins + at) % start.n for at in range(start.n)]
    turns = start.n + after_bid.order.index(seat) + 1
    base, total = seed_of(start), 0.0
    for at in range(WORLDS):
        world = after_bid.copy()
        simulate(world, turns, base, at)
        total += chance(world, seat)
    return total / WORLDS
