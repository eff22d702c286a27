"""Score table and tie-breakers (rules 10)."""

from __future__ import annotations

from typing import Any

from games.core.state.position import Position
from games.core.state.score import Criterion, Scoreboard, ScoreRow, rank
from games.core.text.messages import Seat, msg
from games.el_mapa.model.catalog import BUILDINGS
from games.el_mapa.model.holdings import sources
from games.el_mapa.model.state import MapState

Pos = Position[MapState, Any]
ROWS = ("tiles", "fights", "buildings", "extras", "wonders")


def score(pos: Pos) -> Scoreboard:
    """Return the score as if the game ended now.

    Eliminated players rank below all others; among them, those eliminated later rank higher.
    """
    s = pos.state
    seats = range(pos.n)
    parts = [points(pos, seat) for seat in seats]
    rows = tuple(
        ScoreRow(name, msg(f"map.score.{name}"), tuple(part[name] for part in parts))
        for name in ROWS
    )
    total = tuple(sum(part.values()) for part in parts)
    wonders = tuple(sum(BUILDINGS[name].wonder for name in s.buildings(seat)) for seat in seats)
    values = {row.id: row.values for row in rows}
    criteria = [
        Criterion("points", msg("map.score.total"), total),
        Criterion("wonders", msg("map.score.tie_wonders"), wonders),
        Criterion("buildings", msg("map.score.buildings"), values["buildings"]),
        Criterion("fights", msg("map.score.fights"), values["fights"]),
        Criterion("tiles", msg("map.score.tiles"), values["tiles"]),
        Criterion(
            "goods",
            msg("map.score.tie_goods"),
            tuple(sum(player.goods.values()) for player in s.players),
        ),
    ]
    if s.fallen:
        eliminated_at = {seat: at for at, group in enumerate(s.fallen) for seat in group}
        survival = tuple(eliminated_at.get(seat, pos.n) for seat in seats)
        criteria.insert(0, Criterion("standing", msg("map.score.standing"), survival))
    return Scoreboard(rows, total, rank(criteria))


def points(pos: Pos, seat: Seat) -> dict[str, int]:
    """Return the points of one seat as if the game ended now, by row (rules 10.2)."""
    s = pos.state
    rows = dict.fromkeys(ROWS, 0)
    rows["tiles"], rows["fights"] = s.players[seat].tiles, s.players[seat].fights
    for name in s.buildings(seat):
        facts = BUILDINGS[name]
        rows["buildings"] += facts.level
        if facts.wonder:
            rows["wonders"] += facts.points + facts.per * sources(s, seat, name, pos.options)
        else:
            rows["extras"] += facts.points
    return rows
