"""Plate with what is left of the card in use: its good, and what its action still allows."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.views.scene import Scene
from games.eight_minute_empire.model.catalog import CARDS
from games.eight_minute_empire.views.view import GameView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sprite, scaled
from render.base.theme import BLACK, HEAVY, Theme
from render.eight_minute_empire.pieces import cards, sprites
from render.eight_minute_empire.pieces.style import LAYOUT, trimmed
from render.parts import panels, widgets

TASK = LAYOUT.part("task")


@dataclass(frozen=True)
class Part:
    """Number of uses left of an op, with icons; or a word between two ops.

    There is an icon for each use, pale if it is used up, or a single one.
    """

    text: str
    icons: tuple[Sprite, ...] = ()

    def width(self) -> int:
        """Return the width in pixels, with the gap behind it."""
        if not self.icons:
            return round(writing.width(self.text, HEAVY, TASK.int("word"))) + TASK.int("gap")
        digits = writing.width(self.text, BLACK, TASK.int("digit"))
        icons = (len(self.icons) - 1) * TASK.int("pip_pitch") + self.icons[-1].width
        return round(digits) + 4 + icons + TASK.int("gap")


def has_task(view: GameView) -> bool:
    """Return whether the viewer is using a card."""
    return view.left is not None and view.actors == (view.viewer,)


def draw_task(canvas: Canvas, scene: Scene, theme: Theme, room: Rect) -> None:
    """Draw the plate in the middle of `room`; draw nothing if it does not fit."""
    view: GameView = scene.view
    if not has_task(view):
        return
    seat = view.actors[0]
    card = CARDS[view.seats[seat].cards[-1]]
    good = trimmed(card.good, TASK.int("good"))
    pad, gap = TASK.int("pad"), TASK.int("gap")
    for has_pips in (True, False):
        parts = _parts(view, card.id, scene.lang, has_pips=has_pips)
        width = 2 * pad + good.width + gap + sum(part.width() for part in parts)
        if parts and width <= room.w:
            break
    else:
        return
    height = TASK.int("height")
    (x, y) = room.centre
    frame = Rect(round(x - width / 2), round(y - height / 2), width, height)
    rim = panels.seat_rim(theme, seat)
    widgets.draw_plate(canvas, frame, "panel", theme.warm_paper, rim, 4)
    canvas.record_region("task", frame, card.id, has_letters=True)
    left = float(frame.x + pad)
    canvas.paste_centred(good, (left + good.width / 2, y))
    left += good.width + gap
    canvas.pen.line((left, frame.y + 10, left, frame.bottom - 11), fill=rim, width=2)
    left += gap
    for part in parts:
        end = left + part.width()
        if not part.icons:
            style = writing.Style(HEAVY, TASK.int("word"), theme.ink)
            base = y + style.size * writing.DIGIT_DROP
            canvas.text((left, base), part.text, style, kind="label")
        else:
            style = writing.Style(BLACK, TASK.int("digit"), theme.ink)
            left += canvas.digits((left, y), part.text, style, kind="left") + 4
        for i, sprite in enumerate(part.icons):
            at = left + i * TASK.int("pip_pitch") + sprite.width / 2
            canvas.paste_centred(sprite, (at, y))
        left = end


def _parts(view: GameView, card: str, lang: str, *, has_pips: bool) -> list[Part]:
    """Return what is left of each op, with the word between two of them.

    With `has_pips`, there is an icon for each use, else the number of all uses: "3/4".
    """
    action, left = CARDS[card].action(view.english), view.left
    found: list[Part] = []
    for op in action.ops:
        uses = getattr(left, op.verb)
        if op.verb == "place":
            uses = min(uses, view.seats[view.actors[0]].reserve)
        if not uses and action.join == "or":
            continue  # the other side was chosen
        if found:
            found.append(Part(i18n.say(lang, action.join)))
        sprite = sprites.action(*cards.kind_of(op), TASK.int("pip" if has_pips else "icon"))
        if has_pips:
            pale = sprite.copy()
            pale.putalpha(scaled(sprite.getchannel("A"), TASK.float("used")))
            icons = (*(sprite,) * uses, *(pale,) * (op.n - uses))
            found.append(Part(str(uses), icons))
        else:
            found.append(Part(f"{uses}/{op.n}", (sprite,)))
    return found
