"""Random player that prefers eventful moves, for games in which everything comes up."""

from __future__ import annotations

from games.core.engine import walk
from games.core.prompts.prompt import SelectPrompt
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.tadmor.model.catalog import PIECES
from games.tadmor.rules.turn.placing import open_places
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
    path = max((walk.random_move(pos, seat, rng) for _ in range(tries)), key=_worth)
    return _any_space(pos, seat, rng) if path[0] == "place" and not rng.below(2) else path


def _any_space(pos: Pos, seat: Seat, rng: Rng) -> Path:
    """Return a placement as older games have it, also on a space that the prompt leaves out."""
    pieces = [piece for piece in PIECES if pos.state.reserve(seat, piece)]
    found = [(piece, at) for piece in pieces for at in open_places(pos.state, seat, piece)]
    return ("place", *rng.pick(found))


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
