"""Texts on pictures have a glyph for every character.

Marks of seats are drawn, emoji left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from msgspec import structs
from PIL import Image, ImageStat

from games.core.text.i18n import SEAT_MARKS, MessageCatalogue
from games.core.text.languages import LANGUAGES
from games.core.views.scene import Animation
from games.hosted import GAMES
from render.base import fonts, i18n, theme
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.theme import HEAVY_SERIF, Theme
from render.motion import game_film
from render.parts import captions
from tests.render.test_motion import takes
from tests.render.test_trail import moves_with_traces, scene
from ui.i18n import EMBLEMS

LOOK = theme.load()
WIDE, HIGH = 1000, 120
FACES = ("alegreya-700", "alegreya-800", "alegreya-sans-700", "alegreya-sans-900")


def drawn(words: str, look: Theme = LOOK, room: float = WIDE - 20) -> Canvas:
    """Return a line on plain paper."""
    canvas = Canvas(Image.new("RGB", (WIDE, HIGH), look.paper))
    style = writing.Style(HEAVY_SERIF, 40, look.ink)
    captions.write(canvas, look, words, (WIDE / 2, 70), style, room, 26)
    return canvas


def texts() -> Iterator[tuple[str, str]]:
    """Return all texts inside pictures by key."""
    for lang in LANGUAGES:
        for key, leaf in MessageCatalogue.load(lang, [i18n.FOLDER]).words.items():
            yield from (
                (key, str(said)) for said in (leaf.values() if isinstance(leaf, dict) else (leaf,))
            )


@pytest.mark.parametrize("face", FACES)
def test_every_sign_of_a_seat_or_a_strength_has_a_glyph_in_every_face(face: str) -> None:
    for sign in (*SEAT_MARKS, *EMBLEMS.values(), *"↩✕🔒→"):
        assert fonts.drawable(sign, face), sign
        ((name, run),) = fonts.runs(sign, face)
        assert run == sign
        box, missing = (fonts.face(name, 60).getmask(one) for one in (sign, "\U0010ffff"))
        assert box.getbbox()
        assert bytes(box) != bytes(missing), "no crossed box"


@pytest.mark.parametrize("face", FACES)
def test_what_no_face_can_draw_is_left_out_with_its_space(face: str, spelled: list[str]) -> None:
    said = "".join(run for _, run in fonts.runs("Ronda 2 \U0001f480\ufe0f de \U0001f528 Ana", face))
    assert said == "Ronda 2 de Ana"
    assert writing.width("a \U0001f480 b", face, 40) == writing.width("a b", face, 40)
    assert spelled
    spelled.clear()


def test_all_words_of_pictures_have_glyphs() -> None:
    assert [key for key, said in texts() if not fonts.drawable(said.replace("\n", ""))] == []


@pytest.mark.parametrize("palette", ["default", "contrast"])
@pytest.mark.parametrize("seat", range(len(SEAT_MARKS)))
def test_the_piece_of_its_player_stands_in_a_caption(seat: int, palette: str) -> None:
    look = theme.load(palette)
    canvas = drawn(f"Ronda 2. Empieza {SEAT_MARKS[seat]} Ana ♕", look)
    pieces = [one for one in canvas.regions if one.kind == "piece"]
    assert [one.about for one in pieces] == [str(seat)]
    x, y = map(round, pieces[0].box.centre)
    colour = ImageStat.Stat(canvas.sheet.crop((x - 3, y - 3, x + 3, y + 3))).mean
    assert math.dist(colour, look.seats[seat].colour) < 60
    words = [one for one in canvas.regions if one.kind == "text"]
    assert [one.about for one in words] == ["Ronda 2. Empieza ", " Ana ♕"]
    assert words[0].box.right <= pieces[0].box.x + 1
    assert pieces[0].box.right <= words[1].box.x + 1


def test_a_caption_shrinks_then_ends_in_an_ellipsis_within_its_room() -> None:
    long = f"Ronda 12. Empieza {SEAT_MARKS[0]} {'Bartholomew Featherstonehaugh ' * 2}"
    for room in (400, 700):
        canvas = drawn(long, room=room)
        boxes = [one.box for one in canvas.regions]
        assert max(one.right for one in boxes) - min(one.x for one in boxes) <= room + 2
    assert canvas.regions[-1].about.endswith("…")
    assert drawn("Ronda 1").regions[-1].about == "Ronda 1"


@pytest.mark.parametrize("game", [one.id for one in GAMES])
def test_films_and_posters_have_no_missing_glyph(game: str, written: list[tuple[int, str]]) -> None:
    """Captions with every seat's mark and every strength's emblem have all glyphs."""
    story = takes(game, 7)
    end = structs.replace(scene(moves_with_traces(game, 90)[-1][0]), kind="board")
    said = [
        f"Ronda {at}. Empieza {mark} Bot {at} {emblem}"
        for at, (mark, emblem) in enumerate(zip(SEAT_MARKS, [*EMBLEMS.values(), "♕"], strict=True))
    ]
    motion = Animation(
        "film", (*story[:6], end), tuple(said), tuple((at,) * len(end.names) for at in range(6))
    )
    game_film.frames(motion)
    game_film.poster(structs.replace(motion, kind="poster"))
    words = {one for _, one in written}
    for emblem in EMBLEMS.values():
        assert any(emblem in one for one in words)
    assert not [one for one in words if set(one) & set(SEAT_MARKS)], "pieces, not marks"
    assert [one for one in words if not fonts.drawable(one)] == []
