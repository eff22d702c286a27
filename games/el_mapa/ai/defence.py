"""Defense of the AI player: danger to villages, risk of leaving them, troops to hold them."""

from __future__ import annotations

from games.core.text.messages import Path, Seat
from games.el_mapa.ai.evaluate import Valuation
from games.el_mapa.ai.lands import Some
from games.el_mapa.ai.odds import clash, hireable, levies, union
from games.el_mapa.model.catalog import TROOPS
from games.el_mapa.model.state import Troops, ordered
from games.el_mapa.rules.castles.hiring import payable

LAST = 0.3  # points that guards must save at least in the last round


def armies(v: Valuation) -> list[tuple[Seat, str, Some, int]]:
    """Return rivals' armies as (seat, cell, troops, steps per turn).

    An army in a village includes the troops that the village could hire.
    """
    return v.once(_all_armies)


def _all_armies(v: Valuation) -> list[tuple[Seat, str, Some, int]]:
    return [
        (other, at, tuple(army.items()), min(TROOPS[kind].moves for kind in army))
        for other in range(v.pos.n)
        if other != v.seat
        for at, army in _armies(v, other)
    ]


def _armies(v: Valuation, other: Seat) -> list[tuple[str, Troops]]:
    s, player = v.s, v.s.players[other]
    found = [(at, army) for at, army in player.stacks.items() if at not in s.castles]
    for at in s.villages(other):
        army = union(player.stacks.get(at, {}), hireable(s, at, player.goods["gold"]))
        if army:
            found.append((at, army))
    return found


def danger(v: Valuation, cell: str, some: Troops, beaten: str = "") -> tuple[float, str]:
    """Return how likely a cell with these troops falls, and where the attacker stands.

    Considers rivals one or two turns away in simulated battles, but not those in the cell
    `beaten`.
    """
    return v.once(_danger, cell, tuple(some.items()), beaten)


def _danger(v: Valuation, cell: str, some: Some, beaten: str) -> tuple[float, str]:
    worst, whence, guarded = 0.0, "", v.weights.guarded if some else 1.0
    for other, at, army, comes in v.once(_comers, cell):
        likely = comes * guarded
        if at == beaten or worst >= likely:
            continue
        left, rest = clash(v, cell, other, army, v.seat, some) if some else (army, {})
        if left and not rest:
            worst, whence = likely, at
    return worst, whence


def _comers(v: Valuation, cell: str) -> list[tuple[Seat, str, Some, float]]:
    """Return armies that could reach a cell within two turns, with their probability."""
    found, risks = [], v.weights.risks
    steps: dict[str, int] | None = None
    for other, at, army, moves in armies(v):
        if v.s.board.distance(at, cell) > 2 * moves:
            continue
        steps = v.ground.far(cell) if steps is None else steps
        turns = -(-steps.get(at, 99) // moves)
        if turns < len(risks):
            found.append((other, at, army, risks[turns]))
    return found


def risk(v: Valuation, cell: str, some: Troops) -> float:
    """Return how likely a cell with these troops falls."""
    return danger(v, cell, some)[0]


def threats(v: Valuation) -> dict[str, float]:
    """Return the cells of rivals that could take a village as guarded now, with the loss."""
    found: dict[str, float] = {}
    for cell in v.s.villages(v.seat):
        worst, whence = danger(v, cell, v.s.players[v.seat].stacks.get(cell, {}))
        if worst:
            found[whence] = found.get(whence, 0.0) + worst * v.stake(cell) * v.swing
    return found


def exposed(v: Valuation, cell: str, some: Troops, beaten: str = "") -> float:
    """Return the value put at risk if these troops leave an own cell.

    Less if they beat the rival that threatens it (in the cell `beaten`).
    """
    if v.s.owners.get(cell) != v.seat:
        return 0.0
    here = v.s.players[v.seat].stacks.get(cell, {})
    rest = ordered({kind: n - some.get(kind, 0) for kind, n in here.items()})
    after = danger(v, cell, rest, beaten)[0]
    return (after - risk(v, cell, here)) * v.stake(cell) * v.swing if after else 0.0


def relief(v: Valuation, cell: str, some: Troops) -> float:
    """Return the value that more troops in an own village would save."""
    if cell not in v.s.castles or v.s.owners.get(cell) != v.seat:
        return 0.0
    here = v.s.players[v.seat].stacks.get(cell, {})
    before = risk(v, cell, here)
    saved = before - risk(v, cell, union(here, some)) if before else 0.0
    return saved * v.stake(cell) * v.swing


def defend(v: Valuation) -> Path | None:
    """Hire troops for a village that would fall without them, as few as hold it."""
    best: Path | None = None
    top = LAST if v.left < 2 else max([v.weights.saves, *(worth for worth, _, _ in v.wishes[:1])])
    for cell in v.s.villages(v.seat):
        for some in levies(payable(v.s, v.seat, cell)):
            worth = relief(v, cell, some) - v.price(some)
            if worth > top:
                best, top = ("hire", cell, some), worth
    return best
