"""Events of Eight-Minute Empire."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from games.core.state.achievements import Achievement
from games.core.state.events import Event, Stat


class Began(Event, frozen=True, tag="began"):
    """Game laid out; `game` counts from 1 in a campaign of `games`.

    `tokens` has the good of each goods token by region.
    """

    game: int
    games: int
    side: str
    tokens: dict[str, str] = field(default_factory=dict)


class PlacedNeutral(Event, frozen=True, tag="placed_neutral"):
    """Neutral army placed by a seat (rules 13.5)."""

    seat: int
    region: str


class Bade(Event, frozen=True, tag="bade"):
    """Bid made by a seat; only the seat's own version has the amount."""

    seat: int
    amount: int | None = None


class BidsOpened(Event, frozen=True, tag="bids_opened"):
    """Bids of all seats revealed; the winner pays.

    `tie` is the tie-breaker that decided among the highest bids, "" if there was no tie.
    """

    bids: list[int]
    winner: int
    tie: Literal["", "age", "lot"] = ""


class Starts(Event, frozen=True, tag="starts"):
    """First player chosen; `by` is the seat that named the first player (option bid_winner)."""

    first: int
    by: int


class Took(Event, frozen=True, tag="took"):
    """Card taken from place 1..6 for its price."""

    seat: int
    card: str
    place: int
    price: int


class ArmiesPlaced(Event, frozen=True, tag="placed"):
    """Armies moved from the reserve to a region."""

    seat: int
    region: str
    n: int


class Moved(Event, frozen=True, tag="moved"):
    """Single step of an own army over a border or a sea route (rules 8.2, 8.3)."""

    seat: int
    start: str
    to: str


class Founded(Event, frozen=True, tag="founded"):
    """City founded by a seat in a region (rules 8.4)."""

    seat: int
    region: str


class Destroyed(Event, frozen=True, tag="destroyed"):
    """Army removed from the board; an `owner` after the last seat is the neutral color."""

    seat: int
    region: str
    owner: int


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """Finished turn: the card, the steps in order, and who lost and gained control.

    A step is `["place", region, n]`, `["move", start, to]`, `["city", region]` or `["destroy",
    region, owner]`. `won` are the regions newly held by the seat. `changes` are the regions and
    continents that changed hands, `[place, owner before, owner now]` with "" for nobody; old logs
    have none.
    """

    seat: int
    turn: int
    card: str
    price: int
    steps: list[list[str]] = field(default_factory=list)
    won: list[str] = field(default_factory=list)
    changes: list[list[str]] = field(default_factory=list)


class Refilled(Event, frozen=True, tag="refilled"):
    """Row of cards moved up and refilled with a new card in the last place."""

    card: str


class Assigned(Event, frozen=True, tag="assigned"):
    """Wilds assigned by a seat: their number by good (rules 11.4)."""

    seat: int
    goods: dict[str, int]


class Scored(Event, frozen=True, tag="scored"):
    """Game over, with points and places by seat.

    `sources` are the points of each seat for regions, continents and goods; old logs have none.
    """

    game: int
    games: int
    totals: list[int]
    places: list[int]
    sources: list[list[int]] = field(default_factory=list)


class CampaignOver(Event, frozen=True, tag="campaign_over"):
    """Last game of a campaign over, with total points and places by seat."""

    totals: list[int]
    places: list[int]


EmpireEvent = (
    Began
    | PlacedNeutral
    | Bade
    | BidsOpened
    | Starts
    | Took
    | ArmiesPlaced
    | Moved
    | Founded
    | Destroyed
    | TurnEnded
    | Refilled
    | Assigned
    | Scored
    | CampaignOver
)

ACHIEVEMENTS = (
    Achievement("city", Founded),
    Achievement("destroyed", Destroyed),
    Achievement("region", score_row="regions"),
    Achievement("continent", score_row="continents"),
)


def spots(event: Event) -> tuple[str, ...]:
    """Return the places that an event changed: regions, or `card6` for the refilled place."""
    match event:
        case PlacedNeutral() | ArmiesPlaced() | Founded() | Destroyed():
            return (event.region,)
        case Moved():
            return (event.start, event.to)
        case Refilled():
            return ("card6",)
    return ()


def stats(event: Event) -> list[Stat]:
    """Return the statistics of an event: first player, highest bid, card price; [] for others."""
    match event:
        case Starts(first=first):
            return [Stat("start", "first", first)]
        case BidsOpened(bids=bids):
            return [Stat("highest bid", str(max(bids)))]
        case Took(price=price):
            return [Stat("price", str(price))]
    return []
