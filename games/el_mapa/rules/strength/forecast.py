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

    `some` are the attacking troops. Troops of the seat that have already entered the cell fight
    with them.
    """
    return forecast_words(s, battle_of_attack(s, seat, cell, some), 0, options)


def battle_of_attack(s: MapState, seat: Seat, cell: str, some: Troops) -> Battle:
    """Return the battle that an attack would begin; the arguments are those of `forecast`."""
    foe = s.foe(cell, seat)
    if foe is None:  # never so: `cell` has troops of others
        foe = NEUTRAL
    others = s.garrisons[cell] if foe == NEUTRAL else s.players[foe].stacks[cell]
    mine = dict(s.players[seat].stacks.get(cell, {}))
    add(mine, some)
    sides = [
        Side(seat, strength.squads(mine)),
        Side(foe, strength.squads(others)),
    ]
    for side in sides:
        strength.apply_lasting_bonuses(s, side)
    return Battle(cell, sides)


def forecast_words(s: MapState, battle: Battle, side_index: int, options: Mapping[str, Any]) -> Msg:
    """Return the forecast of a battle in words, as one side (0: attacker) sees it."""
    after = strength.outlook(s, battle, options)
    own, other = after.sides[side_index], after.sides[1 - side_index]
    return msg(
        f"map.forecast.{_end(own, other)}",
        at=cell_name(battle.cell),
        who=troops(strength.troops(own)),
        whom=troops(strength.troops(other)),
        n=levels(other.dead, options["troop_levels"] == "ladder"),
    )


def forecast_detail(s: MapState, battle: Battle, options: Mapping[str, Any]) -> Msg:
    """Return the forecast of a battle in a few words, as the attacker sees it."""
    own, other = strength.outlook(s, battle, options).sides
    return msg(f"map.detail.{_end(own, other)}", n=strength.alive(own))


def is_defeat(s: MapState, battle: Battle, options: Mapping[str, Any]) -> bool:
    """Return whether the attacker has no troops left by the forecast."""
    return not strength.alive(strength.outlook(s, battle, options).sides[0])


def battle_points(s: MapState, battle: Battle, options: Mapping[str, Any]) -> int:
    """Return the attacker's points by the forecast: those for the dead of the other side.

    Without a victory they are 0.
    """
    own, other = strength.outlook(s, battle, options).sides
    if _end(own, other) != "won":
        return 0
    return levels(other.dead, options["troop_levels"] == "ladder")


def survivors(s: MapState, battle: Battle, side_index: int, options: Mapping[str, Any]) -> int:
    """Return how many troops a side has left by the forecast if it wins, else 0."""
    sides = strength.outlook(s, battle, options).sides
    own, other = sides[side_index], sides[1 - side_index]
    return strength.alive(own) if _end(own, other) == "won" else 0


def _end(own: Side, other: Side) -> str:
    """Return the end of a battle for the side `own`: `won`, `lost`, `both` dead or `standoff`."""
    if strength.alive(own):
        return "standoff" if strength.alive(other) else "won"
    return "lost" if strength.alive(other) else "both"
