"""Position in words, for users without images; the text is enough to play from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from games.core.text.messages import Msg, listed, msg, seat_name
from games.imperial_settlers.model.catalog import CARDS, KINDS
from games.imperial_settlers.model.names import (
    FACTION_NAMES,
    GOOD_NAMES,
    amounts,
    card_name,
    cards,
    numbered_names,
    rival_name,
    the_card,
    the_cards,
)
from games.imperial_settlers.model.state import VIRTUAL, MadeDeal
from games.imperial_settlers.rules.actions.cards import (
    card_text,
    face_words,
    kind_words,
    semicolons,
)
from games.imperial_settlers.rules.effects.targets import deal_name
from games.imperial_settlers.views.narrate import summary
from games.imperial_settlers.views.view import (
    CardHand,
    DealView,
    GameView,
    HandCard,
    LocationView,
    Solo,
)

_CARDS_PER_LINE = 30  # cards of a discard pile per line


def describe(view: GameView) -> list[Msg]:
    """Describe the round, own hand, offer, virtual player, Empires and decks."""
    lines = [summary(view)]
    if view.n > 1:
        lines.append(
            msg(
                "imp.say.order",
                seats=listed(map(seat_name, view.order)),
                first=seat_name(view.first),
            )
        )
    if view.peaceful:
        lines.append(msg("imp.say.peaceful"))
    if view.hand is not None:
        lines += hand_words(view.hand)
    lines += offer_words(view)
    if view.solo:
        lines += solo_words(view.solo)
    for seat in range(view.n):
        lines += empire_words(view, seat)
    lines.append(msg("imp.say.deck", n=view.deck))
    lines += _pile("imp.say.discard", view.discard)
    if view.scoreboard:
        totals = [
            msg("imp.log.points", seat=seat_name(seat), n=n)
            for seat, n in enumerate(view.scoreboard.total)
        ]
        lines.append(msg("imp.log.ended", points=listed(totals)))
    return lines


def hand_words(hand: CardHand) -> list[Msg]:
    """Describe the viewer's private cards.

    These are the hand (with costs, texts and possible uses), cards to choose from, cards kept so
    far, and cards under Gates.
    """
    lines = [msg("imp.say.hand", n=len(hand.cards))] if hand.cards else [msg("imp.say.no_hand")]
    lines += [_hand_card(one) for one in hand.cards]
    lines += [msg("imp.say.looking", card=face_words(card)) for card in hand.looking]
    if hand.kept:
        lines.append(msg("imp.say.kept", cards=the_cards(hand.kept)))
    lines += [
        msg("imp.say.under", card=the_card(gate), cards=cards(under))
        for gate, under in hand.under.items()
    ]
    return lines


def _hand_card(one: HandCard) -> Msg:
    can = [
        msg(f"imp.say.can_{what}")
        for what, yes in (("build", one.build), ("deal", one.deal))
        if yes
    ]
    if one.missing:
        can.append(msg("imp.say.missing", n=one.missing))
    if one.no_site:
        can.append(msg("imp.say.no_site"))
    return (
        msg("imp.say.hand_card", card=face_words(one.card), can=semicolons(can))
        if can
        else face_words(one.card)
    )


def offer_words(view: GameView) -> list[Msg]:
    """Describe the open row."""
    return [msg("imp.say.offer", card=face_words(card)) for card in view.offer]


def solo_words(solo: Solo) -> list[Msg]:
    """Describe the virtual player: Locations, Collection and coming attacks."""
    lines = [msg("imp.say.solo", n=solo.own, m=len(solo.collection))]
    lines += _pile("imp.say.collection", solo.collection)
    if solo.queue:
        lines.append(
            msg(
                "imp.say.queue",
                goods=listed([GOOD_NAMES[good] for good in solo.queue]),
                n=solo.attacks,
            )
        )
    if solo.locations:
        lines.append(msg("imp.say.virtual"))
    names = numbered_names(one.card for one in solo.locations)
    return lines + [_location(one, VIRTUAL, names) for one in solo.locations]


def empire_words(view: GameView, seat: int) -> list[Msg]:
    """Describe what a player has on the table."""
    empire = view.empires[seat]
    if not empire.faction:
        return [msg("imp.say.no_faction", seat=seat_name(seat))]
    name, hand = FACTION_NAMES[empire.faction], msg("imp.amount.card", n=empire.hand)
    if view.scoreboard:
        first = msg(
            "imp.say.empire_end",
            seat=seat_name(seat),
            faction=name,
            total=empire.total,
            cards=hand,
            deck=empire.deck,
        )
    else:
        first = msg(
            "imp.say.empire",
            seat=seat_name(seat),
            faction=name,
            points=empire.points,
            total=empire.total,
            cards=hand,
            deck=empire.deck,
        )
    lines = [first, msg("imp.say.supply", what=amounts(empire.supply))]
    if empire.passed:
        lines.append(msg("imp.say.passed"))
    if empire.status:
        lines.append(msg(f"imp.say.status_{empire.status}"))
    if empire.deals:
        lines.append(
            msg("imp.say.deals", n=len(empire.deals), deals=listed(map(_deal, empire.deals)))
        )
    lines += _foundations(empire.foundations)
    if not empire.locations:
        lines.append(msg("imp.say.no_locations"))
    names = numbered_names(
        [*(one.card for one in empire.locations if one.controller == seat), *empire.captured]
    )
    for kind in KINDS:
        lines += [
            _location(one, seat, names) for one in empire.locations if CARDS[one.card].kind == kind
        ]
    lines += [msg("imp.say.captive", card=names[card]) for card in empire.captured]
    return lines + _pile("imp.say.discard_own", empire.discard)


def _pile(key: str, codes: Sequence[str]) -> list[Msg]:
    """Describe a pile of cards in lines of the message `key`, with copies counted."""
    first = {CARDS[code].id: code for code in reversed(codes)}
    counted = Counter(CARDS[code].id for code in codes)
    names = [
        card_name(first[name]) if n == 1 else msg("imp.numbered", card=card_name(first[name]), n=n)
        for name, n in counted.items()
    ]
    return [
        msg(key, cards=listed(names[at : at + _CARDS_PER_LINE]))
        for at in range(0, len(names), _CARDS_PER_LINE)
    ]


def _deal(one: DealView) -> Msg:
    return deal_name(MadeDeal(one.good, one.card, one.target))


def _foundations(faces: Sequence[str]) -> list[Msg]:
    if not faces:
        return []
    names = [card_name(card) if card else msg("imp.say.face_down") for card in faces]
    return [msg("imp.say.foundations", n=len(faces), cards=listed(names))]


def _location(one: LocationView, owner: int, names: Mapping[str, Msg]) -> Msg:
    """Describe a Location: effect, pieces on it, price and goods of razing.

    `names` are numbered names by card code, as the panels use them. A card without one gets its
    plain name.
    """
    facts = CARDS[one.card]
    marks: list[Msg] = []
    if one.controller != owner:
        marks.append(msg("imp.say.captured_by", seat=rival_name(one.controller)))
    if one.used:
        marks.append(msg("imp.say.used", n=one.used, m=one.uses))
    if one.blocked:
        marks.append(msg("imp.say.blocked"))
    if one.defense:
        marks.append(amounts({"defense": one.defense}))
    if one.samurai:
        marks.append(msg("imp.say.samurai"))
    if one.put:
        marks.append(msg("imp.say.put", n=one.put))
    if one.under:
        marks.append(msg("imp.say.buried", n=one.under))
    if one.routes:
        marks.append(msg("imp.say.routes", seats=listed(map(seat_name, one.routes))))
    if one.price:
        marks.append(msg("imp.say.price", n=one.price, what=amounts(facts.raze)))
    if facts.deal:
        marks.append(msg("imp.say.deal", what=amounts({facts.deal: 1})))
    words = {
        "card": names.get(one.card) or card_name(one.card),
        "kind": kind_words(one.card),
        "text": card_text(one.card),
    }
    return (
        msg("imp.say.location", marks=semicolons(marks), **words)
        if marks
        else msg("imp.say.bare", **words)
    )
