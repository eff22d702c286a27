"""Log of a match in sentences, as each viewer may read it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from app.log.log_page import LogPage, LogRow, Recap
from app.model.match import LogEntry, Match
from app.ports.store import CorruptDataError
from games.core.engine.game import Game
from games.core.engine.history import STOOD_IN, HistoryRow
from games.core.state.events import Event, seen_in_row
from games.core.state.score import Scoreboard
from games.core.text.i18n import seat_mark
from games.core.text.messages import Msg, Seat, listed, literal, msg, names_seat, renamed, seat_name
from games.core.views.scene import RecentMoves

PAGE_SIZE = 10  # sentences on one log page
RECAP_MAX = 8  # sentences in "since your last turn"
RECAP_SHORT = 3  # of these above a panel: fits a phone without scrolling (UX: Heights)
LOOKBACK_ROWS = 60  # rows searched for the newest turn
ADVISED = "host.coach.asked"  # notice of version 0.1.0, hidden now: hint requests are private
ROW_BATCH = 20  # further rows to read while the newest have too few sentences
NOT_BY_HAND = ("order", *STOOD_IN)
AnyGame = Game[Any, Any]


def effective_rows(entries: Iterable[LogEntry]) -> list[LogEntry]:
    """Return the rows that count: without undone rows and without the undos themselves."""
    return [entry for entry in entries if not entry.struck_by and entry.row.path[0] != "@undo"]


def events_for(game: AnyGame, row: HistoryRow, viewer: Seat | None) -> list[Event]:
    """Return the events of a row as `viewer` may see them (None: a spectator).

    Raises `CorruptDataError`.
    """
    try:
        return [
            game.event(raw) for one in row.events if (raw := seen_in_row(one, viewer)) is not None
        ]
    except msgspec.ValidationError as error:
        raise CorruptDataError from error


def _narrated(game: AnyGame, events: Iterable[Event]) -> list[tuple[Event, Msg]]:
    """Return the events that have a sentence, each with its sentence."""
    return [(event, said) for event in events if (said := game.narrate(event)) is not None]


def narrate_row(
    game: AnyGame, row: HistoryRow, viewer: Seat | None, *, headings: bool = False
) -> tuple[Msg, ...]:
    """Return the sentences of a row; the first one marks a standing order.

    With `headings`, sentences that begin a part of the game are formatted as headings.
    """
    found = _narrated(game, events_for(game, row, viewer))
    return _by_order(
        row,
        [
            msg("host.heading", said=one) if headings and event.heading else one
            for event, one in found
        ],
    )


def _by_order(row: HistoryRow, said: Sequence[Msg]) -> tuple[Msg, ...]:
    """Return the sentences, the first one marked if a standing order made the row."""
    return (
        (msg("host.ordered", said=said[0]), *said[1:])
        if said and row.by == "order"
        else tuple(said)
    )


def seated_since(match: Match, seat: Seat) -> int:
    """Return the row after which the seat's current player took it over; 0 from the start."""
    return _taken(match).get(seat, 0)


def _taken(match: Match) -> dict[Seat, int]:
    """Return the row of the last takeover for every seat that a substitute has taken over."""
    sat = (
        (one.what.args["seat"], one.row)
        for one in match.notices
        if one.what.key == "host.substitute"
    )
    return {
        who.args["seat"]: row for who, row in sat if who.key == "@seat"
    }  # a literal name instead of "@seat" means that a later substitute has replaced this one


def as_then(match: Match, row: int, said: tuple[Msg, ...]) -> tuple[Msg, ...]:
    """Return the sentences without the names of players who took over a seat after this row.

    The seat's mark and "someone" replace such a name.
    """
    others = [seat for seat, taken in _taken(match).items() if row <= taken]
    before = {seat: msg("host.someone_there", mark=literal(seat_mark(seat))) for seat in others}
    return tuple(renamed(one, before) for one in said) if before else said


def headings(game: AnyGame, row: HistoryRow, viewer: Seat | None) -> tuple[Msg, ...]:
    """Return the sentences of a row that begin a part of the game."""
    return tuple(
        said for event, said in _narrated(game, events_for(game, row, viewer)) if event.heading
    )


def trail(game: AnyGame, rows: Iterable[HistoryRow], viewer: Seat | None) -> RecentMoves:
    """Return what these rows changed on the board, as the viewer saw it."""
    return _trail(game, [event for row in rows for event in events_for(game, row, viewer)])


def trail_since(game: AnyGame, rows: Iterable[HistoryRow], seat: Seat, acted: int) -> RecentMoves:
    """Return what changed on the board since the seat's own move, row `acted`.

    Covers what others did, and what that move caused beyond the action itself (for example a
    card it revealed).
    """

    def new(row: HistoryRow) -> list[Event]:
        return (
            [e for e, _ in _side_effects(game, row)]
            if row.n == acted and row.seat == seat
            else events_for(game, row, seat)
        )

    return _trail(game, [event for row in rows for event in new(row)])


def _trail(game: AnyGame, events: Sequence[Event]) -> RecentMoves:
    return RecentMoves(
        tuple(dict.fromkeys(spot for event in events for spot in game.spots(event))),
        tuple(trace for event in events for trace in game.traces(event)),
    )


def public_rows(rows: Iterable[HistoryRow]) -> list[HistoryRow]:
    """Return the rows with at least one public event.

    A private step must not change what others see, not even by its existence.
    """
    return [row for row in rows if any(seen_in_row(one, None) is not None for one in row.events)]


def latest(rows: Sequence[HistoryRow]) -> list[HistoryRow]:
    """Return the newest turn: the last rows of one person, or of consecutive AI players."""

    def who(row: HistoryRow) -> Seat | None:
        return None if row.by in {"computer", "caretaker"} else row.seat

    turn: list[HistoryRow] = []
    for row in reversed(rows):
        if turn and who(row) != who(turn[-1]):
            break
        turn.append(row)
    return turn[::-1]


def ending(board: Scoreboard) -> tuple[Msg, ...]:
    """Return who won, and the tiebreaker if points were equal.

    Empty for a solo game or a game without winner: the game itself reports those.
    """
    first = [rank for rank in board.ranking if rank.place == 1]
    if len(board.total) == 1 or not first:
        return ()
    points = board.total[first[0].seat]
    if len(first) > 1:
        return (
            msg(
                "host.end.shared",
                seats=listed([seat_name(rank.seat) for rank in first]),
                points=points,
            ),
        )
    winner, second = first[0], next(rank for rank in board.ranking if rank.place > 1)
    if not winner.trail or board.total[second.seat] != points:
        return (msg("host.end.won", seat=seat_name(winner.seat), points=points),)
    decided, other = (rank.trail[len(winner.trail) - 1].args for rank in (winner, second))
    return (
        msg(
            "host.end.tie",
            seat=seat_name(winner.seat),
            points=points,
            what=decided["what"],
            n=decided["n"],
            m=other["n"],
        ),
    )


def log_lines(
    match: Match,
    game: AnyGame,
    entries: Iterable[LogEntry],
    viewer: Seat | None,
    board: Scoreboard | None,
    *,
    after: int = -1,
) -> list[LogRow]:
    """Return the log rows of these entries and of the notices after row `after`.

    `entries` must be all entries after that row. Ends with the winner if `board` is given.
    """
    kept = (
        (e, as_then(match, e.row.n, narrate_row(game, e.row, viewer, headings=True)))
        for e in effective_rows(entries)
    )
    rows = [LogRow(e.row.n, e.at, e.row.seat, said) for e, said in kept if said]
    notices = [
        notice for notice in match.notices if notice.row > after and notice.what.key != ADVISED
    ]
    rows += [LogRow(notice.row, notice.at, None, (notice.what,)) for notice in notices]
    rows.sort(key=lambda row: (row.n, row.at))
    if rows and board is not None and (won := ending(board)):
        rows.append(LogRow(rows[-1].n, rows[-1].at, None, won))
    return rows


def page(
    match: Match,
    game: AnyGame,
    entries: Iterable[LogEntry],
    viewer: Seat | None,
    number: int,
    board: Scoreboard | None = None,
    *,
    after: int | None = None,
) -> LogPage:
    """Return one log page; 0 or a number beyond the last means the newest.

    `after` selects the page on which the rows after that row begin. Ends with the winner if
    `board` is given, for a game that is over.
    """
    rows = log_lines(match, game, entries, viewer, board)
    pages: list[list[LogRow]] = [[]]
    room = PAGE_SIZE
    for row in rows:
        said = row.said
        while said:
            if not room:
                pages.append([])
                room = PAGE_SIZE
            pages[-1].append(LogRow(row.n, row.at, row.seat, said[:room]))
            said, room = said[room:], max(0, room - len(said))
    if after is not None:
        number = next(
            (at for at, some in enumerate(pages, 1) if any(row.n > after for row in some)), 0
        )
    number = len(pages) if number < 1 or number > len(pages) else number
    return LogPage(tuple(pages[number - 1]), number, len(pages))


def consequences(game: AnyGame, row: HistoryRow) -> tuple[Msg, ...]:
    """Return the effects of a log row beyond its action, as seen by the seat that acted.

    Such as cards drawn or lost.
    """
    return tuple(said for _, said in _counted(_side_effects(game, row)))


def _counted(found: Iterable[tuple[Event, Msg]]) -> list[tuple[Event, Msg]]:
    """Merge equal consecutive sentences into one with a count."""
    groups = [list(same) for _, same in groupby(found, key=lambda one: one[1])]
    return [
        (
            same[0][0],
            msg("host.times", said=same[0][1], n=len(same)) if len(same) > 1 else same[0][1],
        )
        for same in groups
    ]


def _side_effects(game: AnyGame, row: HistoryRow) -> list[tuple[Event, Msg]]:
    events = events_for(game, row, row.seat)
    if events and not events[0].news and getattr(events[0], "seat", None) == row.seat:
        del events[0]
    return [(event, said) for event, said in _narrated(game, events) if not event.minor]


def _in_their_place(game: AnyGame, row: HistoryRow, seat: Seat) -> list[_Said]:
    """Return what was done for the seat's absent player, marked as such, and its effects."""
    found = [
        _Said(row.n, _weight(event), said) for event, said in _counted(_weighty(game, row, seat))
    ]
    return (
        [found[0]._replace(what=msg("host.for_you", said=found[0].what)), *found[1:]]
        if found
        else []
    )


def recap(
    game: AnyGame,
    entries: Iterable[LogEntry],
    seat: Seat,
    seen: int,
    elapsed: float,
    *,
    played: bool = True,
    match: Match | None = None,
) -> Recap:
    """Return what happened since the seat's last move, for "since your last turn".

    First comes what was done for the absent player; then, in time order, what others and the
    seat's standing orders did and what its own last move caused. If space is short, sentences
    that name the seat have priority, then those that announce the end of the game, then the
    newest; headings come last, because the image shows them too. Before the seat's first turn
    `played` is False. With `match`, sentences name the players of that time.
    """
    said, for_them = list[_Said](), list[_Said]()
    for entry in effective_rows(entries):
        row, own = entry.row, entry.row.seat == seat and entry.row.by != "order"
        if own and row.by in STOOD_IN:
            for_them += _in_their_place(game, row, seat)
        else:
            said += _told(game, row, seat, own=own)
    if match is not None:
        said = [
            one._replace(what=as_then(match, one.n, (one.what,))[0]) if one.n else one
            for one in said
        ]
    brief = tuple(one.what for one in for_them[-RECAP_SHORT:]) + _chosen(said, seat, RECAP_SHORT)
    fresh = (played and any(one.n > seen for one in said)) or any(one.n > seen for one in for_them)
    listed = tuple(one.what for one in for_them[-RECAP_MAX:]) + _chosen(said, seat, RECAP_MAX)
    whole = tuple(one.what for one in (*for_them, *said))
    return Recap(listed, elapsed, fresh, brief, len(whole) - len(brief), played, whole)


def _told(game: AnyGame, row: HistoryRow, seat: Seat, *, own: bool) -> list[_Said]:
    """Return the sentences of a row for a seat.

    An order's row tells everything, the seat's own row what it set off, any other row what
    weighs.
    """
    if row.by == "order":
        found = _narrated(game, events_for(game, row, seat))
        sentences = _by_order(row, [one for _, one in found])
        return [
            _Said(row.n, _weight(event), one)
            for (event, _), one in zip(found, sentences, strict=True)
        ]
    some = _side_effects(game, row) if own else _weighty(game, row, seat)
    return [_Said(0 if own else row.n, _weight(event), one) for event, one in _counted(some)]


def significant_sentences(game: AnyGame, row: HistoryRow, viewer: Seat) -> tuple[Msg, ...]:
    """Return the sentences of a row without the minor ones."""
    if row.by == "order":
        return narrate_row(game, row, viewer)
    return tuple(said for _, said in _counted(_weighty(game, row, viewer)))


def _weighty(game: AnyGame, row: HistoryRow, viewer: Seat) -> list[tuple[Event, Msg]]:
    return [
        (event, said)
        for event, said in _narrated(game, events_for(game, row, viewer))
        if not event.minor
    ]


class _Said(NamedTuple):
    """Sentence with its row (0: the reader's own) and its weight.

    The weight counts only if the sentence does not name the reader.
    """

    n: int
    weight: int
    what: Msg


def _weight(event: Event) -> int:
    return 0 if event.heading else 2 if event.urgent else 1


def _chosen(said: Sequence[_Said], seat: Seat, most: int) -> tuple[Msg, ...]:
    """Choose about `most` sentences: those that name the seat, then the weightiest and newest.

    At most `RECAP_MAX` that name the seat. One sentence more than `most` is still shown,
    because a line about it would take the same space.
    """
    if len(said) <= most + 1 <= RECAP_MAX:
        return tuple(one.what for one in said)
    hits = [at for at, one in enumerate(said) if names_seat(one.what, seat)][-RECAP_MAX:]
    rest = sorted((at for at in range(len(said)) if at not in hits), key=lambda at: said[at].weight)
    return tuple(
        said[at].what
        for at in sorted(hits + rest[len(rest) - max(0, min(most - len(hits), len(rest))) :])
    )


def last_manual_row(entries: Iterable[LogEntry], seat: Seat) -> int:
    """Return the newest effective row that the seat's player made by hand; 0 if there is none.

    Moves made for the player do not count, because they have not seen them.
    """
    own = [e.row for e in effective_rows(entries) if e.row.seat == seat and not e.row.system]
    return max((row.n for row in own if row.by not in NOT_BY_HAND), default=0)
