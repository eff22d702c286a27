"""Cards: their facts come from `data`, their effects are lists of ops."""

from pathlib import Path

from msgspec import Struct

from games.core.cards.card_data import by_id
from games.core.cards.effects import Effect, EffectRef
from games.core.engine.context import StepContext
from games.core.text.messages import Msg, Seat, msg
from tests.fishers.model.events import Told
from tests.fishers.model.state import Fishers


class Catch(Effect[Fishers], frozen=True, tag="catch"):
    """Gain `n` coins for each of the seat's dice that shows `least` or more."""

    words = "fish.op"
    least: int
    n: int

    def apply(self, t: StepContext[Fishers], seat: Seat, here: EffectRef) -> None:
        """Give the seat its coins."""
        won = self.n * sum(die >= self.least for die in t.state.dice[seat])
        t.state.coins[seat] += won
        t.emit(Told("gained", seat, won))


class Steal(Effect[Fishers], frozen=True, tag="steal"):
    """Take `n` coins from each rival, or all coins of a rival that has fewer."""

    words = "fish.op"
    n: int

    def apply(self, t: StepContext[Fishers], seat: Seat, here: EffectRef) -> None:
        """Move the coins."""
        for rival in range(t.n):
            lost = 0 if rival == seat else min(self.n, t.state.coins[rival])
            t.state.coins[rival] -= lost
            t.state.coins[seat] += lost
        t.emit(Told("stole", seat, self.n))


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """Card: number of copies in the bag, and its ops."""

    id: str
    copies: int
    ops: tuple[Catch | Steal, ...]


CARDS = by_id(Path(__file__).parents[1] / "data" / "cards.json", Card)


def name(card: str) -> Msg:
    """Return the name of a card."""
    return msg(f"fish.card.{card}")
