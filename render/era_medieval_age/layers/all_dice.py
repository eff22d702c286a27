"""Dice of all players as everyone may see them; hidden dice show a question mark.

The picture is used for quills, for choices, and after the rolls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.views.scene import Scene
from games.era_medieval_age.model.catalog import DICE, FACES
from games.era_medieval_age.views.view import DieView, GameView, TownView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import BLACK, Theme, mix
from render.era_medieval_age.layers import trays
from render.era_medieval_age.pieces import dice_sprites
from render.era_medieval_age.pieces.header import draw_head
from render.era_medieval_age.pieces.style import icon
from render.parts import markers, panels

LAYOUT = dice_sprites.LAYOUT.part("all")
SYMBOL_ICONS = {
    "skulls": "death-skull",
    "hammers": "flat-hammer",
    "swords": "broadsword",
    "shields": "checked-shield",
}
JAIME = -1
KIND_OF = {face.id: kind for kind, die in DICE.items() for face in die.faces}


@dataclass(frozen=True)
class DiceRow:
    """Dice of one player or of Master Jaime, with the sums of the visible symbols."""

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
    dice_rows, margin = rows(view), panels.LAYOUT.int("margin")
    width = trays.WIDTH - 2 * margin
    size, heights = size_and_heights(dice_rows, width)
    top, gap = LAYOUT.int("top"), LAYOUT.int("gap")
    total = top + sum(heights) + gap * (len(dice_rows) - 1) + LAYOUT.int("foot")
    canvas = Canvas(panels.table(trays.WIDTH, total))
    draw_head(canvas, scene, theme)
    for row, height in zip(dice_rows, heights, strict=True):
        _draw_panel(canvas, scene, theme, row, Rect(margin, top, width, height), size)
        top += height + gap
    return canvas


def size_and_heights(dice_rows: Sequence[DiceRow], width: int) -> tuple[int, list[int]]:
    """Return the size of the dice and the heights of the panels.

    It is the largest size at which each player's dice fit one line, unless that is smaller than
    `lined` of the layout; then the largest at which the picture is not too high.
    """
    inner_width = width - 2 * LAYOUT.int("pad")
    between = LAYOUT.int("between")
    size = 0
    heights = [0]
    one_line_size = (inner_width + between) // max(
        [1, *(len(row.dice) for row in dice_rows)]
    ) - between
    max_size = one_line_size if one_line_size >= LAYOUT.int("lined") else 9999
    for size in LAYOUT.get("sizes"):
        per_line = max(1, (inner_width + between) // (size + between))
        lines = [max(1, -(-len(row.dice) // per_line)) for row in dice_rows]
        heights = [
            LAYOUT.int("head") + n * (size + LAYOUT.int("below")) + LAYOUT.int("pad") for n in lines
        ]
        if sum(heights) <= LAYOUT.int("most") and size <= max_size:
            break
    return size, heights


def _draw_panel(
    canvas: Canvas, scene: Scene, theme: Theme, row: DiceRow, frame: Rect, size: int
) -> None:
    """Draw name, sums of the symbols, and dice with letters where they may be chosen."""
    view: GameView = scene.view
    active = row.seat in view.actors
    seat_look = theme.seats[-1 if row.seat == JAIME else row.seat]
    if active:
        canvas.glow(panels.panel_halo(frame.w, frame.h), frame.x, frame.y, theme.halo)
    base = theme.warm_paper if active else theme.paper
    sheet = panels.shadowed_panel(
        frame.w, frame.h, base, mix(seat_look.colour, theme.ink, 0.35), 4, 20
    )
    canvas.paste_padded(sheet, frame.x, frame.y)
    canvas.record_region("panel", frame, str(row.seat))
    band = panels.strip(frame.w, LAYOUT.int("head") - 8, seat_look.colour, 70)
    canvas.sheet.paste(band, (frame.x, frame.y), band)
    left = _draw_sums(canvas, theme, row, frame)
    _draw_name(canvas, scene, theme, row, frame, left)
    inner = Rect(
        frame.x + LAYOUT.int("pad"),
        frame.y + LAYOUT.int("head"),
        frame.w - 2 * LAYOUT.int("pad"),
        frame.h - LAYOUT.int("head"),
    )
    marks = {mark.spot: mark for mark in scene.marks} if active else {}
    spread = trays.spread(
        len(row.dice),
        inner,
        (size,),
        LAYOUT.int("between"),
        LAYOUT.int("below"),
        LAYOUT.int("pitch"),
    )
    for die, at in zip(row.dice, spread.at, strict=True):
        if f"{row.seat}/{die.id}" in scene.changed:
            body = dice_sprites.of_die(theme, die.id, die.face, size)
            canvas.glow(
                dice_sprites.halo(theme, size, 0),
                at[0] - body.width / 2,
                at[1] - body.height / 2,
                theme.halo,
            )
        trays.draw_die(canvas, theme, die, size, at, 0, marks.get(die.id))


def _draw_name(
    canvas: Canvas, scene: Scene, theme: Theme, row: DiceRow, frame: Rect, right: float
) -> None:
    """Draw piece and name, and a tick if the player has finished a hidden step.

    Master Jaime has a crown instead of a piece.
    """
    view: GameView = scene.view
    middle = (frame.x + LAYOUT.int("pad") + LAYOUT.int("piece") / 2, frame.y + LAYOUT.int("sign_y"))
    piece = LAYOUT.int("piece")
    left, base = frame.x + LAYOUT.int("name_x"), frame.y + LAYOUT.int("name_y")
    if row.seat == JAIME:
        canvas.paste_centred(icon("crown@lorc", piece, mix(theme.saffron, theme.ink, 0.25)), middle)
        text = i18n.of_game(scene.game, scene.lang, "era.jaime")
        face, size = theme.type["name"]
        canvas.text(
            (left, base),
            text[:1].upper() + text[1:],
            writing.Style(face, size, theme.ink),
            kind="name",
        )
        return
    person = panels.seat_headers(scene, view.n)[row.seat]
    canvas.paste_centred(markers.piece(theme, row.seat, piece, person.initial, theme.small), middle)
    status = view.towns[row.seat].status
    tick = LAYOUT.int("sign")
    name, size = panels.fit_name(
        person, theme.type["name"][1], right - left - 2 * tick, theme.small
    )
    left += round(
        canvas.text((left, base), name, writing.Style("alegreya-700", size, theme.ink), kind="name")
    )
    if status == "done":
        canvas.paste_centred(markers.tick(tick, theme.olive), (left + tick, middle[1]))
        canvas.record_region("tick", trays.box((left + tick, middle[1]), tick), str(row.seat))


def _draw_sums(canvas: Canvas, theme: Theme, row: DiceRow, frame: Rect) -> float:
    """Draw the nonzero sums from the right; return the left end."""
    x, y = frame.right - LAYOUT.int("pad"), frame.y + LAYOUT.int("sign_y")
    size, number = LAYOUT.int("sign"), LAYOUT.int("sign_number")
    for symbol, name in reversed(SYMBOL_ICONS.items()):
        if row.sums[symbol]:
            tone = theme.madder if symbol == "skulls" else mix(theme.ink, theme.paper, 0.1)
            style = writing.Style(BLACK, number, tone)
            x -= round(
                canvas.text(
                    (x, y + number * writing.DIGIT_DROP),
                    str(row.sums[symbol]),
                    style,
                    "r",
                    kind="number",
                )
            )
            canvas.paste_centred(icon(name, size, tone), (x - size / 2 - 4, y))
            x -= size + LAYOUT.int("sign_gap")
    return x
