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
Context = StepContext[SettlersState]


def sites(s: SettlersState, seat: Seat) -> list[str]:
    """Return the sites that a seat can give up (rules 5.1).

    These are its Foundations, and its own Locations that nobody has captured.
    """
    player = s.players[seat]
    return [
        *(location.card for location in player.foundations),
        *(location.card for location in player.locations if location.captor is None),
    ]


def construct(
    ctx: Context, seat: Seat, card: str, paid: Mapping[str, int], site: str = "", source: str = ""
) -> None:
    """Build `card`: costs, triggers, production, bonus (rules 5.1; rulings R22, R29).

    `paid` are the goods; `site` is what the seat gives up ("": nothing). `source` is the card whose
    effect builds ("": the action). The caller has removed the card from the hand or the Deals.
    """
    s = ctx.state
    player = s.players[seat]
    spend(s, seat, paid)
    if site:
        give_up(ctx, seat, site)
    player.locations.append(Location(card))
    ctx.emit(Built(seat, card, dict(paid), site, source))
    fire(ctx, seat, "build", card)
    effects = EFFECTS[card]
    parts = [part for part in ("production", "bonus") if getattr(effects, part)]
    ctx.push(*(Resolve(seat, EffectRef(card, part)) for part in parts))


def give_up(ctx: Context, seat: Seat, site: str) -> None:
    """Discard an own Location or Foundation."""
    s = ctx.state
    player = s.players[seat]
    for location in player.foundations:
        if location.card == site:
            player.foundations.remove(location)
            s.discard_card(site)
            return
    drop(ctx, *s.find(site))


def drop(ctx: Context, owner: int, location: Location) -> None:
    """Discard a Location, with everything on it, from the table."""
    remove_from_play(ctx, owner, location)
    ctx.state.discard_card(location.card)


def make_deal(ctx: Context, seat: Seat, card: str, paid: Mapping[str, int]) -> None:
    """Turn a hand card into a Deal (rules 5.2); `paid` are the goods that it costs."""
    player = ctx.state.players[seat]
    spend(ctx.state, seat, paid)
    player.hand.remove(card)
    good = CARDS[card].deal
    player.deals.append(MadeDeal(good, card))
    ctx.emit(Signed(seat, card, good, dict(paid)))
    fire(ctx, seat, "deal")
    gain(ctx, seat, {good: 1}, card, quiet=True)


def end_deal(ctx: Context, deal: MadeDeal) -> None:
    """Discard the card of a Deal that has ended; Attack cards leave the game (ruling R58).

    The card of a Trade Route (a Deal with a `target`) was drawn face down; discarding it shows it to
    everyone, so this can't be undone.
    """
    if deal.card in CARDS:
        ctx.state.discard_card(deal.card)
        if deal.target:
            ctx.reveal()
    elif deal.card:
        ctx.state.spent.append(deal.card)


def price(s: SettlersState, location: Location, controller: int) -> int:
    """Return the raze tokens to raze a Location of `controller`: 2 plus protection (5.3, 0.5)."""
    return RULES.raze_location + protection(s, location, controller)


def protection(s: SettlersState, location: Location, controller: int) -> int:
    """Return the raze tokens that protection adds to the price of a Location of `controller`."""
    extra = (
        0
        if controller == VIRTUAL
        else sum(raze_price_increase(mine.card) for mine in s.controlled_by(controller))
    )
    return RULES.raze_defense * location.defense + RULES.raze_samurai * location.samurai + extra


def raze_price_increase(card: str) -> int:
    """Return the raze tokens that a card adds to the price of all Locations of its controller."""
    # Only the feature `RazeCost` has an `amount`. `isinstance` is not possible here: the module of
    # `RazeCost` imports this one.
    return sum(getattr(feature, "amount", 0) for feature in EFFECTS[card].features)


def raze_hand(ctx: Context, seat: Seat, card: str, converted: Mapping[str, int]) -> None:
    """Raze a hand card; the caller has paid the cost (rules 5.3).

    `converted` are the gained goods that are turned into points (Dark Chapel).
    """
    ctx.state.players[seat].hand.remove(card)
    ctx.state.discard_card(card)
    _razed(
        ctx, seat, Razed(seat, card, None, 0, CARDS[card].raze, sum(converted.values())), converted
    )


def raze_location(
    ctx: Context, seat: Seat, card: str, tokens: int, converted: Mapping[str, int]
) -> None:
    """Raze a Location for `tokens` (rules 5.3, 9.4, 11).

    A Common one becomes a Foundation of its owner, and its controller gains 1 wood. Other
    Locations are discarded. `converted` are the gained goods that are turned into points (Dark
    Chapel).
    """
    s = ctx.state
    owner, location = s.find(card)
    controller = s.controller_of(card)
    s.players[seat].supply["raze"] -= tokens
    remove_from_play(ctx, owner, location)
    becomes_foundation = owner != VIRTUAL and location.facts.common
    if becomes_foundation:
        s.players[owner].foundations.append(Foundation(card, known=True))
        for good, n in RULES.razed.items():
            s.players[controller].supply[good] += n
    else:
        s.discard_card(card)
    event = Razed(
        seat,
        card,
        owner,
        tokens,
        CARDS[card].raze,
        sum(converted.values()),
        controller if becomes_foundation else None,
    )
    _razed(ctx, seat, event, converted)


def _razed(ctx: Context, seat: Seat, event: Razed, converted: Mapping[str, int]) -> None:
    """Report a razing, fire its triggers, gain its goods; turn those in `converted` to points."""
    ctx.emit(event)
    fire(ctx, seat, "raze")
    goods = {good: n - converted.get(good, 0) for good, n in event.goods.items()}
    for good, n in CONVERTED.items():
        goods[good] = goods.get(good, 0) + n * event.given
    gain(ctx, seat, goods, event.card, quiet=True)


def enemy_places(s: SettlersState, seat: Seat) -> Iterator[tuple[int, Location]]:
    """Yield a pair (controlling seat, Location) for each Location of enemies (rules 0.5; R49)."""
    for enemy in s.enemies(seat):
        for location in s.controlled_by(enemy):
            yield enemy, location


def places_for_samurai(s: SettlersState, seat: Seat) -> list[str]:
    """Return the own Japanese faction Locations without a Samurai (rules 9.1)."""
    locations = s.players[seat].locations
    return [
        location.card
        for location in locations
        if location.captor is None and location.facts.deck == JAPANESE and not location.samurai
    ]


def count_samurai(s: SettlersState, seat: Seat) -> int:
    """Return the number of Samurai on own Locations."""
    return sum(location.samurai for location in s.controlled_by(seat))
