"""Final score table: one column per player, winners highlighted, totals below a line."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.views.scene import Scene
from render.base import rich_text
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect, split
from render.base.texture import Sprite, rounded, scaled
from render.base.theme import BLACK, CORNERS, HEAVY, SERIF, Theme, mix
from render.parts import panels
from render.parts.header import winners


def table_layout(own: Layout) -> Layout:
    """Return the layout of a game's score table: `own`, completed by `[scores]`."""
    return own.with_defaults_from(panels.LAYOUT.part("scores"))


def names_height(layout: Layout, n: int) -> int:
    """Return the height of the row of names for `n` players.

    With `many` players or more (a value of the layout), columns are narrow, and the names are below
    their pieces.
    """
    return layout.int("head_many" if n >= layout.int("many") else "head")


def columns(layout: Layout, frame: Rect, n: int) -> list[Rect]:
    """Return one rectangle per player, the columns right of the labels."""
    labels, gap = layout.int("labels"), layout.int("gap")
    return split(Rect(frame.x + labels, frame.y, frame.w - labels - gap, frame.h), n, gap)


def halves(wreath: Sprite) -> tuple[Sprite, Sprite]:
    """Return the left and right branch of a wreath, to draw at both sides of a number."""
    half = wreath.width // 2
    return wreath.crop((0, 0, half, wreath.height)), wreath.crop(
        (half, 0, wreath.width, wreath.height)
    )


class ScoreTable:
    """Score table on paper. `y` is where the next row will be drawn.

    The first row begins `above` pixels below the top of `frame`. `paper` is the sheet of paper, if
    it is larger than the table's `frame`.
    """

    def __init__(
        self,
        canvas: Canvas,
        scene: Scene,
        theme: Theme,
        layout: Layout,
        frame: Rect,
        above: int,
        paper: Rect | None = None,
    ) -> None:
        view = scene.view
        self.canvas = canvas
        self.theme = theme
        self.lay = layout
        self.frame = frame
        self.y = frame.y + above
        self.columns = columns(layout, frame, view.n)
        self.persons = panels.seat_headers(scene, view.n)
        self.first = winners(view.scoreboard) if view.n > 1 else []
        paper, glow = paper or frame, layout.int("glow")
        canvas.paste_padded(
            panels.shadowed_panel(
                paper.w, paper.h, theme.paper, mix(theme.rim, theme.ink, 0.2), 3, 11
            ),
            paper.x,
            paper.y,
        )
        canvas.record_region("panel", paper)
        for seat in self.first:
            box = self.columns[seat]
            canvas.tint(
                scaled(rounded(box.w, box.h - glow, CORNERS["field"]), 0.5),
                box.x,
                box.y + glow // 2,
                theme.halo,
            )

    def name(self, person: panels.SeatHeader) -> None:
        """Draw piece and name at the top of a player's column."""
        layout = self.lay
        box = self.columns[person.seat]
        piece = self.lay.int("piece")
        if len(self.columns) >= layout.int("many"):
            room = box.w - 12
            name, size = panels.fit_name(
                person, layout.int("name"), room, layout.int("name_least"), press=True
            )
            self.canvas.paste_centred(
                panels.sign(self.theme, person, piece), (box.centre[0], box.y + piece * 0.75)
            )
            at = box.centre[0], box.y + layout.int("head_many") - 12
            self.canvas.text(
                at, name, writing.Style(SERIF, size, self.theme.ink), "m", kind="name", room=room
            )
            return
        room = box.w - piece - layout.int("name_air")
        name, size = panels.fit_name(
            person, layout.int("name"), room, layout.int("name_least"), press=True
        )
        x = box.x + (box.w - min(room, writing.width(name, SERIF, size)) - piece - 8) / 2
        middle, *lines = (box.y + layout.int("head") * share for share in layout.get("name_at"))
        base = lines[0] if lines else middle + size * writing.LETTER_DROP
        self.canvas.paste_centred(panels.sign(self.theme, person, piece), (x + piece / 2, middle))
        self.canvas.text(
            (x + piece + 8, base),
            name,
            writing.Style(SERIF, size, self.theme.ink),
            kind="name",
            room=room,
        )

    def row(
        self, sign: Sprite | None, label: str, values: Sequence[object], *, apart: bool = False
    ) -> None:
        """Draw one row: sign, label, and a value per player.

        Zeros are pale. With `apart`, all values are pale, because they are not part of the total.
        """
        layout, frame = self.lay, self._next_line("row")
        rule = layout.int("rule")
        number = layout.int("number")
        middle = frame.centre[1]
        panels.hairline(self.canvas, frame.x + rule, frame.y, frame.w - 2 * rule)
        if sign:
            self.canvas.paste_centred(sign, (frame.x + layout.int("sign"), middle))
        x = frame.x + layout.int("label_x" if sign else "bare_x")
        self._label(
            label, Rect(x, frame.y, self.columns[0].x - layout.int("label_air") - x, frame.h)
        )
        for value, column in zip(values, self.columns, strict=True):
            text = _with_minus_sign(value)
            tone = self.theme.madder if text.startswith("−") else self.theme.ink
            if apart or text == "0":
                tone = panels.muted(self.theme)
            at = column.centre[0], middle + number * writing.DIGIT_DROP
            self.canvas.text(at, text, writing.Style(HEAVY, number, tone), "m", kind="number")

    def _label(self, text: str, room: Rect) -> None:
        """Write the label of a row into `room`, in several lines if one would be too small."""
        label, size = writing.fit(
            text, SERIF, self.lay.int("label"), room.w, self.lay.int("label_least")
        )
        style = writing.Style(SERIF, size, self.theme.ink)
        if label == text:
            self.canvas.text(
                (room.x, room.centre[1] + size * writing.LETTER_DROP), label, style, kind="label"
            )
            return
        height = round(rich_text.height(rich_text.wrap(text, style, room.w), style))
        rich_text.set_text(
            self.canvas,
            Rect(room.x, round(room.centre[1] - height / 2), room.w, height + 8),
            text,
            style,
        )

    def total(
        self,
        values: Sequence[object],
        crown: Sprite,
        sides: tuple[Sprite, Sprite] | None = None,
    ) -> None:
        """Draw the totals, with the sprite `crown` at the beginning of the row.

        If there are `sides` (laurel branches) and the column is wide enough, a winner's total is
        between them.
        """
        canvas, layout, frame = self.canvas, self.lay, self._next_line("total")
        rule = layout.int("rule")
        big = layout.int("sum")
        middle = frame.centre[1] + 2
        canvas.pen.line(
            (frame.x + rule, frame.y + 2, frame.right - rule, frame.y + 2),
            fill=self.theme.ink,
            width=3,
        )
        canvas.paste_centred(crown, (frame.x + layout.int("crown"), middle))
        for seat, (value, column) in enumerate(zip(values, self.columns, strict=True)):
            at = column.centre[0], middle + big * writing.DIGIT_DROP
            width = canvas.text(
                at,
                _with_minus_sign(value),
                writing.Style(BLACK, big, self.theme.ink),
                "m",
                kind="points",
            )
            if sides and seat in self.first and column.w > width + layout.int("laurel_room"):
                off = width / 2 + layout.int("laurel")
                canvas.paste_centred(sides[0], (column.centre[0] - off, middle))
                canvas.paste_centred(sides[1], (column.centre[0] + off, middle))

    def _next_line(self, what: str) -> Rect:
        """Return the rectangle of the next line, and move `y` below it.

        `what` is the layout's name of the line's height.
        """
        line = Rect(self.frame.x, self.y, self.frame.w, self.lay.int(what))
        self.y = line.bottom
        return line


def _with_minus_sign(value: object) -> str:
    return str(value).replace("-", "−")
