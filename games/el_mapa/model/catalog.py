"""Contents of the box, read once from `data/`: tiles, layouts, troops, buildings, cards.

`prov` gives the source of each fact: the rulebook, or our own reconstruction.
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
    """A kind of map tile; tiles of level 0 are face up from the start.

    - `code`: its letter in stored positions; `land`: its terrains.
    - `closed`: sides with a red line, which troops cannot cross, before the tile is turned.
    - `garrison`: neutral troops by kind; `treasures`: their number.
    - `tower`: level of the cards that the tower yields, 0 without one.
    - `copies`: number in the box; `supplement`: further copies, used only on the full map for six.
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
        """Return whether the tile has no garrison, treasure, mine, tower or village."""
        return not (self.garrison or self.treasures or self.mine or self.tower or self.village)

    @property
    def claimable(self) -> bool:
        """Return whether a player can put a marker on it: mine, tower or village (rules 7.2)."""
        return bool(self.mine or self.tower or self.village)


class MapLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """A map of `size` rows and columns.

    - `positions`: the homes in clockwise order, such as `J1`.
    - `matrix`: rows of cells: `J1` home, `M` wood mine, `P` stone mine, `1 2 3` level of a face-down
      tile, `X` no cell.
    - `sectors`: for each cell of levels 1 and 2 the number of the home to which its sector belongs.
    - `supplement`: the map needs more empty tiles than the box has.
    """

    size: int
    prov: Prov
    positions: tuple[str, ...]
    matrix: tuple[str, ...]
    sectors: tuple[str, ...]
    supplement: bool = False


class Troop(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of troops.

    - `cost`: goods to hire one; `time`: rounds of training; `by`: building that trains it (empty:
      every castle).
    - `moves`: steps per turn; `hp`: hit points; `damage`: of one strike; `initiative`: troops with more
      strike first.
    - `level`: points for killing one; `ladder`: the same with the option `troop_levels`.
    - `recruits`: troops trained at a time with the option `training_increment` (else one).
    - `shoots`: supports battles in neighboring cells; `pursues`: strikes troops that flee.
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

    - `level`: decides the row of the castle in which it may be built.
    - `origins`: number of additional cells from which troops may move in a turn.
    - `gold`, `cards`: yield per round, gold and one card of this level.
    - `trains`: kind of troops that it trains; `doubles`: the castle trains twice as many troops.
    - `trade`: it is a market; `looks`: tiles that it reveals per turn.
    - `points`: points at the end, plus `per` for each of the `sources`; with an option the production
      or stock of `unit` is counted instead.
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

    - `when`: situation in which it may be played; `amount`: size of its effect.
    - `boost`: points of spent cards for each additional 1 of the effect (0: it cannot be boosted).
    - `lasting`: price of a lasting copy, a card that stays in play, in points of spent cards.
    - `saves`: good of which it makes buildings cheaper.
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
    """An exchange that the bank offers (rules 6.2): goods to `give` and to `get`."""

    id: str
    give: dict[str, int]
    get: dict[str, int]


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """Goods and troops of each player at the start; the troops are in the home village."""

    goods: dict[str, int]
    troops: dict[str, int]


class Chest(Struct, frozen=True, forbid_unknown_fields=True):
    """Treasure dice: the sides of the first die, and the amounts of the second by good."""

    kinds: tuple[str, ...]
    amounts: dict[str, tuple[int, ...]]


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the rules.

    - `start`: starting goods and troops, by value of the option `start_package`.
    - `village_gold`, `mine`, `tower`: yield per round of a village, mine (by good) and tower.
    - `rows`: for each row of a castle (number of spaces, lowest level, highest level).
    - `maps`: layout by number of players; for six by value of the option. Other layouts are only used
      by matches of earlier rules.
    - `castles`: number of castles in the box; `wonders`: copies of each wonder.
    - `offers`: direct offers per turn; `posts`: standing offers per player.
    - `flee`: troops that a side must have to flee.
    - `draws`: number of random attempts to turn the tiles so that the map is connected.
    - `neutral`: kinds of troops, in the order in which neutral troops kill them.
    - `rounds`: values of the option `round_limit`; `idle`: the game ends after so many rounds without
      an action.
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

    `ladder`: use the points of the option `troop_levels` (ruling R1).
    """
    return TROOPS[troop].ladder if ladder else TROOPS[troop].level


def fits_row(building: str, space: str) -> bool:
    """Return whether the building may be built in the row of this space (rules 6.1)."""
    _, lo, hi = RULES.rows[int(space[0]) - 1]
    return lo <= BUILDINGS[building].level <= hi
