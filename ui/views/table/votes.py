"""Lines and buttons on time and votes of a table: deadlines, pauses, votes, free seats.

While a user is absent, a *caretaker* (an AI player) plays for their seat (`SeatRow.has_caretaker`).
A seat is *free* (`SeatRow.offered`) if any user may take it. Pure functions.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.match import ballots
from app.model.match import Match, SeatRow
from app.model.seat_news import SeatNotice
from games.core.text.messages import Msg, listed, seat_name
from ui.components import (
    MAX_EMBED_CHARS,
    MAX_LABEL_CHARS,
    MAX_TITLE_CHARS,
    Button,
    Embed,
    Message,
    Row,
    cut,
)
from ui.custom_ids import TableAction, TableId, encode
from ui.i18n import Translator, escape_markup, jump_url, table_title, timestamp
from ui.views.lobby.lobby_message import table_heading

_MAX_FREE_SEATS = 3  # free seats with a button
# keys of log sentences about a state that `time_and_vote_lines` shows while it lasts
_STATUS_KEYS = ("host.minded", "host.offered", "host.offers", "host.opens")
_VOTES = "host.vote."  # prefix of the keys of log sentences about votes


def earliest_deadline(match: Match) -> float:
    """Return the earliest deadline of the seats that must move (Unix seconds).

    Returns 0 without a time control.
    """
    return min(
        (seat.deadline for seat in match.seats if seat.awaited and seat.deadline), default=0.0
    )


def time_and_vote_lines(match: Match, words: Translator) -> list[str]:
    """Return lines on the deadline, a pause, caretakers, free seats, and the current vote."""
    if match.status != "running":
        return []
    lines = []
    if match.paused:
        lines.append(words(f"ui.time.{match.paused}"))
    elif deadline := earliest_deadline(match):
        lines.append(words("ui.time.until", t=timestamp(deadline, "f"), left=timestamp(deadline)))
    free_seats = _free(match)
    if caretaker_seats := [
        caretaker_seat
        for caretaker_seat in _caretaker_seats(match)
        if caretaker_seat not in free_seats
    ]:
        lines.append(words("ui.time.minded", n=len(caretaker_seats), seats=listed(caretaker_seats)))
    lines += [
        words.with_markup("ui.time.opens", seat=seat_name(seat.seat), t=timestamp(seat.opens_at))
        for seat in _opening(match)
    ]
    if free_seats:
        lines.append(words("ui.time.free", seats=listed(free_seats)))
    if match.vote is not None:
        lines.append(_vote_line(match, words))
    return lines


def repeats_status_line(match: Match, sentence: Msg) -> bool:
    """Return whether a log sentence only repeats a line of `time_and_vote_lines`.

    The board leaves such sentences out, because they would mislead after the state has changed.
    """
    return sentence.key in _STATUS_KEYS or (
        match.vote is not None and sentence == ballots.proposal(match, match.vote)
    )


def _caretaker_seats(match: Match) -> list[Msg]:
    """Return the names of the seats for which a caretaker plays now, as messages."""
    return (
        [] if match.paused else [seat_name(seat.seat) for seat in match.seats if seat.has_caretaker]
    )


def _free(match: Match) -> list[Msg]:
    """Return the names of the seats that any user may take, as messages."""
    return [seat_name(seat.seat) for seat in match.seats if seat.offered]


def _opening(match: Match) -> list[SeatRow]:
    """Return the seats that will soon be free unless their users come back."""
    return [seat for seat in match.seats if seat.opens_at > 0 and not seat.offered]


def _vote_line(match: Match, words: Translator) -> str:
    """Return a line with the proposal, its effect, and the votes it has and needs."""
    vote = match.vote
    assert vote is not None  # noqa: S101 - the callers have checked
    votes = ballots.tally(match, vote)
    proposal, effect = (
        words.with_markup(ballots.proposal(match, vote)),
        words.with_markup(ballots.effect(match, vote)),
    )
    return words("ui.time.vote", what=proposal, effect=effect, n=len(votes.yes), m=votes.needed)


def decision_rows(match: Match, words: Translator) -> tuple[Row, ...]:
    """Return a row of buttons to vote, to end an agreed pause, or to take a free seat."""
    if match.status != "running":
        return ()
    if match.vote is not None:
        return (_vote_buttons(match, words),)
    if match.paused == "consent":
        return (
            (
                Button(
                    words("ui.time.go_on"),
                    encode(TableId(match.id, TableAction.END_PAUSE)),
                    "green",
                ),
            ),
        )
    free_seats = [seat for seat in match.seats if seat.offered][:_MAX_FREE_SEATS]
    take_buttons = tuple(
        Button(
            cut(words("ui.time.take", seat=seat_name(seat.seat)), MAX_LABEL_CHARS),
            encode(TableId(match.id, TableAction.ASK_TO_TAKE_SEAT, str(seat.seat))),
        )
        for seat in free_seats
    )
    return (take_buttons,) if take_buttons else ()


def _vote_buttons(match: Match, words: Translator) -> tuple[Button, ...]:
    assert match.vote is not None  # noqa: S101 - the callers have checked
    vote_id = ballots.vote_id(match.vote)
    return (
        Button(
            words("ui.time.yes"), encode(TableId(match.id, TableAction.VOTE_YES, vote_id)), "green"
        ),
        Button(words("ui.time.no"), encode(TableId(match.id, TableAction.VOTE_NO, vote_id))),
    )


def _to_table(match: Match, words: Translator) -> tuple[Button, ...]:
    return (Button(words("ui.hand.table"), url=link),) if (link := jump_url(match)) else ()


def vote_message(match: Match, user: int, words: Translator) -> Message:
    """Return the page with the current vote for one user, with buttons if they may vote."""
    assert match.vote is not None  # noqa: S101 - the callers have checked
    text = "\n".join(
        [_vote_line(match, words), words("ui.time.open_until", t=timestamp(match.vote.until, "f"))]
    )
    buttons = _vote_buttons(match, words) if user in ballots.tally(match, match.vote).voters else ()
    card = Embed(
        cut(words("ui.time.vote_title"), MAX_TITLE_CHARS),
        cut(text, MAX_EMBED_CHARS),
        cut(table_heading(match, words), MAX_TITLE_CHARS),
    )
    row = (*buttons, *_to_table(match, words))
    return Message(embed=card, rows=(row,) if row else ())


def vote_request_message(match: Match, users: Sequence[int], words: Translator) -> Message:
    """Return the message that pings these users to vote.

    For a direct message `users` is empty; the message then mentions nobody.
    """
    assert match.vote is not None  # noqa: S101 - the callers have checked
    vote, table = match.vote, escape_markup(table_title(match, words))
    proposal, effect = (
        words.with_markup(ballots.proposal(match, vote)),
        words.with_markup(ballots.effect(match, vote)),
    )
    text = words(
        "ui.time.vote_call",
        table=table,
        what=proposal,
        effect=effect,
        t=timestamp(vote.until, "f"),
    )
    who = " ".join(f"<@{user}>" for user in users)
    row = (*_vote_buttons(match, words), *_to_table(match, words))
    return Message(
        content=f"🗳 {who} {text}" if who else f"🗳 {text}", rows=(row,), pings=tuple(users)
    )


def vote_outcome(match: Match, words: Translator) -> str:
    """Return the log's sentence on the outcome of the last vote; "" if there is none."""
    last_sentence = next(
        (notice.what for notice in reversed(match.notices) if notice.what.key.startswith(_VOTES)),
        None,
    )
    return "" if last_sentence is None else words.with_markup(last_sentence)


def take_message(match: Match, seat: SeatRow, words: Translator) -> Message:
    """Return the confirmation before a user takes a seat.

    It says whose seat it is, at which table, and what taking it means.
    """
    lines = [words("ui.time.take_note", table=escape_markup(table_title(match, words)))]
    if seat.user is not None and not seat.resigned:
        lines.append(words.with_markup("ui.time.take_left", seat=seat_name(seat.seat)))
    confirm_id = TableId(match.id, TableAction.TAKE_SEAT, f"{seat.seat}.{seat.user or 0}")
    title = words.with_markup("ui.time.take_ask", seat=seat_name(seat.seat))
    card = Embed(
        cut(title, MAX_TITLE_CHARS),
        cut("\n".join(lines), MAX_EMBED_CHARS),
        cut(table_heading(match, words), MAX_TITLE_CHARS),
    )
    return Message(
        embed=card, rows=((Button(words("ui.time.take_sure"), encode(confirm_id), "green"),),)
    )


def seat_news_message(
    match: Match, notice: SeatNotice, words: Translator, *, mention: bool = False
) -> Message:
    """Return the message that tells a user what happened to their seat (`notice`).

    With `mention`, the message is for the table's channel and pings the user; otherwise it is a
    direct message.
    """
    host = next(
        (subject_seat for subject_seat in match.seats if subject_seat.user == match.organizer), None
    )
    # say who removed the user; the seat's number is outdated, because a lobby renumbers its seats
    subject_seat = host if notice.what == "kicked" else match.seats[notice.seat]
    name = escape_markup(subject_seat.name) if subject_seat is not None else words("host.someone")
    more_args = (
        {"t": timestamp(subject_seat.opens_at, "f"), "n": subject_seat.missed_deadlines}
        if notice.what == "opens" and subject_seat is not None
        else {}
    )
    text = words(
        f"ui.seat.{notice.what}",
        name=name,
        table=escape_markup(table_title(match, words)),
        **more_args,
    )
    row: tuple[Button, ...] = ()
    if notice.what == "opens":
        row = (
            Button(
                words("ui.time.keep"), encode(TableId(match.id, TableAction.KEEP_SEAT)), "green"
            ),
            Button(
                words("ui.board.play"),
                encode(TableId(match.id, TableAction.OPEN_FROM_INBOX)),
                "blue",
            ),
        )
    row = (*row, *_to_table(match, words))
    content, pings = (f"<@{notice.user}> {text}", (notice.user,)) if mention else (text, ())
    return Message(content=content, rows=(row,) if row else (), pings=pings)
