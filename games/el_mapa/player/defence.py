"""What a computer player guards: how likely a village falls, what leaving it risks, and whom it hires to hold it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.messages import Path, Seat
from games.core.position import Position
from games.el_mapa.model.catalog import TROOPS
from games.el_mapa.model.state import MapState, Troops, ordered
from games.el_mapa.player import evaluate
from games.el_mapa.player.ground import far
from games.el_mapa.player.odds import clash, hireable, levies, union
from games.el_mapa.player.weights import WEIGHTS
from games.el_mapa.rules.castles.hiring import payable

Pos = Position[MapState, Any]
LAST = 0.3                   # what guards must save at least in the last round


def armies(pos: Pos, seat: Seat) -> Iterator[tuple[Seat, str, Troops]]:
    """Rivals' troops, each with those whom their village could hire and send along."""
    s = pos.state
    for other, player in enumerate(s.players):
        if other == seat:
            continue
        yield from ((other, at, army) for at, army in player.stacks.items() if at not in s.castles)
        for at in s.villages(other):
            army = union(player.stacks.get(at, {}), hireable(s, at, player.goods["gold"]))
            if army:
                yield other, at, army


def danger(pos: Pos, seat: Seat, cell: str, some: Troops, beaten: str = "") -> tuple[float, str]:
    """How likely a cell falls with these troops in it, and to whom who stands where: to rivals who are one or two turns away,
    fought in thought. Who stands in a cell that is `beaten` by then comes no more."""
    s, worst, whence = pos.state, 0.0, ""
    steps: dict[str, int] | None = None
    for other, at, army in armies(pos, seat):
        moves = min(TROOPS[kind].moves for kind in army)
        if at == beaten or s.board.distance(at, cell) > 2 * moves:
            continue
        steps = far(s, cell) if steps is None else steps
        turns = -(-steps.get(at, 99) // moves)
        if turns >= len(WEIGHTS.risks) or worst >= WEIGHTS.risks[turns]:
            continue
        left, rest = clash(pos, cell, other, army, seat, some) if some else (army, {})
        if left and not rest:
            worst, whence = WEIGHTS.risks[turns], at
    return worst, whence


def risk(pos: Pos, seat: Seat, cell: str, some: Troops) -> float:
    """How likely a cell falls with these troops in it."""
    return danger(pos, seat, cell, some)[0]


def threats(pos: Pos, seat: Seat) -> dict[str, float]:
    """Where rivals stand who could take a village as it is guarded now, and what would be lost."""
    s = pos.state
    found: dict[str, float] = {}
    for cell in s.villages(seat):
        worst, whence = danger(pos, seat, cell, s.players[seat].stacks.get(cell, {}))
        if worst:
            found[whence] = found.get(whence, 0.0) + worst * evaluate.stake(pos, seat, cell) * evaluate.swing(pos)
    return found


def exposed(pos: Pos, seat: Seat, cell: str, some: Troops, beaten: str = "") -> float:
    """What leaving a cell of one's own with these troops puts at risk; less when they beat the one who threatens it."""
    s = pos.state
    if s.owners.get(cell) != seat:
        return 0.0
    here = s.players[seat].stacks.get(cell, {})
    rest = ordered({kind: n - some.get(kind, 0) for kind, n in here.items()})
    after = danger(pos, seat, cell, rest, beaten)[0]
    return (after - risk(pos, seat, cell, here)) * evaluate.stake(pos, seat, cell) * evaluate.swing(pos) if after else 0.0


def relief(pos: Pos, seat: Seat, cell: str, some: Troops) -> float:
    """What more troops in an own village keep from falling."""
    s = pos.state
    if cell not in s.castles or s.owners.get(cell) != seat:
        return 0.0
    here = s.players[seat].stacks.get(cell, {})
    before = risk(pos, seat, cell, here)
    saved = before - risk(pos, seat, cell, union(here, some)) if before else 0.0
    return saved * evaluate.stake(pos, seat, cell) * evaluate.swing(pos)


def defend(pos: Pos, seat: Seat) -> Path | None:
    """Troops for a village that would fall without them, as few as hold it."""
    s, left = pos.state, evaluate.rounds_left(pos)
    best: Path | None = None
    top = LAST if left < 2 else max([WEIGHTS.saves, *(worth for worth, _, _ in evaluate.wishes(pos, seat)[:1])])
    for cell in s.villages(seat):
        for some in levies(payable(s, seat, cell)):
            worth = relief(pos, seat, cell, some) - evaluate.price(some, left)
            if worth > top:
                best, top = ("hire", cell, some), worth
    return best
