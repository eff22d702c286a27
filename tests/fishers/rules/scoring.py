"""Most coins win."""

from typing import Any

from games.core.messages import msg
from games.core.position import Position
from games.core.score import Criterion, Scoreboard, ScoreRow, rank
from tests.fishers.model.state import Fishers


def score(pos: Position[Fishers, Any]) -> Scoreboard:
    """One row: coins."""
    coins = ("coins", msg("fish.coins"), tuple(pos.state.coins))
    return Scoreboard((ScoreRow(*coins),), coins[2], rank([Criterion(*coins)]))
