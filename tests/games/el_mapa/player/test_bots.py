"""The computer player: what it trades, when it attacks and defends; that it always comes to the end of its turn."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import walk
from games.core.bots import decide
from games.core.messages import Path, Seat
from games.core.rng import Rng
from games.el_mapa import GAME
from games.el_mapa.model.state import Post, head
from games.el_mapa.player import campaigns, evaluate, trade
from tests.games.el_mapa.staging import ORDER, field
from tests.games.el_mapa.worlds import Pos, castle, run, spend

FAR = 3                       # steps from the army to the village that it wants


def chosen(pos: Pos, seat: Seat) -> Path:
    """What the computer player does."""
    return decide(pos, seat, "game", Rng.of(3))


def turn(pos: Pos, seat: Seat) -> list[Path]:
    """All that it does in a turn; no position comes twice."""
    done: list[Path] = []
    seen = set()
    while not done or done[-1] != ("end",):
        here = GAME.codec.encode(pos)
        assert here not in seen, done
        seen.add(here)
        done.append(chosen(pos, seat))
        run(pos, seat, done[-1])
    return done


def market(n: int = 3) -> tuple[Pos, Seat, Seat]:
    """Two with markets and goods; nobody is much ahead."""
    pos, seat = field(n)
    other = (seat + 1) % n
    for one in range(n):
        pos.state.players[one].tiles = 30
        castle(pos, one, "market")
        spend(pos, one, gold=3, wood=3, stone=3)
    return pos, seat, other


@pytest.mark.parametrize(("give", "get", "answer"), [
    ({"stone": 1}, {"wood": 1}, "accept"), ({"wood": 1}, {"stone": 1}, "refuse"), ({"gold": 1}, {"stone": 1}, "refuse"),
    ({"gold": 3}, {"wood": 1}, "accept"), ({"gold": 1, "wood": 1}, {"stone": 2}, "refuse"),
])
def test_a_direct_offer_is_accepted_when_it_is_clearly_good(give: Any, get: Any, answer: str) -> None:
    pos, seat, other = market()
    run(pos, seat, ("trade", "offer", f"p{other}", give, get))
    assert chosen(pos, other) == (answer,)


def test_no_deal_hands_somebody_a_wonder() -> None:
    pos, seat, other = market()
    home = castle(pos, seat, *ORDER)
    assert len(home.spaces) == evaluate.SPACES_BELOW
    pos.state.players[other].tiles = 60          # who asks does not lead
    spend(pos, seat, gold=12, wood=2, stone=0)
    assert trade.gain(pos, other, seat, {"stone": 1}, {"gold": 5}) > 0
    assert trade.gain(pos, other, seat, {"stone": 1}, {"gold": 4}) == 0, "a stone and eight gold are the Temple of Midas"


def test_who_leads_gets_less_out_of_it() -> None:
    pos, seat, other = market()
    spend(pos, seat, gold=3, wood=4, stone=8)
    spend(pos, other, gold=12, wood=4)
    deal = ({"stone": 4}, {"gold": 9})
    assert trade.gain(pos, seat, other, *deal) > 0
    pos.state.players[other].tiles = 60
    assert trade.gain(pos, seat, other, *deal) == 0


def test_a_good_standing_offer_is_taken_and_the_turn_ends() -> None:
    pos, seat, other = market()
    pos.state.players[other].posts = [Post("o1", {"stone": 1}, {"gold": 1}, 3), Post("o2", {"wood": 1}, {"gold": 3}, 3)]
    done = turn(pos, seat)
    assert ("trade", "take", f"p{other}-o1") in done
    assert not any(path[:2] in (("trade", "post"), ("trade", "unpost"), ("trade", "offer")) for path in done)
    assert ("trade", "take", f"p{other}-o2") not in done


def test_a_caretaker_makes_no_deal_for_who_is_away() -> None:
    pos, seat, other = market()
    pos.state.players[other].posts = [Post("o1", {"stone": 1}, {"gold": 1}, 3)]
    assert chosen(pos, seat) == ("trade", "take", f"p{other}-o1")
    assert decide(pos, seat, "caretaker", Rng.of(3))[:2] != ("trade", "take")
    run(pos, seat, ("trade", "offer", f"p{other}", {"stone": 1}, {"wood": 1}))
    assert chosen(pos, other) == ("accept",)
    assert decide(pos, other, "caretaker", Rng.of(3)) == ("refuse",)


def test_stone_is_sold_rather_than_wood_and_for_the_better_building() -> None:
    pos, seat = field()
    castle(pos, seat, "market", "warehouse", "town_hall")
    spend(pos, seat, gold=2, wood=3, stone=6)
    done = turn(pos, seat)
    assert done[0][:2] == ("trade", "sell_stone")
    assert any(path[0] == "build" for path in done)
    assert not any(path[:2] == ("trade", "sell_wood") for path in done)


def invaded(mine: dict[str, int], theirs: dict[str, int], reserve: int = 0) -> tuple[Pos, Seat, str]:
    """An army some steps from a rival's home with a few buildings, which others guard; the seat to move, and the village."""
    pos, seat = field()
    s = pos.state
    s.ending = ""
    s.up = "0" + s.up[1:] if s.board.cells[0] not in s.homes else s.up[:-1] + "0"
    s.round = 5
    home = s.homes[1 - seat]
    castle(pos, 1 - seat, *ORDER[:5]).reserve = {"levy": reserve} if reserve else {}
    steps = campaigns.far(s, home)
    camp = min((cell for cell, n in steps.items() if n == FAR), key=s.board.at.__getitem__)
    s.players[seat].stacks = {camp: mine}
    s.players[1 - seat].stacks = {home: theirs} if theirs else {}
    return pos, seat, home


@pytest.mark.parametrize(("mine", "theirs"), [({"levy": 1}, {}), ({"levy": 4}, {"levy": 2}), ({"soldier": 3}, {"levy": 3})])
def test_an_army_marches_on_a_village_that_it_would_win_and_takes_it(mine: Any, theirs: Any) -> None:
    pos, seat, home = invaded(mine, theirs)
    before = campaigns.far(pos.state, home)[next(iter(pos.state.players[seat].stacks))]
    turn(pos, seat)
    assert min(campaigns.far(pos.state, home)[at] for at in pos.state.players[seat].stacks) < before
    while pos.state.turn.seat != seat:
        who = walk.actors(pos)[0]
        run(pos, who, walk.default_path(pos, who))
    turn(pos, seat)
    while pos.state.battle is not None:
        who = walk.actors(pos)[0]
        run(pos, who, chosen(pos, who))
    assert pos.state.owners[home] == seat


@pytest.mark.parametrize(("mine", "theirs", "reserve"), [
    ({"levy": 2}, {"levy": 2}, 0), ({"levy": 1}, {}, 3), ({"levy": 3}, {"soldier": 3}, 0),
])
def test_no_army_marches_on_a_village_that_holds(mine: Any, theirs: Any, reserve: int) -> None:
    pos, seat, home = invaded(mine, theirs, reserve)
    spend(pos, 1 - seat, gold=6)
    assert home not in pos.state.turn.entries
    worth = campaigns.prizes(pos, seat)[home]
    assert campaigns.outcome(pos, seat, home, mine, worth, later=True) < 0
    turn(pos, seat)
    assert home not in pos.state.turn.entries


def test_a_village_in_danger_is_manned_as_strongly_as_it_needs() -> None:
    pos, seat, _ = invaded({"levy": 1}, {"levy": 1})
    s = pos.state
    home = s.homes[seat]
    castle(pos, seat, *ORDER[:6]).reserve = {"levy": 5}
    spend(pos, seat, gold=6)
    steps = campaigns.far(s, home)
    near = next(cell for cell, n in steps.items() if n == 2)
    s.players[1 - seat].stacks = {near: {"levy": 3}}
    s.players[seat].stacks = {}
    assert campaigns.risk(pos, seat, home, {}) > campaigns.risk(pos, seat, home, {"levy": 3}) == 0
    assert campaigns.defend(pos, seat) == ("hire", home, {"levy": 3})
    turn(pos, seat)
    assert head(s.players[seat].stacks.get(home, {})) >= 3, "and they stay"


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
    seen, last = set(), (0, -1)
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
