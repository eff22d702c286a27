"""Where a group can move by steps and teleport, and the prompts for that (rules 6.4).

`moving.py` uses these prompts for the first part of a move, `marching.py` for the following parts.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import reduce
from typing import Any

from msgspec import structs

from games.core.engine.context import StepContext
from games.core.prompts.prompt import (
    DisabledOption,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
)
from games.core.text.messages import Msg, Seat, listed, literal, msg, seat_name
from games.el_mapa.model.catalog import SIDES, TECHS, TILES
from games.el_mapa.model.holdings import attack_origins, origins
from games.el_mapa.model.names import TECH_NAMES, cell_name, chests, features, in_short, troops
from games.el_mapa.model.state import NEUTRAL, Group, MapState, Troops
from games.el_mapa.model.terrain import reading, route, ways
from games.el_mapa.rules.moving.exploring import last_tiles_effects, unseen
from games.el_mapa.rules.strength.forecast import (
    battle_of_attack,
    battle_points,
    forecast,
    forecast_detail,
    is_defeat,
    survivors,
)
from games.el_mapa.rules.strength.strength import CARDS_WITH_TARGET, COMBAT_CARDS
from games.el_mapa.rules.technology import cards

T = StepContext[MapState]
FEET, JUMP, STEP = "light_feet", "teleport", "step"
MAX_SELECT_OPTIONS = 25  # Discord's limit of options in a select menu; more cells are grouped


def unmoved_troops(s: MapState, seat: Seat, cell: str) -> Troops:
    """Return the troops in a cell that have not moved in this turn."""
    stack = s.players[seat].stacks.get(cell, {})
    spent = s.turn.spent.get(cell)
    if not spent:
        return stack
    return {kind: n - spent.get(kind, 0) for kind, n in stack.items() if n > spent.get(kind, 0)}


def may_fight(t: T, seat: Seat, origin: str) -> bool:
    """Return whether a group from `origin` may enter a cell with troops of others.

    The number of cells from which troops attack is limited; a cell that has already been used stays
    allowed.
    """
    turn = t.state.turn
    return (
        not turn.attacks
        or origin in turn.attacks
        or len(turn.attacks) < attack_origins(t.state, seat)
    )


def may_leave(t: T, seat: Seat, origin: str) -> bool:
    """Return whether troops may move from `origin` in this turn.

    The number of cells from which troops move is limited; a cell that has already been used stays
    allowed.
    """
    turn = t.state.turn
    return not turn.origins or origin in turn.origins or len(turn.origins) < origins(t.state, seat)


def onward(t: T, seat: Seat, origin: str, cell: str) -> list[str]:
    """Return the neighbors of `cell` to which a group from this origin may step."""
    s = t.state
    fights = may_fight(t, seat, origin)
    neighbors = s.open_neighbors(cell)
    return neighbors if fights else [other for other in neighbors if s.foe(other, seat) is None]


def reach(
    t: T,
    seat: Seat,
    group: Group,
    doors: Mapping[str, list[str]] | None = None,
    foes: Container[str] | None = None,
) -> dict[str, tuple[str, ...]]:
    """Return the shortest way to each face-up cell within the remaining steps of the group.

    Callers that ask often can pass `doors` (for each face-up cell the result of
    `MapState.open_neighbors`) and `foes` (the cells with troops of others).
    """
    s = t.state
    neighbors = s.open_neighbors if doors is None else doors.__getitem__
    if foes is None:
        foes = set(s.garrisons).union(
            *(player.stacks for other, player in enumerate(s.players) if other != seat)
        )
    occupied = foes

    def free_neighbors(cell: str) -> list[str]:
        return [other for other in neighbors(cell) if other not in occupied]

    return ways(
        group.at,
        group.points,
        neighbors if may_fight(t, seat, group.origin) else free_neighbors,
        foes.__contains__,
    )


def jumps(t: T, seat: Seat, group: Group, distance: int) -> list[str]:
    """Return the face-up cells to which a group may teleport, the nearest first.

    They are at most `distance` orthogonal steps away, whatever is in between.
    """
    s = t.state
    fights = may_fight(t, seat, group.origin)
    return [
        other
        for other in s.board.within(group.at, distance)
        if s.open(other) and (fights or s.foe(other, seat) is None)
    ]


def move_prompt(t: T, seat: Seat, group: Group, rest: list[Any]) -> PromptResult:
    """Return the prompt for where a group moves, or the complete move.

    `rest` is the part of a path about the way: `(cell,)`, `("g5-war",)`, `("step", side)`, or
    `("jump", source, {boost}, cell)` for a teleport.
    """
    match rest:
        case []:
            return target_form(t, seat, group)
        case ["step"]:
            return _step_form(t, seat, group)
        case ["step", str(side)]:
            next_cell = t.state.board.beside[group.at][side]
            return _move_summary(t, seat, group, (next_cell,), stops=False)
        case ["jump", *more]:
            return _jump(t, seat, group, more)
        case [str(target)] if cells := reach(t, seat, group).get(target):
            return _move_summary(t, seat, group, cells, stops=True)
        case [str(target), *answer] if target.endswith(WAR):
            return _war(t, seat, group, target.removesuffix(WAR), answer)
    return IllegalPath(msg("core.refused.option"))


def target_form(
    t: T,
    seat: Seat,
    group: Group,
    more_options: Sequence[Option] = (),
    *,
    more_keys: Sequence[str] = (),
    only_origin: bool = False,
    guard: Troops | None = None,
    everyone: Group | None = None,
) -> SelectPrompt:
    """Ask where a group goes; `more_options` come first.

    `more_keys` are keys that are legal but not listed. `everyone`: all troops of the cell, if they
    are more than the group; they are proposed for the battles that the group alone would not win.
    `only_origin`: no other group can move, so the back button does not offer another one. `guard`:
    the troops that stay behind on guard, which the prompt names.
    """
    ways = reach(t, seat, group)
    targets = target_options(t, seat, ways, group)
    if everyone is not None and not t.keys_only:
        targets = tuple(_stronger(t, seat, one, group, everyone) for one in targets)
    options = list(more_options)
    if group.points > 1 and ways:
        options.append(_STEPWISE)
    if can_jump(t, seat, group):
        options.append(JUMP_OPTION)
    options += targets
    unlisted_keys = (*ways, *more_keys)
    if t.keys_only:
        return SelectPrompt(tuple(options), _UNSEEN_LABEL, unlisted_keys=unlisted_keys)
    nearest = next((option.key for cell in ways for option in targets if option.spot == cell), None)
    parts = {"at": cell_name(group.at), "who": in_short(group.troops)}
    prompt = (
        msg("map.ask.target_guarded", n=group.points, guard=troops(guard), **parts)
        if guard
        else msg("map.ask.target", n=group.points, **parts)
    )
    # buttons with lines above them would be higher than a phone
    is_high = len(options) + _detail_lines(options) > MAX_BUTTONS_AND_DETAILS
    return SelectPrompt(
        tuple(options),
        prompt,
        blocked_neighbors(t, seat, group),
        layout="menu" if is_high else "grid",
        default=nearest,
        unlisted_keys=unlisted_keys,
        back_label=None if only_origin else _ANOTHER,
        details_in_lesson=True,
    )


def _war(t: T, seat: Seat, group: Group, target: str, answer: list[Any]) -> PromptResult:
    """Return the finished attack `("g5-war",)`, whose battle is fought to the end.

    A player with combat cards first chooses whether to fight without questions (`FIGHT_OUT`) or to
    be asked in the battle (`ASK`). `answer` has this choice, or is empty before it.
    """
    cells = reach(t, seat, group).get(target)
    if cells is None or not survivors_against_garrison(t, seat, group, target):
        return IllegalPath(msg("core.refused.option"))
    if not answer and _has_combat_cards(t.state, seat):
        return SelectPrompt((_FIGHT_OUT, _ASK), msg("map.ask.war", at=cell_name(target)))
    ready = structs.replace(
        _move_summary(t, seat, group, cells, stops=True),
        instant=not last_tiles_effects(t, flips(t.state, cells)),
        unconfirmed=True,
    )
    asked = answer == [ASK]
    return ready if asked else structs.replace(ready, effects=(*ready.effects, _ASKED_AGAIN))


def survivors_against_garrison(t: T, seat: Seat, group: Group, target: str) -> int:
    """Return how many troops of a group survive a victory over a garrison, else 0.

    The forecast of such a battle is certain unless the player plays cards, because garrisons
    neither play cards nor flee. So the player need not be asked while at least this number of
    troops is left.
    """
    return survivors_if_won(t, seat, group, target) if t.state.foe(target, seat) == NEUTRAL else 0


def survivors_if_won(t: T, seat: Seat, group: Group, target: str) -> int:
    """Return how many troops of a group survive if it wins at `target`, else 0.

    The number is that of the forecast against the troops of others in the cell.
    """
    s = t.state
    return survivors(s, battle_of_attack(s, seat, target, group.troops), 0, t.options)


def _has_combat_cards(s: MapState, seat: Seat) -> bool:
    """Return whether a player has combat cards, or lasting copies whose target can be chosen."""
    player = s.players[seat]
    return any(card in COMBAT_CARDS for card in player.hand) or any(
        card in CARDS_WITH_TARGET for card in player.lasting
    )


def target_options(
    t: T, seat: Seat, found: Mapping[str, tuple[str, ...]], group: Group
) -> tuple[Option, ...]:
    """Return one option per cell that a group can reach, in reading order.

    `found` are the ways by target. The mark of an option is its number of steps. The key of an
    attack that is fought to the end is the cell with `WAR` appended.
    """
    cells = reading(t.state.board, found)
    keys = {
        cell: cell + WAR if survivors_against_garrison(t, seat, group, cell) else cell
        for cell in cells
    }
    if t.keys_only:
        return tuple(Option(keys[cell], _UNSEEN_LABEL) for cell in cells)
    many = len(found) > MAX_SELECT_OPTIONS
    return tuple(
        Option(
            keys[cell],
            _target_label(t.state, seat, way),
            destination_details(t, seat, way, group=group),
            group=row_of(t, cell, many),
            spot=cell,
            rule="move",
            mark=str(len(way)),
            name=cell_name(cell),
            short=_short_label(t.state, seat, way),
        )
        for cell in cells
        for way in (found[cell],)
    )


def _stronger(t: T, seat: Seat, option: Option, group: Group, everyone: Group) -> Option:
    """Return `option`, or an attack with all troops if only they win the battle there.

    The key of such an attack is the cell with `WITH_ALL` appended. `everyone` are all troops of the
    group's cell.
    """
    cell = option.spot or ""
    if t.state.foe(cell, seat) is None or survivors_if_won(t, seat, group, cell):
        return option
    way = reach(t, seat, everyone).get(cell)
    if way is None or not survivors_if_won(t, seat, everyone, cell):
        return option
    detail = destination_details(t, seat, way, group=everyone)
    return structs.replace(
        option,
        key=cell + WITH_ALL,
        label=_with_all(option.label),
        short=_with_all(option.short or option.label),
        detail=_BARE if detail is None else msg("map.view.then", a=detail, b=_BARE),
        shortcut=True,
    )


def _with_all(label: Msg) -> Msg:
    """Return the label of a target to which all troops go: `D3 ⚔ · with all 🔒`."""
    if label.key == "map.sealed":
        return msg("map.sealed", what=_with_all(label.args["what"]))
    return msg("map.with_all", what=label)


def _detail_lines(options: Sequence[Option]) -> int:
    """Return how many lines the details of options need; short gains share lines."""
    details = [option.detail for option in options if option.detail is not None]
    gains = sum(detail.key == GAIN for detail in details)
    return len(details) - gains + -(-gains // GAINS_PER_LINE)


def _target_label(s: MapState, seat: Seat, way: Sequence[str]) -> Msg:
    """Return the label of a target: `F4 · 2 pasos`, `G5 · 1 paso ⚔ 2 levas` with a battle."""
    cell, n = way[-1], len(way)
    foes = _foes(s, seat, cell)
    label = msg("map.steps_to", at=cell_name(cell), n=n)
    if foes:
        label = msg("map.fight_at", to=label, who=troops(foes))
    return _mark_irreversible(s, seat, label, way, stops=True)


def _short_label(s: MapState, seat: Seat, way: Sequence[str]) -> Msg:
    """Return the label of a target whose picture shows steps and troops: `F4`, `G5 ⚔ 🔒`."""
    cell = way[-1]
    label = literal(f"{cell.upper()} ⚔") if _foes(s, seat, cell) else cell_name(cell)
    return _mark_irreversible(s, seat, label, way, stops=True)


def _mark_irreversible(s: MapState, seat: Seat, label: Msg, way: Sequence[str], stops: bool) -> Msg:
    """Return the label with a lock if the move reveals something, so that it can't be undone.

    `stops`: the group stops at the end of the way.
    """
    return msg("map.sealed", what=label) if reveals(s, seat, way, stops) else label


def reveals(s: MapState, seat: Seat, way: Sequence[str], stops: bool) -> bool:
    """Return whether a way reveals tiles or, if the group stops at its end, opens a treasure."""
    opens = stops and way[-1] in s.chests and s.foe(way[-1], seat) is None
    return opens or any(unseen(s, cell) for cell in way)


def _foes(s: MapState, seat: Seat, cell: str) -> Troops:
    """Return the troops of others in a cell; empty without any."""
    foe = s.foe(cell, seat)
    return {} if foe is None else s.garrisons[cell] if foe < 0 else s.players[foe].stacks[cell]


def _step_label(s: MapState, seat: Seat, cell: str) -> Msg:
    """Return the label of a cell for a step or a teleport, with the troops of others in it."""
    foes = _foes(s, seat, cell)
    label = msg("map.fight_at", to=cell_name(cell), who=troops(foes)) if foes else cell_name(cell)
    return _mark_irreversible(s, seat, label, (cell,), stops=False)


def claim_words(s: MapState, seat: Seat, cell: str, named: bool = True) -> Msg | None:
    """Return what a player would claim in a cell; None if there is nothing to claim.

    With `named` the message also names the present owner.
    """
    owner = s.owners.get(cell, -1)
    parts = features(TILES[s.kind(cell)]) if owner != seat else []
    if parts and owner >= 0 and named:
        parts = [msg("map.view.owned", what=listed(parts), seat=seat_name(owner))]
    if cell in s.chests:
        parts = [*parts, chests(s.chests[cell])]
    return listed(parts) if parts else None


def row_of(t: T, cell: str, many: bool) -> Msg | None:
    """Return the row of a cell, by which its option is grouped if there are `many`.

    Return None if there are not.
    """
    return msg("map.group.row", n=t.state.board.place[cell][0] + 1) if many else None


def claim_effects(s: MapState, seat: Seat, cell: str) -> tuple[Msg, ...]:
    """Return the effects of stopping in a cell without troops of others.

    They say what the group claims, and whether a rival loses its last village.
    """
    claimed, owner = claim_words(s, seat, cell), s.owners.get(cell, seat)
    if claimed is None:
        return ()
    last = owner != seat and s.villages(owner) == [cell] and not s.players[owner].stacks
    return (
        msg("map.effect.claim", what=claimed),
        *([msg("map.effect.last_village", seat=seat_name(owner))] if last else []),
    )


def flips(s: MapState, way: Sequence[str]) -> int:
    """Return how many tiles troops reveal on a way."""
    return len({other for cell in way for other in unseen(s, cell)})


def move_points(t: T, seat: Seat, way: Sequence[str], group: Group | None = None) -> int:
    """Return the points of a move: for revealed tiles, and for the battle that it begins.

    The battle counts if `group` wins it by the forecast.
    """
    s, cell = t.state, way[-1]
    if group is None or s.foe(cell, seat) is None:
        return flips(s, way)
    battle = battle_of_attack(s, seat, cell, group.troops)
    return flips(s, way) + battle_points(s, battle, t.options)


def destination_details(
    t: T, seat: Seat, way: Sequence[str], stops: bool = True, group: Group | None = None
) -> Msg | None:
    """Return the detail of a target's option; None if there is nothing to say.

    It says whose troops are in the cell, the forecast for `group`, what the group claims there
    after a victory or a stop, and the points of the move (`move_points`). After a defeat only the
    revealed tiles count.
    """
    s, cell, parts = t.state, way[-1], list[Msg]()
    foe = s.foe(cell, seat)
    claimed = claim_words(s, seat, cell, named=foe is None)
    if foe is not None and foe >= 0:
        parts.append(msg("map.detail.rival", seat=seat_name(foe)))
    defeat = False
    if foe is not None and group is not None:
        battle = battle_of_attack(s, seat, cell, group.troops)
        parts.append(forecast_detail(s, battle, t.options))
        defeat = is_defeat(s, battle, t.options)
    if claimed is not None and not defeat:
        parts.append(
            msg(
                f"map.detail.{'spoils' if foe is not None else 'claim' if stops else 'halt'}",
                what=claimed,
            )
        )
    if n := move_points(t, seat, way, group):
        parts.append(msg("map.gain.points_still" if defeat else GAIN, n=n))
    return reduce(lambda a, b: msg("map.view.then", a=a, b=b), parts) if parts else None


def blocked_neighbors(t: T, seat: Seat, group: Group) -> tuple[DisabledOption, ...]:
    """Return the neighbors to which a group cannot step, as disabled options with the reasons."""
    s = t.state
    able = set(onward(t, seat, group.origin, group.at))
    return tuple(
        DisabledOption(
            neighbor,
            cell_name(neighbor),
            why_blocked(s, group.at, edge, neighbor),
            "move",
            neighbor,
        )
        for edge, neighbor in s.board.beside[group.at].items()
        if neighbor not in able
    )


def why_blocked(s: MapState, cell: str, edge: str, neighbor: str) -> Msg:
    """Return why a group cannot step from `cell` to `neighbor`, at its `edge` (rules 6.4).

    The reason is a red line, or that no further cell may be the origin of an attack.
    """
    return (
        _RED
        if s.barred(cell, edge, neighbor)
        else msg("map.why.no_attack_left", n=attack_origins(s, s.turn.seat))
    )


def _step_form(t: T, seat: Seat, group: Group) -> SelectPrompt:
    beside, able = t.state.board.beside[group.at], onward(t, seat, group.origin, group.at)
    options = tuple(
        Option(
            side,
            msg(f"map.side.{side}", at=_step_label(t.state, seat, other)),
            destination_details(t, seat, (other,), stops=False),
            spot=other,
            rule="move",
            mark=other.upper(),
            name=cell_name(other),
        )
        for side in SIDES
        if (other := beside.get(side, "")) in able
    )
    disabled = tuple(
        DisabledOption(
            side,
            msg(f"map.side.{side}", at=cell_name(other)),
            why_blocked(t.state, group.at, side, other),
            "move",
            other,
        )
        for side in SIDES
        if (other := beside.get(side, "")) and other not in able
    )
    return SelectPrompt(
        options, msg("map.ask.step", at=cell_name(group.at), n=group.points), disabled
    )


def can_jump(t: T, seat: Seat, group: Group) -> bool:
    """Return whether a player can play Teleport for a group."""
    sources = cards.sources(t, seat, JUMP)
    return bool(sources) and group.points > 0 and bool(jumps(t, seat, group, TECHS[JUMP].amount))


def _jump(t: T, seat: Seat, group: Group, rest: list[Any]) -> PromptResult:
    """Ask for the card that teleports the group, its boost and the target, in this order.

    `rest` are the answers so far.
    """
    player = t.state.players[seat]
    match rest:
        case []:
            return cards.source_form(cards.sources(t, seat, JUMP), JUMP)
        case [str(source)]:
            # A card played from the hand cannot boost itself.
            played = [JUMP] if source == cards.FROM_HAND else []
            return cards.boost_form(t, JUMP, cards.hand_without(player, *played))
        case [str(), dict(boost)]:
            n = cards.boosted(JUMP, boost, t.options)
            targets = jumps(t, seat, group, n)
            if wasted := _why_jump_boost_wasted(t, seat, group, boost, len(targets)):
                return IllegalPath(wasted, "technologies")
            by_rows = len(targets) > MAX_SELECT_OPTIONS
            options = tuple(_jump_option(t, seat, cell, by_rows=by_rows) for cell in targets)
            return SelectPrompt(options, msg("map.ask.jump", n=n), layout="grid")
        case [str(), dict(boost), str(target)]:
            ready = _move_summary(t, seat, group, (target,), stops=False, jump=True)
            return structs.replace(
                ready, effects=(*cards.boost_effects(JUMP, boost, t.options), *ready.effects)
            )
    return IllegalPath(msg("core.refused.option"))


def _why_jump_boost_wasted(
    t: T, seat: Seat, group: Group, boost: Mapping[str, int], n: int
) -> Msg | None:
    """Return why a boost of Teleport wastes cards; None if it does not.

    `n` is the number of targets with this boost. A boost that adds no target is wasted.
    """
    if boost and n == len(jumps(t, seat, group, TECHS[JUMP].amount)):
        return cards.why_boost_wasted(JUMP, boost, t.options) or msg("map.why.boost_no_cell")
    return cards.why_boost_wasted(JUMP, boost, t.options)


def _jump_option(t: T, seat: Seat, cell: str, *, by_rows: bool) -> Option:
    name = _step_label(t.state, seat, cell)
    detail = destination_details(t, seat, (cell,), stops=False)
    return Option(
        cell,
        name,
        detail,
        group=row_of(t, cell, by_rows),
        spot=cell,
        rule="technologies",
        mark=cell.upper(),
        name=cell_name(cell),
    )


def _move_summary(
    t: T, seat: Seat, group: Group, cells: tuple[str, ...], stops: bool, jump: bool = False
) -> MoveReady:
    """Return the finished move over `cells`; `stops`: the group stops at the last one.

    Attacks, captures of a last village, teleports and moves that reveal the last tiles must be
    confirmed. A lock in the option's label says that a move reveals something and cannot be undone.
    """
    if t.keys_only:
        return _MOVE_KEY
    s, target = t.state, cells[-1]
    effects: list[Msg] = []
    if revealed := flips(s, cells):
        effects.append(msg("map.effect.flips", n=revealed))
    ends = last_tiles_effects(t, revealed)
    effects += ends
    foe = s.foe(target, seat)
    if foe is not None:
        who = s.garrisons[target] if foe < 0 else s.players[foe].stacks[target]
        effects += [
            msg("map.effect.fight", who=troops(who)),
            forecast(s, seat, target, group.troops, t.options),
        ]
        left = attack_origins(s, seat) - len({*s.turn.attacks, group.origin})
        if left > 0:
            effects.append(msg("map.effect.attacks", n=left))
    claimed = claim_effects(s, seat, target) if stops and foe is None else ()
    effects += claimed
    ghost = (f"{group.at}>{target}", target) if jump else (*route(group.at, cells), target)
    unused = group.points - len(cells) if stops and foe is None else 0
    if unused:
        effects.append(msg("map.effect.unused", n=unused))
    key = "map.done.jump" if jump else "map.done.go" if stops else "map.done.step"
    then = ("move",) if stops or foe is not None else () if jump else (STEP,)
    label = msg("map.way", origin=cell_name(group.at), at=cell_name(target))
    return MoveReady(
        msg(key, who=troops(group.troops), at=cell_name(target)),
        instant=not (jump or foe is not None or len(claimed) > 1 or ends),
        unconfirmed=True,
        then=then,
        effects=tuple(effects),
        label=label,
        ghost=ghost,
        advice=msg(
            f"map.advice.{'jump' if jump else 'move' if foe is None else 'attack'}",
            who=troops(group.troops),
            origin=cell_name(group.at),
            at=cell_name(target),
        ),
    )


WAR, FIGHT_OUT, ASK = "-war", "out", "ask"
WITH_ALL = "-all"
_BARE = msg("map.detail.bare")
_FIGHT_OUT = Option(FIGHT_OUT, msg("map.verb.out"), msg("map.detail.out"), rule="battle")
_ASK = Option(ASK, msg("map.verb.ask"), msg("map.detail.ask"), rule="battle")
_ASKED_AGAIN, _ANOTHER = msg("map.effect.asked_again"), msg("map.verb.another")
_RED = msg("map.why.red_line")
_UNSEEN_LABEL = _RED  # any text, for prompts and options of which only the keys are used
_MOVE_KEY = MoveReady(_UNSEEN_LABEL)
GAIN = "map.gain.points"
GAINS_PER_LINE = 4  # targets that bring only points, in a line on a phone
MAX_BUTTONS_AND_DETAILS = 15  # buttons and lines on a panel whose targets are buttons
_STEPWISE = Option(STEP, msg("map.verb.stepwise"), rule="move", short=msg("map.verb.steps"))
JUMP_OPTION = Option(
    "jump", TECH_NAMES[JUMP], msg("map.tech_does.teleport"), art=JUMP, rule="technologies"
)
