"""Battle on its ground: both armies in ranks, squad cards, card effects, the exchanges.

Outside of a battle, shows the last one.
"""

from __future__ import annotations

from games.core.views.scene import Scene
from games.el_mapa.model.catalog import TROOPS
from games.el_mapa.views.view import BattleView, GameView, ReportView, SideView, SquadView
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet
from render.base.theme import BLACK, BOLD, HEAVY, PLAIN, SERIF, TITLE, WORD, Theme, dark
from render.el_mapa.layers import chart, deeds, ranks, squads
from render.el_mapa.layers.scenes import landscape
from render.el_mapa.pieces.header import draw_head
from render.el_mapa.pieces.houses import shield
from render.el_mapa.pieces.style import COLOURS, LAYOUT, WIDTH, icon
from render.el_mapa.pieces.style import TROOPS as TROOP_ICONS
from render.parts import panels
from render.parts.markers import piece

PLAN = LAYOUT.part("battle")
SIDES = ("att", "def")


def draw_battle(scene: Scene, theme: Theme) -> Canvas:
    """Draw table, land, armies, names, squad cards, effects and exchanges, back to front."""
    view: GameView = scene.view
    report = view.reports[-1] if view.reports else None
    sides: tuple[SideView, ...] = ()
    cell = ""
    if view.battle:
        sides, cell = view.battle.sides, view.battle.cell
    elif report:
        sides, cell = _finished_sides(report), report.cell
    blows = list(report.blows)[-PLAN.int("lines") :] if report else []
    air, field = PLAN.int("air"), PLAN.rect("scene")
    effect_columns = deeds.columns(deeds.battle_effects(sides, over=view.battle is None))
    foot = PLAN.int("squads") + PLAN.get("squad")[1] if sides else field.bottom
    effects_height = PLAN.int("deed") * max(map(len, effect_columns), default=0)
    log_height = PLAN.int("log") * len(blows)
    heights = [height + 2 * air if height else 0 for height in (effects_height, log_height)]
    canvas = Canvas(
        panels.table(WIDTH, foot + air + sum(heights) + air * sum(map(bool, heights))).copy()
    )
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
    ranks.lay_sides(canvas, theme, field, sides, places)
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
    y = foot + air
    if effects_height:
        deeds.draw_effect_lines(
            canvas,
            scene,
            theme,
            effect_columns,
            Rect(PLAN.get("half")[0], y, WIDTH - 2 * PLAN.get("half")[0], heights[0]),
        )
        y += heights[0] + air
    if report and log_height:
        _draw_log(
            canvas,
            scene,
            theme,
            report,
            len(blows),
            Rect(PLAN.get("half")[0], y, WIDTH - 2 * PLAN.get("half")[0], heights[1]),
        )
    return canvas


def _land(view: GameView, theme: Theme, cell: str) -> Sheet:
    """Return the landscape of the contested cell; a village in its owner's color."""
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
    """Return the sides of a finished battle with the remaining troops."""
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
    """Return the squad of the remaining troops of a kind."""
    facts = TROOPS[kind]
    return SquadView(kind, kind, n, facts.hp, facts.initiative, facts.damage)


def _draw_name(
    canvas: Canvas, scene: Scene, theme: Theme, side: SideView, at: int, *, won: bool
) -> None:
    """Draw the name and role of a side.

    Laurels for a winner, warm paper for a seat that must still divide a strike.
    """
    field, box = PLAN.rect("scene"), PLAN.rect("name")
    box = box.moved(field.x if at == 0 else field.right - box.right - box.x, field.y)
    if won:
        canvas.glow(panels.panel_halo(box.w, box.h), box.x, box.y, theme.halo)
    panels.lay_panel(canvas, theme, box, warm=side.waiting or won)
    canvas.record_region("side", box, SIDES[at])
    first, second, left = box.y + 44, box.y + 98, box.x + 92
    if side.seat < 0:
        canvas.paste_padded(shield(COLOURS["iron"], "crossed-swords", 60), box.x + 18, box.y + 30)
        who = i18n.of_game(scene.game, scene.lang, "map.neutral")
    else:
        canvas.paste_centred(piece(theme, side.seat, 62), (box.x + 50, box.centre[1]))
        who = panels.seat_headers(scene, scene.view.n)[side.seat].name
    room = box.right - left - (74 if won else 18)
    text, size = writing.fit(who[:1].upper() + who[1:], SERIF, TITLE, room, theme.small)
    canvas.text(
        (left, first + size * writing.LETTER_DROP),
        text,
        writing.Style(SERIF, size, theme.ink),
        kind="name",
    )
    role = writing.Style(PLAIN, WORD, dark(theme.table, 0.1))
    part = i18n.say(scene.lang, f"el_mapa.{SIDES[at]}")
    canvas.text((left, second + role.size * writing.LETTER_DROP), part, role, kind="role")
    if won:
        canvas.paste_centred(
            icon("laurel-crown", 60, COLOURS["laurel"]), (box.right - 46, box.centre[1])
        )


def _draw_middle(
    canvas: Canvas, scene: Scene, theme: Theme, battle: BattleView | None, report: ReportView | None
) -> None:
    """Draw the round and the damage of both sides; after the end, the result and its worth."""
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
    style = writing.Style(SERIF, TITLE, theme.ink)
    room = Rect(box.x + 16, box.y + 6, box.w - 32, box.h // 2 if second or battle else box.h - 12)
    rich_text.set_text(canvas, room, first, style, least=theme.small, anchor="m", middle=True)
    y, (x, _) = box.y + 96, box.centre
    digits = writing.Style(BLACK, 54, theme.ink)
    if battle:
        canvas.paste_centred(icon("crossed-swords", 58, COLOURS["fight"]), (x, y))
    for text, direction, anchor in zip(second, (-1, 1), "rl", strict=False):
        at = x + (direction * 48 if battle else 0), y + digits.size * writing.DIGIT_DROP
        canvas.text(at, text, digits, anchor if battle else "m", kind="number")


def _draw_log(
    canvas: Canvas, scene: Scene, theme: Theme, report: ReportView, n: int, box: Rect
) -> None:
    """Draw the last exchanges: damage and losses of both sides."""
    panels.lay_panel(canvas, theme, box)
    canvas.record_region("panel", box, "log")
    line, y = PLAN.int("log"), box.y + PLAN.int("air")
    for blow in report.blows[-n:]:
        label = (
            i18n.say(scene.lang, "el_mapa.pursuit")
            if not blow.step
            else i18n.say(scene.lang, "el_mapa.step", n=blow.step, round=blow.round)
        )
        text, size = writing.fit(label, BOLD, WORD, 420, theme.small)
        middle = y + line / 2
        canvas.text(
            (box.x + 24, middle + size * writing.LETTER_DROP),
            text,
            writing.Style(BOLD, size, theme.ink),
            kind="step",
        )
        for at in (0, 1):
            _strike(
                canvas,
                theme,
                report.seats[at],
                blow.strikes[at],
                blow.dead[1 - at],
                box.x + 470 + at * 390,
                middle,
            )
        y += line


def _strike(
    canvas: Canvas, theme: Theme, seat: int, damage: int, dead: dict[str, int], x: float, y: float
) -> None:
    """Draw a strike: seat, damage and the troops it killed."""
    if seat < 0:
        canvas.paste_padded(shield(COLOURS["iron"], "crossed-swords", 40), x, y - 22)
    else:
        canvas.paste_centred(piece(theme, seat, 44), (x + 20, y))
    x += 52
    style = writing.Style(HEAVY, WORD, theme.ink)
    x += canvas.text((x, y + WORD * writing.DIGIT_DROP), str(damage), style, kind="number") + 10
    canvas.paste_centred(icon("crossed-swords", 32, dark(theme.table, 0.15)), (x + 16, y))
    x += 48
    for kind, n in dead.items():
        canvas.paste_centred(icon("death-skull", 32, COLOURS["fight"]), (x + 16, y))
        x += 38
        x += canvas.digits((x, y), str(n), writing.Style(HEAVY, WORD, COLOURS["fight"])) + 4
        canvas.paste_centred(icon(TROOP_ICONS[kind], 32, COLOURS["fight"]), (x + 16, y))
        x += 44
