"""How a battle would go if nobody played cards or fled: said before troops go there, and before one fights on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.messages import Msg, Seat, msg
from games.el_mapa import war
from games.el_mapa.names import cell_name, troops
from games.el_mapa.state import NEUTRAL, Battle, MapState, Side, Troops, add, levels


def forecast(s: MapState, seat: Seat, cell: str, some: Troops, options: Mapping[str, Any]) -> Msg:
    """The attack of `seat` on a cell where others stand, with `some` more troops than have entered it."""
    foe = s.foe(cell, seat)
    others = s.garrisons[cell] if foe is None or foe == NEUTRAL else s.players[foe].stacks[cell]
    mine = dict(s.players[seat].stacks.get(cell, {}))
    add(mine, some)
    sides = [Side(seat, war.squads(mine)), Side(NEUTRAL if foe is None else foe, war.squads(others))]
    for side in sides:
        war.lasting_round(s, side)
    return told(s, Battle(cell, sides), 0, options)


def told(s: MapState, battle: Battle, mine: int, options: Mapping[str, Any]) -> Msg:
    """The end that a battle comes to by itself, for one side of it."""
    after = war.outlook(s, battle, options)
    own, other = after.sides[mine], after.sides[1 - mine]
    parts = {"at": cell_name(battle.cell), "who": troops(war.troops(own)), "whom": troops(war.troops(other))}
    if war.alive(own) and war.alive(other):
        return msg("map.forecast.standoff", **parts)
    if war.alive(own):
        return msg("map.forecast.won", n=levels(other.dead, options["troop_levels"] == "ladder"), **parts)
    return msg("map.forecast.lost" if war.alive(other) else "map.forecast.both", **parts)
