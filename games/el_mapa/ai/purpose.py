"""What a move is for, in a sentence for hints."""

from __future__ import annotations

from typing import Any

from games.core.engine.purposes import effect_of, newly_possible
from games.core.state.position import Position
from games.core.text.messages import Msg, Path, Seat, listed, msg, seat_name
from games.el_mapa.ai.campaigns import War
from games.el_mapa.ai.defence import danger
from games.el_mapa.ai.evaluate import Valuation
from games.el_mapa.ai.ground import MAX_STEPS_TO_PRIZE
from games.el_mapa.model.catalog import TILES
from games.el_mapa.model.names import cell_name
from games.el_mapa.model.state import NEUTRAL, MapState

Pos = Position[MapState, Any]
# effects that say what a move brings
_BRINGS = ("map.effect.claim", "map.effect.flips", "map.forecast.won")


def purpose(pos: Pos, seat: Seat, path: Path) -> Msg | None:
    """Return what the move `path` is for; None if there is nothing to say."""
    match path:
        case ("build", *_):
            effect = effect_of(pos, seat, path)
            return msg("map.purpose.build", what=effect) if effect else None
        case ("hire", str(cell), _):
            return _of_hiring(pos, seat, cell)
        case ("move", str(origin), dict(), *_, str(cell)):
            return effect_of(pos, seat, path, _BRINGS) or _of_march(pos, seat, origin, cell)
        case ("trade", *_):
            labels = newly_possible(pos, seat, path)
            return msg("map.purpose.allows", what=listed(labels[:2])) if labels else None
    return effect_of(pos, seat, path, _BRINGS)


def _of_hiring(pos: Pos, seat: Seat, cell: str) -> Msg:
    """Say what troops hired in the village `cell` are for.

    The purpose is the defense of the village, a campaign, or later moves.
    """
    v = Valuation(pos, seat)
    war = War(v)
    if guards := _guards_against(v, cell):
        return guards
    if war.campaign is not None and war.campaign.base == cell:
        return _goal(v, war.campaign.target)
    return msg("map.purpose.recruits")


def _of_march(pos: Pos, seat: Seat, origin: str, cell: str) -> Msg | None:
    """Say what a move of troops is for that neither claims, reveals nor fights.

    The purpose is to guard an own village, or to come nearer to a valuable prize. Return None
    without such a purpose.
    """
    v = Valuation(pos, seat)
    if v.s.owners.get(cell) == seat and (guards := _guards_against(v, cell)):
        return guards

    def steps(prize: str, start: str) -> int:
        return v.ground.distances_to(prize).get(start, MAX_STEPS_TO_PRIZE)

    prizes = War(v).prizes
    nearer = [prize for prize in prizes if steps(prize, cell) < steps(prize, origin)]
    if not nearer:
        return None
    return _goal(v, max(nearer, key=lambda prize: prizes[prize] / (1 + steps(prize, cell))))


def _guards_against(v: Valuation, cell: str) -> Msg | None:
    """Name the rival against whom more troops would guard a cell; None if none threatens it."""
    risk, origin = danger(v, cell, v.s.players[v.seat].stacks.get(cell, {}))
    rival = v.foes.get(origin, NEUTRAL)
    if not risk or rival == NEUTRAL:
        return None
    return msg("map.purpose.guards", at=cell_name(cell), seat=seat_name(rival))


def _goal(v: Valuation, cell: str) -> Msg:
    """Name the aim of conquering a cell: its village, mine or tower, else its troops."""
    tile = TILES[v.s.kind(cell)]
    if tile.claimable and v.s.owners.get(cell) != v.seat:
        what = "village" if tile.village else tile.mine or "tower"
        return msg("map.purpose.goal", what=msg(f"map.claim.{what}"), at=cell_name(cell))
    return msg("map.purpose.goal_troops", at=cell_name(cell))
