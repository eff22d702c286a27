"""Facts of the box, read once from `data/`: tiles, layouts, troops, buildings, cards.

`prov` gives the source of each fact: the rulebook, or our reconstruction where it is silent.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

from msgspec import Struct, field

from games.core.cards.card_data import Prov, by_id, load

DATA = Path(__file__).parents[1] / "data"
SIDES = ("n", "e", "s", "w")


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of map tile; level 0 lies open from the start.

    `code` is its letter in positions, `land` its terrains, `closed` its red sides at rotation
    0, `tower` the level of its cards, `supplement` the number of further copies that only the
    full map for six uses.
    """

    id: str
    code: str
    level: int
    copies: int
    land: tuple[str, ...]
    prov: Prov
    garrison: dict[str, int] = field(default_factory=dict)
    treasures: int = 0
    mine: Literal["", "wood", "stone", "gold"] = ""
    tower: int = 0
    village: bool = False
    closed: tuple[str, ...] = ()
    supplement: int = 0

    @property
    def empty(self) -> bool:
        """Return whether it has no garrison, treasure, mine, tower or village."""
        return not (self.garrison or self.treasures or self.mine or self.tower or self.village)

    @property
    def claimable(self) -> bool:
        """Return whether it takes a marker: mine, tower or village (rules 7.2).

        Treasures are opened without a marker.
        """
        return bool(self.mine or self.tower or self.village)


class MapLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """A map of `size` rows and columns.

    `positions` are the homes in clockwise order. `matrix` has the cells: `J1` home, `M` wood
    mine, `P` stone mine, `1 2 3` level of a face-down tile, `X` void. `sectors` gives the
    sector of each cell of levels 1 and 2 (the number of its home). `supplement`: uses the
    further empty tiles, because the map is larger than the box.
    """

    size: int
    prov: Prov
    positions: tuple[str, ...]
    matrix: tuple[str, ...]
    sectors: tuple[str, ...]
    supplement: bool = False


class Troop(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of troops.

    `by` is the building that trains it (empty: every castle), `time` in rounds, `level` its
    points, `ladder` and `recruits` level and increment under options. `shoots`: supports
    neighboring cells.
    """

    id: str
    cost: dict[str, int]
    time: int
    moves: int
    hp: int
    damage: int
    initiative: int
    level: int
    ladder: int
    recruits: int
    prov: Prov
    by: str = ""
    shoots: bool = False
    pursues: bool = False


class Building(Struct, frozen=True, forbid_unknown_fields=True):
    """A building or wonder and its effects.

    - `origins`: additional cells to move from.
    - `gold`, `cards`: gold and one card of this level per round.
    - `trains`: troop that it trains.
    - `points`: at the end, plus `per` for each of the `sources`, counted in `unit`.
    - `looks`: tiles that it reveals per turn.
    """

    id: str
    level: int
    cost: dict[str, int]
    prov: Prov
    origins: int = 0
    gold: int = 0
    cards: int = 0
    trains: str = ""
    points: int = 0
    trade: bool = False
    doubles: bool = False
    looks: int = 0
    wonder: bool = False
    per: int = 0
    unit: str = ""
    sources: tuple[str, ...] = ()


class Tech(Struct, frozen=True, forbid_unknown_fields=True):
    """A technology card.

    `when` it may be played, `amount` of its effect, `boost` points per step of a boost (0:
    none), `lasting` price of a lasting copy, `saves` what it makes cheaper to build.
    """

    id: str
    level: int
    copies: int
    when: Literal["move", "battle", "build", "turn", "treasure", "any"]
    lasting: int
    amount: int
    prov: Prov
    boost: int = 0
    saves: str = ""


class Rate(Struct, frozen=True, forbid_unknown_fields=True):
    """One exchange with the bank (rules 6.2): units of goods to `give` and to `get`, by kind."""

    id: str
    give: dict[str, int]
    get: dict[str, int]


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """Starting goods and troops of each player, by kind; the troops stand in the home village."""

    goods: dict[str, int]
    troops: dict[str, int]


class Chest(Struct, frozen=True, forbid_unknown_fields=True):
    """Treasure dice: the kinds, and the amounts of each kind."""

    kinds: tuple[str, ...]
    amounts: dict[str, tuple[int, ...]]


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the rules.

    `rows` of a castle are (spaces, lowest level, highest level). The game ends after `idle`
    rounds without an action. `maps` names the layout for each number of players, for six
    players that of each value of the option; layouts that are not named belong to older
    matches.
    """

    players: tuple[int, int]
    resources: tuple[str, ...]
    start: dict[str, Start]
    village_gold: int
    mine: dict[str, int]
    tower: int
    rows: tuple[tuple[int, int, int], ...]
    maps: dict[str, str]
    castles: int
    wonders: int
    bank: tuple[Rate, ...]
    treasure: Chest
    offers: int
    posts: int
    flee: int
    draws: int
    neutral: tuple[str, ...]
    rounds: tuple[int, ...]
    idle: int
    prov: Prov


RULES = load(DATA / "rules.json", Rules)
TILES = by_id(DATA / "tiles.json", Tile)
KIND_OF: Mapping[str, str] = {tile.code: name for name, tile in TILES.items()}
TROOPS = by_id(DATA / "troops.json", Troop)
BUILDINGS = by_id(DATA / "buildings.json", Building)
TECHS = by_id(DATA / "technologies.json", Tech)
LAYOUTS = load(DATA / "layouts.json", dict[str, MapLayout])
RESOURCES: tuple[str, ...] = RULES.resources
KINDS: tuple[str, ...] = tuple(TROOPS)
STRONGEST: tuple[str, ...] = RULES.neutral
WONDERS: tuple[str, ...] = tuple(name for name, one in BUILDINGS.items() if one.wonder)
RATES: Mapping[str, Rate] = {rate.id: rate for rate in RULES.bank}
LEVELS = ("1", "2", "3")
DECKS: dict[str, tuple[str, ...]] = {
    level: tuple(
        sorted(
            name
            for name, one in TECHS.items()
            if one.level == int(level)
            for _ in range(one.copies)
        )
    )
    for level in LEVELS
}
SAVERS: tuple[str, ...] = tuple(name for name, one in TECHS.items() if one.saves)
SPACES: tuple[str, ...] = tuple(
    f"{row}-{at}" for row, (n, _, _) in enumerate(RULES.rows, 1) for at in range(1, n + 1)
)
BELOW: dict[str, tuple[str, ...]] = {
    space: ()
    if space[0] == "1"
    else (f"{int(space[0]) - 1}-{space[2:]}", f"{int(space[0]) - 1}-{int(space[2:]) + 1}")
    for space in SPACES
}


def layout_key(n: int, options: Mapping[str, object]) -> str:
    """Return the key of the layout for `n` players."""
    return RULES.maps[str(options["six_player_map"]) if n == 6 else str(n)]


@lru_cache(64)
def level_of(troop: str, ladder: bool) -> int:
    """Return the points for one dead troop (rules 8.8); raise KeyError for an unknown kind.

    `ladder`: by the option `troop_levels` (ruling R1).
    """
    return TROOPS[troop].ladder if ladder else TROOPS[troop].level


def fits_row(building: str, space: str) -> bool:
    """Return whether the row of the space takes a building of this level (rules 6.1)."""
    _, lo, hi = RULES.rows[int(space[0]) - 1]
    return lo <= BUILDINGS[building].level <= hi
