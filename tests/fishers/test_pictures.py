"""Every kind of picture is drawn, in both languages, wide enough for a table and a phone; who has no hand sees none."""

from __future__ import annotations

import pytest

from games.core.text.languages import LANGUAGES
from render.pictures import drawing
from tests.contract.playouts import played
from tests.fishers import GAME
from tests.render.scenes import outside, scene


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", GAME.pictures)
@pytest.mark.parametrize("n", GAME.players)
def test_every_picture_is_drawn_and_stays_on_its_sheet(n: int, kind: str, lang: str) -> None:
    match = played(GAME.id, n)
    pos, viewer = (
        (match.end, None) if kind == "end" else (match.moments[2].pos, match.moments[2].seat)
    )
    canvas = drawing.paint(scene(pos, kind, viewer, lang=lang))
    assert canvas.sheet.width == 1200
    assert outside(canvas) == []
