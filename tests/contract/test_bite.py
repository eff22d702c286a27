"""Each sabotaged game is caught by the contract test that is meant for it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.core.engine.context import StepContext
from games.core.engine.game import Game, register
from games.core.state.rng import Rng
from games.core.text.messages import Seat, literal, msg
from tests.contract import (
    playouts,
    test_absence,
    test_bytes,
    test_orders,
    test_play,
    test_scores,
    test_secrets,
    test_words,
)
from tests.core import second_game, small_game
from tests.core.second_game import FERRY
from tests.core.small_game import CELLAR

Test = Callable[[str, int, str], None]


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Forget the playouts recorded with sabotaged code."""
    playouts.played.cache_clear()
    yield
    playouts.played.cache_clear()


def caught(test: Test, game: str, n: int = 3, errors: Any = AssertionError) -> None:
    """Check that a test fails in at least one of a few games."""
    for seed in ("one", "two", "three"):
        try:
            test(game, n, seed)
        except errors:
            return
    pytest.fail("the sabotage went unnoticed")


def sabotaged(patch: pytest.MonkeyPatch, game: Game[Any, Any], **changes: Any) -> str:
    """Return the game with replaced functions, registered under another id."""
    bad = dataclasses.replace(game, id=f"bad_{game.id}", **changes)
    patch.setitem(playouts.ALL, bad.id, bad)
    register(bad)
    return bad.id


def test_a_view_that_shows_others_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(pos: playouts.Pos, viewer: Seat | None) -> Any:
        shown = small_game.view(pos, viewer)
        shown.dice = [list(dice) for dice in pos.state.dice]
        return shown

    caught(
        test_secrets.test_leaks_view_actors_ask_and_score_are_equal_in_every_world,
        sabotaged(monkeypatch, CELLAR, view=leaky),
    )


def test_a_score_that_counts_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(pos: playouts.Pos) -> Any:
        for seat, hand in enumerate(pos.state.hands):
            pos.state.sums[seat] = len("".join(hand)) + sum(int(card[1]) for card in hand)
        return second_game.score(pos)

    caught(
        test_secrets.test_leaks_view_actors_ask_and_score_are_equal_in_every_world,
        sabotaged(monkeypatch, FERRY, score=leaky),
    )


def test_a_view_that_shares_lists_with_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    def lazy(pos: playouts.Pos, viewer: Seat | None) -> Any:
        shown = small_game.view(pos, viewer)
        shown.tokens = pos.state.tokens
        return shown

    caught(
        test_secrets.test_views_are_pictures_of_their_own, sabotaged(monkeypatch, CELLAR, view=lazy)
    )


def test_a_guess_that_loses_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(pos: playouts.Pos, seat: Seat | None, rng: Rng) -> None:
        second_game.determinize(pos, seat, rng)
        pos.state.bag = pos.state.bag[1:]

    bad = sabotaged(monkeypatch, FERRY, determinize=careless)
    caught(test_secrets.test_leaks_view_actors_ask_and_score_are_equal_in_every_world, bad)


def test_a_reveal_that_was_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StepContext, "reveal", lambda self, *seats: None)
    caught(
        test_secrets.test_barrier_a_step_that_is_not_final_for_a_viewer_tells_them_nothing_new,
        FERRY.id,
    )


def test_a_private_event_that_everybody_hears(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = StepContext.emit
    monkeypatch.setattr(
        StepContext,
        "emit",
        lambda self, event, secret=None: plain(self, next(iter((secret or {}).values()), event)),
    )
    caught(
        test_secrets.test_barrier_a_step_that_is_not_final_for_a_viewer_tells_them_nothing_new,
        CELLAR.id,
    )


def test_a_lane_that_draws_from_the_tables_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StepContext, "rng", property(lambda self: Rng(self.pos.rng, self.pos.n)))
    caught(test_bytes.test_all_orders_of_answers_in_lanes_give_equal_bytes, CELLAR.id)


def test_asking_that_changes_something(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = small_game.Turn.prompt

    def greedy(self: Any, t: Any, seat: Seat, path: Any) -> Any:
        t.state.tokens[seat] += path == ("buy",)
        return plain(self, t, seat, path)

    monkeypatch.setattr(small_game.Turn, "prompt", greedy)
    caught(test_play.test_asking_and_submitting_leave_their_input_untouched, CELLAR.id)


def test_luck_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = iter(range(10**6))
    monkeypatch.setattr(StepContext, "rng", property(lambda self: Rng.of(next(calls))))
    caught(test_bytes.test_the_log_replays_byte_for_byte_after_storage, CELLAR.id, errors=Exception)


def test_a_default_that_leads_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = small_game.Turn.apply

    def endless(self: Any, t: Any, seat: Seat, path: Any) -> None:
        if path != ("stop",):
            plain(self, t, seat, path)

    monkeypatch.setattr(small_game.Turn, "apply", endless)
    monkeypatch.setattr(playouts, "MOST_STEPS", 500)
    caught(test_absence.test_defaults_alone_end_the_game, CELLAR.id)


def test_rows_that_do_not_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(pos: playouts.Pos) -> Any:
        board = small_game.score(pos)
        return board.__class__(board.rows[:1], board.total, board.ranking)

    caught(
        test_scores.test_score_rows_sum_and_the_ranking_is_the_outcome,
        sabotaged(monkeypatch, CELLAR, score=wrong),
    )


def test_words_that_are_missing_or_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = sabotaged(monkeypatch, CELLAR, summary=lambda view: msg("cellar.nowhere"))
    caught(test_words.test_words_exist_in_every_language_and_fit, silent, errors=KeyError)
    monkeypatch.setattr(small_game, "WORD", lambda text: literal(f"{text}" * 40))
    playouts.played.cache_clear()
    caught(test_words.test_words_exist_in_every_language_and_fit, CELLAR.id)


def test_an_order_that_looks_at_hidden_things(monkeypatch: pytest.MonkeyPatch) -> None:
    def sly(view: Any, guess: playouts.Pos, seat: Seat, orders: Any) -> Any:
        """Keeps only when another's secret dice are low."""
        others = [sum(dice) for other, dice in enumerate(guess.state.dice) if other != seat]
        return (
            ("keep",) if guess.lanes[seat] and guess.state.dice[seat] and max(others) < 9 else None
        )

    bad = sabotaged(monkeypatch, CELLAR, order_answer=sly)
    with pytest.raises(AssertionError):
        test_orders.test_orders_answer_legal_paths_that_no_hidden_thing_changes(bad)
