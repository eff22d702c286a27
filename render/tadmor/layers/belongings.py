"""Lower panels of a mat: temples, rare goods, missions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.core.views.scene import Scene
from games.tadmor.model.catalog import COLORS, PARTS, RARE, RESOURCES, RULES, Part
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.views.view import GameView, MatView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import CORNERS, RGB, TEXT, Theme, dark, mix, pale
from render.parts import markers, panels, widgets
from render.tadmor.layers import places
from render.tadmor.pieces import faces, sprites, temple
from render.tadmor.pieces.cards import benefit_sign
from render.tadmor.pieces.style import BOLD, COLOURS, HEAVY, LAYOUT, PILES, SERIF, icon
from render.tadmor.pieces.style import RARE as RARE_ICONS

MAT = LAYOUT.part("mat")
ROYAL = COLOURS["royal"]
CORNER_SIGN_PX = 36  # tick or arrow on a small mission


def title(canvas: Canvas, theme: Theme, frame: Rect, text: str, size: int = 0) -> float:
    """Draw the heading `text` of a panel; return the x of its right end.

    `size` is the letter height in pixels (0: the default).
    """
    x = frame.x + 18
    return x + canvas.text(
        (x, frame.y + 42),
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
    """Draw `points` with a laurel, ending at the x `right` on the baseline `y`.

    `tone` is a light color for dark ground (None: the ink of the theme).
    """
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


def _lay_part(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, spot: str) -> None:
    """Draw the paper of a panel, with a glow if the place `spot` changed."""
    if spot in scene.changed:
        places.draw_halo(canvas, theme, frame, spot, 14)
    panels.lay_panel(canvas, theme, frame)
    canvas.record_region("panel part", frame, spot.rstrip("0123456789"))


def draw_temples(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, seat: int) -> None:
    """Draw a seat's last three temples, the points of all temples, and the next part.

    The next part is shown by its name and cost.
    """
    mat: MatView = scene.view.mats[seat]
    _lay_part(canvas, scene, theme, frame, f"temple{seat}")
    title(canvas, theme, frame, i18n.say(scene.lang, "tadmor.temple"))
    draw_points(canvas, theme, frame.right - 14, frame.y + 44, mat.temple_points)
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
    width = {1: 118, 2: 94, 3: 62}[len(shown_temples)]
    for k, parts in enumerate(shown_temples):
        body = temple.temple(parts, k + hidden_count == next_temple, width)
        step = 190 / len(shown_temples)
        canvas.paste_centred(
            body, (frame.x + 8 + (k + 0.5) * step, frame.bottom - 10 - body.height / 2)
        )
    canvas.record_region(
        "temples", Rect(frame.x + 8, frame.y + 54, 190, frame.h - 62), str(mat.temples)
    )
    nearest = max((temples[at] for at in open_ones), default=0)
    part = RULES.temple[nearest]
    x = frame.x + 206
    part_name = i18n.say_for_game(scene.game, scene.lang, f"tad.part.{part.id}")
    name, size = writing.fit(
        part_name[:1].upper() + part_name[1:], BOLD, TEXT, frame.right - 12 - x, 34
    )
    style = writing.Style(BOLD, size, dark(theme.table, 0.1))
    with canvas.group("next part"):
        _draw_next_part(canvas, theme, part, name, style, (x, frame.y))


def _draw_next_part(
    canvas: Canvas,
    theme: Theme,
    part: Part,
    name: str,
    style: writing.Style,
    corner: tuple[int, int],
) -> None:
    """Draw name and cost of the next temple part, from `corner` on."""
    x, y = corner
    canvas.text((x, y + 82), name, style, kind="label")
    for k, (resource, n) in enumerate(
        (resource, part.cost[resource]) for resource in RESOURCES if part.cost.get(resource)
    ):
        at = x + 18 + k % 2 * 80, y + 110 + k // 2 * 42
        canvas.paste_centred(sprites.cube(resource, 33), at)
        canvas.digits((at[0] + 21, at[1]), str(n), writing.Style(HEAVY, 38, theme.ink))


def draw_rare(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, seat: int) -> None:
    """Draw all kinds of rare goods in a row, by color, with the number owned.

    Kinds that the seat does not own are faint.
    """
    view: GameView = scene.view
    _lay_part(canvas, scene, theme, frame, f"rare{seat}")
    owned = Counter(view.mats[seat].rare)
    title(canvas, theme, frame, i18n.say(scene.lang, "tadmor.rare"))
    draw_points(canvas, theme, frame.right - 14, frame.y + 44, view.mats[seat].rare_points)
    ghost = places.ghosts(scene.ghost).get(f"rare{seat}", "")
    layout = MAT.part("rare")
    (w, h), (x0, y0), pitch = layout.get("box"), layout.get("at"), layout.float("pitch")
    kinds = [good for color in COLORS for good in RULES.rare[color].goods]
    for k, good in enumerate(kinds):
        cell = Rect(round(frame.x + x0 + k * pitch), frame.y + y0, w, h)
        _draw_good(canvas, theme, cell, good, owned[good], planned=good == ghost)
        canvas.record_region("rare", cell, good)


def _draw_good(
    canvas: Canvas, theme: Theme, cell: Rect, good: str, n: int, *, planned: bool
) -> None:
    """Draw a kind of rare goods: its sign, and below it `n`, the number owned.

    `planned`: the previewed decision takes one.
    """
    tone, layout = PILES[RARE[good]], MAT.part("rare")
    size, total = layout.int("icon"), n + planned
    spot = cell.centre[0], cell.y + cell.h * 0.29
    if not total:
        fill, rim = mix(theme.paper, tone, 0.12), mix(theme.paper, dark(tone, 0.3), 0.6)
        widgets.draw_plate(canvas, cell, "cell", fill, rim)
        absent = mix(theme.paper, dark(tone, 0.35), 0.55)
        canvas.paste_centred(icon(RARE_ICONS[good], size, absent), spot)
        return
    rim = theme.saffron if planned else dark(tone, 0.6)
    fill = pale(tone, 0.34 if n else 0.6)
    body = panels.sheet(cell.w, cell.h, CORNERS["cell"], fill, rim, 5 if planned else 3, 3)
    canvas.paste_padded(body, cell.x, cell.y)
    canvas.paste_centred(icon(RARE_ICONS[good], size, dark(tone, 0.74)), spot)
    style = writing.Style(HEAVY, layout.int("number"), theme.ink)
    at = cell.centre[0], cell.y + cell.h * 0.74
    canvas.digits(at, str(total), style, "m")


def draw_missions(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, seat: int) -> None:
    """Draw the missions in hand, completed and returned.

    The hand of another player than the viewer is drawn as card backs.
    """
    view: GameView = scene.view
    mat = view.mats[seat]
    panels.lay_panel(canvas, theme, frame)
    hand = view.hand.missions if view.hand is not None and seat == view.viewer else ("",) * mat.hand
    cards = (
        [(card, "hand") for card in hand]
        + [(card, "done") for card in mat.face_up]
        + [(card, "back") for card in mat.returned]
    )
    _draw_cards(canvas, scene, theme, frame, cards)
    # last, because a card may glow below it
    summary = i18n.say(
        scene.lang, "tadmor.held", n=len(hand), done=len(mat.face_up), back=len(mat.returned)
    )
    x = title(canvas, theme, frame, i18n.say(scene.lang, "tadmor.missions")) + 16
    style = writing.Style(BOLD, TEXT, dark(theme.table, 0.1))
    room = frame.right - 130 - x
    canvas.text((x, frame.y + 42), summary, style, kind="count", room=room)
    draw_points(canvas, theme, frame.right - 14, frame.y + 44, mat.mission_points)


def _draw_cards(
    canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, cards: Sequence[tuple[str, str]]
) -> None:
    """Draw small missions in a row; `cards` are (card, kind), with a gap between two kinds."""
    if not cards:
        return
    groups = len({kind for _, kind in cards})
    space = frame.w - 36 - 20 * max(0, groups - 1)
    pitch = min(94, space / len(cards))
    card_width = round(pitch - 10)
    card_height = frame.h - 68
    x = frame.x + 18.0
    last = cards[0][1]
    for card, kind in cards:
        x += 20 if kind != last else 0
        last = kind
        at = Rect(round(x), frame.y + 60, card_width, card_height)
        if card and card in scene.changed:
            places.draw_halo(canvas, theme, at, card, 12)
        draw_small_card(canvas, theme, at, card, kind)
        if card:
            canvas.record_region("mission", at, card)
        x += pitch


def draw_small_card(canvas: Canvas, theme: Theme, at: Rect, card: str, kind: str) -> None:
    """Draw a mission as a small card with the icon of its benefit and its points.

    `kind` is `hand`, `done` or `back` (returned) and decides the paper; a completed card has a
    tick, a returned one an arrow back. With an empty `card`, draw the back of a secret mission.
    """
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
        icon(benefit_sign(card)[0], min(at.w - 14, round(at.h * 0.46)), tone),
        (at.centre[0], at.y + at.h * 0.31),
    )
    points = str(facts.returned if kind == "back" else facts.points)
    size, laurel = 38, places.LEAST if at.w > 100 else 0
    width = writing.width(points, HEAVY, size) + (laurel + 4 if laurel else 0)
    x, y = at.centre[0] - width / 2, at.y + at.h * 0.76
    canvas.text(
        (x, y + size * writing.DIGIT_DROP),
        points,
        writing.Style(HEAVY, size, theme.ink),
        kind="number",
    )
    if laurel:
        canvas.paste_centred(faces.laurel(laurel), (x + width - laurel / 2, y))
    if kind != "hand":
        size = min(CORNER_SIGN_PX, at.w // 2)
        body = markers.tick(size, theme.olive) if kind == "done" else sprites.back_arrow(size, tone)
        canvas.paste_centred(body, (at.right - size * 0.42, at.y + size * 0.36))
