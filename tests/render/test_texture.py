"""Stretched masks equal masks drawn whole; stored land equals what the tool draws."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageStat

from render.base import theme
from render.base.texture import flat, noise, rounded, shade, stretched, tone
from render.era_medieval_age.layers import ground, trays
from render.era_medieval_age.pieces.style import ASSETS
from render.era_medieval_age.screens import domain
from render.parts import markers, panels
from tools.art import era_land


def greatest(image: Image.Image) -> int:
    """Return the greatest pixel of an image with one channel."""
    return ImageStat.Stat(image).extrema[0][1]


def blurred(w: int, h: int) -> Image.Image:
    mask = Image.new("L", (w, h))
    ImageDraw.Draw(mask).rounded_rectangle((12, 9, w - 14, h - 11), 10, fill=255)
    return mask.filter(ImageFilter.GaussianBlur(4))


@pytest.mark.parametrize("size", [(300, 200), (81, 300), (300, 60), (50, 40)])
def test_a_stretched_mask_is_the_one_drawn_whole(size: tuple[int, int]) -> None:
    assert not ImageChops.difference(stretched(blurred, *size, 40), blurred(*size)).getbbox()


def test_a_panel_has_the_shadow_that_blurring_all_of_it_gives() -> None:
    look = theme.load()
    sheet = panels.panel(320, 240, look.paper, look.rim)
    whole = markers.shadowed(sheet, panels.BLUR, (0, 4), 0.5).image.getchannel("A")
    found = panels.shadowed_panel(320, 240, look.paper, look.rim, 2, 5).image.getchannel("A")
    assert greatest(ImageChops.difference(found, whole)) < 2


def test_the_glow_of_a_panel_is_the_one_drawn_whole() -> None:
    whole = markers.halo(rounded(320, 240, theme.CORNERS["panel"]))
    found = panels.panel_halo(320, 240)
    assert found.pad == whole.pad
    for a, b in ((found.light, whole.light), (found.edge, whole.edge)):
        assert greatest(ImageChops.difference(a, b)) < 2


@pytest.mark.parametrize("cell", [45, 48])
def test_the_tool_draws_the_land_that_is_stored(cell: int) -> None:
    for stored, drawn in (
        (ground.meadow(cell), era_land.meadow(cell)),
        (ground.paving(cell), era_land.paving(cell)),
    ):
        assert max(ImageStat.Stat(ImageChops.difference(stored, drawn)).mean) < 4


def test_land_in_a_size_that_is_not_stored_is_resized() -> None:
    assert 50 not in ground.CELLS
    assert ground.meadow(50).size == (700, 700)


def test_the_stored_board_of_the_domains_is_the_composed_one() -> None:
    stored = Image.open(ASSETS / "board.jpg").convert("RGB")
    assert max(ImageStat.Stat(ImageChops.difference(stored, domain.compose())).mean) < 4


@pytest.mark.parametrize("most", trays.SIZES)
def test_the_stored_trays_are_the_composed_ones(most: int) -> None:
    stored, drawn = Image.open(ASSETS / f"tray_{most}.jpg").convert("RGB"), trays.compose(most)
    assert stored.size == drawn.size
    assert max(ImageStat.Stat(ImageChops.difference(stored, drawn)).mean) < 4


def test_a_table_of_tones_is_the_overlay_of_one_colour() -> None:
    grey, base = noise(90, 60, 3, 7), (236, 222, 190)
    assert not ImageChops.difference(
        shade(flat(90, 60, base), grey, 1.0), tone(grey, base)
    ).getbbox()
