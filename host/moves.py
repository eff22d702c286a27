"""The one way in which a position changes: decide, audit, commit. Everything here runs inside the match's lock."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from games.core import history, walk
from games.core.forms import Done, Reject
from games.core.history import By, Row, Undone
from games.core.messages import Msg, Path, Seat, msg
from games.core.position import Position
from host.model import Draft, Entry, Match, SeatRow, Stored, Trouble
from host.ports import Change

if TYPE_CHECKING:
    from host.app import App

Pos = Position[Any, Any]
EVERY = 50  # rows between checkpoints that are kept for good
log = logging.getLogger(__name__)


def digest(value: Any) -> str:
    """16 hex digits of a form or a sentence as it would be shown."""
    return hashlib.sha256(msgspec.json.encode(value, order="sorted")).hexdigest()[:16]


def mark_seats(match: Match, pos: Pos, mover: Seat | None, now: float) -> None:
    """Note who is awaited, and count decisions: a seat's counter goes up with its own step and whenever its root form changed."""
    waiting = walk.actors(pos)
    for seat in match.seats:
        root = walk.ask(pos, seat.seat)
        shown = "" if isinstance(root, Reject) else digest(root)
        if shown != seat.asked_digest or seat.seat == mover:
            seat.asked += 1
        seat.asked_digest = shown
        awaited = seat.seat in waiting
        if awaited and (not seat.awaited or seat.seat == mover):
            seat.since = now
        seat.awaited = awaited


class Moves:
    """Commits steps, undos and halts; `on_commit` are told the match after each commit."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.on_commit: list[Callable[[str], None]] = []

    async def step(self, stored: Stored, seat: Seat, path: Path, by: By, click: str | None = None) -> Stored:
        """Play a path for a seat and commit it. Raises `Trouble` for an illegal path or a halted table, `Already`."""
        try:
            step = walk.submit(stored.pos, seat, path)
        except walk.IllegalMove as error:
            raise Trouble(error.reject.why) from error
        match = stored.match
        done = walk.ask(stored.pos, seat, path)
        row = history.make(match.rows + 1, seat, by, path, step)
        match.seats[seat].acted = row.n
        then = done.then if isinstance(done, Done) else ()
        return await self._write(match, step.pos, row, click, then)

    async def undo(self, stored: Stored, seat: SeatRow, what: Undone, click: str | None = None) -> Stored:
        """Commit what `undoable` has found. Raises `Already`, `Trouble`."""
        match = stored.match
        row = history.system(match.rows + 1, seat.seat, "player", ["@undo", what.row.n], what.pos)
        earlier = history.live(entry.row for entry in await self._app.repo.entries(match.id))
        own = [one.n for one in earlier if one.seat == seat.seat and not one.system and one.n != what.row.n]
        seat.acted = max(own, default=0)
        return await self._write(match, what.pos, row, click, struck=[what.row.n])

    async def undoable(self, stored: Stored, seat: SeatRow) -> Undone | Msg:
        """The seat's last own step with the position without it, or why it can't be taken back."""
        if not seat.acted:
            return msg("core.undo.nothing")
        if stored.pos.outcome is not None:
            return msg("core.undo.seen")
        at, base = await self._app.repo.checkpoint(stored.match.id, final=True)
        if seat.acted <= at:
            return msg("core.undo.seen")
        rows = [entry.row for entry in await self._app.repo.entries(stored.match.id, at)]
        found = history.undo(base, rows, seat.seat, stored.match.seed)
        return found.why if isinstance(found, Reject) else found

    def mark(self, stored: Stored) -> None:
        """Note anew who is awaited."""
        mark_seats(stored.match, stored.pos, None, self._app.clock.now())

    async def change(self, match: Match, change: Change | None = None) -> Match:
        """Commit something about the table that is no move. Raises `Already`."""
        expected, match.version = match.version, match.version + 1
        match.changed_at = self._app.clock.now()
        if not await self._app.repo.commit(match, expected, change):
            raise RuntimeError(f"{match.id}: changed outside its lock")
        for told in self.on_commit:
            told(match.id)
        return match

    async def halt(self, match_id: str, findings: list[str]) -> None:
        """Stop a match uncommitted, so that nothing gets worse, and tell the admin."""
        match = await self._app.repo.match(match_id)
        if match is None or match.status == "halted":
            return
        match.status, match.halted = "halted", "; ".join(findings)
        for seat in match.seats:
            seat.awaited = False
        log.error("match %s is halted: %d findings", match_id, len(findings))  # findings may tell secrets: the admin has them
        await self.change(match)
        self._app.publisher.alarm(match, match.halted)

    async def _write(
        self, match: Match, pos: Pos, row: Row, click: str | None, then: Path = (), struck: list[int] | None = None
    ) -> Stored:
        """Audit the new position, then one transaction."""
        if findings := self._app.games[match.game].audit(pos):
            await self.halt(match.id, [f"row {row.n} {row.path[0]}", *findings])
            raise Trouble(msg("host.trouble.halted"))
        now = self._app.clock.now()
        match.rows = row.n
        if pos.outcome is not None:
            match.status = "ended"
        mark_seats(match, pos, row.seat, now)
        system = row.system and row.path[0] != "@undo"
        change = Change(
            pos=pos, entries=[Entry(row, now, click)], keep=system or row.n % EVERY == 0, final=len(row.barrier) == pos.n,
            struck=struck or (), clear_drafts=() if row.seat is None else (row.seat,), draft=_next(match, pos, row.seat, then),
        )
        return Stored(await self.change(match, change), pos)


def _next(match: Match, pos: Pos, seat: Seat | None, then: Path) -> Draft | None:
    """Where the same seat most likely goes on, if that is legal there."""
    if seat is None or not then or isinstance(walk.ask(pos, seat, then), Reject):
        return None
    return Draft(match.id, seat, match.seats[seat].asked, list(then))
