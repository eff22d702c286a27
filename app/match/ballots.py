"""Count votes and execute accepted ones. Pure: no I/O.

`settle` runs before every commit of a match, because a changed seat may decide a vote.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from app.model import seat_notices, time_control
from app.model.match import Match, SeatRow
from app.model.votes import ABOUT_SOMEBODY, VOTE_LASTS_S, Vote
from app.ports.audit_log import AuditLogEntry, entries_for_match
from games.core.text.messages import Msg, Seat, literal, msg, seat_name

# proposals that need every vote because they change the game for all; the others need a majority
BY_ALL = ("end", "rewind", "pace")
# how long a seat must have kept the others waiting before a vote about it is allowed, if it has
# not missed a turn (seconds)
WAIT_BEFORE_VOTE_S = 12 * time_control.HOUR


class VoteTally(NamedTuple):
    """Count of a vote: voters (user ids, by seat), votes needed, and voters in favor."""

    voters: tuple[int, ...]
    needed: int
    yes: tuple[int, ...]


class Settled(NamedTuple):
    """What a decided vote adds to a commit.

    These are audit entries, and the seats whose drafts are deleted.
    """

    audit_log_entries: Sequence[AuditLogEntry] = ()
    clear_drafts: Sequence[Seat] = ()


def human_seats(match: Match) -> dict[int, SeatRow]:
    """Return the seats of the human players by user id, without players who resigned.

    Players for whom a caretaker answers are included.
    """
    return {seat.user: seat for seat in match.seats if seat.user is not None and not seat.resigned}


def about_user(match: Match, what: str, arg: str) -> int:
    """Return the id of the user whom a proposal is about; 0 if it is about nobody.

    `what` is the kind of vote. `arg` is the number of the user's seat, or "".
    """
    if what not in ABOUT_SOMEBODY:
        return 0
    return next((user for user, seat in human_seats(match).items() if str(seat.seat) == arg), 0)


def tally(match: Match, vote: Vote) -> VoteTally:
    """Count a vote.

    Voters are the human players except the user whom the vote is about and those for whom a
    caretaker answers. The proposer always votes, with yes.
    """
    seats = human_seats(match)
    voters = tuple(
        user
        for user, seat in seats.items()
        if user != vote.about_user and (not seat.has_caretaker or user == vote.proposer)
    )
    needed = len(voters) if vote.what in BY_ALL else len(voters) // 2 + 1
    in_favor = {vote.proposer, *vote.yes}
    return VoteTally(voters, needed, tuple(user for user in voters if user in in_favor))


def open_voters(match: Match) -> tuple[int, ...]:
    """Return the ids of the users who can vote and have not answered yet."""
    vote = match.vote
    if vote is None or match.status != "running" or vote.agreed:
        return ()
    return tuple(
        user
        for user in tally(match, vote).voters
        if user != vote.proposer and user not in vote.yes and user not in vote.no
    )


def may_vote_about(seat: SeatRow, now: float) -> bool:
    """Return whether a vote about this seat's player is allowed.

    It is allowed if the player missed a turn, if a caretaker plays for them, or if the others have
    waited for them for `WAIT_BEFORE_VOTE_S` seconds.
    """
    waited = (
        seat.awaited and now - seat.waiting_since >= WAIT_BEFORE_VOTE_S and now >= seat.away_until
    )
    return bool(seat.missed_deadlines or seat.has_caretaker or waited)


def settle(match: Match, now: float) -> Settled:
    """Recount the match's vote with the current players, then drop, execute or keep the vote.

    An accepted vote to rewind is only marked as agreed: the rewind needs the position of the game,
    which this function does not have (see `Moves.execute_rewind_vote`).
    """
    vote = match.vote
    if vote is None:
        return Settled()
    if match.status not in ("running", "halted"):
        match.vote = None
        return Settled()
    seats = human_seats(match)
    if vote.proposer not in seats or (vote.about_user and vote.about_user not in seats):
        return _reject(match, now, "host.vote.gone")
    yes, no, informed = (
        tuple(sorted(user for user in users if user in seats))
        for users in (vote.yes, vote.no, vote.informed)
    )
    vote = match.vote = replace(vote, yes=yes, no=no, informed=informed, agreed=False)
    if match.status == "halted":  # decided when the match resumes
        return Settled()
    if vote.about_user and not may_vote_about(seats[vote.about_user], now):
        return _reject(match, now, "host.vote.back")
    count = tally(match, vote)
    no_voter_present = all(seats[user].has_caretaker for user in count.voters)
    if no_voter_present:
        return _reject(match, now, "host.vote.gone")
    if len(count.yes) >= count.needed:
        if vote.what != "rewind":
            return _carry_out(match, vote, now)
        match.vote = replace(vote, agreed=True)
    elif (
        len([user for user in count.voters if user == vote.proposer or user not in no])
        < count.needed
    ):
        return _reject(match, now, "host.vote.refused")
    return Settled()


def rewind_is_agreed(match: Match) -> bool:
    """Return whether a rewind was accepted and can be executed now.

    It can't be executed while a caretaker plays for every voter.
    """
    vote = match.vote
    if (
        vote is None
        or vote.what != "rewind"
        or match.status != "running"
        or vote.proposer not in human_seats(match)
    ):
        return False
    count, seats = tally(match, vote), human_seats(match)
    return len(count.yes) >= count.needed and not all(
        seats[user].has_caretaker for user in count.voters
    )


def end_if_expired(match: Match, now: float) -> bool:
    """End the vote if its time is over; return whether it was ended."""
    if match.vote is None or match.vote.agreed or now < match.vote.until:
        return False
    _reject(match, now, "host.vote.lapsed")
    return True


def _reject(match: Match, now: float, why: str) -> Settled:
    """End the vote without effect; add a log notice with the message key `why`."""
    vote = match.vote
    assert vote is not None  # noqa: S101 - checked by the callers
    what = msg(f"host.vote.subject.{vote.what}", **message_args(match, vote))
    match.note(now, msg(why, what=what, days=round(VOTE_LASTS_S / time_control.DAY)))
    match.vote = None
    return Settled()


def _carry_out(match: Match, vote: Vote, now: float) -> Settled:
    """Execute an accepted vote other than a rewind."""
    entries, clear_drafts = audit_log_entries(match, vote, now), list[Seat]()
    match.note(now, msg(f"host.vote.done.{vote.what}", **message_args(match, vote)))
    match.vote = None
    match vote.what:
        case "skip":
            match.seats[int(vote.arg)].has_caretaker = True
        case "kick":
            seat = int(vote.arg)
            match.leave(match.seats[seat])
            seat_notices.notify(match, vote.about_user, "voted", seat, now)
            clear_drafts = [seat]
        case "pause":
            match.paused = "consent"
        case "pace":
            match.pace = time_control.changed_pace(match.pace, vote.arg)
            time_control.restart_clocks(match, now)
        case "end":
            match.status = "closed"
            for row in match.seats:
                row.awaited = False
    return Settled(audit_log_entries=entries, clear_drafts=clear_drafts)


def audit_log_entries(match: Match, vote: Vote, now: float) -> Sequence[AuditLogEntry]:
    """Return the audit entries of an accepted vote, for the guild's admins.

    A vote to skip a turn has none, because it concerns only the players.
    """
    args: dict[str, object] = {}
    match vote.what:
        case "skip":
            return ()
        case "pace":
            args = {"pace": vote.arg}
        case "rewind":
            args = {"n": rewind_step(vote)}
    return entries_for_match(
        match, now, None, f"voted_{vote.what}", vote.about_user or None, **args
    )


def proposal(match: Match, vote: Vote) -> Msg:
    """Return the sentence that says what the proposer wants."""
    seat = human_seats(match).get(vote.proposer)
    who = msg("host.someone") if seat is None else seat_name(seat.seat)
    return msg(f"host.vote.{vote.what}", seat=who, **message_args(match, vote))


def effect(match: Match, vote: Vote) -> Msg:
    """Return the sentence that says what the proposal would do."""
    key = "rewind_before" if vote.before is not None else vote.what
    return msg(f"host.vote.effect.{key}", **message_args(match, vote))


def message_args(match: Match, vote: Vote) -> dict[str, object]:
    """Return the arguments for the messages about a proposal."""
    match vote.what:
        case "skip" | "kick":
            return {"about": seat_name(int(vote.arg))}
        case "pace":
            return {
                "old": msg(f"host.pace.{time_control.preset_name(match.pace)}"),
                "pace": msg(f"host.pace.{vote.arg}"),
            }
        case "rewind":
            return {"n": rewind_step(vote), "last": vote.last, "before": vote.before or literal("")}
    return {}


def rewind_step(vote: Vote) -> int:
    """Return the step of the public replay to which a vote would rewind."""
    return int(vote.arg.partition(".")[0])


def vote_id(vote: Vote) -> str:
    """Return the id of a proposal, as it is part of a button's custom_id."""
    return str(round(vote.at * 1000))
