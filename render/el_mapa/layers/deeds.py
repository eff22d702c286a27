"""Effects of cards and of nearby archers in a battle, one line each, the attacker's left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.core.views.scene import Scene
from games.el_mapa.model.catalog import TROOPS
from games.el_mapa.views.view import SideView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import HAIRLINE, HEAVY, NAME, SERIF, WORD, Theme, dark
from render.el_mapa.pieces.style import COLOURS, LAYOUT, TECHS, icon
from render.el_mapa.pieces.style import TROOPS as TROOP_ICONS
from render.parts import markers, panels

PLAN = LAYOUT.part("battle")
RAISES = {"shield": ("hearts", "hp"), "speed": ("sprint", "initiative")}
HITS = {"marksmanship": "archer", "bloodlust": ""}
SIGNS = {"hearts": "fight", "sprint": "iron_dark", "crossed-swords": "iron_dark"}


class Effect(NamedTuple):
    """Icon, amount and kind of troops of an effect; amount 0: unknown."""

    sign: str
    more: int
    kind: str = ""


class BattleEffectLine(NamedTuple):
    """Card or support of a seat in a battle, with its effects.

    `card` is the card's kind (empty: nearby archers), `times` how often it was played.
    """

    seat: int
    card: str
    times: int
    effects: tuple[Effect, ...]


def battle_effects(sides: Sequence[SideView], *, over: bool) -> list[list[BattleEffectLine]]:
    """Return the cards that each side has played, and its support by archers.

    The amounts of a finished battle (`over`) are not known.
    """
    found = []
    for side in sides:
        cards = dict.fromkeys(side.cards)
        lines = [
            BattleEffectLine(
                side.seat, card, side.cards.count(card), _effects(side, card, over=over)
            )
            for card in cards
        ]
        if side.support:
            lines.append(
                BattleEffectLine(side.seat, "", 1, (Effect("crossed-swords", side.support),))
            )
        found.append(lines)
    return found


def columns(
    found: Sequence[Sequence[BattleEffectLine]],
) -> tuple[Sequence[BattleEffectLine], Sequence[BattleEffectLine]]:
    """Return the lines of both sides; those of a single acting side fill both columns."""
    left, right = found or ((), ())
    if left and right:
        return left, right
    alone = left or right
    return alone[: -(-len(alone) // 2)], alone[-(-len(alone) // 2) :]


def _effects(side: SideView, card: str, *, over: bool) -> tuple[Effect, ...]:
    if card in RAISES:
        sign, name = RAISES[card]
        if over:
            return (Effect(sign, 0),)
        more = {
            squad.kind: getattr(squad, name) - getattr(TROOPS[squad.kind], name)
            for squad in side.squads
            if getattr(squad, name) > getattr(TROOPS[squad.kind], name)
        }
        return tuple(Effect(sign, n, kind) for kind, n in more.items())
    if card in HITS:
        return (Effect("crossed-swords", 0 if over else side.cards.count(card), HITS[card]),)
    return ()


def lay_deeds(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    found: Sequence[Sequence[BattleEffectLine]],
    box: Rect,
) -> None:
    """Draw two columns on one panel with a hairline between them."""
    panels.lay_panel(canvas, theme, box)
    canvas.record_region("panel", box, "deeds")
    line, half, air = PLAN.int("deed"), box.w // 2, PLAN.int("air")
    canvas.pen.line(
        (box.x + half, box.y + air, box.x + half, box.bottom - air), fill=HAIRLINE, width=2
    )
    for at, some in enumerate(found):
        for row, one in enumerate(some):
            _line(
                canvas,
                scene,
                theme,
                one,
                Rect(box.x + at * half + 20, box.y + air + row * line, half - 36, line),
            )


def _line(canvas: Canvas, scene: Scene, theme: Theme, deed: BattleEffectLine, box: Rect) -> None:
    """Draw the seat, sign and name of a line, with its effects at the right."""
    x, y, side = float(box.x), box.centre[1], 46
    if deed.seat >= 0:
        canvas.paste_centred(
            markers.piece(theme, deed.seat, markers.MIN_MARK_PX), (x + markers.MIN_MARK_PX / 2, y)
        )
        x += markers.MIN_MARK_PX + 12
    if deed.card:
        mark = icon(TECHS[deed.card], side, COLOURS["cards"])
        said = i18n.of_game(scene.game, scene.lang, f"map.tech.{deed.card}")
    else:
        mark, said = (
            icon(TROOP_ICONS["archer"], side, dark(theme.table, 0.2)),
            i18n.say(scene.lang, "el_mapa.support"),
        )
    canvas.paste_centred(mark, (x + side / 2, y))
    x += side + 12
    if deed.times > 1:
        said = f"{said} ×{deed.times}"
    right = float(box.right)
    for effect in reversed(deed.effects):
        right -= _effect(canvas, theme, effect, right, y) + 18
    text, size = writing.fit(said, SERIF, WORD, right - x, theme.small)
    canvas.text(
        (x, y + size * writing.LETTER_DROP),
        text,
        writing.Style(SERIF, size, theme.ink),
        kind="name",
    )


def _effect(canvas: Canvas, theme: Theme, effect: Effect, right: float, y: float) -> float:
    """Draw an effect to the left of `right`; return its width."""
    side, x = 40, right
    if effect.kind:
        x -= side
        canvas.paste_centred(
            icon(TROOP_ICONS[effect.kind], side, dark(theme.table, 0.2)), (x + side / 2, y)
        )
        x -= 8
    x -= side
    canvas.paste_centred(icon(effect.sign, side, COLOURS[SIGNS[effect.sign]]), (x + side / 2, y))
    style = writing.Style(HEAVY, NAME, dark(theme.olive, 0.25))
    said = f"+{effect.more}" if effect.more else "+"
    x -= (
        canvas.text((x - 6, y + style.size * writing.DIGIT_DROP), said, style, "r", kind="number")
        + 6
    )
    return right - x
