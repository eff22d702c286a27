"""Votes of the players: skip or remove a player, pause, rewind, change the clock, end.

`Votes` opens votes and takes answers; `app/match/ballots.py` counts them and executes accepted
proposals.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import get_args

from msgspec.structs import replace

from app.match import ballots
from app.match.ballots import WAIT_BEFORE_VOTE_S, vote_id
from app.match.moves import Moves
from app.match.seating import not_seated_error
from app.model import time_control
from app.model.match import LoadedMatch, Match, SeatRow, User, UserError
from app.model.votes import ABOUT_SOMEBODY, VOTE_LASTS_S, Vote, VoteKind
from app.play.game_service import GameService
from app.ports.commit import CommitDetails
from app.ports.repo import Repo
from app.ports.services import Clock
from app.review.replay_viewer import Replays
from app.runtime.locks import Locks
from games.core.text.messages import listed, msg, seat_name


class Votes:
    """Service for votes; a match has at most one at a time. Methods raise `UserError`.

    `ballots.settle` counts the votes in each commit. A user who clicked in the match less than
    `recent_click_s` seconds ago is not asked to vote yet.
    """

    def __init__(
        self,
        repo: Repo,
        clock: Clock,
        *,
        locks: Locks,
        moves: Moves,
        game_service: GameService,
        replays: Replays,
        recent_click_s: float = 0.0,
    ) -> None:
        self._repo, self._clock, self._locks, self._moves = repo, clock, locks, moves
        self._game_service, self._replays, self._recent_click_s = (
            game_service,
            replays,
            recent_click_s,
        )

    async def propose(
        self, match_id: str, by: User, what: VoteKind, arg: str = "", click: str | None = None
    ) -> Match:
        """Open a vote of the kind `what`, with the proposer's yes.

        If that yes is enough, the proposal is executed at once. The proposal replaces an older one
        of the same user. For a rewind, `arg` is the number of the step to return to, counted in the
        replay that spectators see (`Replays`); by default it is the step before the user's last
        turn. For the other kinds of vote see `Vote.arg`. `click` is the interaction's id; an
        interaction that was handled before changes nothing.
        """
        if what not in get_args(VoteKind):  # Discord checks choices only in its clients
            raise UserError(msg("host.trouble.unknown_choice"))
        before, last = None, 0
        if what == "rewind":
            step = int(arg) if arg else await self._replays.step_before_last_turn(match_id, by)
            # stored as `<step>.<row>`: users read of the step, the row is needed for the rewind
            arg = f"{step}.{await self._replays.row_of_step(match_id, step)}"
            before, last = await self._replays.first_sentence_after(match_id, step)
        async with self._locks(match_id):
            stored, _ = await self._seated(match_id, by)
            match, now = stored.match, self._clock.now()
            if click is not None and await self._repo.game_log.match_of_interaction(click):
                return match
            if match.vote is not None and match.vote.proposer != by.id:
                raise UserError(msg("host.trouble.vote_open"))
            about = ballots.about_user(match, what, arg)
            if what in ABOUT_SOMEBODY and about in (0, by.id):
                raise UserError(msg("host.trouble.vote_nobody"))
            vote = Vote(
                what=what,
                arg=arg,
                proposer=by.id,
                at=now,
                until=now + VOTE_LASTS_S,
                yes=(by.id,),
                about_user=about,
                informed=(by.id,),
                before=before,
                last=last,
            )
            self._check(match, vote)
            match.vote = vote
            match.note(now, ballots.proposal(match, vote))
            return await self._commit(stored, click)

    async def cast(
        self, match_id: str, by: User, yes: bool, button_arg: str, click: str | None = None
    ) -> Match:
        """Vote for (`yes`) or against the proposal; a user may change their vote.

        A "no" of the proposer withdraws the proposal. `button_arg` is the argument of the clicked
        button; its part after the last dot is the id of the proposal (`ballots.vote_id`). Raises
        `UserError` if that proposal is no longer open. `click` is the interaction's id; an
        interaction that was handled before changes nothing.
        """
        async with self._locks(match_id):
            stored, _ = await self._seated(match_id, by)
            match, vote = stored.match, stored.match.vote
            if click is not None and await self._repo.game_log.match_of_interaction(click):
                return match
            if vote is None or vote_id(vote) != button_arg.rpartition(".")[2]:
                raise UserError(msg("host.trouble.vote_over"))
            if by.id not in ballots.tally(match, vote).voters:
                raise UserError(msg("host.trouble.vote_about_you"))
            if by.id == vote.proposer and not yes:
                match.vote = None
                match.note(self._clock.now(), msg("host.vote.withdrawn"))
                return await self._moves.save(match, CommitDetails(click=click))
            in_favor = {*vote.yes, by.id} if yes else {*vote.yes} - {by.id}
            against = {*vote.no} - {by.id} if yes else {*vote.no, by.id}
            informed = tuple(sorted({*vote.informed, by.id}))
            match.vote = replace(
                vote, yes=tuple(sorted(in_favor)), no=tuple(sorted(against)), informed=informed
            )
            return await self._commit(stored, click)

    async def resume(self, match_id: str, by: User, click: str | None = None) -> Match:
        """End a pause and restart all clocks; any player may do so."""
        async with self._locks(match_id):
            stored, seat = await self._seated(match_id, by)
            match, now = stored.match, self._clock.now()
            if match.paused:
                match.paused = ""
                time_control.restart_clocks(match, now)
                match.note(now, msg("host.goes_on", seat=seat_name(seat.seat)))
                return await self._moves.save(match, CommitDetails(click=click))
            return match

    async def users_to_ask(self, match: Match) -> tuple[list[int], list[int], float]:
        """Return whom to ask to vote now, and when to ask the next user.

        The result is (users to ping, users who want no pings, Unix seconds). The time is 0 if no
        other user is left. Each user is asked once. A user who would be pinged is asked later if
        they clicked within the last `recent_click_s` seconds, are in their quiet hours or have a
        day off.
        """
        vote, now = match.vote, self._clock.now()
        users = [
            user
            for user in ballots.open_voters(match)
            if vote is not None and user not in vote.informed
        ]
        to_ping, silent, later = list[int](), list[int](), list[float]()
        seats = ballots.human_seats(match)
        for user in users:
            person = await self._repo.users.get(user)
            prefs = {} if person is None else person.prefs
            active_until = (
                seats[user].last_click_at + self._recent_click_s
                if 0 <= now - seats[user].last_click_at < self._recent_click_s
                else 0.0
            )
            until = max(active_until, time_control.quiet_until(prefs, now), seats[user].away_until)
            if prefs.get("pings") == "none":
                silent.append(user)
            elif until > now:
                later.append(until)
            else:
                to_ping.append(user)
        return to_ping, silent, min(later, default=0.0)

    async def mark_asked(
        self, match_id: str, proposal_id: str, users: Collection[int], inform_at: float
    ) -> None:
        """Record that these users were asked to vote; `proposal_id` says in which proposal.

        `inform_at` is when to ask the next of the other users (Unix seconds; 0: none is left).
        """
        async with self._locks(match_id):
            match = await self._repo.matches.get(match_id)
            vote = None if match is None else match.vote
            if match is None or vote is None or vote_id(vote) != proposal_id:
                return
            known = replace(
                vote, informed=tuple(sorted({*vote.informed, *users})), inform_at=inform_at
            )
            if known != vote:
                match.vote = known
                await self._moves.save(match, display_only=True)

    async def _seated(self, match_id: str, by: User) -> tuple[LoadedMatch, SeatRow]:
        """Return a running match and the user's seat in it. Raises `UserError`."""
        stored = await self._game_service.load_for_action(match_id, by)
        seat = stored.match.seat_of(by.id)
        if seat is None:
            raise not_seated_error(stored.match, by.id)
        if stored.match.status != "running":
            raise UserError(msg(f"host.trouble.{stored.match.status}"))
        return stored, seat

    def _check(self, match: Match, vote: Vote) -> None:
        """Raise `UserError` if the proposal is not possible now, and say why."""
        if vote.what in ABOUT_SOMEBODY:
            seat = match.seats[int(vote.arg)]
            if not ballots.may_vote_about(seat, self._clock.now()):
                hours = round(WAIT_BEFORE_VOTE_S / time_control.HOUR)
                raise UserError(
                    msg("host.trouble.vote_soon", seat=seat_name(seat.seat), hours=hours), match
                )
            if vote.what == "skip" and seat.has_caretaker:
                raise UserError(
                    msg("host.trouble.minded_already", seat=seat_name(seat.seat)), match
                )
        if vote.what == "pace" and not vote.arg:
            named = listed([msg(f"host.pace.{name}") for name in time_control.PACES], "or")
            raise UserError(msg("host.trouble.which_pace", paces=named))
        if vote.what == "pace" and vote.arg not in time_control.PACES:
            raise UserError(msg("host.trouble.pace"))
        if vote.what == "pace" and vote.arg == time_control.preset_name(match.pace):
            raise UserError(msg("host.trouble.same_pace"))
        if vote.what == "pause" and match.paused:
            raise UserError(msg("host.trouble.paused"))

    async def _commit(self, stored: LoadedMatch, click: str | None) -> Match:
        """Commit the vote; if that accepts the proposal, execute it in the same commit."""
        if ballots.rewind_is_agreed(stored.match):
            return (await self._moves.execute_rewind_vote(stored, click)).match
        return await self._moves.save(stored.match, CommitDetails(click=click))
