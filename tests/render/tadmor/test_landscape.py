"""Pictures of Tadmor can be read at the size at which Discord shows them, before a click."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import structs

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.state.rng import Rng
from games.core.views.scene import Scene
from games.tadmor import GAME
from games.tadmor.model.catalog import REGIONS, spaces
from games.tadmor.model.effects import UPGRADES
from render.base.canvas import Canvas
from render.base.layout import Point
from render.base.text import Style
from render.pictures.drawing import paint as painted
from render.tadmor.layers import places
from render.tadmor.pieces import faces
from render.tadmor.pieces.style import LAYOUT
from render.tadmor.screens import board, mat
from tests.contract.playouts import played as playout
from tests.render.scenes import LONG, NAMES, boxes, lettered, outside, overlaps, scene
from tests.render.tadmor.staged import BOARD_HEIGHT, OTHER_HEIGHT, settled

# Smallest sizes of words and figures on a canvas 1200 wide. An embed is shown 400 wide, where
# words are 11 px high and figures 14 px; an attachment is shown 550 wide, on a phone 320.
LEAST = {"board": (33, 42), "other": (30, 34)}
# What must not lie on each other, by kind of picture.
APART = {
    "board": ("name", "points", "projected", "leader", "number", "card", "badge", "turns", "tile"),
    "mat": ("heading", "count", "points", "projected", "number", "label"),
    "region": ("space name", "region name", "name", "points", "projected", "count"),
    "display": ("tile", "tile name", "words"),
    "missions": ("card", "mission"),
    "end": ("label", "number", "points", "name"),
}


@functools.lru_cache(maxsize=4)
def late(n: int) -> Any:
    """Return a position of computer players in the last turn, with many things on the table."""
    pos, rng = walk.start(GAME, {}, n, "landscape"), Rng.of(n)
    while pos.outcome is None:
        view = GAME.view(pos, None)
        if view.turn == view.turns and sum(bool(space.pieces) for space in view.spaces) > 4:
            break
        seat = walk.actors(pos)[0]
        pos = walk.submit(pos, seat, decide(pos, seat, "game", rng)).pos
    return pos


def scenes(n: int, lang: str, names: Sequence[str]) -> list[Scene]:
    """Return a scene of each kind, late in a game of `n` players and at its end."""
    pos = late(n)
    view = GAME.view(pos, 0)
    tiles = [tile for tile in view.display if tile]
    more: dict[str, Any] = {"lang": lang, "names": tuple(names[:n])}
    found = [scene(pos, "board", **more), scene(pos, "display", 0, marks=lettered(*tiles), **more)]
    found += [scene(pos, "missions", seat, **more) for seat in range(n)]
    found += [scene(pos, "mat", seat, **more) for seat in range(n)]
    for region in REGIONS:
        ours = [space.id for space in spaces(n) if space.region == region]
        found.append(scene(pos, "region", 0, marks=lettered(*ours), **more))
    return [*found, scene(playout("tadmor", n).end, "end", **more)]


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """Return a list that collects size and text of each line on a canvas, sentences excepted."""
    found: list[tuple[int, str]] = []
    real = Canvas.text

    def spy(
        self: Canvas,
        at: Point,
        words: str,
        style: Style,
        anchor: str = "l",
        kind: str = "text",
        room: float = float("inf"),
    ) -> float:
        if kind != "text":
            found.append((style.size, words))
        return real(self, at, words, style, anchor, kind, room)

    monkeypatch.setattr(Canvas, "text", spy)
    return found


def check(one: Scene, texts: list[tuple[int, str]], written: list[tuple[int, str]]) -> Canvas:
    """Check size, type, edges and overlaps of a picture, and return it."""
    texts.clear()
    written.clear()
    for drawn in (places.sign, faces.small_tile, faces.tile, board._static_board):
        drawn.cache_clear()  # what is written on sprites counts, too
    canvas = painted(one)
    is_board = one.kind == "board"
    assert canvas.box.w == 1200
    assert canvas.box.h <= (BOARD_HEIGHT if is_board else OTHER_HEIGHT)
    assert [noted for noted in outside(canvas) if noted[0] != "label"] == []
    assert overlaps(boxes(canvas, *APART[one.kind])) == []
    words, figures = LEAST["board" if is_board else "other"]
    assert [text for text in written if text[0] < words] == []
    small = [(size, text) for size, text in texts if size < figures]
    assert [text for text in small if not any(map(str.isalpha, text[1]))] == []
    return canvas


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("n", [2, 4])
def test_late_pictures_have_large_type_and_nothing_overlaps_or_is_cut(
    n: int, lang: str, texts: list[tuple[int, str]], written: list[tuple[int, str]]
) -> None:
    assert {check(one, texts, written) and one.kind for one in scenes(n, lang, NAMES)} == set(APART)


def test_long_names_stay_within_their_cards(
    texts: list[tuple[int, str]], written: list[tuple[int, str]]
) -> None:
    for one in scenes(4, "es", LONG):
        check(one, texts, written)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_staged_position_with_everything_can_be_read(
    lang: str, texts: list[tuple[int, str]], written: list[tuple[int, str]]
) -> None:
    for kind in ("board", "mat", "display", "missions", "region"):
        check(structs.replace(scene(settled(), kind, 0), lang=lang), texts, written)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_any_ten_tiles_of_an_era_fit_in_words(
    lang: str, texts: list[tuple[int, str]], written: list[tuple[int, str]]
) -> None:
    view = GAME.view(settled(), 0)
    for era in (1, 2, 3):
        tiles = [tile for tile, one in UPGRADES.items() if one.era == era]
        for first in range(0, len(tiles), 3):
            shown = tuple((tiles[first:] + tiles[:first])[:10])
            one = structs.replace(
                scene(settled(), "display", 0, lang=lang),
                view=structs.replace(view, display=shown),
            )
            canvas = check(one, texts, written)
            assert not [text for _, text in written if text.endswith("…") and not text[0].isdigit()]
            assert {about for about, _ in boxes(canvas, "tile")} == set(shown)


def test_the_strip_for_the_last_move_is_bare_wood() -> None:
    canvas = painted(scene(settled(), "board"))
    strip = LAYOUT.rect("board.news")
    assert [noted for noted in canvas.regions if noted.box.meets(strip)] == []
    assert strip.sides == (0, 76, 1200, 128)


def test_panels_of_a_mat_lie_beside_each_other() -> None:
    panels = list(mat.panel_boxes().items())
    assert overlaps(panels) == []
    assert max(box.bottom for _, box in panels) == mat.MAT.rect("tower").bottom
