"""The facts of the box, read once from `data/`: pieces, dice, numbers, ready-made layouts."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct, field

from games.core.cards.card_data import Prov, by_id, load

DATA = Path(__file__).parents[1] / "data"
SCORCHED, KEEP = "scorched_earth", "keep"


class DieFace(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a die, on `copies` of its six sides. `choose`: the owner takes exactly one of the gains."""

    id: str
    copies: int = 1
    gain: dict[str, int] = field(default_factory=dict)
    choose: tuple[dict[str, int], ...] = ()
    hammers: int = 0
    skulls: int = 0
    swords: int = 0
    shields: int = 0
    quill: bool = False


class DieClass(Struct, frozen=True, forbid_unknown_fields=True):
    """A colour of dice; every `source` building owns one. Dice are called `p1`, `p2`... by `letter`. `prov`: who tells it."""

    id: str
    letter: str
    count: int
    source: str
    prov: Prov
    faces: tuple[DieFace, ...]

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the faces, one for each of the six sides: to throw is to pick one of them."""
        return tuple(face.id for face in self.faces for _ in range(face.copies))


class Piece(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece. `cells` is its footprint; `bonus` what each copy counts at the end; `sets` dice that a monastery sets;
    `prov` who tells its number, cost, points, effects and footprint."""

    id: str
    sort: Literal["building", "wall", "scorched"]
    count: int
    cost: dict[str, int]
    points: int
    cells: tuple[tuple[int, int], ...]
    prov: Prov
    die: str = ""
    barrier: bool = False
    income: dict[str, int] = field(default_factory=dict)
    heals: bool = False
    sets: int = 0
    bonus: str = ""


class Track(Struct, frozen=True, forbid_unknown_fields=True):
    """A resource's counter; `prov` tells who says so."""

    start: int
    most: int
    prov: Prov


class Seats(Struct, frozen=True, forbid_unknown_fields=True):
    """What the number of players fixes: pieces back to the box, end markers, scorched earth each; `prov` tells who says so."""

    box: dict[str, int]
    markers: int
    scorched: int
    prov: Prov


class Calamity(Struct, frozen=True, forbid_unknown_fields=True):
    """What so many skulls bring; the last one stands for more as well."""

    id: str
    skulls: int


class Rank(Struct, frozen=True, forbid_unknown_fields=True):
    """A solo rank and the least points for it."""

    id: str
    least: int


class Solo(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the game against Master Jaime."""

    rounds: int
    dice: dict[str, dict[str, int]]
    ranks: tuple[Rank, ...]


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the box; `prov` says who tells those of the domain."""

    rows: int
    cols: int
    center: str
    prov: Prov
    resources: dict[str, Track]
    wrap: int
    throws: int
    refusal: int
    start: dict[str, int]
    seats: dict[int, Seats]
    calamities: tuple[Calamity, ...]
    walled: int
    culture: int
    area: int
    solo: Solo


class Preset(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made starting layout; scorched pieces go to its places in order."""

    pieces: tuple[str, ...]
    scorched: tuple[str, ...]
    prov: Prov


RULES = load(DATA / "rules.json", Rules)
PIECES = by_id(DATA / "pieces.json", Piece)
DICE = by_id(DATA / "dice.json", DieClass)
LAYOUTS: dict[str, Preset] = load(DATA / "layouts.json", dict[str, Preset])
BUILDINGS: tuple[str, ...] = tuple(one.id for one in PIECES.values() if one.sort == "building")
WALLS: tuple[str, ...] = tuple(one.id for one in PIECES.values() if one.sort == "wall")
BUYABLE: tuple[str, ...] = (*BUILDINGS, *WALLS)
RESOURCES: tuple[str, ...] = tuple(RULES.resources)
FACES: dict[str, DieFace] = {face.id: face for one in DICE.values() for face in one.faces}
SIDES: dict[str, tuple[str, ...]] = {
    one.letter: one.sides for one in DICE.values()
}  # by the first letter of a die's id
CLASS_OF: dict[str, str] = {one.letter: one.id for one in DICE.values()}


def class_of(die: str) -> DieClass:
    """The colour of the die called `p1`, `c2`..."""
    return DICE[CLASS_OF[die[0]]]


def calamity(skulls: int) -> str:
    """What so many skulls bring; empty for none."""
    return "" if skulls == 0 else RULES.calamities[min(skulls, len(RULES.calamities)) - 1].id


def rank_of(points: int) -> str:
    """The id of the solo rank for a total (rules 8); the lowest for totals below 0, too."""
    return [rank.id for rank in RULES.solo.ranks if points >= rank.least][-1]


def peg(total: int) -> tuple[int, int]:
    """Where the peg of culture or calamity stands, and how many notes of 25 were made (rules 2.4)."""
    return (0, 0) if total == 0 else ((total - 1) % RULES.wrap + 1, (total - 1) // RULES.wrap)
