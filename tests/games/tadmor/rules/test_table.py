"""The examples that the specification lists as data, each played or computed by the engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.state.score import places
from games.tadmor import GAME
from games.tadmor.model.catalog import PARTS, SPACES
from games.tadmor.model.effects import powers
from games.tadmor.rules.flow.scoring import final_bonuses, rare_points, score, temple_points
from games.tadmor.rules.flow.setup import _score_tower_levels
from games.tadmor.rules.goods.costs import ask_reduction
from games.tadmor.rules.goods.gains import goods_gathered
from games.tadmor.rules.turn.buying import Gathering, Resolution
from games.tadmor.rules.turn.kingdom import Kingdom, Storage, excess
from games.tadmor.rules.turn.placing import Placement
from games.tadmor.rules.turn.raid import Hire, Raid
from tests.games.asking import ask, default, keys, legal, refused
from tests.games.tadmor.positions import (
    begin,
    build,
    cards,
    go,
    goods,
    kingdom,
    points,
    put,
    rare,
    stage,
    stock,
    temple,
    tiles,
    towers,
    who,
)

EXAMPLES = json.loads((Path(__file__).parents[1] / "saved" / "examples.json").read_text("utf-8"))
SEAT = {"A": 0, "B": 1, "C": 2, "D": 3}
ANY_GREY = ("glass_bottles", "incense", "myrrh")


def low(names: list[str]) -> list[str]:
    return [name.lower() for name in names]


def tower(one: Any) -> None:
    pos = tiles(towers(begin(3), one["height"]), 0, *low(one["upgrades"]))
    pos = build(put(stock(pos, 0, **one["cost"]), 0, one["action"]))
    n = len(one["levels"]) // (2 if one["action"] == "tower_double" else 1)
    assert not legal(pos, "tower", one["action"], str(n + 1))
    pos = go(pos, ("tower", one["action"], str(n)))
    assert (who(pos).tower, goods(who(pos))) == (one["end"], {})


def destroy(one: Any) -> None:
    pos = tiles(towers(begin(3, turn=7), 0, one["height"]), 1, *low(one["upgrades"]))
    uses, after = one.get("uses", [one.get("n")]), one.get("heights_after", [one.get("end")])
    pos = build(put(tiles(pos, 0, "i47"), 0, *["traitor", "i47"][: len(uses)]))
    for at, height in zip(["traitor", "i47"], after, strict=False):
        pos = go(pos, ("traitor", at, "p1"))
        assert who(pos, 1).tower == height


def war(one: Any) -> None:
    pos = put(towers(begin(3), *one["heights"].values()), SEAT[one["who"]], "war_supplies")
    kingdom(pos)
    assert [who(pos, seat).earned.get("war", 0) for seat in range(3)] == [
        one["pp"] if seat == 1 else 0 for seat in range(3)
    ]


def rare_score(one: Any) -> None:
    assert rare_points(who(rare(begin(4), 0, *one["tiles"]))) == one["pp"]


def peace(one: Any) -> None:
    pos = put(tiles(begin(3, turn=3 * one["era"]), 0, *low(one["upgrades"])), 0, *one["spaces"])
    stage(pos, Gathering())
    assert who(pos).earned == {"gifts": one["pp"]}


def temple_pp(one: Any) -> None:
    pos = temple(begin(), 0, one["from"])
    assert temple_points(who(pos)) == one["before"]
    pos = build(put(stock(pos, 0, wood=9, stone=9, marble=9, gold=9), 0, "temple_palmyra"))
    assert temple_points(who(go(pos, ("temple", "temple_palmyra", "t0")))) == one["after"]


def traitor_uses(one: Any) -> None:
    pos = tiles(towers(begin(3, turn=3 * one["era"]), 0, 9), 0, "i47")
    pos = build(put(pos, 0, "traitor", "i47"))
    pos = go(pos, ("traitor", "traitor", "p1"), ("traitor", "i47", "p1"))
    assert who(pos, 1).tower == 9 - one["levels"]
    assert one["uses"] == 2
    assert "traitor" not in keys(pos)


def traitor_targets(one: Any) -> None:
    pos = build(
        put(towers(begin(4, turn=7), *one["heights"].values()), SEAT[one["who"]], "traitor"),
        SEAT[one["who"]],
    )
    assert keys(pos, "traitor", "traitor") == [f"p{SEAT[name]}" for name in one["targets"]]


def tower_rest(one: Any) -> None:
    pos = tiles(towers(begin(), one["height"]), 0, *low(one["upgrades"]))
    GAME.check_state(StepContext(GAME, pos))
    assert who(pos).tower == one["end"]


def trade(one: Any) -> None:
    via = {step["via"] for step in one["steps"]}
    pos = stock(begin(3), 0, **one["warehouse"])
    who(pos).traded.update(one["traded"])
    for name in via:
        pos = (
            put(pos, 0, f"market_{name.split(':')[1]}")
            if ":" in name
            else tiles(pos, 0, name.lower())
        )
    build(pos)
    for step in one["steps"]:
        ((give, n),) = step["give"].items()
        deal = "-".join([give, *(what for what, k in step["get"].items() for _ in range(k))])
        assert refused(pos, "trade", deal) is not step["ok"]
        if step["ok"]:
            pos = go(pos, ("trade", deal, n * step.get("times", 1)))
    assert {what: k for what, k in who(pos).store.items() if k} == one["warehouse_after"]
    assert {what: k for what, k in who(pos).traded.items() if k} == one["traded_after"]


def trade_pp(one: Any) -> None:
    pos = build(tiles(points(begin(), 0, one["score"]), 0, "i6"))
    for bought in one["buy"]:
        pos = go(pos, ("favour", *bought))
    assert "favour" not in keys(pos), "each rate once a turn"
    assert who(pos).points == one["score_after"]
    assert {what: k for what, k in who(pos).traded.items() if k} == one["traded_after"]


def reduced(one: Any) -> None:
    pos = stock(tiles(begin(3), 0, *low(one["upgrades"])), 0, wood=8, stone=8, marble=8, gold=8)
    start: tuple[Any, ...]
    if one["action"] == "temple":
        pos = temple(pos, 0, PARTS[PARTS.index(one["of"]) - 1])
        start = ("temple", "temple_ebla", "t0")
    elif one["action"] == "mission":
        pos = cards(pos, 0, one["of"].lower(), to="hand")
        start = ("mission", "missions_ebla", "complete", one["of"].lower())
    else:
        start = ("rare", "rare_grey", one["of"])
    pos = build(put(pos, 0, start[1]))
    pos = go(pos, default(pos, *start))
    assert 32 - sum(goods(who(pos)).values()) == one["paid"]
    assert ask_reduction(who(pos), {"gold": one["printed"]}, 0) is not None


def caravan(one: Any) -> None:
    pos = cards(
        towers(begin(3), one["tower"]),
        0,
        *["k1", "k2", "k3", "k4"][: one["missions"]],
        to="returned",
    )
    who(pos).own["camel"] = one["camels"]
    stage(put(pos, 0, "caravan_2"), Resolution())
    assert who(pos).own["camel"] == one["camels"] + one["ok"]


def shipyard(one: Any) -> None:
    first = {"grey": "incense", "yellow": "jade", "red": "oil"}
    pos = rare(begin(4), 0, *(first[color] for color, n in one["colors"].items() for _ in range(n)))
    who(pos).own["boat"] = one["boats"]
    stage(put(pos, 0, "shipyard_1"), Resolution())
    assert who(pos).own["boat"] == one["boats"] + one["ok"]


def tax(one: Any) -> None:
    pos = points(
        stock(tiles(begin(3, turn=3 * one["era"]), 0, *low(one["upgrades"])), 0, gold=one["gold"]),
        0,
        one["score"],
    )
    stage(pos, Kingdom(), Storage())
    if one["pay"]:
        pos = go(pos, ("tax", "pay"), seat=0)
    assert (who(pos).store["gold"], who(pos).points) == (one["gold_after"], one["score_after"])


def prestige(one: Any) -> None:
    pos = towers(begin(3), *one["heights"].values())
    for name, owned in one["upgrades"].items():
        tiles(pos, SEAT[name], *low(owned))
    kingdom(pos)
    assert {name: who(pos, SEAT[name]).earned.get("prestige", 0) for name in one["pp"]} == one["pp"]


def era_change(one: Any) -> None:
    pos = towers(begin(turn=3), one["height"])
    _score_tower_levels(StepContext(GAME, pos))
    assert who(pos).earned == {"tower_eras": one["pp"]}


def on_rare(one: Any) -> None:
    pos = tiles(begin(), 0, *low(one["upgrades"]))
    if one["how"] == "board":
        pos = go(
            build(put(stock(pos, 0, gold=3), 0, "rare_grey")), ("rare", "rare_grey", "grey", "pay")
        )
    else:
        pos = build(put(stock(temple(pos, 0, "roof"), 0, marble=4, gold=3), 0, "temple_palmyra"))
        pos = go(pos, ("temple", "temple_palmyra", "t0"), *[("take", "red")] * one["tiles"])
    assert len(who(pos).rare) == one["tiles"]
    assert who(pos).earned == {"rare": one["pp"]}


def storage(one: Any) -> None:
    pos = stock(tiles(begin(3, turn=5), 0, *low(one["upgrades"])), 0, **one["goods"])
    assert excess(who(pos)) == one["discard"]
    stage(pos, Storage(), resolving=False)
    assert (0 in walk.actors(pos) and bool(pos.lanes[0])) is bool(one["discard"])
    if one["discard"]:
        assert ask(pos, "discard", seat=0).lo == one["discard"]


def gather(one: Any) -> None:
    pos = tiles(begin(3, turn=3 * one["era"]), 0, *low(one["upgrades"]))
    assert set(low(one["upgrades"])) == set(who(pos).tiles)
    space = next(
        one_space
        for one_space in SPACES.values()
        if one_space.action == "gather"
        and (one_space.piece, one_space.resource) == (one["piece"], one["resource"])
    )
    assert goods_gathered(pos.state, who(pos), space, one["piece"]) == one["n"]


def first_player(one: Any) -> None:
    pos = tiles(begin(3), 2, "i48")
    put(put(pos, 0, "first_player"), 2, "i48")
    kingdom(pos)
    pos = go(pos, ("court", "first_player"), ("first", "stone"), seat=2)
    pos = go(pos, ("first", "wood"), seat=0)
    assert one["users"] == ["A", "C"]
    assert pos.state.first == SEAT[one["pawn"]]
    assert (who(pos, 0).store["wood"], who(pos, 2).store["stone"]) == (1, 1)


def marauder_options(one: Any) -> None:
    pos = begin()
    pos.state.attacked = one["attacked"] or ""
    stage(pos, Hire(0), resolving=False)
    assert len(keys(pos, "marauders")) == one["n"] + 1  # or nobody


def change_options(one: Any) -> None:
    pos = cards(begin(), 0, "k9")
    pos.state.attacked, who(pos, 1).chosen = one["attacked"], one["revealed"]
    stage(pos, Raid(), resolving=False)
    assert len(keys(pos, "return", "k9")) == one["n"]


def rotation(one: Any) -> None:
    pos = begin(3)
    for name, n in one["pieces"].items():
        who(pos, SEAT[name]).own = {"camel": n - 3, "boat": 3}
    stage(pos, Placement(), resolving=False)
    turns: list[str] = []
    while pos.state.turn == 1 and len(turns) < sum(one["pieces"].values()):
        turns.append("ABC"[walk.actors(pos)[0]])
        pos = walk.submit(pos, walk.actors(pos)[0], default(pos)).pos
    assert turns[-5:] == one["tail"]


def final_bonus(one: Any) -> None:
    pos = tiles(begin(3, turn=9), SEAT[one["owner"]], one["upgrade"].lower())
    for name, n in one["metric"].items():
        if one["upgrade"] == "I41":
            who(pos, SEAT[name]).temples = [n]
        else:
            who(pos, SEAT[name]).tower = n
    if one["upgrade"] == "I41":
        who(pos).temples.append(1)  # a second basement changes nothing
    assert final_bonuses(pos.state, SEAT[one["owner"]]) == {one["upgrade"].lower(): one["pp"]}


def final_total(one: Any) -> None:
    pos = rare(
        points(towers(begin(4, turn=9), one["tower"], 11), 0, one["score"]), 0, *one["tiles"]
    )
    pos = tiles(
        temple(
            cards(cards(pos, 0, *low(one["face_up"])), 0, *low(one["returned"]), to="returned"),
            0,
            *one["temples"],
        ),
        0,
        "i38",
    )
    board = score(pos)
    names = {"track": "score", "rare": "rare_goods"}
    assert {names.get(row.id, row.id): row.values[0] for row in board.rows} == one["rows"]
    assert board.total[0] == one["total"]


def tie(one: Any) -> None:
    n = len(one["totals"])
    pos = begin(max(2, n), turn=9)
    kinds = ["jade"] * 3 + ["ivory"] * 3 + ["oil"] * 3
    for name, n_rare in one["rare"].items():
        who(pos, SEAT[name]).rare = kinds[:n_rare]
        points(pos, SEAT[name], one["totals"][name] - rare_points(who(pos, SEAT[name])))
    board = score(pos)
    assert list(board.total) == list(one["totals"].values())
    assert ["ABC"[seat] for seat, place in enumerate(places(board.ranking)) if place == 1] == one[
        "winners"
    ]


CHECKS = {
    check.__name__: check
    for check in (
        tower,
        destroy,
        war,
        rare_score,
        peace,
        temple_pp,
        traitor_uses,
        traitor_targets,
        tower_rest,
        trade,
        trade_pp,
        reduced,
        caravan,
        shipyard,
        tax,
        prestige,
        era_change,
        on_rare,
        storage,
        gather,
        first_player,
        marauder_options,
        change_options,
        rotation,
        final_bonus,
        final_total,
        tie,
    )
} | {"destroy_seq": destroy}


@pytest.mark.parametrize("one", EXAMPLES, ids=lambda one: one["id"])
def test_example_of_the_specification(one: dict[str, Any]) -> None:
    CHECKS[one["op"]](one)


def test_all_kinds_of_examples_are_there() -> None:
    assert len(EXAMPLES) == 58
    assert {one["op"] for one in EXAMPLES} == set(CHECKS)
    assert powers(["i33"]).storage_limit == 12
