"""Game log: events as sentences. An event that belongs to another one is not narrated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from games.core.text.messages import Msg, listed, msg, seat_name
from games.imperial_settlers.model import events as ev
from games.imperial_settlers.model.catalog import ATTACKS, COMMON
from games.imperial_settlers.model.events import SettlersEvent
from games.imperial_settlers.model.names import (
    FACTION_NAMES,
    GOOD_NAMES,
    amounts,
    card_name,
    cards,
    rival_name,
    the_card,
    the_cards,
)
from games.imperial_settlers.model.state import VIRTUAL, MadeDeal
from games.imperial_settlers.rules.actions.workers import gain_words
from games.imperial_settlers.rules.effects.targets import deal_name
from games.imperial_settlers.rules.flow.scoring import prestige
from games.imperial_settlers.views.view import GameView


def narrate(event: SettlersEvent) -> Msg | None:
    """Return an event as a sentence; None if another event narrates it."""
    match event:
        case ev.Revealed() | ev.Took() | ev.Left() | ev.Kept() | ev.Reshuffled():
            return _offered(event)
        case ev.Drew() | ev.Selected() | ev.Discarded():
            return _hands(event)
        case (
            ev.Gained() | ev.Produced() | ev.Produce() | ev.Exchanged() | ev.Worked() | ev.Cleaned()
        ):
            return _goods(event)
        case ev.Built() | ev.Signed() | ev.Routed() | ev.Activated() | ev.Founded():
            return _building_and_actions(event)
        case (
            ev.Razed()
            | ev.DealLost()
            | ev.Stole()
            | ev.Looted()
            | ev.Removed()
            | ev.Jammed()
            | ev.Captured()
        ):
            return _hostile(event)
        case ev.Defended() | ev.Deployed() | ev.Put() | ev.BuriedCards():
            return _free_operations(event)
    return _course(event)


def _course(event: SettlersEvent) -> Msg | None:
    """Narrate factions, rounds, passes, the end, and the Attack phase of solo."""
    match event:
        case ev.TookFaction(seat=seat, faction=faction):
            return msg("imp.log.faction", seat=seat_name(seat), faction=FACTION_NAMES[faction])
        case ev.RoundBegan(round=n, first=seat):
            return msg("imp.log.round", n=n, seat=seat_name(seat))
        case ev.Passed(seat=seat):
            return msg("imp.log.passed", seat=seat_name(seat))
        case ev.AttackRevealed(attack=attack):
            return msg("imp.log.attack_card", good=GOOD_NAMES[ATTACKS[attack]])
        case ev.Collected(cards=collected):
            return msg("imp.log.collected", n=len(collected), cards=the_cards(collected))
        case ev.Attacked(targets=targets, card=str(card)) if card:
            return msg(
                "imp.log.attacked",
                card=the_card(card),
                goods=listed([GOOD_NAMES[good] for good in targets]),
            )
        case ev.Attacked(targets=[first, *_]):
            return msg("imp.log.attack_failed", good=GOOD_NAMES[first])
        case ev.Ended(totals=[total], places=places, own=own, collection=collection_size):
            if places == [1]:
                return msg(
                    "imp.log.solo_won",
                    n=own,
                    m=collection_size,
                    points=total,
                    prestige=msg(f"imp.prestige.{prestige(total)}"),
                )
            return msg("imp.log.solo_lost", n=own, m=collection_size)
        case ev.Ended(totals=totals):
            points = listed(
                [msg("imp.log.points", seat=seat_name(seat), n=n) for seat, n in enumerate(totals)]
            )
            return msg("imp.log.ended", points=points)
    return None


def _offered(event: SettlersEvent) -> Msg | None:
    """Narrate cards revealed and taken."""
    match event:
        case ev.Revealed(cards=shown):
            return msg("imp.log.revealed", cards=cards(shown))
        case ev.Took(seat=seat, card=card):
            if seat == VIRTUAL:
                return msg("imp.log.took_virtual", card=the_card(card))
            return msg("imp.log.took", seat=seat_name(seat), card=the_card(card))
        case ev.Left(cards=left):
            return msg("imp.log.left", n=len(left), cards=cards(left))
        case ev.Kept(card=card):
            return msg("imp.log.kept", card=the_card(card)) if card else None
        case ev.Reshuffled(deck=deck):
            if deck == COMMON:
                return msg("imp.log.reshuffled")
            return msg("imp.log.reshuffled_faction", faction=FACTION_NAMES[deck])
    return None


def _hands(event: SettlersEvent) -> Msg | None:
    """Narrate cards drawn and discarded.

    Only the seat that draws learns which cards; the others learn number and decks.
    """
    match event:
        case ev.Drew(seat=seat, cards=[_, *_] as drawn):
            return msg("imp.log.drew_own", seat=seat_name(seat), cards=the_cards(drawn))
        case ev.Drew(quiet=True):
            return None
        case ev.Drew(seat=seat, decks=decks):
            return msg("imp.log.drew", seat=seat_name(seat), what=_of_decks(decks))
        case ev.Selected(seat=seat, cards=[_, *_] as kept, left=left):
            key = "imp.log.selected_own" if left else "imp.log.drew_own"
            return msg(key, seat=seat_name(seat), cards=the_cards(kept), left=the_cards(left))
        case ev.Selected(seat=seat, n=n, left=left):
            if not left:
                return msg("imp.log.selected_all", seat=seat_name(seat), n=n)
            return msg(
                "imp.log.selected", seat=seat_name(seat), n=n, m=n + len(left), left=the_cards(left)
            )
        case ev.Discarded(seat=seat, cards=discarded):
            return msg("imp.log.discarded", seat=seat_name(seat), cards=the_cards(discarded))
    return None


def _goods(event: SettlersEvent) -> Msg | None:
    """Narrate goods gained, exchanged and kept."""
    match event:
        case ev.Gained(quiet=True):
            return None
        case ev.Gained(seat=seat, goods=goods, card=card):
            return _with_cause(
                card, msg("imp.log.gained", seat=seat_name(seat), what=amounts(goods))
            )
        case ev.Produced(seat=seat, goods=goods, cards=n):
            gained = {**goods, "card": n}
            return (
                msg("imp.log.produced", seat=seat_name(seat), what=amounts(gained))
                if any(gained.values())
                else None
            )
        case ev.Produce(seat=seat, card=card, location=place):
            return _with_cause(
                card, msg("imp.log.produce", seat=seat_name(seat), card=the_card(place))
            )
        case ev.Exchanged(seat=seat, card=card, paid=paid, goods=goods):
            return _with_cause(
                card,
                msg(
                    "imp.log.exchanged",
                    seat=seat_name(seat),
                    paid=amounts(paid),
                    what=amounts(goods),
                ),
            )
        case ev.Worked(seat=seat, workers=n, goods=goods):
            return msg("imp.log.worked", seat=seat_name(seat), n=n, what=gain_words(goods))
        case ev.Cleaned(seat=seat, kept=kept):
            return (
                msg("imp.log.cleaned", seat=seat_name(seat), what=amounts(kept)) if kept else None
            )
    return None


def _building_and_actions(event: SettlersEvent) -> Msg | None:
    """Narrate building, Deals and activations."""
    match event:
        case ev.Built(seat=seat, card=card, paid=paid, site=site, source=source):
            text = msg("imp.log.built", seat=seat_name(seat), card=the_card(card))
            if paid:
                text = _paid(text, paid)
            return _full_stop(
                msg("imp.log.given_up", a=text, card=the_card(site)) if site else text, source
            )
        case ev.Signed(seat=seat, card=card, good=good, paid=paid):
            return msg(
                "imp.log.signed",
                seat=seat_name(seat),
                card=the_card(card),
                paid=amounts(paid),
                what=amounts({good: 1}),
            )
        case ev.Routed(seat=seat, owner=owner, target=target, good=good):
            return msg(
                "imp.log.routed",
                seat=seat_name(seat),
                card=the_card(target),
                owner=rival_name(owner),
                what=amounts({good: 1}),
            )
        case ev.Activated(
            seat=seat, card=card, times=times, paid=paid, cards=cards_paid, source=source
        ):
            if source:
                key = "imp.log.repeated"
            elif times > 1:
                key = "imp.log.activated_twice"
            else:
                key = "imp.log.activated"
            text = msg(key, seat=seat_name(seat), card=the_card(card))
            if paid:
                text = _paid(text, paid)
            return _full_stop(
                msg("imp.log.thrown", a=text, cards=the_cards(cards_paid)) if cards_paid else text,
                source,
            )
        case ev.Founded(seat=seat, card=card):
            if card:
                return msg("imp.log.founded_own", card=the_card(card))
            return msg("imp.log.founded", seat=seat_name(seat))
    return None


def _hostile(event: SettlersEvent) -> Msg | None:
    """Narrate hostile effects, and own cards razed or given up."""
    match event:
        case ev.Razed():
            return _razed(event)
        case ev.DealLost(
            seat=seat, victim=victim, good=good, card=card, target=target, taken=taken
        ):
            if seat == victim:
                key = "imp.log.deal_own"
            elif taken:
                key = "imp.log.deal_taken"
            else:
                key = "imp.log.deal_lost"
            return msg(
                key,
                seat=seat_name(seat),
                victim=rival_name(victim),
                deal=deal_name(MadeDeal(good, card, target)),
            )
        case ev.Stole(seat=seat, victim=victim, good=good, n=n):
            return msg(
                "imp.log.stole",
                seat=seat_name(seat),
                victim=rival_name(victim),
                what=amounts({good: n}),
            )
        case ev.Looted(seat=seat, owner=owner, card=card, goods=goods):
            return msg(
                "imp.log.looted",
                seat=seat_name(seat),
                owner=rival_name(owner),
                card=the_card(card),
                what=amounts(goods),
            )
        case ev.Removed(seat=seat, owner=owner, card=card):
            return msg(
                "imp.log.removed",
                seat=seat_name(seat),
                owner=rival_name(owner),
                card=the_card(card),
            )
        case ev.Jammed(seat=seat, owner=owner, card=card):
            return msg(
                "imp.log.jammed",
                seat=seat_name(seat),
                owner=rival_name(owner),
                card=the_card(card),
            )
        case ev.Captured(seat=seat, owner=owner, card=card):
            key = "imp.log.recaptured" if seat == owner else "imp.log.captured"
            return msg(key, seat=seat_name(seat), owner=rival_name(owner), card=the_card(card))
    return None


def _razed(event: ev.Razed) -> Msg:
    """Narrate a razing: where the card was, goods or points gained, Foundation left."""
    words = {"seat": seat_name(event.seat), "card": the_card(event.card)}
    if event.owner is None:
        text = msg("imp.log.razed_hand", **words)
    elif event.owner == event.seat:
        text = msg("imp.log.razed_own", **words)
    elif event.tokens:
        text = msg("imp.log.razed", owner=rival_name(event.owner), n=event.tokens, **words)
    else:
        text = msg("imp.log.razed_free", owner=rival_name(event.owner), **words)
    text = msg("imp.log.brings", a=text, what=amounts(event.goods))
    if event.given:
        text = msg("imp.log.turned", a=text, n=event.given, m=2 * event.given)
    if event.controller is not None:
        text = msg("imp.log.founding", a=text, lord=seat_name(event.controller))
    return msg("imp.log.stop", a=text)


def _free_operations(event: SettlersEvent) -> Msg | None:
    """Narrate free operations."""
    match event:
        case ev.Defended(seat=seat, card=card):
            return msg("imp.log.defended", seat=seat_name(seat), card=the_card(card))
        case ev.Deployed(seat=seat, cards=places, lost=lost):
            if not places:
                return msg("imp.log.no_samurai", seat=seat_name(seat))
            text = msg(
                "imp.log.deployed", seat=seat_name(seat), n=len(places), cards=the_cards(places)
            )
            return msg("imp.log.samurai_lost", a=text, n=lost) if lost else _full_stop(text)
        case ev.Put(seat=seat, card=card, goods=goods):
            return msg(
                "imp.log.put", seat=seat_name(seat), card=the_card(card), what=amounts(goods)
            )
        case ev.BuriedCards(card=card, cards=[_, *_] as buried):
            return msg("imp.log.buried_own", card=the_card(card), cards=the_cards(buried))
        case ev.BuriedCards(seat=seat, card=card, n=n):
            return msg("imp.log.buried", seat=seat_name(seat), card=the_card(card), n=n)
    return None


def _of_decks(decks: Iterable[str]) -> Msg:
    """Describe drawn cards by deck: `2 cartas Comunes y 1 carta de facción`."""
    return amounts({f"{deck}_card": n for deck, n in Counter(decks).items()})


def _with_cause(card: str, text: Msg) -> Msg:
    """Return the sentence `text` after the name of the card that caused the event.

    Example: `Patíbulo: Ana gana 1 PV.`. With an empty `card`, return the text as it is.
    """
    return msg("imp.log.by", card=card_name(card), a=text) if card else text


def _paid(text: Msg, paid: Mapping[str, int]) -> Msg:
    return msg("imp.log.paid", a=text, what=amounts(paid))


def _full_stop(text: Msg, source: str = "") -> Msg:
    """End the sentence `text`, naming `source`, the card whose effect it was ("": none)."""
    return (
        msg("imp.log.thanks", a=text, card=the_card(source))
        if source
        else msg("imp.log.stop", a=text)
    )


def summary(view: GameView) -> Msg:
    """Return the status line with round and phase."""
    key = {"setup": "imp.summary.setup", "end": "imp.summary.end"}.get(
        view.phase, "imp.summary.now"
    )
    return msg(key, n=view.round, m=view.rounds, phase=msg(f"imp.phase.{view.phase}"))
