"""Dice tops of Era: Medieval Age, one file per face and a blank per color; dice trays.

python -m tools.art era-dice
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.era_medieval_age.model.catalog import DICE, DieFace
from render.base import text as writing
from render.base.texture import Mask, Sprite, flat, layer, noise, scaled, shade
from render.base.theme import RGB, load, mix
from render.era_medieval_age.layers import trays
from render.era_medieval_age.pieces import dice_sprites
from render.era_medieval_age.pieces.style import ASSETS, TRACKS, silhouette
from tools.art.era_land import LAND_QUALITY

# side in pixels and drawing scale of a top, before it is reduced to the stored size
SIDE = 336
SCALE = 2
# Positions of one to four signs on a face, from its center in half sides, and sizes.
PLACES: dict[int, tuple[tuple[float, float, float], ...]] = {
    1: ((0, 0, 0.66),),
    2: ((-0.235, -0.20, 0.46), (0.235, 0.22, 0.46)),
    3: ((0, -0.235, 0.44), (-0.25, 0.225, 0.44), (0.25, 0.225, 0.44)),
    4: ((-0.24, -0.24, 0.42), (0.24, -0.24, 0.42), (-0.24, 0.24, 0.42), (0.24, 0.24, 0.42)),
}
CREAM, PALE, SKULL = (255, 244, 222), (255, 250, 235), (255, 240, 218)
SIGNS: dict[str, tuple[str, RGB]] = {
    "food": (TRACKS["food"][0], (120, 72, 10)),
    "wood": (TRACKS["wood"][0], (92, 52, 20)),
    "stone": (TRACKS["stone"][0], (74, 70, 68)),
    "goods": (TRACKS["goods"][0], (96, 52, 104)),
    "culture": (TRACKS["culture"][0], (50, 74, 122)),
    "hammers": ("flat-hammer", (43, 35, 32)),
    "swords": ("broadsword", (52, 54, 60)),
    "shields": ("checked-shield", (62, 76, 100)),
    "quill": ("quill-ink", (43, 35, 32)),
}


def signs(face: DieFace) -> list[str]:
    """Return the names of the signs on a face, with repetitions."""
    found = [what for what, n in face.gain.items() for _ in range(n)]
    found += [what for what in ("hammers", "swords", "shields") for _ in range(getattr(face, what))]
    return found + ["quill"] * face.quill + ["skull"] * face.skulls


class Carver:
    """Dice top being drawn: `c` is its center, `r` half its side, in enlarged pixels."""

    def __init__(self, kind: str) -> None:
        self.theme, self.colour = load(), dice_sprites.COLOURS[kind]
        self.light = kind != "burgher"  # light wood has dark signs, the blue die cream ones
        self.side = SIDE * SCALE
        self.c = self.side / 2
        self.r = self.c - 2 * SCALE
        self.out = self._blank(len(kind))

    def _rounded(self, inset: float, radius: float, lift: float = 0, drop: float = 0) -> Mask:
        mask = Image.new("L", (self.side, self.side))
        a, b = self.c - self.r + inset, self.c + self.r - inset
        ImageDraw.Draw(mask).rounded_rectangle((a, a - lift, b, b - drop), radius=radius, fill=255)
        return mask

    def _blank(self, seed: int) -> Sprite:
        """Draw rim, body lit from above, and the recessed face with grain and highlight."""
        side, colour, ink = self.side, self.colour, self.theme.ink
        ramp = Image.linear_gradient("L").resize((side, side))
        out = Image.new("RGBA", (side, side))
        radius = dice_sprites.RADIUS * 2 * self.r
        layer(out, mix(colour, ink, 0.72), self._rounded(-1.5 * SCALE, radius))
        body = Image.composite(
            flat(side, side, mix(colour, ink, 0.30)),
            flat(side, side, mix(colour, PALE, 0.30)),
            ramp,
        )
        lit = body.convert("RGBA")
        lit.putalpha(self._rounded(0, radius))
        out.alpha_composite(lit)
        inset = self.r * 0.10
        mask = self._rounded(inset, radius * 1.15 - inset * 0.4, inset * 0.2, inset * 0.2)
        face = shade(flat(side, side, colour), noise(side, side, seed, side / 3, SCALE * 6), 0.12)
        face = Image.composite(
            Image.blend(face, flat(side, side, ink), 0.10),
            Image.blend(face, flat(side, side, PALE), 0.16),
            ramp,
        ).convert("RGBA")
        face.putalpha(mask.filter(ImageFilter.GaussianBlur(SCALE * 1.5)))
        out.alpha_composite(face)
        edge = ImageChops.subtract(mask, ImageChops.offset(mask, SCALE * 2, SCALE * 3))
        layer(
            out, (255, 250, 232), scaled(edge.filter(ImageFilter.GaussianBlur(SCALE * 1.5)), 0.75)
        )
        return out

    def tone(self, what: str) -> RGB:
        """Return the color of the sign `what` on the wood of this die."""
        return SIGNS[what][1] if self.light else CREAM

    def carve(
        self, icon: str, tone: RGB, at: tuple[float, float], size: int, *, light: bool | None = None
    ) -> None:
        """Engrave an icon, `size` pixels wide, around `at`.

        With `light`, its lower edge catches the light; None means: unless the wood is dark.
        """
        mask = silhouette(icon, size)
        catch = (255, 252, 240) if (self.light if light is None else light) else (0, 0, 0)
        for down, colour, share in ((max(2, size // 30), catch, 0.55), (0, tone, 1.0)):
            whole = Image.new("L", self.out.size)
            whole.paste(mask, (round(at[0] - size / 2), round(at[1] - size / 2) + down))
            layer(self.out, colour, scaled(whole, share))

    def _skull(self, at: tuple[float, float], share: float) -> None:
        """Engrave a skull around `at`, cream on a red disc, to make it conspicuous.

        `share` is the radius of the disc as a fraction of `r`.
        """
        pen, q = ImageDraw.Draw(self.out), share * self.r * 0.98
        for inset, colour in (
            (0.0, mix(self.theme.madder, self.theme.ink, 0.35)),
            (2.0 * SCALE, self.theme.madder),
        ):
            e = q - inset
            pen.ellipse((at[0] - e, at[1] - e, at[0] + e, at[1] + e), fill=colour)
        self.carve("death-skull", SKULL, at, round(share * 1.45 * self.r), light=False)

    def several(self, found: Sequence[str]) -> None:
        """Engrave one to four signs."""
        for (x, y, share), what in zip(PLACES[len(found)], found, strict=True):
            at = self.c + x * 1.68 * self.r, self.c + y * 1.68 * self.r
            if what == "skull":
                self._skull(at, share)
            else:
                self.carve(SIGNS[what][0], self.tone(what), at, round(share * 1.76 * self.r))

    def either(self, ways: Sequence[dict[str, int]]) -> None:
        """Engrave two gains between which the player chooses, divided by a diagonal.

        Each gain is {sign: amount}. An amount above 1 is one sign with a number.
        """
        r, c = self.r, self.c
        line = (c + r * 0.62, c - r * 0.62, c - r * 0.62, c + r * 0.62)
        ImageDraw.Draw(self.out).line(
            line, fill=mix(self.colour, self.theme.ink, 0.45), width=SCALE * 5
        )
        for way, side in zip(ways, (1, -1), strict=True):  # 1: upper left half, -1: lower right
            ((what, n),) = way.items()
            # distance of the sign from the center and its size, in radii; smaller beside a number
            x, y, share = (0.33, 0.33, 0.54) if n == 1 else (0.46, 0.24, 0.44)
            self.carve(
                SIGNS[what][0],
                self.tone(what),
                (c - side * x * r, c - side * y * r),
                round(share * 1.56 * r),
            )
            if n > 1:
                style = writing.Style("alegreya-sans-900", round(r * 0.56), self.tone(what))
                at = (
                    c + (0.14 if side > 0 else -0.14) * r,
                    c + (-0.50 if side > 0 else 0.52) * r + r * 0.17,
                )
                writing.write(ImageDraw.Draw(self.out), at, str(n), style, "m")

    def unknown(self) -> None:
        """Engrave a question mark for a die that is hidden or not rolled."""
        tone = (
            mix(self.colour, self.theme.ink, 0.55) if self.light else mix(self.colour, CREAM, 0.6)
        )
        style = writing.Style("alegreya-800", round(self.r * 1.15), tone)
        writing.write(ImageDraw.Draw(self.out), (self.c, self.c + self.r * 0.40), "?", style, "m")

    def done(self) -> Sprite:
        """Return the top in its final size, a square of `dice_sprites.TOP` pixels."""
        return self.out.resize((dice_sprites.TOP, dice_sprites.TOP), Image.Resampling.BOX)


def build() -> None:
    """Write the dice tops, a file for each face and blank, and the dice trays.

    There is a tray for each number of dice.
    """
    folder = ASSETS / "dice"
    folder.mkdir(exist_ok=True)
    faces = {face.id: (kind, face) for kind, die in DICE.items() for face in die.faces}
    for name in dice_sprites.TOP_NAMES:
        kind, face = faces.get(name, (name, None))
        carver = Carver(kind)
        if face is None:
            carver.unknown()
        elif face.choose:
            carver.either(face.choose)
        else:
            carver.several(signs(face))
        carver.done().save(folder / f"{name}.webp", quality=90, method=6, exact=True)
    for most in trays.SIZES:
        trays.compose(most).save(ASSETS / f"tray_{most}.jpg", quality=LAND_QUALITY, subsampling=0)
