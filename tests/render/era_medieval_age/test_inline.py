"""Every picture of Era can be read at the size at which Discord shows it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from games.core.views.scene import Scene
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Point
from render.pictures import drawing
from tests.render.era_medieval_age import staged, staged_domain
from tests.render.scenes import LONG, boxes, lettered, outside, overlaps, view_scene

KIB = 1024
MAX_SIZE = {"board": (1200, 900)}  # an embed is shown 400 x 300; other pictures 550 x 350
MAX_INLINE_SIZE = (1200, 764)
# Smallest words and figures: 11 and 14 pixels on the board as an embed shows it.
MIN_TYPE = {"board": (33, 42)}
MIN_INLINE_TYPE = (30, 34)
FIGURE = re.compile(r"[−+×\d/]+")
SEATS = (1, 2, 3, 4)
PHASES = (("setup", 0), ("roll", 1), ("collect", 1), ("build", 2), ("extort", 2), ("calamities", 2))


def scenes(n: int, lang: str) -> Iterator[tuple[str, Scene]]:
    """Yield pictures of every kind, early and late, with long names, by name."""
    named: dict[str, Any] = {"names": LONG[:n], "lang": lang}
    for phase, least in PHASES:
        view = staged.table(n, phase, least=least)
        yield f"board {phase}", view_scene(view, **named)
        own = staged.table(n, phase, viewer=0, least=least)
        yield f"dice {phase}", view_scene(own, "dice", **named)
        for seat in range(n):
            yield f"domain {phase} {seat}", view_scene(view, "domain", focus=seat, **named)
    full = staged.settled(n)
    towns = tuple(
        structs.replace(town, points=118 + seat, culture=127, calamity=103, area=104, hammers=12)
        for seat, town in enumerate(full.towns)
    )
    for phase in ("build", "extort", "calamities"):
        crowded = structs.replace(full, towns=towns, phase=phase)
        yield f"board crowded {phase}", view_scene(crowded, marks=lettered("town0"), **named)
    yield "domain crowded", view_scene(structs.replace(full, towns=towns), "domain", **named)
    yield "dice all", view_scene(structs.replace(full, phase="quill"), "dice", **named)
    for throws in (0, 1, 2):
        own = staged.throwing(throws=throws, n=n, sets=throws % 2)
        yield f"dice {throws}", view_scene(own, "dice", **named)
    yield "dice many", view_scene(staged.throwing(staged.MANY, 1, n=n), "dice", **named)
    yield "end", view_scene(staged.table(n, "end"), "end", **named)


def staged_scenes(lang: str) -> Iterator[tuple[str, Scene]]:
    """Yield questions about a domain, also as large pictures."""
    for name, scene in staged_domain.SCENES.items():
        long = structs.replace(scene, names=LONG[: scene.view.n], lang=lang)
        yield f"domain {name}", long
        yield f"large {name}", structs.replace(long, large=True)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """Return a list that collects the size and words of everything written on a canvas."""
    found: list[tuple[int, str]] = []
    real = Canvas.text

    def spy(
        self: Canvas, at: Point, words: str, style: writing.Style, *more: Any, **named: Any
    ) -> float:
        found.append((style.size, words))
        return real(self, at, words, style, *more, **named)

    monkeypatch.setattr(Canvas, "text", spy)
    return found


@pytest.mark.parametrize(("n", "lang"), [*itertools.product(SEATS, ("es", "en"))])
def test_pictures_are_landscape_with_large_type(
    n: int, lang: str, typed: list[tuple[int, str]], subtests: pytest.Subtests
) -> None:
    pictures = [*scenes(n, lang), *(staged_scenes(lang) if n == max(SEATS) else ())]
    for name, scene in pictures:
        with subtests.test(name=name):
            typed.clear()
            canvas = drawing.paint(scene)
            kind = "end" if scene.view.scoreboard and scene.kind == "board" else scene.kind
            width, height = MAX_SIZE.get(kind, MAX_INLINE_SIZE)
            assert canvas.box.w == width
            assert canvas.box.h <= height
            words, figures = MIN_TYPE.get(kind, MIN_INLINE_TYPE)
            assert typed
            small = [
                (size, said)
                for size, said in typed
                if size < (figures if FIGURE.fullmatch(said) else words)
            ]
            assert small == []
            assert outside(canvas) == []
            written = boxes(canvas, "name", "number", "label", "points", "title", "victor")
            assert overlaps([*written, *boxes(canvas, "standing", "rival", "order", "tick")]) == []
            assert overlaps(boxes(canvas, "panel", "supply", "jaime", "layout")) == []
            assert overlaps(boxes(canvas, "marker")) == []


@pytest.mark.parametrize("n", [2, 4])
def test_files_are_small(n: int) -> None:
    for name, scene in scenes(n, "es"):
        assert len(drawing.draw_picture(scene).data) <= 500 * KIB, name
