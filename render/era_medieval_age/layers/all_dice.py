"""Dice of all players as everyone may see them; hidden dice show a question mark.

The picture is used after the rolls, for quills, and for other choices of dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from games.core.views.scene import Scene
from games.era_medieval_age.model.catalog import DICE, FACES
from games.era_medieval_age.views.view import DieView, GameView, TownView, hammers_left
from render.base import i18n
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sprite
from render.base.theme import BLACK, DARK, SERIF, Theme, mix
from render.era_medieval_age.layers import trays
from render.era_medieval_age.pieces import dice_sprites
from render.era_medieval_age.pieces.header import demand_words, draw_head
from render.era_medieval_age.pieces.style import icon
from render.parts import captions, markers, panels

LAYOUT = dice_sprites.LAYOUT.part("all")
SYMBOL_ICONS = {
    "skulls": "death-skull",
    "hammers": "flat-hammer",
    "swords": "broadsword",
    "shields": "checked-shield",
}
# Signs that count in a step; in other steps all dice do.
COUNTING = {"calamities": ("skulls",), "build": ("hammers",), "extort": ("swords", "shields")}
JAIME = -1
KIND_OF = {face.id: kind for kind, die in DICE.items() for face in die.faces}


@dataclass(frozen=True)
class DiceRow:
    """Dice of one player or of Master Jaime, with the sums of the visible symbols.

    The keys of `sums` are symbols such as "skulls". The seat of Master Jaime is `JAIME`.
    """

    seat: int
    dice: tuple[DieView, ...]
    sums: dict[str, int]


def rows(view: GameView) -> list[DiceRow]:
    """Return a row for each seat in turn order, then that of Master Jaime."""
    order = view.order or tuple(range(view.n))
    dice_rows = [DiceRow(seat, view.towns[seat].dice, _sums(view.towns[seat])) for seat in order]
    if view.jaime:
        dice = tuple(
            DieView(f"{DICE[KIND_OF[face]].letter}{i}", face)
            for i, face in enumerate(view.jaime, 1)
        )
        sums = {
            symbol: sum(getattr(FACES[die.face], symbol) for die in dice) for symbol in SYMBOL_ICONS
        }
        dice_rows.append(DiceRow(JAIME, dice, sums | {"skulls": 0, "hammers": 0}))
    return dice_rows


def _sums(town: TownView) -> dict[str, int]:
    return {what: getattr(town, what) for what in SYMBOL_ICONS}


def draw_all_dice(scene: Scene, theme: Theme) -> Canvas:
    """Draw a panel for each player, all dice of one size."""
    view: GameView = scene.view
    dice_rows = rows(view)
    frames = panel_boxes(len(dice_rows))
    size = dice_size(dice_rows, dice_room(frames[0]))
    most = max(len(row.dice) for row in dice_rows)
    canvas = Canvas(panels.table(trays.WIDTH, frames[-1].bottom + LAYOUT.int("foot")))
    draw_head(canvas, scene, theme)
    _draw_caption(canvas, scene, theme)
    for row, frame in zip(dice_rows, frames, strict=True):
        _draw_panel(canvas, scene, theme, row, frame, size, most)
    return canvas


def _draw_caption(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    """Write below the header who demands what, else which signs of the dice count now."""
    view: GameView = scene.view
    if view.phase in ("setup", "end"):
        return
    frame, margin = LAYOUT.rect("caption"), panels.LAYOUT.int("margin")
    shade = (*DARK, panels.LAYOUT.int("news.shade"))
    canvas.pen.rectangle((frame.x, frame.y, frame.right - 1, frame.bottom - 1), fill=shade)
    face, size = theme.type["header"]
    said = demand_words(scene) or i18n.say(scene.lang, f"era.dice.{view.phase}")
    base = frame.centre[1] + size * writing.LETTER_DROP
    style = writing.Style(face, size, theme.bright)
    captions.write(
        canvas,
        theme,
        said,
        (frame.x + margin, base),
        style,
        frame.w - 2 * margin,
        theme.small,
        anchor="l",
        kind="label",
    )


def counts_now(view: GameView, seat: int, die: DieView) -> bool:
    """Return whether a die has a sign that counts in this step.

    The hammers of a seat that has built don't count any more. Dice that are not shown, and those
    of other steps, do.
    """
    signs = COUNTING.get(view.phase)
    if signs is None or not die.face:
        return True
    if view.phase == "build" and seat != JAIME and hammers_left(view, seat) is None:
        return False
    return any(getattr(FACES[die.face], sign) for sign in signs)


def panel_boxes(n: int) -> list[Rect]:
    """Return the rectangles of `n` panels one below the other."""
    margin, top, gap = LAYOUT.int("margin"), LAYOUT.int("top"), LAYOUT.int("gap")
    space = trays.HEIGHT - top - LAYOUT.int("foot") - (n - 1) * gap
    height = min(LAYOUT.int("most"), space // n)
    return [
        Rect(margin, top + i * (height + gap), trays.WIDTH - 2 * margin, height) for i in range(n)
    ]


def dice_room(frame: Rect) -> Rect:
    """Return the area for dice in a panel, right of the name and the sums."""
    pad, air, aside = LAYOUT.int("pad"), LAYOUT.int("air"), LAYOUT.int("aside")
    left = frame.x + aside + pad
    return Rect(left, frame.y + air, frame.right - pad - left, frame.h - 2 * air)


def _spread(n: int, room: Rect, sizes: Sequence[int]) -> trays.Spread:
    between, below, pitch = (LAYOUT.int(name) for name in ("between", "below", "pitch"))
    return trays.spread(n, room, sizes, between, below, pitch)


def dice_size(dice_rows: Sequence[DiceRow], room: Rect) -> int:
    """Return the largest size in pixels at which all players' dice fit `room`."""
    return min(_spread(len(row.dice), room, LAYOUT.get("sizes")).size for row in dice_rows)


def die_centers(n: int, most: int, room: Rect, size: int) -> list[tuple[int, int]]:
    """Return the centers of `n` dice in columns that all players share.

    `most` is the largest number of dice of a player; these decide the columns.
    """
    spots = _spread(most, room, (size,)).at
    columns = [x for x, y in spots if y == spots[0][1]]
    if not n:
        return []
    rows = -(-n // len(columns))
    lines = sorted({y for _, y in _spread(rows * len(columns), room, (size,)).at})
    return [(columns[at % len(columns)], lines[at // len(columns)]) for at in range(n)]


def _draw_panel(
    canvas: Canvas, scene: Scene, theme: Theme, row: DiceRow, frame: Rect, size: int, most: int
) -> None:
    """Draw name, sums of the symbols, and dice with letters where they may be chosen.

    `size` is that of the dice, and `most` the largest number of dice of a player.
    """
    view: GameView = scene.view
    active = row.seat in view.actors
    seat_look = theme.seats[-1 if row.seat == JAIME else row.seat]
    if active:
        canvas.glow(panels.panel_halo(frame.w, frame.h), frame.x, frame.y, theme.halo)
    base = theme.warm_paper if active else theme.paper
    rim = panels.seat_rim(theme, -1 if row.seat == JAIME else row.seat)
    sheet = panels.shadowed_panel(frame.w, frame.h, base, rim, 4, 20)
    canvas.paste_padded(sheet, frame.x, frame.y)
    canvas.record_region("panel", frame, str(row.seat))
    inset = panels.LAYOUT.int("panel.inset")
    band = panels.strip(LAYOUT.int("aside"), frame.h - 2 * inset, seat_look.colour, 70)
    canvas.sheet.paste(band, (frame.x, frame.y), band)
    _draw_name(canvas, scene, theme, row, frame)
    _draw_sums(canvas, view, theme, row, frame)
    marks = {mark.spot: mark for mark in scene.marks} if active else {}
    higher = round(size * LAYOUT.float("thick"))
    for die, (x, y) in zip(
        row.dice, die_centers(len(row.dice), most, dice_room(frame), size), strict=True
    ):
        at = x, y - higher
        if f"{row.seat}/{die.id}" in scene.changed:
            body = dice_sprites.of_die(theme, die.id, die.face, size)
            canvas.glow(
                dice_sprites.halo(theme, size, 0),
                at[0] - body.width / 2,
                at[1] - body.height / 2,
                theme.halo,
            )
        # a question names dice that are no option, too
        mark, named = marks.get(die.id), bool(marks and die.face)
        veil = 0.0 if marks or counts_now(view, row.seat, die) else LAYOUT.float("spent")
        trays.draw_die(canvas, theme, die, size, at, 0, mark, named=named, veil=veil, place=LAYOUT)


def _draw_name(canvas: Canvas, scene: Scene, theme: Theme, row: DiceRow, frame: Rect) -> None:
    """Draw piece and name, and a tick if the player has finished a hidden step.

    Master Jaime has a crown instead of a piece.
    """
    view: GameView = scene.view
    pad, piece, tick = LAYOUT.int("pad"), LAYOUT.int("piece"), LAYOUT.int("tick")
    y = round(frame.centre[1]) + LAYOUT.int("name_y")
    middle = (frame.x + pad + piece / 2, y)
    left, right = frame.x + LAYOUT.int("name_x"), frame.x + LAYOUT.int("aside") - pad
    size = LAYOUT.int("name")
    if row.seat == JAIME:
        canvas.paste_centred(icon("crown@lorc", piece, mix(theme.saffron, theme.ink, 0.25)), middle)
        text = i18n.say_for_game(scene.game, scene.lang, "era.jaime")
        name, size = writing.fit(
            text[:1].upper() + text[1:], SERIF, size, right - left, theme.small
        )
    else:
        person = panels.seat_headers(scene, view.n)[row.seat]
        canvas.paste_centred(
            markers.piece(theme, row.seat, piece, person.initial, theme.small), middle
        )
        if view.towns[row.seat].status == "done":
            right -= tick
            canvas.paste_centred(markers.tick(tick, theme.olive), (right + tick / 2, y))
            canvas.record_region(
                "tick", trays.square_around((right + tick / 2, y), tick), str(row.seat)
            )
        name, size = panels.fit_name(person, size, right - left, theme.small, press=True)
    style = writing.Style(SERIF, size, theme.ink)
    base = y + size * writing.LETTER_DROP
    canvas.text((left, base), name, style, kind="name", room=right - left)


def _draw_sums(canvas: Canvas, view: GameView, theme: Theme, row: DiceRow, frame: Rect) -> None:
    """Draw the sums of the visible symbols below the name; zeros are left out.

    There are two in a line. While players build, the hammers are those left of those rolled; they
    have a tick once their player has built.
    """
    size, number = LAYOUT.int("sign"), LAYOUT.int("sign_number")
    style = writing.Style(BLACK, number, theme.ink)
    lines = [round(frame.centre[1]) + dy for dy in LAYOUT.get("sums_y")]
    shown = [(symbol, name) for symbol, name in SYMBOL_ICONS.items() if row.sums[symbol]]
    for i, (symbol, name) in enumerate(shown):
        x = frame.x + LAYOUT.int("pad") + i % 2 * LAYOUT.int("sums_x")
        middle = x + size / 2, lines[i // 2]
        if symbol == "skulls":
            canvas.paste_centred(_skull(theme, size), middle)
        else:
            tone = mix(theme.ink, theme.paper, 0.1)
            canvas.paste_centred(icon(name, size, tone), middle)
        x += size + LAYOUT.int("sign_air")
        text = str(row.sums[symbol])
        if symbol == "hammers" and view.phase == "build" and row.seat != JAIME:
            left = hammers_left(view, row.seat)
            text = "" if left is None else f"{left}/{max(left, row.sums[symbol])}"
        if text:
            canvas.digits((x, middle[1]), text, style)
        else:
            tick = LAYOUT.int("tick")
            canvas.paste_centred(markers.tick(tick, theme.olive), (x + tick / 2, middle[1]))


@cached
def _skull(theme: Theme, size: int) -> Sprite:
    """Return a skull on a red disc, as on the dice."""
    k = 4  # drawn large, so that its edges are smooth
    out = Image.new("RGBA", (size * k, size * k))
    ImageDraw.Draw(out).ellipse((0, 0, size * k - 1, size * k - 1), fill=theme.madder)
    out = out.resize((size, size), Image.Resampling.BOX)
    skull = icon("death-skull", round(size * LAYOUT.float("skull")), theme.light)
    out.alpha_composite(skull, ((size - skull.width) // 2, (size - skull.height) // 2))
    return out
