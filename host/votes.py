"""What people decide together about a running table: to pass over somebody, to pause, to take back more than one may alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, get_args

from games.core.messages import Seat, msg, seat_name
from host import pace
from host.doings import Doing, at_table
from host.locks import Locks
from host.model import Ballot, Match, Person, SeatRow, Stored, Trouble, Vote
from host.moves import Moves
from host.playback import Playback
from host.ports import Change, Clock, Repo
from host.tables import Tables

ABOUT_SOMEBODY = ("skip", "kick")
BY_ALL = ("end", "rewind", "pace")   # what changes the game for everybody; the rest is decided by more than half
WAITED = 12 * pace.HOUR              # for who has not missed a turn yet: how long the table must have waited


class Count(NamedTuple):
    """Who may say something, how many must be for it, and who is."""

    voters: tuple[Seat, ...]
    needed: int
    yes: tuple[Seat, ...]


def count(match: Match, vote: Vote) -> Count:
    """Who is there votes: not who left, nor who is minded, nor whom it is about."""
    here = [seat for seat in match.seats if seat.user is not None and not seat.resigned and not seat.minded]
    about = vote.arg if vote.what in ABOUT_SOMEBODY else ""
    voters = tuple(seat.seat for seat in here if str(seat.seat) != about)
    needed = len(voters) if vote.what in BY_ALL else len(voters) // 2 + 1
    return Count(voters, needed, tuple(seat for seat in vote.yes if seat in voters))


class Votes:
    """Proposals, one at a time for each table. Every method raises `Trouble` for what can't be done."""

    def __init__(self, repo: Repo, clock: Clock, *, locks: Locks, moves: Moves, tables: Tables, playback: Playback) -> None:
        self._repo, self._clock, self._locks, self._moves, self._tables = repo, clock, locks, moves, tables
        self._playback = playback

    async def propose(self, match: str, by: Person, what: Ballot, arg: str = "", click: str | None = None) -> Match:
        """Propose something, and be for it; it is done at once where nobody else needs to say so. A new proposal takes the place
        of one's own older one. To rewind, `arg` is the number of a step as `Playback` counts them for everybody; without one it
        is the step before one's own last turn."""
        if what not in get_args(Ballot):    # Discord checks choices in its clients alone
            raise Trouble(msg("host.trouble.unknown_choice"))
        if what == "rewind":
            arg = arg or str(await self._playback.before_turn(match, by))
            arg = f"{arg}.{await self._playback.row(match, int(arg))}"
        async with self._locks(match):
            stored, seat = await self._seated(match, by)
            table = stored.match
            if click is not None and await self._repo.clicked(click):
                return table
            if table.vote is not None and table.vote.by != seat.seat:
                raise Trouble(msg("host.trouble.vote_open"))
            vote = Vote(what, arg, seat.seat, self._clock.now(), (seat.seat,))
            self._check(table, vote)
            table.vote = vote
            table.note(vote.at, msg(f"host.vote.{what}", seat=seat_name(seat.seat), **about(vote)))
            return await self._settle(stored, click)

    async def say(self, match: str, by: Person, yes: bool, at: str, click: str | None = None) -> Match:
        """Be for or against what is proposed; `at` tells which proposal the button was made for. The last word counts."""
        async with self._locks(match):
            stored, seat = await self._seated(match, by)
            table, vote = stored.match, stored.match.vote
            if click is not None and await self._repo.clicked(click):
                return table
            if vote is None or mark(vote) != at:
                raise Trouble(msg("host.trouble.vote_over"))
            if seat.seat not in count(table, vote).voters:
                raise Trouble(msg("host.trouble.vote_about_you"))
            for_it = {*vote.yes, seat.seat} if yes else {*vote.yes} - {seat.seat}
            against = {*vote.no} - {seat.seat} if yes else {*vote.no, seat.seat}
            table.vote = Vote(vote.what, vote.arg, vote.by, vote.at, tuple(sorted(for_it)), tuple(sorted(against)))
            return await self._settle(stored, click)

    async def go_on(self, match: str, by: Person, click: str | None = None) -> Match:
        """End a pause: whoever sits there may; everybody's time begins anew."""
        async with self._locks(match):
            stored, seat = await self._seated(match, by)
            table, now = stored.match, self._clock.now()
            if table.paused:
                table.paused = ""
                pace.restart(table, now)
                table.note(now, msg("host.goes_on", seat=seat_name(seat.seat)))
                return await self._moves.change(table, Change(click=click))
            return table

    async def _seated(self, match: str, by: Person) -> tuple[Stored, SeatRow]:
        stored = await self._tables.here(match, by)
        seat = stored.match.seat_of(by.id)
        if seat is None:
            raise Trouble(msg("host.trouble.not_seated"))
        if stored.match.status != "running":
            raise Trouble(msg(f"host.trouble.{stored.match.status}"))
        return stored, seat

    def _check(self, table: Match, vote: Vote) -> None:
        """Raises `Trouble` for what can't be proposed now."""
        if vote.what in ABOUT_SOMEBODY:
            seat = next((one for one in table.seats if str(one.seat) == vote.arg), None)
            if seat is None or seat.user is None or seat.resigned or seat.seat == vote.by:
                raise Trouble(msg("host.trouble.vote_nobody"))
            if not self._late(seat):
                raise Trouble(msg("host.trouble.vote_soon", seat=seat_name(seat.seat), hours=round(WAITED / pace.HOUR)))
        if vote.what == "pace" and vote.arg not in pace.PACES:
            raise Trouble(msg("host.trouble.pace"))
        if vote.what == "pause" and table.paused:
            raise Trouble(msg("host.trouble.paused"))

    def _late(self, seat: SeatRow) -> bool:
        waited = seat.awaited and self._clock.now() - seat.since >= WAITED
        return bool(seat.strikes or seat.minded or waited)

    async def _settle(self, stored: Stored, click: str | None) -> Match:
        """Do it, drop it, or go on waiting."""
        table, vote = stored.match, stored.match.vote
        assert vote is not None  # noqa: S101 - the callers have just put it there
        votes = count(table, vote)
        lapsed = vote.what in ABOUT_SOMEBODY and not self._late(table.seats[int(vote.arg)])  # they have come back meanwhile
        if len(votes.yes) >= votes.needed and not lapsed:
            table.vote = None
            return await self._do(stored, vote, click)
        left = [seat for seat in votes.voters if seat not in vote.no]
        if len(left) < votes.needed or lapsed:
            table.vote = None
            table.note(self._clock.now(), msg("host.vote.refused"))
        return await self._moves.change(table, Change(click=click))

    async def _do(self, stored: Stored, vote: Vote, click: str | None) -> Match:
        table, now = stored.match, self._clock.now()
        table.note(now, msg("host.vote.agreed"))
        seats: list[Seat] = []
        done = _done(table, vote, now)
        match vote.what:
            case "skip":
                table.seats[int(vote.arg)].minded = True
            case "kick":
                seats = [int(vote.arg)]
                table.leave(table.seats[seats[0]])
            case "pause":
                table.paused = "consent"
            case "pace":
                table.pace = pace.chosen(table.pace, vote.arg)
                pace.restart(table, now)
            case "end":
                table.status = "closed"
                for one in table.seats:
                    one.awaited = False
            case "rewind":
                return (await self._moves.rewind(stored, int(vote.arg.partition(".")[2]) + 1, click, done)).match
        return await self._moves.change(table, Change(click=click, clear_drafts=seats, done=done))


def _done(table: Match, vote: Vote, now: float) -> Sequence[Doing]:
    """What its server may read of a decision: whose seat is freed, how far the game goes back, that it rests or ends, how much
    time it gives. A turn that is skipped is the table's own affair."""
    user: int | None = None
    more: dict[str, object] = {}
    match vote.what:
        case "skip":
            return ()
        case "kick":
            user = table.seats[int(vote.arg)].user
        case "pace":
            more = {"pace": vote.arg}
        case "rewind":
            more = {"n": int(vote.arg.partition(".")[0])}
    return at_table(table, now, None, f"voted_{vote.what}", user, **more)


def about(vote: Vote) -> dict[str, object]:
    """What a sentence about the proposal names."""
    match vote.what:
        case "skip" | "kick":
            return {"about": seat_name(int(vote.arg))}
        case "pace":
            return {"pace": msg(f"host.pace.{vote.arg}")}
        case "rewind":
            return {"n": int(vote.arg.partition(".")[0])}
    return {}


def mark(vote: Vote) -> str:
    """What tells one proposal from another, on a button."""
    return f"{vote.by}.{round(vote.at * 1000)}"

