"""Events of Imperial Settlers.

Owners are seats, or -1 for the virtual player. Cards are card codes.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from games.core.state.achievements import Achievement
from games.core.state.events import Event


class TookFaction(Event, frozen=True, tag="took_faction"):
    """Faction given to a seat or chosen by it."""

    seat: int
    faction: str


class Began(Event, frozen=True, tag="began"):
    """Start of the match, with the first player; the event of the first round narrates it."""

    first: int


class RoundBegan(Event, frozen=True, tag="round_began"):
    """Start of a round, with its first player."""

    heading: ClassVar[bool] = True

    round: int
    first: int


class Drew(Event, frozen=True, tag="drew"):
    """Cards drawn into a hand; only the owner sees which (`cards`).

    `decks` names the deck of each card. `quiet`: another event narrates the draw.
    """

    news: ClassVar[bool] = True

    seat: int
    decks: list[str]
    cards: list[str] = field(default_factory=list)
    quiet: bool = False


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """Discard pile turned into a deck again: `common` or a faction's (rulings R26, R45)."""

    deck: str


class Revealed(Event, frozen=True, tag="revealed"):
    """Cards laid into the open row."""

    cards: list[str]


class Took(Event, frozen=True, tag="took"):
    """Card taken from the row; the seat -1 is the virtual player."""

    seat: int
    card: str


class Left(Event, frozen=True, tag="left"):
    """Cards of the offer that nobody took, discarded face up."""

    cards: list[str]


class Kept(Event, frozen=True, tag="kept"):
    """Card kept in the hidden draft; only the seat sees it."""

    seat: int
    card: str = ""


class Gained(Event, frozen=True, tag="gained"):
    """Goods gained from the supply, because of `card` (empty: the board or a rule).

    `quiet`: another event, such as `Produced`, narrates the gain.
    """

    seat: int
    goods: dict[str, int]
    card: str = ""
    quiet: bool = False


class Produced(Event, frozen=True, tag="produced"):
    """Total of a player's production phase; `cards` is the number drawn."""

    seat: int
    goods: dict[str, int]
    cards: int = 0


class Built(Event, frozen=True, tag="built"):
    """Location built, with the goods paid and the site given up.

    `source` is the card whose effect built it, if any.
    """

    seat: int
    card: str
    paid: dict[str, int]
    site: str = ""
    source: str = ""


class Signed(Event, frozen=True, tag="signed"):
    """Deal made by the action, with the good it brings (rules 5.2)."""

    seat: int
    card: str
    good: str
    paid: dict[str, int]


class Routed(Event, frozen=True, tag="routed"):
    """Trade Route Deal with a Location of `owner`."""

    seat: int
    owner: int
    target: str
    good: str


class Razed(Event, frozen=True, tag="razed"):
    """Card razed, from the hand (`owner` None) or as a Location.

    `given` is the number of goods turned into points. `controller` is the seat that gains the
    wood for a Common Location.
    """

    seat: int
    card: str
    owner: int | None
    tokens: int
    goods: dict[str, int]
    given: int = 0
    controller: int | None = field(default=None, name="lord")


class Activated(Event, frozen=True, tag="activated"):
    """Action Location activated: goods paid and cards discarded for it.

    `source` is the Acting Troupe that repeats the action.
    """

    seat: int
    card: str
    mode: int
    times: int
    paid: dict[str, int]
    cards: list[str] = field(default_factory=list)
    source: str = ""


class Worked(Event, frozen=True, tag="worked"):
    """Workers exchanged in pairs for goods and cards (rules 5.5)."""

    seat: int
    workers: int
    goods: dict[str, int]


class Passed(Event, frozen=True, tag="passed"):
    """Pass: the seat takes no more turns in this round."""

    seat: int


class Defended(Event, frozen=True, tag="defended"):
    """Defense token placed on a Location."""

    seat: int
    card: str


class Deployed(Event, frozen=True, tag="deployed"):
    """Workers turned into Samurai; `lost` Samurai had no place."""

    seat: int
    cards: list[str]
    lost: int = 0


class Put(Event, frozen=True, tag="put"):
    """Goods laid on a Shrine permanently (rules 9.3)."""

    seat: int
    card: str
    goods: dict[str, int]


class BuriedCards(Event, frozen=True, tag="buried"):
    """Cards laid under a Gate; only the acting seat sees which."""

    seat: int
    card: str
    n: int
    cards: list[str] = field(default_factory=list)


class DealLost(Event, frozen=True, tag="deal_lost"):
    """End of a victim's Deal; with `taken` the Deal moves to `seat`.

    `card` is empty for a Trade Route, which has a `target`.
    """

    seat: int
    victim: int
    good: str
    card: str = ""
    target: str = ""
    taken: bool = False


class Stole(Event, frozen=True, tag="stole"):
    """Goods taken from a victim's supply."""

    seat: int
    victim: int
    good: str
    n: int


class Looted(Event, frozen=True, tag="looted"):
    """Goods of a Location's raze value gained; the Location stays."""

    seat: int
    owner: int
    card: str
    goods: dict[str, int]


class Removed(Event, frozen=True, tag="removed"):
    """Location sent to its discard pile without being razed."""

    seat: int
    owner: int
    card: str


class Jammed(Event, frozen=True, tag="jammed"):
    """Action Location blocked for the round."""

    seat: int
    owner: int
    card: str


class Captured(Event, frozen=True, tag="captured"):
    """Location captured for the round by an Egyptian token."""

    seat: int
    owner: int
    card: str


class Discarded(Event, frozen=True, tag="discarded"):
    """Hand cards discarded face up."""

    seat: int
    cards: list[str]


class Selected(Event, frozen=True, tag="selected"):
    """Choice among drawn cards: `n` kept, `left` discarded face up.

    Only the seat sees the kept `cards`.
    """

    seat: int
    n: int
    left: list[str]
    cards: list[str] = field(default_factory=list)


class Founded(Event, frozen=True, tag="founded"):
    """Hand card turned into a face-down Foundation."""

    seat: int
    card: str = ""


class Exchanged(Event, frozen=True, tag="exchanged"):
    """Exchange by a card's effect: goods paid and goods gained."""

    seat: int
    card: str
    paid: dict[str, int]
    goods: dict[str, int]


class Produce(Event, frozen=True, tag="produce"):
    """Additional production of a Location, because of `card`."""

    seat: int
    card: str
    location: str


class Cleaned(Event, frozen=True, tag="cleaned"):
    """Goods left in a player's supply after cleanup (rules 4.4)."""

    seat: int
    kept: dict[str, int]


class AttackRevealed(Event, frozen=True, tag="attack_revealed"):
    """Solo: Attack card laid on top of the queue."""

    attack: str


class Collected(Event, frozen=True, tag="collected"):
    """Solo: the virtual player's remaining Locations, moved to its Collection."""

    cards: list[str]


class Attacked(Event, frozen=True, tag="attacked"):
    """Solo attack by Attack cards with these `targets`.

    `card` is the Location taken; it is empty if the attack finds none.
    """

    targets: list[str]
    card: str = ""


class Ended(Event, frozen=True, tag="ended"):
    """End of the match; places begin at 1 (best).

    Solo: `own` faction Locations against the size of the Collection.
    """

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

# achievements for the first time that a player does something
ACHIEVEMENTS = (
    Achievement("deal", Signed),
    Achievement("faction", score_row="faction"),
    Achievement("razed", Razed),
)


def spots(event: SettlersEvent) -> tuple[str, ...]:
    """Return the places that images mark because of an event.

    A place is a card code, `supply<seat>`, `hand<seat>`, `deals<seat>` or `points<seat>`.
    """
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
    """Return the acting card, if any, and the supply of the seat that gained or paid goods."""
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
