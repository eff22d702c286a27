"""What a move is for, in a sentence for hints."""

from __future__ import annotations

from typing import Any

from games.core.engine import walk
from games.core.engine.purposes import effect_of, newly_possible
from games.core.state.position import Position
from games.core.text.messages import Msg, Path, Seat, listed, msg
from games.el_mapa.model.names import cell_name
from games.el_mapa.model.state import MapState

# effects that say what a move brings
_BRINGS = ("map.effect.claim", "map.effect.flips", "map.forecast.won")


def purpose(pos: Position[MapState, Any], seat: Seat, path: Path) -> Msg | None:
    """Return what a building, a march, hired troops or a trade is for."""
    match path:
        case ("build", *_):
            effect = effect_of(pos, seat, path)
            return msg("map.purpose.build", what=effect) if effect else None
        case ("hire", str(cell), _):
            return _troops(pos, seat, path, cell)
        case ("move", *_, str(cell)):
            return effect_of(pos, seat, path, _BRINGS) or _troops(pos, seat, path, cell)
        case ("trade", *_):
            labels = newly_possible(pos, seat, path)
            return msg("map.purpose.allows", what=listed(labels[:2])) if labels else None
    return effect_of(pos, seat, path, _BRINGS)


def _troops(pos: Position[MapState, Any], seat: Seat, path: Path, cell: str) -> Msg | None:
    """Say how many troops the seat has in a cell after a move; None if it has none there."""
    troops = walk.submit(pos, seat, path).pos.state.players[seat].stacks.get(cell, {})
    n = sum(troops.values())
    return msg("map.purpose.troops", n=n, at=cell_name(cell)) if n else None
