"""Castle in its land with ten spaces for buildings; beside it what its owner has.

That is: the owner's goods, points and cards, the training of troops, and the shop.
"""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image, ImageDraw

from games.core.prompts.option_table import cell_at, cell_name
from games.core.views.scene import Mark, Scene
from games.el_mapa.model.catalog import BUILDINGS, SPACES, TROOPS, WONDERS
from games.el_mapa.views.view import CastleView, GameView, TrainingView
from render.base import i18n
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet, Sprite, rounded
from render.base.theme import (
    BLACK,
    BOLD,
    CORNERS,
    HEAD,
    HEAVY,
    HEAVY_SERIF,
    NAME,
    PALE,
    PLAIN,
    RGB,
    SERIF,
    SMALL,
    TEXT,
    TITLE,
    Theme,
    dark,
    load,
    mix,
)
from render.el_mapa.layers import people
from render.el_mapa.layers.chart import cell_of, tiles_of
from render.el_mapa.layers.scenes import landscape
from render.el_mapa.layers.shop import SHOP, choices, lay_list, lay_tiles, marked_offers
from render.el_mapa.pieces.cubes import cube
from render.el_mapa.pieces.emblems import emblem
from render.el_mapa.pieces.header import draw_head
from render.el_mapa.pieces.houses import LETTERS, PILL, card, faint, house, pill, shield
from render.el_mapa.pieces.props import prop, stand
from render.el_mapa.pieces.style import ASSETS, COLOURS, GOODS, HOUSES, LAYOUT, ROMAN, WIDTH, icon
from render.el_mapa.pieces.style import TROOPS as TROOP_ICONS
from render.parts import markers, panels
from render.parts.awards import rays
from render.parts.header import shown_seat

CASTLE = LAYOUT.part("castle")
SIDE = CASTLE.part("side")
PLAINS = "meadow"


def shown(scene: Scene) -> CastleView | None:
    """Return the castle to draw.

    It is the requested castle; else the first one in the scene's marks, ghosts or changes; else
    the shown seat's castle with the most buildings; else any castle.
    """
    view: GameView = scene.view
    own_castles = [castle for castle in view.castles if castle.owner == shown_seat(scene)]
    fullest = max(
        own_castles, key=lambda castle: sum(map(bool, castle.spaces.values())), default=None
    )
    by_cell = {castle.cell: castle for castle in view.castles}
    if scene.focus is not None:  # the user asks for a castle of this seat; `spot` is its cell
        return by_cell.get(scene.spot, fullest)
    spots = [mark.spot for mark in scene.marks] + list(scene.ghost) + list(scene.changed)
    named = next((by_cell[cell] for spot in spots if (cell := cell_of(spot)) in by_cell), None)
    return named or fullest or next(iter(view.castles), None)


def outlook(view: GameView, castle: CastleView | None) -> tuple[str, str]:
    """Return the kinds of land (west, east) beside a castle; plains if not revealed."""
    if castle is None:
        return PLAINS, PLAINS
    known, (row, col) = tiles_of(view), cell_at(castle.cell)
    beside = [known.get(cell_name(row, at)) if at >= 0 else None for at in (col - 1, col + 1)]
    west, east = (tile.land[0] if tile and tile.up else PLAINS for tile in beside)
    return west, east


@cached
def _scene(west: str, east: str) -> Sheet:
    """Return the castle's walls in front of the land west and east of it."""
    (w, h), horizon = CASTLE.get("scene"), CASTLE.int("horizon")
    land = landscape((east,), h, horizon)
    sheet = land.crop((land.width - w, 0, land.width, h))
    sheet.paste(landscape((west,), h, horizon).crop((0, 0, w // 2, h)))
    # The sky of one piece hides the seam above the wall.
    left, fade = (land.width - w) // 2, CASTLE.int("sky")
    sky = Image.linear_gradient("L").rotate(180).resize((w, fade))
    above = Image.new("L", (w, 2 * fade), 255)
    above.paste(sky, (0, fade))
    sheet.paste(land.crop((left, 0, left + w, 2 * fade)), (0, 0), above)
    with Image.open(ASSETS / "wall.webp") as stored:
        wall = stored.convert("RGBA")
    sheet.paste(wall, (0, h - wall.height), wall)
    return sheet


def space_box(space: str) -> Rect:
    """Return the rectangle of a space of the castle; the space of a wonder is wider."""
    row, at = int(space[0]), int(space[2:])
    layout = CASTLE.part("space")
    n, gap = 5 - row, layout.int("gap")
    w = layout.int("w") if n > 1 else layout.int("wide")
    left = (CASTLE.get("scene")[0] - n * w - (n - 1) * gap) // 2
    return Rect(
        left + (at - 1) * (w + gap),
        CASTLE.int("top") + layout.int("first") - (row - 1) * layout.int("pitch"),
        w,
        layout.int("h"),
    )


def draw_castle(scene: Scene, theme: Theme) -> Canvas:
    """Draw the castle with everything in and beside it, back to front."""
    view: GameView = scene.view
    castle = shown(scene)
    canvas = Canvas(panels.table(WIDTH, CASTLE.int("high")).copy())
    if castle is None:
        canvas.sheet.paste(_scene(*outlook(view, castle)), (0, CASTLE.int("top")))
        draw_head(canvas, scene, theme)
        return canvas
    title = i18n.say(scene.lang, "el_mapa.castle", cell=castle.cell.upper())
    draw_head(
        canvas,
        scene,
        theme,
        name=title,
        middle=i18n.say(scene.lang, "el_mapa.round", n=view.round),
        seat=castle.owner,
    )
    offers, hidden, most = choices(scene, castle), 0, _most_offers(castle)
    if not marked_offers(scene, castle) and len(offers) > most:
        hidden = len(offers) - most + 1  # the last line tells how many
        offers = offers[:-hidden]
    if len(offers) > SHOP.int("long"):
        lay_tiles(canvas, scene, theme, castle, offers)
    else:
        _draw_spaces(canvas, scene, theme, castle)
    _draw_side(canvas, scene, theme, castle, offers, hidden)
    return canvas


def _draw_spaces(canvas: Canvas, scene: Scene, theme: Theme, castle: CastleView) -> None:
    """Draw walls, flags, spaces, signs and letters, back to front."""
    canvas.sheet.paste(_scene(*outlook(scene.view, castle)), (0, CASTLE.int("top")))
    _draw_wonder_rays(canvas, theme, castle)
    _draw_flags(canvas, theme, castle)
    ghosts = dict(_ghost(name) for name in scene.ghost)
    for space in SPACES:
        _draw_space(canvas, scene, theme, castle, space, ghosts.get(f"{castle.cell}.{space}", ""))
    _draw_signs(canvas, scene, theme, castle)
    size = CASTLE.int("mark")
    marks = {
        mark.spot.partition(".")[2]: mark
        for mark in scene.marks
        if mark.spot.startswith(f"{castle.cell}.")
    }
    for space, mark in {**_row_marks(castle, marks), **marks}.items():
        if space in SPACES:
            box = space_box(space)
            x, y = box.x + size // 2 - 12, box.y + size // 2 - 12
            canvas.paste_centred(markers.marker(theme, mark.letter, size, mark.tone), (x, y))
            place = Rect(x - size // 2, y - size // 2, size, size)
            canvas.record_region("marker", place, f"{castle.cell}.{space}")


def _row_marks(castle: CastleView, marks: Mapping[str, Mark]) -> dict[str, Mark]:
    """Return the marks of rows with a single legal one, for each free space of the row.

    The other free spaces of such a row are as good, so the choice names only the first.
    """
    found: dict[str, Mark] = {}
    for space, mark in marks.items():
        row = space[:2]
        if mark.tone != "legal" or space not in castle.free:
            continue
        if sum(other[:2] == row for other in marks) == 1:
            found |= {free: mark for free in castle.free if free[:2] == row}
    return found


def _draw_side(
    canvas: Canvas, scene: Scene, theme: Theme, castle: CastleView, offers: list[str], hidden: int
) -> None:
    """Draw the owner's card, hand, training and shop beside the castle.

    A long list of offers takes the place of the training. A longer one is not drawn here, because
    it takes the place of the castle. A line tells the number of `hidden` offers.
    """
    side, gap = SIDE.rect("at"), SIDE.int("gap")
    box = Rect(side.x, side.y, side.w, SIDE.int("card"))
    person = panels.seat_headers(scene, scene.view.n)[castle.owner]
    people.draw_card(canvas, scene, theme, person, box, people.MERGED_ROWS)
    box = Rect(side.x, box.bottom + gap, side.w, SIDE.int("hand"))
    _draw_hand(canvas, scene, theme, castle, box)
    if not _most_offers(castle) < len(offers) <= SHOP.int("long"):
        box = Rect(side.x, box.bottom + gap, side.w, _training_height(castle))
        _draw_training(canvas, scene, theme, castle, box)
    if len(offers) <= SHOP.int("long"):
        top = box.bottom + gap
        room = Rect(side.x, top, side.w, side.bottom - top)
        lay_list(canvas, scene, theme, castle, offers, room, hidden)


def _training_height(castle: CastleView) -> int:
    """Return the height in pixels of the panel with the training."""
    kinds, line = len(castle.training), SIDE.int("troop")
    worded = kinds <= SIDE.int("worded")
    locked = SIDE.int("locked") if kinds < len(TROOPS) else 0
    return (
        8
        + (kinds * SIDE.int("worded_troop") if worded else SIDE.int("columns") + kinds * line)
        + locked
    )


def _most_offers(castle: CastleView) -> int:
    """Return how many lines the shop has below the training."""
    side, gap = SIDE.rect("at"), SIDE.int("gap")
    above = SIDE.int("card") + SIDE.int("hand") + _training_height(castle) + 3 * gap
    room = side.h - above - SIDE.int("heading") - 8
    return min(SHOP.int("most"), room // SIDE.int("offer"))


def _ghost(name: str) -> tuple[str, str]:
    place, _, building = name.partition("=")
    return place, building


def _draw_wonder_rays(canvas: Canvas, theme: Theme, castle: CastleView) -> None:
    """Draw rays in the sky behind a wonder."""
    if castle.spaces.get("4-1"):
        (x, y) = space_box("4-1").centre
        mask = rays(CASTLE.int("wonder_light"), 0.9)
        top = max(0, CASTLE.int("top") - round(y - mask.height / 2))
        mask = mask.crop((0, top, mask.width, mask.height))
        canvas.tint(mask, round(x - mask.width / 2), CASTLE.int("top"), theme.glow)


def _draw_flags(canvas: Canvas, theme: Theme, castle: CastleView) -> None:
    """Draw two flags in the owner's color on the highest step."""
    colour = theme.seats[castle.owner].colour
    box = space_box("4-1")
    wide, high, foot = CASTLE.get("flag")
    for x, direction in ((box.x - 4, -1), (box.right + 4, 1)):
        top = box.y - foot - high - 10
        canvas.pen.rectangle((x - 4, top, x + 4, box.y - 10), fill=(58, 40, 28))
        cloth = [
            (x, top),
            (x + direction * wide, top + 6),
            (x + direction * (wide - 14), top + high // 2 + 2),
            (x + direction * wide, top + high),
            (x, top + high),
        ]
        canvas.pen.polygon(cloth, fill=colour)
        canvas.pen.line([*cloth, cloth[0]], fill=dark(colour, 0.65), width=4, joint="curve")


def _draw_space(
    canvas: Canvas, scene: Scene, theme: Theme, castle: CastleView, space: str, ghost: str
) -> None:
    box, built = space_box(space), castle.spaces.get(space, "")
    spot = f"{castle.cell}.{space}"
    canvas.record_region("space", box, spot)
    if spot in scene.changed or ghost:
        canvas.glow(panels.panel_halo(box.w, box.h), box.x, box.y, theme.halo)
    if built or ghost:
        canvas.record_region("built", box, built or ghost)
        gives = pill(built or ghost)
        corner = Rect(box.right - gives.width - PILL, box.y + PILL, *gives.size)
        canvas.record_region("yield", corner, built or ghost, has_letters=True)
        flag = Rect(box.x + 10, box.y + 4, 46, 44)
        canvas.record_region("rank", flag, built or ghost, has_letters=True)
        foot = round(box.h * 0.34)
        named = Rect(box.x, box.bottom - foot, box.w, foot)
        canvas.record_region("plate", named, built or ghost, has_letters=True)
        name = i18n.say_for_game(scene.game, scene.lang, f"map.building.{built or ghost}")
        if built and BUILDINGS[built].wonder:
            _draw_wonder(canvas, built, name, box)
        else:
            draw = house if built else faint
            body = draw(built or ghost, box.w, box.h, name)
            canvas.paste_padded(body, box.x, box.y)
    elif space in castle.free:
        _draw_free(canvas, scene, theme, box, int(space[0]))
    else:
        _draw_closed(canvas, scene, theme, box, int(space[0]))


def _draw_wonder(canvas: Canvas, built: str, text: str, box: Rect) -> None:
    """Draw a built wonder, higher than its space, and its points."""
    canvas.paste_padded(house(built, box.w, box.h, text, bare=True), box.x, box.y)
    wonder_box = stand(
        canvas.sheet,
        prop(built, CASTLE.int("wonder")),
        box.centre[0],
        box.bottom - CASTLE.int("wonder_foot"),
    )
    canvas.record_region("wonder", wonder_box, built)
    points_pill = pill(built)
    canvas.sheet.paste(
        points_pill, (box.right - points_pill.width - PILL, box.y + PILL), points_pill
    )


def _draw_free(canvas: Canvas, scene: Scene, theme: Theme, box: Rect, row: int) -> None:
    """Draw a free space: pale stone in a dashed frame, with the levels that may stand there."""
    stone, rim = mix(theme.paper, theme.table, 0.08), dark(theme.table, 0.3)
    canvas.paste_padded(panels.shadowed_panel(box.w, box.h, stone, rim, 3, 5), box.x, box.y)
    frame = _dashed_frame(box.w - 20, box.h - 20, theme.saffron)
    canvas.sheet.paste(frame, (box.x + 10, box.y + 10), frame)
    first = i18n.say(scene.lang, "el_mapa.free")
    wonder = row == len(ROMAN) - 1
    levels = (
        i18n.say(scene.lang, "el_mapa.wonder")
        if wonder
        else i18n.say(scene.lang, "el_mapa.levels", n=row, top=ROMAN[row])
    )
    for text, face, down, tone in (
        (first, SERIF, 66, theme.ink),
        (levels, PLAIN, 103, dark(theme.table, 0.1)),
    ):
        said, size = writing.fit_compressed(text, face, SMALL, box.w - 36, LETTERS)
        style = writing.Style(face, size, tone)
        canvas.text((box.centre[0], box.y + down), said, style, "m", room=box.w - 36)


@cached
def _dashed_frame(w: int, h: int, colour: RGB) -> Sprite:
    """Return a dashed frame, `w` x `h` pixels."""
    out = Image.new("RGBA", (w, h))
    pen = ImageDraw.Draw(out)
    for i in range(0, w, 26):
        for y in (2, h - 4):
            pen.line((i, y, min(w, i + 15), y), fill=colour, width=5)
    for i in range(0, h, 26):
        for x in (2, w - 4):
            pen.line((x, i, x, min(h, i + 15)), fill=colour, width=5)
    return out


def _draw_closed(canvas: Canvas, scene: Scene, theme: Theme, box: Rect, row: int) -> None:
    """Draw a space where nothing may be built yet, because it lacks support from below."""
    stone = mix((118, 106, 92), theme.ink, 0.12)
    canvas.paste_padded(
        panels.shadowed_panel(box.w, box.h, stone, dark(stone, 0.6), 3, 9), box.x, box.y
    )
    tone, text = mix(stone, PALE, 0.72), ROMAN[row]
    lock = icon("padlock", 26, tone)
    canvas.sheet.paste(lock, (box.right - 38, box.bottom - 38), lock)
    if row == 4:
        for i, name in enumerate(WONDERS):
            x = box.centre[0] + (i - (len(WONDERS) - 1) / 2) * 66
            canvas.paste_centred(icon(HOUSES[name], 50, tone), (x, box.centre[1] - 20))
        text = i18n.say(scene.lang, "el_mapa.wonder")
    else:
        canvas.paste_centred(icon("stone-wall", 60, tone), (box.centre[0], box.centre[1] - 18))
    canvas.text(
        (box.centre[0], box.bottom - 22),
        text[:1].upper() + text[1:],
        writing.Style(HEAVY_SERIF, TEXT, tone),
        "m",
    )


def _draw_signs(canvas: Canvas, scene: Scene, theme: Theme, castle: CastleView) -> None:
    """Draw the castle's income per round and the points of its buildings."""
    first, second = (Rect(x, y + CASTLE.int("top"), w, h) for x, y, w, h in CASTLE.get("signs"))
    for box, key in ((first, "each_round"), (second, "this_castle")):
        panels.lay_panel(canvas, theme, box)
        canvas.record_region("sign", box, key)
        label = i18n.say(scene.lang, f"el_mapa.{key}")
        text, size = writing.fit_compressed(label, SERIF, TEXT, box.w - 20, LETTERS)
        style = writing.Style(SERIF, size, theme.ink)
        canvas.text((box.centre[0], box.y + 38), text, style, "m", room=box.w - 20)
    style = writing.Style(HEAVY, NAME, theme.ink)
    incomes = [(what, n) for what, n in castle.income.items() if n]
    for i, (what, n) in enumerate(incomes):
        x, y = first.x + 16.0 + i % 2 * 80, first.y + (68 if len(incomes) > 2 else 88) + i // 2 * 40
        sprite = cube(34, GOODS[what]) if what in GOODS else card(int(what[-1]), 40)
        canvas.paste_centred(sprite, (x + 18, y))
        canvas.digits((x + 40, y), str(n), style)
    points = sum(
        BUILDINGS[name].level + BUILDINGS[name].points for name in castle.spaces.values() if name
    )
    y, x = second.y + 66, second.centre[0] + 4
    canvas.digits((x, y), str(points), writing.Style(BLACK, TITLE, theme.ink), "r")
    canvas.paste_centred(icon("laurel-crown", 42, COLOURS["laurel"]), (x + 28, y))
    built = f"{sum(bool(name) for name in castle.spaces.values())}/{len(SPACES)}"
    width = 44 + writing.width(built, HEAVY, style.size)
    x, y = second.centre[0] - width / 2, second.y + 108
    canvas.paste_centred(people.row_sign("buildings", 36), (x + 18, y))
    canvas.digits((x + 44, y), built, style)


def _draw_hand(canvas: Canvas, scene: Scene, theme: Theme, castle: CastleView, box: Rect) -> None:
    """Draw, for each level, the number of the owner's cards in hand."""
    seat = scene.view.seats[castle.owner]
    panels.lay_panel(canvas, theme, box)
    canvas.record_region("panel", box, "hand")
    y, style = box.centre[1], writing.Style(HEAVY, HEAD, theme.ink)
    label = writing.Style(SERIF, TEXT, theme.ink)
    x = box.x + 16.0
    text = i18n.say(scene.lang, "el_mapa.cards")
    canvas.text((x, y + TEXT * writing.LETTER_DROP), text, label)
    x = box.x + 132.0
    for level in (1, 2, 3):
        canvas.paste_centred(card(level, 44), (x + 18, y))
        canvas.digits((x + 42, y), str(seat.hand.get(str(level), 0)), style)
        x += 94


def _draw_training(
    canvas: Canvas, scene: Scene, theme: Theme, castle: CastleView, box: Rect
) -> None:
    """Draw what each kind of troops costs, how many are ready, and when more come.

    Few kinds are told in words, others in columns below their headings. The last line has the next
    kind that is not trained here, with a padlock and the building that it needs.
    """
    if f"{castle.cell}.reserve" in scene.changed:
        canvas.glow(panels.panel_halo(box.w, box.h), box.x, box.y, theme.halo)
    panels.lay_panel(canvas, theme, box)
    canvas.record_region("panel", box, "training")
    clocks = {clock.kind: clock for clock in castle.training}
    line = SIDE.int("troop")
    locked = [kind for kind in TROOPS if kind not in clocks]
    _draw_locked(
        canvas,
        scene,
        theme,
        locked,
        Rect(box.x + 8, box.bottom - 4 - SIDE.int("locked"), box.w - 16, SIDE.int("locked")),
    )
    trained = [kind for kind in TROOPS if kind in clocks]
    if len(trained) <= SIDE.int("worded"):
        for at, kind in enumerate(trained):
            high = SIDE.int("worded_troop")
            row = Rect(box.x + 8, box.y + 4 + at * high, box.w - 16, high)
            if at:
                panels.hairline(canvas, row.x + 6, row.y, row.w - 12)
            _draw_worded_troop(canvas, scene, theme, castle, clocks[kind], row)
        return
    top = SIDE.int("columns")
    for name, x in SIDE.get("column").items():
        label = i18n.say(scene.lang, f"el_mapa.training.{name}")
        text, size = writing.fit_compressed(label, SERIF, SMALL, SIDE.int("column_room"), LETTERS)
        style = writing.Style(SERIF, size, theme.ink)
        base = box.y + top / 2 + 3 + size * writing.LETTER_DROP
        canvas.text((box.x + x, base), text, style, kind="heading")
    for at, kind in enumerate(trained):
        row = Rect(box.x + 8, box.y + 4 + top + at * line, box.w - 16, line)
        panels.hairline(canvas, row.x + 6, row.y, row.w - 12)
        _draw_troop(canvas, theme, castle, clocks[kind], row)


def _draw_locked(canvas: Canvas, scene: Scene, theme: Theme, kinds: list[str], box: Rect) -> None:
    """Draw the first kind that is not trained here: a padlock, its name and what trains it."""
    if not kinds:
        return
    kind, y, (w, h) = kinds[0], box.centre[1], SIDE.get("needed")
    panels.hairline(canvas, box.x + 6, box.y, box.w - 12)
    canvas.record_region("troop", box, kind)
    colour = mix(theme.table, theme.paper, 0.12)
    canvas.paste_padded(shield(colour, TROOP_ICONS[kind], 32), box.x + 8, y - 18)
    x = box.x + 46
    canvas.paste_centred(icon("padlock", 24, mix(theme.ink, theme.paper, 0.3)), (x + 12, y))
    canvas.record_region("padlock", Rect(x, round(y) - 12, 24, 24), kind)
    at = box.right - 4 - w, round(y - h / 2) + 1
    canvas.sheet.paste(emblem(TROOPS[kind].by, w, h), at, rounded(w, h, CORNERS["tile"]))
    canvas.record_region("needed", Rect(*at, w, h), kind)
    name, by = (
        i18n.say_for_game(scene.game, scene.lang, key)
        for key in (f"map.troop.{kind}", f"map.building.{TROOPS[kind].by}")
    )
    x += 34
    _write(canvas, theme, f"{name[:1].upper()}{name[1:]}: {by}", PLAIN, x, y, at[0] - 8 - x)


def _draw_worded_troop(
    canvas: Canvas, scene: Scene, theme: Theme, castle: CastleView, clock: TrainingView, box: Rect
) -> None:
    """Draw a kind in two lines: its name and price, then the reserve and the next troops."""
    kind, line = clock.kind, box.h // 2
    canvas.record_region("troop", box, kind)
    y = box.y + line / 2 - 1
    colour = theme.seats[castle.owner].colour
    canvas.paste_padded(shield(colour, TROOP_ICONS[kind], 34), box.x + 8, y - 19)
    style = writing.Style(HEAVY, NAME, theme.ink)
    x = float(box.right - 8)
    for good, n in reversed(TROOPS[kind].cost.items()):
        x -= canvas.digits((x, y), str(n), style, "r") + 36
        canvas.paste_centred(cube(30, GOODS[good]), (x + 15, y))
        x -= 10
    price = Rect(round(x) + 4, box.y + 2, box.right - 2 - round(x) - 4, line - 4)
    canvas.record_region("price", price, kind)
    label = i18n.say_for_game(scene.game, scene.lang, f"map.troop.{kind}")
    _write(canvas, theme, label[:1].upper() + label[1:], SERIF, box.x + 54, y, x - box.x - 60)
    y += line
    ready = i18n.say(scene.lang, "el_mapa.training.reserve", n=castle.reserve.get(kind, 0))
    end = _write(canvas, theme, ready, BOLD, box.x + 8, y, 130)
    place = Rect(box.x + 4, box.y + line + 4, round(end) - box.x, line - 6)
    canvas.record_region("reserve", place, kind)
    x = box.x + 156.0
    x += canvas.digits((x, y), f"+{clock.adds}", writing.Style(HEAVY, NAME, theme.ink)) + 8
    canvas.paste_centred(icon("hourglass", 28, dark(theme.table, 0.2)), (x + 12, y))
    x += 30
    rounds = clock.time - clock.progress
    said = i18n.say(scene.lang, "el_mapa.in_rounds", n=rounds)
    end = _write(canvas, theme, said, PLAIN, x, y, box.right - 4 - x)
    place = Rect(box.x + 150, box.y + line + 4, round(end) - box.x - 146, line - 6)
    canvas.record_region("clock", place, kind)


def _write(
    canvas: Canvas, theme: Theme, words: str, face: str, x: float, y: float, room: float
) -> float:
    """Write words from `x` on with their middle at `y`; return the x of their right end."""
    text, size = writing.fit_compressed(words, face, SMALL, room, LETTERS)
    style = writing.Style(face, size, theme.ink)
    at = x, y + size * writing.LETTER_DROP
    return x + canvas.text(at, text, style, kind="training", room=room)


def _draw_troop(
    canvas: Canvas, theme: Theme, castle: CastleView, clock: TrainingView, box: Rect
) -> None:
    """Draw shield, number in the reserve, price and next troops of a kind in columns.

    `clock` has the rounds of training that have passed and that are needed.
    """
    kind = clock.kind
    canvas.record_region("troop", box, kind)
    y = box.centre[1]
    colour = theme.seats[castle.owner].colour
    canvas.paste_padded(shield(colour, TROOP_ICONS[kind], 32), box.x + 10, y - 18)
    number = str(castle.reserve.get(kind, 0))
    canvas.digits((box.x + 60, y), number, writing.Style(BLACK, HEAD, theme.ink))
    canvas.record_region("reserve", Rect(box.x + 54, box.y + 2, 62, box.h - 4), kind)
    x, style = box.x + 130.0, writing.Style(HEAVY, NAME, theme.ink)
    start = x
    for good, n in TROOPS[kind].cost.items():
        canvas.paste_centred(cube(30, GOODS[good]), (x + 15, y))
        x += 36 + canvas.digits((x + 36, y), str(n), style) + 12
    canvas.record_region("price", Rect(round(start) - 4, box.y + 2, 130, box.h - 4), kind)
    x = box.x + SIDE.float("column.next") - 8
    x += canvas.digits((x, y), f"+{clock.adds}", style) + 10
    canvas.paste_centred(icon("hourglass", 30, dark(theme.table, 0.2)), (x + 13, y))
    x += 30 + canvas.digits((x + 30, y), str(clock.time - clock.progress), style)
    left = round(box.x + SIDE.float("column.next")) - 12
    clock_box = Rect(left, box.y + 2, round(x) - left + 6, box.h - 4)
    canvas.record_region("clock", clock_box, kind)


def warm_up() -> None:
    """Fill the cache with the walls in their land, and load the theme."""
    _scene(PLAINS, PLAINS)
    load()
