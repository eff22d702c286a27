"""Public messages of a table: board, ping message and end. Pure functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from app.model import time_control
from app.model.match import Match, SeatRow, TableView
from games.core.engine.game import find
from games.core.state.score import Scoreboard
from games.core.text.messages import Msg, Seat, listed, seat_name
from games.core.views.scene import Animation, Scene
from ui.components import (
    ALT,
    BODY,
    IN_ROW,
    TITLE,
    Button,
    Embed,
    Message,
    Row,
    Select,
    Style,
    colour_of,
    cut,
    fit_lines,
    join_until_full,
    strip_markup,
)
from ui.custom_ids import TableAction, TableId, encode
from ui.i18n import Translator, escape_markup, table_title, timestamp
from ui.views.lobby.lobby_message import head
from ui.views.table.closeups import closeup_row
from ui.views.table.votes import decision_rows, repeats_status_line, time_and_vote_lines

BOARD_LOG_SENTENCES = 3  # log sentences in the board message
_END_LOG_SENTENCES = 4  # log sentences in the end message
_CONTENT = 2000  # characters of a message's content: Discord's limit


def board_message(
    table_view: TableView, said: Sequence[Msg], words: Translator, scene: Scene | Animation | None
) -> Message:
    """Return the board message: whose turn it is, state, last events, picture, buttons.

    `said` are the last sentences of the log.
    """
    match = table_view.match
    lines = (
        [words.with_markup(table_view.summary)]
        if table_view.summary and match.status == "running"
        else []
    )
    if match.status == "halted":
        lines.append(words("ui.board.halted"))
    lines += time_and_vote_lines(match, words)
    news = (
        said
        if match.status != "running"
        else [one for one in said if not repeats_status_line(match, one)]
    )
    lines += [words.with_markup(one) for one in news[-BOARD_LOG_SENTENCES:]]
    card = Embed(
        title=cut(_title(match, words), TITLE),
        text=cut("\n".join(lines), BODY),
        author=cut(head(match, words), TITLE),
        footer=words("ui.board.footer", commitment=match.commitment[:8], rules=match.rules),
        colour=colour_of(match.waiting[0] if len(match.waiting) == 1 else None),
        shows_picture=scene is not None,
    )
    return Message(
        embed=card,
        rows=_rows(table_view, words),
        scene=scene,
        alt=board_alt(table_view, said, words),
    )


def board_alt(table_view: TableView, said: Sequence[Msg], words: Translator) -> str:
    """Return the board's alt text: state, last events, every player, then the rest if it fits."""
    parts = [
        f"{words.game_name()}, {words(table_view.summary)}."
        if table_view.summary
        else f"{words.game_name()}."
    ]
    if table_view.waiting and table_view.match.status == "running":
        parts.append(
            words("ui.alt.waiting", seats=listed(seat_name(seat) for seat in table_view.waiting))
        )
    parts += [words(one) for one in said[-BOARD_LOG_SENTENCES:]]
    position = [one for one in table_view.words if one != table_view.summary]
    players, last = _player_sentences(position, len(table_view.match.seats)), words("ui.alt.more")
    whole = " ".join([*parts, *map(words, position), last])
    if len(whole) <= ALT:
        return whole
    # The sentences before the first one about a player are about the whole board. Later ones may
    # be about a player without naming them, and would mislead on their own.
    shared = position[: min((position.index(one) for one in players), default=len(position))]
    first = fit_lines(parts, [words(one) for one in players], ALT - len(last) - 1)
    return join_until_full([*first, *map(words, shared)], last, ALT)


def _player_sentences(position: Sequence[Msg], seats: int) -> list[Msg]:
    """Return one sentence for each player that has any, in the order of seats.

    If a player has several, it is the one whose message key is the most frequent.
    """
    about = [(one, one.args.get("seat")) for one in position]
    uses = Counter(one.key for one, seat in about if seat is not None)
    found = []
    for name in map(seat_name, range(seats)):
        own = [one for one, seat in about if seat == name]
        if own:
            found.append(max(own, key=lambda one: uses[one.key]))
    return found


def _title(match: Match, words: Translator) -> str:
    if match.status != "running":
        return _not_running_text(match, words)
    waiting = match.waiting
    if len(waiting) == 1:
        return words.with_markup(
            "ui.board.thinks" if thinking(match) else "ui.board.turn", seat=seat_name(waiting[0])
        )
    return words("ui.board.missing", n=len(waiting), m=len(match.seats))


def thinking(match: Match) -> bool:
    """Return whether the table waits only for an AI player.

    Users see this only if the AI player takes long: a fast move is published together with the
    move before it.
    """
    return not match.paused and len(match.waiting) == 1 and match.seats[match.waiting[0]].automatic


def _not_running_text(match: Match, words: Translator) -> str:
    """Return why the table waits for nobody: it has ended, was closed, or is paused."""
    return words(
        {"ended": "ui.panel.over", "closed": "ui.board.closed"}.get(match.status, "ui.board.paused")
    )


def waiting_text(match: Match, words: Translator) -> str:
    """Return which players have to move, or why none has; without markup."""
    waiting = match.waiting
    if match.status != "running":
        return _not_running_text(match, words)
    if len(waiting) == 1:
        return words(
            "ui.waiting.thinks" if thinking(match) else "ui.waiting.one", seat=seat_name(waiting[0])
        )
    seats = listed(seat_name(seat) for seat in waiting)
    return words("ui.waiting.some", n=len(waiting), m=len(match.seats), seats=seats)


def _rows(table_view: TableView, words: Translator) -> tuple[Row, ...]:
    match = table_view.match
    part_rows = closeup_row(match.id, table_view.closeups, words, sign=True)

    def button(action: TableAction, style: Style = "grey") -> Button:
        return Button(words(f"ui.board.{action}"), encode(TableId(match.id, action)), style)

    log, helping = button(TableAction.SHOW_LOG), button(TableAction.SHOW_HELP)
    if match.status != "running":
        return ((log, helping), *part_rows)
    own = (
        button(TableAction.OPEN_PANEL, "blue"),
        button(TableAction.SHOW_HAND),
        button(TableAction.UNDO),
        log,
        helping,
    )
    animate = Button(words("ui.film.button"), encode(TableId(match.id, TableAction.SHOW_LAST_TURN)))
    animate_row = ((animate,),) if match.rows and has_board(match) else ()
    if (
        animate_row
        and part_rows
        and not isinstance(part_rows[0], Select)
        and len(part_rows[0]) < IN_ROW
    ):
        # the buttons of the parts leave room for one more
        animate_row, part_rows = (), ((animate, *part_rows[0]),)
    return (own, *decision_rows(match, words), *animate_row, *part_rows)


def summons_message(
    match: Match,
    seats_to_ping: Sequence[Seat],
    words: Translator,
    link: str,
    *,
    again: bool = False,
) -> Message:
    """Return the ping message for these seats, which have to move.

    `again`: the text says that it is a reminder. A user in quiet hours (`SeatRow.ping_at`) is
    mentioned but not notified.
    """
    pinged = [seat for seat in match.seats if seat.seat in seats_to_ping and seat.user is not None]
    who = words(
        "ui.summons.them", n=len(pinged), who=", ".join(f"<@{seat.user}>" for seat in pinged)
    )
    due = deadline(match, seats_to_ping)
    key = (
        "ui.summons.reminder" if due and again else "ui.summons.until" if due else "ui.summons.line"
    )
    line = words(key, who=who, table=escape_markup(table_title(match, words)), t=timestamp(due))
    pings = _notified(pinged)
    return Message(
        content=line, rows=summons_rows(match, words, link), pings=pings, silent=not pings
    )


def _notified(seats: Iterable[SeatRow]) -> tuple[int, ...]:
    """Return the users that a mention notifies: those who are not in quiet hours."""
    return tuple(seat.user for seat in seats if seat.user is not None and not seat.ping_at)


def deadline(match: Match, seats: Collection[Seat]) -> float:
    """Return the earliest deadline of these seats; 0 without a time control."""
    return min(
        (seat.deadline for seat in match.seats if seat.seat in seats and seat.deadline), default=0.0
    )


def half_over(seat: SeatRow, now: float) -> bool:
    """Return whether half of the time that the seat has for this move is over."""
    return bool(seat.deadline) and now >= seat.waiting_since + time_control.REMINDER_FRACTIONS[
        0
    ] * (seat.deadline - seat.waiting_since)


def call_message(
    match: Match, seats_to_ping: Sequence[Seat], words: Translator, link: str, now: float
) -> Message | None:
    """Return the ping message for these seats; None if none of them has a user.

    The text says that it is a reminder once half of the time is over for all of them.
    """
    people = [seat for seat in match.seats if seat.seat in seats_to_ping and seat.user is not None]
    if not people or match.status != "running":
        return None
    again = all(half_over(seat, now) for seat in people)
    return summons_message(match, [seat.seat for seat in people], words, link, again=again)


def summons_rows(match: Match, words: Translator, link: str) -> tuple[Row, ...]:
    """Return the ping message's row: Play, My hand, and a link to the table."""
    row = [
        Button(words("ui.board.play"), encode(TableId(match.id, TableAction.OPEN_PANEL)), "blue"),
        Button(words("ui.board.hand"), encode(TableId(match.id, TableAction.SHOW_HAND))),
    ]
    if link:
        row.append(Button(words("ui.hand.table"), url=link))
    return (tuple(row),)


def opening_text(
    match: Match, words: Translator, begun: Collection[Seat], *, first: bool
) -> tuple[str, tuple[int, ...]]:
    """Return the text above the board picture, and the users whom it pings.

    The `first` board of a game pings all players. Later, edits of that message notify nobody.
    They name the users who have not made their first move yet, until all users have moved or a
    ping message replaces the text. `begun` are the seats whose first move was public: a hidden
    move must not change the list, as that would reveal it.
    """
    called = [seat for seat in match.seats if seat.user is not None and not seat.resigned]
    if not first and match.places.ping and match.places.ping == match.places.board:
        # the board message is also the ping message
        waiting = [
            seat.seat
            for seat in called
            if seat.awaited and seat.knows_newest_ping and match.status == "running"
        ]
        ping = summons_message(match, waiting, words, "")
        return (ping.content, ping.pings) if waiting else ("", ())
    if not first:
        still_named = match.status == "running" and not match.places.ping
        called = [
            seat
            for seat in called
            if still_named and seat.awaited and seat.knows_newest_ping and seat.seat not in begun
        ]
    if not called:
        return "", ()
    who = " ".join(f"<@{seat.user}>" for seat in called)
    return words(
        "ui.board.opening", who=who, table=escape_markup(table_title(match, words))
    ), _notified(called)


def end_message(
    match: Match,
    scores: Scoreboard,
    words: Translator,
    scene: Scene | None,
    said: Sequence[Msg] = (),
) -> Message:
    """Return the final message: result, last events, picture, and buttons to go on.

    `said` are the last sentences of the log; in a solo game the last one is the result.
    """
    people = [seat for seat in match.seats if seat.user is not None and not seat.resigned]
    match_id = match.id
    rows: tuple[Row, ...] = (
        (
            Button(words("ui.end.score"), encode(TableId(match_id, TableAction.SHOW_SCORE))),
            Button(
                words("ui.end.rematch"), encode(TableId(match_id, TableAction.REMATCH)), "green"
            ),
            Button(words("ui.end.verify"), encode(TableId(match_id, TableAction.VERIFY_LOG))),
            Button(words("ui.board.log"), encode(TableId(match_id, TableAction.SHOW_LOG))),
            Button(words("ui.end.replay"), encode(TableId(match_id, TableAction.SHOW_REPLAY))),
        ),
        (
            Button(words("ui.end.film"), encode(TableId(match_id, TableAction.SHOW_FILM))),
            Button(words("ui.film.poster"), encode(TableId(match_id, TableAction.SHOW_POSTER))),
        )
        if has_board(match)
        else (),
    )
    alone = len(match.seats) == 1
    result = (
        [words.with_markup(one) for one in said[-1:]] if alone else ranking_lines(scores, words)
    )
    past = (
        []
        if alone
        else [f"• {words.with_markup(one)}" for one in said[:-1] if one.key != "host.heading"][
            -_END_LOG_SENTENCES:
        ]
    )
    last_events = ["", words("ui.end.last"), *past, ""] if past else []
    lines = [*result, *last_events, words("ui.end.again_alone" if alone else "ui.end.again")]
    card = Embed(
        title=cut(winner_line(scores, words), TITLE),
        text=cut("\n".join(lines), BODY),
        author=cut(head(match, words), TITLE),
        footer=words("ui.end.opened", seed=match.seed, salt=match.salt),
        colour=colour_of(scores.ranking[0].seat if _winners(scores) == 1 else None),
        shows_picture=scene is not None,
    )
    alt = cut(
        strip_markup(" ".join([words.game_name() + ".", winner_line(scores, words), *result])), ALT
    )
    content, pings = " ".join(f"<@{seat.user}>" for seat in people), _notified(people)
    return Message(
        content=content, embed=card, rows=rows, scene=scene, alt=alt, pings=pings, silent=not pings
    )


def halted_message(match: Match, what: str, words: Translator) -> Message:
    """Return the message that tells the operator why a table was halted, with a Resume button."""
    table = escape_markup(head(match, words))
    row = (
        Button(
            words("ui.halted.resume"), encode(TableId(match.id, TableAction.RESUME_MATCH)), "blue"
        ),
    )
    return Message(
        content=cut(words("ui.halted.why", table=table, why=escape_markup(what)), _CONTENT),
        rows=(row,),
    )


def _winners(scores: Scoreboard) -> int:
    return sum(rank.place == 1 for rank in scores.ranking)


def winner_line(scores: Scoreboard, words: Translator) -> str:
    """Return who has won: `Gana ▲ Carla con 120.`.

    In a solo game the text is about the result; the game is lost if nobody has the first place.
    """
    first = [rank.seat for rank in scores.ranking if rank.place == 1]
    if len(scores.total) == 1:
        return words.with_markup(
            "ui.end.alone" if first else "ui.end.lost_alone",
            seat=seat_name(0),
            points=scores.total[0],
        )
    if not first:
        return words("ui.end.lost")
    if len(first) == 1:
        return words.with_markup(
            "ui.end.wins", seat=seat_name(first[0]), points=scores.total[first[0]]
        )
    return words.with_markup("ui.end.shared", seats=listed(seat_name(seat) for seat in first))


def ranking_lines(scores: Scoreboard, words: Translator) -> list[str]:
    """Return a line per player, `2 ■ Bruno 120 (rare goods 6)`.

    It has the place, the name, the points, and the tie-breakers.
    """
    lines = []
    for rank in scores.ranking:
        trail = f" ({', '.join(words(step) for step in rank.trail)})" if rank.trail else ""
        # no period after the place: Discord would make it a numbered list
        lines.append(
            f"{rank.place} {words.with_markup(seat_name(rank.seat))} **{scores.total[rank.seat]}**{trail}"
        )
    return lines


def has_board(match: Match) -> bool:
    """Return whether the game has a picture of its board."""
    return "board" in find(match.game).pictures


def picture_of(match: Match) -> str:
    """Return the kind of the public picture: "board", or "end" with the final points."""
    return "end" if match.status == "ended" and "end" in find(match.game).pictures else "board"
