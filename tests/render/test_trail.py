"""The last moves on the board of every game: arrows, outlines of removed things, nothing covered."""

from __future__ import annotations

import math
from itertools import permutations
from typing import Any

import pytest
from msgspec import structs
from PIL import ImageChops

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.engine.game import find
from games.core.state.rng import Rng
from games.core.views.scene import PieceMovement, Scene, area_of
from games.hosted import GAMES
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import load
from render.parts import move_arrows
from render.pictures import drawing

NAMES = ("Ana", "Bruno", "Carla")


def moves_with_traces(
    game: str, steps: int = 400, n: int = 3
) -> list[tuple[Any, tuple[PieceMovement, ...]]]:
    """Return positions of a game of bots, each with the movements of its move."""
    rules, rng = find(game), Rng.of(3)
    pos = walk.start(rules, {}, n, "trail")
    found: list[tuple[Any, tuple[PieceMovement, ...]]] = []
    while pos.outcome is None and len(found) < steps:
        seat = walk.actors(pos)[0]
        step = walk.submit(pos, seat, decide(pos, seat, "game", rng))
        pos = step.pos
        found.append(
            (
                pos,
                tuple(
                    one
                    for event in step.events
                    if event.public is not None
                    for one in rules.movements(event.public)
                ),
            )
        )
    return found


def scene(pos: Any, traces: tuple[PieceMovement, ...] = ()) -> Scene:
    return Scene(
        pos.game, "board", find(pos.game).view(pos, None), NAMES[: pos.n], "es", moved=traces
    )


@pytest.mark.parametrize("game", [one.id for one in GAMES])
def test_the_board_knows_where_everything_stands_that_moves(game: str) -> None:
    """Only places on the board count: a hand has none."""
    moments = [
        (pos, traces) for pos, traces in moves_with_traces(game) if traces and pos.outcome is None
    ]
    assert len(moments) > 10
    for pos, traces in moments[:: max(1, len(moments) // 8)]:
        canvas = drawing.paint(scene(pos))
        assert all(canvas.find_spot(area_of(seat)) for seat in range(pos.n)), (
            "every player has a place"
        )
        for one in traces:
            shown = [spot for spot in one.places if canvas.find_spot(spot, one.seat)]
            assert len(shown) == len(one.places) or one.gone or _elsewhere(one), (one, shown)


def _elsewhere(one: PieceMovement) -> bool:
    """Return the cards and tiles that lay in a row or on the table and no longer do."""
    return any(spot.startswith("seat") for spot in one.places)


@pytest.mark.parametrize("game", ["eight_minute_empire", "el_mapa"])
def test_an_arrow_leads_from_piece_to_piece_and_covers_no_number(game: str) -> None:
    drawn = 0
    for pos, traces in moves_with_traces(game):
        march = tuple(one for one in traces if len(one.places) > 1 and not _elsewhere(one))
        if not march or pos.outcome is not None or drawn > 3:
            continue
        drawn += 1
        plain, marked = drawing.paint(scene(pos)), drawing.paint(scene(pos, march))
        arrows = [noted for noted in marked.regions if noted.kind == "trail"]
        assert len(arrows) == 1
        for spot in (march[0].places[0], march[-1].places[-1]):
            assert _near(arrows[0].box, marked.find_spot(spot, march[0].seat)), spot
        changed = ImageChops.difference(plain.sheet, marked.sheet).getbbox()
        assert changed
        assert Rect(
            changed[0], changed[1], changed[2] - changed[0], changed[3] - changed[1]
        ).is_inside(arrows[0].box)
        for noted in plain.regions:
            if noted.kind in ("army", "garrison", "number", "points", "code"):
                box, w, h = noted.box, noted.box.w // 4, noted.box.h // 4
                middle = (box.x + w, box.y + h, box.right - w, box.bottom - h)
                assert not ImageChops.difference(
                    plain.sheet.crop(middle), marked.sheet.crop(middle)
                ).getbbox(), noted
    assert drawn


@pytest.mark.parametrize("game", [one.id for one in GAMES])
def test_an_arrow_between_players_stays_on_the_picture_and_off_the_title(game: str) -> None:
    pos, _ = moves_with_traces(game, 60)[-1]
    plain = drawing.paint(scene(pos))
    header = (0, 0, plain.sheet.width, 76)
    for one, other in permutations(range(pos.n), 2):
        marked = drawing.paint(scene(pos, (PieceMovement((area_of(one), area_of(other)), one),)))
        assert [noted for noted in marked.regions if noted.kind == "trail"]
        assert not ImageChops.difference(
            plain.sheet.crop(header), marked.sheet.crop(header)
        ).getbbox(), (one, other)


def _near(arrow: Rect, stood: Rect | None) -> bool:
    if stood is None:
        return False
    x, y = stood.centre
    dx, dy = max(arrow.x - x, 0, x - arrow.right), max(arrow.y - y, 0, y - arrow.bottom)
    return math.hypot(dx, dy) <= max(stood.w, stood.h)


def test_ways_of_one_seat_that_go_on_from_each_other_are_one_arrow() -> None:
    steps = [
        PieceMovement(("a", "b"), 0),
        PieceMovement(("b", "c"), 0),
        PieceMovement(("c", "d"), 1),
        PieceMovement((area_of(1), "d"), 1),
        PieceMovement(("e",), 1),
    ]
    assert move_arrows.join_movements(steps) == [(("a", "b", "c"), 0), (("c", "d"), 1)]
    assert move_arrows.join_movements([PieceMovement((area_of(0), area_of(1)), 0)]) == [
        ((area_of(0), area_of(1)), 0)
    ]


def test_what_is_gone_is_outlined_around_its_place_in_the_shape_of_its_seat() -> None:
    theme = load()
    for seat in (0, 2, None):
        canvas = Canvas(drawing.paint(scene(moves_with_traces("tadmor", 3)[-1][0])).sheet)
        canvas.record_spot("here", Rect(500, 400, 50, 50))
        before_ = canvas.sheet.copy()
        move_arrows.draw_moves(canvas, theme, (PieceMovement(("here",), seat),))
        (gone,) = [noted for noted in canvas.regions if noted.kind == "gone"]
        assert ImageChops.difference(before_, canvas.sheet).getbbox()
        assert not ImageChops.difference(
            before_.crop((515, 418, 535, 436)), canvas.sheet.crop((515, 418, 535, 436))
        ).getbbox()
        assert gone.box.w >= 50


def test_no_trail_draws_nothing() -> None:
    (pos, _), *_ = moves_with_traces("tadmor", 5)
    one = scene(pos, (PieceMovement(("nowhere", "neither"), 0), PieceMovement(("nowhere",), 0)))
    assert (
        drawing.draw_picture(one).data == drawing.draw_picture(structs.replace(one, moved=())).data
    )
