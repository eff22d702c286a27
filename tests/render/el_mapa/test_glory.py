"""The end of El Mapa as a scene, castles in their land, wonders that stand."""

from __future__ import annotations

import pytest
from msgspec import structs

from games.core.state.score import Rank
from games.core.views.scene import Scene
from games.el_mapa import GAME
from games.el_mapa.model.catalog import BUILDINGS, TECHS, WONDERS
from games.el_mapa.views.view import GameView
from render.el_mapa.layers.glory import GLORY
from render.el_mapa.layers.scenes import SCENES
from render.el_mapa.pieces import emblems
from render.el_mapa.pieces.props import index
from render.el_mapa.screens import castle as screen
from render.pictures.drawing import paint as painted
from tests.render.el_mapa import staged
from tests.render.el_mapa.staged import open_map, played
from tests.render.scenes import LONG, boxes, names, outside, overlaps, view_scene


def ended(n: int, first: int, wonders: tuple[str, ...] = (), out: tuple[int, ...] = ()) -> GameView:
    """Return a game of `n` in which the first ones have won, each with these wonders and an army."""
    view = GAME.view(played(n, "end"), None)
    assert view.scoreboard is not None
    ranking = tuple(Rank(1 if seat < first else first + 1, seat) for seat in range(n))
    troops = {"levy": 9, "archer": 4, "cavalry": 7}
    seats = tuple(
        structs.replace(one, wonders=wonders, troops=troops, out=3 if seat in out else 0)
        for seat, one in enumerate(view.seats)
    )
    return structs.replace(
        view, seats=seats, scoreboard=structs.replace(view.scoreboard, ranking=ranking)
    )


@pytest.mark.parametrize(("n", "first"), [(2, 1), (6, 1), (4, 2), (6, 3), (4, 4), (6, 6)])
def test_winners_share_the_scene_and_everybody_has_a_castle_there(n: int, first: int) -> None:
    wonders = tuple(WONDERS)[:2] if first < 3 else ()
    canvas = painted(view_scene(ended(n, first, wonders), "end", names=LONG[:n]))
    assert outside(canvas) == []
    ((_, frame),) = boxes(canvas, "scene")
    assert all(
        box.is_inside(frame)
        for _, box in boxes(canvas, "castle", "far", "wonder", "figure", "standard")
    )
    assert sorted(names(canvas, "castle")) == [str(seat) for seat in range(first)]
    assert sorted(names(canvas, "far")) == [str(seat) for seat in range(first, n)]
    assert overlaps(boxes(canvas, "castle", "wonder", "standard")) == []
    assert len(boxes(canvas, "wonder")) == min(
        len(wonders) * first, len(GLORY.get("winners")[min(first, 4) - 1]["wonders"])
    )
    assert set(names(canvas, "figure")) == {str(seat) for seat in range(first)}
    assert overlaps(boxes(canvas, "panel", "ribbon", "scene")) == []


def test_castles_far_away_are_not_behind_wonders_as_long_as_there_is_room() -> None:
    canvas = painted(view_scene(ended(3, 1, tuple(WONDERS)[:3]), "end"))
    assert overlaps(boxes(canvas, "far", "wonder", "castle")) == []


def test_who_was_driven_out_has_no_castle() -> None:
    there, gone = (painted(view_scene(ended(4, 1, out=out), "end")) for out in ((), (3,)))
    assert (
        boxes(there, "far")[-1][1].h != boxes(gone, "far")[-1][1].h
        or there.sheet.tobytes() != gone.sheet.tobytes()
    )
    assert outside(gone) == []


def test_a_castle_looks_out_on_the_land_beside_it_as_far_as_it_is_known() -> None:
    view = open_map(4)
    seen = {screen.outlook(view, one) for one in view.castles}
    assert len(seen) > 1
    assert {kind for pair in seen for kind in pair} <= set(SCENES)
    hidden = structs.replace(
        view,
        tiles=tuple(structs.replace(tile, up=tile.home, kind="", land=()) for tile in view.tiles),
    )
    assert {screen.outlook(hidden, one) for one in hidden.castles} == {
        (screen.PLAINS, screen.PLAINS)
    }
    assert screen.outlook(view, None) == (screen.PLAINS, screen.PLAINS)


@pytest.mark.parametrize("name", WONDERS)
def test_a_wonder_stands_on_its_castle_and_covers_nothing_else(name: str) -> None:
    view = staged.castle(GAME.view(played(2, "start"), 0), 0, {**staged.houses(9), "4-1": name})
    canvas = painted(view_scene(view, "castle"))
    ((said, box),) = boxes(canvas, "wonder")
    assert said == name
    assert box.is_inside(canvas.box)
    top = screen.space_box("4-1")
    assert box.bottom < top.bottom - 30, "its name stays free"
    assert top.x <= box.x
    assert box.right <= top.right
    assert box.y >= screen.CASTLE.int("top")


def test_everything_has_an_emblem_and_what_stands_in_scenes_is_stored() -> None:
    assert set(emblems.HOUSES) == set(BUILDINGS)
    assert set(emblems.TECHS) == set(TECHS)
    looks = [*emblems.HOUSES.values(), *emblems.TECHS.values()]
    stored = {thing for look in looks for thing in (look.left, look.right)}
    stored |= {
        one[0] for scene in SCENES.values() for one in [*scene["things"], *scene.get("also", ())]
    } | set(WONDERS)
    assert stored <= set(index())


@pytest.mark.parametrize("name", WONDERS)
def test_the_card_of_a_wonder_is_a_scene_of_its_own(name: str) -> None:
    one = painted(Scene(GAME.id, "card", name, (), "es"))
    other = painted(Scene(GAME.id, "card", "market", (), "es"))
    assert (
        one.sheet.crop((30, 30, 200, 90)).tobytes() != other.sheet.crop((30, 30, 200, 90)).tobytes()
    )
