"""The log in sentences, as each viewer may read it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from games.core.events import Event, seen_in_row
from games.core.history import Row
from games.core.messages import Msg, Seat
from games.core.rules import Game
from host.model import Entry, LogPage, LogRow, Match, Since

PAGE = 10       # sentences on a page of the log
AT_MOST = 8     # sentences of "since your last turn"
REACH = 60      # rows in which the newest turn is looked for
AnyGame = Game[Any, Any]


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """The rows that count: what was taken back and the taking back are left out."""
    return [entry for entry in entries if not entry.struck_by and entry.row.path[0] != "@undo"]


def heard(game: AnyGame, row: Row, viewer: Seat | None) -> list[Event]:
    """The events of a row in the version of `viewer` (None: anybody)."""
    return [game.event(raw) for one in row.events if (raw := seen_in_row(one, viewer)) is not None]


def told(game: AnyGame, row: Row, viewer: Seat | None) -> tuple[Msg, ...]:
    """A row in sentences."""
    return tuple(said for event in heard(game, row, viewer) if (said := game.narrate(event)) is not None)


def spots(game: AnyGame, rows: Iterable[Row], viewer: Seat | None) -> tuple[str, ...]:
    """The board places that these rows changed, each once."""
    return tuple(dict.fromkeys(spot for row in rows for event in heard(game, row, viewer) for spot in game.spots(event)))


def public(rows: Iterable[Row]) -> list[Row]:
    """The rows of which everybody hears something: a step behind a screen must not change what others see, not even by being."""
    return [row for row in rows if any(seen_in_row(one, None) is not None for one in row.events)]


def latest(rows: Sequence[Row]) -> list[Row]:
    """The newest turn: the rows at the end that one person made, or computer players one after the other."""

    def who(row: Row) -> Seat | None:
        return None if row.by in {"computer", "caretaker"} else row.seat

    turn: list[Row] = []
    for row in reversed(rows):
        if turn and who(row) != who(turn[-1]):
            break
        turn.append(row)
    return turn[::-1]


def page(match: Match, game: AnyGame, entries: Iterable[Entry], viewer: Seat | None, number: int) -> LogPage:
    """One page; 0 or a number beyond the last means the newest."""
    rows = [LogRow(e.row.n, e.at, e.row.seat, said) for e in standing(entries) if (said := told(game, e.row, viewer))]
    rows += [LogRow(notice.row, notice.at, None, (notice.what,)) for notice in match.notices]
    rows.sort(key=lambda row: (row.n, row.at))
    pages: list[list[LogRow]] = [[]]
    room = PAGE
    for row in rows:
        said = row.said
        while said:
            if not room:
                pages.append([])
                room = PAGE
            pages[-1].append(LogRow(row.n, row.at, row.seat, said[:room]))
            said, room = said[room:], max(0, room - len(said))
    number = len(pages) if number < 1 or number > len(pages) else number
    return LogPage(tuple(pages[number - 1]), number, len(pages))


def since(game: AnyGame, entries: Iterable[Entry], seat: Seat, seen: int, elapsed: float) -> Since:
    """What others did, at most `AT_MOST` sentences: what names the seat before anything else, then the newest."""
    said: list[tuple[int, Msg]] = []
    for entry in standing(entries):
        if entry.row.seat != seat:
            said += [(entry.row.n, sentence) for sentence in told(game, entry.row, seat)]
    hits = [at for at, (_, sentence) in enumerate(said) if _names(sentence, seat)]
    rest = [at for at in range(len(said)) if at not in hits]
    hits = hits[-AT_MOST:]
    chosen = hits + rest[len(rest) - min(len(rest), AT_MOST - len(hits)) :]
    return Since(tuple(said[at][1] for at in chosen), elapsed, any(n > seen for n, _ in said))


def _names(what: Any, seat: Seat) -> bool:
    """True when a sentence is about the seat."""
    if not isinstance(what, Msg):
        return False
    if what.key == "@seat":
        return bool(what.args["seat"] == seat)
    return any(_names(one, seat) for value in what.args.values() for one in (value if isinstance(value, list) else [value]))
