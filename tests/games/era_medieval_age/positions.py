"""Positions for one test each: domains, tracks, dice, and the frame that prompts."""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.state.events import Event
from games.core.state.position import Position
from games.core.text.messages import Path
from games.era_medieval_age import GAME
from games.era_medieval_age.model.catalog import DICE, PIECES, RESOURCES, SCORCHED, class_of
from games.era_medieval_age.model.state import Die, EraState
from games.era_medieval_age.rules.flow.setup import RoundEnd, Rounds
from tests.games.asking import keys, pick, public_events
from tests.games.wording import speaker

Pos = Position[EraState, Any]
say = speaker(GAME)
KEEP = "keep-g7-0"
BORDER = (  # barriers on all 52 cells of the rim (E12)
    "wall_4-a1-0",
    "wall_4-e1-0",
    "wall_4-i1-0",
    "wall_2-m1-0",
    "wall_4-n2-90",
    "wall_4-n6-90",
    "wall_5-n10-90",
    "wall_4-a14-0",
    "wall_4-e14-0",
    "wall_5-i14-0",
    "wall_4-a2-90",
    "wall_4-a6-90",
    "wall_4-a10-90",
)
RING12 = (  # barriers around rows 0..13, columns 0..11 (E13)
    "wall_4-a1-0",
    "wall_4-e1-0",
    "wall_4-i1-0",
    "wall_4-l2-90",
    "wall_4-l6-90",
    "wall_5-l10-90",
    "wall_4-a14-0",
    "wall_4-e14-0",
    "wall_3-i14-0",
    "wall_4-a2-90",
    "wall_4-a6-90",
    "wall_4-a10-90",
)


def begin(n: int = 2, seed: str = "worlds", **options: Any) -> Pos:
    """Return round 1 with compact layouts, before the throw; seat 0 starts."""
    pos = walk.start(GAME, options, n, seed)
    for seat in range(n):
        pos = walk.submit(pos, seat, ("compact",)).pos
    pos.state.first = 0
    return pos


def lay(pos: Pos, *domains: list[str]) -> Pos:
    """Give the first seats exactly these domains; the supply is adjusted."""
    for seat, pieces in enumerate(domains):
        pos.state.towns[seat].pieces = sorted(pieces)
    s = pos.state
    lying = Counter(piece.split("-")[0] for town in s.towns for piece in town.pieces)
    s.supply = {kind: piece.count - s.box[kind] - lying[kind] for kind, piece in PIECES.items()}
    s.pool = {kind: s.supply[die.source] for kind, die in DICE.items()}
    return pos


def stock(pos: Pos, seat: int = 0, **have: int) -> Pos:
    """Set exactly these resources; `culture` and `calamity` as well."""
    town = pos.state.towns[seat]
    town.culture, town.calamity = have.pop("culture", 0), have.pop("calamity", 0)
    town.stock = {what: have.get(what, 0) for what in RESOURCES}
    return pos


def dice(pos: Pos, seat: int, *faces: str) -> Pos:
    """Set the faces of the dice, which are named by color: p1, p2, n1..."""
    counts: Counter[str] = Counter()
    town = pos.state.towns[seat]
    town.dice = []
    for face in faces:
        letter = face[0]
        counts[letter] += 1
        town.dice.append(Die(f"{letter}{counts[letter]}", face))
    assert all(die.face in class_of(die.id).sides for die in town.dice)
    town.skulls = town.total("skulls")
    return pos


def stage(pos: Pos, *frames: Frame[EraState], end: bool = True) -> list[Event]:
    """Put these frames on the stack (first on top), run automatic ones; return public events."""
    pos.lanes = [[] for _ in range(pos.n)]
    pos.stack = [Rounds(), *([RoundEnd()] if end else []), *reversed(frames)]
    t = StepContext(GAME, pos)
    walk.run_automatic(GAME, pos, t)
    return public_events(t.events)


def go(pos: Pos, *paths: Path, seat: int | None = None) -> Pos:
    """Return the position after the first acting seat has played these paths."""
    for path in paths:
        pos = walk.submit(pos, walk.actors(pos)[0] if seat is None else seat, path).pos
    return pos


def why(pos: Pos, key: str, *path: Any, seat: int | None = None) -> str:
    """Return the reason of a disabled option in Spanish."""
    return say(
        next(blocked.why for blocked in pick(pos, *path, seat=seat).blocked if blocked.key == key)
    )


def site(pos: Pos, piece: str) -> Path:
    """Return the path that builds a piece at its place."""
    kind, cell, turn = piece.split("-")
    if cell in keys(pos, "build", kind, f"t{turn}"):
        return ("build", kind, f"t{turn}", cell)
    return ("build", kind, f"t{turn}", "other", f"r{cell[1:]}", cell)


def scorched_at(pos: Pos, cell: str) -> Path:
    """Return the path that puts scorched earth at a place."""
    return (
        ("scorch", cell)
        if cell in keys(pos, "scorch")
        else ("scorch", "other", f"r{cell[1:]}", cell)
    )


def count(pieces: list[str], kind: str = SCORCHED) -> int:
    """Return the number of pieces of a kind."""
    return sum(piece.startswith(f"{kind}-") for piece in pieces)
