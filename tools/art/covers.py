"""Covers of the games: sky, sun, layers of hills, and objects against the light.

    python -m tools.art covers --source game-icons.json.gz

The composition is data (`covers.toml`): layers from far to near, with places and sizes as
fractions of the image height. Objects are lit on the side of the sun. Covers have no text, because
lobbies add text in their own language.
"""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.hosted import HOSTED
from render.base import layout
from render.base.texture import Mask, Sheet, clouds, flat, noise, scaled, shade
from render.base.theme import RGB, mix, parse
from tools.art.icons import Icons

DATA = layout.load(Path(__file__).parent / "covers.toml")
FOLDER = Path(__file__).parents[2] / "render"
WIDE, HIGH = 1200, 675
COVER_QUALITY = 86
COVER_SUPERSAMPLE = 2  # painting scale
Point = tuple[float, float]


def whole(mask: Mask) -> Mask:
    """Return a line drawing with its inside filled: all that can't be reached from the edge."""
    edge = 4
    room = Image.new("L", (mask.width + 2 * edge, mask.height + edge))
    room.paste(
        mask.point(lambda grey: 255 if grey > 100 else 0).filter(ImageFilter.MaxFilter(5)),
        (edge, edge),
    )
    ground = room.height - 1
    ImageDraw.Draw(room).line((edge, ground, room.width - edge, ground), fill=255)
    ImageDraw.floodfill(room, (0, 0), 128)
    inside = room.point(lambda grey: 0 if grey == 128 else 255).filter(ImageFilter.MinFilter(5))
    return inside.crop((edge, edge, edge + mask.width, edge + mask.height))


class Painting:
    """Cover being painted; lengths are fractions of its height."""

    def __init__(self, icons: Icons, plan: dict[str, Any]) -> None:
        self.icons = icons
        self.plan = plan
        self.w = WIDE * COVER_SUPERSAMPLE
        self.h = HIGH * COVER_SUPERSAMPLE
        self.rng = random.Random(plan["seed"])
        self.sun: Point = (plan["sun"][0] * self.h, plan["sun"][1] * self.h)
        self.light = parse(plan["light"])
        self.sheet = self._gradient([parse(one) for one in plan["sky"]])

    def paint(self) -> Sheet:
        """Paint all layers from far to near and return an image of `WIDE` x `HIGH` pixels."""
        self._sun()
        painters = {
            "clouds": self._clouds,
            "hills": self._hills,
            "things": self._things,
            "water": self._water,
            "mist": self._mist,
            "lines": self._lines,
            "columns": self._columns,
            "pyramids": self._pyramids,
        }
        for layer in self.plan["layers"]:
            painters[layer["kind"]](layer)
        grained = shade(
            self.sheet.resize((WIDE, HIGH), Image.Resampling.LANCZOS),
            noise(WIDE, HIGH, self.plan["seed"], 2),
            0.05,
        )
        return self._vignette(grained)

    def _gradient(self, colours: list[RGB]) -> Sheet:
        """Return a vertical gradient of these colors."""
        column = Image.new("RGB", (1, 256))
        for y in range(256):
            at = y / 255 * (len(colours) - 1)
            low = min(int(at), len(colours) - 2)
            column.putpixel((0, y), mix(colours[low], colours[low + 1], at - low))
        return column.resize((self.w, self.h))

    def _sun(self) -> None:
        """Paint the sun with its glow, and rays if planned."""
        size = self.plan["sun"][2] * self.h
        x, y = self.sun
        if rays := self.plan.get("rays", 0):
            mask = Image.new("L", (self.w // 2, self.h // 2))
            pen = ImageDraw.Draw(mask)
            for k in range(rays):
                turn = self.plan["seed"] + k * 2 * math.pi / rays
                far = [
                    (x / 2 + self.w * math.cos(t), y / 2 + self.w * math.sin(t))
                    for t in (turn, turn + math.pi / rays * 0.8)
                ]
                pen.polygon([(x / 2, y / 2), *far], fill=46)
            self.sheet.paste(
                self.light, (0, 0), mask.filter(ImageFilter.GaussianBlur(3)).resize(self.sheet.size)
            )
        for grown, strength in ((3.4, 0.30), (1.9, 0.35), (1.25, 0.45)):
            glow = Image.new("L", (self.w // 4, self.h // 4))
            r = size * grown / 4
            ImageDraw.Draw(glow).ellipse((x / 4 - r, y / 4 - r, x / 4 + r, y / 4 + r), fill=255)
            glow = glow.filter(ImageFilter.GaussianBlur(r * 0.45)).resize(self.sheet.size)
            self.sheet.paste(self.light, (0, 0), scaled(glow, strength))
        disc = Image.new("L", self.sheet.size)
        ImageDraw.Draw(disc).ellipse((x - size, y - size, x + size, y + size), fill=255)
        self.sheet.paste(
            mix(self.light, (255, 255, 250), 0.6), (0, 0), disc.filter(ImageFilter.GaussianBlur(3))
        )

    def _clouds(self, layer: dict[str, Any]) -> None:
        """Paint long clouds."""
        mask = clouds(self.w // 8, self.h // 2, layer["seed"], 46, 4).resize((self.w, self.h))
        mask = mask.point(
            lambda grey: max(0, min(255, round((grey - layer.get("from", 150)) * 3.2)))
        )
        fade = Image.new("L", (1, 256))
        top, low = layer["top"], layer["low"]
        for i in range(256):
            share = (i / 255 - top) / (low - top)
            fade.putpixel((0, i), round(255 * max(0.0, min(1.0, 4 * share * (1 - share)))))
        mask = ImageChops.multiply(mask, fade.resize(self.sheet.size))
        self.sheet.paste(parse(layer["colour"]), (0, 0), scaled(mask, layer.get("share", 0.6)))

    def _ridge(self, layer: dict[str, Any]) -> list[Point]:
        """Return the upper edge of a range of hills: waves, or peaks."""
        rng = random.Random(layer["seed"])
        parts = [
            (rng.uniform(0.6, 1.4) * layer["waves"] * 2**k, rng.uniform(0, 6.3), 0.55**k)
            for k in range(4)
        ]
        points: list[Point] = []
        for x in range(0, self.w + 16, 16):
            swing = sum(
                share * math.sin(turn + wave * x / self.w * 2 * math.pi)
                for wave, turn, share in parts
            )
            if layer.get("peaks"):
                swing = sum(
                    share * (2 * abs(2 * ((wave * x / self.w + turn) % 1) - 1) - 1)
                    for wave, turn, share in parts
                )
            points.append((x, (layer["y"] - layer["high"] * swing * 0.5) * self.h))
        return points

    def _hills(self, layer: dict[str, Any]) -> None:
        """Paint a range of hills, lighter along its edge, darker below."""
        ridge = self._ridge(layer)
        mask = Image.new("L", self.sheet.size)
        ImageDraw.Draw(mask).polygon([*ridge, (self.w, self.h), (0, self.h)], fill=255)
        base, below = parse(layer["colour"]), parse(layer["below"])
        column = (
            self._gradient([base, base, below, below])
            if layer.get("flat")
            else self._slope(layer["y"], base, below)
        )
        body = shade(
            column,
            clouds(self.w // 4, self.h // 4, layer["seed"], 30, 3).resize(self.sheet.size),
            0.12,
        )
        self.sheet.paste(body, (0, 0), mask.filter(ImageFilter.GaussianBlur(1)))
        edge = Image.new("L", self.sheet.size)
        ImageDraw.Draw(edge).line(ridge, fill=255, width=round(0.006 * self.h))
        lit_edge = ImageChops.multiply(edge.filter(ImageFilter.GaussianBlur(2)), self._toward_sun())
        self.sheet.paste(mix(base, self.light, 0.65), (0, 0), lit_edge)

    def _slope(self, y: float, base: RGB, below: RGB) -> Sheet:
        column = Image.new("RGB", (1, 256))
        for i in range(256):
            column.putpixel(
                (0, i),
                mix(base, below, max(0.0, min(1.0, (i / 255 - y + 0.05) / max(0.1, 1 - y)))),
            )
        return column.resize(self.sheet.size)

    def _toward_sun(self) -> Mask:
        """Return a mask that is brighter near the sun."""
        glow = ImageChops.invert(Image.radial_gradient("L").resize((self.w * 2, self.w * 2)))
        mask = Image.new("L", self.sheet.size, 40)
        mask.paste(glow, (round(self.sun[0] - self.w), round(self.sun[1] - self.w)))
        return mask

    def _things(self, layer: dict[str, Any]) -> None:
        """Paint objects, lit on the sun's side.

        In the layer's settings, `at` lists icon, x, y of the foot, size, and optionally a value that
        means "mirrored".
        """
        for name, x, y, size, *turned in layer["at"]:
            mask = self.icons.upright(name, round(size * self.h))
            if turned:
                mask = mask.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
            self._stand(mask, x * self.h, y * self.h, layer)

    def _stand(self, mask: Mask, x: float, foot: float, layer: dict[str, Any]) -> None:
        """Paint one object against the light.

        Areas enclosed by its lines are shaded walls, unless `hollow`.
        """
        tone = parse(layer["colour"])
        share = layer.get("lit", 0.5)
        height = mask.height
        left, top = round(x - mask.width / 2), round(foot - height)
        if not layer.get("hollow"):
            walls = flat(*mask.size, mix(tone, self.light, layer.get("walls", 0.22)))
            self.sheet.paste(walls, (left, top), whole(mask))
            if layer.get("walled"):  # a wall section: solid below its battlements
                self.sheet.paste(
                    walls.crop((0, 0, mask.width, height - height // 6)), (left, top + height // 6)
                )
        step = max(2, height // 60)
        dx = step if self.sun[0] > x else -step
        lit = Image.new("L", mask.size)
        lit.paste(mask, (-dx, step))
        lit = ImageChops.subtract(mask, lit)
        body = shade(
            flat(*mask.size, tone),
            noise(mask.width, mask.height, round(x) + height, max(3, height / 8)),
            0.16,
        )
        self.sheet.paste(body, (left, top), mask)
        self.sheet.paste(mix(tone, self.light, 0.8), (left, top), scaled(lit, share))

    def _columns(self, layer: dict[str, Any]) -> None:
        """Paint ruined colonnades.

        In the layer's settings, `at` lists x, y of the foot, height, number of columns, and how many
        of them still carry the beam.
        """
        for x, y, size, count, carried in layer["at"]:
            height = round(size * self.h)
            thickness, spacing = height * 0.15, height * 0.44
            mask = Image.new("L", (round(spacing * (count - 1) + thickness * 2.2), height))
            pen = ImageDraw.Draw(mask)
            for k in range(count):
                middle = thickness * 1.1 + k * spacing
                sides = [(-0.42, 0.2), (0.42, 0.2), (0.5, 1), (-0.5, 1)]
                pen.polygon(
                    [(middle + across * thickness, down * height) for across, down in sides],
                    fill=255,
                )
                pen.rectangle(
                    (
                        middle - thickness * 0.8,
                        height * 0.13,
                        middle + thickness * 0.8,
                        height * 0.17,
                    ),
                    fill=255,
                )
                pen.rectangle(
                    (
                        middle - thickness * 0.62,
                        height * 0.17,
                        middle + thickness * 0.62,
                        height * 0.21,
                    ),
                    fill=255,
                )
                pen.rectangle(
                    (middle - thickness * 0.8, height * 0.95, middle + thickness * 0.8, height),
                    fill=255,
                )
            if carried:
                pen.rectangle(
                    (0, 0, thickness * 2.2 + spacing * (carried - 1), height * 0.12), fill=255
                )
            self._stand(mask, x * self.h, y * self.h, {**layer, "hollow": 1})

    def _pyramids(self, layer: dict[str, Any]) -> None:
        """Paint pyramids, one side lit.

        In the layer's settings, `at` lists x, y of the foot, and height.
        """
        tone = parse(layer["colour"])
        for x, y, size in layer["at"]:
            tip = (x * self.h, (y - size) * self.h)
            left = (x - size * 0.8) * self.h
            right = (x + size * 0.8) * self.h
            fold = (x + (-0.3 if self.sun[0] > x * self.h else 0.3) * size) * self.h
            pen = ImageDraw.Draw(self.sheet)
            for far, bright in (
                (left, self.sun[0] < x * self.h),
                (right, self.sun[0] > x * self.h),
            ):
                pen.polygon(
                    [tip, (far, y * self.h), (fold, y * self.h)],
                    fill=mix(tone, self.light, 0.55 if bright else 0.05),
                )

    def _water(self, layer: dict[str, Any]) -> None:
        """Paint a sea with the sun's reflection and waves."""
        top = round(layer["y"] * self.h)
        column = self._gradient([parse(layer["colour"]), parse(layer["below"])]).resize(
            (self.w, self.h - top)
        )
        self.sheet.paste(column, (0, top))
        pen = ImageDraw.Draw(self.sheet, "RGBA")
        for _ in range(layer["waves"]):
            depth = self.rng.random() ** 1.5
            y = top + depth * (self.h - top)
            half_width = (0.008 + 0.05 * depth) * self.h * self.rng.uniform(0.5, 1.5)
            in_reflection = self.rng.random() < 0.45
            x = (
                self.sun[0] + self.rng.gauss(0, (0.04 + 0.16 * depth) * self.h)
                if in_reflection
                else self.rng.uniform(0, self.w)
            )
            colour = (
                (*self.light, 170 if in_reflection else 60)
                if in_reflection or self.rng.random() < 0.5
                else (*parse(layer["below"]), 120)
            )
            pen.line(
                (x - half_width, y, x + half_width, y),
                fill=colour,
                width=max(1, round((0.001 + 0.004 * depth) * self.h)),
            )

    def _mist(self, layer: dict[str, Any]) -> None:
        """Paint haze between two ranges."""
        mask = Image.new("L", (1, 256))
        for i in range(256):
            mask.putpixel(
                (0, i),
                round(
                    255
                    * layer["share"]
                    * math.exp(-(((i / 255 - layer["y"]) / layer["high"]) ** 2))
                ),
            )
        self.sheet.paste(parse(layer["colour"]), (0, 0), mask.resize(self.sheet.size))

    def _lines(self, layer: dict[str, Any]) -> None:
        """Paint lines of a chart: rhumb lines through a point."""
        lines = Image.new("L", self.sheet.size)
        pen = ImageDraw.Draw(lines)
        x, y = layer["at"][0] * self.h, layer["at"][1] * self.h
        for k in range(layer["count"]):
            turn = k * math.pi / layer["count"]
            dx, dy = self.w * math.cos(turn), self.w * math.sin(turn)
            pen.line((x - dx, y - dy, x + dx, y + dy), fill=255, width=2)
        self.sheet.paste(parse(layer["colour"]), (0, 0), scaled(lines, layer["share"]))

    def _vignette(self, sheet: Sheet) -> Sheet:
        dark = scaled(
            Image.radial_gradient("L").resize((round(WIDE * 1.5), round(HIGH * 1.7))), 0.42
        )
        dark = dark.crop(
            (
                round(WIDE * 0.25),
                round(HIGH * 0.35),
                round(WIDE * 0.25) + WIDE,
                round(HIGH * 0.35) + HIGH,
            )
        )
        sheet.paste((16, 10, 14), (0, 0), dark)
        return sheet


def build(source: Path) -> None:
    """Paint all covers, and write the list of the icons used with their authors."""
    icons = Icons(source)
    for game in HOSTED:
        sheet = Painting(icons, DATA.get(game)).paint()
        sheet.save(
            FOLDER / game / "assets" / "cover.jpg", "JPEG", quality=COVER_QUALITY, subsampling=0
        )
    listed = {
        "icons": [
            {"name": name, "author": icons.known[name]["author"]} for name in sorted(icons.used)
        ]
    }
    (FOLDER / "assets" / "covers" / "icons.json").write_text(
        json.dumps(listed, indent=1) + "\n", encoding="utf-8"
    )
