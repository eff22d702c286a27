"""Landscapes of Imperial Settlers: scenes as lists of layers, painted from sky to front.

The layers are data (`settlers_scenes.toml`). Lengths are fractions of the image height, from
the upper left corner; objects stand on the ground that was painted last. Light comes from the
left; mirror the finished image for light from the right.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageEnhance, ImageFilter, ImageOps

from render.base import layout
from render.base.texture import Mask, Sheet, clouds, flat, noise, scaled, shade
from render.base.theme import RGB, dark, mix, pale, parse

SCENES = layout.load(Path(__file__).parent / "settlers_scenes.toml")
TONES: dict[str, RGB] = {name: parse(colour) for name, colour in SCENES.get("tones").items()}
LAND_SUPERSAMPLE = 2  # drawing scale
INKED = 0.55  # objects nearer than this depth get an engraved outline
LAMP: RGB = (255, 214, 128)  # color of a lit window
HALO_SIZES = 0.006, 0.018  # least and largest size of a halo, in heights of the image
HALOS = (3.4, 3.0, 2.6, 2.2, 1.8, 1.4)  # its rings, in its sizes
HALO_ALPHA = 12
Point = tuple[float, float]
Layer = Mapping[str, Any]  # painter (`draw`) and its parameters
Shape = Callable[["Stamp"], None]  # object of height 1 with its foot at 0, 0


@dataclass(frozen=True)
class Light:
    """Light of a scene.

    `sky` has the colors of the sky from top to horizon, `sun` is the color of the sun, `haze` that
    of far things. The colors of things are mixed with `cast` by `share` (0..1). With `lamps`,
    windows are lit.
    """

    sky: tuple[RGB, RGB, RGB]
    sun: RGB
    haze: RGB
    cast: RGB
    share: float
    night: bool
    lamps: bool

    @classmethod
    def read(cls, name: str, scenes: layout.Layout = SCENES) -> Light:
        """Load a light by its name in the data."""
        data = scenes.get(f"lights.{name}")
        top, middle, low = (parse(colour) for colour in data["sky"])
        return cls(
            (top, middle, low),
            parse(data["sun"]),
            parse(data["haze"]),
            parse(data["cast"]),
            data["share"],
            bool(data.get("night")),
            bool(data.get("lamps")),
        )


class Land:
    """Landscape of `w` x `h` pixels, painted on a sheet `LAND_SUPERSAMPLE` times larger."""

    def __init__(self, w: int, h: int, light: Light, seed: str) -> None:
        self.w = w * LAND_SUPERSAMPLE
        self.h = h * LAND_SUPERSAMPLE
        self.light = light
        self.rng = random.Random(seed)  # random numbers of this scene
        self.width = w / h  # width in units of the height, in which all points are given
        self.sheet: Sheet = Image.new("RGB", (self.w, self.h))
        self.pen = ImageDraw.Draw(self.sheet, "RGBA")
        self.sun: Point = (self.width * self.rng.uniform(0.36, 0.52), self.rng.uniform(0.30, 0.42))
        self.ground: Callable[[float], float] = lambda _: 0.6

    def px(self, points: Sequence[Point]) -> list[Point]:
        """Convert points (fractions of the image height) to pixels of the sheet.

        The sheet is drawn at `LAND_SUPERSAMPLE` times its final size.
        """
        return [(x * self.h, y * self.h) for x, y in points]

    def tone(self, name: str, depth: float, more: float = 0.0) -> RGB:
        """Return the color `name` in this light, at a depth from 0 (far) to 1 (near).

        A positive `more` makes it darker, a negative one paler.
        """
        base = mix(TONES[name], self.light.cast, self.light.share)
        if more:
            base = dark(base, more) if more > 0 else mix(base, self.light.sun, -more)
        return mix(base, self.light.haze, max(0.0, 1 - depth) ** 1.25 * 0.72)

    def poly(self, points: Sequence[Point], colour: RGB, alpha: int = 255) -> None:
        """Draw a filled polygon; `alpha` 0..255."""
        self.pen.polygon(self.px(points), fill=(*colour, alpha))

    def stroke(self, points: Sequence[Point], width: float, colour: RGB, alpha: int = 255) -> None:
        """Draw a line through points; its width is a fraction of the image height."""
        self.pen.line(
            self.px(points),
            fill=(*colour, alpha),
            width=max(1, round(width * self.h)),
            joint="curve",
        )

    def mask(self, points: Sequence[Point]) -> Mask:
        """Return a polygon as a mask of the whole image."""
        out = Image.new("L", (self.w, self.h))
        ImageDraw.Draw(out).polygon(self.px(points), fill=255)
        return out

    def ramp(self, mask: Mask, top: float, bottom: float, colours: tuple[RGB, RGB]) -> None:
        """Fill a mask with a gradient between the heights `top` and `bottom`."""
        y0 = round(top * self.h)
        y1 = max(round(top * self.h) + 2, round(bottom * self.h))
        column = Image.new("RGB", (1, self.h))
        for y in range(self.h):
            share = min(1.0, max(0.0, (y - y0) / (y1 - y0)))
            column.putpixel((0, y), mix(colours[0], colours[1], share))
        self.sheet.paste(column.resize((self.w, self.h)), (0, 0), mask)

    def glow(self, mask: Mask, blur: float, colour: RGB, share: float) -> None:
        """Paint a soft light: a mask blurred by `blur` image heights, at `share` (0..1)."""
        small = mask.resize((self.w // 8, self.h // 8)).filter(
            ImageFilter.GaussianBlur(blur * self.h / 8)
        )
        self.sheet.paste(
            colour, (0, 0), scaled(small.resize((self.w, self.h), Image.Resampling.BICUBIC), share)
        )

    def xs(self, step: float = 0.012) -> list[float]:
        """Return x positions from the left edge to beyond the right edge."""
        return [k * step for k in range(int(self.width / step) + 3)]


class Stamp:
    """Drawing context of an object in its own units: height 1, foot at 0, 0, y upwards."""

    def __init__(self, land: Land, x: float, y: float, size: float, depth: float) -> None:
        self.land = land
        self.x = x
        self.y = y
        self.size = size
        self.depth = depth
        self.rng = land.rng
        # width (fraction of the image height) and opacity (0..255) of outlines
        self.contour: tuple[float, int] = (0.0021, 150)

    def part(self, x: float, y: float, size: float) -> Stamp:
        """Return the context of a part: `size` high, with its foot at `x, y`.

        All three are in the units of this object.
        """
        out = Stamp(
            self.land, self.x + x * self.size, self.y - y * self.size, size * self.size, self.depth
        )
        out.contour = self.contour
        return out

    def at(self, points: Sequence[Point]) -> list[Point]:
        """Convert points of the object to fractions of the image height."""
        return [(self.x + x * self.size, self.y - y * self.size) for x, y in points]

    def poly(self, tone: str, points: Sequence[Point], more: float = 0.0) -> None:
        """Draw a filled polygon in the color `tone` of this light.

        A positive `more` makes it darker, a negative one paler. Near objects (depth above `INKED`)
        get an engraved outline. In a light with lamps, the tone "window" draws a lit window.
        """
        if tone == "window" and self.land.light.lamps:
            self._lit(points)
            return
        self.fill(tone, points, more)
        if self.depth > INKED:
            wide, alpha = self.contour
            self.land.stroke(
                self.at([*points, points[0]]), wide, self.land.tone(tone, self.depth, 0.66), alpha
            )

    def _lit(self, points: Sequence[Point]) -> None:
        """Draw a lit window with a halo."""
        outline = self.land.px(self.at(points))
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        least, largest = (size * self.land.h for size in HALO_SIZES)
        r = min(largest, max(least, max(xs) - min(xs), max(ys) - min(ys)))
        for grown in HALOS:
            q = r * grown
            self.land.pen.ellipse((x - q, y - q, x + q, y + q), fill=(*LAMP, HALO_ALPHA))
        self.land.pen.polygon(outline, fill=LAMP)

    def fill(self, tone: str, points: Sequence[Point], more: float = 0.0) -> None:
        """Draw a filled polygon without an outline.

        `tone` and `more` are as in `poly`.
        """
        self.land.poly(self.at(points), self.land.tone(tone, self.depth, more))

    def box(
        self, tone: str, left: float, low: float, right: float, top: float, more: float = 0.0
    ) -> None:
        """Draw an upright rectangle."""
        self.poly(tone, [(left, low), (right, low), (right, top), (left, top)], more)

    def wall(
        self, tone: str, left: float, low: float, right: float, top: float, turn: float = 0.62
    ) -> None:
        """Draw a rectangle whose right part is shaded.

        `turn` is where the shade begins, as a fraction of the width.
        """
        edge = left + (right - left) * turn
        self.box(tone, left, low, edge, top, -0.1)
        self.box(tone, edge, low, right, top, 0.26)

    def disc(self, tone: str, x: float, y: float, r: float, more: float = 0.0) -> None:
        """Draw a disc around a point."""
        (cx, cy) = self.land.px(self.at([(x, y)]))[0]
        q = r * self.size * self.land.h
        self.land.pen.ellipse(
            (cx - q, cy - q, cx + q, cy + q), fill=self.land.tone(tone, self.depth, more)
        )

    def line(self, tone: str, points: Sequence[Point], width: float, more: float = 0.0) -> None:
        """Draw a line; its width is in the object's units."""
        self.land.stroke(self.at(points), width * self.size, self.land.tone(tone, self.depth, more))

    def arch(
        self, tone: str, x: float, low: float, width: float, top: float, more: float = 0.45
    ) -> None:
        """Draw an opening with a round top: `width` wide around `x`, from `low` up to `top`.

        Lengths are in heights of the object. `tone` and `more` are as in `poly`.
        """
        r = width / 2
        round_top = [
            (x + r * math.cos(a * math.pi / 8), top - r + r * math.sin(a * math.pi / 8))
            for a in range(9)
        ]
        self.poly(tone, [(x + r, low), *round_top, (x - r, low)], more)


def sky(land: Land) -> None:
    """Paint the sky with sun and rays or moon and stars, and horizontal engraved lines."""
    light, h = land.light, land.h
    low, column = 0.66, Image.new("RGB", (1, h))
    for y in range(h):
        share = min(1.0, y / h / low)
        a, b, c = light.sky
        column.putpixel((0, y), mix(a, b, share * 2) if share < 0.5 else mix(b, c, share * 2 - 1))
    land.sheet.paste(column.resize((land.w, h)))
    sun_x, sun_y = land.sun
    disc = Image.new("L", (land.w, h))
    q = (0.055 if light.night else 0.085) * h
    ImageDraw.Draw(disc).ellipse(
        (sun_x * h - q, sun_y * h - q, sun_x * h + q, sun_y * h + q), fill=255
    )
    if light.night:
        for _ in range(70):
            sx = land.rng.random() * land.w
            sy = land.rng.random() ** 1.4 * h * 0.6
            r = land.rng.uniform(0.6, 2.4)
            land.pen.ellipse((sx - r, sy - r, sx + r, sy + r), fill=(*light.sun, 210))
    else:
        land.sheet.paste(pale(light.sun, 0.2), (0, 0), _rays(land))
    halo = Image.new("L", (land.w, h))
    ImageDraw.Draw(halo).ellipse(
        (sun_x * h - 3 * q, sun_y * h - 3 * q, sun_x * h + 3 * q, sun_y * h + 3 * q), fill=255
    )
    land.glow(halo, 0.12, light.sun, 0.75)
    if light.night:
        disc = ImageChops.subtract(disc, ImageChops.offset(disc, round(q * 0.55), round(-q * 0.3)))
    land.sheet.paste(pale(light.sun, 0.35), (0, 0), disc)
    _lines(land)


def _rays(land: Land) -> Mask:
    """Return rays of the sun, fainter away from it."""
    w, h, turn = land.w, land.h, land.rng.random()
    x, y = land.sun[0] * h, land.sun[1] * h  # `sun` is in units of the image height, x too
    out = Image.new("L", (w, h))
    pen = ImageDraw.Draw(out)
    for k in range(18):
        a = turn + k * 2 * math.pi / 18
        pen.polygon(
            [(x, y), *((x + 3 * h * math.cos(t), y + 3 * h * math.sin(t)) for t in (a, a + 0.17))],
            fill=80,
        )
    far = round(1.15 * h)
    fade = ImageChops.invert(Image.radial_gradient("L").resize((2 * far, 2 * far)))
    fade_around_sun = Image.new("L", (w, h))
    fade_around_sun.paste(fade, (round(x - far), round(y - far)))
    return ImageChops.multiply(out, fade_around_sun)


def _lines(land: Land) -> None:
    """Paint wavering, broken horizontal strokes in the sky, as in an engraving."""
    tone, rng = dark(land.light.sky[0], 0.4), land.rng
    y = 0.02
    while y < 0.5:
        x = rng.uniform(-0.3, 0.2)
        while x < land.width:
            long = rng.uniform(0.2, 0.9)
            bend = rng.uniform(0, 6)
            points = [(x + long * k / 12, y + 0.002 * math.sin(bend + k)) for k in range(13)]
            land.stroke(points, 0.0022, tone, round(58 * (1 - y / 0.55)))
            x += long + rng.uniform(0.02, 0.25)
        y += 0.0165


def cloud(land: Land, layer: Layer) -> None:
    """Paint flat clouds with a lit upper edge.

    In the layer's settings, `n` is their number (default 3), `y` the two heights between which they
    are, and `size` their size.
    """
    tone = mix(land.light.sky[2], land.light.sun, 0.55)
    for _ in range(layer.get("n", 3)):
        x = land.rng.uniform(-0.05, land.width)
        y = land.rng.uniform(*layer.get("y", [0.08, 0.36]))
        size = land.rng.uniform(0.5, 1.0) * layer.get("size", 0.26)
        body, parts = Image.new("L", (land.w, land.h)), land.rng.randint(4, 6)
        pen = ImageDraw.Draw(body)
        for k in range(parts):
            share = (k + 0.5) / parts
            r = size * (0.07 + 0.13 * math.sin(share * math.pi)) * land.rng.uniform(0.75, 1.25)
            cx, cy = (x + size * (share - 0.5)) * land.h, (y - r * 0.2) * land.h
            pen.ellipse(
                (cx - r * 1.25 * land.h, cy - r * land.h, cx + r * 1.25 * land.h, cy + r * land.h),
                fill=255,
            )
        pen.rectangle((0, y * land.h, land.w, land.h), fill=0)
        ramp = Image.linear_gradient("L").resize((land.w, max(2, round(size * 0.3 * land.h))))
        fade = Image.new("L", (land.w, land.h), 255)
        fade.paste(ImageChops.invert(ramp), (0, round((y - size * 0.2) * land.h)))
        land.sheet.paste(pale(tone, 0.25), (0, 0), ImageChops.multiply(body, scaled(fade, 0.9)))
        land.sheet.paste(mix(tone, land.light.sky[0], 0.2), (0, 0), scaled(body, 0.22))


def mist(land: Land, layer: Layer) -> None:
    """Paint a band of haze.

    In the layer's settings, `y` is the height of its middle, `high` its thickness and `share` its
    strength.
    """
    body = Image.new("L", (land.w, land.h))
    y, height = layer["y"] * land.h, layer.get("high", 0.05) * land.h
    for _ in range(9):
        x, long = land.rng.random() * land.w, land.rng.uniform(0.3, 0.8) * land.h
        rise = land.rng.uniform(-0.6, 0.6) * height
        ImageDraw.Draw(body).ellipse(
            (x - long, y + rise - height / 2, x + long, y + rise + height / 2), fill=230
        )
    land.glow(body, 0.016, mix(land.light.haze, land.light.sun, 0.35), layer.get("share", 0.75))


def birds(land: Land, layer: Layer) -> None:
    """Paint birds: `n` in the layer's settings, by default 6."""
    cx, cy = land.rng.uniform(0.2, land.width - 0.3), land.rng.uniform(0.12, 0.3)
    for _ in range(layer.get("n", 6)):
        x = cx + land.rng.uniform(-0.16, 0.16)
        y = cy + land.rng.uniform(-0.07, 0.07)
        s = land.rng.uniform(0.012, 0.022)
        wing = [
            (x - s, y - s * 0.5),
            (x - s * 0.4, y - s * 0.55),
            (x, y),
            (x + s * 0.4, y - s * 0.55),
            (x + s, y - s * 0.5),
        ]
        land.stroke(wing, 0.004, dark(land.light.cast, 0.7), 230)


def finish(land: Land, tint: RGB, w: int, h: int, *, mirrored: bool) -> Sheet:
    """Return the final image: reduced, tinted with `tint`, with grain and darker edges."""
    sheet = land.sheet
    grey = ImageOps.colorize(sheet.convert("L"), dark(tint, 0.82), pale(tint, 0.93), mid=tint)
    sheet = Image.blend(sheet, grey, SCENES.float("tint_share")).resize(
        (w, h), Image.Resampling.BOX
    )
    sheet = ImageEnhance.Contrast(
        ImageEnhance.Color(sheet).enhance(SCENES.float("colour"))
    ).enhance(SCENES.float("contrast"))
    sheet = shade(shade(sheet, clouds(w, h, 17, 110), 0.13), noise(w, h, 7, 3.2), 0.05)
    inner = Image.new("L", (w // 4, h // 4))
    ImageDraw.Draw(inner).rounded_rectangle(
        (w // 48, w // 48, w // 4 - w // 48, h // 4 - w // 48), w // 24, fill=255
    )
    inner = inner.filter(ImageFilter.GaussianBlur(w / 70)).resize((w, h), Image.Resampling.BICUBIC)
    sheet = Image.composite(sheet, Image.blend(sheet, flat(w, h, dark(tint, 0.8)), 0.42), inner)
    return ImageOps.mirror(sheet) if mirrored else sheet
