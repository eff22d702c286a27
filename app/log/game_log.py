"""Log of a match in sentences, as each viewer may read it.

A log row (`HistoryRow`) is one entry of the log, usually a move. It has events, each visible to all
or to some seats; the game turns most events into a sentence (`Game.narrate`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from app.log.log_page import LogPage, LogRow, Recap
from app.model.match import LogEntry, Match
from app.model.time_control import MINUTE
from app.ports.errors import CorruptDataError
from games.core.engine.game import Game
from games.core.engine.history import BY_ORDERS, FOR_ABSENT, HistoryRow
from games.core.state.events import Event, seen_in_log
from games.core.state.score import Scoreboard
from games.core.text.i18n import seat_mark
from games.core.text.messages import Msg, Seat, listed, literal, msg, names_seat, renamed, seat_name
from games.core.views.scene import News, RecentMoves

PAGE_SIZE = 10  # sentences on one log page
RECAP_MAX = 8  # about so many sentences in "since your last turn"
RECAP_SHORT = 3  # of these above a panel, so that the panel fits a phone without scrolling
LOOKBACK_ROWS = 60  # rows searched for the newest turn
ADVISED = "host.coach.asked"  # notice of version 0.1.0, hidden now: hint requests are private
ROW_BATCH = 20  # further rows to read while the newest have too few sentences
NOT_BY_HAND = (*BY_ORDERS, *FOR_ABSENT)  # `HistoryRow.by` of rows that the player did not make
AnyGame = Game[Any, Any]


def effective_rows(entries: Iterable[LogEntry]) -> list[LogEntry]:
    """Return the entries whose rows still count, without undone rows and undo rows."""
    return [entry for entry in entries if not entry.undone_by and entry.row.path[0] != "@undo"]


def events_for(game: AnyGame, row: HistoryRow, viewer: Seat | None) -> list[Event]:
    """Return the events of a log row that `viewer` may see (None: a spectator).

    Raises `CorruptDataError` if the stored events are unreadable.
    """
    try:
        return [
            game.event(raw)
            for event in row.events
            if (raw := seen_in_log(event, viewer)) is not None
        ]
    except msgspec.ValidationError as error:
        raise CorruptDataError from error


def _with_sentences(game: AnyGame, events: Iterable[Event]) -> list[tuple[Event, Msg]]:
    """Return (event, sentence) for each event that the game has a sentence for."""
    return [(event, said) for event in events if (said := game.narrate(event)) is not None]


def narrate_row(
    game: AnyGame, row: HistoryRow, viewer: Seat | None, *, headings: bool = False
) -> tuple[Msg, ...]:
    """Return the sentences of a log row that `viewer` may read.

    If a standing order made the move, the first sentence says so. With `headings`, sentences that
    begin a part of the game are formatted as headings.
    """
    return tuple(
        msg("host.heading", said=sentence) if headings and event.heading else sentence
        for event, sentence in _with_order_mark(game, row, viewer)
    )


def _with_order_mark(
    game: AnyGame, row: HistoryRow, viewer: Seat | None
) -> list[tuple[Event, Msg]]:
    """Return (event, sentence) for each event of a row that `viewer` may see.

    If a standing order made the move, the first sentence, which is the answer, says so. Later
    events, such as a new turn, are not marked. An answer by default is not marked either, because
    the user set no order for it.
    """
    events = events_for(game, row, viewer)
    narrated = _with_sentences(game, events)
    if row.by == "order" and narrated and narrated[0][0] is events[0]:
        event, sentence = narrated[0]
        narrated[0] = event, msg("host.ordered", said=sentence)
    return narrated


def seated_since(match: Match, seat: Seat) -> int:
    """Return the log row after which the seat's current player took the seat.

    0 means that they have it from the start.
    """
    return _takeover_rows(match).get(seat, 0)


def _takeover_rows(match: Match) -> dict[Seat, int]:
    """Return the log row of each seat's last takeover, by seat.

    Seats that were never taken over are left out.
    """
    takeovers = (
        (notice.what.args["seat"], notice.row)
        for notice in match.notices
        if notice.what.key == "host.substitute"
    )
    # The notice names the substitute as "@seat" while they have the seat; a literal name means that
    # another substitute has replaced them since.
    return {name.args["seat"]: row for name, row in takeovers if name.key == "@seat"}


def without_later_players(match: Match, row: int, said: tuple[Msg, ...]) -> tuple[Msg, ...]:
    """Return the sentences `said` about row `row` without the names of later players.

    If a player took over their seat after this row, the seat's mark and "someone" replace the name,
    because the row tells what the seat's former player did.
    """
    names = {
        seat: msg("host.someone_there", mark=literal(seat_mark(seat)))
        for seat in _taken_over_later(match, row)
    }
    return tuple(renamed(sentence, names) for sentence in said) if names else said


def _taken_over_later(match: Match, row: int) -> list[Seat]:
    """Return the seats that a substitute took over after this log row."""
    return [seat for seat, taken_at in _takeover_rows(match).items() if row <= taken_at]


def news(match: Match, game: AnyGame, rows: Sequence[HistoryRow]) -> News:
    """Return the public sentences of the newest of these rows that has any.

    The sentences are in the order of the row's events. Headings and minor sentences are left out,
    unless there are no others. A seat whose player was replaced since is named by its mark instead
    of a name. All sentences use the game's own messages, because the renderer knows only the game's
    catalogue.
    """
    for row in reversed(rows):
        events = events_for(game, row, None)
        narrated = _with_sentences(game, events)
        chosen = [said for event, said in narrated if not event.minor and not event.heading] or [
            said for _, said in narrated
        ]
        if chosen:
            marks = {seat: literal(seat_mark(seat)) for seat in _taken_over_later(match, row.n)}
            spots = _trail(game, events).changed
            return News(tuple(renamed(said, marks) for said, _ in groupby(chosen)), row.seat, spots)
    return News()


def headings(game: AnyGame, row: HistoryRow, viewer: Seat | None) -> tuple[Msg, ...]:
    """Return the headings of a log row, such as "Round 3", as the viewer sees them."""
    return tuple(
        said
        for event, said in _with_sentences(game, events_for(game, row, viewer))
        if event.heading
    )


def trail(game: AnyGame, rows: Iterable[HistoryRow], viewer: Seat | None) -> RecentMoves:
    """Return the changes on the board by these log rows that `viewer` could see.

    `viewer` is the seat; None for a spectator.
    """
    return _trail(game, [event for row in rows for event in events_for(game, row, viewer)])


def trail_since(game: AnyGame, rows: Iterable[HistoryRow], seat: Seat, acted: int) -> RecentMoves:
    """Return the changes on the board since the seat's own move, which is row `acted`.

    These are the changes by the moves of others, and further effects of the seat's own move (for
    example a card that it revealed).
    """

    def new_events(row: HistoryRow) -> list[Event]:
        return (
            [event for event, _ in _side_effects(game, row)]
            if row.n == acted and row.seat == seat
            else events_for(game, row, seat)
        )

    return _trail(game, [event for row in rows for event in new_events(row)])


def _trail(game: AnyGame, events: Sequence[Event]) -> RecentMoves:
    return RecentMoves(
        tuple(dict.fromkeys(spot for event in events for spot in game.changed_spots(event))),
        tuple(trace for event in events for trace in game.movements(event)),
    )


def public_rows(rows: Iterable[HistoryRow]) -> list[HistoryRow]:
    """Return the log rows with at least one public event.

    Other players must not learn that a row without public events exists, so such a row must not
    change what they see.
    """
    return [
        row for row in rows if any(seen_in_log(event, None) is not None for event in row.events)
    ]


def newest_turn(rows: Sequence[HistoryRow]) -> list[HistoryRow]:
    """Return the log rows of the newest turn, in order.

    A turn is a run of rows by one human player, or a run of rows by AI players.
    """

    def mover(row: HistoryRow) -> Seat | None:
        return None if row.by in {"computer", "caretaker"} else row.seat

    turn: list[HistoryRow] = []
    for row in reversed(rows):
        if turn and mover(row) != mover(turn[-1]):
            break
        turn.append(row)
    return turn[::-1]


def ending(scores: Scoreboard) -> tuple[Msg, ...]:
    """Return who won, and the tiebreaker if points were equal, as sentences.

    Empty for a solo game or a game without winner: the game itself reports those.
    """
    winners = [rank for rank in scores.ranking if rank.place == 1]
    if len(scores.total) == 1 or not winners:
        return ()
    points = scores.total[winners[0].seat]
    if len(winners) > 1:
        return (
            msg(
                "host.end.shared",
                seats=listed([seat_name(rank.seat) for rank in winners]),
                n=points,
            ),
        )
    winner, second = winners[0], next(rank for rank in scores.ranking if rank.place > 1)
    if not winner.trail or scores.total[second.seat] != points:
        return (msg("host.end.won", seat=seat_name(winner.seat), n=points),)
    tiebreaker, other = (rank.trail[len(winner.trail) - 1].args for rank in (winner, second))
    return (
        msg(
            "host.end.tie",
            seat=seat_name(winner.seat),
            points=points,
            what=tiebreaker["what"],
            n=tiebreaker["n"],
            m=other["n"],
        ),
    )


def log_lines(
    match: Match,
    game: AnyGame,
    entries: Iterable[LogEntry],
    viewer: Seat | None,
    scores: Scoreboard | None,
    *,
    after: int = -1,
) -> list[LogRow]:
    """Return one `LogRow` per entry or notice that has sentences, in time order.

    `entries` must be all log entries after row `after`; notices are included if they came after the
    same row. `viewer` is the reader's seat (None: a spectator). With `scores` (the final score),
    the last `LogRow` names the winner.
    """
    narrated = (
        (
            entry,
            without_later_players(
                match, entry.row.n, narrate_row(game, entry.row, viewer, headings=True)
            ),
        )
        for entry in effective_rows(entries)
    )
    rows = [
        LogRow(n=entry.row.n, at=entry.at, seat=entry.row.seat, said=said)
        for entry, said in narrated
        if said
    ]
    notices = [
        notice for notice in match.notices if notice.row > after and notice.what.key != ADVISED
    ]
    rows += [
        LogRow(n=notice.row, at=notice.at, seat=None, said=(notice.what,)) for notice in notices
    ]
    rows.sort(key=lambda row: (row.n, row.at))
    if rows and scores is not None and (won := ending(scores)):
        rows.append(LogRow(n=rows[-1].n, at=rows[-1].at, seat=None, said=won))
    return rows


def page(
    match: Match,
    game: AnyGame,
    entries: Iterable[LogEntry],
    viewer: Seat | None,
    number: int,
    scores: Scoreboard | None = None,
    *,
    after: int | None = None,
) -> LogPage:
    """Return one log page; 0 or a number beyond the last means the newest page.

    `entries` is the whole log of the match, `viewer` the reader's seat (None: a spectator), and
    `number` the page, from 1. With `after`, return the page with the first row after row `after`.
    With `scores` (the final score), the last row names the winner.
    """
    rows = log_lines(match, game, entries, viewer, scores)
    pages: list[list[LogRow]] = [[]]
    room = PAGE_SIZE
    for row in rows:
        said = row.said
        while said:
            if not room:
                pages.append([])
                room = PAGE_SIZE
            pages[-1].append(LogRow(n=row.n, at=row.at, seat=row.seat, said=said[:room]))
            said, room = said[room:], max(0, room - len(said))
    if after is not None:
        number = next(
            (
                number
                for number, page_rows in enumerate(pages, 1)
                if any(row.n > after for row in page_rows)
            ),
            0,
        )
    number = len(pages) if number < 1 or number > len(pages) else number
    return LogPage(tuple(pages[number - 1]), number, len(pages))


def consequences(game: AnyGame, row: HistoryRow) -> tuple[Msg, ...]:
    """Return sentences on what a row caused beyond its action, as the acting seat sees it.

    For example, the sentences tell which cards were drawn or lost.
    """
    return tuple(said for _, said in _merge_equal(_side_effects(game, row)))


def own_results(game: AnyGame, row: HistoryRow) -> frozenset[int]:
    """Return the indexes of the `consequences` that are about the acting seat itself.

    The first consequence always counts, because it is the direct result of the action: a roll, a
    drawn card. So does what is urgent, because it is about every seat: an attack on a region.
    """
    return frozenset(
        index
        for index, (event, _) in enumerate(_merge_equal(_side_effects(game, row)))
        if not index
        or (not event.heading and (event.urgent or getattr(event, "seat", None) == row.seat))
    )


def own_losses(game: AnyGame, row: HistoryRow) -> frozenset[int]:
    """Return the indexes of those `consequences` that take something from the acting seat."""
    return frozenset(
        index
        for index, (event, _) in enumerate(_merge_equal(_side_effects(game, row)))
        if row.seat is not None and row.seat in game.recap.losers(event)
    )


def _merge_equal(narrated: Iterable[tuple[Event, Msg]]) -> list[tuple[Event, Msg]]:
    """Merge runs of equal sentences into one sentence with a count.

    `narrated` are (event, sentence) pairs in order; the result has the first event of each run.
    """
    groups = [list(same) for _, same in groupby(narrated, key=lambda pair: pair[1])]
    return [
        (
            same[0][0],
            msg("host.times", said=same[0][1], n=len(same)) if len(same) > 1 else same[0][1],
        )
        for same in groups
    ]


def _side_effects(game: AnyGame, row: HistoryRow) -> list[tuple[Event, Msg]]:
    """Return (event, sentence) for what a row's action caused, without minor events.

    The event of the action itself is left out.
    """
    events = events_for(game, row, row.seat)
    # the first event is the action itself, if the acting seat made it
    if events and not events[0].news and getattr(events[0], "seat", None) == row.seat:
        del events[0]
    return [(event, said) for event, said in _with_sentences(game, events) if not event.minor]


def _done_for_absent_player(game: AnyGame, row: HistoryRow, seat: Seat) -> list[_Sentence]:
    """Return the sentences of a row that was made for the seat's absent player.

    The first sentence says that the move was made for the player.
    """
    sentences = [
        _sentence(game, row, seat, event, said)
        for event, said in _merge_equal(_significant(game, row, seat))
    ]
    return (
        [sentences[0]._replace(what=msg("host.for_you", said=sentences[0].what)), *sentences[1:]]
        if sentences
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
    """Return what happened since the seat's last move ("since your last turn").

    - `entries`: the log entries since that move, with the move itself
    - `seen`: number of the newest row that the player has seen
    - `elapsed`: seconds since that move
    - `played`: False before the seat's first turn
    - `match`: if given, sentences do not name players who took over a seat after the sentence's row

    First come the moves that were made for the absent player. Then, in time order, come the moves
    of others and of the seat's standing orders, and the effects of the seat's own last move.

    If there are too many sentences, `_select` chooses among them. What the seat's own last move
    cost was shown right after it. But if others have answered at once, there was no time to read
    that, so these losses count like those by moves of others. They are no news by themselves.
    """
    effective = list(effective_rows(entries))
    is_answered = any(entry.row.seat not in (None, seat) for entry in effective)
    just_moved = elapsed < MINUTE and is_answered
    sentences, for_absent = list[_Sentence](), list[_Sentence]()
    for entry in effective:
        row, own = entry.row, entry.row.seat == seat and entry.row.by not in BY_ORDERS
        if own and row.by in FOR_ABSENT:
            for_absent += _done_for_absent_player(game, row, seat)
        else:
            sentences += _recap_sentences(game, row, seat, own=own, just_moved=just_moved)
    if match is not None:
        sentences = [
            sentence._replace(what=without_later_players(match, sentence.row, (sentence.what,))[0])
            if sentence.row
            else sentence
            for sentence in sentences
        ]

    def selected(limit: int) -> tuple[Msg, ...]:
        oldest_kept = len(for_absent) - limit
        made_for_player = tuple(
            sentence.what
            for index, sentence in enumerate(for_absent)
            if sentence.is_loss or index >= oldest_kept
        )
        return made_for_player + _select(sentences, seat, limit)

    candidates = (*for_absent, *sentences) if played else for_absent
    short = selected(RECAP_SHORT)
    all_sentences = tuple(sentence.what for sentence in (*for_absent, *sentences))
    return Recap(
        said=selected(RECAP_MAX),
        elapsed=elapsed,
        has_news=any(sentence.row > seen for sentence in candidates),
        short=short,
        omitted=len(all_sentences) - len(short),
        shorter=tuple(selected(limit) for limit in range(1, RECAP_SHORT)),
        losses=tuple(sentence.what for sentence in (*for_absent, *sentences) if sentence.is_loss),
        played=played,
        by_others=any(sentence.row for sentence in (*for_absent, *sentences)),
        all=all_sentences,
    )


def _recap_sentences(
    game: AnyGame, row: HistoryRow, seat: Seat, *, own: bool, just_moved: bool
) -> list[_Sentence]:
    """Return the sentences of a log row for a seat's recap.

    `own` is True for a row of the seat itself: only sentences on side effects are returned. From a
    row that a standing order made, all sentences are returned; from any other row, all but the
    minor ones. `just_moved` is True if others have answered the seat's own row before there was
    time to read what it caused.
    """
    if row.by in BY_ORDERS:
        narrated = _with_order_mark(game, row, seat)
    else:
        narrated = _merge_equal(_side_effects(game, row) if own else _significant(game, row, seat))
    return [
        _sentence(game, row, seat, event, said, own=own, just_moved=just_moved)
        for event, said in narrated
    ]


def significant_sentences(game: AnyGame, row: HistoryRow, viewer: Seat) -> tuple[Msg, ...]:
    """Return the sentences of a log row that `viewer` may see, without the minor ones.

    All sentences are returned if a standing order made the row.
    """
    if row.by in BY_ORDERS:
        return narrate_row(game, row, viewer)
    return tuple(said for _, said in _merge_equal(_significant(game, row, viewer)))


def _significant(game: AnyGame, row: HistoryRow, viewer: Seat) -> list[tuple[Event, Msg]]:
    return [
        (event, said)
        for event, said in _with_sentences(game, events_for(game, row, viewer))
        if not event.minor
    ]


class _Sentence(NamedTuple):
    """Sentence of a recap, and what decides whether it is chosen.

    - `row`: number of its log row; 0 if the row is the reader's own move
    - `what`: the sentence
    - `mover`: the seat that made the move of this row
    - `doer`: the seat that the sentence is about; None if it is about no seat
    - `is_loss`: True if the event takes something from the reader
    - `is_urgent`: True if the event concerns all players (`Event.urgent`)
    - `names_reader`: True if the sentence names the reader
    - `rank`: importance of the event; see `_rank`
    """

    row: int
    what: Msg
    mover: Seat | None
    doer: Seat | None
    is_loss: bool
    is_urgent: bool
    names_reader: bool
    rank: int


_HEADING, _IDLE, _PLAIN = range(3)  # ranks below those of a game's main deeds


def _rank(game: AnyGame, event: Event) -> int:
    """Return the importance of an event.

    From low to high: headings, "nothing happens", other events, and the game's main deeds. A main
    deed counts as one even if it is `idle`: for example, a piece placed where nothing happens yet.
    """
    if event.heading:
        return _HEADING
    rank = game.recap.rank(event)
    return _IDLE if event.idle and not rank else _PLAIN + rank


def _sentence(
    game: AnyGame,
    row: HistoryRow,
    reader: Seat,
    event: Event,
    said: Msg,
    *,
    own: bool = False,
    just_moved: bool = False,
) -> _Sentence:
    """Return the sentence `said` of an event, with the facts by which a recap chooses.

    `own` is True if the reader made the move by hand. Such a sentence keeps all names. It counts as
    a loss only if the reader has `just_moved`.
    """
    doer = getattr(event, "seat", None)
    return _Sentence(
        row=0 if own else row.n,
        what=said,
        mover=row.seat,
        doer=doer if isinstance(doer, int) and doer >= 0 else None,
        is_loss=(just_moved or not own) and reader in game.recap.losers(event),
        is_urgent=event.urgent and not event.heading,
        names_reader=not own and names_seat(said, reader),
        rank=_rank(game, event),
    )


def _select(said: Sequence[_Sentence], reader: Seat, most: int) -> tuple[Msg, ...]:
    """Return about `most` of a recap's sentences.

    The reader's losses come first, then the others in time order.

    These are never left out, even if they are more than `most`:

    - what the reader lost
    - what concerns all players, such as the approaching end of the game
    - the main deed of each rival who moved, unless a sentence above is about that rival

    Next, the newest sentences that name the reader are added until there are `RECAP_MAX`, but at
    least one. Any room up to `most` is filled by rank, and by age within a rank: the newest first.

    For `most` below `RECAP_MAX`, a single further sentence is shown as well, because the line "1
    more" would take the same space. With `most` 1, for panels without room, neither that sentence
    nor those that name the reader are added.
    """
    losses = [index for index, sentence in enumerate(said) if sentence.is_loss]
    # one more sentence takes the place of the line "1 more"
    limit = most + 1 if 1 < most < RECAP_MAX else most
    if len(said) <= limit:
        chosen = set(range(len(said)))
    else:
        urgent = [index for index, sentence in enumerate(said) if sentence.is_urgent]
        chosen = {*losses, *urgent}
        chosen |= set(_main_deeds(said, reader, [said[index].doer for index in chosen]))
        naming = [index for index, sentence in enumerate(said) if sentence.names_reader]
        if most > 1:
            chosen |= set(naming[-max(1, RECAP_MAX - len(chosen)) :])
        others = sorted(
            (index for index in range(len(said)) if index not in chosen),
            key=lambda index: (said[index].rank, index),
        )
        chosen |= set(others[max(0, len(others) - max(0, most - len(chosen))) :])
    in_order = sorted(chosen, key=lambda index: (index not in losses, index))
    return tuple(said[index].what for index in in_order)


def _main_deeds(
    said: Sequence[_Sentence], reader: Seat, already: Collection[Seat | None]
) -> Iterator[int]:
    """Yield the index of the main deed of each rival who moved and is not in `already`.

    Of the sentences about the rival, it is the one with the highest rank; if there are several, the
    newest.
    """
    rivals = {sentence.mover for sentence in said if sentence.row} - {reader, None, *already}
    for rival in rivals:
        own = [
            index
            for index, sentence in enumerate(said)
            if sentence.rank > _HEADING
            and (
                sentence.doer == rival
                or (sentence.mover == rival and names_seat(sentence.what, rival))
            )
        ]
        if own:
            yield max(own, key=lambda index: (said[index].rank, index))


def last_manual_row(entries: Iterable[LogEntry], seat: Seat) -> int:
    """Return the newest row that the seat's player made by hand; 0 if there is none.

    Undone rows do not count. Moves made for the player do not count either, because the player has
    not seen them.
    """
    own = [
        entry.row
        for entry in effective_rows(entries)
        if entry.row.seat == seat and not entry.row.system
    ]
    return max((row.n for row in own if row.by not in NOT_BY_HAND), default=0)
