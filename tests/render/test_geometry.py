"""Regions of pictures are inside, apart from each other, and have room for their texts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from games.core.views.scene import Mark
from render.base import theme
from render.base.canvas import Canvas, DrawnRegion
from render.base.layout import Rect
from render.eight_minute_empire.layers import chart
from render.eight_minute_empire.pieces.style import LAYOUT
from render.parts import markers
from render.pictures import drawing
from tests.render.eight_minute_empire import staged
from tests.render.scenes import lettered

NUMBER = 31  # pixels of a piece of 40 in which its number stands
LOOSE = 3  # pixels by which round things' boxes may meet
BOARD = LAYOUT.rect("board.map")
LONG = (
    "Maximiliano-Ñ. W",
    "Wilhelmina Wolfeschlegelsteinhaus",
    "Bartholomäus",
    "Очень Длинное Имя Игрока",
    "W" * 32,
)


def every_slot() -> Iterator[tuple[str, str, str, chart.Slots]]:
    for side in "ab":
        for name, region in chart.regions(side).items():
            for key, slots in region.slots.items():
                yield side, name, key, slots


def shrunk(box: Rect, by: int) -> Rect:
    return Rect(box.x + by, box.y + by, box.w - 2 * by, box.h - 2 * by)


def square(middle: tuple[float, float], size: float) -> Rect:
    x, y = middle[0] * chart.BOARD, middle[1] * chart.BOARD
    return Rect(round(x - size / 2), round(y - size / 2), round(size), round(size))


def meeting(noted: list[DrawnRegion], kinds: set[str]) -> list[tuple[DrawnRegion, DrawnRegion]]:
    things = [n for n in noted if n.kind in kinds]
    return [
        (a, b)
        for a, b in combinations(things, 2)
        if shrunk(a.box, LOOSE).meets(shrunk(b.box, LOOSE))
    ]


def test_every_region_has_room_for_seven_things_and_as_many_towers_as_armies() -> None:
    for side, count in (("a", 25), ("b", 23)):
        regions = chart.regions(side)
        assert len(regions) == count
        for region in regions.values():
            for things in range(1, 8):
                for towers in range(things + 1):
                    slots = region.slots_for(things, towers)
                    assert len(slots.at) == things
                    assert markers.MIN_MARK_PX <= slots.size <= LAYOUT.int("map.piece")


def test_pieces_of_a_region_overlap_a_little_only_where_many_crowd() -> None:
    for side, name, key, slots in every_slot():
        # Five armies at most, and beside them a preview or a letter.
        crowded = {"6": 0.6, "7": 0.55}.get(key[0], 0.7)
        loose = {"4": 0.85}.get(key[0], 1.0)
        share = loose if key[0] <= "4" and key.endswith(".0") else crowded
        for a, b in combinations(slots.at, 2):
            apart = max(abs(a[0] - b[0]), abs(a[1] - b[1])) * chart.BOARD
            assert apart >= slots.size * share - 1, (side, name, key, apart)


@pytest.mark.parametrize("things", range(1, 7))
def test_pieces_of_neighbours_never_hide_each_other(things: int) -> None:
    for side in "ab":
        for (one, a), (other, b) in combinations(chart.regions(side).items(), 2):
            for x, y in a.slots_for(things, 0).at:
                for u, v in b.slots_for(things, 0).at:
                    apart = max(abs(x - u), abs(y - v)) * chart.BOARD
                    assert apart >= NUMBER, (side, one, other)


def test_pieces_stay_inside_the_frame_and_clear_of_code_token_and_castle() -> None:
    inner = Rect(14, 14, BOARD.w - 28, BOARD.h - 28)
    for side, name, key, slots in every_slot():
        region = chart.regions(side)[name]
        x, y = region.label[0] * chart.BOARD, region.label[1] * chart.BOARD
        code = Rect(round(x - 26), round(y - 12), 52, 24)
        token, castle = LAYOUT.int("map.token"), LAYOUT.int("map.castle")
        kept = [
            square(p, size) for p, size in ((region.token, token), (region.castle, castle)) if p
        ]
        for spot in slots.at:
            piece = square(spot, slots.size)
            assert piece.is_inside(inner), (side, name, key)
            assert not shrunk(piece, LOOSE).meets(code), (side, name, key)
            assert not any(shrunk(piece, LOOSE).meets(box) for box in kept), (side, name, key)


@pytest.mark.parametrize("side", ["a", "b"])
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_on_a_board_nothing_covers_a_marker_or_a_piece(side: str, n: int) -> None:
    spots = [r for i, r in enumerate(chart.regions(side)) if i % 4 == 0]
    seen = staged.view(n, side, actors=(1,))
    canvas = drawing.paint(staged.scene(seen, marks=lettered(*spots)))
    by_place: dict[str, list[DrawnRegion]] = {}
    for noted in canvas.regions:
        if noted.kind in ("army", "marker", "token"):
            by_place.setdefault(noted.about, []).append(noted)
    assert {n.about for n in canvas.regions if n.kind == "marker"} >= set(spots)
    for place, regions in by_place.items():
        for a, b in permutations(regions, 2):
            assert not shrunk(a.box, 14).meets(b.box), place  # what is written on it stays free
    for noted in canvas.regions:
        assert noted.box.is_inside(canvas.box), noted


def names_and_points(canvas: Canvas) -> list[DrawnRegion]:
    return [n for n in canvas.regions if n.kind in ("name", "points", "bid", "number")]


@pytest.mark.parametrize("phase", ["take", "bid"])
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_mats_hold_the_longest_names_and_all_goods(n: int, phase: str) -> None:
    seen = staged.view(n, phase=phase, actors=(0,))
    canvas = drawing.paint(staged.scene(seen, names=LONG))
    mats = [m.box for m in canvas.regions if m.kind == "mat"]
    assert len(mats) == n
    assert not [pair for pair in combinations(mats, 2) if pair[0].meets(pair[1])]
    texts = [
        t
        for t in canvas.regions
        if t.kind in ("name", "points", "bid", "number") and t.box.x > BOARD.right
    ]
    for text in texts:
        assert any(text.box.is_inside(mat) for mat in mats), text
    assert not [pair for pair in combinations(texts, 2) if pair[0].box.meets(pair[1].box)]


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("phase", ["neutral", "bid", "first", "take", "action", "wilds", "end"])
@pytest.mark.parametrize("games", [1, 3])
def test_the_two_groups_of_the_header_never_meet(lang: str, phase: str, games: int) -> None:
    for actors in ((0,), (3,), tuple(range(5))):
        seen = staged.view(
            5,
            phase=phase,
            actors=actors,
            games=games,
            game_no=games,
            turn=34,
            turns=35,
            neutral_left=10,
        )
        canvas = drawing.paint(staged.scene(seen, "map", names=LONG, lang=lang))
        titles = [n.box for n in canvas.regions if n.kind == "title"]
        # a triangle's box is wider than the triangle: only words count against each other
        words = sorted(
            (n.box for n in canvas.regions if n.kind == "title" and n.about != "piece"),
            key=lambda b: b.x,
        )
        assert all(box.is_inside(canvas.box) for box in titles)
        assert not [pair for pair in combinations(words, 2) if pair[0].meets(pair[1])]


def test_continent_names_and_their_holders_keep_apart() -> None:
    for side in "ab":
        for lang in ("es", "en"):
            canvas = drawing.paint(staged.scene(staged.view(4, side), "map", lang=lang))
            names = [n for n in canvas.regions if n.kind in ("name", "holder")]
            assert len([n for n in names if n.kind == "name"]) >= len(LAYOUT.get(f"names.{side}"))
            crossing = [(a, b) for a, b in meeting(names, {"name", "holder"}) if a.about != b.about]
            assert not crossing


def test_cards_stand_in_a_row_inside_the_picture() -> None:
    marks = tuple(Mark(f"card{i}", "ABCDEF"[i - 1]) for i in range(1, 7))
    for kind in ("board", "row", "private"):
        canvas = drawing.paint(
            staged.scene(staged.view(4, phase="take", viewer=2), kind, marks=marks)
        )
        cards = [n.box for n in canvas.regions if n.kind == "card"]
        assert len(cards) == 6
        assert all(card.is_inside(canvas.box) for card in cards)
        assert not [pair for pair in combinations(cards, 2) if pair[0].meets(pair[1])]
        coins = [n for n in canvas.regions if n.kind in ("coin", "marker") and n.box.y > 60]
        assert not meeting(coins, {"coin", "marker"})


def test_no_word_is_smaller_than_the_least_size(written: list[tuple[int, str]]) -> None:
    least = theme.load().small
    for kind in ("board", "map", "row", "private", "crop"):
        for n in (2, 4, 5):
            seen = staged.view(n, viewer=1, phase="take")
            drawing.paint(staged.scene(seen, kind, names=LONG, marks=lettered("c4", "w1")))
    assert len(written) > 100
    assert least / LAYOUT.int("width") >= 0.028
    assert not [(size, text) for size, text in written if size < least]
