"""Score rows and the ranking (rules 8)."""

from __future__ import annotations

from typing import Any

from games.core.state.position import Position
from games.core.state.score import Criterion, Scoreboard, ScoreRow, rank
from games.core.text.messages import Seat, msg
from games.tadmor.model.catalog import RULES, set_points
from games.tadmor.model.effects import Metric
from games.tadmor.model.state import Player, TadmorState, rare_counts
from games.tadmor.rules.missions.missions import MISSIONS

Pos = Position[TadmorState, Any]


def score(pos: Pos) -> Scoreboard:
    """Return the score if the match ended now: points so far, then points scored at the end."""
    s = pos.state
    rows = [(name, [values(player) for player in s.players]) for name, values in _PARTS.items()]
    rows.append(("bonus", [sum(final_bonuses(s, seat).values()) for seat in range(pos.n)]))
    table = tuple(ScoreRow(name, msg(f"tad.score.{name}"), tuple(points)) for name, points in rows)
    total = tuple(sum(row.values[seat] for row in table) for seat in range(pos.n))
    goods = tuple(len(player.rare) for player in s.players)
    ranking = rank(
        [
            Criterion("points", msg("tad.score.total"), total),
            Criterion("rare", msg("tad.score.tie"), goods),
        ]
    )
    return Scoreboard(table, total, ranking)


def metric(player: Player, what: Metric) -> int:
    """Return a player's value in the metric `what` of a final bonus (rules 0.1; ruling R35)."""
    match what:
        case "tower_height":
            return player.tower
        case "mission_pp":
            return mission_points(player)
        case "rare_goods_pp":
            return rare_points(player)
        case "temple_best_part":
            return max(player.temples, default=0)
        case "upgrade_count":
            return len(player.tiles)


def final_bonuses(s: TadmorState, seat: Seat) -> dict[str, int]:
    """Return the points of each of the seat's tiles I38 to I42, by tile.

    A tile scores 0 unless the seat is strictly first in the tile's metric. The comparison ignores
    the bonuses themselves.
    """
    found = {}
    for tile, bonus in s.players[seat].powers.final_bonuses:
        own = metric(s.players[seat], bonus.metric)
        best = max(
            metric(player, bonus.metric) for other, player in enumerate(s.players) if other != seat
        )
        found[tile] = bonus.pp if own > best else 0
    return found


def mission_points(player: Player) -> int:
    """Return the points of missions: face up in full, given back at half."""
    return sum(MISSIONS[card].points for card in player.face_up) + sum(
        MISSIONS[card].returned for card in player.returned
    )


def rare_points(player: Player) -> int:
    """Return the points of rare goods, in sets of different kinds (rules 8)."""
    return set_points(rare_counts(player))


def temple_points(player: Player) -> int:
    """Return the points of temples; only the latest part of each counts (rules 8)."""
    return sum(RULES.temple[parts - 1].points for parts in player.temples)


_PARTS = {
    "track": lambda player: player.points,
    "tower": lambda player: RULES.level * player.tower,
    "missions": mission_points,
    "temples": temple_points,
    "rare": rare_points,
}
