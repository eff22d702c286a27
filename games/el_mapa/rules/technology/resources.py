"""Production: a technology that can be played with any decision (rules 6.6, ruling R15)."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.engine.context import StepContext
from games.core.engine.frame import FreeActions
from games.core.prompts.prompt import DisabledOption, IllegalPath, MoveReady, Option, PromptResult
from games.core.text.messages import Path, Seat, msg
from games.el_mapa.model.catalog import RESOURCES, TECHS
from games.el_mapa.model.events import Produced
from games.el_mapa.model.names import TECH_NAMES, things
from games.el_mapa.model.state import MapState, counts
from games.el_mapa.rules.technology import cards

PRODUCTION_CARD = "production"
_STEP = TECHS[PRODUCTION_CARD].boost
T = StepContext[MapState]


class Production(FreeActions[MapState]):
    """Free action: gain again each kind of good or card that this round's upkeep brought.

    `("produce", "card", {boost})` plays a card. A lasting copy works at the upkeep without being
    played; `("produce", "lasting", {boost})` boosts it, once a round.
    """

    verbs = ("produce",)

    def offer(self, t: T, seat: Seat) -> tuple[Option | DisabledOption, ...]:
        """Return the option to a player who has Production, disabled if it cannot be used."""
        player = t.state.players[seat]
        if PRODUCTION_CARD not in player.hand and PRODUCTION_CARD not in player.lasting:
            return ()
        if not player.produced:
            return (_IDLE,)
        if _sources(t, seat):
            return (_OFFER,)
        return (_BOOSTED if player.boosted else _POOR,)

    def prompt(self, t: T, seat: Seat, path: Path) -> PromptResult:
        """Ask whether to use the hand card or the lasting copy, then for the boost.

        A lasting copy is a technology that works without being played. The boost is the hand cards
        that the player spends to raise the amount. With the lasting copy, the boost must have at
        least `_STEP` points: the copy has worked at the upkeep already, so it can only be boosted.
        The path is `("produce", "card" or "lasting", {boost})`.
        """
        player = t.state.players[seat]
        match path:
            case ("produce",):
                return cards.source_form(_sources(t, seat), PRODUCTION_CARD)
            case ("produce", cards.LASTING):
                return cards.boost_form(t, PRODUCTION_CARD, cards.hand_without(player), least=_STEP)
            case ("produce", _):
                return cards.boost_form(
                    t, PRODUCTION_CARD, cards.hand_without(player, PRODUCTION_CARD)
                )
        boost = counts(path[2])
        if why := cards.why_boost_wasted(PRODUCTION_CARD, boost, t.options):
            return IllegalPath(why, "technologies")
        more = dict.fromkeys(player.produced, _amount(t, str(path[1]), boost))
        return MoveReady(
            msg("map.done.produce", what=things(more)),
            effects=cards.boost_effects(PRODUCTION_CARD, boost, t.options),
            advice=msg("map.advice.produce"),
        )

    def apply(self, t: T, seat: Seat, path: Path) -> None:
        """Give the player the goods and cards; this cannot be undone."""
        source, boost = str(path[1]), counts(path[2])
        cards.play(t, seat, PRODUCTION_CARD, source, boost)
        t.state.players[seat].boosted = t.state.players[seat].boosted or source == cards.LASTING
        t.reveal()
        t.emit(Produced(seat, produce_more(t, seat, _amount(t, source, boost))))


def _sources(t: T, seat: Seat) -> list[str]:
    """Return from where Production can be used now.

    `card` stands for a card in hand, `lasting` for a lasting copy that can be boosted.
    """
    player = t.state.players[seat]
    found = [cards.FROM_HAND] if PRODUCTION_CARD in player.hand else []
    if (
        PRODUCTION_CARD in player.lasting
        and not player.boosted
        and cards.worth(cards.hand_without(player), t.options) >= _STEP
    ):
        found.append(cards.LASTING)
    return found


def _amount(t: T, source: str, boost: Mapping[str, int]) -> int:
    """Return how much the player gains of each kind.

    A lasting copy brings only its boost now, because its own amount came at the upkeep.
    """
    return cards.boosted(PRODUCTION_CARD, boost, t.options) - (
        TECHS[PRODUCTION_CARD].amount if source == cards.LASTING else 0
    )


def produce_more(t: T, seat: Seat, amount: int) -> dict[str, int]:
    """Give a player `amount` of each kind in `Player.produced`; return these goods and cards."""
    player = t.state.players[seat]
    gained = {what: amount for what in player.produced if what in RESOURCES}
    for what, n in gained.items():
        player.goods[what] += n
    # The other kinds are `cards1`, `cards2`, `cards3`.
    wanted = {
        what.removeprefix("cards"): amount for what in player.produced if what not in RESOURCES
    }
    levels = cards.draw(t, seat, wanted)
    return gained | {f"cards{level}": n for level, n in levels.items()}


_OFFER = Option(
    "produce",
    TECH_NAMES[PRODUCTION_CARD],
    msg("map.tech_does.production"),
    "free",
    art=PRODUCTION_CARD,
    rule="technologies",
)
_IDLE, _BOOSTED, _POOR = (
    DisabledOption(
        "produce",
        TECH_NAMES[PRODUCTION_CARD],
        why,
        "technologies",
        art=PRODUCTION_CARD,
        tone="free",
    )
    for why in (
        msg("map.why.produced_nothing"),
        msg("map.why.boosted_already"),
        msg("map.why.boost_short", n=_STEP),
    )
)
PRODUCTION = Production()
