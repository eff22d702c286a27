"""Background of Era's final scene: evening sky, hills with woods and castles, meadows.

python -m tools.art era-dusk
"""

from __future__ import annotations

import random
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.base import layout
from render.base.texture import Sheet, clouds, flat, noise, scaled, shade
from render.base.theme import RGB, mix, parse
from render.era_medieval_age.pieces.style import ASSETS
from tools.art.dusk import DUSK_SUPERSAMPLE, H, W, disc, drifts, gradient, region, ridge

DATA = layout.load(Path(__file__).parent / "era.toml").part("dusk")
COLOURS: dict[str, RGB] = {name: parse(colour) for name, colour in DATA.get("colours").items()}


def sky() -> Sheet:
    """Paint a blue sky with a golden horizon, a low sun, and clouds lit from below."""
    sheet = gradient([(at, parse(colour)) for at, colour in DATA.get("sky")])
    (x, y), r = DATA.point("sun"), DATA.int("sun_radius")
    glow = Image.new("L", (W, H))
    ImageDraw.Draw(glow).ellipse((x - 4 * r, y - 3 * r, x + 4 * r, y + 3 * r), fill=230)
    sheet.paste(COLOURS["glow"], (0, 0), glow.filter(ImageFilter.GaussianBlur(r * 1.4)))
    drift = drifts(15, ((380, 22), (140, 9)), 140, 1.5)
    sheet.paste(COLOURS["cloud"], (0, 0), scaled(drift, 0.55))
    sheet.paste(
        COLOURS["lit"],
        (0, 0),
        scaled(ImageChops.subtract(drift, ImageChops.offset(drift, 0, -3)), 0.8),
    )
    sheet.paste(COLOURS["lit"], (0, 0), disc((x, y), r))
    return sheet


def hills(sheet: Sheet) -> None:
    """Paint chains of hills, the nearer ones wooded, with castles on some crests."""
    for i, (name, base, height, seed, trees) in enumerate(DATA.get("hills")):
        crest = ridge(base, height, seed, 2.2, 3)
        for x in DATA.get("castles")[i]:
            crest_y = min(crest, key=lambda p: abs(p[0] - x))[1]
            castle(sheet, x, crest_y + 4, mix(COLOURS[name], COLOURS["stone"], 0.5))
        body = shade(flat(W, H, COLOURS[name]), clouds(W, H, seed, 70), 0.22)
        mask = region([*crest, (W + 20, H), (-20, H)])
        sheet.paste(body, (0, 0), mask)
        # light the top edge of the hills
        sheet.paste(
            COLOURS["lit"],
            (0, 0),
            scaled(ImageChops.subtract(mask, ImageChops.offset(mask, 0, 2)), 0.4),
        )
        rng = random.Random(seed)
        wood = Image.new("RGBA", (W * DUSK_SUPERSAMPLE, H * DUSK_SUPERSAMPLE))
        for _ in range(trees):
            x, y = crest[rng.randrange(len(crest))]
            tree(
                ImageDraw.Draw(wood),
                x + rng.uniform(-6, 6),
                y + rng.uniform(2, 22),
                rng.uniform(5, 9),
                COLOURS[name],
            )
        wood = wood.resize((W, H), Image.Resampling.BOX)
        sheet.paste(wood, (0, 0), wood)


def tree(pen: ImageDraw.ImageDraw, x: float, y: float, r: float, ground: RGB) -> None:
    """Draw a tree's crown, dark below and lit from the left.

    `x`, `y` is its center and `r` its radius, in pixels of the scene; `ground` is the color of the
    ground, which it is tinted with.
    """
    for dx, dy, size, shady in ((0.0, 0.0, 1.0, 0.75), (-0.2, -0.25, 0.6, 0.4)):
        a = (x + dx * r) * DUSK_SUPERSAMPLE
        b = (y + dy * r) * DUSK_SUPERSAMPLE
        s = r * size * DUSK_SUPERSAMPLE
        pen.ellipse((a - s, b - s * 1.15, a + s, b + s), fill=mix(ground, COLOURS["wood"], shady))


def castle(sheet: Sheet, x: float, y: float, tone: RGB) -> None:
    """Draw a distant keep between two towers; `x, y` is the center of its foot, in pixels."""
    art = Image.new("L", (W * DUSK_SUPERSAMPLE, H * DUSK_SUPERSAMPLE))
    pen = ImageDraw.Draw(art)
    for left, width, height in ((-26, 10, 30), (-16, 32, 18), (-6, 12, 44), (16, 10, 34)):
        pen.rectangle(
            (
                (x + left) * DUSK_SUPERSAMPLE,
                (y - height) * DUSK_SUPERSAMPLE,
                (x + left + width) * DUSK_SUPERSAMPLE,
                y * DUSK_SUPERSAMPLE,
            ),
            fill=255,
        )
        for step in range(0, width, 4):
            pen.rectangle(
                (
                    (x + left + step) * DUSK_SUPERSAMPLE,
                    (y - height - 3) * DUSK_SUPERSAMPLE,
                    (x + left + step + 2) * DUSK_SUPERSAMPLE,
                    (y - height) * DUSK_SUPERSAMPLE,
                ),
                fill=255,
            )
    mask = art.resize((W, H), Image.Resampling.BOX)
    sheet.paste(tone, (0, 0), mask)
    lit = ImageChops.subtract(mask, ImageChops.offset(mask, 2, 0))
    sheet.paste(COLOURS["lit"], (0, 0), scaled(lit, 0.5))


def meadows(sheet: Sheet) -> None:
    """Paint grass down to the lower edge, darker near the viewer, with tufts and trees."""
    top = DATA.int("meadow")
    ground = gradient(
        [
            (0, COLOURS["far"]),
            (top / H, COLOURS["far"]),
            ((top + 90) / H, COLOURS["grass"]),
            (1, COLOURS["near"]),
        ]
    )
    ground = shade(shade(ground, clouds(W, H, 61, 130, 4), 0.3), noise(W, H, 62, 26, 5), 0.12)
    sheet.paste(ground, (0, 0), region([*ridge(top, 3, 7, 1.6), (W + 20, H), (-20, H)], 0.8))
    art = Image.new("RGBA", (W * DUSK_SUPERSAMPLE, H * DUSK_SUPERSAMPLE))
    rng = random.Random(63)
    pen = ImageDraw.Draw(art)
    for _ in range(DATA.int("tufts")):
        x, y = rng.uniform(0, W), rng.uniform(top + 20, H)
        height = 3 + 9 * (y - top) / (H - top)
        for lean in (-0.5, 0.0, 0.5):
            pen.line(
                (
                    x * DUSK_SUPERSAMPLE,
                    y * DUSK_SUPERSAMPLE,
                    (x + lean * height) * DUSK_SUPERSAMPLE,
                    (y - height) * DUSK_SUPERSAMPLE,
                ),
                fill=(*COLOURS["wood"], 150),
                width=2,
            )
    art = art.resize((W, H), Image.Resampling.BOX)
    sheet.paste(art, (0, 0), art)
    wood = Image.new("RGBA", (W * DUSK_SUPERSAMPLE, H * DUSK_SUPERSAMPLE))
    for x, y, r in DATA.get("trees"):
        tree(ImageDraw.Draw(wood), x, y, r, COLOURS["grass"])
    wood = wood.resize((W, H), Image.Resampling.BOX)
    sheet.paste(
        (0, 0, 0), (8, 6), scaled(wood.getchannel("A").filter(ImageFilter.GaussianBlur(5)), 0.3)
    )
    sheet.paste(wood, (0, 0), wood)


def build() -> None:
    """Write the background."""
    sheet = sky()
    hills(sheet)
    meadows(sheet)
    sheet.save(ASSETS / "dusk.jpg", quality=88, subsampling=0, optimize=True)
