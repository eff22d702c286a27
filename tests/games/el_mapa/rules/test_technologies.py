"""Every technology from the hand, boosted, and lasting: effect, cost, discard (rules 2.3, 6.6)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.prompts.prompt import DistributePrompt
from games.core.text.messages import Path
from games.el_mapa import GAME
from games.el_mapa.model.catalog import BUILDINGS, TECHS
from games.el_mapa.model.events import Lasting, Treasure
from games.el_mapa.rules.moving.exploring import Opening
from games.el_mapa.rules.technology.cards import draw
from games.el_mapa.rules.technology.discounts import Purchase
from tests.games.asking import version
from tests.games.el_mapa.positions import castle, give, run, spend, standing
from tests.games.el_mapa.staging import (
    ORDER,
    door,
    face_down,
    field,
    hand,
    keys,
    lasting,
    legal,
    refused,
    settle,
    shut,
    top,
)

PRICES = {  # rules 2.3: level, boost step, price of a lasting copy
    "light_feet": (1, 1, 4),
    "marksmanship": (1, 0, 4),
    "speed": (1, 2, 4),
    "haggler": (1, 2, 4),
    "bloodlust": (2, 0, 6),
    "vision": (2, 3, 6),
    "luck": (2, 3, 6),
    "lumberer": (2, 3, 6),
    "teleport": (3, 4, 8),
    "shield": (3, 6, 8),
    "production": (3, 4, 8),
    "quarryman": (3, 4, 8),
}


@pytest.mark.parametrize("card", [*TECHS])
def test_every_technology_can_be_laid_down_for_good_once_for_other_cards(card: str) -> None:
    level, boost, price = PRICES[card]
    assert (TECHS[card].level, TECHS[card].boost, TECHS[card].lasting, TECHS[card].copies) == (
        level,
        boost,
        price,
        6,
    )
    pos, seat = field()
    fuel = "marksmanship" if card != "marksmanship" else "speed"
    give(pos, seat, card, *[fuel] * 4, "luck" if card != "luck" else "vision")
    other = "luck" if card != "luck" else "vision"
    paid = {4: {fuel: 4}, 6: {fuel: 4, other: 1}}.get(price)
    if paid is None:
        assert card not in keys(pos, seat, "tech", "lasting")
        assert (
            "lasting" not in keys(pos, seat, "tech")
            or shut(pos, seat, "tech", "lasting")[card] == "map.why.points"
        )
        give(pos, seat, other)
        paid = {fuel: 4, other: 2}
    less = {**paid, fuel: 3}
    assert refused(pos, seat, "tech", "lasting", card, dict(sorted(less.items())))
    form = walk.ask(pos, seat, ("tech", "lasting", card))
    assert isinstance(form, DistributePrompt)
    told = walk.submit(pos, seat, ("tech", "lasting", card, paid)).events
    run(pos, seat, ("tech", "lasting", card, paid))
    assert (hand(pos, seat), pos.state.players[seat].lasting) == (
        [other] if price == 4 else [],
        [card],
    )
    assert sum(len(one.buried) for one in pos.state.players) == sum(paid.values())
    public, own, other_seat = (version(told[0], Lasting, who) for who in (None, seat, 1 - seat))
    assert public.spent == {}
    assert other_seat.levels == own.levels
    assert own.spent == paid
    give(pos, seat, card, *["teleport" if card != "teleport" else "shield"] * 4)
    assert card not in keys(pos, seat, "tech", "lasting"), "one lasting copy of a kind"
    assert shut(pos, seat, "tech", "lasting")[card] == "map.why.lasting_already"


def steps_left(pos: Any) -> int:
    assert pos.state.moving is not None
    return int(pos.state.moving.points)


@pytest.mark.parametrize(
    ("source", "boost", "more"),
    [("card", {}, 1), ("card", {"speed": 2}, 3), ("lasting", {}, 1), ("lasting", {"luck": 1}, 3)],
)
def test_light_feet(source: str, boost: dict[str, int], more: int) -> None:
    pos, seat = field()
    start = "d4"
    pos.state.players[seat].stacks = {start: {"levy": 2}}
    give(pos, seat, "speed", "speed", "luck")
    lasting(pos, seat, "light_feet") if source == "lasting" else give(pos, seat, "light_feet")
    side = pos.state.board.side(start, door(pos, start))
    run(pos, seat, ("move", start, {"levy": 1}, "step", side))
    assert steps_left(pos) == 1
    run(pos, seat, ("feet", source, boost))
    assert steps_left(pos) == 1 + more
    assert "feet" not in keys(pos, seat)
    spent = sum(boost.values())
    assert len(hand(pos, seat)) == 3 - spent
    run(pos, seat, ("stop",))
    if source == "lasting":
        other = next(one for one in pos.state.players[seat].stacks if one != start)
        assert other
        assert pos.state.turn.used == ["light_feet"], "one group a turn"


def test_lasting_light_feet_help_one_group_a_turn_and_a_loose_copy_adds() -> None:
    pos, seat = field()
    pos.state.players[seat].stacks = {"d4": {"levy": 1}}
    give(lasting(pos, seat, "light_feet"), seat, "light_feet")
    run(pos, seat, ("move", "d4", {"levy": 1}, "step", pos.state.board.side("d4", door(pos, "d4"))))
    run(pos, seat, ("feet", "lasting", {}), ("feet", "card", {}))
    assert steps_left(pos) == 3


@pytest.mark.parametrize(
    ("source", "boost", "far"),
    [
        ("card", {}, 3),
        ("card", {"shield": 1, "speed": 1}, 4),
        ("lasting", {}, 3),
        ("lasting", {"shield": 2, "luck": 1}, 5),
    ],
)
def test_teleport_leaps_over_everything_for_one_step(
    source: str, boost: dict[str, int], far: int
) -> None:
    """Four points for each cell more."""
    pos, seat = field(4)
    s = pos.state
    start = "f6"
    s.players[seat].stacks = {start: {"levy": 2}}
    give(pos, seat, "shield", "shield", "luck", "speed")
    lasting(pos, seat, "teleport") if source == "lasting" else give(pos, seat, "teleport")
    found = keys(pos, seat, "move", start, {"levy": 1}, "jump", source, boost)
    assert set(found) == {
        cell for cell in s.board.cells if 0 < s.board.distance(start, cell) <= far
    }
    face_down(pos, "h7")
    assert "h7" not in keys(pos, seat, "move", start, {"levy": 1}, "jump", source, boost), (
        "only to tiles that lie open"
    )
    target = next(
        cell
        for cell in found
        if s.board.distance(start, cell) == far and "h7" not in s.board.around[cell]
    )
    run(pos, seat, ("move", start, {"levy": 1}, "jump", source, boost, target))
    assert s.moving is not None
    assert (s.moving.at, s.moving.points) == (target, 1)
    run(pos, seat, ("stop",))
    assert standing(pos, seat, target) == {"levy": 1}
    assert s.turn.used == (["teleport"] if source == "lasting" else [])


def test_landing_on_troops_begins_a_fight() -> None:
    pos, seat = field()
    pos.state.players[seat].stacks = {"d4": {"levy": 2}}
    pos.state.garrisons["f5"] = {"soldier": 1}
    give(pos, seat, "teleport")
    run(pos, seat, ("move", "d4", {"levy": 2}, "jump", "card", {}, "f5"))
    assert pos.state.turn.entries == {"f5": ["d4"]}
    assert pos.state.turn.attacks == ["d4"]
    assert top(pos) == "turn"


@pytest.mark.parametrize(
    ("card", "what", "house", "step"),
    [
        ("haggler", "gold", "watchtower", "marksmanship"),
        ("lumberer", "wood", "laboratory", "teleport"),
        ("quarryman", "stone", "pyramid", "teleport"),
    ],
)
def test_savers_from_the_hand_boosted_and_for_good(
    card: str, what: str, house: str, step: str
) -> None:
    """Two, three, four points for each one more."""
    need = {"haggler": 2, "lumberer": 1, "quarryman": 2}[
        card
    ]  # boosters of that kind for one more step
    for source, boosters, less in (
        ("hand", 0, 1),
        ("hand", need, 2),
        ("lasting", 0, 1),
        ("lasting", need, 2),
        ("both", 0, 2),
    ):
        pos, seat = field()
        player = pos.state.players[seat]
        give(pos, seat, *[step] * boosters, *([card] if source != "lasting" else []))
        if source != "hand":
            lasting(pos, seat, card)
        names = {"hand": card, "both": card, "lasting": f"{card}-lasting"}
        plays = (
            [(names[source], {step: boosters} if boosters else {})]
            if source != "lasting" or boosters
            else []
        )
        full = Purchase(
            type(player)(dict.fromkeys(("gold", "wood", "stone"), 99)), house, pos.options
        ).cost[what]
        assert full - Purchase(player, house, pos.options, plays).cost[what] == less, (
            source,
            boosters,
        )


def test_a_building_is_paid_with_cards_on_the_way() -> None:
    """What the plays saved is not paid; they go to the discards, the boosters face down."""
    pos, seat = field()
    home = pos.state.homes[seat]
    give(pos, seat, "haggler", "speed", "speed", "lumberer")
    spend(pos, seat, gold=1)
    assert keys(pos, seat, "build", home, "library", "1-1") == ["haggler", "lumberer"], (
        "without both it can't be paid"
    )
    path: Path = ("build", home, "library", "1-1", "haggler", {"speed": 2}, "lumberer", {})
    assert legal(pos, seat, *path) or legal(pos, seat, *path, "pay")
    path = path if legal(pos, seat, *path) else (*path, "pay")
    run(pos, seat, path)
    s = pos.state
    assert s.players[seat].goods == {"gold": 0, "wood": 0, "stone": 0}
    assert s.castles[home].spaces == {"1-1": "library"}
    assert (s.discards["1"], s.discards["2"], s.players[seat].buried) == (
        ["haggler"],
        ["lumberer"],
        ["speed", "speed"],
    )


@pytest.mark.parametrize(
    ("source", "boost", "n"),
    [
        ("card", {}, 1),
        ("card", {"shield": 1}, 2),
        ("lasting", {}, 1),
        ("lasting", {"shield": 2}, 3),
    ],
)
def test_vision(source: str, boost: dict[str, int], n: int) -> None:
    pos, seat = field()
    face_down(pos, "c5", "d4", "e4", "f5")
    before = pos.state.players[seat].tiles
    give(pos, seat, "shield", "shield")
    lasting(pos, seat, "vision") if source == "lasting" else give(pos, seat, "vision")
    cells = ("f5", "c5", "e4")[:n]
    run(pos, seat, ("tech", "vision", source, boost, *cells))
    assert {cell for cell in ("c5", "d4", "e4", "f5") if pos.state.open(cell)} == set(cells)
    assert pos.state.players[seat].tiles - before == n
    assert "vision" not in keys(pos, seat, "tech"), "once in a turn"


def chest(pos: Any, seat: int, *steps: Any) -> int:
    """Open a treasure with gold at d4 with these answers; return the bonus to the die."""
    pos.state.chests["d4"] = 1
    pos.stack.append(Opening(seat, "d4", what="gold"))
    settle(pos)
    for path in steps:
        run(pos, seat, path)
    events = walk.submit(pos, seat, ("open",)).events if top(pos) == "luck" else []
    return next(int(one.public.luck) for one in events if isinstance(one.public, Treasure))


def test_luck() -> None:
    for held, for_good, steps, more in (
        (("luck",), False, [("luck", "card", {})], 1),
        (("luck", "luck"), False, [("luck", "card", {}), ("luck", "card", {})], 2),
        (("luck", "shield", "shield"), False, [("luck", "card", {"shield": 2})], 3),
        (("luck",), True, [], 1),
        (("luck",), True, [("luck", "card", {})], 2),
        (("shield",), True, [("luck", "lasting", {"shield": 1})], 2),
        (("luck", "shield"), True, [("luck", "lasting", {"shield": 1}), ("luck", "card", {})], 3),
        (("luck",), False, [], 0),
    ):
        pos, seat = field()
        give(pos, seat, *held, "vision")
        if for_good:
            lasting(pos, seat, "luck")
        assert chest(pos, seat, *steps) == more, (held, for_good, steps)


def test_a_lasting_copy_of_luck_counts_in_every_treasure() -> None:
    pos, seat = field()
    lasting(pos, seat, "luck")
    pos.state.chests["d4"] = 2
    start = door(pos, "d4")
    pos.state.players[seat].stacks = {start: {"levy": 1}}
    told = run(pos, seat, ("move", start, {"levy": 1}, "d4"))
    assert [one.luck for one in told if isinstance(one, Treasure)] == [1, 1]


@pytest.mark.parametrize(("boost", "n"), [({}, 1), ({"shield": 1, "speed": 1}, 2)])
def test_production_brings_more_of_every_kind_of_this_rounds_upkeep(
    boost: dict[str, int], n: int
) -> None:
    pos, seat = field()
    give(pos, seat, "production", "shield", "speed")
    pos.state.players[seat].produced = ["gold", "stone", "cards1", "cards3"]
    run(pos, seat, ("produce", "card", boost))
    player = pos.state.players[seat]
    assert player.goods == {"gold": n, "wood": 0, "stone": n}
    levels = [TECHS[card].level for card in player.hand]
    assert (levels.count(1), levels.count(2), levels.count(3)) == (
        n + (not boost),
        0,
        n + (not boost),
    )


def test_production_needs_something_that_was_produced() -> None:
    pos, seat = field()
    give(pos, seat, "production")
    pos.state.players[seat].produced = []
    assert "produce" not in keys(pos, seat)
    assert shut(pos, seat)["produce"] == "map.why.produced_nothing"


def test_lasting_production_works_in_every_upkeep_by_itself() -> None:
    pos, seat = field()
    face_down(pos, "d4")
    lasting(pos, seat, "production")
    pos.state.owners = {pos.state.homes[at]: at for at in (0, 1)}
    castle(pos, seat, "library")
    for one in (seat, 1 - seat):
        run(pos, one, ("end",))
    assert pos.state.players[seat].goods == {"gold": 2, "wood": 0, "stone": 0}
    assert len(hand(pos, seat)) == 2
    assert "produce" not in keys(pos, pos.state.turn.seat)


def test_6_6_a_lasting_production_is_boosted_once_a_round_at_any_decision() -> None:
    """Rules 6.6: at each use. Its own 1 came with the upkeep; each 4 points bring one more of everything."""
    pos, seat = field()
    lasting(pos, seat, "production")
    player = pos.state.players[seat]
    player.produced = ["wood", "stone"]
    give(pos, seat, "speed", "haggler")
    assert shut(pos, seat)["produce"] == "map.why.boost_short", "two points are too few"
    give(pos, seat, "shield", "teleport")
    assert keys(pos, seat, "produce") == ["lasting"]
    assert refused(pos, seat, "produce", "lasting", {"shield": 1})
    run(pos, seat, ("produce", "lasting", {"shield": 1, "speed": 1}))
    assert (player.goods["wood"], player.goods["stone"]) == (1, 1)
    give(pos, seat, "quarryman", "production")
    assert keys(pos, seat, "produce") == ["card"], (
        "boosted already; a loose copy is played beside it"
    )
    run(pos, seat, ("produce", "card", {"quarryman": 1, "haggler": 1}))
    assert (player.goods["wood"], player.goods["stone"]) == (3, 3)
    assert shut(pos, seat)["produce"] == "map.why.boosted_already"
    again = lasting(field()[0], seat, "production")
    again.state.players[seat].boosted = True
    run(face_down(again, "d4"), seat, ("end",))
    run(again, 1 - seat, ("end",))
    assert not again.state.players[seat].boosted, "the next upkeep is the next use"


@pytest.mark.parametrize(
    ("card", "what", "house", "step"),
    [
        ("haggler", "gold", "theatre", 2),
        ("lumberer", "wood", "hanging_gardens", 3),
        ("quarryman", "stone", "pyramid", 4),
    ],
)
def test_6_6_a_lasting_discount_is_boosted_beside_a_loose_copy(
    card: str, what: str, house: str, step: int
) -> None:
    pos, seat = field()
    home = pos.state.homes[seat]
    castle(pos, seat, *ORDER[:9])
    if house == "theatre":
        castle(pos, seat, *ORDER[:5])
    lasting(pos, seat, card)
    give(pos, seat, card, "shield", "shield", "shield")
    space = keys(pos_rich(pos, seat), seat, "build", home, house)[0]
    where = ("build", home, house, space)
    boost = {"shield": -(-step // 3)}
    assert {card, f"{card}-lasting"} <= set(keys(pos, seat, *where)), (
        "with all paid either may help"
    )
    assert refused(pos, seat, *where, f"{card}-lasting", {}), (
        "for good it counts already: it is named to be boosted"
    )
    cost = BUILDINGS[house].cost
    spend(pos, seat, **{good: n - (2 if good == what else 0) for good, n in cost.items()})
    assert {card, f"{card}-lasting"} <= set(keys(pos, seat, *where)), (
        "one less by itself, and one short: either mends it"
    )
    assert legal(pos, seat, *where, f"{card}-lasting", boost, "pay")
    spend(pos, seat, **{good: n - (3 if good == what else 0) for good, n in cost.items()})
    run(pos, seat, (*where, f"{card}-lasting", boost, card, {}))
    assert pos.state.players[seat].goods == {"gold": 0, "wood": 0, "stone": 0}, (
        "for good 1, its boost 1, the loose copy 1"
    )


def pos_rich(pos: Any, seat: int) -> Any:
    """Give enough goods for anything."""
    return spend(pos, seat, gold=20, wood=20, stone=20)


def test_5_2_an_empty_deck_is_made_of_all_that_was_spent_of_its_level_open_or_face_down() -> None:
    pos, seat = field()
    s, other = pos.state, 1 - seat
    give(pos, seat, "speed", "luck")
    give(pos, other, "haggler", "shield")
    for player in s.players:
        player.buried, player.hand = player.hand, []
    s.decks["1"], s.discards["1"] = [], ["marksmanship"]
    assert draw(StepContext(GAME, pos), seat, {"1": 4}) == {"1": 3}, (
        "no card comes when there is none left"
    )
    assert sorted(hand(pos, seat)) == ["haggler", "marksmanship", "speed"]
    assert [player.buried for player in (s.players[seat], s.players[other])] == [
        ["luck"],
        ["shield"],
    ]
    assert (s.decks["1"], s.discards["1"]) == ([], [])


def test_two_copies_of_production_work_both() -> None:
    pos, seat = field()
    give(pos, seat, "production", "production")
    pos.state.players[seat].produced = ["wood"]
    run(pos, seat, ("produce", "card", {}), ("produce", "card", {}))
    assert pos.state.players[seat].goods["wood"] == 2
