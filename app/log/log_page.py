"""What people read of the log: its rows and pages, and what happened since a step of theirs."""

from __future__ import annotations

from msgspec import Struct

from games.core.text.messages import Msg, Seat


class LogRow(Struct, frozen=True):
    """One row of the log in sentences. `seat` is None for the table's own; a notice bears the number of the row before it."""

    n: int
    at: float
    seat: Seat | None
    said: tuple[Msg, ...]


class LogPage(Struct, frozen=True):
    """A page of the log, oldest row first; pages count from 1 and the last is the newest."""

    rows: tuple[LogRow, ...]
    page: int
    pages: int


class Recap(Struct, frozen=True):
    """What happened after the person's last own step and what that set off, in time order; `fresh` when some of it has not been
    on a panel of theirs yet. `brief` is what a panel has room for, `left` how many sentences it leaves out; `played` is False
    before a first step. `whole` is all of it, told after row `row`; for who has no `seated` place what happened last."""

    said: tuple[Msg, ...]
    elapsed: float
    fresh: bool
    brief: tuple[Msg, ...] = ()
    left: int = 0
    played: bool = True
    whole: tuple[Msg, ...] = ()
    row: int = 0
    seated: bool = True
