"""Production, the resource card that may be played at any decision of one's own (rules 6.6, ruling R15)."""

from __future__ import annotations

from games.core.forms import Answer, Blocked, Done, Option
from games.core.frame import Ops
from games.core.messages import Path, Seat, msg
from games.core.table import Table
from games.el_mapa import cards
from games.el_mapa.catalog import RESOURCES
from games.el_mapa.events import Produced
from games.el_mapa.names import TECH_NAMES, gains
from games.el_mapa.state import MapState, counts

CARD = "production"
T = Table[MapState]


class Production(Ops[MapState]):
    """Once more some of every kind that this round's upkeep brought: `("produce", {boost})`. The lasting copy works by itself."""

    verbs = ("produce",)

    def offer(self, t: T, seat: Seat) -> tuple[Option | Blocked, ...]:
        """When a copy is in hand."""
        player = t.state.players[seat]
        if CARD not in player.hand:
            return ()
        return (_OFFER,) if player.produced else (_IDLE,)

    def ask(self, t: T, seat: Seat, path: Path) -> Answer:
        """Which cards boost it."""
        player = t.state.players[seat]
        if len(path) == 1:
            return cards.boost_form(t, CARD, cards.left(player, CARD))
        boost = counts(path[1])
        more = dict.fromkeys(player.produced, cards.boosted(CARD, boost, t.options))
        return Done(msg("map.done.produce", what=gains(more)))

    def play(self, t: T, seat: Seat, path: Path) -> None:
        """Goods and cards at once."""
        boost = counts(path[1])
        amount = cards.play(t, seat, CARD, cards.CARD, boost)
        t.reveal()
        t.emit(Produced(seat, produce_more(t, seat, amount)))


def produce_more(t: T, seat: Seat, amount: int) -> dict[str, int]:
    """So much more of every kind that was produced this round; what it was, as `Produced` tells it."""
    player = t.state.players[seat]
    gained = {what: amount for what in player.produced if what in RESOURCES}
    for what, n in gained.items():
        player.goods[what] += n
    levels = cards.draw(t, seat, {what[5:]: amount for what in player.produced if what not in RESOURCES})
    return gained | {f"cards{level}": n for level, n in levels.items()}


_OFFER = Option("produce", TECH_NAMES[CARD], msg("map.tech_does.production"), "free", art=CARD, rule="technologies")
_IDLE = Blocked("produce", TECH_NAMES[CARD], msg("map.why.produced_nothing"), "technologies", art=CARD, tone="free")
PRODUCTION = Production()
