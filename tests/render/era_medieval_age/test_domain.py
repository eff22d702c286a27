"""Domains of Era: pieces in their cells, prompts in place, nothing of others' layouts."""

from __future__ import annotations

import io
import itertools
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import pytest
from msgspec import structs
from PIL import Image, ImageChops, ImageStat

from app.play import panel_builder
from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.views.scene import Mark
from games.era_medieval_age import GAME
from games.era_medieval_age.model.catalog import KEEP, LAYOUTS, PIECES, SCORCHED
from games.era_medieval_age.model.land import GRID, TURNS, land, placed
from games.era_medieval_age.rules.domain.building import Build, score_change
from games.era_medieval_age.rules.domain.layout import start_pieces
from games.era_medieval_age.rules.domain.placement import (
    ask_place,
    best_sites,
    chosen_piece_id,
    sites,
)
from games.era_medieval_age.rules.phases.extortion import Yield
from games.era_medieval_age.views.view import PrivateScreen
from render.base import theme
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.era_medieval_age.layers import ground, placing, tracks
from render.era_medieval_age.pieces import sprites
from render.era_medieval_age.pieces.style import LAYOUT
from render.era_medieval_age.screens import domain
from render.pictures import drawing
from tests.games.era_medieval_age.positions import begin, dice, lay, stage, stock
from tests.render.era_medieval_age import staged_domain
from tests.render.era_medieval_age.staged_domain import OPEN, SCENES, TOWN, scene, view
from tests.render.scenes import gray, lettered
from tools.art import era, era_houses

KIB = 1024
EVERY = [(kind, degrees) for kind, turns in TURNS.items() for degrees in turns]
KEEP_AT = "keep-g7-0"
LONG = (
    "Wilhelmina Wolfeschlegelsteinhaus",
    "Очень Длинное Имя Игрока",
    "Maximiliano-Ñ. W",
    "W" * 32,
)


def noted(canvas: Canvas, kind: str) -> dict[str, Rect]:
    return {n.about: n.box for n in canvas.regions if n.kind == kind}


def overlapping(boxes: list[Rect]) -> list[tuple[Rect, Rect]]:
    return [(a, b) for a, b in combinations(boxes, 2) if a.meets(b)]


def test_a_piece_covers_the_middles_of_its_own_cells_and_of_no_others(
    subtests: pytest.Subtests,
) -> None:
    for kind, degrees in EVERY:
        with subtests.test(kind=kind, degrees=degrees):
            cell = LAYOUT.int("domain.cell")
            body, (dx, dy) = sprites.sprite(kind, degrees, cell)
            turn, alpha = TURNS[kind][degrees], body.getchannel("A")
            for row in range(-2, turn.height + 1):
                for col in range(-1, turn.width + 1):
                    at = round(dx + (col + 0.5) * cell), round(dy + (row + 0.5) * cell)
                    inside = 0 <= at[0] < body.width and 0 <= at[1] < body.height
                    solid = inside and gray(alpha, at) > 200
                    court = (
                        kind == "university" and 0 <= row < turn.height and 0 <= col < turn.width
                    )  # its lawn belongs to it
                    assert solid == ((row, col) in turn.cells) or court, (row, col)


def test_pieces_are_told_apart_without_colour(subtests: pytest.Subtests) -> None:
    for cell in [76, 38, 32]:
        with subtests.test(cell=cell):
            flat = {}
            for kind in PIECES:
                body, _ = sprites.sprite(kind, 0, cell)
                paper = Image.new("RGBA", (6 * cell + 60, 5 * cell), "white")
                paper.alpha_composite(body, (0, 0))
                flat[kind] = paper.convert("L")
            for a, b in combinations(flat, 2):
                clear = ImageChops.difference(flat[a], flat[b]).point(
                    [255 if v > 40 else 0 for v in range(256)]
                )
                apart = ImageStat.Stat(clear).sum[0] / 255
                assert apart > 0.3 * cell * cell, (a, b)


def test_only_a_keep_shows_whose_it_is() -> None:
    red, blue = (200, 67, 47), (47, 93, 140)
    assert (
        sprites.sprite(KEEP, 0, 76, red)[0].tobytes()
        != sprites.sprite(KEEP, 0, 76, blue)[0].tobytes()
    )
    assert sprites.sprite("church", 90, 76, red)[0] is sprites.sprite("church", 90, 76, blue)[0]
    with pytest.raises(KeyError):
        sprites.sprite("church", 45, 76)


def test_the_tool_draws_what_is_stored(subtests: pytest.Subtests) -> None:
    for cell, name in itertools.product(
        sprites.CELLS, ["longhouse-90", "church-0", "wall_3-0", "scorched_earth-0"]
    ):
        with subtests.test(cell=cell, name=name):
            kind, degrees = name.split("-")
            drawn, corner = era.reduced(
                era_houses.draw(kind, TURNS[kind][int(degrees)]).sprite, cell
            )
            kept, at = sprites.sprite(kind, int(degrees), cell)
            assert (drawn.size, corner) == (kept.size, at)
            paper = [Image.new("RGBA", drawn.size, "white") for _ in range(2)]
            for sheet, body in zip(paper, (drawn, kept), strict=True):
                sheet.alpha_composite(body)
            assert (
                max(
                    ImageStat.Stat(
                        ImageChops.difference(*(sheet.convert("RGB") for sheet in paper))
                    ).mean
                )
                < 4
            )


def test_the_dashed_line_encloses_just_the_cells(subtests: pytest.Subtests) -> None:
    for kind, degrees in EVERY:
        with subtests.test(kind=kind, degrees=degrees):
            cells = GRID.place(TURNS[kind][degrees], 3, 4)
            line = placing.corners(cells)
            area = (
                sum(
                    x * ny - nx * y
                    for (x, y, *_), (nx, ny, *_) in zip(line, line[1:] + line[:1], strict=True)
                )
                / 2
            )
            assert area == cells.bit_count()
            for x, y, dx, dy in line:
                assert {abs(dx), abs(dy)} == {1}
                assert (
                    cells & GRID.cell_mask(y + (dy - 1) // 2, x + (dx - 1) // 2)
                    or len(TURNS[kind][degrees].cells) > 4
                ), (x, y)
            letter_x, letter_y = placing.letter_place(cells)
            assert cells & GRID.cell_mask(int(letter_y), int(letter_x))


def test_every_picture_has_its_size_and_keeps_within_it(subtests: pytest.Subtests) -> None:
    for name in SCENES:
        with subtests.test(name=name):
            picture = drawing.draw_picture(SCENES[name])
            opened = Image.open(io.BytesIO(picture.data))
            assert (opened.format, opened.size) == ("WEBP", (picture.width, picture.height))
            assert picture.width == 1200
            assert picture.height <= 764
            assert len(picture.data) <= 500 * KIB
            canvas = drawing.paint(SCENES[name])
            assert [n for n in canvas.regions if not n.box.is_inside(canvas.box)] == []
            markers = noted(canvas, "marker")
            assert set(markers) == {mark.spot for mark in SCENES[name].marks}
            assert overlapping(list(markers.values())) == []


def test_the_same_scene_gives_the_same_picture_also_in_two_threads() -> None:
    tasks = [SCENES[name] for name in ("places", "ghost", "turns", "layouts")]
    sheets = [drawing.paint(one).sheet.tobytes() for one in tasks]
    with ThreadPoolExecutor(2) as pool:
        assert (
            list(pool.map(lambda one: drawing.paint(one).sheet.tobytes(), tasks * 3)) == sheets * 3
        )


def test_letters_stand_on_the_places_that_the_game_proposes() -> None:
    proposed = [
        chosen_piece_id("farm", ("t90", f"{'abcdefghijklmn'[col]}{row + 1}"))
        for (row, col), _ in best_sites(TOWN, "farm", 90)
    ]
    canvas = drawing.paint(scene(view(), marks=lettered(*proposed)))
    markers, at, cell = (
        noted(canvas, "marker"),
        noted(canvas, "grid")[""],
        LAYOUT.int("domain.cell"),
    )
    assert list(markers) == proposed == list(noted(canvas, "site")), "and on each the piece is seen"
    for piece, box in markers.items():
        x, y = box.centre
        assert placed(piece).cells & GRID.cell_mask(
            int((y - at.y) // cell), int((x - at.x) // cell)
        )


def test_places_that_overlap_are_lettered_by_the_cell_where_they_begin() -> None:
    canvas = drawing.paint(SCENES["columns"])
    at, cell = noted(canvas, "grid")[""], LAYOUT.int("domain.cell")
    for spot, box in noted(canvas, "marker").items():
        one = placed(spot)
        assert abs(box.centre[0] - at.x - (one.col + 0.5) * cell) <= 1
        assert abs(box.centre[1] - at.y - (one.row + 0.5) * cell) <= 1
    rows = noted(drawing.paint(SCENES["rows"]), "marker")
    assert all(
        abs(box.centre[1] - at.y - (int(spot[3:].split("-")[0]) - 0.5) * cell) <= 1
        for spot, box in rows.items()
    )
    assert all(box.centre[0] < at.x - 20 for box in rows.values())


def test_every_turn_of_a_piece_lies_on_the_land_under_its_own_letter(
    subtests: pytest.Subtests,
) -> None:
    for pieces, kind in itertools.product(
        [(), OPEN, TOWN], [kind for kind, turns in TURNS.items() if len(turns) > 1]
    ):
        with subtests.test(pieces=pieces, kind=kind):
            spots = [f"turn-{kind}-{degrees}" for degrees in TURNS[kind]]
            canvas = drawing.paint(scene(view(pieces), marks=lettered(*spots)))
            asked = placing.sort_marks(lettered(*spots), tuple(sorted(pieces)))
            markers, at, cell = (
                noted(canvas, "marker"),
                noted(canvas, "grid")[""],
                LAYOUT.int("domain.cell"),
            )
            assert set(asked.examples) == set(spots) == set(markers), (
                "nobody is left for the strip while there is room"
            )
            for spot, one in asked.examples.items():
                assert f"turn-{one.kind}-{one.turn}" == spot
                assert not one.cells & ~land(tuple(sorted(pieces))).free
                x, y = markers[spot].centre
                assert one.cells & GRID.cell_mask(int((y - at.y) // cell), int((x - at.x) // cell))
            assert not any(a.cells & b.cells for a, b in combinations(asked.examples.values(), 2))


def test_turns_that_find_no_room_of_their_own_are_asked_below_the_land() -> None:
    rows = [f"wall_6-{col}{row}-0" for row in range(1, 15) for col in "ag"] + [
        f"wall_2-m{row}-0" for row in range(1, 13)
    ]
    full = tuple(sorted([*rows, "wall_2-l13-0"]))  # three cells are left in the corner
    spots = ("turn-wall_2-0", "turn-wall_2-90")
    canvas = drawing.paint(scene(view(full), marks=lettered(*spots)))
    assert len(placing.sort_marks(lettered(*spots), full).examples) == 1
    assert set(noted(canvas, "marker")) == set(spots)
    assert overlapping(list(noted(canvas, "marker").values())) == []


def test_a_row_that_is_asked_shows_where_the_piece_begins_in_it(subtests: pytest.Subtests) -> None:
    for where in [("t0", "other"), ("t90", "other")]:
        with subtests.test(where=where):
            form = ask_place(OPEN, "townhouse", where)
            assert form
            marks = panel_builder.marks(form, None)
            asked = placing.sort_marks(marks, OPEN)
            assert [mark for mark, _ in asked.rows] == list(marks)
            cells = sites(OPEN, "townhouse", int(where[0][1:]))
            assert (
                sum(GRID.cell_mask(one.row, one.col) for _, places in asked.rows for one in places)
                == cells
            )
            for mark, places in asked.rows:
                assert {one.row for one in places} == {int(mark.letter) - 1}
                assert asked.examples.get(mark.spot, places[0]) in places
            canvas = drawing.paint(scene(view(OPEN), marks=marks))
            assert noted(canvas, "row").keys() == asked.examples.keys() != set()
            assert (
                overlapping([*noted(canvas, "row").values(), *noted(canvas, "marker").values()])
                == []
            )


def test_a_ghost_shows_what_it_would_wall_in() -> None:
    canvas = drawing.paint(SCENES["ghost"])
    piece = SCENES["ghost"].ghost[0]
    grown = land(tuple(sorted([*OPEN, piece]))).inside
    assert set(noted(canvas, "fresh")) == set(staged_domain.names(grown))
    assert grown.bit_count() == 25
    assert set(noted(canvas, "ghost")) == {piece}
    assert {"stone-wall:0:+25", "flat-hammer:2/2:-1"} < set(noted(canvas, "fact")), (
        "the wall costs a hammer of those left"
    )
    pegs = [n.about for n in canvas.regions if n.kind == "peg"]
    assert [pegs.count(f"stone:{state}") for state in ("full", "lost")] == [2, 1], (
        "and a stone of three"
    )
    keep = drawing.paint(scene(view(OPEN), ghost=("keep-k1-0",)))
    assert "noble:3:+1" in noted(keep, "die")
    assert not noted(keep, "fresh")


def test_the_strip_tells_the_points_that_the_words_tell() -> None:
    pos = stock(lay(begin(2), list(OPEN)), stone=1)
    stage(pos, Build(0, 3))
    view = GAME.view(pos, 0)
    path = ("build", "wall_6", "t90", "a6")
    done = walk.ask(pos, 0, path)
    assert isinstance(done, MoveReady)
    canvas = drawing.paint(scene(view, ghost=done.ghost))
    told = score_change(StepContext(GAME, pos), 0, "wall_6-a6-90")
    assert told > 10
    assert {f"laurels:{view.towns[0].points}:{told:+d}", "flat-hammer:3/3:-1"} < set(
        noted(canvas, "fact")
    )
    after = walk.submit(pos, 0, path).pos
    assert GAME.view(after, 0).towns[0].points == view.towns[0].points + told
    assert "flat-hammer:2/2:+0" in noted(drawing.paint(scene(GAME.view(after, 0))), "fact")


def test_each_step_shows_the_signs_of_the_dice_that_count_in_it() -> None:
    pos = dice(stock(begin()), 0, "peasant_build2", "noble_sword1")

    def signs() -> set[str]:
        told = noted(drawing.paint(scene(GAME.view(pos, 0))), "fact")
        return {one for one in told if not one.startswith(("laurels", "stone-wall"))}

    assert signs() == set(), "nobody can build yet"
    stage(pos, Build(0, 1))
    assert signs() == {"flat-hammer:1/2:+0"}
    stage(pos, Yield(0, 1, "wood"))
    assert signs() == {"broadsword:1:+0", "checked-shield:0:+0"}


def test_who_has_built_has_a_tick_instead_of_hammers() -> None:
    pos = dice(stock(begin()), 0, "peasant_build2")
    stage(pos, Build(1, 1))
    view = structs.replace(GAME.view(pos, 0), order=(0, 1, 2, 3)[: pos.n])
    assert "flat-hammer:done:+0" in noted(drawing.paint(scene(view)), "fact")


def test_a_number_of_dice_and_its_change_stay_in_their_column() -> None:
    houses = tuple(f"longhouse-a{row}-0" for row in range(1, 13))
    canvas = drawing.paint(scene(view((KEEP_AT,)), ghost=houses))
    icons = [n for n in canvas.regions if n.kind == "die"]
    assert icons[0].about.endswith("+12")
    row = [
        n.box
        for n in canvas.regions
        if n.kind == "number" and n.box.y < icons[0].box.bottom and n.box.bottom > icons[0].box.y
    ]
    assert len(row) > len(icons), "a number for each die, and the change"
    assert overlapping([*(n.box for n in icons), *row]) == []


def test_a_loss_is_red_and_shows_what_lies_open_again() -> None:
    canvas = drawing.paint(SCENES["loss"])
    assert set(noted(canvas, "gone")) == {"keep-l2-0"}
    assert not noted(canvas, "ghost")
    assert set(noted(canvas, "open")) == set(staged_domain.names(land(TOWN).inside))
    assert {"noble:3:-1"} < set(noted(canvas, "die"))
    assert "stone-wall:26:-26" in noted(canvas, "fact")


def test_scorched_earth_over_a_building_takes_it_away() -> None:
    one = scene(view(phase="calamities"), ghost=("scorched_earth-k11-0",))
    canvas = drawing.paint(one)
    assert set(noted(canvas, "gone")) == {"market-k11-0"}
    assert set(noted(canvas, "ghost")) == {"scorched_earth-k11-0"}


def test_a_ready_made_layout_takes_the_place_of_what_was_laid() -> None:
    canvas = drawing.paint(SCENES["preset"])
    assert set(noted(canvas, "gone")) == {"longhouse-e7-90", "wall_4-c6-0"}
    assert set(noted(canvas, "ghost")) == set(LAYOUTS["open"].pieces) - {KEEP_AT}


def test_a_glow_lies_under_what_this_seat_built_last() -> None:
    assert set(noted(drawing.paint(SCENES["places"]), "halo")) == {"market-k11-0"}
    other = structs.replace(SCENES["places"], changed=("2/market-k11-0",))
    assert not noted(drawing.paint(other), "halo")


def test_scorched_earth_loses_its_paving_and_lies_under_everything() -> None:
    ring = ("wall_6-c3-0", "wall_6-c4-90", "wall_6-d9-0", "wall_6-i3-90")
    here = land(tuple(sorted([*ring, f"{SCORCHED}-e5-0"])))
    assert here.inside & here.scorched
    assert ground.paved(here) & here.scorched == 0
    assert ground.paved(here) | here.scorched == here.inside
    lines = ground.in_drawing_order(TOWN)
    assert [piece.startswith(SCORCHED) for piece in lines[:3]] == [True, True, False]
    south = [max(r for r, _ in GRID.cells(placed(piece).cells)) for piece in lines[2:]]
    assert south == sorted(south)


def test_tracks_tell_every_number_and_the_room_left() -> None:
    canvas = drawing.paint(SCENES["losses"])
    pegs = [n.about for n in canvas.regions if n.kind == "peg"]
    assert [
        pegs.count(f"{what}:{state}")
        for what in ("goods", "stone", "wood", "food")
        for state in ("full", "hole")
    ] == [2, 4, 3, 4, 6, 2, 4, 5]
    assert [tracks.wrapped(n) for n in (0, 1, 25, 26, 50, 51)] == [
        (0, 0),
        (1, 0),
        (25, 0),
        (1, 1),
        (25, 1),
        (1, 2),
    ]
    assert set(noted(canvas, "bar")) == {"culture:8:1", "calamity:1:2"}
    assert set(noted(canvas, "die")) == {
        "peasant:2:+0",
        "burgher:2:+0",
        "noble:3:+0",
        "clergy:2:+0",
    }
    numbers = [n.box for n in canvas.regions if n.kind == "number"]
    assert overlapping(numbers) == []
    huge = drawing.paint(scene(view(culture=198, calamity=176)))
    bars = noted(huge, "bar")
    assert all(box.is_inside(LAYOUT.rect("tracks.at")) for box in bars.values())


def test_what_is_left_to_place_is_shown_in_setup() -> None:
    left = noted(drawing.paint(SCENES["setup"]), "left")
    assert set(left) == {"longhouse:2", "farm:1", "wall_4:2", "scorched_earth:1"}
    for n in (1, 2, 3, 4):
        seen = structs.replace(
            staged_domain.setup(), hand=PrivateScreen(unplaced=tuple(start_pieces(n)))
        )
        panel = LAYOUT.rect("tracks.at")
        assert all(
            box.is_inside(panel) for box in noted(drawing.paint(scene(seen)), "left").values()
        )


def test_a_picture_of_the_own_domain_knows_nothing_of_others(subtests: pytest.Subtests) -> None:
    for kind in ["domain", "layouts"]:
        with subtests.test(kind=kind):
            seen = staged_domain.setup()
            towns = list(seen.towns)
            towns[0] = structs.replace(towns[0], pieces=TOWN, culture=20)
            pair = [
                drawing.paint(scene(one, kind)).sheet.tobytes()
                for one in (seen, structs.replace(seen, towns=tuple(towns)))
            ]
            assert pair[0] == pair[1]


def test_a_ready_made_layout_glows_when_it_is_chosen() -> None:
    seen = staged_domain.setup()
    canvas = drawing.paint(scene(seen, "layouts", ghost=tuple(LAYOUTS["closed"].pieces)))
    assert set(noted(canvas, "halo")) == {"closed"}
    panels = noted(canvas, "layout")
    assert set(panels) == {*LAYOUTS, "own"}
    assert overlapping(list(panels.values())) == []


def test_the_layouts_have_words_and_the_own_domain_the_pieces_that_are_left() -> None:
    labels = noted(drawing.paint(SCENES["layouts"]), "label")
    assert {"puntos", "casillas", "por poner"} <= set(labels)
    titles = noted(drawing.paint(SCENES["layouts"]), "title")
    assert "Elige tu disposición inicial" in titles


def test_the_letter_of_each_layout_is_the_one_of_its_button() -> None:
    spots = {mark.spot for mark in SCENES["layouts"].marks}
    asked = walk.ask(walk.start(GAME, {}, 2, "letters"), 0)
    assert isinstance(asked, SelectPrompt)
    assert spots == {option.spot for option in asked.options}
    assert set(noted(drawing.paint(SCENES["layouts"]), "marker")) == spots


def test_whose_domain_is_shown() -> None:
    seen = view(seat=2)
    assert domain.default_seat(seen) == 2
    open_ = structs.replace(seen, viewer=None)
    assert domain.default_seat(open_) == 2
    assert (
        domain.default_seat(
            structs.replace(open_, question=structs.replace(open_.question, victim=1))
        )
        == 1
    )
    assert (
        domain.default_seat(
            structs.replace(open_, actors=(), question=structs.replace(open_.question, victim=-1))
        )
        == open_.first
    )


def test_the_words_of_the_header_never_meet(subtests: pytest.Subtests) -> None:
    for lang, phase in itertools.product(
        ["es", "en"], ["setup", "roll", "quill", "collect", "calamities", "build", "extort", "end"]
    ):
        with subtests.test(lang=lang, phase=phase):
            for seat in range(4):
                canvas = drawing.paint(
                    scene(view(seat=seat, phase=phase, round=38), names=LONG, lang=lang)
                )
                titles = [n.box for n in canvas.regions if n.kind == "title" and n.about != "piece"]
                assert len(titles) >= 3
                assert overlapping(titles) == []


def test_no_word_is_smaller_than_the_least_size(written: list[tuple[int, str]]) -> None:
    domain.empty_board.cache_clear()
    for one in SCENES.values():
        more = (Mark("row7-farm-0", "N"), Mark(KEEP_AT, "AA"))
        drawing.paint(structs.replace(one, marks=(*one.marks, *more), names=LONG[: one.view.n]))
    assert len(written) > 80
    assert [(size, text) for size, text in written if size < theme.load().small] == []


def test_places_are_named_by_their_cells_where_they_begin(subtests: pytest.Subtests) -> None:
    for pieces, kind, where in [
        (OPEN, "wall_2", ()),
        ((KEEP_AT,), "wall_6", ("t90",)),
        (TOWN, "townhouse", ()),
    ]:
        with subtests.test(kind=kind):
            form = ask_place(tuple(sorted(pieces)), kind, where)
            assert form
            marks = panel_builder.marks(form, None)
            canvas = drawing.paint(scene(view(pieces), marks=marks))
            badges, at = noted(canvas, "marker"), noted(canvas, "grid")[""]
            assert [mark.spot for mark in marks] == list(badges)
            cell = LAYOUT.int("domain.cell")
            for mark in marks:
                one, (x, y) = placed(mark.spot), badges[mark.spot].centre
                assert mark.letter == f"{'ABCDEFGHIJKLMN'[one.col]}{one.row + 1}"
                at_cell = GRID.cell_mask(int((y - at.y) // cell), int((x - at.x) // cell))
                assert one.cells & at_cell
            assert not overlapping(
                [box.inset(LAYOUT.int("badge.overlap")) for box in badges.values()]
            )
