"""The worked examples outside battles (rules 14: E1 to E6, E13 to E17)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.el_mapa import GAME
from games.el_mapa.model import holdings
from games.el_mapa.model.catalog import RULES, TILES
from games.el_mapa.model.state import Castle, Player
from games.el_mapa.model.terrain import board, red, sides
from games.el_mapa.rules.castles.building import free_spaces
from games.el_mapa.rules.ending.endings import check_end_triggers
from games.el_mapa.rules.ending.scoring import points, score
from games.el_mapa.rules.technology.discounts import Purchase
from games.el_mapa.rules.trade.deals import units as units_of
from tests.games.el_mapa.positions import castle, first_turn, opened, run


def test_e1_the_first_round() -> None:
    """Setup, upkeep, a town hall, the levy, one step to the wood mine; then the next upkeep."""
    pos = first_turn(4)
    s = pos.state
    seat = s.turn.seat
    home = s.homes[seat]
    player = s.players[seat]
    assert player.tiles == 1
    assert player.goods == {"gold": 3, "wood": 1, "stone": 0}
    assert s.castles[home].reserve == {"levy": 1}
    run(pos, seat, ("build", home, "town_hall", "1-1"))
    assert player.goods["gold"] == 1
    run(pos, seat, ("hire", home, {"levy": 1}))
    assert player.goods["gold"] == 0
    assert player.stacks[home] == {"levy": 2}
    mine = next(cell for cell in s.board.orthogonal[home] if s.board.mark[cell] == "M")
    run(pos, seat, ("move", home, {"levy": 1}, mine))
    while walk.actors(pos) == (seat,) and type(pos.stack[-1]).__name__ != "TurnActions":
        run(pos, seat, walk.default_path(pos, seat))
    assert player.tiles == 3
    assert s.owners[mine] == seat
    assert holdings.income(s, seat)["gold"] == 2
    assert holdings.income(s, seat)["wood"] == 1


@pytest.mark.parametrize(
    ("layout", "home", "setup", "way", "seen"),
    [
        ("4", "J1", {"b2"}, ("b1", "c1"), [{"c1", "c2"}, {"d1", "d2"}]),
        ("4", "J1", {"b2"}, ("b1", "b2"), [{"c1", "c2"}, {"a3", "b3", "c3"}]),
        ("6", "J5", {"o7", "o8", "o9"}, ("o8", "n8"), [{"n7", "n8", "n9"}, {"m7", "m8", "m9"}]),
    ],
)
def test_e2_what_steps_turn_up(
    layout: str, home: str, setup: set[str], way: tuple[str, ...], seen: list[set[str]]
) -> None:
    where = board(layout)
    start = where.home[home]
    hidden = {cell for cell in where.around[start] if where.level[cell]}
    assert hidden == setup
    known = set(where.around[start]) | {start}
    for cell, new in zip(way, seen, strict=True):
        found = {other for other in where.around[cell] if where.level[other]} - known
        assert found == new
        known |= found


@pytest.mark.parametrize(
    ("kind", "turned", "closed"),
    [
        ("forest_3", 1, ("e",)),
        ("forest_pass", 1, ("e", "w")),
        ("forest_3", 3, ("w",)),
        ("forest_pass", 2, ("n", "s")),
    ],
)
def test_e3_red_lines_turn_with_the_tile(kind: str, turned: int, closed: tuple[str, ...]) -> None:
    assert sides(red(kind, turned)) == closed


@pytest.mark.parametrize(
    ("villages", "warehouses", "total", "fighting"), [(1, 0, 1, 1), (2, 1, 3, 2), (0, 0, 1, 1)]
)
def test_e4_origins(villages: int, warehouses: int, total: int, fighting: int) -> None:
    pos = opened(2)
    s = pos.state
    s.castles = {cell: Castle(0) for cell in s.board.cells[:villages]}
    if warehouses:
        next(iter(s.castles.values())).spaces = {"1-1": "warehouse"}
    assert holdings.origins(s, 0) == total
    assert holdings.attack_origins(s, 0) == fighting


@pytest.mark.parametrize(
    ("houses", "upkeeps", "reserve"),
    [
        (
            ("barracks", "archery_range", "stables"),
            6,
            {"levy": 6, "soldier": 3, "archer": 6, "cavalry": 2},
        ),
        (("barracks", "armoury"), 4, {"levy": 8, "soldier": 4}),
    ],
)
def test_e5_training(houses: tuple[str, ...], upkeeps: int, reserve: dict[str, int]) -> None:
    where = Castle(0, {f"1-{at}": name for at, name in enumerate(houses, 1)})
    for _ in range(upkeeps):
        holdings.train(where, GAME.defaults(2))
    assert where.reserve == reserve


def test_e6_production() -> None:
    pos = opened(2)
    s = pos.state
    castle(pos, 0, "town_hall", "bank", "treasury", "library")
    at = {
        mark: [cell for cell in s.board.cells if _mine(s.kind(cell)) == mark]
        for mark in ("wood", "stone", "gold")
    }
    s.owners = {
        s.homes[0]: 0,
        **dict.fromkeys(at["wood"][:2], 0),
        at["stone"][0]: 0,
        at["gold"][0]: 0,
    }
    tower = next(cell for cell in s.board.cells if s.kind(cell) == "tower_1")
    s.owners[tower] = 0
    assert {what: n for what, n in holdings.income(s, 0).items() if n} == {
        "gold": 7,
        "wood": 2,
        "stone": 1,
        "cards1": 2,
    }


def _mine(kind: str) -> str:
    return TILES[kind].mine


@pytest.mark.parametrize(
    ("taken", "name", "space", "legal"),
    [
        (2, "bank", "2-1", True),
        (2, "bank", "2-2", False),
        (2, "statue", "2-1", True),
        (1, "theatre", "1-2", False),
        (5, "pyramid", "3-1", False),
        (9, "pyramid", "4-1", True),
        (9, "statue", "4-1", False),
    ],
)
def test_e14_spaces(taken: int, name: str, space: str, legal: bool) -> None:
    spaces = (
        ("1-1", "1-2", "1-3", "2-1", "2-2")
        if taken == 5
        else ("1-1", "1-2", "1-3", "1-4", "2-1", "2-2", "2-3", "3-1", "3-2")[:taken]
    )
    where = Castle(0, {one: f"x{at}" for at, one in enumerate(spaces)})
    assert (space in free_spaces(where, name)) is legal


@pytest.mark.parametrize(
    ("name", "plays", "cost"),
    [
        ("stables", (("haggler", 2), ("quarryman", 0)), {"gold": 3, "wood": 2}),
        ("statue", (("haggler", 4),), {}),
        ("hanging_gardens", (("lumberer", 6),), {"gold": 6, "wood": 4}),
        ("temple_of_ares", (("quarryman", 3),), {"gold": 5, "wood": 3, "stone": 1}),
    ],
)
def test_e14_costs(name: str, plays: tuple[tuple[str, int], ...], cost: dict[str, int]) -> None:
    player = Player({"gold": 9, "wood": 9, "stone": 9})
    chosen = []
    for card, boost in plays:
        fuel = "marksmanship"  # a card of one point
        player.hand += [card] + [fuel] * boost
        chosen.append((card, {fuel: boost} if boost else {}))
    found = Purchase(player, name, GAME.defaults(2), chosen).cost
    assert {good: n for good, n in found.items() if n} == cost


@pytest.mark.parametrize(("villages", "markets", "limit"), [(1, 0, 0), (1, 1, 2), (3, 2, 5)])
def test_e15_the_limit_of_trade(villages: int, markets: int, limit: int) -> None:
    pos = opened(2)
    s = pos.state
    s.castles = {cell: Castle(0) for cell in s.board.cells[:villages]}
    for cell in list(s.castles)[:markets]:
        s.castles[cell].spaces = {"1-1": "market"}
    assert holdings.trade_limit(s, 0) == limit


NINE = (
    "town_hall",
    "statue",
    "market",
    "barracks",
    "theatre",
    "bank",
    "armoury",
    "coliseum",
    "treasury",
)


def test_e16_a_score() -> None:
    pos = opened(2)
    s = pos.state
    castle(pos, 0, *NINE, "temple_of_midas")
    s.owners = {
        s.homes[0]: 0,
        next(cell for cell in s.board.cells if _mine(s.kind(cell)) == "gold"): 0,
    }
    s.players[0].tiles, s.players[0].fights = 31, 5
    assert points(pos, 0) == {
        "tiles": 31,
        "fights": 5,
        "buildings": 20,
        "extras": 15,
        "wonders": 16,
    }
    assert score(pos).total[0] == 87


@pytest.mark.parametrize(
    ("houses", "mines", "worth"),
    [
        (("barracks", "stables", "temple_of_ares"), 0, 21),
        (("hanging_gardens",), 3, 18),
        (("pyramid",), 0, 14),
    ],
)
def test_e16_wonders(houses: tuple[str, ...], mines: int, worth: int) -> None:
    pos = opened(2)
    s = pos.state
    castle(pos, 0, *houses)
    wood = [cell for cell in s.board.cells if _mine(s.kind(cell)) == "wood"][:mines]
    s.owners = {s.homes[0]: 0, **dict.fromkeys(wood, 0)}
    if "temple_of_ares" in houses:
        s.castles["d4"] = Castle(0)
    assert points(pos, 0)["wonders"] + 4 == worth


@pytest.mark.parametrize(("raised", "ends"), [(3, False), (4, True)])
def test_e17_wonders_end_the_round(raised: int, ends: bool) -> None:
    pos = first_turn(4)
    pos.state.raised = raised
    _settle(pos)
    assert bool(pos.state.ending) is ends
    assert pos.outcome is None, "the round is finished first"


def _settle(pos: Any) -> None:
    check_end_triggers(StepContext(GAME, pos))


@pytest.mark.parametrize(
    ("wonders", "buildings", "first"), [((1, 1), (20, 18), 0), ((0, 1), (20, 10), 1)]
)
def test_e17_ties(wonders: tuple[int, int], buildings: tuple[int, int], first: int) -> None:
    """Seventy each: more wonders, then more building points."""
    pos = opened(2)
    s = pos.state
    for seat in (0, 1):
        castle(pos, seat)
        s.players[seat].tiles = s.players[seat].fights = 0
    s.owners = {}
    for seat in (0, 1):
        names = (["pyramid"] if wonders[seat] else []) + ["bank"] * (
            (buildings[seat] - 4 * wonders[seat]) // 2
        )
        s.castles[s.homes[seat]].spaces = {f"x{at}": name for at, name in enumerate(names)}
        s.players[seat].tiles = 70 - score(pos).total[seat]
    board_ = score(pos)
    assert board_.total == (70, 70)
    assert next(rank.seat for rank in board_.ranking if rank.place == 1) == first


def test_e13_a_treasure_is_rolled() -> None:
    """What a roll gives: gold as it falls, half the wood, a third of the stone, rounded up."""
    treasure = RULES.treasure
    assert treasure.kinds[2 - 1] == "gold"
    assert treasure.amounts["gold"][5 - 1] == 5
    assert treasure.kinds[5 - 1] == "wood"
    assert treasure.amounts["wood"][3 - 1] == 2
    assert treasure.kinds[6 - 1] == "stone"
    assert (treasure.amounts["stone"][3 - 1], treasure.amounts["stone"][4 - 1]) == (1, 2)


def test_e15_units_of_a_deal() -> None:
    """Three wood for four gold are three units; wood for stone is one; gold for gold is no trade."""
    expected = {
        ((("wood", 3),), (("gold", 4),)): 3,
        ((("wood", 1),), (("stone", 1),)): 1,
        ((("gold", 2), ("wood", 1)), (("stone", 2),)): 2,
        ((("gold", 2),), (("gold", 1),)): 0,
    }
    for (gives, gets), n in expected.items():
        assert units_of(dict(gives), dict(gets)) == n
