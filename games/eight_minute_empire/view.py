"""What one viewer may know of a position, built up by whitelist. Pictures, words and computer players start from here."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from games.core.score import Scoreboard

Phase = Literal["neutral", "bid", "first", "take", "action", "wilds", "end"]


class SeatView(Struct, frozen=True):
    """One player's things. `reserve` are armies, `cities` cities not yet on the board; `armies` those on it.

    `cards` are ids in the order taken. `goods` counts the symbols of the cards, `wild` among them. `points` is what the seat
    would score now, wilds at their best. `bid_in` tells that a bid lies ready, never its amount.
    """

    coins: int
    reserve: int
    cities: int
    armies: int
    cards: tuple[str, ...]
    goods: dict[str, int]
    regions: int
    continents: int
    points: int
    bid_in: bool


class Left(Struct, frozen=True):
    """What is left of an action. `join` is `or` while both sides are still open, `and` for two parts, else empty."""

    place: int = 0
    move: int = 0
    sea: bool = False
    city: int = 0
    destroy: int = 0
    join: str = ""


class GameView(Struct, frozen=True):
    """A position as `viewer` (None: anybody) knows it.

    `row` holds card ids from left to right, `prices` theirs; `taken` is the place (1..6) of the card taken this turn, which stays
    in the row until the refill. `armies` has one place per seat and a last one for the neutral colour; `cities` one per seat.
    `control` and `continents` name the holding seat (`n` for neutral) where there is one; `tokens` the good on a region.
    `sums` are the points of a campaign's finished games. `scoreboard` stands there once the game is over.
    """

    game: str
    viewer: int | None
    n: int
    side: str
    game_no: int
    games: int
    turn: int
    turns: int
    phase: Phase
    actors: tuple[int, ...]
    order: tuple[int, ...]
    row: tuple[str, ...]
    prices: tuple[int, ...]
    deck: int
    armies: dict[str, tuple[int, ...]]
    cities: dict[str, tuple[int, ...]]
    tokens: dict[str, str]
    control: dict[str, int]
    continents: dict[str, int]
    seats: tuple[SeatView, ...]
    taken: int | None
    left: Left | None
    my_bid: int | None
    sums: tuple[int, ...]
    start: str
    english: bool
    neutral_left: int
    scoreboard: Scoreboard | None = None
