"""Verifiable record of a match: export, import and verification."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, field

from app.log.game_log import public_rows
from app.model.match import LogEntry, VerificationResult, decode_position, encode_position
from games.core.engine import history, walk
from games.core.engine.game import find
from games.core.engine.history import HistoryRow
from games.core.state.rng import commitment

if TYPE_CHECKING:
    from app.ports.repo import Repo
    from games.core.state.position import Position


class Record(Struct):
    """Complete match as one JSON value, with the players' names but without account ids.

    The seed reveals all randomness, so only the admin may see it until the match has ended. `since`
    is the row of the newest change of rules (0: there was none), and `start` is the position after
    this row. Only later rows can be replayed from `start`.
    """

    match: str
    game: str
    rules: int
    options: dict[str, Any]
    names: list[str]
    seed: str
    salt: str
    commitment: str
    start: msgspec.Raw
    entries: list[LogEntry]
    ended: bool
    format: int = field(default=1)
    since: int = 0

    @property
    def rows(self) -> list[HistoryRow]:
        """Return the rows after `start` in order, including the undone ones."""
        return [entry.row for entry in self.entries if entry.row.n > self.since]


async def record(repo: Repo, match_id: str) -> Record:
    """Return the record of a stored match.

    Raises `KeyError` if the match does not exist or has not started.
    """
    match = await repo.matches.get(match_id)
    if match is None:
        raise KeyError(match_id)
    # without the ids of interactions: verification does not need them, and the file leaves the bot
    entries = [
        msgspec.structs.replace(entry, interaction=None)
        for entry in await repo.game_log.entries(match_id)
    ]
    # an "@rules" row marks an upgrade of the match's rules
    rules_changed_at = max(
        (entry.row.n for entry in entries if entry.row.path[0] == "@rules"), default=0
    )
    _, start = await repo.game_log.checkpoint(match_id, upto=rules_changed_at)
    return Record(
        match=match.id,
        game=match.game,
        rules=match.rules,
        options=match.options,
        names=list(match.names),
        seed=match.seed,
        salt=match.salt,
        commitment=match.commitment,
        start=msgspec.Raw(encode_position(start)),
        entries=entries,
        ended=match.status == "ended",
        since=rules_changed_at,
    )


def to_json(what: Record) -> bytes:
    """Return the record `what` as an export file: indented JSON in UTF-8."""
    return msgspec.json.format(msgspec.json.encode(what), indent=1)


def from_json(data: bytes) -> Record:
    """Parse the content of an export file.

    Raises `msgspec.ValidationError` if it is not a record.
    """
    return msgspec.json.decode(data, type=Record)


def rebuild(what: Record, upto: int | None = None) -> Position[Any, Any]:
    """Return the position after replaying the rows of the record `what`.

    `upto` is the last row to replay (None: all rows). Replay begins with `what.start`, the position
    after row `what.since`, so the result is never earlier than that row. Raises
    `ReplayMismatchError` if a row gives another result than recorded.
    """
    rows = [row for row in what.rows if upto is None or row.n <= upto]
    return history.fold(decode_position(what.game, bytes(what.start)), rows, what.seed)


def check(what: Record) -> VerificationResult:
    """Verify a record by replaying it, and return the result.

    The start must follow from the seed and the seed must match the published commitment; each row
    must give the recorded digest. Rows of older rules are not replayed. Blocks for long: never call
    it on the event loop. Raises `UserError` for rules newer than this bot's.
    """
    game = find(what.game)
    start = decode_position(what.game, bytes(what.start))
    seats = start.n
    rows = what.rows if what.rules == game.rules else []
    replayed, broken = set[int](), None
    try:
        replayed.update(history.verify(start, rows, what.seed))
    except history.ReplayMismatchError as error:
        broken = error.row.n
    seed_is_right = commitment(what.seed, what.salt) == what.commitment
    if what.rules == game.rules and not what.since:
        dealt = walk.start(game, what.options, seats, what.seed)
        seed_is_right = seed_is_right and game.codec.encode(dealt) == game.codec.encode(start)
    all_rows = [entry.row for entry in what.entries]
    not_replayable = len(public_rows(row for row in all_rows if row.rules != game.rules))
    counted = len(public_rows(row for row in rows if row.n in replayed))
    return VerificationResult(
        ok=seed_is_right and broken is None,
        rows=counted,
        first_broken_row=broken,
        commitment=what.commitment,
        seed=what.seed if what.ended else None,
        salt=what.salt if what.ended else None,
        not_replayable=not_replayable,
    )


async def verify(what: Record) -> VerificationResult:
    """Run `check` in a thread, off the event loop."""
    return await asyncio.to_thread(check, what)
