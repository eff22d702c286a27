"""Encoder of animations: GIF for turns (shown in embeds), animated WebP for films.

`draw_animation` draws the frames with `animation` (a turn) or `game_film` (a whole game) and
encodes them. In a GIF, each frame has only the part that changed.
"""

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
from render.motion.animation import DrawnFrame

COLOURS = 255  # colors of a GIF; the 256th index is for transparency
SAMPLED = 3  # reduction factor of the picture from which the colors are chosen
QUALITY, EFFORT = 74, 1
MAX_FILE_BYTES = 8 << 20  # bytes; Discord accepts 10 MiB from everyone
FORMATS = (GifImagePlugin, WebPImagePlugin)


@part_cache.caching_parts()
def draw_animation(what: Animation) -> Picture:
    """Return a turn as GIF, a film as animated WebP, a poster as still WebP.

    A film whose file is too large to send is drawn at half the size. Equal scenes give equal bytes.
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
        frames = [DrawnFrame(frame.sheet.reduce(2), frame.duration_ms) for frame in frames]
        data = webp(frames)
    return Picture(data, "film.webp", *frames[0].sheet.size)


@dataclass
class _ChangedPart:
    """Changed part of a frame, its position, and the duration of the frame."""

    part: Image.Image
    at: tuple[int, int]
    duration_ms: int


def gif(frames: Sequence[DrawnFrame]) -> bytes:
    """Return a looping GIF with the colors of the first frame; later frames have only changes."""
    first, *others = _changed_parts(frames, palette_of(frames[0].sheet))
    out = io.BytesIO()
    first.part.save(out, "GIF", duration=first.duration_ms, loop=0, optimize=False, disposal=1)
    data = [
        out.getvalue()[:-1]
    ]  # without the last byte (trailer), which must follow the last frame
    for changed in others:
        data += GifImagePlugin.getdata(
            changed.part, changed.at, duration=changed.duration_ms, transparency=COLOURS, disposal=1
        )
    return b"".join(data) + b";"


def _changed_parts(frames: Sequence[DrawnFrame], palette: Image.Image) -> list[_ChangedPart]:
    """Return one part per frame: the whole first frame, then only what changed.

    Only areas that may differ from the previous frame are compared: the patches of both frames, and
    the area in which their boards differ. A frame without a change gets no part, but prolongs the
    previous one.
    """

    def to_palette(sheet: Sheet) -> Image.Image:
        return sheet.quantize(palette=palette, dither=Image.Dither.NONE)

    ground = frames[0].ground
    full = (0, 0, *frames[0].ground.size)
    previous_boxes = list[Rect]()
    ground_indexed = to_palette(ground)
    previous = ground_indexed.copy()
    parts = [_ChangedPart(ground_indexed.copy(), (0, 0), frames[0].duration_ms)]
    for frame in frames[1:]:
        boxes = previous_boxes + (previous_boxes := [box for _, box in frame.patches])
        if frame.ground is not ground and (
            changed := ImageChops.difference(ground, frame.ground).getbbox()
        ):
            ground_indexed.paste(to_palette(frame.ground.crop(changed)), changed[:2])
            boxes.append(
                Rect(changed[0], changed[1], changed[2] - changed[0], changed[3] - changed[1])
            )
        ground = frame.ground
        area = _bounding_box(boxes, full)
        current = ground_indexed.crop(area)
        for patch, box in frame.patches:
            current.paste(to_palette(patch), (box.x - area[0], box.y - area[1]))
        difference = ImageChops.subtract_modulo(current, previous.crop(area))
        previous.paste(current, area[:2])
        if changed_box := difference.getbbox(alpha_only=False):
            current = current.crop(changed_box)
            unchanged = difference.crop(changed_box).point([255, *(0,) * 255], "1")
            current.paste(COLOURS, mask=unchanged)
            parts.append(
                _ChangedPart(
                    current, (area[0] + changed_box[0], area[1] + changed_box[1]), frame.duration_ms
                )
            )
        else:
            parts[-1].duration_ms += frame.duration_ms
    return parts


def _bounding_box(
    boxes: Sequence[Rect], whole: tuple[int, int, int, int]
) -> tuple[int, int, int, int]:
    """Return the bounding box of the boxes, clipped to `whole`; one pixel if there are none."""
    if not boxes:
        return whole[0], whole[1], whole[0] + 1, whole[1] + 1
    left = max(whole[0], min(box.x for box in boxes))
    top = max(whole[1], min(box.y for box in boxes))
    right = min(whole[2], max(box.right for box in boxes))
    bottom = min(whole[3], max(box.bottom for box in boxes))
    return left, top, max(left + 1, right), max(top + 1, bottom)


def palette_of(sheet: Sheet) -> Image.Image:
    """Return a palette for a picture, in which the players' colors are exact."""
    shades = [
        (seat.colour, mix(seat.colour, PALE, 0.35), mix(seat.colour, EDGE, 0.4))
        for seat in theme.load().seats
    ]
    seat_colours = [rgb for shade in shades for rgb in shade]
    common = (
        sheet.reduce(SAMPLED)
        .quantize(COLOURS - len(seat_colours), method=Image.Quantize.MEDIANCUT)
        .getpalette()
        or []
    )
    palette = Image.new("P", (1, 1))
    palette.putpalette(
        [
            *common[: 3 * (COLOURS - len(seat_colours))],
            *(part for rgb in seat_colours for part in rgb),
        ]
    )
    return palette


def webp(frames: Sequence[DrawnFrame]) -> bytes:
    """Return a looping animated WebP."""
    out = io.BytesIO()
    frames[0].sheet.save(
        out,
        "WEBP",
        save_all=True,
        append_images=[frame.sheet for frame in frames[1:]],
        duration=[frame.duration_ms for frame in frames],
        loop=0,
        quality=QUALITY,
        method=EFFORT,
        minimize_size=False,
        allow_mixed=True,
    )
    return out.getvalue()
