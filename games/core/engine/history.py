"""Match log: the position is the result of replaying the log's rows.

Rows are never changed: undo and rewind append system rows, which cancel earlier rows. A row that is
not cancelled is *effective*. `replay` plays one effective row, `fold` several, `verify` checks the
stored digests, and `undo` computes the position without a seat's last move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec import Struct

from games.core.engine import walk
from games.core.engine.game import find
from games.core.prompts.prompt import IllegalPath, MoveReady
from games.core.state.events import to_log_events
from games.core.state.position import Position
from games.core.state.rng import streams
from games.core.text.messages import Key, Seat, msg, seat_name

# Who made a move; stored in the log.
#
# - `player`: the player, with a click or a command
# - `computer`: the AI player of a seat that was an AI player's from the start
# - `order`: standing orders, as the player has set them
# - `default`: standing orders, as they would answer at their default values
# - `timeout`: the default answers (`walk.default_path`) after a missed deadline
# - `caretaker`: the AI player of a seat whose player is absent or has left for good
# - `admin`: a vote or a moderator who rewinds the match
# - `table`: the bot, for the setup and for migrations to newer rules
By = Literal["player", "computer", "order", "default", "timeout", "caretaker", "admin", "table"]
BY_ORDERS: tuple[By, ...] = ("order", "default")
FOR_ABSENT: tuple[By, ...] = ("caretaker", "timeout")  # answers given for an absent person
Pos = Position[Any, Any]


class HistoryRow(Struct, frozen=True):
    """One row of the append-only match log.

    `n` is the row number. `path` is the move of `seat`, and `by` says who chose it (the player, an
    AI player, a timeout). `barrier` are the seats that may not undo the row. `hash` is the digest
    of the position after the row. Row 0 (`@start`, by `table`) stores the events of the setup; it
    is not replayed.
    """

    n: int
    seat: Seat | None
    by: By
    path: list[Key]
    events: list[dict[str, Any]]
    barrier: list[Seat]
    rules: int
    hash: str

    @property
    def system(self) -> bool:
        """Return whether the row is no move, but was written by the engine.

        These rows are `@start`, `@undo`, `@rewind`, `@gone` (a player left for good) and `@rules`
        (migration to newer rules).
        """
        return isinstance(self.path[0], str) and self.path[0].startswith("@")


class UndoResult(Struct, frozen=True):
    """Result of an undo: the undone row, its `move` in words and the position without the row."""

    row: HistoryRow
    move: MoveReady
    pos: Pos


class ReplayMismatchError(ValueError):
    """Error for a row whose replay differs from the log.

    The row's move is illegal, emits other events than the row stores, or leads to another position.
    """

    def __init__(self, row: HistoryRow) -> None:
        super().__init__(f"row {row.n} does not replay")
        self.row = row


def move_row(
    n: int, seat: Seat | None, by: By, path: Sequence[Key], step: walk.MoveResult
) -> HistoryRow:
    """Return row `n` of the log (from 1) for a step just played.

    `by` says who answered: the player, an AI player, a standing order and so on.
    """
    game = find(step.pos.game)
    return HistoryRow(
        n,
        seat,
        by,
        list(path),
        to_log_events(step.events),
        step.barrier,
        step.pos.rules,
        game.codec.digest(step.pos),
    )


def system_row(n: int, seat: Seat | None, by: By, path: Sequence[Key], pos: Pos) -> HistoryRow:
    """Return row `n` of the log: a system row, whose kind is the first key of `path`.

    `pos` is the position after the row. All seats are in the row's `barrier`; only that of an
    `@undo` row is empty.
    """
    barrier = [] if path[0] == "@undo" else list(range(pos.n))
    return HistoryRow(
        n, seat, by, list(path), [], barrier, pos.rules, find(pos.game).codec.digest(pos)
    )


def effective_rows(rows: Iterable[HistoryRow]) -> list[HistoryRow]:
    """Return the rows that a replay must play, without undone and rewound ones.

    `@undo n` cancels row n alone, `@rewind n` cancels row n and all later rows. The only system
    rows in the result are `@rewind` and `@gone`, because only they change the position on replay (a
    rewind draws new random streams).
    """
    effective: list[HistoryRow] = []
    for row in rows:
        match row.path:
            case ["@undo", int(n)]:
                effective = [earlier for earlier in effective if earlier.n != n]
            case ["@rewind", int(n)]:
                effective = [*(earlier for earlier in effective if earlier.n < n), row]
            case ["@rules", _] | ["@start"]:
                pass
            case _:
                effective.append(row)
    return effective


def replay(pos: Pos, row: HistoryRow, seed: str) -> Pos:
    """Return the position after an effective row, played on a copy of `pos`.

    `seed` is the match's random seed. A `@rewind` row only replaces the random streams, because
    `effective_rows` has already left out the rows that it cancels. Raises `ReplayMismatchError` if
    the row is not legal or emits other events than it stores.
    """
    match row.path:
        case ["@rewind", _]:
            after = find(pos.game).codec.clone(pos)
            after.rng = streams(seed, row.n, pos.n)
            return after
        case ["@gone", int(seat)]:
            after = find(pos.game).codec.clone(pos)
            after.gone[seat] = True
            return after
    try:
        step = walk.submit(pos, -1 if row.seat is None else row.seat, tuple(row.path))
    except walk.IllegalMoveError as error:
        raise ReplayMismatchError(row) from error
    if to_log_events(step.events) != row.events:
        raise ReplayMismatchError(row)
    return step.pos


def fold(base: Pos, rows: Iterable[HistoryRow], seed: str) -> Pos:
    """Return the position after replaying `rows` on `base`, the position before them.

    `seed` is the match's random seed. Raises `ReplayMismatchError`.
    """
    for row in effective_rows(rows):
        base = replay(base, row, seed)
    return base


def verify(base: Pos, rows: Sequence[HistoryRow], seed: str) -> Iterable[int]:
    """Replay row by row, compare stored digests and yield the numbers of matching rows.

    `base` is the position after the setup or at a `@rules` row; `rows` are all rows after it.
    Raises `ReplayMismatchError` at the first row that does not match.
    """
    digest = find(base.game).codec.digest
    # Effective rows, each with the position after it. An undo replays only the rows after it.
    effective: list[tuple[HistoryRow, Pos]] = []
    for row in rows:
        numbers = {
            earlier.n for earlier in effective_rows([*(earlier for earlier, _ in effective), row])
        }
        first_removed = next(
            (at for at, (earlier, _) in enumerate(effective) if earlier.n not in numbers),
            len(effective),
        )
        to_replay = [earlier for earlier, _ in effective[first_removed:] if earlier.n in numbers]
        if row.n in numbers:
            to_replay.append(row)
        del effective[first_removed:]
        pos = effective[-1][1] if effective else base
        for earlier in to_replay:
            pos = replay(pos, earlier, seed)
            effective.append((earlier, pos))
        if digest(pos) != row.hash:
            raise ReplayMismatchError(row)
        yield row.n


def undo(base: Pos, rows: Sequence[HistoryRow], seat: Seat, seed: str) -> UndoResult | IllegalPath:
    """Undo the seat's last move among `rows`, or return why that is not possible.

    `rows` come after the position `base`, and `seed` is the match's random seed. Usually a move
    can't be undone once it has ended the turn. Two kinds of moves can, if they revealed nothing and
    are still the last row: moves that a caretaker or a timeout played for an absent player, and
    moves with `MoveReady.takeback`.
    """
    effective = effective_rows(rows)
    last = next((row for row in reversed(effective) if row.seat == seat and not row.system), None)
    if last is None:
        return IllegalPath(msg("core.undo.nothing"))
    barred = any(seat in row.barrier for row in effective if row.n >= last.n)
    if barred and last is not effective[-1]:
        return IllegalPath(msg("core.undo.seen"))
    pos, move = base, MoveReady(msg("core.undo.nothing"))
    for row in effective:
        if row.n == last.n:
            result = walk.ask(pos, seat, tuple(row.path))
            move = result if isinstance(result, MoveReady) else move
            if barred and not (
                (last.by in FOR_ABSENT or move.takeback)
                and not walk.submit(pos, seat, tuple(row.path)).informed
            ):
                return IllegalPath(msg("core.undo.seen"))
            continue
        try:
            pos = replay(pos, row, seed)
        except ReplayMismatchError:  # a later move depends on the move to undo
            return IllegalPath(
                msg("core.undo.built", seat=seat_name(seat if row.seat is None else row.seat))
            )
    return UndoResult(last, move, pos)
