"""Covers of all games, with every background, have their texts complete and inside."""

from __future__ import annotations

import itertools

import pytest
from PIL import Image

from games.core.views.scene import Scene
from games.hosted import GAMES
from render.base import theme
from render.pictures import drawing
from tools.sight import contrast
from ui.views.pages.covers import HOURS, SEASONS

IDS = sorted(game.id for game in GAMES)
LIGHTS = list(itertools.product({light for _, light in HOURS}, SEASONS))


@pytest.mark.parametrize("game", IDS)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_cover_says_its_name_whole_and_inside(game: str, lang: str) -> None:
    canvas = drawing.paint(Scene(game, "cover", ("day", "summer"), (), lang))
    written = [mark for mark in canvas.regions if mark.kind == "text"]
    assert len(written) == 2
    assert all(mark.box.is_inside(canvas.box) for mark in written)
    assert not written[0].box.meets(written[1].box)
    assert not any("…" in mark.about for mark in written)


def test_hours_and_seasons_are_told_apart() -> None:
    pictures = {
        drawing.draw_picture(Scene("tadmor", "cover", light, (), "en")).data for light in LIGHTS
    }
    assert len(pictures) == len(LIGHTS)
    assert len(LIGHTS) == 16


@pytest.mark.parametrize("game", IDS)
def test_the_line_below_the_name_is_read_over_the_sun_too(game: str) -> None:
    """The ground around its letters is dark: measured by the darkest tenth of every 40 pixels."""
    bright = theme.load().bright
    for season in SEASONS:
        canvas = drawing.paint(Scene(game, "cover", ("day", season), (), "es"))
        line = [mark.box for mark in canvas.regions if mark.kind == "text"][1]
        for x in range(line.x, line.right - 40, 40):
            part = (
                canvas.sheet.crop((x, line.y, x + 40, line.bottom))
                .resize((20, line.h // 2), Image.Resampling.BOX)
                .tobytes()
            )
            dark = sorted(zip(part[::3], part[1::3], part[2::3], strict=True), key=sum)
            assert contrast(bright, dark[len(dark) // 10]) >= 4.5, (season, x)


def test_a_shelf_shows_every_cover_once() -> None:
    canvas = drawing.paint(Scene("tadmor", "shelf", ("day", "summer", *IDS), (), "en"))
    boxes = [mark.box for mark in canvas.regions if mark.kind == "cover"]
    assert sorted(mark.about for mark in canvas.regions if mark.kind == "cover") == IDS
    assert all(box.is_inside(canvas.box) for box in boxes)
    assert not any(one.meets(other) for one, other in itertools.combinations(boxes, 2))
