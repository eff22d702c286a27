"""Numbers, action spaces and rare goods of the box, read once from `data/`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

from msgspec import Struct, field

from games.core.cards.card_data import Prov, by_id, load

DATA = Path(__file__).parents[1] / "data"


class PieceFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """Number of pieces of a kind at the start, and the most a player may own."""

    start: int
    most: int


class Era(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of an Era.

    `upgrade`: goods that an upgrade costs. `traitor`: tower levels that a Traitor destroys.
    `tax`: gold of the tax. `loss`: points lost by a seat that does not pay the tax.
    """

    upgrade: int
    traitor: int
    tax: int
    loss: int


class Rate(Struct, frozen=True, forbid_unknown_fields=True):
    """Exchange rate: one good of a kind in `give` buys `n` goods of kinds in `get`.

    The goods bought may be mixed.
    """

    give: tuple[str, ...]
    get: tuple[str, ...]
    n: int


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """Goods, points and number of secret missions of each player at the start (rules 3)."""

    goods: dict[str, int]
    points: int
    missions: int


class Band(Struct, frozen=True, forbid_unknown_fields=True):
    """Prices of one tower level and of a pair of levels, within one price band of heights."""

    single: dict[str, int]
    double: dict[str, int]


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """Card of a temple part: its cost, and the points of a temple that ends with this part."""

    id: str
    copies: int
    cost: dict[str, int]
    points: int


class Pile(Struct, frozen=True, forbid_unknown_fields=True):
    """Pile of one color of rare goods (rules 2.1).

    `cost` is the price of a tile taken by an action; `goods` are the kinds of tiles.
    """

    cost: dict[str, int]
    goods: tuple[str, ...]


class Need(Struct, frozen=True, forbid_unknown_fields=True):
    """Condition for a camel: a tower of this height, and this many missions (rules 6.5)."""

    tower: int
    missions: int


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the box; `prov` names their source.

    - `gather`: goods by kind of piece and class of resource, one number per Era; `gifts`: points by
      kind of piece, one number per Era.
    - `bonus[place][i]`: kinds of goods from which the seat at this place of the first turn order
      chooses its i-th bonus good.
    - `display`, `copies`: tiles on display and copies of each rare good, by number of players.
    - `storage`: warehouse limit; `level`: points of a tower level.
    - `bands`: prices of tower levels; each holds for `band_size` levels, the last one for all
      higher levels.
    - `completion`: number of rare goods for the first and the second completed temple; `sets`:
      points of a set by size.
    - `caravan`: conditions by number of the camel, one of which suffices; `shipyard`: rare goods of
      each color needed, by number of the boat.
    """

    resources: tuple[str, ...]
    basic: tuple[str, ...]
    regions: tuple[str, ...]
    pieces: dict[str, PieceFacts]
    eras: tuple[Era, ...]
    turns_per_era: int
    gather: dict[str, dict[str, tuple[int, ...]]]
    gifts: dict[str, tuple[int, ...]]
    start: Start
    bonus: tuple[tuple[tuple[str, ...], ...], ...]
    display: dict[int, int]
    copies: dict[int, int]
    storage: int
    level: int
    bands: tuple[Band, ...]
    band_size: int = field(name="band")
    markets: dict[str, tuple[Rate, ...]]
    temple: tuple[Part, ...]
    completion: tuple[int, ...]
    rare: dict[str, Pile]
    sets: tuple[int, ...]
    caravan: dict[int, tuple[Need, ...]]
    shipyard: dict[int, int]
    prov: Prov

    @property
    def turns(self) -> int:
        """Return the number of turns of a game."""
        return self.turns_per_era * len(self.eras)


class Space(Struct, frozen=True, forbid_unknown_fields=True):
    """Action space of the board.

    - `piece` is the kind of piece that fits; `for_two`: the board for two players has the space.
    - `order` is the place among the spaces of an action; `resource`, `market` and `color` name what
      the action gathers, opens or takes; `mission_card`: it also draws a mission.
    - `prov` names the source.
    """

    id: str
    piece: Literal["camel", "boat", "either"]
    region: str
    action: str
    prov: Prov
    for_two: bool = field(default=True, name="two")
    order: int = 0
    resource: str = ""
    market: str = ""
    color: str = ""
    mission_card: bool = False

    def takes(self, piece: str) -> bool:
        """Return whether the space takes a piece of this kind."""
        return self.piece in ("either", piece)


RULES = load(DATA / "rules.json", Rules)
SPACES = by_id(DATA / "spaces.json", Space)
RESOURCES, REGIONS, PIECES = RULES.resources, RULES.regions, tuple(RULES.pieces)
ADVANCED: tuple[str, ...] = tuple(what for what in RESOURCES if what not in RULES.basic)
COLORS: tuple[str, ...] = tuple(RULES.rare)
# tile -> color
RARE: dict[str, str] = {good: color for color, pile in RULES.rare.items() for good in pile.goods}
PARTS: tuple[str, ...] = tuple(part.id for part in RULES.temple)
CHARTER = "palmyra"  # market that mission K13 opens
MARAUDERS = "marauders"  # id of the only space with that action, and the action
KINGDOM = ("tax_collector", "war_supplies", "first_player")
# actions of the construction step
WORKS = ("tower_single", "tower_double", "traitor", "temple", "rare_good", "mission")
_SPACES_BY_TWO_PLAYERS: dict[bool, tuple[Space, ...]] = {
    two: tuple(space for space in SPACES.values() if space.for_two or not two)
    for two in (False, True)
}


def spaces(n: int) -> tuple[Space, ...]:
    """Return the action spaces of the board for `n` players."""
    return _SPACES_BY_TWO_PLAYERS[n == 2]


@lru_cache(64)
def spaces_for(n: int, actions: tuple[str, ...]) -> tuple[Space, ...]:
    """Return the spaces for `n` players that have one of `actions`, in board order."""
    return tuple(space for space in spaces(n) if space.action in actions)


@lru_cache(16)
def spaces_for_piece(n: int, piece: str) -> tuple[Space, ...]:
    """Return the spaces for `n` players that take the kind `piece`, in board order."""
    return tuple(space for space in spaces(n) if space.takes(piece))


def era_of(turn: int) -> int:
    """Return the Era of a turn: turns count from 1, Eras from 0. Turn 0 is in Era 0."""
    return max(0, turn - 1) // RULES.turns_per_era


def class_of(resource: str) -> str:
    """Return the class of a resource: `basic` or `advanced`."""
    return "basic" if resource in RULES.basic else "advanced"


def set_points(goods: Mapping[str, int]) -> int:
    """Return the points of rare goods, given as numbers by kind (rules 8).

    Each set holds different kinds; the largest sets are made first. This is optimal, since the
    table of points is convex.
    """
    counts = list(goods.values())
    total = 0
    while size := sum(n > 0 for n in counts):
        total += RULES.sets[size - 1]
        counts = [n - 1 for n in counts]
    return total
