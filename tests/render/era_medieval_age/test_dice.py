"""The dice of Era: places, texts, nothing of others."""

from __future__ import annotations

import io
import itertools
from itertools import combinations
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

from games.core.views.scene import Mark, Scene
from games.era_medieval_age import GAME
from games.era_medieval_age.model.catalog import DICE, FACES
from games.era_medieval_age.rules.phases.harvest import Collect
from games.era_medieval_age.views.view import EraQuestion
from render.base import theme
from render.base.canvas import Canvas, DrawnRegion
from render.base.layout import Rect
from render.era_medieval_age import PAINTERS
from render.era_medieval_age.layers import trays
from render.era_medieval_age.layers.all_dice import counts_now
from render.era_medieval_age.layers.outcome import CALAMITIES, outcome_title
from render.era_medieval_age.pieces import dice_sprites
from tests.games.era_medieval_age.positions import begin, stage
from tests.games.era_medieval_age.positions import dice as set_dice
from tests.render.era_medieval_age import staged
from tests.render.scenes import LONG, NAMES, lettered, view_scene

FREE = tuple(name for name, face in staged.THROW if not FACES[face].skulls)
LOOK = theme.load()


def paint(scene: Scene) -> Canvas:
    return PAINTERS[scene.kind](scene, LOOK)


def dice(
    marks: tuple[Mark, ...] = (), lang: str = "es", names: tuple[str, ...] = NAMES, **more: Any
) -> Canvas:
    return paint(view_scene(staged.throwing(**more), "dice", marks=marks, lang=lang, names=names))


def noted(canvas: Canvas, kind: str) -> list[DrawnRegion]:
    return [one for one in canvas.regions if one.kind == kind]


def lying(canvas: Canvas) -> dict[str, str]:
    """Return the well in which every die lies."""
    wells = noted(canvas, "well")
    return {
        die.about: next(well.about for well in wells if well.box.meets(die.box))
        for die in noted(canvas, "die")
    }


def test_the_place_of_a_die_tells_what_will_become_of_it() -> None:
    canvas = dice(lettered(*FREE, chosen=("p1", "b1", "c1")))
    assert lying(canvas) == {
        "p1": "roll",
        "b1": "roll",
        "c1": "roll",
        "p2": "kept",
        "p3": "kept",
        "p4": "locked",
        "n1": "locked",
    }
    assert {one.about for one in noted(canvas, "marker")} == set(FREE)


def test_without_a_question_dice_are_kept_but_for_those_of_the_throw_to_be_confirmed() -> None:
    assert "roll" not in lying(dice(again=["p2", "p3"])).values(), "who stops keeps them all"
    sure = paint(view_scene(staged.throwing(), "dice", ghost=("p2", "p3")))
    assert {name for name, well in lying(sure).items() if well == "roll"} == {"p2", "p3"}
    assert {well for name, well in lying(dice(throws=1)).items() if name in FREE} == {"kept"}
    assert set(lying(dice(throws=0)).values()) == {"roll"}


def test_the_forecast_names_the_answer_that_it_assumes_for_a_die_with_a_choice() -> None:
    pos = set_dice(begin(), 0, "peasant_food2_or_stone1", "peasant_wood3")
    stage(pos, Collect())
    view = GAME.view(pos, 0)
    assert view.hand is not None
    scene = view_scene(view, "dice", lang="en")
    titles = {
        answer: outcome_title(scene, forecast, "stands")
        for answer, forecast in view.hand.ways.items()
    }
    assert titles == {"food1": "If you take food", "stone1": "If you take stone"}
    assert outcome_title(scene, None, "before") == "What you have"


def test_a_choice_of_something_else_moves_no_die() -> None:
    canvas = dice(lettered(*(name for name, _ in staged.THROW)), throws=1, sets=1)
    assert "roll" not in lying(canvas).values()
    assert len(noted(canvas, "marker")) == len(staged.THROW)


def test_the_faces_for_a_monastery_have_letters_and_stay_in_their_well() -> None:
    faces = [face.id for face in DICE["peasant"].faces]
    spots = [f"p1={face}" for face in faces]
    canvas = dice(lettered(*spots), throws=1, sets=1)
    assert [one.about for one in noted(canvas, "face")] == faces
    assert [one.about for one in noted(canvas, "marker")] == spots
    assert any("P1" in one.about for one in noted(canvas, "label")), "the strip says which die"
    well = next(one.box for one in noted(canvas, "well") if one.about == "roll")
    assert all(one.box.is_inside(well) for one in noted(canvas, "face"))


def test_a_die_that_a_monastery_set_bears_its_badge() -> None:
    assert [one.about for one in noted(dice(throws=1, fixed=["p3"]), "badge")] == ["p3"]


def test_any_number_of_dice_fits_its_wells(subtests: pytest.Subtests) -> None:
    sizes, between, below = (
        trays.LAYOUT.get(f"well.{name}") for name in ("sizes", "between", "below")
    )
    for n in range(1, 37):
        for locked in {0, 1, n // 3, min(n, 12), n}:
            with subtests.test(n=n, locked=locked):
                wells = trays.tray_boxes(n, locked)
                for name, count in (("roll", n), ("kept", n - locked), ("locked", locked)):
                    room = trays.dice_area(wells[name])
                    spread = trays.spread(count, room, sizes, between, below)
                    boxes = [trays.square_around(at, spread.size) for at in spread.at]
                    assert len(boxes) == count
                    assert all(
                        box.is_inside(Rect(room.x - 1, room.y - 1, room.w + 2, room.h + 2))
                        for box in boxes
                    ), (name, count, spread.size)
                    assert not [pair for pair in combinations(boxes, 2) if pair[0].meets(pair[1])]


def test_wells_stand_in_the_tray_and_apart(subtests: pytest.Subtests) -> None:
    for n, locked in itertools.product(range(1, 37), range(13)):
        if locked <= n:
            with subtests.test(n=n, locked=locked):
                wells = dict(trays.tray_boxes(n, locked))
                tray = wells.pop("tray")
                assert all(box.is_inside(tray) for box in wells.values())
                pairs = combinations(wells.values(), 2)
                assert not [pair for pair in pairs if pair[0].meets(pair[1])]


def test_dice_of_usual_numbers_are_large_enough_for_a_phone() -> None:
    for count, skulls in itertools.product(range(1, 9), range(4)):
        own = [
            (name, "peasant_wood1_build1_skull" if at < skulls else face)
            for at, (name, face) in enumerate(staged.MANY[:count])
        ]
        canvas = dice(dice=own, throws=1)
        assert min(one.box.w for one in noted(canvas, "die")) >= 108, (count, skulls)


def test_words_numbers_and_panels_keep_apart(subtests: pytest.Subtests) -> None:
    for lang, skulls, n in itertools.product(["es", "en"], range(7), [1, 4]):
        with subtests.test(lang=lang, skulls=skulls, n=n):
            own = [(f"p{i}", "peasant_wood1_build1_skull") for i in range(1, skulls + 1)]
            own += [
                ("p9", "peasant_food3"),
                ("b1", "burgher_culture1"),
                ("c1", "clergy_culture1"),
                *staged.MANY[: 9 - skulls],
            ]
            canvas = dice(
                dice=own,
                lang=lang,
                names=LONG[:n],
                n=n,
                stock={"food": 9 - skulls, "wood": 8, "goods": 5},
            )
            said = [
                one
                for one in canvas.regions
                if one.kind in ("number", "label", "skull", "mate", "awaited")
            ]
            assert all(
                one.box.is_inside(canvas.box) for one in canvas.regions if one.kind != "badge"
            ), lang
            assert not [(a, b) for a, b in combinations(said, 2) if a.box.meets(b.box)]
            place = noted(canvas, "calamity")[0]
            assert all(
                one.box.is_inside(place.box)
                for one in said
                if one.kind not in ("mate", "awaited")
                and one.box.y > place.box.y
                and one.box.x > place.box.x
            )


def test_pegs_tell_what_comes_what_is_lost_and_what_is_eaten(subtests: pytest.Subtests) -> None:
    for food, hungry in [(9, False), (0, True)]:
        with subtests.test(food=food, hungry=hungry):
            canvas = dice(stock={"food": food, "goods": 5, "wood": 3})
            counts = {
                about: sum(one.about == about for one in noted(canvas, "peg"))
                for about in {p.about for p in noted(canvas, "peg")}
            }
            assert counts["goods:full"] == 6
            assert counts["goods:lost"] == 1
            assert counts["wood:full"] == 4
            said = {one.about for one in noted(canvas, "label")}
            assert ("Los dados comen 7" in said) is not hungry
            pegs = noted(canvas, "peg")
            assert not [
                (a, b)
                for a, b in combinations(pegs, 2)
                if a.box.y == b.box.y and a.box.meets(b.box)
            ]


def test_every_calamity_and_every_face_has_its_drawing() -> None:
    assert set(CALAMITIES) == {"bandits", "disease", "treason", "fire", "attack", "revolt"}
    drawn = {
        name: dice_sprites.sprite(LOOK, kind, name, 84).tobytes()
        for kind, die in DICE.items()
        for name in ("", *(face.id for face in die.faces))
        if name
    }
    assert set(drawn) == set(FACES)
    assert len(set(drawn.values())) == len(drawn)


def test_the_same_scene_gives_the_same_picture_and_a_toggle_changes_it() -> None:
    marks = [lettered(*FREE, chosen=chosen) for chosen in (("p1",), ("p2",))]
    first, again, other = dice(marks[0]), dice(marks[0]), dice(marks[1])
    assert first.sheet.tobytes() == again.sheet.tobytes() != other.sheet.tobytes()
    assert first.sheet.size == other.sheet.size


def test_dice_are_told_apart_in_grey() -> None:
    greys = [
        ImageStat.Stat(
            dice_sprites.sprite(LOOK, kind, "", 84).convert("L").crop((40, 40, 60, 60))
        ).mean[0]
        for kind in DICE
    ]
    assert min(abs(a - b) for a, b in combinations(greys, 2)) > 12


def test_of_the_others_only_who_is_done_is_told() -> None:
    view = staged.throwing()
    assert not any(die.face for town in view.towns[1:] for die in town.dice)
    assert {one.about for one in noted(paint(view_scene(view, "dice")), "mate")} == {
        "1:open",
        "2:open",
        "3:open",
    }


def test_hidden_dice_show_a_question_mark_to_all() -> None:
    view = staged.table(4, "roll", least=1)
    assert not any(die.face for town in view.towns for die in town.dice)
    canvas = paint(view_scene(view, "dice"))
    for one in noted(canvas, "die"):
        blank = dice_sprites.of_die(LOOK, one.about, "", one.box.w)
        left, top = (blank.width - one.box.w) // 2, (blank.height - one.box.h) // 2
        core = one.box.w // 4  # the middle of the top, without shadow and turn
        area = (left + core, top + core, left + one.box.w - core, top + one.box.h - core)
        seen = canvas.sheet.crop(
            (one.box.x + core, one.box.y + core, one.box.right - core, one.box.bottom - core)
        )
        assert (
            max(ImageStat.Stat(ImageChops.difference(seen, blank.convert("RGB").crop(area))).mean)
            < 2
        )


def test_everybodys_dice_stand_in_their_panels(subtests: pytest.Subtests) -> None:
    for n in [1, 2, 3, 4]:
        with subtests.test(n=n):
            view = staged.table(n, "build")
            first = view.order[0]
            marks = lettered(*(die.id for die in view.towns[first].dice))
            view = msgspec.structs.replace(view, actors=(first,))
            changed = (f"{first}/{view.towns[first].dice[0].id}",)
            canvas = paint(view_scene(view, "dice", marks=marks, names=LONG[:n], changed=changed))
            panels = {one.about: one.box for one in noted(canvas, "panel")}
            assert len(panels) == n + bool(view.jaime)
            assert all(
                any(one.box.is_inside(panel) for panel in panels.values())
                for one in noted(canvas, "die")
            )
            assert all(one.box.is_inside(panels[str(first)]) for one in noted(canvas, "marker"))
            assert len(noted(canvas, "marker")) == len(marks)
            words = [one for one in canvas.regions if one.kind in ("name", "number", "tick")]
            assert not [(a, b) for a, b in combinations(words, 2) if a.box.meets(b.box)]
            assert canvas.sheet.height <= 764


def test_no_word_is_too_small_and_pictures_are_small_files(written: list[tuple[int, str]]) -> None:
    for scene in (
        view_scene(staged.throwing(staged.MANY, 1, sets=2), "dice"),
        view_scene(staged.throwing(throws=0), "dice"),
        view_scene(staged.table(4, "build"), "dice"),
    ):
        canvas = paint(scene)
        out = io.BytesIO()
        canvas.sheet.save(out, "WEBP", quality=85, method=0)
        assert len(out.getvalue()) <= 500 * 1024
        assert canvas.sheet.width == 1200
        assert canvas.sheet.height <= 764
        assert Image.open(out).size == canvas.sheet.size
    assert len(written) > 60
    assert min(size for size, _ in written) >= LOOK.small


def test_kept_dice_have_their_ids_and_grow_while_none_rolls_again() -> None:
    still, again = dice(lang="en"), dice(again=["p2"], lang="en")
    assert {one.about for one in noted(still, "code")} == {name for name, _ in staged.THROW}
    assert any(one.about == "To re-roll: none chosen" for one in noted(still, "label"))
    chosen = dice(lettered(*FREE, chosen=("p1",)))
    sizes = [
        min(one.box.w for one in noted(canvas, "die") if lying(canvas)[one.about] == "kept")
        for canvas in (still, chosen)
    ]
    assert sizes[0] >= sizes[1]
    assert lying(again)["p2"] == "kept", "who stops keeps them all"


def test_the_others_roll_still_or_are_done() -> None:
    view = staged.throwing()
    done = msgspec.structs.replace(view.towns[2], status="done")
    view = msgspec.structs.replace(view, towns=(*view.towns[:2], done, view.towns[3]))
    for lang, told in (("en", ["Still rolling:", "Done:"]), ("es", ["Aún tiran:", "Ya no:"])):
        canvas = paint(view_scene(view, "dice", lang=lang))
        words, mates = noted(canvas, "awaited"), noted(canvas, "mate")
        assert [one.about for one in words] == told
        assert [one.about for one in mates] == ["1:open", "3:open", "2:done"]
        assert words[0].box.x < mates[0].box.x < mates[1].box.x < words[1].box.x < mates[2].box.x


def test_tags_are_golden_on_dice_that_may_roll_again() -> None:
    free = {"p1", "p2", "p3", "b1", "c1"}
    plain, gold = dice(), dice(lettered(*FREE))
    assert set(FREE) == free

    def tag(canvas: Canvas, die: str) -> object:
        kinds = ("code", "marker")
        (box,) = (one.box for one in canvas.regions if one.kind in kinds and one.about == die)
        return canvas.sheet.getpixel((box.x + box.w // 6, round(box.centre[1])))

    assert tag(plain, "p1") != tag(plain, "p4")
    assert tag(plain, "p4") == tag(gold, "p4")


def test_what_the_buildings_add_stands_beside_each_resource() -> None:
    seen = staged.throwing()
    pieces = ("farm-a1-0", "farm-a4-0", "keep-g7-0", "lumber_mill-i3-0")
    towns = (msgspec.structs.replace(seen.towns[0], pieces=pieces), *seen.towns[1:])
    canvas = paint(view_scene(msgspec.structs.replace(seen, towns=towns), "dice"))
    assert [one.about for one in noted(canvas, "income")] == ["wood:2", "food:2"]


def test_the_header_counts_the_rolls_that_are_left() -> None:
    for throws, said in ((1, "Round 1 · 2 rolls left"), (2, "Round 1 · 1 roll left")):
        titles = {one.about for one in noted(dice(throws=throws, lang="en"), "title")}
        assert said in titles


def test_only_dice_with_a_sign_of_the_step_stand_out() -> None:
    view = staged.settled(4, question=EraQuestion("build", hammers=1))

    def counting(seat: int) -> set[str]:
        return {die.id for die in view.towns[seat].dice if counts_now(view, seat, die)}

    assert [counting(seat) for seat in (0, 1)] == [set(), {"p3", "p4"}], "seat 0 has built"
    view = msgspec.structs.replace(view, phase="extort", question=EraQuestion())
    assert counting(1) == set()
    view = msgspec.structs.replace(view, phase="quill")
    assert counting(1) == {die.id for die in view.towns[1].dice}
