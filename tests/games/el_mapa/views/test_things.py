"""Every building, wonder, troop and tile does what the rules say (rules 2, 5, 6.1, 6.3, 7, 10.2)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from games.core.engine import walk
from games.el_mapa import GAME
from games.el_mapa.model import holdings
from games.el_mapa.model.catalog import BUILDINGS, LAYOUTS, RULES, TECHS, TILES, TROOPS, WONDERS
from games.el_mapa.model.state import Castle
from games.el_mapa.rules.castles.building import free_spaces
from games.el_mapa.rules.ending.scoring import points
from games.el_mapa.views.looks import CARDS
from tests.games.el_mapa.positions import castle, first_turn, run, spend
from tests.games.el_mapa.staging import (
    ORDER,
    SPACES,
    cells_of,
    default,
    door,
    face_down,
    field,
    keys,
    mines,
    names,
    settled,
    shut,
)

COSTS = {  # rules 2.2: level, gold, wood, stone
    "warehouse": (1, 1, 1, 0),
    "town_hall": (1, 2, 0, 0),
    "library": (1, 3, 1, 0),
    "barracks": (1, 3, 1, 0),
    "statue": (1, 1, 0, 0),
    "market": (1, 1, 0, 0),
    "archery_range": (2, 3, 2, 0),
    "armoury": (2, 3, 0, 1),
    "watchtower": (2, 4, 1, 0),
    "bank": (2, 3, 1, 0),
    "laboratory": (2, 5, 2, 0),
    "theatre": (2, 3, 1, 0),
    "coliseum": (3, 5, 2, 1),
    "stables": (3, 5, 2, 1),
    "treasury": (3, 4, 2, 1),
    "university": (3, 7, 2, 1),
    "pyramid": (4, 6, 0, 4),
    "temple_of_midas": (4, 8, 2, 1),
    "temple_of_ares": (4, 5, 3, 2),
    "hanging_gardens": (4, 6, 7, 0),
}


def site(name: str) -> str:
    """Return the first space where a building may stand when all below is full."""
    return {1: "1-4", 2: "2-3", 3: "3-2", 4: "4-1"}[BUILDINGS[name].level]


def ready(name: str, **options: Any) -> tuple[Any, int, str]:
    """Return a castle in which this building can be built with exactly its price."""
    pos, seat = field(2, **options)
    below = [one for one in ORDER if one != name]
    spaces = [space for space in SPACES if space < site(name)]
    pos.state.castles[pos.state.homes[seat]].spaces = dict(
        zip(spaces, [*below, "library"], strict=False)
    )
    _, gold, wood, stone = COSTS[name]
    spend(pos, seat, gold=gold, wood=wood, stone=stone)
    return pos, seat, pos.state.homes[seat]


def test_every_building_can_be_built_for_its_cost_once_in_a_castle(
    subtests: pytest.Subtests,
) -> None:
    for name in [*BUILDINGS]:
        with subtests.test(name=name):
            pos, seat, home = ready(name)
            before = points(pos, seat)["buildings"]
            run(pos, seat, ("build", home, name, site(name)))
            assert pos.state.players[seat].goods == {"gold": 0, "wood": 0, "stone": 0}
            assert pos.state.castles[home].spaces[site(name)] == name
            assert points(pos, seat)["buildings"] - before == COSTS[name][0], (
                "its level counts, in whatever row it stands"
            )
            assert pos.state.raised == (name in WONDERS)
            pos.state.castles[home].built = 0
            spend(pos, seat, gold=9, wood=9, stone=9)
            assert name not in names(pos, seat, "build", home)


def test_whoever_lacks_one_of_anything_can_not_build_it(subtests: pytest.Subtests) -> None:
    for name in [*BUILDINGS]:
        with subtests.test(name=name):
            for what in BUILDINGS[name].cost:
                pos, seat, home = ready(name)
                pos.state.players[seat].goods[what] -= 1
                assert name not in names(pos, seat, "build", home)
                if keys(pos, seat, "build"):
                    assert shut(pos, seat, "build", home)[name] == "map.why.short"


def test_rows_take_buildings_of_their_level_and_lower_ones_below_the_top(
    subtests: pytest.Subtests,
) -> None:
    for name in [name for name in BUILDINGS if name not in WONDERS]:
        with subtests.test(name=name):
            level = BUILDINGS[name].level
            full = Castle(0, {space: f"x{space}" for space in SPACES if space[0] < "4"})
            for space in SPACES:
                where = Castle(
                    0, {one: what for one, what in full.spaces.items() if one[0] < space[0]}
                )
                assert (space in free_spaces(where, name)) is (level <= int(space[0]) <= 3), space


def test_a_wonder_stands_on_nine_buildings_and_there_are_four_of_each(
    subtests: pytest.Subtests,
) -> None:
    for name in WONDERS:
        with subtests.test(name=name):
            pos, seat, home = ready(name)
            assert keys(pos, seat, "build", home, name) == ["4-1"]
            pos.state.supply[name], pos.state.raised = 0, 4
            assert name not in names(pos, seat, "build", home)
            pos, seat, home = ready(name)
            del pos.state.castles[home].spaces["3-2"]
            assert name not in names(pos, seat, "build", home)


def test_a_space_needs_the_two_below() -> None:
    where = Castle(0, {"1-1": "a", "1-2": "b", "1-4": "c"})
    assert free_spaces(where, "bank") == ["2-1"]
    assert free_spaces(where, "statue") == ["1-3", "2-1"]
    where.spaces |= {"1-3": "d", "2-1": "e", "2-2": "f"}
    assert free_spaces(where, "treasury") == ["3-1"]
    assert free_spaces(where, "bank") == ["2-3", "3-1"]


def test_what_buildings_bring_from_the_next_upkeep_on(subtests: pytest.Subtests) -> None:
    for name, gold, cards in [
        ("town_hall", 1, {}),
        ("bank", 1, {}),
        ("treasury", 2, {}),
        ("library", 0, {"1": 1}),
        ("laboratory", 0, {"2": 1}),
        ("university", 0, {"3": 1}),
        ("statue", 0, {}),
        ("market", 0, {}),
        ("warehouse", 0, {}),
        ("watchtower", 0, {}),
    ]:
        with subtests.test(name=name, gold=gold, cards=cards):
            pos, seat = field()
            face_down(pos, "d4")
            castle(pos, seat, name)
            pos.state.owners = {pos.state.homes[at]: at for at in (0, 1)}
            run(pos, seat, ("end",))
            assert pos.state.players[seat].goods["gold"] == 0
            run(pos, 1 - seat, ("end",))
            assert pos.state.players[seat].goods == {"gold": 1 + gold, "wood": 0, "stone": 0}
            found = Counter(str(TECHS[card].level) for card in pos.state.players[seat].hand)
            assert found == cards


def test_statue_theatre_and_coliseum_give_points_at_the_end(subtests: pytest.Subtests) -> None:
    for name, worth in [("statue", 3), ("theatre", 5), ("coliseum", 7)]:
        with subtests.test(name=name, worth=worth):
            pos, seat = field()
            castle(pos, seat, name)
            assert points(pos, seat)["extras"] == worth
            assert (
                sum(points(pos, seat).values()) - pos.state.players[seat].tiles
                == worth + BUILDINGS[name].level
            )


def test_who_is_trained_by_what_and_how_often(subtests: pytest.Subtests) -> None:
    """With the armoury twice as many, in its own castle; by option as many as the castle's fourth column says."""
    for name, kind, time, plain, grown in [
        ("", "levy", 1, 1, 1),
        ("barracks", "soldier", 2, 1, 2),
        ("archery_range", "archer", 1, 1, 2),
        ("stables", "cavalry", 3, 1, 2),
    ]:
        with subtests.test(name=name, kind=kind, time=time, plain=plain, grown=grown):
            for doubled in (False, True):
                for option, n in (("one", plain), ("castle", grown)):
                    names = [one for one in (name, "armoury" if doubled else "") if one]
                    where = Castle(0, dict(zip(SPACES, names, strict=False)))
                    options = {**GAME.defaults(2), "training_increment": option}
                    for at in range(1, 2 * time + 1):
                        holdings.train(where, options)
                        assert where.reserve.get(kind, 0) == at // time * n * (1 + doubled)
            assert holdings.recruits(Castle(0), GAME.defaults(2)) == {"levy": 1}


def test_a_new_building_first_counts_in_the_next_upkeep_with_its_clock_at_nought() -> None:
    pos, seat, home = ready("barracks")
    run(pos, seat, ("build", home, "barracks", "1-4"))
    assert pos.state.castles[home].progress == {}
    holdings.train(pos.state.castles[home], pos.options)
    assert pos.state.castles[home].progress == {"soldier": 1}


def test_hired_troops_are_paid_stand_in_the_village_and_may_leave_at_once(
    subtests: pytest.Subtests,
) -> None:
    for kind, price in [
        ("levy", {"gold": 1}),
        ("soldier", {"gold": 2}),
        ("archer", {"gold": 1}),
        ("cavalry", {"gold": 2, "wood": 1}),
    ]:
        with subtests.test(kind=kind, price=price):
            pos, seat = field()
            s = pos.state
            home = s.homes[seat]
            s.castles[home].reserve = {kind: 3}
            spend(pos, seat, **{what: 2 * n for what, n in price.items()})
            assert walk.ask(pos, seat, ("hire", home, {kind: 3})) is not None
            run(pos, seat, ("hire", home, {kind: 2}))
            assert s.players[seat].goods == {"gold": 0, "wood": 0, "stone": 0}
            assert s.castles[home].reserve == {kind: 1}
            assert s.players[seat].stacks[home] == (
                {"levy": 3} if kind == "levy" else {"levy": 1, kind: 2}
            )
            run(
                pos,
                seat,
                (
                    "move",
                    home,
                    {"levy": 1, kind: 2} if kind != "levy" else {kind: 3},
                    door(pos, home),
                ),
            )
            assert home not in s.players[seat].stacks


def test_a_mixed_hire_is_refused_where_gold_and_wood_do_not_last() -> None:
    pos, seat = field()
    home = pos.state.homes[seat]
    pos.state.castles[home].reserve = {"cavalry": 2, "levy": 5}
    spend(pos, seat, gold=5, wood=1)
    assert keys(pos, seat, "hire", home) == ["levy", "cavalry"]
    run(pos, seat, ("hire", home, {"levy": 3, "cavalry": 1}))
    assert pos.state.players[seat].goods == {"gold": 0, "wood": 0, "stone": 0}
    assert "hire" not in keys(pos, seat)


def test_groups_are_as_slow_as_their_slowest() -> None:
    for some, steps in (
        ({"cavalry": 2}, 3),
        ({"cavalry": 1, "levy": 1}, 2),
        ({"soldier": 1}, 2),
        ({"archer": 1}, 2),
    ):
        pos, seat = field()
        start = door(pos, "d4")
        pos.state.players[seat].stacks = {"d4": dict(some)}
        run(pos, seat, ("move", "d4", some, "step", pos.state.board.side("d4", start)))
        assert pos.state.moving is not None
        assert pos.state.moving.points == steps - 1


def test_a_warehouse_is_one_more_origin_and_does_not_fight() -> None:
    """Two villages, one warehouse: three origins; when two have attacked, the third goes only where nobody stands (6.4)."""
    pos, seat = field()
    s = pos.state
    settled(pos, seat, "warehouse")
    starts = [
        cell for cell in s.board.cells if cell not in s.castles and len(s.open_neighbors(cell)) >= 2
    ][3::9][:4]
    s.players[seat].stacks = {cell: {"levy": 1} for cell in starts}
    for cell in starts[:2]:
        target = next(other for other in s.open_neighbors(cell) if other not in starts)
        s.garrisons[target] = {"soldier": 1}
        run(pos, seat, ("move", cell, {"levy": 1}, target))
    third = starts[2]
    guarded = next(other for other in s.open_neighbors(third) if other not in starts)
    s.garrisons[guarded] = {"soldier": 1}
    assert guarded not in names(pos, seat, "move", third, {"levy": 1})
    assert shut(pos, seat, "move", third, {"levy": 1})[guarded] == "map.why.no_attack_left"
    free = next(
        other for other in s.open_neighbors(third) if other != guarded and other not in starts
    )
    run(pos, seat, ("move", third, {"levy": 1}, free))
    while walk.actors(pos) == (seat,) and "end" not in keys(pos, seat):
        run(pos, seat, default(pos, seat))
    assert len(s.turn.origins) == 3
    assert "move" not in keys(pos, seat), "no fourth origin"


def test_a_market_trades_in_the_same_turn_and_a_watchtower_looks() -> None:
    pos, seat, home = ready("market")
    spend(pos, seat, gold=1, wood=2)
    assert "trade" not in keys(pos, seat)
    pos.state.castles[home].spaces = {}
    run(pos, seat, ("build", home, "market", "1-1"))
    assert "trade" in keys(pos, seat)
    pos, seat, home = ready("watchtower")
    face_down(pos, "d4")
    assert "look" not in keys(pos, seat)
    run(pos, seat, ("build", home, "watchtower", "2-3"))
    assert keys(pos, seat, "look") == ["d4"]


def test_what_each_wonder_is_worth(subtests: pytest.Subtests) -> None:
    """Alone in the only village; then with two mines of each kind, another village, and a building of each kind."""
    for name, few, many in [
        ("pyramid", 10, 10 + 2 * 2),
        ("temple_of_midas", 8, 8 + 2 * 5),
        ("temple_of_ares", 9 + 2, 9 + 2 * 5),
        ("hanging_gardens", 8, 8 + 2 * 2),
    ]:
        with subtests.test(name=name, few=few, many=many):
            pos, seat = field()
            s = pos.state
            s.owners = {s.homes[at]: at for at in (0, 1)}
            castle(pos, seat, name)
            assert points(pos, seat)["wonders"] == few
            for what in ("wood", "stone", "gold"):
                s.owners |= dict.fromkeys(mines(pos, what)[:2], seat)
            paid, trained = (
                ("town_hall", "bank", "treasury"),
                ("barracks", "archery_range", "stables"),
            )
            castle(pos, seat, *paid, *trained, "statue", "theatre", "coliseum", name)
            settled(pos, seat)
            assert points(pos, seat)["wonders"] == many


def test_two_wonders_of_a_kind_score_twice() -> None:
    pos, seat = field()
    castle(pos, seat, "pyramid")
    settled(pos, seat, "pyramid")
    assert points(pos, seat)["wonders"] == 20


def test_every_kind_of_tile_comes_to_the_table_with_what_is_on_it(
    subtests: pytest.Subtests,
) -> None:
    """A neighbor's sight turns it up with garrison and treasures; a stop claims it or starts a fight."""
    for kind in [*TILES]:
        with subtests.test(kind=kind):
            tile = TILES[kind]
            pos, seat = field(4)
            s = pos.state
            cell = (
                next(one for one in cells_of(pos, kind) if one not in s.homes)
                if kind != "home_village"
                else s.homes[(seat + 1) % 4]
            )
            if tile.level:
                face_down(pos, cell)
                before = s.players[seat].tiles
                begin, near = next(
                    (begin, near)
                    for near in s.board.around[cell]
                    for begin in s.board.orthogonal[near]
                    if cell not in (begin, *s.board.around[begin])
                    and near in s.open_neighbors(begin)
                    and not {begin, near} & s.castles.keys()
                )
                s.players[seat].stacks = {begin: {"cavalry": 1}}
                run(pos, seat, ("move", begin, {"cavalry": 1}, "step", s.board.side(begin, near)))
                assert s.open(cell)
                assert s.players[seat].tiles == before + 1
            assert s.garrisons.get(cell, {}) == (tile.garrison if tile.level else {})
            assert s.chests.get(cell, 0) == tile.treasures


def test_every_unguarded_tile_is_claimed_by_stopping_there(subtests: pytest.Subtests) -> None:
    for kind in [
        name for name, tile in TILES.items() if not tile.garrison and name != "home_village"
    ]:
        with subtests.test(kind=kind):
            tile = TILES[kind]
            pos, seat = field(4)
            s = pos.state
            cell = cells_of(pos, kind)[0]
            s.owners.pop(cell, None)
            start = next(one for one in s.board.orthogonal[cell] if cell in s.open_neighbors(one))
            s.players[seat].stacks = {start: {"levy": 1}}
            treasure = sum(s.players[seat].goods.values())
            run(pos, seat, ("move", start, {"levy": 1}, cell))
            assert (s.owners.get(cell) == seat) is tile.claimable
            assert cell not in s.chests
            assert (sum(s.players[seat].goods.values()) > treasure) is bool(tile.treasures)


def test_every_guarded_tile_is_fought_for_and_then_claimed(subtests: pytest.Subtests) -> None:
    for kind in [name for name, tile in TILES.items() if tile.garrison]:
        with subtests.test(kind=kind):
            tile = TILES[kind]
            pos, seat = field(4)
            s = pos.state
            cell = cells_of(pos, kind)[0]
            s.owners.pop(cell, None)
            s.garrisons[cell] = dict(tile.garrison)
            start = next(one for one in s.board.orthogonal[cell] if cell in s.open_neighbors(one))
            s.players[seat].stacks = {start: {"cavalry": 9}}
            before = s.players[seat].fights
            run(pos, seat, ("move", start, {"cavalry": 9}, cell), ("end",))
            while s.turn.seat == seat and pos.outcome is None:
                run(pos, seat, default(pos, seat))
            assert cell not in s.garrisons
            assert (s.owners.get(cell) == seat) is tile.claimable
            assert cell not in s.chests
            assert s.players[seat].fights - before == sum(
                TROOPS[one].level * n for one, n in tile.garrison.items()
            )
            assert (cell in s.castles) is tile.village


def test_the_box_holds_six_of_every_kind_and_every_map_is_dealt_from_it() -> None:
    assert sum(tile.copies for tile in TILES.values()) == 240
    assert Counter(tile.level for tile in TILES.values() for _ in range(tile.copies)) == {
        0: 18,
        1: 48,
        2: 72,
        3: 102,
    }
    assert sum(tile.supplement for tile in TILES.values()) == 16
    for n in range(2, 7):
        pos = first_turn(n)
        found = Counter(pos.state.kind(cell) for cell in pos.state.board.cells)
        for kind, tile in TILES.items():
            if not tile.empty:
                assert found[kind] == n, "as many as players"
            assert found[kind] <= tile.copies + (tile.supplement if n == 6 else 0)


def test_every_sector_has_the_same_contents(subtests: pytest.Subtests) -> None:
    for n in [2, 3, 4, 5, 6]:
        with subtests.test(n=n):
            s = first_turn(n).state
            for level in (1, 2):
                full = sorted(
                    kind for kind, tile in TILES.items() if tile.level == level and not tile.empty
                )
                for home in LAYOUTS[s.layout].positions:
                    cells = [
                        cell
                        for cell in s.board.cells
                        if s.board.level[cell] == level and s.board.sector[cell] == home[1:]
                    ]
                    cells = cells or [
                        cell
                        for cell in s.board.cells
                        if s.board.level[cell] == level and s.board.sector[cell] == home
                    ]
                    assert cells
                    assert (
                        sorted(s.kind(cell) for cell in cells if not TILES[s.kind(cell)].empty)
                        == full
                    )


def test_neighbours_at_the_table_are_neighbours_on_the_map() -> None:
    seen = set()
    for seed in range(12):
        s = walk.start(GAME, {}, 5, f"seats-{seed}").state
        marks = [s.board.mark[home] for home in s.homes]
        at = s.board.positions.index(marks[0])
        assert marks == [*s.board.positions[at:], *s.board.positions[:at]]
        seen.add(marks[0])
    assert len(seen) > 2


def test_what_the_rulebook_does_not_tell_is_marked_and_told() -> None:
    """Starting goods, the maps but for that of four, yields: ours. `/card` says so of technologies (when they are played, what
    lasting means, what a point of a boost is) and wonders (what counts, their level), of one building: what "girar" means."""
    ours = {name for name, source in RULES.prov.items() if source == "reconstructed"}
    assert {"start", "village_gold", "mine", "idle"} <= ours
    assert ours.isdisjoint({"bank", "treasure", "wonders", "tower"})
    assert RULES.prov.keys() <= {one.name for one in msgspec.structs.fields(type(RULES))}
    assert {
        key: one.prov["matrix"] for key, one in LAYOUTS.items() if one.prov["matrix"] == "rulebook"
    } == {"4": "rulebook"}
    assert {name for name, face in CARDS.items() if face.reconstructed} == {
        *TECHS,
        *WONDERS,
        "watchtower",
    }
    plurals = {
        "treasure_soldiers",
        "two_treasures_cavalry",
        "tower_2",
        "tower_3",
        "stone_mine_archers",
    }
    assert {
        name for name, one in TILES.items() if one.prov.get("guards") == "reconstructed"
    } == plurals
    assert [name for name, one in TILES.items() if one.prov.get("closed") == "reconstructed"] == [
        "forest_pass"
    ], "which sides"
    assert {name for name, one in TECHS.items() if one.prov["boost"] == "reconstructed"} == {
        name for name, one in TECHS.items() if one.boost
    }
    assert TECHS["shield"].prov["effect"] == "reconstructed"
    assert {name for name, one in TROOPS.items() if "reconstructed" in one.prov.values()} == {
        "archer",
        "cavalry",
    }
