"""Battles: two armies in ranks on their ground, a card for each squad, what cards did."""

from __future__ import annotations

import pytest
from msgspec import structs

from games.core.views.scene import Scene
from games.el_mapa import GAME
from games.el_mapa.model.catalog import TILES, TROOPS
from games.el_mapa.views.view import GameView, SquadView
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.el_mapa.layers import deeds, ranks, scenes
from render.el_mapa.pieces.style import LAYOUT
from render.pictures.drawing import paint as painted
from tests.render.el_mapa.staged import fought, open_map, played, squads
from tests.render.scenes import LONG, boxes, lettered, names, outside, overlaps, view_scene

FIELD = LAYOUT.rect("battle.scene")
ARMIES: tuple[tuple[tuple[str, int], ...], ...] = (
    (("levy", 1),),
    (("levy", 12), ("cavalry", 3)),
    (("levy", 12), ("archer", 3), ("cavalry", 99)),
    (("levy", 4), ("soldier", 9), ("archer", 99), ("cavalry", 5), ("soldier", 1), ("cavalry", 10)),
)


def battle(
    mine: tuple[tuple[str, int], ...],
    theirs: tuple[tuple[str, int], ...],
    other: int = 1,
    **more: object,
) -> Scene:
    view = fought(
        GAME.view(played(2, "start"), 0), squads("att", *mine), squads("def", *theirs), 3, other
    )
    return view_scene(view, "battle", **more)


@pytest.mark.parametrize("other", [1, -1])
def test_the_map_shows_the_troops_of_a_battle(other: int) -> None:
    view = fought(open_map(), squads("att", ("levy", 2)), squads("def", ("soldier", 4)), 0, other)
    canvas = painted(view_scene(view, "crop", marks=lettered("d5")))
    assert "d4 0 2" in names(canvas, "army")
    assert ("d4 4" in names(canvas, "garrison")) == (other < 0)
    assert ("d4 1 4" in names(canvas, "army")) == (other == 1)
    assert "d4" in names(canvas, "fight")


@pytest.mark.parametrize(
    ("initiative", "said"), [(1, "Golpean a la vez"), (2, "Golpea antes: Inés")]
)
def test_it_says_who_strikes_first_and_the_odds_while_the_sides_decide(
    initiative: int, said: str
) -> None:
    shown = battle((("levy", 2),), (("levy", 3),))
    assert names(painted(shown), "odds") == [], "not during the strikes"
    one, other = shown.view.battle.sides
    quick = tuple(structs.replace(squad, initiative=initiative) for squad in one.squads)
    deciding = structs.replace(
        shown.view.battle,
        step=0,
        left=(2, 0),
        sides=(structs.replace(one, squads=quick), other),
    )
    canvas = painted(view_scene(structs.replace(shown.view, battle=deciding), "battle"))
    assert names(canvas, "odds") == [said, "Quedarían:", "2 – 0"]
    assert outside(canvas) == []
    assert overlaps(boxes(canvas, "odds", "number", "name")) == []


def test_it_says_which_troops_strike_first_if_not_all_of_a_side_do() -> None:
    shown = battle((("levy", 2), ("soldier", 3)), (("levy", 3),))
    one, other = shown.view.battle.sides
    quick = structs.replace(one.squads[1], initiative=4)
    sides = structs.replace(one, squads=(one.squads[0], quick)), other
    deciding = structs.replace(shown.view.battle, step=0, left=(10, 12), sides=sides)
    view = structs.replace(shown.view, battle=deciding)
    for names_, who in ((("Inés", "Bo"), "Inés"), (LONG[:2], "")):
        canvas = painted(view_scene(view, "battle", names=names_))
        said = names(canvas, "odds")[0]
        assert said.startswith(f"Golpea antes: {who}")
        assert said.endswith(", con 3 soldados"), "whatever the length of the name"
        assert outside(canvas) == []
        assert overlaps(boxes(canvas, "odds")) == []


def test_two_kinds_of_troops_have_words_to_their_values_and_leave_a_letter_free() -> None:
    sides = (("levy", 2), ("cavalry", 12)), (("archer", 30), ("soldier", 1))
    for lang in ("es", "en"):
        spots = lettered("att.levy", "att.cavalry")
        canvas = painted(battle(*sides, lang=lang, marks=spots))
        assert len(names(canvas, "stat")) == 3 * 4
        found = boxes(canvas, "stat", "marker", "name", "number")
        inside = [
            one for one in found if any(one[1].is_inside(c) for _, c in boxes(canvas, "squad"))
        ]
        assert overlaps([*inside, *boxes(canvas, "marker")]) == []


def in_cards(canvas: Canvas) -> list[tuple[str, Rect, Rect]]:
    """Return the texts on the cards of squads, and the cards."""
    cards = [box for _, box in boxes(canvas, "squad")]
    texts = boxes(canvas, "name", "number")
    return [(about, box, card) for about, box in texts for card in cards if card.meets(box)]


@pytest.mark.parametrize("mine", ARMIES)
@pytest.mark.parametrize("theirs", ARMIES)
def test_figures_stand_on_the_field_and_everything_on_a_card_is_whole(
    mine: tuple[tuple[str, int], ...],
    theirs: tuple[tuple[str, int], ...],
) -> None:
    canvas = painted(battle(mine, theirs, names=LONG[:2], marks=lettered("att.levy")))
    assert outside(canvas) == []
    assert all(box.is_inside(FIELD) for _, box in boxes(canvas, "figure", "standard"))
    assert overlaps(boxes(canvas, "squad", "side", "panel")) == []
    assert overlaps([*boxes(canvas, "side", "panel"), *boxes(canvas, "standard")]) == []
    found = in_cards(canvas)
    assert [about for about, box, card in found if not box.is_inside(card)] == []
    assert overlaps([(about, box) for about, box, _ in found]) == []


@pytest.mark.parametrize("kind", TROOPS)
@pytest.mark.parametrize("wide", [95, 148, 201, 306])
def test_a_squad_stands_in_even_ranks_as_many_as_there_is_room_for(kind: str, wide: int) -> None:
    for n in (1, 2, 3, 5, 8, 13, 99):
        rows = ranks.ranks_of(kind, n, wide, 150)
        assert 1 <= sum(rows) <= n
        assert len(rows) <= LAYOUT.int("battle.ranks.most")
        assert max(rows) - min(rows) <= 1
        assert sum(rows) == n or len(rows) == LAYOUT.int("battle.ranks.most")


def test_men_are_as_large_as_lets_everybody_be_seen() -> None:
    few, many = (
        len(boxes(painted(battle(some, (("levy", 2),))), "figure"))
        for some in ((("soldier", 3),), (("soldier", 12),))
    )
    assert (few, many) == (5, 14)
    small, large = (
        max(box.h for _, box in boxes(painted(battle(some, (("levy", 2),))), "figure"))
        for some in ((("soldier", 12),), (("soldier", 3),))
    )
    assert small < large


def test_what_cards_did_is_told_and_of_a_battle_that_is_over_only_that_they_did() -> None:
    view = fought(
        GAME.view(played(2, "start"), 0),
        squads("att", ("levy", 3), ("archer", 2)),
        squads("def", ("soldier", 4)),
    )
    assert view.battle is not None
    raised = tuple(
        structs.replace(one, hp=TROOPS[one.kind].hp + 2) if one.kind == "levy" else _plain(one)
        for one in view.battle.sides[0].squads
    )
    sides = (structs.replace(view.battle.sides[0], squads=raised), view.battle.sides[1])
    now, after = (
        deeds.battle_effects(sides, over=False)[0],
        deeds.battle_effects(sides, over=True)[0],
    )
    assert now[0] == deeds.BattleEffectLine(0, "shield", 1, (deeds.Effect("hearts", 2, "levy"),))
    assert after[0].effects == (deeds.Effect("hearts", 0),)
    assert [one.card for one in now] == ["shield", "marksmanship", "speed", "bloodlust", ""]
    left, right = deeds.columns(deeds.battle_effects(sides, over=False))
    assert (len(left), len(right)) == (3, 2), "who acts alone has both halves"
    assert deeds.columns([now, after]) == (now, after)


def _plain(one: SquadView) -> SquadView:
    facts = TROOPS[one.kind]
    return structs.replace(one, hp=facts.hp, damage=facts.damage, initiative=facts.initiative)


def test_the_ground_is_that_of_the_tile() -> None:
    start = open_map()
    seen = {one.land: one.cell for one in start.tiles if one.land}
    assert {kind for tile in TILES.values() for kind in tile.land} <= set(scenes.SCENES)
    lands = set()
    for cell in seen.values():
        lands.add(
            painted(view_scene(_at(start, cell), "battle"))
            .sheet.crop((450, 300, 860, 420))
            .tobytes()
        )
    assert len(lands) == len(seen)


def _at(start: GameView, cell: str) -> GameView:
    view = fought(start, squads("att", ("levy", 1)), squads("def", ("levy", 1)))
    assert view.battle is not None
    return structs.replace(
        view,
        battle=structs.replace(view.battle, cell=cell),
        reports=(structs.replace(view.reports[0], cell=cell),),
    )


def test_who_fell_and_who_won_are_told() -> None:
    view = fought(GAME.view(played(2, "start"), 0), (), (), 1, end="won")
    canvas = painted(view_scene(view, "battle", lang="en"))
    assert "Won" in names(canvas, "text")
    assert {"4", "+7 VP"} <= set(names(canvas, "number"))
    none = structs.replace(view, battle=None, reports=())
    assert boxes(painted(view_scene(none, "battle")), "figure", "squad", "panel") == []


def test_one_or_two_squads_of_a_side_have_words_and_the_viewer_is_told_what_to_do() -> None:
    shown = battle((("levy", 2),), (("levy", 3), ("archer", 1)), lang="en")
    assert names(painted(shown), "stat") == ["HP", "damage", "initiative"] * 3
    deciding = structs.replace(shown.view.battle, step=0, left=(2, 0))
    view = structs.replace(shown.view, battle=deciding, actors=(0,))
    asked = painted(view_scene(view, "battle", lang="en"))
    assert names(asked, "asks") == ["Fight, card or flight?"]
    chosen = painted(view_scene(view, "battle", lang="en", marks=lettered("att.levy")))
    assert names(chosen, "asks") == ["Choose the troops"]
    waits = structs.replace(view, actors=(1,))
    assert names(painted(view_scene(waits, "battle")), "asks") == []
