"""What a computer player thinks of a position: what cells, buildings, goods and troops are worth. Points are the measure of all;
a gold coin is more than half of one."""

from __future__ import annotations

from collections.abc import Mapping
from math import log1p
from typing import Any

from games.core.messages import Seat
from games.core.position import Position
from games.el_mapa.model.catalog import BUILDINGS, TILES, TROOPS, level_of
from games.el_mapa.model.holdings import looks, sources
from games.el_mapa.model.state import NEUTRAL, MapState, head
from games.el_mapa.player.weights import WEIGHTS
from games.el_mapa.rules.castles.building import free_spaces
from games.el_mapa.rules.ending.endings import limit_of
from games.el_mapa.rules.ending.scoring import score
from games.el_mapa.rules.moving.exploring import claims, unseen

Pos = Position[MapState, Any]
GOODS = ("gold", "wood", "stone")
MINES = ("wood", "stone", "gold")                          # as `WEIGHTS.mines` has them
SPACES_BELOW = 9             # buildings under a wonder


def rounds_left(pos: Pos) -> int:
    """How many rounds are likely to come, this one included: until enough castles carry a wonder or the map is known."""
    s = pos.state
    if s.ending:
        return 1
    bare = sorted(SPACES_BELOW + 1 - len(one.spaces) for one in s.castles.values() if len(one.spaces) <= SPACES_BELOW)
    need = pos.n - s.raised                     # wonders that are still to be built; each castle carries one
    build = bare[need - 1] * WEIGHTS.dawdle if need <= len(bare) else WEIGHTS.usual_rounds
    towers = sum(looks(s, seat) for seat in s.alive())
    explore = log1p(WEIGHTS.sight * s.up.count("0") / max(1, towers)) / WEIGHTS.sight
    usual = max(2, round(min(build, explore)))
    limit = limit_of(pos.options)
    return min(usual, limit - s.round + 1) if limit else usual


def hastens(pos: Pos, seat: Seat) -> bool:
    """True when one more tile ends a game in which another leads."""
    totals = score(pos).total
    return not pos.state.ending and pos.state.up.count("0") == 1 and totals[seat] < max(totals)


def price(some: Mapping[str, int], left: int) -> float:
    """What troops are worth to their owner with so many rounds left: in the last one they have nothing to wait for."""
    full = sum(n * (WEIGHTS.troop + expense(TROOPS[kind].cost)) for kind, n in some.items())
    return full * min(1.0, (left - 1) / WEIGHTS.service)


def spoils(some: Mapping[str, int], left: Mapping[str, int], ladder: bool) -> int:
    """Points for those who fell."""
    return sum(level_of(kind, ladder) * (n - left.get(kind, 0)) for kind, n in some.items())


def swing(pos: Pos) -> float:
    """What a point taken from somebody else is worth: with two players both sides of it count, with many hardly more than one."""
    return 1 + 1 / max(1, len(pos.state.alive()) - 1)


def stake(pos: Pos, seat: Seat, cell: str) -> float:
    """What holding a cell's mine, tower and village until the end brings."""
    s, left = pos.state, rounds_left(pos)
    tile = TILES[s.kind(cell)]
    worth = WEIGHTS.mines[MINES.index(tile.mine)] * left if tile.mine else 0.0
    worth += WEIGHTS.tower * tile.tower * left * 0.5 if tile.tower else 0
    if tile.village:
        worth += WEIGHTS.village + WEIGHTS.sites * left
        castle = s.castles.get(cell)
        worth += sum(house_points(pos, seat, name) for name in castle.spaces.values()) if castle else 0
    return worth


def claim_worth(pos: Pos, seat: Seat, cell: str) -> float:
    """What standing on a cell would bring: mines, towers, treasures, villages, from now on; more if somebody else loses them."""
    s = pos.state
    if not s.open(cell) or not claims(s, seat, cell):
        return 0.0
    owner = s.owners.get(cell)
    worth = 0.0 if owner == seat else stake(pos, seat, cell) * (1 if owner is None else swing(pos))
    return worth + WEIGHTS.chest * s.chests.get(cell, 0)


def house_points(pos: Pos, seat: Seat, name: str) -> float:
    """The points of a building at the end."""
    facts = BUILDINGS[name]
    return facts.level + facts.points + (facts.per * sources(pos.state, seat, name, pos.options) if facts.wonder else 0)


def house_worth(pos: Pos, seat: Seat, cell: str, name: str) -> float:
    """What a building would bring until the end: points, income, troops, movement."""
    s, facts, left = pos.state, BUILDINGS[name], max(0, rounds_left(pos) - 1)
    worth = house_points(pos, seat, name)
    worth += WEIGHTS.gold * facts.gold * left
    worth += WEIGHTS.card * facts.cards * left if facts.cards else 0
    worth += facts.origins * WEIGHTS.origin * left
    worth += facts.looks * WEIGHTS.flip * min(left + 1, sum(not up for up in map(s.open, s.board.cells)))
    worth += WEIGHTS.trains * left if facts.trains else 0
    worth += WEIGHTS.doubles * left if facts.doubles else 0
    if facts.trade:
        spare = s.players[seat].goods["wood"] + 2 * s.players[seat].goods["stone"]
        worth += WEIGHTS.market + 0.3 * min(6, spare) if not s.count(seat, name) else 0.3
    if not facts.wonder and len(s.castles[cell].spaces) < 9:
        worth += WEIGHTS.carries                            # every building carries a wonder in the end
    return worth


def expense(cost: Mapping[str, int]) -> float:
    """What a cost is worth in points."""
    return sum(float(getattr(WEIGHTS, good)) * n for good, n in cost.items())


def sight(s: MapState, way: tuple[str, ...]) -> int:
    """How many tiles a group turns up on its way."""
    return len({other for cell in way for other in unseen(s, cell)})


def pull(pos: Pos, seat: Seat) -> dict[str, float]:
    """How much each known cell draws troops to it: what there is to find, take or beat near it, less the further away."""
    s = pos.state
    here = {cell: WEIGHTS.flip * len(unseen(s, cell)) + claim_worth(pos, seat, cell) for cell in s.board.cells if s.open(cell)}
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


def wishes(pos: Pos, seat: Seat) -> list[tuple[float, str, str]]:
    """Buildings that could stand somewhere, with castle, the best first: worth less price."""
    s = pos.state
    found = []
    for cell in s.villages(seat):
        castle = s.castles[cell]
        if castle.built >= int(pos.options["build_limit"]):
            continue
        for name, facts in BUILDINGS.items():
            if name in castle.spaces.values() or not s.supply.get(name, 1) or not free_spaces(castle, name):
                continue
            found.append((house_worth(pos, seat, cell, name) - expense(facts.cost), cell, name))
    return sorted(found, reverse=True)
