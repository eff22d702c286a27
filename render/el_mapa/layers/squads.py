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
    TEXT,
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
            canvas, scene, theme, colour_of(theme, side.seat), squad, losses.get(squad.kind, 0), box
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
) -> None:
    """Draw a card, pale for a squad without survivors.

    On a wide card the name is shown and the figures stand side by side, on the widest with words.
    """
    alive, is_wide = squad.n > 0, box.w >= PLAN.int("narrow")
    base = pale(theme.paper, 0.5) if alive else mix(theme.paper, theme.table, 0.35)
    canvas.paste_padded(
        panels.shadowed_panel(box.w, box.h, base, dark(colour, 0.3), 4, 5), box.x, box.y
    )
    tint = colour if alive else mix(colour, theme.paper, 0.5)
    ink = theme.ink if alive else mix(theme.ink, theme.paper, 0.4)
    if box.w >= PLAN.int("alone"):
        _draw_worded_content(canvas, scene, theme, squad, tint, ink, box)
    elif is_wide:
        _draw_wide_content(canvas, scene, theme, squad, tint, ink, box)
    else:
        _draw_narrow_content(canvas, theme, squad, tint, ink, box)
    if losses:
        _draw_losses(canvas, theme, losses, box)


def _draw_worded_content(
    canvas: Canvas, scene: Scene, theme: Theme, squad: SquadView, tint: RGB, ink: RGB, box: Rect
) -> None:
    """Draw shield, number and name of a squad in a line, and its values with words below."""
    side, y = CARD.int("shield"), box.y + CARD.int("head")
    label = i18n.say_for_game(scene.game, scene.lang, f"map.troop.{squad.kind}")
    count, digits = str(squad.n), CARD.int("count")
    beside, gap = CARD.int("beside"), CARD.int("beside") + 6
    taken = side + beside + writing.width(count, BLACK, digits) + gap
    text, size = writing.fit(
        label[:1].upper() + label[1:], SERIF, NAME, box.w - 32 - taken, LETTERS
    )
    x = box.centre[0] - (taken + writing.width(text, SERIF, size)) / 2
    canvas.paste_padded(shield(tint, TROOP_ICONS[squad.kind], side), x, y - side * 0.56)
    x += side + beside
    style = writing.Style(BLACK, digits, ink)
    x += canvas.text((x, y + digits * writing.DIGIT_DROP), count, style, kind="number") + gap
    at = x, y + size * writing.LETTER_DROP
    canvas.text(at, text, writing.Style(SERIF, size, ink), kind="name")
    room = (box.w - 12) / len(FIGURES)
    for i, name in enumerate(FIGURES):
        middle = box.x + 6 + (i + 0.5) * room
        _draw_figure(canvas, theme, squad, name, (middle, box.y + CARD.int("worded")), room)
        said = i18n.say(scene.lang, f"el_mapa.stat.{name}")
        words, size = writing.fit_compressed(said, PLAIN, SMALL, room - 8, LETTERS)
        soft = panels.muted(theme) if squad.n else ink
        at = middle, box.y + CARD.int("words") + size * writing.LETTER_DROP
        canvas.text(at, words, writing.Style(PLAIN, size, soft), "m", kind="stat", room=room - 8)


def _draw_wide_content(
    canvas: Canvas, scene: Scene, theme: Theme, squad: SquadView, tint: RGB, ink: RGB, box: Rect
) -> None:
    """Draw shield, number and name of a squad, with its values side by side below."""
    _draw_head(canvas, theme, squad, tint, ink, box)
    label = i18n.say_for_game(scene.game, scene.lang, f"map.troop.{squad.kind}")
    text, size = writing.fit(label[:1].upper() + label[1:], SERIF, TEXT, box.w - 24, LETTERS)
    canvas.text(
        (box.centre[0], box.y + CARD.int("name")),
        text,
        writing.Style(SERIF, size, ink),
        "m",
        kind="name",
    )
    room = (box.w - 12) / len(FIGURES)
    for i, name in enumerate(FIGURES):
        _draw_figure(
            canvas,
            theme,
            squad,
            name,
            (box.x + 6 + (i + 0.5) * room, box.y + CARD.int("figures")),
            room,
        )


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


def _draw_head(
    canvas: Canvas, theme: Theme, squad: SquadView, tint: RGB, ink: RGB, box: Rect
) -> None:
    """Draw a squad's shield and number of troops in the middle of a narrow card."""
    side = CARD.int("shield")
    middle = box.y + CARD.int("head")
    count = str(squad.n)
    _, digits = writing.fit(
        count, BLACK, CARD.int("count"), box.w - side - CARD.int("beside") - 24, theme.small
    )
    x = box.centre[0] - (side + CARD.int("beside") + writing.width(count, BLACK, digits)) / 2
    canvas.paste_padded(shield(tint, TROOP_ICONS[squad.kind], side), x, middle - side * 0.56)
    canvas.text(
        (x + side + CARD.int("beside"), middle + digits * writing.DIGIT_DROP),
        count,
        writing.Style(BLACK, digits, ink),
        kind="number",
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
