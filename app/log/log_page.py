"""Data types of the log: rows, pages and recaps."""

from __future__ import annotations

from msgspec import Struct

from games.core.text.messages import Msg, Seat


class LogRow(Struct, frozen=True):
    """Row of the log in sentences.

    For a notice about the match, `seat` is None and `n` is the number of the row before it.
    """

    n: int
    at: float
    seat: Seat | None
    said: tuple[Msg, ...]


class LogPage(Struct, frozen=True):
    """Page of the log, oldest row first; page 1 is the oldest, the last the newest."""

    rows: tuple[LogRow, ...]
    page: int
    pages: int


class Recap(Struct, frozen=True):
    """Summary of what happened since the player's last move, oldest first.

    - `said`: the most important sentences, for the recap page
    - `elapsed`: seconds since that move
    - `has_news`: the player's panel has not shown some of them yet
    - `short`, `omitted`: the few sentences that fit a panel, and the number of those left out
    - `shorter`: what `short` would be with fewer sentences, the shortest first
    - `played`: False before the player's first move
    - `all`, `row`: all sentences, and the number of the row after which they begin
    - `seated`: False for a spectator, who gets the latest events instead
    """

    said: tuple[Msg, ...]
    elapsed: float
    has_news: bool
    short: tuple[Msg, ...] = ()
    omitted: int = 0
    shorter: tuple[tuple[Msg, ...], ...] = ()
    played: bool = True
    all: tuple[Msg, ...] = ()
    row: int = 0
    seated: bool = True
