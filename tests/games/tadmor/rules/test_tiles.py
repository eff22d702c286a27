"""Each of the 48 upgrades has its effect."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.core.engine import walk
from games.tadmor import GAME
from games.tadmor.model import events as ev
from games.tadmor.model.catalog import RULES
from games.tadmor.model.effects import UPGRADES
from games.tadmor.rules.flow.scoring import final_bonuses
from games.tadmor.rules.goods.costs import tower_prices
from games.tadmor.rules.turn.buying import Buy, Gathering
from games.tadmor.rules.turn.construction import Construction
from games.tadmor.rules.turn.kingdom import Storage
from games.tadmor.rules.turn.raid import Raid
from tests.games.asking import keys, legal, refused
from tests.games.tadmor.positions import (
    Pos,
    begin,
    build,
    cards,
    go,
    goods,
    kingdom,
    points,
    put,
    rare,
    show,
    stage,
    stock,
    temple,
    tiles,
    top,
    towers,
    who,
)

PLAYED: set[str] = set()


@pytest.fixture(autouse=True, scope="module")
def complete() -> Iterator[None]:
    """Check that no upgrade is missing if the whole file ran."""
    yield
    if len(PLAYED) > 40:
        assert set(UPGRADES) == PLAYED


def own(pos: Pos, *names: str, seat: int = 0) -> Pos:
    """Give a player these tiles and count them as tested."""
    PLAYED.update(names)
    return tiles(pos, seat, *names)


@pytest.mark.parametrize(
    ("tile", "give", "deals"),
    [
        ("i1", "wood", ["wood-marble"]),
        ("i2", "wood", ["wood-gold"]),
        ("i3", "stone", ["stone-marble"]),
        ("i4", "stone", ["stone-gold"]),
        ("i23", "gold", ["gold-wood-wood", "gold-wood-stone", "gold-stone-stone"]),
        ("i24", "marble", ["marble-wood-wood", "marble-wood-stone", "marble-stone-stone"]),
    ],
)
def test_trades(tile: str, give: str, deals: list[str]) -> None:
    pos = build(own(stock(begin(3), 0, wood=3, stone=3, marble=3, gold=3), tile))
    assert keys(pos, "trade") == [f"{deal}_x{n}" for deal in deals for n in (1, 2, 3)]
    pos = go(pos, ("trade", deals[-1], 3))
    assert who(pos).store[give] == 0
    _, *got = deals[-1].split("-")
    assert {what: n for what, n in who(pos).traded.items() if n} == {
        what: 3 * got.count(what) for what in got
    }
    assert refused(pos, "trade"), "what was traded is not traded on"


@pytest.mark.parametrize(("names", "bonus"), [(("i5",), 2), (("i19",), 3), (("i5", "i19"), 5)])
def test_points_for_missions_completed(names: tuple[str, ...], bonus: int) -> None:
    pos = put(cards(stock(begin(), 0, stone=2, marble=2), 0, "k7", to="hand"), 0, "missions_ebla")
    pos = go(build(own(pos, *names)), ("mission", "missions_ebla", "complete", "k7"))
    assert who(pos).earned == {"missions": bonus}


def test_favours_each_rate_once_a_turn() -> None:
    pos = build(own(points(begin(), 0, 10), "i6"))
    assert keys(pos, "favour") == ["wood", "stone", "marble", "gold"]
    pos = go(pos, ("favour", "stone"))
    assert keys(pos, "favour") == ["marble", "gold"]
    pos = go(pos, ("favour", "gold"))
    assert (who(pos).points, goods(who(pos)), who(pos).store["gold"]) == (
        7,
        {"stone": 1, "gold": 1},
        0,
    )
    assert "favour" not in keys(pos)
    kingdom(pos)
    assert who(pos).favours == []


@pytest.mark.parametrize(
    ("tile", "revealer", "safe"),
    [("i7", 0, True), ("i7", 1, False), ("i45", 0, True), ("i45", 1, True)],
)
def test_marauders_leave_pieces_alone(tile: str, revealer: int, safe: bool) -> None:
    pos = put(put(own(begin(3), tile), 0, "tower_single"), 2, "market_ebla")
    who(pos, revealer).chosen = "ebla"
    (told,) = (one for one in stage(pos, Raid(), resolving=False) if isinstance(one, ev.Raided))
    assert bool(pos.state.board["tower_single"]) is safe
    assert pos.state.board["market_ebla"] == []
    assert told.spared == ([0] if safe else [])


@pytest.mark.parametrize(
    ("names", "action", "free"), [(("i8",), 2, 1), (("i27",), 3, 1), (("i8", "i27"), 5, 2)]
)
def test_points_for_rare_goods(names: tuple[str, ...], action: int, free: int) -> None:
    pos = put(cards(stock(own(begin(), *names), 0, stone=5), 0, "k2"), 0, "rare_yellow")
    pos = go(build(pos), ("rare", "rare_yellow", "yellow", "pay"))
    assert who(pos).points == action
    pos = go(pos, ("return", "k2", "red", "silk"))
    assert who(pos).points == action + free


def test_the_credit_of_the_bazaar() -> None:
    pos = build(put(own(points(begin(), 0, 9), "i9"), 0, "rare_grey"))
    assert keys(pos, "rare", "rare_grey", "grey") == ["favour"]
    pos = go(pos, ("rare", "rare_grey", "grey", "favour"))
    assert (who(pos).points, len(who(pos).rare)) == (5, 1)


@pytest.mark.parametrize(
    ("first", "second", "boat", "camel", "what"),
    [
        ("i10", "i29", "north_wood_boat_1", "ebla_wood_camel", "wood"),
        ("i11", "i30", "south_stone_boat_1", "damascus_stone_camel", "stone"),
        ("i12", "i31", "north_marble_boat", "desert_marble_camel", "marble"),
        ("i13", "i32", "south_gold_boat", "desert_gold_camel", "gold"),
    ],
)
def test_fleets(first: str, second: str, boat: str, camel: str, what: str) -> None:
    kind = "basic" if what in RULES.basic else "advanced"
    for names, bonus in (((first,), 1), ((second,), 1), ((first, second), 2)):
        pos = put(own(begin(3, turn=4), *names), 0, boat)
        stage(pos, Gathering())
        assert goods(who(pos)) == {what: RULES.gather["boat"][kind][1] + bonus}
        pos = put(tiles(begin(3, turn=4), 0, *names), 0, camel)
        stage(pos, Gathering())
        assert goods(who(pos)) == {what: RULES.gather["camel"][kind][1]}, "camels bring no more"


@pytest.mark.parametrize("tile", ["i14", "i15"])
def test_masons_lay_every_fifth_level(tile: str) -> None:
    pos = go(
        build(put(stock(own(towers(begin(3), 8), tile), 0, stone=2), 0, "tower_single")),
        ("tower", "tower_single", "1"),
    )
    assert (who(pos).tower, goods(who(pos))) == (10, {})


@pytest.mark.parametrize(("tile", "bonus"), [("i16", 1), ("i17", 1), ("i35", 2), ("i36", 2)])
def test_prestige_for_the_strictly_highest_tower(tile: str, bonus: int) -> None:
    for heights, wanted in (((3, 2, 2), bonus), ((3, 3, 2), 0), ((3, 2, 4), 0)):
        pos = own(towers(begin(3), *heights), tile)
        kingdom(pos)
        assert who(pos).points == wanted


def test_scaffolds_of_stone() -> None:
    pos = own(stock(begin(), 0, stone=20, marble=20), "i18")
    assert tower_prices(who(pos), False, 2)[-1][1] == {"stone": 2}
    assert tower_prices(who(pos), True, 2)[-1][1] == {"marble": 4}


def test_the_paymaster_leaves_two_goods_out() -> None:
    pos = put(cards(stock(own(begin(), "i20"), 0, wood=2), 0, "k9", to="hand"), 0, "missions_ebla")
    pos = go(build(pos), ("mission", "missions_ebla", "complete", "k9", {"gold": 2}))
    assert (who(pos).face_up, goods(who(pos))) == (["k9"], {})


@pytest.mark.parametrize("tile", ["i21", "i22"])
def test_private_markets(tile: str) -> None:
    pos = put(stock(own(begin(3), tile), 0, wood=1, gold=1), 0, tile, piece="boat")
    assert keys(build(pos), "trade") == [
        "wood-marble_x1",
        "wood-gold_x1",
        "gold-wood-wood_x1",
        "gold-wood-stone_x1",
        "gold-stone-stone_x1",
    ]
    kingdom(pos)
    assert "trade" in keys(pos, seat=0)
    pos = go(pos, ("done",), seat=0)
    assert (who(pos).placed, pos.state.reserve(0, "boat")) == ({}, 2), "the piece is back"
    assert tile in keys(pos, "place", "camel", seat=0)
    assert tile not in keys(
        go(pos, ("place", "camel", "traitor"), seat=0), "place", "camel", seat=1
    ), "the owner's alone"


def test_loot_and_tribute() -> None:
    for names, n_points, gold in ((("i25",), 3, 0), (("i26",), 1, 1), (("i25", "i26"), 4, 1)):
        pos = put(own(begin(3), *names), 1, "market_ebla")
        who(pos).chosen = "ebla"
        stage(pos, Raid(), resolving=False)
        assert (who(pos).points, who(pos).store["gold"]) == (n_points, gold)
        pos = put(tiles(begin(3), 0, *names), 1, "market_ebla")
        who(pos, 1).chosen = "ebla"
        stage(pos, Raid(), resolving=False)
        assert who(pos).points == 0, "only for marauders of one's own"


def test_the_caravan_discount() -> None:
    for place, color, what in (
        ("rare_grey", "grey", "gold"),
        ("rare_yellow", "yellow", "stone"),
        ("rare_red", "red", "wood"),
    ):
        pos = build(put(stock(own(begin(), "i28"), 0, **{what: 5}), 0, place))
        pos = go(pos, ("rare", place, color, "pay"))
        assert 5 - who(pos).store[what] == sum(RULES.rare[color].cost.values()) - 2


def test_the_great_warehouse() -> None:
    pos = stock(own(begin(), "i33"), 0, wood=7, gold=6)
    stage(pos, Storage(), resolving=False)
    pos = go(pos, ("discard", {"wood": 1}), seat=0)
    assert sum(goods(who(pos)).values()) == 12


def test_the_temple_guild_leaves_three_goods_out() -> None:
    pos = put(stock(own(begin(3), "i34"), 0, stone=1), 0, "temple_ebla")
    pos = go(build(pos), ("temple", "temple_ebla", "t0", {"wood": 2, "stone": 1}))
    assert (who(pos).temples, goods(who(pos)), who(pos).hand) == ([1], {}, [])


def test_the_private_sanctuary() -> None:
    pos = stock(show(begin(turn=7), "i37"), 0, wood=5, stone=5, marble=2)
    PLAYED.add("i37")
    stage(put(pos, 0, "upgrade_1", "temple_palmyra"), Buy(0, "upgrade_1"), Construction([0]))
    pos = go(pos, ("buy", "i37", {"wood": 3}), ("temple", "i37", "t0"))
    assert (who(pos).temples, who(pos).points, who(pos).hand) == ([1], 3, [])
    pos = go(pos, ("temple", "temple_palmyra", "t0"))
    assert (who(pos).temples, who(pos).points, len(who(pos).hand)) == ([2], 3, 1)


FINALS = {
    "i38": lambda pos, seat: towers(
        pos, *(pos.state.players[at].tower + (at == seat) for at in range(pos.n))
    ),
    "i39": lambda pos, seat: cards(pos, seat, "k7" if seat else "k8"),
    "i40": lambda pos, seat: rare(pos, seat, "oil"),
    "i41": lambda pos, seat: temple(pos, seat, "basement"),
    "i42": lambda pos, seat: tiles(pos, seat, "i19" if seat else "i20"),
}


@pytest.mark.parametrize("tile", FINALS)
def test_final_bonuses_for_the_strictly_first(tile: str) -> None:
    pos = own(begin(3, turn=9), tile)
    if tile == "i42":
        tiles(pos, 1, "i5")
    before = GAME.score(pos).total[0]
    assert final_bonuses(pos.state, 0) == {tile: 0}, "nobody is first"
    FINALS[tile](pos, 0)
    assert final_bonuses(pos.state, 0) == {tile: 12}
    assert {row.id: row.values for row in GAME.score(pos).rows}["bonus"] == (12, 0, 0)
    assert GAME.score(pos).total[0] >= before + 12
    FINALS[tile](pos, 1)
    if tile == "i39":
        FINALS[tile](pos, 2)
        cards(pos, 1, "k9")
    assert final_bonuses(pos.state, 0) == {tile: 0}


def test_the_connoisseur_takes_any_tile() -> None:
    pos = build(put(top(stock(own(begin(), "i43"), 0, gold=3), "incense"), 0, "rare_grey"))
    assert keys(pos, "rare", "rare_grey", "grey", "pay") == ["glass_bottles", "incense", "myrrh"]
    pos = go(pos, ("rare", "rare_grey", "grey", "pay", "myrrh"))
    assert who(pos).rare == ["myrrh"]
    assert sorted(pos.state.pile_tiles("grey")).count("incense") == 2


def test_the_embassy_doubles_each_gift() -> None:
    pos = build(put(own(begin(3), "i44"), 0, "peace_gifts_boat"))
    assert who(go(pos, ("gifts", "peace_gifts_boat"))).points == 4


def test_the_exemption_from_taxes() -> None:
    pos = stock(own(begin(3, turn=7), "i46"), 0, gold=3)
    told = kingdom(pos)
    assert [one.seat for one in told if isinstance(one, ev.Taxed)] == [1, 2]


def test_private_works_do_any_work() -> None:
    pos = towers(stock(own(begin(3, turn=7), "i47"), 0, wood=9, stone=9, marble=9, gold=9), 0, 5)
    pos = build(put(pos, 0, "i47"))
    assert keys(pos) == ["tower", "traitor", "temple", "rare", "mission", "done"]
    assert keys(pos, "tower", "i47") == ["tower_single", "tower_double"]
    for path in (
        ("tower", "i47", "tower_double", "1"),
        ("traitor", "i47", "p1"),
        ("temple", "i47", "t0"),
        ("rare", "i47", "red", "pay"),
        ("mission", "i47", "draw"),
    ):
        after = walk.submit(pos, 0, path).pos
        assert (after.state.players[0].placed == {}) is (path[0] != "tower")
    assert who(walk.submit(pos, 0, ("traitor", "i47", "p1")).pos, 1).tower == 3


@pytest.mark.parametrize("action", ["tax_collector", "war_supplies", "first_player"])
def test_the_private_court(action: str) -> None:
    pos = put(stock(own(towers(begin(3, turn=4), 4), "i48"), 0, gold=2), 0, "i48")
    kingdom(pos)
    pos = go(pos, ("court", action), seat=0)
    if action == "tax_collector":
        assert "tax" not in keys(pos, seat=0)
        assert goods(who(pos)) == {"gold": 2}
        return
    pos = go(pos, ("tax", "pay"), seat=0)
    if action == "war_supplies":
        assert who(pos).points == 4
    else:
        pos = go(pos, ("first", "stone"), seat=0)
        assert goods(who(pos)) == {"gold": 1, "stone": 1}


def test_a_tile_without_its_moment_is_only_counted() -> None:
    pos = stock(show(begin(3), "i18", "i16"), 0, stone=2)
    stage(put(pos, 0, "upgrade_1", "upgrade_2"), Buy(0, "upgrade_1"), Buy(0, "upgrade_2"))
    pos = go(pos, ("buy", "i18", {"stone": 1}), ("buy", "i16", {"stone": 1}))
    assert (who(pos).tiles, goods(who(pos))) == (["i18", "i16"], {})
    assert pos.state.display[:2] == ["", ""], "no refill inside an Era"
    assert not legal(pos, "buy", "i18", {"stone": 1})
