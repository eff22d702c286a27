"""The bot: trade, attack and defense; it always ends its turn."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.el_mapa import GAME
from games.el_mapa.ai import campaigns, defence, evaluate, trade
from games.el_mapa.ai.candidates import candidates
from games.el_mapa.ai.evaluate import Valuation
from games.el_mapa.ai.ground import Ground
from games.el_mapa.ai.odds import outcome
from games.el_mapa.model.catalog import TILES
from games.el_mapa.model.state import StandingOffer, troop_count
from games.el_mapa.model.terrain import reading
from games.el_mapa.rules.trade.offers import Offer
from tests.games.el_mapa.positions import Pos, castle, face, run, spend
from tests.games.el_mapa.staging import ORDER, field

FAR = 3  # steps from the army to the village that it wants


def chosen(pos: Pos, seat: Seat, kind: Literal["game", "fierce"] = "game") -> Path:
    """Return the bot's move."""
    return decide(pos, seat, kind, Rng.of(3))


def turn(pos: Pos, seat: Seat, kind: Literal["game", "fierce"] = "game") -> list[Path]:
    """Play the bot's whole turn; no position occurs twice."""
    done: list[Path] = []
    seen = set()
    while not done or done[-1] != ("end",):
        here = GAME.codec.encode(pos)
        assert here not in seen, done
        seen.add(here)
        done.append(chosen(pos, seat, kind))
        run(pos, seat, done[-1])
        if pos.outcome is None and isinstance(pos.stack[-1], Offer):
            run(pos, pos.stack[-1].to, chosen(pos, pos.stack[-1].to))
    return done


def market(n: int = 3) -> tuple[Pos, Seat, Seat]:
    """Return two players with markets and goods, close in points."""
    pos, seat = field(n)
    other = (seat + 1) % n
    for one in range(n):
        pos.state.players[one].tiles = 30
        castle(pos, one, "market")
        spend(pos, one, gold=3, wood=3, stone=3)
    return pos, seat, other


@pytest.mark.parametrize(
    ("give", "get", "answer"),
    [
        ({"stone": 1}, {"wood": 1}, "accept"),
        ({"wood": 1}, {"stone": 1}, "refuse"),
        ({"gold": 1}, {"stone": 1}, "refuse"),
        ({"gold": 3}, {"wood": 1}, "accept"),
        ({"gold": 1, "wood": 1}, {"stone": 2}, "refuse"),
    ],
)
def test_a_direct_offer_is_accepted_when_it_is_clearly_good(
    give: Any, get: Any, answer: str
) -> None:
    pos, seat, other = market()
    run(pos, seat, ("trade", "offer", f"p{other}", give, get))
    assert chosen(pos, other) == (answer,)


def test_no_deal_hands_somebody_a_wonder() -> None:
    pos, seat, other = market()
    home = castle(pos, seat, *ORDER)
    assert len(home.spaces) == evaluate.SPACES_BELOW
    pos.state.players[other].tiles = 60  # who asks does not lead
    spend(pos, seat, gold=12, wood=2, stone=0)
    assert trade.gain(pos, other, seat, {"stone": 1}, {"gold": 5}) > 0
    assert trade.gain(pos, other, seat, {"stone": 1}, {"gold": 4}) == 0, (
        "a stone and eight gold are the Temple of Midas"
    )


def test_who_leads_gets_less_out_of_it() -> None:
    pos, seat, other = market()
    spend(pos, seat, gold=3, wood=4, stone=8)
    spend(pos, other, gold=12, wood=4)
    deal = ({"stone": 4}, {"gold": 9})
    before = trade.gain(pos, seat, other, *deal)
    assert before > 0
    pos.state.players[other].tiles = 60
    assert trade.gain(pos, seat, other, *deal) < before


def test_a_good_standing_offer_is_taken_and_the_turn_ends() -> None:
    pos, seat, other = market()
    pos.state.players[other].posts = [
        StandingOffer("o1", {"stone": 1}, {"gold": 1}, 3),
        StandingOffer("o2", {"wood": 1}, {"gold": 3}, 3),
    ]
    done = turn(pos, seat)
    assert ("trade", "take", f"p{other}-o1") in done
    assert not any(path[:2] in (("trade", "post"), ("trade", "unpost")) for path in done)
    assert ("trade", "take", f"p{other}-o2") not in done


def test_a_caretaker_makes_no_deal_for_who_is_away() -> None:
    pos, seat, other = market()
    pos.state.players[other].posts = [StandingOffer("o1", {"stone": 1}, {"gold": 1}, 3)]
    assert chosen(pos, seat) == ("trade", "take", f"p{other}-o1")
    assert decide(pos, seat, "caretaker", Rng.of(3))[:2] != ("trade", "take")
    run(pos, seat, ("trade", "offer", f"p{other}", {"stone": 1}, {"wood": 1}))
    assert chosen(pos, other) == ("accept",)
    assert decide(pos, other, "caretaker", Rng.of(3)) == ("refuse",)


def wanting() -> tuple[Pos, Seat, Seat]:
    """Return two players who build the same next: one has spare wood, the other needs it and has gold."""
    pos, seat, other = market()
    for one in range(pos.n):
        castle(pos, one, *ORDER[:5])
        spend(pos, one)
    spend(pos, seat, gold=1, wood=8, stone=1)
    spend(pos, other, gold=9, wood=0, stone=1)
    return pos, seat, other


def test_an_offer_is_made_that_both_gain_by_and_it_is_accepted() -> None:
    pos, seat, other = wanting()
    path = trade.offer(Valuation(pos, seat))
    assert path is not None
    verb, kind, who, give, get = path
    assert (verb, kind, who) == ("trade", "offer", f"p{other}")
    assert isinstance(give, dict)
    assert isinstance(get, dict)
    assert (set(give), set(get)) == ({"wood"}, {"gold"})
    assert min(trade.gain(pos, seat, other, give, get), trade.gain(pos, other, seat, get, give)) > 0
    before = dict(pos.state.players[other].goods)
    assert path in turn(pos, seat)
    assert pos.state.players[other].goods["wood"] > before["wood"]


def test_the_harder_player_makes_the_same_deals_without_a_look_ahead() -> None:
    pos, seat, other = wanting()
    path = trade.offer(Valuation(pos, seat))
    assert path is not None
    assert candidates(pos, seat) == [path]
    run(pos, seat, path)
    assert candidates(pos, other) == [("accept",)]
    pos, seat, other = market()
    pos.state.players[other].posts = [StandingOffer("o1", {"stone": 1}, {"gold": 1}, 3)]
    assert decide(pos, seat, "fierce", Rng.of(3)) == ("trade", "take", f"p{other}-o1")


def test_one_offer_in_a_turn_and_none_between_two() -> None:
    pos, seat, _ = wanting()
    pos.state.turn.offers = 1
    assert all(path[:2] != ("trade", "offer") for path in turn(pos, seat))
    pos, seat, _ = market(2)
    assert trade.offer(Valuation(pos, seat)) is None


def test_stone_is_sold_rather_than_wood_and_for_the_better_building() -> None:
    pos, seat = field()
    castle(pos, seat, "market", "warehouse", "town_hall", "statue")
    pos.state.chests = {}
    spend(pos, seat, gold=1, wood=3, stone=6)
    done = turn(pos, seat)
    assert done[0][:2] == ("trade", "sell_stone")
    assert any(path[0] == "build" for path in done)
    assert not any(path[:2] == ("trade", "sell_wood") for path in done)


def invaded(
    mine: dict[str, int], theirs: dict[str, int], reserve: int = 0
) -> tuple[Pos, Seat, str]:
    """Return an army some steps from a rival's guarded home: position, seat to move, village."""
    pos, seat = field()
    s = pos.state
    s.ending = ""
    s.up = "0" + s.up[1:] if s.board.cells[0] not in s.homes else s.up[:-1] + "0"
    s.round = 5
    home = s.homes[1 - seat]
    castle(pos, 1 - seat, *ORDER[:5]).reserve = {"levy": reserve} if reserve else {}
    steps = Ground(s).distances_to(home)
    camp = min((cell for cell, n in steps.items() if n == FAR), key=s.board.at.__getitem__)
    s.players[seat].stacks = {camp: mine}
    s.players[1 - seat].stacks = {home: theirs} if theirs else {}
    return pos, seat, home


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [({"levy": 1}, {}), ({"levy": 4}, {"levy": 2}), ({"soldier": 3}, {"levy": 3})],
)
def test_an_army_marches_on_a_village_that_it_would_win_and_takes_it(
    mine: Any, theirs: Any
) -> None:
    pos, seat, home = invaded(mine, theirs)
    before = Ground(pos.state).distances_to(home)[next(iter(pos.state.players[seat].stacks))]
    turn(pos, seat)
    assert (
        min(Ground(pos.state).distances_to(home)[at] for at in pos.state.players[seat].stacks)
        < before
    )
    while pos.state.turn.seat != seat:
        who = walk.actors(pos)[0]
        run(pos, who, walk.default_path(pos, who))
    turn(pos, seat)
    while pos.state.battle is not None:
        who = walk.actors(pos)[0]
        run(pos, who, chosen(pos, who))
    assert pos.state.owners[home] == seat


@pytest.mark.parametrize(
    ("mine", "theirs", "reserve"),
    [
        ({"levy": 2}, {"levy": 2}, 0),
        ({"levy": 1}, {}, 3),
        ({"levy": 3}, {"soldier": 3}, 0),
    ],
)
def test_no_army_marches_on_a_village_that_holds(mine: Any, theirs: Any, reserve: int) -> None:
    pos, seat, home = invaded(mine, theirs, reserve)
    spend(pos, 1 - seat, gold=6)
    assert home not in pos.state.turn.entries
    v = Valuation(pos, seat)
    worth = campaigns.prizes(v, {})[home]
    assert outcome(v, home, mine, worth, later=True) < 0
    turn(pos, seat)
    assert home not in pos.state.turn.entries


def test_a_village_in_danger_is_manned_as_strongly_as_it_needs() -> None:
    pos, seat, _ = invaded({"levy": 1}, {"levy": 1})
    s = pos.state
    home = s.homes[seat]
    castle(pos, seat, *ORDER[:6]).reserve = {"levy": 3}
    spend(pos, seat, gold=3)
    steps = Ground(s).distances_to(home)
    near = next(cell for cell, n in steps.items() if n == 2)
    s.players[1 - seat].stacks = {near: {"levy": 3}}
    s.players[seat].stacks = {}
    v = Valuation(pos, seat)
    assert defence.risk(v, home, {}) > defence.risk(v, home, {"levy": 3}) == 0
    assert defence.defend(v) == ("hire", home, {"levy": 3})
    turn(pos, seat)
    assert troop_count(s.players[seat].stacks.get(home, {})) >= 3, "and they stay"


@pytest.mark.parametrize(
    ("mine", "theirs", "attacks"),
    [
        ({"levy": 4}, {"levy": 2}, True),
        ({"levy": 1}, {}, True),
        ({"levy": 2}, {"levy": 2}, False),
        ({"levy": 2}, {"soldier": 3}, False),
    ],
)
def test_a_neighbours_village_is_attacked_when_the_odds_are_good(
    mine: Any, theirs: Any, attacks: bool
) -> None:
    pos, seat, home = invaded(mine, theirs)
    s = pos.state
    s.players[seat].stacks = {
        next(cell for cell, n in Ground(s).distances_to(home).items() if n == 2): mine
    }
    turn(pos, seat)
    assert (home in s.turn.entries or s.owners[home] == seat) is attacks


def test_in_the_last_round_troops_have_nothing_left_to_wait_for() -> None:
    """Two against two: nobody is left, and two points more stand on nobody's sheet; three against two win a point."""
    pos, seat, home = invaded({"levy": 3}, {"levy": 2})
    prices = []
    for left in (9, 2, 1):
        v = Valuation(pos, seat)
        v.rounds_left = left
        prices.append(v.price({"levy": 3}))
    assert prices[0] > prices[1] > prices[2] == 0
    s = pos.state
    s.ending = "wonders"
    s.players[seat].stacks = {
        next(cell for cell, n in Ground(s).distances_to(home).items() if n == 2): {"levy": 3}
    }
    turn(pos, seat)
    assert home in s.turn.entries


@pytest.mark.parametrize(
    ("kind", "rivals", "stays"),
    [
        ("game", 0, False),
        ("game", 1, True),
        ("game", 4, True),
        ("fierce", 0, False),
        ("fierce", 1, True),
    ],
)
def test_a_guard_stays_at_home_while_a_rival_is_near(
    kind: Literal["game", "fierce"], rivals: int, stays: bool
) -> None:
    """There is a treasure two steps away, and rivals as near: without them it is fetched; a guard that would fall to them is
    better than an open door."""
    pos, seat, _ = invaded({"levy": 1}, {"levy": 1})
    s = pos.state
    home = s.homes[seat]
    castle(pos, seat, *ORDER[:6])
    spend(pos, seat)
    steps = Ground(s).distances_to(home)
    chest, camp = [cell for cell in reading(s.board, steps) if steps[cell] == 2][::6][:2]
    s.players[seat].stacks = {home: {"levy": 1}}
    s.players[1 - seat].stacks = (
        {camp: {"levy": rivals}} if rivals else {s.homes[1 - seat]: {"levy": 1}}
    )
    s.chests = {chest: 1}
    done = turn(pos, seat, kind)
    assert (home in s.players[seat].stacks) is stays, done


def test_troops_gather_for_a_village_that_one_alone_would_not_take() -> None:
    """Two levies guard it: what is hired waits for a third, and is not sent about one by one."""
    pos, seat, _ = invaded({"levy": 1}, {"levy": 3})
    s = pos.state
    home = s.homes[seat]
    castle(pos, seat, "town_hall").reserve = {"levy": 2}
    spend(pos, seat, gold=2)
    village = next(cell for cell, n in Ground(s).distances_to(home).items() if n == 3)
    s.players[seat].stacks = {}
    s.garrisons = {village: {"levy": 2}}
    s.kinds = "".join(
        TILES["village"].code if cell == village else code
        for cell, code in zip(s.board.cells, s.kinds, strict=True)
    )
    v = Valuation(pos, seat)
    target = campaigns.best_campaign(v, {village: 20.0})
    assert target is not None
    assert (target.base, target.troops, target.wait_rounds) == (home, {"levy": 3}, 1)
    assert (
        campaigns.campaign_loss(v, target, home, {"levy": 2})
        > campaigns.campaign_loss(v, target, home, {"levy": 1})
        > 0
    )
    assert campaigns.campaign_loss(v, target, village, {"levy": 2}) == 0


def test_who_wins_without_a_loss_keeps_the_cards() -> None:
    for mine, plays in (({"levy": 2}, True), ({"cavalry": 2}, False)):
        pos, attacker, _ = face(mine, {"levy": 1}, cards=(("speed",), ()))
        run(pos, attacker, ("end",))
        assert (chosen(pos, attacker)[0] == "card") is plays


def test_how_long_a_game_may_last() -> None:
    pos, _ = field()
    assert evaluate.rounds_left(pos) == 1, "the last round"
    pos = walk.start(GAME, {}, 2, "long")
    assert evaluate.rounds_left(pos) > 10
    pos = walk.start(GAME, {"round_limit": "8"}, 2, "long")
    assert evaluate.rounds_left(pos) == 8


@pytest.mark.parametrize("n", [2, 3])
def test_games_end_and_no_turn_goes_in_circles(n: int) -> None:
    pos, rng = walk.start(GAME, {}, n, f"circles-{n}"), Rng.of(n)
    seen: set[bytes] = set()
    last = (0, -1)
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        if (now := (pos.state.round, pos.state.turn.seat)) != last:
            last, seen = now, set()
        here = GAME.codec.encode(pos)
        assert here not in seen
        seen.add(here)
        walk.apply(pos, seat, decide(pos, seat, "game", rng))
        assert pos.state.round < 40
    assert GAME.audit(pos) == []


def test_it_beats_players_by_lot() -> None:
    for seed in range(6):
        pos, rng = walk.start(GAME, {}, 2, f"lot-{seed}"), Rng.of(seed)
        while pos.outcome is None:
            seat = walk.actors(pos)[0]
            walk.apply(pos, seat, decide(pos, seat, "game" if seat == seed % 2 else "random", rng))
        assert pos.outcome.winners == [seed % 2]


def test_other_weights_count_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pos, seat = field(2)
    home = pos.state.homes[seat]
    usual = Valuation(pos, seat).holding_worth(home)
    monkeypatch.setattr(GAME.weights, "village", GAME.weights.village + 50.0)
    assert Valuation(pos, seat).holding_worth(home) == pytest.approx(usual + 50.0)
