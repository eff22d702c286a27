"""Effects of all cards, read once from `data/effects.json`, and the texts of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce

from msgspec import Struct

from games.core.cards.card_data import by_id
from games.core.text.messages import Msg, listed, msg
from games.imperial_settlers.model.catalog import CARDS, COMMON, DATA, Card
from games.imperial_settlers.model.names import (
    COLOR_NAMES,
    DECK_NAMES,
    FACTION_NAMES,
    amounts,
    card_name,
    cost_of,
)
from games.imperial_settlers.rules.actions.activating import Mode, RepeatAction, paying
from games.imperial_settlers.rules.actions.building import BuildFromDeal, BuildFromHand
from games.imperial_settlers.rules.effects.deals import TARGETED
from games.imperial_settlers.rules.effects.operations import (
    Choose,
    DeploySamurai,
    DrawSelect,
    ExchangeOneOf,
    Feature,
    Gain,
    GainPer,
    Trigger,
    in_words,
)
from games.imperial_settlers.rules.effects.resolve import EFFECTS
from games.imperial_settlers.rules.effects.steps import JAPANESE

AnyOp = (
    Gain
    | GainPer
    | Choose
    | DrawSelect
    | DeploySamurai
    | ExchangeOneOf
    | BuildFromHand
    | BuildFromDeal
    | RepeatAction
    | TARGETED
)


class ModeOf(Mode, frozen=True, forbid_unknown_fields=True):
    """Mode of an Action Location with ops of the type `AnyOp`."""

    effect: tuple[AnyOp, ...]


class Action(Struct, frozen=True, forbid_unknown_fields=True):
    """Action of a Location.

    `uses` is the number of activations per round; each activation uses one of the `modes`.
    """

    uses: int
    modes: tuple[ModeOf, ...]


class Effects(Struct, frozen=True, forbid_unknown_fields=True):
    """Effects of a card: building bonus, production, permanent features, action."""

    id: str
    bonus: tuple[AnyOp, ...] = ()
    production: tuple[AnyOp, ...] = ()
    features: tuple[Feature, ...] = ()
    action: Action | None = None


BY_CARD: dict[str, Effects] = by_id(DATA / "effects.json", Effects)
# `resolve` declares the dict `EFFECTS`; it is filled here, where the effects are decoded.
EFFECTS.update({code: BY_CARD[card.id] for code, card in CARDS.items()})


@lru_cache(512)
def face_words(code: str) -> Msg:
    """Describe a printed card: name, colors, kind, cost, raze value, Deal, text."""
    return msg(
        "imp.say.face",
        card=card_name(code),
        kind=kind_words(code),
        facts=_facts_words(code),
        text=card_text(code),
    )


def _facts_words(code: str) -> Msg:
    """Describe cost, raze value and Deal: `cuesta 1 de madera; saqueada da 1 de oro`."""
    card = CARDS[code]
    paid = card.goods or card.site
    parts = [msg("imp.say.cost", what=cost_of(code)) if paid else msg("imp.say.costless")]
    if card.raze:
        parts.append(msg("imp.say.raze", what=amounts(card.raze)))
    if card.deal:
        parts.append(msg("imp.say.deal", what=amounts({card.deal: 1})))
    return semicolons(parts)


def kind_words(code: str) -> Msg:
    """Describe deck and color of a card: `Común, azul`.

    The color is left out unless there is exactly one.
    """
    card = CARDS[code]
    deck = DECK_NAMES[COMMON] if card.common else FACTION_NAMES[card.deck]
    if len(card.colors) != 1:  # the card's text names several colors or none
        return deck
    return msg("imp.say.kind", deck=deck, color=COLOR_NAMES[card.colors[0]])


def semicolons(parts: Sequence[Msg]) -> Msg:
    """Join parts, at least one: `A; B; C`."""
    return reduce(lambda a, b: msg("imp.text.ops", a=a, b=b), parts)


def counts_itself(code: str) -> bool:
    """Return whether building the card fires one of the card's own triggers."""
    triggers = (
        feature
        for feature in BY_CARD[CARDS[code].id].features
        if isinstance(feature, Trigger) and feature.event == "build"
    )
    return any(feature.reacts_to(code, 0) for feature in triggers)


@lru_cache(512)
def card_text(code: str) -> Msg:
    """Return a card's text, built from its effects.

    The order is: production, features, action, building bonus, special properties.
    """
    card = CARDS[code]
    effects = BY_CARD[card.id]
    parts = []
    if effects.production:
        parts.append(msg("imp.text.production", what=in_words(effects.production)))
    parts += [msg("imp.text.feature", what=one.describe()) for one in effects.features]
    if effects.action:
        parts.append(_action_words(effects.action))
    if effects.bonus:
        parts.append(msg("imp.text.bonus", what=in_words(effects.bonus)))
    return reduce(lambda a, b: msg("imp.text.then", a=a, b=b), [*parts, *_special_properties(card)])


def _action_words(action: Action) -> Msg:
    """Describe an action with its costs."""
    first = action.modes[0]
    if not first.cost:
        return msg("imp.text.action_free", what=in_words(first.effect))
    modes = [
        msg("imp.text.mode", cost=paying(mode.cost), what=in_words(mode.effect))
        for mode in action.modes
    ]
    ways = reduce(lambda a, b: msg("imp.text.modes", a=a, b=b), modes)
    return msg("imp.text.action_twice" if action.uses > 1 else "imp.text.action", what=ways)


def _special_properties(card: Card) -> list[Msg]:
    """Describe special properties.

    These are several colors or none, and no raze value in a deck whose cards usually have one.
    """
    texts = []
    if len(card.colors) > 1:
        texts.append(
            msg("imp.text.colors", what=listed([COLOR_NAMES[color] for color in card.colors]))
        )
    elif not card.colors:
        texts.append(msg("imp.text.colorless"))
    if not card.raze and card.deck in (COMMON, JAPANESE):
        texts.append(msg("imp.text.safe"))
    return texts
