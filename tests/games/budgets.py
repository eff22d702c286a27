"""Budget of presses for the moves of a whole game."""

from __future__ import annotations

from typing import Any

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.engine.game import Game
from games.core.state.rng import Rng
from games.core.text.messages import Path
from tests.games.presses import recorded


def over_budget(
    game: Game[Any, Any], n: int, seed: str, most: int, several: int
) -> tuple[set[str], list[tuple[Path, int]]]:
    """Play computer players; return the verbs played, and the moves over the budget.

    A move may take `most` presses, a move with k ticked things or k counted units `several` + k.
    """
    rng = Rng.of(sum(seed.encode()))
    verbs, over = set[str](), list[tuple[Path, int]]()
    start = walk.start(game, {}, n, seed)
    for _, _, path, taken in recorded(start, lambda pos, seat: decide(pos, seat, "game", rng)):
        verbs.add(str(path[0]))
        ticked = sum(len(key) for key in path if isinstance(key, list))
        units = sum(sum(key.values()) for key in path if isinstance(key, dict))
        if taken > max(most, several + ticked + units):
            over.append((path, taken))
    return verbs, over
