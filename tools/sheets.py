"""Overview sheets for the gallery.

`color_visions` shows pictures as color-blind people see them; `style` shows the parts that all
pictures share (type, plates, colors, pieces and so on).
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Literal

from PIL import Image, ImageDraw

from games.core.views.scene import Picture, PieceMovement, Scene
from render.base import fonts, theme
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet, rounded, tinted
from render.parts import markers, move_arrows, panels, widgets
from render.pictures import drawing
from tools.sight import SIGHTS, linear

PHONE_WIDTH, SHEET_WIDTH = 390, 1200  # pixels
GAP, HEADING_HEIGHT = 16, 40  # pixels
VISIONS = ("normal", "grey", "protan", "deutan", "tritan")


def as_seen(sheet: Sheet, vision: str) -> Sheet:
    """Return a picture as the kind of vision `vision` in `VISIONS` sees it.

    `grey` has no colors. Raises `KeyError` for any other name.
    """
    if vision == "normal":
        return sheet
    if vision == "grey":
        return sheet.convert("L").convert("RGB")
    to_linear = [round(255 * linear((grey, grey, grey))[0]) for grey in range(256)]
    to_srgb = [
        round(255 * (v * 12.92 if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055))
        for v in (grey / 255 for grey in range(256))
    ]
    # `convert` takes three rows, each of three factors and a constant
    matrix = tuple(part for row in SIGHTS[vision] for part in (*row, 0.0))
    return sheet.point(to_linear * 3).convert("RGB", matrix).point(to_srgb * 3)


def color_visions(scenes: Sequence[Scene]) -> Picture:
    """Return the scenes at phone size, a column for each vision of `VISIONS`."""
    pictures = []
    for scene in scenes:
        full = drawing.paint(scene).sheet
        size = PHONE_WIDTH, round(full.height * PHONE_WIDTH / full.width)
        pictures.append(full.resize(size, Image.Resampling.LANCZOS))
    height = HEADING_HEIGHT + sum(picture.height + GAP for picture in pictures)
    sheet = Image.new("RGB", (len(VISIONS) * (PHONE_WIDTH + GAP) + GAP, height), "white")
    pen = ImageDraw.Draw(sheet)
    for column, vision in enumerate(VISIONS):
        x, y = GAP + column * (PHONE_WIDTH + GAP), HEADING_HEIGHT
        pen.text((x, 8), vision, fill="black", font=fonts.face("alegreya-sans-700", 22))
        for picture in pictures:
            sheet.paste(as_seen(picture, vision), (x, y))
            y += picture.height + GAP
    return _encoded(sheet, "eyes")


def style(palette: Literal["default", "contrast"] = "default") -> Picture:
    """Return a picture that shows the design elements which all pictures share.

    They are fonts, font sizes, shadows, rounded corners, plates, colors, the players' pieces, and
    the letters and arrows that mark moves. Pieces, letters and arrows are shown twice: on wood and
    on paper.
    """
    look = theme.load(palette)
    canvas = Canvas(panels.planks(SHEET_WIDTH, 2600))
    y = _type(canvas, look)
    y = _scale(canvas, look, y + GAP)
    y = _shadows(canvas, look, y + GAP)
    y = _corners(canvas, look, y + GAP)
    y = _plates(canvas, look, y + GAP)
    y = _colours(canvas, look, y + GAP)
    y = _pieces(canvas, look, y + GAP)
    bottom = _marks(canvas, look, y + GAP)
    return _encoded(canvas.sheet.crop((0, 0, SHEET_WIDTH, bottom + GAP)), "style")


def _type(canvas: Canvas, look: theme.Theme) -> int:
    height = GAP * 2 + sum(round(size * 1.35) for _, size in look.type.values())
    panels.lay_panel(canvas, look, Rect(GAP, GAP, SHEET_WIDTH - 2 * GAP, height))
    y = 2 * GAP
    for role, (face, size) in look.type.items():
        y += round(size * 1.35)
        canvas.text(
            (3 * GAP, y - size * 0.3),
            f"{role}: Sobremesa, ñandú, Äpfel 0123456789",
            writing.Style(face, size, look.ink),
        )
        canvas.text(
            (SHEET_WIDTH - 3 * GAP, y - size * 0.3),
            f"{face} {size}",
            writing.Style("alegreya-sans-500", 26, look.rim),
            "r",
        )
    return GAP + height


def _scale(canvas: Canvas, look: theme.Theme, y: int) -> int:
    """Draw a panel with each font size and its name; return the y of its lower edge."""
    named = {"small": theme.SMALL, **theme.DATA["scale"]}
    height = 130
    panels.lay_panel(canvas, look, Rect(GAP, y, SHEET_WIDTH - 2 * GAP, height))
    pitch = (SHEET_WIDTH - 4 * GAP) / len(named)
    for i, (name, size) in enumerate(named.items()):
        x = 2 * GAP + (i + 0.5) * pitch
        canvas.digits((x, y + 46), str(size), writing.Style(theme.HEAVY, size, look.ink), "m")
        canvas.text((x, y + height - 22), name, writing.Style(theme.SERIF, size, look.ink), "m")
    return y + height


def _shadows(canvas: Canvas, look: theme.Theme, y: int) -> int:
    height, names = 120, (*theme.SHADOWS, "panel", "badge")
    pitch = (SHEET_WIDTH - 2 * GAP) / len(names)
    for i, name in enumerate(names):
        x, width = round(2 * GAP + i * pitch), round(pitch) - 2 * GAP
        if name in theme.SHADOWS:
            body = tinted(rounded(width, height, 12), look.paper)
            canvas.paste_padded(markers.shadowed(body, *theme.SHADOWS[name]), x, y + GAP)
        elif name == "panel":
            panels.lay_panel(canvas, look, Rect(x, y + GAP, width, height))
        else:
            canvas.paste_padded(panels.badge(look, height), x + (width - height) / 2, y + GAP)
        canvas.text(
            (x + width / 2, y + GAP + height / 2 + 8),
            name,
            writing.Style(theme.BOLD, theme.SMALL, look.ink),
            "m",
        )
    return y + height + 2 * GAP


def _corners(canvas: Canvas, look: theme.Theme, y: int) -> int:
    radii = {name: radius for name, radius in theme.CORNERS.items() if name != "share"}
    height, pitch = 76, (SHEET_WIDTH - 2 * GAP) / len(radii)
    for i, (name, radius) in enumerate(radii.items()):
        x, width = round(GAP + i * pitch), round(pitch) - GAP
        canvas.paste_padded(panels.sheet(width, height, radius, look.paper, look.rim), x, y)
        canvas.text(
            (x + width / 2, y + height / 2 + 10),
            f"{name} {radius}",
            writing.Style(theme.BOLD, theme.SMALL, look.ink),
            "m",
        )
    return y + height


def _plates(canvas: Canvas, look: theme.Theme, y: int) -> int:
    """Draw flat parts from `y` on: a pill with a number, squares, plates, meters.

    Returns the y below them.
    """
    height, colour = 220, look.seats[1].colour
    panels.lay_panel(canvas, look, Rect(GAP, y, SHEET_WIDTH - 2 * GAP, height))
    paper = widgets.pill(96, 48)
    canvas.paste_centred(paper, (100, y + 60))
    canvas.digits((100, y + 60), "3", writing.Style(theme.HEAVY, theme.WORD, look.ink), "m")
    for i, side in enumerate((34, 48, 64, 80)):
        fill, rim = look.saffron, theme.dark(look.saffron, 0.6)
        canvas.paste_centred(
            widgets.plate(side, side, widgets.corner(side), fill, rim), (220 + i * 92, y + 60)
        )
    for index, corner in enumerate(("step", "cell", "tile", "field")):
        widgets.draw_plate(
            canvas, Rect(600 + index * 140, y + 34, 120, 52), corner, look.warm_paper, look.rim
        )
        canvas.text(
            (660 + index * 140, y + 70),
            corner,
            writing.Style(theme.BOLD, theme.SMALL, look.ink),
            "m",
        )
    for number, share in enumerate((0, 0.35, 1)):
        canvas.paste_centred(
            widgets.meter(look, 320, 32, share, colour, 4), (220 + number * 380, y + 160)
        )
    return y + height


def _colours(canvas: Canvas, look: theme.Theme, y: int) -> int:
    columns, width, height = 7, (SHEET_WIDTH - 2 * GAP) // 7, 86
    for i, (name, colour) in enumerate(look.colours.items()):
        x, top = GAP + i % columns * width, y + i // columns * (height + GAP)
        canvas.paste_padded(panels.sheet(width - GAP, height, 10, colour, look.rim), x, top)
        ink = look.ink if theme.bright(colour) else look.bright
        said, size = writing.fit(name, "alegreya-sans-700", 26, width - 2 * GAP, 14)
        canvas.text(
            (x + (width - GAP) / 2, top + height / 2 + 8),
            said,
            writing.Style("alegreya-sans-700", size, ink),
            "m",
        )
    return y + -(-len(look.colours) // columns) * (height + GAP)


def _pieces(canvas: Canvas, look: theme.Theme, y: int) -> int:
    """Draw every seat's piece, large and at its smallest; return the y below them.

    Each is drawn on the plain ground (left) and on a warm panel (right).
    """
    height = 190
    panels.lay_panel(
        canvas, look, Rect(SHEET_WIDTH // 2, y, SHEET_WIDTH // 2 - GAP, height), warm=True
    )
    for left in (GAP, SHEET_WIDTH // 2):
        for seat in range(len(look.seats)):
            x = left + 60 + seat * 92
            canvas.paste_centred(markers.piece(look, seat, 66), (x, y + 56))
            canvas.paste_centred(markers.piece(look, seat, markers.MIN_MARK_PX), (x, y + 136))
    return y + height


def _marks(canvas: Canvas, look: theme.Theme, y: int) -> int:
    height = 200
    panels.lay_panel(canvas, look, Rect(SHEET_WIDTH // 2, y, SHEET_WIDTH // 2 - GAP, height))
    for left in (GAP, SHEET_WIDTH // 2):
        for i, letter in enumerate("ABCDEF"):
            draw = (markers.marker, markers.plate)[i % 2]
            canvas.paste_centred(
                draw(look, letter, 64, ("legal", "chosen", "blocked")[i // 2]),
                (left + 60 + i * 92, y + 56),
            )
        for seat in range(3):
            for end, x in (("from", 40), ("to", 160)):
                canvas.record_spot(
                    f"{end}{left}-{seat}", Rect(left + x + seat * 186, y + 130, 20, 20)
                )
    moved = [
        PieceMovement((f"from{left}-{seat}", f"to{left}-{seat}"), seat)
        for left in (GAP, SHEET_WIDTH // 2)
        for seat in range(3)
    ]
    move_arrows.draw_moves(canvas, look, moved)
    return y + height


def _encoded(sheet: Sheet, name: str) -> Picture:
    out = io.BytesIO()
    sheet.save(out, "WEBP", quality=85, method=2)
    return Picture(out.getvalue(), f"{name}.webp", *sheet.size)
