"""Names in any script: no missing glyph, right reading direction."""

from __future__ import annotations

import itertools

import pytest
from PIL import Image, ImageChops

from games.core.views.scene import Scene
from render.base import fonts, text_shaping, theme
from render.base import text as writing
from render.base.canvas import Canvas
from render.parts import panels
from render.pictures import drawing
from tests.render.eight_minute_empire import staged

WRITTEN = [
    "Inés",
    "Łukasz Żółć",
    "Đặng Thị Ngọc",
    "Ιωάννης",
    "Ольга Щербакова",
    "Українка Їжак",
    "محمد علي",
    "فاطمة",
    "שָׁלוֹם עליכם",
    "Արմեն",
    "გიორგი",
    "สมชาย",
    "山田太郎",
    "王小明",
    "陳大文",
    "김민수",
    "さくら",
    "Ａｎａ",
    "𝓐𝓷𝓪",
    "Ana 🐉",
    "🎲Bruno🎲",
    "Z̷a̶l̸g̵o̶",
    "O’Neill-Ñ",
]
UNWRITTEN = ["🐉🐉", "", "   ", "अमित", "ខ្មែរ", "\u200b\u200e", "ᚠᚢᚦ", "★☆"]


def test_a_name_is_written_with_glyphs_for_every_letter(subtests: pytest.Subtests) -> None:
    for name in WRITTEN:
        with subtests.test(name=name):
            shown = fonts.drawable_name(name)
            assert shown
            for face, run in fonts.runs(text_shaping.in_drawing_order(shown), "alegreya-700"):
                assert all(ord(char) in fonts.coverage(face) for char in run)


def test_what_cannot_be_written_becomes_player_and_number(subtests: pytest.Subtests) -> None:
    for name in UNWRITTEN:
        with subtests.test(name=name):
            assert fonts.drawable_name(name) is None
            assert (
                panels.seat_headers(Scene("tadmor", "board", None, ("Ana", name), "es"), 2)[1].name
                == "Sitio 2"
            )
            assert (
                panels.seat_headers(Scene("tadmor", "board", None, ("Ana", name), "en"), 2)[1].name
                == "Player 2"
            )
            assert (
                panels.seat_headers(Scene("tadmor", "board", None, ("Ana", name), "en"), 2)[
                    1
                ].initial
                == "2"
            )


def test_whatever_is_drawn_fits_and_has_glyphs(subtests: pytest.Subtests) -> None:
    for name, room in itertools.product(WRITTEN + UNWRITTEN, [60, 120, 400]):
        with subtests.test(name=name, room=room):
            person = panels.seat_headers(Scene("tadmor", "board", None, (name,), "es"), 1)[0]
            shown, size = panels.fit_name(person, 40, room, 34)
            assert writing.width(shown, "alegreya-700", size) <= room
            assert fonts.drawable(shown)
            assert fonts.drawable(person.initial, "alegreya-sans-900")


def test_a_long_name_is_compressed_before_it_is_cut() -> None:
    rooms = {"Maximiliano": 140, "Bartholomew": 140, "Christopher": 125, "Guadalupe": 118}
    for name, room in rooms.items():  # of mats with four and five players
        person = panels.seat_headers(Scene("tadmor", "board", None, (name,), "es"), 1)[0]
        shown, size = panels.fit_name(person, 40, room, 34, press=True)
        assert (shown, size) == (name, 34), "as high as a shorter name"
        width = writing.width(shown, "alegreya-700", size)
        assert room < width <= room / writing.MIN_HORIZONTAL_SCALE


def test_computer_players_of_one_letter_are_told_apart_by_their_numbers() -> None:
    def initials(*names: str) -> list[str]:
        return [
            one.initial
            for one in panels.seat_headers(Scene("tadmor", "board", None, names, "en"), len(names))
        ]

    assert initials("Ana", "Bot 1", "Bot 2") == ["A", "1", "2"]
    assert initials("Bot 1", "Bruno") == ["1", "B"]
    assert initials("Ana", "Bot 1") == ["A", "B"]
    assert initials("Ana", "Alba") == ["A", "A"]


def test_our_reading_of_the_character_maps_agrees_with_the_glyphs() -> None:
    """A character that a face covers by its map is not drawn as the face's empty box."""
    for name in ("alegreya-700", "noto-arabic", "noto-cjk", "alegreya-700-cyrillic"):
        font = fonts.face(name, 40)
        box = bytes(font.getmask("\U000f0000"))
        sample = sorted(code for code in fonts.coverage(name) if chr(code).isalnum())[
            :: max(1, len(fonts.coverage(name)) // 60)
        ]
        assert sample
        assert all(bytes(font.getmask(chr(code))) != box for code in sample), name


def test_hebrew_and_arabic_run_from_the_right() -> None:
    assert text_shaping.in_drawing_order("אבג") == "גבא"
    assert text_shaping.in_drawing_order("אבג 12") == "12 גבא"
    assert text_shaping.in_drawing_order("Ana אבג") == "Ana גבא"
    assert text_shaping.in_drawing_order("(אב)") == "(בא)"
    assert text_shaping.in_drawing_order("Ana (B)") == "Ana (B)"


def test_arabic_letters_join() -> None:
    # meem initial, hah medial, meem medial, dal final
    assert text_shaping.join_arabic("محمد") == "\ufee3\ufea4\ufee4\ufeaa"
    # lam and alef make one glyph
    assert text_shaping.join_arabic("لا") == "\ufefb"
    # dal joins to nothing after it
    assert text_shaping.join_arabic("دب") == "\ufea9\ufe8f"


def test_digits_are_equally_wide_and_stand_on_the_line() -> None:
    for name in ("alegreya-700", "alegreya-sans-800", "alegreya-sans-900"):
        font = fonts.face(name, 100)
        assert len({font.getlength(digit) for digit in "0123456789"}) == 1
        assert {font.getbbox(digit, anchor="ls")[3] <= 3 for digit in "0123456789"} == {True}


def test_a_long_name_is_shrunk_then_cut() -> None:
    text, size = writing.fit("Maximiliano", "alegreya-700", 40, 190, 34)
    assert (text, 34 <= size < 40) == ("Maximiliano", True)
    text, size = writing.fit("Maximiliano-Ñ. W", "alegreya-700", 40, 150, 34)
    assert text.endswith("…")
    assert size == 34
    cut = {writing.fit(f"Autómata {n}", "alegreya-700", 40, 150, 34)[0] for n in (1, 2, 12)}
    assert all(name.startswith("Aut") and "… " in name for name in cut), cut
    assert len(cut) == 3, "the number tells them apart"
    text, _ = writing.fit("محمد علي بن عبد الله", "alegreya-700", 40, 150, 34)
    assert text.startswith("…")


def test_on_five_mats_a_name_of_ten_letters_is_written_whole_and_a_longer_one_is_cut() -> None:
    names = ("Maximilian", "Ana", "Wilhelmina", "Bartholomew-Ñ. W", "Eva")
    canvas = drawing.paint(staged.scene(staged.view(5), names=names))
    mats = [one.box for one in canvas.regions if one.kind == "mat"]
    written = [
        one
        for one in canvas.regions
        if one.kind == "name" and any(one.box.is_inside(box) for box in mats)
    ]
    assert [one.about for one in written][:3] == ["Maximilian", "Ana", "Wilhelmina"]
    assert written[3].about.endswith("…")
    least = int(theme.load().small * 0.7)
    assert min(one.box.h for one in written) >= least, "no name is small"
    assert all(one.box.is_inside(box) for one, box in zip(written, mats, strict=True))


def test_a_name_loses_whole_words_before_letters_if_half_of_it_is_left() -> None:
    face, size = "alegreya-700", 40
    for said, shown in (
        ("Marina del Carmen", "Marina del…"),
        ("Ana Featherstonehaugh", "Ana Feathers…"),
        ("Maximiliano", "Maximilia…"),
    ):
        room = writing.width(shown, face, size) + 12
        assert writing.fit(said, face, size, room, size) == (shown, size)


def test_letters_are_pressed_together_before_any_is_left_out() -> None:
    face, said = "alegreya-700", "Maximiliano"
    wide = writing.width(said, face, 34)
    assert writing.fit_compressed(said, face, 40, wide, 34) == (said, 34)
    assert writing.fit_compressed(said, face, 40, wide * writing.MIN_HORIZONTAL_SCALE, 34) == (
        said,
        34,
    )
    assert writing.fit_compressed(said, face, 40, wide * writing.MIN_HORIZONTAL_SCALE - 1, 34)[
        0
    ].endswith(writing.ELLIPSIS)


def test_what_is_pressed_is_as_wide_as_its_room() -> None:
    canvas, style = (
        Canvas(Image.new("RGB", (400, 80), (255, 255, 255))),
        writing.Style("alegreya-700", 40, (0, 0, 0)),
    )
    said = "Maximiliano"
    room = round(writing.width(said, style.face, style.size) * writing.MIN_HORIZONTAL_SCALE)
    assert canvas.text((20, 50), said, style, room=room) == room
    dark = (
        ImageChops.invert(canvas.sheet.convert("L"))
        .point(lambda tone: 255 * (tone > 127))
        .getbbox()
    )
    assert dark is not None
    assert 18 <= dark[0] < dark[2] <= 20 + room + 2
    assert dark[2] - dark[0] > 0.95 * room
