"""Covers: every game's, in every light, its words whole and inside."""

from __future__ import annotations

import itertools

import pytest

from cogs.ui.pages.covers import HOURS, SEASONS
from games.core.scene import Scene
from games.hosted import GAMES
from render import images

IDS = sorted(game.id for game in GAMES)
LIGHTS = list(itertools.product({light for _, light in HOURS}, SEASONS))


@pytest.mark.parametrize("game", IDS)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_cover_says_its_name_whole_and_inside(game: str, lang: str) -> None:
    canvas = images.paint(Scene(game, "cover", ("day", "summer"), (), lang))
    written = [mark for mark in canvas.noted if mark.kind == "text"]
    assert len(written) == 2
    assert all(mark.box.inside(canvas.box) for mark in written)
    assert not written[0].box.meets(written[1].box)
    assert not any("…" in mark.about for mark in written)


def test_hours_and_seasons_are_told_apart() -> None:
    pictures = {images.draw(Scene("tadmor", "cover", light, (), "en")).data for light in LIGHTS}
    assert len(pictures) == len(LIGHTS)
    assert len(LIGHTS) == 16


def test_a_shelf_shows_every_cover_once() -> None:
    canvas = images.paint(Scene("tadmor", "shelf", ("day", "summer", *IDS), (), "en"))
    boxes = [mark.box for mark in canvas.noted if mark.kind == "cover"]
    assert sorted(mark.about for mark in canvas.noted if mark.kind == "cover") == IDS
    assert all(box.inside(canvas.box) for box in boxes)
    assert not any(one.meets(other) for one, other in itertools.combinations(boxes, 2))
