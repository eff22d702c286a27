"""Pieces of Era: each kind has its colored roof, and a landmark to tell it by shape."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.core.prompts.grid import Rotation
from games.era_medieval_age.model.catalog import KEEP, SCORCHED
from render.base.texture import clouds, flat, noise, shade
from render.base.theme import RGB, mix, parse, read
from tools.art import era_parts as parts
from tools.art.era_body import (
    CELL,
    GOLD,
    INK,
    INSET,
    LINE,
    PAPER,
    SIDE,
    STONE,
    TIMBER,
    TOP,
    Body,
    facade,
    raised,
    roof,
)

LOOK = read(Path(__file__).parent / "era.toml")
TOWERS = {
    name: parts.Tower(half, height, parse(wall), parse(top), spire, cross)
    for name, (half, height, wall, top, spire, cross) in LOOK["towers"].items()
}
KEEP_HEIGHT, WALL_HEIGHT, KEEP_PARAPET, WALL_PARAPET = 52, 34, 44, 26
POLE = (4, 104)  # position of the pennant: right of the keep's pole, above its foot
CLOTH = ((0, 0), (92, 16), (68, 38), (92, 62), (0, 64))


def house(body: Body, name: str) -> None:
    """Draw walls and roof over the whole plan."""
    top, wall, height, timber = LOOK["houses"][name]
    plan = body.mask()
    body.shadow(plan)
    facade(body, plan, height, parse(wall), timber)
    roof(body, plan, parse(top), height)


def longhouse(body: Body) -> None:
    """Draw a straw roof with one chimney."""
    house(body, "longhouse")
    x, y = body.centre(max(body.plan))
    parts.chimney(body, x + 30, y - 42)


def townhouse(body: Body) -> None:
    """Draw a blue slate roof with chimneys at both ends."""
    house(body, "townhouse")
    for cell in body.ends(1):
        x, y = body.centre(cell)
        parts.chimney(body, x + 34, y - 50)


def church(body: Body) -> None:
    """Draw a spire on the crossing."""
    house(body, "church")
    x, y = body.centre(body.ends(3)[0])
    parts.tower(body, (x, y + 18), TOWERS["church"])


def farm(body: Body) -> None:
    """Draw a checkerboard of fields in a fence, and a red barn."""
    plan = body.mask(inset=12)
    body.shadow(plan, (6, 6), 0.35, 6)
    body.cover(body.grained_sheet((150, 112, 66), 3, 6, 0.3), plan)
    for cell in sorted(body.plan - {(0, 0)}):
        _field(body, *body.corner(cell), ripe=sum(cell) % 2 == 0)
    body.outline(plan, 5)
    parts.fence(body, (SIDE + 12, TOP + 12, SIDE + body.w - 12, TOP + body.h - 12))
    barn = Body(body.turn, [(0, 0)])
    top, wall, height, timber = LOOK["houses"]["barn"]
    walls = barn.mask(inset=22)
    barn.shadow(walls)
    facade(barn, walls, height, parse(wall), timber)
    roof(barn, walls, parse(top), height)
    barn.outline(raised(walls, height))
    body.sprite.alpha_composite(barn.sprite)


def _field(body: Body, x: int, y: int, ripe: bool) -> None:
    """Draw rows of plants along the farm's long side."""
    pen, lying = body.pen, body.w > body.h
    colours: tuple[RGB, RGB] = (
        ((222, 182, 74), (196, 150, 52)) if ripe else ((130, 152, 70), (96, 120, 52))
    )
    for k in range(7):
        for s in range(16, CELL - 12, 15):
            along, across = (s, 16 + k * 24) if lying else (16 + k * 24, s)
            px, py = x + along, y + across
            pen.ellipse((px - 9, py - 8, px + 9, py + 8), fill=mix(colours[1], INK, 0.25))
            pen.ellipse((px - 8, py - 9, px + 6, py + 4), fill=colours[(k + s) % 2])


def lumber_mill(body: Body) -> None:
    """Draw a house with a saw blade on the roof and logs before the door."""
    house(body, "lumber_mill")
    first, *_, last = sorted(body.plan)
    x, y = body.centre(first)
    parts.disc(body, (x, y - 34), "circular-sawblade", 104, (214, 208, 196), (74, 70, 68))
    parts.logs(body, *body.centre(last))


def hospital(body: Body) -> None:
    """Draw a red cross on a white disc."""
    house(body, "hospital")
    x, y = body.centre(body.ends(4)[0])
    parts.red_cross(body, x, y - 40)


def monastery(body: Body) -> None:
    """Draw a garden with a fountain, and a bell tower on the spur (a cell with one neighbor)."""
    house(body, "monastery")
    spur = body.ends(1)[0]
    court = [body.centre(cell) for cell in body.plan if cell != spur]
    x = sum(c[0] for c in court) / len(court)
    y = sum(c[1] for c in court) / len(court) - 36
    pen, r = body.pen, 62
    pen.rectangle((x - r - 7, y - r - 7, x + r + 7, y + r + 7), fill=LINE)
    pen.rectangle((x - r, y - r, x + r, y + r), fill=(112, 132, 72))
    pen.rectangle((x - r, y - r, x + r, y - r + 22), fill=(186, 170, 140))
    pen.line((x - r, y, x + r, y), fill=(222, 206, 166), width=13)
    pen.line((x, y - r + 22, x, y + r), fill=(222, 206, 166), width=13)
    pen.ellipse((x - 20, y - 20, x + 20, y + 20), fill=(96, 150, 158), outline=LINE, width=5)
    x, y = body.centre(spur)
    parts.tower(body, (x, y + 16), TOWERS["monastery"])


def market(body: Body) -> None:
    """Draw paving and four stalls with striped awnings."""
    plan = body.mask(inset=12)
    body.shadow(plan, (6, 6), 0.35, 6)
    body.cover(body.grained_sheet((206, 188, 158), 3, 14, 0.3), plan)
    body.outline(plan, 5)
    pen = body.pen
    for row, y in enumerate(range(TOP + 26, TOP + body.h - 20, 26)):
        for x in range(SIDE + 24 + row % 2 * 13, SIDE + body.w - 38, 27):
            pen.rounded_rectangle((x, y, x + 20, y + 17), 6, outline=(150, 130, 100, 150), width=3)
    for k, cell in enumerate(sorted(body.plan)):
        middle_x, middle_y = body.centre(cell)
        _stall(body, middle_x + (6 if cell[1] else -6), middle_y + (10 if cell[0] else -2), k)


def _stall(body: Body, x: float, y: float, k: int) -> None:
    """Draw a counter with wares under an awning."""
    pen, w, h, stripes = body.pen, 62, 44, 6
    wares = [parse(colour) for colour in LOOK["market"]["wares"]]
    pen.rectangle((x - w + 4, y + h - 16, x + w + 14, y + h + 14), fill=(30, 20, 10, 90))
    for post in (x - w + 4, x + w - 14):
        pen.rectangle((post, y, post + 10, y + h + 8), fill=LINE)
    pen.rectangle((x - w + 14, y + 10, x + w - 14, y + h), fill=TIMBER)
    for j in range(5):
        left = x - w + 20 + j * 20
        pen.ellipse((left, y + h - 26, left + 16, y + h - 10), fill=wares[(j + k) % len(wares)])
    pen.rectangle((x - w - 4, y - h - 4, x + w + 4, y + 16), fill=LINE)
    for j in range(stripes):
        left = x - w + 2 * w * j / stripes
        right = x - w + 2 * w * (j + 1) / stripes
        cloth = parse(LOOK["market"]["awnings"][k]) if j % 2 == 0 else (246, 234, 208)
        pen.rectangle((left, y - h, right, y + 4), fill=cloth)
        pen.rectangle((left, y - 12, right, y + 4), fill=mix(cloth, INK, 0.18))
        pen.pieslice((left, y - 8, right, y + 18), 0, 180, fill=mix(cloth, INK, 0.18), outline=LINE)


def guildhall(body: Body) -> None:
    """Draw a clock tower on the corner."""
    house(body, "guildhall")
    corner = next(cell for cell in body.ends(2) if _bends(body, cell))
    x, y = body.centre(corner)
    parts.tower(body, (x, y + 10), TOWERS["guildhall"])
    parts.clock(body, x, y - 42)


def _bends(body: Body, cell: tuple[int, int]) -> bool:
    r, c = cell
    return ((r - 1, c) in body.plan) != ((r + 1, c) in body.plan)


def university(body: Body) -> None:
    """Draw a lawn in the court, and a book over the door."""
    court = {(r, c) for r in range(3) for c in range(3)} - body.plan
    body.cover(body.grained_sheet((140, 152, 90), 5, 5, 0.3), body.mask(court, 18))
    house(body, "university")
    middle = next(
        cell for cell in ((0, 1), (1, 0), (1, 2), (2, 1)) if (2 - cell[0], 2 - cell[1]) in court
    )
    x, y = body.centre(middle)
    parts.disc(body, (x, y - 44), "open-book", 112, (246, 236, 212), (110, 58, 40))


def cathedral(body: Body) -> None:
    """Draw a green spire on the crossing, twin towers and a rose window at the far end."""
    house(body, "cathedral")
    cross = body.ends(4)[0]
    front = max(body.plan, key=lambda cell: abs(cell[0] - cross[0]) + abs(cell[1] - cross[1]))
    x, y = body.centre(front)
    mid_x, mid_y = body.centre(cross)
    rear = front[0] < cross[0]
    if not rear:
        parts.tower(body, (mid_x, mid_y + 14), TOWERS["crossing"])
    for side in (-46, 46):
        parts.tower(body, (x + side, y + 34), TOWERS["front"])
    pen = body.pen
    pen.ellipse((x - 28, y - 38, x + 28, y + 18), fill=LINE)
    pen.ellipse((x - 23, y - 33, x + 23, y + 13), fill=(70, 98, 150))
    for k in range(6):
        pen.line(
            (
                x,
                y - 10,
                x + 21 * math.cos(k * math.pi / 3),
                y - 10 + 21 * math.sin(k * math.pi / 3),
            ),
            fill=GOLD,
            width=5,
        )
    pen.ellipse((x - 8, y - 18, x + 8, y - 2), fill=(168, 50, 45))
    if rear:
        parts.tower(body, (mid_x, mid_y + 14), TOWERS["crossing"])


def keep(body: Body) -> None:
    """Draw a square stone tower with a bare pole; `pennant` is added in a seat's color later."""
    plan = body.mask()
    body.shadow(plan, (26, 22), 0.55, 12)
    stone = raised(plan, KEEP_HEIGHT)
    left = SIDE + INSET
    top = TOP + INSET
    right = SIDE + body.w - INSET
    bottom = TOP + body.h - INSET
    body.cover(body.grained_sheet(mix(STONE, INK, 0.22), 6, 6, 0.25), stone)
    parts.courses(body, (left, bottom - KEEP_HEIGHT, right, bottom), 44, 18)
    pen, x = body.pen, SIDE + body.w / 2
    pen.pieslice((x - 26, bottom - 54, x + 26, bottom - 4), 180, 360, fill=(50, 36, 28))
    pen.rectangle((x - 26, bottom - 30, x + 26, bottom), fill=(50, 36, 28))
    floor = ImageChops.offset(plan, 0, -KEEP_HEIGHT)
    body.cover(body.grained_sheet(mix(STONE, PAPER, 0.35), 8, 9, 0.25), floor)
    top, bottom, inner = top - KEEP_HEIGHT, bottom - KEEP_HEIGHT, KEEP_PARAPET
    parts.planks(body, (left + inner, top + inner, right - inner, bottom - inner))
    parts.merlons(body, (left, top, right, bottom), 26, 52)
    body.outline(ImageChops.lighter(stone, floor))
    pen, (x, y) = body.pen, pole(body)
    pen.ellipse((x - 14, y + 18, x + 14, y + 34), fill=(40, 30, 24, 160))
    for width, colour in ((12, LINE), (6, (150, 110, 70))):
        pen.line((x, y + 24, x, y - POLE[1]), fill=colour, width=width)


def pole(body: Body) -> tuple[float, float]:
    """Return the center of the keep's floor, where the pole stands."""
    return SIDE + body.w / 2, TOP + body.h / 2 - KEEP_HEIGHT


def pennant(turn: Rotation) -> Body:
    """Draw the keep's pennant in white, to be multiplied with a seat's color."""
    body = Body(turn)
    x, y = pole(body)
    line = [(x + POLE[0] + dx, y - POLE[1] + dy) for dx, dy in CLOTH]
    body.pen.polygon(line, fill=(255, 255, 255))
    body.pen.polygon([*line[2:], line[2]], fill=(226, 226, 226))
    body.pen.line([*line, line[0]], fill=(70, 70, 70), width=6, joint="curve")
    return body


def wall(body: Body) -> None:
    """Draw a wall with teeth on both sides.

    The strip is 100/180 of a cell wide. Small gaps at both ends let players count the walls.
    """
    standing, side, end = body.h > body.w, 40, 8
    dx, dy = (side, end) if standing else (end, side)
    left = SIDE + dx
    top = TOP + dy
    right = SIDE + body.w - dx
    bottom = TOP + body.h - dy
    plan = Image.new("L", body.size)
    ImageDraw.Draw(plan).rectangle((left, top, right, bottom), fill=255)
    body.shadow(plan, (18, 16))
    stone = raised(plan, WALL_HEIGHT)
    body.cover(body.grained_sheet(mix(STONE, INK, 0.30), 6, 6, 0.25), stone)
    parts.courses(body, (left, bottom - WALL_HEIGHT, right, bottom), 40, 17)
    walk = ImageChops.offset(plan, 0, -WALL_HEIGHT)
    body.cover(body.grained_sheet(mix(STONE, PAPER, 0.28), 8, 9, 0.22), walk)
    top, bottom = top - WALL_HEIGHT, bottom - WALL_HEIGHT
    in_x, in_y = (WALL_PARAPET, 6) if standing else (6, WALL_PARAPET)
    path = (left + in_x, top + in_y, right - in_x, bottom - in_y)
    body.pen.rectangle(path, fill=(140, 130, 118), outline=(80, 70, 62), width=3)
    parts.merlons(body, (left, top, right, bottom), WALL_PARAPET, 50)
    body.outline(ImageChops.lighter(stone, walk))


def scorched_earth(body: Body) -> None:
    """Draw charred ground with a ragged edge, embers in its cracks, dead trees."""
    rag = clouds(*body.size, 77, 70).point([min(255, 150 + v) for v in range(256)])
    ragged = ImageChops.multiply(body.mask(inset=10).filter(ImageFilter.GaussianBlur(16)), rag)
    ragged = ragged.point([max(0, min(255, (v - 96) * 5)) for v in range(256)])
    ground = ImageChops.lighter(body.mask(inset=34), ragged)
    body.cover(shade(flat(*body.size, (66, 54, 48)), clouds(*body.size, 5, 90), 0.75), ground)
    body.cover(
        shade(flat(*body.size, (58, 48, 44)), noise(*body.size, 9, 7), 0.5),
        ground.point([v // 3 for v in range(256)]),
    )
    pen, rng = body.pen, random.Random(8)
    for _ in range(9):
        x = SIDE + rng.uniform(50, body.w - 50)
        y = TOP + rng.uniform(50, body.h - 50)
        for _ in range(4):
            to = x + rng.uniform(-46, 46), y + rng.uniform(-46, 46)
            pen.line((x, y, *to), fill=(28, 20, 18, 220), width=8)
            if rng.random() < 0.5:
                pen.line((x, y, *to), fill=(232, 112, 46, 210), width=4)
            x, y = to
    body.sprite.putalpha(ImageChops.multiply(body.sprite.getchannel("A"), ground))
    for x, y, s in ((110, 120, 1.0), (250, 180, 1.2), (150, 270, 0.9)):
        outline = ((-12, 0), (-7, -62), (-20, -90), (-1, -72), (16, -100), (8, -58), (13, 0))
        body.pen.polygon(
            [(SIDE + x + dx * s, TOP + y + dy * s) for dx, dy in outline],
            fill=(30, 23, 21),
            outline=(104, 88, 78),
        )


OUTLINED: dict[str, Callable[[Body], None]] = {
    "longhouse": longhouse,
    "townhouse": townhouse,
    "church": church,
    "lumber_mill": lumber_mill,
    "hospital": hospital,
    "monastery": monastery,
    "guildhall": guildhall,
    "university": university,
    "cathedral": cathedral,
}
OTHERS: dict[str, Callable[[Body], None]] = {
    "farm": farm,
    "market": market,
    KEEP: keep,
    SCORCHED: scorched_earth,
}


def draw(kind: str, turn: Rotation) -> Body:
    """Draw a piece in one rotation; kinds without their own drawing are walls."""
    body = Body(turn)
    if kind in OUTLINED:
        OUTLINED[kind](body)
        body.outline_all()
    else:
        OTHERS.get(kind, wall)(body)
    return body
