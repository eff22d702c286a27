"""Ops (effects) of upgrade tiles, and the sum of all effects of a player's tiles."""

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
    """Action that a private tile offers.

    `market` names a market's rates. With `mission_card` a temple part also draws a mission
    (rules 6.3).
    """

    action: str
    market: str = ""
    mission_card: bool = False


class Powers(Struct):
    """Sum of the effects of a player's tiles.

    - `trades`: exchanges, each with its tile; `favours`: goods sold for points; `gather`:
      additional goods by (kind of piece, resource).
    - `free_level_multiple`: tower levels that are a multiple of this number are free (0: none);
      `waived_resources`: resources that tower levels do not cost.
    - `points_per_turn`: points per turn for the highest tower; `points_per_mission`: points for
      each completed mission; `rare_action`, `rare_free`: points for each rare good, taken by an
      action or otherwise.
    - `reduction`: goods saved, by action; `points_for_rare`: points that may pay for a rare good
      (0: none); `may_choose_rare`: the player may take any tile of a pile.
    - `immune`, `immune_revealer`: marauders spare the player's pieces, always or if the player sent
      the marauders; `reveals`: rewards for sending marauders.
    - `private`: private action spaces; `storage_limit`: warehouse limit; `gifts_factor`: factor on
      peace gifts; `untaxed`: no tax is due; `final_bonuses`: bonuses at the end.
    """

    trades: list[tuple[str, Rate]] = field(default_factory=list)  # (tile, rate)
    favours: list[Favour] = field(default_factory=list)
    gather: dict[tuple[str, str], int] = field(default_factory=dict)  # (piece, resource)
    free_level_multiple: int = 0
    waived_resources: set[str] = field(default_factory=set)
    points_per_turn: int = 0
    points_per_mission: int = 0
    reduction: dict[str, int] = field(default_factory=dict)
    rare_action: int = 0
    rare_free: int = 0
    points_for_rare: int = 0
    may_choose_rare: bool = False
    immune: bool = False
    immune_revealer: bool = False
    reveals: list[OnReveal] = field(default_factory=list)
    private: dict[str, PrivateAction] = field(default_factory=dict)  # by tile
    storage_limit: int = RULES.storage
    gifts_factor: int = 1
    untaxed: bool = False
    final_bonuses: list[tuple[str, FinalBonus]] = field(default_factory=list)  # (tile, bonus)


class Favour(Struct, frozen=True, forbid_unknown_fields=True):
    """Points paid for one good of a kind in `get`, once per turn."""

    pp: int
    get: tuple[str, ...]


class _TadmorOp(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op"):
    """Base of the ops: permanent effects that begin when their tile is taken."""

    def add(self, powers: Powers, tile: str) -> None:
        """Add the effect to the owner's powers."""
        raise NotImplementedError

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        raise NotImplementedError


class Trade(_TadmorOp, frozen=True, tag="trade"):
    """Op: exchanges, any number of times."""

    rates: tuple[Rate, ...]

    def add(self, powers: Powers, tile: str) -> None:
        """Add the exchanges to the owner's powers."""
        powers.trades += [(tile, rate) for rate in self.rates]

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        return listed(
            [
                msg("tad.effect.trade", give=some_of(r.give), n=r.n, get=some_of(r.get))
                for r in self.rates
            ]
        )


class TradePoints(_TadmorOp, frozen=True, tag="trade_pp"):
    """Op: goods for points, each rate once per turn."""

    rates: tuple[Favour, ...]

    def add(self, powers: Powers, tile: str) -> None:
        """Add the rates to the owner's powers."""
        powers.favours += self.rates

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        rates = [msg("tad.effect.favour", n=rate.pp, get=some_of(rate.get)) for rate in self.rates]
        return msg("tad.effect.favours", rates=listed(rates))


class GatherBonus(_TadmorOp, frozen=True, tag="gather_bonus"):
    """Op: `n` more of a resource for each piece of a kind that gathers it."""

    piece: str
    resource: str
    n: int

    def add(self, powers: Powers, tile: str) -> None:
        """Add the bonus to the owner's powers."""
        key = self.piece, self.resource
        powers.gather[key] = powers.gather.get(key, 0) + self.n

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        return msg(
            "tad.effect.gather", n=self.n, what=GOODS[self.resource], piece=PIECE_NAMES[self.piece]
        )


class FreeMultiple(_TadmorOp, frozen=True, tag="tower_free_multiple"):
    """Op: tower levels that are a multiple of `of` cost nothing."""

    of: int

    def add(self, powers: Powers, tile: str) -> None:
        """Set the multiple in the owner's powers."""
        powers.free_level_multiple = self.of

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        return msg("tad.effect.multiple", n=self.of, m=2 * self.of)


class Waive(_TadmorOp, frozen=True, tag="cost_waive"):
    """Op: tower levels do not cost these resources."""

    resources: tuple[str, ...]

    def add(self, powers: Powers, tile: str) -> None:
        """Add the resources to the owner's powers."""
        powers.waived_resources |= set(self.resources)

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        return msg("tad.effect.waive", what=listed([GOODS[what] for what in self.resources]))


class Prestige(_TadmorOp, frozen=True, tag="tower_prestige"):
    """Op: points in each Kingdom phase for the strictly highest tower."""

    pp: int

    def add(self, powers: Powers, tile: str) -> None:
        """Add the points per Kingdom phase to the owner's powers."""
        powers.points_per_turn += self.pp

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        return msg("tad.effect.prestige", n=self.pp)


class OnMission(_TadmorOp, frozen=True, tag="on_complete_mission"):
    """Op: points for every mission completed."""

    pp: int

    def add(self, powers: Powers, tile: str) -> None:
        """Add the points per completed mission to the owner's powers."""
        powers.points_per_mission += self.pp

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        return msg("tad.effect.on_mission", n=self.pp)


class Reduction(_TadmorOp, frozen=True, tag="cost_reduction"):
    """Op: an action costs `n` fewer goods, chosen by the player who pays (ruling R24)."""

    action: Literal["mission", "rare_good", "temple"]
    n: int

    def add(self, powers: Powers, tile: str) -> None:
        """Add the reduction to the owner's powers."""
        powers.reduction[self.action] = powers.reduction.get(self.action, 0) + self.n

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        return msg("tad.effect.reduction", n=self.n, action=ACTIONS[self.action])


class OnRareGood(_TadmorOp, frozen=True, tag="on_rare_good"):
    """Op: points for each rare good: `pp_board` if an action took it, else `pp_free`."""

    pp_board: int
    pp_free: int

    def add(self, powers: Powers, tile: str) -> None:
        """Add the points per rare good to the owner's powers."""
        powers.rare_action += self.pp_board
        powers.rare_free += self.pp_free

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        return msg("tad.effect.on_rare", n=self.pp_board, m=self.pp_free)


class Credit(_TadmorOp, frozen=True, tag="rare_good_pp_payment"):
    """Op: once per turn, pay points instead of goods for a rare good, if the score suffices."""

    pp: int

    def add(self, powers: Powers, tile: str) -> None:
        """Set the points in the owner's powers."""
        powers.points_for_rare = self.pp

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        return msg("tad.effect.credit", n=self.pp)


class ChooseRare(_TadmorOp, frozen=True, tag="rare_good_choose"):
    """Op: take any tile of the pile instead of the top one."""

    def add(self, powers: Powers, tile: str) -> None:
        """Set the choice in the owner's powers."""
        powers.may_choose_rare = True

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        return msg("tad.effect.choose")


class Immunity(_TadmorOp, frozen=True, tag="marauder_immunity"):
    """Op: marauders spare the owner's pieces, always or only if the owner sent them."""

    revealer_only: bool

    def add(self, powers: Powers, tile: str) -> None:
        """Set the immunity in the owner's powers."""
        powers.immune_revealer = True
        powers.immune = powers.immune or not self.revealer_only

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        return msg("tad.effect.immune_own" if self.revealer_only else "tad.effect.immune")


class OnReveal(_TadmorOp, frozen=True, tag="on_reveal"):
    """Op: reward for sending marauders, always or only if they removed an opponent's piece."""

    pp: int
    gain: dict[str, int]
    if_removed: bool

    def add(self, powers: Powers, tile: str) -> None:
        """Add the reward to the owner's powers."""
        powers.reveals.append(self)

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        key = "tad.effect.loot" if self.if_removed else "tad.effect.tribute"
        return msg(key, n=self.pp, gain=amounts(self.gain)) if self.gain else msg(key, n=self.pp)


class PrivateAction(_TadmorOp, frozen=True, tag="private_action"):
    """Op: private action space on the tile.

    With `repeats` the tile may offer an action that the owner also uses on the board.
    """

    choices: tuple[EffectChoice, ...]
    pp: int
    repeats: bool

    def add(self, powers: Powers, tile: str) -> None:
        """Add the private space to the owner's powers."""
        powers.private[tile] = self

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        what = listed([ACTIONS[choice.action] for choice in self.choices], "or")
        return (
            msg("tad.effect.private_pp", what=what, n=self.pp)
            if self.pp
            else msg("tad.effect.private", what=what)
        )


class StorageLimit(_TadmorOp, frozen=True, tag="storage_limit"):
    """Op: higher warehouse limit at the end of the turn."""

    n: int

    def add(self, powers: Powers, tile: str) -> None:
        """Raise the limit in the owner's powers."""
        powers.storage_limit = max(powers.storage_limit, self.n)

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        return msg("tad.effect.storage", n=self.n, m=RULES.storage)


class GiftsMultiplier(_TadmorOp, frozen=True, tag="peace_gifts_multiplier"):
    """Op: peace gifts bring `factor` times their points."""

    factor: int = field(name="x")

    def add(self, powers: Powers, tile: str) -> None:
        """Multiply the owner's factor for peace gifts by `factor`."""
        powers.gifts_factor *= self.factor

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        return msg("tad.effect.gifts", n=self.factor)


class TaxImmunity(_TadmorOp, frozen=True, tag="tax_immunity"):
    """Op: no tax is due (I46; rules 6.4)."""

    def add(self, powers: Powers, tile: str) -> None:
        """Set the exemption in the owner's powers."""
        powers.untaxed = True

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
        return msg("tad.effect.untaxed")


class FinalBonus(_TadmorOp, frozen=True, tag="final_bonus"):
    """Op: points at the end for the strictly highest value of a metric."""

    pp: int
    metric: Metric

    def add(self, powers: Powers, tile: str) -> None:
        """Add the bonus to the owner's powers."""
        powers.final_bonuses.append((tile, self))

    def describe(self) -> Msg:
        """Describe the effect for the tile's text."""
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
    """Upgrade tile.

    `starting`: it is offered at the start. `for_two`: it is used with two players. `prov` names the
    source of the effect and its numbers.
    """

    id: str
    era: int
    category: str
    effects: tuple[Op, ...]
    prov: Prov
    starting: bool = False
    for_two: bool = field(default=True, name="two")


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
    """Return the sum of the effects of these tiles. The result is cached: do not change it."""
    return _powers(tuple(tiles))


@lru_cache(4096)
def effect_text(tile: str) -> Msg:
    """Return the text of a tile, built from its effects."""
    return listed([op.describe() for op in UPGRADES[tile].effects])


def tiles_of_era(n: int, era: int) -> list[str]:
    """Return the tiles of an Era (counted from 1) used with `n` players, sorted."""
    return sorted(
        tile for tile, one in UPGRADES.items() if one.era == era and (n > 2 or one.for_two)
    )
