"""Pictures at the size at which Discord shows them inline: format, sizes of type, nothing lost.

An embed shows a picture of 1200 pixels 400 wide, an attachment 550 wide. So that words are 11
pixels high and figures 14, they are larger on the picture.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from games.core.views.scene import Scene
from render.base import cache
from render.base.canvas import Canvas
from render.eight_minute_empire.pieces.style import LAYOUT
from render.pictures import drawing
from tests.render.eight_minute_empire import staged
from tests.render.eight_minute_empire.staged import scene, view
from tests.render.scenes import LONG, boxes, lettered, names, outside, overlaps

HIGHEST = {True: 900, False: 764}  # pixels; whether it is the board
LEAST_WORD = {True: 33, False: 30}
LEAST_FIGURE = {True: 42, False: 34}
SIX = tuple(f"card{i}" for i in range(1, 7))
CROWDED = {"a": ("c6", "c7", "s1"), "b": ("v1", "v2", "e6")}


def pictures(n: int, side: str, lang: str) -> dict[str, Scene]:
    """Return a scene of every kind, late in a game and crowded."""
    more: dict[str, Any] = {"lang": lang}
    own = n - 1
    taking = view(n, side, "take", (own,), viewer=own)
    later = structs.replace(taking, games=3, game_no=2, sums=(31, 28, 35, 22, 27)[:n])
    marks = lettered(*CROWDED[side])
    return {
        "board": scene(view(n, side), changed=("c8", "e6"), ghost=("c9", "v7"), **more),
        "board, letters": scene(taking, marks=lettered(*SIX), **more),
        "board, campaign": scene(later, **more),
        "board, bids": scene(view(n, side, "bid"), **more),
        "board, long names": scene(later, names=LONG, **more),
        "take": scene(taking, "take", marks=lettered(*SIX), **more),
        "map": scene(taking, "map", marks=marks, **more),
        "row": scene(taking, "row", marks=lettered(*SIX), **more),
        "crop": scene(taking, "crop", marks=marks, **more),
        "large cards": scene(taking, marks=lettered(*SIX), large=True, **more),
        "private": scene(taking, "private", **more),
        "private, bids": scene(view(n, side, "bid", viewer=own, my_bid=2), "private", **more),
        "end": scene(staged.played(n), **more),
        "end of a campaign": scene(staged.played(n, mode="campaign"), names=LONG, **more),
    }


def is_figure(text: str) -> bool:
    """Return whether a text is a number, also "+3" or "31→38"."""
    return text.strip("+−").replace("→", "").isdecimal()


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize(("n", "side"), [(2, "a"), (5, "a"), (5, "b")])
def test_every_picture_can_be_read_inline(
    n: int, side: str, lang: str, written: list[tuple[int, str]]
) -> None:
    cache.IMAGE_CACHE.drop(lambda _: True)  # what is cached would not be written again
    for name, one in pictures(n, side, lang).items():
        is_board = name.startswith("board")
        written.clear()
        canvas = drawing.paint(one)
        assert canvas.box.w == 1200, name
        assert canvas.box.h <= HIGHEST[is_board], name
        figures = [size for size, text in written if is_figure(text)]
        words = [size for size, text in written if not is_figure(text)]
        assert figures, name
        assert min(figures) >= LEAST_FIGURE[is_board], name
        assert min(words, default=99) >= LEAST_WORD[is_board], name
        if one.kind != "crop":  # which cuts pieces at its edge
            assert outside(canvas) == [], name
        _check_panels(canvas, name)
        cache.IMAGE_CACHE.drop(lambda _: True)


def _check_panels(canvas: Canvas, name: str) -> None:
    """Check that mats, cards and what is written on mats keep apart."""
    assert overlaps(boxes(canvas, "mat", "card", "panel")) == [], name
    mats = [box for _, box in boxes(canvas, "mat")]
    texts = [
        (region.about, region.box)
        for region in canvas.regions
        if region.kind in ("name", "points", "bid", "number")
        and any(region.box.meets(mat) for mat in mats)
    ]
    assert overlaps(texts) == [], name
    assert [text for text, box in texts if not any(box.is_inside(mat) for mat in mats)] == [], name


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_strip_for_news_below_the_header_stays_free(n: int) -> None:
    news = LAYOUT.rect("board.news")
    assert (news.y, news.h, news.w) == (76, 52, 1200)
    for phase in ("take", "action"):
        canvas = drawing.paint(scene(view(n, phase=phase), marks=lettered(*SIX)))
        shown = [one for one in canvas.regions if one.kind != "title"]
        assert [(one.kind, one.about) for one in shown if one.box.inset(3).meets(news)] == []


def test_leaders_stand_on_gold_and_nobody_does_while_all_have_the_same() -> None:
    assert names(drawing.paint(scene(view(4))), "leader") == ["2"]
    seen = view(4)
    level = tuple(structs.replace(seat, points=3) for seat in seen.seats)
    assert names(drawing.paint(scene(structs.replace(seen, seats=level))), "leader") == []


def test_what_is_at_stake_is_on_the_private_picture() -> None:
    """Everybody's points are public, and the own ones count tokens and wilds as the engine does."""
    seen = view(5, phase="take", viewer=1)
    canvas = drawing.paint(scene(seen, "private"))
    assert names(canvas, "points") == [str(seat.points) for seat in seen.seats]
