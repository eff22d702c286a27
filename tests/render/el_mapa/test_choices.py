"""El Mapa's pictures show what a choice is about: the group on its way, what the castle can take."""

from __future__ import annotations

import itertools

import pytest
from msgspec import structs

from games.core.text.languages import LANGUAGES
from games.el_mapa import GAME
from games.el_mapa.model.catalog import BUILDINGS, WONDERS
from games.el_mapa.views.view import GroupView
from render.base import i18n
from render.el_mapa.layers import shop
from render.pictures.drawing import paint as painted
from tests.render.el_mapa.staged import army, castle, houses, open_map, played, rich
from tests.render.scenes import boxes, lettered, names, overlaps, view_scene


def test_a_group_on_the_way_stands_where_it_is() -> None:
    """It has left its stack; on every map it is seen, with those of its own whom it passes."""
    view = open_map()
    seat = view.active
    here = (army("d4", seat, levy=1), army("d3", seat, soldier=2))
    group = GroupView(seat, {"levy": 2}, "d4", "d3", 1)
    for kind in ("crop", "board"):
        seen = names(
            painted(view_scene(structs.replace(view, armies=here, moving=group), kind)), "army"
        )
        assert {f"d4 {seat} 1", f"d3 {seat} 4"} <= set(seen)
        alone = names(
            painted(view_scene(structs.replace(view, armies=here[:1], moving=group), kind)), "army"
        )
        assert f"d3 {seat} 2" in alone


def test_the_shop_offers_what_has_a_space_and_the_next_wonder_by_its_price() -> None:
    """Nine of ten spaces full: only wonders fit, whatever else could be paid."""
    start = GAME.view(played(2, "start"), 0)
    full = castle(start, 0, houses(9), free=("4-1",))
    here = next(one for one in full.castles if one.owner == 0)
    poor = shop.choices(view_scene(full, "castle"), here)
    assert set(poor) == set(WONDERS), "none can be paid: all with their prices"
    assert shop.choices(view_scene(rich(full), "castle"), here)[0] in WONDERS
    assert set(shop.choices(view_scene(rich(full), "castle"), here)) <= set(WONDERS)
    gone = structs.replace(full, supply={**full.supply, "pyramid": 0})
    assert "pyramid" not in shop.choices(view_scene(gone, "castle"), here)


def test_however_many_can_be_built_each_has_a_picture_that_is_no_strip_and_its_whole_name(
    subtests: pytest.Subtests,
) -> None:
    for lang, n in itertools.product(LANGUAGES, range(1, 13)):
        with subtests.test(lang=lang, n=n):
            start = GAME.view(played(2, "start"), 0)
            home = next(one.cell for one in start.castles if one.owner == 0)
            long = sorted(
                BUILDINGS,
                key=lambda name: -len(i18n.say_for_game(GAME.id, lang, f"map.building.{name}")),
            )[:n]
            canvas = painted(
                view_scene(
                    rich(start),
                    "castle",
                    marks=lettered(*(f"{home}.shop.{name}" for name in long)),
                    lang=lang,
                )
            )
            offers, pictures = boxes(canvas, "offer"), boxes(canvas, "picture")
            assert [name for name, _ in offers] == [name for name, _ in pictures] == long
            assert overlaps(offers) == []
            assert len({(box.w, box.h) for _, box in offers}) <= 2, "but for a pixel of width"
            assert all(box.w <= 2.8 * box.h for _, box in pictures)
            assert {
                i18n.say_for_game(GAME.id, lang, f"map.building.{name}") for name in long
            } <= set(names(canvas, "name"))
