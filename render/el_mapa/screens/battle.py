"""A battle: both sides with their squads, what strikes, who fell; told line by line. While none is fought, the last one."""

from __future__ import annotations

from games.core.scene import Scene
from games.el_mapa.model.catalog import TROOPS
from games.el_mapa.show.view import BattleView, GameView, ReportView, SideView, SquadView
from render import chrome, markers, words
from render import text as writing
from render.canvas import Canvas
from render.el_mapa.look import BLACK, BOLD, COLOURS, HEAVY, LAYOUT, SERIF, WIDTH, icon
from render.el_mapa.look import TROOPS as TROOP_ICONS
from render.el_mapa.moments import head
from render.el_mapa.pieces.houses import shield
from render.el_mapa.screens.cards import TECH_ICONS
from render.layout import Rect
from render.theme import RGB, Theme, dark, mix, pale

PLAN = LAYOUT.part("battle")
SIDES = ("att", "def")


def draw_battle(scene: Scene, theme: Theme) -> Canvas:
    """Attacker above, defender below, between them the moment; then the exchanges."""
    view: GameView = scene.view
    report = view.reports[-1] if view.reports else None
    told = list(report.blows)[-PLAN.int("lines"):] if report else []
    x, _, w, h = PLAN.get("side")
    top, between = PLAN.int("top"), PLAN.int("middle")
    foot = top + 2 * h + between
    log = PLAN.int("log") * (len(told) + bool(report and report.end)) + 30 if report and (told or report.end) else 0
    canvas = Canvas(chrome.table(WIDTH, foot + log + 20).copy())
    cell = view.battle.cell if view.battle else report.cell if report else ""
    head(canvas, scene, theme, name=words.say(scene.lang, "el_mapa.battle", cell=cell.upper()),
         middle=words.say(scene.lang, "el_mapa.round", n=view.round))
    sides = view.battle.sides if view.battle else _told(report) if report else ()
    for at, side in enumerate(sides):
        _side(canvas, scene, theme, side, SIDES[at], Rect(x, top + at * (h + between), w, h))
    if sides:
        _middle(canvas, scene, theme, view.battle, report, Rect(x, top + h, w, between))
    if report and log:
        _log(canvas, scene, theme, report, len(told), Rect(x, foot + 8, w, log))
    return canvas


def _told(report: ReportView) -> tuple[SideView, ...]:
    """The sides of a battle that is over: what came, less what fell."""
    found = []
    for at in (0, 1):
        fell: dict[str, int] = {}
        for blow in report.blows:
            for kind, n in blow.dead[at].items():
                fell[kind] = fell.get(kind, 0) + n
        squads = tuple(_left(kind, n - fell.get(kind, 0)) for kind, n in report.before[at].items())
        found.append(SideView(report.seats[at], squads, fell, report.cards[at], support=0))
    return tuple(found)


def _left(kind: str, n: int) -> SquadView:
    """What is left of a kind of troops."""
    facts = TROOPS[kind]
    return SquadView(kind, kind, n, facts.hp, facts.initiative, facts.damage)


def _colour(theme: Theme, seat: int) -> RGB:
    return COLOURS["iron"] if seat < 0 else theme.seats[seat].colour


def _side(canvas: Canvas, scene: Scene, theme: Theme, side: SideView, name: str, box: Rect) -> None:
    """Who it is, the cards played and the archers around, then the squads."""
    chrome.lay_panel(canvas, theme, box, warm=side.waiting)
    canvas.note("side", box, name)
    role = words.say(scene.lang, f"el_mapa.{name}")
    x, y = box.x + 24.0, box.y + 46
    if side.seat < 0:
        canvas.lay(shield(COLOURS["iron"], "crossed-swords", 52), x, y - 34)
        who = words.of_game(scene.game, scene.lang, "map.neutral")
    else:
        canvas.put(markers.piece(theme, side.seat, 46), (x + 26, y))
        who = chrome.people(scene.names, scene.view.n, scene.lang)[side.seat].name
    x += 64
    text, size = writing.fit(who[:1].upper() + who[1:], SERIF, 42, 420, 30)
    x += canvas.text((x, y + size * writing.LETTER_DROP), text, writing.Style(SERIF, size, theme.ink), kind="name") + 18
    plain = writing.Style("alegreya-sans-500", 36, dark(theme.table, 0.1))
    canvas.text((x, y + 36 * writing.LETTER_DROP), role, plain, kind="role")
    right = float(box.right - 24)
    if side.support:
        said = f"+{side.support}"
        number = writing.Style(HEAVY, 38, theme.ink)
        right -= canvas.text((right, y + 38 * writing.DIGIT_DROP), said, number, "r", kind="number") + 8
        canvas.put(icon(TROOP_ICONS["archer"], 44, dark(theme.table, 0.2)), (right - 22, y))
        right -= 66
    for kind in reversed(side.cards):
        canvas.put(icon(TECH_ICONS[kind], 46, COLOURS["cards"]), (right - 23, y))
        right -= 58
    _squads(canvas, scene, theme, side, name, box)


def _squads(canvas: Canvas, scene: Scene, theme: Theme, side: SideView, name: str, box: Rect) -> None:
    marks = {mark.spot: mark for mark in scene.marks}
    fell = {} if scene.view.battle else side.dead            # while it is fought the log alone tells who fell
    wide, high = PLAN.get("squad")
    gap, n = PLAN.int("gap"), max(1, len(side.squads))
    w = min(wide, (box.w - 48 - gap * (n - 1)) // n)
    left, top = box.x + (box.w - n * w - (n - 1) * gap) // 2, box.bottom - high - 22
    for at, squad in enumerate(side.squads):
        here = Rect(left + at * (w + gap), top, w, high)
        _squad(canvas, theme, _colour(theme, side.seat), squad, fell.get(squad.kind, 0), here)
        spot = f"{name}.{squad.id}"
        canvas.note("squad", here, spot)
        if mark := marks.get(spot):
            size = PLAN.int("mark")
            canvas.put(markers.marker(theme, mark.letter, size, mark.tone), (here.right - 20, here.y + 16))
            canvas.note("marker", Rect(here.right - 49, here.y - 13, size, size), spot)


def _squad(canvas: Canvas, theme: Theme, colour: RGB, squad: SquadView, fell: int, box: Rect) -> None:
    """How many, of what; hit points, damage and initiative below; how many `fell`."""
    alive = squad.n > 0
    base = pale(theme.paper, 0.5) if alive else mix(theme.paper, theme.table, 0.35)
    canvas.lay(chrome.shadowed_panel(box.w, box.h, base, dark(colour, 0.3), 4, 5), box.x, box.y)
    side = min(110, box.w // 2)
    canvas.lay(shield(colour if alive else mix(colour, theme.paper, 0.5), TROOP_ICONS[squad.kind], side), box.x + 14, box.y + 16)
    count = str(squad.n) if alive else "0"
    fill = theme.ink if alive else mix(theme.ink, theme.paper, 0.4)
    at = box.x + side + (box.w - side) / 2 + 4, box.y + 76 + 30
    canvas.text(at, count, writing.Style(BLACK, 84 if len(count) == 1 else 66, fill), "m", kind="number")
    if fell:
        canvas.put(icon("death-skull", 38, COLOURS["fight"]), (box.right - 66, box.y + 150))
        canvas.text((box.right - 44, box.y + 150 + 34 * writing.DIGIT_DROP), str(fell),
                    writing.Style(HEAVY, 34, COLOURS["fight"]), kind="number")
    y = box.bottom - 34
    pitch = (box.w - 16) / 3
    for at_, (sign, n) in enumerate((("laurel-crown", squad.hp), ("crossed-swords", squad.damage), ("sprint", squad.initiative))):
        x = box.x + 10 + at_ * pitch
        mark = icon("checked-shield" if at_ == 0 else sign, 34, dark(theme.table, 0.15))
        canvas.put(mark, (x + 18, y))
        canvas.text((x + 40, y + 34 * writing.DIGIT_DROP), str(n), writing.Style(HEAVY, 34, theme.ink), kind="number")


def _middle(
    canvas: Canvas, scene: Scene, theme: Theme, battle: BattleView | None, report: ReportView | None, box: Rect
) -> None:
    """Crossed swords, the round, and what both sides deal now; after the end, how it ended."""
    style = writing.Style(BOLD, 40, theme.bright)
    y = box.centre[1] + 40 * writing.LETTER_DROP
    if battle:
        left = words.say(scene.lang, "el_mapa.battle_round", n=battle.round)
        right = words.say(scene.lang, "el_mapa.strikes", n=battle.strikes[0], m=battle.strikes[1]) if battle.step else ""
    else:
        left = words.say(scene.lang, f"el_mapa.result.{report.end or 'open'}") if report else ""
        right = words.say(scene.lang, "el_mapa.won_points", n=report.points) if report and report.points else ""
    x = box.centre[0] + (0 if right else (writing.width(left, BOLD, 40) + 28) / 2)      # all of it in the middle
    canvas.put(icon("crossed-swords", 64, theme.bright, dark(theme.table, 0.6), 3), (x, box.centre[1]))
    canvas.text((x - 60, y), left, style, "r", kind="title")
    canvas.text((x + 60, y), right, style, kind="title")


def _log(canvas: Canvas, scene: Scene, theme: Theme, report: ReportView, n: int, box: Rect) -> None:
    """The last exchanges: damage and dead of both sides."""
    chrome.lay_panel(canvas, theme, box)
    line, y = PLAN.int("log"), box.y + 15
    for blow in report.blows[-n:] if n else ():
        step = words.say(scene.lang, "el_mapa.pursuit") if not blow.step else words.say(
            scene.lang, "el_mapa.step", n=blow.step, round=blow.round)
        text, size = writing.fit(step, BOLD, 36, 420, 26)
        middle = y + line / 2
        canvas.text((box.x + 24, middle + size * writing.LETTER_DROP), text, writing.Style(BOLD, size, theme.ink), kind="step")
        for at in (0, 1):
            _blow(canvas, theme, report.seats[at], blow.strikes[at], blow.dead[1 - at], box.x + 470 + at * 390, middle)
        y += line
    if report.end:
        said = words.say(scene.lang, f"el_mapa.result.{report.end}")
        text, size = writing.fit(said, SERIF, 38, box.w - 48, 28)
        at_end = box.x + 24, y + line / 2 + size * writing.LETTER_DROP
        canvas.text(at_end, text, writing.Style(SERIF, size, theme.madder), kind="step")


def _blow(canvas: Canvas, theme: Theme, seat: int, damage: int, dead: dict[str, int], x: float, y: float) -> None:
    """Who struck, how much, and whom that killed."""
    if seat < 0:
        canvas.lay(shield(COLOURS["iron"], "crossed-swords", 40), x, y - 22)
    else:
        canvas.put(markers.piece(theme, seat, 44), (x + 20, y))
    x += 52
    style = writing.Style(HEAVY, 38, theme.ink)
    x += canvas.text((x, y + 38 * writing.DIGIT_DROP), str(damage), style, kind="number") + 10
    canvas.put(icon("crossed-swords", 32, dark(theme.table, 0.15)), (x + 16, y))
    x += 48
    for kind, n in dead.items():
        canvas.put(icon("death-skull", 32, COLOURS["fight"]), (x + 16, y))
        x += 38
        x += canvas.text((x, y + 36 * writing.DIGIT_DROP), str(n), writing.Style(HEAVY, 36, COLOURS["fight"]), kind="number") + 4
        canvas.put(icon(TROOP_ICONS[kind], 32, COLOURS["fight"]), (x + 16, y))
        x += 44
