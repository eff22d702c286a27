"""Matches and their seats, and the one transaction that writes all changes of a move.

`MatchTable.commit` writes this transaction. Some columns have other names than the fields that they
store (`MATCH_FIELD_BY_COLUMN` and similar tables).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, get_args

import msgspec

from app.model.match import (
    LoadedMatch,
    Match,
    MessageRefs,
    Pace,
    SeatRow,
    TableNotice,
    encode_position,
)
from app.model.seat_news import SeatNotice
from app.model.votes import Vote, VoteKind
from app.ports.access import MatchAccess
from app.ports.audit_log import AuditLogEntry
from app.ports.commit import CommitDetails
from app.ports.errors import CorruptDataError
from db.base import json_columns
from db.base.database import Connection, Database, Row
from db.base.errors import log_corruption
from db.base.json_columns import dumps, loads
from db.tables import audit_log, drafts, game_log, old_votes, results
from games.core.text.messages import Seat, msg

CHANNEL_COLUMNS = ("guild", "channel")
MESSAGE_COLUMNS = ("thread", "lobby", "board", "summons", "ended", "kept", "asked")
PLACE_COLUMNS = (*CHANNEL_COLUMNS, *MESSAGE_COLUMNS)
JSON_COLUMNS: dict[str, Any] = {
    "options": dict[str, Any],
    "invited": list[int],
    "notices": list[TableNotice],
    "pace": Pace,
    "vote": Vote | None,
    "seat_notices": list[SeatNotice],
}
# Columns that `commit` writes. The others never change, or the publisher writes them (ids of
# messages, what was published).
MATCH_COLUMNS = (
    "name",
    "lang",
    "host",
    "options",
    "size",
    "status",
    "changed_at",
    "seed",
    "salt",
    "commitment",
    "rules",
    "version",
    "rows",
    "halted",
    "preset",
    "invited",
    "rematch",
    "notices",
    "pace",
    "paused",
    "vote",
    "warned",
    "wake",
    "moving",
    "lesson",
    "seat_notices",
    "full_at",
    "full_known",
)
ALL_COLUMNS = ("id", "game", "created_at", *MATCH_COLUMNS)
SEAT_COLUMNS = (
    "user",
    "name",
    "computer",
    "lang",
    "asked",
    "asked_digest",
    "resigned",
    "awaited",
    "since",
    "acted",
    "orders",
    "quiet",
    "call",
    "due",
    "nudge",
    "bank",
    "strikes",
    "away",
    "minded",
    "offered",
    "late",
    "opens",
)
# Fields of `Match` whose column has an older name.
MATCH_FIELD_BY_COLUMN = {
    "host": "organizer",
    "warned": "closing_warned",
    "wake": "check_at",
    "moving": "animates",
}
# Fields of `MessageRefs` whose column has an older name.
PLACE_FIELD_BY_COLUMN = {"summons": "ping", "kept": "permanent_count", "asked": "vote_request"}
# Fields of `SeatRow` whose column has an older name.
SEAT_FIELD_BY_COLUMN = {
    "asked": "decision",
    "asked_digest": "prompt_digest",
    "since": "waiting_since",
    "acted": "last_own_row",
    "quiet": "manual_decision",
    "call": "newest_ping",
    "told": "newest_ping_known",
    "tapped": "last_click_at",
    "due": "deadline",
    "nudge": "next_reminder_at",
    "bank": "seconds_left",
    "strikes": "missed_deadlines",
    "away": "away_until",
    "minded": "has_caretaker",
    "late": "absence_deadline",
    "opens": "opens_at",
}
SEAT_UI_COLUMNS = ("dm_channel", "dm_message", "seen", "told", "tapped", "ping_at")
SEAT_FLAGS = ("resigned", "awaited", "has_caretaker", "offered")  # fields that are stored as 0 or 1
ALL_SEAT_COLUMNS = ("seat", *SEAT_COLUMNS, *SEAT_UI_COLUMNS)
# The query returns a row per seat, each with the columns of the match; a match without seats has
# one row. A single statement, so that match and seats come from one snapshot.
COLUMNS = ", ".join(
    (
        *(
            f"m.{name}"
            for name in (
                *ALL_COLUMNS,
                "published_version",
                "published_rows",
                "full_told",
                *PLACE_COLUMNS,
            )
        ),
        *(f"s.{name} AS seat_{name}" for name in ALL_SEAT_COLUMNS),
    )
)
TABLES = "matches m LEFT JOIN seats s ON s.match = m.id"

MARK_UNPUBLISHED = "published_version = CASE WHEN published_version < version THEN published_version ELSE version - 1 END"
# column names are constants of this module, never user input
INSERT_MATCH = (
    f"INSERT INTO matches ({', '.join((*ALL_COLUMNS, *PLACE_COLUMNS))}, published_version, published_rows)"  # noqa: S608
    f" VALUES ({', '.join('?' * len((*ALL_COLUMNS, *PLACE_COLUMNS)))}, 0, 0) ON CONFLICT DO NOTHING"
)
UPDATE_MATCH = f"UPDATE matches SET {', '.join(f'{name} = ?' for name in MATCH_COLUMNS)} WHERE id = ? AND version = ?"  # noqa: S608
UPDATE_MATCH_AND_POSITION = UPDATE_MATCH.replace(" WHERE", ", position = ? WHERE", 1)
# A commit never renames a user: `UserTable.rename` may have run since the match was read.
_NAME = "CASE WHEN seats.user = excluded.user THEN seats.name ELSE excluded.name END"
_SEAT_SET = ", ".join(
    f"{name} = {_NAME if name == 'name' else f'excluded.{name}'}" for name in SEAT_COLUMNS
)
UPSERT_SEAT = (
    f"INSERT INTO seats (match, seat, {', '.join(SEAT_COLUMNS)}, seen, told, tapped)"  # noqa: S608
    f" VALUES (?, ?, {', '.join('?' * len(SEAT_COLUMNS))}, ?, ?, ?)"
    f" ON CONFLICT (match, seat) DO UPDATE SET {_SEAT_SET}"
)


# Games of running matches. A loose index scan: it jumps from game to game in the index
# `matches_by_game`, however many matches there are.
RUNNING_GAMES = (
    "WITH RECURSIVE found (game) AS (SELECT min(game) FROM matches WHERE status IN ('running', 'halted') AND status = 'running'"
    " UNION ALL SELECT (SELECT min(m.game) FROM matches m WHERE m.status IN ('running', 'halted') AND m.status = 'running'"
    " AND m.game > found.game) FROM found WHERE found.game IS NOT NULL) SELECT game FROM found WHERE game IS NOT NULL"
)
# Of these games, those with a match that is not paused and has a human player. The search stops at
# the first such match of each game.
UNPAUSED_GAMES = (
    f"{RUNNING_GAMES} AND EXISTS (SELECT 1 FROM matches m JOIN seats s ON s.match = m.id WHERE m.game = found.game"  # noqa: S608 - words of our own
    " AND m.status IN ('running', 'halted') AND m.status = 'running' AND m.paused = '' AND s.user IS NOT NULL"
    " AND s.computer IS NULL)"
)
_OTHER_RULES = "SELECT id, changed_at FROM matches WHERE status IN ('running', 'halted') AND game = ?1 AND rules"
WITH_OTHER_RULES = (
    f"{_OTHER_RULES} < ?2 UNION ALL {_OTHER_RULES} > ?2"  # two index ranges; `<>` would scan it all
)
FULL_LOBBIES = "SELECT m.id FROM matches m WHERE full_at > 0 AND full_at > full_told AND full_known = 0 AND status = 'lobby'"
SELECT_MATCH = f"SELECT {COLUMNS} FROM {TABLES} WHERE m.id = ? ORDER BY s.seat"  # noqa: S608
SELECT_LOADED = (
    f"SELECT {COLUMNS}, m.position, (SELECT a.row FROM actions a WHERE a.match = m.id ORDER BY a.n DESC LIMIT 1) AS newest"  # noqa: S608
    f" FROM {TABLES} WHERE m.id = ? ORDER BY s.seat"
)

SELECT_ACCESS = (
    "SELECT m.guild, m.channel, m.thread, m.invited,"
    " EXISTS (SELECT 1 FROM seats s WHERE s.match = m.id AND s.user = ?2) AS seated,"
    " EXISTS (SELECT 1 FROM followers f WHERE f.match = m.id AND f.user = ?2) AS follows"
    " FROM matches m WHERE m.id = ?1"
)


class MatchTable:
    """Repository of the tables `matches` and `seats`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def create(
        self,
        match: Match,
        click: str | None = None,
        audit_log_entries: Sequence[AuditLogEntry] = (),
    ) -> None:
        """Insert a match, its seats and `audit_log_entries`.

        `click` is the id of the interaction that creates the match. Raises `KeyError` if the
        match's id is taken, and `DuplicateInteractionError` if the click has already created a
        match.
        """

        async def body(conn: Connection) -> None:
            await game_log.save_click(conn, click, match.id, match.created_at)
            places = (_place_column_value(match.places, column) for column in PLACE_COLUMNS)
            inserted = await conn.execute(
                INSERT_MATCH, [*(_column_value(match, name) for name in ALL_COLUMNS), *places]
            )
            if not inserted.rowcount:
                raise KeyError(match.id)
            await _write_seats(conn, match, may_be_fewer=False)
            await audit_log.insert(conn, audit_log_entries)

        await self._db.transaction(body)

    async def get(self, match_id: str) -> Match | None:
        """Return a match by its id, or None."""
        rows = await self._db.fetch_fast(SELECT_MATCH, (match_id,))
        return _build_match(rows) if rows else None

    async def access(self, match_id: str, user: int) -> MatchAccess | None:
        """Return the facts that decide whether a user may open a match.

        Returns None if there is no such match. Works even if other columns of the match are
        unreadable.
        """
        rows = await self._db.fetch_fast(SELECT_ACCESS, (match_id, user))
        if not rows:
            return None
        guild, channel, thread, invited, seated, follows = rows[0]
        return MatchAccess(
            guild, channel, thread, bool(seated), user in _decode_user_ids(invited), bool(follows)
        )

    async def load(self, match_id: str) -> LoadedMatch | None:
        """Return a match with its position; None if there is no match or it has not begun.

        Raises `CorruptDataError` if the position does not belong to the newest log row.
        """
        rows = await self._db.fetch_fast(SELECT_LOADED, (match_id,))
        if not rows or rows[0]["position"] is None:
            return None
        found = _build_match(rows)
        return LoadedMatch(
            found,
            json_columns.position(
                match_id, found.game, rows[0]["position"], rows[0]["newest"], found.rows
            ),
        )

    async def find(
        self,
        *,
        user: int | None = None,
        channel: int | None = None,
        statuses: Sequence[str] = (),
        strict: bool = False,
    ) -> list[Match]:
        """Return the matches that meet all given criteria, the least recently changed first.

        A user's matches are those in which the user has a seat and has not resigned. Unreadable
        matches are left out; with `strict`, they raise `CorruptDataError`.
        """
        where: list[str] = []
        args: list[Any] = []
        if user is not None:
            where.append("m.id IN (SELECT match FROM seats WHERE user = ? AND resigned = 0)")
            args.append(user)
        if channel is not None:
            where.append("(m.channel = ? OR m.thread = ?)")
            args += [channel, channel]
        if statuses:
            where.append(f"m.status IN ({', '.join('?' * len(statuses))})")
            args += statuses
        return await self._select(" AND ".join(where) or "TRUE", args, strict=strict)

    async def mentioning(self, user: int) -> list[Match]:
        """Return all matches that name this user, the least recently changed first.

        A match names a user who has a seat or resigned from one, organizes it, is invited, or is
        named in a seat notice. Raises `CorruptDataError` if a match is unreadable.
        """
        where = "m.id IN (SELECT match FROM seats WHERE user = ?) OR m.host = ? OR m.invited LIKE ? OR m.seat_notices LIKE ?"
        found = await self._select(where, [user, user, f"%{user}%", f"%{user}%"], strict=True)
        return [match for match in found if _mentions(match, user)]

    async def unpublished(self) -> list[str]:
        """Return the ids of matches whose newest version was not published.

        Only the matches that this process serves; the least recently changed comes first.
        """
        owned, shards = self._db.owned_filter()
        sql = f"SELECT id FROM matches WHERE published_version < version AND {owned} ORDER BY changed_at, id"  # noqa: S608
        rows = await self._db.fetch_all(sql, shards)
        return [row["id"] for row in rows]

    async def without_ping(self) -> list[str]:
        """Return the ids of matches with a user who must still be pinged.

        These are running matches that wait for a user, and full lobbies whose organizer was not
        told. Only the matches that this process serves.
        """
        owned, shards = self._db.owned_filter("m.guild")
        rows = await self._db.fetch_all(
            "SELECT m.id FROM matches m WHERE m.id IN (SELECT s.match FROM seats s WHERE s.awaited = 1 AND s.told < s.call"  # noqa: S608
            " AND s.computer IS NULL AND s.minded = 0 AND s.user IS NOT NULL) AND m.status = 'running' AND m.paused = ''"
            f" AND {owned}",
            shards,
        )
        lobbies = await self._db.fetch_all(f"{FULL_LOBBIES} AND {owned}", shards)
        return [row["id"] for row in (*rows, *lobbies)]

    async def awaiting_ai(self) -> list[str]:
        """Return the ids of running matches that wait for an AI player or a caretaker.

        Only the matches that this process serves.
        """
        owned, shards = self._db.owned_filter("m.guild")
        rows = await self._db.fetch_all(
            "SELECT m.id FROM matches m WHERE m.id IN (SELECT s.match FROM seats s"  # noqa: S608
            f" WHERE s.awaited = 1 AND (s.computer IS NOT NULL OR s.minded = 1)) AND m.status = 'running' AND {owned}",
            shards,
        )
        return [row["id"] for row in rows]

    async def running(self) -> list[str]:
        """Return the ids of all running matches, the least recently changed first.

        Unreadable matches are included.
        """
        rows = await self._db.fetch_all(
            "SELECT id FROM matches WHERE status = 'running' ORDER BY changed_at, id"
        )
        return [row["id"] for row in rows]

    async def running_games(self) -> list[str]:
        """Return the ids of the games that are played in running matches."""
        return [row["game"] for row in await self._db.fetch_all(RUNNING_GAMES)]

    async def unpaused_games(self) -> list[str]:
        """Return the ids of the games that people play in running matches now.

        Such a match is not paused and has a human player.
        """
        return [row["game"] for row in await self._db.fetch_all(UNPAUSED_GAMES)]

    async def with_other_rules(self, rules: Mapping[str, int]) -> list[str]:
        """Return the ids of started, not ended matches whose rules are not those in `rules`.

        `rules` maps each game's id to its current rules version; matches of other games are left
        out. The least recently changed match comes first.
        """
        rows = [
            row
            for game_rules in rules.items()
            for row in await self._db.fetch_all(WITH_OTHER_RULES, game_rules)
        ]
        return [row["id"] for row in sorted(rows, key=lambda row: (row["changed_at"], row["id"]))]

    async def commit(
        self, match: Match, expected: int, change: CommitDetails | None = None
    ) -> bool:
        """Write match, seats and `change` in one transaction; return whether it worked.

        If the stored version is not `expected`, nothing is written. Raises
        `DuplicateInteractionError` if the interaction id of the click or of a log entry is stored
        already.
        """
        details = change or CommitDetails()
        values = [_column_value(match, name) for name in MATCH_COLUMNS]
        encoded = [] if details.pos is None else [encode_position(details.pos)]
        # a move never removes a seat; only the start of the game (row 0) does
        is_move = bool(details.entries) and details.entries[0].row.n > 1

        async def body(conn: Connection) -> bool:
            """Write everything; return False if the version is not `expected`."""
            updated = await conn.execute(
                UPDATE_MATCH if details.pos is None else UPDATE_MATCH_AND_POSITION,
                [*values, *encoded, match.id, expected],
            )
            if not updated.rowcount:
                return False
            await game_log.save_click(conn, details.click, match.id, match.changed_at)
            await _write_seats(conn, match, may_be_fewer=not is_move)
            await _write_details(conn, match, details)
            return True

        return await self._db.transaction(body)

    async def mark_seen(self, match_id: str, seat: Seat, row: int) -> None:
        """Store that the seat has seen the log up to this row; the version does not change."""
        sql = "UPDATE seats SET seen = ? WHERE match = ? AND seat = ?"
        await self._db.execute_lazily(sql, (row, match_id, seat))

    async def reset_screen(self, match_id: str, seat: Seat, at: float) -> None:
        """Forget the seat's private message, because another user takes the seat.

        `at` is the time of this user's click (Unix seconds). The former user's message must still
        be deleted, so its channel id is kept as a negative number. The version does not change.
        """
        sql = (
            "UPDATE seats SET dm_channel = -abs(dm_channel), seen = 0, told = call, tapped = ?, ping_at = 0"
            " WHERE match = ? AND seat = ?"
        )
        await self._db.execute(sql, (at, match_id, seat))

    async def save_orders(self, match_id: str, seat: SeatRow) -> None:
        """Store only the seat's standing orders and `manual_decision`.

        The version of the match does not change.
        """
        sql = "UPDATE seats SET orders = ?, quiet = ? WHERE match = ? AND seat = ?"
        await self._db.execute(sql, (dumps(seat.orders), seat.manual_decision, match_id, seat.seat))

    async def save_message_ids(self, match: Match) -> None:
        """Store the ids of thread and messages, unless the match was moved to another channel.

        The version does not change.
        """
        sql = f"UPDATE matches SET {', '.join(f'{place} = ?' for place in MESSAGE_COLUMNS)} WHERE id = ? AND channel = ?"  # noqa: S608
        args = [
            *(_place_column_value(match.places, column) for column in MESSAGE_COLUMNS),
            match.id,
            match.places.channel,
        ]
        await self._db.execute(sql, args)

    async def save_permanent_message(
        self, match_id: str, n: int, channel: int, message: int
    ) -> None:
        """Store the id of a message that stays in the channel, under the number `n`.

        `n` is 0 or more for a part of the match that the bot posts itself, such as the finished
        game of a campaign: it is the index of this part. `n` is negative for a picture that a user
        asked the bot to post. An earlier message with the same `n` is replaced. The match's version
        does not change.
        """

        async def body(conn: Connection) -> None:
            ((stored,),) = await conn.execute_fetchall(
                "SELECT kept_messages FROM matches WHERE id = ?", (match_id,)
            )
            others = [
                entry
                for entry in loads(
                    stored, list[tuple[int, int, int]], f"kept_messages of table {match_id}"
                )
                if entry[0] != n
            ]
            messages = dumps([*others, (n, channel, message)])
            await conn.execute(
                "UPDATE matches SET kept_messages = ? WHERE id = ?", (messages, match_id)
            )

        await self._db.transaction(body)

    async def permanent_messages(self, match_id: str) -> list[tuple[int, int, int]]:
        """Return the messages that `save_permanent_message` stored: (`n`, channel id, message id)."""
        row = await self._db.fetch_one(
            "SELECT kept_messages FROM matches WHERE id = ?", (match_id,)
        )
        return (
            []
            if row is None
            else loads(
                row["kept_messages"],
                list[tuple[int, int, int]],
                f"kept_messages of table {match_id}",
            )
        )

    async def set_channel(self, match_id: str, guild: int, channel: int) -> None:
        """Set the match's channel (0: none) and forget the ids of its messages in the old one.

        The version does not change.
        """
        sql = "UPDATE matches SET guild = ?, channel = ?, thread = 0, lobby = 0, board = 0, summons = 0, asked = 0 WHERE id = ?"
        await self._db.execute(sql, (guild, channel, match_id))

    async def save_screen(self, match_id: str, seat: SeatRow, user: int) -> bool:
        """Store the ids of the seat's private message and its channel.

        Returns False and changes nothing if `user` no longer has the seat. The match's version does
        not change.
        """
        sql = "UPDATE seats SET dm_channel = ?, dm_message = ? WHERE match = ? AND seat = ? AND user = ?"
        return bool(
            await self._db.execute(
                sql, (seat.dm_channel, seat.dm_message, match_id, seat.seat, user)
            )
        )

    async def mark_published(self, match_id: str, version: int, rows: int) -> None:
        """Store that `version` of the match was published.

        `rows` is the number of log rows that it has. The version of the match does not change.
        """
        sql = "UPDATE matches SET published_version = ?, published_rows = ? WHERE id = ?"
        await self._db.execute_lazily(sql, (version, rows, match_id))

    async def mark_pinged(
        self,
        match_id: str,
        newest_pings: Mapping[Seat, int],
        ping_at: Mapping[Seat, float] | None = None,
    ) -> None:
        """Store, by seat, the number of the newest ping that the seat's user has got.

        Seats whose user was mentioned silently have in `ping_at` the time of the audible ping (Unix
        seconds).
        """
        if newest_pings:
            sql = "UPDATE seats SET told = ?1, ping_at = ?4 WHERE match = ?2 AND seat = ?3 AND told < ?1"
            values = [
                (number, match_id, seat, (ping_at or {}).get(seat, 0.0))
                for seat, number in newest_pings.items()
            ]
            if len(values) == 1:
                await self._db.execute(sql, values[0])
            else:
                await self._db.transaction(lambda conn: conn.executemany(sql, values))

    async def mark_full_announced(self, match_id: str, at: float) -> None:
        """Store when the organizer was told that the lobby is full; the version does not change."""
        await self._db.execute("UPDATE matches SET full_told = ? WHERE id = ?", (at, match_id))

    async def record_activity(self, match_id: str, user: int, at: float) -> None:
        """Store the time of the user's last click in a match; the version does not change."""
        sql = "UPDATE seats SET tapped = ? WHERE match = ? AND user = ?"
        await self._db.execute_lazily(sql, (at, match_id, user))

    async def _select(self, where: str, args: Sequence[Any], *, strict: bool) -> list[Match]:
        """Return the matches that the SQL condition `where` selects, with their seats.

        `args` are its arguments. All is read from one snapshot. Unreadable matches are left out;
        with `strict`, they raise `CorruptDataError`.
        """
        sql = f"SELECT {COLUMNS} FROM {TABLES} WHERE {where} ORDER BY m.changed_at, m.id, s.seat"  # noqa: S608
        found = []
        for _, rows in groupby(await self._db.fetch_all(sql, args), key=lambda row: row["id"]):
            try:
                found.append(_build_match([*rows]))
            except CorruptDataError:  # logged already
                if strict:
                    raise
        return found


async def _write_seats(conn: Connection, match: Match, *, may_be_fewer: bool) -> None:
    """Write the seats of a match.

    With `may_be_fewer`, also delete stored seats that the match no longer has.
    """
    if may_be_fewer:
        await conn.execute(
            "DELETE FROM seats WHERE match = ? AND seat >= ?", (match.id, len(match.seats))
        )
    await conn.executemany(
        UPSERT_SEAT,
        [
            (
                match.id,
                row.seat,
                *(_seat_column_value(row, name) for name in SEAT_COLUMNS),
                row.seen,
                row.newest_ping_known,
                row.last_click_at,
            )
            for row in match.seats
        ],
    )


async def _write_details(conn: Connection, match: Match, details: CommitDetails) -> None:
    """Write what a commit changes besides match, position and seats."""
    if details.entries:
        await game_log.append(conn, match.id, details.entries)
    if details.undone_rows:
        await game_log.mark_undone(conn, match.id, details.undone_rows, match.rows)
    if details.pos is not None and (details.keep_checkpoint or details.final):
        await game_log.save_checkpoint(
            conn,
            match.id,
            match.rows,
            details.pos,
            permanent=details.keep_checkpoint,
            final=details.final,
        )
    if details.results is not None:
        await results.write(conn, match.id, details.results)
    for seat in details.clear_drafts:
        await drafts.delete(conn, match.id, seat)
    if details.draft is not None:
        await drafts.write(conn, details.draft)
    await audit_log.insert(conn, details.audit_log_entries)


def _column_value(match: Match, column: str) -> Any:
    """Return the value of a match for a column, as the column stores it."""
    value = getattr(match, MATCH_FIELD_BY_COLUMN.get(column, column))
    return dumps(value) if column in JSON_COLUMNS else value


def _place_column_value(places: MessageRefs, column: str) -> int:
    """Return the id of a thread or message, or a number, as its column stores it.

    `column` is one of `PLACE_COLUMNS`.
    """
    value: int = getattr(places, PLACE_FIELD_BY_COLUMN.get(column, column))
    return value


def _seat_column_value(seat: SeatRow, column: str) -> Any:
    """Return the value of a seat for a column, as the column stores it."""
    value = getattr(seat, SEAT_FIELD_BY_COLUMN.get(column, column))
    return dumps(value) if column == "orders" else value


def _decode_user_ids(text: str) -> list[int]:
    """Return the user ids in a JSON column; an empty list if it is unreadable.

    It raises no error: an error message would tell a user without access that the match exists.
    """
    try:
        return msgspec.json.decode(text, type=list[int])
    except msgspec.DecodeError:
        return []


class _StoredVote(msgspec.Struct):
    """The only field of a stored vote that is needed to know its kind."""

    what: str


def _is_unknown_vote(text: str) -> bool:
    """Return whether a stored vote is of a kind that does not exist.

    Version 0.1.0 stored any kind, even one from a forged command. When the match is read, such a
    vote is left out, and a notice in the match's log says so. Any other unreadable vote is treated
    as damaged data.
    """
    try:
        vote = msgspec.json.decode(text, type=_StoredVote | None)
    except msgspec.DecodeError:
        return False
    return vote is not None and vote.what not in get_args(VoteKind)


def _build_match(seat_rows: Sequence[Row]) -> Match:
    """Return the match from its rows.

    There is one row per seat; each has the match's columns too.
    """
    row = seat_rows[0]
    values = {name: row[name] for name in ALL_COLUMNS}
    # an unknown vote is dropped before it is read; an old one is converted below, with the seats
    unknown_vote = _is_unknown_vote(values["vote"])
    old_vote = not unknown_vote and old_votes.is_old(values["vote"])
    if unknown_vote or old_vote:
        values["vote"] = "null"
    for name, kind in JSON_COLUMNS.items():
        values[name] = loads(values[name], kind, f"{name} of table {row['id']}")
    if unknown_vote:
        values["notices"].append(
            # the column `rows` is the number of log rows
            TableNotice(values["rows"], values["changed_at"], msg("host.vote.dropped"))
        )
    values |= {column: bool(values[column]) for column in ("warned", "moving", "full_known")}
    match = Match(
        **{MATCH_FIELD_BY_COLUMN.get(column, column): value for column, value in values.items()},
        seats=[_build_seat(seat) for seat in seat_rows if seat["seat_seat"] is not None],
        places=MessageRefs(*(row[p] for p in PLACE_COLUMNS)),
        published=row["published_version"],
        published_rows=row["published_rows"],
        full_announced_at=row["full_told"],
    )
    if old_vote:
        match.vote = old_votes.convert(row["vote"], match.seats, match.notices)
        if match.vote is None:
            match.note(match.changed_at, msg("host.vote.lost"))
    return match


def _mentions(match: Match, user: int) -> bool:
    """Return whether a match names this user."""
    seated = any(seat.user == user for seat in match.seats)
    return (
        seated
        or match.organizer == user
        or user in match.invited
        or any(notice.user == user for notice in match.seat_notices)
    )


def _build_seat(row: Row) -> SeatRow:
    """Return the seat in the columns `seat_...` of a row."""
    values = {
        SEAT_FIELD_BY_COLUMN.get(column, column): row[f"seat_{column}"]
        for column in ALL_SEAT_COLUMNS
    }
    values |= {flag: bool(values[flag]) for flag in SEAT_FLAGS}
    values["orders"] = loads(values["orders"], dict[str, Any], f"orders at table {row['id']}")
    try:
        return msgspec.convert(values, SeatRow)
    except msgspec.ValidationError as error:
        raise log_corruption(f"table {row['id']}") from error
