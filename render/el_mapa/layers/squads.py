"""Cards of squads below a battle: count, kind, hit points, damage, initiative, losses."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.el_mapa.model.catalog import TROOPS
from games.el_mapa.views.view import SideView, SquadView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import (
    BLACK,
    HEAVY,
    NAME,
    PLAIN,
    RGB,
    SERIF,
    SMALL,
    Theme,
    dark,
    mix,
    pale,
)
from render.el_mapa.layers.ranks import colour_of
from render.el_mapa.pieces.houses import shield
from render.el_mapa.pieces.style import COLOURS, LAYOUT, WIDTH, icon
from render.el_mapa.pieces.style import TROOPS as TROOP_ICONS
from render.parts import markers, panels, widgets

PLAN = LAYOUT.part("battle")
CARD = PLAN.part("card")
LETTERS = 30  # minimum size of a name
NAME_AIR_PX = 12  # beside the line with a squad's name
MARKED_CORNER_PX = 34  # free of that line for a letter
LEAST_COLUMN_PX = 72  # of a value with its sign
FIGURES = ("hp", "damage", "initiative")
SIGNS = {"hp": "hearts", "damage": "crossed-swords", "initiative": "sprint"}


def places(side: SideView, at: int) -> list[Rect]:
    """Return the rectangles of a side's cards, one per squad.

    `at` is 0 for the attacker (left), 1 for the defender (right).
    """
    margin, room = PLAN.get("half")
    left = margin if at == 0 else WIDTH - margin - room
    (width, height) = PLAN.get("squad")
    gap = PLAN.int("gap")
    n = max(1, len(side.squads))
    w = min(PLAN.int("alone") if n == 1 else width, (room - gap * (n - 1)) // n)
    x = left + (room - n * w - (n - 1) * gap) // 2
    return [Rect(x + k * (w + gap), PLAN.int("squads"), w, height) for k in range(len(side.squads))]


def narrowed(box: Rect, width: int) -> Rect:
    """Return the middle part of a card, at most `width` pixels wide."""
    w = min(box.w, width)
    return Rect(box.x + (box.w - w) // 2, box.y, w, box.h)


def lay_squads(
    canvas: Canvas, scene: Scene, theme: Theme, side: SideView, name: str, boxes: list[Rect]
) -> None:
    """Draw the cards of one side's squads, with letters where the seat may choose.

    `name` is the side's name in spots, `boxes` are the places of the cards.
    """
    marks = {mark.spot: mark for mark in scene.marks}
    # During a battle the losses are shown only in the lines below.
    losses = {} if scene.view.battle else side.dead
    for squad, box in zip(side.squads, boxes, strict=True):
        spot = f"{name}.{squad.id}"
        if spot in scene.ghost or spot in scene.changed or spot in marks:
            canvas.glow(panels.panel_halo(box.w, box.h), box.x, box.y, theme.halo)
        _draw_card(
            canvas,
            scene,
            theme,
            colour_of(theme, side.seat),
            squad,
            losses.get(squad.kind, 0),
            box,
            marked=spot in marks,
        )
        canvas.record_region("squad", box, spot)
        if mark := marks.get(spot):
            size = PLAN.int("mark")
            x, y = box.x + 22, box.y + 22
            canvas.paste_centred(markers.marker(theme, mark.letter, size, mark.tone), (x, y))
            canvas.record_region("marker", Rect(x - size // 2, y - size // 2, size, size), spot)


def _draw_card(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    colour: RGB,
    squad: SquadView,
    losses: int,
    box: Rect,
    *,
    marked: bool,
) -> None:
    """Draw a card, pale for a squad without survivors.

    On a wide card the name is shown, and the figures stand side by side with words.
    """
    alive = squad.n > 0
    base = pale(theme.paper, 0.5) if alive else mix(theme.paper, theme.table, 0.35)
    canvas.paste_padded(
        panels.shadowed_panel(box.w, box.h, base, dark(colour, 0.3), 4, 5), box.x, box.y
    )
    tint = colour if alive else mix(colour, theme.paper, 0.5)
    ink = theme.ink if alive else mix(theme.ink, theme.paper, 0.4)
    if box.w >= PLAN.int("narrow"):
        _draw_worded_content(canvas, scene, theme, squad, tint, ink, box, marked=marked)
    else:
        _draw_narrow_content(canvas, theme, squad, tint, ink, box)
    if losses:
        _draw_losses(canvas, theme, losses, box)


def _draw_worded_content(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    squad: SquadView,
    tint: RGB,
    ink: RGB,
    box: Rect,
    *,
    marked: bool,
) -> None:
    """Draw shield, number and name of a squad in a line, and its values with words below.

    The line leaves the corner of a `marked` card free.
    """
    corner = MARKED_CORNER_PX if marked and box.w < PLAN.int("alone") else 0
    head = Rect(box.x + corner, box.y, box.w - corner, box.h)
    y, beside = box.y + CARD.int("head"), CARD.int("beside")
    label = i18n.say_for_game(scene.game, scene.lang, f"map.troop.{squad.kind}")
    label, count = label[:1].upper() + label[1:], str(squad.n)
    side, digits = CARD.int("shield"), CARD.int("count")
    room = _name_room(head, side, count, digits)
    if writing.width(label, SERIF, LETTERS) > room:
        side, digits = CARD.int("small"), CARD.int("small_count")
        room = _name_room(head, side, count, digits)
    text, size = writing.fit_compressed(label, SERIF, NAME, room, LETTERS)
    width = min(room, writing.width(text, SERIF, size))
    x = head.centre[0] - (head.w - 2 * NAME_AIR_PX - room + width) / 2
    canvas.paste_padded(shield(tint, TROOP_ICONS[squad.kind], side), x, y - side * 0.56)
    x += side + beside
    style = writing.Style(BLACK, digits, ink)
    x += canvas.text((x, y + digits * writing.DIGIT_DROP), count, style, kind="number") + beside + 6
    at = x, y + size * writing.LETTER_DROP
    canvas.text(at, text, writing.Style(SERIF, size, ink), kind="name", room=room)
    x = box.x + 6.0
    for name, (said, space) in zip(FIGURES, _columns(scene, box.w - 12), strict=True):
        middle = x + space / 2
        _draw_figure(canvas, theme, squad, name, (middle, box.y + CARD.int("worded")), space)
        words, size = writing.fit_compressed(said, PLAIN, SMALL, space - 8, LETTERS)
        soft = panels.muted(theme) if squad.n else ink
        at = middle, box.y + CARD.int("words") + size * writing.LETTER_DROP
        canvas.text(at, words, writing.Style(PLAIN, size, soft), "m", kind="stat", room=space - 8)
        x += space


def _name_room(box: Rect, side: int, count: str, digits: int) -> float:
    """Return the room for a name beside a shield, `side` pixels wide, and the number `count`."""
    taken = side + 2 * CARD.int("beside") + 6 + writing.width(count, BLACK, digits)
    return box.w - 2 * NAME_AIR_PX - taken


def _columns(scene: Scene, width: float) -> list[tuple[str, float]]:
    """Return the word and the room of each value of a squad, `width` pixels in all.

    The columns are equal if every word fits, otherwise long words get more room.
    """
    words = [i18n.say(scene.lang, f"el_mapa.stat.{name}") for name in FIGURES]
    needed = [max(LEAST_COLUMN_PX, 12 + writing.width(one, PLAIN, LETTERS)) for one in words]
    share = width / len(words)
    if max(needed) <= share:
        return [(one, share) for one in words]
    return [(one, need * width / sum(needed)) for one, need in zip(words, needed, strict=True)]


def _draw_narrow_content(
    canvas: Canvas, theme: Theme, squad: SquadView, tint: RGB, ink: RGB, box: Rect
) -> None:
    """Draw shield and number of a squad, with its values below each other."""
    side, digits = CARD.int("small"), CARD.int("small_count")
    y, count = box.y + CARD.int("small_head"), str(squad.n)
    width = writing.width(count, BLACK, digits)
    x = box.centre[0] - (side + 4 + width) / 2
    canvas.paste_padded(shield(tint, TROOP_ICONS[squad.kind], side), x, y - side * 0.56)
    canvas.digits((x + side + 4, y), count, writing.Style(BLACK, digits, ink))
    for i, name in enumerate(FIGURES):
        _draw_figure(
            canvas,
            theme,
            squad,
            name,
            (box.centre[0], box.y + CARD.int("lines") + i * CARD.int("line")),
            box.w,
        )


def _draw_figure(
    canvas: Canvas, theme: Theme, squad: SquadView, name: str, at: tuple[float, float], room: float
) -> None:
    """Draw a value of a squad, such as `hp`, with its sign around the point `at`.

    `name` is the attribute of the squad. The sign is as large as `room` (the width in pixels)
    allows. A value raised by a card lies on olive.
    """
    digits, text = CARD.int("digits"), str(getattr(squad, name))
    raised = squad.n > 0 and getattr(squad, name) > getattr(TROOPS[squad.kind], name)
    tone = COLOURS["fight"] if name == "hp" else dark(theme.table, 0.15)
    width = writing.width(text, HEAVY, digits)
    size = min(CARD.int("sign"), round(room - width - 16))
    x, y = at[0] - (size + 8 + width) / 2, at[1]
    around = Rect(round(x), round(y - size / 2), round(size + 8 + width), size)
    canvas.record_region(name, around, squad.id)
    canvas.paste_centred(
        icon(SIGNS[name], size, tone if squad.n else mix(tone, theme.paper, 0.5)), (x + size / 2, y)
    )
    x += size + 8
    if raised:
        half_height, ground = round(digits * 0.44), dark(theme.olive, 0.3)
        widgets.draw_plate(
            canvas,
            Rect(round(x) - 4, round(y) - half_height, round(width) + 8, 2 * half_height),
            "cell",
            ground,
            dark(ground, 0.5),
        )
    ink = theme.ink if squad.n else mix(theme.ink, theme.paper, 0.4)
    if raised:
        ink = theme.cream
    canvas.text(
        (x, y + digits * writing.DIGIT_DROP), text, writing.Style(HEAVY, digits, ink), kind="number"
    )


def _draw_losses(canvas: Canvas, theme: Theme, losses: int, box: Rect) -> None:
    """Draw the number of losses on the rim of the card."""
    text = str(losses)
    style = writing.Style(HEAVY, CARD.int("digits"), theme.cream)
    w, h = round(writing.width(text, HEAVY, style.size)) + 62, CARD.int("fell")
    x, y = round(box.centre[0] - w / 2), box.y - h // 2
    canvas.paste_padded(
        panels.sheet(w, h, h // 2, dark(COLOURS["fight"], 0.1), dark(COLOURS["fight"], 0.6), 3),
        x,
        y,
    )
    canvas.paste_centred(icon("death-skull", 34, theme.cream), (x + 28, y + h / 2))
    canvas.text((x + 48, y + h / 2 + style.size * writing.DIGIT_DROP), text, style, kind="number")
