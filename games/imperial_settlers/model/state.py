"""State of Imperial Settlers.

A Location's id is its card code, since each code exists once.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from games.core.text.messages import Seat
from games.imperial_settlers.model.catalog import CARDS, COMMON, SUPPLY, Card

VIRTUAL = -1  # the virtual player of the solo game, as an owner


class Buried(Struct, array_like=True, forbid_unknown_fields=True):
    """Card under a Gate, and the seat that put it there; only that seat knows the card."""

    card: str
    seat: int


class Location(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Card built in an Empire.

    - `used` is the number of activations this round, `by` the seats that activated it.
    - `defense` is the number of tokens on it; `samurai`: a Samurai stands on it.
    - `put` is the number of goods on a Shrine, `under` the cards under a Gate.
    - `captor` is the seat that controls it by an Egyptian token.
    """

    card: str
    used: int = 0
    by: list[int] = field(default_factory=list)
    blocked: bool = False
    defense: int = 0
    samurai: bool = False
    captor: int | None = None
    put: int = 0
    under: list[Buried] = field(default_factory=list)

    @property
    def facts(self) -> Card:
        """Return all that is printed on the card, except its effects."""
        return CARDS[self.card]


class MadeDeal(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Deal that brings `good` every round.

    Without a `target`, `card` lies under the player's board. With a `target` it is a Trade
    Route to that Location, and `card` is the face-down card from the deck that marks it (empty:
    there was none).
    """

    good: str
    card: str = ""
    target: str = ""


class Foundation(Struct, array_like=True, forbid_unknown_fields=True):
    """Face-down card in an Empire; `known`: everybody has seen its face."""

    card: str
    known: bool


class Player(Struct, forbid_unknown_fields=True):
    """State of one player.

    `hand` is in order of arrival. `looking` are drawn cards to choose from, `kept` those kept in
    the hidden draft. The order of `deck` has no meaning, since draws are random. Locations and
    Deals are in the order in which they were made. `accepted_risk` is the value of `free.raze_risk`
    when the player last chose to end a turn in this round (0: not yet).
    """

    faction: str = ""
    points: int = 0
    supply: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SUPPLY, 0))
    hand: list[str] = field(default_factory=list)
    looking: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    passed: bool = False
    accepted_risk: int = 0
    deals: list[MadeDeal] = field(default_factory=list)
    foundations: list[Foundation] = field(default_factory=list)
    locations: list[Location] = field(default_factory=list)


class SettlersState(Struct, forbid_unknown_fields=True):
    """State of the match.

    `offer` is the open row. The orders of `deck` and `attacks` have no meaning, since draws are
    random. Solo: `queue` are the open Attack cards, newest first, `spent` those out of the
    game; `virtual` are the virtual player's Locations, `collection` its collected cards.
    """

    round: int
    first: int
    players: list[Player]
    deck: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    offer: list[str] = field(default_factory=list)
    attacks: list[str] = field(default_factory=list)
    queue: list[str] = field(default_factory=list)
    spent: list[str] = field(default_factory=list)
    virtual: list[Location] = field(default_factory=list)
    collection: list[str] = field(default_factory=list)

    @property
    def solo(self) -> bool:
        """Return whether a single player plays against the virtual player."""
        return len(self.players) == 1

    @property
    def order(self) -> list[Seat]:
        """Return the seats in turn order, clockwise from the first player."""
        n = len(self.players)
        return [(self.first + at) % n for at in range(n)]

    def all_locations(self) -> Iterator[tuple[int, Location]]:
        """Yield a pair (owner, Location) for each Location, in building order by owner.

        The virtual player's Locations come last.
        """
        for seat, player in enumerate(self.players):
            for location in player.locations:
                yield seat, location
        for location in self.virtual:
            yield VIRTUAL, location

    def controlled_by(self, seat: int) -> list[Location]:
        """Return the Locations that a seat or the virtual player controls (rules 0.5).

        First come those that it built and nobody has captured, then those captured from others.
        """
        if seat == VIRTUAL:
            return [location for location in self.virtual if location.captor is None]
        controlled = [
            location for location in self.players[seat].locations if location.captor is None
        ]
        for player in self.players:
            controlled += [location for location in player.locations if location.captor == seat]
        controlled += [location for location in self.virtual if location.captor == seat]
        return controlled

    def enemies(self, seat: Seat) -> list[int]:
        """Return the enemies that a seat may target, clockwise from its left.

        Players who have passed are excluded. In solo the only enemy is the virtual player.
        """
        if self.solo:
            return [VIRTUAL]
        n = len(self.players)
        return [other for at in range(1, n) if not self.players[other := (seat + at) % n].passed]

    def find(self, card: str) -> tuple[int, Location]:
        """Return (owner, Location) for the Location with this card.

        Raises KeyError if no such Location stands.
        """
        for owner, location in self.all_locations():
            if location.card == card:
                return owner, location
        raise KeyError(card)

    def controller_of(self, card: str) -> int:
        """Return the seat that controls a Location: the captor, else the owner."""
        owner, location = self.find(card)
        return owner if location.captor is None else location.captor

    def seat_of(self, faction: str) -> Seat:
        """Return the seat that plays a faction. Raises StopIteration if there is none."""
        return next(seat for seat, player in enumerate(self.players) if player.faction == faction)

    def discard_pile(self, card: str) -> list[str]:
        """Return the discard pile of the card's own deck; it may be changed in place."""
        deck = CARDS[card].deck
        return self.discard if deck == COMMON else self.players[self.seat_of(deck)].discard

    def discard_card(self, card: str) -> None:
        """Put a card face up on the discard pile of its own deck."""
        self.discard_pile(card).append(card)


def blank(n: int) -> SettlersState:
    """Return an empty state for `n` seats; `setup` fills it."""
    return SettlersState(round=0, first=0, players=[Player() for _ in range(n)])
