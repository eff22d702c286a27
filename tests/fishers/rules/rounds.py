"""Setup and the bottom frame: it resolves the cards, then starts the next round in lanes."""

from games.core.cards.effects import Chain, EffectRef
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from tests.fishers.model.catalog import CARDS
from tests.fishers.model.events import Told
from tests.fishers.model.state import HAND, ROUNDS, Fishers
from tests.fishers.rules.casting import Cast


def setup(t: StepContext[Fishers]) -> list[Frame[Fishers]]:
    """Deal the hands and return the bottom frame."""
    t.state.coins, t.state.laid = [0] * t.n, [""] * t.n
    t.state.bag = sorted(card.id for card in CARDS.values() for _ in range(card.copies))
    t.state.hands = [sorted(t.rng.draw(t.state.bag) for _ in range(HAND)) for _ in range(t.n)]
    return [Days()]


class Resolve(Chain[Fishers], tag="resolve"):
    """Frame that applies the ops of a card one after the other."""

    cards = CARDS


class Days(Frame[Fishers], tag="days"):
    """Bottom frame: resolves the cards, starts the next round, or ends the game."""

    def advance(self, t: StepContext[Fishers]) -> None:
        """Start the next round, or end the game after the last."""
        s = t.state
        if any(s.laid):
            t.reveal()
            t.push(*(Resolve(seat, EffectRef(card, "ops")) for seat, card in enumerate(s.laid)))
            for seat in range(t.n):
                t.emit(Told("shown", seat, card=s.laid[seat], dice=s.dice[seat]))
            s.laid = [""] * t.n
        elif s.round == ROUNDS:
            t.finish()
        else:
            s.round, s.dice = s.round + 1, [[] for _ in range(t.n)]
            t.fork({seat: Cast(seat) for seat in range(t.n)})
