"""Battle on its ground: both armies in ranks, squad cards, card effects, the exchanges.

Without a current battle, the picture shows the last one.
"""

from __future__ import annotations

from games.core.views.scene import Scene
from games.el_mapa.model.catalog import TROOPS
from games.el_mapa.views.view import BattleView, BlowView, GameView, ReportView, SideView, SquadView
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet
from render.base.theme import (
    BLACK,
    BOLD,
    HEAD,
    HEAVY,
    NAME,
    PLAIN,
    SERIF,
    SMALL,
    TITLE,
    WORD,
    Theme,
    dark,
)
from render.el_mapa.layers import chart, deeds, ranks, squads
from render.el_mapa.layers.scenes import landscape
from render.el_mapa.pieces.header import draw_head
from render.el_mapa.pieces.houses import shield
from render.el_mapa.pieces.style import COLOURS, LAYOUT, WIDTH, icon
from render.el_mapa.pieces.style import TROOPS as TROOP_ICONS
from render.parts import panels
from render.parts.markers import piece

PLAN = LAYOUT.part("battle")
LETTERS = 30  # minimum size of words
SIDES = ("att", "def")


def draw_battle(scene: Scene, theme: Theme) -> Canvas:
    """Draw the current or last battle, back to front."""
    view: GameView = scene.view
    report = view.reports[-1] if view.reports else None
    sides: tuple[SideView, ...] = ()
    cell = ""
    if view.battle:
        sides, cell = view.battle.sides, view.battle.cell
    elif report:
        sides, cell = _finished_sides(report), report.cell
    canvas = Canvas(panels.table(WIDTH, PLAN.int("high")).copy())
    field = PLAN.rect("scene")
    name = i18n.say(scene.lang, "el_mapa.no_battle")
    if cell:
        name = i18n.say(scene.lang, "el_mapa.battle", cell=cell.upper())
    draw_head(
        canvas, scene, theme, name=name, middle=i18n.say(scene.lang, "el_mapa.round", n=view.round)
    )
    canvas.sheet.paste(_land(view, theme, cell), (field.x, field.y))
    if not sides:
        return canvas
    places = [squads.places(side, i) for i, side in enumerate(sides)]
    widest = PLAN.get("squad")[0]
    stands = [[squads.narrowed(box, widest) for box in boxes] for boxes in places]
    ranks.lay_sides(canvas, theme, field, sides, stands)
    for i, side in enumerate(sides):
        _draw_name(
            canvas,
            scene,
            theme,
            side,
            i,
            won=report is not None and not view.battle and report.winner == i,
        )
        squads.lay_squads(canvas, scene, theme, side, SIDES[i], places[i])
    _draw_middle(canvas, scene, theme, view.battle, report)
    _draw_notes(canvas, scene, theme, sides, report, over=view.battle is None)
    return canvas


def _draw_notes(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    sides: tuple[SideView, ...],
    report: ReportView | None,
    *,
    over: bool,
) -> None:
    """Draw the odds, the effects of cards and the latest exchanges below the squads.

    The odds are shown only while the sides decide. Exchanges are shown as far as there is room.
    """
    box, most = PLAN.rect("notes"), PLAN.int("lines")
    battle: BattleView | None = scene.view.battle
    left = battle.left if battle is not None else None
    if left is not None:
        most -= 1
    found = deeds.columns(deeds.battle_effects(sides, over=over))
    rows = min(most, max(map(len, found), default=0))
    blows = list(report.blows)[rows - most :] if report and rows < most else []
    if not rows and not blows and left is None:
        return
    seats = (sides[0].seat, sides[1].seat)
    panels.lay_panel(canvas, theme, box)
    canvas.record_region("panel", box, "notes")
    if left is not None and not rows and not blows:
        _draw_odds(canvas, scene, theme, sides, left, box, alone=True)
        return
    lines = (left is not None) + rows + len(blows)
    line = min(PLAN.int("line_most"), (box.h - 2) // lines)
    y = top = box.y + (box.h - lines * line) // 2
    if left is not None:
        place = Rect(box.x, y, box.w, line)
        _draw_odds(canvas, scene, theme, sides, left, place, alone=False)
        y += line
    if rows:
        effects = Rect(box.x, y, box.w, rows * line)
        deeds.draw_effect_lines(canvas, scene, theme, [one[:rows] for one in found], effects)
    y += rows * line
    for blow in blows:
        if y > top:
            panels.hairline(canvas, box.x + 16, y, box.w - 32)
        _draw_blow(canvas, scene, theme, seats, blow, Rect(box.x, y, box.w, line))
        y += line


def _draw_odds(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    sides: tuple[SideView, ...],
    left: tuple[int, int],
    box: Rect,
    *,
    alone: bool,
) -> None:
    """Draw which side strikes first, and how many troops each will have at the end.

    `left` has these two numbers. They assume that nobody plays more cards or flees. Without other
    notes (`alone`) both are lines of their own in the middle of `box`, otherwise they stand side by
    side.
    """
    if alone:
        high = box.h // 2 - 6
        halves = [Rect(box.x + 20, box.y + 6 + at * high, box.w - 40, high) for at in (0, 1)]
    else:
        wide = writing.width(_who_strikes_first(scene, sides), BOLD, WORD) > box.w // 2 - 32
        middle = round(box.w * (PLAN.float("first") if wide else 0.5))
        halves = [
            Rect(box.x + 20, box.y, middle - 32, box.h),
            Rect(box.x + middle + 20, box.y, box.w - middle - 32, box.h),
        ]
    first = _who_strikes_first(scene, sides, room=halves[0].w)
    text, size = writing.fit_compressed(first, BOLD, HEAD if alone else WORD, halves[0].w, LETTERS)
    style = writing.Style(BOLD, size, theme.ink)
    at = halves[0].centre[0] if alone else halves[0].x
    base = at, halves[0].centre[1] + size * writing.LETTER_DROP
    canvas.text(base, text, style, "m" if alone else "l", kind="odds", room=halves[0].w)
    _draw_forecast(canvas, scene, theme, sides, left, halves[1], alone=alone)


def _draw_forecast(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    sides: tuple[SideView, ...],
    left: tuple[int, int],
    box: Rect,
    *,
    alone: bool,
) -> None:
    """Draw the likely number of troops left at the end between the pieces of both sides.

    Alone, they stand in the middle of `box`, otherwise at its left.
    """
    size, digits = (44, TITLE) if alone else (38, NAME)
    label = i18n.say(scene.lang, "el_mapa.odds")
    words = writing.Style(BOLD, HEAD if alone else WORD, theme.ink)
    figures = writing.Style(BLACK, digits, theme.ink)
    score = f"{left[0]} – {left[1]}"
    wide = writing.width(label, words.face, words.size)
    score_width = writing.width(score, figures.face, figures.size)
    total = wide + 16 + size + 12 + score_width + 12 + size
    x, y = (box.centre[0] - total / 2 if alone else float(box.x)), box.centre[1]
    canvas.text((x, y + words.size * writing.LETTER_DROP), label, words, kind="odds", room=box.w)
    x += wide + 16
    _draw_side_sign(canvas, theme, sides[0].seat, x, y, size)
    x += size + 12
    base = x, y + figures.size * writing.DIGIT_DROP
    canvas.text(base, score, figures, kind="odds", room=score_width + 4)
    x += score_width + 12
    _draw_side_sign(canvas, theme, sides[1].seat, x, y, size)


def _draw_side_sign(canvas: Canvas, theme: Theme, seat: int, x: float, y: float, size: int) -> None:
    """Draw a seat's piece, or a garrison's shield, from `x` on with its middle at `y`."""
    if seat < 0:
        sign = shield(COLOURS["iron"], "crossed-swords", size * 5 // 6)
        canvas.paste_padded(sign, x + size / 12, y - size * 0.46)
    else:
        canvas.paste_centred(piece(theme, seat, size), (x + size / 2, y))


def _who_strikes_first(scene: Scene, sides: tuple[SideView, ...], room: float = 0) -> str:
    """Return which side strikes first, and with which troops if not with all of them.

    A name that does not fit `room` pixels gives way to its short form (0: any name fits).
    """
    fastest = [
        max((squad.initiative for squad in side.squads if squad.n), default=0) for side in sides
    ]
    if fastest[0] == fastest[1]:
        return i18n.say(scene.lang, "el_mapa.strikes_together")
    at = int(fastest[1] > fastest[0])
    squads_left = [squad for squad in sides[at].squads if squad.n]
    quick = [squad for squad in squads_left if squad.initiative == fastest[at]]
    n, kinds = sum(squad.n for squad in quick), {squad.kind for squad in quick}
    key = f"map.troops.{quick[0].kind}" if len(kinds) == 1 else "map.many_troops"
    what = i18n.say_for_game(scene.game, scene.lang, key, n=n)

    def said(who: str) -> str:
        if len(quick) == len(squads_left):
            return i18n.say(scene.lang, "el_mapa.strikes_first", who=who)
        return i18n.say(scene.lang, "el_mapa.strikes_with", who=who, what=what)

    seat = sides[at].seat
    text = said(_side_name(scene, seat))
    if seat < 0 or not room or writing.width(text, BOLD, LETTERS) <= room:
        return text
    return said(panels.seat_headers(scene, scene.view.n)[seat].brief.name)


def _side_name(scene: Scene, seat: int) -> str:
    """Return the player's name, or the word for neutral troops for seat -1."""
    if seat < 0:
        return i18n.say_for_game(scene.game, scene.lang, "map.neutral")
    return panels.seat_headers(scene, scene.view.n)[seat].name


def _land(view: GameView, theme: Theme, cell: str) -> Sheet:
    """Return the landscape of the contested cell; a village has its owner's color."""
    tile = chart.tiles_of(view).get(cell)
    if tile is None:  # there was no battle yet: use the viewer's home
        tile = chart.tiles_of(view)[view.homes[view.viewer or 0]]
    kinds = tile.land or ("meadow",)
    if tile.land and tile.home:
        kinds = ("home",)
    roof = theme.seats[tile.owner].colour if tile.owner is not None else None
    under = PLAN.rect("middle") if view.battle or view.reports else None
    return landscape(kinds, PLAN.rect("scene").h, PLAN.int("horizon"), roof, under=under)


def _finished_sides(report: ReportView) -> tuple[SideView, ...]:
    """Return the two sides of a finished battle, with the remaining troops."""
    sides = []
    for at in (0, 1):
        losses: dict[str, int] = {}
        for blow in report.blows:
            for kind, n in blow.dead[at].items():
                losses[kind] = losses.get(kind, 0) + n
        squads_left = tuple(
            _remaining_squad(kind, max(0, n - losses.get(kind, 0)))
            for kind, n in report.before[at].items()
        )
        sides.append(SideView(report.seats[at], squads_left, losses, report.cards[at], support=0))
    return tuple(sides)


def _remaining_squad(kind: str, n: int) -> SquadView:
    """Return a squad of the `n` remaining troops of a kind."""
    facts = TROOPS[kind]
    return SquadView(kind, kind, n, facts.hp, facts.initiative, facts.damage)


def _draw_name(
    canvas: Canvas, scene: Scene, theme: Theme, side: SideView, at: int, *, won: bool
) -> None:
    """Draw the name and role of a side; `at` is 0 for the attacker, 1 for the defender.

    A winner (`won`) has laurels; a side that is awaited or has won has warm paper.
    """
    field, box = PLAN.rect("scene"), PLAN.rect("name")
    box = box.moved(field.x if at == 0 else field.right - box.right - box.x, field.y)
    if won:
        canvas.glow(panels.panel_halo(box.w, box.h), box.x, box.y, theme.halo)
    panels.lay_panel(canvas, theme, box, warm=side.waiting or won)
    canvas.record_region("side", box, SIDES[at])
    first, second, left = box.y + 32, box.y + 68, box.x + 82
    if side.seat < 0:
        canvas.paste_padded(shield(COLOURS["iron"], "crossed-swords", 54), box.x + 16, box.y + 16)
    else:
        canvas.paste_centred(piece(theme, side.seat, 54), (box.x + 44, box.centre[1]))
    who = _side_name(scene, side.seat)
    room = box.right - left - (74 if won else 18)
    text, size = writing.fit_compressed(who[:1].upper() + who[1:], SERIF, HEAD, room, theme.small)
    canvas.text(
        (left, first + size * writing.LETTER_DROP),
        text,
        writing.Style(SERIF, size, theme.ink),
        kind="name",
        room=room,
    )
    role = writing.Style(PLAIN, SMALL, dark(theme.table, 0.1))
    part = i18n.say(scene.lang, f"el_mapa.{SIDES[at]}")
    canvas.text((left, second + role.size * writing.LETTER_DROP), part, role, kind="role")
    if won:
        canvas.paste_centred(
            icon("laurel-crown", 56, COLOURS["laurel"]), (box.right - 42, box.centre[1])
        )


def _draw_middle(
    canvas: Canvas, scene: Scene, theme: Theme, battle: BattleView | None, report: ReportView | None
) -> None:
    """Draw the battle's round and both sides' damage; after its end, result and points."""
    field, box = PLAN.rect("scene"), PLAN.rect("middle")
    box = box.moved(field.x, field.y)
    panels.lay_panel(canvas, theme, box)
    canvas.record_region("panel", box, "middle")
    if battle:
        first = i18n.say(scene.lang, "el_mapa.battle_round", n=battle.round)
        second = [str(n) for n in battle.strikes] if battle.step else []
    else:
        first = i18n.say(scene.lang, f"el_mapa.result.{report.end or 'open'}") if report else ""
        second = (
            [i18n.say(scene.lang, "el_mapa.won_points", n=report.points)]
            if report and report.points
            else []
        )
    style = writing.Style(SERIF, HEAD, theme.ink)
    room = Rect(box.x + 16, box.y + 2, box.w - 32, box.h // 2 if second or battle else box.h - 6)
    rich_text.set_text(canvas, room, first, style, least=LETTERS, anchor="m", middle=True)
    y, (x, _) = box.y + 64, box.centre
    if battle and not second and (asks := _what_to_choose(scene, battle)):
        text, size = writing.fit_compressed(asks, BOLD, SMALL, box.w - 24, LETTERS)
        ask = writing.Style(BOLD, size, dark(theme.saffron, 0.62))
        at = x, y + 4 + size * writing.LETTER_DROP
        canvas.text(at, text, ask, "m", kind="asks", room=box.w - 24)
        return
    digits = writing.Style(BLACK, TITLE, theme.ink)
    if battle:
        canvas.paste_centred(icon("crossed-swords", 40, COLOURS["fight"]), (x, y))
    for text, direction, anchor in zip(second, (-1, 1), "rl", strict=False):
        at = x + (direction * 48 if battle else 0), y + digits.size * writing.DIGIT_DROP
        canvas.text(at, text, digits, anchor if battle else "m", kind="number")


def _what_to_choose(scene: Scene, battle: BattleView) -> str:
    """Return what the viewer is asked in a battle; "" if they are not asked."""
    if any(mark.spot.startswith(("att.", "def.")) for mark in scene.marks):
        return i18n.say(scene.lang, "el_mapa.pick_squad")
    if battle.step or scene.view.viewer not in scene.view.actors:
        return ""
    return i18n.say(scene.lang, "el_mapa.pick_action")


def _draw_blow(
    canvas: Canvas, scene: Scene, theme: Theme, seats: tuple[int, int], blow: BlowView, box: Rect
) -> None:
    """Draw an exchange: its name, damage and losses of both sides."""
    label = (
        i18n.say(scene.lang, "el_mapa.pursuit")
        if not blow.step
        else i18n.say(scene.lang, "el_mapa.step", n=blow.step, round=blow.round)
    )
    room, y = PLAN.int("label"), box.centre[1]
    text, size = writing.fit_compressed(label, BOLD, WORD, room, LETTERS)
    style = writing.Style(BOLD, size, theme.ink)
    canvas.text((box.x + 20, y + size * writing.LETTER_DROP), text, style, kind="step", room=room)
    left = box.x + 20 + room + 16
    for at in (0, 1):
        x = left + at * (box.right - 8 - left) / 2
        _strike(canvas, theme, seats[at], blow.strikes[at], blow.dead[1 - at], x, y)


def _strike(
    canvas: Canvas, theme: Theme, seat: int, damage: int, dead: dict[str, int], x: float, y: float
) -> None:
    """Draw the strike of a seat around `x`, `y`: its piece, the damage and the troops killed."""
    if seat < 0:
        canvas.paste_padded(shield(COLOURS["iron"], "crossed-swords", 34), x, y - 19)
    else:
        canvas.paste_centred(piece(theme, seat, 44), (x + 20, y))
    x += 48
    style = writing.Style(HEAVY, WORD, theme.ink)
    x += canvas.digits((x, y), str(damage), style) + 6
    canvas.paste_centred(icon("crossed-swords", 28, dark(theme.table, 0.15)), (x + 14, y))
    x += 38
    if dead:
        canvas.paste_centred(icon("death-skull", 28, COLOURS["fight"]), (x + 14, y))
        x += 34
    for kind, n in dead.items():
        x += canvas.digits((x, y), str(n), writing.Style(HEAVY, SMALL, COLOURS["fight"])) + 3
        canvas.paste_centred(icon(TROOP_ICONS[kind], 28, COLOURS["fight"]), (x + 14, y))
        x += 38
