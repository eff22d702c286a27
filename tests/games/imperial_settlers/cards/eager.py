"""Random player that prefers eventful moves, for games in which everything comes up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.engine import walk
from games.core.prompts.prompt import SelectPrompt
from games.core.state.events import AddressedEvent
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.imperial_settlers import GAME
from games.imperial_settlers.model.state import SettlersState
from games.imperial_settlers.rules.flow.proposals import is_proposal

Pos = Position[SettlersState, Any]
WORTH = {
    "activate": 9,
    "build": 7,
    "gate": 6,
    "shrine": 6,
    "samurai": 5,
    "defend": 4,
    "deal": 4,
    "raze": 4,
    "raze_rival": 4,
    "workers": 2,
    "end": 1,
    "pass": 0,
}
MOST_STEPS = 3000


def eager(pos: Pos, seat: Seat, rng: Rng, tries: int = 4, spare: str = "") -> Path:
    """Return the most eventful of several random moves; one time in six any random move.

    It passes only if nothing else is possible and avoids the verb `spare`.
    """
    root = walk.ask(pos, seat)
    assert isinstance(root, SelectPrompt)
    keys = [one.key for one in root.options if not is_proposal((one.key,))]
    some = [
        walk.random_move(pos, seat, rng)
        for _ in range(1 if len(keys) == 1 or rng.below(6) == 0 else tries)
    ]
    path = max(some, key=lambda one: 0 if one[0] == spare else WORTH.get(str(one[0]), 8))
    return walk.default_path(pos, seat, (keys[0],)) if path[0] == "pass" else path


def begin(n: int, seed: object, **options: Any) -> Pos:
    """Return a game with random factions."""
    return walk.start(GAME, {"factions": "random", **options}, n, f"eager-{seed}")


def steps(
    pos: Pos, rng: Rng, tries: int = 4, spare: str = ""
) -> Iterator[tuple[Pos, Seat, Path, list[AddressedEvent]]]:
    """Yield position, seat, path and events after each move of a whole game, in place."""
    for _ in range(MOST_STEPS):
        if pos.outcome is not None:
            return
        seat = rng.pick(walk.actors(pos))
        path = eager(pos, seat, rng, tries, spare)
        yield pos, seat, path, walk.apply(pos, seat, path)
    raise AssertionError("the game does not end")
