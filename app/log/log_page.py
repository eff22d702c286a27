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
    """Page of the log, oldest row first. Page 1 is the oldest page, the last one the newest."""

    rows: tuple[LogRow, ...]
    page: int
    pages: int


class Recap(Struct, frozen=True):
    """Summary of what happened since the player's last move, oldest sentence first.

    - `said`: the most important sentences, for the recap page
    - `elapsed`: seconds since that move
    - `has_news`: True if the player's panel has not shown some of the sentences yet
    - `short`, `omitted`: the few sentences that fit above a panel, and how many are left out there
    - `shorter`: alternatives to `short` with fewer sentences, the shortest first
    - `losses`: those sentences that tell what the player lost; they are never cut short
    - `played`: False before the player's first move
    - `by_others`: True if some sentences are about more than the player's own last move
    - `all`, `row`: all sentences, and the number of the log row after which they begin
    - `seated`: False for a spectator, who gets the latest events instead
    """

    said: tuple[Msg, ...]
    elapsed: float
    has_news: bool
    short: tuple[Msg, ...] = ()
    omitted: int = 0
    shorter: tuple[tuple[Msg, ...], ...] = ()
    losses: tuple[Msg, ...] = ()
    played: bool = True
    by_others: bool = False
    all: tuple[Msg, ...] = ()
    row: int = 0
    seated: bool = True
