"""The facts of the box, read once from `data/`: numbers, action spaces, rare goods."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

from msgspec import Struct

from games.core.cards.card_data import Prov, by_id, load

DATA = Path(__file__).parents[1] / "data"


class PieceFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """How many pieces of a kind one begins with, and the most one may own."""

    start: int
    most: int


class Era(Struct, frozen=True, forbid_unknown_fields=True):
    """What an Era fixes: goods for an upgrade, levels a Traitor destroys, gold of the tax, points lost instead."""

    upgrade: int
    traitor: int
    tax: int
    loss: int


class Rate(Struct, frozen=True, forbid_unknown_fields=True):
    """An exchange: one of a kind in `give` for `n` of kinds in `get`, in any mix."""

    give: tuple[str, ...]
    get: tuple[str, ...]
    n: int


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody begins with: goods by kind, points, secret missions (rules 3)."""

    goods: dict[str, int]
    points: int
    missions: int


class Band(Struct, frozen=True, forbid_unknown_fields=True):
    """The price of one level, and of a pair of levels, on five levels of the tower."""

    single: dict[str, int]
    double: dict[str, int]


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A temple card: what building it costs, what the temple is then worth."""

    id: str
    copies: int
    cost: dict[str, int]
    points: int


class Pile(Struct, frozen=True, forbid_unknown_fields=True):
    """A colour of rare goods: what an action pays for a tile, and the kinds of tiles (rules 2.1)."""

    cost: dict[str, int]
    goods: tuple[str, ...]


class Need(Struct, frozen=True, forbid_unknown_fields=True):
    """One way to be granted a camel: a tower at least so high, and so many missions (rules 6.5)."""

    tower: int
    missions: int


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the box. Lists run over the Eras, or over the places in the first turn order; `prov` says who tells them."""

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
    band: int
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
        """How many turns a game has."""
        return self.turns_per_era * len(self.eras)


class Space(Struct, frozen=True, forbid_unknown_fields=True):
    """An action space. `two` tells whether it is on the side for two players; `order`, `resource`, `market`, `color` and
    `mission_card` say more of its action where there is more to say; `prov` says who tells of it."""

    id: str
    piece: Literal["camel", "boat", "either"]
    region: str
    action: str
    prov: Prov
    two: bool = True
    order: int = 0
    resource: str = ""
    market: str = ""
    color: str = ""
    mission_card: bool = False

    def takes(self, piece: str) -> bool:
        """True when a piece of this kind fits."""
        return self.piece in ("either", piece)


RULES = load(DATA / "rules.json", Rules)
SPACES = by_id(DATA / "spaces.json", Space)
RESOURCES, REGIONS, PIECES = RULES.resources, RULES.regions, tuple(RULES.pieces)
ADVANCED: tuple[str, ...] = tuple(what for what in RESOURCES if what not in RULES.basic)
COLORS: tuple[str, ...] = tuple(RULES.rare)
RARE: dict[str, str] = {
    good: color for color, pile in RULES.rare.items() for good in pile.goods
}  # tile -> colour
PARTS: tuple[str, ...] = tuple(part.id for part in RULES.temple)
CHARTER = "palmyra"  # the market that K13 opens
MARAUDERS = "marauders"  # the one space of that action
KINGDOM = ("tax_collector", "war_supplies", "first_player")
WORKS = (
    "tower_single",
    "tower_double",
    "traitor",
    "temple",
    "rare_good",
    "mission",
)  # actions of the construction step
_SIDES: dict[bool, tuple[Space, ...]] = {
    two: tuple(space for space in SPACES.values() if space.two or not two) for two in (False, True)
}


def spaces(n: int) -> tuple[Space, ...]:
    """The action spaces of the board for `n` players."""
    return _SIDES[n == 2]


@lru_cache(64)
def spaces_for(n: int, actions: tuple[str, ...]) -> tuple[Space, ...]:
    """The spaces of the board for `n` players that have one of these actions."""
    return tuple(space for space in spaces(n) if space.action in actions)


@lru_cache(16)
def fitting(n: int, piece: str) -> tuple[Space, ...]:
    """Those on which a piece of this kind fits."""
    return tuple(space for space in spaces(n) if space.takes(piece))


def era_of(turn: int) -> int:
    """The Era of a turn (from 1), from 0; before the first turn it is the first Era."""
    return max(0, turn - 1) // RULES.turns_per_era


def class_of(resource: str) -> str:
    """`basic` or `advanced`."""
    return "basic" if resource in RULES.basic else "advanced"


def set_points(goods: Mapping[str, int]) -> int:
    """What rare goods are worth: sets of different kinds, the largest first (rules 8; best because the table is convex)."""
    counts = list(goods.values())
    total = 0
    while size := sum(n > 0 for n in counts):
        total += RULES.sets[size - 1]
        counts = [n - 1 for n in counts]
    return total
