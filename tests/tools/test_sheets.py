"""Sheets of the gallery: color vision."""

from __future__ import annotations

import pytest
from PIL import Image

from tools import sheets
from tools.sight import SIGHTS, ciede2000, to_lab


@pytest.mark.parametrize("eyes", [one for one in SIGHTS if one != "normal"])
def test_a_sheet_shows_colours_as_such_eyes_see_them(eyes: str) -> None:
    colours = [(208, 34, 22), (0, 82, 180), (87, 154, 121), (239, 232, 215)]
    for colour in colours:
        shown = sheets.as_seen(Image.new("RGB", (1, 1), colour), eyes).getpixel((0, 0))
        assert isinstance(shown, tuple)
        assert (
            ciede2000(to_lab(colour, eyes), to_lab((shown[0], shown[1], shown[2]), "normal")) < 2.3
        ), "no difference that one notices"
    assert sheets.as_seen(Image.new("RGB", (1, 1), colours[0]), "grey").getpixel((0, 0)) == (
        85,
        85,
        85,
    )
