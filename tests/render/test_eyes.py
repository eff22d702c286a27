"""Colors, letters, halos and shapes can be seen with every kind of color vision, on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageStat

from games.hosted import GAMES
from games.imperial_settlers.model.catalog import FACTIONS, KINDS
from render.base import theme
from render.base.canvas import Canvas
from render.base.texture import Mask
from render.base.theme import EDGE, RGB
from render.eight_minute_empire.layers import chart
from render.el_mapa.layers import signs
from render.el_mapa.pieces import style as mapa
from render.era_medieval_age.pieces import style as era
from render.imperial_settlers.layers import rows
from render.parts import markers
from render.pictures import drawing
from render.tadmor.layers import places
from render.tadmor.pieces import sprites
from render.tadmor.pieces import style as tadmor
from render.tadmor.screens import board
from tests.contract.playouts import played
from tests.render.scenes import colour_at, scene
from tools.sight import SIGHTS, ciede2000, color_distance, contrast
from ui.components import SEAT_COLOURS

PALETTES = tuple(theme.read(theme.HERE / "theme.toml")["palettes"])
PHONE = 390 / 1200
LABEL_LIGHT = (255, 249, 236)


def test_distances_are_those_of_the_published_examples() -> None:
    for first, second, far in (
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
        ((50, 0, 0), (50, -1, 2), 2.3669),
    ):
        assert ciede2000(first, second) == pytest.approx(far, abs=1e-4)


def nearest(palette: str) -> float:
    """Return the two seats whose colors are closest, with the kind of vision."""
    colours = [seat.colour for seat in theme.load(palette).seats]
    return min(color_distance(a, b, sight) for sight in SIGHTS for a, b in combinations(colours, 2))


@pytest.mark.parametrize("palette", PALETTES)
def test_seats_lie_apart_for_all_eyes(palette: str) -> None:
    assert len(theme.load(palette).seats) == 6
    assert nearest(palette) >= 20


def test_the_palette_of_much_contrast_has_more_of_it() -> None:
    assert nearest("contrast") > nearest("default") + 2


@pytest.mark.parametrize("palette", PALETTES)
def test_what_is_written_on_a_piece_can_be_read(palette: str) -> None:
    look = theme.load(palette)
    for seat in look.seats:
        assert contrast(seat.colour, look.ink if seat.dark_digit else LABEL_LIGHT) >= 4.5, seat


def test_cards_of_a_seat_have_the_colour_of_its_pieces() -> None:
    assert tuple(
        f"{r:02x}{g:02x}{b:02x}" for r, g, b in (seat.colour for seat in theme.load().seats)
    ) == tuple(f"{colour:06x}" for colour in SEAT_COLOURS)


def grounds() -> Iterator[tuple[str, RGB]]:
    """Yield the colors on which something may glow: paper, wood, the lands of all games."""
    look = theme.load()
    yield from (
        ("paper", look.paper),
        ("warm paper", look.warm_paper),
        ("table", look.table),
        ("band", look.band),
    )
    for side in "ab":
        whole = chart.ground(side, chart.BOARD, chart.WHOLE)
        yield (
            f"sea {side}",
            _median(
                whole.crop((520, 500, 560, 540))
                if side == "a"
                else whole.crop((330, 280, 370, 320))
            ),
        )
        for name in chart.regions(side):
            cut = chart.cutout(side, name, chart.BOARD)
            box = (cut.x, cut.y, cut.x + cut.mask.width, cut.y + cut.mask.height)
            yield f"{side} {name}", _median(whole.crop(box), cut.mask)
    yield from (
        (f"El Mapa {name}", colour) for name, colour in (*mapa.GROUND.items(), *mapa.FOG.items())
    )
    yield from ((f"Era {name}", era.LAND[name]) for name in ("meadow", "paving", "mat", "border"))
    yield from (
        (f"Tadmor {name}", tadmor.COLOURS[name]) for name in ("sand", "sandstone", "sheet", "water")
    )
    with Image.open(tadmor.ASSETS / "map_large.jpg") as painted:
        small = painted.convert("RGB").resize((12, 8), Image.Resampling.BOX)
    for x in range(12):
        for y in range(8):
            yield f"Tadmor's map {x} {y}", colour_at(small, (x, y))
    for faction in ("", *FACTIONS):
        for kind in KINDS:
            lane = rows.ground(rows.land(faction, 530, 240), 34, kind, look.table, "").resize(
                (8, 4), Image.Resampling.BOX
            )
            yield from (
                (f"{faction} {kind} {x} {y}", colour_at(lane, (x, y)))
                for x in range(1, 8)
                for y in range(4)
            )


def _median(part: Image.Image, mask: Mask | None = None) -> RGB:
    r, g, b = (round(v) for v in ImageStat.Stat(part, mask).median)
    return r, g, b


@pytest.mark.parametrize("sight", SIGHTS)
def test_a_halo_stands_out_on_every_ground(sight: str) -> None:
    """Its light or its line does."""
    look, met = theme.load(), 0
    for name, ground in grounds():
        met += 1
        for light in (look.glow, look.halo):
            assert (
                max(color_distance(light, ground, sight), color_distance(EDGE, ground, sight)) >= 45
            ), (
                name,
                ground,
                sight,
            )
    assert met > 150


@pytest.mark.parametrize("ground", ["#dbc07b", "#7baeb2", "#5a3a28", "#f3e9d6"])
def test_the_line_of_a_halo_is_seen_on_a_phone(ground: str) -> None:
    """On desert, sea, wood and paper a ring stands out in the picture scaled to a phone."""
    base = theme.parse(ground)
    canvas = Canvas(Image.new("RGB", (240, 120), base))
    canvas.glow(markers.halo(Image.new("L", (100, 60), 255)), 70, 30, theme.load().glow)
    small = canvas.sheet.resize((round(240 * PHONE), round(120 * PHONE)), Image.Resampling.LANCZOS)
    row = [
        colour_at(small, (x, small.height // 2))
        for x in range(small.width // 2 - round(50 * PHONE))
    ]
    assert max(color_distance(base, one) for one in row) >= 45


def extent(mask: Mask) -> float:
    """Return the shorter side of the solid pixels."""
    left, top, right, bottom = mask.point(
        [255 if v > 200 else 0 for v in range(256)]
    ).getbbox() or (0, 0, 0, 0)
    return min(right - left, bottom - top)


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_pieces_of_seats_are_twelve_pixels_large_on_a_phone(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: set[tuple[int, int]] = set()
    real = markers.piece

    def piece(
        look: theme.Theme, seat: int, size: int, label: str = "", digit: int = 0
    ) -> Image.Image:
        sizes.add((seat, size))
        return real(look, seat, size, label, digit)

    monkeypatch.setattr(markers, "piece", piece)
    match = played(game, 4)
    for moment in match.some(5):
        for kind in sorted(
            drawing.painters(game).keys()
            & {"board", "mat", "castle", "crop", "cards", "empire0", "domain"}
        ):
            drawing.paint(scene(moment.pos, kind, moment.seat))
    drawing.paint(scene(match.end, "end"))
    assert sizes
    for seat, size in sizes:
        assert extent(real(theme.load(), seat, size).getchannel("A")) * PHONE >= 12, (seat, size)


@pytest.mark.parametrize("seat", range(6))
def test_shapes_on_camels_boats_and_banners_are_as_large(
    seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[float] = []
    real = sprites.seat_shape_mask

    def mark(*given: Any) -> Mask:
        made = real(*given)
        drawn.append(extent(made))
        return made

    monkeypatch.setattr(sprites, "seat_shape_mask", mark)
    for size in (places.PIECE * board.board_transform().relative_scale, 52, 72, 110):
        for body in ("camel", "boat"):
            drawn.clear()
            sprites.carve(theme.load(), seat, body, round(size))
            assert max(drawn, default=0) * PHONE >= 12, (body, size)
    for tile in (96, 120, 170):
        xs, ys = zip(*signs.emblem_outline(theme.load(), seat, tile)[0], strict=True)
        assert min(max(xs) - min(xs), max(ys) - min(ys)) * tile / 100 * PHONE >= 12
