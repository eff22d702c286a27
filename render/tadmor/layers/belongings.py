"""Lower panels of a mat: temples, rare goods, missions."""

from __future__ import annotations

from collections import Counter

from games.core.views.scene import Scene
from games.tadmor.model.catalog import COLORS, PARTS, RARE, RESOURCES, RULES
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.views.view import GameView, MatView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import CORNERS, RGB, TEXT, Theme, dark, mix, pale
from render.parts import panels, widgets
from render.tadmor.layers import places
from render.tadmor.pieces import faces, sprites, temple
from render.tadmor.pieces.cards import benefit_sign
from render.tadmor.pieces.style import BOLD, COLOURS, HEAVY, LAYOUT, PILES, SERIF, icon
from render.tadmor.pieces.style import RARE as RARE_ICONS

MAT = LAYOUT.part("mat")
ROYAL = COLOURS["royal"]


def title(canvas: Canvas, theme: Theme, frame: Rect, text: str, size: int = 0) -> float:
    """Draw the heading of a panel; return its right end."""
    x = frame.x + 22
    return x + canvas.text(
        (x, frame.y + 48),
        text,
        writing.Style(SERIF, size or MAT.int("title"), dark(theme.table, 0.25)),
        kind="heading",
    )


def draw_points(
    canvas: Canvas,
    theme: Theme,
    right: float,
    y: float,
    points: int,
    size: int = 42,
    tone: RGB | None = None,
) -> None:
    """Draw points with a laurel, ending at `right`; `tone` is a light color for dark ground."""
    laurel = max(places.LEAST, round(size * 0.9))
    canvas.paste_centred(
        icon("laurel-crown", laurel, faces.GLEAM) if tone else faces.laurel(laurel),
        (right - laurel / 2, y - size * 0.3),
    )
    canvas.text(
        (right - laurel - 4, y),
        str(points),
        writing.Style(HEAVY, size, tone or theme.ink),
        "r",
        kind="points",
    )


def draw_temples_and_rare(
    canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, seat: int
) -> None:
    """Draw temples at the left and rare goods at the right."""
    left = Rect(frame.x, frame.y, 366, frame.h)
    right = Rect(left.right + MAT.int("gap"), frame.y, frame.w - left.w - MAT.int("gap"), frame.h)
    for spot, part in ((f"temple{seat}", left), (f"rare{seat}", right)):
        if spot in scene.changed:
            places.draw_halo(canvas, theme, part, spot, 14)
        panels.lay_panel(canvas, theme, part)
        canvas.record_region("panel part", part, spot.rstrip("0123456789"))
    _draw_temples(canvas, scene, theme, left, seat)
    _draw_rare(canvas, scene, theme, right, seat)


def _draw_temples(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, seat: int) -> None:
    """Draw the last three temples, the points of all, and the name and cost of the next part."""
    mat: MatView = scene.view.mats[seat]
    title(canvas, theme, frame, i18n.say(scene.lang, "tadmor.temple"))
    draw_points(canvas, theme, frame.right - 18, frame.y + 48, mat.temple_points)
    ghost = places.ghosts(scene.ghost).get(f"temple{seat}", "")
    temples = list(mat.temples)
    open_ones = [i for i, parts in enumerate(temples) if parts < len(PARTS)]
    if not temples or (ghost == PARTS[0]) or not open_ones:
        temples.append(0)  # an empty place for the next temple
        open_ones.append(len(temples) - 1)
    next_temple = next(
        (
            at
            for at in open_ones
            if ghost and temples[at] < len(PARTS) and PARTS[temples[at]] == ghost
        ),
        -1,
    )
    shown_temples = temples[-3:]
    hidden_count = len(temples) - len(shown_temples)
    width = {1: 172, 2: 94, 3: 64}[len(shown_temples)]
    for k, parts in enumerate(shown_temples):
        body = temple.temple(parts, k + hidden_count == next_temple, width)
        step = 184 / len(shown_temples)
        canvas.paste_centred(
            body, (frame.x + 12 + (k + 0.5) * step, frame.bottom - 22 - body.height / 2)
        )
    canvas.record_region(
        "temples", Rect(frame.x + 10, frame.y + 60, 188, frame.h - 76), str(mat.temples)
    )
    nearest = max((temples[at] for at in open_ones), default=0)
    part = RULES.temple[nearest]
    x = frame.x + 194
    part_name = i18n.of_game(scene.game, scene.lang, f"tad.part.{part.id}")
    name, size = writing.fit(
        part_name[:1].upper() + part_name[1:], BOLD, TEXT, frame.right - 18 - x, 34
    )
    canvas.text(
        (x, frame.y + 104), name, writing.Style(BOLD, size, dark(theme.table, 0.1)), kind="label"
    )
    for k, (resource, n) in enumerate(
        (resource, part.cost[resource]) for resource in RESOURCES if part.cost.get(resource)
    ):
        at = x + 18 + k % 2 * 72, frame.y + 148 + k // 2 * 56
        canvas.paste_centred(sprites.cube(resource, 33), at)
        canvas.digits((at[0] + 18, at[1]), str(n), writing.Style(HEAVY, 37, theme.ink))


def _draw_rare(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, seat: int) -> None:
    """Draw all kinds of rare goods, a column per color: owned ones with count, others faint."""
    view: GameView = scene.view
    owned = Counter(view.mats[seat].rare)
    title(canvas, theme, frame, i18n.say(scene.lang, "tadmor.rare"), 34)
    draw_points(canvas, theme, frame.right - 18, frame.y + 48, view.mats[seat].rare_points)
    ghost = places.ghosts(scene.ghost).get(f"rare{seat}", "")
    (w, h), (px, py) = MAT.get("rare.box"), MAT.get("rare.pitch")
    left = frame.x + (frame.w - 2 * px - w) // 2
    for k, color in enumerate(COLORS):
        for row, good in enumerate(RULES.rare[color].goods):
            cell = Rect(left + k * px, frame.y + 68 + row * py, w, h)
            _draw_good(canvas, theme, cell, good, owned[good], planned=good == ghost)
            canvas.record_region("rare", cell, good)


def _draw_good(
    canvas: Canvas, theme: Theme, cell: Rect, good: str, n: int, *, planned: bool
) -> None:
    tone = PILES[RARE[good]]
    if n or planned:
        rim = theme.saffron if planned else dark(tone, 0.6)
        body = panels.sheet(
            cell.w,
            cell.h,
            CORNERS["cell"],
            pale(tone, 0.25 if n else 0.6),
            rim,
            5 if planned else 3,
            3,
        )
        canvas.paste_padded(body, cell.x, cell.y)
        total = n + planned
        x = cell.centre[0] - (18 if total > 1 else 0)
        canvas.paste_centred(icon(RARE_ICONS[good], 42, dark(tone, 0.74)), (x, cell.centre[1]))
        if total > 1:
            text = f"×{total}"
            at = x + 24, cell.centre[1] + TEXT * writing.DIGIT_DROP
            canvas.text(at, text, writing.Style(HEAVY, TEXT, theme.ink), kind="number")
    else:
        fill = mix(theme.paper, tone, 0.14)
        rim = mix(theme.paper, tone, 0.45)
        widgets.draw_plate(canvas, cell, "cell", fill, rim)
        canvas.paste_centred(icon(RARE_ICONS[good], 38, mix(theme.paper, tone, 0.34)), cell.centre)


def draw_missions(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, seat: int) -> None:
    """Draw the missions in hand, completed and returned.

    The hand of another player than the viewer is drawn as card backs.
    """
    view: GameView = scene.view
    mat = view.mats[seat]
    panels.lay_panel(canvas, theme, frame)
    end = title(canvas, theme, frame, i18n.say(scene.lang, "tadmor.missions"))
    hand = view.hand.missions if view.hand is not None and seat == view.viewer else ("",) * mat.hand
    summary = i18n.say(
        scene.lang, "tadmor.held", n=len(hand), done=len(mat.face_up), back=len(mat.returned)
    )
    text, size = writing.fit(summary, BOLD, TEXT, frame.right - 20 - end - 16, 34)
    canvas.text(
        (frame.right - 20, frame.y + 48),
        text,
        writing.Style(BOLD, size, dark(theme.table, 0.05)),
        "r",
        kind="count",
    )
    cards = (
        [(card, "hand") for card in hand]
        + [(card, "done") for card in mat.face_up]
        + [(card, "back") for card in mat.returned]
    )
    groups = sum(bool(one) for one in (hand, mat.face_up, mat.returned))
    if not cards:
        return
    space = frame.w - 44 - 26 * max(0, groups - 1)
    pitch = min(124, space / len(cards))
    card_width = round(pitch - 13)
    card_height = frame.h - 84
    x = frame.x + 22.0
    last = cards[0][1]
    for card, kind in cards:
        x += 26 if kind != last else 0
        last = kind
        at = Rect(round(x), frame.y + 66, card_width, card_height)
        if card and card in scene.changed:
            places.draw_halo(canvas, theme, at, card, 12)
        draw_small_card(canvas, theme, at, card, kind)
        if card:
            canvas.record_region("mission", at, card)
        x += pitch


def draw_small_card(canvas: Canvas, theme: Theme, at: Rect, card: str, kind: str) -> None:
    """Draw a mission as a small icon with its benefit and points; a back if it is secret."""
    fill: RGB = {
        "hand": ROYAL if not card else pale(theme.paper, 0.2),
        "done": pale(mix(theme.paper, theme.olive, 0.28), 0.2),
        "back": mix(theme.paper, (120, 110, 104), 0.42),
    }[kind]
    canvas.paste_padded(
        panels.sheet(at.w, at.h, CORNERS["field"], fill, dark(ROYAL, 0.5), 4, 5), at.x, at.y
    )
    if not card:
        canvas.paste_centred(
            icon("crown@lorc", round(at.w * 0.62), (217, 179, 90), dark(ROYAL, 0.5), 1), at.centre
        )
        return
    facts = MISSIONS[card]
    tone = mix(theme.ink, theme.paper, 0.35) if kind == "back" else ROYAL
    canvas.paste_centred(
        icon(benefit_sign(card)[0], min(62, round(at.w * 0.6)), tone),
        (at.centre[0], at.y + at.h * 0.34),
    )
    points = str(facts.returned if kind == "back" else facts.points)
    size, laurel = 38, places.LEAST if at.w > 90 else 0
    width = writing.width(points, HEAVY, size) + (laurel + 4 if laurel else 0)
    x, y = at.centre[0] - width / 2, at.y + at.h * 0.78
    canvas.text(
        (x, y + size * writing.DIGIT_DROP),
        points,
        writing.Style(HEAVY, size, theme.ink),
        kind="number",
    )
    if laurel:
        canvas.paste_centred(faces.laurel(laurel), (x + width - laurel / 2, y))
