"""Score: most coins win."""

from typing import Any

from games.core.state.position import Position
from games.core.state.score import Criterion, Scoreboard, ScoreRow, rank
from games.core.text.messages import msg
from tests.fishers.model.state import Fishers


def score(pos: Position[Fishers, Any]) -> Scoreboard:
    """Return one row: coins."""
    coins = ("coins", msg("fish.coins"), tuple(pos.state.coins))
    return Scoreboard((ScoreRow(*coins),), coins[2], rank([Criterion(*coins)]))
