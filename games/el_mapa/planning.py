"""What a computer player thinks of a position: how fights would end, what cells, buildings and troops are worth. Points are the
measure of all; a gold coin is some third of one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from games.core.messages import Seat
from games.core.position import Position
from games.el_mapa import war
from games.el_mapa.catalog import BUILDINGS, TECHS, TILES, TROOPS, level_of
from games.el_mapa.economy import sources
from games.el_mapa.endings import limit_of
from games.el_mapa.exploring import claims, unseen
from games.el_mapa.state import NEUTRAL, Battle, MapState, Side, Troops, head

Pos = Position[MapState, Any]
GOODS = {"gold": 0.36, "wood": 0.5, "stone": 0.9}
USUAL_ROUNDS = 13            # a game of players who build in every turn
ROUNDS_OF_WAR = 30           # more is not fought in thought
PRIZE = 3.0                  # what is worth less is taken in passing
MINES = {"wood": 0.5, "stone": 0.85, "gold": 0.8}          # each round, in points
VILLAGE, SITES, TOWER, CHEST, FLIP = 5.0, 1.7, 0.55, 1.3, 1.15     # a village builds and sends troops out, every round


def rounds_left(pos: Pos) -> int:
    """How many rounds are likely to come, this one included."""
    s = pos.state
    limit = limit_of(pos.options)
    built = max((len(castle.spaces) for castle in s.castles.values()), default=0)
    usual = max(2, USUAL_ROUNDS - s.round, 10 - built)
    return 1 if s.ending else min(usual, limit - s.round + 1) if limit else usual


def clash(pos: Pos, cell: str, attacker: Seat, some: Troops, defender: Seat, others: Troops) -> tuple[Troops, Troops]:
    """What is left of both sides when nobody flees or plays cards; equal to what came after a standoff."""
    s, ladder = pos.state, pos.options["troop_levels"] == "ladder"
    battle = Battle(cell, [Side(attacker, war.squads(some)), Side(defender, war.squads(others))])
    helpers = [war.support(s, side.seat, cell, pos.options) for side in battle.sides]
    for _ in range(ROUNDS_OF_WAR):
        before = [war.alive(side) for side in battle.sides]
        step: int | None = war.next_step(battle)
        while step and all(war.alive(side) for side in battle.sides):
            war.exchange(battle, step, helpers, ladder)
            step = war.next_step(battle, step)
        after = [war.alive(side) for side in battle.sides]
        if before == after or not all(after):
            break
    return war.troops(battle.sides[0]), war.troops(battle.sides[1])


def price(some: Mapping[str, int]) -> float:
    """What troops are worth to their owner."""
    return sum(n * (0.35 + sum(GOODS[good] * k for good, k in TROOPS[kind].cost.items())) for kind, n in some.items())


def spoils(some: Mapping[str, int], left: Mapping[str, int], ladder: bool) -> int:
    """Points for those who fell."""
    return sum(level_of(kind, ladder) * (n - left.get(kind, 0)) for kind, n in some.items())


def claim_worth(pos: Pos, seat: Seat, cell: str) -> float:
    """What standing on a cell would bring: mines, towers, treasures, villages, from now on."""
    s = pos.state
    if not s.open(cell) or not claims(s, seat, cell):
        return 0.0
    tile, left = TILES[s.kind(cell)], rounds_left(pos)
    worth = CHEST * s.chests.get(cell, 0)
    owner = s.owners.get(cell)
    if owner != seat:
        if tile.mine:
            worth += MINES[tile.mine] * left * (1.4 if owner is not None else 1)
        worth += TOWER * tile.tower * left * 0.5 if tile.tower else 0
        if tile.village:
            worth += VILLAGE + SITES * left
            castle = s.castles.get(cell)
            worth += sum(house_points(pos, seat, name) for name in castle.spaces.values()) * 1.5 if castle else 0
    return worth


def house_points(pos: Pos, seat: Seat, name: str) -> float:
    """The points of a building at the end."""
    facts = BUILDINGS[name]
    return facts.level + facts.points + (facts.per * sources(pos.state, seat, name, pos.options) if facts.wonder else 0)


def house_worth(pos: Pos, seat: Seat, cell: str, name: str) -> float:
    """What a building would bring until the end: points, income, troops, movement."""
    s, facts, left = pos.state, BUILDINGS[name], max(0, rounds_left(pos) - 1)
    worth = house_points(pos, seat, name)
    worth += GOODS["gold"] * facts.gold * left
    worth += 0.28 * facts.cards * left if facts.cards else 0
    worth += facts.origins * 0.45 * left
    worth += facts.looks * FLIP * min(left + 1, sum(not up for up in map(s.open, s.board.cells)))
    worth += 0.30 * left if facts.trains else 0
    worth += 0.34 * left if facts.doubles else 0
    if facts.trade:
        spare = s.players[seat].goods["wood"] + 2 * s.players[seat].goods["stone"]
        worth += 2.0 + 0.3 * min(6, spare) if not s.count(seat, name) else 0.3
    if not facts.wonder and len(s.castles[cell].spaces) < 9:
        worth += 1.2                            # every building carries a wonder in the end
    return worth


def expense(cost: Mapping[str, int]) -> float:
    """What a cost is worth in points."""
    return sum(GOODS[good] * n for good, n in cost.items())


def sight(s: MapState, way: tuple[str, ...]) -> int:
    """How many tiles a group turns up on its way."""
    return len({other for cell in way for other in unseen(s, cell)})


def pull(pos: Pos, seat: Seat) -> dict[str, float]:
    """How much each known cell draws troops to it: what there is to find, take or beat near it, less the further away."""
    s = pos.state
    here = {cell: FLIP * len(unseen(s, cell)) + claim_worth(pos, seat, cell) for cell in s.board.cells if s.open(cell)}
    force = sum(head(troops) for troops in s.players[seat].stacks.values())
    for cell in here:
        foe = s.foe(cell, seat)
        if foe is not None:
            others = s.garrisons[cell] if foe == NEUTRAL else s.players[foe].stacks[cell]
            strength = sum(n * TROOPS[kind].hp * TROOPS[kind].damage for kind, n in others.items())
            here[cell] = here[cell] * (0.7 if strength < 1.5 * force else 0.1)
    for _ in range(5):                          # what lies further counts less with each step
        here = {
            cell: max([worth, *(0.82 * here[other] for other in s.onward(cell) if other in here)]) for cell, worth in here.items()
        }
    return here


def menace(s: MapState, seat: Seat, cell: str, steps: int = 3) -> float:
    """How strong enemies near a cell are, in damage."""
    near = (cell, *s.board.within(cell, steps))
    return float(sum(
        n * TROOPS[kind].damage for other, player in enumerate(s.players) if other != seat for at in near
        for kind, n in player.stacks.get(at, {}).items()
    ))


def guard(pos: Pos, seat: Seat, cell: str) -> float:
    """What would be lost with a cell, if nobody stood there and somebody came."""
    s = pos.state
    if s.owners.get(cell) != seat:
        return 0.0
    danger = min(1.0, menace(s, seat, cell) / 4)
    if not danger:
        return 0.0
    if cell in s.castles:
        return danger * (8 + sum(house_points(pos, seat, name) for name in s.castles[cell].spaces.values()))
    return danger * 2.5


@lru_cache(64)
def card_points(card: str) -> int:
    """What a card counts as a boost or payment."""
    return TECHS[card].level


# --- campaigns: what is guarded, and who could take it ------------------------------------------------------------------


def prizes(pos: Pos, seat: Seat) -> dict[str, float]:
    """Guarded cells worth a fight: what standing there would bring, and the points for who falls."""
    s, ladder = pos.state, pos.options["troop_levels"] == "ladder"
    found = {}
    for cell in s.board.cells:
        foe = s.foe(cell, seat) if s.open(cell) else None
        if foe is None or cell in s.turn.entries:
            continue
        worth = claim_worth(pos, seat, cell) + spoils(defenders(s, seat, cell), {}, ladder)
        if worth > PRIZE:
            found[cell] = worth
    return found


def defenders(s: MapState, seat: Seat, cell: str) -> Troops:
    """Who stands in the way in a cell."""
    foe = s.foe(cell, seat)
    return {} if foe is None else s.garrisons[cell] if foe == NEUTRAL else s.players[foe].stacks[cell]


def outcome(pos: Pos, seat: Seat, cell: str, some: Troops, worth: float) -> float:
    """What sending troops against a guarded cell brings: the prize without what falls; less than nothing when it fails."""
    foe = pos.state.foe(cell, seat)
    others = defenders(pos.state, seat, cell)
    left, rest = clash(pos, cell, seat, some, NEUTRAL if foe is None else foe, others)
    lost = price({kind: n - left.get(kind, 0) for kind, n in some.items()})
    return worth - lost if left and not rest else -1.0 - lost


def far(s: MapState, target: str) -> dict[str, int]:
    """Steps from each known cell to a target, over open borders."""
    found, edge = {target: 0}, [target]
    while edge:
        further = []
        for cell in edge:
            for side, other in s.board.beside[cell].items():
                if other not in found and s.open(other) and not s.barred(cell, side, other):
                    found[other] = found[cell] + 1
                    further.append(other)
        edge = further
    return found


def soon(steps: int, moves: int = 2) -> float:
    """How much a prize counts that is so many steps away: each turn on the way takes a part of it."""
    return float(0.86 ** max(0, -(-steps // moves) - 1))
