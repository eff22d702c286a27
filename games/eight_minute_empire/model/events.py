"""The facts that this game tells."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from games.core.state.achievements import Achievement
from games.core.state.events import Event, Stat


class Began(Event, frozen=True, tag="began"):
    """A game was laid out (`game` counts from 1 in a campaign of `games`)."""

    game: int
    games: int
    side: str
    tokens: dict[str, str] = field(default_factory=dict)


class PlacedNeutral(Event, frozen=True, tag="placed_neutral"):
    """A seat put a neutral army on the board (rules 13.5)."""

    seat: int
    region: str


class Bade(Event, frozen=True, tag="bade"):
    """A seat has bid; the amount stands only in its own version."""

    seat: int
    amount: int | None = None


class BidsOpened(Event, frozen=True, tag="bids_opened"):
    """All bids, by seat; the winner pays. `tie` tells what decided between equal highest bids."""

    bids: list[int]
    winner: int
    tie: Literal["", "age", "lot"] = ""


class Starts(Event, frozen=True, tag="starts"):
    """`first` takes the first turn; `by` is who named them (option bid_winner)."""

    first: int
    by: int


class Took(Event, frozen=True, tag="took"):
    """A card was taken from place 1..6 for its price."""

    seat: int
    card: str
    place: int
    price: int


class ArmiesPlaced(Event, frozen=True, tag="placed"):
    """Armies went from the reserve to a region."""

    seat: int
    region: str
    n: int


class Moved(Event, frozen=True, tag="moved"):
    """An own army took one step, over a border or a sea route, from one region to the next (rules 8.2, 8.3)."""

    seat: int
    start: str
    to: str


class Founded(Event, frozen=True, tag="founded"):
    """A city of the seat was founded in a region (rules 8.4)."""

    seat: int
    region: str


class Destroyed(Event, frozen=True, tag="destroyed"):
    """An army was taken off the board; an `owner` after the last seat is the neutral colour."""

    seat: int
    region: str
    owner: int


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A whole turn as it was in the end: the card, the steps in order, and the regions that the seat newly holds.

    A step is `["place", region, n]`, `["move", start, to]`, `["city", region]` or `["destroy", region, owner]`.
    """

    seat: int
    turn: int
    card: str
    price: int
    steps: list[list[str]] = field(default_factory=list)
    won: list[str] = field(default_factory=list)


class Refilled(Event, frozen=True, tag="refilled"):
    """The row closed up and a card came into its last place."""

    card: str


class Assigned(Event, frozen=True, tag="assigned"):
    """How a seat assigned its wilds: how many to each good; one may be left out (rules 11.4)."""

    seat: int
    goods: dict[str, int]


class Scored(Event, frozen=True, tag="scored"):
    """A game is over, with these points and places by seat."""

    game: int
    games: int
    totals: list[int]
    places: list[int]


class CampaignOver(Event, frozen=True, tag="campaign_over"):
    """The last game of a campaign is over, with these sums and places by seat."""

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

# what is worth remembering when somebody does it for the first time
DEEDS = (
    Achievement("city", Founded),
    Achievement("destroyed", Destroyed),
    Achievement("region", row="regions"),
    Achievement("continent", row="continents"),
)


def spots(event: Event) -> tuple[str, ...]:
    """The board places that an event changed: regions, `card6`."""
    match event:
        case PlacedNeutral() | ArmiesPlaced() | Founded() | Destroyed():
            return (event.region,)
        case Moved():
            return (event.start, event.to)
        case Refilled():
            return ("card6",)
    return ()


def figures(event: Event) -> list[Stat]:
    """Who started and for what bid; what was paid for cards."""
    match event:
        case Starts(first=first):
            return [Stat("start", "first", first)]
        case BidsOpened(bids=bids):
            return [Stat("highest bid", str(max(bids)))]
        case Took(price=price):
            return [Stat("price", str(price))]
    return []
