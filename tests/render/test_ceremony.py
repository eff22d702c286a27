"""The ceremony at the end of a game fits any number of winners and any name."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from msgspec import structs

from games.core.state.score import Rank
from render.base import theme
from render.base.canvas import Canvas
from render.base.layout import Layout
from render.parts import panels
from render.pictures import end_screen
from tests.render.eight_minute_empire import staged
from tests.render.scenes import LONG, boxes, names, overlaps

LAY, LOOK = end_screen.end_layout(Layout({})), theme.load()
MOST = 5


def crowned(
    first: Collection[int], said: str = "", called: tuple[str, ...] = LONG, points: int = 0
) -> Canvas:
    """Return the ceremony of five players in which these seats have won."""
    view = staged.played(MOST)
    board = view.scoreboard
    assert board
    ranking = tuple(
        Rank(1 if seat in first else 1 + len(first), seat)
        for seat in (*first, *(set(range(MOST)) - set(first)))
    )
    board = structs.replace(board, ranking=ranking, total=(points,) * MOST)
    place = end_screen.stage(LAY, 1200, 200)
    canvas = Canvas(panels.table(1200, place.height))
    end_screen.draw_awards(
        canvas,
        staged.scene(structs.replace(view, scoreboard=board), names=called),
        LOOK,
        LAY,
        place,
        said,
    )
    return canvas


@pytest.mark.parametrize("n", range(1, MOST + 1))
def test_any_number_of_winners_shares_one_ribbon(n: int, written: list[tuple[int, str]]) -> None:
    canvas = crowned(range(n))
    assert [noted for noted in canvas.regions if not noted.box.is_inside(canvas.box)] == []
    ((_, ribbon),) = boxes(canvas, "ribbon")
    victors = boxes(canvas, "victor")
    assert len(victors) == (n if n <= LAY.int("named") else 0)
    assert all(box.is_inside(ribbon) for _, box in victors)
    assert overlaps(victors) == []
    assert min(size for size, _ in written) >= LOOK.small
    standards = names(canvas, "standard")
    assert standards == (["0", "0"] if n == 1 else [str(seat) for seat in range(n)])
    ((_, scene),) = boxes(canvas, "scene")
    assert all(box.is_inside(scene) for _, box in boxes(canvas, "standard"))
    assert overlaps(boxes(canvas, "standard", "laurels")) == []


@pytest.mark.parametrize("points", [-7, 0, 48, 266, 1041])
def test_the_points_stand_within_the_laurels(points: int) -> None:
    canvas = crowned([2], points=points)
    ((_, laurels),) = boxes(canvas, "laurels")
    ((said, box),) = boxes(canvas, "victory")
    assert said == str(points).replace("-", "−")
    assert box.is_inside(laurels)
    assert box.w <= laurels.w * LAY.float("medal") * LAY.float("medal_room") + 1


def test_a_single_player_reads_what_is_said_of_them() -> None:
    assert names(crowned([0], "Mercader"), "victor") == ["Mercader"]


def test_names_that_cannot_be_spelled_are_replaced() -> None:
    assert names(crowned([1], called=("", "🂡", "", "", "")), "victor") == ["Sitio 2"]


def test_the_ceremony_leaves_alone_what_stands_around_the_laurels() -> None:
    """Rays come from `draw_rays`, which a game draws beneath its pieces."""
    place, canvas = end_screen.stage(LAY, 1200, 200), crowned([2])
    bare = panels.table(1200, place.height)
    ((_, laurels),) = boxes(canvas, "laurels")
    air, frame = 12, LAY.int("frame") + 4
    y = laurels.y - air
    beside = [
        (place.scene.x + frame, y, laurels.x - air, place.scene.bottom - frame),
        (laurels.right + air, y, place.scene.right - frame, place.scene.bottom - frame),
        (laurels.x, y - 60, laurels.right, y),
    ]
    assert [canvas.sheet.crop(box).tobytes() == bare.crop(box).tobytes() for box in beside] == [
        True
    ] * 3
    end_screen.draw_rays(canvas, LOOK, LAY, place.scene)
    assert [canvas.sheet.crop(box).tobytes() == bare.crop(box).tobytes() for box in beside] == [
        False
    ] * 3
