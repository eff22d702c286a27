"""Change positions: validate, check and commit moves, undos and rewinds.

The caller must hold the match's lock.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from app.log.game_log import public_rows
from app.match import ballots, standing_orders
from app.model import seat_notices, time_control
from app.model.match import Draft, LoadedMatch, LogEntry, Match, SeatRow, TableNotice, UserError
from app.people import leaderboards
from app.ports.audit_log import AuditLogEntry
from app.ports.commit import CommitDetails
from app.ports.errors import CorruptDataError, StorageUnavailableError
from app.ports.repo import Repo
from app.ports.results import SeatResult
from app.ports.services import Clock, Games
from games.core.engine import history, walk
from games.core.engine.history import FOR_ABSENT, By, HistoryRow, UndoResult
from games.core.prompts.prompt import IllegalPath, MoveReady
from games.core.state.position import Position
from games.core.text.messages import Msg, Path, Seat, msg

Pos = Position[Any, Any]
CHECKPOINT_INTERVAL = 50  # rows between permanent checkpoints
log = logging.getLogger(__name__)


def digest(value: Any) -> str:
    """Return a hash (16 hex digits) of a prompt or message, to notice when it changes."""
    return hashlib.sha256(msgspec.json.encode(value, order="sorted")).hexdigest()[:16]


def update_seats_for_position(
    match: Match,
    pos: Pos,
    mover: Seat | None,
    now: float,
    *,
    player_seat: Seat | None = None,
    is_undo: bool = False,
    is_public: bool = True,
) -> None:
    """Update which seats must act, and their decision counters, clocks and pings.

    `mover` is the seat that has just moved (None: no seat). `player_seat` is the seat whose player
    clicked to make a move and so sees the next prompt (None: no player did). `is_public` is False
    if the move had no public event.

    A seat's decision counter rises with its own move and whenever its first prompt changes.

    After a private move that does not complete the mover's decision, the mover's clock runs on:
    deadlines are public, so a new deadline would reveal, for example, that a hidden die was rolled.

    A new ping is due for each seat that must act now and did not before, and for a mover who must
    act again. No ping is due for `player_seat`, or after an undo, because the prompt that returns
    was announced before.
    """
    actors = walk.actors(pos)
    mid_private_move = mover if mover is not None and not is_public and pos.lanes[mover] else None
    for seat in match.seats:
        root = walk.ask(pos, seat.seat)
        root_digest = "" if isinstance(root, IllegalPath) else digest(root)
        if root_digest != seat.prompt_digest or seat.seat == mover:
            seat.decision += 1
        seat.prompt_digest = root_digest
        awaited = seat.seat in actors
        has_answered = seat.seat == mover and seat.seat != mid_private_move
        if seat.awaited and (not awaited or has_answered):
            time_control.stop_clock(seat, now)
        if awaited and (not seat.awaited or has_answered):
            seat.waiting_since = now
            seat.newest_ping += seat.seat != player_seat and not is_undo
            if not seat.awaited:
                time_control.start_absence_clock(match, seat, now)
            time_control.start_clock(match, seat, now)
        seat.awaited = awaited


class Moves:
    """Service that commits moves, undos, rewinds and halts.

    The callbacks in `on_commit` get the match after each commit: `App._on_match_committed`
    publishes it, wakes AI players and schedules the next check; `bot.py` notes that the store works
    again. The callbacks in `on_halt` get a match that was halted, and the reason:
    `PublishScheduler.notify_halted` tells the organizer and the admin. The caller must hold the
    match's lock.
    """

    def __init__(self, repo: Repo, clock: Clock, games: Games) -> None:
        self._repo, self._clock, self._games = repo, clock, games
        self.on_commit: list[Callable[[Match], None]] = []
        self.on_halt: list[Callable[[Match, str], None]] = []

    async def play(
        self, stored: LoadedMatch, seat: Seat, path: Path, by: By, click: str | None = None
    ) -> LoadedMatch:
        """Play a move for a seat, and the standing orders that answer next, in one commit.

        `by` says who made the move. `click` is the interaction's id; it is stored so that the same
        interaction is not applied twice.

        Raises `UserError` for an illegal move or a halted match, and `DuplicateInteractionError`.
        """
        try:
            step = walk.submit(stored.pos, seat, path)
        except walk.IllegalMoveError as error:
            raise UserError(error.reject.why, stored.match) from error
        match = stored.match
        ready = walk.ask(stored.pos, seat, path)
        row = history.move_row(match.rows + 1, seat, by, path, step)
        then = ready.then if isinstance(ready, MoveReady) else ()
        takeback = isinstance(ready, MoveReady) and ready.takeback
        reversible = (by in history.FOR_ABSENT or takeback) and not step.informed
        return await self._check_and_commit(
            match, row, step.pos, click, then, reversible=reversible
        )

    async def apply_standing_orders(self, stored: LoadedMatch) -> LoadedMatch | None:
        """Commit the answers of standing orders to the current prompts.

        Returns None if no order answers. Raises `UserError` if the match is halted.
        """
        step = standing_orders.next_automatic_answer(stored.match, stored.pos)
        return None if step is None else await self._check_and_commit(stored.match, *step, None)

    async def undo(
        self, stored: LoadedMatch, seat: SeatRow, what: UndoResult, click: str | None = None
    ) -> LoadedMatch:
        """Commit the undo `what` (from `undoable`) and return the match after it.

        Standing orders do not answer the restored prompt, because the player wants another answer.
        `click` is the id of the interaction. Raises `DuplicateInteractionError` and `UserError`.
        """
        match = stored.match
        row = history.system_row(
            match.rows + 1, seat.seat, "player", ["@undo", what.row.n], what.pos
        )
        effective = history.effective_rows(
            entry.row for entry in await self._repo.game_log.entries(match.id)
        )
        own_rows = [
            own_row.n
            for own_row in effective
            if own_row.seat == seat.seat and not own_row.system and own_row.n != what.row.n
        ]
        seat.last_own_row, seat.manual_decision = max(own_rows, default=0), seat.decision + 1
        return await self._check_and_commit(match, row, what.pos, click, undone_rows=[what.row.n])

    async def undoable(self, stored: LoadedMatch, seat: SeatRow) -> UndoResult | Msg:
        """Return the seat's last move and the position without it, to be passed to `undo`.

        If the move can't be undone, return the reason as a message.
        """
        if not seat.last_own_row:
            return msg("core.undo.nothing")
        if stored.pos.outcome is not None:
            return msg("core.undo.seen")
        at, base = await self._repo.game_log.checkpoint(stored.match.id, final=True)
        if seat.last_own_row <= at:
            return msg("core.undo.seen")
        rows = [entry.row for entry in await self._repo.game_log.entries(stored.match.id, at)]
        undone = history.undo(base, rows, seat.seat, stored.match.seed)
        if isinstance(undone, IllegalPath):
            return undone.why
        # the panel has marked such a move as final, also while an AI player still thinks
        is_final = (
            undone.move.takeback
            and standing_orders.others_may_answer_at_once(
                stored.match, undone.pos, stored.pos, seat.seat
            )
            if seat.seat in undone.row.barrier
            else standing_orders.only_bots_go_on(stored.match, stored.pos, seat.seat)
        )
        if is_final and undone.row.by not in FOR_ABSENT:
            return msg("core.undo.seen")
        return undone

    async def rewind(
        self,
        stored: LoadedMatch,
        to: int,
        click: str | None = None,
        audit_log_entries: Sequence[AuditLogEntry] = (),
    ) -> LoadedMatch:
        """Commit the position before log row `to`, with new randomness from then on.

        Row `to` and all later rows are marked as undone. The caller has checked that the players
        agreed or that a guild moderator ordered it. `audit_log_entries` are stored in the same commit.
        Raises `UserError` if no row would be undone, `DuplicateInteractionError` and
        `CorruptDataError`.
        """
        match = stored.match
        entries = await self._repo.game_log.entries(match.id)
        standing = [
            entry.row.n for entry in entries if not entry.undone_by and entry.row.path[0] != "@undo"
        ]
        if not any(n >= to for n in standing):
            raise UserError(msg("host.trouble.no_rewind"))
        at, base = await self._repo.game_log.checkpoint(match.id, upto=to - 1)
        # replaying needs the rewind row, whose final form needs the position after the replay
        provisional = history.system_row(match.rows + 1, None, "admin", ["@rewind", to], base)
        rows = [entry.row for entry in entries if entry.row.n > at]
        try:
            pos = history.fold(base, [*rows, provisional], match.seed)
        except history.ReplayMismatchError as error:
            log.error("match %s: damaged (%s); restore a backup", match.id, error)
            raise CorruptDataError from error
        row = history.system_row(match.rows + 1, None, "admin", ["@rewind", to], pos)
        for seat in match.seats:
            seat.awaited = False
            own = (
                entry.row.n
                for entry in entries
                if entry.row.n < to
                and not entry.undone_by
                and not entry.row.system
                and entry.row.seat == seat.seat
            )
            seat.last_own_row, seat.manual_decision = max(own, default=0), -1
        return await self._check_and_commit(
            match,
            row,
            pos,
            click,
            undone_rows=[n for n in standing if n >= to],
            keep_checkpoint=True,
            audit_log_entries=audit_log_entries,
        )

    async def execute_rewind_vote(
        self, stored: LoadedMatch, click: str | None = None
    ) -> LoadedMatch:
        """Execute an accepted vote to rewind; if no row is left to undo, only end the vote.

        Raises what `rewind` raises.
        """
        match, vote, now = stored.match, stored.match.vote, self._clock.now()
        assert vote is not None  # noqa: S101 - checked by the callers
        match.vote = None
        match.note(now, msg("host.vote.done.rewind", **ballots.message_args(match, vote)))
        try:
            return await self.rewind(
                stored,
                int(vote.arg.partition(".")[2]) + 1,
                click,
                ballots.audit_log_entries(match, vote, now),
            )
        except UserError as error:
            if error.what.key != "host.trouble.no_rewind":
                raise
        match.notices[-1] = TableNotice(
            match.rows, now, msg("host.vote.refused", what=msg("host.vote.subject.rewind"))
        )
        return LoadedMatch(await self.save(match, CommitDetails(click=click)), stored.pos)

    def update_seats_for_position(self, stored: LoadedMatch) -> None:
        """Update in memory which seats must act at this position; nothing is stored."""
        update_seats_for_position(stored.match, stored.pos, None, self._clock.now())

    async def save(
        self, match: Match, change: CommitDetails | None = None, *, display_only: bool = False
    ) -> Match:
        """Commit a changed match and return it as stored.

        `change` is what to store beside match and seats. With `display_only`, only the presentation
        has changed, so the match does not count as active. The commit also recounts the open vote
        (`ballots.settle`). Raises `DuplicateInteractionError` and `StorageUnavailableError`.
        """
        expected, match.version = match.version, match.version + 1
        now = self._clock.now()
        if not display_only:
            match.changed_at = now
        settled = ballots.settle(match, now)
        seat_notices.tidy(match)
        time_control.normalize(match, now)
        if settled.audit_log_entries or settled.clear_drafts:
            change = change or CommitDetails()
            change.audit_log_entries = (*change.audit_log_entries, *settled.audit_log_entries)
            change.clear_drafts = (*change.clear_drafts, *settled.clear_drafts)
        if not await self._repo.matches.commit(match, expected, change):
            # the lock was lost together with its database connection
            log.error("match %s: changed outside its lock, nothing saved", match.id)
            raise StorageUnavailableError(match.id)
        self.notify_committed(match)
        return match

    def notify_committed(self, match: Match) -> None:
        """Call the `on_commit` callbacks; call this only after the transaction."""
        for callback in self.on_commit:
            callback(match)

    async def halt(self, match_id: str, findings: list[str]) -> None:
        """Halt a match without committing its position, and tell the admin the `findings`.

        `findings` says what is wrong, one sentence per item.
        """
        match = await self._repo.matches.get(match_id)
        if match is None or match.status == "halted":
            return
        match.status, match.halted = "halted", "; ".join(findings)
        for seat in match.seats:
            seat.awaited = False
            time_control.clear_deadline(seat)
        # the findings may contain hidden information: only the admin gets them
        log.error("match %s: halted after %d audit findings", match_id, len(findings))
        await self.save(match)
        for callback in self.on_halt:
            callback(match, match.halted)

    async def _check_and_commit(
        self,
        match: Match,
        row: HistoryRow,
        pos: Pos,
        click: str | None,
        then: Path = (),
        undone_rows: list[int] | None = None,
        *,
        keep_checkpoint: bool = False,
        audit_log_entries: Sequence[AuditLogEntry] = (),
        reversible: bool = False,
    ) -> LoadedMatch:
        """Commit a row together with the standing orders' answers to it.

        They are committed in one transaction. Each new position must be consistent (`Game.audit`);
        otherwise the match is halted.

        - `then`: path of the seat's likely next prompt, stored as a draft
        - `undone_rows`: rows that this row undoes; no standing order answers after an undo
        - `keep_checkpoint`: store a permanent checkpoint; with `undone_rows`, it marks a rewind
        - `audit_log_entries`: actions that the guild's admins can read
        - `reversible`: the row can be undone even if it is final for all seats, because it was made
          for an absent player or with `MoveReady.takeback`; so it does not become the checkpoint
          from which undos start
        """
        now, mover = self._clock.now(), row.seat
        rows, pos = await self._add_rows(
            match, row, pos, now, undone_rows, keep_checkpoint=keep_checkpoint
        )
        if pos.outcome is not None:
            match.status = "ended"
        entries = [LogEntry(row, now, click if at == 0 else None) for at, row in enumerate(rows)]
        change = CommitDetails(
            pos=pos,
            entries=entries,
            keep_checkpoint=keep_checkpoint
            or any(row.n % CHECKPOINT_INTERVAL == 0 for row in rows),
            final=len(rows[-1].barrier) == pos.n and not (reversible and len(rows) == 1),
            undone_rows=undone_rows or (),
            clear_drafts=tuple({row.seat for row in rows if row.seat is not None}),
            draft=_draft_for_next_prompt(match, pos, mover, then),
            results=None
            if pos.outcome is None
            else await self._results(LoadedMatch(match, pos), entries),
            audit_log_entries=audit_log_entries,
        )
        return LoadedMatch(await self.save(match, change), pos)

    async def _add_rows(
        self,
        match: Match,
        row: HistoryRow,
        pos: Pos,
        now: float,
        undone_rows: list[int] | None,
        *,
        keep_checkpoint: bool,
    ) -> tuple[list[HistoryRow], Pos]:
        """Update the match for a row, and for the standing orders' rows that follow it.

        Returns all rows and the last position. If a position is inconsistent, halts the match and
        raises `UserError`.
        """
        rows = list[HistoryRow]()
        player_seat = row.seat if row.by == "player" else None
        next_row: tuple[HistoryRow, Pos] | None = (row, pos)
        while next_row is not None:
            row, pos = next_row
            if findings := self._games[match.game].audit(pos):
                await self.halt(match.id, [f"row {row.n} {row.path[0]}", *findings])
                raise UserError(msg("host.trouble.halted"))
            rows.append(row)
            match.rows = row.n
            if row.seat is not None and not row.system:
                match.seats[row.seat].last_own_row = row.n
            if player_seat is not None:
                time_control.mark_present(match.seats[player_seat])
            is_undo, is_public = bool(undone_rows) and not keep_checkpoint, bool(public_rows([row]))
            update_seats_for_position(
                match,
                pos,
                row.seat,
                now,
                player_seat=player_seat,
                is_undo=is_undo,
                is_public=is_public,
            )
            next_row = (
                None
                if undone_rows or len(rows) > standing_orders.MAX_AUTO_ANSWERS
                else standing_orders.next_automatic_answer(match, pos)
            )
        return rows, pos

    async def _results(
        self, stored: LoadedMatch, newest: list[LogEntry]
    ) -> tuple[SeatResult, ...] | None:
        """Return each seat's result of a game whose `newest` rows are not stored yet."""
        match = stored.match
        return leaderboards.seat_results(
            self._games[match.game], stored, [*await self._repo.game_log.entries(match.id), *newest]
        )


def _draft_for_next_prompt(match: Match, pos: Pos, seat: Seat | None, then: Path) -> Draft | None:
    """Return a draft with the path `then`, which leads to the seat's likely next prompt.

    None if there is no path or it is not legal.
    """
    if seat is None or not then or isinstance(walk.ask(pos, seat, then), IllegalPath):
        return None
    return Draft(match=match.id, seat=seat, decision=match.seats[seat].decision, path=list(then))
