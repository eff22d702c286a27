"""The walk: start, seats to act, prompts, moves, free actions, automatic frames and their limit."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame, FreeActions
from games.core.prompts.prompt import (
    AmountPrompt,
    DisabledOption,
    DistributePrompt,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
    Slot,
    verb_prompt,
    why_illegal,
)
from games.core.state.options import Choice, Order, Toggle
from games.core.state.position import Outcome, Position
from games.core.state.rng import Rng
from games.core.text.messages import Key, Path, Seat, literal, msg
from tests.core.small_game import CELLAR
from tests.core.toy import Say, Toy, toy

W = literal


class Loop(Frame[Toy], tag="loop"):
    """Frame that runs `left` times automatically."""

    left: int

    def advance(self, t: StepContext[Toy]) -> None:
        self.left -= 1
        if self.left == 0:
            t.pop()


class Bell(FreeActions[Toy]):
    verbs: ClassVar[tuple[str, ...]] = ("ring",)

    def offer(self, t: StepContext[Toy], seat: Seat) -> tuple[Option | DisabledOption, ...]:
        return (Option("ring", W("ring")),) if t.state.points[seat] < 2 else ()

    def prompt(self, t: StepContext[Toy], seat: Seat, path: Path) -> PromptResult:
        return AmountPrompt(1, 3) if len(path) == 1 else MoveReady(W("rung"))

    def apply(self, t: StepContext[Toy], seat: Seat, path: Path) -> None:
        t.state.points[seat] += 1
        if path[1] == 3:
            t.push(Say(seat))


class Freely(Say, tag="freely"):
    """Frame like `Say` with a free action for seats that need not act."""

    free: ClassVar = (Bell(),)

    def optional_actors(self, t: StepContext[Toy]) -> tuple[Seat, ...]:
        return tuple(s for s in range(t.n) if s != self.seat and t.state.points[s] < 2)

    def prompt(self, t: StepContext[Toy], seat: Seat, path: Path) -> PromptResult:
        return super().prompt(t, seat, path) if seat == self.seat else IllegalPath(W("not yours"))


class Spend(Frame[Toy], tag="spend"):
    """Frame that may still refuse a distribution."""

    seat: int

    def prompt(self, t: StepContext[Toy], seat: Seat, path: Path) -> PromptResult:
        match path:
            case ():
                return verb_prompt(
                    Option("spend", W("spend")),
                    blocked=(DisabledOption("save", W("save"), W("too poor"), "r1"),),
                )
            case ("spend",):
                return DistributePrompt(
                    (Slot("a", W("a"), 2), Slot("b", W("b"), 2)), 1, 3, default={"a": 1}
                )
            case ("spend", dict() as what):
                return (
                    IllegalPath(W("not two of a")) if what.get("a") == 2 else MoveReady(W("spent"))
                )
        return IllegalPath(W("no"))

    def apply(self, t: StepContext[Toy], seat: Seat, path: Path) -> None:
        what = path[1]
        assert isinstance(what, dict)
        t.state.log += [f"{name}{n}" for name, n in what.items()]
        t.pop()


class Narrow(Frame[Toy], tag="narrow"):
    """Frame with a single answer to each prompt but one."""

    seat: int

    def prompt(self, t: StepContext[Toy], seat: Seat, path: Path) -> PromptResult:
        match len(path):
            case 0:
                return verb_prompt(Option("go", W("go")))
            case 1:
                return AmountPrompt(4, 4)
            case 2:
                return SelectPrompt((Option("x", W("x")), Option("y", W("y"))), min=2, max=2)
            case 3:
                return SelectPrompt((Option("left", W("l")), Option("right", W("r"))))
            case 4:
                return DistributePrompt((Slot("s", W("s"), 2),), 2, 2)
        return MoveReady(W("gone"))

    def apply(self, t: StepContext[Toy], seat: Seat, path: Path) -> None:
        t.pop()


ONE_SAY = toy(Say, lambda t: [Say(0), Say(1)])
BELLS = toy(Say | Freely, lambda t: [Freely(0)])
SPEND = toy(Spend, lambda t: [Spend(0)])
NARROW = toy(Narrow, lambda t: [Narrow(0)])


def test_start_refuses_seats_and_options_that_cannot_be_played() -> None:
    game = toy(
        Say,
        lambda t: [Say(0)],
        options=(Toggle("fog"), Order("order"), Choice("map", ("a", "b"), "a")),
        why_options_invalid=lambda options, n: (
            W("no fog for two") if options["fog"] and n == 2 else None
        ),
    )
    wrong: list[tuple[int, dict[str, Any]]] = [
        (0, {}),
        (9, {}),
        (2, {"fgo": True}),
        (2, {"fog": 1}),
        (2, {"order": [0]}),
        (2, {"map": "c"}),
        (2, {"fog": True}),
    ]
    for n, options in wrong:
        with pytest.raises(ValueError):  # noqa: PT011 - several sentences, one kind
            walk.start(game, options, n, 1)
    assert walk.start(game, {"fog": True}, 3, 1).options == {
        "fog": True,
        "order": [2, 1, 0],
        "map": "a",
    }


def test_start_shares_nothing_with_the_options_it_was_given() -> None:
    game = toy(Say, lambda t: [Say(0)], options=(Order("order"),))
    given_options = {"order": [1, 0]}
    pos = walk.start(game, given_options, 2, 1)
    given_options["order"].reverse()
    assert pos.options == {"order": [1, 0]}


def test_the_first_frame_pushed_comes_first() -> None:
    pos = walk.start(ONE_SAY, {}, 2, 1)
    assert walk.actors(pos) == (0,)
    pos = walk.submit(pos, 0, ("hello",)).pos
    assert walk.actors(pos) == (1,)
    pos = walk.submit(pos, 1, ("bye",)).pos
    assert pos.outcome is not None
    assert pos.state.log == ["0 hello", "1 bye"]
    assert (pos.stack, pos.lanes) == ([], [[], []])
    assert walk.ask(pos, 0) == IllegalPath(msg("core.refused.over"))


@pytest.mark.parametrize("steps", [1, 2, walk.MAX_AUTOMATIC_STEPS - 1])
def test_automatic_frames_run_by_themselves(steps: int) -> None:
    pos = walk.start(toy(Loop | Say, lambda t: [Loop(steps), Say(0)]), {}, 1, 1)
    assert walk.actors(pos) == (0,)


def test_more_than_1000_automatic_steps_are_a_bug() -> None:
    assert walk.actors(walk.start(toy(Loop | Say, lambda t: [Loop(1000), Say(0)]), {}, 1, 1)) == (
        0,
    )
    with pytest.raises(RuntimeError, match="more than 1000"):
        walk.start(toy(Loop | Say, lambda t: [Loop(1001), Say(0)]), {}, 1, 1)


def test_an_empty_stack_without_an_end_is_a_bug() -> None:
    with pytest.raises(RuntimeError, match="empty"):
        walk.start(toy(Loop, lambda t: [Loop(1)], setup=lambda t: [Loop(1)]), {}, 1, 1)


def test_always_runs_after_setup_and_each_play_and_run() -> None:
    seen: list[int] = []
    game = toy(
        Loop | Say, lambda t: [Loop(2), Say(0)], check_state=lambda t: seen.append(len(t.state.log))
    )
    pos = walk.start(game, {}, 1, 1)
    assert seen == [0, 0, 0]
    walk.submit(pos, 0, ("bye",))
    assert seen == [0, 0, 0, 1, 1]


def test_always_may_end_the_game_and_nothing_runs_after_it() -> None:
    game = toy(
        Say,
        lambda t: [Say(0), Say(0)],
        check_state=lambda t: t.end(Outcome([1])) if t.state.log else None,
    )
    pos = walk.submit(walk.start(game, {}, 1, 1), 0, ("bye",)).pos
    assert pos.outcome is not None
    assert pos.state.log == ["0 bye"]


def test_free_operations_stand_beside_the_question_and_leave_it_standing() -> None:
    pos = walk.start(BELLS, {}, 2, 1)
    root = walk.ask(pos, 0)
    assert isinstance(root, SelectPrompt)
    assert [option.key for option in root.options] == ["hello", "bye", "ring"]
    assert root.default == "bye"
    pos = walk.submit(pos, 0, ("ring", 1)).pos
    assert walk.actors(pos) == (0,)
    pos = walk.submit(pos, 0, ("ring", 3)).pos  # pushes a frame of its own
    assert [type(frame).__name__ for frame in pos.stack] == ["Over", "Freely", "Say"]
    pos = walk.submit(pos, 0, ("hello",)).pos
    root = walk.ask(pos, 0)
    assert isinstance(root, SelectPrompt)
    assert [option.key for option in root.options] == ["hello", "bye"]


class Dumb(Bell):
    verbs: ClassVar[tuple[str, ...]] = ("toll",)

    def offer(self, t: StepContext[Toy], seat: Seat) -> tuple[Option | DisabledOption, ...]:
        return (DisabledOption("toll", W("toll"), W("the rope is gone")),)


class Hinting(Say, tag="hinting"):
    free: ClassVar = (Bell(), Dumb())

    def prompt(self, t: StepContext[Toy], seat: Seat, path: Path) -> PromptResult:
        own = super().prompt(t, seat, path)
        return (
            replace(own, unlisted_keys=("whisper",), back_label=W("another"))
            if isinstance(own, SelectPrompt)
            else own
        )


def test_a_question_keeps_all_its_own_beside_free_operations_and_these_may_be_blocked() -> None:
    root = walk.ask(walk.start(toy(Hinting, lambda t: [Hinting(0)]), {}, 1, 1), 0)
    assert isinstance(root, SelectPrompt)
    assert [option.key for option in root.options] == ["hello", "bye", "ring"]
    assert (root.unlisted_keys, root.back_label) == (("whisper",), W("another"))
    assert why_illegal(root, "toll") == IllegalPath(W("the rope is gone"))


def test_who_may_act_is_not_awaited_and_stops_when_there_is_nothing_left() -> None:
    pos = walk.start(BELLS, {}, 3, 1)
    assert (walk.actors(pos), walk.optional_actors(pos)) == ((0,), (1, 2))
    root = walk.ask(pos, 1)
    assert isinstance(root, SelectPrompt)
    assert [option.key for option in root.options] == ["ring"]
    assert isinstance(walk.ask(pos, 1, ("hello",)), IllegalPath)
    for _ in range(2):
        step = walk.submit(pos, 1, ("ring", 1))
        assert step.barrier == []
        pos = step.pos
    assert walk.optional_actors(pos) == (2,)
    with pytest.raises(walk.IllegalMoveError):
        walk.submit(pos, 1, ("ring", 1))


def test_illegal_moves_carry_the_reason() -> None:
    pos = walk.start(SPEND, {}, 2, 1)
    cases: list[tuple[int, Any, str]] = [
        (1, ("spend", {"a": 1}), "core.refused.not_now"),
        (0, (), "core.refused.unfinished"),
        (0, ("save",), "@text"),
        (0, ("spend",), "core.refused.unfinished"),
        (0, ("spend", {"a": 2, "b": 2}), "core.refused.sum"),
        (0, ("spend", {"a": 2}), "@text"),
        (0, ("spend", {"a": 1}, "more"), "core.refused.option"),
        (0, (None,), "core.refused.option"),
    ]
    for seat, path, why in cases:
        with pytest.raises(walk.IllegalMoveError) as caught:
            walk.submit(pos, seat, path)
        assert caught.value.reject.why.key == why, path


def test_only_after_an_allot_may_a_frame_refuse_and_lots_and_leaves_know_it() -> None:
    pos = walk.start(SPEND, {}, 1, 1)
    leaves = list(walk.legal_moves(pos, 0))
    assert ("spend", {"a": 1, "b": 2}) in leaves
    amounts = [path[1] for path in leaves]
    assert all(isinstance(one, dict) and one.get("a") != 2 for one in amounts)
    assert all(walk.random_move(pos, 0, Rng.of(seed)) in leaves for seed in range(80))
    assert walk.default_path(pos, 0) == ("spend", {"a": 1})


def test_the_order_of_a_spelling_changes_nothing() -> None:
    pos = walk.start(SPEND, {}, 1, 1)
    one, two = (
        walk.submit(pos, 0, ("spend", {"a": 1, "b": 2})),
        walk.submit(pos, 0, ("spend", {"b": 2, "a": 1})),
    )
    assert one.pos == two.pos
    assert one.pos.state.log == ["a1", "b2"]


def only_answer(pos: Position[Toy, Any], *path: Key) -> Key | None:
    """Return the only answer to the prompt after `path`."""
    prompt = walk.ask(pos, 0, path)
    assert isinstance(prompt, SelectPrompt | AmountPrompt | DistributePrompt), prompt
    return prompt.only_answer()


def test_a_question_knows_its_only_answer() -> None:
    pos = walk.start(NARROW, {}, 1, 1)
    path: Path = ("go", 4, ["x", "y"])
    assert [only_answer(pos, *path[:depth]) for depth in range(4)] == [*path, None]
    assert only_answer(pos, *path, "left") == {"s": 2}
    assert only_answer(walk.start(ONE_SAY, {}, 2, 1)) is None


def test_default_path_goes_on_from_a_prefix() -> None:
    pos = walk.start(NARROW, {}, 1, 1)
    assert walk.default_path(pos, 0, ("go", 4, ["x", "y"], "right")) == (
        "go",
        4,
        ["x", "y"],
        "right",
        {"s": 2},
    )
    with pytest.raises(walk.IllegalMoveError):
        walk.default_path(pos, 2)


def test_apply_plays_in_place_what_submit_plays_on_a_copy() -> None:
    for seed in range(5):
        pos, rng = walk.start(CELLAR, {}, 3, seed), Rng.of(seed)
        while pos.outcome is None:
            seat = walk.actors(pos)[0]
            path = walk.random_move(pos, seat, rng)
            step = walk.submit(pos, seat, path)
            events = walk.apply(pos, seat, path)
            assert (pos, events) == (step.pos, step.events)


WORDS = st.sampled_from(["throw", "keep", "buy", "give", "p1", "swap"])
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | WORDS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["wine", "oil", "x"]), inner, max_size=2)
    ),
    max_leaves=4,
)


@settings(max_examples=150)
@given(st.integers(0, 60), st.lists(JUNK, max_size=4), st.integers(-2, 6))
def test_ask_is_safe_for_anything_and_changes_nothing(
    steps: int, junk: list[Any], seat: int
) -> None:
    pos, rng = walk.start(CELLAR, {}, 3, 5), Rng.of(5)
    for _ in range(steps):
        if pos.outcome is None:
            walk.apply(pos, actor := walk.actors(pos)[0], walk.random_move(pos, actor, rng))
    before = CELLAR.codec.encode(pos)
    answer = walk.ask(pos, seat, tuple(junk))
    assert isinstance(
        answer, SelectPrompt | AmountPrompt | DistributePrompt | MoveReady | IllegalPath
    )
    if not isinstance(answer, MoveReady):
        with pytest.raises(walk.IllegalMoveError):
            walk.submit(pos, seat, tuple(junk))
    assert CELLAR.codec.encode(pos) == before


def test_while_a_position_stands_still_each_question_is_worked_out_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pos = walk.start(CELLAR, {}, 2, "still")
    asked: list[Path] = []
    seat = walk.actors(pos)[0]
    path = walk.default_path(pos, seat)
    before = [walk.ask(pos, seat, path[:depth]) for depth in range(len(path) + 1)]
    kind = type((pos.lanes[seat] or pos.stack)[-1])
    real = kind.prompt

    def prompt(self: Any, t: Any, seat: Seat, path: Path) -> PromptResult:
        asked.append(path)
        answer: PromptResult = real(self, t, seat, path)
        return answer

    monkeypatch.setattr(kind, "prompt", prompt)
    no_key: Any = {"a": []}  # no key of a path: refused, and not cached
    with walk.cached_prompts(pos), walk.cached_prompts(pos):
        for _ in range(2):
            assert [walk.ask(pos, seat, path[:depth]) for depth in range(len(path) + 1)] == before
            assert walk.default_path(pos, seat) == path
            assert isinstance(walk.ask(pos, seat, ("no such",)), IllegalPath)
            assert isinstance(walk.ask(pos, -1), IllegalPath)
        assert asked.count(()) == 1
        assert len({repr(one) for one in asked}) == len(asked)
        assert isinstance(walk.ask(pos, seat, (no_key,)), IllegalPath)
    walk.apply(pos, seat, path)
    assert walk.ask(pos, seat) != before[0], "what was played is seen once it moves again"
