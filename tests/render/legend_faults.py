"""Faults of legends: numbers on written lines, and frames that hold nothing or cut a line.

Run as a program, it prints them for all legends of some games:

    python -m tests.render.legend_faults [game ...]
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple
from unittest import mock

from msgspec import structs
from PIL import Image, ImageChops, ImageDraw, ImageStat

from games.core.engine.game import find
from games.core.guides.rulebook import legend_of, legend_pages, legends
from games.core.views.scene import Scene
from games.hosted import GAMES
from render.base import cache
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.parts import legend
from render.pictures import drawing
from tests.contract.playouts import played
from tests.render import inline_sizes
from tests.render.scenes import scene

STAGES = {"early": 0.1, "middle": 0.5, "late": 0.9}  # share of a game
SEARCHED = 60  # moments around a stage in which a kind of picture is looked for
INKED = 60  # by how much a pixel of a letter differs from the ground, at least
TOUCHED = 12  # pixels of letters that a number may cover or a frame may cross
FLAT = 6.0  # deviation of the brightness within a frame that holds nothing
RIM = 2  # pixels beside a frame's edge, on each side, in which a letter counts as cut


class Shown(NamedTuple):
    """Scene of a picture with a legend: its name, the scene without numbers."""

    name: str
    scene: Scene


class Faults(NamedTuple):
    """What is wrong with the legend of a picture, by the numbers of its signs."""

    numbers: tuple[str, ...]  # all numbers drawn
    covering: tuple[str, ...]  # numbers on a written line
    empty: tuple[str, ...]  # frames that hold nothing
    cutting: tuple[str, ...]  # frames that cross a written line

    @property
    def is_any(self) -> bool:
        """Return whether anything is wrong."""
        return bool(self.covering or self.empty or self.cutting)


def shown(game: str, seats: int, lang: str = "es") -> Iterator[Shown]:
    """Yield each kind of picture with a legend at each stage of a random game."""
    rules = find(game)
    match = played(game, seats)
    wanted = {kind.partition("-")[0] for kind, signs in legends(game).items() if signs}
    last = len(match.moments) - 1
    for stage, share in STAGES.items():
        at, found = round(share * last), dict[str, Scene]()
        found["board"] = scene(match.moments[at].pos, "board")
        near = sorted(range(last + 1), key=lambda i: abs(i - at))[:SEARCHED]
        for index in near:
            if found.keys() >= wanted:
                break
            for one in inline_sizes._scenes_of(match.moments[index]):
                found.setdefault(inline_sizes.kind_group(one.kind), one)
        for kind in sorted(wanted & found.keys()):
            one = structs.replace(found[kind], lang=lang)
            if legend_of(rules.id, one.kind, one.view):
                yield Shown(f"{game} {seats} {stage} {kind}", one)


@contextlib.contextmanager
def writing_nothing() -> Iterator[None]:
    """Draw pictures without any text; drawings cached before and after are dropped."""

    def write(_: Any, __: Any, text: str, style: writing.Style, ___: str = "l") -> float:
        return writing.width(text, style.face, style.size)

    _drop_caches()
    with mock.patch.object(writing, "write", write):
        yield
    _drop_caches()


def _drop_caches() -> None:
    cache.IMAGE_CACHE.drop(lambda _: True)
    for name, module in list(sys.modules.items()):
        if name.startswith("render.") and not name.startswith("render.base"):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def letters(written: Image.Image, blank: Image.Image) -> Image.Image:
    """Return a mask of the letters: where a picture differs from the same without text."""
    bands = ImageChops.difference(written, blank).split()
    strongest = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return strongest.point(lambda value: 255 if value >= INKED else 0)


def _inked(mask: Image.Image, box: tuple[int, int, int, int], *, is_round: bool = False) -> int:
    """Return the number of pixels of letters in a box, or in the ellipse that it holds."""
    part = mask.crop(box)
    if is_round:
        within = Image.new("L", part.size)
        ImageDraw.Draw(within).ellipse((0, 0, part.width - 1, part.height - 1), fill=255)
        part = ImageChops.multiply(part, within)
    return part.histogram()[255]


def _crossed(mask: Image.Image, box: Rect) -> bool:
    """Return whether a written line goes through the frame around a box."""
    within = min(legend.LEGEND.int("wide") // 2 + 2, box.w // 2, box.h // 2)
    left, top, right, bottom = box.inset(within).sides
    edges = (
        ((left - RIM, top, left, bottom), (left, top, left + RIM, bottom)),
        ((right - RIM, top, right, bottom), (right, top, right + RIM, bottom)),
        ((left, top - RIM, right, top), (left, top, right, top + RIM)),
        ((left, bottom - RIM, right, bottom), (left, bottom, right, bottom + RIM)),
    )
    return any(min(_inked(mask, outer), _inked(mask, inner)) > RIM for outer, inner in edges)


def _margins(numbered: Canvas, plain: Canvas) -> tuple[int, int]:
    """Return the width of the margins at the left and at the top of a legend's picture."""
    moved, box = numbered.regions[0].box, plain.regions[0].box
    return moved.x - box.x, moved.y - box.y


def faults(numbered: Canvas, plain: Canvas, blank: Canvas) -> Faults:
    """Return the faults of a legend; `plain` is its picture, `blank` that without text."""
    left, top = _margins(numbered, plain)
    mask = Image.new("L", numbered.sheet.size)
    mask.paste(letters(plain.sheet, blank.sheet), (left, top))
    discs = {one.about: one.box for one in numbered.regions if one.kind == "callout"}
    frames = {one.about: one.box for one in numbered.regions if one.kind == "meant"}
    gray = Image.new("L", numbered.sheet.size)
    gray.paste(plain.sheet.convert("L"), (left, top))
    return Faults(
        tuple(discs),
        tuple(n for n, box in discs.items() if _inked(mask, box.sides, is_round=True) > TOUCHED),
        tuple(
            n for n, box in frames.items() if ImageStat.Stat(gray.crop(box.sides)).stddev[0] < FLAT
        ),
        tuple(n for n, box in frames.items() if _crossed(mask, box)),
    )


def all_faults(game: str, seats: tuple[int, ...] = ()) -> Iterator[tuple[str, Faults]]:
    """Yield name and faults of each legend of a game, with two and the most players."""
    counts = seats or tuple(dict.fromkeys((2, max(find(game).players))))
    found = [one for at, n in enumerate(counts) for one in shown(game, n, ("es", "en")[at % 2])]
    plain = [drawing.paint(one.scene) for one in found]
    drawn = [[drawing.paint(page) for page in pages(one.scene)] for one in found]
    with writing_nothing():
        blank = [drawing.paint(one.scene) for one in found]
    for one, page_canvases, full, without in zip(found, drawn, plain, blank, strict=True):
        for number, canvas in enumerate(page_canvases, 1):
            yield f"{one.name} {number}", faults(canvas, full, without)


def pages(one: Scene) -> Iterator[Scene]:
    """Yield the scene of each page of a picture's legend."""
    for page in range(1, legend_pages(legend_of(one.game, one.kind, one.view)) + 1):
        yield structs.replace(one, legend=True, legend_page=page)


def table(games: list[str]) -> Iterator[str]:
    """Yield a line for each legend with a fault, and the sums of each game."""
    for game in games:
        found = list(all_faults(game))
        for name, one in found:
            if one.is_any:
                yield (
                    f"{name:<46} covers {' '.join(one.covering) or '-':<16}"
                    f"empty {' '.join(one.empty) or '-':<8}cut {' '.join(one.cutting) or '-'}"
                )
        signs = sum(len(one.numbers) for _, one in found)
        most = max((len(one.numbers) for _, one in found), default=0)
        yield (
            f"{game}: {len(found)} pictures, {signs} signs, at most {most} a picture; "
            f"{sum(len(one.covering) for _, one in found)} cover letters, "
            f"{sum(len(one.empty) for _, one in found)} frames empty, "
            f"{sum(len(one.cutting) for _, one in found)} frames cut letters"
        )


def main(args: list[str]) -> None:
    """Print the table of these games or of all."""
    for line in table(args or [game.id for game in GAMES]):
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
