"""The cards: facts from `data`, what they do as a list of ops."""

from pathlib import Path

from msgspec import Struct

from games.core.cards.card_data import by_id
from games.core.cards.effects import Effect, EffectRef
from games.core.engine.context import StepContext
from games.core.text.messages import Msg, Seat, msg
from tests.fishers.model.events import Told
from tests.fishers.model.state import Fishers


class Catch(Effect[Fishers], frozen=True, tag="catch"):
    """So many coins for each of the seat's dice that shows `least` or more."""

    words = "fish.op"
    least: int
    n: int

    def apply(self, t: StepContext[Fishers], seat: Seat, here: EffectRef) -> None:
        """Gain."""
        won = self.n * sum(die >= self.least for die in t.state.dice[seat])
        t.state.coins[seat] += won
        t.emit(Told("gained", seat, won))


class Steal(Effect[Fishers], frozen=True, tag="steal"):
    """Each rival gives so many coins, or what they have."""

    words = "fish.op"
    n: int

    def apply(self, t: StepContext[Fishers], seat: Seat, here: EffectRef) -> None:
        """Take."""
        for rival in range(t.n):
            lost = 0 if rival == seat else min(self.n, t.state.coins[rival])
            t.state.coins[rival] -= lost
            t.state.coins[seat] += lost
        t.emit(Told("stole", seat, self.n))


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A card: how often it is in the bag, and what it does."""

    id: str
    copies: int
    ops: tuple[Catch | Steal, ...]


CARDS = by_id(Path(__file__).parents[1] / "data" / "cards.json", Card)


def name(card: str) -> Msg:
    """What a card is called."""
    return msg(f"fish.card.{card}")
