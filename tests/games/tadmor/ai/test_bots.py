"""The bot: plans, trades, buys and sends.

It beats random players without hidden information.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.core.engine import walk
from games.core.engine.bots import Kind, decide
from games.core.prompts.prompt import MoveReady
from games.core.state.rng import Rng
from games.core.text.messages import Path
from games.tadmor import GAME
from games.tadmor.ai.decide import choose
from games.tadmor.ai.evaluate import Valuation, estimate
from games.tadmor.ai.plan import Plans, Site
from games.tadmor.ai.spaces import PlacementValues, raid_harm
from games.tadmor.ai.upgrades import tile_worth
from games.tadmor.model.catalog import RULES, SPACES
from games.tadmor.model.effects import UPGRADES
from games.tadmor.model.events import Raided, Removed, TookRare, TurnBegan
from games.tadmor.model.state import PlacedPiece
from games.tadmor.rules.goods.purse import Purse, needed_trades
from games.tadmor.rules.turn.placing import Placement, PlacePiece
from games.tadmor.views.statistics import stats
from tests.games.tadmor.positions import Pos, begin, put, stage, towers


def begun(n: int, seed: int = 7) -> Pos:
    """Return a game at its first placement."""
    pos, rng = walk.start(GAME, {}, n, seed), Rng.of(seed)
    while pos.state.turn == 0:
        seat = walk.actors(pos)[0]
        walk.apply(pos, seat, decide(pos, seat, "game", rng))
    return pos


def played(n: int, kinds: Sequence[Kind], seed: int) -> Pos:
    pos, rng = walk.start(GAME, {}, n, seed), Rng.of(seed)
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        path = decide(pos, seat, kinds[seat], rng)
        assert isinstance(walk.ask(pos, seat, path), MoveReady)
        walk.apply(pos, seat, path)
    return pos


def test_trades_fill_what_a_price_lacks_from_the_warehouse_only() -> None:
    wood_to_gold = ((0, (3,), 1),)
    assert needed_trades(Purse((2, 0, 0, 0), (0, 0, 0, 0), wood_to_gold), (0, 0, 0, 2)) == (
        (0, (3,)),
        (0, (3,)),
    )
    assert needed_trades(Purse((2, 0, 0, 0), (0, 0, 0, 0), wood_to_gold), (1, 0, 0, 2)) is None
    assert needed_trades(Purse((0, 0, 0, 0), (2, 0, 0, 0), wood_to_gold), (0, 0, 0, 1)) is None
    assert needed_trades(Purse((1, 0, 0, 0), (1, 0, 0, 0), wood_to_gold), (1, 0, 0, 1)) == (
        (0, (3,)),
    )
    assert needed_trades(Purse((0, 0, 0, 1), (0, 0, 0, 0), ((3, (0, 1), 2),)), (1, 1, 0, 0)) == (
        (3, (0, 1)),
    )
    assert needed_trades(Purse((0, 0, 0, 0), (0, 0, 0, 0), (), 2), (1, 1, 0, 0)) == ()


def test_a_plan_spends_no_more_than_there_is_and_prefers_the_dearer_mission() -> None:
    pos = begun(2)
    me = pos.state.players[0]
    me.store, me.hand = {"wood": 3, "stone": 1, "marble": 0, "gold": 2}, ["k9", "k11"]
    out = Valuation(pos.state, 0)
    _, plan = Plans(out).best(out.purse([]), [Site("missions_ebla", ("mission",))])
    assert plan.cards == ("k11",)
    _, plan = Plans(out).best(out.purse([]), [Site("missions_ebla", ("mission",))] * 2)
    assert sorted(plan.cards) in (["k11"], ["k9"])


def test_it_trades_before_it_builds() -> None:
    pos = begun(2)
    me = pos.state.players[0]
    me.tiles, me.hand = ["i2"], ["k9"]
    me.store = {"wood": 4, "stone": 0, "marble": 0, "gold": 0}
    while walk.actors(pos) and pos.stack[-1].__class__.__name__ == "PlacePiece":
        seat = walk.actors(pos)[0]
        path: Path = walk.default_path(pos, seat)
        if seat == 0 and not pos.state.board["missions_ebla"]:
            path = ("place", "camel", "missions_ebla")
        if len(path) > 2 and seat == 1 and path[2] == "missions_ebla":
            path = ("place", "camel", "marauders")
        walk.apply(pos, seat, path)
    told = []
    while pos.state.turn == 1:
        seat = walk.actors(pos)[0]
        path = choose(GAME.view(pos, seat), pos, seat)
        if seat == 0:
            told.append(path[0])
        walk.apply(pos, seat, path)
    assert "k9" in me.face_up or "k9" in pos.state.players[0].face_up
    assert told.index("trade") < told.index("mission")


def test_nobody_sends_marauders_against_himself() -> None:
    pos = begun(3)
    s = pos.state
    s.board["north_wood_boat_1"].append(PlacedPiece(0, "boat"))
    s.board["tower_single"].append(PlacedPiece(1, "camel"))
    assert raid_harm(s, 0, "ebla") > 0 > raid_harm(s, 0, "north_sea")


def test_its_own_marauders_region_is_shunned() -> None:
    pos = begun(3)
    s = pos.state
    s.turn = 2
    free = {post.at: post.value for post in PlacementValues(s, 0).place_values("boat")}
    s.players[0].chosen = "euphrates"
    shunned = {post.at: post.value for post in PlacementValues(s, 0).place_values("boat")}
    assert shunned["rare_red"] <= 0 < free["rare_red"]
    assert shunned["rare_grey"] == free["rare_grey"]


@pytest.mark.parametrize("tile", sorted(UPGRADES))
def test_every_tile_is_worth_something_with_turns_left(tile: str) -> None:
    s = begun(4).state
    s.turn = 7  # in Era I there is no tax to be exempt from
    assert tile_worth(s, 0, tile, 6) > 0
    assert tile_worth(s, 0, tile, 6) >= tile_worth(s, 0, tile, 1)


def test_worth_grows_with_towers_goods_and_pieces() -> None:
    pos = begun(2)
    before = estimate(pos, 0)
    me = pos.state.players[0]
    me.tower += 1
    tower = estimate(pos, 0)
    me.own["camel"] += 1
    camel = estimate(pos, 0)
    me.store["gold"] += 1
    assert before < tower < camel < estimate(pos, 0)
    pos.state.turn = RULES.turns
    last = estimate(pos, 0)
    me.store["gold"] += 1
    assert estimate(pos, 0) == last


@pytest.mark.parametrize("n", [2, 3, 4])
def test_whole_games_are_legal_and_good(n: int) -> None:
    pos = played(n, ["game"] * n, n)
    assert GAME.audit(pos) == []
    assert min(GAME.score(pos).total) > 60


def test_it_beats_players_by_lot() -> None:
    won = 0
    for seed in range(20):
        kinds: tuple[Kind, ...] = ("game", "random") if seed % 2 else ("random", "game")
        outcome = played(2, kinds, seed).outcome
        assert outcome is not None
        won += kinds[outcome.winners[0]] == "game"
    assert won >= 19


@pytest.mark.parametrize(
    "options", [{"expert_start": True}, {"double_pairs": "one"}, {"attacked_card_stays": False}]
)
def test_options_are_understood(options: dict[str, Any]) -> None:
    pos, rng = walk.start(GAME, options, 3, "options"), Rng.of(5)
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        walk.apply(pos, seat, decide(pos, seat, "game", rng))
    assert min(GAME.score(pos).total) > 60


def test_what_others_hide_changes_nothing() -> None:
    pos = begun(2)
    seat = walk.actors(pos)[0]
    first = choose(GAME.view(pos, seat), pos, seat)
    other = pos.state.players[1 - seat]
    pos.state.deck, other.hand = sorted([*pos.state.deck[2:], *other.hand]), pos.state.deck[:2]
    assert choose(GAME.view(pos, seat), pos, seat) == first


def test_statistics_count_what_the_events_say() -> None:
    assert [one.first for one in stats(TurnBegan(1, [2, 0, 1]))] == [2]
    assert stats(TurnBegan(2, [2, 0, 1])) == []
    assert [one.name for one in stats(TookRare(0, "silk", {}, 0, 0, ""))] == ["red"]
    raid = stats(
        Raided(
            "ebla", [Removed(0, "camel", "tower_single"), Removed(1, "camel", "missions_ebla")], []
        )
    )
    assert [(one.group, one.name) for one in raid] == [
        ("raid", "ebla"),
        ("driven away", "ebla"),
        ("driven away", "ebla"),
    ]


def test_who_has_placed_everything_and_may_fetch_a_piece_is_no_riddle() -> None:
    """A seat without pieces may return a mission while another places (ruling R37)."""
    pos = begin(2, turn=4)
    pos.state.players[1].face_up = ["k11"]
    pos.state.players[1].own = {"camel": 0, "boat": 0}
    stage(pos, PlacePiece(0), Placement(at=1), resolving=False)
    assert walk.optional_actors(pos) == (1,)
    assert decide(pos, 1, "game", Rng.of(1)) == ("return", "k11")


def test_a_second_camel_does_not_follow_the_first_to_a_caravan_that_gives_none() -> None:
    """With tower 6 one caravan gives the fourth camel; the fifth asks for more."""
    pos = towers(begin(3, turn=2), 6)
    stage(pos, PlacePiece(0), Placement(at=1), resolving=False)

    def value(at: str) -> float:
        return next(
            post.value
            for post in PlacementValues(pos.state, 0).place_values("camel")
            if post.at == at
        )

    first = value("caravan_2")
    put(pos, 0, "caravan_1")
    assert value("caravan_2") < first / 2
    towers(pos, 10)
    assert value("caravan_2") > first / 2, "with tower 10 it gives the fifth"


def test_who_sent_marauders_to_a_region_thinks_less_of_pieces_placed_there() -> None:
    """Easygoing ones choose by what a position is worth: their own boat in the region that they emptied was a wasted one."""
    pos = begin(3, turn=2)
    pos.state.players[0].chosen = "south_sea"
    stage(pos, PlacePiece(0), Placement(at=1), resolving=False)
    south, north = (
        next(one.id for one in SPACES.values() if one.region == region and one.piece == "boat")
        for region in ("south_sea", "north_sea")
    )
    before = estimate(pos, 0)
    assert estimate(put(GAME.codec.clone(pos), 0, north), 0) == before
    assert estimate(put(GAME.codec.clone(pos), 0, south), 0) < before - 3
    assert estimate(put(GAME.codec.clone(pos), 1, south), 0) == before, (
        "a rival's boat there is no loss"
    )
