"""Covers of the games, each with scenery of the game, by day and by night.

    python -m tools.art covers

The composition is data (`covers.toml`). Landscapes are painted like those of Imperial Settlers; at
night, their windows are lit. The cover of Eight-Minute Empire shows the game's map on a table.
Covers have no text, since each lobby adds text in its language.
"""

from __future__ import annotations

import math
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.hosted import HOSTED
from render.base import layout
from render.base.layout import Rect
from render.base.perspective import Tilt
from render.base.texture import Sheet, scaled, stored
from render.base.theme import RGB, load, mix, parse
from render.el_mapa.pieces.props import prop
from render.parts.markers import piece
from tools.art.settlers_land import HALO_ALPHA, HALOS, LAMP, Land, Layer, Light, finish, sky
from tools.art.settlers_scenes import DRAW

DATA = layout.load(Path(__file__).parent / "covers.toml")
FOLDER = Path(__file__).parents[2] / "render"
WIDTH, HEIGHT = DATA.get("size")
COVER_QUALITY = 82
SUN_Y = {"day": 0.46, "night": 0.42}  # height of sun and moon, below the words
NIGHT_MIST = 0.5  # how far stored sprites take on the color of the night
TIMES = {"day": "cover", "night": "cover-night"}  # file names


def landscape(game: str, time: str) -> Sheet:
    """Paint the land of a game's cover; `time` is a key of `TIMES`."""
    part = DATA.part(game)
    name = part.get("day") if time == "day" else "night"
    land = Land(WIDTH, HEIGHT, Light.read(name, DATA), game)
    land.sun = land.width * part.float("sun"), SUN_Y[time]
    sky(land)
    for layer in part.get("layers"):
        (_sprites if layer["draw"] == "sprites" else DRAW[layer["draw"]])(land, layer)
    for x, y in DATA.get(game).get("lamps", ()) if time == "night" else ():
        _lamp(land, x, y)
    tint = mix(parse(part.get("tint")), land.light.cast, 0.8 if time == "night" else 0.0)
    return finish(land, tint, WIDTH, HEIGHT, mirrored=False)


def _sprites(land: Land, layer: Layer) -> None:
    """Draw stored sprites of El Mapa; at night, give them the tint of the night."""
    dye = parse(layer["dyed"]) if "dyed" in layer else None
    for name, x, foot, tile in layer["at"]:
        body, (foot_x, foot_y) = prop(name, round(tile * land.h), dye)
        image = body
        if land.light.night:
            cast = mix(land.light.cast, (255, 255, 255), 1 - NIGHT_MIST)
            image = ImageChops.multiply(body.convert("RGB"), Image.new("RGB", body.size, cast))
            image.putalpha(body.getchannel("A"))
        land.sheet.paste(image, (round(x * land.w - foot_x), round(foot * land.h - foot_y)), image)


def _lamp(land: Land, x: float, y: float) -> None:
    """Draw a small light, `x, y` as shares of the width and height."""
    at, r = (x * land.w, y * land.h), 0.011 * land.h
    for grown in (*(3 * one for one in HALOS), *HALOS):
        q = r * grown
        land.pen.ellipse((at[0] - q, at[1] - q, at[0] + q, at[1] + q), fill=(*LAMP, HALO_ALPHA))
    land.pen.rectangle((at[0] - r * 0.6, at[1] - r, at[0] + r * 0.6, at[1] + r), fill=LAMP)


def table(game: str, time: str) -> Sheet:
    """Paint the map of Eight-Minute Empire on a table, in daylight or in lamplight."""
    part = DATA.part(game)
    wood = stored(FOLDER / "assets" / "table.jpg")
    scale = max(WIDTH / wood.width, HEIGHT * 1.2 / wood.height)
    sheet = wood.resize((math.ceil(wood.width * scale), math.ceil(wood.height * scale)))
    sheet = sheet.crop((0, sheet.height - HEIGHT, WIDTH, sheet.height))
    if time == "day":
        sheet = Image.blend(sheet, Image.new("RGB", sheet.size, parse(part.get("bleached"))), 0.3)
    tilt = Tilt(Rect(*part.get("map")), part.float("far"))
    chart = stored(FOLDER / game / "assets" / "board_a.jpg")
    body, mask, at = tilt.warp(chart), tilt.outline(), (tilt.box.x, tilt.box.y)
    shadow = mask.filter(ImageFilter.GaussianBlur(14))
    sheet.paste((12, 8, 6), (at[0] + 8, at[1] + 16), scaled(shadow, 0.8))
    sheet.paste(body, at, mask)
    theme = load()
    for seat, u, v, size in sorted(part.get("pieces"), key=lambda one: one[2]):
        x, y = tilt.project(u, v)
        sprite = piece(theme, seat, round(size * (0.72 + 0.28 * v)))
        flat = sprite.resize((sprite.width, round(sprite.height * 0.82)))
        for rise in range(9):
            sheet.paste(flat, (round(x - flat.width / 2), round(y - flat.height / 2 - rise)), flat)
    (cx, cy, reach, colour), far = part.get(time)
    lit = Image.radial_gradient("L").resize((round(2 * reach * HEIGHT),) * 2)
    glow = Image.new("L", (WIDTH, HEIGHT), 255)
    glow.paste(lit, (round(cx * WIDTH - lit.width / 2), round(cy * HEIGHT - lit.height / 2)))
    glow = glow.filter(ImageFilter.GaussianBlur(40))
    light = Image.composite(
        Image.new("RGB", glow.size, parse(far)), Image.new("RGB", glow.size, parse(colour)), glow
    )
    sheet = ImageChops.multiply(sheet, light)
    _lantern(sheet, *part.get("lamp"), lit=time == "night")
    return sheet


def _lantern(sheet: Sheet, x: int, foot: int, high: int, *, lit: bool) -> None:
    """Draw a brass lantern; `x`, `foot` and its height `high` are in pixels."""
    k = 2
    art = Image.new("RGBA", (high * k, round(high * 1.1) * k))
    pen = ImageDraw.Draw(art, "RGBA")
    ink: RGB = (46, 30, 18)
    brass: RGB = (206, 158, 74) if lit else (186, 142, 68)
    glass: RGB = (255, 226, 150) if lit else (196, 214, 214)

    def shape(points: list[tuple[float, float]], fill: RGB) -> None:
        here = [((0.5 + u) * high * k, (1.05 - v) * high * k) for u, v in points]
        pen.polygon(here, fill=fill)
        pen.line([*here, here[0]], fill=ink, width=3 * k, joint="curve")

    shape([(-0.26, 0), (0.26, 0), (0.22, 0.1), (-0.22, 0.1)], brass)
    shape([(-0.19, 0.1), (0.19, 0.1), (0.19, 0.62), (-0.19, 0.62)], glass)
    if lit:
        shape(
            [(-0.06, 0.14), (0.06, 0.14), (0.09, 0.26), (0.0, 0.5), (-0.09, 0.26)], (255, 170, 60)
        )
    for u in (-0.19, 0.16):
        shape([(u, 0.1), (u + 0.03, 0.1), (u + 0.03, 0.62), (u, 0.62)], brass)
    shape([(-0.26, 0.62), (0.26, 0.62), (0.1, 0.8), (-0.1, 0.8)], mix(brass, ink, 0.2))
    ring = ((0.5 - 0.08) * high * k, 0.11 * high * k, (0.5 + 0.08) * high * k, 0.27 * high * k)
    pen.ellipse(ring, outline=brass, width=4 * k)
    body = art.resize((high, round(high * 1.1)), Image.Resampling.LANCZOS)
    at = x - high // 2, foot - round(high * 1.05)
    if lit:
        halo = Image.new("L", sheet.size)
        r = high * 1.1
        y = foot - high * 0.38
        ImageDraw.Draw(halo).ellipse((x - r, y - r, x + r, y + r), fill=200)
        sheet.paste((255, 190, 96), (0, 0), scaled(halo.filter(ImageFilter.GaussianBlur(60)), 0.3))
    sheet.paste(body, at, body)


def build() -> None:
    """Paint all covers."""
    for game in HOSTED:
        for time, name in TIMES.items():
            sheet = (table if "map" in DATA.get(game) else landscape)(game, time)
            path = FOLDER / game / "assets" / f"{name}.jpg"
            sheet.save(path, "JPEG", quality=COVER_QUALITY, subsampling=0, optimize=True)
