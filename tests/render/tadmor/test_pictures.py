"""Pictures of Tadmor: every kind and number of players; legible, nothing of others' hands."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import pytest
from msgspec import structs
from PIL import Image, ImageChops, ImageStat

from games.core.state.score import Rank
from games.core.views.scene import Mark, PieceMovement, Scene
from games.tadmor import GAME
from games.tadmor.model.catalog import REGIONS, RULES, SPACES, spaces
from games.tadmor.model.effects import UPGRADES
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.views import standing
from games.tadmor.views.view import Phase, panel_picture
from render import tadmor
from render.base import theme
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import stored
from render.pictures import drawing
from render.pictures.drawing import paint as painted
from render.tadmor.layers import foreseen, ground, places
from render.tadmor.pieces import cards, faces, sprites, style
from render.tadmor.screens import board, missions, region
from tests.contract import playouts
from tests.games.tadmor import positions
from tests.render.scenes import (
    LONG,
    boxes,
    colour_at,
    gray,
    lettered,
    names,
    outside,
    overlaps,
    view_scene,
)
from tests.render.tadmor import staged
from tests.render.tadmor.staged import played, scene, settled

KIB = 1024
MANY = ("i6", "i9", "i26", "i47", "i48", "i8", "i37", "i41", "i44", "i46", "i33", "i20", "i21")


def cut_short(canvas: Canvas) -> list[str]:
    """Return the texts cut by an ellipsis, except levels that go on (5, 10…)."""
    return [
        noted.about
        for noted in canvas.regions
        if "…" in noted.about and not noted.about[0].isdigit()
    ]


def every_kind(n: int, stage: str, lang: str = "es") -> list[Scene]:
    pos = played(n, stage)
    view = GAME.view(pos, None)
    free = [space.id for space in view.spaces if not space.pieces and space.region == "palmyra"]
    tiles = [tile for tile in view.display if tile]
    names = LONG[:n]
    found = [
        scene(pos, "board", lang=lang, names=names),
        scene(pos, "board", 0, lang=lang, marks=lettered(*free), changed=("tower1",)),
        scene(pos, "region", 0, lang=lang, names=names, marks=lettered(*free)),
        scene(pos, "display", 0, lang=lang, marks=lettered(*tiles)),
        scene(pos, "missions", n - 1, lang=lang, names=names),
        *(scene(pos, "mat", viewer, lang=lang, names=names) for viewer in (None, *range(n))),
    ]
    return [*found, scene(pos, "end", lang=lang, names=names)] if stage == "end" else found


@pytest.mark.parametrize("stage", staged.STAGES)
@pytest.mark.parametrize("n", [2, 3, 4])
def test_every_kind_has_the_size_at_which_discord_shows_it(n: int, stage: str) -> None:
    at = list(staged.STAGES).index(stage) + n
    for lang in (
        ("es", "en") if playouts.LONG else (("es", "en")[at % 2],)
    ):  # else each stage in both, at other tables
        for one in every_kind(n, stage, lang):
            canvas = painted(one)
            assert canvas.box.w == 1200
            limit = staged.BOARD_HEIGHT if one.kind == "board" else staged.OTHER_HEIGHT
            assert 300 <= canvas.box.h <= limit, one.kind
            outside = [
                (about, box)
                for noted in canvas.regions
                if noted.kind not in ("halo", "label")
                for about, box in [(noted.about, noted.box)]
                if not box.is_inside(canvas.box)
            ]
            assert outside == [], one.kind


@pytest.mark.parametrize("encoding", ["webp", "png"])
@pytest.mark.parametrize("kind", [kind for kind in tadmor.PAINTERS if kind != "card"])
def test_a_picture_opens_and_is_small(kind: str, encoding: drawing.Encoding) -> None:
    pos = played(4, "end") if kind == "end" else settled()
    picture = drawing.draw_picture(scene(pos, kind, None if kind == "end" else 0), encoding)
    opened = Image.open(io.BytesIO(picture.data))
    assert (opened.format, opened.size) == (encoding.upper(), (picture.width, picture.height))
    assert len(picture.data) <= 500 * KIB


def test_the_same_scene_gives_the_same_pixels_also_in_two_threads() -> None:
    tasks = [
        scene(settled(), kind, 0) for kind in ("board", "region", "display", "mat", "missions")
    ]
    once = [painted(one).sheet.tobytes() for one in tasks]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda one: painted(one).sheet.tobytes(), tasks)) == once


def test_holes_stand_apart_in_their_own_region_and_each_says_what_it_gives() -> None:
    here, index = board.board_transform(), ground.places()
    left, top, _, _ = style.LAYOUT.get("canvas.map")
    for n in (2, 4):
        view = GAME.view(played(n, "early"), None)
        assert {space.id for space in view.spaces} == {space.id for space in spaces(n)}
        holes = [(space.id, places.hole_box(space, here)) for space in view.spaces]
        assert overlaps(holes) == []
        for space in view.spaces:
            assert places.hole_box(space, here).is_inside(board.MAP)
            x, y = style.LAYOUT.get(f"canvas.spaces.{space.id}")
            assert REGIONS[gray(index, (x - left, y - top))] == space.region, space.id
            content = places.content(space, sprites.SIZES[space.piece][1])
            assert content.getbbox() is not None
            assert content.width <= places.hole_box(space, here).w + 8, space.id


def test_pieces_and_their_tabs_hide_no_other_space() -> None:
    view = GAME.view(settled(), None)
    full = structs.replace(
        view,
        spaces=tuple(
            structs.replace(space, pieces=((0, "boat" if space.piece == "boat" else "camel"),))
            for space in view.spaces
        ),
    )
    canvas = painted(structs.replace(scene(settled(), "board"), view=full))
    assert overlaps(boxes(canvas, "tab")) == []
    assert len(boxes(canvas, "tab")) == len(SPACES)
    holes = boxes(canvas, "space")
    covered = [
        (about, name)
        for about, tab in boxes(canvas, "tab")
        for name, hole in holes
        if name != about and tab.meets(Rect(hole.x + 12, hole.y + 12, hole.w - 24, hole.h - 24))
    ]
    assert covered == []


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("name", REGIONS)
def test_a_region_is_shown_whole_with_large_lettered_spaces(name: str, n: int) -> None:
    ours = [space.id for space in spaces(n) if space.region == name]
    for lang in ("es", "en"):
        canvas = painted(scene(played(n, "middle"), "region", 0, marks=lettered(*ours), lang=lang))
        frame = boxes(canvas, "region")[0][1]
        holes = boxes(canvas, "space")
        assert [about for about, _ in holes] == ours
        assert all(box.is_inside(frame) and max(box.w, box.h) >= 96 for _, box in holes)
        assert [about for about, _ in boxes(canvas, "marker")] == ours
        assert overlaps(boxes(canvas, "marker")) == []
        assert overlaps(boxes(canvas, "space name", "region name")) == []
        assert all(
            box.is_inside(frame)
            for _, box in boxes(canvas, "space name", "region name", "tab", "marker")
        )


@pytest.mark.parametrize("stage", ["setup", "middle", "late"])
@pytest.mark.parametrize("name", REGIONS)
def test_a_code_of_a_close_up_leans_on_no_other_space(name: str, stage: str) -> None:
    ours = [space.id for space in spaces(4) if space.region == name]
    marks = tuple(Mark(one, f"{name[0].upper()}{k}", "legal") for k, one in enumerate(ours, 1))
    canvas = painted(scene(played(4, stage), "region", 0, marks=marks))
    things = boxes(canvas, "space", "tab", "piece")
    for about, marker in boxes(canvas, "marker"):
        others = [one for one in things if one[0].partition("=")[0] != about]
        assert [one for one in others if overlaps([(about, marker), one])] == []


def test_what_is_asked_bears_its_letter_on_the_board() -> None:
    pos = settled()
    spots = ("upgrade_3", "pile_grey", "i29", "tower2", "desert", "north_sea")
    canvas = painted(scene(pos, "board", 0, marks=lettered(*spots)))
    assert {about for about, _ in boxes(canvas, "marker")} == set(spots)
    all_regions = painted(scene(pos, "board", 0, marks=lettered(*REGIONS)))
    assert overlaps([*boxes(all_regions, "marker"), *boxes(all_regions, "space")]) == []


def test_every_space_that_is_offered_bears_its_letter_also_when_they_are_many() -> None:
    """One menu of all spaces: the picture has the letter of each, none over another."""
    every = [space.id for space in spaces(4) if space.takes("camel")]
    found = boxes(painted(scene(settled(), "board", 0, marks=lettered(*every))), "marker")
    assert sorted(about for about, _ in found) == sorted(every)
    assert len(every) == 29
    assert overlaps(found) == []


def test_what_changed_glows_and_what_would_come_is_ghosted() -> None:
    pos = settled()
    canvas = painted(
        scene(
            pos,
            "board",
            0,
            changed=("tower_single", "pile_grey", "i29", "tower1"),
            ghost=("upgrade_3=camel",),
        )
    )
    assert {about for about, _ in boxes(canvas, "halo")} == {
        "tower_single",
        "pile_grey",
        "i29",
        "1",
    }
    assert [about for about, _ in boxes(canvas, "ghost")] == ["upgrade_3"]
    assert [
        about for about, _ in boxes(painted(scene(pos, "mat", 0, ghost=("tower0=11",))), "ghost")
    ] == ["9", "10", "11"]
    plain = painted(scene(pos, "mat", 0)).sheet
    for ghost in ("temple0=roof", "rare0=silk", "tower0=9"):
        assert (
            ImageChops.difference(
                plain, painted(scene(pos, "mat", 0, ghost=(ghost,))).sheet
            ).getbbox()
            is not None
        )
    assert (
        ImageChops.difference(
            plain, painted(scene(pos, "mat", 0, ghost=("tower1=9",))).sheet
        ).getbbox()
        is None
    )


def test_a_mat_shows_what_is_left_after_the_decision_and_what_it_is_worth_then() -> None:
    """The goods beside the ghost are those after the payment, the points those with the new part and the new good."""
    pos = settled()
    view = GAME.view(pos, 0)
    built = scene(pos, "mat", 0, ghost=("temple0=roof", "left0=0-1-1-0-0-0-0-1"))
    now, then = view.mats[0], foreseen.with_ghost_applied(built, 0).view.mats[0]
    assert then.store == {"wood": 0, "stone": 1, "marble": 1, "gold": 0}
    assert then.traded == {"wood": 0, "stone": 0, "marble": 0, "gold": 1}
    assert then.temple_points - now.temple_points == RULES.temple[2].points - RULES.temple[1].points
    good = foreseen.with_ghost_applied(scene(pos, "mat", 0, ghost=("rare0=silk",)), 0).view.mats[0]
    assert good.rare_points > now.rare_points
    untouched = scene(pos, "mat", 0, ghost=("tower1=3",))
    assert foreseen.with_ghost_applied(untouched, 0) is untouched


def test_traded_goods_count_for_what_the_warehouse_can_keep() -> None:
    """All pictures give the same count, and one says what happens to the rest."""
    view = GAME.view(settled(), 0)
    mat = view.mats[0]
    held = sum(mat.store.values()) + sum(mat.traded.values())
    assert held > mat.storage
    count = f"{held} de {mat.storage}"
    assert count in names(painted(scene(settled(), "mat", 0)), "count")
    near = view_scene(view, "region")
    assert count in names(painted(near), "count")
    rest = f"Sobran {held - mat.storage}: descartas lo que no gastes este turno"
    assert rest in " ".join(noted.about for noted in painted(near).regions)
    last = painted(view_scene(structs.replace(view, turn=view.turns), "region"))
    assert not [noted for noted in last.regions if "Sobran" in noted.about]


def test_a_tile_that_the_player_has_is_there_to_be_used() -> None:
    own = GAME.view(settled(), 0).mats[0].tiles[0]  # not on display
    assert "Usa tu mejora" in names(
        painted(scene(settled(), "display", 0, marks=lettered(own))), "title"
    )
    assert "Mejoras" in names(painted(scene(settled(), "display", 0)), "title")


def test_only_the_viewer_sees_the_faces_of_a_hand() -> None:
    pos = settled()
    hand = set(pos.state.players[0].hand)
    own = painted(scene(pos, "mat", 0))
    assert hand <= {about for about, _ in boxes(own, "mission")}
    view = structs.replace(GAME.view(pos, None), actors=(0,))
    for kind in ("mat", "missions"):
        others = painted(structs.replace(scene(pos, kind), view=view))
        assert not hand & {about for about, _ in boxes(others, "mission", "card")}
    assert {about for about, _ in boxes(painted(scene(pos, "missions", 0)), "card")} == hand


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_upgrade_is_told_whole(lang: str) -> None:
    view = GAME.view(settled(), 0)
    tiles = list(UPGRADES)
    for at in range(0, len(tiles), 6):
        shown = structs.replace(view, display=tuple(tiles[at : at + 6]))
        canvas = painted(structs.replace(scene(settled(), "display", 0, lang=lang), view=shown))
        assert cut_short(canvas) == []
        assert [about for about, _ in boxes(canvas, "tile")] == tiles[at : at + 6]
        assert overlaps([*boxes(canvas, "words"), *boxes(canvas, "tile")]) == []
    crowd = structs.replace(view, display=MANY[:10])
    assert (
        painted(structs.replace(scene(settled(), "display", 0, lang=lang), view=crowd)).box.h
        <= staged.OTHER_HEIGHT
    )


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_mission_is_told_whole_on_its_card(lang: str) -> None:
    pos = GAME.codec.clone(settled())
    known = list(MISSIONS)
    for at in range(0, len(known), 9):
        pos.state.players[0].hand[:] = known[at : at + 9]
        canvas = painted(scene(pos, "missions", 0, lang=lang, marks=lettered(*known[at : at + 9])))
        assert cut_short(canvas) == []
        assert {about for about, _ in boxes(canvas, "marker")} == set(known[at : at + 9])
        assert canvas.box.h <= staged.OTHER_HEIGHT
        assert overlaps(boxes(canvas, "words")) == []
        assert overlaps(boxes(canvas, "cost", "points")) == []


def test_every_mission_has_a_scene_of_its_own_with_room_for_its_sign() -> None:
    scenes = {card: stored(style.ASSETS / "missions" / f"{card}.jpg") for card in MISSIONS}
    assert {path.stem for path in (style.ASSETS / "missions").iterdir()} == set(MISSIONS)
    assert len({sheet.size for sheet in scenes.values()}) == 1
    for (a, first), (b, second) in combinations(scenes.items(), 2):
        apart = ImageStat.Stat(
            ImageChops.difference(*(one.convert("L").resize((56, 26)) for one in (first, second)))
        ).mean[0]
        assert apart > 5, (a, b)
    assert missions.picture("k1", 358, 160).size == (358, 160)


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("name", REGIONS)
def test_the_attacked_region_has_a_seal_beside_its_name_and_over_no_space(
    name: str, lang: str
) -> None:
    pos = GAME.codec.clone(settled())
    pos.state.attacked = name
    canvas = painted(scene(pos, "board", lang=lang))
    ((about, seal),) = boxes(canvas, "seal")
    assert about == name
    assert seal.is_inside(board.MAP)
    places_ = boxes(canvas, "space", "tab", "piece")
    assert [one for one in places_ if overlaps([(about, seal), one])] == []


@pytest.mark.parametrize("n", [2, 4])
@pytest.mark.parametrize("name", REGIONS)
def test_a_close_up_has_the_seal_beside_the_name_and_over_no_space(name: str, n: int) -> None:
    ours = [space.id for space in spaces(n) if space.region == name]
    for lang in ("es", "en"):
        pos = GAME.codec.clone(played(n, "middle"))
        pos.state.attacked, pos.state.raid = name, ""
        canvas = painted(scene(pos, "region", 0, marks=lettered(*ours), lang=lang))
        seals = boxes(canvas, "seal")
        assert [about for about, _ in seals] == [name]
        others = boxes(canvas, "region name", "space name", "space", "tab", "piece")
        assert [one for one in others if overlaps([*seals, one])] == []


def test_a_phone_shows_what_every_space_gives() -> None:
    for space in GAME.view(settled(), None).spaces:
        tab = style.LAYOUT.get("place.tab.size")[1]
        for height in (sprites.SIZES[space.piece][1], tab * 1.32):
            drawn = places.content(
                structs.replace(space, order=0, basic_amount=0), height
            ).getbbox()
            assert drawn
            assert max(drawn[2] - drawn[0], drawn[3] - drawn[1]) * 390 / 1200 >= 12 - 1 / 3, (
                space.id
            )


def test_a_trail_over_the_board_covers_no_number_on_its_way() -> None:
    bare = scene(settled(), "board")
    trail = (
        PieceMovement(("north_wood_boat_1", "euphrates_gold_boat"), 3),
        PieceMovement(("upgrade_1", "south_stone_camel"), 1),
    )
    plain, marked = painted(bare), painted(structs.replace(bare, moved=trail))
    arrows = [box for _, box in boxes(marked, "trail")]
    assert len(arrows) == 2
    numbers = boxes(plain, "gives", "tab", "turns", "points")
    crossed = [(about, box) for about, box in numbers if any(box.meets(one) for one in arrows)]
    assert len(crossed) > 8
    for about, box in crossed:
        area = (box.x + 6, box.y + 6, box.right - 6, box.bottom - 6)  # its corners are round
        assert not ImageChops.difference(
            plain.sheet.crop(area), marked.sheet.crop(area)
        ).getbbox(), about


def test_mats_hold_many_things() -> None:
    pos = GAME.codec.clone(settled())
    own = pos.state.players[0]
    own.tiles[:], own.placed = list(MANY[:12]), {"i47": "camel"}
    own.store, own.traded = (
        {"wood": 9, "stone": 8, "marble": 11, "gold": 7},
        {"wood": 5, "stone": 9, "marble": 1, "gold": 12},
    )
    own.tower, own.temples[:], own.hand[:] = 34, [4, 2, 1], [f"k{k}" for k in range(1, 8)]
    for lang in ("es", "en"):
        canvas = painted(scene(pos, "mat", 0, lang=lang, ghost=("tower0=36", "temple0=roof")))
        assert canvas.box.h <= staged.OTHER_HEIGHT
        assert [about for about, _ in boxes(canvas, "ghost")] == ["35", "36"]
        assert overlaps(boxes(canvas, "panel")) == []
        assert overlaps(boxes(canvas, "number")) == []
        assert overlaps(boxes(canvas, "heading", "count", "points")) == []


@pytest.mark.parametrize("ghost", [(), ("tower0=10",), ("tower0=12",)])
def test_the_rim_marks_the_prices_that_are_about_to_be_paid(ghost: tuple[str, ...]) -> None:
    """The tower has 8 levels: the next one is in the second band, also if it ends the band."""
    canvas, rim = painted(scene(settled(), "mat", 0, ghost=ghost)), theme.load().saffron
    found = boxes(canvas, "price")
    marked = {
        about
        for about, box in found
        if colour_at(canvas.sheet, (box.x + 2, round(box.centre[1]))) == rim
    }
    assert marked == {"1"}
    assert len({about for about, _ in found}) > 1


def test_a_price_without_what_a_tile_waives() -> None:
    pos = GAME.codec.clone(settled())
    before = len(boxes(painted(scene(pos, "mat", 0)), "number"))
    pos.state.players[0].tiles[:] = ["i18"]
    assert len(boxes(painted(scene(pos, "mat", 0)), "number")) < before


def test_every_tile_and_every_card_has_a_face_of_its_kind() -> None:
    for tile in UPGRADES:
        assert faces.small_tile(tile, 80, 88, 42).image.getbbox() is not None
        assert faces.face(tile).figure or faces.face(tile).tail
    assert {cards.benefit_sign(card)[0] for card in MISSIONS} >= {
        "camel",
        "sailboat",
        "stone-tower",
        "amphora",
    }
    assert {facts.window for facts in MISSIONS.values()} == set(cards.PHASES)


def test_seats_differ_by_shape_as_well_as_by_colour() -> None:
    look_of = theme.load()
    for kind in ("camel", "boat"):
        flat = [sprites.pawn(look_of, seat, kind, 78).convert("L") for seat in range(4)]
        for a, b in combinations(flat, 2):
            assert ImageChops.difference(a, b).getbbox() is not None
    marks = [sprites.seat_shape_mask(look_of, seat, (20, 20), 14, (40, 40)) for seat in range(4)]
    for a, b in combinations(marks, 2):
        assert sum(ImageChops.difference(a, b).histogram()[128:]) > 40


def test_a_card_has_the_points_so_far_and_those_of_now_and_a_crown_if_it_leads() -> None:
    view = GAME.view(settled(), None)
    canvas = painted(scene(settled(), "board"))
    assert names(canvas, "points") == ["38", "44", "131", "−2"]
    assert names(canvas, "projected") == [
        str(end) for now, end in standing.standing(view) if now != end
    ]
    assert names(canvas, "leader") == [str(seat) for seat in standing.leaders(view)] == ["2"]
    pos = GAME.codec.clone(played(3, "early"))
    for player in pos.state.players:
        player.earned, player.tower, player.rare[:] = {"start": 44}, 0, []
        player.temples[:], player.face_up[:], player.returned[:] = [], [], []
    equal = painted(scene(pos, "board"))
    assert names(equal, "points") == ["44"] * 3
    assert names(equal, "projected") == names(equal, "leader") == []


def test_a_question_brings_the_picture_it_is_about() -> None:
    pos = played(4, "middle")
    seat = GAME.view(pos, None).actors[0]
    view = GAME.view(pos, seat)
    tile = next(tile for tile in view.display if tile)
    assert panel_picture(GAME.view(pos, None), ()) == "board"
    assert panel_picture(view, ("upgrade_1", "market_palmyra")) == "region"
    assert panel_picture(view, ("upgrade_1=camel",)) == "region"
    assert panel_picture(view, ("upgrade_1", "tower_single")) == "board"
    assert panel_picture(view, (tile,)) == "display"
    assert panel_picture(view, ("k8",)) == "missions"
    assert panel_picture(view, (f"tower{seat}=7",)) == "mat"
    assert panel_picture(view, ("desert",)) == "board"
    assert panel_picture(GAME.view(pos, (seat + 1) % 4), ()) == "mat"
    assert region.shown(scene(pos, "region", seat, marks=lettered("rare_red"))) == "euphrates"


def test_large_pictures_look_closely_at_what_is_asked() -> None:
    pos = played(4, "middle")
    seat = GAME.view(pos, None).actors[0]
    asked = lettered("upgrade_1", "first_player")
    near = painted(scene(pos, "board", seat, marks=asked, large=True))
    assert near.sheet.tobytes() == painted(scene(pos, "region", seat, marks=asked)).sheet.tobytes()
    whole = painted(
        scene(pos, "board", seat, marks=lettered("upgrade_1", "tower_single"), large=True)
    )
    assert boxes(whole, "person") != []


@pytest.mark.parametrize("lang", ["es", "en"])
def test_all_upgrades_of_an_era_can_be_offered_before_the_game(lang: str) -> None:
    tiles = [tile for tile, one in UPGRADES.items() if one.era == 1]
    canvas = painted(scene(played(3, "setup"), "display", 0, lang=lang, marks=lettered(*tiles)))
    assert [about for about, _ in boxes(canvas, "tile")] == tiles
    assert cut_short(canvas) == []
    assert canvas.box.h <= staged.OTHER_HEIGHT
    assert painted(scene(played(3, "setup"), "display", 0, lang=lang)).box.h < 700


@pytest.mark.parametrize("first", [(1,), (0, 3), (0, 1, 2), (0, 1, 2, 3)])
def test_the_end_is_a_scene_with_everybodys_tower_and_the_winners_caravan(
    first: tuple[int, ...],
) -> None:
    view = GAME.view(played(4, "end"), None)
    board = view.scoreboard
    assert board
    ranking = tuple(
        Rank(1 if seat in first else 1 + len(first), seat)
        for seat in (*first, *(set(range(4)) - set(first)))
    )
    view = structs.replace(view, scoreboard=structs.replace(board, ranking=ranking))
    canvas = painted(structs.replace(scene(played(4, "end"), "end"), view=view))
    ((_, frame),) = boxes(canvas, "scene")
    towers = boxes(canvas, "tower")
    assert {about for about, _ in towers} == {
        f"{seat}={mat.tower}" for seat, mat in enumerate(view.mats)
    }
    things = [*towers, *boxes(canvas, "temple", "camel", "boat")]
    assert all(box.is_inside(frame) for _, box in things)
    assert overlaps(boxes(canvas, "laurels", "tower", "temple", "label")) == []
    assert {about for about, _ in boxes(canvas, "camel")} == {str(seat) for seat in first}
    assert 1 <= len(boxes(canvas, "camel")) <= 5


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_end_tells_what_decided_a_tie(lang: str) -> None:
    pos = GAME.codec.clone(played(2, "end"))
    bare = painted(scene(pos, "end", lang=lang))
    for player, goods in zip(pos.state.players, (["silk"] * 3, ["silk"]), strict=True):
        player.tower, player.temples[:], player.face_up[:], player.returned[:], player.tiles[:] = (
            0,
            [],
            [],
            [],
            [],
        )
        player.rare[:], player.earned = goods, {"start": 40 if len(goods) > 1 else 50}
    tied = painted(scene(pos, "end", lang=lang))
    assert [about for about, _ in boxes(tied, "points")] == ["55", "55"]
    assert [about for about, _ in boxes(tied, "number")][-2:] == ["3", "1"]
    assert cut_short(bare) == cut_short(tied) == []
    assert overlaps(boxes(tied, "label", "number", "points", "name")) == []


def test_a_mission_in_hand_is_not_counted_among_the_completed_ones_below() -> None:
    pos = positions.cards(positions.cards(positions.begin(2), 0, "k15"), 0, "k13", to="hand")
    canvas = missions.draw_missions(scene(pos, "missions", 0, marks=lettered("k15")), theme.load())
    assert "En mano 1 · cumplidas 1 · devueltas 0" in [
        noted.about for noted in canvas.regions if noted.kind == "heading"
    ]


@pytest.mark.parametrize("n", [0, 1, 6, 9, 12, 15])
@pytest.mark.parametrize("large", [1, 2])
def test_small_missions_stand_above_their_sum(n: int, large: int) -> None:
    pos = positions.begin(2)
    player = pos.state.players[0]
    hand, done = list(MISSIONS)[:large], list(MISSIONS)[large : large + n]
    player.hand[:], player.face_up[:], player.returned[:] = hand, done[: n // 2], done[n // 2 :]
    canvas = painted(scene(pos, "missions", 0))
    cards = boxes(canvas, "mission")
    assert [card for card, _ in cards] == [*done[: n // 2], *done[n // 2 :]]
    assert overlaps([*cards, *boxes(canvas, "points", "laurel", "sum")]) == []
    assert outside(canvas) == []


def test_a_card_counts_the_completed_missions_without_the_returned_ones() -> None:
    pos = GAME.codec.clone(played(2, "setup"))
    own = pos.state.players[0]
    own.face_up[:], own.returned[:], own.rare[:] = ["k8", "k3"], ["k13"], ["oil"] * 4
    canvas = painted(scene(pos, "board"))
    facts = boxes(canvas, "facts")[0][1]
    numbers = [
        noted.about
        for noted in canvas.regions
        if noted.kind == "number" and noted.box.centre[1] > facts.centre[1]
        if noted.box.is_inside(facts)
    ]
    assert numbers == ["2", "4", "0"]


def test_after_the_match_no_card_tells_what_a_mission_still_needs() -> None:
    view = GAME.view(settled(), 0)
    held = view.hand
    assert held is not None

    def picture(phase: Phase, missing: dict[str, dict[str, int]]) -> bytes:
        hand = structs.replace(held, missing=missing)
        seen = structs.replace(view, phase=phase, actors=(3,), hand=hand)
        return painted(view_scene(seen, "missions")).sheet.tobytes()

    known = held.missing
    assert {} in known.values()
    assert any(known.values())
    assert picture("placement", known) != picture("placement", {})
    assert picture("end", known) == picture("end", {})


def test_a_strip_above_the_board_shows_the_goods_of_the_player_who_places() -> None:
    pos = GAME.codec.clone(settled())
    pos.state.players[3].store = {"wood": 2, "stone": 0, "marble": 11, "gold": 1}
    pos.state.players[3].chosen = "ebla"
    own = painted(scene(pos, "board", 3)).regions
    assert [noted.about for noted in own if noted.kind == "purse" and noted.has_letters] == [
        "Almacén",
        "Tu ataque: Ebla",
    ]
    for viewer in (None, 0):
        assert not any(
            noted.kind == "purse" for noted in painted(scene(pos, "board", viewer)).regions
        )


def test_a_strip_above_the_board_counts_more_goods_than_can_be_kept_in_any_phase() -> None:
    view = structs.replace(GAME.view(settled(), 0), phase="construction", actors=(0,))
    canvas = painted(structs.replace(scene(settled(), "board", 0), view=view))
    held = sum(view.mats[0].store.values()) + sum(view.mats[0].traded.values())
    assert f"{held}/{view.mats[0].storage}" in [noted.about for noted in canvas.regions]


def test_each_space_of_a_region_has_its_name_also_below_a_piece() -> None:
    spots = [space.id for space in spaces(4) if space.region == "palmyra"]
    canvas = painted(scene(settled(), "region", 3, marks=lettered("upgrade_2")))
    named = [about for about, _ in boxes(canvas, "named", "taken name")]
    assert sorted(named) == sorted(spots)
    taken = [space.id for space in GAME.view(settled(), None).spaces if space.pieces]
    assert {about for about, _ in boxes(canvas, "taken name")} == set(spots) & set(taken)


def test_all_tiles_on_display_are_in_the_order_of_their_numbers() -> None:
    canvas = painted(scene(settled(), "display", 0))
    tiles = [int(about.removeprefix("i")) for about, _ in boxes(canvas, "tile")]
    assert len(tiles) > 5
    assert tiles == sorted(tiles)


def test_the_board_knows_the_box_of_each_piece_that_glides() -> None:
    canvas = painted(scene(settled(), "board"))
    pieces = boxes(canvas, "piece")
    assert pieces
    assert [(about.split("=")[0], box) for about, box in pieces] == boxes(canvas, "piece_body")
