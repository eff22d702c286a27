"""The fierce player: candidates, simulated games, their value, no hidden information."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from msgspec.structs import replace

from ai import determinization
from ai import think as minds
from games.core.engine import bots, walk
from games.core.prompts.prompt import MoveReady
from games.core.state.events import AddressedEvent
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.el_mapa import GAME
from games.el_mapa.ai import fierce
from games.el_mapa.ai.candidates import candidates
from games.el_mapa.ai.fierce import Trial, think
from games.el_mapa.ai.ground import Ground
from games.el_mapa.ai.prospects import expected_points, share
from games.el_mapa.ai.quick import Quick
from tests.ai.clocks import Sand
from tests.games.el_mapa.positions import Pos, castle, face, run, spend
from tests.games.el_mapa.staging import ORDER, field

SHORT = fierce.SearchSettings(first=1, rounds=1)


def moments(n: int, seed: int, apart: int = 23, **options: str) -> Iterator[tuple[Pos, Seat]]:
    """Yield positions of a game of bots with the seat that must act."""
    pos, rng = walk.start(GAME, options, n, f"fierce-{seed}"), Rng.of(seed)
    for step in range(1000):
        if pos.outcome is not None:
            return
        seat = walk.actors(pos)[0]
        if step % apart == apart // 2:
            yield pos, seat
        walk.apply(pos, seat, bots.decide(pos, seat, "game", rng))


def test_the_lobby_offers_it() -> None:
    assert minds.offered_strengths(GAME.id) == minds.STRENGTHS


@pytest.mark.parametrize("n", [2, 3])
def test_it_decides_legally_always_the_same_and_blind_to_what_it_may_not_see(
    n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fierce, "SEARCH", replace(fierce.SEARCH, first=1, rounds=2))
    for pos, seat in islice(moments(n, n), 5):
        before = GAME.codec.encode(pos)
        path = minds.decide(pos, seat, "fierce", Rng.of(3))
        assert isinstance(walk.ask(pos, seat, path), MoveReady)
        assert GAME.codec.encode(pos) == before
        for word in (None, 77, 78):
            other = (
                pos if word is None else determinization.determinize(pos, GAME, seat, Rng.of(word))
            )
            assert minds.decide(other, seat, "fierce", Rng.of(3)) == path


@pytest.mark.parametrize(
    ("n", "options"),
    [(2, {}), (3, {"build_limit": "2", "start_package": "rich", "watchtower": "rotate"})],
)
def test_games_go_on_in_thought_by_legal_moves_alone(
    n: int, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pos = walk.start(GAME, options, n, "thought")
    quick, play = Quick(pos), walk.apply

    def checked(pos: Pos, seat: Seat, path: Path) -> list[AddressedEvent]:
        assert isinstance(walk.ask(pos, seat, path), MoveReady), path
        return play(pos, seat, path)

    monkeypatch.setattr(walk, "apply", checked)
    while pos.outcome is None:
        quick.step()
        assert GAME.audit(pos) == []
        assert pos.state.round < 40


def test_what_it_tries_is_legal_and_begins_with_what_it_would_do_at_once() -> None:
    some = 0
    for pos, seat in islice(moments(3, 4, 9), 12):
        guess = determinization.determinize(pos, GAME, seat, Rng.of(1))
        found = candidates(guess, seat)
        assert found[0] == bots.decide(pos, seat, "game", Rng.of(1))
        assert all(isinstance(walk.ask(guess, seat, path), MoveReady) for path in found)
        assert all(found.count(path) == 1 for path in found)
        some += len(found) > 3
    assert some > 3


def at_home(gold: int = 3) -> tuple[Pos, Seat]:
    """Return a player who could build and hire; one tile is face down."""
    pos, seat = field()
    s = pos.state
    s.ending = ""
    s.up = "0" + s.up[1:] if s.board.cells[0] not in s.homes else s.up[:-1] + "0"
    s.round = 5
    for one in range(pos.n):
        castle(pos, one, *ORDER[:4]).reserve = {"levy": 2}
        spend(pos, one, gold=gold, wood=2)
    return pos, seat


def test_two_moves_come_to_the_same_whichever_is_first() -> None:
    pos, seat = at_home(9)
    home = pos.state.homes[seat]
    world = GAME.codec.encode(pos)
    build, hire = ("build", home, "bank", "2-1"), ("hire", home, {"levy": 2})
    one, other, less = (Trial(world, seat, path) for path in (build, hire, build))
    run(one.pos, seat, hire)
    run(other.pos, seat, build)
    ends = [trial.end_turn() for trial in (one, other)]
    assert ends[0] == ends[1]
    assert one.pos.state.turn.seat != seat
    assert less.end_turn()


def test_a_thought_that_serves_the_next_step_does_not_change_it() -> None:
    """What comes of a position is kept: who has thought before decides as who has not, and thinks less."""
    for pos, seat in islice(moments(2, 6, 31), 3):
        first = think(pos, seat, SHORT)
        after = walk.submit(pos, seat, first).pos
        if walk.actors(after) != (seat,):
            continue
        second = think(after, seat, SHORT)
        fierce.cached_future.cache_clear()
        assert think(after, seat, SHORT) == second
    pos, seat = at_home(9)
    fierce.cached_future.cache_clear()
    run(pos, seat, think(pos, seat, SHORT))
    before = fierce.cached_future.cache_info().hits
    think(pos, seat, SHORT)
    assert fierce.cached_future.cache_info().hits > before


def test_shares_are_parts_of_one_and_goods_are_worth_something_until_the_last_round() -> None:
    pos, seat = at_home()
    shares = [share(pos, one) for one in range(pos.n)]
    assert sum(shares) == pytest.approx(1)
    before = expected_points(pos)[seat]
    spend(pos, seat, gold=8)
    assert expected_points(pos)[seat] > before
    pos.state.ending = "wonders"
    assert expected_points(pos)[seat] == GAME.score(pos).total[seat]


def test_who_has_won_has_more_than_points_alone_would_give() -> None:
    pos = walk.start(GAME, {"round_limit": "8"}, 2, "won")
    quick = Quick(pos)
    while pos.outcome is None:
        quick.step()
    winner = pos.outcome.winners[0]
    assert share(pos, winner) == max(share(pos, seat) for seat in range(2)) > 0.5
    assert sum(share(pos, seat) for seat in range(2)) == pytest.approx(1)


def test_a_village_that_nobody_guards_is_taken() -> None:
    pos, seat = at_home(0)
    s = pos.state
    home = s.homes[1 - seat]
    s.players[1 - seat].stacks = {}
    s.castles[home].reserve = {}
    camp = next(cell for cell, n in Ground(s).distances_to(home).items() if n == 2)
    s.players[seat].stacks[camp] = {"levy": 2}
    path = think(pos, seat, SHORT)
    assert (path[0], path[1], path[3]) == ("move", camp, home)


def test_a_hopeless_attack_is_not_made() -> None:
    pos, seat = at_home(0)
    s = pos.state
    home = s.homes[1 - seat]
    s.players[1 - seat].stacks = {home: {"soldier": 4}}
    camp = next(cell for cell, n in Ground(s).distances_to(home).items() if n == 2)
    s.players[seat].stacks[camp] = {"levy": 2}
    path = think(pos, seat, SHORT)
    assert home not in path


def test_who_would_lose_all_in_a_battle_flees_if_that_is_better() -> None:
    pos, attacker, defender = face({"levy": 5}, {"levy": 3})
    pos.state.ending = ""
    pos.state.up = "0" + pos.state.up[1:]
    run(pos, attacker, ("end",))
    assert walk.actors(pos) == (defender,)
    assert len(candidates(pos, defender)) > 1
    assert think(pos, defender, SHORT)[0] == "flee"


def test_where_time_is_short_it_does_the_best_of_what_it_has_tried_and_its_first_idea_where_it_has_tried_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pos, seat = next((pos, seat) for pos, seat in moments(2, 2) if len(candidates(pos, seat)) > 3)
    guess, tried = determinization.determinize(pos, GAME, seat, Rng.of(1)), candidates(pos, seat)
    shares = iter([0.2, 0.3, 0.9, 0.1])
    monkeypatch.setattr(fierce.Future, "worth", lambda *_: next(shares))
    assert fierce.think(guess, seat, SHORT, Sand(0)) == tried[0]
    monkeypatch.setattr(fierce, "candidates", lambda *_: tried)
    assert fierce.think(guess, seat, SHORT, Sand(2)) == tried[1]
