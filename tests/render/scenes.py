"""Scenes for tests of pictures, and the regions that a renderer records on its canvas."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from typing import Any

from PIL import Image

from games.core.engine.game import find
from games.core.views.scene import Mark, Scene
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import RGB

NAMES = ("Inés", "Tomás", "Marina", "Bruno", "Lía", "Óscar")
LONG = (
    "Maximiliano-Ñ. W",
    "Wilhelmina Wolfeschlegelsteinhaus",
    "Очень Длинное Имя",
    "W" * 32,
    "小林さくら小林さくら",
    "Κλειώ",
)
LOOSE = 3  # pixels by which boxes may overlap


def view_scene(view: Any, kind: str = "board", **more: Any) -> Scene:
    """Return a scene of a view in Spanish; `more` are other fields of the scene."""
    fields: dict[str, Any] = {
        "game": view.game,
        "kind": kind,
        "view": view,
        "names": NAMES[: view.n],
        "lang": "es",
    }
    return Scene(**(fields | more))


def scene(pos: Any, kind: str, viewer: int | None = None, **more: Any) -> Scene:
    """Return a scene of a position as a viewer sees it."""
    return view_scene(find(pos.game).view(pos, viewer), kind, **more)


def lettered(
    *spots: str, chosen: Collection[str] = (), blocked: Collection[str] = ()
) -> tuple[Mark, ...]:
    """Return marks A, B, C ... on spots; after Z they start again."""

    def mark(at: int, spot: str) -> Mark:
        return Mark(
            spot,
            chr(ord("A") + at % 26),
            "chosen" if spot in chosen else "blocked" if spot in blocked else "legal",
        )

    return tuple(mark(at, spot) for at, spot in enumerate(spots))


def boxes(canvas: Canvas, *kinds: str) -> list[tuple[str, Rect]]:
    """Return subject and box of the noted regions of these kinds."""
    return [(noted.about, noted.box) for noted in canvas.regions if noted.kind in kinds]


def names(canvas: Canvas, *kinds: str) -> list[str]:
    """Return the subjects of the noted regions of these kinds."""
    return [about for about, _ in boxes(canvas, *kinds)]


def gray(image: Image.Image, at: tuple[int, int]) -> int:
    """Return a pixel of an image with one channel, 0..255."""
    value = image.getpixel(at)
    assert isinstance(value, int | float)
    return round(value)


def colour_at(image: Image.Image, at: tuple[int, int]) -> RGB:
    """Return a pixel of an RGB image."""
    value = image.getpixel(at)
    assert isinstance(value, tuple)
    red, green, blue = value
    return red, green, blue


def overlaps(found: list[tuple[str, Rect]]) -> list[tuple[str, str]]:
    """Return the pairs of boxes that overlap."""

    def less(box: Rect) -> Rect:
        return Rect(box.x + LOOSE, box.y + LOOSE, box.w - 2 * LOOSE, box.h - 2 * LOOSE)

    return [
        (a, b)
        for (a, first), (b, second) in combinations(found, 2)
        if less(first).meets(less(second))
    ]


def outside(canvas: Canvas) -> list[tuple[str, str]]:
    """Return the noted regions that reach beyond the picture, halos excepted."""
    return [
        (noted.kind, noted.about)
        for noted in canvas.regions
        if noted.kind != "halo" and not noted.box.is_inside(canvas.box)
    ]
