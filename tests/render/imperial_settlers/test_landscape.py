"""Pictures fit the sizes at which Discord shows them, and their text stays legible there.

Discord shows a board at most 400 x 300 and other pictures 550 x 350 pixels large, so a text on
a picture 1200 pixels wide is seen at a third or a half of its size.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import pytest

from games.core.views.scene import Scene
from games.imperial_settlers import GAME
from render.base import cache
from render.imperial_settlers import PAINTERS
from render.pictures import drawing
from render.pictures.drawing import paint as painted
from tests.render.imperial_settlers.staged import crowded, offered, played
from tests.render.inline_sizes import DrawnLine, noting_lines
from tests.render.scenes import LONG, boxes, lettered, names, outside, overlaps, scene, view_scene

KIB = 1024
BOARD, OTHERS = (1200, 900), (1200, 764)
MIN_WORD = {"board": 33, "other": 30}
MIN_FIGURE = {"board": 42, "other": 34}
HEADER_PX = 76
ROW = ("com080", "com081", "com082", "com083", "com084")


@pytest.fixture
def sizes() -> Iterator[list[tuple[int, str]]]:
    """Yield a list that collects size and text of everything written on canvases.

    Cached parts of pictures are dropped, so that their texts are written again.
    """
    cache.IMAGE_CACHE.drop(lambda _: True)
    found: list[tuple[int, str]] = []

    def note(line: DrawnLine) -> None:
        if line.at[1] > HEADER_PX or line.canvas.box.w < BOARD[0]:
            found.append((line.style.size, line.words))

    with noting_lines(note):
        yield found


def is_figure(words: str) -> bool:
    return words.lstrip("−+×").isdigit()


@functools.lru_cache
def late(n: int) -> Any:
    """Return the last round of an eventful game, in which much has been built."""
    return played(n, 5, "action", 0, 10 * n if n > 1 else 0)


def every_scene(n: int, lang: str) -> Iterator[Scene]:
    """Yield scenes of all kinds of pictures for `n` players, late and crowded ones too."""
    people = LONG[:n]
    for pos in (late(n), crowded(n, 5, "egyptians"), played(n, 1, "setup"), played(n, 2)):
        for kind in PAINTERS:
            if (kind.startswith("empire") and int(kind[-1]) >= n) or kind == "end":
                continue
            yield scene(pos, kind, 0, lang=lang, names=people)
            yield scene(pos, kind, None, lang=lang, names=people)
    row = offered(crowded(n, 3), ROW)
    for kind in ("board", "offer"):
        yield view_scene(row, kind, lang=lang, names=people, marks=lettered(*ROW))
    yield scene(played(n, 9), "end", lang=lang, names=people)


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_every_picture_has_the_size_and_its_text_is_legible(
    n: int, lang: str, sizes: list[tuple[int, str]]
) -> None:
    for one in every_scene(n, lang):
        sizes.clear()
        canvas = painted(one)
        width, height = BOARD if one.kind == "board" else OTHERS
        assert canvas.box.w == width
        assert canvas.box.h <= height, one.kind
        assert outside(canvas) == [], one.kind
        sort = "board" if one.kind == "board" else "other"
        small = [
            (size, words)
            for size, words in sizes
            if words.strip() and size < (MIN_FIGURE if is_figure(words) else MIN_WORD)[sort]
        ]
        assert small == [], one.kind


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_nothing_lies_on_anything_else(n: int, lang: str) -> None:
    for one in every_scene(n, lang):
        canvas = painted(one)
        assert overlaps(boxes(canvas, "tile", "deal", "foundation", "flag", "crest")) == [], (
            one.kind
        )
        assert overlaps(boxes(canvas, "count", "good", "tell", "leader", "earned")) == [], one.kind
        assert overlaps(boxes(canvas, "marker")) == [], one.kind
        assert overlaps(boxes(canvas, "card", "supply")) == [], one.kind
        assert overlaps(boxes(canvas, "name", "points", "earned")) == [], one.kind


@pytest.mark.parametrize("n", [2, 4])
def test_a_picture_is_a_small_file(n: int) -> None:
    for kind in ("board", "empire0", "hand"):
        for pos in (late(n), crowded(n, 5)):
            assert len(drawing.draw_picture(scene(pos, kind, 0)).data) < 500 * KIB, kind


def test_no_card_of_a_hand_is_on_the_pictures_of_others() -> None:
    pos = late(4)
    hands = {card for player in pos.state.players[1:] for card in player.hand}
    assert hands
    for kind in PAINTERS:
        if kind in ("end", "card"):
            continue
        shown = painted(scene(pos, kind, 0))
        assert not hands & set(names(shown, "tile", "card", "ghost", "stand")), kind
    assert GAME.view(pos, 0).hand is not None
