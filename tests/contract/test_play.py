"""Playouts end; seats that must act have legal moves; other paths are refused.

Asking changes nothing.
"""

from __future__ import annotations

import sys
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest

from games.core.engine import walk
from games.core.engine.bots import KINDS, decide
from games.core.prompts.prompt import (
    AmountPrompt,
    DistributePrompt,
    IllegalPath,
    MoveReady,
    Prompt,
    SelectPrompt,
    has_answer_form,
    why_illegal,
)
from games.core.state.rng import Rng
from tests.contract import playouts

GARBAGE: list[Any] = [
    None,
    True,
    False,
    3.5,
    -1,
    10**30,
    "",
    "x" * 41,
    "Ñ",
    "@undo",
    "take ",
    b"x",
    [],
    [[]],
    [None],
    ["a", "a"],
    {},
    {"a": 0},
    {"a": True},
    {1: 1},
    {"a": [1]},
    (),
    ("a",),
    object(),
    {"wine": 10**12},
    float("nan"),
]


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases(seeds=("one", "two", "three")))
def test_playouts_end_with_a_place_for_everybody(game: str, n: int, seed: str) -> None:
    match = playouts.played(game, n, seed)
    assert match.end.outcome is not None
    places = match.end.outcome.places
    assert len(places) == n
    if n > 1:
        assert match.end.outcome.winners
        assert all(place == 1 + sum(other < place for other in places) for place in places)
    else:
        assert places in ([1], [2]), "who plays alone may lose"
    assert walk.actors(match.end) == walk.optional_actors(match.end) == ()
    assert isinstance(walk.ask(match.end, 0), IllegalPath)


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_everybody_who_is_asked_has_a_leaf_and_the_root_is_a_pick_of_verbs(
    game: str, n: int, seed: str
) -> None:
    for moment in playouts.played(game, n, seed).moments:
        movers = playouts.movers(moment.pos)
        assert walk.actors(moment.pos)
        assert list(walk.actors(moment.pos)) == sorted(set(walk.actors(moment.pos)))
        assert len(set(movers)) == len(movers)
        for seat in movers:
            root = walk.ask(moment.pos, seat)
            assert isinstance(root, SelectPrompt)
            assert root.min == root.max == 1
            leaf = next(walk.legal_moves(moment.pos, seat))
            assert isinstance(walk.ask(moment.pos, seat, leaf), MoveReady)


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_forms_are_well_made_and_their_defaults_legal(game: str, n: int, seed: str) -> None:
    rng = Rng.of(5)
    for moment in playouts.played(game, n, seed).some(25):
        for seat in playouts.movers(moment.pos):
            for path, answer in playouts.prefixes(moment.pos, seat, rng):
                if isinstance(answer, MoveReady | IllegalPath):
                    continue
                _well_made(answer)
                assert why_illegal(answer, answer.default_answer()) is None, (path, answer)
                leaf = walk.default_path(moment.pos, seat, path)
                assert leaf[: len(path)] == path
                assert isinstance(walk.ask(moment.pos, seat, leaf), MoveReady), leaf


def _well_made(form: Prompt) -> None:
    match form:
        case SelectPrompt():
            keys = [option.key for option in form.options]
            shut = [blocked.key for blocked in form.blocked]
            assert len(set(keys + shut)) == len(keys + shut), (
                "an option twice, or open and blocked at once"
            )
            assert all(has_answer_form(key) and isinstance(key, str) for key in keys + shut)
            assert 0 <= form.min <= form.max <= max(len(keys), 1)
            assert len(keys) >= form.min, "a dead end"
        case AmountPrompt():
            assert form.lo <= form.hi
        case DistributePrompt():
            assert form.lo <= form.hi
            assert all(
                has_answer_form(slot.key) and slot.most >= 0 <= slot.weight for slot in form.slots
            )
            assert len({slot.key for slot in form.slots}) == len(form.slots)


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_foreign_seats_and_non_leaves_are_refused(game: str, n: int, seed: str) -> None:
    for moment in playouts.played(game, n, seed).some(20):
        movers = playouts.movers(moment.pos)
        strangers: list[Any] = [
            *(seat for seat in range(n) if seat not in movers),
            -1,
            n,
            99,
            None,
            "0",
            True,
            0.0,
        ]
        for seat in strangers:
            assert isinstance(walk.ask(moment.pos, seat), IllegalPath), seat
            assert list(walk.legal_moves(moment.pos, seat)) == []
            with pytest.raises(walk.IllegalMoveError):
                walk.submit(moment.pos, seat, moment.path)
        for end in range(len(moment.path)):
            with pytest.raises(walk.IllegalMoveError):
                walk.submit(moment.pos, moment.seat, moment.path[:end])
        with pytest.raises(walk.IllegalMoveError):
            walk.submit(moment.pos, moment.seat, (*moment.path, moment.path[-1]))


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_any_garbage_is_refused_and_nothing_is_changed(game: str, n: int, seed: str) -> None:
    for moment in playouts.played(game, n, seed).some(12):
        before = playouts.encoded(moment.pos)
        for end in range(len(moment.path) + 1):
            here = walk.ask(moment.pos, moment.seat, moment.path[:end])
            for key in GARBAGE:
                answer = walk.ask(moment.pos, moment.seat, (*moment.path[:end], key))
                if not isinstance(answer, IllegalPath):
                    assert not isinstance(here, MoveReady | IllegalPath)
                    assert why_illegal(here, key) is None
        assert playouts.encoded(moment.pos) == before


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_asking_and_submitting_leave_their_input_untouched(game: str, n: int, seed: str) -> None:
    rng = Rng.of(11)
    for moment in playouts.played(game, n, seed).some(25):
        before = playouts.encoded(moment.pos)
        path = playouts.path_text(moment.path)
        for seat in range(n):
            playouts.prefixes(moment.pos, seat, rng, most=25)
            walk.optional_actors(moment.pos)
        step = walk.submit(moment.pos, moment.seat, moment.path)
        after = playouts.encoded(step.pos)
        assert after == playouts.encoded(moment.step.pos), (
            "the same step twice, and another position"
        )
        assert playouts.encoded(moment.pos) == before
        pos = step.pos
        for _ in range(5):  # what is played in place later must not reach back either
            if pos.outcome is not None:
                break
            seat = walk.actors(pos)[0]
            walk.apply(pos, seat, walk.random_move(pos, seat, rng))
        assert playouts.encoded(moment.pos) == before
        assert playouts.path_text(moment.path) == path


@pytest.mark.parametrize("game", [*playouts.ALL])
def test_play_leaves_the_catalogue_untouched(game: str) -> None:
    before = _catalogue(game)
    for n in playouts.counts(playouts.ALL[game]):
        rng = Rng.of(n)
        pos = playouts.start(playouts.ALL[game], n, "catalogue")
        while pos.outcome is None:
            seat = playouts.mover(pos, rng)
            walk.apply(pos, seat, walk.random_move(pos, seat, rng))
            playouts.ALL[game].view(pos, seat)
            playouts.ALL[game].score(pos)
    assert _catalogue(game) == before


def _catalogue(game: str) -> dict[str, str]:
    """Return all module-level data of a game as text."""
    home = playouts.ALL[game].state.__module__.rpartition(".")[0]
    code = ModuleType | FunctionType | BuiltinFunctionType | type
    return {
        f"{name}.{key}": repr(value)
        for name, module in sorted(sys.modules.items())
        if name.startswith(f"{home}.")
        for key, value in vars(module).items()
        if not key.startswith("__")
        and not isinstance(value, code)
        and not hasattr(value, "cache_info")
    }


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_play_depends_on_no_order_in_which_an_answer_is_spelled(
    game: str, n: int, seed: str
) -> None:
    for moment in playouts.played(game, n, seed).moments:
        turned = tuple(
            dict(reversed(key.items())) if isinstance(key, dict) else key for key in moment.path
        )
        if any(isinstance(key, dict) and len(key) > 1 for key in moment.path):
            assert playouts.encoded(
                walk.submit(moment.pos, moment.seat, turned).pos
            ) == playouts.encoded(moment.step.pos)


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_sample_and_forced_stay_on_the_tree(game: str, n: int, seed: str) -> None:
    rng = Rng.of(3)
    for moment in playouts.played(game, n, seed).some(8):
        for seat in playouts.movers(moment.pos):
            known = []
            for leaf in walk.legal_moves(moment.pos, seat):
                known.append(leaf)
                if len(known) > 500:
                    break
            else:
                assert len(known) == len({repr(leaf) for leaf in known}), "a leaf twice"
                assert all(walk.random_move(moment.pos, seat, rng) in known for _ in range(10))


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
@pytest.mark.parametrize("kind", KINDS)
def test_computer_players_move_legally_and_look_without_touching(
    kind: Any, game: str, n: int, seed: str
) -> None:
    for moment in playouts.played(game, n, seed).some(6):
        before = playouts.encoded(moment.pos)
        for seat in walk.actors(moment.pos):
            path = decide(moment.pos, seat, kind, Rng.of(9))
            assert isinstance(walk.ask(moment.pos, seat, path), MoveReady), path
            assert path == decide(moment.pos, seat, kind, Rng.of(9)), (
                "the same luck, and another move"
            )
        assert playouts.encoded(moment.pos) == before
