"""State of an Era: Medieval Age match. Values per seat are lists indexed by seat."""

from __future__ import annotations

from msgspec import Struct, field

from games.core.engine.context import StepContext
from games.core.text.messages import msg
from games.era_medieval_age.model.catalog import DICE, FACES, RESOURCES, RULES, class_of
from games.era_medieval_age.model.land import Land, land


class Die(Struct, array_like=True, forbid_unknown_fields=True):
    """Die of a player: its id (`p1`) and the face shown (empty: not rolled this round)."""

    id: str
    face: str = ""


class Town(Struct, forbid_unknown_fields=True):
    """State of one player: domain, stock, tracks and dice.

    `pieces` are the sorted ids of the pieces in the domain. `skulls` is the number on the round's
    final roll (ruling R30). `chosen` are the answers to the frame `Choose` in this round.
    """

    pieces: list[str]
    stock: dict[str, int]
    culture: int = 0
    calamity: int = 0
    dice: list[Die] = field(default_factory=list)
    skulls: int = 0
    chosen: list[str] = field(default_factory=list)

    @property
    def land(self) -> Land:
        """Return the geometry of the domain, cached; read-only."""
        return land(self.pieces)

    def die(self, name: str) -> Die:
        """Return the die with this id (`p1`). Raises StopIteration if there is none."""
        return next(die for die in self.dice if die.id == name)

    def total(self, what: str) -> int:
        """Return the sum of `hammers`, `swords`, `shields` or `skulls` on the dice."""
        return sum(getattr(FACES[die.face], what) for die in self.dice if die.face)

    @property
    def poor(self) -> bool:
        """Return whether the player has no resources."""
        return not any(self.stock.values())


class EraState(Struct, forbid_unknown_fields=True):
    """State of a match.

    - `first`: the start player
    - `layouts_revealed`: the starting layouts are public
    - `markers`: number of end markers
    - `supply`, `box`: number of pieces by kind; `pool`: number of dice in the supply by color
    - `ended`: the kinds that have run out, in order; each flips an end marker while one is left
    - `jaime`: face ids of Master Jaime's dice
    """

    round: int
    first: int
    layouts_revealed: bool = field(name="laid")
    markers: int
    supply: dict[str, int]
    box: dict[str, int]
    pool: dict[str, int]
    towns: list[Town]
    ended: list[str] = field(default_factory=list)
    jaime: list[str] = field(default_factory=list)

    def order(self) -> list[int]:
        """Return the seats in this round's turn order."""
        n = len(self.towns)
        return [(self.first + at) % n for at in range(n)]


# Why a step of `forbid_undo` is final, if it neither reveals anything nor is followed by a known seat.
GOES_ON = msg("era.final.goes_on")


def forbid_undo(t: StepContext[EraState]) -> None:
    """Make the step final, because other seats have seen it; a solo game stays undoable."""
    if t.n > 1:
        t.reveal()


def last_round(s: EraState, n: int, limit: int) -> bool:
    """Return whether the game is certain to end with this round.

    `n` is the number of seats and `limit` the last round (0: no limit). Rules 5.7, 8; ruling R32.
    """
    if n == 1:
        return s.round >= RULES.solo.rounds
    return len(s.ended) >= s.markers or bool(limit and s.round >= limit)


def blank(n: int) -> EraState:
    """Return an empty state for `n` seats; the setup fills it."""
    towns = [Town(pieces=[], stock=dict.fromkeys(RESOURCES, 0)) for _ in range(n)]
    return EraState(
        round=0, first=0, layouts_revealed=False, markers=0, supply={}, box={}, pool={}, towns=towns
    )


def match_dice_to_buildings(town: Town) -> None:
    """Give a player exactly the dice that its buildings grant (rules 5.7).

    Dice that the player already has keep their ids.
    """
    wanted = town.land.dice
    letters = [die.id[0] for die in town.dice]
    if all(letters.count(DICE[kind].letter) == n for kind, n in wanted.items()):
        return
    dice: list[Die] = []
    for kind, facts in DICE.items():
        own = [die for die in town.dice if class_of(die.id).id == kind][: wanted[kind]]
        names = {die.id for die in own}
        free_ids = (f"{facts.letter}{at}" for at in range(1, facts.count + 1))
        own += [Die(name) for name in free_ids if name not in names][: wanted[kind] - len(own)]
        dice += sorted(own, key=lambda die: int(die.id[1:]))
    town.dice = dice
