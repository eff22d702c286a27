"""Public messages of a running or ended table. Pure functions.

- board message: whose turn it is, the last events, the picture, buttons
- ping message: mentions the users who must move
- final message: the result
"""

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
    MAX_ALT_CHARS,
    MAX_BUTTONS_PER_ROW,
    MAX_EMBED_CHARS,
    MAX_TITLE_CHARS,
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
from ui.i18n import Translator, escape_markup, table_label, timestamp
from ui.views.lobby.lobby_message import table_heading
from ui.views.table.closeups import closeup_row
from ui.views.table.votes import decision_rows, repeats_status_line, time_and_vote_lines

BOARD_LOG_SENTENCES = 3  # log sentences in the board message
_END_LOG_SENTENCES = 4  # log sentences in the end message
_CONTENT = 2000  # characters of a message's content: Discord's limit


def board_message(
    table_view: TableView,
    log_sentences: Sequence[Msg],
    words: Translator,
    scene: Scene | Animation | None,
) -> Message:
    """Return the board message: whose turn it is, state, last events, picture, buttons.

    `log_sentences` are the last sentences of the log.
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
    new_sentences = (
        log_sentences
        if match.status != "running"
        else [sentence for sentence in log_sentences if not repeats_status_line(match, sentence)]
    )
    lines += [words.with_markup(sentence) for sentence in new_sentences[-BOARD_LOG_SENTENCES:]]
    card = Embed(
        title=cut(_title(match, words), MAX_TITLE_CHARS),
        text=cut("\n".join(lines), MAX_EMBED_CHARS),
        author=cut(table_heading(match, words), MAX_TITLE_CHARS),
        colour=colour_of(match.waiting[0] if len(match.waiting) == 1 else None),
        shows_picture=scene is not None,
    )
    return Message(
        embed=card,
        rows=_rows(table_view, words),
        picture_source=scene,
        alt=board_alt(table_view, log_sentences, words),
    )


def board_alt(table_view: TableView, log_sentences: Sequence[Msg], words: Translator) -> str:
    """Return the board's alt text: state, last events, a sentence on each player, the rest.

    `log_sentences` are the last sentences of the log. The rest of the position is left out if it
    does not fit.
    """
    parts = [
        f"{words.game_name()}, {words(table_view.summary)}."
        if table_view.summary
        else f"{words.game_name()}."
    ]
    if table_view.waiting and table_view.match.status == "running":
        parts.append(
            words("ui.alt.waiting", seats=listed(seat_name(seat) for seat in table_view.waiting))
        )
    parts += [words(sentence) for sentence in log_sentences[-BOARD_LOG_SENTENCES:]]
    position = [sentence for sentence in table_view.words if sentence != table_view.summary]
    players, more_hint = (
        _player_sentences(position, len(table_view.match.seats)),
        words("ui.alt.more"),
    )
    whole_text = " ".join([*parts, *map(words, position), more_hint])
    if len(whole_text) <= MAX_ALT_CHARS:
        return whole_text
    # Sentences before the first one about a player are about the whole board. Later ones may
    # be about a player without naming them, and would mislead on their own.
    shared = position[
        : min((position.index(sentence) for sentence in players), default=len(position))
    ]
    first_sentences = fit_lines(
        parts, [words(sentence) for sentence in players], MAX_ALT_CHARS - len(more_hint) - 1
    )
    return join_until_full([*first_sentences, *map(words, shared)], more_hint, MAX_ALT_CHARS)


def _player_sentences(position: Sequence[Msg], seats: int) -> list[Msg]:
    """Return one sentence per player, in the order of seats; players without one are left out.

    `position` are the sentences on the position, `seats` is the number of seats. If several
    sentences are about a player, the one whose message key occurs most often is returned, so that
    the players can be compared.
    """
    sentences_with_seat = [(sentence, sentence.args.get("seat")) for sentence in position]
    uses_of_key = Counter(
        sentence.key for sentence, seat in sentences_with_seat if seat is not None
    )
    chosen = []
    for subject in map(seat_name, range(seats)):
        own = [sentence for sentence, seat in sentences_with_seat if seat == subject]
        if own:
            chosen.append(max(own, key=lambda sentence: uses_of_key[sentence.key]))
    return chosen


def _title(match: Match, words: Translator) -> str:
    if match.status != "running":
        return _not_running_text(match, words)
    waiting = match.waiting
    if len(waiting) == 1:
        return words.with_markup(
            "ui.board.thinks" if waits_for_one_ai(match) else "ui.board.turn",
            seat=seat_name(waiting[0]),
        )
    return words("ui.board.missing", n=len(waiting), m=len(match.seats))


def waits_for_one_ai(match: Match) -> bool:
    """Return whether the table waits for one seat only, which an AI player has.

    Users see this only if the AI takes long: a fast move is published together with the move
    before.
    """
    return waits_for_ai(match) and len(match.waiting) == 1


def waits_for_ai(match: Match) -> bool:
    """Return whether the table waits for AI players and for no human player."""
    waiting = match.waiting
    return (
        not match.paused
        and bool(waiting)
        and all(match.seats[seat].played_by_ai for seat in waiting)
    )


def _not_running_text(match: Match, words: Translator) -> str:
    """Return why the table waits for nobody: it has ended, was closed, or is paused."""
    return words(
        {"ended": "ui.panel.over", "closed": "ui.board.closed"}.get(match.status, "ui.board.paused")
    )


def waiting_text(match: Match, words: Translator) -> str:
    """Return which players must move, or why none must; without markup."""
    waiting = match.waiting
    if match.status != "running":
        return _not_running_text(match, words)
    if len(waiting) == 1:
        return words(
            "ui.waiting.thinks" if waits_for_one_ai(match) else "ui.waiting.one",
            seat=seat_name(waiting[0]),
        )
    seats = listed(seat_name(seat) for seat in waiting)
    return words("ui.waiting.some", n=len(waiting), m=len(match.seats), seats=seats)


def _rows(table_view: TableView, words: Translator) -> tuple[Row, ...]:
    """Return the rows of buttons below the board message.

    In order: the players' actions; buttons to vote, to end a pause or to take a free seat; the
    animation of the last turn; and the parts of the table to show in detail. A match that isn't
    running has only the log, the help and the parts of the table.
    """
    match = table_view.match
    part_rows = closeup_row(match.id, table_view.closeups, words, with_sign=True)

    def button(action: TableAction, style: Style = "grey") -> Button:
        return Button(words(f"ui.board.{action}"), encode(TableId(match.id, action)), style)

    log_button, help_button = button(TableAction.SHOW_LOG), button(TableAction.SHOW_HELP)
    if match.status != "running":
        return ((log_button, help_button), *part_rows)
    player_buttons = (
        button(TableAction.OPEN_PANEL, "blue"),
        button(TableAction.SHOW_HAND),
        button(TableAction.UNDO),
        log_button,
        help_button,
    )
    animation_button = Button(
        words("ui.film.button"), encode(TableId(match.id, TableAction.SHOW_LAST_TURN))
    )
    animation_row = ((animation_button,),) if match.rows and has_board(match) else ()
    if (
        animation_row
        and part_rows
        and not isinstance(part_rows[0], Select)
        and len(part_rows[0]) < MAX_BUTTONS_PER_ROW
    ):
        # the buttons of the parts leave room for one more
        animation_row, part_rows = (), ((animation_button, *part_rows[0]),)
    return (player_buttons, *decision_rows(match, words), *animation_row, *part_rows)


def ping_message(
    match: Match,
    seats_to_ping: Sequence[Seat],
    words: Translator,
    link: str,
    *,
    is_reminder: bool = False,
) -> Message:
    """Return the ping message for these seats, which must move.

    `link` is the URL of the table's message, "" if unknown. With `is_reminder`, the text says that
    it is a reminder. A user in quiet hours (`SeatRow.ping_at`) is mentioned but not notified.
    """
    pinged = [seat for seat in match.seats if seat.seat in seats_to_ping and seat.user is not None]
    who = words(
        "ui.summons.them", n=len(pinged), who=", ".join(f"<@{seat.user}>" for seat in pinged)
    )
    deadline = deadline_of_seats(match, seats_to_ping)
    key = (
        "ui.summons.reminder"
        if deadline and is_reminder
        else "ui.summons.until"
        if deadline
        else "ui.summons.line"
    )
    text = words(
        key, who=who, table=escape_markup(table_label(match, words)), t=timestamp(deadline)
    )
    pings = _notified(pinged)
    return Message(content=text, rows=ping_rows(match, words, link), pings=pings, silent=not pings)


def _notified(seats: Iterable[SeatRow]) -> tuple[int, ...]:
    """Return the ids of the seats' users who are not in quiet hours, whom a mention notifies."""
    return tuple(seat.user for seat in seats if seat.user is not None and not seat.ping_at)


def deadline_of_seats(match: Match, seats: Collection[Seat]) -> float:
    """Return the earliest deadline of these seats in Unix seconds; 0 without a time control."""
    return min(
        (seat.deadline for seat in match.seats if seat.seat in seats and seat.deadline), default=0.0
    )


def half_over(seat: SeatRow, now: float) -> bool:
    """Return whether half of the time for the seat's current move is over.

    `now` is in Unix seconds. Returns False without a time control.
    """
    return bool(seat.deadline) and now >= seat.waiting_since + time_control.REMINDER_FRACTIONS[
        0
    ] * (seat.deadline - seat.waiting_since)


def ping_message_if_needed(
    match: Match, seats_to_ping: Sequence[Seat], words: Translator, link: str, now: float
) -> Message | None:
    """Return the ping message for these seats; None if none of them has a user.

    `link` is the URL of the table's message, and `now` is in Unix seconds. Also None if the game
    does not run. The text says that it is a reminder once half of the time is over for all of the
    seats.
    """
    seats_with_user = [
        seat for seat in match.seats if seat.seat in seats_to_ping and seat.user is not None
    ]
    if not seats_with_user or match.status != "running":
        return None
    is_reminder = all(half_over(seat, now) for seat in seats_with_user)
    return ping_message(
        match, [seat.seat for seat in seats_with_user], words, link, is_reminder=is_reminder
    )


def ping_rows(match: Match, words: Translator, link: str) -> tuple[Row, ...]:
    """Return the ping message's row: Play, My hand, and a link to the table."""
    row = [
        Button(words("ui.board.play"), encode(TableId(match.id, TableAction.OPEN_PANEL)), "blue"),
        Button(words("ui.board.hand"), encode(TableId(match.id, TableAction.SHOW_HAND))),
    ]
    if link:
        row.append(Button(words("ui.hand.table"), url=link))
    return (tuple(row),)


def opening_text(
    match: Match, words: Translator, seats_that_moved: Collection[Seat], *, is_first_board: bool
) -> tuple[str, tuple[int, ...]]:
    """Return the text above the board picture, and the ids of the users whom it pings.

    The first board of a game (`is_first_board`) names and pings all players. Later edits, of which
    Discord notifies nobody, name the users who have not made their first move. `seats_that_moved`
    are the seats whose first move was public: a hidden move must not change the text, because that
    would reveal it. Once a ping message exists, the text is "", or the ping itself if the board
    message is also the ping message.
    """
    players = [seat for seat in match.seats if seat.user is not None and not seat.resigned]
    if is_first_board:
        return _opening_of(match, words, players)
    awaited = [
        seat
        for seat in players
        if seat.awaited and seat.knows_newest_ping and match.status == "running"
    ]
    if not match.places.ping:
        awaited_first_moves = [seat for seat in awaited if seat.seat not in seats_that_moved]
        return _opening_of(match, words, awaited_first_moves)
    if match.places.ping == match.places.board and awaited:
        # the board message is also the ping message
        ping = ping_message(match, [seat.seat for seat in awaited], words, "")
        return ping.content, ping.pings
    return "", ()


def _opening_of(
    match: Match, words: Translator, seats_to_name: Sequence[SeatRow]
) -> tuple[str, tuple[int, ...]]:
    """Return the opening text with the names of these seats' users, and the ids to ping.

    Users in quiet hours are named but not pinged. Without seats, returns "" and no ids.
    """
    if not seats_to_name:
        return "", ()
    who = " ".join(f"<@{seat.user}>" for seat in seats_to_name)
    return words(
        "ui.board.opening", who=who, table=escape_markup(table_label(match, words))
    ), _notified(seats_to_name)


def end_message(
    match: Match,
    scores: Scoreboard,
    words: Translator,
    scene: Scene | None,
    log_sentences: Sequence[Msg] = (),
) -> Message:
    """Return the final message: result, last events, picture, and buttons for what is next.

    `scores` is the final score. `log_sentences` are the last sentences of the log; in a solo game
    the last one is the result.
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
    is_solo = len(match.seats) == 1
    result = (
        [words.with_markup(sentence) for sentence in log_sentences[-1:]]
        if is_solo
        else ranking_lines(scores, words)
    )
    earlier_events = (
        []
        if is_solo
        else [
            f"• {words.with_markup(sentence)}"
            for sentence in log_sentences[:-1]
            if sentence.key != "host.heading"
        ][-_END_LOG_SENTENCES:]
    )
    last_events = ["", words("ui.end.last"), *earlier_events, ""] if earlier_events else []
    lines = [*result, *last_events, words("ui.end.again_alone" if is_solo else "ui.end.again")]
    card = Embed(
        title=cut(winner_line(scores, words), MAX_TITLE_CHARS),
        text=cut("\n".join(lines), MAX_EMBED_CHARS),
        author=cut(table_heading(match, words), MAX_TITLE_CHARS),
        colour=colour_of(scores.ranking[0].seat if _winners(scores) == 1 else None),
        shows_picture=scene is not None,
    )
    alt = cut(
        strip_markup(" ".join([words.game_name() + ".", winner_line(scores, words), *result])),
        MAX_ALT_CHARS,
    )
    content, pings = " ".join(f"<@{seat.user}>" for seat in people), _notified(people)
    return Message(
        content=content,
        embed=card,
        rows=rows,
        picture_source=scene,
        alt=alt,
        pings=pings,
        silent=not pings,
    )


def halted_message(match: Match, what: str, words: Translator) -> Message:
    """Return the message that tells the operator why a table was halted.

    `what` is the cause, as text. There is a Resume button.
    """
    table = escape_markup(table_heading(match, words))
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
    """Return who has won and why: `Gana ▲ Carla con 120 puntos, 4 más que ■ Bruno.`.

    For a solo game, it is the result; the game is lost if no seat has the first place.
    """
    winners = [rank.seat for rank in scores.ranking if rank.place == 1]
    if len(scores.total) == 1:
        return words.with_markup(
            "ui.end.alone" if winners else "ui.end.lost_alone",
            seat=seat_name(0),
            n=scores.total[0],
        )
    if not winners:
        return words("ui.end.lost")
    if len(winners) == 1:
        return _sole_winner_line(scores, winners[0], words)
    return words.with_markup("ui.end.shared", seats=listed(seat_name(seat) for seat in winners))


def _sole_winner_line(scores: Scoreboard, winner: Seat, words: Translator) -> str:
    """Return who has won, by how many points or by which tie-breaker."""
    points, args = scores.total[winner], {"seat": seat_name(winner)}
    others = [rank for rank in scores.ranking if rank.seat != winner]
    second = min(others, key=lambda rank: rank.place, default=None)
    trail = next(rank.trail for rank in scores.ranking if rank.seat == winner)
    if second is not None and points > scores.total[second.seat]:
        lead = points - scores.total[second.seat]
        return words.with_markup(
            "ui.end.wins_by", **args, points=points, n=lead, second=seat_name(second.seat)
        )
    if second is not None and points == scores.total[second.seat] and trail:
        return words.with_markup("ui.end.wins_tie", **args, points=points, how=listed(trail))
    return words.with_markup("ui.end.wins", **args, n=points)


def ranking_lines(scores: Scoreboard, words: Translator) -> list[str]:
    """Return one line per player, the winner first: `2 ■ Bruno 120 (rare goods 6)`.

    A line has the place, the name, the points, and the tie-breakers.
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


def public_picture_kind(match: Match) -> str:
    """Return the kind of the public picture: "board" or, with final points, "end"."""
    return "end" if match.status == "ended" and "end" in find(match.game).pictures else "board"
