"""Action `hire`: troops from the reserve of a castle to its village (rules 6.3)."""

from __future__ import annotations

from functools import lru_cache

from games.core.engine.context import StepContext
from games.core.prompts.prompt import (
    Answer,
    DisabledOption,
    DistributePrompt,
    IllegalPath,
    MoveReady,
    Option,
    SelectPrompt,
    Slot,
)
from games.core.text.messages import Msg, Path, Seat, msg
from games.el_mapa.model.catalog import STRONGEST, TROOPS
from games.el_mapa.model.events import Hired
from games.el_mapa.model.holdings import can_pay, lacking, pay
from games.el_mapa.model.names import (
    TROOP_NAMES,
    amounts,
    cell_name,
    missing,
    short_amounts,
    troop_amount,
    troops,
)
from games.el_mapa.model.state import MapState, Troops, add, counts, ordered, take, troop_count

T = StepContext[MapState]
_HIRE, _OCCUPIED = msg("map.verb.hire"), msg("map.why.occupied")


def price(some: Troops) -> dict[str, int]:
    """Return the total cost of troops: goods by kind."""
    cost: dict[str, int] = {}
    for kind, n in some.items():
        for what, each in TROOPS[kind].cost.items():
            cost[what] = cost.get(what, 0) + n * each
    return cost


def payable(s: MapState, seat: Seat, cell: str) -> Troops:
    """Return how many of each kind in the reserve the player could pay, each kind by itself.

    The result is empty while troops of others stand in the village. This can happen after a
    flight or a retreat, until the next turn of their owner.
    """
    if s.foe(cell, seat) is not None:
        return {}
    goods = s.players[seat].goods
    found = {}
    for kind, n in s.castles[cell].reserve.items():
        most = min(n, *(goods[what] // each for what, each in TROOPS[kind].cost.items()))
        if most:
            found[kind] = most
    return ordered(found)


def verb(t: T, seat: Seat) -> Option | DisabledOption:
    """Return the verb `hire`, or its main obstacle.

    Obstacles are empty reserves, occupied villages, or the price of the kind that comes
    closest.
    """
    s = t.state
    own = [cell for cell, castle in s.castles.items() if castle.owner == seat]
    able = [some for cell in own if (some := payable(s, seat, cell))]
    if able:
        alone = next(iter(able[0])) if len(able) == 1 and troop_count(able[0]) == 1 else ""
        return Option("hire", _HIRE, _priced(alone) if alone else None, tone="main", rule="hire")
    full = [cell for cell in own if s.castles[cell].reserve]
    if not full:
        return DisabledOption("hire", _HIRE, msg("map.why.empty_reserve"), "hire")
    if all(s.foe(cell, seat) is not None for cell in full):
        return DisabledOption("hire", _HIRE, _OCCUPIED, "hire")
    reserves = {
        kind for cell in full if s.foe(cell, seat) is None for kind in s.castles[cell].reserve
    }
    lacks = {
        kind: lacking(s.players[seat].goods, TROOPS[kind].cost)
        for kind in ordered(dict.fromkeys(reserves, 1))
    }
    near = min(lacks, key=lambda kind: sum(lacks[kind].values()))
    return DisabledOption(
        "hire",
        _HIRE,
        msg("map.why.no_gold", what=TROOP_NAMES[near], lack=missing(lacks[near])),
        "hire",
    )


def ask(t: T, seat: Seat, path: Path) -> Answer:
    """Ask for the castle, then for the troops: `("hire", cell, {kind: n})`.

    The path is refused only if the kinds cost too much together.
    """
    s = t.state
    match path:
        case ("hire",):
            able = [cell for cell in s.villages(seat) if payable(s, seat, cell)]
            options = tuple(
                Option(
                    cell,
                    msg("map.from", at=cell_name(cell), n=troop_count(here)),
                    troops(here),
                    spot=cell,
                    rule="hire",
                )
                for cell in able
                for here in (s.castles[cell].reserve,)
            )
            shut = tuple(_shut(s, seat, cell) for cell in s.villages(seat) if cell not in able)
            return SelectPrompt(options, msg("map.ask.hire_where"), shut)
        case ("hire", str(cell)):
            bare = "" if s.players[seat].stacks.get(cell) else cell
            return _form(tuple(payable(s, seat, cell).items()), s.players[seat].goods["gold"], bare)
        case ("hire", str(cell), dict(some)):
            cost = price(some)
            if not can_pay(s.players[seat].goods, cost):
                return IllegalPath(missing(lacking(s.players[seat].goods, cost)), "hire")
            said = msg("map.done.hire", who=troops(some), at=cell_name(cell), cost=amounts(cost))
            return MoveReady(
                said, instant=True, label=msg("map.label.hire", who=troops(some)), ghost=(cell,)
            )
    return IllegalPath(msg("core.refused.option"))


def _shut(s: MapState, seat: Seat, cell: str) -> DisabledOption:
    reserve = s.castles[cell].reserve
    label = msg("map.castle", at=cell_name(cell))
    if not reserve:
        return DisabledOption(cell, label, msg("map.why.empty_reserve"), "hire", cell)
    if s.foe(cell, seat) is not None:
        return DisabledOption(cell, label, _OCCUPIED, "hire", cell)
    short = min(
        (lacking(s.players[seat].goods, TROOPS[kind].cost) for kind in reserve),
        key=lambda lack: sum(lack.values()),
    )
    return DisabledOption(cell, label, missing(short), "hire", cell)


@lru_cache(16)
def _priced(kind: str) -> Msg:
    """Return the only troop for hire with its price: one click hires it without a form."""
    return msg(
        "map.priced_troop", what=troop_amount(kind, 1), cost=short_amounts(TROOPS[kind].cost)
    )


@lru_cache(4096)
def _form(most: tuple[tuple[str, int], ...], gold: int, bare: str) -> DistributePrompt:
    """Ask for the troops; units weigh their gold.

    The default is everything that can be paid, the strongest first. `bare` is a village without
    troops: its prompt explains to new players why troops may stay at home.
    """
    slots = tuple(
        Slot(
            kind,
            msg("map.priced_troop", what=TROOP_NAMES[kind], cost=short_amounts(TROOPS[kind].cost)),
            n,
            TROOPS[kind].cost["gold"],
            kind,
        )
        for kind, n in most
    )
    left, default = gold, {}
    for kind in STRONGEST:
        n = min(dict(most).get(kind, 0), left // TROOPS[kind].cost["gold"])
        left -= n * TROOPS[kind].cost["gold"]
        if n:
            default[kind] = n
    hi = min(gold, sum(slot.most * slot.weight for slot in slots))
    prompt = msg("map.ask.hire_bare", at=cell_name(bare)) if bare else msg("map.ask.hire")
    return DistributePrompt(
        slots, 1, hi, prompt, default=ordered(default), unit=msg("map.unit.gold")
    )


def play(t: T, seat: Seat, path: Path) -> None:
    """Pay; the troops stand in the village and may leave it in this turn (rules 6.3)."""
    s = t.state
    cell, some = str(path[1]), counts(path[2])
    pay(s.players[seat].goods, price(some))
    take(s.castles[cell].reserve, some)
    add(s.players[seat].stacks.setdefault(cell, {}), some)
    t.emit(Hired(seat, cell, ordered(some)))
