"""How the stronger AI player bids and names the first player.

Each possible first player is tried in the same random games, until the seat has moved twice.
"""

from __future__ import annotations

from typing import Any

from games.core.state.position import Position
from games.core.text.messages import Seat
from games.eight_minute_empire.ai.sketch import Sketch
from games.eight_minute_empire.ai.trial import seed_of, simulate, win_probability
from games.eight_minute_empire.model.state import Empire

Pos = Position[Empire, Any]
SIMULATED_GAMES = 80  # simulated games for each first player
MAX_WORTH = 3  # coins that winning the bid is at most taken to be worth; so a bid is at most 2
MIN_WIN_GAIN = 0.02  # win probability that winning the bid must add


def bid(pos: Pos, seat: Seat) -> int:
    """Return the bid: half of the coins that winning the bid is worth, rounded up.

    Half is enough, because other seats rarely bid more.
    """
    start, seats = Sketch(pos), range(pos.n)
    others = [other for other in seats if other != seat]
    if pos.options["bid_winner"] == "chooses":
        by_first = [_worth(start, seat, first, 0) for first in seats]
        # A single rival chooses what is worst for this seat.
        chance_if_lost = min(by_first) if pos.n == 2 else sum(by_first) / pos.n
        best = max(seats, key=by_first.__getitem__)
    else:
        chance_if_lost = sum(_worth(start, seat, other, 0) for other in others) / len(others)
        best = seat
    break_even = 0
    while (
        break_even < min(MAX_WORTH, start.coins[seat])
        and _worth(start, seat, best, break_even + 1) > chance_if_lost + MIN_WIN_GAIN
    ):
        break_even += 1
    return (break_even + 1) // 2


def choose_first_player(pos: Pos, seat: Seat) -> Seat:
    """Return the first player with whom `seat` wins most often; on ties a rival."""
    start = Sketch(pos)
    return max(range(pos.n), key=lambda who: (_worth(start, seat, who, 0), who != seat))


def _worth(start: Sketch, seat: Seat, begins: Seat, pays: int) -> float:
    """Return a seat's win probability after it paid `pays` coins, if `begins` moves first."""
    after_bid = start.copy()
    after_bid.coins[seat] -= pays
    after_bid.order = [(begins + at) % start.n for at in range(start.n)]
    turns_ahead = start.n + after_bid.order.index(seat) + 1  # the last is the seat's second turn
    seed, total = seed_of(start), 0.0
    for number in range(SIMULATED_GAMES):
        world = after_bid.copy()
        simulate(world, turns_ahead, seed, number)
        total += win_probability(world, seat)
    return total / SIMULATED_GAMES
