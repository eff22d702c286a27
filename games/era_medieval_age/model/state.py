"""All that a game of Era: Medieval Age remembers. Per-seat things are lists by seat."""

from __future__ import annotations

from msgspec import Struct, field

from games.core.engine.context import StepContext
from games.era_medieval_age.model.catalog import DICE, FACES, RESOURCES, RULES, class_of
from games.era_medieval_age.model.land import Land, land


class Die(Struct, array_like=True, forbid_unknown_fields=True):
    """A die of a player: `p1`, and the face it shows (empty: not thrown this round)."""

    id: str
    face: str = ""


class Town(Struct, forbid_unknown_fields=True):
    """What one player has. `pieces` is the domain (sorted ids); `skulls` are those of the final roll of the round (ruling R30);
    `chosen` are the answers of `collect` in this round."""

    pieces: list[str]
    stock: dict[str, int]
    culture: int = 0
    calamity: int = 0
    dice: list[Die] = field(default_factory=list)
    skulls: int = 0
    chosen: list[str] = field(default_factory=list)

    @property
    def land(self) -> Land:
        """The geometry of the domain, worked out once for each set of pieces; not to be changed."""
        return land(self.pieces)

    def die(self, name: str) -> Die:
        """The die with this id (`p1`); StopIteration for none."""
        return next(die for die in self.dice if die.id == name)

    def total(self, what: str) -> int:
        """The sum of `hammers`, `swords`, `shields` or `skulls` on the dice."""
        return sum(getattr(FACES[die.face], what) for die in self.dice if die.face)

    @property
    def poor(self) -> bool:
        """True without any resource."""
        return not any(self.stock.values())


class EraState(Struct, forbid_unknown_fields=True):
    """The position on the table.

    `supply` and `box` count pieces by kind, `pool` the dice in the supply by colour. Layouts are hidden until `laid`. `ended` are
    the kinds of which somebody built the last one, in order: each flips an end marker while one is left. `jaime` are the faces of
    Master Jaime's dice.
    """

    round: int
    first: int
    laid: bool
    markers: int
    supply: dict[str, int]
    box: dict[str, int]
    pool: dict[str, int]
    towns: list[Town]
    ended: list[str] = field(default_factory=list)
    jaime: list[str] = field(default_factory=list)

    def order(self) -> list[int]:
        """The seats in the round's turn order, beginning with its start player."""
        n = len(self.towns)
        return [(self.first + at) % n for at in range(n)]


def seal(t: StepContext[EraState]) -> None:
    """What the others have seen is final; alone there is nobody from whom it was hidden."""
    if t.n > 1:
        t.reveal()


def last_round(s: EraState, n: int, limit: int) -> bool:
    """True when the game is sure to end with this round (rules 5.7, 8; ruling R32)."""
    if n == 1:
        return s.round >= RULES.solo.rounds
    return len(s.ended) >= s.markers or bool(limit and s.round >= limit)


def blank(n: int) -> EraState:
    """An empty table for `n` seats; the setup fills it."""
    towns = [Town(pieces=[], stock=dict.fromkeys(RESOURCES, 0)) for _ in range(n)]
    return EraState(
        round=0, first=0, laid=False, markers=0, supply={}, box={}, pool={}, towns=towns
    )


def dice_check(town: Town) -> None:
    """Give a player the dice of the buildings that stand now (rules 5.7); what is kept keeps its name."""
    want = town.land.dice
    have = [die.id[0] for die in town.dice]
    if all(have.count(DICE[kind].letter) == n for kind, n in want.items()):
        return
    held: list[Die] = []
    for kind, some in DICE.items():
        own = [die for die in town.dice if class_of(die.id).id == kind][: want[kind]]
        names = {die.id for die in own}
        spare = (f"{some.letter}{at}" for at in range(1, some.count + 1))
        own += [Die(name) for name in spare if name not in names][: want[kind] - len(own)]
        held += sorted(own, key=lambda die: int(die.id[1:]))
    town.dice = held
