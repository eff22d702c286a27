"""Purpose of a move in one sentence, for hints."""

from __future__ import annotations

from typing import Any

from games.core.engine.purposes import effect_of, newly_possible
from games.core.state.position import Position
from games.core.text.messages import Msg, Path, Seat, listed, msg
from games.tadmor.model.catalog import RULES
from games.tadmor.model.state import TadmorState

# effects that say what a move brings
_BRINGS = (
    "tad.place.brings",
    "tad.rare.worth",
    "tad.hire.effect",
)


def purpose(pos: Position[TadmorState, Any], seat: Seat, path: Path) -> Msg | None:
    """Return a sentence on the purpose of the move `path`; None if there is none."""
    match path:
        case ("trade", *_):
            labels = newly_possible(pos, seat, path)
            return msg("tad.purpose.allows", what=listed(labels[:2])) if labels else None
        case ("mission", _, "draw"):
            return _DRAW
        case ("tax", "pay"):
            return msg("tad.purpose.tax", n=RULES.eras[pos.state.era].loss)
        case ("buy", *_) | ("start", *_):
            effect = effect_of(pos, seat, path)
            return msg("tad.purpose.upgrade", what=effect) if effect else None
    return effect_of(pos, seat, path, _BRINGS)


_DRAW = msg("tad.purpose.draw")
