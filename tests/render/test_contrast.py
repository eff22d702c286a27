"""Contrast of everything written in pictures, measured where it is painted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image

from games.core.views.scene import Scene
from games.hosted import GAMES
from render.base import text as writing
from render.pictures import drawing
from tests.render.inline_sizes import DrawnLine, late_scenes, noting_lines
from tools.sight import RGB, contrast

WCAG_TEXT = 4.5  # least contrast of text (WCAG 2, criterion 1.4.3)
CAP_HEIGHT = 0.7  # of the size of a type
MIN_LINES = 100  # lines of text in the pictures of a game
SAMPLES = (12, 6)  # points of the ground below a line of text


def sampled(part: Image.Image) -> list[RGB]:
    """Return the colors of points spread over a part of a picture."""
    small = part.convert("RGB").resize(SAMPLES)
    raw = small.tobytes()
    return [(raw[at], raw[at + 1], raw[at + 2]) for at in range(0, len(raw), 3)]


def written(shown: Scene) -> Iterator[tuple[str, float]]:
    """Yield each line of text of a picture with its contrast to the ground below it.

    The ground is the median of sampled points, or the outline of an outlined text.
    """
    found: list[tuple[str, float]] = []

    def note(line: DrawnLine) -> None:
        style = line.style
        width = min(writing.width(line.words, style.face, style.size), line.room)
        left = line.at[0] - {"l": 0.0, "m": width / 2, "r": width}[line.anchor]
        top = line.at[1] - CAP_HEIGHT * style.size
        box = (round(left), round(top), round(left + width), round(line.at[1]))
        points = [style.stroke_fill] if style.stroke else sampled(line.canvas.sheet.crop(box))
        red, green, blue = style.fill[:3]
        contrasts = sorted(contrast((red, green, blue), point) for point in points)
        found.append((line.words, contrasts[len(contrasts) // 2]))

    with noting_lines(note):
        drawing.paint(shown)
    yield from found


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_text_stands_out_from_its_ground(game: str, subtests: pytest.Subtests) -> None:
    total = 0
    for kind, scene in late_scenes(game).items():
        with subtests.test(kind=kind):
            lines = list(written(scene))
            total += len(lines)
            pale = {words: round(ratio, 1) for words, ratio in lines if ratio < WCAG_TEXT}
            assert pale == {}
    assert total > MIN_LINES
