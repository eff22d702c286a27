"""Frames as one file that plays by itself: GIF for the pictures of embeds, animated WebP where colours and size matter more."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import pairwise

from PIL import GifImagePlugin, Image, ImageChops, WebPImagePlugin

from games.core.scene import Motion, Picture
from render import film, motion, theme
from render.motion import Frame
from render.texture import Sheet
from render.theme import EDGE, PALE, mix

COLOURS = 255      # and one that is left out
SAMPLED = 3        # the colours are chosen from a picture so many times smaller: as good as half, in a third of the time
QUALITY, EFFORT = 74, 1
MOST = 8 << 20     # bytes; Discord takes 10 MiB from everybody
FORMATS = (GifImagePlugin, WebPImagePlugin)


def draw(what: Motion) -> Picture:
    """A turn as GIF, a film as animated WebP (half as large where it could not be sent), a poster as a still picture. The same
    scenes give the same bytes."""
    if what.kind == "turn":
        frames = motion.turn(what.scenes)
        return Picture(gif(frames), "turn.gif", *frames[0].sheet.size)
    if what.kind == "poster":
        sheet = film.poster(what)
        out = io.BytesIO()
        sheet.save(out, "WEBP", quality=QUALITY, method=0)
        return Picture(out.getvalue(), "poster.webp", *sheet.size)
    frames = film.frames(what)
    data = webp(frames)
    if len(data) > MOST:
        frames = [Frame(one.sheet.reduce(2), one.stands) for one in frames]
        data = webp(frames)
    return Picture(data, "film.webp", *frames[0].sheet.size)


def gif(frames: Sequence[Frame]) -> bytes:
    """A GIF that goes round and round, all its frames in the colours of the first: only what changes is told anew."""
    palette = _palette(frames[0].sheet)
    sheets = list(_in_colours([one.sheet for one in frames], palette))
    out = io.BytesIO()
    sheets[0].save(
        out, "GIF", save_all=True, append_images=sheets[1:], duration=[one.stands for one in frames], loop=0, optimize=True,
        disposal=1,
    )
    return out.getvalue()


def _palette(sheet: Sheet) -> Image.Image:
    """The colours of a picture, those of the players among them as they are."""
    shades = [(one.colour, mix(one.colour, PALE, 0.35), mix(one.colour, EDGE, 0.4)) for one in theme.load().seats]
    known = [rgb for shade in shades for rgb in shade]
    found = sheet.reduce(SAMPLED).quantize(COLOURS - len(known), method=Image.Quantize.MEDIANCUT).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*found[: 3 * (COLOURS - len(known))], *(part for rgb in known for part in rgb)])
    return palette


def _in_colours(sheets: Sequence[Sheet], palette: Image.Image) -> list[Image.Image]:
    """The sheets in few colours; of each only what differs from the one before is looked at."""
    found = [sheets[0].quantize(palette=palette, dither=Image.Dither.NONE)]
    for before, sheet in pairwise(sheets):
        same, changed = found[-1].copy(), ImageChops.difference(before, sheet).getbbox()
        if changed:
            same.paste(sheet.crop(changed).quantize(palette=palette, dither=Image.Dither.NONE), changed[:2])
        found.append(same)
    return found


def webp(frames: Sequence[Frame]) -> bytes:
    """An animated WebP that goes round and round, in all colours; each frame stands its own milliseconds."""
    out = io.BytesIO()
    frames[0].sheet.save(
        out, "WEBP", save_all=True, append_images=[one.sheet for one in frames[1:]], duration=[one.stands for one in frames],
        loop=0, quality=QUALITY, method=EFFORT, minimize_size=False, allow_mixed=True,
    )
    return out.getvalue()
