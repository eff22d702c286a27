"""The log: position = fold(rows). Undo, rewind and verification are folds over what is left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec import Struct

from games.core.engine import walk
from games.core.engine.game import find
from games.core.prompts.prompt import IllegalPath, MoveReady
from games.core.state.events import to_row
from games.core.state.position import Position
from games.core.state.rng import streams
from games.core.text.messages import Key, Seat, msg, seat_name

By = Literal["player", "computer", "order", "timeout", "caretaker", "admin", "table"]
STOOD_IN: tuple[By, ...] = ("caretaker", "timeout")  # who answers for a person that did not come
Pos = Position[Any, Any]


class HistoryRow(Struct, frozen=True):
    """One line of the append-only log (DESIGN 5). `n` counts from 1; `hash` is the digest of the position after it.

    Row 0 (`@start`, by the table) keeps what setting up has told; no fold begins with it.
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
        """True for the core's own rows: `@start`, `@undo`, `@rewind`, `@gone`, `@rules`."""
        return isinstance(self.path[0], str) and self.path[0].startswith("@")


class UndoResult(Struct, frozen=True):
    """A row that can be taken back, what it had said of itself, and the position without it."""

    row: HistoryRow
    done: MoveReady
    pos: Pos


class ReplayMismatchError(ValueError):
    """A row does not replay: illegal, or with other events, or to another position."""

    def __init__(self, row: HistoryRow) -> None:
        super().__init__(f"row {row.n} does not replay")
        self.row = row


def make(
    n: int, seat: Seat | None, by: By, path: Sequence[Key], step: walk.MoveResult
) -> HistoryRow:
    """Row `n` of the log (from 1): a step just played, with the digest of the position after it. `by` is who answered."""
    game = find(step.pos.game)
    return HistoryRow(
        n,
        seat,
        by,
        list(path),
        to_row(step.events),
        step.barrier,
        step.pos.rules,
        game.codec.digest(step.pos),
    )


def system(n: int, seat: Seat | None, by: By, path: Sequence[Key], pos: Pos) -> HistoryRow:
    """A row of the core's own; final for everybody unless it is an undo."""
    barrier = [] if path[0] == "@undo" else list(range(pos.n))
    return HistoryRow(
        n, seat, by, list(path), [], barrier, pos.rules, find(pos.game).codec.digest(pos)
    )


def effective_rows(rows: Iterable[HistoryRow]) -> list[HistoryRow]:
    """The rows that count: without what was undone or rewound; rewinds and leavings stand as what they do.

    `@undo n` strikes row n alone, `@rewind n` row n and all after it.
    """
    left: list[HistoryRow] = []
    for row in rows:
        match row.path:
            case ["@undo", int(n)]:
                left = [one for one in left if one.n != n]
            case ["@rewind", int(n)]:
                left = [*(one for one in left if one.n < n), row]
            case ["@rules", _] | ["@start"]:
                pass
            case _:
                left.append(row)
    return left


def replay(pos: Pos, row: HistoryRow, seed: str) -> Pos:
    """The position after a live row. Raises `ReplayMismatchError` when the row is no longer legal or tells something else."""
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
    if to_row(step.events) != row.events:
        raise ReplayMismatchError(row)
    return step.pos


def fold(base: Pos, rows: Iterable[HistoryRow], seed: str) -> Pos:
    """The position after `rows`, which follow the checkpoint `base`."""
    for row in effective_rows(rows):
        base = replay(base, row, seed)
    return base


def verify(base: Pos, rows: Sequence[HistoryRow], seed: str) -> Iterable[int]:
    """Replay row by row and compare every stored digest; yields each row number that holds, raises
    `ReplayMismatchError` at the first that
    does not. `base` is the start, or the checkpoint of a `@rules` row, and `rows` all that follow it."""
    digest = find(base.game).codec.digest
    standing: list[
        tuple[HistoryRow, Pos]
    ] = []  # each live row with the position after it: an undo replays only what followed
    for row in rows:
        kept = {one.n for one in effective_rows([*(one for one, _ in standing), row])}
        keep = next(
            (at for at, (one, _) in enumerate(standing) if one.n not in kept), len(standing)
        )
        again = [one for one, _ in standing[keep:] if one.n in kept] + (
            [row] if row.n in kept else []
        )
        del standing[keep:]
        pos = standing[-1][1] if standing else base
        for one in again:
            pos = replay(pos, one, seed)
            standing.append((one, pos))
        if digest(pos) != row.hash:
            raise ReplayMismatchError(row)
        yield row.n


def undo(base: Pos, rows: Sequence[HistoryRow], seat: Seat, seed: str) -> UndoResult | IllegalPath:
    """Take back the seat's last own step among `rows`, which follow the checkpoint `base`; or say why that can't be.

    What was done in the place of an absent person they may take back though it ended their turn, as long as nothing has come to
    light by it and nobody has decided anything since.
    """
    standing = effective_rows(rows)
    last = next((row for row in reversed(standing) if row.seat == seat and not row.system), None)
    if last is None:
        return IllegalPath(msg("core.undo.nothing"))
    barred = any(seat in row.barrier for row in standing if row.n >= last.n)
    if barred and not (last.by in STOOD_IN and last is standing[-1]):
        return IllegalPath(msg("core.undo.seen"))
    pos, done = base, MoveReady(msg("core.undo.nothing"))
    for row in standing:
        if row.n == last.n:
            answer = walk.ask(pos, seat, tuple(row.path))
            done = answer if isinstance(answer, MoveReady) else done
            if barred and walk.submit(pos, seat, tuple(row.path)).shown:
                return IllegalPath(msg("core.undo.seen"))
            continue
        try:
            pos = replay(pos, row, seed)
        except ReplayMismatchError:
            return IllegalPath(
                msg("core.undo.built", seat=seat_name(seat if row.seat is None else row.seat))
            )
    return UndoResult(last, done, pos)
