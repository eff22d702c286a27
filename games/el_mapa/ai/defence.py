"""Defense of the AI player: threatened villages, risk of moving troops, hiring guards.

`v` is the valuation of the defending seat, and `cell` a cell of that seat. Losses are in points.
"""

from __future__ import annotations

from games.core.text.messages import Path, Seat
from games.el_mapa.ai.evaluate import Valuation
from games.el_mapa.ai.lands import TroopItems
from games.el_mapa.ai.odds import clash, growing_groups, hireable, union
from games.el_mapa.model.catalog import TROOPS
from games.el_mapa.model.state import Troops, ordered
from games.el_mapa.rules.castles.hiring import payable

MIN_SAVED_IN_LAST_ROUND = 0.3  # points that hired guards must save at least in the last round


def armies(v: Valuation) -> list[tuple[Seat, str, TroopItems, int]]:
    """Return the armies of rivals, each as (seat, cell, troops, steps per turn).

    An army in a village includes the troops that the rival could hire there.
    """
    return v.cached(_all_armies)


def _all_armies(v: Valuation) -> list[tuple[Seat, str, TroopItems, int]]:
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
    """Return how likely a rival conquers `cell` from the troops `some`, and from where.

    The result is (probability, cell of the most dangerous army), or (0.0, "") without danger.
    Battles against armies that are at most two turns away are simulated. An army in the cell
    `beaten` is ignored.
    """
    return v.cached(_danger, cell, tuple(some.items()), beaten)


def _danger(v: Valuation, cell: str, some: TroopItems, beaten: str) -> tuple[float, str]:
    worst, origin, guarded = 0.0, "", v.weights.guarded if some else 1.0
    for other, at, army, attack_probability in v.cached(_attackers, cell):
        risk_from_army = attack_probability * guarded
        if at == beaten or worst >= risk_from_army:
            continue
        attackers_left, own_left = clash(v, cell, other, army, v.seat, some) if some else (army, {})
        if attackers_left and not own_left:
            worst, origin = risk_from_army, at
    return worst, origin


def _attackers(v: Valuation, cell: str) -> list[tuple[Seat, str, TroopItems, float]]:
    """Return the armies of rivals that can reach a cell within two turns.

    Each is (seat, cell, troops, probability of an attack).
    """
    found, risks = [], v.weights.risks
    steps: dict[str, int] | None = None
    for other, at, army, moves in armies(v):
        if v.s.board.distance(at, cell) > 2 * moves:
            continue
        steps = v.ground.distances_to(cell) if steps is None else steps
        turns = -(-steps.get(at, 99) // moves)
        if turns < len(risks):
            found.append((other, at, army, risks[turns]))
    return found


def risk(v: Valuation, cell: str, some: Troops) -> float:
    """Return how likely a rival conquers `cell` if the troops `some` hold it, 0 to 1."""
    return danger(v, cell, some)[0]


def threats(v: Valuation) -> dict[str, float]:
    """Return the expected loss of own villages to each rival's army, by its cell."""
    found: dict[str, float] = {}
    for cell in v.s.villages(v.seat):
        worst, origin = danger(v, cell, v.s.players[v.seat].stacks.get(cell, {}))
        if worst:
            found[origin] = found.get(origin, 0.0) + worst * v.holding_worth(cell) * v.swing
    return found


def exposure_loss(v: Valuation, cell: str, some: Troops, beaten: str = "") -> float:
    """Return the expected loss if the troops `some` leave the own cell `cell`.

    `beaten` is the cell of a rival's army that the leaving troops beat; this army is ignored.
    """
    if v.s.owners.get(cell) != v.seat:
        return 0.0
    stack = v.s.players[v.seat].stacks.get(cell, {})
    rest = ordered({kind: n - some.get(kind, 0) for kind, n in stack.items()})
    after = danger(v, cell, rest, beaten)[0]
    return (after - risk(v, cell, stack)) * v.holding_worth(cell) * v.swing if after else 0.0


def loss_avoided(v: Valuation, cell: str, some: Troops) -> float:
    """Return the expected loss that the additional troops `some` would avoid.

    It is 0 if `cell` is not an own village.
    """
    if cell not in v.s.castles or v.s.owners.get(cell) != v.seat:
        return 0.0
    stack = v.s.players[v.seat].stacks.get(cell, {})
    before = risk(v, cell, stack)
    saved = before - risk(v, cell, union(stack, some)) if before else 0.0
    return saved * v.holding_worth(cell) * v.swing


def defend(v: Valuation) -> Path | None:
    """Return the path that hires troops in the village where they avoid most loss.

    The price of the troops is subtracted from that loss. Return None if the difference is too
    small, for example smaller than the value of the best building.
    """
    best: Path | None = None
    top = (
        MIN_SAVED_IN_LAST_ROUND
        if v.rounds_left < 2
        else max([v.weights.min_saved, *(worth for worth, _, _ in v.possible_buildings[:1])])
    )
    for cell in v.s.villages(v.seat):
        for some in growing_groups(payable(v.s, v.seat, cell)):
            worth = loss_avoided(v, cell, some) - v.price(some)
            if worth > top:
                best, top = ("hire", cell, some), worth
    return best
