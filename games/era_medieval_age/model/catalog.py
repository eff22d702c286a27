"""Pieces, dice, numbers and preset layouts of the box, read once from `data/`.

The structs describe the JSON files; the constants below them are the loaded data. `prov` fields say
where a fact comes from.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct, field

from games.core.cards.card_data import Prov, by_id, load

DATA = Path(__file__).parents[1] / "data"
SCORCHED, KEEP = "scorched_earth", "keep"


class DieFace(Struct, frozen=True, forbid_unknown_fields=True):
    """Face of a die, on `copies` of its six sides.

    `choose` lists gains of which the player picks one.
    """

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
    """Color of dice; each building of the kind `source` grants one die of this color.

    `letter` and a number are a die's id: `p1`, `p2`... `prov` is the source of the data.
    """

    id: str
    letter: str
    count: int
    source: str
    prov: Prov
    faces: tuple[DieFace, ...]

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the face ids of the six sides, for a uniform random pick."""
        return tuple(face.id for face in self.faces for _ in range(face.copies))


class Piece(Struct, frozen=True, forbid_unknown_fields=True):
    """Kind of piece.

    - `cells`: its footprint
    - `die`: color of the die that each copy grants
    - `barrier`: encloses land, as walls and keeps do
    - `heals`: protects itself and its neighbors from Disease
    - `sets`: number of dice per round that a monastery may set
    - `bonus`: what each copy scores at the end
    - `prov`: source of number, cost, points, effects and footprint
    """

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
    """Track of a resource: its number at the start and its maximum; `prov` is their source."""

    start: int
    most: int
    prov: Prov


class PlayerCountNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers for one player count; `prov` is their source.

    `box` has the number of pieces returned to the box, by kind. `markers` is the number of end
    markers, `scorched` that of pieces of scorched earth per player.
    """

    box: dict[str, int]
    markers: int
    scorched: int
    prov: Prov


class Calamity(Struct, frozen=True, forbid_unknown_fields=True):
    """Calamity by number of skulls; the last one in the list also covers higher numbers."""

    id: str
    skulls: int


class Rank(Struct, frozen=True, forbid_unknown_fields=True):
    """Rank in a solo game; `least` is the minimum of points for it."""

    id: str
    least: int


class Solo(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the solo game, against Master Jaime.

    `dice`: for each value of the option `solo_jaime_dice`, his dice by color. `ranks` are in
    ascending order.
    """

    rounds: int
    dice: dict[str, dict[str, int]]
    ranks: tuple[Rank, ...]


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the rules.

    - `rows`, `cols`, `center`: size of a domain and place of its keep; `prov` is their source.
    - `resources`: track of each resource.
    - `wrap`: length of the culture and calamity tracks.
    - `throws`: rolls per round.
    - `refusal`: calamity points for refusing a demand.
    - `start`: number of pieces of each kind that a player arranges at the start.
    - `seats`: numbers that depend on the number of players.
    - `walled`: factor on the points of walled buildings.
    - `culture`, `area`: points for the most culture and the largest area.
    """

    rows: int
    cols: int
    center: str
    prov: Prov
    resources: dict[str, Track]
    wrap: int
    throws: int
    refusal: int
    start: dict[str, int]
    seats: dict[int, PlayerCountNumbers]
    calamities: tuple[Calamity, ...]
    walled: int
    culture: int
    area: int
    solo: Solo


class Preset(Struct, frozen=True, forbid_unknown_fields=True):
    """Preset starting layout; the scorched pieces are used in order, as many as a seat has."""

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
# sides and color of a die, by the first letter of its id
SIDES: dict[str, tuple[str, ...]] = {one.letter: one.sides for one in DICE.values()}
CLASS_OF: dict[str, str] = {one.letter: one.id for one in DICE.values()}


def class_of(die: str) -> DieClass:
    """Return the color of the die with this id (`p1`, `c2`...)."""
    return DICE[CLASS_OF[die[0]]]


def calamity(skulls: int) -> str:
    """Return the calamity for a number of skulls, or "" for none."""
    return "" if skulls == 0 else RULES.calamities[min(skulls, len(RULES.calamities)) - 1].id


def rank_of(points: int) -> str:
    """Return the solo rank for a total (rules 8).

    The minimum of the lowest rank is far below any total, so there always is a rank.
    """
    return [rank.id for rank in RULES.solo.ranks if points >= rank.least][-1]


def peg(total: int) -> tuple[int, int]:
    """Return (space of the peg, number of wraps) for a total of culture or calamity.

    After the last space of the track the peg goes on at 1; this is a wrap (rules 2.4). Without any
    points the peg is at 0.
    """
    return (0, 0) if total == 0 else ((total - 1) % RULES.wrap + 1, (total - 1) // RULES.wrap)
