"""Steps that effects and actions share: building, Deals, razing (rules 5, 9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.core.cards.effects import EffectRef
from games.core.engine.context import StepContext
from games.core.text.messages import Seat
from games.imperial_settlers.model.catalog import CARDS, RULES
from games.imperial_settlers.model.events import Built, Razed, Signed
from games.imperial_settlers.model.state import (
    VIRTUAL,
    Foundation,
    Location,
    MadeDeal,
    SettlersState,
)
from games.imperial_settlers.rules.effects.resolve import (
    EFFECTS,
    Resolve,
    fire,
    gain,
    remove_from_play,
    spend,
)

JAPANESE = "japanese"
CONVERTED = {"vp": 2}  # gain for each good given up at the Dark Chapel
T = StepContext[SettlersState]


def sites(s: SettlersState, seat: Seat) -> list[str]:
    """Return the sites that a seat can give up (rules 5.1).

    These are its Foundations, and its own Locations that nobody has captured.
    """
    player = s.players[seat]
    return [
        *(one.card for one in player.foundations),
        *(one.card for one in player.locations if one.captor is None),
    ]


def construct(
    t: T, seat: Seat, card: str, paid: Mapping[str, int], site: str = "", source: str = ""
) -> None:
    """Build a card: cost, triggers, production, bonus (rules 5.1; rulings R22, R29).

    The caller has removed the card from the hand or the Deals.
    """
    s = t.state
    player = s.players[seat]
    spend(s, seat, paid)
    if site:
        give_up(t, seat, site)
    player.locations.append(Location(card))
    t.emit(Built(seat, card, dict(paid), site, source))
    fire(t, seat, "build", card)
    effects = EFFECTS[card]
    parts = [part for part in ("production", "bonus") if getattr(effects, part)]
    t.push(*(Resolve(seat, EffectRef(card, part)) for part in parts))


def give_up(t: T, seat: Seat, site: str) -> None:
    """Discard an own Location or Foundation."""
    s = t.state
    player = s.players[seat]
    for one in player.foundations:
        if one.card == site:
            player.foundations.remove(one)
            s.throw(site)
            return
    drop(t, *s.find(site))


def drop(t: T, owner: int, one: Location) -> None:
    """Discard a Location with everything on it."""
    remove_from_play(t, owner, one)
    t.state.throw(one.card)


def sign(t: T, seat: Seat, card: str, paid: Mapping[str, int]) -> None:
    """Turn a hand card into a Deal (rules 5.2)."""
    player = t.state.players[seat]
    spend(t.state, seat, paid)
    player.hand.remove(card)
    good = CARDS[card].deal
    player.deals.append(MadeDeal(good, card))
    t.emit(Signed(seat, card, good, dict(paid)))
    fire(t, seat, "deal")
    gain(t, seat, {good: 1}, card, quiet=True)


def end_deal(t: T, deal: MadeDeal) -> None:
    """Discard the card of a Deal that has ended; Attack cards leave the game (ruling R58).

    The marker of a Trade Route becomes visible, so this can't be undone.
    """
    if deal.card in CARDS:
        t.state.throw(deal.card)
        if deal.target:
            t.reveal()
    elif deal.card:
        t.state.spent.append(deal.card)


def price(s: SettlersState, one: Location, lord: int) -> int:
    """Return the raze tokens that a Location of `lord` costs: 2 plus protection (5.3, 0.5)."""
    return RULES.raze_location + protection(s, one, lord)


def protection(s: SettlersState, one: Location, lord: int) -> int:
    """Return the additional raze tokens for what protects a Location of `lord`."""
    extra = 0 if lord == VIRTUAL else sum(raze_price_increase(mine.card) for mine in s.own(lord))
    return RULES.raze_defense * one.defense + RULES.raze_samurai * one.samurai + extra


def raze_price_increase(card: str) -> int:
    """Return the raze tokens that a card adds to the price of all Locations of its controller."""
    # Only the feature `RazeCost` has an `amount`; its module imports this one.
    return sum(getattr(feature, "amount", 0) for feature in EFFECTS[card].features)


def raze_hand(t: T, seat: Seat, card: str, given: Mapping[str, int]) -> None:
    """Raze a hand card; the caller has paid the cost (rules 5.3).

    `given` are the gained goods that are turned into points (Dark Chapel).
    """
    t.state.players[seat].hand.remove(card)
    t.state.throw(card)
    _razed(t, seat, Razed(seat, card, None, 0, CARDS[card].raze, sum(given.values())), given)


def raze_location(t: T, seat: Seat, card: str, tokens: int, given: Mapping[str, int]) -> None:
    """Raze a Location for `tokens` (rules 5.3, 9.4, 11).

    A Common one becomes a Foundation of its owner, and its controller gains 1 wood. Other
    Locations are discarded. `given` are the gained goods that are turned into points (Dark
    Chapel).
    """
    s = t.state
    owner, one = s.find(card)
    lord = s.lord(card)
    s.players[seat].supply["raze"] -= tokens
    remove_from_play(t, owner, one)
    becomes_foundation = owner != VIRTUAL and one.facts.common
    if becomes_foundation:
        s.players[owner].foundations.append(Foundation(card, known=True))
        for good, n in RULES.razed.items():
            s.players[lord].supply[good] += n
    else:
        s.throw(card)
    event = Razed(
        seat,
        card,
        owner,
        tokens,
        CARDS[card].raze,
        sum(given.values()),
        lord if becomes_foundation else None,
    )
    _razed(t, seat, event, given)


def _razed(t: T, seat: Seat, event: Razed, given: Mapping[str, int]) -> None:
    """Report a razing, fire its triggers and gain the goods; those in `given` become points."""
    t.emit(event)
    fire(t, seat, "raze")
    goods = {good: n - given.get(good, 0) for good, n in event.goods.items()}
    for good, n in CONVERTED.items():
        goods[good] = goods.get(good, 0) + n * event.given
    gain(t, seat, goods, event.card, quiet=True)


def enemy_places(s: SettlersState, seat: Seat) -> Iterator[tuple[int, Location]]:
    """Yield the enemies' Locations, each with the seat that controls it (rules 0.5; R49)."""
    for enemy in s.enemies(seat):
        for one in s.own(enemy):
            yield enemy, one


def free_places(s: SettlersState, seat: Seat) -> list[str]:
    """Return the own Japanese faction Locations without a Samurai (rules 9.1)."""
    locations = s.players[seat].locations
    return [
        one.card
        for one in locations
        if one.captor is None and one.facts.deck == JAPANESE and not one.samurai
    ]


def samurai(s: SettlersState, seat: Seat) -> int:
    """Return the number of Samurai on own Locations."""
    return sum(one.samurai for one in s.own(seat))
