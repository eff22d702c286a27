"""All that a game of Imperial Settlers remembers. A Location is named by the card that it is: a card lies in one place."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from games.core.text.messages import Seat
from games.imperial_settlers.model.catalog import CARDS, COMMON, SUPPLY, Card

VIRTUAL = -1  # the virtual player of the solo game, where an owner is named


class Buried(Struct, array_like=True, forbid_unknown_fields=True):
    """A card under a Gate, and who put it there (who alone knows it)."""

    card: str
    seat: int


class Location(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A card built in an Empire. `used` are its activations of this round, `by` whose they were. `defense` are tokens on it,
    `put` the goods on a Shrine, `under` the cards under a Gate, `captor` the seat that holds it by an Egyptian token."""

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
        """What stands on the card."""
        return CARDS[self.card]


class MadeDeal(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A Deal that brings `good` every round: a card under the board; or, with a `target`, a Trade Route to that Location, `card`
    being the marker drawn unseen (empty: a virtual one)."""

    good: str
    card: str = ""
    target: str = ""


class Foundation(Struct, array_like=True, forbid_unknown_fields=True):
    """A card face down in an Empire. `known`: everybody has seen its face."""

    card: str
    known: bool


class Player(Struct, forbid_unknown_fields=True):
    """What one player has. `hand` is in the order of arrival; `looking` are drawn cards of which some will be kept, `kept` those
    kept from the hidden draft. `deck` is a bag. Locations and Deals are in the order in which they were made."""

    faction: str = ""
    points: int = 0
    supply: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SUPPLY, 0))
    hand: list[str] = field(default_factory=list)
    looking: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    passed: bool = False
    deals: list[MadeDeal] = field(default_factory=list)
    foundations: list[Foundation] = field(default_factory=list)
    locations: list[Location] = field(default_factory=list)


class SettlersState(Struct, forbid_unknown_fields=True):
    """The position on the table. `deck` and `attacks` are bags, `offer` the open row. Solo: `queue` are the Attack cards, the
    newest first, `spent` those out of the game, `virtual` the Locations of the virtual player, `collection` what it has
    collected."""

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
        """True for one player against the virtual one."""
        return len(self.players) == 1

    @property
    def order(self) -> list[Seat]:
        """The seats in turn order, clockwise from the first player."""
        n = len(self.players)
        return [(self.first + at) % n for at in range(n)]

    def standing(self) -> Iterator[tuple[int, Location]]:
        """All Locations with their owners (the virtual player's last), each owner's in the order built."""
        for seat, player in enumerate(self.players):
            for one in player.locations:
                yield seat, one
        for one in self.virtual:
            yield VIRTUAL, one

    def own(self, seat: int) -> list[Location]:
        """The own Locations of a seat or of the virtual player (rules 0.5): built and not captured, then captured."""
        if seat == VIRTUAL:
            return [one for one in self.virtual if one.captor is None]
        mine = [one for one in self.players[seat].locations if one.captor is None]
        for player in self.players:
            mine += [one for one in player.locations if one.captor == seat]
        return mine + [one for one in self.virtual if one.captor == seat] if self.virtual else mine

    def enemies(self, seat: Seat) -> list[int]:
        """Whom a seat may aim at: who has not passed, in turn order from the left; in solo the virtual player."""
        if self.solo:
            return [VIRTUAL]
        n = len(self.players)
        return [other for at in range(1, n) if not self.players[other := (seat + at) % n].passed]

    def find(self, card: str) -> tuple[int, Location]:
        """The Location that a card is, and its owner. KeyError when it is none."""
        for owner, one in self.standing():
            if one.card == card:
                return owner, one
        raise KeyError(card)

    def lord(self, card: str) -> int:
        """Whose own Location this is: the captor's, else the owner's."""
        owner, one = self.find(card)
        return owner if one.captor is None else one.captor

    def seat_of(self, faction: str) -> Seat:
        """Who plays a faction. StopIteration when nobody does."""
        return next(seat for seat, player in enumerate(self.players) if player.faction == faction)

    def pile(self, card: str) -> list[str]:
        """The discard pile of a card's deck, whoever had the card: the list itself."""
        deck = CARDS[card].deck
        return self.discard if deck == COMMON else self.players[self.seat_of(deck)].discard

    def throw(self, card: str) -> None:
        """A card goes face up to the discard pile of its own deck."""
        self.pile(card).append(card)


def blank(n: int) -> SettlersState:
    """An empty table for `n` seats; the setup fills it."""
    return SettlersState(round=0, first=0, players=[Player() for _ in range(n)])
