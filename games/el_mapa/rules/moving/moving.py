"""Action `move`: origin, troops and target of a group (rules 6.4).

A path is `("move", cell, {kind: n}, target)`. The shortcut `("move", "c4-go", target)` moves the
proposed group of C4, `("move", "c4-go", "all", target)` all troops, `("move", "c4-go", "d5-all")`
all troops into a battle at D5, and `("move", "c4-go", "levy-1", target)` one of the weakest troops.
`("move", "c4-go", "troops", "levy-2", target)` or `("move", "c4-go", "troops", {kind: n}, target)`
moves troops of the player's choice. Panels offer shortcuts only.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod

from games.core.engine.context import StepContext
from games.core.prompts.prompt import (
    DisabledOption,
    DistributePrompt,
    IllegalPath,
    Option,
    PromptResult,
    SelectPrompt,
    Slot,
)
from games.core.text.messages import Key, Msg, Path, Seat, msg
from games.el_mapa.model.catalog import KINDS, TECHS, TROOPS
from games.el_mapa.model.holdings import origins
from games.el_mapa.model.names import TROOP_NAMES, cell_name, in_short, troop_amount, troops
from games.el_mapa.model.state import (
    NEUTRAL,
    Group,
    MapState,
    Troops,
    counts,
    ordered,
    take,
    troop_count,
)
from games.el_mapa.model.terrain import reading
from games.el_mapa.rules.moving.marching import Moving, go
from games.el_mapa.rules.moving.paths import (
    JUMP,
    WAR,
    WITH_ALL,
    jumps,
    may_leave,
    move_prompt,
    onward,
    target_form,
    unmoved_troops,
)
from games.el_mapa.rules.technology import cards

T = StepContext[MapState]


def movable_cells(t: T, seat: Seat) -> list[str]:
    """Return the cells from which a group of the seat can move now."""
    s = t.state
    return [cell for cell in reading(s.board, s.players[seat].stacks) if may_start(t, seat, cell)]


def may_start(t: T, seat: Seat, cell: str) -> bool:
    """Return whether a group may move from this cell now and can reach another cell."""
    if not unmoved_troops(t.state, seat, cell) or not may_leave(t, seat, cell):
        return False
    if onward(t, seat, cell, cell):
        return True
    # the troops and steps of a group do not matter for a teleport
    return bool(cards.sources(t, seat, JUMP)) and bool(
        jumps(t, seat, Group({}, cell, cell, 1), TECHS[JUMP].amount)
    )


def verb(t: T, seat: Seat) -> Option | DisabledOption:
    """Return the verb `move`, disabled with a reason if the seat cannot move.

    Reasons are: no troops, no further origin allowed, all troops have moved, or all are
    surrounded by red lines.
    """
    s = t.state
    if any(may_start(t, seat, cell) for cell in s.players[seat].stacks):
        return _MOVE
    if not s.players[seat].stacks:
        return _NOBODY
    any_fresh = any(unmoved_troops(s, seat, cell) for cell in s.players[seat].stacks)
    if any_fresh and not t.keys_only and len(s.turn.origins) >= origins(s, seat):
        return DisabledOption("move", _VERB, _no_origin_left(s, seat), "move")
    return _SHUT_IN if any_fresh else _ALL_MOVED


def _no_origin_left(s: MapState, seat: Seat) -> Msg:
    return msg("map.why.no_origin", n=origins(s, seat))


def with_troops(s: MapState, seat: Seat, path: Path) -> Path:
    """Return the path of a move with separate keys for cell and troops; expand a shortcut."""
    match path:
        case ("move", str(key), *rest) if key.endswith(PROPOSED):
            cell = key.removesuffix(PROPOSED)
            if not rest:
                return path
            if rest[0] == OTHER_TROOPS:
                if len(rest) > 1 and (some := _numbered(rest[1])):
                    return ("move", cell, some, *rest[2:])
                return ("move", cell, *rest[1:])
            if some := _numbered(rest[0]):
                return ("move", cell, some, *rest[1:])
            everyone = dict(unmoved_troops(s, seat, cell))
            if rest[0] == ALL_TROOPS:
                return ("move", cell, everyone, *rest[1:])
            if isinstance(rest[0], str) and rest[0].endswith(WITH_ALL):
                target = rest[0].removesuffix(WITH_ALL)
                fights_out = WAR if s.foe(target, seat) == NEUTRAL else ""
                return ("move", cell, everyone, target + fights_out, *rest[1:])
            return ("move", cell, proposed_group(s, seat, cell), *rest)
    return path


def _numbered(key: Key) -> Troops:
    """Return the troops that a key such as `levy-2` names; empty for other keys."""
    kind, _, n = key.partition("-") if isinstance(key, str) else ("", "", "")
    return {kind: int(n)} if kind in TROOPS else {}


def scout(some: Troops) -> Troops:
    """Return one troop of the weakest kind in `some`, which is enough to explore."""
    return {min(some, key=lambda kind: (TROOPS[kind].ladder, KINDS.index(kind))): 1}


def proposed_group(s: MapState, seat: Seat, cell: str) -> Troops:
    """Return the group that is proposed to move: all unmoved troops of a cell.

    If an own village would be left empty, one of several troops stays on guard.
    """
    return counts(_troops_form(s, seat, cell).default_answer())


def _other_groups(s: MapState, seat: Seat, cell: str) -> tuple[Option, ...]:
    """Return the options for groups other than the proposed group of a cell.

    They are all troops, one of the weakest, and, if there are more groups, an option that asks for
    the troops.
    """
    unmoved, proposed = unmoved_troops(s, seat, cell), proposed_group(s, seat, cell)
    options = []
    if unmoved != proposed:
        label = msg("map.verb.all_troops", who=in_short(unmoved))
        options.append(Option(ALL_TROOPS, label, _BARE, rule="move", name=_ALL, short=_ALL))
    if (single := scout(unmoved)) not in (proposed, unmoved):
        ((kind, n),) = single.items()
        options.append(Option(f"{kind}-{n}", troop_amount(kind, n), rule="move"))
    if prod(n + 1 for n in unmoved.values()) - 1 > 1 + len(options):  # groups, and those listed
        options.append(_OTHER_TROOPS)
    return tuple(options)


@lru_cache(1024)
def _number_form(cell: str, kind: str, n: int) -> SelectPrompt:
    """Ask how many of the `n` troops in a cell move; all are of one kind. A key is `levy-2`."""
    options = tuple(
        Option(f"{kind}-{some}", troop_amount(kind, some), rule="move") for some in range(1, n + 1)
    )
    return SelectPrompt(options, msg("map.ask.troops", at=cell_name(cell)), layout="grid")


def ask(t: T, seat: Seat, path: Path) -> PromptResult:
    """Ask for origin and target, and for troops if the player wants others than proposed."""
    s = t.state
    match path:
        case ("move", str(key)) if key.endswith(PROPOSED):
            cell = key.removesuffix(PROPOSED)
            some = proposed_group(s, seat, cell)
            guard = dict(unmoved_troops(s, seat, cell))
            take(guard, some)
            return target_form(
                t,
                seat,
                group_at_start(some, cell),
                _other_groups(s, seat, cell),
                more_keys=(OTHER_TROOPS,),  # stored paths may have it where it is not listed
                only_origin=len(movable_cells(t, seat)) == 1,
                guard=guard,
                everyone=group_at_start(unmoved_troops(s, seat, cell), cell) if guard else None,
            )
        case ("move", str(key), "troops") if key.endswith(PROPOSED):
            unmoved = unmoved_troops(s, seat, key.removesuffix(PROPOSED))
            if len(unmoved) == 1 and troop_count(unmoved) <= MAX_NUMBERS:
                return _number_form(key.removesuffix(PROPOSED), *next(iter(unmoved.items())))
    path = with_troops(s, seat, path)
    match path:
        case ("move",):
            return _origin_form(t, seat)
        case ("move", str(cell)):
            return _troops_form(s, seat, cell)
        case ("move", str(cell), dict(some), *rest):
            return move_prompt(t, seat, group_at_start(some, cell), rest)
    return IllegalPath(msg("core.refused.option"))


def group_at_start(some: Troops, cell: str) -> Group:
    """Return the group `some` before its first step from a cell.

    Its slowest troop sets its number of steps.
    """
    steps = min(TROOPS[kind].moves for kind in some)
    return Group(troops=some, origin=cell, at=cell, points=steps)


def _origin_form(t: T, seat: Seat) -> SelectPrompt:
    s = t.state
    able = movable_cells(t, seat)
    if t.keys_only:
        return SelectPrompt(
            tuple(Option(cell + PROPOSED, _FROM) for cell in able), _FROM, unlisted_keys=able
        )
    options = tuple(
        Option(
            cell + PROPOSED,
            _origin_label(cell, troop_count(unmoved), troop_count(s.players[seat].stacks[cell])),
            troops(unmoved),
            spot=cell,
            rule="move",
            mark=cell.upper(),
            name=cell_name(cell),
        )
        for cell in able
        for unmoved in (unmoved_troops(s, seat, cell),)
    )
    disabled = []
    for cell in reading(s.board, s.players[seat].stacks):
        if cell not in able:
            stack = s.players[seat].stacks[cell]
            why = (
                _MOVED
                if not unmoved_troops(s, seat, cell)
                else _no_origin_left(s, seat)
                if not may_leave(t, seat, cell)
                else _WHY_SHUT_IN
            )
            disabled.append(
                DisabledOption(
                    cell,
                    msg("map.from", at=cell_name(cell), n=troop_count(stack)),
                    why,
                    "move",
                    cell,
                )
            )
    return SelectPrompt(options, _FROM, tuple(disabled), unlisted_keys=able)


def _origin_label(cell: str, n: int, of: int) -> Msg:
    """Return the label of an origin: its cell, and that `n` of its `of` troops can move."""
    if n == of:
        return msg("map.from", at=cell_name(cell), n=n)
    return msg("map.from_some", at=cell_name(cell), n=n, of=of)


def _troops_form(s: MapState, seat: Seat, cell: str) -> DistributePrompt:
    some = unmoved_troops(s, seat, cell)
    may_empty_village = (
        cell in s.castles
        and s.owners[cell] == seat
        and troop_count(some) == troop_count(s.players[seat].stacks[cell])
    )
    return _cached_troops_form(cell, tuple(some.items()), may_empty_village)


@lru_cache(4096)
def _cached_troops_form(
    cell: str, movable: tuple[tuple[str, int], ...], may_empty_village: bool
) -> DistributePrompt:
    """Ask which of the `movable` troops move; by default all of them.

    With `may_empty_village` the prompt warns that a village without a guard invites an attack, and
    by default one of the weakest troops stays.
    """
    some = ordered(dict(movable))
    proposed = dict(some)
    if may_empty_village and troop_count(some) > 1:
        guard = min(some, key=lambda kind: TROOPS[kind].ladder)
        take(proposed, {guard: 1})
    slots = tuple(Slot(kind, TROOP_NAMES[kind], n, art=kind) for kind, n in some.items())
    return DistributePrompt(
        slots,
        1,
        troop_count(some),
        msg("map.ask.troops_bare" if may_empty_village else "map.ask.troops", at=cell_name(cell)),
        default=proposed,
        starts_empty=True,
    )


def play(t: T, seat: Seat, path: Path) -> None:
    """Take the group from its cell and play the first part of its move."""
    s = t.state
    path = with_troops(s, seat, path)
    cell, some = str(path[1]), counts(path[2])
    player, turn = s.players[seat], s.turn
    if cell not in turn.origins:
        turn.origins.append(cell)
    take(player.stacks[cell], some)
    if not player.stacks[cell]:
        del player.stacks[cell]
    s.moving = group_at_start(ordered(some), cell)
    t.push(Moving(seat))
    go(t, seat, list(path[3:]))


PROPOSED, ALL_TROOPS, OTHER_TROOPS = "-go", "all", "troops"
MAX_NUMBERS = 10  # troops of a single kind with a button for each number
_ALL, _BARE = msg("map.verb.all"), msg("map.detail.bare")
_OTHER_TROOPS = Option(
    OTHER_TROOPS, msg("map.verb.other_troops"), rule="move", short=msg("map.verb.others")
)
_FROM, _MOVED, _WHY_SHUT_IN = msg("map.ask.from"), msg("map.why.moved"), msg("map.why.shut_in")
_VERB = msg("map.verb.move")
_MOVE = Option("move", _VERB, tone="main", rule="move")
_NOBODY = DisabledOption("move", _VERB, msg("map.why.no_troops"), "move")
_ALL_MOVED = DisabledOption("move", _VERB, _MOVED, "move")
_SHUT_IN = DisabledOption("move", _VERB, _WHY_SHUT_IN, "move")
