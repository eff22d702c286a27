"""What a game of Imperial Settlers tells. Owners are seats, -1 the virtual player; cards are named by their codes."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from games.core.state.achievements import Achievement
from games.core.state.events import Event


class TookFaction(Event, frozen=True, tag="took_faction"):
    """Who plays what."""

    seat: int
    faction: str


class Began(Event, frozen=True, tag="began"):
    """The first player was drawn by lot, and everybody has a hand. The first round tells it."""

    first: int


class RoundBegan(Event, frozen=True, tag="round_began"):
    """A round begins with this first player."""

    heading: ClassVar[bool] = True

    round: int
    first: int


class Drew(Event, frozen=True, tag="drew"):
    """Cards into a hand; only their owner is told which (`cards`). `decks` names the deck of each. `quiet`: part of something
    that is told as a whole."""

    news: ClassVar[bool] = True

    seat: int
    decks: list[str]
    cards: list[str] = field(default_factory=list)
    quiet: bool = False


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """A discard pile has become a deck again: `common`, or a faction's (rulings R26, R45)."""

    deck: str


class Revealed(Event, frozen=True, tag="revealed"):
    """Cards laid open in the row."""

    cards: list[str]


class Took(Event, frozen=True, tag="took"):
    """A card of the row; `seat` -1 is the virtual player."""

    seat: int
    card: str


class Left(Event, frozen=True, tag="left"):
    """Cards that nobody took, discarded face up."""

    cards: list[str]


class Kept(Event, frozen=True, tag="kept"):
    """A hidden choice of the draft; only the chooser is told the card."""

    seat: int
    card: str = ""


class Gained(Event, frozen=True, tag="gained"):
    """Goods from the supply, because of `card` (empty: the board or a rule). `quiet`: part of a production that is told as a
    whole."""

    seat: int
    goods: dict[str, int]
    card: str = ""
    quiet: bool = False


class Produced(Event, frozen=True, tag="produced"):
    """All that a player's production phase has brought; `cards` counts those drawn."""

    seat: int
    goods: dict[str, int]
    cards: int = 0


class Built(Event, frozen=True, tag="built"):
    """A Location, what was paid, and what was given up for it. `source` is the card whose effect built it."""

    seat: int
    card: str
    paid: dict[str, int]
    site: str = ""
    source: str = ""


class Signed(Event, frozen=True, tag="signed"):
    """A Deal made by the action, and the good that it brings (rules 5.2)."""

    seat: int
    card: str
    good: str
    paid: dict[str, int]


class Routed(Event, frozen=True, tag="routed"):
    """A Trade Route Deal with somebody's Location."""

    seat: int
    owner: int
    target: str
    good: str


class Razed(Event, frozen=True, tag="razed"):
    """A card razed: from the hand (`owner` None) or where it stood. `given` counts the goods turned into points. `lord` is who
    gains the wood for a Common Location."""

    seat: int
    card: str
    owner: int | None
    tokens: int
    goods: dict[str, int]
    given: int = 0
    lord: int | None = None


class Activated(Event, frozen=True, tag="activated"):
    """An Action Location, what was paid, and the cards or Deals discarded for it. `source` is the Acting Troupe that repeats
    it."""

    seat: int
    card: str
    mode: int
    times: int
    paid: dict[str, int]
    cards: list[str] = field(default_factory=list)
    source: str = ""


class Worked(Event, frozen=True, tag="worked"):
    """So many workers, exchanged in pairs for goods and cards (rules 5.5)."""

    seat: int
    workers: int
    goods: dict[str, int]


class Passed(Event, frozen=True, tag="passed"):
    """Out of the round."""

    seat: int


class Defended(Event, frozen=True, tag="defended"):
    """A defense token on a Location."""

    seat: int
    card: str


class Deployed(Event, frozen=True, tag="deployed"):
    """Workers became Samurai; `lost` is how many found no place."""

    seat: int
    cards: list[str]
    lost: int = 0


class Put(Event, frozen=True, tag="put"):
    """Goods laid on a Shrine, for good (rules 9.3)."""

    seat: int
    card: str
    goods: dict[str, int]


class BuriedCards(Event, frozen=True, tag="buried"):
    """Cards laid under a Gate; only who laid them is told which."""

    seat: int
    card: str
    n: int
    cards: list[str] = field(default_factory=list)


class DealLost(Event, frozen=True, tag="deal_lost"):
    """Somebody's Deal ends, or moves (`taken`). `card` is empty for a Trade Route, which has a `target`."""

    seat: int
    victim: int
    good: str
    card: str = ""
    target: str = ""
    taken: bool = False


class Stole(Event, frozen=True, tag="stole"):
    """Goods from somebody's supply."""

    seat: int
    victim: int
    good: str
    n: int


class Looted(Event, frozen=True, tag="looted"):
    """Goods of the raze value of a Location that stays untouched."""

    seat: int
    owner: int
    card: str
    goods: dict[str, int]


class Removed(Event, frozen=True, tag="removed"):
    """A Location sent to its discard pile without being razed."""

    seat: int
    owner: int
    card: str


class Jammed(Event, frozen=True, tag="jammed"):
    """An Action Location blocked for the round."""

    seat: int
    owner: int
    card: str


class Captured(Event, frozen=True, tag="captured"):
    """A Location taken for the round by an Egyptian token."""

    seat: int
    owner: int
    card: str


class Discarded(Event, frozen=True, tag="discarded"):
    """Cards from a hand, face up."""

    seat: int
    cards: list[str]


class Selected(Event, frozen=True, tag="selected"):
    """Of the cards looked at, some were kept (told to their owner alone), the others discarded for all to see."""

    seat: int
    n: int
    left: list[str]
    cards: list[str] = field(default_factory=list)


class Founded(Event, frozen=True, tag="founded"):
    """A hand card became a Foundation, face down."""

    seat: int
    card: str = ""


class Exchanged(Event, frozen=True, tag="exchanged"):
    """One exchange that a card allows: goods paid, goods gained."""

    seat: int
    card: str
    paid: dict[str, int]
    goods: dict[str, int]


class Produce(Event, frozen=True, tag="produce"):
    """A Location produces once more, because of `card`."""

    seat: int
    card: str
    location: str


class Cleaned(Event, frozen=True, tag="cleaned"):
    """What a player keeps at cleanup: all that is left in the supply (rules 4.4)."""

    seat: int
    kept: dict[str, int]


class AttackRevealed(Event, frozen=True, tag="attack_revealed"):
    """Solo: an Attack card on top of the queue."""

    attack: str


class Collected(Event, frozen=True, tag="collected"):
    """Solo: the virtual player's remaining Locations go to its Collection."""

    cards: list[str]


class Attacked(Event, frozen=True, tag="attacked"):
    """Solo: an attack with two targets takes a Location; without one (`card` empty) it fails."""

    targets: list[str]
    card: str = ""


class Ended(Event, frozen=True, tag="ended"):
    """The game is over; places are 1 for the best. Solo: own faction Locations against the Collection."""

    totals: list[int]
    places: list[int]
    own: int = 0
    collection: int = 0


SettlersEvent = (
    TookFaction
    | Began
    | RoundBegan
    | Drew
    | Reshuffled
    | Revealed
    | Took
    | Left
    | Kept
    | Gained
    | Produced
    | Built
    | Signed
    | Routed
    | Razed
    | Activated
    | Worked
    | Passed
    | Defended
    | Deployed
    | Put
    | BuriedCards
    | DealLost
    | Stole
    | Looted
    | Removed
    | Jammed
    | Captured
    | Discarded
    | Selected
    | Founded
    | Exchanged
    | Produce
    | Cleaned
    | AttackRevealed
    | Collected
    | Attacked
    | Ended
)

# what is worth remembering when somebody does it for the first time
DEEDS = (
    Achievement("deal", Signed),
    Achievement("faction", row="faction"),
    Achievement("razed", Razed),
)


def spots(event: SettlersEvent) -> tuple[str, ...]:
    """The places of the pictures that an event changed: cards, `supply<seat>`, `hand<seat>`, `deals<seat>`, `points<seat>`."""
    match event:
        case Signed(seat=seat, card=card):
            return card, f"deals{seat}"
        case Routed(seat=seat, target=target):
            return target, f"deals{seat}"
        case (
            BuriedCards(card=card)
            | Jammed(card=card)
            | Captured(card=card)
            | Attacked(card=card)
            | Took(card=card)
        ) if card:
            return (card,)
        case Deployed(cards=cards) | Revealed(cards=cards):
            return tuple(cards)
        case DealLost(seat=seat, victim=victim, taken=taken):
            return (f"deals{victim}", f"deals{seat}") if taken else (f"deals{victim}",)
        case Stole(seat=seat, victim=victim):
            return f"supply{seat}", f"supply{victim}"
        case Drew(seat=seat, quiet=False) | Discarded(seat=seat) | Selected(seat=seat):
            return (f"hand{seat}",)
    return _goods_changed(event)


def _goods_changed(event: SettlersEvent) -> tuple[str, ...]:
    """A card, if one acts, and the supply of who got or paid something."""
    match event:
        case Gained(quiet=True):
            return ()
        case Gained(seat=seat, goods=goods) if set(goods) == {"vp"}:
            return (f"points{seat}",)
        case (
            Gained(seat=seat)
            | Worked(seat=seat)
            | Produced(seat=seat)
            | Cleaned(seat=seat)
            | Exchanged(seat=seat)
        ):
            return (f"supply{seat}",)
        case Built() | Defended() | Razed() | Removed() | Looted() | Activated() | Put():
            return event.card, f"supply{event.seat}"
    return ()
