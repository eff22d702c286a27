"""Film of a whole game: boards with a chart of the points, chapter titles, and the end.

Also the poster, which shows the course of the game in six boards.
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
from render.base.layout import Point, Rect, split
from render.base.texture import Sheet, Sprite
from render.base.theme import CORNERS, DARK, HEAVY_SERIF, RGB, SERIF, TEXT, Theme, mix
from render.motion import animation
from render.motion.animation import DrawnFrame, ReducedBoard
from render.parts import captions, header, markers, panels, race
from render.pictures import cover, drawing

FILM, POSTER = panels.LAYOUT.part("film"), panels.LAYOUT.part("poster")
LINE_SUPERSAMPLE = 2  # supersampling factor of lines


def frames(film: Animation) -> list[DrawnFrame]:
    """Return the frames of a film, all of one size: opening, boards with moves, end.

    The last scene is the end screen, the others are boards. A chart of the points is at the right
    of each board, because Discord shows wide pictures larger.
    """
    *story, end = film.scenes
    colours = themes.load(end.palette)
    boards = animation.on_equal_tables(
        [animation.board(scene) for scene in story], functools.partial(_table, end.game)
    )
    width, height = boards[0].sheet.width + FILM.int("race"), boards[0].sheet.height
    last = _scaled_onto_table(
        drawing.paint(structs.replace(end, moved=(), changed=())).sheet, width, height
    )
    story_frames = list(_story_frames(film, colours, boards))
    return [
        DrawnFrame(_draw_opening(end, colours, width, height), FILM.int("opening")),
        *animation.within_duration(story_frames, FILM.int("longest")),
        DrawnFrame(last, FILM.int("ending")),
    ]


def _table(game: str, width: int, height: int, bare: int) -> Sheet:
    """Return the table under boards that grow from frame to frame.

    `bare` is the height in pixels of the area below the lowest board. If it is large enough, the
    landscape of the game's cover is drawn there.
    """
    ground = panels.planks(width, height)
    if "cover" in find(game).pictures and bare >= FILM.int("bare"):
        painting = cover.painting(game, FILM.get("light"))
        ground.paste(
            ImageOps.fit(painting, (width, bare), Image.Resampling.BILINEAR, centering=(0.5, 0.7)),
            (0, height - bare),
        )
    return ground


def _story_frames(
    film: Animation, theme: Theme, boards: Sequence[ReducedBoard]
) -> Iterator[DrawnFrame]:
    """Yield the frames of all boards."""
    for i, (board, scene) in enumerate(zip(boards, film.scenes, strict=False)):
        chart = _points_chart(
            scene, theme, film.points[: i + 1], len(boards), film.points, board.sheet.height
        )
        if film.captions[i]:
            yield DrawnFrame(
                _side_by_side(_with_title(board.sheet, theme, film.captions[i]), chart),
                FILM.int("chapter"),
            )
        if i:
            before = boards[i - 1]
            transition = list(animation.between(before, board, scene.moved, scene.palette))
            for frame in _thinned(transition, FILM.int("glides")):
                yield DrawnFrame(_side_by_side(frame.sheet, chart), frame.duration_ms)
        yield DrawnFrame(_side_by_side(board.sheet, chart), FILM.int("hold"))


def _thinned(frames_: Sequence[DrawnFrame], most: int) -> list[DrawnFrame]:
    """Return at most `most` of the frames, evenly spread."""
    step = max(1, math.ceil(len(frames_) / most))
    return list(frames_[::step])


def _side_by_side(left: Sheet, right: Sheet) -> Sheet:
    """Return two images of equal height side by side."""
    sheet = Image.new("RGB", (left.width + right.width, left.height))
    sheet.paste(left)
    sheet.paste(right, (left.width, 0))
    return sheet


def _with_title(sheet: Sheet, theme: Theme, words: str) -> Sheet:
    """Return a board with a title across it."""
    canvas = Canvas(sheet.copy())
    height = FILM.int("banner")
    frame = Rect(
        FILM.int("pad"), (sheet.height - height) // 2, sheet.width - 2 * FILM.int("pad"), height
    )
    canvas.paste_padded(
        panels.sheet(frame.w, frame.h, CORNERS["card"], theme.warm_paper, theme.rim, 3, 6),
        frame.x,
        frame.y,
    )
    (x, y), size = frame.centre, FILM.int("title")
    style = writing.Style(HEAVY_SERIF, size, theme.ink)
    least = FILM.int("least_title")
    captions.write(
        canvas, theme, words, (x, y + size * writing.LETTER_DROP), style, frame.w - 20, least
    )
    return canvas.sheet


def _points_chart(
    scene: Scene,
    theme: Theme,
    points: Sequence[Sequence[int]],
    count: int,
    all_points: Sequence[Sequence[int]],
    height: int,
) -> Sheet:
    """Return the chart of the points: a bar, a number and a line per player.

    `points` has one entry for each board so far, with the points of each seat. `all_points` has one
    for each board of the whole film and sets the scale; `count` is their number. A player's line
    shows the points so far and ends at the player's piece. The leader's line is drawn last.
    """
    width, pad, size = FILM.int("race"), FILM.int("pad"), FILM.int("piece")
    canvas = Canvas(panels.planks(width, height))
    canvas.paste_padded(
        panels.sheet(width - pad, height - 2 * pad, CORNERS["field"], theme.paper, theme.rim, 2, 4),
        0,
        pad,
    )
    seats = len(points[0])
    bars = Rect(pad, 2 * pad, width - 3 * pad, seats * FILM.int("pitch"))
    race.draw_race(
        canvas,
        scene,
        theme,
        bars,
        [(value, value) for value in points[-1]],
        FILM.int("number"),
    )
    highest = max(1, *(max(row) for row in all_points))
    lowest = min(0, *(min(row) for row in all_points))
    area = Rect(
        pad + size,
        bars.bottom + size,
        width - 3 * pad - 2 * size,
        height - bars.bottom - 2 * pad - 2 * size,
    )

    def at(step: int, value: int) -> Point:
        return area.x + area.w * step / max(1, count - 1), area.bottom - area.h * (
            value - lowest
        ) / (highest - lowest)

    order = sorted(range(seats), key=lambda seat_: points[-1][seat_])
    lines = [[at(step, row[seat]) for step, row in enumerate(points)] for seat in order]
    drawn = _lines(lines, [theme.seats[seat].colour for seat in order], theme.ink, (width, height))
    canvas.sheet.paste(drawn, (0, 0), drawn)
    for seat, line in zip(order, lines, strict=True):
        canvas.paste_centred(markers.piece(theme, seat, size), line[-1])
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


def _draw_opening(end: Scene, theme: Theme, width: int, height: int) -> Sheet:
    """Return the opening: the cover (or the game's name) with the players' names below."""
    canvas = Canvas(panels.planks(width, height))
    people = panels.seat_headers(end, len(end.names))
    if "cover" in find(end.game).pictures:
        cover_sheet = cover.paint(
            Scene(end.game, "cover", FILM.get("light"), (), end.lang), theme
        ).sheet
        canvas.sheet.paste(
            ImageOps.fit(cover_sheet, (width, height), Image.Resampling.LANCZOS, centering=(0, 0))
            if cover_sheet.height * width >= height * cover_sheet.width
            else cover_sheet.resize(
                (width, round(cover_sheet.height * width / cover_sheet.width)),
                Image.Resampling.LANCZOS,
                reducing_gap=2,
            )
        )
    else:
        name, size = writing.fit(header.title(end, "name"), HEAVY_SERIF, 60, width - 60, 30)
        y = height * 0.36
        canvas.text((width / 2, y), name, writing.Style(HEAVY_SERIF, size, theme.title), "m")
        canvas.pen.line((width * 0.3, y + 26, width * 0.7, y + 26), fill=theme.saffron, width=4)
    _draw_people(canvas, theme, people)
    return canvas.sheet


def _draw_people(canvas: Canvas, theme: Theme, people: Sequence[panels.SeatHeader]) -> None:
    """Draw the players' names in rows in a dark band along the lower edge."""
    columns = min(len(people), FILM.int("person_columns"))
    rows = math.ceil(len(people) / columns)
    columns = math.ceil(len(people) / rows)  # rows of equal length
    pitch, piece, pad = FILM.int("person"), FILM.int("person_piece"), FILM.int("pad")
    width, height = canvas.sheet.size
    top = height - rows * pitch - 2 * pad
    canvas.pen.rectangle((0, top, width, height), fill=(*DARK, FILM.int("person_shade")))
    for i, (person, frame) in enumerate(
        (people[row * columns + at], box)
        for row in range(rows)
        for at, box in enumerate(
            split(
                Rect(pad, top + pad + row * pitch, width - 2 * pad, pitch),
                min(columns, len(people) - row * columns),
                pad,
            )
        )
    ):
        room = frame.w - 1.5 * piece
        person_name, letters = panels.fit_name(
            person, FILM.int("person_name"), room, FILM.int("person_least"), press=True
        )
        name_width = min(room, writing.width(person_name, SERIF, letters))
        left = frame.x + (frame.w - name_width - 1.5 * piece) / 2
        middle = frame.centre[1]
        canvas.paste_centred(panels.sign(theme, person, piece), (left + piece / 2, middle))
        canvas.record_region("person", frame, str(i))
        canvas.text(
            (left + 1.5 * piece, middle + letters * writing.LETTER_DROP),
            person_name,
            writing.Style(SERIF, letters, theme.bright),
            room=room,
        )


def _scaled_onto_table(sheet: Sheet, width: int, height: int) -> Sheet:
    """Return a picture scaled and centered on a table of `width` x `height` pixels."""
    share = min(width / sheet.width, height / sheet.height)
    small = sheet.resize(
        (round(sheet.width * share), round(sheet.height * share)),
        Image.Resampling.LANCZOS,
        reducing_gap=2,
    )
    ground = panels.planks(width, height)
    ground.paste(small, ((width - small.width) // 2, (height - small.height) // 2))
    return ground


def poster(story: Animation) -> Sheet:
    """Draw six boards of the scenes with their captions, and the end below."""
    *scenes, end = story.scenes
    scenes = scenes[:-1] or scenes
    theme = themes.load(end.palette)
    count = POSTER.int("boards")
    columns = POSTER.int("columns")
    chosen = sorted({round(k * (len(scenes) - 1) / (count - 1)) for k in range(count)})
    boards = animation.on_equal_tables(
        [animation.board(scenes[at]) for at in chosen], functools.partial(_table, end.game)
    )
    width, height = boards[0].sheet.size
    gap = POSTER.int("gap")
    caption = POSTER.int("caption")
    head = POSTER.int("head")
    last = drawing.paint(structs.replace(end, moved=(), changed=())).sheet
    across = columns * width + (columns + 1) * gap
    rows = math.ceil(len(boards) / columns)
    end_top = head + rows * (height + caption) + gap
    end_height = round(last.height * across * POSTER.float("end") / last.width)
    total = end_top + end_height + POSTER.int("foot")
    canvas = Canvas(panels.planks(across, total))
    name, size = writing.fit(header.title(end, "name"), HEAVY_SERIF, 76, across - 2 * gap, 34)
    canvas.text((across / 2, head * 0.62), name, writing.Style(HEAVY_SERIF, size, theme.title), "m")
    for i, board in enumerate(boards):
        x = gap + i % columns * (width + gap)
        y = head + i // columns * (height + caption)
        canvas.sheet.paste(board.sheet, (x, y))
        words = next((text for text in reversed(story.captions[: chosen[i] + 1]) if text), "")
        style = writing.Style(SERIF, TEXT, mix(theme.title, theme.saffron, 0.2))
        captions.write(
            canvas,
            theme,
            words,
            (x + width / 2, y + height + caption * 0.66),
            style,
            width - 20,
            POSTER.int("least"),
        )
    canvas.sheet.paste(_scaled_onto_table(last, across, end_height), (0, end_top))
    return canvas.sheet
