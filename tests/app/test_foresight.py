"""Notices before a final move never name a next player that hidden information decides."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from app.model.match import SeatRow
from app.play import panel_builder
from app.play.panel_builder import UndoForecast
from games.core.engine import walk
from games.core.prompts.prompt import Option, SelectPrompt
from games.core.state.rng import Rng
from games.core.text.messages import literal
from games.eight_minute_empire import GAME
from games.era_medieval_age import GAME as ERA
from games.imperial_settlers import GAME as SETTLERS


def stored(pos: Any, rows: int) -> Any:
    return SimpleNamespace(pos=pos, match=SimpleNamespace(id="ABC", rows=rows, seats=()))


def bids(*given: int, n: int, seed: str = "bids") -> Any:
    pos = walk.start(GAME, {}, n, seed)
    for seat, bid in enumerate(given):
        pos = walk.submit(pos, seat, ("bid", bid)).pos
    return pos


def test_who_wins_hidden_bids_is_not_told_before_the_last_one_is_in():
    for row in range(10):
        final = UndoForecast(stored(bids(2, 11, n=3), row), 2).final_reason(("bid", 0))
        assert final is not None
        assert final.why.key == "host.final.revealed", (
            "a guess of the rivals' bids would name one of them"
        )


def test_what_nothing_hidden_can_change_is_told_by_name():
    pos = bids(3, 0, n=2)
    first = walk.actors(pos)[0]
    taken = walk.submit(
        pos, first, next(p for p in walk.legal_moves(pos, first) if p[0] == "take")
    ).pos
    final = UndoForecast(stored(taken, 3), first).final_reason(("end",))
    assert final is not None
    assert final.why.key == "host.final.next"


def test_where_only_draws_are_random_the_cards_are_the_reason():
    pos = walk.start(SETTLERS, {"factions": "first"}, 2, "drawn")
    first = walk.actors(pos)[0]
    pos = walk.submit(pos, first, next(walk.legal_moves(pos, first))).pos
    (last,) = walk.actors(pos)
    final = UndoForecast(stored(pos, 1), last).final_reason(next(walk.legal_moves(pos, last)))
    assert final is not None
    assert final.why.key == "host.final.drawn", "the second row is revealed to the same player"


def test_what_may_be_the_last_answer_by_the_time_of_its_confirmation_is_not_promised_to_be_undoable():
    asked = bids(n=2)
    assert walk.actors(asked) == (0, 1)
    promised = UndoForecast(stored(asked, 0), 0).promise((), ())
    answered = walk.submit(asked, 1, ("bid", 3)).pos
    assert UndoForecast(stored(answered, 1), 0).final_reason(("bid", 0)) is not None
    assert promised == "open"


@pytest.mark.parametrize("bot", [True, False])
def test_what_only_bots_can_follow_is_final_because_they_answer_at_once(bot: bool):
    rival = SeatRow(1, None, "Bot", "firm") if bot else SeatRow(1, 11, "Bruno")
    asked = stored(bids(n=2), 0)
    asked.match.seats = (SeatRow(0, 10, "Ana"), rival)
    forecast = UndoForecast(asked, 0)
    assert walk.actors(asked.pos) == (0, 1), "the rival has not answered yet"
    assert forecast.promise((), ()) == ("final" if bot else "open")
    final = forecast.final_reason(("bid", 0))
    assert (final.why.key if final else None) == ("host.final.goes_on" if bot else None)
    assert forecast.immediate_move(("bid", 0)) is None, "it is confirmed"


def test_while_a_person_must_still_answer_bots_end_nothing():
    asked = stored(bids(n=3), 0)
    people = (SeatRow(0, 10, "Ana"), SeatRow(1, 11, "Bruno"))
    asked.match.seats = (*people, SeatRow(2, None, "Bot", "firm"))
    assert UndoForecast(asked, 0).promise((), ()) == "open"
    assert UndoForecast(asked, 0).final_reason(("bid", 0)) is None


def test_a_sole_option_that_is_worth_seeing_is_asked():
    sole = SelectPrompt((Option("card", literal("Caravana")),))
    assert sole.only_answer() == "card"
    assert panel_builder._only_answer(None, 0, ("build",), sole) == "card"
    assert (
        panel_builder._only_answer(None, 0, ("build",), SelectPrompt(sole.options, ask_single=True))
        is None
    )


def test_where_others_go_on_and_nothing_is_revealed_that_is_the_reason() -> None:
    """In El Mapa's trade, and Era's lanes, others answer next, who can't be named."""
    pos = walk.start(ERA, {}, 2, "lanes")
    reasons = set()
    for _ in range(30):
        seat = walk.actors(pos)[0]
        path = walk.random_move(pos, seat, Rng.of(3))
        final = UndoForecast(stored(pos, 1), seat).final_reason(path)
        step = walk.submit(pos, seat, path)
        if final is not None and final.why.key in ("host.final.revealed", "host.final.goes_on"):
            reasons.add(final.why.key)
            if final.why.key == "host.final.revealed":
                guess = UndoForecast(stored(pos, 1), seat).guess
                assert seat in walk.submit(guess, seat, path).informed
        pos = step.pos
        if pos.outcome is not None:
            break
    assert reasons
