"""Standing orders of every game: off by default, legal, based only on what the seat knows."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import bots, history, walk
from games.core.engine.bots import determinize
from games.core.engine.game import Game
from games.core.prompts.prompt import MoveReady
from games.core.state.options import Choice, Range, Toggle, value_key
from games.core.state.rng import Rng
from games.core.text.languages import LANGUAGES
from games.core.text.messages import Seat
from tests.contract import playouts
from tests.contract.test_words import words

ORDERED = [game.id for game in playouts.ALL.values() if game.orders]
MOST_VALUES, MAX_ROWS, LABEL, LINE = 25, 5, 80, 100


def all_on(game: Game[Any, Any], rng: Rng) -> dict[str, Any]:
    """Return all orders with random values that differ from the default."""
    wished: dict[str, Any] = {}
    for one in game.orders:
        match one:
            case Toggle():
                wished[one.id] = not one.default
            case Choice():
                wished[one.id] = rng.pick(
                    [
                        value
                        for value in one.values
                        if value != one.default or game.orders_answer_by_default
                    ]
                )
            case Range():
                wished[one.id] = rng.pick(
                    [n for n in range(one.lo, one.hi + 1) if n != one.default]
                )
    return wished


def some(game: str) -> list[playouts.Moment]:
    return [
        m
        for n in playouts.counts(playouts.ALL[game])
        for seed in ("one", "two")
        for m in playouts.played(game, n, seed).some(160)
    ]


@pytest.mark.parametrize(
    "game", [game for game in ORDERED if not playouts.ALL[game].orders_answer_by_default]
)
def test_what_is_usual_is_to_be_asked(game: str) -> None:
    for moment in some(game):
        for seat in playouts.movers(moment.pos):
            assert bots.follow_orders(moment.pos, seat, {}, Rng.of(3)) is None


@pytest.mark.parametrize("game", ORDERED)
def test_orders_answer_legal_paths_that_no_hidden_thing_changes(game: str) -> None:
    """The real position and determinized ones get the same answer with any seed."""
    rng, answered = Rng.of(17), 0
    for moment in some(game):
        before = playouts.encoded(moment.pos)
        for seat in playouts.movers(moment.pos):
            orders = all_on(playouts.ALL[game], rng)
            path = bots.follow_orders(moment.pos, seat, orders, Rng.of(rng.next()))
            assert path is None or isinstance(walk.ask(moment.pos, seat, path), MoveReady)
            answered += path is not None
            for _ in range(2):
                world = playouts.ALL[game].codec.clone(moment.pos)
                determinize(world, seat, Rng.of(rng.next()))
                assert bots.follow_orders(world, seat, orders, Rng.of(rng.next())) == path
        assert playouts.encoded(moment.pos) == before
    assert answered, "some order is to be obeyed in some playout"


@pytest.mark.parametrize("game", ORDERED)
def test_a_game_with_all_orders_on_ends_and_replays(game: str) -> None:
    for n in playouts.counts(playouts.ALL[game]):
        rules, rng = playouts.ALL[game], Rng.of(n)
        start = pos = playouts.start(rules, n, "ordered")
        orders = [all_on(rules, rng) for _ in range(n)]
        rows: list[history.HistoryRow] = []
        while pos.outcome is None:
            assert len(rows) < playouts.MOST_STEPS
            seat, path, by = _next(pos, orders, rng)
            step = walk.submit(pos, seat, path)
            rows.append(history.move_row(len(rows) + 1, seat, by, path, step))
            pos = step.pos
            assert not rules.audit(pos)
        assert playouts.encoded(history.fold(start, rows, "ordered")) == playouts.encoded(pos)
        assert list(history.verify(start, rows, "ordered")) == [row.n for row in rows]


def _next(
    pos: playouts.Pos, orders: list[dict[str, Any]], rng: Rng
) -> tuple[Seat, Any, history.By]:
    for seat in walk.actors(pos):
        path = bots.follow_orders(pos, seat, orders[seat], rng)
        if path is not None:
            return seat, path, "order"
    seat = playouts.mover(pos, rng)
    return seat, walk.random_move(pos, seat, rng), "player"


@pytest.mark.parametrize("game", ORDERED)
def test_orders_fit_their_panel_and_have_words(game: str) -> None:
    """Each order has a name and a sentence in every language; the panel has at most five rows."""
    orders = playouts.ALL[game].orders
    assert all(
        isinstance(one, Toggle | Choice | Range) and not getattr(one, "per_seat", False)
        for one in orders
    )
    assert all(one.hi - one.lo < MOST_VALUES for one in orders if isinstance(one, Range))
    switches = sum(isinstance(one, Toggle) for one in orders)
    assert (switches + 1) // 2 + len(orders) - switches <= MAX_ROWS
    if not (playouts.ALL[game].folder / "text").is_dir():
        return  # a game of the tests without words
    for lang in LANGUAGES:
        said = words(game, lang)
        for one in orders:
            name, detail = (
                said.words[f"{game}.order.{one.id}.{part}"] for part in ("name", "detail")
            )
            assert isinstance(name, str)
            assert isinstance(detail, str)
            assert len(name) <= LABEL - 2
            assert len(detail) <= LINE
            for value in one.values if isinstance(one, Choice) else ():
                assert (
                    len(name)
                    + len(str(said.words[f"{game}.order.{one.id}.value.{value_key(value)}"]))
                    + 2
                    <= LINE
                )
