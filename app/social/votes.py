"""What people decide together about a running table: to skip somebody, to pause, to take back more than one may alone."""

from __future__ import annotations

from collections.abc import Collection
from typing import get_args

from msgspec.structs import replace

from app.match import ballots
from app.match.ballots import WAITED, vote_id
from app.match.moves import Moves
from app.match.seating import stranger
from app.model import time_control
from app.model.match import LoadedMatch, Match, SeatRow, User, UserError
from app.model.votes import ABOUT_SOMEBODY, VOTE_LASTS_S, Ballot, Vote
from app.play.game_service import GameService
from app.ports.store import Clock, CommitDetails, Repo
from app.review.replay_viewer import Playback
from app.runtime.locks import Locks
from games.core.text.messages import listed, msg, seat_name


class Votes:
    """Proposals, one at a time for each table. Every method raises `UserError` for what can't be done.

    Whether a vote is decided is looked at in each commit (`ballots.settle`). `lull`: who has just clicked at the table is called
    to a vote only so many seconds later.
    """

    def __init__(
        self,
        repo: Repo,
        clock: Clock,
        *,
        locks: Locks,
        moves: Moves,
        tables: GameService,
        playback: Playback,
        lull: float = 0.0,
    ) -> None:
        self._repo, self._clock, self._locks, self._moves, self._tables = (
            repo,
            clock,
            locks,
            moves,
            tables,
        )
        self._playback, self._lull = playback, lull

    async def propose(
        self, match: str, by: User, what: Ballot, arg: str = "", click: str | None = None
    ) -> Match:
        """Propose something, and be for it; it is done at once where nobody else needs to agree.

        A new proposal takes the place of one's own older one. To rewind, `arg` is the number of a step as `Playback` counts them
        for everybody; without one it is the step before one's own last turn.
        """
        if what not in get_args(Ballot):  # Discord checks choices in its clients alone
            raise UserError(msg("host.trouble.unknown_choice"))
        before, last = None, 0
        if what == "rewind":
            step = int(arg) if arg else await self._playback.step_before_last_turn(match, by)
            arg = f"{step}.{await self._playback.row_of_step(match, step)}"
            before, last = await self._playback.after(match, step)
        async with self._locks(match):
            stored, _ = await self._seated(match, by)
            table, now = stored.match, self._clock.now()
            if click is not None and await self._repo.clicked(click):
                return table
            if table.vote is not None and table.vote.proposer != by.id:
                raise UserError(msg("host.trouble.vote_open"))
            about = ballots.about_user(table, what, arg)
            if what in ABOUT_SOMEBODY and about in (0, by.id):
                raise UserError(msg("host.trouble.vote_nobody"))
            vote = Vote(
                what,
                arg,
                by.id,
                now,
                now + VOTE_LASTS_S,
                (by.id,),
                about=about,
                told=(by.id,),
                before=before,
                last=last,
            )
            self._check(table, vote)
            table.vote = vote
            table.note(now, ballots.proposal(table, vote))
            return await self._commit(stored, click)

    async def cast(
        self, match: str, by: User, yes: bool, at: str, click: str | None = None
    ) -> Match:
        """Be for or against what is proposed; the last word counts.

        `at` tells which proposal the button was made for. The proposer's "against" takes the proposal back.
        """
        async with self._locks(match):
            stored, _ = await self._seated(match, by)
            table, vote = stored.match, stored.match.vote
            if click is not None and await self._repo.clicked(click):
                return table
            if vote is None or vote_id(vote) != at.rpartition(".")[2]:
                raise UserError(msg("host.trouble.vote_over"))
            if by.id not in ballots.tally(table, vote).voters:
                raise UserError(msg("host.trouble.vote_about_you"))
            if by.id == vote.proposer and not yes:
                table.vote = None
                table.note(self._clock.now(), msg("host.vote.withdrawn"))
                return await self._moves.save(table, CommitDetails(click=click))
            for_it = {*vote.yes, by.id} if yes else {*vote.yes} - {by.id}
            against = {*vote.no} - {by.id} if yes else {*vote.no, by.id}
            told = tuple(sorted({*vote.told, by.id}))
            table.vote = replace(
                vote, yes=tuple(sorted(for_it)), no=tuple(sorted(against)), told=told
            )
            return await self._commit(stored, click)

    async def go_on(self, match: str, by: User, click: str | None = None) -> Match:
        """End a pause: whoever sits there may; everybody's time begins anew."""
        async with self._locks(match):
            stored, seat = await self._seated(match, by)
            table, now = stored.match, self._clock.now()
            if table.paused:
                table.paused = ""
                time_control.restart_clocks(table, now)
                table.note(now, msg("host.goes_on", seat=seat_name(seat.seat)))
                return await self._moves.save(table, CommitDetails(click=click))
            return table

    async def to_call(self, match: Match) -> tuple[list[int], list[int], float]:
        """Return whom to call to the vote now, who wants no calls, and when the others are called (0: there are none).

        Like other calls, these come once, not within `lull` seconds of a click at the table, nor in quiet hours or on a day off.
        """
        vote, now = match.vote, self._clock.now()
        users = [
            user for user in ballots.asked(match) if vote is not None and user not in vote.told
        ]
        call, silent, later = list[int](), list[int](), list[float]()
        seats = ballots.people(match)
        for user in users:
            person = await self._repo.person(user)
            prefs = {} if person is None else person.prefs
            here = (
                seats[user].tapped + self._lull
                if 0 <= now - seats[user].tapped < self._lull
                else 0.0
            )
            until = max(here, time_control.quiet_until(prefs, now), seats[user].away)
            if prefs.get("pings") == "none":
                silent.append(user)
            elif until > now:
                later.append(until)
            else:
                call.append(user)
        return call, silent, min(later, default=0.0)

    async def called(self, match: str, at: str, users: Collection[int], held: float) -> None:
        """Note that these users know of the vote marked `at`, and when the others are to be called (0: there are none)."""
        async with self._locks(match):
            table = await self._repo.match(match)
            vote = None if table is None else table.vote
            if table is None or vote is None or vote_id(vote) != at:
                return
            known = replace(vote, told=tuple(sorted({*vote.told, *users})), held=held)
            if known != vote:
                table.vote = known
                await self._moves.save(table, looks=True)

    async def _seated(self, match: str, by: User) -> tuple[LoadedMatch, SeatRow]:
        stored = await self._tables.load_for_action(match, by)
        seat = stored.match.seat_of(by.id)
        if seat is None:
            raise stranger(stored.match, by.id)
        if stored.match.status != "running":
            raise UserError(msg(f"host.trouble.{stored.match.status}"))
        return stored, seat

    def _check(self, table: Match, vote: Vote) -> None:
        """Raise `UserError` for what can't be proposed now."""
        if vote.about:
            seat = table.seats[int(vote.arg)]
            if not ballots.late(seat, self._clock.now()):
                hours = round(WAITED / time_control.HOUR)
                raise UserError(
                    msg("host.trouble.vote_soon", seat=seat_name(seat.seat), hours=hours), table
                )
            if vote.what == "skip" and seat.minded:
                raise UserError(
                    msg("host.trouble.minded_already", seat=seat_name(seat.seat)), table
                )
        if vote.what == "pace" and not vote.arg:
            named = listed([msg(f"host.pace.{name}") for name in time_control.PACES], "or")
            raise UserError(msg("host.trouble.which_pace", paces=named))
        if vote.what == "pace" and vote.arg not in time_control.PACES:
            raise UserError(msg("host.trouble.pace"))
        if vote.what == "pace" and vote.arg == time_control.name_of(table.pace):
            raise UserError(msg("host.trouble.same_pace"))
        if vote.what == "pause" and table.paused:
            raise UserError(msg("host.trouble.paused"))

    async def _commit(self, stored: LoadedMatch, click: str | None) -> Match:
        """Write the vote as it is now; what is decided by that happens in the same commit."""
        if ballots.goes_back(stored.match):
            return (await self._moves.go_back_as_agreed(stored, click)).match
        return await self._moves.save(stored.match, CommitDetails(click=click))
