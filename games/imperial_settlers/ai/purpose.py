"""What a move is for, in a sentence for hints."""

from __future__ import annotations

from typing import Any

from games.core.engine import walk
from games.core.engine.purposes import effect_of
from games.core.state.position import Position
from games.core.text.messages import Msg, Path, Seat, listed, msg
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.model.names import amounts, the_card
from games.imperial_settlers.model.state import SettlersState
from games.imperial_settlers.rules.actions import building
from games.imperial_settlers.rules.actions.activating import activation_words
from games.imperial_settlers.rules.actions.cards import card_text
from games.imperial_settlers.rules.flow.turn import unfold

_MAX_CARDS = 2  # cards named as buildable


def purpose(pos: Position[SettlersState, Any], seat: Seat, path: Path) -> Msg | None:
    """Return what an action is for, as a sentence; None if there is nothing to say.

    The sentence says what a card does, or which cards can be built after the action.
    """
    match unfold(path):
        case ("faction", _):
            return effect_of(pos, seat, path, ("imp.faction.produces",))
        case (("build" | "take" | "keep"), str(card), *_):
            return msg("imp.purpose.card", what=card_text(card))
        case ("deal", str(card), *_):
            return msg("imp.purpose.deal", what=amounts({CARDS[card].deal: 1}))
        case ("draw", *_) | ("workers", ("common" | "faction")):
            return _MORE_CARDS
        case (("workers" | "activate" | "raze" | "raze_rival"), *_):
            return _buildable(pos, seat, path) or _brings(unfold(path))
    return None


def _buildable(pos: Position[SettlersState, Any], seat: Seat, path: Path) -> Msg | None:
    """Name the hand cards that can be built after the move `path`, but not before it.

    Return None if there are none.
    """
    before, after = pos.state, walk.submit(pos, seat, path).pos.state
    hand = [card for card in before.players[seat].hand if card in after.players[seat].hand]
    cards = [
        card
        for card in hand
        if building.hindrance(before, seat, card) and not building.hindrance(after, seat, card)
    ]
    names = [the_card(card) for card in cards[:_MAX_CARDS]]
    return msg("imp.purpose.allows", what=listed(names, "or")) if names else None


def _brings(path: Path) -> Msg | None:
    match path:
        case ("activate", str(card), *_):
            return msg("imp.purpose.activate", what=activation_words(card))
        case (("raze" | "raze_rival"), *_, str(card)) if CARDS[card].raze:
            return msg("imp.purpose.raze", what=amounts(CARDS[card].raze))
    return None


_MORE_CARDS = msg("imp.purpose.draw")
