"""Large pictures of Era show the subject of a prompt instead of the whole table."""

from __future__ import annotations

from dataclasses import astuple

import pytest
from msgspec.structs import replace

from games.core.views.scene import Scene
from render.base.canvas import Canvas
from render.era_medieval_age.screens import close, domain
from render.pictures import drawing
from tests.render.era_medieval_age import staged as table
from tests.render.era_medieval_age import staged_domain as staged
from tests.render.scenes import lettered, view_scene

PLACES = staged.scene(
    staged.view(), "board", large=True, marks=lettered("farm-a5-0", "farm-c11-0", "farm-a7-0")
)


def boxes(canvas: Canvas, kind: str) -> dict[str, tuple[int, int, int, int]]:
    return {one.about: astuple(one.box) for one in canvas.regions if one.kind == kind}


def test_a_large_picture_of_places_shows_only_the_land_around_them() -> None:
    part = close.window(PLACES)
    assert part is not None
    assert (part.x, part.y, part.w, part.h) == (0, 3, 10, 10)
    canvas = drawing.paint(PLACES)
    assert (
        "".join(dict.fromkeys(one.about for one in canvas.regions if one.kind == "column"))
        == "ABCDEFGHIJ"
    )
    assert list(dict.fromkeys(one.about for one in canvas.regions if one.kind == "row")) == [
        str(n) for n in range(4, 14)
    ]
    marks = [one for one in canvas.regions if one.kind == "marker"]
    assert {one.about for one in marks} == {"farm-a5-0", "farm-c11-0", "farm-a7-0"}
    assert all(
        one.box.is_inside(domain.grid_rect()) and one.box.w > domain.DOMAIN.int("marker")
        for one in marks
    )
    assert (
        canvas.sheet.size == drawing.paint(replace(PLACES, large=False, kind="domain")).sheet.size
    )


def test_a_large_preview_shows_the_piece_and_all_that_it_encloses() -> None:
    canvas = drawing.paint(replace(staged.SCENES["ghost"], large=True))
    assert boxes(canvas, "ghost").keys() == {"wall_6-a6-90"}
    assert (
        boxes(canvas, "fresh").keys()
        == boxes(drawing.paint(staged.SCENES["ghost"]), "fresh").keys()
        != set()
    )


@pytest.mark.parametrize("name", ["rows", "columns", "turns", "preset", "places"])
def test_what_takes_the_whole_land_is_not_cut(name: str) -> None:
    large = replace(staged.SCENES[name], large=True)
    assert close.window(large) is None
    assert (
        drawing.paint(large).sheet.tobytes() == drawing.paint(staged.SCENES[name]).sheet.tobytes()
    )


@pytest.mark.parametrize(
    ("scene", "kind"),
    [
        (view_scene(table.throwing(), marks=lettered("p1", "b1")), "dice"),
        (replace(staged.SCENES["layouts"], kind="board"), "layouts"),
    ],
)
def test_who_wants_large_pictures_gets_what_a_question_is_about(scene: Scene, kind: str) -> None:
    found = drawing.paint(replace(scene, large=True)).sheet
    assert found.tobytes() == drawing.paint(replace(scene, kind=kind)).sheet.tobytes()
    assert found.tobytes() != drawing.paint(scene).sheet.tobytes()


def test_where_nothing_is_asked_a_large_picture_is_the_table() -> None:
    plain = view_scene(table.settled(2))
    assert (
        drawing.paint(replace(plain, large=True)).sheet.tobytes()
        == drawing.paint(plain).sheet.tobytes()
    )
