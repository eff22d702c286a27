"""The pictures on the cards of Imperial Settlers, made once: small woodcuts, a landscape and a sign in relief for each card.

    python -m tools.art settlers --source game-icons.json.gz

Both are stored apart, so that a face of any shape can crop the one and place the other; as JPEG, which is decoded three times as
fast as WebP and at half the size where a face is small. A sign has its colours above and its mask, in grey, below them.
"""

from __future__ import annotations

import gzip
import json
import math
import random
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.imperial_settlers.model.catalog import FACTS
from render import layout
from render.imperial_settlers.look import ASSETS, KINDS
from render.texture import Mask, Sheet, Sprite, clouds, flat, grow, layer, noise, scaled, shade
from render.theme import RGB, dark, mix, pale, parse
from tools.art.icons import silhouette

DATA = layout.load(Path(__file__).parent / "settlers.toml")
QUALITY = 80
K = 3                                         # signs are drawn so many times larger
HILLS = ((0.64, 1.2, 0.30), (0.76, 1.9, 0.5), (0.88, 2.6, 0.7))       # height, waves, how dark
FAR, NEAR = (0.24, 0.58), (0.32, 0.70)        # of the silhouettes on the hills: size, where they stand, in heights


class Icons:
    """The drawings to choose from, made into masks when they are wanted."""

    def __init__(self, source: Path) -> None:
        self.known = json.loads(gzip.decompress(source.read_bytes()))
        self.used: set[str] = set()

    def mask(self, name: str, size: int) -> Mask:
        """An icon at a size; KeyError for one that there is not."""
        self.used.add(name)
        return silhouette(self.known[name]["svg"]).resize((size, size), Image.Resampling.LANCZOS)


def _rays(w: int, h: int, sun: tuple[float, float], turn: float) -> Mask:
    """Fifteen rays of the sun, fainter away from it."""
    out = Image.new("L", (w * 2, h * 2))
    pen = ImageDraw.Draw(out)
    for k in range(15):
        a = turn + k * 2 * math.pi / 15
        far = [(sun[0] * 2 + 3 * w * math.cos(t), sun[1] * 2 + 3 * w * math.sin(t)) for t in (a, a + 0.21)]
        pen.polygon([(sun[0] * 2, sun[1] * 2), *far], fill=90)
    fade = Image.radial_gradient("L").resize((w * 2, w * 2))
    near = Image.new("L", (w, h))
    near.paste(ImageChops.invert(fade), (round(sun[0] - w), round(sun[1] - w)))
    return ImageChops.multiply(out.resize((w, h), Image.Resampling.BOX), near)


def _lines(w: int, h: int, seed: int) -> Mask:
    """The strokes of the engraver: level lines that waver, in the sky only."""
    pitch = 5
    out = Image.new("L", (w, h))
    pen = ImageDraw.Draw(out)
    wander = noise(w, h, seed, 60)
    for y in range(3, round(h * 0.72), pitch):
        points = [(x, y + (wander.getpixel((min(x, w - 1), y)) - 128) / 40) for x in range(0, w + 8, 8)]  # type: ignore[operator]
        pen.line(points, fill=34, width=2)
    return out


def landscape(icons: Icons, card: str, w: int, h: int) -> Sheet:
    """Sky with rays, three hills, and things that stand on them, in the colour of the card's kind."""
    base, lot = KINDS[FACTS[card].kind], random.Random(card)
    ramp = Image.linear_gradient("L").resize((w, h))
    sheet = Image.composite(flat(w, h, pale(base, 0.74)), flat(w, h, pale(base, 0.30)), ramp)
    sun = lot.uniform(0.3, 0.7) * w, lot.uniform(0.44, 0.54) * h
    sheet.paste(pale(base, 0.94), (0, 0), _rays(w, h, sun, lot.random()))
    glow = Image.new("L", (w, h))
    ImageDraw.Draw(glow).ellipse((sun[0] - h * 0.3, sun[1] - h * 0.3, sun[0] + h * 0.3, sun[1] + h * 0.3), fill=150)
    sheet.paste((255, 248, 214), (0, 0), glow.filter(ImageFilter.GaussianBlur(h * 0.13)))
    sheet = shade(sheet, clouds(w, h, lot.randrange(99), 60), 0.22)
    sheet.paste(dark(base, 0.5), (0, 0), _lines(w, h, lot.randrange(99)))
    _, _, *scenery = DATA.get(f"cards.{card}")
    for k, (rise, waves, depth) in enumerate(HILLS):
        if k:
            for _ in range(3):
                _stand(sheet, icons, lot, scenery, base, FAR if k == 1 else NEAR, depth)
        tone, shift = mix(pale(base, 0.35), dark(base, 0.6), depth), lot.random() * 6
        line = [(float(x), h * (rise + 0.055 * math.sin(x / w * waves * math.pi + shift))) for x in range(0, w + 6, 4)]
        hill = Image.new("L", (w, h))
        ImageDraw.Draw(hill).polygon([*line, (w, h), (0, h)], fill=255)
        sheet.paste(tone, (0, 0), hill)
        ImageDraw.Draw(sheet).line(line, fill=pale(tone, 0.4), width=2)
    return shade(sheet, noise(w, h, 7, 3), 0.08)


def _stand(
    sheet: Sheet, icons: Icons, lot: random.Random, scenery: list[str], base: RGB, look: tuple[float, float], depth: float,
) -> None:
    size = round(sheet.height * look[0] * lot.uniform(0.85, 1.15))
    mask = icons.mask(lot.choice(scenery), size)
    at = round(lot.uniform(-0.02, 0.94) * sheet.width), round(sheet.height * (look[1] + 0.13) - size * 0.75)
    sheet.paste(mix(pale(base, 0.2), dark(base, 0.6), depth - 0.08), at, scaled(mask, 0.85))


def relief(icons: Icons, card: str) -> Sprite:
    """A sign that stands out: glow, shadow, dark outline, light from above, with room for the glow around it."""
    name, tint_name = DATA.get(f"cards.{card}")[:2]
    tint, base = parse(DATA.get(f"tints.{tint_name}")), KINDS[FACTS[card].kind]
    size, room = DATA.int("sign"), DATA.int("room")
    side = (size + 2 * room) * 2
    body = Image.new("L", (side, side))
    body.paste(icons.mask(name, size * 2), (room * 2, room * 2))
    out = Image.new("RGBA", (side, side), (*pale(base, 0.85), 0))
    layer(out, pale(base, 0.88), scaled(grow(body, 16).filter(ImageFilter.GaussianBlur(20)), 0.62))
    layer(out, (40, 24, 14), scaled(ImageChops.offset(body, 5, 12).filter(ImageFilter.GaussianBlur(9)), 0.6))
    layer(out, dark(base, 0.82), grow(body, 6))
    ramp = Image.linear_gradient("L").resize((side, side))
    face = Image.composite(flat(side, side, dark(tint, 0.2)), flat(side, side, pale(tint, 0.52)), ramp)
    face = shade(face, noise(side, side, 5, 14), 0.22).convert("RGBA")
    face.putalpha(body)
    out.alpha_composite(face)
    layer(out, dark(tint, 0.5), scaled(ImageChops.subtract(body, ImageChops.offset(body, -5, -8)), 0.5))
    layer(out, (255, 255, 246), scaled(ImageChops.subtract(body, ImageChops.offset(body, 3, 6)), 0.75))
    return out.resize((side // 2, side // 2), Image.Resampling.BOX)


def build(source: Path) -> None:
    """Write a landscape and a sign for every card, and the list of the icons in them with their authors."""
    icons = Icons(source)
    folder = ASSETS / "cards"
    folder.mkdir(parents=True, exist_ok=True)
    w, h = DATA.get("size")
    for card in FACTS:
        landscape(icons, card, w, h).save(folder / f"{card}.jpg", quality=QUALITY, optimize=True)
        sign = relief(icons, card)
        both = Image.new("RGB", (sign.width, 2 * sign.height))
        both.paste(sign.convert("RGB"), (0, 0))
        both.paste(sign.getchannel("A").convert("RGB"), (0, sign.height))
        both.save(folder / f"{card}-sign.jpg", quality=QUALITY, optimize=True)
    listed = {"icons": [{"name": name, "author": icons.known[name]["author"]} for name in sorted(icons.used)]}
    (folder / "icons.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
