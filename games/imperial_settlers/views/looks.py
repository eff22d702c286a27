"""Close-ups of Empires, open row and hand, and reference cards by name.

`FACES` are the cards and factions that users can look up, each with its text.
"""

from __future__ import annotations

from games.core.cards.card_data import is_reconstructed
from games.core.text.messages import Msg, Seat, listed, msg, seat_name
from games.core.views.closeups import CardFace, Closeup
from games.imperial_settlers.model.catalog import CARDS, COMMON, FACTIONS, FACTS
from games.imperial_settlers.model.names import (
    COLOR_NAMES,
    DECK_NAMES,
    FACTION_NAMES,
    KIND_NAMES,
    amounts,
    card_name,
    cost_of,
)
from games.imperial_settlers.rules.actions.cards import card_text, counts_itself
from games.imperial_settlers.views.describe import empire_words, hand_words, offer_words
from games.imperial_settlers.views.view import GameView, own_picture


def closeups(view: GameView) -> tuple[Closeup, ...]:
    """Return close-ups of the Empires, the open row and the viewer's hand.

    Left out are Empires without a faction, an empty row, and the hand before and after the game.
    """
    closeups = [_empire(view, seat) for seat, empire in enumerate(view.empires) if empire.faction]
    if view.offer:
        closeups.append(
            Closeup("offer", "offer", msg("imp.near.offer"), words=tuple(offer_words(view)))
        )
    if own_picture(view) and view.hand is not None:
        goods = msg("imp.say.supply", what=amounts(view.empires[view.viewer or 0].supply))
        closeups.append(
            Closeup("hand", "hand", msg("imp.near.hand"), words=(goods, *hand_words(view.hand)))
        )
    return tuple(closeups)


def _empire(view: GameView, seat: Seat) -> Closeup:
    """Return the close-up of an Empire.

    While actions are chosen, the picture of the viewer's own has the hand too.
    """
    name = f"empire{seat}"
    hand = view.hand if view.viewer == seat and view.phase == "action" else None
    return Closeup(
        name,
        name,
        msg("imp.near.empire", seat=seat_name(seat)),
        seat,
        (*empire_words(view, seat), *(hand_words(hand) if hand else ())),
    )


def _face(name: str) -> CardFace:
    """Return the reference of a card: what all copies share, then each different copy.

    Copies of a card may differ in cost, raze value and Deal.
    """
    card = FACTS[name]
    codes = [one.code for one in card.prints]
    deck = DECK_NAMES[COMMON] if card.deck == COMMON else FACTION_NAMES[card.deck]
    kind = msg("imp.near.kind", deck=deck, kind=KIND_NAMES[card.kind])
    # `like` are the codes of identical copies; the first one stands for all.
    different_copies = [code for code in codes if code == CARDS[code].like[0]]
    text = [card_text(codes[0])]
    if counts_itself(codes[0]):
        text.append(msg("imp.near.itself"))
    if card.colors:
        color_names = listed([COLOR_NAMES[color] for color in card.colors])
        text.append(msg("imp.near.colors", n=len(card.colors), what=color_names))
    text += map(_copy_words, different_copies)
    return CardFace(
        card_name(codes[0]),
        tuple(text),
        kind,
        "activate" if card.kind == "action" else "card",
        codes[0],
        is_reconstructed(card.prov),
    )


def _copy_words(code: str) -> Msg:
    """Describe a copy: cost, goods if razed or made a Deal, number of such copies."""
    copy = CARDS[code]
    paid = copy.goods or copy.site
    text = msg(
        "imp.near.cost" if paid else "imp.near.costless", what=cost_of(code), n=len(copy.like)
    )
    if copy.raze:
        text = msg("imp.near.raze", a=text, what=amounts(copy.raze))
    if copy.deal:
        text = msg("imp.near.deal", a=text, what=amounts({copy.deal: 1}))
    return text


def _faction(name: str) -> CardFace:
    """Return a faction's reference: its style, and what its board produces and keeps."""
    facts = FACTIONS[name]
    text = (
        msg("imp.near.style", what=msg(f"imp.style.{name}")),
        msg("imp.faction.produces", what=amounts(facts.production)),
        msg("imp.faction.keeps", what=listed([msg(f"imp.keeps.{good}") for good in facts.storage])),
    )
    return CardFace(
        FACTION_NAMES[name],
        text,
        msg("imp.near.faction"),
        "setup",
        reconstructed=is_reconstructed(facts.prov),
        pictured=False,
    )


# Reference cards by name of a card or faction.
FACES = {**{name: _face(name) for name in FACTS}, **{name: _faction(name) for name in FACTIONS}}
