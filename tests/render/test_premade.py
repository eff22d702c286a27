"""Prepared drawings equal those that would be drawn."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from render.base import sprite_atlas
from render.tadmor.pieces.style import ASSETS
from tools.art import tadmor_board
from tools.art.premade import drawn

SPRITES = drawn()


@pytest.mark.parametrize("game", SPRITES)
def test_stored_sprites_are_those_that_would_be_drawn(game: str) -> None:
    folder = Path("render") / game / "assets"
    found = {name: sprite_atlas.find(folder, name) for name in SPRITES[game]}
    assert [
        name
        for name, one in found.items()
        if one is None or one.tobytes() != SPRITES[game][name].tobytes()
    ] == []
    assert sprite_atlas.find(folder, "nothing") is None


def test_the_stored_board_of_tadmor_is_the_one_that_would_be_drawn() -> None:
    with Image.open(ASSETS / "board.jpg") as stored:
        apart = ImageChops.difference(stored.convert("RGB"), tadmor_board.board())
    assert max(ImageStat.Stat(apart).mean) < 3
