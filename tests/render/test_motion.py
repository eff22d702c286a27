"""Animations of every game: the last turn, the film, the poster."""

from __future__ import annotations

import dataclasses
import io
from itertools import pairwise

import pytest
from msgspec import structs
from PIL import Image, ImageChops, ImageSequence

from games.core.engine.game import find
from games.core.views.scene import Animation, PieceMovement, Scene, area_of
from games.hosted import GAMES
from render.base import theme
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.motion import animation, animation_encoder, game_film, part_cache
from render.parts import panels
from render.pictures import drawing
from tests.render.scenes import LONG, boxes, outside, overlaps
from tests.render.test_trail import moves_with_traces, scene

TITLES = [one.id for one in GAMES]
DISCORD = 10 << 20  # bytes that anybody may send


def takes(game: str, count: int = 4) -> tuple[Scene, ...]:
    """Return successive scenes of a game, each with the movements that led to it."""
    moments = [(pos, traces) for pos, traces in moves_with_traces(game, 90) if pos.outcome is None]
    some = moments[-count:]
    return tuple(structs.replace(scene(pos, traces), changed=()) for pos, traces in some)


def shots(data: bytes) -> tuple[list[Image.Image], list[int]]:
    with Image.open(io.BytesIO(data)) as moving:
        found = [
            (one.convert("RGB"), one.info["duration"]) for one in ImageSequence.Iterator(moving)
        ]
    return [one for one, _ in found], [stands for _, stands in found]


@pytest.mark.parametrize("game", TITLES)
def test_a_turn_begins_and_ends_with_how_it_stands_and_is_short_and_light(game: str) -> None:
    scenes = takes(game)
    picture = animation_encoder.draw_animation(Animation("turn", scenes))
    frames, times = shots(picture.data)
    assert picture.filename == "turn.gif"
    assert (picture.width, picture.height) == frames[0].size
    assert len(picture.data) < 1.5 * (1 << 20)
    assert 2_000 <= sum(times) <= 10_000
    assert ImageChops.difference(frames[0], frames[-1]).getbbox() is None
    still = drawing.paint(scenes[-1]).sheet.reduce(animation.HALF)
    seen = ImageChops.difference(frames[0].crop((0, 0, *still.size)), still).convert("L")
    assert sum(seen.histogram()[64:]) < 0.01 * still.width * still.height, (
        "in nearly the colours of the still board"
    )
    assert picture == animation_encoder.draw_animation(Animation("turn", scenes)), (
        "the same scenes give the same bytes"
    )


def test_a_piece_glides_from_where_it_was_to_where_it_stands() -> None:
    moments = moves_with_traces("eight_minute_empire", 400)
    at, march = next(
        (at, one)
        for at, (pos, traces) in enumerate(moments)
        for one in traces
        if at
        and pos.outcome is None
        and len(one.places) == 2
        and not any(s.startswith(("seat", "card")) for s in one.places)
    )
    here, there = (animation.board(scene(moments[k][0])) for k in (at - 1, at))
    frames = list(animation.between(here, there, (march,), "default"))
    start, end = here.at(march.places[0], march.seat), there.at(march.places[1], march.seat)
    assert start
    assert end
    middles = []
    for one in frames[: animation.MOTION.int("least")]:
        box = ImageChops.difference(one.sheet, here.sheet).getbbox()
        assert box
        middles.append(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
    away = [abs(x - end[0]) + abs(y - end[1]) for x, y in middles]
    assert all(b <= a + 1 for a, b in pairwise(away)), "nearer and nearer"


def test_what_a_player_takes_goes_as_itself_and_is_gone_where_it_lay() -> None:
    box, mine = Rect(140, 10, 40, 60), Rect(10, 80, 10, 10)
    board = _board_with(("card", box, "#00ff00"), places={"card1": box, area_of(0): mine})
    glide = animation.glide_between(
        board, board, PieceMovement(("card1", area_of(0)), 0), "default"
    )
    assert glide
    frames = list(animation.glide_frames(board.sheet, [glide]))
    greens = _much(frames, (0, 255, 0))
    assert all(0 < green <= 40 * 60 for green in greens)
    assert frames[-1].sheet.getpixel((int(box.centre[0]), int(box.centre[1]))) == (0, 89, 0), (
        "its place is dark"
    )
    assert frames[-1].sheet.crop((0, 60, 60, 100)).getcolors(1 << 14) != board.sheet.crop(
        (0, 60, 60, 100)
    ).getcolors(1 << 14)


def test_boards_that_grow_lie_on_the_painting_that_they_leave_bare() -> None:
    low, high = (
        animation.ReducedBoard(Image.new("RGB", (200, tall), "#503020"), {}, {})
        for tall in (100, 300)
    )
    asked: list[tuple[int, ...]] = []

    def table(*sizes: int) -> Image.Image:
        asked.append(sizes)
        return Image.new("RGB", (sizes[0], sizes[1]), "#00ff00")

    first, last = animation.on_equal_tables([low, high], table)
    assert asked == [(200, 300, 200)]
    assert first.sheet.size == last.sheet.size == (200, 300)
    assert first.sheet.getpixel((100, 99)) == (0x50, 0x30, 0x20)
    assert first.sheet.getpixel((100, 299)) == (0, 255, 0)
    assert last.sheet.getpixel((100, 299)) == (0x50, 0x30, 0x20)


def _board_with(
    *things: tuple[str, Rect, str], places: dict[str, Rect] | None = None
) -> animation.ReducedBoard:
    """Return things of a kind, a place and a color on wood, noted by color."""
    sheet = Image.new("RGB", (200, 100), "#503020")
    for _, box, colour in things:
        sheet.paste(colour, (box.x, box.y, box.right, box.bottom))
    return animation.ReducedBoard(
        sheet,
        places or {},
        {(kind, colour): box for kind, box, colour in things if kind in animation.FLIPPING_KINDS},
    )


def _much(frames: list[animation.DrawnFrame], colour: tuple[int, int, int]) -> list[int]:
    """Return the number of pixels of a color in each frame."""
    return [
        sum(n for n, rgb in one.sheet.getcolors(1 << 16) or [] if rgb == colour) for one in frames
    ]


def test_what_comes_from_a_player_rises_where_it_arrives() -> None:
    places = {area_of(0): Rect(0, 0, 10, 10), "here": Rect(120, 20, 40, 60)}
    here, there = (
        _board_with(places=places),
        _board_with(("wall", places["here"], "#ff0000"), places=places),
    )
    frames = list(animation.change_frames(here, there, [PieceMovement((area_of(0), "here"), 0)]))
    assert len(frames) == animation.MOTION.int("steps") - 1
    reds = _much(frames, (255, 0, 0))
    assert all(a < b for a, b in pairwise([0, *reds, 40 * 60])), "higher and higher"
    for one, red in zip(frames, reds, strict=True):
        assert one.sheet.getpixel((140, 79)) == (255, 0, 0), "from the ground up"
        assert one.sheet.getpixel((140, 20)) == (0x50, 0x30, 0x20), "above it is what was there"
        assert red % 40 == 0
    marched = list(animation.change_frames(here, there, [PieceMovement(("far", "here"), 0)]))
    assert marched == [], "what came over the board stands where it went"


def test_a_new_piece_glides_as_itself_from_its_player() -> None:
    places = {area_of(0): Rect(0, 0, 10, 10), "0/tower": Rect(120, 20, 40, 60)}
    here, there = (
        _board_with(places=places),
        _board_with(("tower", places["0/tower"], "#ff0000"), places=places),
    )
    there = dataclasses.replace(there, pieces={"0/tower": places["0/tower"]})
    trace = PieceMovement((area_of(0), "0/tower"), 0)
    glide = animation.glide_between(here, there, trace, "default")
    assert glide
    assert glide.body.getcolors() == [(40 * 60, (255, 0, 0, 255))]
    assert list(animation.change_frames(here, there, [trace])) == [], "it does not rise as well"


def test_a_new_card_turns_over_from_its_back_and_one_that_was_there_lies_still() -> None:
    box = Rect(20, 20, 40, 60)
    old, new = ("card", Rect(120, 20, 40, 60), "#00ff00"), ("card", box, "#ffffff")
    frames = list(
        animation.change_frames(
            _board_with(old), _board_with(("card", Rect(100, 20, 40, 60), "#00ff00"), new), []
        )
    )
    assert len(frames) == animation.MOTION.int("steps") - 1
    whites, greens = _much(frames, (255, 255, 255)), _much(frames, (0, 255, 0))
    half = len(frames) // 2
    assert whites[:half] == [0] * half
    assert all(a < b for a, b in pairwise(whites[half:])), "its face in the second half"
    assert set(greens) == {40 * 60}, "a card that lay elsewhere is at once where it lies now"
    assert frames[0].sheet.crop((36, 22, 44, 78)).getcolors() != [(8 * 56, (0x50, 0x30, 0x20))], (
        "its back in the first"
    )
    assert list(animation.change_frames(_board_with(old), _board_with(old), [])) == []


def test_a_tile_that_was_covered_turns_over_from_what_covered_it() -> None:
    box = Rect(20, 20, 40, 60)
    covered, shown = _board_with(("fog", box, "#0000ff")), _board_with(("cell", box, "#ffffff"))
    frames = list(animation.change_frames(covered, shown, []))
    half = len(frames) // 2
    assert all(n > 0 for n in _much(frames, (0, 0, 255))[:half])
    assert _much(frames, (0, 0, 255))[half + 1 :] == [0] * (len(frames) - half - 1)


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        ("el_mapa", "cell"),
        ("imperial_settlers", "tile"),
        ("eight_minute_empire", "card"),
        ("tadmor", "card"),
    ],
)
def test_a_game_has_things_that_turn_over(game: str, kind: str) -> None:
    boards = [animation.board(scene(pos)) for pos, _ in moves_with_traces(game, 60)[10::6]]
    new = [
        key for here, there in pairwise(boards) for key in there.things.keys() - here.things.keys()
    ]
    assert kind in {one for one, _ in new}


@pytest.mark.parametrize("game", TITLES)
def test_what_is_told_anew_of_a_gif_gives_every_frame_whole(game: str) -> None:
    frames = animation.turn(takes(game))
    palette = animation_encoder.palette_of(frames[0].sheet)
    whole = [
        one.sheet.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB")
        for one in frames
    ]
    told_, times = shots(animation_encoder.gif(frames))
    assert sum(times) == sum(one.duration_ms // 10 * 10 for one in frames)
    seen = [
        one
        for here, one in zip([None, *whole], whole, strict=False)
        if here is None or ImageChops.difference(here, one).getbbox()
    ]
    assert len(told_) == len(seen), "frames that look the same stand longer instead"
    assert all(
        ImageChops.difference(a, b).getbbox() is None for a, b in zip(told_, seen, strict=True)
    )


@pytest.mark.parametrize("game", TITLES)
def test_boards_of_a_moving_picture_are_those_drawn_one_by_one(game: str) -> None:
    scenes = [structs.replace(one, moved=()) for one in takes(game, 6)]
    alone = [drawing.paint(one) for one in scenes]
    with part_cache.caching_parts():
        together = [drawing.paint(one) for one in scenes]
        assert together[-1].regions == drawing.paint(scenes[-1]).regions, (
            "and one that is drawn twice"
        )
    for one, other in zip(alone, together, strict=True):
        assert one.regions == other.regions
        assert ImageChops.difference(one.sheet, other.sheet).getbbox() is None


def test_a_board_with_halos_is_nearly_the_one_drawn_alone() -> None:
    pos, traces = moves_with_traces("imperial_settlers", 90)[-1]
    changed = structs.replace(scene(pos, traces), moved=(), changed=("points1", "hand2"))
    alone = drawing.paint(changed).sheet
    with part_cache.caching_parts():
        drawing.paint(structs.replace(changed, changed=()))
        found = drawing.paint(changed).sheet
    differs = (
        ImageChops.difference(alone, found)
        .convert("L")
        .point([255 * (grey > 1) for grey in range(256)])
    )
    assert sum(differs.histogram()[1:]) < 0.0005 * alone.width * alone.height, (
        "but for a few pixels where a halo meets a corner"
    )


@pytest.mark.parametrize("game", TITLES)
def test_a_film_tells_a_game_with_titles_the_race_and_the_end(game: str) -> None:
    scenes = takes(game, 3)
    end = structs.replace(scenes[-1], moved=())
    story = Animation(
        "film",
        (*scenes, end),
        ("One", "", "Two", ""),
        tuple((at, 2 * at, 3)[: scenes[0].view.n] for at in range(4)),
    )
    picture = animation_encoder.draw_animation(story)
    frames, times = shots(picture.data)
    assert picture.filename == "film.webp"
    assert len(picture.data) < DISCORD
    assert len({one.size for one in frames}) == 1
    assert times[0] == game_film.FILM.int("opening")
    assert times.count(game_film.FILM.int("chapter")) >= 2
    assert sum(times) <= 40_000
    poster = animation_encoder.draw_animation(structs.replace(story, kind="poster"))
    assert poster.filename == "poster.webp"
    columns, board = game_film.POSTER.int("columns"), frames[0].width - game_film.FILM.int("race")
    assert poster.width == columns * board + (columns + 1) * game_film.POSTER.int("gap")
    ratio = frames[0].width / frames[0].height
    assert ratio > animation.board(scenes[0]).sheet.width / frames[0].height, "wider than a board"
    assert len(poster.data) < 1 << 20


def test_a_film_that_would_be_too_large_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    scenes = takes("tadmor", 2)
    story = Animation("film", scenes, ("", ""), ((1, 2, 3), (4, 5, 6)))
    large = animation_encoder.draw_animation(story)
    monkeypatch.setattr(animation_encoder, "MAX_FILE_BYTES", len(large.data) - 1)
    small = animation_encoder.draw_animation(story)
    assert (small.width, small.height) == ((large.width + 1) // 2, (large.height + 1) // 2)
    assert len(small.data) < len(large.data)


def test_every_game_says_what_moves() -> None:
    for game in GAMES:
        assert find(game.id).movements is not None
        assert any(traces for _, traces in moves_with_traces(game.id, 90)), game.id


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_the_opening_of_a_film_names_all_players(count: int) -> None:
    game = "imperial_settlers"
    end = Scene(game, "end", None, LONG[:count], "es")
    seen: list[tuple[str, Rect]] = []
    people = panels.seat_headers(end, count)
    for size in ((824, 450), (824, 750)):
        canvas = Canvas(panels.planks(*size))
        game_film._draw_people(canvas, theme.load(), people)
        seen = boxes(canvas, "person")
        assert [about for about, _ in seen] == [str(seat) for seat in range(count)]
        assert not overlaps(seen)
        assert not overlaps(boxes(canvas, "text"))
        assert outside(canvas) == []
        assert game_film._draw_opening(end, theme.load(), *size).size == size
