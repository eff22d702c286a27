"""Every option and every value of it has its effect (rules 12)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.core.engine import walk
from games.core.state.options import Choice
from games.el_mapa import GAME
from games.el_mapa.model.catalog import TILES
from games.el_mapa.model.options import PRESETS, SETTINGS
from games.el_mapa.model.state import StandingOffer
from games.el_mapa.rules.ending.scoring import points
from tests.games.el_mapa.positions import (
    SPOT,
    castle,
    face,
    fight,
    first_turn,
    give,
    run,
    spend,
    standing,
)
from tests.games.el_mapa.staging import (
    ORDER,
    cells_of,
    default,
    door,
    face_down,
    field,
    idle,
    keys,
    legal,
    mines,
    refused,
    shut,
    top,
)

DEFAULTS = {
    "round_limit": "none",
    "start_package": "standard",
    "build_limit": "1",
    "player_trade": "on",
    "deal": "by_sector",
    "six_player_map": "6",
    "wonder_bonus": "sources",
    "finish": "round",
    "start_player": "fixed",
    "captured_castle": "keep",
    "watchtower": "reveal",
    "neutral_assignment": "automatic",
    "archer_support": "around",
    "troop_levels": "table",
    "training_increment": "one",
    "speed_scope": "troop",
    "card_points": "level",
    "shield_scope": "army",
    "trade_cards": "on",
}


def test_defaults_follow_the_book_and_presets_change_what_they_say() -> None:
    assert {one.id: one.default for one in SETTINGS} == DEFAULTS
    assert PRESETS == {
        "book": {},
        "online": {"round_limit": "20"},
        "quick_async": {"round_limit": "10", "start_package": "rich", "build_limit": "2"},
    }
    limits = next(one for one in SETTINGS if one.id == "round_limit")
    assert isinstance(limits, Choice)
    assert limits.values == ("none", "8", "10", "12", "15", "20", "25", "30")


@pytest.mark.parametrize("limit", ["8", "10", "12", "15", "20", "25", "30"])
def test_round_limit_ends_the_game_with_its_round(limit: str) -> None:
    pos, seat = field(2, round_limit=limit)
    face_down(pos, SPOT)
    pos.state.round, pos.state.idle = int(limit), 0
    for one in (seat, 1 - seat):
        assert pos.outcome is None
        run(pos, one, ("end",))
    assert pos.outcome is not None
    assert pos.state.round == int(limit)


def test_without_a_limit_rounds_go_on_while_somebody_does_something() -> None:
    pos, seat = field()
    face_down(pos, SPOT)
    pos.state.round = 40
    for _ in range(4):
        pos.state.idle = 0
        for one in (seat, 1 - seat):
            run(pos, one, ("end",))
    assert pos.outcome is None
    assert pos.state.round == 44


def test_three_rounds_in_which_nobody_does_anything_are_the_last() -> None:
    pos = first_turn(3)
    while pos.outcome is None:
        run(pos, walk.actors(pos)[0], ("end",))
    assert pos.state.round == 3
    pos = first_turn(3)
    while pos.outcome is None and pos.state.round < 6:
        seat = walk.actors(pos)[0]
        if (
            pos.state.round == 3
            and top(pos) == "turn"
            and seat == pos.state.first
            and keys(pos, seat, "build")
        ):
            run(pos, seat, ("build", pos.state.homes[seat], "statue", "1-1"))
        run(pos, seat, ("end",))
    assert pos.outcome is None, "whoever does something puts the end off"


def test_start_package() -> None:
    standard, rich = {"gold": 2 + 1, "wood": 1, "stone": 0}, {"gold": 5 + 1, "wood": 2, "stone": 1}
    for option, goods, levies in (("standard", standard, 1), ("rich", rich, 2)):
        s = first_turn(2, start_package=option).state
        assert [player.goods for player in s.players] == [goods] * 2
        assert [player.stacks for player in s.players] == [
            {home: {"levy": levies}} for home in s.homes
        ]
        assert [s.castles[home].reserve for home in s.homes] == [{"levy": 1}] * 2


@pytest.mark.parametrize(("limit", "more"), [("1", False), ("2", True)])
def test_build_limit(limit: str, more: bool) -> None:
    pos, seat = field(2, build_limit=limit)
    spend(pos, seat, gold=9, wood=9)
    home = pos.state.homes[seat]
    run(pos, seat, ("build", home, "statue", "1-1"))
    assert ("build" in keys(pos, seat)) is more
    if more:
        run(pos, seat, ("build", home, "market", "1-2"))
    assert shut(pos, seat)["build"] == "map.why.one_a_turn"


def test_without_player_trade_the_bank_alone_is_left() -> None:
    for option in ("on", "off"):
        pos, seat = field(2, player_trade=option)
        for one in (0, 1):
            castle(pos, one, "market")
            spend(pos, one, gold=5, wood=5, stone=5)
        pos.state.players[seat].posts = [StandingOffer("o1", {"wood": 1}, {"gold": 1}, 1)]
        pos.state.players[1 - seat].posts = [StandingOffer("o1", {"wood": 1}, {"gold": 1}, 1)]
        ways = {"offer", "take", "post", "unpost"}
        listed = {key.partition("-")[0] for key in keys(pos, seat, "trade")}
        assert (ways <= listed) is (option == "on")
        if option == "off":
            assert {shut(pos, seat, "trade")[way] for way in ways} == {"map.why.no_player_trade"}
        assert legal(pos, seat, "trade", "sell_wood", 1)


def test_a_global_deal_lays_the_same_tiles_anywhere() -> None:
    uneven = 0
    for seed in range(6):
        pos = walk.start(GAME, {"deal": "global"}, 4, f"global-{seed}")
        s = pos.state
        found = Counter(s.kind(cell) for cell in s.board.cells)
        assert all(found[kind] == 4 for kind, tile in TILES.items() if not tile.empty)
        villages = Counter(s.board.sector[cell] for cell in cells_of(pos, "village"))
        uneven += set(villages.values()) != {1} or len(villages) < 4
    assert uneven


def test_the_map_for_six() -> None:
    whole, boxed = first_turn(6), first_turn(6, six_player_map="6_boxed")
    assert (len(whole.state.board.cells), len(boxed.state.board.cells)) == (256, 240)
    assert (whole.state.board.size, boxed.state.board.size) == (16, 16)
    found = Counter(boxed.state.kind(cell) for cell in boxed.state.board.cells)
    assert all(n <= TILES[kind].copies for kind, n in found.items()), "the box alone"


@pytest.mark.parametrize(
    ("wonder", "sources", "production", "stock"),
    [
        ("pyramid", 10 + 2 * 2, 10 + 2 * 2, 10 + 2 * 7),
        ("temple_of_midas", 8 + 2 * 3, 8 + 2 * (1 + 1 + 2 + 2), 8 + 2 * 5),
        ("temple_of_ares", 9 + 2 * 2, 9 + 2 * 4, 9 + 2 * 6),
        ("hanging_gardens", 8 + 2, 8 + 2, 8 + 2 * 9),
    ],
)
def test_wonder_bonus(wonder: str, sources: int, production: int, stock: int) -> None:
    """Two stone mines, a gold mine, a wood mine; town hall, treasury, barracks, armoury; goods and a reserve."""
    for option, worth in (("sources", sources), ("production", production), ("stock", stock)):
        pos, seat = field(2, wonder_bonus=option)
        s = pos.state
        s.owners = {s.homes[at]: at for at in (0, 1)}
        where = castle(pos, seat, "town_hall", "treasury", "barracks", "armoury", wonder)
        where.reserve = {"levy": 4, "soldier": 2}
        for what, n in (("stone", 2), ("gold", 1), ("wood", 1)):
            s.owners |= dict.fromkeys(mines(pos, what)[:n], seat)
        spend(pos, seat, gold=5, wood=9, stone=7)
        assert points(pos, seat)["wonders"] == worth, option


def test_finish() -> None:
    for option, over in (("round", False), ("immediate", True)):
        for way in ("wonders", "map"):
            pos, seat = field(3, finish=option)
            face_down(pos, SPOT)
            if way == "wonders":
                pos.state.raised = 3
            else:
                give(pos, seat, "vision")
                run(pos, seat, ("tech", "vision", "card", {}, SPOT))
            run(pos, seat, ("end",))
            assert (pos.outcome is not None) is over
            assert pos.state.ending == way
            if not over:
                run(pos, (seat + 1) % 3, ("end",))
                if pos.outcome is None:
                    run(pos, walk.actors(pos)[0], ("end",))
                assert pos.outcome is not None
                assert pos.state.round == 1


@pytest.mark.parametrize(
    ("option", "firsts"), [("fixed", [0, 0, 0, 0]), ("rotating", [0, 1, 2, 0])]
)
def test_start_player(option: str, firsts: list[int]) -> None:
    pos = first_turn(3, start_player=option)
    first, seen = pos.state.first, []
    for _ in range(4):
        pos.state.idle = 0
        seen.append((pos.state.first - first) % 3)
        assert pos.state.turn.seat == pos.state.first
        for _ in range(3):
            idle(pos)
    assert seen == firsts


def test_captured_castle_of_wonders() -> None:
    """Razed buildings leave the game; a razed wonder was built all the same."""
    for option in ("keep", "raze"):
        pos, seat = field(3, captured_castle=option)
        s, other = pos.state, (seat + 1) % 3
        home = s.homes[other]
        castle(pos, other, *ORDER, "pyramid")
        s.supply["pyramid"], s.raised = 3, 1
        s.players[other].stacks = {SPOT: {"levy": 1}}
        near = door(pos, home)
        s.players[seat].stacks = {near: {"levy": 1}}
        told = run(pos, seat, ("move", near, {"levy": 1}, home))
        assert len(s.castles[home].spaces) == (10 if option == "keep" else 0)
        assert ("Razed" in {type(one).__name__ for one in told}) is (option == "raze")
        assert (s.raised, s.supply["pyramid"]) == (1, 3)
        assert points(pos, other)["buildings"] == 0
        spend(pos, seat, gold=9, wood=9, stone=9)
        assert (home in keys(pos, seat, "build")) is (option == "raze"), (
            "it may be built in at once"
        )


def test_a_watchtower_turns_tiles_by_a_quarter_either_way() -> None:
    pos, seat = field(2, watchtower="rotate")
    s = pos.state
    castle(pos, seat, "watchtower", "watchtower")
    closed = [cell for cell in s.board.cells if TILES[s.kind(cell)].closed]
    s.players[seat].stacks[closed[0]] = {"levy": 1}
    found = keys(pos, seat, "look")
    assert closed[0] not in found, "nobody stands there"
    assert set(found) <= set(closed)
    assert all(set(keys(pos, seat, "look", cell)) <= {"r90", "r270"} for cell in found)
    cell = next(
        one
        for one in found
        if keys(pos, seat, "look", one) == ["r90", "r270"] and len(TILES[s.kind(one)].closed) == 1
    )
    turned, tiles = s.turns(cell), s.players[seat].tiles
    run(pos, seat, ("look", cell, "r270"))
    assert s.turns(cell) == (turned + 3) % 4
    assert (s.players[seat].tiles, s.turn.looks) == (tiles, 1), "nothing is turned up"
    run(pos, seat, ("look", keys(pos, seat, "look")[0], "r90"))
    assert shut(pos, seat)["look"] == "map.why.looked"


def test_neutral_assignment_asks_the_next_player_alone() -> None:
    for option in ("automatic", "next_player"):
        pos, seat = field(3, neutral_assignment=option)
        s = pos.state
        s.garrisons[SPOT] = {"soldier": 2}
        s.players[seat].stacks[SPOT] = {"soldier": 1, "levy": 4}
        s.turn.entries[SPOT] = ["d3"]
        run(pos, seat, ("end",), ("stay",))
        other = (seat + 1) % 3
        assert bool(pos.lanes[other]) is (option == "next_player")
        if option == "next_player":
            assert walk.actors(pos) == (other,)
            assert default(pos, other) == ("kill", {"levy": 2, "soldier": 1}), (
                "the garrison's own way by default"
            )
            assert legal(pos, other, "kill", {"levy": 4})
            run(pos, other, ("kill", {"levy": 4}))
            assert standing(pos, seat) == {"soldier": 1}
        else:
            assert standing(pos, seat) == {"levy": 2}


@pytest.mark.parametrize(("option", "helps"), [("around", 1), ("orthogonal", 0)])
def test_archer_support(option: str, helps: int) -> None:
    """One archer across the corner: with it a soldier falls."""
    pos, attacker, defender = face(
        {"levy": 1}, {"soldier": 1}, helpers=(1, 0), archer_support=option
    )
    fight(pos)
    assert standing(pos, attacker) == {}
    assert standing(pos, defender) == ({} if helps else {"soldier": 1})


@pytest.mark.parametrize(("option", "worth"), [("table", [1, 2, 2, 2]), ("ladder", [1, 2, 3, 4])])
def test_troop_levels(option: str, worth: list[int]) -> None:
    for kind, n in zip(("levy", "soldier", "archer", "cavalry"), worth, strict=True):
        pos, attacker, _ = face({"cavalry": 9}, {kind: 1}, neutral=True, troop_levels=option)
        fight(pos)
        assert pos.state.players[attacker].fights == n


@pytest.mark.parametrize(
    ("option", "grown"), [("one", {"levy": 1, "archer": 1}), ("castle", {"levy": 1, "archer": 2})]
)
def test_training_increment(option: str, grown: dict[str, int]) -> None:
    pos, seat = field(2, training_increment=option)
    face_down(pos, SPOT)
    castle(pos, seat, "archery_range", "stables", "barracks")
    for one in (seat, 1 - seat):
        run(pos, one, ("end",))
    where = pos.state.castles[pos.state.homes[seat]]
    assert (where.reserve, where.progress) == (grown, {"soldier": 1, "cavalry": 1})


def test_speed_scope() -> None:
    for option, left in (("troop", {}), ("squad", {"levy": 3})):
        pos, attacker, _ = face(
            {"levy": 3}, {"levy": 3}, neutral=True, cards=(("speed",), ()), speed_scope=option
        )
        fight(pos, {attacker: [("card", "speed", "levy", {})]})
        assert (standing(pos, attacker) == {"levy": 3}) is bool(left)


@pytest.mark.parametrize(
    ("option", "target", "hp"),
    [("army", (), {"levy": 2, "soldier": 3}), ("squad", ("levy",), {"levy": 2, "soldier": 2})],
)
def test_shield_scope(option: str, target: tuple[str, ...], hp: dict[str, int]) -> None:
    pos, attacker, _ = face(
        {"levy": 2, "soldier": 1},
        {"soldier": 3},
        neutral=True,
        cards=(("shield",), ()),
        shield_scope=option,
    )
    run(pos, attacker, ("end",))
    assert keys(pos, attacker, "card", "shield") == (
        [] if option == "army" else ["levy", "soldier"]
    ), "the army is not named"
    run(pos, attacker, ("card", "shield", *target, {}))
    assert pos.state.battle is not None
    assert {one.id: one.hp for one in pos.state.battle.sides[0].squads} == hp


def test_trade_cards() -> None:
    for option in ("on", "off"):
        pos, seat = field(3, trade_cards=option)
        for one in range(3):
            castle(pos, one, "market")
            give(pos, one, "vision")
        partners = {f"cards-p{one}" for one in range(3) if one != seat}
        assert (partners <= set(keys(pos, seat, "trade"))) is (option == "on")


@pytest.mark.parametrize(("option", "n"), [("level", 3), ("one", 6)])
def test_card_points(option: str, n: int) -> None:
    """Six points for Vision for good: three cards of level II, or six of any."""
    pos, seat = field(2, card_points=option)
    give(pos, seat, "vision", *["luck"] * 6)
    assert legal(pos, seat, "tech", "lasting", "vision", {"luck": n})
    assert refused(pos, seat, "tech", "lasting", "vision", {"luck": n - 1})
