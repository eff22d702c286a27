"""A table of 760 pentomino placements, narrowed in steps of at most 15 options."""

from __future__ import annotations

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.option_table import Field, OptionTable, Row
from games.core.prompts.prompt import (
    DisabledOption,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
)
from games.core.text.messages import Path, Seat, literal, msg
from tests.core.toy import Toy, toy

PIECES = {
    "f": [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)],
    "l": [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)],
}
HEIGHT, WIDTH = 9, 9


def turned(cells: list[tuple[int, int]], turn: int) -> list[tuple[int, int]]:
    for _ in range(turn % 4):
        cells = [(c, -r) for r, c in cells]
    if turn >= 4:
        cells = [(r, -c) for r, c in cells]
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return sorted((r - top, c - left) for r, c in cells)


def placements() -> list[Row]:
    """Yield (piece, turn, row, column) of every placement; equal turns count once."""
    rows: list[Row] = []
    for name, cells in PIECES.items():
        seen = []
        for turn in range(8):
            shape = turned(cells, turn)
            if shape in seen:
                continue
            seen.append(shape)
            down, across = HEIGHT - max(r for r, _ in shape), WIDTH - max(c for _, c in shape)
            rows += [
                (name, f"t{turn}", f"r{row}", f"c{column}")
                for row in range(down)
                for column in range(across)
            ]
    return rows


def _plain(value: str, rows: object) -> Option:
    return Option(value, literal(value))


FIELDS = tuple(Field(msg("core.prompt.choose"), _plain) for _ in range(4))
ROWS = placements()
TABLE = OptionTable(ROWS[:760], FIELDS)


class Build(Frame[Toy], tag="build"):
    seat: int

    def prompt(self, t: StepContext[Toy], seat: Seat, path: Path) -> PromptResult:
        match path:
            case ():
                return SelectPrompt((Option("build", literal("build")),))
            case ("build", _, _, _, _):
                return MoveReady(literal("built"))
            case ("build", *where):
                return TABLE.choose(*where)
        raise AssertionError(path)

    def apply(self, t: StepContext[Toy], seat: Seat, path: Path) -> None:
        t.state.log = [str(key) for key in path]
        t.pop()


GAME = toy(Build, lambda t: [Build(0)])


def test_the_table_is_as_large_as_we_say() -> None:
    assert len(TABLE.rows) == len(set(TABLE.rows)) == 760


def test_every_step_has_at_most_15_options_and_every_leaf_is_a_row() -> None:
    pos = walk.start(GAME, {}, 1, 1)
    leaves = list(walk.legal_moves(pos, 0))
    assert [path[1:] for path in leaves] == TABLE.rows
    for path in leaves[::20]:
        for end in range(len(path)):
            form = walk.ask(pos, 0, path[:end])
            assert isinstance(form, SelectPrompt)
            assert 1 <= len(form.options) <= 15


def test_fields_with_one_value_left_are_forced() -> None:
    few = OptionTable(
        [("f", "t0", "r1", "c1"), ("f", "t0", "r1", "c2"), ("l", "t3", "r0", "c0")], FIELDS
    )
    assert [option.key for option in few.choose().options] == ["f", "l"]
    assert few.choose("f").only_answer() == "t0"
    assert few.choose("l", "t3", "r0").only_answer() == "c0"
    assert few.remaining(("f",)) == few.rows[:2]
    assert few.remaining(("z",)) == []


def test_what_is_not_in_the_table_is_refused() -> None:
    pos = walk.start(GAME, {}, 1, 1)
    for path in (
        ("build", "z"),
        ("build", "f", "t99"),
        ("build", "f", "t0", "r0", "c99"),
        ("build", 1),
    ):
        assert isinstance(walk.ask(pos, 0, path), IllegalPath)
    assert walk.submit(pos, 0, ("build", *TABLE.rows[100])).pos.state.log[1:] == list(
        TABLE.rows[100]
    )


def test_an_option_may_tell_what_it_leaves() -> None:
    counting = Field(
        msg("core.prompt.choose"), lambda value, rows: Option(value, literal(len(rows)))
    )
    table = OptionTable(TABLE.rows, (counting, *FIELDS[1:]))
    assert sum(int(option.label.args["text"]) for option in table.choose().options) == 760


def test_blocked_values_and_a_default_stand_beside_what_is_left_and_never_against_it() -> None:
    gone = DisabledOption("z", literal("z"), literal("none left"))
    first = TABLE.choose(
        blocked=(gone, DisabledOption("f", literal("f"), literal("but it is there"))), default="l"
    )
    assert [option.key for option in first.options] == ["f", "l"]
    assert first.blocked == (gone,)
    assert (first.default_answer(), TABLE.choose(default="z").default_answer()) == ("l", "f")
