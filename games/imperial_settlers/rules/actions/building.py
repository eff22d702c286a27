"""Building of a card: checks, questions, and effects that build at once (rules 5.1, 0.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import ClassVar, Literal

from games.core.cards.effects import EffectRef
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import (
    DisabledOption,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
)
from games.core.text.messages import Msg, Path, Seat, msg
from games.imperial_settlers.model.catalog import CARDS, RESOURCES
from games.imperial_settlers.model.names import (
    amounts,
    card_name,
    cost_of,
    place_names,
    reason,
    the_card,
    the_places,
)
from games.imperial_settlers.model.state import SettlersState
from games.imperial_settlers.rules.effects import costs
from games.imperial_settlers.rules.effects.choices import (
    card_layout,
    distinct_cards,
    hand_option,
    other_copies,
    root,
)
from games.imperial_settlers.rules.effects.operations import SettlersOp, trigger_messages
from games.imperial_settlers.rules.effects.resolve import EFFECTS
from games.imperial_settlers.rules.effects.steps import construct, sites

Context = StepContext[SettlersState]
_MAX_FIRST_SITES = 2


def hindrance(s: SettlersState, seat: Seat, card: str, *, free_site: bool = False) -> Msg | None:
    """Return why a card can't be built; None if it can.

    With `free_site` the seat need not give up a site.
    """
    facts = CARDS[card]
    if facts.site and not free_site and not sites(s, seat):
        siteless = (one for one in s.players[seat].hand if not CARDS[one].site)
        return reason(
            "no_site", helped=any(can_build(s, seat, one, has_site=False) for one in siteless)
        )
    return costs.lacks(s.players[seat].supply, facts.goods)


def can_build(s: SettlersState, seat: Seat, card: str, has_site: bool) -> bool:
    """Return whether a card can be built; `has_site`: the seat has a site to give up."""
    facts = CARDS[card]
    return (has_site or not facts.site) and costs.covers(s.players[seat].supply, facts.goods)


def cost_words(supply: Mapping[str, int], card: str) -> Msg:
    """Describe a card's cost, with the part that `supply` must pay in gold."""
    return cost_of(
        card,
        sum(max(0, n - supply[good]) for good, n in CARDS[card].goods.items() if good in RESOURCES),
    )


def ask(
    s: SettlersState, seat: Seat, card: str, path: Path, *, free_site: bool = False
) -> PromptResult:
    """Return the next question about building a card, or the completed move.

    First comes the site to give up, unless the card needs none or `free_site` waives it. Then
    comes the payment, if gold may replace resources.
    """
    facts, supply = CARDS[card], s.players[seat].supply
    site, payment_at = "", 0  # `payment_at`: index of the payment in the path
    if facts.site and not free_site:
        if not path:
            return pick_site(s, seat, card)
        site, payment_at = str(path[0]), 1
    payment_prompt = costs.ask(supply, facts.goods)
    if payment_prompt is not None and len(path) == payment_at:
        return payment_prompt
    paid = path[payment_at] if payment_prompt is not None else {}
    if payment_prompt is not None and (
        not isinstance(paid, dict) or not costs.pays(facts.goods, paid)
    ):
        return IllegalPath(msg("imp.why.payment", what=amounts(facts.goods)))
    built = EFFECTS[card]
    trigger_texts = trigger_messages(
        s, seat, "build", card, (*built.production, *built.bonus), site
    )
    ghost: tuple[str, ...] = (f"{card}=build", f"{site}=site") if site else (f"{card}=build",)
    total_paid = costs.plus(paid if isinstance(paid, dict) else {}, costs.hard(facts.goods))
    ghost += costs.supply_preview(seat, supply, total_paid)
    payment = tuple(paid.items()) if isinstance(paid, dict) else ()
    text = _build_on_words(s, seat, card, payment, site) if site else _build_words(card, payment)
    advice = (
        msg(
            f"imp.advice.build_{'foundation' if _is_foundation(s, seat, site) else 'on'}",
            card=the_card(card),
            site=card_name(site) if _is_foundation(s, seat, site) else the_card(site),
        )
        if site
        else msg("imp.advice.build", card=the_card(card))
    )
    # The button of the site says what is lost: another press to confirm would add nothing.
    return MoveReady(
        text,
        instant=bool(site),
        takeback=bool(site),
        effects=tuple(trigger_texts),
        ghost=ghost,
        label=msg("imp.propose.build", card=card_name(card)),
        advice=advice,
    )


def _is_foundation(s: SettlersState, seat: Seat, site: str) -> bool:
    return any(one.card == site for one in s.players[seat].foundations)


def site_and_payment(
    card: str, path: Path, *, free_site: bool = False
) -> tuple[str, dict[str, int]]:
    """Return the site and the payment that a complete path of `ask` names.

    The site is a card code ("": none). The payment has only the goods that the player was asked
    for.
    """
    site = str(path[0]) if CARDS[card].site and not free_site else ""
    paid = path[-1] if path and isinstance(path[-1], dict) else {}
    return site, dict(paid)


def pick_site(s: SettlersState, seat: Seat, card: str) -> SelectPrompt:
    """Ask for the Foundation or Location to give up; the least valuable ones come first."""
    player = s.players[seat]
    names = place_names(player.locations)
    options = [
        Option(
            one.card,
            msg("imp.foundation", card=card_name(one.card)),
            spot=one.card,
            art=one.card,
            rule="build",
        )
        for one in player.foundations
    ]
    places = sorted(
        (one for one in player.locations if one.captor is None),
        key=lambda one: (one.facts.points, not one.used),
    )
    options += [
        Option(
            one.card,
            msg("imp.target.site", card=names[one.card], n=one.facts.points),
            _site_warning(one.used, one.samurai),
            spot=one.card,
            art=one.card,
            rule="build",
        )
        for one in places
    ]
    # an explanation of Foundations has room above few buttons only, since the card's text comes too
    is_first = all(one.facts.common for one in player.locations)
    is_explained = is_first and len(options) <= _MAX_FIRST_SITES
    question = msg("imp.ask.site_first" if is_explained else "imp.ask.site", card=the_card(card))
    # a single Location is asked for too, so that nobody gives it up unnamed
    return SelectPrompt(tuple(options), question, ask_single=True)


def _site_warning(used: int, samurai: bool) -> Msg | None:
    """Warn of a Samurai or of `used` activations lost with a Location; None if there are none."""
    if samurai:
        return msg("imp.detail.samurai")
    return msg("imp.detail.used") if used else None


def site_name(s: SettlersState, seat: Seat, site: str) -> Msg:
    """Return the name of a site within a sentence."""
    names = the_places(s.players[seat].locations)
    if site in names:
        return names[site]
    return msg("imp.the_foundation", card=card_name(site))


@lru_cache(4096)
def _build_words(card: str, paid: tuple[tuple[str, int], ...]) -> Msg:
    key = "imp.sure.build" if paid else "imp.sure.build_free"
    return msg(key, card=the_card(card), paid=amounts(dict(paid)))


def _build_on_words(
    s: SettlersState, seat: Seat, card: str, paid: tuple[tuple[str, int], ...], site: str
) -> Msg:
    lost = site_name(s, seat, site)
    if not paid:
        return msg("imp.sure.build_free_on", card=the_card(card), site=lost)
    return msg("imp.sure.build_on", card=the_card(card), paid=amounts(dict(paid)), site=lost)


def disabled_options(
    reasons: Mapping[str, Msg], *, rule: str = "build"
) -> tuple[DisabledOption, ...]:
    """Return the cards in `reasons` as disabled options, in the order of `reasons`.

    `rule` is the chapter of the rules that explains the reasons.
    """
    return tuple(
        DisabledOption(card, card_name(card), why, rule, spot=card, art=card)
        for card, why in reasons.items()
    )


def payable(
    s: SettlersState, seat: Seat, cards: Iterable[str], spent: Mapping[str, int]
) -> list[str]:
    """Return those of `cards` whose goods the seat can pay after `spent` is paid."""
    supply = s.players[seat].supply
    return [
        card
        for card in distinct_cards(list(cards))
        if costs.covers(supply, costs.plus(CARDS[card].goods, spent))
    ]


class _BuildOp(SettlersOp, frozen=True):
    """Base of the ops that build a card at once, without a site (rulings R29, R30)."""

    def cards(self, s: SettlersState, seat: Seat) -> list[str]:
        """Return the cards that the op may build."""
        raise NotImplementedError

    def hindrance(self, ctx: Context, seat: Seat, spent: Mapping[str, int]) -> Msg | None:
        """Return why none of the cards can be paid after `spent` is paid; None if one can."""
        if payable(ctx.state, seat, self.cards(ctx.state, seat), spent):
            return None
        return msg(f"imp.why.no_{self.__struct_config__.tag}")

    def apply(self, ctx: Context, seat: Seat, here: EffectRef) -> None:
        """Ask which card is built."""
        ctx.push(BuildNow(seat, here))


class BuildFromHand(_BuildOp, frozen=True, tag="build_from_hand"):
    """Op: build a faction card from the hand without a site (ruling R30)."""

    deck: Literal["faction"]
    ignore_location_cost: Literal[True]

    def cards(self, s: SettlersState, seat: Seat) -> list[str]:
        """Return the faction cards of the hand."""
        return [card for card in s.players[seat].hand if not CARDS[card].common]


class BuildFromDeal(_BuildOp, frozen=True, tag="build_from_deal"):
    """Op: build a card from under the seat's board; its Deal ends (ruling R48)."""

    ignore_location_cost: Literal[True]

    def cards(self, s: SettlersState, seat: Seat) -> list[str]:
        """Return the Deal cards, without Trade Routes and Attack cards."""
        return [
            deal.card for deal in s.players[seat].deals if not deal.target and deal.card in CARDS
        ]


class BuildNow(Frame[SettlersState], tag="build_now"):
    """Choice of the card that the effect at `here` builds."""

    seat: int
    here: EffectRef
    verb: ClassVar[str] = "build_now"

    def prompt(self, ctx: Context, seat: Seat, path: Path) -> PromptResult:
        """Ask for the card, then for the payment if gold may replace resources."""
        if not path:
            return root(self.verb)
        if len(path) == 1:
            op: _BuildOp = self.here.find(EFFECTS)
            candidates = distinct_cards(op.cards(ctx.state, seat))
            playable = payable(ctx.state, seat, candidates, {})
            supply = ctx.state.players[seat].supply
            reasons = {
                card: why
                for card in candidates
                if (why := costs.lacks(supply, CARDS[card].goods, may_exchange=False))
            }
            options = tuple(hand_option(card, amounts(CARDS[card].goods)) for card in playable)
            return SelectPrompt(
                options,
                msg("imp.ask.build_now"),
                disabled_options(reasons),
                layout=card_layout(options),
                unlisted_keys=other_copies(op.cards(ctx.state, seat), playable),
                ask_single=True,
            )
        return ask(ctx.state, seat, str(path[1]), path[2:], free_site=True)

    def apply(self, ctx: Context, seat: Seat, path: Path) -> None:
        """Build the card from the hand or from under the board."""
        card = str(path[1])
        _, paid = site_and_payment(card, path[2:], free_site=True)
        remove_card(ctx.state, seat, card)
        ctx.pop()
        construct(ctx, seat, card, paid, source=self.here.card)


def remove_card(s: SettlersState, seat: Seat, card: str) -> None:
    """Remove a card from the hand or the Deals. Raises StopIteration if it is in neither."""
    player = s.players[seat]
    if card in player.hand:
        player.hand.remove(card)
        return
    player.deals.remove(
        next(deal for deal in player.deals if deal.card == card and not deal.target)
    )
