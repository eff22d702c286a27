"""What a player's possessions bring: income, training, limits of a turn; and payments.

The functions read the state; only `train`, `pay` and `earn` change what they are given.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from games.core.text.messages import Seat
from games.el_mapa.model.catalog import BUILDINGS, LEVELS, RULES, TECHS, TILES, TROOPS
from games.el_mapa.model.state import Castle, MapState, Troops

Goods = dict[str, int]


def income(s: MapState, seat: Seat) -> Goods:
    """Return what a seat receives in one upkeep (rules 5.2).

    The keys are `gold`, `wood`, `stone`, and `cards1` to `cards3` for cards of levels 1 to 3.
    """
    gains = {"gold": 0, "wood": 0, "stone": 0, "cards1": 0, "cards2": 0, "cards3": 0}
    for castle in s.castles.values():
        if castle.owner == seat:
            gains["gold"] += RULES.village_gold
            for name in castle.spaces.values():
                house = BUILDINGS[name]
                gains["gold"] += house.gold
                if house.cards:
                    gains[f"cards{house.cards}"] += 1
    for cell, owner in s.owners.items():
        if owner == seat:
            tile = TILES[s.kind(cell)]
            if tile.mine:
                gains[tile.mine] += RULES.mine[tile.mine]
            if tile.tower:
                gains[f"cards{tile.tower}"] += RULES.tower
    return gains


def castle_income(castle: Castle) -> Goods:
    """Return the yield per round of one village and its castle: gold and cards."""
    gains = {"gold": RULES.village_gold, "cards1": 0, "cards2": 0, "cards3": 0}
    for name in castle.spaces.values():
        gains["gold"] += BUILDINGS[name].gold
        if BUILDINGS[name].cards:
            gains[f"cards{BUILDINGS[name].cards}"] += 1
    return gains


def recruits(castle: Castle, options: Mapping[str, Any]) -> Troops:
    """Return how many troops of each kind a castle gets when their training ends (rules 5.1)."""
    names = set(castle.spaces.values())
    factor = 2 if any(BUILDINGS[name].doubles for name in names) else 1
    several = options["training_increment"] == "castle"
    return {
        kind: factor * (troop.recruits if several else 1)
        for kind, troop in TROOPS.items()
        if not troop.by or troop.by in names
    }


def train(castle: Castle, options: Mapping[str, Any]) -> Troops:
    """Advance the training of a castle by a round, in place.

    Return the troops that are trained and have joined its reserve.
    """
    trained: Troops = {}
    for kind, n in recruits(castle, options).items():
        progress = castle.progress.get(kind, 0) + 1
        if progress == TROOPS[kind].time:
            castle.progress.pop(kind, None)
            castle.reserve[kind] = castle.reserve.get(kind, 0) + n
            trained[kind] = n
        else:
            castle.progress[kind] = progress
    return trained


class Powers(NamedTuple):
    """Combined effect of buildings, except income and training.

    `origins` is the number of additional cells from which troops may move, `markets` the number of
    markets, and `tower_reveals` the number of tiles that watchtowers reveal per turn.
    """

    origins: int
    markets: int
    tower_reveals: int


@lru_cache(20_000)
def powers(names: tuple[str, ...]) -> Powers:
    """Return the combined effect of buildings, given by their ids."""
    houses = [BUILDINGS[name] for name in names]
    return Powers(
        sum(one.origins for one in houses),
        sum(one.trade for one in houses),
        sum(one.looks for one in houses),
    )


def villages(s: MapState, seat: Seat) -> int:
    """Return the number of a player's villages."""
    n = 0
    for castle in s.castles.values():
        if castle.owner == seat:
            n += 1
    return n


def attack_origins(s: MapState, seat: Seat) -> int:
    """Return from how many cells a player's troops may move into battles in one turn."""
    return villages(s, seat) or 1


def origins(s: MapState, seat: Seat) -> int:
    """Return from how many cells a player's troops may move in one turn."""
    n = attack_origins(s, seat)
    for castle in s.castles.values():
        if castle.owner == seat:
            n += powers(tuple(castle.spaces.values())).origins
    return n


def markets(s: MapState, seat: Seat) -> int:
    """Return the number of a player's markets."""
    n = 0
    for castle in s.castles.values():
        if castle.owner == seat:
            n += powers(tuple(castle.spaces.values())).markets
    return n


def tower_reveals(s: MapState, seat: Seat) -> int:
    """Return how many tiles a player's watchtowers reveal per turn."""
    n = 0
    for castle in s.castles.values():
        if castle.owner == seat:
            n += powers(tuple(castle.spaces.values())).tower_reveals
    return n


def trade_limit(s: MapState, seat: Seat) -> int:
    """Return how many units of wood and stone a player may trade per turn (rules 6.2).

    Without a market it is 0.
    """
    n = markets(s, seat)
    return n + villages(s, seat) if n else 0


def sources(s: MapState, seat: Seat, wonder: str, options: Mapping[str, Any]) -> int:
    """Return the number of things for which a wonder brings points (rules 10.2 no. 5).

    The option `wonder_bonus` decides what is counted: the wonder's sources (castles, mines or
    buildings), or the production or stock of its unit (goods or troops).
    """
    facts = BUILDINGS[wonder]
    match options["wonder_bonus"]:
        case "production":
            if facts.unit == "troops":
                return sum(
                    sum(recruits(castle, options).values())
                    for castle in s.castles.values()
                    if castle.owner == seat
                )
            return income(s, seat)[facts.unit]
        case "stock":
            if facts.unit == "troops":
                return sum(
                    sum(castle.reserve.values())
                    for castle in s.castles.values()
                    if castle.owner == seat
                )
            return s.players[seat].goods[facts.unit]
    return sum(_source(s, seat, source) for source in facts.sources)


def _source(s: MapState, seat: Seat, source: str) -> int:
    """Return how many of a source a player has: `castle`, `mine:<good>` or a building's id."""
    if source == "castle":
        return villages(s, seat)
    if source.startswith("mine:"):
        return sum(
            owner == seat and TILES[s.kind(cell)].mine == source[5:]
            for cell, owner in s.owners.items()
        )
    return s.castles_with(seat, source)


def can_pay(goods: Mapping[str, int], cost: Mapping[str, int]) -> bool:
    """Return whether `goods` covers `cost`."""
    for what, n in cost.items():  # noqa: SIM110 - hot path
        if goods.get(what, 0) < n:
            return False
    return True


def lacking(goods: Mapping[str, int], cost: Mapping[str, int]) -> Goods:
    """Return the goods by kind that are missing to pay `cost`; empty if it can be paid."""
    return {what: n - goods.get(what, 0) for what, n in cost.items() if n > goods.get(what, 0)}


def pay(goods: Goods, cost: Mapping[str, int]) -> None:
    """Subtract `cost` from `goods`, in place; the caller has checked `can_pay`."""
    for what, n in cost.items():
        goods[what] -= n


def earn(goods: Goods, gained: Mapping[str, int]) -> None:
    """Add `gained` to `goods`, in place; raise KeyError for an unknown kind."""
    for what, n in gained.items():
        goods[what] += n


def hand_levels(hand: list[str]) -> Goods:
    """Return the number of cards of each level in a hand; these numbers are public."""
    numbers = dict.fromkeys(LEVELS, 0)
    for card in hand:
        numbers[str(TECHS[card].level)] += 1
    return numbers
