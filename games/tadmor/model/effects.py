"""Upgrades as data: the closed vocabulary of what a tile does for its owner, and the sum of what all tiles of a player do."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from msgspec import Struct, field

from games.core.cards.card_data import Prov, by_id
from games.core.text.messages import Msg, listed, msg
from games.tadmor.model.catalog import DATA, RULES, Rate
from games.tadmor.model.names import ACTIONS, GOODS, PIECE_NAMES, amounts, some_of

Metric = Literal["tower_height", "mission_pp", "rare_goods_pp", "temple_best_part", "upgrade_count"]


class EffectChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """An action that a private tile offers: at which market's rates, and whether a temple part draws a mission (rules 6.3)."""

    action: str
    market: str = ""
    mission_card: bool = False


class Powers(Struct):
    """What all tiles of one player add up to. Points: `prestige` a turn, `on_mission`, `rare_action` and `rare_free` each time,
    `credit` instead of goods. `multiple`: which levels are free, 0 for none; `reduction`: goods fewer by action."""

    trades: list[tuple[str, Rate]] = field(default_factory=list)  # (tile, rate)
    favours: list[Favour] = field(default_factory=list)
    gather: dict[tuple[str, str], int] = field(default_factory=dict)  # (piece, resource)
    multiple: int = 0
    waived: set[str] = field(default_factory=set)
    prestige: int = 0
    on_mission: int = 0
    reduction: dict[str, int] = field(default_factory=dict)
    rare_action: int = 0
    rare_free: int = 0
    credit: int = 0
    chooses: bool = False
    immune: bool = False
    immune_revealer: bool = False
    reveals: list[OnReveal] = field(default_factory=list)
    private: dict[str, PrivateAction] = field(default_factory=dict)  # by tile
    storage: int = RULES.storage
    gifts: int = 1
    untaxed: bool = False
    finals: list[tuple[str, FinalBonus]] = field(default_factory=list)  # (tile, bonus)


class Favour(Struct, frozen=True, forbid_unknown_fields=True):
    """So many points for one good of a kind in `get`, once a turn."""

    pp: int
    get: tuple[str, ...]


class _TadmorOp(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op"):
    """Base of the ops: a standing effect, that begins when the tile is taken."""

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        raise NotImplementedError

    def describe(self) -> Msg:
        """What the tile says."""
        raise NotImplementedError


class Trade(_TadmorOp, frozen=True, tag="trade"):
    """Standing exchanges, any number of times."""

    rates: tuple[Rate, ...]

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        to.trades += [(tile, rate) for rate in self.rates]

    def describe(self) -> Msg:
        """What the tile says."""
        return listed(
            [
                msg("tad.effect.trade", give=some_of(r.give), n=r.n, get=some_of(r.get))
                for r in self.rates
            ]
        )


class TradePoints(_TadmorOp, frozen=True, tag="trade_pp"):
    """Points for goods, each rate once a turn."""

    rates: tuple[Favour, ...]

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        to.favours += self.rates

    def describe(self) -> Msg:
        """What the tile says."""
        return listed(
            [msg("tad.effect.favour", n=rate.pp, get=some_of(rate.get)) for rate in self.rates]
        )


class GatherBonus(_TadmorOp, frozen=True, tag="gather_bonus"):
    """More of a resource for each piece of a kind that gathers it."""

    piece: str
    resource: str
    n: int

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        key = self.piece, self.resource
        to.gather[key] = to.gather.get(key, 0) + self.n

    def describe(self) -> Msg:
        """What the tile says."""
        return msg(
            "tad.effect.gather", n=self.n, what=GOODS[self.resource], piece=PIECE_NAMES[self.piece]
        )


class FreeMultiple(_TadmorOp, frozen=True, tag="tower_free_multiple"):
    """Levels that are a multiple of `of` cost nothing."""

    of: int

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        to.multiple = self.of

    def describe(self) -> Msg:
        """What the tile says."""
        return msg("tad.effect.multiple", n=self.of, m=2 * self.of)


class Waive(_TadmorOp, frozen=True, tag="cost_waive"):
    """These resources drop out of the price of tower levels."""

    resources: tuple[str, ...]

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        to.waived |= set(self.resources)

    def describe(self) -> Msg:
        """What the tile says."""
        return msg("tad.effect.waive", what=listed([GOODS[what] for what in self.resources]))


class Prestige(_TadmorOp, frozen=True, tag="tower_prestige"):
    """Points in each Kingdom phase for the strictly highest tower."""

    pp: int

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        to.prestige += self.pp

    def describe(self) -> Msg:
        """What the tile says."""
        return msg("tad.effect.prestige", n=self.pp)


class OnMission(_TadmorOp, frozen=True, tag="on_complete_mission"):
    """Points for every mission completed."""

    pp: int

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        to.on_mission += self.pp

    def describe(self) -> Msg:
        """What the tile says."""
        return msg("tad.effect.on_mission", n=self.pp)


class Reduction(_TadmorOp, frozen=True, tag="cost_reduction"):
    """So many goods fewer for an action, the payer chooses which (ruling R24)."""

    action: Literal["mission", "rare_good", "temple"]
    n: int

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        to.reduction[self.action] = to.reduction.get(self.action, 0) + self.n

    def describe(self) -> Msg:
        """What the tile says."""
        return msg("tad.effect.reduction", n=self.n, action=ACTIONS[self.action])


class OnRareGood(_TadmorOp, frozen=True, tag="on_rare_good"):
    """Points for rare goods got by an action, and for those got otherwise."""

    pp_board: int
    pp_free: int

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        to.rare_action += self.pp_board
        to.rare_free += self.pp_free

    def describe(self) -> Msg:
        """What the tile says."""
        return msg("tad.effect.on_rare", n=self.pp_board, m=self.pp_free)


class Credit(_TadmorOp, frozen=True, tag="rare_good_pp_payment"):
    """Once a turn points instead of the goods for a rare good; only out of a score that has them."""

    pp: int

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        to.credit = self.pp

    def describe(self) -> Msg:
        """What the tile says."""
        return msg("tad.effect.credit", n=self.pp)


class ChooseRare(_TadmorOp, frozen=True, tag="rare_good_choose"):
    """Any tile of the pile instead of the top one."""

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        to.chooses = True

    def describe(self) -> Msg:
        """What the tile says."""
        return msg("tad.effect.choose")


class Immunity(_TadmorOp, frozen=True, tag="marauder_immunity"):
    """Marauders leave the owner's pieces alone, always or when the owner sent them."""

    revealer_only: bool

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        to.immune_revealer = True
        to.immune = to.immune or not self.revealer_only

    def describe(self) -> Msg:
        """What the tile says."""
        return msg("tad.effect.immune_own" if self.revealer_only else "tad.effect.immune")


class OnReveal(_TadmorOp, frozen=True, tag="on_reveal"):
    """What the owner gets for marauders of his own, always or when they removed an opponent's piece."""

    pp: int
    gain: dict[str, int]
    if_removed: bool

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        to.reveals.append(self)

    def describe(self) -> Msg:
        """What the tile says."""
        key = "tad.effect.loot" if self.if_removed else "tad.effect.tribute"
        return msg(key, n=self.pp, gain=amounts(self.gain)) if self.gain else msg(key, n=self.pp)


class PrivateAction(_TadmorOp, frozen=True, tag="private_action"):
    """An action space of the owner's own on the tile; `repeats` may do what the owner does on the board as well."""

    choices: tuple[EffectChoice, ...]
    pp: int
    repeats: bool

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        to.private[tile] = self

    def describe(self) -> Msg:
        """What the tile says."""
        what = listed([ACTIONS[choice.action] for choice in self.choices], "or")
        return (
            msg("tad.effect.private_pp", what=what, n=self.pp)
            if self.pp
            else msg("tad.effect.private", what=what)
        )


class StorageLimit(_TadmorOp, frozen=True, tag="storage_limit"):
    """More room in the warehouse at the end of the turn."""

    n: int

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        to.storage = max(to.storage, self.n)

    def describe(self) -> Msg:
        """What the tile says."""
        return msg("tad.effect.storage", n=self.n, m=RULES.storage)


class GiftsMultiplier(_TadmorOp, frozen=True, tag="peace_gifts_multiplier"):
    """Peace gifts bring so many times as much."""

    x: int

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        to.gifts *= self.x

    def describe(self) -> Msg:
        """What the tile says."""
        return msg("tad.effect.gifts", n=self.x)


class TaxImmunity(_TadmorOp, frozen=True, tag="tax_immunity"):
    """The tax collector passes by: no tax is due (I46; rules 6.4)."""

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        to.untaxed = True

    def describe(self) -> Msg:
        """What the tile says."""
        return msg("tad.effect.untaxed")


class FinalBonus(_TadmorOp, frozen=True, tag="final_bonus"):
    """Points at the end for whoever is strictly the first in something."""

    pp: int
    metric: Metric

    def add(self, to: Powers, tile: str) -> None:
        """Put it to what the owner's other tiles do."""
        to.finals.append((tile, self))

    def describe(self) -> Msg:
        """What the tile says."""
        return msg("tad.effect.final", n=self.pp, what=msg(f"tad.metric.{self.metric}"))


Op = (
    Trade
    | TradePoints
    | GatherBonus
    | FreeMultiple
    | Waive
    | Prestige
    | OnMission
    | Reduction
    | OnRareGood
    | Credit
    | ChooseRare
    | Immunity
    | OnReveal
    | PrivateAction
    | StorageLimit
    | GiftsMultiplier
    | TaxImmunity
    | FinalBonus
)


class Upgrade(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile. `starting` ones are offered at the start, those without `two` are left out with two players; `prov` says who tells
    its effect and the numbers in it."""

    id: str
    era: int
    category: str
    effects: tuple[Op, ...]
    prov: Prov
    starting: bool = False
    two: bool = True


UPGRADES = by_id(DATA / "upgrades.json", Upgrade)
STARTING: tuple[str, ...] = tuple(tile for tile, one in UPGRADES.items() if one.starting)


@lru_cache(20_000)
def _powers(tiles: tuple[str, ...]) -> Powers:
    found = Powers()
    for tile in tiles:
        for op in UPGRADES[tile].effects:
            op.add(found, tile)
    return found


def powers(tiles: Iterable[str]) -> Powers:
    """What these tiles do together. Shared: to be read only."""
    return _powers(tuple(tiles))


@lru_cache(4096)
def says(tile: str) -> Msg:
    """The text of a tile, written from its effects."""
    return listed([op.describe() for op in UPGRADES[tile].effects])


def in_game(n: int, era: int) -> list[str]:
    """The tiles of an Era (from 1) that `n` players use, sorted as a bag."""
    return sorted(tile for tile, one in UPGRADES.items() if one.era == era and (n > 2 or one.two))
