"""Ends of all games: places, sums with their word, whole names, and the winners' pieces."""

from __future__ import annotations

import math

import pytest
from PIL import ImageStat

from games.core.views.scene import Scene
from games.hosted import GAMES
from render.base import i18n, theme
from render.parts import awards, panels
from render.pictures import drawing
from tests.contract.playouts import played
from tests.render.scenes import boxes, names, outside, overlaps, scene

LOOK = theme.load()
PEOPLE = ("Ana", "Bartholomew Featherstonehaugh", "Κλειώ", "小林さくら", "Дмитрий Ж.", "Inés")
LANGUAGES = ("en", "es", "pt-BR")
WITH_COLUMNS = ("era_medieval_age", "tadmor")
ENDS = [
    (game.id, n)
    for game in GAMES
    if "end" in game.pictures
    for n in sorted({max(2, min(game.players)), max(game.players)})
]


def end_of(game: str, n: int, lang: str = "en") -> Scene:
    """Return the end of a random game of `n` players."""
    return scene(played(game, n).moments[-1].step.pos, "end", names=PEOPLE[:n], lang=lang)


@pytest.mark.parametrize(("game", "n"), ENDS)
def test_everybody_reads_their_place_and_name_and_the_winners_piece(game: str, n: int) -> None:
    shown = end_of(game, n)
    canvas = drawing.paint(shown)
    board = shown.view.scoreboard
    assert sorted(names(canvas, "place")) == sorted(str(rank.place) for rank in board.ranking)
    assert [name for name in names(canvas, "name", "victor") if "…" in name] == []
    assert {name.split()[0] for name in names(canvas, "name")} >= {
        person.split()[0] for person in PEOPLE[:n]
    }
    winning = [rank.seat for rank in board.ranking if rank.place == 1]
    if len(winning) == 1:
        assert names(canvas, "emblem") == [str(winning[0])]
    assert outside(canvas) == []


@pytest.mark.parametrize(("game", "n"), ENDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_letters_overlap_and_those_of_the_table_are_on_its_paper(
    game: str, n: int, lang: str
) -> None:
    canvas = drawing.paint(end_of(game, n, lang))
    letters = [(noted.about, noted.box) for noted in canvas.regions if noted.has_letters]
    assert overlaps(letters) == []
    papers = [box for _, box in boxes(canvas, "panel", "mat")]
    written = boxes(canvas, "place", "name", "points", "number", "label", "text", "caption")
    assert [about for about, box in written if not any(map(box.is_inside, papers))] == []


@pytest.mark.parametrize(("game", "n"), [end for end in ENDS if end[0] in WITH_COLUMNS])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table_of_columns_has_one_for_each_player_and_says_what_the_sums_are(
    game: str, n: int, lang: str
) -> None:
    canvas = drawing.paint(end_of(game, n, lang))
    columns = dict(boxes(canvas, "column"))
    assert list(columns) == [str(seat) for seat in range(n)]
    assert i18n.say(lang, "total") in names(canvas, "label")
    branches = boxes(canvas, "branch")
    assert all(box.is_inside(columns[seat]) for seat, box in branches)
    assert bool(branches) == (game == "era_medieval_age"), "the laurels beside a winner's sum"


@pytest.mark.parametrize("seat", range(6))
def test_a_sign_is_a_piece_in_the_color_of_its_seat_within_a_light_rim(seat: int) -> None:
    body = awards.sign(LOOK, seat, 48)
    middle = body.width // 2
    inner = body.crop((middle - 4, middle, middle + 4, middle + 8)).convert("RGB")
    assert math.dist(ImageStat.Stat(inner).mean, LOOK.seats[seat].colour) < 60
    colours = {colour for _, colour in body.getcolors(body.width * body.height) or ()}
    assert (*LOOK.cream, 255) in colours


def test_every_long_name_has_a_short_form_and_namesakes_differ() -> None:
    def called(*people: str) -> list[str]:
        shown = Scene("tadmor", "end", None, people, "en")
        return [person.brief.name for person in panels.seat_headers(shown, len(people))]

    assert called("Bartholomew Featherstonehaugh", "Ana") == ["Bartholomew", "Ana"]
    assert called("Ana María del Carmen", "El Featherstonehaugh")[0] == "Ana María"
    assert called("Ana María del Carmen", "El Featherstonehaugh")[1].endswith("…")
    assert called("Featherstonehaugh")[0].endswith("…")
    same = ("Bartholomew Featherstonehaugh", "Bartholomew Wolfeschlegelstein")
    assert called(*same) == ["Bartholomew F.", "Bartholomew W."]
    assert called("Bartholomew", same[0]) == ["Bartholomew", "Bartholomew F."]
    assert called("Ana María del Carmen López", "Ana María del Carmen Pérez") == [
        "Ana María L.",
        "Ana María P.",
    ]
    for one, other in (("W" * 32, "W" * 32), (same[0], same[0]), (same[0], f"{same[0]}er")):
        assert all(short.endswith("…") for short in called(one, other))
    assert called("Challenger Wolf Bot 1", "Challenger Wolf Bot 12") == [
        "Challenger 1",
        "Challenger 12",
    ]


@pytest.mark.parametrize("palette", ["default", "contrast"])
def test_no_seat_has_a_frame_like_the_halo_of_who_acts(palette: str) -> None:
    look = theme.load(palette)
    for seat in range(6):
        assert math.dist(panels.seat_rim(look, seat), look.halo) > 110
