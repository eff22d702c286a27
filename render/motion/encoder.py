"""Encoder of animations: GIF for embeds, animated WebP if colors and size matter more."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import GifImagePlugin, Image, ImageChops, WebPImagePlugin

from games.core.views.scene import Animation, Picture
from render.base import theme
from render.base.layout import Rect
from render.base.texture import Sheet
from render.base.theme import EDGE, PALE, mix
from render.motion import animation, game_film, part_cache
from render.motion.animation import AnimationFrame

COLOURS = 255  # and one for transparency
SAMPLED = 3  # reduction factor for choosing colors: as good as 2, in a third of the time
QUALITY, EFFORT = 74, 1
MAX_FILE_BYTES = 8 << 20  # bytes; Discord accepts 10 MiB from everyone
FORMATS = (GifImagePlugin, WebPImagePlugin)


@part_cache.remembered()
def draw(what: Animation) -> Picture:
    """Return a turn as GIF, a film as animated WebP, a poster as still WebP.

    A film that is too large to send is halved. Equal scenes give equal bytes.
    """
    if what.kind == "turn":
        frames = animation.turn(what.scenes)
        return Picture(gif(frames), "turn.gif", *frames[0].sheet.size)
    if what.kind == "poster":
        sheet = game_film.poster(what)
        out = io.BytesIO()
        sheet.save(out, "WEBP", quality=QUALITY, method=0)
        return Picture(out.getvalue(), "poster.webp", *sheet.size)
    frames = game_film.frames(what)
    data = webp(frames)
    if len(data) > MAX_FILE_BYTES:
        frames = [AnimationFrame(one.sheet.reduce(2), one.stands) for one in frames]
        data = webp(frames)
    return Picture(data, "film.webp", *frames[0].sheet.size)


@dataclass
class _ChangedPart:
    """Changed part of a frame, its position, and its duration in milliseconds."""

    part: Image.Image
    at: tuple[int, int]
    stands: int


def gif(frames: Sequence[AnimationFrame]) -> bytes:
    """Return a looping GIF in the colors of the first frame; later frames hold only changes."""
    first, *others = _told(frames, palette_of(frames[0].sheet))
    out = io.BytesIO()
    first.part.save(out, "GIF", duration=first.stands, loop=0, optimize=False, disposal=1)
    data = [out.getvalue()[:-1]]  # without the trailer
    for one in others:
        data += GifImagePlugin.getdata(
            one.part, one.at, duration=one.stands, transparency=COLOURS, disposal=1
        )
    return b"".join(data) + b";"


def _told(frames: Sequence[AnimationFrame], palette: Image.Image) -> list[_ChangedPart]:
    """Return the first frame, and of each other one the part that differs from the one before.

    Only places that may differ are compared: patches, and differences between two boards.
    """

    def coloured(sheet: Sheet) -> Image.Image:
        return sheet.quantize(palette=palette, dither=Image.Dither.NONE)

    ground, whole, dirty = frames[0].ground, (0, 0, *frames[0].ground.size), list[Rect]()
    board = coloured(ground)
    shown = board.copy()
    found = [_ChangedPart(board.copy(), (0, 0), frames[0].stands)]
    for frame in frames[1:]:
        boxes = dirty + (dirty := [box for _, box in frame.patches])
        if frame.ground is not ground and (
            changed := ImageChops.difference(ground, frame.ground).getbbox()
        ):
            board.paste(coloured(frame.ground.crop(changed)), changed[:2])
            boxes.append(
                Rect(changed[0], changed[1], changed[2] - changed[0], changed[3] - changed[1])
            )
        ground = frame.ground
        place = _around(boxes, whole)
        now = board.crop(place)
        for part, box in frame.patches:
            now.paste(coloured(part), (box.x - place[0], box.y - place[1]))
        differs = ImageChops.subtract_modulo(now, shown.crop(place))
        shown.paste(now, place[:2])
        if new := differs.getbbox(alpha_only=False):
            now, same = now.crop(new), differs.crop(new).point([255, *(0,) * 255], "1")
            now.paste(COLOURS, mask=same)
            found.append(_ChangedPart(now, (place[0] + new[0], place[1] + new[1]), frame.stands))
        else:
            found[-1].stands += frame.stands
    return found


def _around(boxes: Sequence[Rect], whole: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return the bounding box of the boxes within the picture; one pixel for no boxes."""
    if not boxes:
        return whole[0], whole[1], whole[0] + 1, whole[1] + 1
    left, top = (
        max(whole[0], min(box.x for box in boxes)),
        max(whole[1], min(box.y for box in boxes)),
    )
    right, low = (
        min(whole[2], max(box.right for box in boxes)),
        min(whole[3], max(box.bottom for box in boxes)),
    )
    return left, top, max(left + 1, right), max(top + 1, low)


def palette_of(sheet: Sheet) -> Image.Image:
    """Return the colors of a picture, with the players' colors kept exact."""
    shades = [
        (one.colour, mix(one.colour, PALE, 0.35), mix(one.colour, EDGE, 0.4))
        for one in theme.load().seats
    ]
    known = [rgb for shade in shades for rgb in shade]
    found = (
        sheet.reduce(SAMPLED)
        .quantize(COLOURS - len(known), method=Image.Quantize.MEDIANCUT)
        .getpalette()
        or []
    )
    palette = Image.new("P", (1, 1))
    palette.putpalette(
        [*found[: 3 * (COLOURS - len(known))], *(part for rgb in known for part in rgb)]
    )
    return palette


def webp(frames: Sequence[AnimationFrame]) -> bytes:
    """Return a looping animated WebP."""
    out = io.BytesIO()
    frames[0].sheet.save(
        out,
        "WEBP",
        save_all=True,
        append_images=[one.sheet for one in frames[1:]],
        duration=[one.stands for one in frames],
        loop=0,
        quality=QUALITY,
        method=EFFORT,
        minimize_size=False,
        allow_mixed=True,
    )
    return out.getvalue()
