"""Random player that prefers eventful moves, for games in which everything comes up."""

from __future__ import annotations

from games.core.engine import walk
from games.core.prompts.prompt import SelectPrompt
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from tests.games.tadmor.positions import Pos

ENDS, SPENDS = {"done", "pass", "stop"}, {"discard", "favour"}


def busy(pos: Pos, seat: Seat, rng: Rng, tries: int = 8) -> Path:
    """Return the most eventful of several random moves.

    Missions come first, then building, gathering and ending.
    """
    root = walk.ask(pos, seat)
    assert isinstance(root, SelectPrompt)
    if len(root.options) == 1:
        tries = 1
    return max((walk.random_move(pos, seat, rng) for _ in range(tries)), key=_worth)


def _worth(path: Path) -> int:
    if path[0] == "return" or "complete" in path:
        return 5
    if path[0] in ENDS:
        return 1
    if path[0] in SPENDS:
        return 0
    if path[0] == "trade":
        return 2
    return 4 if any(str(key)[0] == "i" and str(key)[1:].isdigit() for key in path) else 3
