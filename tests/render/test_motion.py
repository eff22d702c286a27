"""Moving pictures: the last turn, the film, the poster, of every game."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from msgspec import structs
from PIL import Image, ImageChops, ImageSequence

from games.core.rules import find
from games.core.scene import Motion, Scene, Trace, before
from games.hosted import GAMES
from render import film, images, motion, reel
from tests.render.test_trail import scene, told

TITLES = [one.id for one in GAMES]
DISCORD = 10 << 20      # bytes that anybody may send


def takes(game: str, count: int = 4) -> tuple[Scene, ...]:
    """Some positions of a game one after the other, each with what led to it."""
    moments = [(pos, traces) for pos, traces in told(game, 90) if pos.outcome is None]
    some = moments[-count:]
    return tuple(structs.replace(scene(pos, traces), changed=()) for pos, traces in some)


def shots(data: bytes) -> tuple[list[Image.Image], list[int]]:
    with Image.open(io.BytesIO(data)) as moving:
        found = [(one.convert("RGB"), one.info["duration"]) for one in ImageSequence.Iterator(moving)]
    return [one for one, _ in found], [stands for _, stands in found]


@pytest.mark.parametrize("game", TITLES)
def test_a_turn_begins_and_ends_with_how_it_stands_and_is_short_and_light(game: str) -> None:
    scenes = takes(game)
    picture = reel.draw(Motion("turn", scenes))
    frames, times = shots(picture.data)
    assert picture.filename == "turn.gif"
    assert (picture.width, picture.height) == frames[0].size
    assert len(picture.data) < 1.5 * (1 << 20)
    assert 2_000 <= sum(times) <= 10_000
    assert ImageChops.difference(frames[0], frames[-1]).getbbox() is None
    still = images.paint(scenes[-1]).sheet.reduce(motion.HALF)
    seen = ImageChops.difference(frames[0].crop((0, 0, *still.size)), still).convert("L")
    assert sum(seen.histogram()[64:]) < 0.01 * still.width * still.height, "in nearly the colours of the still board"
    assert picture == reel.draw(Motion("turn", scenes)), "the same scenes give the same bytes"


def test_a_piece_glides_from_where_it_was_to_where_it_stands() -> None:
    moments = told("eight_minute_empire", 400)
    at, march = next(
        (at, one) for at, (pos, traces) in enumerate(moments) for one in traces
        if at and pos.outcome is None and len(one.way) == 2 and not any(s.startswith(("seat", "card")) for s in one.way)
    )
    here, there = (motion.board(scene(moments[k][0])) for k in (at - 1, at))
    frames = list(motion.between(here, there, (march,), "default"))
    start, end = here.at(march.way[0], march.seat), there.at(march.way[1], march.seat)
    assert start
    assert end
    middles = []
    for one in frames[: motion.MOTION.int("least")]:
        box = ImageChops.difference(one.sheet, here.sheet).getbbox()
        assert box
        middles.append(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
    away = [abs(x - end[0]) + abs(y - end[1]) for x, y in middles]
    assert all(b <= a + 1 for a, b in pairwise(away)), "nearer and nearer"


def test_what_comes_from_a_player_rises_where_it_arrives_and_a_new_card_turns_over() -> None:
    wood, card = Image.new("RGB", (200, 100), "#503020"), Image.new("RGB", (200, 100), "#503020")
    card.paste("#ffffff", (20, 20, 60, 80))
    card.paste("#ff0000", (120, 20, 160, 80))
    from render.layout import Rect

    places = {before(0): Rect(0, 0, 10, 10), "here": Rect(120, 20, 40, 60)}
    here = motion.Board(wood, places, {("card", "c"): Rect(20, 20, 40, 60)})
    there = motion.Board(card, places, {("card", "c"): Rect(20, 20, 40, 60)})
    frames = list(motion._changing(here, there, [Trace((before(0), "here"), 0)]))
    assert len(frames) == motion.MOTION.int("steps") - 1
    reds = [sum(one.sheet.getpixel((140, y)) == (255, 0, 0) for y in range(20, 80)) for one in frames]
    assert reds == sorted(reds)
    assert 0 < reds[0] < reds[-1] < 60, "from the ground up"
    whites = [sum(one.sheet.getpixel((x, 50)) == (255, 255, 255) for x in range(20, 60)) for one in frames]
    assert whites[0] == 0
    assert 0 < whites[-1] <= 40, "its new face in the second half"


@pytest.mark.parametrize("game", TITLES)
def test_a_film_tells_a_game_with_titles_the_race_and_the_end(game: str) -> None:
    scenes = takes(game, 3)
    end = structs.replace(scenes[-1], trail=())
    story = Motion("film", (*scenes, end), ("One", "", "Two", ""), tuple((at, 2 * at, 3)[: scenes[0].view.n] for at in range(4)))
    picture = reel.draw(story)
    frames, times = shots(picture.data)
    assert picture.filename == "film.webp"
    assert len(picture.data) < DISCORD
    assert len({one.size for one in frames}) == 1
    assert times[0] == film.FILM.int("opening")
    assert times.count(film.FILM.int("chapter")) >= 2
    assert sum(times) <= 40_000
    poster = reel.draw(structs.replace(story, kind="poster"))
    assert poster.filename == "poster.webp"
    assert poster.width == film.POSTER.int("columns") * frames[0].width + 3 * film.POSTER.int("gap")
    assert len(poster.data) < 1 << 20


def test_a_film_that_would_be_too_large_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    scenes = takes("tadmor", 2)
    story = Motion("film", scenes, ("", ""), ((1, 2, 3), (4, 5, 6)))
    large = reel.draw(story)
    monkeypatch.setattr(reel, "MOST", len(large.data) - 1)
    small = reel.draw(story)
    assert (small.width, small.height) == ((large.width + 1) // 2, (large.height + 1) // 2)
    assert len(small.data) < len(large.data)


def test_every_game_says_what_moves() -> None:
    for game in GAMES:
        assert find(game.id).traces is not None
        assert any(traces for _, traces in told(game.id, 90)), game.id
