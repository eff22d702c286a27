"""The harder player: legal, repeatable, without hidden information.

How it differs from the usual one.
"""

from __future__ import annotations

from msgspec.structs import replace

from ai import determinization, think
from games.core.engine import bots, walk
from games.core.prompts.prompt import MoveReady
from games.core.state.rng import Rng
from games.tadmor import GAME
from games.tadmor.ai.decide import decide
from games.tadmor.ai.evaluate import Valuation
from games.tadmor.ai.spaces import PlacementValues
from games.tadmor.ai.upgrades import tile_worth
from games.tadmor.ai.weights import FIERCE, WEIGHTS, Weights
from games.tadmor.rules.goods.purse import Purse, lacking, remainder
from games.tadmor.rules.turn.kingdom import Kingdom, KingdomEnd, Tax
from tests.games.tadmor.positions import (
    begin,
    build,
    cards,
    points,
    put,
    stage,
    stock,
    tiles,
    towers,
)

WOOD_TO_GOLD = ((0, (3,), 1),)


def test_its_decisions_are_legal_repeatable_and_the_same_in_worlds_that_it_cannot_tell_apart() -> (
    None
):
    assert "fierce" in think.offered_strengths("tadmor")
    for n in (2, 3, 4):
        pos, rng = walk.start(GAME, {}, n, f"harder-{n}"), Rng.of(n)
        step = 0
        while pos.outcome is None:
            seat, step = walk.actors(pos)[0], step + 1
            path = think.decide(pos, seat, "fierce", Rng.of(step))
            if step % 25 == 0:
                before = GAME.codec.encode(pos)
                for world in (
                    pos,
                    determinization.determinize(pos, GAME, seat, rng),
                    determinization.determinize(pos, GAME, seat, rng),
                ):
                    assert think.decide(world, seat, "fierce", Rng.of(step)) == path
                assert GAME.codec.encode(pos) == before
            assert isinstance(walk.ask(pos, seat, path), MoveReady)
            walk.apply(pos, seat, path)
        assert GAME.audit(pos) == []


def test_it_beats_the_usual_player() -> None:
    won = 0
    for seed in range(6):
        pos, rng = walk.start(GAME, {}, 2, seed), Rng.of(seed)
        while pos.outcome is None:
            seat = walk.actors(pos)[0]
            walk.apply(
                pos, seat, bots.decide(pos, seat, "fierce" if seat == seed % 2 else "game", rng)
            )
        won += pos.outcome.winners == [seed % 2]
    assert won >= 5


def test_what_a_purse_lacks_and_what_it_leaves() -> None:
    purse = Purse((2, 0, 0, 1), (0, 1, 0, 0), WOOD_TO_GOLD, 1)
    assert lacking(purse, (0, 0, 0, 2)) == (0, 0, 0, 0)
    assert lacking(purse, (0, 2, 0, 3)) == (0, 1, 0, 0)
    assert remainder(purse, (0, 0, 0, 2)) == (1, 1, 0, 0, 1)
    assert remainder(purse, (0, 2, 0, 3)) == (0, 0, 0, 0, 0)


def test_goods_that_an_own_exchange_doubles_are_worth_more_when_they_are_kept() -> None:
    pos = tiles(begin(2, turn=4), 0, "i1", "i24")
    out = Valuation(pos.state, 0, replace(WEIGHTS, doubled_good_bonus=0.5))
    marble, stone = Purse((0, 0, 2, 0), (0,) * 4, ()), Purse((0, 2, 0, 0), (0,) * 4, ())
    assert out.remaining_value(marble, (0,) * 4) == out.remaining_value(stone, (0,) * 4) + 2 * 0.5
    pos.state.turn = 9
    assert Valuation(pos.state, 0, FIERCE).kind_bonuses == ()


def test_a_mission_is_given_back_for_the_goods_that_a_better_plan_needs() -> None:
    pos = towers(cards(put(begin(2, turn=9), 0, "tower_double"), 0, "k16"), 4, 0)
    build(stock(pos, wood=1))
    path = decide(pos, 0, FIERCE)
    assert path[:2] == ("return", "k16")
    assert isinstance(walk.ask(pos, 0, path), MoveReady)
    assert decide(pos, 0, WEIGHTS)[0] == "done"


def test_a_card_in_hand_of_no_use_pays_what_a_plan_lacks() -> None:
    pos = put(cards(begin(2, turn=9), 0, "k3", to="hand"), 0, "tower_single")
    build(stock(towers(pos, 4, 0), wood=1))
    assert decide(pos, 0, FIERCE) == ("discard", "k3", "stone")
    assert decide(pos, 0, WEIGHTS) == ("done",)


def test_a_card_in_hand_pays_the_tax() -> None:
    pos = stock(cards(begin(2, turn=9), 0, "k3", to="hand"), gold=1)
    stage(points(pos, 0, 20), Kingdom())
    pos.lanes[0] = [Tax(0)]
    assert decide(pos, 0, FIERCE) == ("discard", "k3", "gold")
    assert decide(pos, 0, WEIGHTS) == ("tax", "lose")


def test_what_is_left_becomes_what_an_exchange_doubles_next_turn() -> None:
    pos = stock(tiles(begin(2, turn=4), 0, "i1", "i24"), wood=3)
    stage(pos, Kingdom())
    pos.lanes[0] = [KingdomEnd(0)]
    assert decide(pos, 0, FIERCE)[0] == "trade"
    assert decide(pos, 0, WEIGHTS) == ("done",)


def test_where_who_sent_the_marauders_stands_they_are_not_expected() -> None:
    pos, at = put(begin(3, turn=4), 1, "tower_double"), "damascus_stone_camel"

    def value(w: Weights) -> float:
        return next(
            post.value
            for post in PlacementValues(pos.state, 0, w).place_values("camel")
            if post.at == at
        )

    safe, usual = value(FIERCE), value(WEIGHTS)
    pos.state.players[1].chosen = "ebla"
    assert value(FIERCE) > 0.98 * safe > 0
    assert value(WEIGHTS) < 0.9 * usual


def test_tiles_are_worth_more_to_whom_they_fit() -> None:
    w = replace(WEIGHTS, builder=(1.0, 1.0), begun_temple_bonus=0.5)
    s = tiles(begin(2, turn=4), 0, "i1").state
    for tile in ("i14", "i18"):
        assert tile_worth(s, 0, tile, 5, w) == 2 * tile_worth(s, 1, tile, 5, w) > 0
    s.players[0].temples = [2]
    assert tile_worth(s, 0, "i34", 5, w) == 2 * tile_worth(s, 1, "i34", 5, w) > 0
    assert (
        tile_worth(s, 0, "i24", 5, replace(w, reverse_exchange_bonus=2.0))
        == tile_worth(s, 0, "i24", 5, w) + 2.0 * 5
    )
