"""Cards as data: loading, chains of ops with prompts in between, texts, refusals."""

from __future__ import annotations

from pathlib import Path as File
from typing import ClassVar

import msgspec
import pytest
from msgspec import Struct

from games.core.cards.card_data import by_id, load
from games.core.cards.effects import Chain, Effect, EffectRef, each_op, ops_in_words
from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.messages import Msg, Path, Seat, literal, msg
from tests.core.toy import Said, Toy, nothing, toy
from tests.games.asking import version


class Add(Effect[Toy], frozen=True, tag="add"):
    words: ClassVar[str] = "toy.op"
    n: int

    def why_impossible(self, t: StepContext[Toy], seat: Seat) -> Msg | None:
        return None if self.n else literal("nothing to add")

    def apply(self, t: StepContext[Toy], seat: Seat, here: EffectRef) -> None:
        t.state.points[seat] += self.n
        t.emit(Said(f"{here.part} +{self.n}"))


class Either(Effect[Toy], frozen=True, tag="either"):
    options: tuple[tuple[Add | Either, ...], ...]

    def apply(self, t: StepContext[Toy], seat: Seat, here: EffectRef) -> None:
        t.push(Choose(seat, here, len(self.options)))

    def describe(self) -> Msg:
        return msg("toy.either", what=[ops_in_words(ops) for ops in self.options])


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    ops: tuple[Add | Either, ...]


class Choose(Frame[Toy], tag="choose"):
    seat: int
    of: EffectRef
    n: int

    def prompt(self, t: StepContext[Toy], seat: Seat, path: Path) -> PromptResult:
        if path:
            return MoveReady(literal("so"))
        return SelectPrompt(tuple(Option(f"way_{at}", literal(at)) for at in range(self.n)))

    def apply(self, t: StepContext[Toy], seat: Seat, path: Path) -> None:
        t.pop()
        t.push(Resolve(seat, self.of.part_at("options", str(path[0])[-1])))


class Resolve(Chain[Toy], tag="resolve"):
    cards: ClassVar = {}


class Wait(Frame[Toy], tag="wait"):
    """Frame beneath the chain, so that its result is seen before the game ends."""

    seat: int

    def prompt(self, t: StepContext[Toy], seat: Seat, path: Path) -> PromptResult:
        return MoveReady(literal("go")) if path else SelectPrompt((Option("go", literal("go")),))

    def apply(self, t: StepContext[Toy], seat: Seat, path: Path) -> None:
        t.pop()


DATA = """[{"id": "mill", "ops": [
    {"op": "add", "n": 1}, {"op": "add", "n": 0},
    {"op": "either", "options": [[{"op": "add", "n": 5}], [{"op": "add", "n": 7},
        {"op": "either", "options": [[{"op": "add", "n": 9}], []]}]]},
    {"op": "add", "n": 2}]}]"""


def cards(folder: File, data: str) -> dict[str, Card]:
    (folder / "cards.json").write_text(data)
    return by_id(folder / "cards.json", Card)


GAME = toy(
    Resolve | Choose | Wait,
    lambda t: [Resolve(0, EffectRef("mill", "ops")), Wait(0)],
    determinize=nothing,
)


@pytest.fixture
def mill(tmp_path: File, monkeypatch: pytest.MonkeyPatch) -> Card:
    found = cards(tmp_path, DATA)
    monkeypatch.setattr(Resolve, "cards", found)
    return found["mill"]


def test_a_chain_does_its_ops_in_order_and_waits_where_one_asks(mill: Card) -> None:
    pos = walk.start(GAME, {}, 1, "x")
    assert pos.state.points == [1]  # the op that can't happen was passed over
    assert [type(frame).__name__ for frame in pos.stack] == ["Over", "Wait", "Resolve", "Choose"]
    pos = GAME.codec.decode(GAME.codec.encode(pos))  # and over a restart
    step = walk.submit(pos, 0, ("way_0",))
    assert step.pos.state.points == [8]
    assert isinstance(step.pos.stack[-1], Wait)
    said = [version(one, Said).words for one in step.events]
    assert said == ["ops.2.options.0.0 +5", "ops.3 +2"]


def test_chains_nest_and_an_empty_one_does_nothing(mill: Card) -> None:
    pos = walk.submit(walk.start(GAME, {}, 1, "x"), 0, ("way_1",)).pos
    assert pos.state.points == [8]
    assert isinstance(pos.stack[-1], Choose)
    assert walk.submit(pos, 0, ("way_0",)).pos.state.points == [19]
    assert walk.submit(pos, 0, ("way_1",)).pos.state.points == [10]


def test_the_words_of_a_card_come_from_its_ops(mill: Card) -> None:
    assert mill.ops[0].describe() == msg("toy.op.add", n=1)
    assert ops_in_words(mill.ops[:2], "or") == Msg(
        "@list", {"items": [msg("toy.op.add", n=1), msg("toy.op.add", n=0)], "word": "or"}
    )


def test_every_finds_the_ops_within_ops(mill: Card) -> None:
    assert [op.n for op in each_op({"mill": mill}) if isinstance(op, Add)] == [1, 0, 5, 7, 9, 2]
    assert sum(isinstance(op, Either) for op in each_op([mill])) == 2


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ('[{"id": "mill", "ops": [], "cost": 3}]', "unknown field `cost`"),
        ('[{"id": "mill", "ops": [{"op": "fly", "n": 1}]}]', "fly"),
        ('[{"id": "mill", "ops": [{"op": "add", "n": 1, "m": 2}]}]', "unknown field `m`"),
    ],
)
def test_what_the_vocabulary_does_not_know_is_refused_at_load(
    tmp_path: File, data: str, says: str
) -> None:
    with pytest.raises(msgspec.ValidationError, match=rf"cards\.json.*{says}"):
        cards(tmp_path, data)


@pytest.mark.parametrize(
    "data", ['[{"id": "a", "ops": []}, {"id": "a", "ops": []}]', '[{"id": "The Mill", "ops": []}]']
)
def test_an_id_stands_once_and_can_be_a_key(tmp_path: File, data: str) -> None:
    with pytest.raises(ValueError, match="stands twice or is no id"):
        cards(tmp_path, data)


def test_facts_that_are_no_list_load_as_their_type(tmp_path: File) -> None:
    (tmp_path / "rules.json").write_text('{"id": "box", "ops": []}')
    assert load(tmp_path / "rules.json", Card) == Card("box", ())
