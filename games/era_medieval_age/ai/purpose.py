"""What a move is for, in a sentence for hints."""

from __future__ import annotations

from typing import Any

from games.core.engine import walk
from games.core.engine.purposes import effect_of
from games.core.prompts.prompt import SelectPrompt
from games.core.state.position import Position
from games.core.text.messages import Msg, Path, Seat, msg
from games.era_medieval_age.ai.decide import asking_frame
from games.era_medieval_age.ai.trial import build
from games.era_medieval_age.model.catalog import KEEP, PIECES
from games.era_medieval_age.model.names import short_piece
from games.era_medieval_age.model.state import EraState, Town
from games.era_medieval_age.rules.domain.building import Build
from games.era_medieval_age.rules.domain.placement import chosen
from games.era_medieval_age.rules.domain.scoring import score
from games.era_medieval_age.rules.phases.harvest import hunger

_BRINGS = ("era.effect.encloses", "era.effect.die")


def purpose(pos: Position[EraState, Any], seat: Seat, path: Path) -> Msg | None:
    """Return what a roll, a choice of resources or a building is for."""
    town = pos.state.towns[seat]
    match path:
        case ("throw", list() | str()) | ("collect", _):
            return _hunger(town)
        case ("stop",):
            return None if hunger(town) else _FED
        case ("build", str(kind), *_):
            return _why_not_most_points(pos, seat, path) or _use_of_piece(pos, seat, path, kind)
        case ("pass",):
            return _why_not_most_points(pos, seat, path)
        case ("place", str(kind), *_):
            return _use_of_piece(pos, seat, path, kind)
        case (("bandits" | "remove" | "pay" | "scorch"), *_):
            before, after = pos, walk.submit(pos, seat, path).pos
            kept = score(after).total[seat] >= score(before).total[seat]
            return _NO_LOSS if kept else None
    return None


def _use_of_piece(pos: Position[EraState, Any], seat: Seat, path: Path, kind: str) -> Msg:
    """Say what a piece brings at once, else what its kind is for."""
    return effect_of(pos, seat, path, _BRINGS) or _piece_purpose(pos, seat, path, kind)


def _why_not_most_points(pos: Position[EraState, Any], seat: Seat, path: Path) -> Msg | None:
    """Say why not the proposed piece of most points; None if the turn brings as many.

    The whole rest of the turn is compared, since it may bring the proposed piece later.
    """
    prompt, before = walk.ask(pos, seat), score(pos).total[seat]
    if not isinstance(prompt, SelectPrompt):
        return None
    pieces = [option.key for option in prompt.options if option.spot is not None]
    gains = {
        piece: score(walk.submit(pos, seat, (piece,)).pos).total[seat] - before for piece in pieces
    }
    best = max(gains, key=gains.__getitem__, default="")
    if not best or gains[best] <= max(0, _points_after_turn(pos, seat, path) - before):
        return None
    key = "save" if path == ("pass",) else "instead"
    return msg(f"era.purpose.{key}", piece=short_piece(best), n=gains[best])


def _points_after_turn(pos: Position[EraState, Any], seat: Seat, path: Path) -> int:
    """Return the seat's points after a move and the rest of its building turn."""
    after = pos
    while path != ("pass",):
        after = walk.submit(after, seat, path).pos
        frame = asking_frame(after, seat)
        path = build(after, seat, frame) if isinstance(frame, Build) else ("pass",)
    return score(after).total[seat]


def _piece_purpose(pos: Position[EraState, Any], seat: Seat, path: Path, kind: str) -> Msg | None:
    """Say what walls and Keeps are for, or that disease ignores a building that stands alone."""
    if PIECES[kind].sort != "building":
        return _WALL
    if kind == KEEP:
        return _KEEP
    placed_id = chosen(kind, path[2:])
    land = walk.submit(pos, seat, path).pos.state.towns[seat].land
    touches = any(one.id == placed_id for one in land.grouped)
    return None if touches else _APART


def _hunger(town: Town) -> Msg:
    """Say how many dice lack food with the present faces."""
    n = hunger(town)
    return msg("era.purpose.hungry", n=n) if n else _FED


_APART = msg("era.purpose.apart")
_KEEP = msg("era.purpose.keep")
_NO_LOSS = msg("era.purpose.no_loss")
_FED = msg("era.purpose.fed")
_WALL = msg("era.purpose.wall")
