"""Reaction windows, standing orders, and a position on a copy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.cards.reaction_window import PASS, Window
from games.core.engine import bots, walk
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import MoveReady, Option, PromptResult, verb_prompt
from games.core.state.options import Choice
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat, literal
from tests.core.toy import Said, Toy, toy


class React(Window[Toy], tag="react"):
    """Window: a seat with a card may play it against an event."""

    def may_react(self, t: StepContext[Toy], seat: Seat) -> bool:
        return t.state.points[seat] > 0

    def prompt(self, t: StepContext[Toy], seat: Seat, path: Path) -> PromptResult:
        if path:
            return MoveReady(literal("so"))
        return verb_prompt(
            Option("card", literal("card")), Option(PASS, literal("pass")), default=PASS
        )

    def react(self, t: StepContext[Toy], seat: Seat, path: Path) -> None:
        t.state.points[seat] -= 1
        t.emit(Said(f"{seat} plays"))

    def after_close(self, t: StepContext[Toy]) -> None:
        t.state.log.append("closed")


class Deal(Frame[Toy], tag="deal"):
    def advance(self, t: StepContext[Toy]) -> None:
        t.state.points = [1, 0, 2]
        t.pop()


def order_answer(
    view: Any, guess: Position[Toy, Any], seat: Seat, orders: Mapping[str, Any]
) -> Path | None:
    match orders["window"]:
        case "pass":
            return (PASS,)
        case "dance":
            return ("dance",)
    return None


ORDERS = (Choice("window", ("ask", "pass", "dance"), "ask"),)
GAME = toy(
    React | Deal, lambda t: [Deal(), React([2, 1, 0])], orders=ORDERS, order_answer=order_answer
)


def test_a_window_asks_in_order_whoever_could_and_again_after_a_reaction() -> None:
    pos = walk.start(GAME, {}, 3, "x")
    asked = []
    for word in (PASS, "card", "card", PASS):
        asked.append(walk.actors(pos))
        pos = walk.submit(pos, asked[-1][0], (word,)).pos
    assert asked == [(2,), (0,), (2,), (2,)]  # seat 1 has no card; seat 0 has spent its own
    assert pos.state.log == ["closed"]
    assert pos.outcome is not None


def test_by_default_everybody_passes() -> None:
    pos = walk.start(GAME, {}, 3, "x")
    while seats := walk.actors(pos):
        pos = walk.submit(pos, seats[0], walk.default_path(pos, seats[0])).pos
    assert pos.state.points == [1, 0, 2]


def test_standing_orders_answer_only_what_is_asked_and_legal() -> None:
    pos = walk.start(GAME, {}, 3, "x")
    before = GAME.codec.encode(pos)
    assert bots.follow_orders(pos, 2, {"window": "pass"}, Rng.of(1)) == (PASS,)
    assert bots.follow_orders(pos, 2, {}, Rng.of(1)) is None  # the default: ask me
    assert bots.follow_orders(pos, 2, {"window": "dance"}, Rng.of(1)) is None  # no such answer
    assert bots.follow_orders(pos, 0, {"window": "pass"}, Rng.of(1)) is None  # not asked
    assert GAME.codec.encode(pos) == before


def test_games_without_standing_orders_ask() -> None:
    plain = toy(React | Deal, lambda t: [Deal(), React([2])])
    assert (
        bots.follow_orders(walk.start(plain, {}, 3, "x"), 2, {"window": "pass"}, Rng.of(1)) is None
    )


def test_a_copied_table_leaves_the_position_alone() -> None:
    pos = walk.start(GAME, {}, 3, "x")
    copy = StepContext(GAME, pos).copy()
    copy.state.points[0] = 9
    copy.pop()
    assert pos.state.points == [1, 0, 2]
    assert len(pos.stack) == 2
