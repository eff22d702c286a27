"""Arithmetic of battles: order of strikes, damage and its division (rules 8.5 to 8.7).

Rules, forecasts and AI players use it.

The functions emit no events; they change at most the `Side` or `Battle` that they are given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import lru_cache
from itertools import islice
from typing import Any

from games.core.text.messages import Seat
from games.el_mapa.model.catalog import KINDS, STRONGEST, TECHS, TROOPS, level_of
from games.el_mapa.model.state import NEUTRAL, Battle, MapState, Side, Squad, Troops, ordered

SPEED, SHIELD, MARKSMANSHIP, BLOODLUST = "speed", "shield", "marksmanship", "bloodlust"
COMBAT_CARDS = (MARKSMANSHIP, SPEED, BLOODLUST, SHIELD)
# Cards with a target, which work for the whole battle. A lasting copy works once in each battle.
CARDS_WITH_TARGET = (SPEED, SHIELD)
ARMY = ""  # target of a card that helps all squads of a side
_BITS_PER_SQUAD = 16  # `best_kills` packs the kills of all squads into one number
# For each squad of a side: id, kind, number, hit points, initiative.
Ranks = tuple[tuple[str, str, int, int, int], ...]


def squads(troops: Troops) -> list[Squad]:
    """Return the squads with which troops enter a battle, one per kind; the id is the kind."""
    return [
        Squad(kind, kind, n, TROOPS[kind].hp, TROOPS[kind].initiative)
        for kind, n in ordered(troops).items()
    ]


def alive(side: Side) -> int:
    """Return how many troops a side has left in the battle."""
    return sum(squad.n for squad in side.squads)


def troops(side: Side) -> Troops:
    """Return the troops that a side has left, by kind, without zeros."""
    found: Troops = {}
    for squad in side.squads:
        if squad.n:
            found[squad.kind] = found.get(squad.kind, 0) + squad.n
    return ordered(found)


def ranks(side: Side) -> Ranks:
    """Return the squads of a side as a hashable value, without empty ones."""
    return tuple((one.id, one.kind, one.n, one.hp, one.initiative) for one in side.squads if one.n)


def support(s: MapState, seat: Seat, cell: str, options: Mapping[str, Any]) -> int:
    """Return the number of own archers in neighboring cells, who support a battle in `cell`.

    Archers in a cell where a battle is still to be fought do not shoot (rules 8.5).
    """
    if seat == NEUTRAL:
        return 0
    neighbors = (
        s.board.around[cell] if options["archer_support"] == "around" else s.board.orthogonal[cell]
    )
    stacks = s.players[seat].stacks
    return sum(
        n
        for other in neighbors
        if other in stacks and other not in s.turn.entries
        for kind, n in stacks[other].items()
        if TROOPS[kind].shoots
    )


def next_step(battle: Battle, below: int | None = None) -> int:
    """Return the next lower initiative at which troops strike; 0 if the round is over.

    `below` is the current initiative; with None, return the highest one. There is always a strike
    at initiative 1, that of supporting archers.
    """
    values = {squad.initiative for side in battle.sides for squad in side.squads if squad.n} | {1}
    return max((value for value in values if below is None or value < below), default=0)


def strike(side: Side, step: int, helpers: int) -> tuple[int, int, int]:
    """Return the damage of a side at initiative `step`, and how much of the bonuses it used.

    `helpers` is the number of supporting archers. The bonuses are `marks` (Marksmanship, one
    for each archer) and `lusts` (Bloodlust, one for each other troop).
    """
    damage = archers = others = 0
    for squad in side.squads:
        if squad.initiative == step:
            damage += TROOPS[squad.kind].damage * squad.n
            if TROOPS[squad.kind].shoots:
                archers += squad.n
            else:
                others += squad.n
    if step == 1:
        damage += helpers
        archers += helpers
    marks, lusts = min(side.marks, archers), min(side.lusts, others)
    return damage + marks + lusts, marks, lusts


def remove_dead(side: Side, kills: Mapping[str, int]) -> Troops:
    """Remove the dead (by squad id) from a side; return them by kind."""
    dead: Troops = {}
    for squad in side.squads:
        n = kills.get(squad.id, 0)
        if n:
            squad.n -= n
            dead[squad.kind] = dead.get(squad.kind, 0) + n
    for kind, n in dead.items():
        side.dead[kind] = side.dead.get(kind, 0) + n
    return ordered(dead)


def neutral_kills(damage: int, some: Ranks) -> dict[str, int]:
    """Return how neutral troops divide damage (rules 8.7): kills by squad id.

    They kill the strongest kind first; within a kind, the squad with the higher initiative.
    """
    kills = {}
    for name, _, n, hp, _ in sorted(some, key=lambda one: (STRONGEST.index(one[1]), -one[4])):
        if killed := min(n, damage // hp):
            kills[name] = killed
            damage -= killed * hp
    return kills


@lru_cache(8192)
def best_kills(damage: int, some: Ranks, ladder: bool) -> Mapping[str, int]:
    """Return the default division of a player's damage (rules 13.4): kills by squad id.

    It maximizes the points for the dead, then their hit points, then the strongest kinds, then
    initiative. This is a knapsack problem with the damage as its capacity. The best solution
    leaves no damage for another kill, so it is a legal answer.
    """
    most = min(damage, sum(n * hp for _, _, n, hp, _ in some))
    # By available damage: the value of the best kills, and the kills packed into one number.
    table = [(0, 0)] * (most + 1)
    for at, (_, kind, n, hp, initiative) in enumerate(some):
        each, part = _value(kind, hp, initiative, ladder), 1
        left = min(n, most // hp)
        while left:  # split a squad into parts of 1, 2, 4...: their sums give any number
            part = min(part, left)
            cost, value, packed = part * hp, part * each, part << _BITS_PER_SQUAD * at
            for room in range(most, cost - 1, -1):
                before = table[room - cost]
                table[room] = max(table[room], (before[0] + value, before[1] + packed))
            left -= part
            part *= 2
    packed_kills = table[most][1]
    kills = {
        one[0]: packed_kills >> _BITS_PER_SQUAD * at & (1 << _BITS_PER_SQUAD) - 1
        for at, one in enumerate(some)
    }
    return {name: n for name, n in kills.items() if n}


@lru_cache(512)
def _value(kind: str, hp: int, initiative: int, ladder: bool) -> int:
    """Return the value of a killed troop: the criteria of `best_kills` in one number."""
    value = 0
    for part in (level_of(kind, ladder), hp, *(kind == one for one in STRONGEST), initiative):
        value = value * 4096 + int(part)
    return value


def maximal_divisions(damage: int, some: Ranks) -> Iterator[dict[str, int]]:
    """Yield all divisions of damage that leave no damage for another kill."""

    def spread(at: int, left: int, given: dict[str, int]) -> Iterator[dict[str, int]]:
        if at == len(some):
            if not any(given.get(name, 0) < n and hp <= left for name, _, n, hp, _ in some):
                yield dict(given)
            return
        name, _, n, hp, _ = some[at]
        for killed in range(min(n, left // hp), -1, -1):
            yield from spread(
                at + 1, left - killed * hp, {**given, name: killed} if killed else given
            )

    return spread(0, damage, {})


def has_several_divisions(damage: int, some: Ranks) -> bool:
    """Return whether there is more than one way to divide the damage."""
    if (
        len(some) < 2
        or damage >= sum(n * hp for _, _, n, hp, _ in some)
        or damage < min(hp for _, _, _, hp, _ in some)
    ):
        return False
    return len(list(islice(maximal_divisions(damage, some), 2))) > 1


def quicken(side: Side, name: str, n: int, whole: bool) -> None:
    """Raise the initiative of a squad (`whole`) or of one of its troops by `n` (Speed).

    One troop becomes a squad of its own, with an id such as `soldier-1`.
    """
    squad = find(side, name)
    if whole or squad.n == 1:
        squad.initiative += n
        return
    squad.n -= 1
    number = 1 + sum(one.kind == squad.kind and "-" in one.id for one in side.squads)
    side.squads.append(
        Squad(f"{squad.kind}-{number}", squad.kind, 1, squad.hp, squad.initiative + n)
    )


def find(side: Side, name: str) -> Squad:
    """Return the squad with this id (`soldier`, `soldier-1`); raise StopIteration if none has."""
    return next(squad for squad in side.squads if squad.id == name)


def for_army(card: str, options: Mapping[str, Any]) -> bool:
    """Return whether a card helps the whole side: Shield, by the option `shield_scope` (R26)."""
    return card == SHIELD and options["shield_scope"] == "army"


def for_one(card: str, options: Mapping[str, Any]) -> bool:
    """Return whether a card helps one troop of its squad: Speed, by the option `speed_scope`."""
    return card == SPEED and options["speed_scope"] == "troop"


def usual_target(side: Side, card: str, options: Mapping[str, Any]) -> str:
    """Return the target of a lasting Speed or Shield if the player chose none.

    The target is the id of a squad, or `ARMY` (rules 6.6).
    """
    if for_army(card, options):
        return ARMY
    living = [squad for squad in side.squads if squad.n]
    if card == SPEED:
        return max(
            living, key=lambda one: (TROOPS[one.kind].damage, one.hp, -KINDS.index(one.kind))
        ).id
    return max(living, key=lambda one: (one.n, one.hp)).id


def apply_lasting_bonuses(s: MapState, side: Side) -> None:
    """Set a side's bonuses for a new round to those of its lasting Marksmanship and Bloodlust."""
    lasting = s.players[side.seat].lasting if side.seat != NEUTRAL else []
    side.marks = TECHS[MARKSMANSHIP].amount if MARKSMANSHIP in lasting else 0
    side.lusts = TECHS[BLOODLUST].amount if BLOODLUST in lasting else 0


def target_lasting_cards(
    s: MapState, side: Side, options: Mapping[str, Any]
) -> list[tuple[str, str]]:
    """Apply lasting Speed and Shield without a chosen target to the usual target.

    Return the cards, each with the kind of troops that it helps (`ARMY` for all).
    """
    applied = []
    for card in CARDS_WITH_TARGET:
        if (
            side.seat != NEUTRAL
            and card in s.players[side.seat].lasting
            and card not in side.lasting
        ):
            target = usual_target(side, card, options)
            kind = find(side, target).kind if target else ARMY
            enhance(side, card, target, TECHS[card].amount, options)
            side.lasting.append(card)
            applied.append((card, kind))
    return applied


def enhance(side: Side, card: str, target: str, n: int, options: Mapping[str, Any]) -> None:
    """Apply a combat card with the effect `n` (rules 8.4).

    Speed and Shield help the squad `target` or all squads (`ARMY`). The others add damage to the
    strikes of this round.
    """
    match card:
        case "speed":
            quicken(side, target, n, options["speed_scope"] == "squad")
        case "shield":
            for squad in side.squads if target == ARMY else [find(side, target)]:
                squad.hp += n
        case "marksmanship":
            side.marks += n
        case "bloodlust":
            side.lusts += n


def doomed(s: MapState, battle: Battle, side_index: int, options: Mapping[str, Any]) -> bool:
    """Return whether a side has no troops left at the end of `outlook` (rules 13.3)."""
    return not alive(outlook(s, battle, options).sides[side_index])


def outlook(s: MapState, battle: Battle, options: Mapping[str, Any]) -> Battle:
    """Return the position of a battle after its end if no side flees or plays cards.

    The battle is a copy. Damage is divided as in `usual_kills`. If both sides have troops left, the
    end is a standoff. `round` is the last round.
    """
    fight = copy_battle(battle)
    ladder = options["troop_levels"] == "ladder"
    helpers = [support(s, side.seat, fight.cell, options) for side in fight.sides]
    for side in fight.sides:
        target_lasting_cards(s, side, options)
    while all(alive(side) for side in fight.sides):
        before = sum(alive(side) for side in fight.sides)
        step: int | None = next_step(fight)
        while step and all(alive(side) for side in fight.sides):
            exchange(fight, step, helpers, ladder)
            step = next_step(fight, step)
        if before == sum(alive(side) for side in fight.sides):
            break
        if all(alive(side) for side in fight.sides):
            fight.round += 1
        for side in fight.sides:
            apply_lasting_bonuses(s, side)
    return fight


def copy_battle(battle: Battle) -> Battle:
    """Return a copy of a battle for simulation."""
    fight = copy(battle)
    fight.sides = [copy(side) for side in battle.sides]
    for side in fight.sides:
        side.squads, side.dead = [copy(squad) for squad in side.squads], dict(side.dead)
        side.lasting, side.cards = list(side.lasting), list(side.cards)
    return fight


def exchange(battle: Battle, step: int, helpers: Sequence[int], ladder: bool) -> None:
    """Let both sides strike at the initiative `step`.

    `helpers` is the number of supporting archers of attacker and defender. Damage is divided as in
    `usual_kills`; `ladder` is as in `catalog.level_of`.
    """
    kills = []
    for at, side in enumerate(battle.sides):
        damage, marks, lusts = strike(side, step, helpers[at])
        side.marks -= marks
        side.lusts -= lusts
        kills.append(usual_kills(side.seat, damage, ranks(battle.sides[1 - at]), ladder))
    for at, side in enumerate(battle.sides):
        remove_dead(side, kills[1 - at])


def usual_kills(seat: Seat, damage: int, some: Ranks, ladder: bool) -> Mapping[str, int]:
    """Return how a side divides `damage` among the squads `some` without being asked.

    The result is the number of kills by squad id. `seat` is the side that strikes.
    """

    return neutral_kills(damage, some) if seat == NEUTRAL else best_kills(damage, some, ladder)
