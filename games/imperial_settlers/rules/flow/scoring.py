"""Score rows, tie-breaks and the prestige of the solo game (rules 10, 11)."""

from __future__ import annotations

from typing import Any

from games.core.state.position import Position
from games.core.state.score import Criterion, Rank, Scoreboard, ScoreRow, rank
from games.core.text.messages import msg
from games.imperial_settlers.model.catalog import RESOURCES, RULES
from games.imperial_settlers.model.state import Location, SettlersState
from games.imperial_settlers.rules.effects.operations import Placement
from games.imperial_settlers.rules.effects.resolve import EFFECTS
from games.imperial_settlers.rules.effects.steps import JAPANESE

Pos = Position[SettlersState, Any]


def score(pos: Pos) -> Scoreboard:
    """Return the score if the match ended now.

    A Location counts for its owner, even while captured (ruling R14).
    """
    s: SettlersState = pos.state
    players = s.players
    common = [sum(one.facts.common for one in player.locations) for player in players]
    faction = [len(player.locations) - n for player, n in zip(players, common, strict=True)]
    rows: tuple[ScoreRow, ...] = (
        ScoreRow("track", msg("imp.score.track"), tuple(player.points for player in players)),
        ScoreRow(
            "common", msg("imp.score.common"), tuple(n * RULES.points["common"] for n in common)
        ),
        ScoreRow(
            "faction", msg("imp.score.faction"), tuple(n * RULES.points["faction"] for n in faction)
        ),
    )
    # Only the Japanese have Gates and Shrines.
    if any(player.faction == JAPANESE for player in players):
        placed_points = tuple(sum(map(end_game_points, player.locations)) for player in players)
        rows = (*rows, ScoreRow("placed", msg("imp.score.placed"), placed_points))
    total = tuple(sum(row.values[seat] for row in rows) for seat in range(pos.n))
    goods = tuple(sum(player.supply[good] for good in (*RESOURCES, "worker")) for player in players)
    hands = tuple(len(player.hand) for player in players)
    ranking = rank(
        [
            Criterion("points", msg("imp.score.total"), total),
            Criterion("goods", msg("imp.score.goods"), goods),
            Criterion("hand", msg("imp.score.hand"), hands),
        ]
    )
    if not s.solo:
        return Scoreboard(rows, total, ranking)
    own = faction_places(s, 0)
    won = own > len(s.collection)
    grade = prestige(total[0]) if won else None
    apart = (
        ScoreRow("own", msg("imp.score.own"), (own,)),
        ScoreRow("collection", msg("imp.score.collection"), (len(s.collection),)),
        ScoreRow(
            "prestige",
            msg("imp.score.prestige"),
            (0 if grade is None else grade,),
            (msg("imp.prestige.lost") if grade is None else msg(f"imp.prestige.{grade}"),),
        ),
    )
    place = 1 if won else 2  # place 2: lost against the virtual player
    return Scoreboard(rows, total, (Rank(place, seat=0),), apart)


def end_game_points(one: Location) -> int:
    """Return the points of a Shrine or Gate at the end (rules 9.3)."""
    return sum(
        feature.end_game.points(one.put + len(one.under))
        for feature in EFFECTS[one.card].features
        if isinstance(feature, Placement)
    )


def faction_places(s: SettlersState, seat: int) -> int:
    """Return the number of faction Locations that a seat owns, even while captured (R14, R27)."""
    return sum(not one.facts.common for one in s.players[seat].locations)


def prestige(points: int) -> int:
    """Return the index (from 0) of the prestige row that `points` reach (rules 11.5)."""
    return sum(points >= least for least in RULES.solo.prestige) - 1
