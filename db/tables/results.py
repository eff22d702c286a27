"""Results of ended games, and statistics over them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.ports.results import (
    FirstAchievement,
    GameCount,
    LeaderboardRow,
    NotableGame,
    PersonalStats,
    Placement,
    SeatResult,
)
from db.base.database import Connection, Database
from db.base.json_columns import PREFS, dumps, loads

# seats of users who stayed to the end: no bot players, and no seats whose user resigned
HUMAN_SEATS = "s.user IS NOT NULL AND s.computer IS NULL AND s.resigned = 0"
_ENDED = "m.status = 'ended'"
IN_GUILD = "m.guild <> 0"  # a tutorial is in no guild and does not count
# matches with a human player at the end, even if the user's data was erased since
HAS_HUMAN = (
    "EXISTS (SELECT 1 FROM seats p WHERE p.match = m.id AND p.computer IS NULL AND p.resigned = 0)"
)
SELECT_NOTABLE = (
    "SELECT r.match, r.moves, r.ended, r.best, r.second, m.size FROM results r JOIN matches m ON m.id = r.match"  # noqa: S608
    f" WHERE m.guild = ? AND m.game = ? AND {_ENDED} AND {HAS_HUMAN}"
)


class ResultTable:
    """Repository of the tables `results` and `ranks`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def ended_without_results(
        self, *, guild: int | None = None, user: int | None = None
    ) -> list[str]:
        """Return the ids of ended matches without stored results, newest first.

        The caller gives `guild` or `user`: only matches of this guild, or of this user, are
        returned.
        """
        where = (
            "m.guild = ?"
            if guild is not None
            else "m.id IN (SELECT match FROM seats WHERE user = ?)"
        )
        rows = await self._db.fetch_all(
            f"SELECT m.id FROM matches m WHERE {where} AND {_ENDED}"  # noqa: S608 - our own constants
            " AND NOT EXISTS (SELECT 1 FROM ranks k WHERE k.match = m.id AND k.deeds IS NOT NULL)"
            " ORDER BY m.changed_at DESC, m.id",
            (guild if guild is not None else user,),
        )
        return [row["id"] for row in rows]

    async def save(self, match_id: str, seat_results: Sequence[SeatResult]) -> None:
        """Write the results of an ended match's seats, in place of older ones."""
        await self._db.transaction(lambda conn: write(conn, match_id, seat_results))

    async def of_match(self, match_id: str) -> list[SeatResult]:
        """Return one result per seat, in order; empty if the results are not computed yet."""
        rows = await self._db.fetch_all(
            "SELECT seat, place, points, deeds FROM ranks WHERE match = ? ORDER BY seat",
            (match_id,),
        )
        what = f"the result of table {match_id}"
        return [
            SeatResult(
                seat=row["seat"],
                place=row["place"],
                points=row["points"],
                achievements=tuple(loads(row["deeds"] or "[]", list[str], what)),
            )
            for row in rows
        ]

    async def game_counts(self, guild: int) -> list[GameCount]:
        """Return, by game and number of seats, how many matches of a guild were started and ended.

        The started matches include the ended ones. A match that ended without a human player is not
        counted.
        """
        rows = await self._db.fetch_all(
            f"SELECT game, size, count(*) AS begun, count(*) FILTER (WHERE {_ENDED}) AS ended FROM matches m"  # noqa: S608
            f" WHERE guild = ? AND seed <> '' AND (status <> 'ended' OR {HAS_HUMAN}) GROUP BY game, size ORDER BY game, size",
            (guild,),
        )
        return [GameCount(row["game"], row["size"], row["begun"], row["ended"]) for row in rows]

    async def standings(self, guild: int, game: str) -> list[LeaderboardRow]:
        """Return one row per user of a guild: how many matches of the game they played and won.

        Solo games do not count. Names and settings are the users' current ones.
        """
        rows = await self._db.fetch_all(
            "SELECT s.user, coalesce(u.name, max(s.name)) AS name, coalesce(u.prefs, '{}') AS prefs, count(*) AS played,"  # noqa: S608
            " count(*) FILTER (WHERE k.place = 1) AS won FROM matches m JOIN ranks k ON k.match = m.id"
            " JOIN seats s ON s.match = m.id AND s.seat = k.seat LEFT JOIN users u ON u.id = s.user"
            f" WHERE m.guild = ? AND m.game = ? AND m.size > 1 AND {_ENDED} AND {HUMAN_SEATS} GROUP BY s.user, u.name,"
            " u.prefs ORDER BY won DESC, played, name",
            (guild, game),
        )
        return [
            LeaderboardRow(
                user=row["user"],
                name=row["name"],
                played=row["played"],
                won=row["won"],
                prefs=loads(row["prefs"], dict[str, Any], PREFS),
            )
            for row in rows
        ]

    async def placements(self, guild: int, game: str) -> list[Placement]:
        """Return the users' places in a guild's ended matches of a game, oldest match first.

        There is one row per user and match: the best place, if a user had several seats.
        """
        rows = await self._db.fetch_all(
            "SELECT r.match, s.user, min(k.place) AS place FROM results r JOIN matches m ON m.id = r.match"  # noqa: S608
            " JOIN ranks k ON k.match = r.match JOIN seats s ON s.match = k.match AND s.seat = k.seat"
            f" WHERE m.guild = ? AND m.game = ? AND {_ENDED} AND {HUMAN_SEATS} GROUP BY r.match, s.user"
            " ORDER BY r.ended, r.match, s.user",
            (guild, game),
        )
        return [Placement(*tuple(row)) for row in rows]

    async def notable_games(
        self, guild: int, game: str
    ) -> tuple[NotableGame | None, NotableGame | None]:
        """Return a guild's longest and closest match of a game, each None if there is none.

        The longest match has the most moves. The closest match has the smallest difference in
        points between the first two places, so it is never a solo game. Of equal matches, the
        newest is returned.
        """
        longest = await self._db.fetch_one(
            f"{SELECT_NOTABLE} ORDER BY r.moves DESC, r.ended DESC LIMIT 1", (guild, game)
        )
        closest = await self._db.fetch_one(
            f"{SELECT_NOTABLE} AND r.second IS NOT NULL ORDER BY abs(r.best - r.second), r.ended DESC LIMIT 1",
            (guild, game),
        )
        one, two = (None if row is None else NotableGame(*tuple(row)) for row in (longest, closest))
        return one, two

    async def personal_stats(self, user: int) -> list[PersonalStats]:
        """Return a user's statistics, one row per game, the most played game first.

        They cover the ended matches, in any guild, in which the user stayed to the end.
        """
        rows = await self._db.fetch_all(
            "SELECT m.game, count(*) AS played, count(*) FILTER (WHERE m.size > 1 AND k.place = 1) AS won,"  # noqa: S608
            " count(*) FILTER (WHERE m.size = 1) AS alone,"
            " count(*) FILTER (WHERE m.size = 1 AND k.place = 1) AS beaten, avg(CASE WHEN m.size > 1 THEN k.place END) AS place,"
            " avg(CASE WHEN m.size > 1 THEN m.size END) AS size"
            " FROM seats s JOIN matches m ON m.id = s.match JOIN ranks k ON k.match = s.match AND k.seat = s.seat"
            f" WHERE s.user = ? AND {_ENDED} AND {IN_GUILD} AND {HUMAN_SEATS} GROUP BY m.game ORDER BY played DESC, m.game",
            (user,),
        )
        return [PersonalStats(*tuple(row)) for row in rows]

    async def achievements(self, user: int) -> list[FirstAchievement]:
        """Return a user's achievements, each with the match that reached it first, oldest first."""
        rows = await self._db.fetch_all(
            "SELECT m.game, k.match, r.ended, k.deeds FROM seats s JOIN matches m ON m.id = s.match"  # noqa: S608
            " JOIN results r ON r.match = s.match JOIN ranks k ON k.match = s.match AND k.seat = s.seat"
            f" WHERE s.user = ? AND {_ENDED} AND {IN_GUILD} AND {HUMAN_SEATS} AND k.deeds IS NOT NULL"
            " ORDER BY r.ended, k.match, k.seat",
            (user,),
        )
        found: dict[tuple[str, str], FirstAchievement] = {}
        for row in rows:
            for deed in loads(row["deeds"], list[str], f"the result of table {row['match']}"):
                found.setdefault(
                    (row["game"], deed),
                    FirstAchievement(row["game"], deed, row["match"], row["ended"]),
                )
        return list(found.values())


async def write(conn: Connection, match_id: str, seat_results: Sequence[SeatResult]) -> None:
    """Write the results of a match inside a transaction, in place of older ones.

    `seat_results` has one result per seat. The number of moves is stored too; it counts neither
    undone moves nor the undo itself.
    """
    first_two = sorted(seat_results, key=lambda result: result.place)[:2]
    has_winner = len(first_two) > 1 and first_two[0].place == 1
    await conn.execute(
        "INSERT INTO results (match, moves, ended, best, second) SELECT ?1, count(*) FILTER ("
        "WHERE undone_by = 0 AND n NOT IN (SELECT undone_by FROM actions WHERE match = ?1)), coalesce(max(at), 0), ?2, ?3"
        " FROM actions WHERE match = ?1 AND n > 0 ON CONFLICT (match) DO UPDATE"
        " SET moves = excluded.moves, ended = excluded.ended, best = excluded.best, second = excluded.second",
        (
            match_id,
            first_two[0].points if has_winner else None,
            first_two[1].points if has_winner else None,
        ),
    )
    await conn.execute("DELETE FROM ranks WHERE match = ?", (match_id,))
    await conn.executemany(
        "INSERT INTO ranks (match, seat, place, points, deeds) VALUES (?, ?, ?, ?, ?)",
        [
            (match_id, result.seat, result.place, result.points, dumps(result.achievements))
            for result in seat_results
        ],
    )
