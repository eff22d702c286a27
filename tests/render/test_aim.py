"""A lesson puts a ring around the meant letter on its picture and changes nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs
from PIL import ImageChops

from games.core.views.scene import Scene
from games.hosted import GAMES
from render.pictures import drawing
from tests.app.harness import AppHarness
from tests.render.scenes import boxes, names, outside
from tests.ui.handler_harness import ANA, HandlerHarness
from tests.ui.tutorial_player import TutorialPlayer
from ui.views.panel.forms import PanelViewState
from ui.views.panel.presenter import picture_kind, visible_panel

TITLES = [game.id for game in GAMES if (game.folder / "lessons").is_dir()]
REACH = 34  # of the glow around a ring, in pixels


async def led(folder: Path, game: str) -> Scene:
    """Return the picture of the first step of a lesson that leads to a spot."""
    harness = AppHarness(folder)
    await harness.open()
    await harness.app.repo.users.save(ANA)
    try:
        return await first_aimed(harness, game)
    finally:
        await harness.app.stop()


async def first_aimed(harness: AppHarness, game: str) -> Scene:
    """Return the same in an app that is running."""
    pupil = TutorialPlayer(HandlerHarness(harness), ANA)
    await pupil.begin(game)
    async for at in pupil.steps():
        panel = visible_panel(at.panel, PanelViewState())
        kind = picture_kind(panel, ANA)
        assert kind is not None
        scene = await harness.app.queries.scene(pupil.match.id, 0, kind, "es", panel, ANA)
        if scene.aim:
            return scene
    raise AssertionError("no step leads to a place")


@pytest.mark.parametrize("game", TITLES)
async def test_what_a_lesson_means_has_a_ring(tmp_path: Path, game: str) -> None:
    scene = await led(tmp_path, game)
    plain, ringed = (drawing.paint(structs.replace(scene, aim=aim)) for aim in ((), scene.aim))
    assert names(ringed, "aim") == list(scene.aim)
    assert outside(ringed) == outside(plain)
    assert {mark.tone for mark in scene.marks} == {"legal"}, "nothing is chosen yet"
    for _, box in boxes(ringed, "aim", "marker"):
        reach = (box.x - REACH, box.y - REACH, box.right + REACH, box.bottom + REACH)
        for one in (plain, ringed):
            one.sheet.paste((0, 0, 0), reach)
    assert ImageChops.difference(plain.sheet, ringed.sheet).getbbox() is None


@pytest.mark.parametrize("game", TITLES[:1])
async def test_a_place_that_the_picture_does_not_show_changes_nothing(
    tmp_path: Path, game: str
) -> None:
    scene = await led(tmp_path, game)
    assert drawing.draw_picture(structs.replace(scene, aim=("nowhere",))) == drawing.draw_picture(
        structs.replace(scene, aim=())
    )
