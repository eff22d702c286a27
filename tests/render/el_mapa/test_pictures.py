"""Pictures of El Mapa are complete; nothing is cut or covered."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec import structs
from PIL import Image, ImageChops

from games.core.views.scene import Scene
from games.el_mapa import GAME
from games.el_mapa.model.catalog import BUILDINGS, SPACES, TECHS
from games.el_mapa.views.build_view import panel_picture
from games.el_mapa.views.looks import CARDS
from games.el_mapa.views.view import ArmyView
from render.base import i18n, theme
from render.el_mapa.layers import chart, overview, shop, signs
from render.el_mapa.pieces import cubes
from render.el_mapa.screens import board, castle, near
from render.pictures import drawing
from render.pictures.drawing import paint as painted
from tests.contract import playouts
from tests.render.el_mapa import staged
from tests.render.el_mapa.staged import (
    TABLES,
    army,
    fought,
    many_squads,
    open_map,
    played,
    rich,
    squads,
    steps,
)
from tests.render.scenes import (
    LONG,
    boxes,
    gray,
    lettered,
    names,
    outside,
    overlaps,
    scene,
    view_scene,
)

KIB = 1024
SHOP_MOST = shop.SHOP.int("most")
STANDING = ("board", "crop", "castle", "cards", "battle")


# each stage at every second table, and each table at every second stage
LAID = [
    (n, layout, stage)
    for at, (n, layout) in enumerate(TABLES)
    for to, stage in enumerate(staged.STAGES)
    if playouts.LONG or (at + to) % 2
]


@pytest.mark.parametrize(("n", "layout", "stage"), LAID)
def test_every_kind_is_whole(n: int, layout: str, stage: str) -> None:
    pos = played(n, stage, layout)
    for at, kind in enumerate((*STANDING, *(("end",) if stage == "end" else ()))):
        lang = ("es", "en")[(at + n) % 2]
        one = scene(
            pos,
            kind,
            (None, 0, n - 1)[at % 3],
            lang=lang,
            names=LONG[:n],
            palette=("default", "contrast")[n % 2],
        )
        canvas = painted(one)
        assert outside(canvas) == [], kind
        assert overlaps(boxes(canvas, "person", "panel", "map")) == [], kind
        assert overlaps(boxes(canvas, "card", "offer", "troop", "space", "squad")) == [], kind


@pytest.mark.parametrize("encoding", ["webp", "png"])
@pytest.mark.parametrize("kind", [*STANDING, "end"])
def test_a_picture_opens_and_is_small(kind: str, encoding: drawing.Encoding) -> None:
    pos = played(6, "end" if kind == "end" else "late")
    picture = drawing.draw_picture(scene(pos, kind, None if kind == "end" else 0), encoding)
    opened = Image.open(io.BytesIO(picture.data))
    assert (opened.format, opened.size) == (encoding.upper(), (picture.width, picture.height))
    assert len(picture.data) <= 700 * KIB


def test_the_same_scene_gives_the_same_pixels_also_in_two_threads() -> None:
    tasks = [scene(played(3, "full"), kind, 0) for kind in STANDING]
    once = [painted(one).sheet.tobytes() for one in tasks]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda one: painted(one).sheet.tobytes(), tasks)) == once


@pytest.mark.parametrize("n", [2, 4, 6])
def test_the_map_shows_every_army_owner_and_garrison_in_its_cell(n: int) -> None:
    view = GAME.view(played(n, "late"), None)
    one = view_scene(view, "board")
    canvas, frame = painted(one), board.frame_of(view)
    assert sorted(names(canvas, "army")) == sorted(
        f"{a.cell} {a.seat} {sum(a.troops.values())}" for a in chart.armies_of(view)
    )
    assert sorted(names(canvas, "owner")) == sorted(
        tile.cell for tile in view.tiles if tile.owner is not None
    )
    near = overview.within_reach(view)
    known = [
        tile
        for tile in view.tiles
        if tile.garrison and (frame.size >= chart.ROOMY_TILE_PX or tile.cell in near)
    ]
    assert sorted(about.split()[0] for about in names(canvas, "garrison")) == sorted(
        tile.cell for tile in known
    )
    for about, box in boxes(canvas, "army", "garrison"):
        middle, home = box.centre, frame.box(about.split()[0])
        assert home.x - 4 <= middle[0] <= home.right
        assert home.y <= middle[1] <= home.bottom
    for wall in view.walls:
        assert wall in names(canvas, "wall")


@pytest.mark.parametrize(("n", "layout"), TABLES)
def test_a_banner_and_a_shield_lie_in_their_cell_on_maps_of_every_size(n: int, layout: str) -> None:
    view = GAME.view(played(n, "late", layout), None)
    frame = board.frame_of(view)
    several = {army.cell for army in chart.armies_of(view) if army.contested}
    found = boxes(painted(view_scene(view, "board")), "army", "garrison")
    assert found
    for about, box in found:
        cell = about.split()[0]
        assert cell in several or box.is_inside(frame.box(cell))


def test_armies_of_any_size_are_told_whole() -> None:
    for seat in range(6):
        cloths = [
            signs.ensign(theme.load(), seat, n, 66, 48).image.tobytes() for n in (1, 7, 10, 42, 99)
        ]
        assert len(set(cloths)) == 5
    view = structs.replace(
        open_map(),
        armies=tuple(
            army(cell, at % 2, levy=n)
            for at, (cell, n) in enumerate(
                (("a1", 1), ("h1", 9), ("c3", 10), ("e5", 57), ("h8", 99))
            )
        ),
    )
    assert names(painted(view_scene(view, "board")), "army") == [
        "a1 0 1",
        "h1 1 9",
        "c3 0 10",
        "e5 1 57",
        "h8 0 99",
    ]


@pytest.mark.parametrize("cell", ["a1", "h1", "d4", "a8", "h8"])
def test_two_armies_and_their_fight_leave_each_other_legible(cell: str) -> None:
    some = {"levy": 12, "soldier": 3, "archer": 2, "cavalry": 1}
    view = structs.replace(open_map(), armies=(army(cell, 0, True, **some), army(cell, 1, levy=99)))
    for kind in ("board", "crop"):
        canvas = painted(view_scene(view, kind, marks=lettered(cell)))
        assert names(canvas, "fight") == [cell]
        first, second = (box for _, box in boxes(canvas, "army"))
        assert second.y >= first.bottom
        disc = boxes(canvas, "fight")[0][1]
        assert disc.right <= first.x + 6, "numbers stay free"
        assert outside(canvas) == []


def test_a_fight_with_a_garrison_leaves_both_numbers_legible() -> None:
    start = open_map()
    tiles = tuple(
        structs.replace(tile, garrison=(("levy", 3),)) if tile.cell == "d4" else tile
        for tile in start.tiles
    )
    fight = army("d4", 0, True, levy=2, soldier=3, archer=2, cavalry=1)
    view = structs.replace(start, tiles=tiles, armies=(fight,))
    for kind in ("board", "crop"):
        canvas = painted(view_scene(view, kind))
        assert overlaps(boxes(canvas, "army", "garrison", "fight")) == []
        assert names(canvas, "garrison") == ["d4 3"]
        assert names(canvas, "fight") == ["d4"]


def test_the_kinds_of_armies_are_told_beside_a_close_look_fights_first() -> None:
    every = {"levy": 12, "archer": 33, "soldier": 22, "cavalry": 11}
    cells = ("a1", "b2", "c3", "d4", "e5", "f6", "g7", "a7", "g1")
    armies = (
        *(ArmyView(cell, at % 2, every, {}) for at, cell in enumerate(cells)),
        army("e1", 0, True, levy=1),
        army("e1", 1, levy=2),
    )
    view = structs.replace(open_map(), armies=armies)
    for lang in ("es", "en"):
        canvas = painted(view_scene(view, "crop", lang=lang, marks=lettered("c3")))
        told = names(canvas, "kinds")
        assert told[:3] == ["e1", "e1", "c3"]
        assert len(told) >= 6
        panel = dict(boxes(canvas, "panel"))["armies"]
        inside = [box for _, box in boxes(canvas, "number", "at") if box.meets(panel)]
        assert inside
        assert all(box.is_inside(panel) for box in inside)
        assert overlaps([(str(at), box) for at, box in enumerate(inside)]) == []


def test_steps_stand_on_their_cells_and_differ_by_what_they_mean() -> None:
    start = open_map()
    tiles = tuple(
        structs.replace(tile, garrison=(("levy", 3),))
        if tile.cell == "d5"
        else structs.replace(tile, up=False, kind="", land=())
        if tile.cell == "e4"
        else tile
        for tile in start.tiles
    )
    view = structs.replace(
        start,
        tiles=tiles,
        armies=(army("d4", start.active, levy=2), army("c4", 1 - start.active, levy=1)),
    )
    one = view_scene(view, "crop", marks=steps(d3=1, d5=1, e4=1, c4=1, d2=2))
    kinds = near.fight_discs(view)
    assert {cell: kinds.get(cell, "step") for cell in ("d3", "d5", "c4")} == {
        "d3": "step",
        "d5": "fight",
        "c4": "fight",
    }
    canvas, frame = painted(one), near.frame_of(one)
    assert set(names(canvas, "kinds")) == {"c4", "d4"}
    for cell, box in boxes(canvas, "marker"):
        assert box.is_inside(frame.box(cell))
    assert overlaps(boxes(canvas, "marker", "army", "garrison")) == []
    plain = painted(structs.replace(one, marks=lettered("d3", "d5", "e4", "c4", "d2"))).sheet
    box = frame.box("a7") if frame.holds("a7") else frame.box("g7")
    spot = (box.x + 20, box.y + 20, box.x + 70, box.y + 70)
    assert ImageChops.difference(plain.crop(spot), canvas.sheet.crop(spot)).getbbox() is not None, (
        "veiled: out of reach"
    )
    box = frame.box("d4")
    spot = (box.x + 8, box.y + 48, box.x + 18, box.y + 60)
    assert ImageChops.difference(plain.crop(spot), canvas.sheet.crop(spot)).getbbox() is None, (
        "where they start stays bright"
    )


def test_the_smallest_map_is_shown_whole_however_close() -> None:
    view = structs.replace(open_map(), armies=(army("h8", 0, levy=2), army("a1", 1, levy=1)))
    one = view_scene(view, "crop", marks=steps(h7=1, g8=1))
    frame = near.frame_of(one)
    assert all(frame.holds(tile.cell) for tile in view.tiles)
    assert {"h7", "g8"} <= set(names(painted(one), "marker"))


def test_armies_stand_in_columns_by_owner_and_none_is_left_out_in_silence() -> None:
    cells = [f"{letter}{row}" for row in (1, 3, 5, 7) for letter in "abcdefg"]
    few = tuple(army(cell, at % 2, levy=1) for at, cell in enumerate(cells[:8]))
    canvas = painted(view_scene(structs.replace(open_map(), armies=few), "crop", focus=0))
    places = {about: box.x for about, box in boxes(canvas, "kinds")}
    assert len({places[one.cell] for one in few if one.seat == 0}) == 1
    assert places[few[0].cell] < places[few[1].cell], "the other player's at the right"
    many = tuple(army(cell, at % 2, levy=1) for at, cell in enumerate(cells))
    canvas = painted(view_scene(structs.replace(open_map(), armies=many), "crop", lang="en"))
    told = len(names(canvas, "kinds"))
    assert f"and {len(many) - told} more armies" in names(canvas, "at")


@pytest.mark.parametrize("n", range(2, 12))
def test_armies_beside_a_fight_go_on_in_the_other_column_before_any_is_left_out(n: int) -> None:
    cells = [f"{letter}{row}" for row in (1, 3, 5) for letter in "aceg"]
    fight = army("d4", 0, True, levy=1), army("d4", 1, levy=1)
    armies = (*fight, *(army(cell, 0, levy=1) for cell in cells[:n]))
    view = structs.replace(open_map(), armies=armies)
    canvas = painted(view_scene(view, "crop", focus=0, lang="en"))
    assert len(names(canvas, "kinds")) == len(armies)


def test_letters_of_neighbours_stand_on_them_also_beside_troops() -> None:
    view = structs.replace(open_map(4), armies=(army("f6", 0, levy=2), army("f5", 0, levy=1)))
    one = view_scene(view, "crop", marks=lettered("f5", "g6", "f7", "e6"))
    canvas, frame = painted(one), near.frame_of(one)
    assert names(canvas, "marker") == ["f5", "g6", "f7", "e6"]
    assert all(box.is_inside(frame.box(cell)) for cell, box in boxes(canvas, "marker"))
    assert overlaps(boxes(canvas, "marker")) == []


def test_the_window_stays_where_it_is_while_a_way_is_chosen() -> None:
    view = structs.replace(open_map(6), armies=(army("h8", 0, levy=2),))
    reach = near.frame_of(
        view_scene(view, "crop", marks=steps(h7=1, g8=1, i8=1, h9=1, h6=2, h10=2))
    )
    ways = near.frame_of(view_scene(view, "crop", ghost=("h8>h7", "h7>h6", "h6")))
    assert abs(reach.row - ways.row) <= 1
    assert reach.col == ways.col
    assert near.frame_of(view_scene(view, "crop", marks=steps(a1=1))).row == 0
    corner = near.frame_of(view_scene(view, "crop", marks=lettered("a1", "b2", "p16")))
    assert (corner.row, corner.col) == (0, 0), "what does not fit gives way to most"


def test_a_way_is_drawn_and_its_end_framed() -> None:
    view = structs.replace(open_map(4), armies=(army("f6", 0, levy=2),))
    canvas = painted(view_scene(view, "crop", ghost=("f6>f7", "f7>g7", "g7")))
    assert names(canvas, "way") == ["g7"]
    offers = painted(view_scene(view, "board", marks=lettered("seat2", "seat1.o1")))
    assert names(offers, "marker") == []


def test_what_changed_since_the_last_turn_glows() -> None:
    pos = played(4, "full")
    view = GAME.view(pos, 0)
    tile = next(
        tile.cell
        for tile in view.tiles
        if tile.up and tile.cell not in {a.cell for a in view.armies}
    )
    home = next(one for one in view.castles if one.owner == 0).cell
    for kind, spot in (
        ("board", tile),
        ("board", view.armies[0].cell),
        ("board", "seat1"),
        ("crop", tile),
        ("castle", f"{home}.1-1"),
        ("castle", f"{home}.reserve"),
    ):
        plain = painted(
            scene(
                pos,
                kind,
                0,
                changed=(home,) if kind == "castle" else (tile,) if kind == "crop" else (),
            )
        )
        lit = painted(scene(pos, kind, 0, changed=(spot,)))
        assert (
            kind == "crop" or ImageChops.difference(plain.sheet, lit.sheet).getbbox() is not None
        ), spot


@pytest.mark.parametrize("built", range(11))
def test_a_castle_shows_its_ten_spaces_and_only_its_own(built: int) -> None:
    view = staged.castle(GAME.view(played(2, "start"), 0), 0, staged.houses(built))
    one = next(castle for castle in view.castles if castle.owner == 0)
    canvas = painted(
        view_scene(view, "castle", marks=lettered(f"{one.cell}.1-1", f"{one.cell}.4-1"))
    )
    assert names(canvas, "space") == [f"{one.cell}.{space}" for space in SPACES]
    assert overlaps(boxes(canvas, "space")) == []
    rows = {
        f"{one.cell}.{space}"
        for space in ("1-1", "4-1", *(free for free in one.free if free[0] in "14"))
    }
    assert set(names(canvas, "marker")) == rows, "all free spaces of a row have its letter"
    assert overlaps(boxes(canvas, "marker")) == []
    assert outside(canvas) == []


@pytest.mark.parametrize("tone", ["chosen", "blocked"])
def test_only_what_can_be_chosen_has_its_letter_on_the_whole_row(tone: str) -> None:
    view = staged.castle(GAME.view(played(2, "start"), 0), 0, staged.houses(0))
    one = next(castle for castle in view.castles if castle.owner == 0)
    view = structs.replace(
        view, castles=tuple(structs.replace(it, free=SPACES) for it in view.castles)
    )
    first = f"{one.cell}.1-1"
    plain = painted(view_scene(view, "castle", marks=lettered(first)))
    other = painted(view_scene(view, "castle", marks=lettered(first, **{tone: (first,)})))
    assert len(names(plain, "marker")) == sum(space[:2] == "1-" for space in SPACES) > 1
    assert names(other, "marker") == [first]


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("n", [0, 1, 5, 6, 7, 8, 11, 16])
def test_the_shop_has_room_for_all_that_can_be_built(n: int, lang: str) -> None:
    view = rich(GAME.view(played(3, "start"), 0))
    home = next(one.cell for one in view.castles if one.owner == 0)
    some = list(BUILDINGS)[:n]
    canvas = painted(
        view_scene(
            view, "castle", lang=lang, marks=lettered(*(f"{home}.shop.{name}" for name in some))
        )
    )
    if n:
        assert names(canvas, "offer") == some
        assert names(canvas, "marker") == [f"{home}.shop.{name}" for name in some]
    assert overlaps(boxes(canvas, "offer")) == []
    assert overlaps([*boxes(canvas, "troop"), *boxes(canvas, "offer")]) == []
    assert outside(canvas) == []
    assert not [about for about in names(canvas, "name") if "…" in about]


@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_castle_tells_how_many_more_buildings_could_be_built(lang: str) -> None:
    view = rich(GAME.view(played(3, "start"), 0))
    free = staged.castle(view, 0, {}, free=("1-1", "2-1"))
    home = next(one for one in free.castles if one.owner == 0)
    one = view_scene(free, "castle", lang=lang)
    canvas = painted(one)
    able, told = len(shop.choices(one, home)), len(names(canvas, "offer"))
    assert able > SHOP_MOST
    assert told == SHOP_MOST - 1
    assert names(canvas, "more") == [i18n.say(lang, "el_mapa.shop_more", n=able - told)]
    panel = dict(boxes(canvas, "panel"))["shop"]
    assert all(box.is_inside(panel) for _, box in boxes(canvas, "more", "offer"))
    assert outside(canvas) == []
    few = structs.replace(free, supply=dict.fromkeys(shop.choices(one, home)[SHOP_MOST:], 0))
    canvas = painted(view_scene(few, "castle", lang=lang))
    assert (len(names(canvas, "offer")), names(canvas, "more")) == (SHOP_MOST, [])


def test_the_shop_belongs_to_the_castle_that_is_asked_about() -> None:
    pos = GAME.codec.clone(played(2, "full", seed=1))
    view = GAME.view(pos, 0)
    own = [one for one in view.castles if one.owner == 0]
    for one in own:
        assert (
            castle.shown(view_scene(view, "castle", marks=lettered(f"{one.cell}.shop.market")))
            == one
        )
        assert castle.shown(view_scene(view, "castle", ghost=(f"{one.cell}.1-1=market",))) == one
    free = rich(staged.castle(view, 0, {}, free=("1-1",)))
    home = next(one for one in free.castles if one.owner == 0)
    able = shop.choices(view_scene(free, "castle"), home)
    assert {BUILDINGS[name].level for name in able} == {1}


def test_a_hand_has_every_kind_once_and_letters_on_what_may_be_played() -> None:
    view = GAME.view(played(2, "start"), 0)
    every = tuple(sorted([*TECHS, *TECHS, "haggler"]))
    assert view.hand is not None
    hand = structs.replace(
        view,
        hand=structs.replace(view.hand, cards=every),
        seats=tuple(structs.replace(one, lasting=tuple(TECHS)) for one in view.seats),
    )
    for lang in ("es", "en"):
        canvas = painted(
            view_scene(
                hand,
                "cards",
                lang=lang,
                marks=lettered("card.haggler", "lasting.haggler", "card.vision"),
            )
        )
        assert names(canvas, "card") == list(TECHS)
        assert sorted(names(canvas, "marker")) == ["card.haggler", "card.vision", "lasting.haggler"]
        assert names(canvas, "lasting") == [f"{kind}:{seat}" for kind in TECHS for seat in (0, 1)]
        assert overlaps(boxes(canvas, "card", "lasting")) == []
        assert outside(canvas) == []
    bare = structs.replace(hand, hand=structs.replace(view.hand, cards=("vision",)))
    canvas = painted(view_scene(bare, "cards", marks=lettered("card.haggler")))
    assert names(canvas, "marker") == ["card.haggler"], (
        "on the lasting copy, where the hand has none"
    )


@pytest.mark.parametrize("n", [1, 2])
def test_few_cards_fill_the_table_and_say_everything(
    n: int, written: list[tuple[int, str]]
) -> None:
    view = GAME.view(played(2, "start"), 0)
    every = list(TECHS)
    assert view.hand is not None
    for lang in ("es", "en"):
        for at in range(0, len(every), n):
            hand = structs.replace(view.hand, cards=tuple(every[at : at + n]))
            canvas = painted(view_scene(structs.replace(view, hand=hand), "cards", lang=lang))
            lying = boxes(canvas, "card")
            assert sum(box.w for _, box in lying) > 0.65 * canvas.box.w or len(lying) < n
            assert outside(canvas) == []
    assert not [text for _, text in written if text.endswith("…")]


def test_a_card_that_cannot_be_played_now_says_so() -> None:
    view = GAME.view(played(2, "start"), 0)
    assert view.hand is not None
    hand = structs.replace(view.hand, cards=("haggler", "vision"))
    two = structs.replace(view, hand=hand)
    said = names(painted(view_scene(two, "cards", marks=lettered("card.vision"))), "not_now")
    assert said == ["ahora no"], "the other one"
    assert names(painted(view_scene(two, "cards")), "not_now") == [], "nothing is asked"


def test_others_see_backs_instead_of_a_hand() -> None:
    pos = played(4, "full")
    view = GAME.view(pos, None)
    assert painted(view_scene(view, "cards")).regions
    assert names(painted(view_scene(view, "cards")), "card") == []
    rival = painted(scene(pos, "cards", 0, focus=1))
    assert len(names(rival, "card")) <= len(set(pos.state.players[0].hand))


@pytest.mark.parametrize("lang", ["es", "en"])
def test_battles_of_many_squads_and_long_logs_stay_apart(lang: str) -> None:
    start = GAME.view(played(2, "start"), 0)
    for other in (-1, 1):
        for blows in (0, 1, 4, 9):
            view = fought(
                start, many_squads(), squads("def", ("levy", 1), ("cavalry", 42)), blows, other
            )
            canvas = painted(
                view_scene(
                    view,
                    "battle",
                    lang=lang,
                    names=LONG[:2],
                    marks=lettered("att.soldier-1", "def.levy"),
                )
            )
            assert len(boxes(canvas, "squad")) == 8
            assert overlaps(boxes(canvas, "squad")) == []
            assert overlaps(boxes(canvas, "side", "panel")) == []
            assert sorted(names(canvas, "marker")) == ["att.soldier-1", "def.levy"]
            assert outside(canvas) == []
    for end in ("won", "fled", "standoff", "both"):
        told = painted(view_scene(fought(start, (), (), 3, end=end), "battle", lang=lang))
        assert outside(told) == []
        assert names(told, "squad")


def test_who_is_out_is_marked_everywhere() -> None:
    view = GAME.view(played(4, "end"), None)
    assert view.scoreboard is not None
    last = view.scoreboard.ranking[-1].seat
    seats = tuple(
        structs.replace(one, out=3) if seat == last else one for seat, one in enumerate(view.seats)
    )
    gone = structs.replace(
        view,
        seats=seats,
        armies=tuple(a for a in view.armies if a.seat != last),
        castles=tuple(one for one in view.castles if one.owner != last),
    )
    for kind in ("board", "end"):
        one, other = painted(view_scene(view, kind)), painted(view_scene(gone, kind))
        assert ImageChops.difference(one.sheet, other.sheet).getbbox() is not None
        assert outside(other) == []
    assert {one.seat for one in GAME.closeups(gone)} == {0, 1, 2, 3, None} - {last}, (
        "and the map, which is nobody's"
    )


def test_a_closer_look_shows_that_players_things() -> None:
    view = GAME.view(played(4, "full"), 0)
    for one in GAME.closeups(view):
        look = view_scene(view, one.picture, focus=one.seat, spot=one.spot)
        if one.picture == "castle":
            found = castle.shown(look)
            assert found is not None
            assert (found.owner, found.cell) == (one.seat, one.spot)
        elif one.seat is not None:
            assert set(near.focus(look)) >= {a.cell for a in view.armies if a.seat == one.seat}
            frame = near.frame_of(look)
            assert any(frame.holds(cell) for cell in near.focus(look))
        assert outside(painted(look)) == []


@pytest.mark.parametrize("n", [2, 4, 6])
def test_every_castle_can_be_looked_at_by_itself(n: int) -> None:
    view = GAME.view(played(n, "late"), None)
    found = [one for one in GAME.closeups(view) if one.picture == "castle"]
    assert sorted(one.spot for one in found) == sorted(one.cell for one in view.castles)
    assert [one.seat for one in found] == sorted(one.owner for one in view.castles)
    assert len({one.id for one in found}) == len({repr(one.label) for one in found}) == len(found)
    for one in found:
        there = {f"{one.spot}.{space}" for space in SPACES}
        canvas = painted(view_scene(view, "castle", focus=one.seat, spot=one.spot))
        assert set(names(canvas, "space")) == there
        assert any(one.spot.upper() in title for title in names(canvas, "title"))
        assert outside(canvas) == []


def test_a_castle_that_is_gone_shows_the_fullest_of_its_owner() -> None:
    view = GAME.view(played(2, "late"), None)
    assert castle.shown(view_scene(view, "castle", focus=0, spot="z9")) == castle.shown(
        view_scene(view, "castle", focus=0)
    )


def test_a_question_brings_the_picture_it_is_about() -> None:
    pos = played(4, "full")
    view = GAME.view(pos, pos.state.turn.seat)
    home = view.homes[0]
    for spots, kind in (
        ((), "crop"),
        (("c7",), "crop"),
        (("c7>d7", "d7"), "crop"),
        ((f"{home}.shop.market",), "castle"),
        ((f"{home}.1-1=market",), "castle"),
        (("seat1",), "board"),
        (("card.vision",), "cards"),
        (("lasting.luck",), "cards"),
        (("att.levy",), "battle"),
        (tuple(f"{c}{r}" for c in "abcdefg" for r in range(1, 8)), "crop"),
        (("a1", "c7", "h2"), "board"),
    ):
        assert panel_picture(view, spots) == kind, spots
    assert panel_picture(GAME.view(pos, None), ("c7",)) == "board"
    asked = structs.replace(
        fought(view, (), ()), question=structs.replace(view.question, kind="attack")
    )
    for spots, kind in (
        ((), "battle"),
        (("d5",), "crop"),
        (("d4>d5", "d5"), "crop"),
        (("card.speed",), "cards"),
    ):
        assert panel_picture(asked, spots) == kind, spots


def test_large_pictures_look_closely_at_what_is_asked() -> None:
    view = GAME.view(played(4, "full"), 0)
    close, whole = (
        view_scene(view, "board", large=True, marks=lettered("c7")),
        view_scene(view, "board", large=True),
    )
    assert (
        painted(close).sheet.tobytes()
        == painted(view_scene(view, "crop", marks=lettered("c7"))).sheet.tobytes()
    )
    assert boxes(painted(whole), "person") != []


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_card_by_itself_is_told_whole(lang: str) -> None:
    pictures = set()
    cards = [card for card, face in CARDS.items() if face.pictured]
    for card in cards:
        canvas = painted(Scene(GAME.id, "card", card, (), lang))
        assert outside(canvas) == [], card
        assert not [noted.about for noted in canvas.regions if "…" in noted.about], card
        assert overlaps(boxes(canvas, "words", "name", "kind", "number")) == [], card
        pictures.add(canvas.sheet.crop((0, 0, canvas.box.w, 320)).tobytes())
    assert len(pictures) == len(cards)


def test_the_sides_of_a_cube_differ_in_brightness() -> None:
    grey = cubes.cube(60, (140, 140, 150)).convert("L")
    top, left, right = (gray(grey, at) for at in ((30, 16), (15, 38), (45, 38)))
    assert top > left + 20 > right + 40


def test_the_key_of_a_close_look_has_only_what_is_drawn() -> None:
    plain = structs.replace(
        open_map(),
        walls=(),
        tiles=tuple(structs.replace(one, garrison=()) for one in open_map().tiles),
        armies=(army("d4", 0, levy=2),),
    )
    assert names(painted(view_scene(plain, "crop", lang="en")), "key") == []
    asked = painted(view_scene(plain, "crop", lang="en", marks=steps(d3=1, d5=1)))
    assert names(asked, "key") == ["steps"]
    assert names(asked, "asks") == ["Choose where to move"]
    tagged = painted(view_scene(plain, "crop", lang="en", marks=lettered("d4", "c4")))
    assert names(tagged, "key") == ["button"]
    assert names(tagged, "asks") == ["Choose a cell"]
    fight = structs.replace(
        plain,
        walls=("d4e",),
        armies=(army("d4", plain.active, levy=2), army("d5", 1 - plain.active, levy=1)),
    )
    seen = painted(view_scene(fight, "crop", lang="en", marks=steps(d3=1, d5=1)))
    assert names(seen, "key") == ["steps, then a battle", "steps", "closed"]


def test_the_armies_of_a_choice_come_first_and_all_others_in_the_order_of_the_map() -> None:
    cells = ("e5", "c4", "f7", "c3")
    view = structs.replace(open_map(), armies=tuple(army(one, 0, levy=1) for one in cells))
    marks = steps(e6=1, d5=1, f7=2)
    canvas = painted(view_scene(view, "crop", focus=0, marks=marks))
    assert names(canvas, "kinds") == ["e5", "c3", "c4", "f7"]
    assert names(canvas, "start") == ["e5"]


def test_an_owner_with_troops_leaves_the_good_of_a_mine_and_the_castle_to_be_seen() -> None:
    start = open_map()
    mine = next(one.cell for one in start.tiles if one.mine)
    home = start.homes[0]
    tiles = tuple(structs.replace(one, owner=0) if one.cell == mine else one for one in start.tiles)
    view = structs.replace(
        start, tiles=tiles, armies=(army(mine, 0, levy=3), army(home, 0, levy=1))
    )
    for kind in ("board", "crop"):
        canvas = painted(view_scene(view, kind))
        goods, banners = dict(boxes(canvas, "cube")), boxes(canvas, "army")
        assert mine in goods
        assert overlaps([(mine, goods[mine]), *banners]) == []
        castles = boxes(canvas, "castle")
        assert home in dict(castles)
        assert overlaps([*castles, *banners]) == []


def test_one_letter_of_a_row_stands_on_all_its_free_spaces() -> None:
    start = staged.castle(
        GAME.view(played(2, "start"), 0), 0, {}, free=("1-1", "1-2", "1-3", "1-4")
    )
    home = next(one.cell for one in start.castles if one.owner == 0)
    one, none = (
        painted(view_scene(start, "castle", marks=marks)).sheet
        for marks in (lettered(f"{home}.1-1"), ())
    )
    for space in ("1-1", "1-4"):
        box = castle.space_box(space)
        spot = (box.x, box.y, box.x + 30, box.y + 30)
        assert ImageChops.difference(one.crop(spot), none.crop(spot)).getbbox() is not None, space


def test_a_card_says_its_points_and_when_it_can_be_played() -> None:
    view = GAME.view(played(2, "start"), 0)
    assert view.hand is not None
    hand = structs.replace(view.hand, cards=("haggler", "speed"))
    two = structs.replace(view, hand=hand)
    canvas = painted(view_scene(two, "cards", lang="en", marks=lettered("card.haggler")))
    assert names(canvas, "not_now") == ["in battle only"]
    assert names(canvas, "worth") == ["1 card point", "1 card point"]
    titles = [
        names(painted(view_scene(two, "cards", lang="en", marks=marks)), "title")[0]
        for marks in (lettered("card.haggler"), ())
    ]
    assert titles == ["Choose a card", "Technologies"]


def test_a_castle_names_the_next_troops_that_it_does_not_train_and_what_trains_them() -> None:
    canvas = painted(view_scene(GAME.view(played(2, "start"), 0), "castle", lang="en"))
    assert names(canvas, "padlock") == names(canvas, "needed") == ["soldier"]
    assert "Soldier: Barracks" in names(canvas, "training")
    assert outside(canvas) == []
