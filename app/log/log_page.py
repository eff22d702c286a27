"""Data types of the log: rows, pages and recaps."""

from __future__ import annotations

from msgspec import Struct

from games.core.text.messages import Msg, Seat


class LogRow(Struct, frozen=True):
    """Row of the log in sentences.

    `seat` is None for a notice of the match; a notice has the number of the row before it.
    """

    n: int
    at: float
    seat: Seat | None
    said: tuple[Msg, ...]


class LogPage(Struct, frozen=True):
    """Page of the log, oldest row first; pages count from 1 and the last is the newest."""

    rows: tuple[LogRow, ...]
    page: int
    pages: int


class Recap(Struct, frozen=True):
    """Summary of what happened since the player's last move, in time order.

    `fresh` is True if some of it was not on the player's panel yet. `brief` fits a panel and
    leaves out `left` sentences. `played` is False before the first move. `whole` is everything,
    told after row `row`. With `seated` False it tells a spectator what happened last.
    """

    said: tuple[Msg, ...]
    elapsed: float
    fresh: bool
    brief: tuple[Msg, ...] = ()
    left: int = 0
    played: bool = True
    whole: tuple[Msg, ...] = ()
    row: int = 0
    seated: bool = True
