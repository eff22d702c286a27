"""The table of Era: domains, numbers, supply, awaited players, the end."""

from __future__ import annotations

import io
import math
from itertools import combinations
from typing import Any

import msgspec
import pytest

from games.core.state.score import Rank
from games.core.views.scene import News
from games.era_medieval_age.model.catalog import BUILDINGS, SCORCHED, WALLS
from games.era_medieval_age.model.events import BuildEnded, Demanded, Paid, spots
from games.era_medieval_age.views.narrate import narrate
from games.era_medieval_age.views.view import EraQuestion, GameView
from render.base import theme
from render.base.canvas import Canvas, DrawnRegion
from render.base.layout import Rect
from render.era_medieval_age import PAINTERS
from render.era_medieval_age.screens import final, table
from render.parts import panels
from tests.render.era_medieval_age import staged
from tests.render.scenes import LONG, lettered, view_scene

LOOK = theme.load()
PHASES = ("setup", "roll", "build", "end")


def paint(view: GameView, **more: Any) -> Canvas:
    return PAINTERS["board"](view_scene(view, **more), LOOK)


def noted(canvas: Canvas, *kinds: str) -> list[DrawnRegion]:
    return [one for one in canvas.regions if one.kind in kinds]


def crossing(some: list[DrawnRegion]) -> list[tuple[DrawnRegion, DrawnRegion]]:
    return [(a, b) for a, b in combinations(some, 2) if a.box.meets(b.box)]


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("phase", PHASES)
def test_panels_words_and_numbers_keep_apart_with_the_longest_names(n: int, phase: str) -> None:
    for lang in ("es", "en"):
        view = staged.table(n, phase, least=0 if phase in ("setup", "roll") else 3)
        canvas = paint(view, names=LONG[:n], lang=lang)
        assert not crossing(noted(canvas, "panel", "supply", "jaime"))
        assert not crossing(
            noted(canvas, "name", "number", "label", "points", "order", "tick")
            if phase == "end"
            else noted(canvas, "name", "number", "label", "tick", "end")
        )
        assert all(
            one.box.is_inside(canvas.box) for one in canvas.regions if one.about != "piece"
        ), phase
        assert canvas.sheet.width == 1200
        assert canvas.sheet.height <= 900


@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_first_player_has_a_sign_and_the_others_follow_by_seat(n: int) -> None:
    view = staged.table(n, "build")
    canvas = paint(view)
    mats = {one.about: one.box for one in noted(canvas, "panel")}
    (first,) = noted(canvas, "order")
    assert first.box.is_inside(mats[str(view.first)])
    assert view.order == tuple((view.first + at) % n for at in range(n)), "the sign says it all"
    assert not noted(paint(staged.table(n, "setup", least=0)), "order")


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_board_keeps_the_strip_of_the_last_event_free(n: int) -> None:
    strip = table.LAYOUT.rect("news")
    assert strip == Rect(0, panels.LAYOUT.int("header.height"), 1200, 52)
    for phase in ("setup", "roll", "build"):
        view = staged.table(n, phase, least=0 if phase == "setup" else 1)
        canvas = paint(view, names=LONG[:n])
        assert canvas.sheet.size == (1200, 900)
        assert not [one for one in canvas.regions if one.kind != "title" and one.box.meets(strip)]


def test_the_leaders_points_stand_on_a_plate() -> None:
    view = staged.settled(4)
    assert [one.about for one in noted(paint(view), "leader")] == ["58"]
    tied = msgspec.structs.replace(view.towns[0], points=58)
    view = msgspec.structs.replace(view, towns=(tied, *view.towns[1:]))
    assert [one.about for one in noted(paint(view), "leader")] == ["58", "58"]
    assert not noted(paint(staged.settled(1)), "leader"), "one player alone leads nobody"


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_largest_area_stands_on_a_plate(n: int) -> None:
    view = staged.settled(n)
    areas = [6, 0, 9, 9][:n]
    towns = tuple(
        msgspec.structs.replace(town, area=area)
        for town, area in zip(view.towns, areas, strict=True)
    )
    canvas = paint(msgspec.structs.replace(view, towns=towns))
    assert [one.about for one in noted(canvas, "largest")] == [
        str(area) for area in areas if area == max(areas)
    ]
    plates = noted(canvas, "leader", "largest")
    assert not crossing(plates)
    towns = tuple(msgspec.structs.replace(town, area=0) for town in towns)
    assert not noted(paint(msgspec.structs.replace(view, towns=towns)), "largest")


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_supply_counts_every_kind_and_flips_the_markers(n: int) -> None:
    view = msgspec.structs.replace(staged.table(n, "build"), ended=("market", "church"))
    canvas = paint(view)
    counts = dict(one.about.split(":") for one in noted(canvas, "count"))
    assert all(counts[kind] == str(view.supply[kind]) for kind in (*BUILDINGS, *WALLS, SCORCHED))
    assert all(counts[kind] == str(number) for kind, number in view.pool.items())
    ends = [one.about for one in noted(canvas, "end")]
    assert len(ends) == view.markers
    assert ends.count("flipped") == min(2, view.markers)
    frame = noted(canvas, "supply")[0].box
    assert all(one.box.is_inside(frame) for one in noted(canvas, "count", "end"))


def test_a_domain_that_is_laid_out_in_secret_stands_behind_its_screen() -> None:
    public = staged.table(3, "setup", least=0)
    own = staged.table(3, "setup", viewer=1, least=0)
    pieces = ("keep-g7-0", "farm-a1-0")
    towns = (msgspec.structs.replace(public.towns[0], pieces=pieces), *public.towns[1:])
    leaked = msgspec.structs.replace(public, towns=towns)
    assert paint(public).sheet.tobytes() == paint(leaked).sheet.tobytes()
    assert paint(own).sheet.tobytes() != paint(public).sheet.tobytes()


def test_who_is_done_with_a_hidden_step_has_a_tick() -> None:
    view = staged.table(4, "roll", least=1)
    towns = tuple(
        msgspec.structs.replace(town, status="done" if seat == 2 else "open")
        for seat, town in enumerate(view.towns)
    )
    assert [
        one.about for one in noted(paint(msgspec.structs.replace(view, towns=towns)), "tick")
    ] == ["2"]


def test_letters_stand_on_towns_pieces_and_places_of_who_is_asked() -> None:
    view = staged.table(4, "build", viewer=2)
    standing = view.towns[2].pieces[1]
    canvas = paint(
        view, marks=lettered("town0", "town3", standing, "market-m13-0"), ghost=("market-m13-0",)
    )
    lands = {one.about: one.box for one in noted(canvas, "domain")}
    letters = {one.about: one.box for one in noted(canvas, "marker")}
    assert set(letters) == {"town0", "town3", standing, "market-m13-0"}
    assert letters["town0"].is_inside(lands["0"])
    assert letters["town3"].is_inside(lands["3"])
    assert letters[standing].meets(lands["2"])
    assert letters["market-m13-0"].is_inside(lands["2"])
    assert [one.about for one in noted(canvas, "ghost")] == ["market-m13-0"]


def test_letters_on_places_side_by_side_keep_clear_of_each_other() -> None:
    view = staged.table(4, "build", viewer=2)
    asked = [f"wall_4-c{row}-0" for row in (9, 10, 11)]
    letters = noted(paint(view, marks=lettered(*asked)), "marker")
    assert [one.about for one in letters] == asked
    assert all(
        math.dist(a.box.centre, b.box.centre) >= a.box.w - 1 for a, b in combinations(letters, 2)
    )


def test_what_is_new_glows_where_it_stands() -> None:
    view = staged.table(4, "build")
    piece = view.towns[1].pieces[-1]
    canvas = paint(view, changed=(f"1/{piece}", "1/keep-a1-0"))
    assert [one.about for one in noted(canvas, "fresh")] == [piece]
    assert canvas.sheet.tobytes() != paint(view).sheet.tobytes()


def test_large_numbers_stay_in_their_columns() -> None:
    view = staged.table(4, "build")
    rich = msgspec.structs.replace(
        view.towns[0], points=-118, culture=127, calamity=103, area=104, hammers=12
    )
    canvas = paint(msgspec.structs.replace(view, towns=(rich,) * 4, actors=()))
    assert not crossing(noted(canvas, "name", "number"))
    assert not crossing(noted(canvas, "name", "order", "tick"))
    papers = [one.box for one in noted(canvas, "panel", "supply")]
    assert all(any(one.box.is_inside(paper) for paper in papers) for one in noted(canvas, "number"))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_end_shows_every_category_with_points_and_all_sums(n: int) -> None:
    view = staged.table(n, "end")
    board = view.scoreboard
    assert board
    canvas = paint(view)
    rows, _ = final.rows_of(view)
    assert [sum(row.values[seat] for row in rows) for seat in range(n)] == list(board.total)
    assert [one.about for one in noted(canvas, "points")] == [
        str(total).replace("-", "−") for total in board.total
    ]
    lines = final.lines_of(rows)
    assert [
        sum(sum(map(int, said[seat].split("+"))) for _, said in lines) for seat in range(n)
    ] == list(board.total)
    assert len(noted(canvas, "number")) >= n * len(lines)


@pytest.mark.parametrize("first", [(0,), (1, 3), (0, 1, 2), (0, 1, 2, 3)])
def test_the_end_is_a_scene_with_the_winners_towns(first: tuple[int, ...]) -> None:
    view = staged.table(4, "end")
    board = view.scoreboard
    assert board
    ranking = tuple(
        Rank(1 if seat in first else 1 + len(first), seat)
        for seat in (*first, *(set(range(4)) - set(first)))
    )
    canvas = paint(
        msgspec.structs.replace(view, scoreboard=msgspec.structs.replace(board, ranking=ranking))
    )
    (frame,), towns = noted(canvas, "scene"), noted(canvas, "town")
    assert [one.about for one in towns] == [str(seat) for seat in first]
    assert all(one.box.is_inside(frame.box) for one in towns)
    assert not crossing([*towns, *noted(canvas, "laurels")])


@pytest.mark.parametrize("n", [2, 4])
def test_a_score_pad_with_every_row_is_not_too_tall(n: int) -> None:
    view = staged.table(n, "end")
    board = view.scoreboard
    assert board
    rows = tuple(msgspec.structs.replace(row, values=tuple(range(1, n + 1))) for row in board.rows)
    trail = tuple(
        msgspec.structs.replace(rank, place=1, trail=(rows[0].label,) * 4) for rank in board.ranking
    )
    full = msgspec.structs.replace(board, rows=rows, ranking=trail)
    canvas = paint(msgspec.structs.replace(view, scoreboard=full), names=LONG[:n])
    tie_breaks, total = 4, 1
    assert len(noted(canvas, "label")) == len(final.lines_of(list(rows))) + tie_breaks + total
    assert canvas.sheet.height <= 900
    assert not crossing(noted(canvas, "name", "number", "label", "points"))


@pytest.mark.parametrize("n", [1, 4])
def test_pictures_are_the_same_each_time_and_small_files(n: int) -> None:
    view = staged.table(n, "build")
    first = paint(view)
    assert first.sheet.tobytes() == paint(view).sheet.tobytes()
    out = io.BytesIO()
    first.sheet.save(out, "WEBP", quality=85, method=0)
    assert len(out.getvalue()) <= 500 * 1024


def test_no_word_is_smaller_than_the_least_size(written: list[tuple[int, str]]) -> None:
    for n in (1, 2, 3, 4):
        for phase in PHASES[1:]:
            paint(staged.table(n, phase, least=1 if phase == "roll" else 3), names=LONG[:n])
    assert len(written) > 300
    assert min(size for size, _ in written) >= LOOK.small


def test_swords_and_shields_of_a_solo_game_tell_whose_they_are() -> None:
    canvas = paint(staged.settled(1, actors=(0,)))
    lines = {one.about: one.box for one in noted(canvas, "whose")}
    arms = {one.about: one.box for one in noted(canvas, "arms")}
    assert set(arms) == {"own:swords:3", "own:shields:0", "jaime:swords:3", "jaime:shields:4"}
    assert all(box.centre[1] == lines[about.split(":")[0]].centre[1] for about, box in arms.items())
    assert lines["own"].bottom < lines["jaime"].y


def test_only_the_addressed_seat_glows_and_the_others_have_an_hourglass() -> None:
    view = staged.table(4, "roll", viewer=0, least=1)
    both = msgspec.structs.replace(view, actors=(0, 2))
    assert table.addressed_seats(both) == (0,)
    assert [one.about for one in noted(paint(both), "hourglass")] == ["2"]
    all_of_them = msgspec.structs.replace(both, viewer=None)
    assert table.addressed_seats(all_of_them) == (0, 2)
    assert not noted(paint(all_of_them), "hourglass")


def test_hammers_are_those_left_of_those_rolled_and_who_has_built_has_a_tick() -> None:
    view = staged.settled(4, question=EraQuestion("build", hammers=0))
    canvas = paint(view)
    assert [one.about for one in noted(canvas, "step")] == [
        "hammers:done",
        "hammers:0/1",
        "hammers:2/2",
        "hammers:3/3",
    ]
    assert [one.about for one in noted(canvas, "tick")] == ["0"]


@pytest.mark.parametrize("n", [1, 6])
def test_the_pieces_that_the_news_tell_glow_beside_what_is_being_built(n: int) -> None:
    view = staged.settled(2, question=EraQuestion("build", hammers=1))
    told, built = view.towns[0].pieces[1 : 1 + n], view.towns[1].pieces[-1]
    ended = BuildEnded(0, list(told))
    said = narrate(ended)
    assert said is not None
    news = News((said,), 0, spots(ended))
    canvas = paint(view, changed=(f"1/{built}",), news=news)
    assert [one.about for one in noted(canvas, "fresh")] == [*told, built]


def test_the_last_round_is_named_in_the_header_and_beside_the_markers() -> None:
    view = staged.settled(4)
    ended = ("market", "church", "farm", "keep", "longhouse", "guildhall")[: view.markers]
    last = msgspec.structs.replace(view, ended=ended, is_last_round=True)
    canvas = paint(last, lang="en")
    assert "Last round · build" in {one.about for one in noted(canvas, "title")}
    assert "Last round" in {one.about for one in noted(canvas, "label")}
    said = {one.about for one in noted(paint(view, lang="en"), "title", "label")}
    assert {"Round 6 · build", "End of game"} < said


def test_a_long_name_in_the_header_shortens_the_title() -> None:
    titles = [
        {one.about for one in noted(paint(staged.settled(2), names=names), "title")}
        for names in (("Ana", "Bea"), LONG[:2])
    ]
    assert "Era: Edad Media" in titles[0]
    assert "Era" in titles[1]


@pytest.mark.parametrize("kind", ["board", "dice", "domain"])
def test_an_open_demand_is_told_in_words(kind: str) -> None:
    view = staged.settled(4, phase="extort", actors=(0,))
    taken = EraQuestion("yield", by=1, victim=0, what="wood")
    for question, told in (
        (taken, "Beto demands 1 wood from Ana"),
        (EraQuestion("demand", by=0, victim=1), "Ana picks a resource to demand from Beto"),
        (EraQuestion(), ""),
    ):
        asked = msgspec.structs.replace(view, question=question)
        scene = view_scene(asked, kind, names=("Ana", "Beto", "Carla", "Dani"), lang="en")
        written = " ".join(
            one.about.strip()
            for one in PAINTERS[kind](scene, LOOK).regions
            if one.kind in ("news", "label", "title") and one.about
        )
        assert told in " ".join(written.split()), kind
        assert bool(told) == ("demand" in written.replace("Swords demand", "")), kind


def test_a_demand_that_the_log_told_is_not_told_twice() -> None:
    question = EraQuestion("yield", by=1, victim=0, what="wood")
    view = staged.settled(4, phase="extort", actors=(0,), question=question)
    said = narrate(Demanded(1, 0, "wood"))
    assert said is not None
    paid = narrate(Paid(1, 2, "food", wasted=False))
    assert paid is not None
    written = noted(paint(view, lang="en", news=News((paid, said), 1)), "news")
    assert sum("wood" in one.about for one in written) == 1
    assert any("food" in one.about for one in written)
