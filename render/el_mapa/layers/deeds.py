"""Effects of cards and nearby archers in a battle, one column of lines per side."""

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
from render.parts import markers

PLAN = LAYOUT.part("battle")
LETTERS = 30  # minimum size of names
# Icon and raised value by card; then the kind of troops that strikes harder (empty: all).
CARD_BONUSES = {"shield": ("hearts", "hp"), "speed": ("sprint", "initiative")}
CARD_HITS = {"marksmanship": "archer", "bloodlust": ""}
ICON_COLOURS = {"hearts": "fight", "sprint": "iron_dark", "crossed-swords": "iron_dark"}


class Effect(NamedTuple):
    """Effect of a card: its icon, its amount, and the kind of troops it concerns.

    Amount 0 means unknown; `kind` may be empty.
    """

    sign: str
    amount: int
    kind: str = ""


class BattleEffectLine(NamedTuple):
    """Line with a card or the support of a seat in a battle, and its effects.

    `card` is the card's kind ("" for the support of nearby archers), `times` how often it was
    played.
    """

    seat: int
    card: str
    times: int
    effects: tuple[Effect, ...]


def battle_effects(sides: Sequence[SideView], *, over: bool) -> list[list[BattleEffectLine]]:
    """Return the lines of each side: its played cards, and the support by its archers.

    In a finished battle (`over`), the amounts of card effects are unknown.
    """
    all_lines = []
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
        all_lines.append(lines)
    return all_lines


def columns(
    found: Sequence[Sequence[BattleEffectLine]],
) -> tuple[Sequence[BattleEffectLine], Sequence[BattleEffectLine]]:
    """Return the lines of the left and right column.

    These are the sides' lines. If only one side has lines, they are divided between both columns.
    """
    left, right = found or ((), ())
    if left and right:
        return left, right
    lines = left or right
    return lines[: -(-len(lines) // 2)], lines[-(-len(lines) // 2) :]


def _effects(side: SideView, card: str, *, over: bool) -> tuple[Effect, ...]:
    if card in CARD_BONUSES:
        sign, name = CARD_BONUSES[card]
        if over:
            return (Effect(sign, 0),)
        bonuses = {
            squad.kind: getattr(squad, name) - getattr(TROOPS[squad.kind], name)
            for squad in side.squads
            if getattr(squad, name) > getattr(TROOPS[squad.kind], name)
        }
        return tuple(Effect(sign, n, kind) for kind, n in bonuses.items())
    if card in CARD_HITS:
        return (Effect("crossed-swords", 0 if over else side.cards.count(card), CARD_HITS[card]),)
    return ()


def draw_effect_lines(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    found: Sequence[Sequence[BattleEffectLine]],
    box: Rect,
) -> None:
    """Draw the lines `found`, one list per side, in two columns; between two a hairline."""
    canvas.record_region("deeds", box)
    pad, column_width = 4, box.w // 2
    line_height = box.h // max(1, *map(len, found))
    x = box.x + column_width
    if all(found):
        canvas.pen.line((x, box.y + pad, x, box.bottom - pad), fill=HAIRLINE, width=2)
    for column, lines in enumerate(found):
        for row, effect_line in enumerate(lines):
            place = Rect(
                box.x + column * column_width + 20,
                box.y + row * line_height,
                column_width - 36,
                line_height,
            )
            with canvas.group("deed", f"{column} {row}"):
                _draw_effect_row(canvas, scene, theme, effect_line, place)


def _draw_effect_row(
    canvas: Canvas, scene: Scene, theme: Theme, effect_line: BattleEffectLine, box: Rect
) -> None:
    """Draw a row of the battle's effects: seat, icon and name left, the effects right."""
    x, y, icon_size = float(box.x), box.centre[1], 36
    if effect_line.seat >= 0:  # -1: a garrison
        canvas.paste_centred(
            markers.piece(theme, effect_line.seat, markers.MIN_MARK_PX),
            (x + markers.MIN_MARK_PX / 2, y),
        )
        x += markers.MIN_MARK_PX + 12
    if effect_line.card:
        picture = icon(TECHS[effect_line.card], icon_size, COLOURS["cards"])
        label = i18n.say_for_game(scene.game, scene.lang, f"map.tech.{effect_line.card}")
    else:
        picture = icon(TROOP_ICONS["archer"], icon_size, dark(theme.table, 0.2))
        label = i18n.say(scene.lang, "el_mapa.support")
    canvas.paste_centred(picture, (x + icon_size / 2, y))
    x += icon_size + 12
    if effect_line.times > 1:
        label = f"{label} ×{effect_line.times}"
    right = float(box.right)
    for effect in reversed(effect_line.effects):
        right -= _effect(canvas, theme, effect, right, y) + 18
    text, size = writing.fit_compressed(label, SERIF, WORD, right - x, LETTERS)
    style = writing.Style(SERIF, size, theme.ink)
    canvas.text((x, y + size * writing.LETTER_DROP), text, style, kind="name", room=right - x)


def _effect(canvas: Canvas, theme: Theme, effect: Effect, right: float, y: float) -> float:
    """Draw an effect that ends at the x `right`; return its width."""
    icon_size, x = 34, right
    if effect.kind:
        x -= icon_size
        canvas.paste_centred(
            icon(TROOP_ICONS[effect.kind], icon_size, dark(theme.table, 0.2)),
            (x + icon_size / 2, y),
        )
        x -= 8
    x -= icon_size
    canvas.paste_centred(
        icon(effect.sign, icon_size, dark(COLOURS[ICON_COLOURS[effect.sign]], 0.3)),
        (x + icon_size / 2, y),
    )
    style = writing.Style(HEAVY, NAME, dark(theme.olive, 0.25))
    text = f"+{effect.amount}" if effect.amount else "+"
    x -= (
        canvas.text((x - 6, y + style.size * writing.DIGIT_DROP), text, style, "r", kind="number")
        + 6
    )
    return right - x
