"""The log in sentences, as each viewer may read it."""

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

PAGE_SIZE = 10  # sentences on a page of the log
RECAP_MAX = 8  # sentences of "since your last turn"
RECAP_SHORT = 3  # of them above a panel: a phone shows it without scrolling (UX: Heights)
LOOKBACK_ROWS = 60  # rows in which the newest turn is looked for
ADVISED = "host.coach.asked"  # a notice of version 0.1.0: that somebody asked for advice is no longer anybody else's business
ROW_BATCH = 20  # more rows that are read while the newest are too silent
NOT_BY_HAND = ("order", *STOOD_IN)
AnyGame = Game[Any, Any]


def effective_rows(entries: Iterable[LogEntry]) -> list[LogEntry]:
    """The rows that count: what was taken back and the taking back are left out."""
    return [entry for entry in entries if not entry.struck_by and entry.row.path[0] != "@undo"]


def events_for(game: AnyGame, row: HistoryRow, viewer: Seat | None) -> list[Event]:
    """The events of a row in the version of `viewer` (None: anybody). Raises `CorruptDataError`."""
    try:
        return [
            game.event(raw) for one in row.events if (raw := seen_in_row(one, viewer)) is not None
        ]
    except msgspec.ValidationError as error:
        raise CorruptDataError from error


def _narrated(game: AnyGame, events: Iterable[Event]) -> list[tuple[Event, Msg]]:
    """The events that have a sentence, each with it."""
    return [(event, said) for event in events if (said := game.narrate(event)) is not None]


def narrate_row(
    game: AnyGame, row: HistoryRow, viewer: Seat | None, *, headings: bool = False
) -> tuple[Msg, ...]:
    """A row in sentences; the first says so when a standing order has answered. With `headings` those that begin a part of the
    game are set as such."""
    found = _narrated(game, events_for(game, row, viewer))
    return _by_order(
        row,
        [
            msg("host.heading", said=one) if headings and event.heading else one
            for event, one in found
        ],
    )


def _by_order(row: HistoryRow, said: Sequence[Msg]) -> tuple[Msg, ...]:
    """The sentences of a row; the first says so when a standing order has answered."""
    return (
        (msg("host.ordered", said=said[0]), *said[1:])
        if said and row.by == "order"
        else tuple(said)
    )


def seated_since(match: Match, seat: Seat) -> int:
    """The row after which whoever sits there has sat there."""
    return _taken(match).get(seat, 0)


def _taken(match: Match) -> dict[Seat, int]:
    """The newest row when somebody last took over a seat, for those seats that somebody has taken over."""
    sat = (
        (one.what.args["seat"], one.row)
        for one in match.notices
        if one.what.key == "host.substitute"
    )
    return {
        who.args["seat"]: row for who, row in sat if who.key == "@seat"
    }  # else their own successor has sat down since


def as_then(match: Match, row: int, said: tuple[Msg, ...]) -> tuple[Msg, ...]:
    """Sentences of a row, in which nothing is laid to somebody who sat down later: the seat's mark and "someone" stand there."""
    others = [seat for seat, taken in _taken(match).items() if row <= taken]
    before = {seat: msg("host.someone_there", mark=literal(seat_mark(seat))) for seat in others}
    return tuple(renamed(one, before) for one in said) if before else said


def headings(game: AnyGame, row: HistoryRow, viewer: Seat | None) -> tuple[Msg, ...]:
    """The sentences of a row that begin a part of the game."""
    return tuple(
        said for event, said in _narrated(game, events_for(game, row, viewer)) if event.heading
    )


def trail(game: AnyGame, rows: Iterable[HistoryRow], viewer: Seat | None) -> RecentMoves:
    """What these rows did on the board, as a viewer was told."""
    return _trail(game, [event for row in rows for event in events_for(game, row, viewer)])


def trail_since(game: AnyGame, rows: Iterable[HistoryRow], seat: Seat, acted: int) -> RecentMoves:
    """What was done on the board since the seat's own step, row `acted`: what others did, and what that step itself set off
    beyond the deed (what it turned up)."""

    def new(row: HistoryRow) -> list[Event]:
        return (
            [e for e, _ in _beyond(game, row)]
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
    """The rows of which everybody hears something: a step behind a screen must not change what others see, not even by being."""
    return [row for row in rows if any(seen_in_row(one, None) is not None for one in row.events)]


def latest(rows: Sequence[HistoryRow]) -> list[HistoryRow]:
    """The newest turn: the rows at the end that one person made, or computer players one after the other."""

    def who(row: HistoryRow) -> Seat | None:
        return None if row.by in {"computer", "caretaker"} else row.seat

    turn: list[HistoryRow] = []
    for row in reversed(rows):
        if turn and who(row) != who(turn[-1]):
            break
        turn.append(row)
    return turn[::-1]


def ending(board: Scoreboard) -> tuple[Msg, ...]:
    """Who won, and what decided where points were equal. Nothing for one alone and where nobody won: that the game tells."""
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
    """What these entries, all those `after` a row, and the notices of that time tell; at the end who won by `board`."""
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
    """One page; 0 or a number beyond the last means the newest, `after` a row that on which what follows it begins. It ends with
    who won by `board`, when a game is over."""
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
    """What a seat's own row set off beyond the deed itself, which its sentence has told: what came to hand, what was lost."""
    return tuple(said for _, said in _counted(_beyond(game, row)))


def _counted(found: Iterable[tuple[Event, Msg]]) -> list[tuple[Event, Msg]]:
    """Sentences that follow their like are told once, with how often."""
    groups = [list(same) for _, same in groupby(found, key=lambda one: one[1])]
    return [
        (
            same[0][0],
            msg("host.times", said=same[0][1], n=len(same)) if len(same) > 1 else same[0][1],
        )
        for same in groups
    ]


def _beyond(game: AnyGame, row: HistoryRow) -> list[tuple[Event, Msg]]:
    events = events_for(game, row, row.seat)
    if events and not events[0].news and getattr(events[0], "seat", None) == row.seat:
        del events[0]
    return [(event, said) for event, said in _narrated(game, events) if not event.minor]


def _in_their_place(game: AnyGame, row: HistoryRow, seat: Seat) -> list[_Said]:
    """What was done in the place of the seat's absent person, marked as such, and what it set off."""
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
    """What was done in the seat's place while its person was away; then what others did, what the seat's standing orders did,
    and what its own last step set off, in the order of time. Where there is not room for all, what names the seat goes before
    anything else, then what tells that the end is near, then the newest; headings, which the picture bears too, last. Before a
    first turn (not `played`) there is no last one to tell it since. `match` tells who sat where then."""
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
    """Return what a row tells a seat: of an order all, of its own row what it set off, else what weighs."""
    if row.by == "order":
        found = _narrated(game, events_for(game, row, seat))
        sentences = _by_order(row, [one for _, one in found])
        return [
            _Said(row.n, _weight(event), one)
            for (event, _), one in zip(found, sentences, strict=True)
        ]
    some = _beyond(game, row) if own else _weighty(game, row, seat)
    return [_Said(0 if own else row.n, _weight(event), one) for event, one in _counted(some)]


def significant_sentences(game: AnyGame, row: HistoryRow, viewer: Seat) -> tuple[Msg, ...]:
    """A row in sentences, but for the minor ones."""
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
    """A sentence, the row that it tells of (0: the reader's own), and how much it weighs where it does not name the reader."""

    n: int
    weight: int
    what: Msg


def _weight(event: Event) -> int:
    return 0 if event.heading else 2 if event.urgent else 1


def _chosen(said: Sequence[_Said], seat: Seat, most: int) -> tuple[Msg, ...]:
    """Some `most` of the sentences: the newest `RECAP_MAX` that name the seat, filled up with the weightiest and newest others. A
    line to say that there is one more would be that one's."""
    if len(said) <= most + 1 <= RECAP_MAX:
        return tuple(one.what for one in said)
    hits = [at for at, one in enumerate(said) if names_seat(one.what, seat)][-RECAP_MAX:]
    rest = sorted((at for at in range(len(said)) if at not in hits), key=lambda at: said[at].weight)
    return tuple(
        said[at].what
        for at in sorted(hits + rest[len(rest) - max(0, min(most - len(hits), len(rest))) :])
    )


def last_manual_row(entries: Iterable[LogEntry], seat: Seat) -> int:
    """The newest standing row that the seat's person made; 0 when there is none. What was done for them they have not seen."""
    own = [e.row for e in effective_rows(entries) if e.row.seat == seat and not e.row.system]
    return max((row.n for row in own if row.by not in NOT_BY_HAND), default=0)
