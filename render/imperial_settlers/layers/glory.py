"""Final scene: the winner's land with buildings as monuments; several winners share it."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFilter

from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.views.view import EmpireView, GameView
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect, split
from render.base.texture import Mask, Sprite, stored
from render.base.theme import BLACK, RGB, SERIF, Theme, dark, pale
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.pieces.style import ASSETS, icon
from render.parts import awards, panels
from render.parts.header import winners
from render.pictures import end_screen

GLORY = end_screen.end_layout(TABLE.part("ceremony"))
BUILDINGS = ASSETS / "ends" / "buildings"
STONE: RGB = (96, 98, 104)
SHADE: RGB = (52, 34, 20)


def stage() -> end_screen.EndStage:
    """Return the places: scene, laurels and ribbon at the left, the table at the right."""
    margin, gap = panels.LAYOUT.int("margin"), TABLE.int("gap")
    top = panels.LAYOUT.int("header.height") + GLORY.int("air")
    scene = Rect(margin, top, GLORY.int("wide"), GLORY.int("high"))
    ribbon = GLORY.rect("ribbon").moved(scene.x, scene.bottom)
    (dx, dy) = GLORY.point("laurels_at")
    left, bottom = scene.right + gap, GLORY.int("bottom")
    table = Rect(left, top, TABLE.int("width") - margin - left, bottom - gap - top)
    return end_screen.EndStage(scene, ribbon, (scene.x + dx, scene.bottom + dy), table, bottom)


def draw_glory(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the winners' lands side by side with their monuments.

    After a defeat in the solo game, draw the land by night.
    """
    view: GameView = scene.view
    seats = winners(view.scoreboard)
    places = GLORY.get("monuments")[len(seats) - 1] if seats else [()]
    parts = split(frame, len(places), 0)
    for seat, part in zip(seats or [0], parts, strict=True):
        land = stored(
            ASSETS / "ends" / f"{view.empires[seat].faction}-{'won' if seats else 'lost'}.jpg"
        )
        left, top = (land.width - part.w) // 2, land.height - part.h
        canvas.sheet.paste(land.crop((left, top, left + part.w, top + part.h)), (part.x, part.y))
        canvas.record_region("land", part, str(seat))
    if seats:
        end_screen.draw_rays(canvas, theme, GLORY, frame)
    for seat, part, spots in zip(seats or [0], parts, places, strict=True):
        _draw_monuments(canvas, view.empires[seat], part, spots)
    for part in parts[1:]:
        _draw_divider(canvas, part.x, frame)


def _draw_monuments(
    canvas: Canvas, empire: EmpireView, part: Rect, spots: Sequence[Sequence[int]]
) -> None:
    """Draw the buildings of an Empire's Locations; the most valuable stand in front.

    `spots` are (x, y, size) of each monument: its foot and its size in pixels, those in front
    first. Different buildings come before equal ones; buildings without a spot are left out.
    """
    codes = sorted(
        dict.fromkeys(CARDS[location.card].like[0] for location in empire.locations),
        key=lambda code: -CARDS[code].points,
    )
    first = {_buildings()[CARDS[code].id]: code for code in reversed(codes)}
    codes.sort(key=lambda code: code not in first.values())  # stable: by value otherwise
    monuments = zip(codes, spots, strict=False)
    # Draw from back to front: a lower foot is nearer.
    for code, (x, y, size) in sorted(monuments, key=lambda pair: pair[1][1]):
        body, foot = _building(_buildings()[CARDS[code].id], size), (part.x + x, part.y + y)
        shadow = _shadow(size)
        canvas.tint(
            shadow,
            round(foot[0] + size * 0.06 - shadow.width / 2),
            round(foot[1] - shadow.height / 2),
            SHADE,
        )
        canvas.paste_centred(body, (foot[0], foot[1] - body.height / 2))
        canvas.record_region(
            "monument", Rect(round(foot[0] - size / 2), foot[1] - size, size, size), code
        )


@functools.lru_cache(maxsize=1)
def _buildings() -> dict[str, str]:
    """Return the name of the building picture for each card, by card id."""
    text = (BUILDINGS / "cards.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text)
    return found


@cached
def _building(name: str, size: int) -> Sprite:
    """Return a building scaled to fit a square of `size` pixels."""
    with Image.open(BUILDINGS / f"{name}.webp") as stored_image:
        body = stored_image.convert("RGBA")
    scale = size / max(body.size)
    form = max(1, round(body.width * scale)), max(1, round(body.height * scale))
    return body.resize(form, Image.Resampling.LANCZOS)


@cached
def _shadow(size: int) -> Mask:
    """Return the shadow of a monument."""
    width = round(size * 0.9)
    height = round(size * 0.16)
    pad = round(size * 0.12)
    out = Image.new("L", (width + 2 * pad, height + 2 * pad))
    ImageDraw.Draw(out).ellipse((pad, pad, pad + width, pad + height), fill=150)
    return out.filter(ImageFilter.GaussianBlur(pad * 0.4))


def _draw_divider(canvas: Canvas, x: int, frame: Rect) -> None:
    """Draw a golden bar between the lands of two winners."""
    gold, half = (214, 160, 62), GLORY.int("frame") // 2
    for inset, tone in ((0, dark(gold, 0.75)), (2, gold), (half - 2, pale(gold, 0.4))):
        canvas.pen.rectangle(
            (x - half + inset, frame.y, x + half - 1 - inset, frame.bottom - 1), fill=tone
        )


def draw_defeat(
    canvas: Canvas, theme: Theme, place: end_screen.EndStage, points: int, message: str
) -> None:
    """Draw the frame of a lost solo game: ruins instead of laurels, a gray ribbon with a text."""
    canvas.paste_padded(
        awards.frame(place.scene.w, place.scene.h, GLORY.int("frame"), STONE),
        place.scene.x,
        place.scene.y,
    )
    canvas.record_region("scene", place.scene)
    x, y = place.laurels
    disc = round(GLORY.int("laurels") * GLORY.float("medal"))
    canvas.paste_centred(
        icon("castle-ruins", GLORY.int("ruins"), (214, 204, 186), (40, 34, 32), 3),
        (x, y - disc * 0.82),
    )
    canvas.paste_padded(
        awards.medal(disc, dark(theme.band, 0.2), STONE), x - disc / 2, y - disc / 2
    )
    digits = round(disc * 0.5)
    style = writing.Style(BLACK, digits, theme.bright)
    canvas.text((x, y + digits * writing.DIGIT_DROP), str(points), style, "m", kind="victory")
    cut, box = awards.RibbonShape.of(GLORY.part("cut")), place.ribbon
    canvas.paste_padded(awards.ribbon(box.w, box.h, (STONE,), pale(STONE, 0.3), cut), box.x, box.y)
    canvas.record_region("ribbon", box)
    text, size = writing.fit(
        message, SERIF, GLORY.int("said"), box.w - 2 * cut.fold - 40, theme.small
    )
    at = box.centre[0], box.centre[1] + size * writing.LETTER_DROP
    canvas.text(at, text, writing.Style(SERIF, size, theme.bright), "m", kind="victor")
