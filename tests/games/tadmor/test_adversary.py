"""Positions that try to break the rules, by section, beyond examples and rulings."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import pytest

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.tadmor import GAME
from games.tadmor.model import events as ev
from games.tadmor.model.catalog import RULES, SPACES, set_points
from games.tadmor.model.effects import tiles_of_era
from games.tadmor.model.state import PlacedPiece, TadmorState
from games.tadmor.rules.flow.scoring import score
from games.tadmor.rules.goods.costs import tower_prices
from games.tadmor.rules.turn.buying import Buy, Gathering, Grants, Resolution
from games.tadmor.rules.turn.construction import Build, Construction
from games.tadmor.rules.turn.kingdom import Kingdom, Storage
from games.tadmor.rules.turn.placing import Placement, PlacePiece
from games.tadmor.rules.turn.raid import Camp, Raid
from tests.games.asking import default, keys, legal
from tests.games.tadmor.positions import (
    begin,
    build,
    cards,
    go,
    goods,
    kingdom,
    put,
    show,
    stage,
    stock,
    temple,
    tiles,
    towers,
    who,
)

# --- setup (3) ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4])
def test_what_everybody_begins_with(n: int) -> None:
    pos = walk.start(GAME, {}, n, f"setup-{n}")
    s = pos.state
    for seat, player in enumerate(s.players):
        assert player.store == {"wood": 2, "stone": 2, "marble": 1, "gold": 1}
        assert (player.own, player.tower, player.points, len(player.hand)) == (
            {"camel": 3, "boat": 2},
            0,
            10,
            0,
        )
        assert s.order[0] == s.first
        assert bool(pos.lanes[seat]) is (seat != s.first)
    while any(pos.lanes):
        seat = walk.actors(pos)[-1]
        pos = walk.submit(pos, seat, default(pos, seat=seat)).pos
    extra = [sum(pos.state.players[seat].store.values()) - 6 for seat in pos.state.order]
    assert extra == [0, 1, 1, 2][:n]
    while pos.state.turn == 0:
        pos = walk.submit(pos, walk.actors(pos)[0], default(pos)).pos
    assert len(pos.state.display) == RULES.display[n]
    assert [len(player.hand) for player in pos.state.players] == [RULES.start.missions] * n
    assert all(tile in tiles_of_era(n, 1) for tile in pos.state.display)


def test_the_first_player_is_drawn_by_lot() -> None:
    assert {walk.start(GAME, {}, 4, seed).state.first for seed in range(24)} == {0, 1, 2, 3}


# --- placement (4.1) ----------------------------------------------------------------------------------------------


def test_only_war_supplies_take_either_piece() -> None:
    pos = begin(3)
    stage(pos, Placement(), resolving=False)
    camel, boat = set(keys(pos, "place", "camel")), set(keys(pos, "place", "boat"))
    assert camel & boat == {"war_supplies"}
    assert (len(camel), len(boat)) == (29, 17)


def test_a_private_tile_takes_either_piece_and_only_one() -> None:
    pos = tiles(begin(3), 0, "i47", "i37")
    stage(pos, PlacePiece(0), PlacePiece(0), Placement(at=1), resolving=False)
    assert {"i47", "i37"} <= set(keys(pos, "place", "boat"))
    pos = go(pos, ("place", "boat", "i47"))
    assert "i47" not in keys(pos, "place", "camel")
    assert "i37" in keys(pos, "place", "camel")


def test_who_has_nothing_left_is_skipped() -> None:
    pos = begin(3)
    put(pos, 1, "first_player", "tax_collector", "tower_single", "rare_grey", "rare_red")
    stage(pos, Placement(), resolving=False)
    pos = go(pos, ("place", "camel", "traitor"))
    assert walk.actors(pos) == (2,)


# --- marauders (5) ------------------------------------------------------------------------------------------------


def test_a_chosen_card_comes_up_next_turn_and_the_space_is_safe_in_this_one() -> None:
    pos = put(begin(2), 0, "marauders")
    pos.state.attacked = "ebla"
    stage(pos, Camp(), resolving=False)
    assert "ebla" not in keys(pos, "marauders")
    assert "desert" in keys(pos, "marauders"), "even the region of Marauders"
    pos = go(pos, ("marauders", "desert"))
    assert (who(pos).chosen, pos.state.attacked) == ("desert", "ebla")
    assert ev.Revealed(0, "desert") in stage(pos, Raid(), resolving=False)


def test_who_declines_sends_nobody() -> None:
    pos = put(begin(2), 0, "marauders")
    stage(pos, Camp(), resolving=False)
    assert default(pos) == ("marauders", "none")
    pos = go(pos, ("marauders", "none"))
    assert not [one for one in stage(pos, Raid(), resolving=False) if isinstance(one, ev.Revealed)]


def test_in_the_last_turn_the_camel_just_returns() -> None:
    pos = put(begin(2, turn=9), 0, "marauders")
    stage(pos, Camp(), Build(0), resolving=False)
    assert isinstance(pos.stack[-1], Build)
    assert pos.state.reserve(0, "camel") == 3


def test_loot_is_counted_before_the_exchange_and_private_tiles_are_spared() -> None:
    pos = cards(tiles(tiles(begin(3), 0, "i25", "i47"), 1, "i21"), 1, "k14")
    put(put(put(pos, 0, "i47", "upgrade_1"), 1, "i21", "traitor"), 2, "market_ebla")
    who(pos).chosen = "ebla"
    told = stage(pos, Raid(), resolving=False)
    assert ev.Looted(0, 3, 0) in told
    assert walk.actors(pos) == (1,)
    assert keys(pos, "return", "k14", "traitor", "camel") == ["upgrade_1"], (
        "no piece of a private tile"
    )
    assert (who(pos).placed, who(pos, 1).placed) == ({"i47": "camel"}, {"i21": "camel"})


def test_removed_pieces_come_back_unused() -> None:
    pos = put(begin(3), 1, "ebla_wood_camel", "market_ebla")
    who(pos).chosen = "ebla"
    stage(pos, Raid(), Gathering(), Build(1), resolving=False)
    assert goods(who(pos, 1)) == {}
    assert pos.state.reserve(1, "camel") == 3


# --- upgrades (6.1) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "price"), [(1, 1), (4, 2), (7, 3)])
def test_an_upgrade_costs_any_goods_by_era_traded_ones_first(turn: int, price: int) -> None:
    pos = put(stock(begin(3, turn=turn), 0, gold=2), 0, "upgrade_1")
    who(pos).traded["gold"] = 1
    stage(pos, Buy(0, "upgrade_1"))
    tile = pos.state.display[0]
    assert legal(pos, "buy", tile, {"gold": price})
    assert not legal(pos, "buy", tile, {"gold": price + 1})
    pos = go(pos, ("buy", tile, {"gold": price}))
    assert sum(goods(who(pos)).values()) == 3 - price
    assert who(pos).traded["gold"] == 0


def test_several_camels_buy_each_at_its_own_moment() -> None:
    pos = put(
        put(
            show(stock(stock(begin(3), 0, wood=1), 1, wood=1), "i5", "i10"),
            0,
            "upgrade_1",
            "upgrade_3",
        ),
        1,
        "upgrade_2",
    )
    stage(pos, Resolution())
    asked = []
    while isinstance(pos.stack[-1], Buy):
        asked.append((walk.actors(pos)[0], pos.stack[-1].space))
        pos = go(pos, ("pass",))
    assert asked == [(0, "upgrade_1"), (1, "upgrade_2"), (0, "upgrade_3")]


def test_nobody_buys_without_goods_but_may_find_some_first() -> None:
    pos = put(stock(begin(3, turn=7), 0, gold=1), 0, "upgrade_1", "north_wood_boat_1")
    stage(pos, Buy(0, "upgrade_1"))
    assert "buy" not in keys(pos)
    pos = go(pos, ("gather", "north_wood_boat_1"))
    assert "buy" in keys(pos)


def test_the_window_of_k15_has_its_free_operations_and_closes_with_the_card() -> None:
    pos = cards(cards(stock(show(begin(3), "i1"), 0, wood=2), 0, "k15", "k16"), 0, "k9", to="hand")
    stage(put(pos, 0, "market_ebla"), Grants([0, 1, 2]), Gathering(), Build(1))
    pos = go(
        pos, ("trade", "wood-gold", 1), ("discard", "k9", "wood"), ("return", "k16", {"stone": 5})
    )
    assert isinstance(pos.stack[-1], Grants)
    pos = go(pos, ("return", "k15", ["i1"]))
    assert isinstance(pos.stack[-1], Build)


# --- construction (6.2, 6.3) --------------------------------------------------------------------------------------


def test_a_new_temple_only_when_all_are_complete() -> None:
    rich = {"wood": 9, "stone": 9, "marble": 9, "gold": 9}
    pos = build(put(stock(temple(begin(), 0, "roof"), 0, **rich), 0, "temple_palmyra"))
    assert keys(pos, "temple", "temple_palmyra") == ["t0"]
    pos = build(put(stock(temple(begin(), 0, "statues"), 0, **rich), 0, "temple_palmyra"))
    pos = go(pos, ("temple", "temple_palmyra", "t1"))
    assert who(pos).temples == [4, 1]


def test_a_card_of_a_former_part_goes_back_and_statues_stay() -> None:
    pos = temple(temple(begin(4), 0, "roof"), 1, "statues", "basement")
    assert [pos.state.parts_left(part) for part in (1, 2, 3, 4)] == [3, 4, 3, 3]
    pos = build(put(stock(pos, 0, marble=4, gold=3), 0, "temple_palmyra"))
    pos = go(pos, ("temple", "temple_palmyra", "t0"))
    assert [pos.state.parts_left(part) for part in (1, 2, 3, 4)] == [3, 4, 4, 2]


def test_each_piece_once_and_what_is_not_used_is_forfeited() -> None:
    pos = put(stock(begin(), 0, gold=3, wood=2), 0, "rare_grey", "tower_single", "traitor")
    stage(pos, Construction([0]), Kingdom())
    pos = go(pos, ("rare", "rare_grey", "grey", "pay"))
    assert "rare" not in keys(pos)
    pos = go(pos, ("done",))
    assert not any(pos.state.board.values())
    assert pos.state.turn == 2


def test_a_private_court_may_be_left_alone() -> None:
    pos = put(tiles(begin(3), 0, "i48"), 0, "i48")
    kingdom(pos)
    assert keys(pos, seat=0) == ["court", "pass"]
    pos = go(pos, ("pass",), seat=0)
    assert pos.state.turn == 2


def test_a_rare_good_of_an_empty_pile_is_not_possible() -> None:
    pos = stock(begin(), 0, gold=3)
    pos.state.tops["grey"], pos.state.piles["grey"] = "", []
    stage(put(pos, 0, "rare_grey"), Build(0))
    assert "rare" not in keys(pos)


# --- kingdom, end of turn (6.4, 7) --------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "gold", "loss"), [(1, 0, 0), (4, 1, 3), (7, 2, 6)])
def test_the_tax_of_an_era(turn: int, gold: int, loss: int) -> None:
    pos = stock(stock(begin(turn=turn), 0, gold=4), 1)
    kingdom(pos)
    assert who(pos, 1).points == -loss
    if gold:
        pos = go(pos, ("tax", "pay"), seat=0)
    assert who(pos).store["gold"] == 4 - gold


def test_the_tax_takes_traded_gold_too() -> None:
    pos = stock(begin(turn=7), 0, gold=1)
    who(pos).traded["gold"] = 1
    kingdom(pos)
    pos = go(pos, ("tax", "pay"), seat=0)
    assert goods(who(pos)) == {}


def test_the_end_of_an_era_counts_levels_then_lays_out_the_next() -> None:
    pos = towers(begin(3, turn=6), 3, 0, 7)
    gone = [tile for tile in pos.state.display if tile]
    stage(pos, Storage(), resolving=False)
    assert [player.earned.get("tower_eras", 0) for player in pos.state.players] == [6, 0, 14]
    assert set(gone) <= set(pos.state.box)
    assert all(tile in tiles_of_era(3, 3) for tile in pos.state.display)
    assert len(pos.state.display) == 8


def test_after_the_last_turn_there_is_no_new_era_and_goods_are_worth_nothing() -> None:
    pos = towers(stock(begin(3, turn=9), 0, gold=9), 5)
    before = score(pos).total
    stage(pos, Storage(), resolving=False)
    assert pos.outcome is not None
    assert score(pos).total == before == (10, 0, 0)


def test_traded_goods_become_stock_at_the_end_of_the_turn() -> None:
    pos = tiles(begin(), 0, "i6")
    stage(pos, Buy(0, "upgrade_1"), Storage())
    pos = go(pos, ("favour", "gold"), ("pass",))
    assert (who(pos).store["gold"], who(pos).traded["gold"]) == (1, 0)


def test_all_pieces_return_when_the_kingdom_ends() -> None:
    pos = tiles(begin(4), 0, "i21")
    for seat, at in enumerate(("caravan_1", "shipyard_1", "market_palmyra", "tax_collector")):
        put(pos, seat, at)
    kingdom(put(pos, 0, "i21"))
    assert pos.state.turn == 2
    assert all(pos.state.reserve(seat, "camel") == 3 for seat in range(4))
    assert pos.state.board["caravan_1"] == []


# --- the auditor --------------------------------------------------------------------------------------------------


def tower_too_high(s: TadmorState) -> None:
    s.players[0].tiles.append("i14")
    s.box.remove("i14")
    s.players[0].tower = 9


def marauders_sent_twice(s: TadmorState) -> None:
    s.players[0].chosen = "ebla"
    s.attacked = "ebla"


def store_too_full(s: TadmorState) -> None:
    s.turn = 2
    s.players[0].store.update(wood=9)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda s: s.players[0].hand.append("k1"),
        lambda s: s.deck.pop(),
        lambda s: s.box.append("i1"),
        lambda s: s.box.pop(),
        lambda s: s.piles["red"].append("jade"),
        lambda s: s.piles["red"].pop(),
        lambda s: s.players[0].own.update(camel=6),
        lambda s: s.board["rare_grey"].append(PlacedPiece(0, "camel")),
        lambda s: s.players[0].placed.update(i47="camel"),
        lambda s: s.board["traitor"].extend([PlacedPiece(0, "camel"), PlacedPiece(1, "camel")]),
        lambda s: s.board.pop("traitor"),
        lambda s: s.players[0].store.update(wood=-1),
        lambda s: s.players[0].traded.update(wood=1),
        tower_too_high,
        marauders_sent_twice,
        lambda s: setattr(s, "raid", "ebla"),
        lambda s: setattr(s, "turn", 10),
        lambda s: setattr(s, "order", [0, 0]),
        lambda s: setattr(s.players[0], "charter", True),
        lambda s: s.completed.extend([0, 0]),
        lambda s: s.players[0].temples.extend([1] * 5),
        store_too_full,
    ],
)
def test_what_is_broken_is_found(spoil: Callable[..., Any]) -> None:
    pos = begin()
    if "i14" in pos.state.display:
        pos.state.display[pos.state.display.index("i14")] = ""
        pos.state.box.append("i14")
    stage(pos, Placement(), resolving=False)
    assert GAME.audit(pos) == []
    spoil(pos.state)
    assert GAME.audit(pos) != []


def test_nothing_is_resolved_in_placement() -> None:
    pos = towers(begin(), 5)
    stage(pos, Placement(), resolving=False)
    pos = go(pos, ("place", "camel", "caravan_1"))
    assert who(pos).own["camel"] == 3
    GAME.check_state(StepContext(GAME, pos))
    assert pos.state.board["caravan_1"] == [PlacedPiece(0, "camel")]
    assert SPACES["caravan_1"].region == "desert"


# --- a plain second reading ---------------------------------------------------------------------------------------


def plainly(
    height: int, n: int, double: bool, owned: tuple[str, ...]
) -> tuple[int, dict[str, int]]:
    """Return height and cost, computed level by level as in rules 6.2."""
    single = ({"wood": 1, "stone": 1}, {"stone": 2}, {"stone": 3}, {"stone": 6})
    pair = (
        {"wood": 1, "marble": 2},
        {"wood": 2, "marble": 2},
        {"wood": 3, "marble": 4},
        {"wood": 5, "marble": 7},
    )
    cost: dict[str, int] = {}

    def free() -> None:
        nonlocal height
        if "i14" in owned and height % 5 == 4:
            height += 1

    free()
    for _ in range(n):
        lower = height + 1
        at = 0 if lower <= 5 else 1 if lower <= 10 else 2 if lower <= 15 else 3
        for what, price in (pair if double else single)[at].items():
            if not ("i18" in owned and what == "wood"):
                cost[what] = cost.get(what, 0) + price
        for _ in range(2 if double else 1):
            height += 1
            free()
    return height, cost


@pytest.mark.parametrize("owned", [(), ("i14",), ("i18",), ("i14", "i18")])
@pytest.mark.parametrize("double", [False, True])
def test_towers_are_reckoned_as_a_plain_reading_does(owned: tuple[str, ...], double: bool) -> None:
    for height in range(24):
        pos = tiles(towers(stock(begin(), 0, wood=99, stone=99, marble=99), height), 0, *owned)
        GAME.check_state(StepContext(GAME, pos))
        steps = tower_prices(who(pos), double, 8)
        assert steps == [plainly(who(pos).tower, n, double, owned) for n in range(1, 9)]


def test_sets_of_rare_goods_are_split_in_the_best_way() -> None:
    """Against all ways to split: the largest set first is the best one."""

    def best(counts: tuple[int, ...]) -> int:
        if counts not in memo:
            kinds = [at for at, n in enumerate(counts) if n]
            memo[counts] = max(
                (
                    RULES.sets[len(some) - 1]
                    + best(tuple(sorted(n - (at in some) for at, n in enumerate(counts))))
                    for size in range(1, len(kinds) + 1)
                    for some in combinations(kinds, size)
                ),
                default=0,
            )
        return memo[counts]

    memo: dict[tuple[int, ...], int] = {}
    for counts in product(range(3), repeat=5):
        assert set_points({str(at): n for at, n in enumerate(counts)}) == best(
            tuple(sorted(counts))
        )
