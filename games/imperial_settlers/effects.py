"""What every card does, read once from `data/effects.json`: the closed vocabulary in one place, and the cards' text."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from games.core.catalog import by_id
from games.core.effects import told
from games.core.messages import Msg, listed, msg
from games.imperial_settlers.activating import Mode, RepeatAction, cost_words
from games.imperial_settlers.building import BuildFromDeal, BuildFromHand
from games.imperial_settlers.catalog import CARDS, DATA
from games.imperial_settlers.ops import Choose, DeploySamurai, DrawSelect, ExchangeOneOf, Feature, Gain, GainPer
from games.imperial_settlers.resolve import EFFECTS
from games.imperial_settlers.targets import TARGETED

AnyOp = (
    Gain | GainPer | Choose | DrawSelect | DeploySamurai | ExchangeOneOf | BuildFromHand | BuildFromDeal | RepeatAction | TARGETED
)


class ModeOf(Mode, frozen=True, forbid_unknown_fields=True):
    """A mode whose ops are of the vocabulary."""

    effect: tuple[AnyOp, ...]


class Action(Struct, frozen=True, forbid_unknown_fields=True):
    """What an Action Location offers: activations a round, and the modes of which one is chosen each time."""

    uses: int
    modes: tuple[ModeOf, ...]


class Effects(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a card does: once when built, in production, all the time, when activated."""

    id: str
    bonus: tuple[AnyOp, ...] = ()
    production: tuple[AnyOp, ...] = ()
    features: tuple[Feature, ...] = ()
    action: Action | None = None


BY_CARD: dict[str, Effects] = by_id(DATA / "effects.json", Effects)
EFFECTS.update({code: BY_CARD[card.id] for code, card in CARDS.items()})


@lru_cache(512)
def says(code: str) -> Msg:
    """A card's text, made of its effects."""
    effects = BY_CARD[CARDS[code].id]
    parts = []
    if effects.production:
        parts.append(msg("imp.text.production", what=told(effects.production)))
    parts += [msg("imp.text.feature", what=one.describe()) for one in effects.features]
    if effects.action:
        modes = [msg("imp.text.mode", cost=cost_words(mode.cost), what=told(mode.effect)) for mode in effects.action.modes]
        parts.append(msg("imp.text.action_twice" if effects.action.uses > 1 else "imp.text.action", what=listed(modes, "or")))
    if effects.bonus:
        parts.append(msg("imp.text.bonus", what=told(effects.bonus)))
    return _joined(parts)


def _joined(parts: list[Msg]) -> Msg:
    """Sentences one after the other."""
    if not parts:
        return msg("imp.text.none")
    whole = parts[0]
    for part in parts[1:]:
        whole = msg("imp.text.then", a=whole, b=part)
    return whole
