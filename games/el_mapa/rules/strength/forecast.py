"""Forecast of a battle, shown before troops attack and before a player goes on fighting.

It assumes that no player plays cards or flees.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.text.messages import Msg, Seat, msg
from games.el_mapa.model.names import cell_name, troops
from games.el_mapa.model.state import NEUTRAL, Battle, MapState, Side, Troops, add, levels
from games.el_mapa.rules.strength import strength


def forecast(s: MapState, seat: Seat, cell: str, some: Troops, options: Mapping[str, Any]) -> Msg:
    """Return the forecast for an attack of `seat` on a cell with troops of others.

    `some` are the troops that would join those of the seat that are already in the cell.
    """
    foe = s.foe(cell, seat)
    others = s.garrisons[cell] if foe is None or foe == NEUTRAL else s.players[foe].stacks[cell]
    mine = dict(s.players[seat].stacks.get(cell, {}))
    add(mine, some)
    sides = [
        Side(seat, strength.squads(mine)),
        Side(NEUTRAL if foe is None else foe, strength.squads(others)),
    ]
    for side in sides:
        strength.lasting_round(s, side)
    return forecast_words(s, Battle(cell, sides), 0, options)


def forecast_words(s: MapState, battle: Battle, side_index: int, options: Mapping[str, Any]) -> Msg:
    """Return the forecast of a battle in words, as one side (0: attacker) sees it."""
    after = strength.outlook(s, battle, options)
    own, other = after.sides[side_index], after.sides[1 - side_index]
    parts = {
        "at": cell_name(battle.cell),
        "who": troops(strength.troops(own)),
        "whom": troops(strength.troops(other)),
    }
    if strength.alive(own) and strength.alive(other):
        return msg("map.forecast.standoff", **parts)
    if strength.alive(own):
        return msg(
            "map.forecast.won", n=levels(other.dead, options["troop_levels"] == "ladder"), **parts
        )
    return msg("map.forecast.lost" if strength.alive(other) else "map.forecast.both", **parts)
