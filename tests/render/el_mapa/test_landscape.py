"""Pictures of El Mapa are landscapes, made for the size at which they are seen."""

from __future__ import annotations

import pytest
from msgspec import structs

from games.core.views.scene import Scene
from games.el_mapa import GAME
from games.el_mapa.model.catalog import BUILDINGS, TECHS
from games.el_mapa.views.view import GameView
from render.base import cache, i18n
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.el_mapa.pieces.style import LAYOUT
from render.pictures.drawing import draw_picture
from render.pictures.drawing import paint as painted
from tests.render.el_mapa.staged import castle, fought, houses, many_squads, played, rich, squads
from tests.render.scenes import (
    LONG,
    boxes,
    lettered,
    names,
    outside,
    overlaps,
    scene,
    view_scene,
)

BOARD = (1200, 900)
OTHERS = (1200, 764)
LARGEST_KIB = 500
# Sizes of words and of figures: 11 and 14 pixels where 1200 pixels are shown 400 or 550 wide.
BOARD_TYPE = (33, 42)
OTHER_TYPE = (30, 34)
KINDS = ("crop", "castle", "cards", "battle", "end")


def shown(n: int, kind: str, lang: str, layout: str = "6") -> Scene:
    """Return a crowded scene of a kind, with names as long as they can be."""
    stage = "end" if kind == "end" else "late"
    pos = played(n, stage, layout)
    return scene(pos, kind, None if kind == "end" else 0, lang=lang, names=LONG[:n])


def painted_anew(one: Scene, written: list[tuple[int, str]]) -> Canvas:
    """Draw a scene with nothing cached, so that `written` has all of its words and no others."""
    cache.IMAGE_CACHE.drop(lambda _: True)
    written.clear()
    return painted(one)


def painted_landscape(one: Scene, written: list[tuple[int, str]]) -> Canvas:
    """Draw a scene as `painted_anew` does; check that it is a landscape with nothing outside."""
    canvas = painted_anew(one, written)
    assert canvas.box.w == OTHERS[0]
    assert canvas.box.h <= OTHERS[1]
    assert outside(canvas) == []
    return canvas


def too_small(found: list[tuple[int, str]], words: int, figures: int) -> list[tuple[int, str]]:
    """Return what is written smaller than allowed; figures are what has only digits and signs.

    The numbers of rows are names, like the letters of columns.
    """
    rows = {(LAYOUT.int("board.letters"), str(row)) for row in range(1, 17)}
    return [
        (size, said)
        for size, said in found
        if size < (figures if said.strip("+/×–.").isdecimal() else words)
        and not ((size, said) in rows and size >= words)
    ]


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize(("n", "layout"), [(2, "6"), (4, "6"), (6, "6"), (6, "6_boxed")])
def test_the_board_is_four_to_three_and_legible_in_an_embed(
    n: int, layout: str, lang: str, written: list[tuple[int, str]]
) -> None:
    one = shown(n, "board", lang, layout)
    canvas = painted_anew(one, written)
    assert canvas.sheet.size == BOARD
    assert outside(canvas) == []
    assert too_small(written, *BOARD_TYPE) == []
    assert overlaps(boxes(canvas, "person", "map")) == []
    assert len(draw_picture(one).data) <= LARGEST_KIB * 1024


@pytest.mark.parametrize("n", [2, 6])
def test_a_strip_below_the_header_stays_free(n: int) -> None:
    canvas = painted(shown(n, "board", "es"))
    strip = Rect(*LAYOUT.get("board.news"))
    assert strip == Rect(0, 76, 1200, 52)
    taken = [region.kind for region in canvas.regions if region.box.meets(strip)]
    assert set(taken) <= {"title"}


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("n", [2, 6])
@pytest.mark.parametrize("kind", KINDS)
def test_other_kinds_are_eleven_to_seven_and_legible(
    kind: str, n: int, lang: str, written: list[tuple[int, str]]
) -> None:
    one = shown(n, kind, lang)
    canvas = painted_landscape(one, written)
    assert too_small(written, *OTHER_TYPE) == []
    assert overlaps(boxes(canvas, "person", "panel", "map")) == []
    assert len(draw_picture(one).data) <= LARGEST_KIB * 1024


@pytest.mark.parametrize("n", range(2, 7))
def test_a_card_tells_the_points_scored_and_those_if_the_game_ended_now(n: int) -> None:
    pos = played(n, "late")
    view: GameView = GAME.view(pos, None)
    canvas = painted(scene(pos, "board", None, names=LONG[:n]))
    ended = GAME.score(pos).total
    assert names(canvas, "points") == [str(total) for total in ended]
    scored = [one.tiles + one.fights for one in view.seats]
    assert names(canvas, "scored") == [
        str(now) for now, total in zip(scored, ended, strict=True) if now != total
    ]
    assert len(names(canvas, "leader")) == sum(total == max(ended) for total in ended)
    caption = i18n.say("es", "el_mapa.now_end" if n > 2 else "el_mapa.points_now_end")
    told = [about for about in names(canvas, "caption") if about == caption]
    assert len(told) == (len(names(canvas, "scored")) if n <= 3 else 0), "between two numbers"
    shared = [i18n.say("es", "el_mapa.points_now_end")] if n > 3 else []
    assert names(canvas, "shared_caption") == shared, "or once over all"
    sources = ["losetas", "batallas", "edificios"]
    assert [one for one in names(canvas, "caption") if one in sources] == sources * 2 * (n == 2)
    for seat, (_, card) in enumerate(boxes(canvas, "person")):
        inside = [
            (about, box)
            for about, box in boxes(canvas, "points", "scored", "name", "number", "leader")
            if box.meets(card)
        ]
        assert all(box.is_inside(card) for _, box in inside), seat
        assert overlaps(inside) == []


def crowded_scenes(lang: str) -> dict[str, Scene]:
    """Return staged scenes with as much as there can be, by name."""
    start = rich(GAME.view(played(2, "start"), 0))
    home = next(one.cell for one in start.castles if one.owner == 0)
    assert start.hand is not None
    full = castle(
        start,
        0,
        {**houses(9), "4-1": "hanging_gardens"},
        income={"gold": 3, "cards1": 1, "cards2": 2, "cards3": 1},
    )
    fight = fought(start, many_squads(), squads("def", ("levy", 1), ("cavalry", 42)), 9)
    over = fought(start, (), (), 9, end="won")
    found = {
        "full castle": view_scene(full, "castle", lang=lang),
        "battle": view_scene(fight, "battle", lang=lang, names=LONG[:2]),
        "battle that is over": view_scene(over, "battle", lang=lang, names=LONG[:2]),
    }
    for n in (5, 9, 10, 16):
        marks = lettered(*(f"{home}.shop.{name}" for name in list(BUILDINGS)[:n]))
        found[f"shop of {n}"] = view_scene(start, "castle", lang=lang, marks=marks)
    for n in (1, 2, 4, 6, 7, 12):
        kinds = list(TECHS)[-n:]
        hand = structs.replace(start.hand, cards=tuple(sorted([*kinds, *kinds])))
        seats = tuple(structs.replace(one, lasting=tuple(kinds)) for one in start.seats)
        view = structs.replace(start, hand=hand, seats=seats)
        found[f"hand of {n}"] = view_scene(
            view, "cards", lang=lang, marks=lettered(f"card.{kinds[0]}")
        )
    for card in ("market", "coliseum", "hanging_gardens", "haggler"):
        found[f"card {card}"] = Scene(GAME.id, "card", card, (), lang)
    return found


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("name", crowded_scenes("es"))
def test_crowded_pictures_are_landscapes_too_and_cut_nothing(
    name: str, lang: str, written: list[tuple[int, str]]
) -> None:
    one = crowded_scenes(lang)[name]
    canvas = painted_landscape(one, written)
    words, figures = OTHER_TYPE
    # The digits of a sentence are words of it.
    assert too_small(written, words, words if name.startswith("hand") else figures) == []
    numbers = boxes(canvas, "number", "points", "scored")
    assert [about for about, box in numbers if box.h < round(figures * 0.7)] == []
    cut = {said.rstrip("…") for _, said in written if said.endswith("…")}
    assert {said for said in cut if not any(one.startswith(said or "-") for one in LONG)} == set()
    assert overlaps(boxes(canvas, "panel", "person", "sign", "space")) == []
    assert overlaps(boxes(canvas, "offer", "space")) == []
    assert overlaps(boxes(canvas, "squad", "panel", "side")) == []
