"""What a table shows of time and of what its people decide together: deadlines, a pause, a vote, seats that are free. Pure."""

from __future__ import annotations

from cogs.ui.ids import TableId, encode
from cogs.ui.message import LABEL, Button, Row, cut
from cogs.ui.words import Words, when
from games.core.messages import Msg, listed, msg, seat_name
from host.model import Match
from host.votes import about, count, mark

_SEATS = 3  # free seats with a button of their own
_LASTING = ("host.minded", "host.offered", "host.offers")


def until(match: Match) -> float:
    """When the first of those who are awaited is out of time; 0 where no time runs."""
    return min((seat.due for seat in match.seats if seat.awaited and seat.due), default=0.0)


def together_lines(match: Match, words: Words) -> list[str]:
    """Until when, whether the table rests, whose seats others mind or may take, and what is proposed."""
    if match.status != "running":
        return []
    lines = []
    if match.paused:
        lines.append(words(f"ui.time.{match.paused}"))
    elif at := until(match):
        lines.append(words("ui.time.until", t=when(at, "f"), left=when(at)))
    free = _free(match)
    if minded := [one for one in _minded(match) if one not in free]:
        lines.append(words("ui.time.minded", n=len(minded), seats=listed(minded)))
    if free:
        lines.append(words("ui.time.free", seats=listed(free)))
    if match.vote is not None:
        votes = count(match, match.vote)
        lines.append(words("ui.time.vote", what=_proposal(match), n=len(votes.yes), m=votes.needed))
    return lines


def repeats(match: Match, one: Msg) -> bool:
    """True for a sentence of the log that `together_lines` says as long as it holds; later it would only mislead."""
    return one.key in _LASTING or (match.vote is not None and one == _proposal(match))


def _minded(match: Match) -> list[Msg]:
    """The seats for which a caretaker plays now."""
    return [] if match.paused else [seat_name(seat.seat) for seat in match.seats if seat.minded]


def _free(match: Match) -> list[Msg]:
    """The seats that anybody may take."""
    return [seat_name(seat.seat) for seat in match.seats if seat.offered]


def _proposal(match: Match) -> Msg:
    vote = match.vote
    assert vote is not None  # noqa: S101 - the caller has looked
    return msg(f"host.vote.{vote.what}", seat=seat_name(vote.by), **about(vote))


def together_rows(match: Match, words: Words) -> tuple[Row, ...]:
    """One more row where there is something to decide: a vote, a pause to end, a seat to take."""
    if match.status != "running":
        return ()
    if match.vote is not None:
        at = mark(match.vote)
        return ((
            Button(words("ui.time.yes"), encode(TableId(match.id, "vote_yes", at)), "green"),
            Button(words("ui.time.no"), encode(TableId(match.id, "vote_no", at))),
        ),)
    if match.paused == "consent":
        return ((Button(words("ui.time.go_on"), encode(TableId(match.id, "go_on")), "green"),),)
    free = [seat for seat in match.seats if seat.offered][:_SEATS]
    take = tuple(
        Button(cut(words("ui.time.take", seat=seat_name(seat.seat)), LABEL), encode(TableId(match.id, "take", str(seat.seat))))
        for seat in free
    )
    return (take,) if take else ()
