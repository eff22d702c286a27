"""Film of a whole game: boards with the race of points, chapter titles, and the end.

Also the poster: the story in six boards.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence

from msgspec import structs
from PIL import Image, ImageDraw, ImageOps

from games.core.engine.game import find
from games.core.views.scene import Animation, Scene
from render.base import text as writing
from render.base import theme as themes
from render.base.canvas import Canvas
from render.base.layout import Point, Rect
from render.base.texture import Sheet, Sprite
from render.base.theme import BLACK, CORNERS, HEAVY_SERIF, RGB, SERIF, TEXT, Theme, mix
from render.motion import animation
from render.motion.animation import AnimationFrame, BoardAnimation
from render.parts import captions, header, markers, panels
from render.pictures import cover, encode

FILM, POSTER = panels.LAYOUT.part("film"), panels.LAYOUT.part("poster")
LINE_SUPERSAMPLE = 2  # supersampling factor of lines


def frames(film: Animation) -> list[AnimationFrame]:
    """Return the frames of a film, all of one size: opening, boards with moves, end.

    The end is the last scene.
    """
    *story, end = film.scenes
    colours = themes.load(end.palette)
    boards = animation.level(
        [animation.board(one) for one in story], functools.partial(_table, end.game)
    )
    wide, high = boards[0].sheet.size
    last = _fitted(
        encode.paint(structs.replace(end, trail=(), changed=())).sheet,
        wide,
        high + FILM.int("race"),
    )
    told = list(_story(film, colours, boards))
    return [
        AnimationFrame(_opening(end, colours, wide, high + FILM.int("race")), FILM.int("opening")),
        *animation.timed(told, FILM.int("longest")),
        AnimationFrame(last, FILM.int("ending")),
    ]


def _table(game: str, wide: int, high: int, bare: int) -> Sheet:
    """Return the table for growing boards, with the cover's landscape in the free area below."""
    ground = panels.planks(wide, high)
    if "cover" in find(game).pictures and bare >= FILM.int("bare"):
        painting = cover.painting(game, FILM.get("light"))
        ground.paste(
            ImageOps.fit(painting, (wide, bare), Image.Resampling.BILINEAR, centering=(0.5, 0.7)),
            (0, high - bare),
        )
    return ground


def _story(
    film: Animation, theme: Theme, boards: Sequence[BoardAnimation]
) -> Iterator[AnimationFrame]:
    """Yield the frames of all boards."""
    for at, (here, scene) in enumerate(zip(boards, film.scenes, strict=False)):
        race = _race(theme, film.points[: at + 1], len(boards), film.points, here.sheet.width)
        if film.captions[at]:
            yield AnimationFrame(
                _joined(_banner(here.sheet, theme, film.captions[at]), race), FILM.int("chapter")
            )
        if at:
            before = boards[at - 1]
            moves = list(animation.between(before, here, scene.trail, scene.palette))
            for frame in _some(moves, FILM.int("glides")):
                yield AnimationFrame(_joined(frame.sheet, race), frame.stands)
        yield AnimationFrame(_joined(here.sheet, race), FILM.int("hold"))


def _some(frames_: Sequence[AnimationFrame], most: int) -> list[AnimationFrame]:
    """Return at most so many frames, evenly spread."""
    step = max(1, math.ceil(len(frames_) / most))
    return list(frames_[::step])


def _joined(above: Sheet, below: Sheet) -> Sheet:
    """Return one image below the other."""
    sheet = Image.new("RGB", (above.width, above.height + below.height))
    sheet.paste(above)
    sheet.paste(below, (0, above.height))
    return sheet


def _banner(sheet: Sheet, theme: Theme, words: str) -> Sheet:
    """Return a board with a title across it."""
    canvas = Canvas(sheet.copy())
    high = FILM.int("banner")
    frame = Rect(
        FILM.int("pad"), (sheet.height - high) // 2, sheet.width - 2 * FILM.int("pad"), high
    )
    canvas.paste_padded(
        panels.sheet(frame.w, frame.h, CORNERS["card"], theme.warm_paper, theme.rim, 3, 6),
        frame.x,
        frame.y,
    )
    (x, y), size = frame.centre, FILM.int("title")
    style, least = writing.Style(HEAVY_SERIF, size, theme.ink), FILM.int("least_title")
    captions.write(
        canvas, theme, words, (x, y + size * writing.LETTER_DROP), style, frame.w - 20, least
    )
    return canvas.sheet


def _race(
    theme: Theme,
    points: Sequence[Sequence[int]],
    count: int,
    all_: Sequence[Sequence[int]],
    wide: int,
) -> Sheet:
    """Draw all players' points so far as lines with a piece at the end; the leader on top."""
    high, pad, size = FILM.int("race"), FILM.int("pad"), FILM.int("piece")
    canvas = Canvas(panels.planks(wide, high))
    canvas.paste_padded(
        panels.sheet(wide - 2 * pad, high - pad, CORNERS["field"], theme.paper, theme.rim, 2, 4),
        pad,
        0,
    )
    top, low = max(1, *(max(row) for row in all_)), min(0, *(min(row) for row in all_))
    column = FILM.int("column")
    room = Rect(pad + size, size, wide - 2 * pad - 2 * size - column, high - pad - 2 * size)

    def at(step: int, value: int) -> Point:
        return room.x + room.w * step / max(1, count - 1), room.bottom - room.h * (value - low) / (
            top - low
        )

    order = sorted(range(len(points[0])), key=lambda one: points[-1][one])
    lines = [[at(step, row[seat]) for step, row in enumerate(points)] for seat in order]
    drawn = _lines(lines, [theme.seats[seat].colour for seat in order], theme.ink, (wide, high))
    canvas.sheet.paste(drawn, (0, 0), drawn)
    for seat, line in zip(order, lines, strict=True):
        canvas.paste_centred(markers.piece(theme, seat, size), line[-1])
    _standing(
        canvas, theme, points[-1], Rect(wide - pad - column, pad // 2, column - pad, high - 2 * pad)
    )
    return canvas.sheet


def _lines(
    lines: Sequence[Sequence[Point]], colours: Sequence[RGB], ink: RGB, size: tuple[int, int]
) -> Sprite:
    """Return lines in their colors, each with a dark edge, the last one on top."""
    out = Image.new("RGBA", (size[0] * LINE_SUPERSAMPLE, size[1] * LINE_SUPERSAMPLE))
    pen, wide = ImageDraw.Draw(out), FILM.int("line") * LINE_SUPERSAMPLE
    for line, colour in zip(lines, colours, strict=True):
        large = [(x * LINE_SUPERSAMPLE, y * LINE_SUPERSAMPLE) for x, y in line]
        for tone, width in ((ink, wide + 2 * LINE_SUPERSAMPLE), (colour, wide)):
            pen.line(large, fill=tone, width=width, joint="curve")
    return out.resize(size, Image.Resampling.BOX)


def _standing(canvas: Canvas, theme: Theme, points: Sequence[int], frame: Rect) -> None:
    """Draw all players' points as numbers, highest first."""
    pitch = frame.h / len(points)
    size = min(FILM.int("number"), round(pitch * FILM.float("share")))
    for at, seat in enumerate(sorted(range(len(points)), key=lambda one: (-points[one], one))):
        y = frame.y + (at + 0.5) * pitch
        canvas.paste_centred(
            markers.piece(theme, seat, round(size * 0.86)), (frame.x + size * 0.6, y)
        )
        style = writing.Style(BLACK, size, theme.ink)
        canvas.text((frame.right, y + size * writing.DIGIT_DROP), str(points[seat]), style, "r")


def _opening(end: Scene, theme: Theme, wide: int, high: int) -> Sheet:
    """Return the cover, or the game's name, with the players' names."""
    canvas = Canvas(panels.planks(wide, high))
    people = panels.people(end, len(end.names))
    y = high * 0.36
    if "cover" in find(end.game).pictures:
        whole = cover.paint(Scene(end.game, "cover", FILM.get("light"), (), end.lang), theme).sheet
        small = whole.resize(
            (wide, round(whole.height * wide / whole.width)),
            Image.Resampling.LANCZOS,
            reducing_gap=2,
        )
        canvas.sheet.paste(small)
        y = small.height - 20
    else:
        name, size = writing.fit(header.title(end, "name"), HEAVY_SERIF, 60, wide - 60, 30)
        canvas.text((wide / 2, y), name, writing.Style(HEAVY_SERIF, size, theme.title), "m")
        canvas.pen.line((wide * 0.3, y + 26, wide * 0.7, y + 26), fill=theme.saffron, width=4)
    room = high - y
    pitch = min(FILM.int("person"), (room - 2 * FILM.int("pad")) / len(people))
    most, first = round(pitch * FILM.float("called")), y + (room - pitch * len(people)) / 2
    for at, person in enumerate(people):
        middle = first + (at + 0.5) * pitch
        said, letters = panels.fit_name(person, most, wide - 3 * most, most // 2)
        left = (wide - writing.width(said, SERIF, letters) - 1.5 * most) / 2
        canvas.paste_centred(panels.sign(theme, person, most), (left + most / 2, middle))
        style = writing.Style(SERIF, letters, theme.bright)
        canvas.text((left + 1.5 * most, middle + letters * writing.LETTER_DROP), said, style)
    return canvas.sheet


def _fitted(sheet: Sheet, wide: int, high: int) -> Sheet:
    """Return a picture scaled and centered on a table of that size."""
    share = min(wide / sheet.width, high / sheet.height)
    small = sheet.resize(
        (round(sheet.width * share), round(sheet.height * share)),
        Image.Resampling.LANCZOS,
        reducing_gap=2,
    )
    ground = panels.planks(wide, high)
    ground.paste(small, ((wide - small.width) // 2, (high - small.height) // 2))
    return ground


def poster(story: Animation) -> Sheet:
    """Draw six boards of the scenes with their captions, and the end below."""
    *scenes, end = story.scenes
    scenes = scenes[:-1] or scenes
    theme, count, columns = themes.load(end.palette), POSTER.int("boards"), POSTER.int("columns")
    chosen = sorted({round(k * (len(scenes) - 1) / (count - 1)) for k in range(count)})
    boards = animation.level(
        [animation.board(scenes[at]) for at in chosen], functools.partial(_table, end.game)
    )
    wide, high = boards[0].sheet.size
    gap, caption, head = POSTER.int("gap"), POSTER.int("caption"), POSTER.int("head")
    last = encode.paint(structs.replace(end, trail=(), changed=())).sheet
    across = columns * wide + (columns + 1) * gap
    rows = math.ceil(len(boards) / columns)
    total = (
        head
        + rows * (high + caption)
        + gap
        + round(last.height * (across - 2 * gap) / last.width)
        + POSTER.int("foot")
    )
    canvas = Canvas(panels.planks(across, total))
    name, size = writing.fit(header.title(end, "name"), HEAVY_SERIF, 76, across - 2 * gap, 34)
    canvas.text((across / 2, head * 0.62), name, writing.Style(HEAVY_SERIF, size, theme.title), "m")
    for at, one in enumerate(boards):
        x, y = gap + at % columns * (wide + gap), head + at // columns * (high + caption)
        canvas.sheet.paste(one.sheet, (x, y))
        words = next((said for said in reversed(story.captions[: chosen[at] + 1]) if said), "")
        style = writing.Style(SERIF, TEXT, mix(theme.title, theme.saffron, 0.2))
        captions.write(
            canvas,
            theme,
            words,
            (x + wide / 2, y + high + caption * 0.66),
            style,
            wide - 20,
            POSTER.int("least"),
        )
    canvas.sheet.paste(
        _fitted(
            last,
            across - 2 * gap,
            total - POSTER.int("foot") - head - rows * (high + caption) - gap,
        ),
        (gap, head + rows * (high + caption) + gap),
    )
    return canvas.sheet
