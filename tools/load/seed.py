"""Fill a store with thousands of running matches: a few are played, the rest are copies.

`fill` plays a few samples of each game by random moves and stores them as the bot would. Their
database rows are then copied with other codes, channels and users, which is fast.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from app.match.moves import update_seats_for_position
from app.model import time_control
from app.model.match import LogEntry, Match, MessageRefs, SeatRow
from app.ports.commit import CommitDetails
from db.base.database import Connection
from db.store import Store
from games.core.engine import history, walk
from games.core.engine.game import Game
from games.core.state.rng import Rng, commitment
from games.hosted import GAMES
from tools.playing import random_stream
from tools.progress import bar

SAMPLES_PER_KIND = 8  # played matches per kind; a kind is a game, either with or without AI players
LOG_ROWS = (6, 40)  # shortest and longest log of a match
MATCHES_PER_TRANSACTION = 500
DAY = 86400.0
MAX_SEATS = max(max(game.players) for game in GAMES)
MATCH_TABLES = ("matches", "seats", "actions", "checkpoints")
Pos = Any


class SeededTable(Struct, frozen=True):
    """Channel and users of a match.

    The users `people`, (id, name) each, take the seats without an AI player, in order; the first
    one is the organizer. `shown` is True if the match's messages exist already. `nudge` is the time
    of the reminder (Unix seconds; 0: none).
    """

    guild: int
    channel: int
    people: Sequence[tuple[int, str]]
    shown: bool
    nudge: float = 0.0


class Sample(Struct):
    """Match that was stopped at a user's turn."""

    start: Pos
    pos: Pos
    seed: str
    rows: list[history.HistoryRow]


def has_ai_players(number: int) -> bool:
    """Return whether the match with this number has AI players: every third one."""
    return number % 3 == 0


def game_of(number: int, games: Sequence[Game[Any, Any]] = GAMES) -> Game[Any, Any]:
    """Return the game of the match with this number."""
    return games[number % len(games)]


def size_of(number: int, games: Sequence[Game[Any, Any]] = GAMES) -> int:
    """Return the number of seats of the match with this number."""
    sizes = [n for n in game_of(number, games).players if n > 1]
    return sizes[number // len(games) % SAMPLES_PER_KIND % len(sizes)]


def play(game: Game[Any, Any], n: int, label: str, *, alone: bool) -> Sample:
    """Play random moves with `n` seats until the match waits for users.

    With `alone` the first seat is the only person and the others are AI players; the match then
    waits for the first seat only.
    """
    for attempt in range(100):
        rng = random_stream("load", game.id, label, attempt)
        seed = f"load-{label}-{attempt}"
        pos = start = walk.start(game, {}, n, seed)
        rows = list[history.HistoryRow]()
        min_rows = LOG_ROWS[0] + rng.below(LOG_ROWS[1] - LOG_ROWS[0])
        while len(rows) < 2 * LOG_ROWS[1] and pos.outcome is None:
            if len(rows) >= min_rows and (not alone or walk.actors(pos) == (0,)):
                return Sample(start, pos, seed, rows)
            seat = _next(pos, rng)
            path = walk.random_move(pos, seat, rng)
            step = walk.submit(pos, seat, path)
            rows.append(
                history.move_row(
                    len(rows) + 1, seat, "computer" if alone and seat else "player", path, step
                )
            )
            pos = step.pos
    raise RuntimeError(f"no game of {game.id} with {n} has such a moment")


def _next(pos: Pos, rng: Rng) -> int:
    """Return a random seat that must act; seat 0 (the user's) only if no other seat must."""
    return rng.pick([seat for seat in walk.actors(pos) if seat] or [0])


async def _store(store: Store, code: str, sample: Sample, now: float, *, alone: bool) -> None:
    """Store a sample as the bot would: the start, then all rows.

    With `alone` the first seat is the only person; the others are AI players.
    """
    pos = sample.pos
    seats = [
        SeatRow(
            seat,
            None if alone and seat else seat + 1,
            f"Persona {seat}",
            "firm" if alone and seat else None,
        )
        for seat in range(pos.n)
    ]
    match = Match(
        code,
        pos.game,
        "",
        "es",
        1,
        pos.options,
        pos.n,
        "running",
        seats,
        MessageRefs(),
        now,
        now,
        seed=sample.seed,
        salt="s",
        commitment=commitment(sample.seed, "s"),
        rules=pos.rules,
        pace=time_control.PACES["calm"],
    )
    await store.matches.create(match)
    match.version = 1
    await store.matches.commit(
        match, 0, CommitDetails(pos=sample.start, keep_checkpoint=True, final=True)
    )
    match.rows, match.version = len(sample.rows), 2
    update_seats_for_position(match, pos, None, now)
    for seat in seats:
        seat.last_own_row = max((row.n for row in sample.rows if row.seat == seat.seat), default=0)
    checkpoint = any(row.n % 50 == 0 for row in sample.rows)
    final = len(sample.rows[-1].barrier) == pos.n
    entries = [LogEntry(row, now - len(sample.rows) + row.n) for row in sample.rows]
    await store.matches.commit(
        match, 1, CommitDetails(pos=pos, entries=entries, keep_checkpoint=checkpoint, final=final)
    )
    await store.matches.mark_pinged(code, {seat.seat: seat.newest_ping for seat in seats})


async def fill(
    store: Store,
    count: int,
    place: Callable[[int], SeededTable],
    name: Callable[[int], str],
    games: Sequence[Game[Any, Any]] = GAMES,
) -> None:
    """Store `count` running matches.

    `place(number)` returns the channel and users of a match, `name(number)` its code. The games
    alternate. Every third match is against AI players, who have made their moves.
    """
    now, codes_by_kind = time.time(), dict[tuple[str, bool], list[str]]()
    for game in bar(games, len(games), "playing by lot"):
        for alone in (False, True):
            codes = [f"_{game.id[:8]}{int(alone)}{number}" for number in range(SAMPLES_PER_KIND)]
            sizes = [n for n in game.players if n > 1]
            for number, code in enumerate(codes):
                await _store(
                    store,
                    code,
                    play(game, sizes[number % len(sizes)], str(number), alone=alone),
                    now,
                    alone=alone,
                )
            codes_by_kind[game.id, alone] = codes
    samples = {
        code: await _match_rows(store, code) for codes in codes_by_kind.values() for code in codes
    }
    for first in bar(
        range(0, count, MATCHES_PER_TRANSACTION),
        -(-count // MATCHES_PER_TRANSACTION),
        "storing tables",
    ):
        rows: dict[str, list[dict[str, Any]]] = {table: [] for table in MATCH_TABLES}
        for number in range(first, min(count, first + MATCHES_PER_TRANSACTION)):
            codes = codes_by_kind[game_of(number, games).id, has_ai_players(number)]
            for table, table_rows in _copy(
                samples[codes[number // len(games) % SAMPLES_PER_KIND]], name(number), place(number)
            ).items():
                rows[table] += table_rows
        await store._db.transaction(_insert_all(rows))  # noqa: SLF001 - no port writes thousands of matches at once
    await store.retention.delete_matches(
        [code for codes in codes_by_kind.values() for code in codes]
    )


async def _match_rows(store: Store, code: str) -> dict[str, list[dict[str, Any]]]:
    return {
        table: [
            dict(zip(row.keys(), row, strict=True))
            for row in await store._db.fetch_all(  # noqa: SLF001 - as above
                f"SELECT * FROM {table} WHERE {'id' if table == 'matches' else 'match'} = ?",
                (code,),
            )
        ]
        for table in MATCH_TABLES
    }


def _copy(
    sample: Mapping[str, list[dict[str, Any]]], code: str, place: SeededTable
) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of a sample with another code, channel and users."""
    [match] = sample["matches"]
    seats = [row | {"match": code} for row in sample["seats"]]
    people = iter(place.people)
    for seat in seats:
        if seat["user"] is not None:
            seat["user"], seat["name"] = next(people)
        if seat["due"]:
            seat |= {"nudge": place.nudge, "due": place.nudge + DAY / 2}
    timed = any(seat["due"] for seat in seats)
    match = match | {
        "id": code,
        "host": place.people[0][0],
        "guild": place.guild,
        "channel": place.channel,
        "board": place.channel + 1 if place.shown else 0,
        "wake": place.nudge if timed else match["changed_at"] + time_control.SLEEP_AFTER_S,
        "published_version": match["version"] if place.shown else 0,
        "published_rows": match["rows"] if place.shown else 0,
    }
    others = {
        table: [row | {"match": code} for row in sample[table]]
        for table in ("actions", "checkpoints")
    }
    return {"matches": [match], "seats": seats, **others}


def _insert_all(rows: Mapping[str, Iterable[dict[str, Any]]]) -> Callable[[Connection], Any]:
    async def work(conn: Connection) -> None:
        for table, table_rows in rows.items():
            values = list(table_rows)
            if values:
                names = list(values[0])
                sql = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
                await conn.executemany(sql, [tuple(row.values()) for row in values])

    return work
