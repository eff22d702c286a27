"""Action `hire`: troops from the reserve of a castle to its village (rules 6.3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from games.core.engine.context import StepContext
from games.core.prompts.prompt import (
    DisabledOption,
    DistributePrompt,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
    Slot,
)
from games.core.text.messages import Msg, Path, Seat, msg
from games.el_mapa.model.catalog import KINDS, STRONGEST, TROOPS
from games.el_mapa.model.events import Hired
from games.el_mapa.model.holdings import can_pay, lacking, pay
from games.el_mapa.model.names import (
    TROOP_NAMES,
    amounts,
    cell_name,
    cells,
    in_short,
    missing,
    short_amounts,
    troop_amount,
    troops,
)
from games.el_mapa.model.state import MapState, Troops, add, counts, ordered, take, troop_count

T = StepContext[MapState]
PROPOSED, EVERYWHERE = "-all", "everywhere"
MAX_NUMBERS = 5  # smaller numbers of the only kind of troops that have an option of their own
_OTHER = Option("other", msg("map.verb.other_troops"), rule="hire")
_EVERYWHERE = msg("map.everywhere")
_HIRE, _OCCUPIED = msg("map.verb.hire"), msg("map.why.occupied")
_HIRE_KEY, _NOTHING_TO_HIRE = Option("hire", _HIRE), DisabledOption("hire", _HIRE, _OCCUPIED)


def price(some: Troops) -> dict[str, int]:
    """Return the cost of troops: goods by kind."""
    cost: dict[str, int] = {}
    for kind, n in some.items():
        for what, each in TROOPS[kind].cost.items():
            cost[what] = cost.get(what, 0) + n * each
    return cost


def payable(s: MapState, seat: Seat, cell: str, purse: Mapping[str, int] | None = None) -> Troops:
    """Return how many troops of each kind in a castle's reserve the player can pay.

    `purse` are the goods to pay with (None: the player's goods). Each kind is counted as if no
    other is hired. Nothing can be hired while troops of others are in the village (rules 6.3); they
    can stay there after a flight or a retreat, until their owner's next turn.
    """
    if s.foe(cell, seat) is not None:
        return {}
    goods = s.players[seat].goods if purse is None else purse
    found = {}
    for kind, n in s.castles[cell].reserve.items():
        most = min(n, *(goods[what] // each for what, each in TROOPS[kind].cost.items()))
        if most:
            found[kind] = most
    return ordered(found)


def verb(t: T, seat: Seat) -> Option | DisabledOption:
    """Return the verb `hire`, disabled with a reason if the seat cannot hire.

    The reason is that all reserves are empty, that troops of others occupy the villages, or what
    is missing for the kind of troop that the seat can nearly pay.
    """
    s = t.state
    own = [cell for cell, castle in s.castles.items() if castle.owner == seat]
    if t.keys_only:
        return _HIRE_KEY if any(payable(s, seat, cell) for cell in own) else _NOTHING_TO_HIRE
    able = [some for cell in own if (some := payable(s, seat, cell))]
    if able:
        # A single possible troop is hired with one click, so the button shows its price.
        is_single_troop = len(able) == 1 and troop_count(able[0]) == 1
        label = (
            msg("map.label.hire", who=_priced(next(iter(able[0])))) if is_single_troop else _HIRE
        )
        return Option("hire", label, tone="main", rule="hire")
    with_reserve = [cell for cell in own if s.castles[cell].reserve]
    if not with_reserve:
        return DisabledOption("hire", _HIRE, msg("map.why.empty_reserve"), "hire")
    if all(s.foe(cell, seat) is not None for cell in with_reserve):
        return DisabledOption("hire", _HIRE, _OCCUPIED, "hire")
    reserves = {
        kind
        for cell in with_reserve
        if s.foe(cell, seat) is None
        for kind in s.castles[cell].reserve
    }
    lacks = {
        kind: lacking(s.players[seat].goods, TROOPS[kind].cost)
        for kind in KINDS
        if kind in reserves
    }
    nearest = min(lacks, key=lambda kind: sum(lacks[kind].values()))
    return DisabledOption(
        "hire",
        _HIRE,
        msg("map.why.no_gold", what=TROOP_NAMES[nearest], lack=missing(lacks[nearest])),
        "hire",
    )


def in_full(s: MapState, seat: Seat, path: Path) -> Path:
    """Return the path of a hire with separate keys for cell and troops; expand a shortcut."""
    match path:
        case ("hire", str(key)) if key.endswith(PROPOSED):
            cell = key.removesuffix(PROPOSED)
            return ("hire", cell, _proposed(s, seat, cell))
        case ("hire", str(key)) if "-" in key:
            cell, kind, n = key.split("-")
            return ("hire", cell, {kind: int(n)})
        case ("hire", "other", str(cell), *rest):
            return ("hire", cell, *rest)
    return path


def _group_option(s: MapState, seat: Seat, cell: str, some: Troops) -> Option:
    """Return the option to hire `some` at `cell`: all proposed troops, or some of one kind."""
    ((kind, n), *_) = some.items()
    everybody = some == _proposed(s, seat, cell)
    priced = msg("map.priced_troop", what=troops(some), cost=short_amounts(price(some)))
    return Option(
        cell + PROPOSED if everybody else f"{cell}-{kind}-{n}",
        msg("map.hired_at", at=cell_name(cell), who=priced),
        spot=cell if everybody else None,
        rule="hire",
        mark=cell.upper() if everybody else None,
    )


def _proposed(s: MapState, seat: Seat, cell: str) -> Troops:
    """Return the troops proposed at `cell`: as many as can be paid, the strongest first."""
    gold = s.players[seat].goods["gold"]
    return counts(_troops_form(tuple(payable(s, seat, cell).items()), gold, "").default_answer())


def proposed_by_castle(s: MapState, seat: Seat) -> dict[str, Troops]:
    """Return the troops proposed in all castles together, by castle, in reading order.

    The player's goods pay for all of them.
    """
    purse, found = dict(s.players[seat].goods), dict[str, Troops]()
    for cell in s.villages(seat):
        some = payable(s, seat, cell, purse)
        if not some:
            continue
        found[cell] = counts(_troops_form(tuple(some.items()), purse["gold"], "").default_answer())
        for what, n in price(found[cell]).items():
            purse[what] -= n
    return found


def total_of(by_castle: Mapping[str, Troops]) -> Troops:
    """Return the total by kind of the troops of several castles."""
    total: Troops = {}
    for some in by_castle.values():
        add(total, some)
    return ordered(total)


def ask(t: T, seat: Seat, path: Path) -> PromptResult:
    """Ask for the castle, then for the troops: `("hire", cell, {kind: n})`.

    Panels also offer shorter paths: `("hire", "c4-all")` hires the proposed troops of the castle on
    the cell c4, and `("hire", "everywhere")` the proposed troops of all castles. To hire other
    troops, a panel asks for `("hire", "other", cell, {kind: n})`. The result is `IllegalPath` if
    the troops together cost too much.
    """
    s = t.state
    path = in_full(s, seat, path)
    match path:
        case ("hire",):
            return _where_form(s, seat)
        case ("hire", "everywhere"):
            return _summary(proposed_by_castle(s, seat))
        case ("hire", "other"):
            return _castle_form(s, seat)
        case ("hire", str(cell)):
            unguarded = "" if s.players[seat].stacks.get(cell) else cell
            return _troops_form(
                tuple(payable(s, seat, cell).items()), s.players[seat].goods["gold"], unguarded
            )
        case ("hire", str(cell), dict(some)):
            cost = price(some)
            if not can_pay(s.players[seat].goods, cost):
                return IllegalPath(missing(lacking(s.players[seat].goods, cost)), "hire")
            return _summary({cell: some})
    return IllegalPath(msg("core.refused.option"))


def _where_form(s: MapState, seat: Seat) -> SelectPrompt:
    """Ask which troops are hired where.

    The options are the proposed troops of each castle or of all castles, smaller groups, and a
    question for other troops.
    """
    able = [cell for cell in s.villages(seat) if payable(s, seat, cell)]
    options = [_group_option(s, seat, cell, _proposed(s, seat, cell)) for cell in able]
    if len(able) == 1 and len(payable(s, seat, able[0])) == 1:
        ((kind, most),) = payable(s, seat, able[0]).items()
        fewer = range(min(most - 1, MAX_NUMBERS), 0, -1)
        options += [_group_option(s, seat, able[0], {kind: n}) for n in fewer]
    elif any(troop_count(payable(s, seat, cell)) > 1 for cell in able):
        options += [
            _group_option(s, seat, cell, {kind: 1})
            for cell in able
            for kind in payable(s, seat, cell)
            if _proposed(s, seat, cell) != {kind: 1}
        ]
        options.append(_OTHER)
    is_many = len(options) > MAX_NUMBERS + 1
    by_castle = proposed_by_castle(s, seat)
    if len(by_castle) > 1:
        total = total_of(by_castle)
        priced = msg("map.priced_troop", what=in_short(total), cost=short_amounts(price(total)))
        label = msg("map.hired_at", at=_EVERYWHERE, who=priced)
        options.insert(0, Option(EVERYWHERE, label, rule="hire"))
    disabled = tuple(_disabled(s, seat, cell) for cell in s.villages(seat) if cell not in able)
    return SelectPrompt(
        tuple(options),
        msg("map.ask.hire_where"),
        disabled,
        layout="menu" if is_many else "buttons",
        unlisted_keys=able,
    )


def _castle_form(s: MapState, seat: Seat) -> SelectPrompt:
    """Ask for the castle in which other troops than the proposed ones are hired."""
    able = [cell for cell in s.villages(seat) if payable(s, seat, cell)]
    return SelectPrompt(
        tuple(
            Option(
                cell,
                msg("map.from", at=cell_name(cell), n=troop_count(s.castles[cell].reserve)),
                troops(s.castles[cell].reserve),
                spot=cell,
                rule="hire",
                mark=cell.upper(),
                name=cell_name(cell),
            )
            for cell in able
        ),
        msg("map.ask.hire_where"),
    )


def _summary(by_castle: Mapping[str, Troops]) -> MoveReady:
    """Return the finished hire of troops in one castle or in several."""
    total = total_of(by_castle)
    who, at = troops(total), cells(by_castle)
    return MoveReady(
        msg("map.done.hire", who=who, at=at, cost=amounts(price(total))),
        instant=True,
        label=msg("map.label.hire", who=who),
        advice=msg("map.advice.hire", who=who, at=at),
        ghost=tuple(by_castle),
    )


def _disabled(s: MapState, seat: Seat, cell: str) -> DisabledOption:
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
    """Return the words for one troop and its price."""
    return msg(
        "map.priced_troop", what=troop_amount(kind, 1), cost=short_amounts(TROOPS[kind].cost)
    )


@lru_cache(4096)
def _troops_form(most: tuple[tuple[str, int], ...], gold: int, unguarded: str) -> DistributePrompt:
    """Ask for the troops; the weight of a slot is the price in gold.

    `most` has the payable number of each kind. The default hires as many as possible, the
    strongest first. `unguarded` is the village if it has no troops, else "": then the prompt
    warns that a village without a guard invites an attack.
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
    prompt = msg("map.ask.hire_bare", at=cell_name(unguarded)) if unguarded else msg("map.ask.hire")
    return DistributePrompt(
        slots,
        1,
        hi,
        prompt,
        default=ordered(default),
        unit=msg("map.unit.gold"),
        starts_empty=True,
    )


def play(t: T, seat: Seat, path: Path) -> None:
    """Pay for the troops and put them into the village (rules 6.3).

    They may move in this turn.
    """
    s = t.state
    path = in_full(s, seat, path)
    by_castle = (
        proposed_by_castle(s, seat) if path[1] == EVERYWHERE else {str(path[1]): counts(path[2])}
    )
    for cell, some in by_castle.items():
        pay(s.players[seat].goods, price(some))
        take(s.castles[cell].reserve, some)
        add(s.players[seat].stacks.setdefault(cell, {}), some)
        t.emit(Hired(seat, cell, ordered(some)))
