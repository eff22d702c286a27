"""Purpose of a move in one sentence, for hints."""

from __future__ import annotations

from typing import Any

from games.core.engine import walk
from games.core.engine.purposes import effect_of
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.state.position import Position
from games.core.text.messages import Msg, Path, Seat, msg
from games.era_medieval_age.model.catalog import KEEP, PIECES
from games.era_medieval_age.model.names import KINDS, piece_at, short_piece
from games.era_medieval_age.model.state import EraState, Town
from games.era_medieval_age.rules.domain.placement import chosen_piece_id
from games.era_medieval_age.rules.domain.scoring import score
from games.era_medieval_age.rules.phases.harvest import hunger

_ENCLOSES, _DIE = "era.effect.encloses", "era.effect.die"


def purpose(pos: Position[EraState, Any], seat: Seat, path: Path) -> Msg | None:
    """Return a sentence on what a move is for; None if there is nothing to say."""
    town = pos.state.towns[seat]
    match path:
        case ("throw", list() | str()) | ("collect", _):
            return _hunger(town)
        case ("stop",):
            n = hunger(town)
            return msg("era.purpose.kept_hungry", n=n) if n else _FED
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


def _use_of_piece(pos: Position[EraState, Any], seat: Seat, path: Path, kind: str) -> Msg | None:
    """Say what a piece of `kind` brings at once, or else what the kind is for.

    `path` is the move that places the piece. Returns None if there is nothing to say. A hint may
    advise several pieces of a kind, so the sentence on dice holds for each.
    """
    if encloses := effect_of(pos, seat, path, (_ENCLOSES,)):
        return encloses
    if effect_of(pos, seat, path, (_DIE,)):
        return msg(
            "era.purpose.die", piece=KINDS[kind], die=msg(f"era.die.{PIECES[kind].die}", n=1)
        )
    return _piece_purpose(pos, seat, path, kind)


def _why_not_most_points(pos: Position[EraState, Any], seat: Seat, path: Path) -> Msg | None:
    """Say why the move does not build the proposed piece that brings the most points.

    Return None if no proposed piece brings points, or if the move brings as many points.
    """
    prompt, before = walk.ask(pos, seat), score(pos).total[seat]
    if not isinstance(prompt, SelectPrompt):
        return None

    def gain(path: Path) -> int:
        return score(walk.submit(pos, seat, path).pos).total[seat] - before

    gains = {option.key: gain((option.key,)) for option in prompt.options if option.spot}
    best = max(gains, key=gains.__getitem__, default="")
    passes = path == ("pass",)
    if not best or gains[best] <= max(0, 0 if passes else gain(path)):
        return None
    if passes:
        return msg("era.purpose.save", piece=short_piece(best), n=gains[best])
    after = walk.submit(pos, seat, path).pos
    if isinstance(walk.ask(after, seat, (best,)), MoveReady):
        return msg("era.purpose.later", piece=piece_at(best), n=gains[best])
    return msg("era.purpose.instead", piece=short_piece(best), n=gains[best])


def _piece_purpose(pos: Position[EraState, Any], seat: Seat, path: Path, kind: str) -> Msg | None:
    """Say what walls and Keeps are for, or that Disease ignores a building that stands alone.

    Return None for other pieces.
    """
    if PIECES[kind].sort != "building":
        return _WALL
    if kind == KEEP:
        return _KEEP
    placed_id = chosen_piece_id(kind, path[2:])
    land = walk.submit(pos, seat, path).pos.state.towns[seat].land
    touches = any(one.id == placed_id for one in land.grouped)
    return None if touches else _APART


def _hunger(town: Town) -> Msg:
    """Say how many dice would go hungry with the present faces, or that none would."""
    n = hunger(town)
    return msg("era.purpose.hungry", n=n) if n else _FED


_APART = msg("era.purpose.apart")
_KEEP = msg("era.purpose.keep")
_NO_LOSS = msg("era.purpose.no_loss")
_FED = msg("era.purpose.fed")
_WALL = msg("era.purpose.wall")
